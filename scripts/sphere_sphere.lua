-- Two things made of points, and the smallest sphere around each. The spheres answer first, and
-- cheaply: where they are apart, so are the things; where they meet, it takes a closer look.
--     overlap  where  |ca - cb| <= ra + rb,  without a root:  |ca - cb|^2 <= (ra + rb)^2
-- Does touching count? In `collide` it does (distance <= 0); here the parameter decides.
local collide = require "collide"
local all, cloud = require "lib.all", require "lib.cloud"
local near, steer = require "lib.near", require "lib.steer"
local vec = collide.vec

local scenario = { title = "Sphere and sphere / 球と球", view = "orbit", params = {
    touching_counts = true, speed = { 3, min = 0.5, max = 10 },
} }
scenario.about = {
    en = "A teapot and a box made of points, each in its smallest sphere. The text compares \z
        centres and surfaces; the box moves by itself until you steer it, and stops where \z
        the spheres touch to the last bit.",
    ja = "点でできたティーポットと箱を、それぞれ最小の球が包みます。文字は中心の距離と表面の\z
        距離です。箱は操作するまで自分で動き、2つの球が最後の1ビットまで接したところで止まり\z
        ます。",
}
local steering = { en = "push the box", ja = "箱を押す" }
scenario.controls = { left = steering, right = steering, up = steering, down = steering }

-- The points as seen from the centre of their smallest sphere, and its radius.
local function centred(points)
    local sphere = collide.bounding_sphere(points)
    for i, point in ipairs(points) do points[i] = point - sphere.center end
    return points, sphere.radius
end

function scenario.load()
    local teapot, teapot_radius = centred(cloud.teapot())
    local box, box_radius = centred(cloud.box(vec(1, 0.6, 0.8), 8))
    local reach = teapot_radius + box_radius -- of both together
    return { time = 0, reach = reach, points = { teapot = teapot, box = box },
        teapot = collide.sphere(vec(0, 0, 0), teapot_radius),
        box = collide.sphere(vec(1.7 * reach, 0, 0), box_radius) }
end

-- Until a key is pressed, the box comes, rests in an exact touch, goes deeper, and back: how far
-- the centres are apart, every 1.5 seconds, in units of the sum of the radii.
local stops = { 1.7, 1, 1, 0.6, 0.6, 1, 1, 1.7 }
local function visit(time)
    local i, t = time / 1.5 // 1 % #stops, time / 1.5 % 1
    local from, to = stops[i + 1], stops[(i + 1) % #stops + 1]
    return from + (to - from) * (3 - 2 * t) * t * t
end

function scenario.update(s, dt, p, input)
    s.time = s.time + dt
    local push = steer(s, input)
    if push then s.box:move(push * (p.speed * dt)) end
    if not push then s.box.center = vec(visit(s.time) * s.reach, 0, 0) end
    s.distance = collide.distance(s.box, s.teapot)
    s.hit = s.distance < 0 or (s.distance == 0 and p.touching_counts)
end

function scenario.draw(s, draw)
    local turn = collide.quat(vec(0, 1, 0), 0.4 * s.time)
    for name, points in pairs(s.points) do
        local placed = {}
        for i, point in ipairs(points) do placed[i] = s[name].center + turn * point end
        draw.points(placed, name == "teapot" and "cyan" or "yellow")
        draw.style(s[name], { color = s.hit and "red" or "white", alpha = 0.15 })
    end
    draw.text(("radii      %.3f and %.3f"):format(s.teapot.radius, s.box.radius))
    draw.text(("centres    %.3f apart"):format(s.box.center:distance(s.teapot.center)))
    draw.text(("distance   %.3f"):format(s.distance or s.box:distance(s.teapot)))
    local words = s.hit and "hit / 当たっています！" or "no hit / 当たっていません"
    draw.text(words, { color = s.hit and "red" or "green", size = 20 })
end

scenario.checks = {
    ["every point is in its sphere"] = function(s)
        return all(s.points, function(points, name)
            local reach = s[name].radius * (1 + 1e-12)
            return all(points, function(point) return point:length() <= reach end)
        end)
    end,
    ["the squares give the same verdict"] = function(s, p)
        local apart2, reach2 = (s.box.center - s.teapot.center):length2(), s.reach ^ 2
        if near(apart2, reach2, 1e-12 * reach2) then return s.hit == p.touching_counts end
        return s.hit == (apart2 < reach2)
    end,
    ["a box's sphere spans its diagonal"] = function(s)
        return near(s.box.radius, vec(1, 0.6, 0.8):length())
    end,
}
return scenario
