-- closest_on_core(c, capsule): the point of the core a-b closest to c. It is c's projection on the
-- line, a + t (b - a) with t = (c - a) . (b - a) / |b - a|^2, clamped to 0 <= t <= 1.
return function(c, capsule)
    local along = capsule.b - capsule.a
    local t = along:length2() > 0 and (c - capsule.a):dot(along) / along:length2() or 0
    return capsule.a + along * math.max(0, math.min(1, t))
end
