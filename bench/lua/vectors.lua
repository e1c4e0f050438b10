-- The queries by hand in plain Lua, the comfortable way: vectors are tables with operators, results
-- are tables.
local sqrt, abs, max, min = math.sqrt, math.abs, math.max, math.min
local vectors = {}

local Vector = {}
local function vec(x, y, z) return setmetatable({ x = x, y = y, z = z }, Vector) end
function Vector.__add(a, b) return vec(a.x + b.x, a.y + b.y, a.z + b.z) end
function Vector.__sub(a, b) return vec(a.x - b.x, a.y - b.y, a.z - b.z) end
function Vector.__mul(s, a) return vec(s * a.x, s * a.y, s * a.z) end
local function dot(a, b) return a.x * b.x + a.y * b.y + a.z * b.z end
local function length(a) return sqrt(dot(a, a)) end
local function clamp(x, low, high) return max(low, min(high, x)) end

local function copy(v) return vec(v.x, v.y, v.z) end
function vectors.sphere(center, radius) return { center = copy(center), radius = radius } end
function vectors.capsule(a, b, radius) return { a = copy(a), b = copy(b), radius = radius } end
function vectors.box(center, half, axes)
    return { center = copy(center), half = { half.x, half.y, half.z },
        axes = { copy(axes[1]), copy(axes[2]), copy(axes[3]) }, radius = 0 }
end
function vectors.ray(origin, direction)
    return { origin = copy(origin), direction = copy(direction) }
end

local nearest = {}
function nearest.sphere(_, b) return b.center end
function nearest.capsule(p, c)
    local d = c.b - c.a
    return c.a + clamp(dot(p - c.a, d) / dot(d, d), 0, 1) * d
end
function nearest.box(p, b)
    local at, offset, inside = b.center, p - b.center, true
    for i = 1, 3 do
        local s = dot(offset, b.axes[i])
        inside = inside and abs(s) <= b.half[i]
        at = at + clamp(s, -b.half[i], b.half[i]) * b.axes[i]
    end
    return at, inside
end

local function face(p, b)
    local offset, depth, normal = p - b.center, math.huge, nil
    for i = 1, 3 do
        local s = dot(offset, b.axes[i])
        if b.half[i] - abs(s) < depth then
            depth, normal = b.half[i] - abs(s), (s < 0 and -1 or 1) * b.axes[i]
        end
    end
    return -depth, normal
end

vectors.overlap, vectors.distance, vectors.contact, vectors.raycast = {}, {}, {}, {}
for kind, point in pairs(nearest) do -- `inside` of a box alone
    vectors.overlap[kind] = function(a, b)
        local at = point(a.center, b)
        return length(a.center - at) <= a.radius + b.radius
    end

    vectors.contact[kind] = function(a, b, margin)
        local at, inside = point(a.center, b)
        local v = a.center - at
        local gap = length(v)
        if gap > a.radius + b.radius + (margin or 0) then return nil end
        local normal = vec(0, 1, 0)
        if inside then
            gap, normal = face(a.center, b)
        elseif gap > 0 then
            normal = (1 / gap) * v
        end
        return { distance = gap - a.radius - b.radius, normal = normal,
            point_a = a.center - a.radius * normal, point_b = a.center - (gap - b.radius) * normal }
    end

    vectors.distance[kind] = function(a, b)
        return vectors.contact[kind](a, b, math.huge).distance
    end
end

-- ------------------------------------------------------------------------------------------- rays

local function hit(ray, enter, exit, normal)
    if enter > 1 or exit < 0 then return nil end
    local t = max(enter, 0)
    local point = ray.origin + t * ray.direction
    return { t = t, enter = enter, exit = exit, point = point, normal = normal(point) }
end

local function roots(a, b, c)
    local square = b * b - a * c
    if square >= 0 then return (-b - sqrt(square)) / a, (-b + sqrt(square)) / a end
end

local function ball(ray, center, radius)
    local p, d = ray.origin - center, ray.direction
    return roots(dot(d, d), dot(p, d), dot(p, p) - radius * radius)
end

function vectors.raycast.sphere(ray, s)
    local enter, exit = ball(ray, s.center, s.radius)
    return enter and hit(ray, enter, exit, function(p)
        return (1 / s.radius) * (p - s.center)
    end)
end

function vectors.raycast.capsule(ray, c)
    local e, d, p = c.b - c.a, ray.direction, ray.origin - c.a
    local ee, de, pe = dot(e, e), dot(d, e), dot(p, e)
    local enter, exit = roots(ee * dot(d, d) - de * de, ee * dot(p, d) - pe * de,
        ee * dot(p, p) - pe * pe - c.radius * c.radius * ee)
    if not enter then return nil end
    local first, last = pe + enter * de, pe + exit * de
    if first < 0 or first > ee then enter = ball(ray, first < 0 and c.a or c.b, c.radius) end
    if not enter then return nil end
    if last < 0 or last > ee then
        local _, leave = ball(ray, last < 0 and c.a or c.b, c.radius)
        exit = leave or exit
    end
    return hit(ray, enter, exit, function(x)
        return (1 / c.radius) * (x - nearest.capsule(x, c))
    end)
end

function vectors.raycast.box(ray, b)
    local p, enter, exit, normal = ray.origin - b.center, -math.huge, math.huge, nil
    for i = 1, 3 do
        local axis = b.axes[i]
        local at, d = dot(p, axis), dot(ray.direction, axis)
        local sign = d < 0 and 1 or -1
        local s, t = (sign * b.half[i] - at) / d, (-sign * b.half[i] - at) / d
        if s > enter then enter, normal = s, sign * axis end
        exit = min(exit, t)
    end
    return enter <= exit and hit(ray, enter, exit, function() return normal end) or nil
end

return vectors
