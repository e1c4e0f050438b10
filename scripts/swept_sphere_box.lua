-- A small ball so fast that one step carries it past several boxes: when does it touch the first?
-- By bisection over enclosing spheres (lib/bisect_sweep.lua), down to a piece of 0.005.
-- By the exact cast: the first root of the distance, which is a convex function of t.
-- After the touch the rest of the step slides along the surface; the velocity of the next step is
-- the reflected or the sliding one.
local collide = require "collide"
local all = require "lib.all"
local bisect_sweep = require "lib.bisect_sweep"
local first_hit = require "lib.first_hit"
local vec = collide.vec

local scenario = { title = "Swept sphere and box / 動く球と箱", view = "front", params = {
    velocity = { "reflected", choices = { "reflected", "sliding" } },
    step = { 12, min = 1, max = 30 },
    radius = { 0.3, min = 0.05, max = 0.8 },
} }

local function box(x, y, half_x, half_y, angle, axis)
    local turn = collide.quat(axis or vec(0, 0, 1), angle)
    return collide.box(vec(x, y, 0), vec(half_x, half_y, 1), turn)
end

function scenario.update(s, dt, p)
    s.time, s.ball.radius, s.looked = s.time + dt, p.radius, {}
    local aim = 0.05 + 0.4 * math.sin(s.time * 0.4)
    s.motion = vec(math.cos(aim), math.sin(aim), 0) * p.step
    s.bisected = bisect_sweep(s.ball, s.motion, s.boxes, 0, 1, s.looked)
    s.exact, s.normal = nil, nil
    local ball, rest = s.ball:clone(), s.motion
    s.path, s.velocity = { ball.center }, s.motion
    for _ = 1, 8 do
        local hit = first_hit(ball, rest, s.boxes)
        ball:move(rest * (hit and hit.t or 1))
        table.insert(s.path, ball.center)
        if not hit then break end
        s.exact, s.normal = s.exact or hit.t, s.normal or hit.normal
        rest = (rest * (1 - hit.t)):slide(hit.normal)
        s.velocity = p.velocity == "sliding" and s.velocity:slide(hit.normal)
            or s.velocity:reflect(hit.normal)
    end
end

function scenario.load(p)
    local start = vec(-7, -0.5, 0)
    local s = { time = 0, ball = collide.sphere(start, p.radius),
        boxes = { box(-2.2, 2.4, 1.5, 0.6, 0.7), box(-1.4, -2.6, 1.7, 0.6, -0.35),
            box(2, 1, 0.6, 1.4, 0.3), box(3.6, -3.4, 2, 0.4, 0.25),
            box(5, 3.2, 1, 1, 0.9, vec(1, 1, 1)) } }
    scenario.update(s, 0, p)
    return s
end

function scenario.draw(s, draw)
    for _, at in ipairs(s.looked) do
        draw.shape(collide.sphere(at.center, at.radius), { color = "faint", outline = true })
    end
    draw.line(s.path, "yellow")
    local last = s.path[#s.path]
    draw.arrow(last, last + s.velocity * 0.12, "green")
    local function words(t) return t and ("t = %.9f"):format(t) or "no hit" end
    draw.text("exact cast   " .. words(s.exact))
    draw.text("bisection    " .. words(s.bisected) .. (", %d spheres"):format(#s.looked))
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
