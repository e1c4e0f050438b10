-- The cases of tests/vectors/cases.jsonl, of which many break other engines: the expected results
-- were computed with 50 digits. A shape is the call that makes it; times are in units of the
-- motion; `enter` and `exit` are those of the whole line. Every field of `expect` is checked, and
-- the spec fails where one is changed.
local collide = require "collide"
local json = require "tests.support.json"
local vec = collide.vec

local function shape(call)
  local arguments = table.move(call, 2, #call, 1, {})
  local axes = type(arguments[3]) == "table" and arguments[3].axes
  if axes then arguments[3] = collide.quat_from_axes(table.unpack(axes)) end
  return collide[call[1]](table.unpack(arguments))
end

local Case = {}
Case.__index = Case

function Case:fail(what, expected, got)
  error(("case %s: %s: expected %s, got %s\n%s"):format(self.id, what, expected, got, self.note), 0)
end

function Case:same(what, expected, got)
  if expected ~= got then self:fail(what, expected, got) end
end

-- Compares numbers, or vectors in all components that are expected, with a tolerance relative to
-- the result or to `scale`: a unit of length in units of the value.
function Case:near(what, expected, got, scale)
  if got == nil then self:fail(what, expected, got) end
  local want = type(expected) == "table" and expected or { expected }
  local have = type(expected) == "table" and { got:unpack() } or { got }
  local off, size = 0, 0
  for i, x in ipairs(want) do
    x = tonumber(x) or x == "inf" and math.huge or -math.huge
    off = math.max(off, x == have[i] and 0 or math.abs(x - have[i]))
    size = math.max(size, math.abs(x))
  end
  if not (off <= (self.tol or 1e-9) * math.max(scale or 1, size)) then
    self:fail(what, table.concat(want, ", "), got)
  end
end

-- A normal is a unit vector, whatever is expected of it.
function Case:direction(n)
  local near = false
  for _, expected in ipairs(self.expect.normals or { self.expect.normal }) do
    near = near or (vec(table.unpack(expected)) - n):length() <= (self.tol or 1e-9)
  end
  if not near then self:fail("normal", self.expect.normals and "another", n) end
end

local function by_name(names)
  local checks = {}
  for _, name in ipairs(names) do
    checks[name] = function(c, e, result) c:near(name, e, result[name]) end
  end
  return checks
end

local closest = by_name { "distance", "point_a", "point_b" }
function closest.overlap(c, e)
  c:same("overlap", e, c.a:overlap(c.b))
  c:same("contact", e, c.a:contact(c.b) ~= nil)
end
function closest.middle(c, e, s) c:near("middle", e, s.point_a:lerp(s.point_b, 0.5)) end
function closest.normal(c, _, s) c:direction(s.normal) end
function closest.across(c, e, s) c:near("across", 0, s.normal:dot(e)) end
closest.normals = closest.normal

-- h is the hit, nil for a miss; c.whole is that of the whole line.
local cast = by_name { "point" }
function cast.hit(c, e, h) c:same("hit", e, h ~= nil) end
function cast.line(c, e) c:same("line", e, c.whole ~= nil) end
function cast.inside(c, e, h)
  c:same("overlap", e, c.b:overlap(c.a))
  if h then c:same("inside", e, h.inside) end
end
function cast.t(c, e, h) c:near("t", e, h.t, c.unit) end
function cast.enter(c, e) c:near("enter", e, c.whole.enter, c.unit) end
function cast.exit(c, e) c:near("exit", e, c.whole.exit, c.unit) end
cast.normal, cast.normals = closest.normal, closest.normal
function cast.distance(c, e) c:near("distance", e, c.a:distance(c.b)) end
function cast.point_a(c, e) c:near("point_a", e, c.a:contact(c.b).point_a) end
function cast.point_b(c, e) c:near("point_b", e, c.a:contact(c.b).point_b) end

local queries = {}

function queries.closest(c)
  local s = c.a:contact(c.b, math.huge)
  local point_a, point_b, distance, normal = c.a:closest(c.b)
  c:same("closest", true, point_a == s.point_a and point_b == s.point_b and normal == s.normal)
  c:same("distance", distance, s.distance)
  return closest, s
end

-- Of a line that was left before its start a cast backwards tells the times.
local function whole_line(forward, backward)
  if forward or not backward then return forward end
  return { enter = -backward.exit, exit = -backward.enter }
end

local function cast_result(c, relative, hit)
  c.unit = relative:length() > 0 and 1 / relative:length() or 1
  for _, name in ipairs(hit and { "t", "enter", "exit", "approach" } or {}) do
    c:same(name, hit[name], hit[name]) -- no NaN
  end
  if hit then c:near("a unit normal", 1, hit.normal:length()) end
  return cast, hit
end

function queries.raycast(c)
  local from, v = c.a.center, vec(table.unpack(c.motion))
  c.whole = whole_line(collide.raycast(from, v, c.b), collide.raycast(from, -v, c.b))
  return cast_result(c, v, collide.raycast(from, v, c.b, c.tmax or 1))
end

function queries.shapecast(c)
  local v = vec(table.unpack(c.motion))
  c.whole = c.a:shapecast(v, c.b, c.motion_b)
  return cast_result(c, c.motion_b and v - vec(table.unpack(c.motion_b)) or v, c.whole)
end

function queries.bounding_sphere(c)
  return by_name { "center", "radius" }, collide.bounding_sphere(c.points)
end

function queries.reflect(c)
  local v = vec(table.unpack(c.v))
  return by_name { "reflect", "slide" }, { reflect = v:reflect(c.n), slide = v:slide(c.n) }
end

local function check_case(line)
  local c = setmetatable(json.decode(line), Case)
  c.a, c.b, c.tol, c.expect.tol = c.a and shape(c.a), c.b and shape(c.b), c.expect.tol, nil
  local checks, result = queries[c.query](c)
  for name, expected in pairs(c.expect) do checks[name](c, expected, result) end
end

local function lines()
  local list = {}
  for line in io.lines "tests/vectors/cases.jsonl" do list[#list + 1] = line end
  return list
end

describe("a vector case", function()
  for _, line in ipairs(lines()) do
    it(line:match '"id": "([^"]+)"', function() check_case(line) end)
  end

  it("fails where the answer is not the expected one, or a field is not understood", function()
    local function broken(from, to)
      for _, line in ipairs(lines()) do
        local changed, count = line:gsub(from, to)
        if count > 0 then return assert.is_false(pcall(check_case, changed), from) end
      end
      error("no case has " .. from)
    end
    broken('"t": 0.375', '"t": 0.376')
    broken('"hit": true', '"hit": false')
    broken('"distance": 10', '"distance": 10.00001')
    broken('"normal": %[1', '"normal": [-1')
    broken('"overlap": true', '"overlap": false')
    broken('"expect": {', '"expect": {"teapot": 1, ')
    broken('"enter": "%-inf"', '"enter": 0')
  end)
end)
