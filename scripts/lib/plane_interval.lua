-- plane_interval(height, speed, radius): when a sphere touches a plane, by its height over it and
-- its speed along the normal n. The centre is at height h + t (n . v), and touches where that is r:
--     t = (r - h) / (n . v)
-- Where n . v < 0 it moves in, and touches from t on; where n . v > 0 it moves out, and touches up
-- to t; where n . v = 0 it always touches (h <= r) or never. A past touch, t < 0: it is embedded.
return function(height, speed, radius)
    local t = (radius - height) / speed
    if speed < 0 then return t, math.huge, ("t >= %.2f"):format(t) end
    if speed > 0 then return -math.huge, t, ("t <= %.2f"):format(t) end
    if height > radius then return math.huge, math.huge, "never" end
    return -math.huge, math.huge, "always"
end
