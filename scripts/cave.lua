-- A level in one compound: rock with a cave in it, which is a hole of its outline, a bowl of stone,
-- and slabs of ice, mud and moss. `hit.part` says on which of its parts a character stands, and so
-- how it walks there; raycast_all sees every layer of ground below it.
local collide = require "collide"
local all, steer = require "lib.all", require "lib.steer"
local vec = collide.vec

local scenario = { title = "Cave / 洞窟", params = {
    speed = { 4, min = 0, max = 20 }, jump = { 10, min = 0, max = 20 },
    gravity = { 20, min = 5, max = 50 },
} }
scenario.about = {
    en = "Rock with a cave in it, a concave polygon with a hole, is one compound with a bowl and \z
        slabs of ice, mud and moss. The part of it on which the capsule stands is outlined, and \z
        says how it walks there. The ray sees each layer of ground below.",
    ja = "洞窟のある岩(穴のある凹多角形)と鉢、氷・泥・苔の板が1つの複合形状です。カプセルが立\z
        っている部分が縁取られ、歩き方を決めます。光線は足元の地面の層をすべて見ます。",
}
scenario.controls = {
    left = { en = "walk", ja = "歩く" },
    right = { en = "walk", ja = "歩く" },
    up = { en = "jump", ja = "跳ぶ" },
    down = { en = "stand", ja = "立ち止まる" },
}

local frame = { vec(-14, -7), vec(14, -7), vec(14, 9), vec(-14, 9) }
local cave = { vec(-12, -2), vec(-8, -2), vec(-6, -4), vec(-1, -4), vec(1, -2.6), vec(4, -2.6),
    vec(6, -4.5), vec(10, -4.5), vec(12, -3), vec(12, 3), vec(9, 5), vec(6, 2), vec(3, 6),
    vec(-2, 6.5), vec(-4, 3), vec(-7, 5.5), vec(-11, 4) }
local bowl = { vec(-3, -0.4), vec(2, -0.4), vec(2, 1), vec(1.4, 0.2), vec(-2.4, 0.2), vec(-3, 1) }
local grounds = { -- by how much walking and standing change the speed in a second
    rock = { grip = 20, speed = 1 }, bowl = { grip = 20, speed = 1 }, ice = { grip = 1, speed = 1 },
    mud = { grip = 20, speed = 0.3 }, moss = { grip = 20, speed = 1, springs = 1.2 },
}

-- The level, and of each of its parts what it is made of.
local function build()
    local shapes, made_of = {}, {}
    local function add(name, shape)
        shapes[#shapes + 1] = shape
        for _ = 1, #(shape.shapes or { shape }) do made_of[#made_of + 1] = name end
    end
    add("rock", collide.outline(frame, { cave }))
    add("bowl", collide.outline(bowl))
    add("ice", collide.aabb(vec(-5.2, -4), vec(-2, -3.85)))
    add("mud", collide.aabb(vec(6.4, -4.5), vec(9.6, -4.3)))
    add("moss", collide.aabb(vec(1.6, -2.6), vec(3.4, -2.5)))
    return collide.compound(shapes), made_of
end

function scenario.load()
    local s = { hero = collide.capsule(vec(-10, -1.6), vec(-10, -0.9), 0.35), heading = 1,
        velocity = vec(0, 0), blocked = 0, trod = {} }
    s.level, s.made_of = build()
    return s
end

-- Walks to and fro until it is steered, and jumps where something blocks the way.
local function play(s)
    local x = s.hero.a.x
    if x > 10.6 then s.heading = -1 elseif x < -11 then s.heading = 1 end
    return s.heading, s.blocked > 8
end

function scenario.update(s, dt, p, input)
    local keys, walk, jump = steer(s, input), play(s)
    if keys then walk, jump = keys.x, keys.z < 0 end
    local ground = grounds[s.under or "rock"]
    local wish = walk * p.speed * ground.speed
    local across = s.velocity.x + (wish - s.velocity.x) * math.min(1, ground.grip * dt)
    local up = s.velocity.y - p.gravity * dt
    if s.under and (jump or ground.springs) then up = p.jump * (ground.springs or 1) end
    local moved, _, hits, stands = collide.move_and_slide(s.hero, vec(across, up) * dt, s.level,
        { step_height = 0.25, snap = up > 0 and 0 or 0.2 })
    s.stands, s.under = stands, stands and s.made_of[stands.part]
    if s.under then s.trod[s.under] = true end
    local slow = math.abs(moved.x) < 0.2 * math.abs(across * dt)
    s.blocked = s.under and slow and s.blocked + 1 or 0
    for _, met in ipairs(hits) do if met.hit.normal.y < -0.5 then up = math.min(up, 0) end end
    s.velocity = vec(across, stands and 0 or up)
    s.layers = collide.raycast_all(s.hero.a, vec(0, -1), s.level, 12)
end

function scenario.draw(s, draw)
    draw.text(s.under and "on " .. s.under or "in the air")
    local depth = 0
    for _, hit in ipairs(s.layers or {}) do depth = depth + hit.exit - hit.enter end
    draw.text(("ground  %.1f in %d parts"):format(depth, #(s.layers or {})))
    if s.stands then draw.arrow(s.stands.point, s.stands.point + s.stands.normal * 0.8, "green") end
end

scenario.checks = {
    ["never in the ground"] = function(s) return s.hero:distance(s.level) > -1e-9 end,
    ["layers are in order"] = function(s)
        local last = 0
        return all(s.layers or {}, function(hit)
            local ordered = hit.t >= last
            last = hit.t
            return ordered and s.made_of[hit.part] ~= nil
        end)
    end,
}
return scenario
