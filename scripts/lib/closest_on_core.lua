-- closest_on_core(c, capsule): the point of the core a-b closest to c. It is c's projection on the
-- line, a + t (b - a) with t = (c - a) . (b - a) / |b - a|^2, clamped to 0 <= t <= 1.
local project = require "lib.project"

return function(c, capsule) return project(c, capsule.a, capsule.b - capsule.a, 0, 1) end
