-- Seeded shapes for the laws: random ones, and the degenerate ones on which collision code breaks:
-- points of a coarse grid (shared, collinear, coplanar, parallel, touching), zero sizes, needles.
-- Everything follows from the seed; Lua's own random numbers are not used.
local collide = require "collide"
local vec = collide.vec

local generate = {}

-- xorshift64*, uniform in [0, 1)
function generate.random(seed)
  local state = seed * 0x9E3779B97F4A7C15 + 0x5851F42D4C957F2D
  if state == 0 then state = 1 end
  local random = {}
  function random.unit()
    state = state ~ (state >> 12)
    state = state ~ (state << 25)
    state = state ~ (state >> 27)
    return ((state * 0x2545F4914F6CDD1D) >> 11) * 2.0 ^ -53
  end
  function random.range(low, high) return low + (high - low) * random.unit() end
  function random.integer(low, high) return low + math.floor((high - low + 1) * random.unit()) end
  function random.chance(p) return random.unit() < p end
  return random
end

local function make(random, component, dim)
  local function get() return component(random) end
  if dim == 2 then return vec(get(), get()) end
  return vec(get(), get(), get())
end

local function uniform(random) return random.range(-1, 1) end
local function grid(random) return random.integer(-2, 2) / 2 end
local function needle(random) return random.range(-1, 1) * (random.chance(0.5) and 1e-8 or 1) end

-- A style is how numbers are drawn; all shapes of a case share one.
local styles = {
  { point = uniform, size = function(r) return r.range(0, 0.7) end },
  { point = grid, size = function(r) return r.integer(0, 2) / 2 end, square = true },
  { point = needle, size = function(r) return r.chance(0.3) and 0 or r.range(0, 0.5) end },
}

generate.styles = styles

local function direction(random, style, dim)
  local d = make(random, style.point, dim)
  return d:length() > 0 and d or (dim == 2 and vec(1, 0) or vec(0, 0, 1))
end

local function rotation(random, style, dim)
  local angle = style.square and random.integer(0, 3) * math.pi / 2 or random.range(-3, 3)
  if dim == 2 then return angle end
  return collide.quat(direction(random, style, 3), angle)
end

local function points(random, style, dim, most)
  local list = {}
  for i = 1, random.integer(1, most) do list[i] = make(random, style.point, dim) end
  return list
end

local function half_extents(random, style, dim)
  return make(random, style.size, dim)
end

local kinds = {}
function kinds.point(r, s, dim) return collide.point(make(r, s.point, dim)) end
function kinds.sphere(r, s, dim) return collide.sphere(make(r, s.point, dim), s.size(r)) end
function kinds.segment(r, s, dim)
  return collide.segment(make(r, s.point, dim), make(r, s.point, dim))
end
function kinds.capsule(r, s, dim)
  return collide.capsule(make(r, s.point, dim), make(r, s.point, dim), s.size(r))
end
function kinds.line(r, s, dim)
  return collide.line(make(r, s.point, dim), direction(r, s, dim), r.chance(0.7) and s.size(r) or 0)
end
function kinds.plane(r, s, dim)
  return collide.plane(direction(r, s, dim), make(r, s.point, dim))
end
function kinds.aabb(r, s, dim)
  local a, half = make(r, s.point, dim), half_extents(r, s, dim)
  return collide.aabb(a - half, a + half)
end
function kinds.box(r, s, dim)
  return collide.box(make(r, s.point, dim), half_extents(r, s, dim), rotation(r, s, dim),
    r.chance(0.3) and s.size(r) or 0)
end
function kinds.triangle(r, s, dim)
  return collide.triangle(make(r, s.point, dim), make(r, s.point, dim), make(r, s.point, dim),
    r.chance(0.3) and s.size(r) or 0)
end
function kinds.polygon(r, s, dim)
  return collide.polygon(points(r, s, dim, 9), r.chance(0.3) and s.size(r) or 0)
end
function kinds.hull(r, s, dim)
  return collide.hull(points(r, s, dim, 12), r.chance(0.3) and s.size(r) or 0)
end

local function axis(r, s)
  local a, b = make(r, s.point, 3), make(r, s.point, 3)
  return a, a == b and a + direction(r, s, 3) or b
end
function kinds.cylinder(r, s)
  local a, b = axis(r, s)
  return collide.cylinder(a, b, s.size(r))
end
function kinds.cone(r, s)
  local a, b = axis(r, s)
  return collide.cone(a, b, s.size(r))
end

function generate.is_curved(shape) return shape.kind == "cylinder" or shape.kind == "cone" end

-- The radius by which the core is rounded.
function generate.rounding(shape) return generate.is_curved(shape) and 0 or shape.radius end

-- Triangles over few vertices, so that many share a vertex or an edge; some are degenerate.
function kinds.mesh(r, s, dim)
  local vertices, triangles = points(r, s, dim, 6), {}
  for i = 1, r.integer(1, 6) do
    triangles[i] = {}
    for k = 1, 3 do triangles[i][k] = r.integer(1, #vertices) end
  end
  return collide.mesh(vertices, triangles)
end

-- The solid of a mesh; the mesh where it bounds none: two sides on a grid are one triangle, or one
-- that is smaller than 2^-64 counts as a point.
local function filled(mesh)
  local closed, solid = pcall(collide.solid, mesh)
  return closed and solid or mesh
end

-- Tetrahedra, inside out or not, which share corners, overlap or leave cavities; some are flat.
function kinds.solid(r, s, dim)
  local vertices, triangles = {}, {}
  for first = 1, 1 + 4 * r.integer(0, 1), 4 do
    for i = first, first + 3 do vertices[i] = make(r, s.point, dim) end
    if first > 1 and r.chance(0.3) then vertices[first] = vertices[1] end
    for _, t in ipairs { { 0, 2, 1 }, { 0, 1, 3 }, { 0, 3, 2 }, { 1, 2, 3 } } do
      triangles[#triangles + 1] = { first + t[1], first + t[2], first + t[3] }
    end
  end
  local solid = filled(collide.mesh(vertices, triangles))
  return solid.kind == "solid" and solid or kinds.solid(r, s, dim)
end

-- The parts of a compound: often all bounded, as unbounded ones overlap nearly everything.
function kinds.compound(r, s, dim)
  local shapes, all = {}, generate.convex_kinds(dim)
  if r.chance(0.15) then all[#all + 1] = "mesh" end
  if dim == 3 and r.chance(0.1) then all[#all + 1] = "solid" end
  local unbounded = r.chance(0.15)
  for i = 1, r.integer(1, 5) do
    local kind
    repeat
      kind = all[r.integer(1, #all)]
    until unbounded or (kind ~= "line" and kind ~= "plane")
    shapes[i] = kinds[kind](r, s, dim)
  end
  return collide.compound(shapes)
end

-- The convex kinds of a dimension, in a fixed order.
function generate.convex_kinds(dim)
  if dim == 3 then
    return { "point", "sphere", "segment", "capsule", "line", "plane", "aabb", "box", "triangle",
      "hull", "cylinder", "cone" }
  end
  return { "point", "sphere", "segment", "capsule", "line", "plane", "aabb", "box", "triangle",
    "polygon" }
end

-- All kinds.
function generate.kinds(dim)
  local all = generate.convex_kinds(dim)
  all[#all + 1] = "mesh"
  if dim == 3 then all[#all + 1] = "solid" end
  all[#all + 1] = "compound"
  return all
end

-- The largest coordinate or size of a shape, to which rounding errors are relative.
function generate.size(shape)
  local size = shape.radius or 0
  local function see(v)
    if v then
      size = math.max(size, math.abs(v.x), math.abs(v.y), math.abs(v.z or 0))
    end
  end
  for _, field in ipairs { "center", "half", "a", "b", "point" } do see(shape[field]) end
  for _, v in ipairs(shape.vertices or {}) do see(v) end
  for _, part in ipairs(shape.shapes or {}) do size = math.max(size, generate.size(part)) end
  return math.max(size, math.abs(shape.offset or 0))
end

local function corner(shape)
  return shape.center or shape.a or shape.point or shape.vertices and shape.vertices[1] or
    shape.shapes and corner(shape.shapes[1]) or shape.normal * shape.offset
end

-- A case: two shapes of the given kinds in one style, at some distance; the style; and the largest
-- number that the shapes were made from.
function generate.pair(random, kind_a, kind_b, dim)
  local style = styles[random.integer(1, #styles)]
  local a, b = kinds[kind_a](random, style, dim), kinds[kind_b](random, style, dim)
  local size = math.max(generate.size(a), generate.size(b))
  if random.chance(0.4) then
    a:move(make(random, style.point, dim) * 2)
  elseif random.chance(0.2) then
    a:move(corner(b) - corner(a)) -- a shared feature
  end
  return a, b, style, math.max(size, generate.size(a))
end

function generate.has_part(shape, is)
  for _, part in ipairs(shape.shapes or {}) do
    if generate.has_part(part, is) then return true end
  end
  return is(shape)
end

function generate.is_mesh(shape) return shape.kind == "mesh" or shape.kind == "solid" end

function generate.is_set(shape) return generate.is_mesh(shape) or shape.kind == "compound" end

function generate.has_surface(shape) return generate.has_part(shape, generate.is_mesh) end

-- Whether its depth may be longer than the shortest way out, as its inside is no part of it.
function generate.has_inside(shape)
  return generate.has_part(shape, function(s) return s.kind == "solid" end)
end

-- Two surfaces that overlap have no depth, so a is moved along an axis until they are apart.
-- Returns whether that was possible.
function generate.parted(a, b, dim)
  if not (generate.has_surface(a) and generate.has_surface(b)) then return true end
  local step = dim == 2 and vec(1.5, 0.25) or vec(1.5, 0.25, 0.125)
  for i = 1, 40 do -- farther each time, to both sides; planes may leave no room
    if not (a:overlap(b) or b:overlap(a)) then return true end
    a:move(step * (i % 2 == 0 and -i or i))
  end
  return false
end

function generate.vector(random, style, dim) return make(random, style.point, dim) end

-- A rigid motion with a uniform scale, applied to the fields of a shape.
function generate.motion(random, dim, scale)
  local angle = random.range(-3, 3)
  return {
    dim = dim,
    scale = scale,
    by = make(random, uniform, dim) * scale,
    rotation = dim == 2 and angle or collide.quat(direction(random, styles[1], 3), angle),
    origin = dim == 2 and vec(0, 0) or vec(0, 0, 0),
  }
end

-- A shape whose points, directions and lengths are those that the functions of `see` make of its
-- own; a box stays one if it is not turned, or they do not turn it.
function generate.seen(shape, see)
  local kind, r = shape.kind, shape.radius and see.length(shape.radius)
  local point = see.point
  local function list()
    local vertices = shape.vertices
    for i, v in ipairs(vertices) do vertices[i] = point(v) end
    return vertices
  end
  if kind == "point" then return collide.point(point(shape.center)) end
  if kind == "sphere" then return collide.sphere(point(shape.center), r) end
  if kind == "segment" then return collide.segment(point(shape.a), point(shape.b)) end
  if kind == "line" then
    return collide.line(point(shape.point), see.direction(shape.direction), r)
  end
  if kind == "plane" then
    return collide.plane(see.direction(shape.normal), see.length(shape.offset))
  end
  if shape.min then
    local low, high = point(shape.min), point(shape.max)
    return collide.aabb(low:min(high), low:max(high), r)
  end
  if kind == "box" then
    return collide.box(point(shape.center), point(shape.half), shape.rotation, r)
  end
  if kind == "mesh" then return collide.mesh(list(), shape.triangles) end
  if kind == "solid" then return filled(collide.mesh(list(), shape.triangles)) end
  if kind == "compound" then
    local parts = shape.shapes
    for i, part in ipairs(parts) do parts[i] = generate.seen(part, see) end
    return collide.compound(parts)
  end
  if kind == "triangle" then
    local v = list()
    return collide.triangle(v[1], v[2], v[3], r)
  end
  if kind == "polygon" or kind == "hull" then return collide[kind](list(), r) end
  return collide[kind](point(shape.a), point(shape.b), r)
end

-- The shape scaled about the origin by a power of two, which is exact.
function generate.scaled(shape, s)
  local function scaled(x) return x * s end
  return generate.seen(shape, { point = scaled, length = scaled,
    direction = function(d) return d end })
end

function generate.apply(motion, shape)
  local scaled = generate.scaled(shape, motion.scale)
  return scaled:rotated(motion.rotation, motion.origin):move(motion.by)
end

function generate.turn(motion, v)
  if motion.dim == 3 then return motion.rotation * v end
  local c, s = math.cos(motion.rotation), math.sin(motion.rotation)
  return vec(c * v.x - s * v.y, s * v.x + c * v.y)
end

-- The convex parts of a shape, in order: { path =, shape = }; a convex shape is its own part.
function generate.parts(shape)
  local list, vertices = {}, shape.vertices
  if generate.is_mesh(shape) then
    for i, t in ipairs(shape.triangles) do
      list[i] = { path = { i },
        shape = collide.triangle(vertices[t[1]], vertices[t[2]], vertices[t[3]]) }
    end
  elseif shape.kind == "compound" then
    for i, part in ipairs(shape.shapes) do
      for _, inner in ipairs(generate.parts(part)) do
        list[#list + 1] = { path = { i, inner.path[1] }, shape = inner.shape }
      end
    end
  else
    list[1] = { path = {}, shape = shape }
  end
  return list
end

return generate
