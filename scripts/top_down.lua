-- A game seen from above: hundreds of enemies walk to the player and keep off each other. The world
-- finds pairs that touch, the enemy to aim at and what a shot hits, and looks at few of their
-- 20,000 pairs. The player shoots by itself, and walks a circle until an arrow key is pressed.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Top down / 見下ろし型", params = { speed = { 1.5, min = 0, max = 6 },
    enemies = { 200, min = 0, max = 1000, step = 1 }, shots = { 12, min = 0, max = 60 } } }
scenario.about = {
    en = "Two hundred enemies walk to the player and keep off each other, while the player \z
        shoots at the nearest one. Pairs, the nearest body and a shot's hit are each one question \z
        to the world. Orange ones still overlap: a pair is pushed apart only once a step.",
    ja = "200の敵がプレイヤーに迫り、互いに押し合います。プレイヤーは最も近い敵を撃ちます。接\z
        触する組、最も近いもの、弾が当たるもののそれぞれが、ワールドへの1つの問いです。\z
        組は1ステップに1度だけ離されるので、押し戻されて\z
        まだ重なっているものは橙色です。",
}
local steering = { en = "walk", ja = "歩く" }
scenario.controls = { left = steering, right = steering, up = steering, down = steering }

-- As many enemies as the slider says, which stands between whole numbers, too.
local function fill(s, p)
    while #s.world < p.enemies do
        local away = vec(12 + 6 * math.random(), 0):rotated(2 * math.pi * math.random())
        s.world:add(collide.circle(s.player.position + away, 0.25 + 0.1 * math.random()))
    end
    for enemy in s.world:bodies() do
        if #s.world - 1 >= p.enemies then s.world:remove(enemy) end
    end
end

function scenario.load(p)
    local s = { player = collide.circle({ 0, 0 }, 0.4), world = collide.world { dim = 2 },
        shots = {}, wait = 0, time = 0, hits = 0, hurt = 0 }
    fill(s, p)
    return s
end

local function walk(s, way)
    for enemy in s.world:bodies() do
        local to = (s.player.position - enemy.position):normalized(vec(1, 0))
        enemy:move_to(enemy.position + to * way)
    end
    for a, b in s.world:pairs() do -- each goes half of the way out
        local contact = a:contact(b)
        if contact then
            a:move_to(a.position + contact.normal * (contact.depth / 2))
            b:move_to(b.position - contact.normal * (contact.depth / 2))
        end
    end
end

local function shoot(s, dt, p)
    local at, target = s.player.position, s.world:nearest(s.player.position, 1)[1]
    s.wait = s.wait - dt * p.shots
    if s.wait <= 0 and target then
        local aim = (target.position - at):normalized(vec(1, 0))
        s.shots[#s.shots + 1] = { at = at, motion = aim * 18 * dt, left = 90 }
        s.wait = 1
    end
    for i = #s.shots, 1, -1 do
        local shot = s.shots[i]
        local hit, enemy = s.world:raycast(shot.at, shot.motion, 1)
        shot.at, shot.left = shot.at + shot.motion, shot.left - 1
        if hit then s.hits = s.hits + 1 end
        if hit then s.world:remove(enemy) end
        if hit or shot.left == 0 then table.remove(s.shots, i) end
    end
end

function scenario.update(s, dt, p, input)
    local way = vec(input.axis("left", "right"), input.axis("down", "up"))
    s.time, s.steered = s.time + dt, s.steered or way:length() > 0
    if not s.steered then way = vec(1, 0):rotated(s.time / 2) end
    s.player:move(way * 3 * dt)
    walk(s, p.speed * dt)
    shoot(s, dt, p)
    fill(s, p)
    s.hurt = s.hurt + #s.world:overlap(s.player) * dt
end

function scenario.draw(s, draw)
    draw.style(s.player, "green")
    for _, shot in ipairs(s.shots) do draw.point(shot.at, "yellow") end
    draw.text(("hits %d   hurt %.1f"):format(s.hits, s.hurt))
end

scenario.checks = { ["none is lost"] = function(s, p) return #s.world == p.enemies end }
return scenario
