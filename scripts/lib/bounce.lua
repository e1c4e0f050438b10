-- bounce(ball, velocity, time, solids, restitution): moves a ball for that time, each bounce at its
-- own moment. Returns its velocity and the energy that it lost, per mass: a bounce takes
-- (1 - e^2) (v . n)^2 / 2 of v^2 / 2.
local first_hit = require "lib.first_hit"

return function(ball, velocity, time, solids, restitution)
    local lost = 0
    for _ = 1, 16 do
        local hit = first_hit(ball, velocity * time, solids)
        ball:move(velocity * time * (hit and hit.t or 1))
        if not hit then break end
        time = time * (1 - hit.t)
        lost = lost + (1 - restitution ^ 2) * velocity:dot(hit.normal) ^ 2 / 2
        velocity = velocity:reflect(hit.normal, restitution)
    end
    return velocity, lost
end
