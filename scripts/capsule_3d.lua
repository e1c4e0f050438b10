-- Line and line, line and capsule, capsule and capsule in space. A core is p + s u, with |s| <= 1
-- for a capsule. The way between two, w = p + s u - q - t v, is shortest where it is perpendicular
-- to both, w . u = 0 and w . v = 0: two equations for s and t, their determinant |u x v|^2. Where s
-- or t falls off its core, or the cores are parallel, an end is a closest point.
-- Crossing capsules: in the plane one must be pushed along it until the cross is undone; in space
-- there is always the perpendicular u x v, and the way out is no longer than both radii.
local collide = require "collide"
local all = require "lib.all"
local vec = collide.vec

local scenario = { title = "Capsules in 3D / カプセル（3D）", view = "orbit", params = {
    position = { "tour", choices = { "tour", "crossing", "parallel", "collinear", "zero length" } },
    radius = { 0.4, min = 0.05, max = 1 },
    swing = { 0.6, min = 0, max = 2 },
} }

local function gap_from(point, to) -- the distance of a point: its projection, clamped
    local s = to.u:length2() > 0 and (point - to.p):dot(to.u) / to.u:length2() or 0
    return point:distance(to.p + to.u * math.max(-to.limit, math.min(to.limit, s)))
end

local function gap(one, two)
    local u, v, w = one.u, two.u, one.p - two.p
    local uu, uv, vv, uw, vw = u:dot(u), u:dot(v), v:dot(v), u:dot(w), v:dot(w)
    local det = uu * vv - uv * uv
    local s, t = (uv * vw - vv * uw) / det, (uu * vw - uv * uw) / det
    if det > 0 and math.abs(s) <= one.limit and math.abs(t) <= two.limit then
        return (w + u * s - v * t):length()
    end -- else an end decides; parallel lines have none, but there any point does
    return math.min(gap_from(one.p + u, two), gap_from(one.p - u, two),
        gap_from(two.p + v, one), gap_from(two.p - v, one))
end

local function shape(of, radius)
    if of.limit == math.huge then return collide.line(of.p, of.u) end
    return collide.capsule(of.p - of.u, of.p + of.u, radius)
end

local function flat(capsule) -- its shadow on the XY plane
    local a, b = capsule.a, capsule.b
    return collide.capsule(vec(a.x, a.y), vec(b.x, b.y), capsule.radius)
end

function scenario.load() return { time = 0, pairs = {}, position = "" } end

function scenario.update(s, dt, p)
    s.time = s.time + dt
    local tour = scenario.params.position.choices[s.time // 6 % 4 + 2]
    s.position = p.position == "tour" and tour or p.position
    local swing = p.swing * math.sin(s.time * math.pi / 3)
    local u, across = vec(0.6, 1.8, 0), vec(-0.6, 1.8, 0)
    local v = ({ crossing = across, ["zero length"] = vec(0, 0, 0) })[s.position] or u
    local offset = ({ crossing = vec(0, 0, swing), parallel = vec(1, 0, swing),
        collinear = u * (2 + swing), ["zero length"] = vec(0.6, 2 * swing, 0) })[s.position]
    for i, limits in ipairs { { math.huge, math.huge }, { math.huge, 1 }, { 1, 1 } } do
        local middle = vec(6 * i - 12, 0, 0)
        local one = { p = middle, u = u, limit = limits[1] }
        local two = { p = middle + offset, u = v, limit = limits[2] }
        if i == 1 and s.position == "zero length" then two.u = across end -- a line has a direction
        local a, b = shape(one, p.radius), shape(two, p.radius)
        local _, _, distance, normal = a:closest(b)
        s.pairs[i] = { a = a, b = b, distance = distance, normal = normal,
            by_hand = gap(one, two) - a.radius - b.radius }
    end
    s.flat = flat(s.pairs[3].a):contact(flat(s.pairs[3].b))
end

function scenario.draw(s, draw)
    draw.text(s.position)
    for i, name in ipairs { "line, line", "line, capsule", "capsule, capsule" } do
        local pair = s.pairs[i] or { distance = 0, by_hand = 0 }
        draw.text(("%-18s %.9f, by hand %.9f"):format(name, pair.distance, pair.by_hand))
    end
    local a = s.pairs[3] and s.pairs[3].a
    if not s.flat then return end
    local function way_out(words, depth, normal, color)
        local middle = a.a:lerp(a.b, 0.5)
        draw.arrow(middle, middle + normal * depth, color)
        draw.text(("%s %.3f"):format(words, depth), color)
    end
    local depth, along = -s.pairs[3].distance, s.flat.normal
    if depth > 0 then way_out("way out in space     ", depth, s.pairs[3].normal, "green") end
    way_out("way out in the plane ", s.flat.depth, vec(along.x, along.y, 0), "orange")
end

scenario.checks = {
    ["by hand as by the query"] = function(s)
        return all(s.pairs, function(pair)
            return math.abs(pair.distance - pair.by_hand) < 1e-12
        end)
    end,
    ["the way out in space is the shorter one"] = function(s)
        return not s.flat or -s.pairs[3].distance <= s.flat.depth + 1e-12
    end,
}
return scenario
