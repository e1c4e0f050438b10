-- Billiards: a ball breaks a triangle of fifteen. All hits of a step are found in order of time,
-- so the break spreads as it should, whatever the length of the step. Without friction and with
-- restitution 1 the table would be a gas in 2D; with less, the balls come to rest by and by.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Billiard / ビリヤード", params = {
    speed = { 8, min = 0, max = 200 },
    aim = { 0.01, min = -0.2, max = 0.2 },
    restitution = { 0.95, min = 0, max = 1 },
} }
scenario.about = {
    en = "A ball breaks a triangle of fifteen. Every hit within a step is found in the order \z
        of time, so the break spreads as it should however fast the shot is: try speed 200, \z
        or aim 0 and see how long the halves mirror each other.",
    ja = "手球が15個の球の三角形を崩します。1ステップの中の衝突をすべて時刻の順に見つけるので、\z
        どれほど速く撞いても崩れ方は正しく広がります。speed を 200 に、または aim を 0 にして、\z
        左右の対称がいつまで続くか見てください。",
}

local radius, long, wide = 0.286, 12.7, 6.35 -- tenths of metres: 57.2 mm balls, a nine-foot table

function scenario.load(p)
    local world = collide.world { dim = 2 }
    local function ball(at, velocity)
        return world:add(collide.circle(at, radius),
            { mass = 1, velocity = velocity, restitution = p.restitution })
    end
    local cue = ball(vec(-long / 2, 0), vec(math.cos(p.aim), math.sin(p.aim)) * p.speed * 10)
    for row = 0, 4 do
        for i = 0, row do
            ball(vec(long / 2 + row * radius * math.sqrt(3.02), (2 * i - row) * radius * 1.002),
                vec(0, 0))
        end
    end
    for _, side in ipairs { -1, 1 } do
        world:add(collide.plane(vec(side, 0), -long))
        world:add(collide.plane(vec(0, side), -wide))
    end
    return { world = world, cue = cue, hits = 0, energy = 0 }
end

local function energy(s)
    local sum = 0
    for body in s.world:bodies() do
        if body.mass == 1 then sum = sum + body.velocity:length2() / 2 end
    end
    return sum
end

function scenario.update(s, dt)
    s.before = energy(s)
    s.hits = s.hits + s.world:step(dt)
    s.energy = energy(s)
end

function scenario.draw(s, draw)
    for body in s.world:bodies() do draw.style(body, { trail = 0.2 }) end
    draw.style(s.cue, { color = "yellow", trail = 0.5 })
    draw.text(("hits    %d"):format(s.hits))
    draw.text(("energy  %.1f"):format(s.energy))
    if s.before then draw.plot("energy", s.energy, { unit = "J" }) end
end

scenario.checks = {
    ["energy never grows"] = function(s)
        return not s.before or s.energy <= s.before * (1 + 1e-12)
    end,
    ["no two balls overlap"] = function(s)
        for a, b in s.world:pairs() do
            if a.mass == 1 and a.shape:distance(b.shape) < -1e-9 then return false end
        end
        return true
    end,
}
return scenario
