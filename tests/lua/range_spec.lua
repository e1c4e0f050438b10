-- The range of numbers (docs/mathematics.md, section 8): coordinates, offsets, sizes and motions of
-- at most 2^64, and sizes and motions below 2^-64, which count as 0. Each argument, assignment and
-- field that takes such a number, at both ends.
local collide = require "collide"
local expect = require "tests.support.expect"
local vec = collide.vec

local LARGEST, SMALLEST = 0x1p64, 0x1p-64
local BEYOND, BELOW = 0x1.0000000000001p64, 0x1.fffffffffffffp-65
local IN_RANGE = " must be at most 2^64 (1.8e19), got "

local function ball(dim) return collide.sphere(dim == 2 and vec(0, 0) or vec(0, 0, 0), 1) end
local identity = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }

-- What takes a number, by the message that names it: `make(x)` raises for BEYOND alone.
local takes = {
  { "bad argument #1 to 'point' (p", function(x) return collide.point { x, 0 } end },
  { "bad argument #1 to 'sphere' (center", function(x) return collide.sphere({ 0, x }, 1) end },
  { "bad argument #2 to 'sphere' (radius", function(x) return collide.sphere({ 0, 0 }, x) end },
  { "bad argument #1 to 'segment' (a", function(x) return collide.segment({ x, 0 }, { 0, 0 }) end },
  { "bad argument #2 to 'segment' (b", function(x) return collide.segment({ 0, 0 }, { 0, x }) end },
  { "bad argument #2 to 'capsule' (b",
    function(x) return collide.capsule({ 0, 0 }, { 0, -x }, 1) end },
  { "bad argument #3 to 'capsule' (radius",
    function(x) return collide.capsule({ 0, 0 }, { 1, 0 }, x) end },
  { "bad argument #1 to 'line' (point", function(x) return collide.line({ x, 0 }, { 0, 1 }) end },
  { "bad argument #2 to 'line' (direction",
    function(x) return collide.line({ 0, 0 }, { 0, x }) end },
  { "bad argument #3 to 'line' (radius",
    function(x) return collide.line({ 0, 0 }, { 0, 1 }, x) end },
  { "bad argument #1 to 'plane' (normal", function(x) return collide.plane({ 0, x }, 0) end },
  { "bad argument #2 to 'plane' (offset", function(x) return collide.plane({ 0, 1 }, -x) end },
  { "bad argument #2 to 'plane' (point",
    function(x) return collide.plane({ 0, 1 }, { 0, x }) end },
  { "bad argument #1 to 'aabb' (min", function(x) return collide.aabb({ -x, 0 }, { 1, 1 }) end },
  { "bad argument #2 to 'aabb' (max", function(x) return collide.aabb({ 0, 0 }, { x, 1 }) end },
  { "bad argument #1 to 'box' (center", function(x) return collide.box({ 0, x }, { 1, 1 }) end },
  { "bad argument #2 to 'box' (half_extents",
    function(x) return collide.box({ 0, 0 }, { 1, x }, 0.5) end },
  { "bad argument #4 to 'box' (radius",
    function(x) return collide.box({ 0, 0 }, { 1, 1 }, 0, x) end },
  { "bad argument #3 to 'triangle' (c",
    function(x) return collide.triangle({ 0, 0 }, { 1, 0 }, { 0, x }) end },
  { "bad argument #1 to 'polygon' (points[2]",
    function(x) return collide.polygon { { 0, 0 }, { x, 1 } } end },
  { "bad argument #1 to 'hull' (points[1]",
    function(x) return collide.hull { { 0, 0, x }, { 1, 1, 0 } } end },
  { "bad argument #2 to 'hull' (radius", function(x) return collide.hull({ { 0, 0, 0 } }, x) end },
  { "bad argument #2 to 'cylinder' (b",
    function(x) return collide.cylinder({ 0, 0, 0 }, { 0, 0, x }, 1) end },
  { "bad argument #3 to 'cylinder' (radius",
    function(x) return collide.cylinder({ 0, 0, 0 }, { 0, 0, 1 }, x) end },
  { "bad argument #1 to 'cone' (base",
    function(x) return collide.cone({ 0, x, 0 }, { 0, 0, 1 }, 1) end },
  { "bad argument #1 to 'mesh' (vertices[3]",
    function(x) return collide.mesh({ { 0, 0 }, { 1, 0 }, { 0, x } }, { { 1, 2, 3 } }) end },
  { "bad argument #1 to 'bounding_sphere' (points[1]",
    function(x) return collide.bounding_sphere { { 0, x } } end },
  { "bad argument #1 to 'bounding_box' (points[1]",
    function(x) return collide.bounding_box { { 0, x } } end },
  { "bad argument #1 to 'box_from_matrix' (half_extents",
    function(x) return collide.box_from_matrix({ 1, 1, x }, identity) end },
  { "bad argument #1 to 'raycast' (origin",
    function(x) return collide.raycast({ x, 0 }, { 1, 0 }, ball(2)) end },
  { "bad argument #2 to 'raycast' (direction",
    function(x) return collide.raycast({ 0, 0 }, { x, 0 }, ball(2)) end },
  { "bad argument #2 to 'shapecast' (motion",
    function(x) return collide.shapecast(ball(2), { x, 0 }, ball(2)) end },
  { "bad argument #2 to 'time_of_impact' (path_a.motion",
    function(x) return collide.time_of_impact(ball(2), { motion = { x, 0 } }, ball(2)) end },
  { "bad argument #4 to 'time_of_impact' (path_b.about",
    function(x) return collide.time_of_impact(ball(2), {}, ball(2), { about = { 0, x } }) end },
  { "bad argument #4 to 'shapecast' (motion_b",
    function(x) return collide.shapecast(ball(2), { 1, 0 }, ball(2), { x, 0 }) end },
  { "bad argument #1 to 'contains' (p", function(x) return ball(2):contains { 0, x } end },
  { "bad argument #1 to 'support' (direction", function(x) return ball(2):support { 0, x } end },
  { "bad argument #1 to 'move' (v", function(x) return ball(2):move { 0, x } end },
  { "bad argument #1 to 'moved' (v", function(x) return ball(2):moved { 0, x } end },
  { "bad argument #1 to 'move_to' (position", function(x) return ball(2):move_to { 0, x } end },
  { "bad argument #2 to 'rotated' (about", function(x) return ball(2):rotated(0, { 0, x }) end },
  { "bad value for field 'center' (center", function(x) ball(2).center = { 0, x } end },
  { "bad value for field 'position' (position", function(x) ball(2).position = { 0, x } end },
  { "bad value for field 'radius' (radius", function(x) ball(2).radius = x end },
  { "bad value for field 'half' (half",
    function(x) collide.box({ 0, 0 }, { 1, 1 }).half = { x, 1 } end },
  { "bad argument #2 to 'move_and_slide' (motion",
    function(x) return collide.move_and_slide(ball(2), { x, 0 }, {}) end },
  { "bad argument #1 to 'world' (gravity",
    function(x) return collide.world { gravity = vec(0, -x, 0) } end },
  { "bad value for field 'gravity' (gravity",
    function(x) collide.world().gravity = vec(0, -x, 0) end },
  { "bad argument #1 to 'step' (dt", function(x) return collide.world():step(x) end },
  { "bad argument #2 to 'add' (velocity",
    function(x) return collide.world():add(ball(3), { velocity = vec(x, 0, 0) }) end },
  { "bad value for field 'velocity' (velocity",
    function(x) collide.world():add(ball(3)).velocity = vec(x, 0, 0) end },
  { "bad argument #1 to 'raycast' (origin",
    function(x) return collide.world():raycast({ x, 0, 0 }, { 1, 0, 0 }) end },
  { "bad argument #2 to 'shapecast' (motion",
    function(x) return collide.world():shapecast(ball(3), { x, 0, 0 }) end },
  { "bad argument #1 to 'nearest' (point",
    function(x) return collide.world():nearest({ x, 0, 0 }, 1) end },
}

describe("numbers beyond 2^64", function()
  for _, case in ipairs(takes) do
    local name, make = case[1], case[2]
    it("are refused: " .. name .. ")", function()
      make(LARGEST)
      local ok, message = pcall(make, BEYOND)
      assert.is_false(ok)
      local from, to = message:find(name .. IN_RANGE, 1, true)
      assert.is_truthy(from, message)
      assert.is_truthy(message:find("1.84467440737", to, true), message)
    end)
  end

  it("are refused where a move, a turn or a scale leads to them", function()
    local far = collide.hull { { LARGEST, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
    for _, shape in ipairs { far, collide.compound { far }, collide.sphere({ LARGEST, 0, 0 }, 1),
      collide.mesh({ { LARGEST, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { { 1, 2, 3 } }) } do
      shape:moved { 0, LARGEST / 2, 0 }
      local text = tostring(shape)
      for method, v in pairs { move = vec(LARGEST, 0, 0), moved = vec(4096, 0, 0) } do
        local ok, message = pcall(shape[method], shape, v)
        assert.is_false(ok)
        assert.is_truthy(message:find("moved too far: ", 1, true), message)
        assert.is_truthy(message:find(" must be at most 2^64 (1.8e19)", 1, true), message)
      end
      assert.equal(text, tostring(shape))
      expect.raises_with("rotated too far: ", shape.rotated, shape,
        collide.quat({ 0, 0, 1 }, math.pi / 2), vec(-LARGEST, 0, 0))
    end
    expect.raises_with("the scale of m must leave half_extents at most 2^64 (1.8e19)",
      collide.box_from_matrix, { 0x1p33, 1, 1 }, { 0x1p32, 0, 0, 0, 1, 0, 0, 0, 1 })
    expect.raises_with("center must be at most 2^64 (1.8e19)", collide.box_from_matrix,
      { 1, 1, 1 }, { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, BEYOND, 0, 0, 1 })
    expect.raises_with("offset must be at most 2^64 (1.8e19)", collide.plane, { 0.5, 0 }, LARGEST)
  end)
end)

-- What makes a shape of a size; each prints the same for a size below 2^-64 as for 0.
local sizes = {
  function(x) return collide.sphere({ 1, 2 }, x) end,
  function(x) return collide.capsule({ 1, 2 }, { 3, 4 }, x) end,
  function(x) return collide.line({ 1, 2 }, { 0, 1 }, x) end,
  function(x) return collide.box({ 1, 2 }, { 1, x }, 0.5, x) end,
  function(x) return collide.box({ 1, 2, 3 }, { x, 1, x }) end,
  function(x) return collide.aabb({ 0, 0 }, { 2 * x, 1 }, x) end,
  function(x) return collide.triangle({ 0, 0 }, { 1, 0 }, { 0, 1 }, x) end,
  function(x) return collide.polygon({ { 0, 0 }, { 1, 0 } }, x) end,
  function(x) return collide.hull({ { 0, 0, 0 }, { 1, 0, 0 } }, x) end,
  function(x) return collide.cylinder({ 0, 0, 0 }, { 1, 0, 0 }, x) end,
  function(x) return collide.cone({ 0, 0, 0 }, { 1, 0, 0 }, x) end,
  function(x) return collide.segment({ 0, 0 }, { 0, x }) end,
  function(x) return collide.triangle({ 0, 0 }, { x, 0 }, { 0, x }) end,
  function(x) return collide.polygon { { 0, 0 }, { x, 0 }, { 0, x } } end,
  function(x) return collide.hull { { 0, 0, 0 }, { x, 0, 0 }, { 0, x, 0 }, { 0, 0, x } } end,
  function(x)
    local shape = collide.sphere({ 1, 2 }, 1)
    shape.radius = x
    return shape
  end,
  function(x)
    local shape = collide.box({ 1, 2 }, { 1, 1 })
    shape.half = vec(x, 1)
    return shape
  end,
  function(x)
    local shape = collide.segment({ 0, 0 }, { 1, 0 })
    shape.b = { x, 0 }
    return shape
  end,
}

describe("sizes below 2^-64", function()
  for i, make in ipairs(sizes) do
    it(("count as 0: shape %d, a %s"):format(i, make(0).kind), function()
      local none = tostring(make(0))
      assert.not_equal(none, tostring(make(SMALLEST)))
      for _, x in ipairs { BELOW, 1e-40, 1e-300, 0x1p-1074 } do
        assert.equal(none, tostring(make(x)))
      end
    end)
  end

  it("do not make a negative radius valid, nor an axis none", function()
    expect.raises_with("radius must be finite and >= 0, got -1e-300", collide.sphere, { 0, 0 },
      -1e-300)
    for _, make in ipairs { collide.cylinder, collide.cone } do
      local disc = make(vec(0, 0, 0), vec(0, 1e-200, 0), 1)
      expect.near(1, disc:distance(collide.point { 2, 0, 0 }))
      expect.near(3, disc:distance(collide.point { 0, 3, 0 }))
      expect.raises_with("there is no axis", make, vec(0, 1, 0), vec(0, 1, 0), 1)
    end
  end)

  it("are no matter of coordinates, which may be as small as they like", function()
    for _, x in ipairs { BELOW, 1e-200, 0x1p-1074 } do
      assert.equal(x, collide.sphere({ x, 0 }, 1).center.x)
      assert.equal(-x, collide.aabb({ -x, 0 }, { 1, 1 }).min.x)
      assert.equal(x, collide.plane({ 0, 1 }, x).offset)
      assert.equal(vec(0, 1), collide.plane({ 0, x }, 0).normal)
      assert.equal(vec(x, 0), collide.sphere({ 0, 0 }, 1):moved({ x, 0 }).center)
    end
  end)
end)

local shapes = {
  collide.point { 3, 0, 0 }, collide.sphere({ 3, 0, 0 }, 1), collide.plane({ -1, 0, 0 }, -2),
  collide.segment({ 3, -1, 0 }, { 3, 1, 0 }), collide.capsule({ 3, -1, 0 }, { 3, 1, 0 }, 1),
  collide.line({ 3, 0, 0 }, { 0, 1, 1 }, 1), collide.aabb({ 2, -1, -1 }, { 4, 1, 1 }),
  collide.box({ 3, 0, 0 }, { 1, 1, 1 }, collide.quat({ 1, 2, 3 }, 1), 0.5),
  collide.triangle({ 2, -1, -1 }, { 2, 1, -1 }, { 2, 0, 2 }),
  collide.hull { { 2, 0, 0 }, { 4, 1, 0 }, { 4, -1, 0 }, { 4, 0, 2 } },
  collide.cylinder({ 3, 0, 0 }, { 4, 1, 0 }, 1), collide.cone({ 4, 0, 0 }, { 2, 0, 0 }, 1),
  collide.mesh({ { 2, -1, -1 }, { 2, 1, -1 }, { 2, 0, 2 } }, { { 1, 2, 3 } }),
}
shapes[#shapes + 1] = collide.compound { shapes[2], shapes[7] }

describe("motions below 2^-64", function()
  for _, b in ipairs(shapes) do
    it("count as 0 beside a " .. b.kind, function()
      local world = collide.world()
      world:add(b)
      for _, x in ipairs { BELOW, 1e-200, 0x1p-1074 } do
        local by, origin = vec(0.8 * x, 0.6 * x, 0), vec(-1, 0, 0)
        local inside = b:support(vec(-1, 0, 0))
        if inside.x > -math.huge and inside.y == inside.y and math.abs(inside.y) < math.huge then
          local hit, still = collide.raycast(inside, by, b), collide.raycast(inside, by * 0, b)
          assert.equal(tostring(still), tostring(hit))
        end
        assert.is_nil(collide.raycast(origin, by, b))
        assert.is_nil(world:raycast(origin, by))
        assert.equal(0, #collide.raycast_all(origin, by, { b, b }))
        for _, a in ipairs(shapes) do
          local still = a.kind == "plane" and collide.plane({ 1, 0, 0 }, -9)
          local there = still or a:moved { -20, 0, 0 }
          if not there:overlap(b) then
            assert.is_nil(there:shapecast(by, b))
            assert.is_nil(there:shapecast(vec(1, 2, 3), b, vec(1, 2, 3)))
          elseif a.kind ~= "mesh" or b.kind ~= "mesh" then
            assert.equal(tostring(there:shapecast(by * 0, b)), tostring(there:shapecast(by, b)))
          end
        end
      end
      assert.is_truthy(collide.raycast({ 2 - SMALLEST, 0, 0 }, { SMALLEST, 0, 0 },
        collide.aabb({ 2, -1, -1 }, { 4, 1, 1 })))
    end)
  end

  it("are where a velocity that decays ends, which never raises", function()
    local world = collide.world { dim = 2 }
    local body = world:add(collide.sphere({ 0, 0 }, 1), { mass = 1, velocity = vec(1, 1) })
    for _ = 1, 60 * 3600 do
      body.velocity = body.velocity * 0.99
    end
    world:step(1)
    assert.equal(vec(0, 0), body.velocity)
    assert.equal(vec(0, 0), body.position)
  end)
end)

describe("a world", function()
  it("stalls there also what nothing has disturbed for many steps", function()
    for _, g in ipairs { 0, -0x1p50 } do
      local world = collide.world { dim = 2, gravity = vec(0, g) }
      local body = world:add(collide.sphere({ 0, 0 }, 1), { mass = 1, velocity = vec(0x1p56, 0) })
      local stalls = 0
      for _ = 1, 600 do
        stalls = stalls + select(2, world:step(1))
        assert.is_true(math.abs(body.position.x) <= LARGEST, tostring(body.position))
        assert.is_true(math.abs(body.position.y) <= LARGEST, tostring(body.position))
      end
      assert.is_true(stalls > 100, tostring(stalls))
      assert.is_true(body.position:length() > 0x1p63)
    end
  end)

  it("stalls what would leave the range, and goes on", function()
    local world = collide.world { dim = 2, gravity = vec(0, -LARGEST) }
    local falls = world:add(collide.sphere({ 0, -0x1p63 }, 1), { mass = 1 })
    local box = world:add(collide.aabb({ 9, 0 }, { 10, 1 }), { velocity = vec(0, 0x1p40) })
    local flies = world:add(collide.aabb({ 0x1p63, 0 }, { 0x1.1p63, 0x1p60 }),
      { velocity = vec(0x1p63, 0) })
    assert.equal(3, (select(2, world:step(LARGEST))))
    box.velocity, flies.velocity = vec(0, 0x1p40), vec(0x1p62, 0)
    for _ = 1, 20 do world:step(1) end
    for _, body in ipairs { falls, box, flies } do
      for _, v in ipairs { body.position, body.velocity } do
        assert.is_true(math.abs(v.x) <= LARGEST and math.abs(v.y) <= LARGEST, tostring(v))
      end
      body.velocity = body.velocity
      body.position = body.position
    end
    assert.equal(vec(9.5, 0.5 + 20 * 0x1p40), box.position)
  end)

  -- Steps are predicted hundreds ahead, where a motion that one step keeps in range would leave it.
  it("looks no farther ahead than motions reach", function()
    local world, size = collide.world { dim = 2 }, 0x1p40
    local wall = world:add(collide.compound { collide.aabb({ 0x1p62, -size }, { 0x1p63, size }) })
    local fast = world:add(collide.aabb({ 0, 0 }, { size, size }),
      { mass = 1, velocity = vec(0x1p60, 0) })
    local slow = world:add(collide.aabb({ 0, 8 * size }, { 1, 9 * size }),
      { mass = 1, velocity = vec(1, 0) })
    local hits = 0
    for _ = 1, 8 do hits = hits + world:step(1) end
    assert.equal(1, hits)
    assert.is_true(fast.velocity.x < 0 and wall.velocity.x == 0)
    assert.equal(8.5, slow.position.x)
  end)
end)
