-- Point clouds: lists of vectors, a few hundred each, made by formula.
local vec = require("collide").vec

local cloud = {}

-- A circle of `count` points around `center` in the plane of the unit vectors u and v.
local function ring(points, center, u, v, radius, count)
    for i = 1, count do
        local angle = i / count * 2 * math.pi
        table.insert(points, center + (u * math.cos(angle) + v * math.sin(angle)) * radius)
    end
end

-- Rings of radius r0 .. r1 along an arc: a tube, bent in the XY plane.
local function tube(points, center, bend, from, to, r0, r1, count)
    for i = 0, count do
        local t = i / count
        local angle = from + (to - from) * t
        local outward = vec(math.cos(angle), math.sin(angle), 0)
        ring(points, center + outward * bend, outward, vec(0, 0, 1), r0 + (r1 - r0) * t, 10)
    end
end

-- A surface of revolution around y, then a spout towards +x and a handle towards -x.
function cloud.teapot()
    local profile = { -- radius, height
        { 0.70, 0.00 }, { 0.85, 0.10 }, { 0.97, 0.25 }, { 1.04, 0.42 }, { 1.05, 0.60 },
        { 1.00, 0.78 }, { 0.90, 0.95 }, { 0.76, 1.10 }, { 0.66, 1.18 }, { 0.52, 1.28 },
        { 0.30, 1.37 }, { 0.11, 1.42 }, { 0.10, 1.50 }, { 0.16, 1.57 }, { 0.10, 1.64 },
    }
    local points = {}
    for _, at in ipairs(profile) do
        ring(points, vec(0, at[2], 0), vec(1, 0, 0), vec(0, 0, 1), at[1], at[1] > 0.4 and 32 or 12)
    end
    tube(points, vec(0.9, 1.25, 0), 0.85, -1.5, -0.05, 0.28, 0.10, 10) -- spout
    tube(points, vec(-0.95, 0.62, 0), 0.52, 1.1, 5.2, 0.08, 0.08, 14) -- handle
    return points
end

-- The edges of a box around the origin, `count` pieces each.
function cloud.box(half, count)
    local points = {}
    for i = 0, count do
        local t = i / count * 2 - 1
        for corner = 0, 3 do
            local p, q = corner % 2 * 2 - 1, corner // 2 * 2 - 1
            table.insert(points, vec(half.x * t, half.y * p, half.z * q))
            table.insert(points, vec(half.x * p, half.y * t, half.z * q))
            table.insert(points, vec(half.x * p, half.y * q, half.z * t))
        end
    end
    return points
end

return cloud
