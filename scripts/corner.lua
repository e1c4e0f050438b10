-- Sliding into corners. What hits a surface keeps the part of its motion along it; between two
-- surfaces that is the edge where they meet, in a corner of three nothing. The step finds all three
-- hits on the way, however long it is.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Corner / 隅", view = "orbit", params = {
    speed = { 6, min = 0, max = 1000 },
    lean = { 0.3, min = -0.5, max = 0.5 },
} }
scenario.about = {
    en = "Three balls slide along a wall, along an edge and into a corner of three planes. \z
        Raise the speed to 1000, where all of that happens within one step and nothing \z
        sticks or leaks.",
    ja = "3つの球が、壁に沿い、稜線に沿い、3平面の隅へと滑ります。speed を 1000 にすると、そ\z
        のすべてが1ステップの中で起こりますが、引っかかりも、すり抜けもしません。",
}
local steering = { en = "push the balls", ja = "球を押す" }
scenario.controls = { left = steering, right = steering, up = steering, down = steering }

function scenario.load(p)
    local world, balls = collide.world { dim = 3 }, {}
    for i, dimensions in ipairs { 1, 2, 3 } do
        local v = vec(-1, dimensions > 1 and -0.7 or 0, dimensions > 2 and -0.5 or 0) * p.speed
        balls[i] = world:add(collide.sphere(vec(3 + i, 5 + i, 21 - 4 * i), 0.7),
            { mass = 1, velocity = v, response = "slide" })
    end
    local walls = { world:add(collide.plane(vec(1, 0, 0), 0)),
        world:add(collide.plane(vec(-p.lean, 1, 0), 0)),
        world:add(collide.plane(vec(-p.lean, -p.lean, 1), 0)) }
    return { world = world, balls = balls, walls = walls, hits = 0, speed = 0 }
end

local function speed(s)
    local most = 0
    for _, ball in ipairs(s.balls) do most = math.max(most, ball.velocity:length()) end
    return most
end

function scenario.update(s, dt, p, input)
    local push = vec(input.axis("left", "right"), 0, input.axis("up", "down"))
    for _, ball in ipairs(s.balls) do ball.velocity = ball.velocity + push * (p.speed * dt) end
    s.before, s.pushed = speed(s), push:length() > 0
    s.hits = s.hits + s.world:step(dt)
end

function scenario.draw(s, draw)
    for i, ball in ipairs(s.balls) do
        draw.arrow(ball.position, ball.position + ball.velocity * 0.3)
        draw.text(("ball %d  speed %.3f"):format(i, ball.velocity:length()))
    end
end

scenario.checks = {
    ["none is in a wall"] = function(s)
        for _, ball in ipairs(s.balls) do
            for _, wall in ipairs(s.walls) do
                if ball.shape:distance(wall.shape) < -1e-9 then return false end
            end
        end
        return true
    end,
}
return scenario
