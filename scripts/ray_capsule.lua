-- A ray through a capsule, and the same ray through a sphere and an infinite cylinder beside it.
-- The capsule is every point within `radius` of the segment a-b. The ray may go in and out through
-- either cap or the side, which lib/capsule_part.lua tells apart by dot products and by a query.
local collide = require "collide"
local all, heading, near = require "lib.all", require "lib.heading", require "lib.near"
local interval, tour = require "lib.interval", require "lib.tour"
local capsule_part = require "lib.capsule_part"
local vec = collide.vec

local scenario = { title = "Ray and capsule / レイとカプセル", view = "front", params = {
    start = { "tour", choices = { "tour", "outside", "inside", "along the axis" } },
    radius = { 1, min = 0.1, max = 1.6 },
} }
scenario.about = {
    en = "A ray goes through a sphere, a capsule and an endless cylinder of the same radius. \z
        Its entry and exit take the colour of the part of the capsule that they lie on: two \z
        dot products decide which.",
    ja = "同じ半径の球、カプセル、無限円柱をレイが貫きます。入口と出口の色は、カプセルのどの\z
        部分にあるかを示します。決め手は2つの内積です。",
}
local colors = { ["cap a"] = "orange", side = "green", ["cap b"] = "cyan" }

-- Origin (from the middle of a shape) and direction: the ray sweeps, turns, or climbs the axis.
local function ray(start, turn)
    if start == "outside" then return vec(-2.2, -1.6, 0), heading(0.4 + 0.9 * math.sin(turn)) end
    if start == "inside" then return vec(0.15, -0.4, 0), heading(turn) end
    return vec(0, -1 - 2 * math.cos(turn), 0), vec(0, 1, 0)
end

function scenario.update(s, dt, p)
    s.time, s.marks = s.time + dt, {}
    local start = tour(scenario, "start", p, s.time, 8)
    local offset, direction = ray(start, s.time * math.pi / 4)
    for i, name in ipairs { "sphere", "capsule", "cylinder" } do
        s[name].radius = p.radius
        s.hits[name] = collide.raycast(vec(5 * i - 10, 0, 0) + offset, direction, s[name], 4.6)
    end
    local a, b = s.capsule.a, s.capsule.b
    for i, t in ipairs(interval(s.hits.capsule)) do
        local at = offset + direction * t
        s.marks[i] = { t = t, at = at, part = capsule_part.by_dots(at, a, b),
            query = capsule_part.by_query(at, a, b) }
    end
end

function scenario.load(p)
    local s = { time = 0, hits = {}, sphere = collide.sphere(vec(-5, 0, 0), 1),
        capsule = collide.capsule(vec(0, -1.5, 0), vec(0, 1.5, 0), 1),
        cylinder = collide.line(vec(5, 0, 0), vec(0, 1, 0), 1) }
    scenario.update(s, 0, p)
    return s
end

function scenario.draw(s, draw)
    if #s.marks == 0 then draw.text("the ray misses the capsule", "red") end
    for i, mark in ipairs(s.marks) do
        local verb = i == 2 and "leaves" or mark.t < 0 and "entered" or "enters"
        draw.text(("%-7s at t = %6.3f   %s by dot products, %s by the query")
            :format(verb, mark.t, mark.part, mark.query), colors[mark.part])
        draw.point(mark.at, { color = colors[mark.part], width = 12 })
    end
    draw.line(s.capsule.a, s.capsule.b, { color = "gray", dashed = true })
    draw.text(s.capsule.a, "a", "orange")
    draw.text(s.capsule.b, "b", "cyan")
end

scenario.checks = {
    ["dot products and query agree"] = function(s)
        return all(s.marks, function(mark) return mark.part == mark.query end)
    end,
    ["marks lie on the surface"] = function(s)
        return all(s.marks, function(mark)
            return near(s.capsule:distance(collide.point(mark.at)), 0)
        end)
    end,
    ["the side is the cylinder's"] = function(s)
        local mark, cylinder = s.marks[1], s.hits.cylinder
        return not mark or mark.part ~= "side" or near(mark.t, cylinder.enter)
    end,
}
return scenario
