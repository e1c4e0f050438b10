-- Random calls of everything that the module binds, with right, wrong and extreme arguments, as
-- `random` chooses them: each either works, without a NaN in its results, or raises a message of
-- ours. tests/lua/fuzz_spec.lua gives it seeded numbers, tests/fuzz/binding.lua those of a fuzzer.
local collide = require "collide"
local members = require "tests.support.members"
local vec = collide.vec

local extreme = { 0, -0.0, 1, -1, 0.5, 2, 3, 1e16, 1e-16, 1e50, -1e50, 1e-50, 2.0 ^ 53,
  math.maxinteger, math.mininteger, 1 / 0, -1 / 0, 0 / 0 }
local strange = { true, "1", print, io.stdout, {} }

local function sorted_functions(t)
  local names = {}
  for name, value in pairs(t) do
    if type(value) == "function" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local Fuzz = {}
Fuzz.__index = Fuzz

local types_of, functions, methods, vec_methods

function Fuzz.new(random)
  local self = setmetatable({ random = random, worked = 0, raised = 0, quats = {},
    shapes = { [2] = { collide.point { 0, 0 } }, [3] = { collide.point { 0, 0, 0 } } } }, Fuzz)
  for i = 1, 20 do self.quats[i] = collide.quat({ i, 3, -i * i }, i - 8) end
  return self
end

function Fuzz:one_of(list) return list[self.random.integer(1, #list)] end

function Fuzz:number()
  if self.random.chance(0.8) then return self.random.range(-2, 2) end
  return self:one_of(extreme)
end

function Fuzz:vector(dim)
  local list = {}
  for i = 1, dim do list[i] = self:number() end
  return self.random.chance(0.7) and vec(table.unpack(list)) or list
end

function Fuzz:points(dim)
  local list = {}
  for i = 1, self.random.integer(1, 8) do list[i] = self:vector(dim) end
  return list
end

function Fuzz:indices()
  local list, flat = {}, self.random.chance(0.5)
  for i = 1, self.random.integer(1, 4) do
    local triple = {}
    for k = 1, 3 do triple[k] = self.random.integer(1, self.random.chance(0.05) and 9 or 2) end
    if flat then table.move(triple, 1, 3, #list + 1, list) else list[i] = triple end
  end
  return list
end

-- A mesh around a tetrahedron, or one of its sides is missing.
function Fuzz:closed_mesh()
  local vertices, triangles = {}, { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } }
  local function x() return self.random.range(-2, 2) end
  for i = 1, 4 do vertices[i] = vec(x(), x(), x()) end
  if self.random.chance(0.1) then triangles[4] = nil end
  return collide.mesh(vertices, triangles)
end

-- Compounds of compounds would grow without limit.
function Fuzz:few_shapes(dim)
  local list = {}
  for i = 1, self.random.integer(1, 4) do
    local shape = self:one_of(self.shapes[dim])
    list[i] = #(shape.shapes or {}) < 12 and shape or nil
  end
  return list
end

function Fuzz:obstacles(dim)
  local list = self:few_shapes(dim)
  if self.random.chance(0.2) then return collide.batch { self:one_of(self.shapes[dim]) } end
  return self.random.chance(0.3) and self:one_of(self.shapes[dim]) or list
end

function Fuzz:move_options(dim)
  local function some(value) return self.random.chance(0.3) and value or nil end
  return { up = some(self:vector(dim)), max_slope = some(self:number()), snap = some(self:number()),
    step_height = some(self:number()), mask = some(self.random.integer(-2, 3)),
    max_hits = some(self.random.integer(-1, 20)),
    filter = some(function() return self.random.chance(0.7) end) }
end

function Fuzz:path(dim)
  local function some(value) return self.random.chance(0.5) and value or nil end
  return { motion = some(self:vector(dim)), about = some(self:vector(dim)),
    rotation = some(dim == 2 and self:number() or self:vector(dim)) }
end

-- Makes an argument of a type, by its name in the definitions (types/collide.lua).
local by_type = {
  { "indices", function(f) return f:indices() end },
  { "mesh", function(f) return f:closed_mesh() end },
  { "boolean", function(f) return f.random.chance(0.5) end },
  { "shapes", function(f, dim) return f:few_shapes(dim) end },
  { "points", function(f, dim) return f:points(dim) end },
  { "Vector", function(f, dim) return f:vector(dim) end },
  { "Rotation", function(f, dim) return dim == 2 and f:number() or f:one_of(f.quats) end },
  { "Quat", function(f) return f:one_of(f.quats) end },
  { "Shape", function(f, dim) return f:one_of(f.shapes[dim]) end },
  { "Matrix", function() return { 1, 0, 0, 0, 2, 0, 0, 0, 1 } end },
  { "number", function(f) return f:number() end },
  { "integer", function(f) return f.random.integer(-2, 3) end },
  { '"overlap"', function(f)
    return f:one_of { "overlap", "distance", "closest", "contact", "manifold", "raycast",
      "occluded", "shapecast" }
  end },
  { "function", function(f)
    return f:one_of { require "collide".distance, function() return {} end }
  end },
  { "kinds", function(f) return f:one_of { "circle", { "box", "capsule" }, { "hull" } } end },
  { "{", function(f) return { cases = 12, seed = f.random.integer(1, 99) } end }, -- of duel
  { "obstacles", function(f, dim) return f:obstacles(dim) end },
  { "components", function(f)
    return { x = f:number(), y = f.random.chance(0.5) and 1 or nil }
  end },
  { "Path", function(f, dim) return f:path(dim) end },
  { "MoveOptions", function(f, dim) return f:move_options(dim) end },
  { "WorldOptions", function(f, dim) return { dim = dim, gravity = f:vector(dim) } end },
  { "any", function(f, dim)
    return f.random.chance(0.7) and f:one_of(f.shapes[dim]) or f:vector(dim)
  end },
}

local by_name = { points = "points", mesh = "mesh", vertices = "points",
  triangles = "indices", shapes = "shapes",
  obstacles = "obstacles", kinds = "kinds", components = "components" }

-- function or Class:method -> the types of its arguments
local function signatures()
  local found, types = {}, {}
  for line in io.lines "types/collide.lua" do
    local name, param = line:match "^%-%-%-@param ([%w_.]+)%??%s+(%S+)"
    local of = line:match "^function ([%w_.:]+)%("
    for _ = 1, name == "..." and 3 or name and 1 or 0 do
      types[#types + 1] = by_name[name] or param
    end
    if of then found[of], types = types, {} end
  end
  return found
end

function Fuzz:argument(type_name, dim)
  if self.random.chance(0.02) then return self:one_of(strange) end
  if self.random.chance(0.02) then dim = 5 - dim end
  for _, kind in ipairs(by_type) do
    if type_name:find(kind[1], 1, true) then return kind[2](self, dim) end
  end
  error("no argument of type " .. type_name)
end

local result_fields = { "distance", "depth", "t", "enter", "exit", "approach", "x", "y", "z",
  "normal", "point_a", "point_b", "point", "exit_point", "exit_normal" }

-- Asserts that what queries and constructors return has no NaN, and that normals are unit vectors.
local function check_result(value, shown)
  if type(value) == "number" then assert(value == value, shown) end
  if type(value) ~= "userdata" or io.type(value) then return end
  for _, name in ipairs(result_fields) do
    local part = value[name]
    if type(part) == "number" or type(part) == "userdata" then check_result(part, shown) end
    if name:find "normal$" and part then
      assert(math.abs(part:length() - 1) < 1e-14, shown)
    end
  end
  for _, point in ipairs(value.points or {}) do
    for _, part in pairs(point) do check_result(part, shown) end
  end
end

function Fuzz:keep(value)
  if type(value) ~= "userdata" or io.type(value) or not value.kind then return end
  local list = self.shapes[value.dim]
  list[#list < 100 and #list + 1 or self.random.integer(1, 100)] = value
end

function Fuzz:call(name, f, types, dim, ...)
  local arguments = table.pack(...)
  for i, type_name in ipairs(types) do
    arguments[arguments.n + i] = self:argument(type_name, dim)
  end
  local count, shown = arguments.n + #types, { name }
  for i = 1, count do shown[#shown + 1] = tostring(arguments[i]) end
  shown = table.concat(shown, " ")
  local results = table.pack(pcall(f, table.unpack(arguments, 1, count)))
  if not results[1] then
    local message = results[2]
    assert(message:find "^bad argument #%d to" or message:find "^cannot call '" or
      message:find "^the depth of .* is not defined; use overlap$", shown .. ": " .. message)
    self.raised = self.raised + 1
    return
  end
  self.worked = self.worked + 1
  for i = 2, results.n do
    -- Arithmetic on vectors may overflow, and then give NaN; queries and shapes may not.
    if not name:find "^Vec" and name ~= "collide.vec" then check_result(results[i], shown) end
    self:keep(results[i])
  end
end

function Fuzz:assign(shape)
  local before, name = tostring(shape), self:one_of { "radius", "center", "a", "b", "c", "half",
    "rotation", "kind" }
  local types = { radius = "number", rotation = "Rotation" }
  local value = self:argument(types[name] or "Vector", shape.dim)
  local ok, message = pcall(function() shape[name] = value end)
  if ok then return end
  assert(before == tostring(shape), before)
  assert(message:find "bad value for field" or message:find "attempt to assign", message)
end

types_of = signatures()
functions = sorted_functions(collide)
methods = sorted_functions(members(collide.point { 0, 0 }))
vec_methods = sorted_functions(members(vec(1, 2)))

function Fuzz:any_call()
  local random = self.random
  local dim, kind = random.integer(2, 3), random.integer(1, 4)
  local shape = self:one_of(self.shapes[dim])
  if kind == 1 then
    local name = self:one_of(functions)
    self:call("collide." .. name, collide[name], types_of["collide." .. name], dim)
  elseif kind == 2 then
    local name = self:one_of(methods)
    self:call("Shape:" .. name, shape[name], types_of["Shape:" .. name], dim, shape)
  elseif kind == 3 then
    local name = self:one_of(vec_methods)
    local v = vec(random.range(-1, 1), self:number(), dim == 3 and self:number() or nil)
    self:call("Vec:" .. name, v[name], types_of["Vec:" .. name], dim, v)
  else
    self:assign(shape)
  end
end

return Fuzz
