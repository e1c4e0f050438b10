-- bisect_sweep(ball, motion, boxes, t0, t1, looked): when a moving ball first touches a box, at
-- most a trifle early, or nil. While t runs from t0 to t1 the ball stays in the sphere around the
-- middle of that piece of its path, larger than the ball by half the piece. If that sphere misses
-- every box, so does the ball. If not, halve the piece, the earlier half first, down to 0.005.
-- `looked` collects the spheres that were asked about.
local collide = require "collide"
local all = require "lib.all"

local function bisect_sweep(ball, motion, boxes, t0, t1, looked)
    local piece, middle = motion:length() * (t1 - t0), (t0 + t1) / 2
    local enclosing = collide.sphere(ball.center + motion * middle, ball.radius + piece / 2)
    table.insert(looked, { center = enclosing.center, radius = enclosing.radius })
    if all(boxes, function(solid) return not enclosing:overlap(solid) end) then return nil end
    if piece <= 0.005 then return t0 end
    return bisect_sweep(ball, motion, boxes, t0, middle, looked)
        or bisect_sweep(ball, motion, boxes, middle, t1, looked)
end

return bisect_sweep
