-- Random calls on worlds and their bodies, as tests/lua/fuzz_spec.lua makes them on shapes; `fuzz`
-- makes their arguments. Bodies are added, changed, removed and queried in any order, also between
-- two hits, in loops over results, and after they are gone.
local collide = require "collide"

local WorldFuzz = {}
WorldFuzz.__index = WorldFuzz

local ours = { "^bad argument #%d to", "bad value for field", "attempt to assign",
  "^the body was removed", "^body must be in", "^the step was ended by another", "^boom$",
  "^attempt to yield from outside a coroutine", "^a response function must return",
  "^the event is over", "^cannot call '" }

local function is_ours(message)
  message = tostring(message)
  for _, pattern in ipairs(ours) do
    if message:gsub("^.-%.lua:%d+: ", ""):find(pattern) then return true end
  end
  return false
end

local MOST = 30

-- Compares values; vectors with a NaN equal themselves too.
local function is_sound(v) return v.x == v.x and v.y == v.y and (v.z == nil or v.z == v.z) end

function WorldFuzz.new(fuzz)
  local self = setmetatable({ fuzz = fuzz, random = fuzz.random, bodies = {}, worked = 0,
    raised = 0, hits = 0, depth = 0 }, WorldFuzz)
  self.worlds = { collide.world { gravity = { 0, -9 } }, collide.world {}, collide.world { dim = 3,
    gravity = { 0, -1, 0 } } }
  for _, world in ipairs(self.worlds) do
    world.hit_limit = 20
    self:corner(world)
  end
  return self
end

-- Two balls that hit each other and ask a response function, and a floor to rest on.
function WorldFuzz:corner(world)
  local x, y = collide.vec(1, 0), collide.vec(0, 1)
  if world.dim == 3 then x, y = collide.vec(1, 0, 0), collide.vec(0, 1, 0) end
  world:add(collide.plane(y, -2))
  for side = -1, 1, 2 do
    world:add(collide.sphere(side * 4 * x, 1), { mass = 1, velocity = -9 * side * x,
      response = function(...) return self:respond(...) end })
  end
end

function WorldFuzz:world() return self.worlds[self.random.integer(1, #self.worlds)] end

function WorldFuzz:body(world)
  local list = {}
  for body in world:bodies() do list[#list + 1] = body end
  local any = #list > 0 and self.random.chance(0.9) and list or self.bodies
  return any[self.random.integer(1, math.max(#any, 1))] or 1
end

function WorldFuzz:value(field, dim)
  local fuzz, random = self.fuzz, self.random
  if random.chance(0.02) then return fuzz:argument("any", dim) end
  if field == "shape" then return fuzz:argument("Shape", dim) end
  if field == "velocity" or field == "position" then return fuzz:argument("Vector", dim) end
  if field == "mass" then return random.chance(0.5) and 1 or fuzz:number() end
  if field == "restitution" then return random.range(-0.1, 1.1) end
  if field == "friction" then return random.range(-0.1, 1.1) end
  if field == "spin" then -- what turns a million times in a step takes seconds; what is none raises
    local function speed()
      local x = fuzz:number()
      return math.abs(x) <= 2 ^ 16 and math.fmod(x, 50) or x
    end
    return dim == 2 and speed() or collide.vec(speed(), speed(), speed())
  end
  if field == "pivot" or field == "surface_velocity" then return fuzz:argument("Vector", dim) end
  if field == "group" or field == "mask" then return random.integer(-1, 3) end
  if field == "data" then return {} end
  if random.chance(0.5) then
    return fuzz:one_of { "bounce", "slide", "stop", "pass", "hover", 7 }
  end
  return function(...) return self:respond(...) end
end

local fields = { "shape", "velocity", "position", "mass", "restitution", "friction",
  "surface_velocity", "spin", "pivot", "group", "mask", "data", "response" }

function WorldFuzz:options(dim)
  local options = {}
  for _, field in ipairs { "velocity", "mass", "restitution", "friction", "surface_velocity",
    "group", "mask", "data", "response" } do
    if self.random.chance(0.5) then options[field] = self:value(field, dim) end
  end
  if self.random.chance(0.2) then
    options.mass, options.spin, options.pivot = nil, self:value("spin", dim),
      self:value("pivot", dim)
  end
  return options
end

-- What a response function may do.
function WorldFuzz:respond(body, other, hit)
  self.hits = self.hits + 1
  assert(body.world == other.world and hit.t >= 0 and hit.approach == hit.approach)
  local what = self.random.integer(1, 10)
  if what == 1 then error("boom", 0) end
  if what == 2 then coroutine.yield() end
  if what <= 6 and self.depth < 3 then
    self.depth = self.depth + 1
    self:call(body.world or self:world())
    self.depth = self.depth - 1
  end
  return self.fuzz:one_of { "bounce", "slide", "stop", "pass", nil, "nothing" }
end

local acts = {}

function acts.add(self, world)
  if #world > MOST then return world:remove(self:body(world)) end
  local body = world:add(self.fuzz:argument("Shape", world.dim), self:options(world.dim))
  self.bodies[#self.bodies < MOST and #self.bodies + 1 or self.random.integer(1, MOST)] = body
end

function acts.remove(self, world) world:remove(self:body(world)) end

function acts.assign(self, world)
  local field = self.fuzz:one_of(fields)
  local body = self:body(world)
  if type(body) == "userdata" then body[field] = self:value(field, world.dim) end
end

function acts.read(self, world)
  local body = self:body(world)
  if type(body) == "number" then return end
  local mass, position, velocity = body.mass, body.position, body.velocity
  assert(mass > 0 and is_sound(position) and is_sound(velocity), tostring(body))
end

function acts.ask(self, world)
  local fuzz, dim = self.fuzz, world.dim
  local name = fuzz:one_of { "raycast", "shapecast", "overlap", "nearest", "raycast_all" }
  local a = fuzz:argument(name:find "cast_?a?l?l?$" and name ~= "shapecast" and "Vector" or
    name == "nearest" and "Vector" or "Shape", dim)
  local b = name == "nearest" and self.random.integer(-1, 5) or fuzz:argument("Vector", dim)
  if name == "overlap" then return world:overlap(a) end
  if name ~= "raycast_all" then return world[name](world, a, b) end
  for hit, body in world:raycast_all(a, b, fuzz:number()) do
    assert(hit.t == hit.t)
    if self.random.chance(0.2) then world:remove(body) end
  end
end

function acts.loop(self, world)
  for a, b in world[self.fuzz:one_of { "pairs", "bodies" }](world) do
    assert(a.world == world and (b == nil or b.world == world))
    if self.random.chance(0.1) then self:call(world) end
  end
end

function acts.step(self, world)
  local dt = self.random.chance(0.8) and self.random.range(0, 1) or self.fuzz:number()
  if self.random.chance(0.5) then return world:step(dt) end
  local co = coroutine.create(function() return world:step(dt) end)
  for _ = 1, self.random.integer(1, 6) do
    local ok, message = coroutine.resume(co)
    if not ok then error(message, 0) end
    if coroutine.status(co) == "dead" then return end
  end
end

function acts.events(self, world)
  for event in world:events() do
    assert(event.t >= 0 and event.approach == event.approach and is_sound(event.point))
    assert(event.a.world == world or event.a.world == nil)
    if self.random.chance(0.1) then self:call(world) end
  end
end

local names = { "add", "add", "add", "remove", "assign", "assign", "read", "ask", "loop", "step",
  "step", "events" }

-- Each act works or raises a message of ours.
function WorldFuzz:call(world)
  world = world or self:world()
  local name = self.fuzz:one_of(names)
  local ok, message = pcall(acts[name], self, world)
  if ok then
    self.worked = self.worked + 1
  else
    assert(is_ours(message), name .. ": " .. tostring(message))
    self.raised = self.raised + 1
  end
  local count = 0
  for body in world:bodies() do
    count = count + 1
    local v = body.velocity
    assert(is_sound(v) and is_sound(body.position) and body.world == world, name)
  end
  assert(count == #world, name)
end

return WorldFuzz
