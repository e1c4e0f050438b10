local collide = require "collide"
local vec = collide.vec
local scenario = { title = "Bounce", params = { gravity = { 9.8, min = 0, max = 50 } } }

function scenario.load() -- the state: shapes and plain data
    return {
        ball = collide.sphere({ 0, 3 }, 0.5),
        floor = collide.plane({ 0, 1 }, 0),
        walls = { collide.plane({ 1, 0 }, -4), collide.plane({ -1, 0 }, -4) },
        velocity = vec(1, 0),
    }
end

function scenario.update(s, dt, p) -- the only place where the state changes
    s.velocity = s.velocity + vec(0, -p.gravity) * dt
    local motion = s.velocity * dt
    for _, plane in ipairs { s.floor, s.walls[1], s.walls[2] } do
        local hit = s.ball:shapecast(motion, plane)
        if hit and hit.approach > 0 then
            s.velocity, motion = s.velocity:reflect(hit.normal), vec(0, 0)
        end
    end
    s.ball:move(motion)
end

scenario.checks = {
    ["never sinks"] = function(s) return s.ball:distance(s.floor) > -1e-9 end,
}

return scenario
