-- Line and line, line and capsule, capsule and capsule in space: the distance by hand (derived in
-- lib/core_gap.lua) and by the query.
-- Crossing capsules: in the plane one must be pushed along it until the cross is undone; in space
-- there is always the perpendicular u x v, and the way out is no longer than both radii.
local collide = require "collide"
local all, core_gap = require "lib.all", require "lib.core_gap"
local near, tour = require "lib.near", require "lib.tour"
local vec = collide.vec

local scenario = { title = "Capsules in 3D / カプセル（3D）", view = "orbit", params = {
    position = { "tour", choices = { "tour", "crossing", "parallel", "collinear", "zero length" } },
    radius = { 0.4, min = 0.05, max = 1 }, swing = { 0.6, min = 0, max = 2 },
} }
scenario.about = {
    en = "Two lines, a line and a capsule, and two capsules in space, each pair with its \z
        distance by hand and by the query. Crossing, parallel, collinear and zero-length \z
        cases come in turn; outlines show the shortest way apart.",
    ja = "空間の中の直線どうし、直線とカプセル、カプセルどうしの距離を、手計算とクエリの両方\z
        で求めます。交差、平行、同一直線上、長さゼロの場合を順に巡り、輪郭線が最短の離し方を\z
        示します。",
}
local names = { "line_line", "line_capsule", "capsules" }
local labels = { line_line = { "line a", "line b" }, line_capsule = { "line", "capsule" },
    capsules = { "capsule a", "capsule b" } }

-- Where the second core is, seen from the first one, and its direction.
local u, across = vec(0.6, 1.8, 0), vec(-0.6, 1.8, 0)
local second = {
    crossing = function(swing) return across * (2 * swing) + vec(0, 0, swing / 2), across end,
    parallel = function(swing) return vec(1, 0, swing), u end,
    collinear = function(swing) return u * (2 + swing), u end,
    ["zero length"] = function(swing) return vec(0.6, 2 * swing, 0), vec(0, 0, 0) end,
}

local function shape(core, radius)
    if core.limit == math.huge then return collide.line(core.p, core.u) end
    return collide.capsule(core.p - core.u, core.p + core.u, radius)
end

local function flat(capsule) -- its shadow on the XY plane
    local a, b = capsule.a, capsule.b
    return collide.capsule(vec(a.x, a.y), vec(b.x, b.y), capsule.radius)
end

function scenario.update(s, dt, p)
    s.time = s.time + dt
    s.position = tour(scenario, "position", p, s.time, 6)
    local offset, v = second[s.position](p.swing * math.sin(s.time * math.pi / 3))
    for i, name in ipairs(names) do
        local one = { p = vec(5 * i - 10, 0, 0), u = u, limit = i < 3 and math.huge or 1 }
        local two = { p = one.p + offset, u = v, limit = i < 2 and math.huge or 1 }
        if i == 1 and v:length() == 0 then two.u = across end -- no line has a zero direction
        local a, b = shape(one, p.radius), shape(two, p.radius)
        local _, _, distance, normal = a:closest(b)
        s[name] = { a = a, b = b, distance = distance, normal = normal,
            by_hand = core_gap(one, two) - a.radius - b.radius }
    end
    s.flat = flat(s.capsules.a):contact(flat(s.capsules.b))
end

function scenario.load(p)
    local s = { time = 0 }
    scenario.update(s, 0, p)
    return s
end

function scenario.draw(s, draw)
    draw.text(s.position)
    for _, name in ipairs(names) do
        draw.text(("%-13s %.9f, by hand %.9f"):format(name, s[name].distance, s[name].by_hand))
        draw.name(s[name].a, labels[name][1])
        draw.name(s[name].b, labels[name][2])
    end
    local function way_out(words, depth, normal, color)
        if depth <= 0 then return end
        local x, y, z = normal:unpack()
        draw.shape(s.capsules.a:moved(vec(x, y, z or 0) * depth), { color = color, outline = true })
        draw.text(("way out %s %.3f"):format(words, depth), color)
    end
    way_out("in space    ", -s.capsules.distance, s.capsules.normal, "green")
    if s.flat then way_out("in the plane", s.flat.depth, s.flat.normal, "orange") end
end

scenario.checks = {
    ["by hand as by the query"] = function(s)
        return all(names, function(name) return near(s[name].distance, s[name].by_hand) end)
    end,
    ["out in space is the shorter way"] = function(s)
        return not s.flat or -s.capsules.distance <= s.flat.depth + 1e-12
    end,
}
return scenario
