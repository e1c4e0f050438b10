-- Things that fall on each other and come to rest. In a heap, a hit no faster than gravity makes in
-- a step does not bounce; what lies on each other has accelerations at which nothing closes, and no
-- hits at all. Bodies do not turn and nothing is rough, so that round ones slip
-- down. Arrow keys move the heavy ball.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Pile / 山", params = {
    count = { 40, min = 1, max = 1000, step = 1 },
    restitution = { 0.3, min = 0, max = 1 },
    gravity = { 10, min = 0, max = 50 },
} }
scenario.about = {
    en = "Balls, boxes and capsules fall on each other and come to rest. Lift the heavy ball \z
        out of the pile, or set the restitution to 1, where nothing ever rests.",
    ja = "球と箱とカプセルが落ちて重なり、やがて静まります。重い球を山から持ち上げたり、\z
        restitution を 1 にして決して静まらない山を見たりできます。",
}
scenario.controls = {
    left = { en = "push the heavy ball", ja = "重い球を押す" },
    right = { en = "push the heavy ball", ja = "重い球を押す" },
    up = { en = "lift the heavy ball", ja = "重い球を持ち上げる" },
    down = { en = "press it down", ja = "押し下げる" },
}

local make = {
    function(at, size) return collide.circle(at, size) end,
    function(at, size) return collide.aabb(at - vec(1, 0.8) * size, at + vec(1, 0.8) * size) end,
    function(at, size) return collide.capsule(at - vec(size, 0), at + vec(size, 0), size * 0.5) end,
}

-- The room is 10 wide, and wider for more than there is room for.
local function half_of(count) return 5 * math.max(1, math.sqrt(count / 150)) end

function scenario.load(p)
    local world, half = collide.world { gravity = vec(0, -p.gravity) }, half_of(p.count)
    local columns = 7 * half // 5
    world:add(collide.plane(vec(0, 1), -5))
    for side = -1, 1, 2 do world:add(collide.plane(vec(side, 0), -half)) end
    for i = 1, p.count do
        local column = i % columns - columns // 2
        local at, size = vec(column + 0.1 * math.random(), i // columns - 3) * 1.2,
            0.3 + 0.15 * math.random()
        world:add(make[i % 3 + 1](at, size),
            { mass = size ^ 2, restitution = p.restitution })
    end
    local heavy = world:add(collide.circle(vec(0, p.count // columns * 1.2 - 1), 0.8),
        { mass = 5, restitution = p.restitution })
    return { world = world, heavy = heavy, half = half, hits = 0, stalled = 0 }
end

function scenario.update(s, dt, p, input)
    local push = vec(input.axis("left", "right"), 2 * input.axis("down", "up"))
    s.heavy.velocity = s.heavy.velocity + push * (p.gravity * dt)
    s.hits, s.stalled = s.world:step(dt)
end

local function fastest(s)
    local most = 0
    for body in s.world:bodies() do most = math.max(most, body.velocity:length()) end
    return most
end

-- The room from wall to wall, softly as high as what is in it.
function scenario.camera(s, view)
    local top = 1
    for body in s.world:bodies() do
        if body.mass < math.huge then top = math.max(top, body.shape:bounds().max.y + 0.5) end
    end
    view.width, view.height = 2 * s.half + 0.6, view.height + (top + 5.3 - view.height) * 0.05
    view.center = vec(0, view.height / 2 - 5.3)
end

function scenario.draw(s, draw)
    draw.text(("hits       %d"):format(s.hits))
    draw.text(("stopped    %d"):format(s.stalled))
    draw.plot("fastest", fastest(s), { unit = "m/s" })
end

scenario.checks = {
    ["nothing overlaps"] = function(s)
        for a, b in s.world:pairs() do
            local walls = a.mass == math.huge and b.mass == math.huge
            if not walls and a.shape:distance(b.shape) < -1e-8 then return false end
        end
        return true
    end,
    ["none is outside"] = function(s)
        for body in s.world:bodies() do
            local at = body.mass < math.huge and body.position or vec(0, 0)
            if at.y < -5 or math.abs(at.x) > s.half then return false end
        end
        return true
    end,
}
return scenario
