-- A small ball so fast that one step carries it past several boxes: when does it touch the first?
-- By bisection over enclosing spheres (lib/bisect_sweep.lua), down to a piece of 0.005: those that
-- meet a box are orange, the more so the closer they enclose the answer; the others are discarded.
-- By the exact cast: the first root of the distance, which is a convex function of t.
-- After the touch the rest of the step slides along the surface; the velocity of the next step is
-- the reflected or the sliding one.
local collide = require "collide"
local all, heading, times = require "lib.all", require "lib.heading", require "lib.times"
local named_arrow, travel = require "lib.named_arrow", require "lib.travel"
local bisect_sweep = require "lib.bisect_sweep"
local vec, quat = collide.vec, collide.quat

local scenario = { title = "Swept sphere and box / 動く球と箱", view = "front",
    show = { queries = false }, params = {
    velocity = { "reflected", choices = { "reflected", "sliding" } },
    step = { 12, min = 1, max = 30 },
    radius = { 0.3, min = 0.05, max = 0.8 },
} }
scenario.about = {
    en = "A ball flies twelve units in one step. The circles are what a bisection looks at \z
        to find the box in its way; the exact cast (yellow) needs none of them. Compare the \z
        two times where the ball grazes a box.",
    ja = "球が1ステップで12単位飛びます。円は、行く手の箱を二分法で探すときに調べる範囲です。\z
        厳密なキャスト（黄）には1つも要りません。球が箱をかすめるとき、2つの時刻を比べてくだ\z
        さい。",
}

local function box(x, y, half_x, half_y, angle, axis)
    return collide.box(vec(x, y, 0), vec(half_x, half_y, 1), quat(axis or vec(0, 0, 1), angle))
end

function scenario.update(s, dt, p)
    s.time, s.ball.radius, s.looked = s.time + dt, p.radius, {}
    s.motion = heading(0.05 + 0.4 * math.sin(s.time * 0.4)) * p.step
    s.bisected = bisect_sweep(s.ball, s.motion, s.boxes, 0, 1, s.looked)
    s.velocity, s.exact, s.normal = s.motion, nil, nil
    s.path = travel(s.ball:clone(), s.motion, s.boxes, function(hit, rest)
        s.exact, s.normal = s.exact or hit.t, s.normal or hit.normal
        s.velocity = p.velocity == "sliding" and s.velocity:slide(hit.normal)
            or s.velocity:reflect(hit.normal)
        return rest:slide(hit.normal)
    end)
end

function scenario.load(p)
    local s = { time = 0, ball = collide.sphere(vec(-7, -0.5, 0), p.radius),
        boxes = { box(-2.2, 2.4, 1.5, 0.6, 0.7), box(-1.4, -2.6, 1.7, 0.6, -0.35),
            box(2, 1, 0.6, 1.4, 0.3), box(3.6, -3.4, 2, 0.4, 0.25),
            box(5, 3.2, 1, 1, 0.9, vec(1, 1, 1)) } }
    scenario.update(s, 0, p)
    return s
end

function scenario.draw(s, draw)
    for i, at in ipairs(s.looked) do
        local after = s.looked[i + 1] -- one that meets a box is halved, or it is the answer
        local meets = after and after.radius < at.radius or not after and s.bisected
        local off = s.bisected and (s.ball.center + s.motion * s.bisected - at.center):length()
        local decides = meets and off and off <= at.radius - s.ball.radius + 1e-9
        draw.shape(collide.sphere(at.center, at.radius), { color = meets and "orange" or "faint",
            outline = true, width = decides and 2 or 1,
            alpha = decides and 0.4 + 0.6 * s.ball.radius / at.radius or 0.35 })
    end
    draw.line(s.path, "yellow")
    if s.exact then
        local touch = s.ball:moved(s.motion * s.exact)
        draw.shape(touch, { color = "yellow", outline = true })
        draw.arrow(touch.center, touch.center + s.normal, "cyan")
    end
    local last = s.path[#s.path]
    draw.text("exact cast   " .. times(s.exact))
    draw.text("bisection    " .. times(s.bisected) .. (", %d spheres"):format(#s.looked))
    draw.text("normal", "cyan")
    named_arrow(draw, last, last + s.velocity * 0.12, "green", "velocity after the step")
end

scenario.checks = {
    ["bisection is never late"] = function(s)
        return not s.exact or (s.bisected ~= nil and s.bisected <= s.exact)
    end,
    ["bisection stops within 0.005"] = function(s)
        local ball = s.ball:moved(s.motion * (s.bisected or 0))
        local apart = all(s.boxes, function(solid) return ball:distance(solid) > 0.005 end)
        return not s.bisected or not apart
    end,
    ["nothing tunnels"] = function(s) -- what the ball sweeps over from place to place is a capsule
        return all(s.path, function(to, i)
            local swept = collide.capsule(s.path[math.max(i - 1, 1)], to, s.ball.radius)
            return all(s.boxes, function(solid) return swept:distance(solid) > -1e-9 end)
        end)
    end,
}
return scenario
