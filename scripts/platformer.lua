-- A platformer: a character that is moved by hand, with world:move_and_slide, among bodies that a
-- step moves. It stands on slopes of up to 45 degrees, climbs steps of 0.35, slides down what is
-- steeper, jumps up through ledges (one_way), and rides what it stands on (nothing to do).
local collide = require "collide"
local all, steer = require "lib.all", require "lib.steer"
local vec = collide.vec

local scenario = { title = "Platformer / 足場ゲーム", params = {
    hero = { "capsule", choices = { "capsule", "box", "ball" } },
    speed = { 4, min = 0, max = 20 }, jump = { 9, min = 0, max = 20 },
    gravity = { 24, min = 5, max = 50 },
} }
scenario.about = {
    en = "A character climbs slopes and stairs, jumps through one-way ledges and rides two \z
        lifts, all by `move_and_slide`. It plays by itself until you steer; the green arrow \z
        is the normal of the ground.",
    ja = "キャラクターが坂や階段を登り、一方通行の足場を跳び抜け、2台のリフトに乗ります。すべ\z
        て move_and_slide の働きです。操作するまでは自分で動きます。緑の矢印は地面の法線です。",
}
scenario.controls = {
    left = { en = "walk", ja = "歩く" },
    right = { en = "walk", ja = "歩く" },
    up = { en = "jump", ja = "跳ぶ" },
    down = { en = "stand", ja = "立ち止まる" },
}

local heroes = {
    capsule = collide.capsule(vec(0, 0.35), vec(0, 1.05), 0.35),
    box = collide.aabb(vec(-0.35, 0), vec(0.35, 1.4)), ball = collide.circle(vec(0, 0.5), 0.5),
}
local function block(x, y, width, height)
    return collide.aabb(vec(x, y), vec(x + width, y + height))
end
local ground = {
    block(-13, -1, 17.2, 1), block(9, -1, 2.4, 1), block(13.5, -1, 3.5, 1),
    block(-13, 0, 0.5, 5), block(16.5, 0, 0.5, 5),
    block(-5.2, 0, 3.2, 1.4), collide.polygon { vec(-2, 1.4), vec(0.42, 0), vec(-2, 0) },
    collide.polygon { vec(0.7, 0), vec(1.3, 1), vec(1.9, 0) }, -- too steep to climb
}
for i = 1, 4 do ground[#ground + 1] = block(-5.2 - 0.7 * i, 0, 0.7, 1.75 - 0.35 * i) end
local start = vec(-11, 0)

function scenario.load(p)
    local s = { world = collide.world { gravity = vec(0, -p.gravity) }, lifts = {}, ledges = {} }
    for _, shape in ipairs(ground) do s.world:add(shape) end
    for i = 1, 5 do
        local at = i < 4 and vec(-10.5 + 2 * i, 1.2 * i + 0.1) or vec(13.6, 1.4 * i - 4.2)
        s.ledges[i] = s.world:add(block(at.x, at.y, i < 4 and 1.6 or 2.9, 0.15),
            { one_way = vec(0, 1), data = "ledge" })
    end
    local function lift(shape, way) s.lifts[#s.lifts + 1] = s.world:add(shape, { data = way }) end
    lift(block(4.2, -0.3, 2, 0.3), vec(2.8, 0))
    lift(block(11.4, -0.3, 2.1, 0.3), vec(0, 2.95))
    s.hero = s.world:add(heroes[p.hero]:moved(start), { response = "pass" }) -- steps leave it alone
    s.velocity, s.heading, s.time, s.falls, s.blocked = vec(0, 0), 1, 0, 0, 0
    return s
end

-- What a player would do: walk on, jump at walls, wait for lifts, turn round at the ends.
local function play(s)
    local x = s.hero.position.x
    if x > 15.8 then s.heading = -1 elseif x < -12 then s.heading = 1 end
    local ahead = s.hero.position + vec(s.heading * 0.6, 0)
    local rises = s.heading > 0 and s.on == s.lifts[2].data and s.lifts[2].velocity.y > 0
    local safe = not s.on or (not rises and s.world:raycast(ahead, vec(0, -1), 2))
    return safe and s.heading or 0, s.blocked > 8
end

function scenario.update(s, dt, p, input)
    s.time = s.time + dt
    for _, lift in ipairs(s.lifts) do lift.velocity = lift.data * (0.5 * math.sin(s.time)) end
    s.world:step(dt)
    local keys = steer(s, input)
    local walk, jump = play(s)
    if keys then walk, jump = keys.x, keys.z < 0 end
    local fall = s.velocity.y - p.gravity * dt
    if jump and s.on then fall = p.jump end
    s.velocity = vec(walk * p.speed, fall)
    local _, _, hits, stands, floor = s.world:move_and_slide(s.hero, s.velocity * dt,
        { step_height = 0.35, snap = fall > 0 and 0 or 0.2 })
    local blocked = false
    for _, met in ipairs(hits) do
        if met.hit.normal.y < -0.5 and fall > 0 then fall = 0 end
        blocked = blocked or met.hit.normal.x * walk < -0.7
    end
    s.blocked = blocked and s.blocked + 1 or 0
    s.velocity, s.stands = vec(s.velocity.x, stands and 0 or fall), stands
    s.on = floor and (floor.data or "ground")
    if s.hero.position.y < -8 then
        s.hero.position, s.velocity, s.falls = start + vec(0, 1), vec(0, 0), s.falls + 1
    end
end

function scenario.draw(s, draw)
    local on = type(s.on) == "string" and "on the " .. s.on or "on a lift"
    draw.text(s.on and on or "in the air")
    draw.text(("falls  %d"):format(s.falls))
    if s.stands then draw.arrow(s.stands.point, s.stands.point + s.stands.normal * 0.8, "green") end
end

scenario.checks = {
    ["in nothing but ledges"] = function(s)
        return all(s.world:overlap(s.hero), function(body)
            return body.data == "ledge" or s.hero.shape:distance(body.shape) > -1e-9
        end)
    end,
}
return scenario
