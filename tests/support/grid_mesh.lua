-- A sheet of n * n squares, each of two triangles, along whatever surface `vertex` gives.
local collide = require "collide"

-- vertex(i, k): the vertex of a place from (0, 0) to (n, n).
return function(n, vertex)
  local vertices, triangles = {}, {}
  for i = 0, n do
    for k = 0, n do vertices[#vertices + 1] = vertex(i, k) end
  end
  for i = 0, n - 1 do
    for k = 1, n do
      local at = i * (n + 1) + k
      triangles[#triangles + 1] = { at, at + 1, at + n + 1 }
      triangles[#triangles + 1] = { at + 1, at + n + 2, at + n + 1 }
    end
  end
  return collide.mesh(vertices, triangles)
end
