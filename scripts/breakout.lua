-- Breakout. The world finds every hit of a step, so the ball passes no brick at any speed. Arrow
-- keys or the mouse move the paddle, which plays by itself until then; Space begins anew.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Breakout / ブロック崩し", keys = { "space" },
    params = { speed = { 9, min = 1, max = 100 }, paddle = { 3, min = 1, max = 12 } } }
scenario.about = {
    en = "A game: the ball breaks bricks, and the world finds every hit of a step, so no \z
        brick is passed at any speed. The paddle plays by itself until you take it.",
    ja = "ブロック崩しです。1ステップ中の衝突をすべて見つけるので、どんな速さでも球がブロック\z
        をすり抜けることはありません。操作するまではパドルが自分で遊びます。",
}
scenario.controls = {
    left = { en = "move the paddle", ja = "パドルを動かす" },
    right = { en = "move the paddle", ja = "パドルを動かす" },
    mouse = { en = "move the paddle", ja = "パドルを動かす" },
    space = { en = "begin anew", ja = "最初から" },
}
local half, top, radius = 8, 12, 0.25 -- of the room, and of ball and paddle
local rows = { "red", "orange", "yellow", "green", "cyan", "blue" }

local function serve(s)
    s.lives = s.lives - 1
    s.ball:move_to { s.paddle.position.x, 1.2 }
    s.ball.velocity = vec(math.random() - 0.5, 1) -- its length is set in every step
end

function scenario.load()
    local s = { world = collide.world { dim = 2 }, bricks = 60, score = 0, lives = 4, aim = 0 }
    s.ball = s.world:add(collide.circle({ 0, 1.2 }, radius), { mass = 1 }) -- first: a of each event
    s.paddle = s.world:add(collide.circle({ 0, 0.5 }, radius)) -- update makes it as long as it is
    for side = -1, 1, 2 do s.world:add(collide.plane({ -side, 0 }, -half)) end
    s.world:add(collide.plane({ 0, -1 }, -top))
    for i = 0, s.bricks - 1 do -- ten in a row
        local at = { 1.6 * (i % 10 - 4.5), top - 1.6 - 0.6 * (i // 10) }
        s.world:add(collide.box(at, { 0.75, 0.25 }), { data = i // 10 + 1 })
    end
    serve(s)
    return s
end

-- Where the paddle is to go. s.player: "keys" or "mouse", what moved it last.
local function goal(s, dt, p, input)
    local push = input.axis("left", "right")
    s.player = push ~= 0 and "keys" or input.mouse.moved and "mouse" or s.player
    if s.player == "keys" then return s.paddle.position.x + push * 15 * dt end
    return s.player == "mouse" and input.mouse.x or s.ball.position.x + s.aim * p.paddle
end

function scenario.update(s, dt, p, input)
    if input.pressed("space") then
        for name, value in pairs(scenario.load()) do s[name] = value end
    end
    local at, room, reach = s.paddle.position, half - p.paddle / 2, vec(p.paddle / 2 - radius, 0)
    local to = math.max(-room, math.min(room, goal(s, dt, p, input)))
    s.paddle.shape = collide.capsule(at - reach, at + reach, radius)
    s.paddle.velocity = vec((to - at.x) / dt, 0) -- so it hits what it sweeps over
    s.ball.velocity = s.ball.velocity:normalized(vec(0, 1)) * p.speed
    if s.bricks == 0 or s.lives == 0 then return end
    s.world:step(dt)
    for event in s.world:events() do
        local what = event.kind == "hit" and event.b
        if what == s.paddle and event.normal.y > 0 then
            s.ball.velocity = vec(2 * (s.ball.position.x - what.position.x) / p.paddle, 1)
            s.aim = 0.8 * (math.random() - 0.5) -- where the next ball is to be hit by itself
        elseif what and what.data then
            s.bricks, s.score = s.bricks - 1, s.score + 10 * (7 - what.data)
            s.world:remove(what)
        end
    end
    if s.ball.position.y < -1 then serve(s) end
end

-- A picture that stays: the mouse is told in the world, so it would move with the picture.
function scenario.camera(_, view) view.center, view.height = vec(0, top / 2), top + 4 end

function scenario.draw(s, draw)
    for body in s.world:bodies() do if body.data then draw.style(body, rows[body.data]) end end
    draw.style(s.ball, { trail = 0.4 })
    draw.text(("score %d   lives %d"):format(s.score, s.lives))
    local over = s.bricks == 0 and "won" or s.lives == 0 and "lost"
    if over then draw.text({ -2.5, 4 }, over .. ": Space begins a new game") end
end

scenario.checks = { ["the ball is in the room, and each brick there or paid"] = function(s)
    local sum, at = s.score, s.ball.position
    for body in s.world:bodies() do sum = sum + (body.data and 10 * (7 - body.data) or 0) end
    return sum == 2100 and #s.world == s.bricks + 5 and math.abs(at.x) < half and at.y < top
end }
return scenario
