-- Shapes that move_and_slide moves, and what they move on.
local collide = require "collide"
local vec = collide.vec

local movers = {}

function movers.v(dim, x, y, z) return dim == 2 and vec(x, y) or vec(x, y, z or 0) end

-- Shapes with their lowest point at height 0 over the origin, about 1 wide; six characters first.
function movers.list(dim)
  if dim == 2 then
    return {
      collide.circle({ 0, 0.5 }, 0.5), collide.capsule({ 0, 0.5 }, { 0, 1.5 }, 0.5),
      collide.aabb({ -0.5, 0 }, { 0.5, 1 }), collide.box({ 0, 0.75 }, { 0.25, 0.5 }, 0, 0.25),
      collide.polygon { { 0, 0 }, { 0.5, 0.25 }, { 0.25, 1 }, { -0.5, 0.5 } },
      collide.point { 0, 0 }, collide.capsule({ 0, 0.3 }, { 0.4, 1 }, 0.3),
      collide.segment({ -0.5, 0 }, { 0.5, 0 }), collide.compound {
        collide.circle({ -0.3, 0.25 }, 0.25), collide.aabb({ 0, 0 }, { 0.5, 1 }) },
    }
  end
  return {
    collide.sphere({ 0, 0.5, 0 }, 0.5), collide.capsule({ 0, 0.5, 0 }, { 0, 1.5, 0 }, 0.5),
    collide.aabb({ -0.5, 0, -0.5 }, { 0.5, 1, 0.5 }), collide.point { 0, 0, 0 },
    collide.box({ 0, 0.5, 0 }, { 0.5, 0.5, 0.5 }, collide.quat({ 0, 1, 0 }, 0.3)),
    collide.hull { { 0, 0, 0 }, { 0.5, 0.5, 0 }, { -0.5, 0.5, 0.1 }, { 0, 0.5, 0.5 },
      { 0, 1, -0.5 } }, collide.cylinder({ 0, 0, 0 }, { 0, 1, 0 }, 0.5),
    collide.cone({ 0, 0, 0 }, { 0, 1, 0 }, 0.5),
    collide.triangle({ -0.5, 0, -0.5 }, { 0.5, 0, 0 }, { 0, 0, 0.5 }),
  }
end

-- Ground from `low` to `high` with its top at a height.
function movers.slab(dim, low, high, top)
  return dim == 2 and collide.aabb({ low, -1 }, { high, top }) or
    collide.aabb({ low, -1, -9 }, { high, top, 9 })
end

return movers
