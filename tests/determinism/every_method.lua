-- A scenario of what every_query.lua does not ask: the arithmetic of vectors and rotations, the
-- methods of shapes, batches and characters.
local collide = require "collide"
local values = require "values"
local vec = collide.vec
local scenario = { title = "Every method", dt = 1 / 64, seed = 11 }

local number, vector, vectors = values.number, values.vector, values.vectors
local function quat() return collide.quat(vec(number(), number(), 1), number()) end

local function of_vectors(dim)
    local a, b, n = vector(dim), vector(dim), vector(dim) + (dim == 2 and vec(4, 0) or vec(4, 0, 0))
    return {
        a + b, a - b, a * 0.3, a / 3, a:dot(b), a:cross(b), a:length(), a:distance(b),
        a:lerp(b, 0.3), a:project(n), n:normalized(), a:reflect(n, 0.7), a:slide(n), n:angle(b + n),
        a:min(b), a:clamp(b, b + n:max(-n)), dim == 2 and a:perp() or quat() * a,
        a:rotated(dim == 2 and number() or quat()), a:rotated(dim == 2 and number() or quat(), b),
    }
end

local function of_rotations()
    local q, r = quat(), quat()
    local x, y, z = q:axes()
    local m = { x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z }
    return {
        q, q * r, q:conjugate(), q:slerp(r, 0.3), x, y, z, collide.quat_from_axes(x, y, z),
        collide.quat_from_matrix(m), collide.box_from_matrix(vec(1, 2, 3), m),
    }
end

local function of_shapes(dim)
    local points, rotation = vectors(dim, 7), dim == 2 and number() or quat()
    local hull = (dim == 2 and collide.polygon or collide.hull)(points)
    local box = collide.box(points[1], dim == 2 and vec(1, 2) or vec(1, 2, 3), rotation)
    local capsule = collide.capsule(points[1], points[2] + points[2], 0.3)
    local set = collide.compound { hull, box, capsule }
    local batch = collide.batch { hull, box, capsule, collide.sphere(points[3], 1) }
    local list = { collide.bounding_sphere(points), collide.bounding_box(points) }
    for _, shape in ipairs { hull, box, capsule, set } do
        local turned = shape:rotated(rotation, points[4])
        for _, one in ipairs { turned, turned:bounds(), turned:support(points[5]), turned.position,
            turned:contains(points[6]) } do list[#list + 1] = one end
    end
    list[#list + 1] = collide.raycast_all(points[6], points[7], batch)
    list[#list + 1] = collide.overlap_all(capsule:moved(points[6]), batch)
    local hero, motion = collide.sphere(points[5], 0.25), points[6] * 2
    local options = { step_height = 0.1, snap = 0.1 }
    list[#list + 1] = { collide.move_and_slide(hero, motion, batch, options) }
    return list
end

function scenario.load() return { results = {} } end

function scenario.update(s)
    for i = 1, 8 do
        s.results[i] = { of_vectors(2), of_vectors(3), of_rotations(), of_shapes(2), of_shapes(3) }
    end
end

return scenario
