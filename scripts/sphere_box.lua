-- A ball among rotated boxes. One query gives the closest point, also from inside, with the signed
-- distance and the normal n. The ball is pushed out by n * -distance, and its velocity v reflected:
-- v - (1 + e) (v . n) n. Outside, a clamp in the box's frame finds that point too.
local collide = require "collide"
local all, closest_in_box = require "lib.all", require "lib.closest_in_box"
local named_arrow, near, steer = require "lib.named_arrow", require "lib.near", require "lib.steer"
local vec, quat = collide.vec, collide.quat

local scenario = { title = "Ball among boxes / 球と回転した箱", view = "orbit", params = {
    restitution = { 0.6, min = 0, max = 1 },
    push = { 12, min = 1, max = 40 }, gravity = { 9.8, min = 0, max = 20 },
} }
scenario.about = {
    en = "A ball rolls among boxes that are turned, sloped and stretched. A closest point, \z
        found also from inside, pushes it out and reflects its velocity; orange is the \z
        velocity before the last bounce, cyan the one after.",
    ja = "回転した箱、傾いた箱、引き伸ばした箱の間を球が転がります。内側からでも求まる最近点\z
        が、球を押し出し、速度を反射します。オレンジは最後の衝突前、水色は衝突後の速度です。",
}
local steering = { en = "push the ball", ja = "球を押す" }
scenario.controls = { left = steering, right = steering, up = steering, down = steering }
local boxes = { "turned", "ramp", "edge", "from_matrix" }

-- A unit cube in a world matrix: rows are the images of x, y, z (turned, and scaled by 4, 1, 1.5),
-- then the place. The scale ends up in the half extents.
local cos, sin = math.cos(0.9), math.sin(0.9)
local world = { 4 * cos, 0, -4 * sin, 0, 0, 1, 0, 0, 1.5 * sin, 0, 1.5 * cos, 0, -3.2, 0.5, 2.6, 1 }

function scenario.load()
    return { time = 0, velocity = vec(0, 0, 0), bounces = {},
        ball = collide.sphere(vec(0, 2, 0), 0.6), floor = collide.plane(vec(0, 1, 0), 0),
        turned = collide.box(vec(-3, 0.8, -2.6), vec(1.6, 0.8, 0.7), quat(vec(0, 1, 0), 0.5)),
        edge = collide.box(vec(3.4, 0, -2.6), vec(1.5, 1, 1), quat(vec(1, 0, 0.3), 0.8)),
        ramp = collide.box(vec(3.6, 0.2, 2.4), vec(2.2, 0.25, 1.3), quat(vec(0, 0, 1), 0.4)),
        from_matrix = collide.box_from_matrix(vec(0.5, 0.5, 0.5), world) }
end

-- Pushes the ball out of one solid and reflects its velocity.
local function resolve(s, name, restitution)
    local _, point, distance, normal = s.ball:closest(s[name])
    if distance > 0 then return end
    s.ball:move(normal * -distance)
    if s.velocity:dot(normal) >= 0 then return end -- leaving anyway
    local bounce = { name = name, point = point, normal = normal, before = s.velocity }
    bounce.after = s.velocity:reflect(normal, restitution)
    s.velocity = bounce.after
    table.insert(s.bounces, bounce)
    if name ~= "floor" then s.last = bounce end
end

function scenario.update(s, dt, p, input)
    s.time, s.bounces = s.time + dt, {}
    local goal = s[boxes[s.time // 2.5 % 4 + 1]].center -- until a key is pressed: each box in turn
    local way = (goal - s.ball.center):slide(vec(0, 1, 0))
    local push = steer(s, input) or way:normalized(vec(0, 0, 0))
    s.velocity = s.velocity * (1 - 0.8 * dt) + (push * p.push - vec(0, p.gravity, 0)) * dt
    s.ball:move(s.velocity * dt)
    for _, name in ipairs(boxes) do resolve(s, name, p.restitution) end
    resolve(s, "floor", p.restitution)
end

function scenario.draw(s, draw)
    if not s.last then return end
    local at, before, after = s.last.point, s.last.before, s.last.after
    local function speed(v) return ("%.2f"):format(v:length()) end
    draw.text("last bounce on " .. s.last.name)
    named_arrow(draw, at, at + s.last.normal, "green", "normal")
    named_arrow(draw, at - before * 0.3, at, "orange", "speed before " .. speed(before))
    named_arrow(draw, at, at + after * 0.3, "cyan", "speed after  " .. speed(after))
end

scenario.checks = {
    ["the clamp finds the same point"] = function(s)
        return all(boxes, function(name)
            local c, solid = s.ball.center, s[name]
            local _, point = collide.closest(collide.point(c), solid)
            return solid:contains(c) or near(point:distance(closest_in_box(c, solid)), 0)
        end)
    end,
    ["the ball stays out of the boxes"] = function(s)
        return all(boxes, function(name) return s.ball:distance(s[name]) > -0.05 end)
    end,
    ["a bounce gains no energy"] = function(s)
        return all(s.bounces, function(b) return b.after:length() - b.before:length() < 1e-12 end)
    end,
}
return scenario
