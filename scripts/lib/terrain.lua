-- terrain(size, cells, smooth, level): a mesh over the square of a side `size` about the origin, of
-- cells x cells squares. smooth(x, z) is the height at a corner. A square whose middle has a level,
-- level(x, z), lies on it, and upright walls close the gaps to its neighbours.
local collide = require "collide"
local vec = collide.vec

return function(size, cells, smooth, level)
    local vertices, triangles, corners = {}, {}, {}
    local width = size / cells
    local function quad(a, b, c, d)
        local n = #vertices
        vertices[n + 1], vertices[n + 2], vertices[n + 3], vertices[n + 4] = a, b, c, d
        triangles[#triangles + 1] = { n + 1, n + 2, n + 3 }
        triangles[#triangles + 1] = { n + 1, n + 3, n + 4 }
    end
    local function wall(a, b, c, d) if a ~= c or b ~= d then quad(a, b, d, c) end end
    for i = 1, cells do
        corners[i] = {}
        for k = 1, cells do
            local x, z = (i - 1) * width - size / 2, (k - 1) * width - size / 2
            local top = level(x + width / 2, z + width / 2)
            local function corner(cx, cz) return vec(cx, top or smooth(cx, cz), cz) end
            local q = { corner(x, z), corner(x, z + width), corner(x + width, z + width),
                corner(x + width, z) }
            quad(q[1], q[2], q[3], q[4])
            corners[i][k] = q
            if i > 1 then wall(q[1], q[2], corners[i - 1][k][4], corners[i - 1][k][3]) end
            if k > 1 then wall(q[1], q[4], corners[i][k - 1][2], corners[i][k - 1][3]) end
        end
    end
    return collide.mesh(vertices, triangles)
end
