-- Boxes beside the hulls of their corners, which take the generic path.
local collide = require "collide"
local vec = collide.vec
local boxes = {}

-- The hull of the corners of a box with that centre and half extents; turn: a quaternion, or nil.
function boxes.hull(center, half, turn)
  local corners = {}
  for x = -1, 1, 2 do
    for y = -1, 1, 2 do
      for z = -1, 1, 2 do
        local corner = vec(x * half.x, y * half.y, z * half.z)
        corners[#corners + 1] = center + (turn and turn * corner or corner)
      end
    end
  end
  return collide.hull(corners)
end

-- What collide.closest returns, by name.
function boxes.separation(a, b)
  local point_a, point_b, distance, normal = collide.closest(a, b)
  return { point_a = point_a, point_b = point_b, distance = distance, normal = normal }
end

return boxes
