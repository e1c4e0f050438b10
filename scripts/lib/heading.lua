-- heading(angle): the unit vector in the XY plane of space that is turned by an angle from +x.
local vec = require("collide").vec

return function(angle) return vec(math.cos(angle), math.sin(angle), 0) end
