-- Which part of a capsule's surface a point p of it lies on: there are two caps, of the spheres
-- around a and b, and the side, of the cylinder around a-b.
--     on cap a     where (p - a) . (b - a) <= 0     before the plane through a across the axis,
--     on cap b     where (p - b) . (b - a) >= 0     after the plane through b,
--     on the side  in between.
local collide = require "collide"

local part = {}

function part.by_dots(p, a, b)
    return (p - a):dot(b - a) <= 0 and "cap a" or (p - b):dot(b - a) >= 0 and "cap b" or "side"
end

-- The same from a query: which point of the core is the closest one?
function part.by_query(p, a, b)
    local _, core = collide.closest(collide.point(p), collide.segment(a, b))
    return core == a and "cap a" or core == b and "cap b" or "side"
end

return part
