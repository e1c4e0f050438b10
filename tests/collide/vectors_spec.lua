-- The cases of tests/vectors/cases.jsonl: the expected results were computed with 50 digits. A
-- field of `input` or `expect` that is not understood is an error, so that no part of a case is
-- skipped, and the spec fails where an expected result is changed. Times are in units of the
-- motion.
local collide = require "collide"
local json = require "tests.support.json"
local vec = collide.vec

local function vector(list) return vec(table.unpack(list)) end

-- ------------------------------------------------------------------------------------------ input

-- What each field of `input` is: the order tells which shape is the first and which the second.
local order = { "s1", "c1", "b1", "shape", "point", "sphere", "capsule", "circle", "tri", "box",
  "aabb", "cylinder", "halfspace", "plane", "s2", "c2", "b2" }
local rank = {}
for i, name in ipairs(order) do rank[name] = i end
local other_inputs = { ray = true, translation = true, vertices = true, v = true, n = true,
  points_in = "0.99*h*e_i", points_out = "1.01*h*e_i" }

local shape_fields = { center = true, radius = true, a = true, b = true, half_extents = true,
  axes = true, min = true, max = true, normal = true, offset = true, point = true, axis = true,
  solid = "n.x <= offset", velocity = true }

local function only(fields, values, where)
  for name, value in pairs(values) do
    local known = fields[name]
    if not known or known ~= true and known ~= value then
      error(("%s: field %s = %s is not understood"):format(where, name, value), 0)
    end
  end
end

local function make(name, s)
  if name == "point" then return collide.point(s) end
  if name == "tri" then return collide.triangle(s[1], s[2], s[3]) end
  if name == "s1" and s[1] or name == "s2" and s[1] then return collide.segment(s[1], s[2]) end
  only(shape_fields, s, name)
  if s.axis then return collide.line(s.point, s.axis, s.radius) end
  if s.normal then return collide.plane(s.normal, s.offset) end
  if s.min then return collide.aabb(s.min, s.max) end
  if s.half_extents then
    return collide.box(s.center, s.half_extents,
      s.axes and collide.quat_from_axes(s.axes[1], s.axes[2], s.axes[3]))
  end
  if s.a then return collide.capsule(s.a, s.b, s.radius) end
  return collide.sphere(s.center, s.radius)
end

-- The largest number in the input that is finite in meaning (a huge max_fraction is no length).
local function size_of(input)
  local size = 0
  local function see(value)
    if type(value) == "number" then size = math.max(size, math.abs(value)) end
    if type(value) ~= "table" then return end
    for name, part in pairs(value) do
      if name ~= "max_fraction" then see(part) end
    end
  end
  see(input)
  return size
end

-- Where the habit of the engine that a case was taken from differs from the contract. A ray along
-- the very boundary of a box does not move in: of the two outward normals at the corner that of
-- least approach counts.
local normals_of_contract = { rb07 = { 0, 1 } }

-- ----------------------------------------------------------------------------------------- checks

local Case = {}
Case.__index = Case

function Case:fail(what, expected, got)
  error(("case %s: %s: expected %s, got %s\n%s"):format(self.id, what, expected, got, self.note), 0)
end

function Case:same(what, expected, got)
  if expected ~= got then self:fail(what, expected, got) end
end

-- Compares numbers or vectors, with the tolerance relative to the expected result or to an input of
-- at most 1, so that a distant position allows nothing. scale: a unit of length in units of the
-- value.
function Case:near(what, expected, got, scale)
  if expected == got then return end
  if type(expected) == "table" then expected = vector(expected) end
  if got == nil then self:fail(what, expected, got) end
  local is_number = type(expected) == "number"
  local size = is_number and math.abs(expected) or expected:length()
  local off = is_number and math.abs(expected - got) or (expected - got):length()
  local fits = off <= self.tol * math.max(self.size * (scale or 1), size)
  if not fits then self:fail(what, expected, got) end
end

function Case:unit(what, n)
  local is_unit = math.abs(n:length() - 1) < 1e-14
  if not is_unit then self:fail(what, "a unit vector", n) end
end

function Case:number(what, x)
  if x ~= x then self:fail(what, "no NaN", x) end
end

function Case:no_nan(result)
  for _, name in ipairs { "distance", "t", "enter", "exit", "approach", "point", "normal",
    "point_a", "point_b", "exit_point", "exit_normal" } do
    local value = result[name]
    if type(value) == "number" then self:number(name, value) end
    for _, x in ipairs(type(value) == "userdata" and { value:unpack() } or {}) do
      self:number(name, x)
    end
  end
end

-- Compares directions; the one that was found must be a unit vector.
function Case:direction(what, expected, got)
  self:unit(what, got)
  if (vector(expected) - got):length() > self.tol then
    self:fail(what, vector(expected), got)
  end
end

function Case:any_direction(what, list, got)
  for _, expected in ipairs(list) do
    if (vector(expected) - got):length() < 1e-9 then return end
  end
  self:fail(what, "one of " .. #list, got)
end

-- Fields that every query may have: tol is read with the case; normal_sign_free changes normal.
local understood = { tol = true, normal_sign_free = true }

-- The separation of two shapes; s is a contact with infinite margin. Our normal is from b to a,
-- that of the cases from the first to the second.
local separation = {
  signed_distance = function(c, e, s) c:near("distance", e, s.distance) end,
  distance = function(c, e, s) c:near("distance", e, math.max(0, s.distance)) end,
  depth = function(c, e, s) c:near("depth", e, s.depth) end,
  overlap = function(c, e, s)
    if e == "within 1e-9" then return c:near("touch", 0, s.distance) end
    c:same("overlap", e, c.a:overlap(c.b))
    c:same("contact", e, c.a:contact(c.b) ~= nil)
  end,
  point1 = function(c, e, s) c:near("point_a", e, s.point_a) end,
  point2 = function(c, e, s) c:near("point_b", e, s.point_b) end,
  point_on_sphere = function(c, e, s) c:near("point_a", e, s.point_a) end,
  point_on_box = function(c, e, s) c:near("point_b", e, s.point_b) end,
  point_capsule_xy = function(c, e, s) c:near("point_a", e, vec(s.point_a.x, s.point_a.y)) end,
  point_box_xy = function(c, e, s) c:near("point_b", e, vec(s.point_b.x, s.point_b.y)) end,
  mid_point = function(c, e, s) c:near("middle", e, s.point_a:lerp(s.point_b, 0.5)) end,
  point = function(c, e, s)
    c:near("point_a", e, s.point_a)
    c:near("point_b", e, s.point_b)
  end,
  closest = function(c, e, s) c:near("closest", e, s.point_b) end,
  closest_point_must_be_on_surface = function(c, _, s)
    c:near("surface", c.b.radius, s.point_b:distance(c.b.center))
  end,
  fraction1 = function(c, e, s) c:near("fraction", c.a.a:lerp(c.a.b, e), s.point_a) end,
  fraction2 = function(c, e, s) c:near("fraction", c.b.a:lerp(c.b.b, e), s.point_b) end,
  axis_distance = function(c, e)
    c:near("axis", e, collide.segment(c.a.a, c.a.b):distance(c.b))
  end,
  normal = function(c, e, s)
    local free = c.expect.normal_sign_free and s.normal:dot(e) < 0
    c:direction("normal", e, free and -s.normal or s.normal)
  end,
  normal_1_to_2 = function(c, e, s) c:direction("normal", e, -s.normal) end,
  normal_any_of = function(c, e, s) c:any_direction("normal", e, s.normal) end,
  normal_any_face = function(c, _, s)
    local n = s.normal
    c:same("components", 1, math.abs(n.x) + math.abs(n.y) + math.abs(n.z))
    c:unit("normal", n)
  end,
  normal_axis = function(c, e, s) c:near("axis", 1, math.abs(s.normal[e])) end,
  normal_perp_to_axis = function(c, _, s)
    c:near("normal along a", 0, s.normal:dot((c.a.b - c.a.a):normalized()))
    c:near("normal along b", 0, s.normal:dot((c.b.b - c.b.a):normalized()))
  end,
  normal_unit = function(c, _, s) c:unit("normal", s.normal) end,
  no_nan = function(c, _, s) c:no_nan(s) end,
  -- The circle in which two spheres intersect: points around it lie on both.
  circle = function(c, e)
    local n = vector(e.normal)
    local u = n:cross({ n.y, n.z, -n.x }):normalized()
    for i = 0, 7 do
      local p = vector(e.center) + collide.quat(n, i) * u * e.radius
      c:near("circle on a", 0, c.a:distance(collide.point(p)))
      c:near("circle on b", 0, c.b:distance(collide.point(p)))
    end
  end,
  check = function(c, e, s)
    c:same("check", "moving c2 by depth*normal separates, by 0.999*depth does not", e)
    c:near("moved out", 0, c.a:distance(c.b:moved(-s.normal * s.depth)))
    c:same("nearly out", true, c.a:overlap(c.b:moved(-s.normal * s.depth * 0.999)))
  end,
}
separation.normal_must_be_unit = separation.normal_unit
separation.normal_unit_any = separation.normal_unit
separation.normal_sphere_to_box = separation.normal_1_to_2
separation.normal_sphere_to_capsule = separation.normal_1_to_2
separation.normal_shape_to_halfspace = separation.normal_1_to_2

local function check_separation(c)
  local s = c.a:contact(c.b, math.huge)
  local pa, pb, distance, normal = c.a:closest(c.b)
  c:same("closest", true, pa == s.point_a and pb == s.point_b and normal == s.normal)
  c:same("closest", distance, s.distance)
  c:same("distance", distance, c.a:distance(c.b))
  c:check(separation, s)
end

-- The cast of a point or a shape. h is the hit, nil for a miss; c.whole is that of the whole line.
local cast = {
  hit = function(c, e, h) c:same("hit", e, h ~= nil) end,
  line_hits = function(c, e) c:same("line hits", e, c.whole ~= nil) end,
  t_line = function(c, e)
    local scale = 1 / c.motion:length()
    c:near("enter", tonumber(e[1]) or -math.huge, c.whole.enter, scale)
    c:near("exit", tonumber(e[2]) or math.huge, c.whole.exit, scale)
  end,
  start_inside = function(c, e, h)
    -- Shapes are closed: a start on the surface is inside.
    local inside = e or c.a:distance(c.b) == 0
    c:same("contains", inside, c.b:overlap(c.a))
    if h then c:same("inside", inside, h.inside) end
  end,
  t = function(c, e, h)
    if e == json.null then return c:same("t", nil, h) end
    -- A negative time has passed: the shapes overlap now.
    c:near("t", e, e < 0 and h.enter or h.t, 1 / c.motion:length())
  end,
  t_enter = function(c, e, h) c:near("enter", e, h.enter, 1 / c.motion:length()) end,
  t_exit = function(c, e, h) c:near("exit", e, h.exit, 1 / c.motion:length()) end,
  gap = function(c, e, h)
    if math.abs(h.exit - h.enter - e) > 4 * 2.0 ^ -52 * h.exit then
      c:fail("gap", e, h.exit - h.enter)
    end
  end,
  point = function(c, e, h) c:near("point", e, h.point) end,
  normal = function(c, e, h) c:direction("normal", normals_of_contract[c.id] or e, h.normal) end,
  normal_1_to_2 = function(c, e, h) c:direction("normal", e, -h.normal) end,
  normal_any_of = function(c, e, h) c:any_direction("normal", e, h.normal) end,
  normal_must_be_unit = function(c, _, h) c:unit("normal", h.normal) end,
  no_nan = function(c, _, h) if h then c:no_nan(h) end end,
  hit_if_zero_length_is_point_query = function(c, e, h)
    c:same("hit", e, h ~= nil and h.inside and h.t == 0)
    c:same("enter", -math.huge, h.enter)
    c:same("exit", math.huge, h.exit)
  end,
  initial_overlap = function(c, e, h) c:same("inside", e, h.inside) end,
  embedded = function(c, e, h) c:same("inside", e, h.inside) end,
  start_signed_distance = function(c, e) c:near("distance", e, c.a:distance(c.b)) end,
  center_at_hit = function(c, e, h)
    c:near("center", e, c.a.center + c.motion * h.enter)
  end,
  depth = function(c, e) c:near("depth", e, c.a:contact(c.b).depth) end,
  point1 = function(c, e) c:near("point_a", e, c.a:contact(c.b).point_a) end,
  point2 = function(c, e, h)
    c:near("point_b", e, c.a:contact(c.b).point_b)
    c:near("point", e, h.point)
  end,
  variants = function(c, e)
    for change, expected in pairs(e) do
      local h = c.a:shapecast({ 0, tonumber(change:match "^vy=(.+)"), 0 }, c.b)
      local toi = expected:match "^hit at toi (.+)"
      if toi then c:near(change, tonumber(toi), h.t) else c:same(change, "miss", h or "miss") end
    end
  end,
}
cast.toi = cast.t

-- The hit of the whole line, in forward times, from casts forwards and backwards.
local function whole_line(forward, backward)
  if forward or not backward then return forward end
  return { enter = -backward.exit, exit = -backward.enter }
end

local function check_raycast(c)
  local ray = c.input.ray
  local origin, direction = vector(ray.origin), vector(ray.translation)
  c.b, c.a, c.motion = c.a, collide.point(origin), direction
  c.whole = whole_line(collide.raycast(origin, direction, c.b),
    collide.raycast(origin, -direction, c.b))
  local hit = collide.raycast(origin, direction, c.b, ray.max_fraction)
  if hit then c:near("on the ray", origin + direction * hit.t, hit.point) end
  c:check(cast, hit)
end

local function check_shapecast(c)
  local function velocity(shape) return shape and shape.velocity and vector(shape.velocity) end
  local a = c.input.sphere or c.input.s1 or c.input.b1
  local b = c.input.box or c.input.s2 or c.input.plane or c.input.b2
  local motion, motion_b = c.input.translation or velocity(a), velocity(b)
  c.motion = vec(table.unpack(type(motion) == "table" and motion or { motion:unpack() }))
    - (motion_b or vec(0, 0, #c.a.center == 3 and 0 or nil))
  if c.motion:length() == 0 then c.motion = vec(1, 0, 0) end -- only a scale for tolerances
  c:check(cast, collide.shapecast(c.a, motion, c.b, motion_b))
end

local function check_contains(c)
  local half = vector(c.input.box.half_extents)
  local box, expect = collide.box(c.input.box.center, half), c.expect
  local function all(factor)
    local inside = 0
    for _, sign in ipairs { -1, 1 } do
      for _, axis in ipairs { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) } do
        if box:contains(half:dot(axis) * axis * factor * sign) then inside = inside + 1 end
      end
    end
    return inside
  end
  only({ inside_099 = true, inside_101 = true, origin_inside = true }, expect, c.id)
  c:same("0.99", expect.inside_099 and 6 or 0, all(0.99))
  c:same("1.01", expect.inside_101 and 6 or 0, all(1.01))
  c:same("origin", expect.origin_inside, box:contains { 0, 0, 0 })
end

local bounding = {
  min_center = function(c, e, s) c:near("center", e, s.center) end,
  min_radius = function(c, e, s) c:near("radius", e, s.radius) end,
  contains_all = function(c, e, s)
    for _, p in ipairs(c.input.vertices) do c:same("contains", e, s:contains(p)) end
  end,
  mean_center = function(c, e) c:near("mean", e, c.mean) end,
  mean_center_radius = function(c, e, s)
    local radius = 0
    for _, p in ipairs(c.input.vertices) do radius = math.max(radius, c.mean:distance(p)) end
    c:near("radius around the mean", e, radius)
    c:same("the smallest is smaller", true, s.radius < radius)
  end,
}

local function check_bounding_sphere(c)
  local points = c.input.vertices
  c.mean = vector(points[1])
  for _, p in ipairs(points) do c.mean = c.mean + (vector(p) - points[1]) / #points end
  c:check(bounding, collide.bounding_sphere(points))
end

local response = {
  reflect = function(c, e) c:near("reflect", e, vector(c.input.v):reflect(c.input.n)) end,
  slide = function(c, e) c:near("slide", e, vector(c.input.v):slide(c.input.n)) end,
}

local queries = {
  raycast = check_raycast,
  contact = check_separation,
  distance = check_separation,
  closest_point = check_separation,
  closest_points = check_separation,
  toi = check_shapecast,
  contains = check_contains,
  bounding_sphere = check_bounding_sphere,
  ["reflect,slide"] = function(c) c:check(response, true) end,
}

-- Checks every field of `expect`.
function Case:check(checks, result)
  for name, expected in pairs(self.expect) do
    if checks[name] then
      checks[name](self, expected, result)
    elseif not understood[name] then
      error(("case %s: expect field %s is not understood"):format(self.id, name), 0)
    end
  end
end

local case_fields = { id = true, pair = true, query = true, dim = true, input = true, expect = true,
  note = true }

local function check_case(line)
  local c = setmetatable(json.decode(line), Case)
  only(case_fields, c, "case")
  local shapes = {}
  for name, value in pairs(c.input) do
    if rank[name] then
      shapes[#shapes + 1] = { rank[name], make(name, value) }
    else
      only(other_inputs, { [name] = other_inputs[name] == true or value }, c.id)
    end
  end
  table.sort(shapes, function(s, t) return s[1] < t[1] end)
  c.a, c.b = shapes[1] and shapes[1][2], shapes[2] and shapes[2][2]
  if c.a then c:same("dim", c.dim, c.a.dim) end
  c.tol = c.expect.tol or 1e-9
  c.size = math.min(1, size_of(c.input))
  queries[c.query](c)
  return c
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

  it("is one of 100", function() assert.equal(100, #lines()) end)

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
    broken('"signed_distance": 10.0', '"signed_distance": 10.00001')
    broken('"normal_1_to_2": %[1', '"normal_1_to_2": [-1')
    broken('"overlap": true', '"overlap": false')
    broken('"expect": {', '"expect": {"teapot": 1, ')
    broken('"input": {', '"input": {"teapot": 1, ')
    broken('"note"', '"remark": 1, "note"')
    broken('"t_line": %["%-inf"', '"t_line": [0')
  end)
end)
