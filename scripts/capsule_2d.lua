-- Left: a capsule against a circle, by the projection of the centre on the core, clamped to it.
-- Right: two capsules. Where segments do not cross, one of the four ends is a closest point. So the
-- least of four end-to-segment distances decides, but for a cross: all ends may be far, yet the
-- segments meet. They cross where the ends of each lie on both sides of the other: the cross
-- products (b - a) x (end - a) have opposite signs. Only the query knows the way out, too.
local collide = require "collide"
local closest_on_core, near = require "lib.closest_on_core", require "lib.near"
local vec = collide.vec

local scenario = { title = "Capsules in 2D / カプセル（2D）", params = {
    radius = { 0.5, min = 0, max = 1 },
    length = { 5, min = 0, max = 7 },
} }
scenario.about = {
    en = "Left: a capsule and a circle, by a clamped projection. Right: two capsules; \z
        comparing only end points with segments misses a crossing (red), which two cross \z
        products find. Make the radius small and watch how much is missed.",
    ja = "左はカプセルと円で、線分に切り詰めた射影で距離を求めます。右は2つのカプセルです。端\z
        点と線分だけを比べると交差を見落とし（赤）、2つの外積なら見つかります。radius を小さ\z
        くすると、見落としが増えます。",
}

local function ends_distance(one, two)
    local function reach(p, other) return p:distance(closest_on_core(p, other)) end
    return math.min(reach(one.a, two), reach(one.b, two), reach(two.a, one), reach(two.b, one))
        - one.radius - two.radius
end

local function cross(one, two)
    local function both_sides(of, p, q)
        local along = of.b - of.a
        return along:cross(p - of.a) * along:cross(q - of.a) < 0
    end
    return both_sides(one, two.a, two.b) and both_sides(two, one.a, one.b)
end

function scenario.update(s, dt, p)
    s.time = s.time + dt
    s.capsule.radius, s.resting.radius, s.turning.radius = p.radius, p.radius, p.radius
    s.circle.center = vec(-5 + 3 * math.cos(s.time * 0.7), 2.4 * math.sin(s.time * 0.9))
    s.foot = closest_on_core(s.circle.center, s.capsule)
    s.by_hand = s.foot:distance(s.circle.center) - s.capsule.radius - s.circle.radius
    s.by_query = s.circle:distance(s.capsule)

    local middle = vec(4 + 1.5 * math.sin(s.time * 0.5), 2.2 * math.cos(s.time * 0.8))
    local half = vec(math.cos(s.time * 0.6), math.sin(s.time * 0.6)) * (p.length / 2)
    s.turning.a, s.turning.b = middle - half, middle + half
    s.ends, s.cross = ends_distance(s.turning, s.resting) <= 0, cross(s.turning, s.resting)
    s.contact = s.turning:contact(s.resting)
    s.out = s.contact and s.contact.normal * s.contact.depth
end

function scenario.load(p)
    local s = { time = 0, circle = collide.circle(vec(0, 0), 0.7),
        capsule = collide.capsule(vec(-6.5, -1.2), vec(-3.5, 1.2), p.radius),
        resting = collide.capsule(vec(1.6, -0.8), vec(6.4, 0.8), p.radius),
        turning = collide.capsule(vec(0, 0), vec(0, 0), p.radius) }
    scenario.update(s, 0, p)
    return s
end

function scenario.draw(s, draw)
    draw.line(s.capsule.a, s.capsule.b, { color = "yellow", dashed = true })
    draw.line(s.foot, s.circle.center, "yellow")
    draw.point(s.foot, { color = "yellow", width = 10 })
    draw.text(("circle      projection %.9f, query %.9f"):format(s.by_hand, s.by_query), "yellow")
    local color = s.out and not s.ends and "red" or "white" -- red where the end points miss a cross
    draw.text(("capsules    end points %s, cross %s, query %s")
        :format(s.ends, s.cross, s.contact ~= nil), color)
    draw.style(s.turning, color)
    if not s.out then return end
    draw.shape(s.turning:moved(s.out), { color = "green", outline = true })
    draw.text(("way out     %.3f"):format(s.contact.depth), "green")
end

scenario.checks = {
    ["the projection is the query"] = function(s) return near(s.by_hand, s.by_query) end,
    ["ends or cross is the query"] = function(s) return (s.ends or s.cross) == (s.out ~= nil) end,
    ["the way out ends in a touch"] = function(s)
        return not s.out or near(s.turning:moved(s.out):distance(s.resting), 0)
    end,
}
return scenario
