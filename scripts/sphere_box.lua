-- A ball among rotated boxes. One query gives the closest point, also from inside, with the signed
-- distance and the normal n. The ball is pushed out by n * -distance, and its velocity v reflected:
-- v - (1 + e) (v . n) n. Outside, a clamp in the box's frame finds that point too.
-- Arrow keys push the ball in x and z.
local collide = require "collide"
local all = require "lib.all"
local closest_in_box = require "lib.closest_in_box"
local vec, quat = collide.vec, collide.quat

local scenario = { title = "Ball among boxes / 球と回転した箱", view = "orbit", params = {
    restitution = { 0.6, min = 0, max = 1 },
    push = { 12, min = 1, max = 40 },
    gravity = { 9.8, min = 0, max = 20 },
} }
local boxes = { "turned", "ramp", "edge", "from_matrix" }

-- A unit cube in a world matrix: rows are the images of x, y, z (turned, and scaled by 4, 1, 1.5),
-- then the place. The scale ends up in the half extents.
local cos, sin = math.cos(0.9), math.sin(0.9)
local world = { 4 * cos, 0, -4 * sin, 0, 0, 1, 0, 0, 1.5 * sin, 0, 1.5 * cos, 0, -3.2, 0.5, 2.6, 1 }

function scenario.load()
    return { time = 0, velocity = vec(0, 0, 0), steered = false, bounces = {},
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
    local before = s.velocity
    if before:dot(normal) >= 0 then return end -- leaving anyway
    s.velocity = before:reflect(normal, restitution)
    table.insert(s.bounces, { name = name, point = point, normal = normal,
        before = before, after = s.velocity })
    if name ~= "floor" then s.last = s.bounces[#s.bounces] end
end

function scenario.update(s, dt, p, input)
    s.time, s.bounces = s.time + dt, {}
    local push = vec(input.axis("left", "right"), 0, input.axis("up", "down"))
    s.steered = s.steered or push:length() > 0
    if not s.steered then -- with no key pressed yet, to one box after the other
        local to = s[boxes[s.time // 2.5 % 4 + 1]].center - s.ball.center
        push = vec(to.x, 0, to.z):normalized(vec(0, 0, 0))
    end
    s.velocity = s.velocity * (1 - 0.8 * dt) + (push * p.push - vec(0, p.gravity, 0)) * dt
    s.ball:move(s.velocity * dt)
    for _, name in ipairs(boxes) do resolve(s, name, p.restitution) end
    resolve(s, "floor", p.restitution)
end

function scenario.draw(s, draw)
    local last = s.last
    if not last then return end
    draw.text(("last bounce   %s, speed %.2f to %.2f")
        :format(last.name, last.before:length(), last.after:length()))
    draw.arrow(last.point, last.point + last.normal, "green")
    draw.arrow(last.point - last.before * 0.3, last.point, "orange")
    draw.arrow(last.point, last.point + last.after * 0.3, "cyan")
end

scenario.checks = {
    ["the clamp finds the same point"] = function(s)
        return all(boxes, function(name)
            local _, point = collide.closest(collide.point(s.ball.center), s[name])
            local inside = s[name]:contains(s.ball.center)
            return inside or point:distance(closest_in_box(s.ball.center, s[name])) < 1e-12
        end)
    end,
    ["the ball stays out of the boxes"] = function(s)
        return all(boxes, function(name) return s.ball:distance(s[name]) > -0.05 end)
    end,
    ["a bounce gains no energy"] = function(s)
        return all(s.bounces, function(b) return b.after:length() <= b.before:length() + 1e-12 end)
    end,
}
return scenario
