-- Pinball: a ball among bumpers and two flippers, capsules that turn about their pivots.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Pinball / ピンボール", params = {
    gravity = { 20, min = 1, max = 50 },
    speed = { 11, min = 0, max = 40 }, -- of the flippers, in radians a second
} }
scenario.about = {
    en = "A ball among bumpers and two flippers, which turn within the frame: the ball leaves \z
        them with the speed of the point that it hits. They play by themselves when the ball is \z
        near; no speed gets the ball off the table.",
    ja = "バンパーと2つのフリッパーの間を球が跳ねます。フリッパーはフレームの中でも回り続け、球は当\z
        たった点の速さを受け取ります。球が近づけば自分で打ちます。どんな速さでも球は台から出ませ\z
        ん。",
}
scenario.controls = {
    left = { en = "raise the left flipper", ja = "左のフリッパーを上げる" },
    right = { en = "raise the right flipper", ja = "右のフリッパーを上げる" },
}

local LOW, HIGH = -0.5, 0.5 -- the angles between which a flipper turns

local function flipper(world, side)
    local pivot = vec(side * 3.2, -7)
    local reach = vec(-side * math.cos(LOW), math.sin(LOW)) * 2.3
    return { side = side, angle = LOW, body = world:add(
        collide.capsule(pivot, pivot + reach, 0.3), { pivot = pivot, restitution = 0.5 }) }
end

function scenario.load(p)
    local world = collide.world { gravity = vec(0, -p.gravity) }
    local s = { world = world, score = 0, lost = 0, flippers = {} }
    s.ball = world:add(collide.circle(vec(0.7, 8), 0.35),
        { mass = 1, velocity = vec(3, 0), restitution = 0.7 })
    for i, at in ipairs { vec(-2.5, 4), vec(2.5, 4), vec(0, 1), vec(-3, -1), vec(3, -1) } do
        world:add(collide.circle(at, 0.8), { data = "bumper", restitution = i > 3 and 0.6 or 1 })
    end
    for _, side in ipairs { -1, 1 } do
        world:add(collide.plane(vec(-side, 0), -6))
        world:add(collide.capsule(vec(side * 5.79, -4.775), vec(side * 3.6, -6.6), 0.2))
        s.flippers[#s.flippers + 1] = flipper(world, side)
    end
    world:add(collide.plane(vec(0, -1), -10))
    return s
end

function scenario.update(s, dt, p, input)
    for _, f in ipairs(s.flippers) do
        local near = s.ball.position:distance(f.body.pivot) < 2.8 and s.ball.velocity.y < 0
        local up = input.down(f.side < 0 and "left" or "right") or near
        local angle = f.angle + (up and p.speed or -p.speed / 2) * dt
        angle = math.max(LOW, math.min(HIGH, angle))
        f.body.spin, f.angle = -f.side * (angle - f.angle) / dt, angle
    end
    s.world:step(dt)
    for event in s.world:events() do
        if event.kind == "hit" and event.b.data == "bumper" then s.score = s.score + 10 end
    end
    if s.ball.position.y < -9 then
        s.ball.position, s.ball.velocity, s.lost = vec(0.7, 8), vec(3, 0), s.lost + 1
    end
end

-- From below the flippers up to the ball: soon as high as that needs, slowly less.
function scenario.camera(s, view)
    local low, top = -8.5, math.min(math.max(2.5, s.ball.position.y + 2), 10.2)
    local more = top - low - view.height
    view.height, view.width = view.height + more * (more > 0 and 0.2 or 0.015), 12.5
    view.center = vec(0, low + view.height / 2)
end

function scenario.draw(s, draw)
    draw.style(s.ball, { trail = 0.4 })
    draw.text(("score  %d"):format(s.score))
    draw.text(("lost   %d"):format(s.lost))
end

scenario.checks = {
    ["the ball is on the table"] = function(s)
        local p = s.ball.position
        return math.abs(p.x) <= 6 and p.y <= 10
    end,
}
return scenario
