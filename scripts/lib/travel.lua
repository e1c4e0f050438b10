-- travel(shape, motion, solids, respond): moves a shape, each hit on the way at its own moment.
-- respond(hit, rest) says what becomes of the rest of the motion. Returns the places on the way.
local first_hit = require "lib.first_hit"

return function(shape, motion, solids, respond)
    local path = { shape.center }
    for _ = 1, 16 do
        local hit = first_hit(shape, motion, solids)
        shape:move(motion * (hit and hit.t or 1))
        table.insert(path, shape.center)
        if not hit then break end
        motion = respond(hit, motion * (1 - hit.t))
    end
    return path
end
