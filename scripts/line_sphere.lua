-- Left: where does the line o + t d meet the sphere |x - c| = r? Three derivations (written down in
-- lib/line_sphere_ways.lua), one answer.
-- Right: a capsule against a circle by a shortcut, and the circles that the shortcut misses (red).
local collide = require "collide"
local all, near = require "lib.all", require "lib.near"
local interval, times = require "lib.interval", require "lib.times"
local ways = require "lib.line_sphere_ways"
local vec = collide.vec

local scenario = { title = "Line and sphere / 直線と球", view = "front", params = {
    radius = { 2, min = 0.2, max = 3 },
    mended = false, -- the shortcut without its flaw
} }
scenario.about = {
    en = "Left: three ways to compute where a line meets a sphere, with one answer. Right: a \z
        popular shortcut for a capsule and a circle, with the circles that it misses in red. \z
        Switch `mended` on to repair it.",
    ja = "左は、直線と球の交点を求める3通りの計算で、答えは1つです。右はカプセルと円のよく知\z
        られた近道で、見落とす円は赤くなります。mended を入れると直ります。",
}

-- The capsule shrinks to its core a-b, the circle grows by the capsule's radius: they overlap where
-- the ray from a to b enters the grown circle on the segment, 0 <= t <= 1. But if a lies inside, it
-- entered before, at t < 0! Mended: ask whether the interval [enter, exit] meets [0, 1].
local function shortcut(capsule, circle, mended)
    local along, grown = capsule.b - capsule.a, circle.radius + capsule.radius
    local enter, exit = ways.quadratic(capsule.a, along, circle.center, grown)
    return enter ~= nil and enter <= 1 and (mended and exit or enter) >= 0
end

function scenario.update(s, dt, p)
    s.time, s.sphere.radius = s.time + dt, p.radius
    local o, c = vec(-5 + 1.7 * math.sin(s.time * 0.5), -3.8, 0), s.sphere.center
    local d = vec(0.5 * math.sin(s.time * 0.45), 2, 0)
    s.times.query = interval(collide.raycast(o, d, s.sphere))
    for name, way in pairs(ways) do s.times[name] = { way(o, d, c, p.radius) } end
    s.height = collide.distance(collide.point(c), collide.line(o, d))
    s.circle.center = vec(3.6 + 4 * math.cos(s.time * 0.8), 2.2 * math.sin(s.time * 1.1 + 0.5))
    s.truth, s.verdict = s.capsule:overlap(s.circle), shortcut(s.capsule, s.circle, p.mended)
end

function scenario.load(p)
    local s = { time = 0, times = {}, sphere = collide.sphere(vec(-5, 0, 0), p.radius),
        capsule = collide.capsule(vec(1.5, -1.4), vec(6, 1), 0.6),
        circle = collide.circle(vec(7, 0), 0.9) }
    scenario.update(s, 0, p)
    return s
end

function scenario.draw(s, draw, p)
    for name, t in pairs(s.times) do draw.text(("%-10s %s"):format(name, times(t[1], t[2]))) end
    local color = s.truth == s.verdict and "white" or "red"
    local pen = { color = color, dashed = true, outline = true }
    draw.text(("overlap    shortcut %s, query %s"):format(s.verdict, s.truth), color)
    draw.style(s.circle, color)
    draw.shape(collide.circle(s.circle.center, s.circle.radius + s.capsule.radius), pen)
    draw.line(s.capsule.a, s.capsule.b, pen)
    local points = { green = {}, red = {}, faint = {} }
    for i = 0, 20 * 16 - 1 do -- the same question for circles all around
        local circle = collide.circle(vec(-1 + i % 20 * 0.5, -3.7 + i // 20 * 0.5), s.circle.radius)
        local truth, verdict = s.capsule:overlap(circle), shortcut(s.capsule, circle, p.mended)
        table.insert(points[verdict and "green" or truth and "red" or "faint"], circle.center)
    end
    for of, centers in pairs(points) do draw.points(centers, of) end
end

scenario.checks = {
    ["all derivations agree"] = function(s)
        local from, to = table.unpack(s.times.query)
        return all(s.times, function(t) return near(t[1], from, 1e-9) and near(t[2], to, 1e-9) end)
    end,
    ["the shortcut never invents a hit"] = function(s) return s.truth or not s.verdict end,
    ["mended, it misses none"] = function(s, p) return not p.mended or s.verdict == s.truth end,
}
return scenario
