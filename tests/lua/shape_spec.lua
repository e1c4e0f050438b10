-- Shapes from Lua: constructors, fields and their assignment, methods that move and copy, and
-- tostring, which prints a call that makes the same shape bit for bit, for random shapes of every
-- kind. Bounds and bounding shapes contain all points and no smaller ones do.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec, quat = collide.vec, collide.quat

local fields = { "kind", "dim", "radius", "center", "a", "b", "c", "half", "rotation", "min", "max",
  "normal", "offset", "point", "direction", "vertices", "triangles", "shapes" }

-- The fields of a shape as text; vecs, quats and tables as their numbers.
local function read(shape)
  local values = {}
  for _, name in ipairs(fields) do
    local value = shape[name]
    if type(value) == "table" then
      local list = {}
      for i, v in ipairs(value) do
        list[i] = type(v) == "table" and table.concat(v, ",") or tostring(v)
      end
      value = table.concat(list, " ")
    end
    values[name] = value ~= nil and tostring(value) or nil
  end
  return values
end

local function has(shape, expected)
  local values = {}
  for name, value in pairs(expected) do values[name] = tostring(value) end
  assert.same(values, read(shape))
end

local function reload(shape)
  return assert(load("return " .. tostring(shape), "shape", "t", { collide = collide }))()
end

-- n shapes of every kind in both dimensions, half of them moved and turned.
local function each_random(n, visit)
  local random, seen = generate.random(7), {}
  for dim = 2, 3 do
    for _, kind in ipairs(generate.kinds(dim)) do
      for i = 1, n do
        local shape, _, style = generate.pair(random, kind, "point", dim)
        if i % 2 == 0 then
          local angle = random.range(-4, 4)
          shape = shape:rotated(dim == 2 and angle or quat({ 1, 2, 3 }, angle))
          shape:move(generate.vector(random, style, dim))
        end
        seen[shape.kind .. dim] = true
        visit(shape, random, style)
      end
    end
  end
  assert.is_true(seen.hull3 and seen.polygon2 and seen.box2 and seen.box3 and seen.plane3)
end

local function unbounded(shape)
  for _, part in ipairs(shape.shapes or {}) do
    if unbounded(part) then return true end
  end
  return shape.kind == "line" or shape.kind == "plane"
end

describe("a constructor", function()
  it("gives the fields of its kind, and only these", function()
    has(collide.point { 1, 2 }, { kind = "point", dim = 2, radius = 0.0, center = vec(1, 2) })
    has(collide.sphere({ 1, 2, 3 }, 4),
      { kind = "sphere", dim = 3, radius = 4.0, center = vec(1, 2, 3) })
    has(collide.circle({ 1, 2 }, 0.5),
      { kind = "sphere", dim = 2, radius = 0.5, center = vec(1, 2) })
    has(collide.segment({ 1, 2 }, { 3, 4 }),
      { kind = "segment", dim = 2, radius = 0.0, a = vec(1, 2), b = vec(3, 4),
        rotation = math.pi / 4 })
    has(collide.capsule({ 1, 2, 3 }, { 1, 4, 3 }, 0.25),
      { kind = "capsule", dim = 3, radius = 0.25, a = vec(1, 2, 3), b = vec(1, 4, 3),
        rotation = quat(0, 0, 0.7071067811865475, 0.7071067811865475) })
    has(collide.line({ 1, 2 }, { 0, 5 }),
      { kind = "line", dim = 2, radius = 0.0, point = vec(1, 2), direction = vec(0, 1) })
    has(collide.line({ 1, 2, 3 }, { 0, 0, -5 }, 2),
      { kind = "line", dim = 3, radius = 2.0, point = vec(1, 2, 3), direction = vec(0, 0, -1) })
    has(collide.triangle({ 0, 0 }, { 1, 0 }, { 0, 1 }, 0.5), {
      kind = "triangle", dim = 2, radius = 0.5, a = vec(0, 0), b = vec(1, 0), c = vec(0, 1),
      vertices = "vec(0, 0) vec(1, 0) vec(0, 1)",
    })
  end)

  it("of a plane scales the offset with the normal, or takes a point", function()
    has(collide.plane({ 0, 2 }, 3),
      { kind = "plane", dim = 2, radius = 0.0, normal = vec(0, 1), offset = 1.5 })
    has(collide.plane({ 0, 0, -4 }, { 7, 8, 9 }),
      { kind = "plane", dim = 3, radius = 0.0, normal = vec(0, 0, -1), offset = -9.0 })
  end)

  it("of a box: an aabb is an unrotated box", function()
    local expected = {
      kind = "box", dim = 2, radius = 0.0, center = vec(2, 4), half = vec(1, 2), rotation = 0.0,
      min = vec(1, 2), max = vec(3, 6), vertices = read(collide.aabb({ 1, 2 }, { 3, 6 })).vertices,
    }
    has(collide.aabb({ 1, 2 }, { 3, 6 }), expected)
    has(collide.box({ 2, 4 }, { 1, 2 }), expected)
    has(collide.box({ 2, 4 }, { 1, 2 }, 0), expected)
    has(collide.box({ 2, 4 }, { 1, 2 }, nil, 0), expected)
    expected.radius = 0.5
    has(collide.box({ 2, 4 }, { 1, 2 }, nil, 0.5), expected)
    has(collide.aabb({ 1, 2 }, { 3, 6 }, 0.5), expected)
  end)

  it("of a rotated box has no min and max", function()
    local box = collide.box({ 1, 2, 3 }, { 4, 5, 6 }, quat({ 0, 1, 0 }, 0.5), 0.25)
    assert.equal(quat({ 0, 1, 0 }, 0.5), box.rotation)
    assert.is_nil(box.min)
    assert.is_nil(box.max)
    assert.equal(8, #box.vertices)
    assert.equal(0.5, collide.box({ 1, 2 }, { 3, 4 }, 0.5).rotation)
  end)

  it("of a polygon or hull keeps the true corners", function()
    local square = collide.polygon { { 0, 0 }, { 1, 0 }, { 0.5, 0.5 }, { 1, 1 }, { 0.5, 0 },
      { 0, 1 }, { 0, 0 } }
    local corners, area = square.vertices, 0
    assert.equal(4, #corners)
    for i, v in ipairs(corners) do area = area + v:cross(corners[i % 4 + 1]) / 2 end
    assert.equal(1, area, "counter-clockwise")
    local points = {}
    for i = 0, 26 do points[#points + 1] = { i % 3 - 1, i // 3 % 3 - 1, i // 9 - 1 } end
    local cube = collide.hull(points)
    assert.equal(8, #cube.vertices)
    for _, v in ipairs(cube.vertices) do assert.equal(3, v:length2()) end
  end)

  it("takes degenerate shapes", function()
    assert.equal(1, #collide.polygon({ { 1, 2 }, { 1, 2 } }).vertices)
    assert.equal(2, #collide.hull({ { 0, 0, 0 }, { 1, 1, 1 }, { 2, 2, 2 } }).vertices)
    assert.equal(4, #collide.hull({ { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 } }).vertices)
    assert.equal(0, collide.sphere({ 0, 0 }, 0).radius)
    assert.equal(vec(0, 0), collide.box({ 1, 1 }, { 0, 0 }).half)
    assert.equal(vec(1, 1), collide.capsule({ 1, 1 }, { 1, 1 }, 2).b)
  end)

  it("reads plain tables without metamethods", function()
    local function never() error "a metamethod ran" end
    local point = setmetatable({ 1, 2 }, { __index = never, __len = never, __newindex = never })
    local points = setmetatable({ point, point }, getmetatable(point))
    assert.equal(vec(1, 2), collide.point(point).center)
    assert.equal(vec(1, 2), collide.polygon(points).vertices[1])
  end)

  it("is independent of what it was made of", function()
    local center, points = { 1, 2 }, { { 0, 0 }, { 1, 0 }, { 0, 1 } }
    local circle, polygon = collide.circle(center, 1), collide.polygon(points)
    center[1], points[1][1], points[2] = 5, 5, nil
    assert.equal(vec(1, 2), circle.center)
    assert.equal(3, #polygon.vertices)
    polygon.vertices[1] = nil
    assert.equal(3, #polygon.vertices)
  end)
end)

describe("a field", function()
  it("is assigned as in the constructor", function()
    local sphere = collide.sphere({ 0, 0, 0 }, 1)
    sphere.center, sphere.radius = { 1, 2, 3 }, 0
    has(sphere, { kind = "sphere", dim = 3, radius = 0.0, center = vec(1, 2, 3) })
    local capsule = collide.capsule({ 0, 0 }, { 1, 0 }, 1)
    capsule.a, capsule.b, capsule.radius = vec(3, 4), vec(5, 6), 7
    has(capsule, { kind = "capsule", dim = 2, radius = 7.0, a = vec(3, 4), b = vec(5, 6),
      rotation = math.pi / 4 })
    local triangle = collide.triangle({ 0, 0 }, { 1, 0 }, { 0, 1 })
    triangle.a, triangle.b, triangle.c = { 1, 1 }, { 2, 2 }, { 3, 3 }
    assert.equal("vec(1, 1) vec(2, 2) vec(3, 3)", read(triangle).vertices)
    local line = collide.line({ 0, 0 }, { 1, 0 })
    line.radius = 2
    assert.equal(2, line.radius)
  end)

  it("center, half and rotation of a box keep min, max and vertices true", function()
    local box = collide.aabb({ 0, 0 }, { 2, 4 })
    box.center = { 5, 5 }
    assert.same({ vec(4, 3), vec(6, 7) }, { box.min, box.max })
    box.half = { 1, 1 }
    assert.same({ vec(4, 4), vec(6, 6) }, { box.min, box.max })
    box.rotation = math.pi / 4
    assert.is_nil(box.min)
    expect.near(5 + math.sqrt(2), box:support({ 1, 0 }).x)
    box.rotation = 0
    assert.equal(vec(4, 4), box.min)
    local box3 = collide.box({ 0, 0, 0 }, { 1, 2, 3 })
    box3.rotation = quat({ 0, 0, 1 }, math.pi / 2)
    expect.near(2, box3:support({ 1, 0, 0 }).x)
  end)

  it("a bad value raises and changes nothing", function()
    local box = collide.box({ 1, 2 }, { 3, 4 }, 0.5, 0.25)
    local before = read(box)
    local function bad(field, value, message)
      expect.raises(("bad value for field '%s' (%s)"):format(field, message),
        function() box[field] = value end)
      assert.same(before, read(box))
    end
    bad("radius", -1, "radius must be finite and >= 0, got -1")
    bad("radius", "1", "radius must be a number, got string")
    bad("center", { 1, 2, 3 }, "center must be a vector of 2 numbers, got {1, 2, 3}")
    bad("center", nil, "center must be a vector of 2 numbers, got nil")
    bad("center", { 1 / 0, 0 }, "center must be finite, got {math.huge, 0}")
    bad("half", { 1, -1 }, "half_extents must be >= 0, got -1")
    bad("rotation", quat({ 0, 0, 1 }, 1), "rotation must be a number, got quat")
    bad("rotation", 1 / 0, "rotation must be finite, got math.huge")
  end)

  it("that cannot be assigned raises and says which can", function()
    local function bad(shape, field, assignable)
      local before = read(shape)
      expect.raises(("attempt to assign to field '%s' of a %s (assignable: %s)"):format(field,
        shape.kind, assignable), function() shape[field] = 1 end)
      assert.same(before, read(shape))
    end
    bad(collide.sphere({ 0, 0 }, 1), "radios", "position, center, radius")
    bad(collide.sphere({ 0, 0 }, 1), "kind", "position, center, radius")
    bad(collide.sphere({ 0, 0 }, 1), "move", "position, center, radius")
    bad(collide.sphere({ 0, 0 }, 1), "half", "position, center, radius")
    bad(collide.sphere({ 0, 0 }, 1), 1, "position, center, radius")
    bad(collide.point { 0, 0 }, "radius", "position, center")
    bad(collide.segment({ 0, 0 }, { 1, 1 }), "radius", "position, a, b, rotation")
    bad(collide.capsule({ 0, 0 }, { 1, 1 }, 1), "c", "position, a, b, rotation, radius")
    bad(collide.line({ 0, 0 }, { 1, 1 }), "point", "position, radius")
    bad(collide.plane({ 0, 1 }, 0), "offset", "position")
    bad(collide.aabb({ 0, 0 }, { 1, 1 }), "min", "position, center, half, rotation, radius")
    bad(collide.triangle({ 0, 0 }, { 1, 1 }, { 1, 0 }), "vertices", "position, a, b, c, radius")
    bad(collide.polygon { { 0, 0 } }, "center", "position, radius")
    bad(collide.hull { { 0, 0, 0 } }, "a", "position, radius")
  end)

  it("of no such name reads as nil, and the metatable is locked", function()
    local sphere = collide.sphere({ 0, 0 }, 1)
    assert.is_nil(sphere.teapot)
    assert.is_nil(sphere[1])
    assert.is_false(getmetatable(sphere))
  end)
end)

describe("a method", function()
  it("move changes the shape and returns it; moved and clone make another", function()
    local sphere = collide.sphere({ 1, 2 }, 3)
    assert.is_true(rawequal(sphere, sphere:move { 1, 1 }))
    assert.equal(vec(2, 3), sphere.center)
    local moved, clone = sphere:moved { 1, 1 }, sphere:clone()
    assert.equal(vec(3, 4), moved.center)
    assert.equal(vec(2, 3), sphere.center)
    clone.radius = 1
    assert.equal(3, sphere.radius)
  end)

  it("clones and moved copies of a hull outlive it", function()
    local copies
    do
      local hull = collide.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
      copies = { hull:clone():clone(), hull:moved { 0, 0, 0 }, hull:rotated(quat({ 0, 0, 1 }, 0)) }
    end
    collectgarbage()
    collectgarbage()
    for i = 1, 1000 do assert.equal(200, #(("x"):rep(200 - #tostring(i)) .. i)) end
    for _, copy in ipairs(copies) do
      assert.equal("vec(0, 0, 0) vec(1, 0, 0) vec(0, 1, 0) vec(0, 0, 1)", read(copy).vertices)
    end
  end)

  it("move adds to every point, for every kind", function()
    each_random(20, function(shape, random, style)
      local v = generate.vector(random, style, shape.dim)
      local moved = shape:moved(v)
      -- Of an aabb the corners are what it is, of a box its centre and half extents; the others
      -- follow from them.
      local aabb = tostring(shape):find("^collide.aabb")
      local rounded = aabb and { center = true, half = true } or { min = true, max = true }
      for _, name in ipairs { "center", "a", "b", "c", "min", "max", "point" } do
        if shape[name] and rounded[name] then
          expect.near(shape[name] + v, moved[name], 1e-14)
        elseif shape[name] then
          assert.equal(shape[name] + v, moved[name])
        end
      end
      for _, name in ipairs { "half", "rotation", "direction", "normal", "radius" } do
        if rounded[name] and shape[name] then
          expect.near(shape[name], moved[name], 1e-14)
        elseif name ~= "rotation" or shape.kind == "box" then -- else that of rounded ends
          assert.equal(shape[name], moved[name])
        end
      end
      for i, vertex in ipairs(moved.vertices or {}) do
        expect.near(shape.vertices[i] + v, vertex, 1e-14)
      end
      if shape.offset then expect.near(shape.offset + shape.normal:dot(v), moved.offset) end
    end)
  end)

  it("rotated turns about the shape's own middle, or about a point", function()
    local capsule = collide.capsule({ 0, 0 }, { 2, 0 }, 1)
    local turned = capsule:rotated(math.pi / 2)
    expect.near(vec(1, -1), turned.a)
    expect.near(vec(1, 1), turned.b)
    expect.near(vec(0, 2), capsule:rotated(math.pi / 2, { 0, 0 }).b)
    local box = collide.box({ 1, 0, 0 }, { 1, 2, 3 }):rotated(quat({ 0, 0, 1 }, math.pi / 2),
      vec(0, 0, 0))
    expect.near(vec(0, 1, 0), box.center)
    expect.near(vec(-1, 0, 0), box.rotation * vec(0, 1, 0))
    local plane = collide.plane({ 0, 1 }, 3):rotated(math.pi / 2)
    expect.near(vec(-1, 0), plane.normal)
    expect.near(-0, plane.offset)
    local line = collide.line({ 0, 1 }, { 1, 0 }):rotated(math.pi / 2, { 0, 0 })
    expect.near(vec(0, 1), line.direction)
    expect.near(vec(-1, 0), line.point)
  end)

  it("rotated there and back changes nothing but by rounding", function()
    each_random(20, function(shape, random)
      local rotation = random.range(-4, 4)
      local back = -rotation
      if shape.dim == 3 then
        rotation = quat({ 3, 1, 2 }, rotation)
        back = rotation:conjugate()
      end
      local about = shape.dim == 2 and vec(1, 2) or vec(1, 2, 3)
      local again = shape:rotated(rotation, about):rotated(back, about)
      for _, name in ipairs { "center", "a", "b", "c", "half", "direction", "normal", "point" } do
        if shape[name] then expect.near(shape[name], again[name], 1e-13, name) end
      end
      for i, vertex in ipairs(again.vertices or {}) do
        expect.near(shape.vertices[i], vertex, 1e-13)
      end
      if shape.offset then expect.near(shape.offset, again.offset, 1e-13) end
    end)
  end)

  it("bounds is the smallest aabb around: no larger, no smaller than the supports", function()
    each_random(30, function(shape)
      local bounds = shape:bounds()
      if unbounded(shape) then return assert.is_nil(bounds) end
      for i = 1, shape.dim do
        local u = { 0, 0, shape.dim == 3 and 0 or nil }
        u[i] = 1
        expect.near(shape:support(u):dot(u), bounds.max:dot(u), 1e-15)
        expect.near(-shape:support(-vec(table.unpack(u))):dot(u), -bounds.min:dot(u), 1e-15)
      end
    end)
    local bounds = collide.capsule({ 0, 0 }, { 3, 4 }, 1):bounds()
    assert.same({ "box", vec(-1, -1), vec(4, 5) }, { bounds.kind, bounds.min, bounds.max })
  end)

  it("support is the farthest point along a direction", function()
    assert.equal(vec(5, 0), collide.circle({ 3, 0 }, 2):support { 7, 0 })
    assert.equal(vec(3, 2), collide.circle({ 3, 0 }, 2):support { 0, 0 }, "zero counts as +y")
    assert.equal(vec(1, -1, 1), collide.aabb({ -1, -1, -1 }, { 1, 1, 1 }):support { 1, -2, 3 })
    assert.equal(math.huge, collide.line({ 0, 0 }, { 1, 0 }):support({ 1, 0 }).x)
  end)

  it("contains counts the surface", function()
    local circle = collide.circle({ 0, 0 }, 1)
    assert.is_true(circle:contains { 0, 1 })
    assert.is_false(circle:contains { 0, 1 + 2.0 ^ -52 })
    assert.is_true(collide.segment({ 0, 0 }, { 2, 2 }):contains { 1, 1 })
    assert.is_true(collide.plane({ 0, 1 }, 1):contains { 1000, 1 })
  end)
end)

describe("tostring", function()
  it("is a constructor call", function()
    for call, shape in pairs {
      ["point({1, 2})"] = collide.point { 1, 2 },
      ["sphere({0, 1}, 0.5)"] = collide.circle({ 0, 1 }, 0.5),
      ["sphere({0, 1}, 0)"] = collide.circle({ 0, 1 }, 0),
      ["segment({0, 1}, {2, 3})"] = collide.segment({ 0, 1 }, { 2, 3 }),
      ["capsule({0, 1}, {2, 3}, 4)"] = collide.capsule({ 0, 1 }, { 2, 3 }, 4),
      ["line({0, 1}, {0, 1})"] = collide.line({ 0, 1 }, { 0, 3 }),
      ["line({0, 1}, {0, 1}, 4)"] = collide.line({ 0, 1 }, { 0, 3 }, 4),
      ["plane({0, 1}, -2)"] = collide.plane({ 0, 1 }, -2),
      ["aabb({0, 1}, {2, 3})"] = collide.aabb({ 0, 1 }, { 2, 3 }),
      ["aabb({0, 1}, {2, 3}, 1)"] = collide.aabb({ 0, 1 }, { 2, 3 }, 1),
      ["box({0, 1}, {2, 3}, 0.5)"] = collide.box({ 0, 1 }, { 2, 3 }, 0.5),
      ["box({0, 1, 2}, {2, 3, 4}, collide.quat(1, 0, 0, 0), 5)"] =
        collide.box({ 0, 1, 2 }, { 2, 3, 4 }, quat(1, 0, 0, 0), 5),
      ["triangle({0, 0}, {1, 0}, {0, 1})"] = collide.triangle({ 0, 0 }, { 1, 0 }, { 0, 1 }),
      ["polygon({{0, 0}, {1, 0}, {0, 1}}, 2):moved({3, 4})"] =
        collide.polygon({ { 0, 0 }, { 1, 0 }, { 0, 1 } }, 2):moved { 3, 4 },
    } do assert.equal("collide." .. call, tostring(shape)) end
  end)

  it("makes the same shape, bit for bit, for random shapes of every kind", function()
    local exact = 0
    each_random(200, function(shape)
      local again = reload(shape)
      local expected, got = read(shape), read(again)
      if shape.min then
        if shape.dim == 3 then assert.equal(shape.rotation, again.rotation) end -- -0.0 is 0
        expected.rotation, got.rotation = nil, nil
      end
      assert.same(expected, got)
      assert.equal(tostring(again), tostring(reload(again)))
      exact = exact + 1
    end)
    assert.equal(200 * (#generate.kinds(2) + #generate.kinds(3)), exact)
  end)

  it("makes a hull that answers the same, also where points were no vertices", function()
    local flat = {
      { -0.5, 0, 0 }, { 0, -0.5, 0.5 }, { 0.5, 0, 0 }, { 0.5, 0.5, -0.5 }, { -0.5, 0.5, -0.5 },
    }
    local solid = {
      { 0, 0, 0 }, { 3, 1, 1 }, { 3, 1.5, 1.25 }, { 3, 0, 2 }, { 3, 2, 1 }, { 1, 3, 2 },
      { 1, 1, 4 },
    }
    local cylinder = collide.cylinder({ -0.5, 0.5, 0.5 }, { -0.5, 0, 0.5 }, 1)
    for _, points in ipairs { flat, solid } do
      for turn = 1, #points do
        local hull = collide.hull(points)
        local again = reload(hull)
        for _, p in ipairs(points) do
          local point = collide.point(p)
          assert.equal(tostring(point:contact(hull)), tostring(point:contact(again)))
        end
        local middle = collide.point(hull.position)
        assert.equal(tostring(middle:contact(hull, 1)), tostring(middle:contact(again, 1)), turn)
        assert.equal(hull:distance(cylinder), again:distance(cylinder))
        table.insert(points, table.remove(points, 1))
      end
    end
  end)
end)

describe("bounding", function()
  it("sphere of one point is that point", function() -- tests/collide/shape/bounding_test.c has more
    has(collide.bounding_sphere { { 1, 2 } },
      { kind = "sphere", dim = 2, radius = 0.0, center = vec(1, 2) })
  end)

  it("box is the smallest one", function()
    local box = collide.bounding_box { { 3, 0, 1 }, vec(-1, 2, 0), { 0, 0, 5 } }
    assert.same({ vec(-1, 0, 0), vec(3, 2, 5) }, { box.min, box.max })
  end)
end)

describe("position", function()
  it("is what shapes turn about, and move_to puts it anywhere, for every kind", function()
    each_random(10, function(shape, random)
      local to = generate.vector(random, generate.styles[1], shape.dim)
      local before, vertices = shape.position, #(shape.vertices or {})
      local size = before:length() + to:length() + 1
      for _, turned in ipairs { shape:rotated(shape.dim == 2 and 1 or quat({ 1, 2, 3 }, 1)) } do
        if not unbounded(shape) then expect.near(before, turned.position, 1e-12 * size) end
      end
      local moved = shape:clone()
      assert.equal(moved, moved:move_to(to))
      if shape.kind == "plane" then
        assert.is_true(math.abs(collide.distance(collide.point(to), moved)) < 1e-12 * size)
      elseif not unbounded(shape) or shape.kind == "line" then
        expect.near(to, moved.position, 1e-12 * size)
      end
      local assigned = shape:clone()
      assigned.position = to
      assert.equal(tostring(moved), tostring(assigned))
      assert.equal(vertices, #(moved.vertices or {}))
    end)
    local ball = collide.sphere({ 0.1, 0.2 }, 1)
    assert.equal(vec(1e9, 0.3), ball:move_to({ 1e9, 0.3 }).position)
    expect.raises("bad argument #1 to 'move_to' (position must be finite, got {math.huge, 0})",
      ball.move_to, ball, { math.huge, 0 })
    expect.raises("bad value for field 'position' (position must be a vector of 2 numbers, got 3)",
      function() ball.position = 3 end)
  end)

  it("stays where the rotation of an axis is assigned, as does the length", function()
    local random = generate.random(5)
    for i = 1, 200 do
      local dim = 2 + i % 2
      local style = generate.styles[1 + i % 3]
      local a, b = generate.vector(random, style, dim), generate.vector(random, style, dim)
      local rotation = dim == 2 and random.range(-3, 3) or quat(vec(1, random.range(-2, 2), i), i)
      local x = dim == 2 and vec(1, 0):rotated(rotation) or rotation * vec(1, 0, 0)
      local made = { collide.capsule(a, b, 1), collide.segment(a, b) }
      if dim == 3 and a ~= b then
        made[3], made[4] = collide.cylinder(a, b, 1), collide.cone(a, b, 1)
      end
      for _, shape in ipairs(made) do
        local axis = (b - a):normalized(x)
        local back = dim == 2 and vec(1, 0):rotated(shape.rotation) or shape.rotation * vec(1, 0, 0)
        if a ~= b then expect.near(axis, back, 1e-14) end
        local middle, size = shape.position, a:length() + b:length() + 1
        shape.rotation = rotation
        expect.near(middle, shape.position, 1e-14 * size)
        expect.near(x * (b - a):length(), shape.b - shape.a, 1e-14 * size)
      end
    end
    local tiny = vec(-1, 1e-9, 0)
    local capsule = collide.capsule({ 0, 0, 0 }, tiny, 1)
    expect.near(tiny:normalized(), capsule.rotation * vec(1, 0, 0), 1e-15)
    assert.equal(quat(0, 0, 1, 0), collide.segment({ 0, 0, 0 }, { -1, 0, 0 }).rotation)
    assert.is_nil(collide.triangle({ 0, 0 }, { 1, 0 }, { 0, 1 }).rotation)
  end)
end)
