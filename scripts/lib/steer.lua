-- steer(s, input): where the arrow keys push, in x and z; nil until one is pressed for the first
-- time (s.steered), so that a scenario can move by itself until then.
local vec = require("collide").vec

return function(s, input)
    local push = vec(input.axis("left", "right"), 0, input.axis("up", "down"))
    s.steered = s.steered or push:length() > 0
    return s.steered and push or nil
end
