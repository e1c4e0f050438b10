-- Ten balls fall side by side, each with another restitution. Between two hits the height is a
-- parabola, after each the speed is e times what it was, so the n-th flight takes e times as long
-- as the one before, and what bounces ever less rests at the limit of a geometric series. The line
-- is that closed form, drawn from nothing but e and the time; the balls are moved by world:step.
local collide = require "collide"
local all, near = require "lib.all", require "lib.near"
local vec = collide.vec

local scenario = { title = "Bounce study / 反発の研究", params = {
    height = { 5, min = 0.5, max = 10 },
    gravity = { 10, min = 1, max = 50 },
    lowest = { 0.5, min = 0, max = 1 },
} }
scenario.about = {
    en = "Ten balls with ten restitutions fall from one height, and follow the closed form's \z
        curve, which trails to the left of them: hits at the right times, tops at the \z
        right heights, and rest where the geometric series ends.",
    ja = "反発係数の違う10個の球が同じ高さから落ち、左へ流れる閉じた式の曲線をたどります。\z
        衝突の時刻も頂点の高さも正しく、等比級数の極限で静止します。",
}

local balls, radius, wide = 10, 0.25, 1.6 -- wide: of a lane
local seconds = 1.25 -- of the curve in a lane

-- How high above the ground a ball is that was dropped from h at time 0, and its speed up.
local function closed_form(h, g, e, t)
    local fall = math.sqrt(2 * h / g)
    if t < fall then return h - g * t * t / 2, -g * t end
    local speed, left = g * fall * e, t - fall
    if e < 1 and left >= 2 * speed / g / (1 - e) then return 0, 0 end
    while left >= 2 * speed / g do
        left = left - 2 * speed / g
        speed = speed * e
    end
    return speed * left - g * left * left / 2, speed - g * left
end

function scenario.load(p)
    local s = { world = collide.world { gravity = vec(0, -p.gravity) }, time = 0, lanes = {} }
    s.floor = s.world:add(collide.plane(vec(0, 1), 0))
    for i = 1, balls do
        local x = (i - (balls + 1) / 2) * wide
        local e = p.lowest + (1 - p.lowest) * (i - 1) / (balls - 1)
        s.lanes[i] = { x = x, e = e, ball = s.world:add(
            collide.circle(vec(x, p.height + radius), radius), { mass = 1, restitution = e }) }
    end
    return s
end

function scenario.update(s, dt)
    s.world:step(dt)
    s.time = s.time + dt
end

function scenario.camera(_, view)
    view.center, view.width = vec(0, 2.4), balls * wide + 1
end

function scenario.draw(s, draw, p)
    draw.line({ vec(-balls * wide / 2, 0), vec(balls * wide / 2, 0) }, "gray")
    for _, lane in ipairs(s.lanes) do
        local curve = {}
        for i = 0, 60 do -- from the present on the ball to the past at the lane's left edge
            local ago = i / 60 * seconds
            if ago > s.time then break end
            curve[#curve + 1] = vec(lane.x - ago / seconds * wide * 0.8,
                radius + closed_form(p.height, p.gravity, lane.e, s.time - ago))
        end
        if #curve > 1 then draw.line(curve, "orange") end
        draw.style(lane.ball, { unnamed = true })
        draw.text(vec(lane.x - 0.3, -0.4), ("e %.2f"):format(lane.e))
        local rests = lane.ball.velocity == vec(0, 0) and s.time > 0
        draw.text(vec(lane.x - 0.3, -0.8), rests and "at rest" or "", "gray")
    end
    draw.text(("time  %.2f"):format(s.time))
end

scenario.checks = {
    ["each ball is on its curve"] = function(s, p)
        return all(s.lanes, function(lane)
            local h, v = closed_form(p.height, p.gravity, lane.e, s.time)
            local slack = 2e-6 * p.height
            local height = lane.ball.position.y - radius
            local of_speed = 1e-5 * math.sqrt(p.height * p.gravity)
            return near(height, h, slack) and (h < 1e-3 or near(lane.ball.velocity.y, v, of_speed))
        end)
    end,
}
return scenario
