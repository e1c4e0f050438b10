-- A floor in one piece, and below it the same floor in tiles: what slides over both goes the same
-- way. At a seam a box meets the corner of the next tile, whose side face is as good a normal there
-- as its top: who takes it stops the box. But the tile behind hides that face, so that no way leads
-- into it: a normal counts only if it is outward for all that touches. A real step does stop.
local collide = require "collide"
local all = require "lib.all"
local vec = collide.vec

local scenario = { title = "Tiles / 床のつぎ目", params = {
    by = { "move_and_slide", choices = { "move_and_slide", "step" } },
    angle = { 0.2, min = -3.2, max = 3.2 }, width = { 0.5, min = 0.1, max = 2 },
    speed = { 5, min = 0, max = 50 }, step = { 0, min = 0, max = 0.5 },
} }
scenario.about = {
    en = "Shapes slide over a floor in one piece and, below, over the same floor in tiles. \z
        Nothing can move into a face that another tile hides, so both ways are the same; the \z
        text says by how much they differ.",
    ja = "形が、1枚の床の上と、その下の同じ形のタイルの床の上を滑ります。隣のタイルに隠れた面\z
        には当たらないので、2つの道筋は同じです。文字はその差を示します。",
}

local crowd = { -- each with its lowest point at height 0
    collide.circle(vec(0, 0.4), 0.4), collide.aabb(vec(-0.4, 0), vec(0.4, 0.8)),
    collide.capsule(vec(-0.2, 0.3), vec(0.3, 0.6), 0.3), collide.segment(vec(-0.4, 0), vec(0.4, 0)),
    collide.polygon { vec(0, 0), vec(0.5, 0.3), vec(0.2, 0.9), vec(-0.4, 0.5) },
    collide.box(vec(0, 0.45), vec(0.2, 0.25), 0, 0.2),
    collide.triangle(vec(-0.4, 0), vec(0.4, 0), vec(0, 0.8)),
}
local length = 16

function scenario.load(p)
    local along = vec(math.cos(p.angle), math.sin(p.angle))
    local s = { world = collide.world { gravity = along:perp() * -10 }, along = along, time = 0 }
    local function add(shape, offset, options)
        return s.world:add(shape:rotated(p.angle, vec(0, 0)):moved(offset), options)
    end
    local lanes = { one = along:perp() * 2, tiles = along:perp() * -2 }
    add(collide.aabb(vec(-length / 2, -0.5), vec(length / 2, 0)), lanes.one)
    local x, up = -length / 2, 0
    while x < length / 2 do
        local to = math.min(x + p.width * (0.5 + math.random()), length / 2)
        add(collide.aabb(vec(x, -0.5), vec(to, up)), lanes.tiles)
        x, up = to, p.step > 0 and x > 0 and p.step or 0
    end
    for name, lane in pairs(lanes) do
        s[name] = {}
        for i, shape in ipairs(crowd) do
            local at = vec(i * 1.4 - 9, 0)
            s[name][i] = add(shape:moved(at), lane, { mass = 1, response = "slide" })
        end
    end
    s.apart = lanes.tiles - lanes.one
    return s
end

function scenario.update(s, dt, p)
    s.time = s.time + dt
    local slide = s.along * (p.speed * math.sin(s.time * p.speed / 3))
    for _, lane in ipairs { s.one, s.tiles } do
        for _, body in ipairs(lane) do
            body.velocity = slide
            if p.by == "move_and_slide" then
                s.world:move_and_slide(body, (slide + s.world.gravity * dt) * dt)
            end
        end
    end
    if p.by == "step" then s.world:step(dt) end
end

local function difference(s, i)
    return (s.tiles[i].position - s.one[i].position - s.apart):length()
end

function scenario.draw(s, draw)
    local most = 0
    for i, body in ipairs(s.tiles) do
        most = math.max(most, difference(s, i))
        draw.arrow(body.position, body.position + body.velocity * 0.2, "green")
    end
    draw.text(("the ways differ by  %.1e"):format(most))
end

scenario.checks = {
    ["the same ways"] = function(s, p)
        return p.step > 0 or all(s.one, function(_, i) return difference(s, i) < 1e-7 end)
    end,
    ["in nothing"] = function(s)
        return all(s.tiles, function(body)
            return all(s.world:overlap(body), function(other)
                return body.shape:distance(other.shape) > -1e-9
            end)
        end)
    end,
}
return scenario
