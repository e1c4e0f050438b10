-- Bodies where shapes are taken, also in lists. What a body or a compound gives cannot be changed
-- in place, since the change would be lost.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

describe("a body in a list", function()
  -- The hits and indices of a list of bodies, of their shapes, and of a mixture, after any change.
  local function same(bodies, batch, mixed, dim)
    local shapes = {}
    for i, body in ipairs(bodies) do
      shapes[i] = body.shape
      mixed[i] = i % 2 == 0 and shapes[i] or body
    end
    local origin = dim == 2 and vec(-20, 0.1) or vec(-20, 0.1, 0.2)
    local direction = dim == 2 and vec(1, 0.01) or vec(1, 0.01, -0.01)
    local big = collide.sphere(dim == 2 and { 0, 0 } or { 0, 0, 0 }, 3)
    local expected = collide.raycast_all(origin, direction, shapes)
    local indices = collide.overlap_all(big, shapes)
    for _, list in ipairs { bodies, batch, mixed } do
      local hits = collide.raycast_all(origin, direction, list)
      assert.equal(#expected, #hits)
      for i, hit in ipairs(hits) do assert.equal(tostring(expected[i]), tostring(hit)) end
      assert.same(indices, collide.overlap_all(big, list))
    end
    local one, other = collide.compound(bodies), collide.compound(shapes)
    assert.equal(tostring(other), tostring(one))
    return #expected + #indices
  end

  it("is queried as the shape that it has now", function()
    local random = generate.random(11)
    for dim = 2, 3 do
      local world, bodies, mixed, found = collide.world { dim = dim }, {}, {}, 0
      local kinds = { "sphere", "box", "capsule", dim == 2 and "polygon" or "hull", "mesh" }
      local function shape()
        local made = generate.pair(random, kinds[random.integer(1, #kinds)], "point", dim)
        local x, y = random.range(-8, 8), random.range(-2, 2)
        return made:move_to(dim == 2 and vec(x, y) or vec(x, y, 0))
      end
      for i = 1, 20 do
        bodies[i] = world:add(shape(), { mass = 1, response = "pass",
          velocity = dim == 2 and vec(1, 0.3) or vec(1, 0.3, 0.1) })
      end
      local batch = collide.batch(bodies)
      assert.equal(bodies[7], batch[7])
      for _ = 1, 30 do
        found = found + same(bodies, batch, mixed, dim)
        world:step(0.1)
        bodies[random.integer(1, 20)].shape = shape()
        collectgarbage "step"
      end
      assert.is_true(found > 30)
    end
  end)

  it("must be in a world", function()
    local world = collide.world { dim = 2 }
    local a, b = world:add(collide.point { 0, 0 }), world:add(collide.point { 1, 0 })
    local list, batch = { a, b }, collide.batch { a, b }
    assert.equal(2, #collide.raycast_all({ -1, 0 }, { 1, 0 }, list))
    world:remove(b)
    local message = "(shapes[2] must be in a world, got a removed body)"
    expect.raises("bad argument #3 to 'raycast_all' " .. message, collide.raycast_all, { 0, 0 },
      { 1, 0 }, list)
    expect.raises("bad argument #2 to 'overlap_all' " .. message, collide.overlap_all, a, batch)
    expect.raises("bad argument #1 to 'batch' " .. message, collide.batch, list)
    expect.raises("bad argument #1 to 'compound' " .. message, collide.compound, list)
  end)

  it("is an obstacle, and named by the hit", function()
    local world = collide.world { dim = 2 }
    local wall = world:add(collide.aabb({ 2, -1 }, { 3, 1 }))
    for _, obstacles in ipairs { wall, { wall }, collide.batch { wall } } do
      local ball = collide.circle({ 0, 0 }, 0.5)
      local moved, _, hits = collide.move_and_slide(ball, { 5, 0 }, obstacles)
      expect.near(vec(1.5, 0), moved, 1e-9)
      assert.equal(wall, hits[1].other)
    end
    expect.raises("bad argument #1 to 'move_and_slide' (shape is moved in place; a body is moved "
      .. "by world:move_and_slide(body, motion))", collide.move_and_slide, wall, { 1, 0 }, {})
  end)
end)

describe("queries as methods of bodies", function()
  it("answer as those of their shapes, and explain takes bodies", function()
    local world = collide.world { dim = 2 }
    local a = world:add(collide.circle({ 0, 0 }, 1))
    local b = world:add(collide.aabb({ 3, -1 }, { 4, 1 }))
    assert.equal(2, a:distance(b))
    assert.is_false(a:overlap(b))
    assert.equal(tostring(a.shape:contact(b, 9)), tostring(a:contact(b, 9)))
    assert.equal(tostring(a.shape:manifold(b, 9)), tostring(a:manifold(b, 9)))
    assert.equal(0.5, a:shapecast({ 4, 0 }, b).t)
    assert.equal(2, a:raycast({ -3, 0 }, { 1, 0 }).t)
    assert.equal(0.5, collide.shapecast(a, { 4, 0 }, b.shape).t)
    assert.is_true(a:contains { 0.5, 0.5 })
    assert.equal(2, a.shape:distance(b))
    assert.same({}, world:overlap(a))
    assert.same({ a }, world:overlap(a.shape))
    assert.equal(1, #collide.overlap_all(b, { a.shape, b.shape }))
    assert.is_nil(world:shapecast(a, { 1, 0 }))
    assert.equal(a, select(2, world:shapecast(a.shape, { 1, 0 })))
    assert.equal(vec(1, 0), (a:closest(b)))
    assert.equal(2, collide.explain("distance", a, b))
    assert.equal(3, (collide.numbers.raycast({ 0, 0 }, { 1, 0 }, b)))
    assert.equal(2, (collide.numbers.contact(a, b, 9)))
    local hit, how = collide.explain("raycast", { 0, 0 }, { 1, 0 }, b)
    assert.equal(3, hit.t)
    assert.equal("raycast", how.query)
    world:remove(b)
    expect.raises("bad argument #2 to 'distance' (b must be in a world, got a removed body)",
      collide.explain, "distance", a, b)
    expect.raises("cannot call 'contains' (self must be in a world, got a removed body)",
      b.contains or function() end, b, { 0, 0 })
  end)
end)

describe("move_to of a body", function()
  it("is an assignment of position", function()
    local world = collide.world { dim = 2 }
    local body = world:add(collide.aabb({ 0, 0 }, { 2, 2 }), { velocity = { 1, 0 } })
    assert.equal(body, body:move_to { 5, 5 })
    assert.equal(vec(5, 5), body.position)
    assert.equal(vec(4, 4), body.shape.min)
    assert.equal(1, #world:overlap(collide.point { 4, 4 }))
    expect.raises("bad argument #1 to 'move_to' (position must be a vector of 2 numbers, got 3)",
      body.move_to, body, 3)
  end)
end)

describe("a copy that was read from a field", function()
  local world = collide.world { dim = 2 }
  local body = world:add(collide.circle({ 0, 0 }, 1))
  local of_body = "body.shape gives a copy, which cannot be changed in place: move the body "
    .. "(body.position = p, body:move_to(p)), or assign another shape (body.shape = "
    .. "body.shape:rotated(r)); body.shape:clone() is free"
  local of_compound = "compound.shapes gives copies, which cannot be changed in place: make "
    .. "another compound; shape:clone() is free"

  it("cannot be changed in place, and says what to do", function()
    local part = collide.compound({ body }).shapes[1]
    for shape, message in pairs { [body.shape] = of_body, [part] = of_compound } do
      expect.raises(message, function() shape:move { 1, 0 } end)
      expect.raises(message, function() shape:move_to { 1, 0 } end)
      expect.raises(message, function() shape.radius = 3 end)
      expect.raises(message, function() shape.position = { 1, 0 } end)
      expect.raises(message, collide.move_and_slide, shape, { 1, 0 }, {})
      assert.equal("collide.sphere({0, 0}, 1)", tostring(shape))
    end
  end)

  it("can be asked, moved to another place, and cloned", function()
    local shape = body.shape
    assert.equal(vec(1, 0), shape:moved({ 1, 0 }).center)
    assert.equal(vec(2, 0), shape:moved({ 1, 0 }):move({ 1, 0 }).center)
    local free = shape:clone()
    free.radius = 3
    body.shape = free
    assert.equal(3, body.shape.radius)
    assert.equal(1, shape.radius)
    free.radius = 4
    assert.equal(3, body.shape.radius)
    local again = world:add(body.shape)
    assert.equal(3, again.shape.radius)
    assert.equal(3, #collide.overlap_all(body.shape, { shape, again, body }))
  end)
end)
