-- Shapes of the simple kinds that contain a given point to the last bit: their coordinates are
-- those of the points that they are made from, so nothing is rounded.
local collide = require "collide"
local vec = collide.vec

local grid_shapes = {}

local function each(of, p, q)
  local x, y = of(p.x, q.x), of(p.y, q.y)
  return p.z and vec(x, y, of(p.z, q.z)) or vec(x, y)
end

-- A random point of a grid of nine points in each direction, `step` apart.
function grid_shapes.point(random, dim, step)
  local function x() return random.integer(-4, 4) * step end
  return dim == 2 and vec(x(), x()) or vec(x(), x(), x())
end

-- kind -> function(p, q, r): a shape through p, of which q and r are other points of the grid.
grid_shapes.through = {
  point = function(p) return collide.point(p) end,
  segment = function(p, q) return collide.segment(p, q) end,
  line = function(p, q)
    local aside = p.z and vec(1, 0, 0) or vec(1, 0)
    return collide.line(p, q == p and aside or q - p)
  end,
  aabb = function(p, q) return collide.aabb(each(math.min, p, q), each(math.max, p, q)) end,
  triangle = function(p, q, r) return collide.triangle(p, q, r) end,
  sphere = function(p) return collide.sphere(p, 0) end,
}

return grid_shapes
