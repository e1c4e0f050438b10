-- Invalid input raises an error where it comes in, with a message that names the argument, what was
-- wanted and what came: every function and method is called with every kind of wrong value in every
-- place. The list of calls is compared with what the module binds, so that none is missing.
local collide = require "collide"
local expect = require "tests.support.expect"
local vec, quat = collide.vec, collide.quat

local nan, inf = 0 / 0, math.huge
local square = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } }
local identity = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }
local circle, sphere = collide.circle({ 0, 0 }, 1), collide.sphere({ 0, 0, 0 }, 1)

-- Values that are wrong for a kind of argument, whatever the other arguments are. An argument of a
-- kind that ends in "?" may be nil.
local function any_table() return { {}, { 1 }, { "1", 2 }, { 1, 2, 3, 4 }, { x = 1, y = 2 } } end
local light = debug.upvalueid(function() return collide end, 1)
local function wrong_types()
  return { "1", true, print, io.stdout, light, coroutine.create(print) }
end

local function append(list, ...)
  for _, more in ipairs { ... } do table.move(more, 1, #more, #list + 1, list) end
  return list
end

local vectors = append({ 1, circle, quat({ 0, 1, 0 }, 1) }, any_table(), wrong_types())
local not_finite = { vec(nan, 0), { 0, inf }, vec(0, 0, -inf), { 0, 0, nan }, { -inf, 0, 0 } }
local beyond = 0x1.0000000000001p64 -- the range; tests/lua/range_spec.lua says more of it
local out_of_range = append({ vec(beyond, 0), { 0, -beyond }, { 0, beyond, 0 } }, not_finite)
local not_numbers = append({ vec(1, 2), {}, circle }, wrong_types())

local wrong = {
  any_vector = vectors,
  vector2 = append({ vec(1, 2, 3), { 1, 2, 3 } }, vectors),
  vector3 = append({ vec(1, 2), { 1, 2 } }, vectors),
  point2 = append({ vec(1, 2, 3), { 1, 2, 3 } }, vectors, out_of_range),
  point3 = append({ vec(1, 2), { 1, 2 } }, vectors, out_of_range),
  any_point = append({}, vectors, out_of_range),
  direction2 = append({ vec(0, 0), { 0, 0 } }, vectors, out_of_range),
  any_direction = append({ vec(0, 0), { 0, 0, 0 } }, vectors, out_of_range),
  normal2 = append({ vec(0, 0), { 0, 0 } }, vectors, not_finite),
  axis = append({ vec(0, 0, 0), { 1, 2 }, circle }, any_table(), wrong_types(), not_finite),
  number = not_numbers,
  finite = append({ nan, inf, -inf }, not_numbers),
  size = append({ nan, inf, -inf, -1, -1e-300, beyond }, not_numbers),
  tmax = append({ nan, -inf, -1e-300 }, not_numbers),
  margin = append({ nan }, not_numbers),
  offset = append({ nan, inf, -beyond, { 1, 2, 3 }, { nan, 1 }, { beyond, 1 } }, any_table(),
    wrong_types()),
  half2 = append({ { 1, -1 }, { 1, 2, 3 } }, vectors, out_of_range),
  half3 = append({ { 1, -1, 1 }, { 1, 2 } }, vectors, out_of_range),
  quat = append({ 1, vec(1, 2, 3), { 0, 0, 0, 1 }, circle }, wrong_types()),
  shape2 = append({ 1, vec(1, 2), {}, { kind = "sphere" }, sphere }, wrong_types()),
  shape3 = append({ 1, vec(1, 2), {}, { kind = "sphere" }, circle }, wrong_types()),
  shape = append({ 1, vec(1, 2), {}, { kind = "sphere" } }, wrong_types()),
  points2 = append({ 1, vec(1, 2), circle, {}, { 1, 2 }, { { 1, 2 }, { 1, 2, 3 } },
    { { 1, 2 }, "x" }, { { 1, 2 }, { nan, 0 } }, { { 1, 2 }, { 0, inf } }, { { beyond, 0 } } },
    wrong_types()),
  points3 = append({ 1, vec(1, 2), circle, {}, { 1, 2, 3 }, { { 1, 2, 3 }, { 1, 2 } },
    { { 1, 2, 3 }, "x" }, { { 1, 2, 3 }, { nan, 0, 0 } }, { { 0, 0, -beyond } } }, wrong_types()),
  matrix = append({ 1, vec(1, 2, 3), {}, { 1, 2, 3 }, { 1, 0, 0, 0, 1, 0, 0, 0, nan },
    { 1, 0, 0, 0.5, 1, 0, 0, 0, 1 }, { 1, 0, 0, 0, 1, 0, 0, 0, "1" } }, wrong_types()),
}
wrong.indices = append({ 1, vec(1, 2), circle, {}, { 1 }, { 1, 2 }, { 0, 1, 2 }, { 1, 2, 5 },
  { 1, 2, 2.5 }, { 1, 2, nan }, { 1, 2, "3" }, { 1, 2, 3, 4 }, { 1, 2, 3, { 1, 2, 3 } }, { {} },
  { { 1, 2 } }, { { 1, 2, 3, 4 } }, { { 0, 1, 2 } }, { { 1, 2, 5 } }, { { 1, 2, -1 } },
  { { 1, 2, 2.5 } }, { { 1, 2, inf } }, { { 1, 2, "3" } }, { { 1, 2, 3 }, 1 }, { { 1, 2, 3 }, {} },
  { vec(1, 2, 3) } }, wrong_types())
wrong.shapes = append({ 1, vec(1, 2), circle, {}, { 1 }, { {} }, { circle, "x" },
  { circle, sphere }, { circle, vec(1, 2) }, { kind = "sphere" } }, wrong_types())
wrong.shapes2 = append({ 1, vec(1, 2), circle, { 1 }, { {} }, { circle, "x" }, { sphere },
  { circle, sphere }, { circle, vec(1, 2) }, { kind = "sphere", 1 } }, wrong_types())
wrong.all2 = append({ 1, vec(1, 2), sphere, { 1 }, { {} }, { circle, "x" }, { sphere },
  { circle, sphere }, { circle, vec(1, 2) }, { kind = "sphere", 1 } }, wrong_types())
wrong.loop = append({ {}, { { 0, 0 }, { 1, 1 } }, { { 0, 0 }, { 4, 4 }, { 4, 0 }, { 0, 4 } },
  { { 0, 0 }, { 1, 0 }, { 2, 0 } }, { { 0, 0 }, { 1, 0 }, { 0, nan } }, { 1, 2, 3 } },
  wrong_types())
wrong.holes = append({ 1, { 1 }, { { 1 } }, { { { 0.5, 0.5 } } },
  { { { 9, 9 }, { 8, 9 }, { 8, 8 } } }, { { { 1, 1, 0 }, { 2, 1, 0 }, { 1, 2, 0 } } } },
  wrong_types())
wrong.components = append({ 1, vec(1, 2), circle, { 1 }, { z = 1 }, { x = "1" }, { x = {} } },
  wrong_types())
wrong.topic = { 1, true, {}, print, io.stdout, light, coroutine.create(print) }
wrong.query = { 1, vec(1, 2), circle, {}, true, print, "volume", "" }
wrong.path3 = append({ 1, circle, { 1, 2, 3 }, { rotate = { 1, 0, 0 } }, { motion = { 1, 2 } },
  { motion = { 0x1p65, 0, 0 } }, { rotation = 1 }, { rotation = { 0, 0x1p21, 0 } },
  { rotation = { 0, nan, 0 } }, { about = { 0, inf, 0 } }, { about = "x" } }, wrong_types())
wrong.boolean = { 1, "true", vec(1, 2), {}, print, io.stdout, light, coroutine.create(print) }
wrong.any_points = append({ { { 1, 2 }, { 1, 2, 3 } } }, wrong.points2)

-- Calls that work: the function, good arguments, their kinds, and their names in messages.
local calls = {
  { "vec", 1, 2, 3, kinds = "number number number?", names = "x y z" },
  { "quat", { 0, 1, 0 }, 1, kinds = "axis finite", names = "axis angle" },
  { "quat_from_axes", { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 },
    kinds = "point3 point3 point3", names = "x y z" },
  { "quat_from_matrix", identity, kinds = "matrix", names = "m" },
  { "box_from_matrix", { 1, 1, 1 }, identity, kinds = "half3 matrix", names = "half_extents m" },
  { "point", { 1, 2 }, kinds = "any_point", names = "p" },
  { "sphere", { 1, 2 }, 1, kinds = "any_point size", names = "center radius" },
  { "circle", { 1, 2, 3 }, 1, kinds = "any_point size", names = "center radius" },
  { "segment", { 1, 2 }, { 3, 4 }, kinds = "any_point point2", names = "a b" },
  { "capsule", { 1, 2, 3 }, { 3, 4, 5 }, 1, kinds = "any_point point3 size", names = "a b radius" },
  { "line", { 1, 2 }, { 3, 4 }, 1, kinds = "any_point direction2 size?",
    names = "point direction radius" },
  { "plane", { 1, 2 }, 3, kinds = "any_direction offset", names = "normal offset|point" },
  { "plane", { 1, 2 }, { 1, 2 }, kinds = "any_direction offset", names = "normal offset|point" },
  { "aabb", { 1, 2 }, { 3, 4 }, 1, kinds = "any_point point2 size?", names = "min max radius" },
  { "box", { 1, 2 }, { 3, 4 }, 1, 1, kinds = "any_point half2 finite? size?",
    names = "center half_extents rotation radius" },
  { "box", { 1, 2, 3 }, { 3, 4, 5 }, quat({ 0, 1, 0 }, 1), 1,
    kinds = "any_point half3 quat? size?",
    names = "center half_extents rotation radius" },
  { "triangle", { 1, 2 }, { 3, 4 }, { 5, 6 }, 1, kinds = "any_point point2 point2 size?",
    names = "a b c radius" },
  { "polygon", square, 1, kinds = "points2 size?", names = "points radius" },
  { "hull", { { 0, 0, 0 }, { 1, 2, 3 } }, 1, kinds = "points3 size?", names = "points radius" },
  { "cylinder", { 1, 2, 3 }, { 3, 4, 5 }, 1, kinds = "point3 point3 size", names = "a b radius" },
  { "cone", { 1, 2, 3 }, { 3, 4, 5 }, 1, kinds = "point3 point3 size", names = "base apex radius" },
  { "mesh", square, { 1, 2, 3 }, kinds = "any_points indices", names = "vertices triangles" },
  { "mesh", square, { { 1, 2, 3 } }, kinds = "any_points indices", names = "vertices triangles" },
  { "compound", { circle, circle }, kinds = "shapes", names = "shapes" },
  { "outline", { { 0, 0 }, { 9, 0 }, { 0, 9 } }, { { { 1, 1 }, { 2, 1 }, { 1, 2 } } },
    kinds = "loop holes?", names = "points holes" },
  { "bounding_sphere", square, kinds = "any_points", names = "points" },
  { "bounding_box", square, kinds = "any_points", names = "points" },
  { "overlap", circle, circle, kinds = "shape shape2", names = "a b" },
  { "distance", sphere, sphere, kinds = "shape shape3", names = "a b" },
  { "closest", circle, circle, true, kinds = "shape shape2 boolean?", names = "a b located" },
  { "contact", circle, circle, 1, kinds = "shape shape2 margin?", names = "a b margin" },
  { "manifold", circle, circle, 1, kinds = "shape shape2 margin?", names = "a b margin" },
  { "raycast", { 1, 2 }, { 3, 4 }, circle, 1, kinds = "any_point point2 shape2 tmax?",
    names = "origin direction shape tmax" },
  { "shapecast", sphere, { 1, 2, 3 }, sphere, { 1, 2, 3 }, kinds = "shape point3 shape3 point3?",
    names = "a motion b motion_b" },
  { "time_of_impact", sphere, { rotation = { 1, 2, 3 } }, sphere, { motion = { 1, 2, 3 } },
    kinds = "shape path3 shape3 path3?", names = "a path_a b path_b" },
  { "batch", { circle, circle }, kinds = "shapes", names = "shapes" },
  { "raycast_all", { 1, 2 }, { 3, 4 }, { circle }, 1, kinds = "any_point point2 all2 tmax?",
    names = "origin direction shapes tmax" },
  { "shapecast_all", circle, { 1, 2 }, { circle }, { 3, 4 }, kinds = "shape point2 all2 point2?",
    names = "a motion shapes motion_b" },
  { "overlap_all", circle, { circle }, kinds = "shape shapes2", names = "shape shapes" },
  { "help", "raycast", kinds = "topic?", names = "what" },
  { "explain", "overlap", circle, circle, kinds = "query", names = "query" },
}

local v2, v3 = vec(1, 2), vec(1, 2, 3)
local rotation = quat({ 0, 1, 0 }, 1)
local methods = {
  { v2, "dot", { 1, 2 }, kinds = "vector2", names = "other" },
  { v3, "cross", { 1, 2, 3 }, kinds = "vector3", names = "other" },
  { v2, "distance", { 1, 2 }, kinds = "vector2", names = "other" },
  { v2, "lerp", { 1, 2 }, 0.5, kinds = "vector2 number", names = "other t" },
  { v2, "project", { 1, 2 }, kinds = "vector2", names = "onto" },
  { v2, "normalized", { 1, 2 }, kinds = "vector2?", names = "fallback" },
  { v2, "reflect", { 1, 2 }, 1, kinds = "normal2 number?", names = "normal restitution" },
  { v2, "slide", { 1, 2 }, kinds = "normal2", names = "normal" },
  { v2, "length", kinds = "", names = "" },
  { v2, "length2", kinds = "", names = "" },
  { v2, "perp", kinds = "", names = "" },
  { v2, "angle", { 3, 4 }, kinds = "vector2?", names = "other" },
  { v3, "angle", { 3, 4, 5 }, kinds = "vector3", names = "other" },
  { v2, "rotated", 1, { 3, 4 }, kinds = "number vector2?", names = "rotation about" },
  { v3, "rotated", rotation, { 3, 4, 5 }, kinds = "quat vector3?", names = "rotation about" },
  { v2, "min", { 1, 2 }, kinds = "vector2", names = "other" },
  { v3, "max", { 1, 2, 3 }, kinds = "vector3", names = "other" },
  { v2, "clamp", { 1, 2 }, { 3, 4 }, kinds = "vector2 vector2", names = "min max" },
  { v2, "with", { x = 1 }, kinds = "components", names = "components" },
  { v2, "unpack", kinds = "", names = "" },
  { rotation, "conjugate", kinds = "", names = "" },
  { rotation, "slerp", rotation, 0.5, kinds = "quat finite", names = "other t" },
  { rotation, "axes", kinds = "", names = "" },
  { circle, "move", { 0, 0 }, kinds = "point2", names = "v" },
  { sphere, "moved", { 1, 2, 3 }, kinds = "point3", names = "v" },
  { sphere, "move_to", { 1, 2, 3 }, kinds = "point3", names = "position" },
  { circle, "clone", kinds = "", names = "" },
  { circle, "rotated", 1, { 1, 2 }, kinds = "finite point2?", names = "rotation about" },
  { sphere, "rotated", rotation, { 1, 2, 3 }, kinds = "quat point3?", names = "rotation about" },
  { circle, "bounds", kinds = "", names = "" },
  { circle, "support", { 1, 2 }, kinds = "point2", names = "direction" },
  { circle, "contains", { 1, 2 }, kinds = "point2", names = "p" },
  { circle, "overlap", circle, kinds = "shape2", names = "b" },
  { sphere, "distance", sphere, kinds = "shape3", names = "b" },
  { circle, "closest", circle, true, kinds = "shape2 boolean?", names = "b located" },
  { circle, "contact", circle, 1, kinds = "shape2 margin?", names = "b margin" },
  { circle, "manifold", circle, 1, kinds = "shape2 margin?", names = "b margin" },
  { circle, "raycast", { 1, 2 }, { 3, 4 }, 1, kinds = "point2 point2 tmax?",
    names = "origin direction tmax" },
  { circle, "occluded", { 1, 2 }, { 3, 4 }, 1, kinds = "point2 point2 tmax?",
    names = "origin direction tmax" },
  { sphere, "shapecast", { 1, 2, 3 }, sphere, { 1, 2, 3 }, kinds = "point3 shape3 point3?",
    names = "motion b motion_b" },
  { sphere, "time_of_impact", { rotation = { 1, 2, 3 } }, sphere, { motion = { 1, 2, 3 } },
    kinds = "path3 shape3 path3?", names = "path_a b path_b" },
  { circle:contact(circle), "unpack", kinds = "", names = "" },
  { circle:raycast({ 0, 0 }, { 1, 0 }), "unpack", kinds = "", names = "" },
}

local function words(text)
  local list = {}
  for word in text:gmatch "%S+" do list[#list + 1] = word end
  return list
end

-- Puts each wrong value in each place of good arguments. prefix: the self of a method.
local function try_all(name, f, prefix, good, kinds, names)
  local count, tried = #good, 0
  local function try(place, value)
    local arguments = table.move(good, 1, count, #prefix + 1, { table.unpack(prefix) })
    arguments[#prefix + place] = value
    local ok, message = pcall(f, table.unpack(arguments, 1, #prefix + count))
    local shown = ("%s with argument %d = %s"):format(name, place, tostring(value))
    assert.is_false(ok, shown .. " does not raise")
    -- If arguments contradict each other, the message may name a later one than the wrong one.
    local number, of, text = message:match "^bad argument #(%d+) to '([%w_]+)' %((.*)%)$"
    assert.equal(name, of, shown .. ": " .. message)
    assert.is_true(tonumber(number) >= place, shown .. ": " .. message)
    local named = false
    for argument in names[tonumber(number)]:gmatch "[^|]+" do
      named = named or text:find(argument, 1, true) ~= nil
    end
    assert.is_true(named, shown .. ": " .. message)
    tried = tried + 1
  end
  assert.is_true(pcall(f, table.unpack(table.move(good, 1, count, #prefix + 1,
    { table.unpack(prefix) }))), name .. " works with good arguments")
  for place = 1, #kinds do
    local kind, optional = kinds[place]:match "^([%w_]+)(%??)$"
    for _, value in ipairs(wrong[kind]) do try(place, value) end
    if optional == "" then try(place, nil) end
  end
  return tried
end

describe("wrong arguments raise", function()
  local tested = {}
  for _, call in ipairs(calls) do
    local name = call[1]
    tested[name] = true
    it("in " .. name, function()
      local kinds = words(call.kinds)
      for _, call_of in pairs { collide[name], collide.numbers[name] } do
        local tried = try_all(name, call_of, {}, { table.unpack(call, 2) }, kinds,
          words(call.names))
        assert.is_true(tried >= 6 * #kinds)
      end
    end)
  end

  it("in every function of the module", function()
    tested.world = true -- tests/lua/world_spec.lua tests it
    tested.move_and_slide = true -- and tests/lua/character_spec.lua this
    tested.occluded = true -- and tests/collide/query/occluded_spec.lua this
    tested.solid = true -- and tests/collide/set/solid_spec.lua this
    tested.duel = true -- and tests/lua/duel_spec.lua this
    for name, value in pairs(collide) do
      assert.is_true(type(value) ~= "function" or tested[name], name)
    end
  end)

  for _, method in ipairs(methods) do
    local self, name = method[1], method[2]
    it("in the method " .. name, function()
      local kinds = words(method.kinds)
      try_all(name, self[name], { self }, table.move(method, 3, 2 + #kinds, 1, {}), kinds,
        words(method.names))
    end)

    it("in the method " .. name .. " with a wrong self", function()
      local good = table.move(method, 3, 6, 1, {})
      for _, wrong_self in ipairs { 1, "x", {}, io.stdout, light, print } do
        local ok, message = pcall(self[name], wrong_self, table.unpack(good))
        assert.is_false(ok)
        assert.is_truthy(message:find("cannot call '" .. name .. "' (", 1, true)
          or message:find("bad argument #%d to '" .. name .. "'"), message)
      end
      assert.is_false(pcall(self[name]))
    end)
  end
end)

describe("a userdata of another library", function()
  it("is none of collide's, whatever its metatable says", function()
    local file = assert(io.tmpfile())
    local own = debug.getmetatable(file)
    for _, value in ipairs { vec(1, 2), quat({ 0, 1, 0 }, 1), circle } do
      debug.setmetatable(file, debug.getmetatable(value))
      assert.is_false(pcall(function() return file.x end))
      assert.is_false(pcall(tostring, file))
      local ok, message = pcall(collide.overlap, file, circle)
      assert.is_false(ok)
      assert.is_truthy(message:find("(a must be a shape, got ", 1, true), message)
    end
    debug.setmetatable(file, own)
    file:close()
  end)
end)

describe("a message", function()
  it("names the argument, what was wanted and what came", function()
    local function bad(...) expect.bad(collide, ...) end
    bad("sphere #2 (radius must be finite and >= 0, got -1)", { 0, 0 }, -1)
    bad("sphere #2 (radius must be a number, got no value)", { 0, 0 })
    bad("circle #2 (radius must be a number, got nil)", { 0, 0 }, nil)
    bad("sphere #2 (radius must be a number, got string)", { 0, 0 }, "1")
    bad("sphere #1 (center must be a vector of 2 or 3 numbers, got table)", {})
    bad("sphere #1 (center must be a vector of 2 or 3 numbers, got {1, string})", { 1, "2" }, 1)
    bad("sphere #1 (center must be a vector of 2 or 3 numbers, got {1, 2, 3, 4, ...})",
      { 1, 2, 3, 4, 5 }, 1)
    bad("sphere #1 (center must be a vector of 2 or 3 numbers, got {1, 2, 3, 4})", { 1, 2, 3, 4 },
      1)
    bad("sphere #1 (center must be a vector of 2 or 3 numbers, got {table, 2})", { { 1 }, 2 }, 1)
    bad("sphere #1 (center must be finite, got vec(0/0, 1))", vec(nan, 1), 1)
    bad("segment #2 (b must be a vector of 2 numbers, got vec(1, 2, 3))", vec(1, 2), vec(1, 2, 3))
    bad("line #2 (direction must not be zero)", { 1, 2 }, { 0, 0 })
    bad("plane #1 (normal must not be zero)", { 0, 0 }, 1)
    bad("plane #2 (offset must be a number or a point, got string)", { 0, 1 }, "1")
    bad("box #2 (half_extents must be >= 0, got -2)", { 0, 0 }, { 1, -2 })
    bad("box #3 (rotation must be a quat, got 1)", { 0, 0, 0 }, { 1, 2, 3 }, 1)
    bad("box #3 (rotation must be a number, got quat)", { 0, 0 }, { 1, 2 }, rotation)
    bad("aabb #1 (min must be <= max in every component, got {1, 2} and {0, 3})", { 1, 2 },
      { 0, 3 })
    bad("polygon #1 (points[3] must be a vector of 2 numbers, got string)",
      { { 0, 0 }, { 1, 0 }, "x" })
    bad("polygon #1 (points[2] must be a vector of 2 numbers, got nil)",
      { { 0, 0 }, nil, { 1, 0 } })
    bad("hull #1 (points[1] must be finite, got {0, 0, math.huge})", { { 0, 0, inf } })
    bad("hull #1 (points must have 1 to 10000000 elements, got 0)", {})
    bad("hull #1 (points must be a table of vectors, got shape)", sphere)
    bad("mesh #2 (triangles must have 1 to 10000000 elements, got 0)", square, {})
    bad("mesh #2 (triangles must be a table of indices, got no value)", square)
    bad("mesh #2 (triangles must have 3 indices each, got 4 indices)", square, { 1, 2, 3, 4 })
    bad("mesh #2 (triangles[6] must be an integer from 1 to 4, got 5)", square,
      { 1, 2, 3, 1, 2, 5 })
    bad("mesh #2 (triangles[2][3] must be an integer from 1 to 4, got 0)", square,
      { { 1, 2, 3 }, { 1, 2, 0 } })
    bad("mesh #2 (triangles[1] must be a table of 3 indices, got {1, 2})", square, { { 1, 2 } })
    bad("compound #1 (shapes must have 1 to 10000000 elements, got 0)", {})
    bad("compound #1 (shapes[2] must be 2D like the first, got a 3D shape)", { circle, sphere })
    bad("compound #1 (shapes[1] must be a shape, got vec(1, 2))", { v2 })
    bad("raycast #3 (shape must be 2D like the ray, got a 3D shape)", { 0, 0 }, { 1, 0 }, sphere)
    bad("raycast #4 (tmax must be >= 0, got 0/0)", { 0, 0 }, { 1, 0 }, circle, nan)
    bad("distance #2 (b must be 2D like a, got a 3D shape)", circle, sphere)
    bad("quat #4 (x, y, z, w must have length 1, got 2.0)", 0, 0, 0, 2)
    bad("vec #4 (a vec has 2 or 3 numbers, got a fourth)", 1, 2, 3, 4)
  end)

  it("counts the arguments of a method without self, and says where self is wrong", function()
    expect.raises("bad argument #1 to 'move' (v must be a vector of 2 numbers, got nil)",
      function() circle:move(nil) end)
    expect.raises("bad argument #1 to 'move' (v must be a vector of 2 numbers, got no value)",
      circle.move, circle)
    expect.raises("bad argument #3 to 'raycast' (tmax must be >= 0, got -1)",
      function() circle:raycast({ 0, 0 }, { 1, 0 }, -1) end)
    expect.raises("bad argument #1 to 'raycast' (origin must be a vector of 2 or 3 numbers, got 7)",
      function() circle:raycast(7) end)
    expect.raises("cannot call 'raycast' (shape must be a shape, got vec(1, 2); "
      .. "a method is called with a colon, as in shape:raycast(...))", circle.raycast,
      vec(1, 2), { 0, 0 }, { 1, 0 })
    expect.raises("cannot call 'move' (self must be a shape, got table; "
      .. "a method is called with a colon, as in shape:move(...))", function() circle.move {} end)
    expect.raises("cannot call 'dot' (self must be a vec, got 1; "
      .. "a method is called with a colon, as in vec:dot(...))", v2.dot, 1, v2)
  end)

  it("has the position of the caller, and the right name through an alias", function()
    local make = collide.capsule
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() make({ 0, 0 }, { 1, 1 }, -1) end)
    assert.equal(("error_spec.lua:%d: bad argument #3 to 'capsule' "
      .. "(radius must be finite and >= 0, got -1)"):format(line), message:match "[^/]*$")
  end)

  it("of an operator shows both operands", function()
    local both = "(both must be vectors of the same dimension)"
    local product = "(a vec times a number; for two vecs use v:dot(w), v:cross(w))"
    local turned = "(a quat times a quat or a vector)"
    for shown, compute in pairs {
      ["vec(1, 2) + 3 " .. both] = function() return v2 + 3 end,
      ["3 + vec(1, 2) " .. both] = function() return 3 + v2 end,
      ["vec(1, 2) - vec(1, 2, 3) " .. both] = function() return v2 - v3 end,
      ["vec(1, 2) + {1, 2, 3} " .. both] = function() return v2 + { 1, 2, 3 } end,
      ["nil - vec(1, 2) " .. both] = function() return nil - v2 end,
      ["vec(1, 2) * vec(1, 2) " .. product] = function() return v2 * v2 end,
      ["vec(1, 2) * string " .. product] = function() return v2 * "2" end,
      ["vec(1, 2, 3) * quat " .. product] = function() return v3 * rotation end,
      ["2 / vec(1, 2) (only a vec can be divided, by a number)"] = function() return 2 / v2 end,
      ["quat * 2 " .. turned] = function() return rotation * 2 end,
      ["quat * vec(1, 2) " .. turned] = function() return rotation * v2 end,
    } do expect.raises("attempt to compute " .. shown, compute) end
  end)
end)

it("contacts and hits cannot be changed", function()
  for name, result in pairs { contact = circle:contact(circle),
    hit = circle:raycast({ -3, 0 }, { 1, 0 }) } do
    expect.raises("a " .. name .. " does not change", function() result.distance = 1 end)
    assert.is_false(getmetatable(result))
  end
end)

describe("rounding", function()
  it("is refused where the axis of a cone would be lost to rounding", function()
    local cone = collide.cone({ 0, 0, 0 }, { 0, 1e-3, 0 }, 1)
    local set = collide.compound { cone, collide.point { 0, 0, 0 } }
    local far, turn = vec(1e16, 1e16, 0), collide.quat({ 1, 2, 3 }, 0.3)
    expect.raises("bad argument #1 to 'moved' (moved too far: "
      .. "apex must not be equal to base: there is no axis)", function() cone:moved(far) end)
    expect.raises("bad argument #1 to 'moved' (moved too far: "
      .. "a cylinder or cone must have an axis)", function() set:moved(far) end)
    expect.raises("bad argument #2 to 'rotated' (rotated too far: "
      .. "a cylinder or cone must have an axis)", function() set:rotated(turn, far) end)
    assert.equal(1e10, set:moved({ 1e10, 0, 0 }).shapes[1].base.x)
  end)
end)

describe("robustness", function()
  it("a points list that a finaliser shortens while it is read raises or works", function()
    for _ = 1, 20 do
      local points = {}
      for i = 1, 1000 do points[i] = { i, i * i } end
      setmetatable({}, { __gc = function() for i = 500, 1000 do points[i] = nil end end })
      local ok, message = pcall(collide.polygon, points)
      assert.is_true(ok or message:find "points%[%d+%]" ~= nil, message)
      collectgarbage()
    end
  end)

  it("the module opens again in the same state and knows the old values", function()
    local path = package.searchpath("collide", package.cpath)
    local from_file = path and debug.getregistry()._CLIBS[path]
    local open = package.preload.collide
      or from_file and package.loadlib(path, "luaopen_collide")
    if not open then return pending "the module is neither preloaded nor from a file" end
    local again = open()
    assert.is_false(rawequal(again, collide))
    assert.equal(again.vec(1, 2), vec(1, 2))
    assert.is_true(again.overlap(circle, collide.point { 0, 0 }))
  end)

  it("the module sets no globals", function()
    for _, name in ipairs { "collide", "vec", "quat" } do assert.is_nil(rawget(_G, name)) end
    for name in pairs(collide) do
      if name ~= "vec" then assert.is_nil(rawget(_G, name)) end
    end
  end)

  it("many shapes are collected without finalisers", function()
    collectgarbage()
    local before = collectgarbage "count"
    for i = 1, 20000 do collide.polygon { { i, 0 }, { 0, i }, { 0, 0 } }:clone():move { 1, 1 } end
    collectgarbage()
    assert.is_true(collectgarbage "count" - before < 200)
  end)
end)
