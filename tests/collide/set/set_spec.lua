-- A query of a mesh or a compound returns what its parts return, one by one, without the BVH: the
-- least distance, the part that is touched first, the union of the intervals that adjoin. The depth
-- of a set moves the other shape out of all parts, and random shorter motions do not. Guarded by
-- the number of overlaps and of depths that lead through several parts.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

local cases = require("tests.support.cases").count(300)

local function each_pair(a, b, visit)
  local parts_b = generate.parts(b)
  for _, p in ipairs(generate.parts(a)) do
    for _, q in ipairs(parts_b) do visit(p.shape, q.shape) end
  end
end

local function least_distance(a, b)
  local least = math.huge
  each_pair(a, b, function(p, q) least = math.min(least, p:distance(q)) end)
  return least
end

-- The interval around t in the union of the given intervals.
local function union(intervals, t, rounding)
  local enter, exit = t, t
  repeat
    local changed = false
    for _, i in ipairs(intervals) do
      if i[1] <= exit + rounding and i[2] >= enter - rounding and (i[1] < enter or i[2] > exit) then
        enter, exit, changed = math.min(enter, i[1]), math.max(exit, i[2]), true
      end
    end
  until not changed
  return enter, exit
end

-- The time in [0, 1] at which parts touch first, or nil; the ends of the union of intervals around
-- it, nil where rounding decides which adjoin; and the size of rounding. All parts are cast from
-- far back, as a part that was touched in the past only has no hit.
local function touch(a, motion, b, size)
  local back, intervals, first = 1000, {}, math.huge
  each_pair(a, b, function(p, q)
    local hit = p:moved(motion * -back):shapecast(motion * (2 * back), q)
    if hit then
      local enter, exit = hit.enter * 2 * back - back, hit.exit * 2 * back - back
      intervals[#intervals + 1] = { enter, exit }
      if exit >= 0 then first = math.min(first, math.max(enter, 0)) end
    end
  end)
  local rounding = 1e-12 * back * (1 + size / motion:length())
  if first > 1 then return nil, nil, nil, rounding end
  local enter, exit = union(intervals, first, rounding)
  local least, most = union(intervals, first, -rounding)
  if math.abs(enter - least) + math.abs(exit - most) > 1e-7 then enter, exit = nil, nil end
  return first, enter, exit, rounding
end

local function random_set(random, dim, i)
  local kind = i % 2 == 0 and "mesh" or "compound"
  local shape, _, style, size = generate.pair(random, kind, "point", dim)
  return shape, style, size
end

local function random_other(random, dim, i)
  if i % 5 == 0 then return (random_set(random, dim, i // 5)) end
  local kinds = generate.convex_kinds(dim)
  local other = generate.pair(random, kinds[i % #kinds + 1], "point", dim)
  local far = random.range(0, dim == 2 and 2 or 1)
  return other:move(generate.vector(random, generate.styles[1], dim) * far)
end

-- Scales at which the boxes of the tree are as coarse as single precision, or are not used.
local scales = { 1, 1, 1, 0x1p-30, 0x1p30 }

-- The largest number of a set and another shape, and both of them, scaled; each seventh time the
-- other one is far away.
local function scaled_pair(random, dim, i)
  local set, style, size = random_set(random, dim, i)
  local other, scale = random_other(random, dim, i), scales[i % #scales + 1]
  if i % 7 == 0 then
    other:move(generate.vector(random, generate.styles[1], dim) * 10 ^ random.range(1, 6))
  end
  size = math.max(size, generate.size(other), 1)
  return size * scale, generate.scaled(set, scale), generate.scaled(other, scale), style, scale
end

-- A random motion, mostly towards a vertex of the set.
local function random_motion(random, style, dim, i, set, other, scale)
  local motion = generate.vector(random, style, dim) * (3 * scale)
  if i % 4 > 0 then
    local first_of, first_in = generate.parts(other)[1].shape, generate.parts(set)[1].shape
    local from, to = first_of:support(motion), first_in:support(-motion)
    if (to - from):length() < 1e7 * scale then motion = (to - from) * random.range(0.8, 2) end
  end
  if motion:length() >= 1e-3 * scale then return motion end
  return (dim == 2 and vec(1, 0) or vec(1, 0, 0)) * scale
end

for dim = 2, 3 do
  describe(("a set in %dD is the union of its parts"):format(dim), function()
    it("for overlap and distance", function()
      local overlaps, apart = 0, 0
      for i = 1, 4 * cases do
        local random = generate.random(i)
        local size, set, other = scaled_pair(random, dim, i)
        local least = least_distance(set, other)
        assert.equal(least <= 0, set:overlap(other), tostring(set) .. "\n" .. tostring(other))
        if math.abs(least) > 1e-14 * size then assert.equal(least <= 0, other:overlap(set)) end
        if least > 0 then
          apart = apart + 1
          assert.equal(least, set:distance(other), tostring(set) .. "\n" .. tostring(other))
          assert.is_nil(set:contact(other, least * 0.999))
          assert.equal(least, set:contact(other, least).distance)
          local p, q, d, n = other:closest(set)
          expect.near(least, d, 1e-14 * size)
          expect.near(0, (p - q - n * d):length(), 1e-14 * size)
        else
          overlaps = overlaps + 1
        end
      end
      assert.is_true(overlaps > 0.15 * 4 * cases and apart > 0.3 * 4 * cases,
        overlaps .. " " .. apart)
    end)

    it("for casts: the part touched first, and the union of what adjoins", function()
      local hits, merged, inside = 0, 0, 0
      for i = 1, 2 * cases do
        local random = generate.random(1000 + i)
        local size, set, other, style, scale = scaled_pair(random, dim, i)
        local motion = random_motion(random, style, dim, i, set, other, scale)
        local first, enter, exit, rounding = touch(other, motion, set, size)
        local hit = other:shapecast(motion, set)
        local message = ("%s\n%s\n%s\n%s %s %s"):format(set, other, motion, first, enter, exit)
        if not first or not hit then
          -- Rounding decides if the cast grazes or touches at the end of the range.
          local doubt = not first and not hit or (hit or {}).exit == (hit or {}).enter or
            first and (first > 1 - rounding or not exit or exit - enter < 1e-5) or
            hit and (hit.t > 1 - rounding or hit.exit - hit.enter < 1e-5)
          assert.is_true(doubt, message .. "\n" .. tostring(hit))
        else
          hits = hits + 1
          if hit.inside then inside = inside + 1 end
          if exit and exit - enter > 1e-3 and exit - enter < 1e3 then
            merged = merged + 1
            local near = 1e-6 * (1 + size / motion:length())
            expect.near(first, hit.t, near, message)
            if hit.exit - hit.enter > 1e-3 then
              expect.near(exit, hit.exit, near, message .. "\n" .. tostring(hit))
              expect.near(enter, hit.enter, near, message .. "\n" .. tostring(hit))
            end
          end
          if not hit.inside then
            expect.near(0, set:distance(collide.point(hit.point)), 1e-6 * size, message)
          end
        end
      end
      assert.is_true(hits > 0.3 * 2 * cases, "hits " .. hits)
      assert.is_true(inside > 0.02 * 2 * cases and inside < 0.9 * hits, "inside " .. inside)
      assert.is_true(merged > 0.1 * 2 * cases, "merged " .. merged)
    end)
  end)
end

describe("a mesh", function()
  local square = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } }

  it("is a surface: a ray enters and exits at once, a ball inside touches nothing", function()
    local v = collide.aabb({ -1, -1, -1 }, { 1, 1, 1 }).vertices
    local cube = collide.mesh(v, { { 1, 2, 4 }, { 1, 4, 3 }, { 5, 7, 8 }, { 5, 8, 6 }, { 1, 5, 6 },
      { 1, 6, 2 }, { 3, 4, 8 }, { 3, 8, 7 }, { 1, 3, 7 }, { 1, 7, 5 }, { 2, 6, 8 }, { 2, 8, 4 } })
    local hit = cube:raycast({ -3, 0.1, 0.2 }, { 1, 0, 0 })
    assert.same({ 2, 2, 2 }, { hit.t, hit.enter, hit.exit })
    assert.equal(vec(-1, 0, 0), hit.normal)
    assert.equal(vec(1, 0, 0), hit.exit_normal)
    local within = cube:raycast({ 0, 0.1, 0.2 }, { 1, 0, 0 })
    assert.same({ 1, vec(-1, 0, 0), false }, { within.t, within.normal, within.inside })
    assert.is_nil(cube:raycast({ 0, 0.1, 0.2 }, { 1, 0, 0 }, 0.5))
    expect.near(0.5, cube:distance(collide.sphere({ 0, 0, 0 }, 0.5)))
    assert.is_false(cube:contains { 0, 0, 0 })
    assert.is_true(cube:contains { 0, 0, 1 })
  end)

  it("reads triangles as triples or as one flat list", function()
    local a = collide.mesh(square, { { 1, 2, 3 }, { 1, 3, 4 } })
    local b = collide.mesh(square, { 1, 2, 3, 1, 3, 4 })
    assert.equal(tostring(a), tostring(b))
    assert.same({ { 1, 2, 3 }, { 1, 3, 4 } }, b.triangles)
    assert.equal(4, #b.vertices)
    assert.same({ "mesh", 3, 0.0 }, { a.kind, a.dim, a.radius })
  end)

  it("in 2D is filled", function()
    local mesh = collide.mesh({ { 0, 0 }, { 2, 0 }, { 2, 2 }, { 0, 2 } }, { 1, 2, 3, 1, 3, 4 })
    assert.is_true(mesh:contains { 0.5, 1.5 })
    local hit = mesh:raycast({ -1, 0.5 }, { 1, 0 })
    assert.same({ 1, 3 }, { hit.enter, hit.exit })
  end)

  it("takes degenerate triangles: segments and points", function()
    local mesh = collide.mesh({ { 0, 0, 0 }, { 2, 0, 0 }, { 4, 0, 0 } },
      { { 1, 2, 3 }, { 1, 1, 2 }, { 3, 3, 3 } })
    expect.near(1, mesh:distance(collide.point { 3, 1, 0 }))
    expect.near(1, mesh:distance(collide.point { 5, 0, 0 }))
    assert.equal(1, mesh:raycast({ 1, 1, 0 }, { 0, -1, 0 }).t)
  end)

  it("does not count vertices that no triangle names", function()
    local mesh = collide.mesh({ { 0, 0 }, { 1, 0 }, { 0, 1 }, { 99, 99 } }, { 1, 2, 3 })
    assert.equal(vec(1, 1), mesh:bounds().max)
    assert.equal(1.0, mesh:support({ 1, 0 }).x)
  end)

  it("has no depth in another mesh, but overlaps and casts", function()
    local a = collide.mesh(square, { 1, 2, 3, 1, 3, 4 })
    local b = a:rotated(collide.quat({ 1, 0, 0 }, math.pi / 2))
    local c = collide.compound { collide.point { 5, 5, 5 }, b }
    for _, other in ipairs { b, c } do
      assert.is_true(a:overlap(other))
      for _, query in ipairs { "distance", "closest", "contact", "manifold" } do
        expect.raises("the depth of two meshes is not defined; use overlap",
          function() a[query](a, other) end)
      end
      local hit = a:shapecast({ 0, 3, 0 }, other)
      assert.same({ 0.0, true, vec(0, 1, 0) }, { hit.t, hit.inside, hit.normal })
    end
    local away = b:moved { 0, 5, 0 }
    assert.equal(4.5, a:distance(away))
    assert.equal(0.5, a:shapecast({ 0, 9, 0 }, away).t)
  end)
end)

describe("a set at either end of the range of sizes", function()
  it("has the depth that it has in between", function()
    local function scene(size)
      local box = collide.box({ 0.5 * size, 0, 0 }, { 0.5 * size, size, size })
      return collide.compound { box, collide.sphere({ -0.5 * size, 0, 0 }, 0.5 * size) },
        collide.sphere({ 0.25 * size, 0.125 * size, 0 }, 0.5 * size)
    end
    local _, _, depth, normal = collide.closest(scene(1))
    for _, size in ipairs { 0x1p-63, 0x1p64 } do
      local a, b = scene(size)
      local _, _, d, n = a:closest(b)
      assert.near(depth, d / size, 1e-12)
      assert.near(0, (n - normal):length(), 1e-12)
    end
  end)
end)

describe("a compound", function()
  it("holds copies, and the parts of compounds as its own", function()
    local ball = collide.sphere({ 0, 0 }, 1)
    local inner = collide.compound { ball, collide.point { 5, 5 } }
    local outer = collide.compound { inner:moved { 1, 0 }, collide.plane({ 0, 1 }, -3), inner }
    ball.radius = 7
    assert.equal(5, #outer.shapes)
    assert.equal("compound", outer.kind)
    assert.same({ vec(1, 0), 1.0, vec(6, 5), "plane", vec(0, 0) }, { outer.shapes[1].center,
      outer.shapes[1].radius, outer.shapes[2].center, outer.shapes[3].kind,
      outer.shapes[4].center })
    assert.is_false(pcall(function() outer.shapes[1].radius = 3 end))
    outer.shapes[1]:clone().radius = 3
    assert.equal(1, outer.shapes[1].radius)
    assert.is_nil(outer:bounds())
    assert.equal(vec(6, 5), inner:moved({ 1, 0 }):bounds().max)
  end)

  it("keeps what its parts refer to", function()
    local copies
    do
      local hull = collide.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
      local mesh = collide.mesh({ { 0, 0, 5 }, { 1, 0, 5 }, { 0, 1, 5 } }, { 1, 2, 3 })
      local compound = collide.compound { collide.compound { hull:moved { 9, 0, 0 }, mesh } }
      copies = { compound:clone(), compound:moved { 0, 0, 0 },
        compound:rotated(collide.quat({ 0, 0, 1 }, 0)), collide.compound(compound.shapes) }
    end
    for _ = 1, 3 do collectgarbage() end
    for i = 1, 1000 do assert.equal(200, #(("x"):rep(200 - #tostring(i)) .. i)) end
    for _, copy in ipairs(copies) do
      assert.equal(vec(10, 0, 0), copy.shapes[1].vertices[2])
      assert.equal(vec(1, 0, 5), copy.shapes[2].vertices[2])
      collectgarbage()
      expect.near(5, copy:distance(collide.point { 0, 0, 10 }))
    end
  end)

  it("joins the touch of parts that adjoin, and of no others", function()
    local function box(x) return collide.aabb({ x, 0 }, { x + 1, 1 }) end
    local row = collide.compound { box(2), box(0), box(1), box(4) }
    local hit = row:raycast({ -1, 0.5 }, { 1, 0 })
    assert.same({ 1, 4, vec(-1, 0), vec(1, 0) },
      { hit.enter, hit.exit, hit.normal, hit.exit_normal })
    local within = row:raycast({ 1.5, 0.5 }, { 2, 0 })
    assert.same({ -0.75, 0.75, true }, { within.enter, within.exit, within.inside })
    assert.same({ 0.5, 1.5 }, { row:raycast({ 3.5, 0.5 }, { 1, 0 }).enter,
      row:raycast({ 3.5, 0.5 }, { 1, 0 }).exit })
    local ground = collide.compound { box(0), collide.plane({ 0, 1 }, 0) }
    assert.equal(math.huge, ground:raycast({ 0.5, 2 }, { 0, -1 }).exit)
    assert.equal(-math.huge, ground:raycast({ 0.5, -2 }, { 0, 1 }).enter)
  end)
end)

describe("the way out of a set", function()
  local function is_sharp(shape)
    return not generate.has_part(shape, function(part) return (part.radius or 0) > 0 end)
  end

  for dim = 2, 3 do
    it(("has no shorter one where all parts are sharp, in %dD"):format(dim), function()
      local tried, through = 0, 0
      for i = 1, 6 * cases do
        local random = generate.random(5000 + i)
        local set = random_set(random, dim, i)
        local other = random_other(random, dim, 5 * i + i % 4 + 1)
        if is_sharp(set) and is_sharp(other) and other:overlap(set) then
          local contact = other:contact(set)
          if contact.depth > 1e-3 and contact.depth < 1e3 then
            tried = tried + 1
            local deepest = least_distance(set, other)
            if contact.depth > -deepest + 1e-6 then through = through + 1 end
            assert.is_true(contact.depth >= -deepest * (1 - 1e-12))
            for _ = 1, 30 do
              local way = generate.vector(random, generate.styles[1], dim)
              way = way * (contact.depth * 0.999 / math.max(way:length(), 1))
              assert.is_true(other:moved(way):overlap(set), ("%s\n%s\n%s %s"):format(other, set,
                contact, way))
            end
            expect.near(0, other:moved(contact.normal * contact.depth):distance(set), 1e-12)
          end
        end
      end
      assert.is_true(tried > 0.15 * cases, "tried " .. tried)
      assert.is_true(through > 0.02 * cases, "through other parts " .. through)
    end)
  end

  it("of one part is that of the part, bit for bit", function()
    for dim = 2, 3 do
      for i = 1, 2 * cases do
        local random = generate.random(9000 + i)
        local kinds = generate.convex_kinds(dim)
        local a, b = generate.pair(random, kinds[i % #kinds + 1], kinds[i * 7 % #kinds + 1], dim)
        local one = collide.compound { b }
        local expected, got = a:contact(b, math.huge), a:contact(one, math.huge)
        assert.equal(tostring(expected), tostring(got), tostring(a) .. "\n" .. tostring(b))
        local motion = generate.vector(random, generate.styles[1], dim) * 3
        local hit, other = a:shapecast(motion, b), a:shapecast(motion, one)
        assert.equal(hit and hit.t, other and other.t)
        assert.equal(hit and hit.normal, other and other.normal)
        assert.equal(hit and hit.exit, other and other.exit)
      end
    end
  end)

  it("leads out of all parts at once", function()
    local function box(x) return collide.aabb({ x, 0 }, { x + 1, 1 }) end
    local row = collide.compound { box(0), box(1), box(2) }
    for _, x in ipairs { 0.9, 1, 1.25, 1.5, 2 } do -- also on a face that two boxes share
      local contact = collide.point({ x, 0.6 }):contact(row)
      expect.near(-0.4, contact.distance)
      assert.equal(vec(0, 1), contact.normal)
    end
    local corner = collide.compound { collide.plane({ 0, 1 }, 0), collide.plane({ 1, 0 }, 0) }
    local contact = collide.circle({ 0.5, 0.25 }, 1):contact(corner)
    expect.near(vec(0.5, 0.75):normalized(), contact.normal)
    expect.near(-vec(0.5, 0.75):length(), contact.distance)
    local balls = collide.compound { collide.circle({ 0, 0 }, 1), collide.circle({ 1, 0 }, 1) }
    local between = collide.point({ 0.1, 0 }):contact(balls)
    expect.near(vec(0.5, math.sqrt(3) / 2).x, between.point_b.x)
    expect.near(math.sqrt(3) / 2, math.abs(between.point_b.y))
    local cage = collide.compound { collide.aabb({ 0, 0 }, { 1, 3 }),
      collide.aabb({ 2, 0 }, { 3, 3 }), collide.aabb({ 0, -1 }, { 3, 0 }) }
    expect.near(-1.8, collide.circle({ 1.5, 0.2 }, 0.6):distance(cage), 1e-12)
    expect.near(-0.2, collide.circle({ 1.5, 0.2 }, 0.4):distance(cage), 1e-12)
  end)

  it("is none where the parts fill all space", function()
    local all = collide.compound { collide.plane({ 0, 1 }, 0), collide.plane({ 0, -1 }, 0) }
    assert.equal(-math.huge, collide.circle({ 0, 0 }, 1):distance(all))
    for _, at in ipairs { vec(0, 0), vec(1, 0), vec(0, 2 ^ -20) } do -- also where both touch
      for _, shape in ipairs { collide.point(at), collide.circle(at, 0), collide.box(at, { 0, 0 }),
        collide.segment(at, at * 2) } do
        assert.equal(-math.huge, shape:distance(all), tostring(shape))
      end
    end
    local corner = collide.compound { collide.plane({ 0, 1 }, 0), collide.plane({ 1, 0 }, 0) }
    assert.equal(0, collide.point({ 0, 0 }):distance(corner)) -- this has a way out
    local three = {}
    for i = 1, 3 do three[i] = collide.plane({ math.cos(i * 2.1), math.sin(i * 2.1) }, 1) end
    assert.equal(-math.huge, collide.point({ 0.2, 0.3 }):distance(collide.compound(three)))
    local crossing = collide.compound { collide.point { 0, 9 }, collide.line({ 0, 0 }, { 1, 1 }) }
    local contact = crossing:contact(collide.line({ 0, 0 }, { 1, 0 }))
    assert.equal(-math.huge, contact.distance)
    assert.equal(1, contact.normal:length())
  end)

  it("of a shape through a mesh leads off its surface", function()
    local floor = collide.mesh({ { -9, 0, -9 }, { 9, 0, -9 }, { 9, 0, 9 }, { -9, 0, 9 } },
      { 1, 2, 3, 1, 3, 4 })
    local contact = collide.sphere({ 1, 0.25, 1 }, 1):contact(floor)
    expect.near(-0.75, contact.distance)
    expect.near(vec(0, 1, 0), contact.normal)
    local box = collide.box({ 0, -0.2, 0 }, { 1, 1, 1 }):contact(floor)
    expect.near(-0.8, box.distance)
    expect.near(vec(0, -1, 0), box.normal)
  end)
end)

describe("the tree of a set", function()
  it("is bounded in depth where every split peels off one part", function()
    local shapes = {}
    for i = 1, 1000 do shapes[i] = collide.circle({ 2.0 ^ -i, 0 }, 2.0 ^ -(i + 3)) end
    local set = collide.compound(shapes)
    for i = 1, 1000, 37 do
      assert.is_true(set:contains { 2.0 ^ -i, 0 })
      expect.near(2.0 ^ -i * 0.875, set:raycast({ 2.0 ^ -i, 1 }, { 0, -1 }).point.x * 0.875)
    end
  end)

  it("is met by balls that are much larger than it", function()
    for seed = 1, 200 do
      local random = generate.random(seed)
      local function any(size)
        return vec(random.range(-size, size), random.range(-size, size), random.range(-size, size))
      end
      local small = {}
      for i = 1, 12 do small[i] = collide.sphere(any(0.5), 0.01) end
      local set, radius = collide.compound(small), 2 ^ random.range(0, 9)
      local ball = collide.sphere(any(1):normalized() * (radius + random.range(0.7, 3)), radius)
      local motion = any(0.5) - ball.center
      local first = math.huge
      for _, part in ipairs(small) do
        local hit = ball:shapecast(motion, part)
        first = math.min(first, hit and hit.t or math.huge)
      end
      assert.is_true(first < 1)
      assert.near(first, ball:shapecast(motion, set).t, 1e-12)
    end
  end)

  -- The box of the triangle meets the first part at once, the triangle only the second.
  it("is met by large triangles beyond its first parts", function()
    local set = collide.compound { collide.sphere({ 0, 0.4, 0.4 }, 0.1),
      collide.sphere({ 1, -0.4, -0.4 }, 0.1) }
    for exponent = 0, 9 do
      local far = 2.0 ^ exponent
      local wall = collide.triangle({ -0.5, -far, far }, { -0.5, far, -far }, { -0.5, -far, -far })
      assert.near(0.7, wall:shapecast({ 2, 0, 0 }, set).t, 1e-12)
    end
  end)

  -- Seen in multiples of the extent of such a set, a ray has no numbers.
  it("is met by rays of any length where all parts are one point, in a world too", function()
    local compound, mesh = collide.compound, collide.mesh
    for _, at in ipairs { vec(0, 0, 0), vec(1, 3, -2), vec(0x1p53, 0x1p53, 0x1p53) } do
      local point, world = collide.point(at), collide.world { dim = 3 }
      for _ = 1, 3 do world:add(point) end
      for _, length in ipairs { 0x1p-30, 1, 0x1p30, 0x1p60 } do
        local motion = vec(1, 1, 1) * length
        for _, from in ipairs { 0, 4, 0x1p40 } do
          local origin = at - vec(1, 1, 1) * from
          local t = collide.raycast(origin, motion, point).t
          local ball = collide.sphere(origin, 0.5)
          for _, set in ipairs { compound { point, point }, mesh({ at }, { { 1, 1, 1 } }) } do
            assert.equal(t, collide.raycast(origin, motion, set).t)
            assert.equal(ball:shapecast(motion, point) ~= nil, ball:shapecast(motion, set) ~= nil)
          end
          assert.equal(t, world:raycast(origin, motion).t)
        end
      end
    end
  end)
end)
