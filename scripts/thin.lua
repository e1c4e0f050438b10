-- Needles, points and sheets without any thickness fall on sheets without any thickness, and stay
-- on them. After a hit the distance is 0 or an ulp beyond, so that the two shapes cannot tell on
-- which side of each other they are; the world remembers from where a body came until it has left.
-- While it lies there it is turned, which rounding could make a way through.
local collide = require "collide"
local all = require "lib.all"
local vec = collide.vec

local scenario = { title = "Thin / 厚さのないもの", view = "orbit", params = {
    count = { 60, min = 1, max = 200, step = 1 },
    tilt = { 0.15, min = 0, max = 1 },
    spin = { 2, min = -20, max = 20 },
    gravity = { 10, min = 0, max = 100 },
} }
scenario.about = {
    en = "Needles, points and flat shapes without any thickness fall on tilted sheets that \z
        have none either, and slide from one to the next. Geometry cannot say which side \z
        they are on; the world remembers, and counts those that came through.",
    ja = "厚さのない針、点、平らな形が、やはり厚さのない傾いた板に落ち、次々に滑り降ります。\z
        幾何だけではどちら側か分かりませんが、ワールドが覚えていて、通り抜けた数を数えます。",
}

local zero = vec(0, 0, 0)
local things = {
    function(size) return collide.segment(vec(-size, 0, 0), vec(size, 0, 0)) end,
    function(size) return collide.box(zero, vec(size, 0, size * 0.6)) end,
    function(size)
        return collide.triangle(vec(-size, 0, -size), vec(size, 0, -size), vec(0, 0, size))
    end,
    function() return collide.point(zero) end,
}

local function sheet(at, half, angle)
    return collide.box(at, half, collide.quat(vec(0, 0, 1), angle))
end

local function drop(body)
    body.position = vec(7 * math.random() - 3.5, 5 + 2 * math.random(), 3 * math.random() - 1.5)
    body.velocity, body.data.side = zero, {}
end

local function things_of(s)
    local list = {}
    for body in s.world:bodies() do list[#list + 1] = body.data and body end
    return list
end

function scenario.load(p)
    local s = { world = collide.world { gravity = vec(0, -p.gravity, 0) }, sheets = {}, leaks = 0 }
    for i, at in ipairs { vec(-2, 3.5, 0), vec(2, 2, 0), vec(-2, 0.5, 0), vec(0, -1, 0) } do
        local half, angle = vec(2.2, 0, 2), i % 2 == 0 and p.tilt or -p.tilt
        if i == 4 then half, angle = vec(6, 0, 3), 0 end
        s.sheets[i] = s.world:add(sheet(at, half, angle), { group = 1 })
    end
    for i = 1, p.count do
        drop(s.world:add(things[i % #things + 1](0.15 + 0.25 * math.random()),
            { mass = 1, response = "slide", group = 2, mask = 1, data = { turns = i % 3 - 1 } }))
    end
    return s
end

-- Counts what has come through a sheet: it was on one side, and is on the other, over the sheet.
local function see(s, body)
    local sides = body.data.side
    for k, floor in ipairs(s.sheets) do
        local normal = floor.shape.rotation * vec(0, 1, 0)
        local height = (body.position - floor.position):dot(normal)
        local foot = collide.point(body.position - normal * height)
        local side = height > 0 and 1 or -1
        if math.abs(height) > 1e-6 then
            local through = sides[k] == -side and foot:distance(floor.shape) <= 1e-9
            s.leaks = s.leaks + (through and 1 or 0)
            sides[k] = side
        end
    end
end

function scenario.update(s, dt, p)
    for _, body in ipairs(things_of(s)) do
        local spin = collide.quat(vec(0, 1, 0), p.spin * dt * body.data.turns)
        body.shape = body.shape:rotated(spin)
        if body.position.y < -4 or math.random() < dt / 20 then drop(body) end
    end
    s.world:step(dt)
    for _, body in ipairs(things_of(s)) do see(s, body) end
end

function scenario.draw(s, draw)
    draw.text(("came through  %d"):format(s.leaks))
end

scenario.checks = {
    ["none has come through"] = function(s) return s.leaks == 0 end,
    ["none is deep in a sheet"] = function(s)
        return all(things_of(s), function(body)
            return all(s.sheets, function(floor)
                return body.shape:distance(floor.shape) > -1e-6
            end)
        end)
    end,
}
return scenario
