-- A polygon with holes raised to a wall: the closed mesh over the convex pieces of its outline.
local collide = require "collide"
local vec = collide.vec

-- The corners of a piece, with those of the loops that lie within its edges: there others end.
local function corners_of(piece, loops)
    local v, corners = piece.vertices, {}
    for i, p in ipairs(v) do
        local along, within = v[i % #v + 1] - p, { p }
        for _, loop in ipairs(loops) do
            for _, q in ipairs(loop) do
                local t = (q - p):dot(along) / along:length2()
                if (q - p):cross(along) == 0 and t > 0 and t < 1 then within[#within + 1] = q end
            end
        end
        table.sort(within, function(q, r) return q:distance(p) < r:distance(p) end)
        table.move(within, 1, #within, #corners + 1, corners)
    end
    return corners
end

-- loops: of { x, z }, the outline first. Returns the mesh and, of each triangle, the number of the
-- loop whose wall it is, nil of the floor and the top.
return function(loops, height)
    local vertices, triangles, loop_of = {}, {}, {}
    local function add(x, y, z)
        vertices[#vertices + 1] = vec(x, y, z)
        return #vertices
    end
    local function quad(a, b, c, d, loop)
        for _, t in ipairs { { a, b, c }, { a, c, d } } do
            triangles[#triangles + 1], loop_of[#triangles + 1] = t, loop
        end
    end
    local pieces = collide.outline(loops[1], { table.unpack(loops, 2) }).shapes
    for _, piece in ipairs(pieces) do
        local v = corners_of(piece, loops) -- counterclockwise
        for i = 2, #v - 1 do
            local a, b, c = v[1], v[i], v[i + 1]
            for _, y in ipairs { 0, height } do
                local p, q, r = add(a.x, y, a.y), add(b.x, y, b.y), add(c.x, y, c.y)
                triangles[#triangles + 1] = y == 0 and { p, q, r } or { p, r, q }
            end
        end
    end
    for number, loop in ipairs(loops) do
        local area = 0 -- of the outline as the pieces have it, of holes the other way round
        for i, p in ipairs(loop) do area = area + p:cross(loop[i % #loop + 1]) end
        for i, p in ipairs(loop) do
            local q = loop[i % #loop + 1]
            if (area < 0) == (number == 1) then p, q = q, p end
            quad(add(p.x, 0, p.y), add(p.x, height, p.y), add(q.x, height, q.y), add(q.x, 0, q.y),
                number)
        end
    end
    return collide.mesh(vertices, triangles), loop_of
end
