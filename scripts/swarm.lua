-- Ten thousand spheres in a room, each of which bounces off all others and the walls: a step finds
-- every hit in the order of time. The ray that turns asks the same world.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Swarm / 群れ", view = "orbit", params = {
    count = { 10000, min = 100, max = 10000, step = 1 },
    speed = { 4, min = 0, max = 100 },
} }
scenario.about = {
    en = "Ten thousand spheres bounce in a room, every hit of a step found in the order of \z
        time, and a turning ray asks the same world. Raise the speed and watch the time that \z
        a frame takes.",
    ja = "部屋の中で1万個の球が跳ね、1ステップ中の衝突をすべて時刻の順に見つけます。回るレイ\z
        も同じ世界に尋ねます。speed を上げて、1フレームにかかる時間を見てください。",
}

function scenario.load(p)
    local world = collide.world { dim = 3 }
    local side = math.ceil(p.count ^ (1 / 3))
    local half = side * 1.2
    for i = 0, p.count - 1 do
        local at = vec(i % side, i // side % side, i // side ^ 2) * 2.4
        local v = vec(math.random() - 0.5, math.random() - 0.5, math.random() - 0.5)
        world:add(collide.sphere(at - vec(1, 1, 1) * (half - 1.2), 0.2 + 0.3 * math.random()),
            { mass = 1, velocity = v * p.speed })
    end
    for _, n in ipairs { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) } do
        world:add(collide.plane(n, -half))
        world:add(collide.plane(-n, -half))
    end
    return { world = world, half = half, time = 0, hits = 0 }
end

function scenario.update(s, dt)
    s.time = s.time + dt
    s.hits = s.world:step(dt)
    local direction = vec(math.cos(s.time), 0.2, math.sin(s.time))
    s.hit = s.world:raycast(vec(0, 0, 0), direction)
end

function scenario.draw(s, draw)
    draw.text(("bodies   %d"):format(#s.world))
    draw.text(("hits     %d"):format(s.hits))
    draw.text(s.hit and ("the ray goes %.2f"):format(s.hit.t) or "")
end

scenario.checks = {
    ["none is outside"] = function(s)
        for body in s.world:bodies() do
            local p = body.position
            local far = math.max(math.abs(p.x), math.abs(p.y), math.abs(p.z))
            if body.mass == 1 and far > s.half then return false end
        end
        return true
    end,
    ["the ray always ends"] = function(s) return s.time == 0 or s.hit ~= nil end,
}
return scenario
