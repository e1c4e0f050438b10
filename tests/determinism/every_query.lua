-- A scenario that asks every query of random pairs of all kinds of shapes, sharp, rounded and flat,
-- and lets a few of them move in a world. Its hash says whether all answers have the same bits.
local collide = require "collide"
local values = require "values"
local vec = collide.vec
local scenario = { title = "Every query", dt = 1 / 64, seed = 7 }

local number, vector, vectors = values.number, values.vector, values.vectors
local function direction(dim) return dim == 2 and vec(1, number()) or vec(1, number(), 0) end
local function radius() return math.random(3) == 1 and 0 or math.random() end
local function rotation(dim)
    if dim == 2 then return number() end
    return collide.quat(vec(number(), number(), 1), number())
end
local function half(dim)
    return dim == 2 and vec(radius(), radius()) or vec(radius(), radius(), radius())
end

local makers = {
    function(dim) return collide.point(vector(dim)) end,
    function(dim) return collide.sphere(vector(dim), radius()) end,
    function(dim) return collide.segment(vector(dim), vector(dim)) end,
    function(dim) return collide.capsule(vector(dim), vector(dim), radius()) end,
    function(dim) return collide.line(vector(dim), direction(dim), radius()) end,
    function(dim) return collide.plane(direction(dim), number()) end,
    function(dim)
        local corner = vector(dim)
        return collide.aabb(corner, corner + half(dim))
    end,
    function(dim) return collide.box(vector(dim), half(dim), rotation(dim), radius()) end,
    function(dim) return collide.triangle(vector(dim), vector(dim), vector(dim), radius()) end,
    function(dim)
        return (dim == 2 and collide.polygon or collide.hull)(vectors(dim, 12), radius())
    end,
    function(dim)
        local ball, box = collide.sphere(vector(dim), radius()), collide.box(vector(dim), half(dim))
        return collide.compound { ball, box }
    end,
    function() return collide.cylinder(vector(3), vector(3) + vec(4, 0, 0), radius()) end,
    function() return collide.cone(vector(3), vector(3) + vec(4, 0, 0), radius()) end,
    function() return collide.mesh(vectors(3, 5), { { 1, 2, 3 }, { 2, 3, 4 }, { 3, 4, 5 } }) end,
}

local function shape(dim, most)
    return makers[math.random(dim == 2 and 11 or most or #makers)](dim)
end

local unbounded = { plane = true, line = true }

local function new_world(dim)
    local up = dim == 2 and vec(0, 1) or vec(0, 1, 0)
    local world = collide.world { dim = dim, gravity = up * -9.8 }
    world:add(collide.plane(up, -4), { response = "bounce", restitution = 0.5 })
    for i = 1, 6 do
        local moving
        repeat moving = shape(dim) until not unbounded[moving.kind]
        local response = ({ "bounce", "slide", "stop" })[i % 3 + 1]
        world:add(moving:move(up * (4 * i)),
            { mass = i, velocity = vector(dim), response = response, restitution = 0.5 })
    end
    return world
end

local sets = { mesh = true, compound = true } -- whose parts are told

function scenario.load()
    return { worlds = { new_world(2), new_world(3) }, answers = {} }
end

function scenario.update(s, dt)
    for dim = 2, 3 do
        for i = 1, 20 do
            local a, b = shape(dim), shape(dim, #makers - 1) -- not two meshes: they have no depth
            local motion = vector(dim) * 3
            s.answers[20 * dim + i] = {
                a:overlap(b), { a:closest(b, sets[a.kind] or sets[b.kind]) },
                a:contact(b, 1), a:manifold(b, 0.5),
                a:shapecast(motion, b), a:shapecast(motion, b, vector(dim)),
                collide.raycast(vector(dim), motion, b), tostring(a), a:rotated(rotation(dim)),
            }
        end
        s.worlds[dim - 1]:step(dt)
    end
end

return scenario
