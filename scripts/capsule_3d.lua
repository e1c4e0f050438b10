-- Line and line, line and capsule, capsule and capsule in space, by hand (lib/core_gap.lua derives
-- it) and by the query. A core is p + s u, with |s| <= 1 for a capsule.
-- Crossing capsules: in the plane one must be pushed along it until the cross is undone; in space
-- there is always the perpendicular u x v, and the way out is no longer than both radii.
local collide = require "collide"
local all = require "lib.all"
local core_gap = require "lib.core_gap"
local vec = collide.vec

local scenario = { title = "Capsules in 3D / カプセル（3D）", view = "orbit", params = {
    position = { "tour", choices = { "tour", "crossing", "parallel", "collinear", "zero length" } },
    radius = { 0.4, min = 0.05, max = 1 },
    swing = { 0.6, min = 0, max = 2 },
} }

local function shape(core, radius)
    if core.limit == math.huge then return collide.line(core.p, core.u) end
    return collide.capsule(core.p - core.u, core.p + core.u, radius)
end

local function flat(c) -- a capsule's shadow on the XY plane
    return collide.capsule(vec(c.a.x, c.a.y), vec(c.b.x, c.b.y), c.radius)
end

function scenario.update(s, dt, p)
    s.time = s.time + dt
    local tour = scenario.params.position.choices[s.time // 6 % 4 + 2]
    s.position = p.position == "tour" and tour or p.position
    local swing = p.swing * math.sin(s.time * math.pi / 3)
    local u, across = vec(0.6, 1.8, 0), vec(-0.6, 1.8, 0)
    local v = ({ crossing = across, ["zero length"] = vec(0, 0, 0) })[s.position] or u
    local offset = ({ crossing = across * (2 * swing) + vec(0, 0, swing / 2),
        parallel = vec(1, 0, swing), collinear = u * (2 + swing),
        ["zero length"] = vec(0.6, 2 * swing, 0) })[s.position]
    local function compare(x, one_limit, two_limit)
        local one = { p = vec(x, 0, 0), u = u, limit = one_limit }
        local two = { p = one.p + offset, u = v, limit = two_limit }
        if two_limit == math.huge and v:length() == 0 then two.u = across end -- no such line
        local a, b = shape(one, p.radius), shape(two, p.radius)
        local contact, by_hand = a:contact(b, math.huge), core_gap(one, two) - a.radius - b.radius
        return { a = a, b = b, distance = contact.distance, normal = contact.normal,
            by_hand = by_hand }
    end
    s.line_line = compare(-5, math.huge, math.huge)
    s.line_capsule = compare(0, math.huge, 1)
    s.capsules = compare(5, 1, 1)
    s.flat = flat(s.capsules.a):contact(flat(s.capsules.b))
end

function scenario.load(p)
    local s = { time = 0 }
    scenario.update(s, 0, p)
    return s
end

function scenario.draw(s, draw)
    draw.text(s.position)
    for _, name in ipairs { "line_line", "line_capsule", "capsules" } do
        draw.text(("%-13s %.9f, by hand %.9f"):format(name, s[name].distance, s[name].by_hand))
    end
    local function way_out(words, depth, normal, color)
        draw.shape(s.capsules.a:moved(normal * depth), { color = color, outline = true })
        draw.text(("way out %s %.3f"):format(words, depth), color)
    end
    local depth = -s.capsules.distance
    if depth > 0 then way_out("in space    ", depth, s.capsules.normal, "green") end
    if s.flat then
        local x, y = s.flat.normal:unpack()
        way_out("in the plane", s.flat.depth, vec(x, y, 0), "orange")
    end
end

scenario.checks = {
    ["by hand as by the query"] = function(s)
        return all({ s.line_line, s.line_capsule, s.capsules }, function(pair)
            return math.abs(pair.distance - pair.by_hand) < 1e-12
        end)
    end,
    ["out in space is the shorter way"] = function(s)
        return not s.flat or -s.capsules.distance <= s.flat.depth + 1e-12
    end,
}
return scenario
