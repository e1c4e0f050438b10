-- A sphere of radius r, its centre at height h over a plane with the normal n, moving with v:
--     h + t (n . v) = r,    t = (r - h) / (n . v)
-- Where n . v < 0 it moves in, and touches from t on; where n . v > 0 it moves out, and touches up
-- to t; where n . v = 0 it always touches (h <= r) or never. A past touch, t < 0: it is embedded.
-- In the closed room a ball bounces between planes: v becomes v - (1 + e) (v . n) n, and a bounce
-- takes (1 - e^2) (v . n)^2 / 2 of the energy v^2 / 2.
local collide = require "collide"
local all = require "lib.all"
local vec = collide.vec

local scenario = { title = "Plane bounce / 平面で跳ね返る", view = "front", params = {
    restitution = { 1, min = 0, max = 1 },
    speed = { 9, min = 1, max = 200 },
} }
local left, right, top, radius = -9, -1.5, 6, 0.6

local function case(words, x, height, velocity) -- with the interval of touch by the formula
    local t = (radius - height) / velocity.y
    local always = velocity.y == 0 and height <= radius
    return { words = words, velocity = velocity, ball = collide.sphere(vec(x, height, 0), radius),
        enter = (velocity.y > 0 or always) and -math.huge or velocity.y < 0 and t or math.huge,
        exit = velocity.y > 0 and t or math.huge }
end

local function throw(s, speed)
    s.velocity, s.lost, s.energy = vec(0.8, 0.6, 0) * speed, 0, speed * speed / 2
end

function scenario.load(p)
    local s = { ball = collide.sphere(vec(-6, 2, 0), 0.5), floor = collide.plane(vec(0, 1, 0), 0),
        walls = { collide.plane(vec(1, 0, 0), left), collide.plane(vec(-1, 0, 0), -right),
            collide.plane(vec(0, -1, 0), -top) },
        cases = { case("ahead", 0.5, 2.6, vec(0.4, -2.6, 0)),
            case("moving away", 2.5, 1.2, vec(0.4, 1.6, 0)),
            case("parallel", 4.5, 1.4, vec(0.9, 0, 0)),
            case("embedded, moving in", 6.5, 0.2, vec(0, -0.8, 0)),
            case("embedded, moving out", 8.5, -0.2, vec(0, 1.6, 0)),
            case("embedded, parallel", 10.5, 0.2, vec(0.9, 0, 0)) } }
    throw(s, p.speed)
    return s
end

function scenario.update(s, dt, p)
    if s.velocity:length() < 0.1 * p.speed then throw(s, p.speed) end -- tired
    local rest = dt
    for _ = 1, 16 do -- each bounce of the step at its own moment
        local first
        for _, plane in ipairs { s.floor, table.unpack(s.walls) } do
            local hit = s.ball:shapecast(s.velocity * rest, plane)
            if hit and hit.approach > 0 and not (first and first.t <= hit.t) then first = hit end
        end
        s.ball:move(s.velocity * rest * (first and first.t or 1))
        if not first then break end
        rest = rest * (1 - first.t)
        s.lost = s.lost + (1 - p.restitution ^ 2) * s.velocity:dot(first.normal) ^ 2 / 2
        s.velocity = s.velocity:reflect(first.normal, p.restitution)
    end
    for _, at in ipairs(s.cases) do at.hit = at.ball:shapecast(at.velocity, s.floor) end
end

function scenario.draw(s, draw)
    for _, wall in ipairs(s.walls) do draw.style(wall, { hidden = true }) end
    draw.line { vec(left, 0, 0), vec(left, top, 0), vec(right, top, 0), vec(right, 0, 0) }
    local energy = s.velocity:length2() / 2
    draw.plot("energy", energy)
    draw.text(("energy %.12f, lost in bounces %.6f"):format(energy, s.lost))
    for _, at in ipairs(s.cases) do
        draw.style(at.ball, { unnamed = true })
        local hit, x = at.hit, at.ball.center.x - radius
        local color = not hit and "gray" or hit.enter < 0 and "purple" or "white"
        draw.text(vec(x, 4, 0), at.words, color)
        local times = hit and ("%.2f to %.2f"):format(hit.enter, hit.exit) or "no touch"
        draw.text(vec(x, -1.5, 0), times, color)
    end
end

scenario.checks = {
    ["never sinks"] = function(s) return s.ball:distance(s.floor) > -1e-9 end,
    ["never leaves the room"] = function(s)
        return all(s.walls, function(wall) return s.ball:distance(wall) > -1e-9 end)
    end,
    ["energy is kept but for the bounces"] = function(s)
        return math.abs(s.velocity:length2() / 2 + s.lost - s.energy) < 1e-9 * s.energy
    end,
    ["the formula is the query"] = function(s)
        return all(s.cases, function(at)
            if not at.hit then return at.enter > 1 or at.exit < 0 end
            local function near(a, b) return a == b or math.abs(a - b) < 1e-12 end
            return near(at.hit.enter, at.enter) and near(at.hit.exit, at.exit)
        end)
    end,
}
return scenario
