-- closest_in_box(c, box): the point of a rotated box closest to c. In the box's own frame the box
-- is not rotated, and that is c with each coordinate clamped to the half extents h:
--     closest = center + R clamp(R^-1 (c - center), -h, h)
local vec = require("collide").vec

local function clamp(x, most) return math.max(-most, math.min(most, x)) end

return function(c, box)
    local q, h = box.rotation:conjugate() * (c - box.center), box.half
    return box.center + box.rotation * vec(clamp(q.x, h.x), clamp(q.y, h.y), clamp(q.z, h.z))
end
