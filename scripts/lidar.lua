-- A robot that sees by rays alone. In every step it sends some hundred of them around itself; where
-- they end is all it knows of the room. Between two neighbours at the angle d lies a triangle of
-- the area r1 r2 sin(d) / 2, and their sum is what it sees of the floor. It turns to where it is
-- free, as little as it must, and people walk about. An arrow key steers it for two seconds.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Lidar / ライダー", params = {
    rays = { 500, min = 16, max = 1000, step = 1 },
    reach = { 9, min = 2, max = 30 },
    speed = { 2, min = 0, max = 8 },
} }
scenario.about = {
    en = "A robot sees a room by rays alone and turns to where it is free. The region is \z
        what it knows: yellow up to a hit, blue where a ray ends in the open. With 16 rays, \z
        what does it pass without seeing it?",
    ja = "ロボットがレイだけで部屋を見て、空いているほうへ曲がります。塗られた領域が知ってい\z
        ることのすべてで、黄は何かに当たるまで、青はどこにも当たらなかったところです。rays を\z
         16 にすると、何を見落とすでしょうか。",
}
scenario.controls = {
    left = { en = "turn left", ja = "左に曲がる" },
    right = { en = "turn right", ja = "右に曲がる" },
}

function scenario.load()
    local s = { robot = collide.circle({ -6, 0 }, 0.4), heading = 0, steered = 0, area = 0,
        walls = { collide.aabb({ -10, -7 }, { 10, -6.5 }), collide.aabb({ -10, 6.5 }, { 10, 7 }),
            collide.aabb({ -10.5, -7 }, { -10, 7 }), collide.aabb({ 10, -7 }, { 10.5, 7 }) },
        boxes = {}, people = {}, ways = {} }
    for i = 1, 8 do
        local at = vec(-7 + 4.6 * ((i - 1) % 4), i <= 4 and -3.4 or 3.2)
        s.boxes[i] = collide.box(at, { 0.4 + math.random(), 0.5 }, 3 * math.random())
    end
    for i = 1, 5 do
        s.people[i] = collide.circle({ 3.5 * i - 10, 0.6 * (i % 3) - 0.6 }, 0.3)
        s.ways[i] = vec(1, 0):rotated(2 * i)
    end
    return s
end

local function obstacles(s)
    local list = table.move(s.boxes, 1, #s.boxes, #s.walls + 1, { table.unpack(s.walls) })
    return table.move(s.people, 1, #s.people, #list + 1, list)
end

local function walk(s, dt)
    for i, person in ipairs(s.people) do
        local _, _, hits = collide.move_and_slide(person, s.ways[i] * dt, obstacles(s))
        if hits[1] then s.ways[i] = s.ways[i]:reflect(hits[1].hit.normal):rotated(0.3) end
    end
end

function scenario.update(s, dt, p, input)
    walk(s, dt)
    local list, free, best, turn = obstacles(s), {}, -math.huge, 0
    for i = 1, p.rays do -- the first one straight ahead
        local angle = 2 * math.pi * (i - 1) / p.rays
        local direction = vec(1, 0):rotated(s.heading + angle)
        local hit = collide.raycast_all(s.robot.position, direction, list, p.reach)[1]
        free[i] = hit and hit.t or p.reach
        local value = free[i] - 2 * math.min(angle, 2 * math.pi - angle)
        if value > best then best, turn = value, i == 1 and 0 or angle < math.pi and 1 or -1 end
    end
    s.area = 0
    for i, r in ipairs(free) do
        s.area = s.area + r * free[i % #free + 1] * math.sin(2 * math.pi / p.rays) / 2
    end
    local key = input.axis("right", "left")
    s.steered = key ~= 0 and 2 or s.steered - dt
    s.heading = s.heading + (s.steered > 0 and key or turn) * 2 * dt
    local speed = math.min(p.speed, 2 * (math.min(free[1], free[2], free[#free]) - 0.4))
    collide.move_and_slide(s.robot, vec(1, 0):rotated(s.heading) * speed * dt, list)
end

function scenario.draw(s, draw)
    draw.style(s.robot, "green")
    draw.arrow(s.robot.position, s.robot.position + vec(0.9, 0):rotated(s.heading), "green")
    draw.text(("sees %5.1f of 260 square metres"):format(s.area))
    draw.plot("area", s.area, { unit = "m²" })
end

scenario.checks = {
    ["it runs into nothing"] = function(s)
        return #collide.overlap_all(s.robot, obstacles(s)) == 0
    end,
    ["it sees no more than there is"] = function(s) return s.area <= 260 end,
}
return scenario
