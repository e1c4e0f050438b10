-- core_gap(one, two): the distance of two cores p + s u, |s| <= limit (of a line, math.huge).
-- The way between two points of them, w + s u - t v, is shortest where it is perpendicular to both,
-- w . u = 0 and w . v = 0: two equations for s and t, their determinant |u x v|^2. Where s or t
-- falls off its core, or the cores are parallel, an end is a closest point.
local project = require "lib.project"

local function gap_from(point, to)
    return point:distance(project(point, to.p, to.u, -to.limit, to.limit))
end

return function(one, two)
    local u, v, w = one.u, two.u, one.p - two.p
    local uu, uv, vv, uw, vw = u:dot(u), u:dot(v), v:dot(v), u:dot(w), v:dot(w)
    local det = uu * vv - uv * uv
    local s, t = (uv * vw - vv * uw) / det, (uu * vw - uv * uw) / det
    if det > 0 and math.abs(s) <= one.limit and math.abs(t) <= two.limit then
        return (w + u * s - v * t):length()
    end -- parallel lines have no ends, but there any point does
    return math.min(gap_from(one.p + u, two), gap_from(one.p - u, two),
        gap_from(two.p + v, one), gap_from(two.p - v, one))
end
