-- move_and_slide as scripts call it: its arguments, filters that do anything, worlds and lifts.
local collide = require "collide"
local vec = collide.vec

local function hero() return collide.aabb({ 0, 0 }, { 1, 1 }) end
local floor = collide.aabb({ -9, -1 }, { 9, 0 })

local fails = require("tests.support.expect").raises_with

describe("the arguments of move_and_slide", function()
  it("are named where they are wrong", function()
    local move = collide.move_and_slide
    fails("bad argument #1 to 'move_and_slide' (shape must be a shape, got nil)", move)
    fails("#2 to 'move_and_slide' (motion must be a vector of 2 numbers", move, hero(),
      vec(1, 2, 3))
    fails("(motion must be finite", move, hero(), vec(1, math.huge), floor)
    fails("#3 to 'move_and_slide' (obstacles must be a shape, a table of shapes, a batch or a " ..
      "world", move, hero(), vec(1, 0))
    fails("(obstacles must be", move, hero(), vec(1, 0), 3)
    fails("(obstacles must be 2D like shape, got a 3D shape)", move, hero(), vec(1, 0),
      collide.point { 0, 0, 0 })
    fails("(obstacles must be 2D like shape, got a 3D world)", move, hero(), vec(1, 0),
      collide.world())
    fails("shapes[2] must be a shape or body, got 3", move, hero(), vec(1, 0), { floor, 3 })
    fails("must be 2D", move, hero(), vec(1, 0), { floor, collide.point { 0, 0, 0 } })
    fails("#4 to 'move_and_slide' (options must be a table, got 3)", move, hero(), vec(1, 0),
      floor, 3)
  end)

  local bad = {
    up = { 3, "up", {}, { 1 }, { 0, 0 }, { 1, 2, 3 }, { 0 / 0, 1 }, { math.huge, 1 }, true },
    max_slope = { "1", {}, -1e-9, 1.5708, math.huge, 0 / 0, true },
    step_height = { "1", {}, -1e-300, math.huge, 0 / 0, false },
    snap = { "1", {}, -1, math.huge, 0 / 0 },
    mask = { "1", 1.5, {}, 2 ^ 40 },
    filter = { 1, "yes", {}, true },
    max_hits = { 0, -1, 1.5, 1001, "16", {}, math.huge },
  }
  for name, values in pairs(bad) do
    it("refuse a wrong " .. name, function()
      local world = collide.world { dim = 2 }
      local body = world:add(hero())
      for _, value in ipairs(values) do
        local shape = hero()
        local options, message = { [name] = value }, "(" .. name .. " must be"
        fails(message, collide.move_and_slide, shape, vec(1, 0), floor, options)
        fails("bad argument #3 to 'move_and_slide' " .. message, world.move_and_slide, world, body,
          vec(1, 0), options)
        assert.equal(vec(0, 0), shape.min)
      end
    end)
  end

  it("refuse an unknown option", function()
    fails("(unknown field 'step'; there are up, max_slope, step_height, snap, mask, filter and " ..
      "max_hits)", collide.move_and_slide, hero(), vec(1, 0), floor, { step = 1 })
    fails("(unknown field '1'; there are up", collide.move_and_slide, hero(), vec(1, 0), floor,
      { 1 })
  end)

  it("of a world are its own bodies", function()
    local world, other = collide.world { dim = 2 }, collide.world { dim = 2 }
    local body, stranger = world:add(hero()), other:add(hero())
    fails("(body must be a body, got", world.move_and_slide, world, hero(), vec(1, 0))
    fails("(body must be in this world", world.move_and_slide, world, stranger, vec(1, 0))
    fails("(motion must be a vector of 2 numbers", world.move_and_slide, world, body)
    world:remove(body)
    fails("got a removed body", world.move_and_slide, world, body, vec(1, 0))
  end)

  it("may be as small as one likes, or as large as the range", function()
    for _, motion in ipairs { vec(0, 0), vec(1e-300, -1e-300), vec(5e-324, 0), vec(1e-320, -1) } do
      local shape = hero()
      local moved, rest, _, ground = collide.move_and_slide(shape, motion, floor)
      assert.near(0, (moved - vec(motion.x, 0)):length(), 1e-13)
      assert.equal(vec(0, 0), rest)
      assert.is_truthy(ground)
    end
    local shape = hero()
    local moved = collide.move_and_slide(shape, vec(1e19, -1e19),
      { floor, collide.aabb({ 5, 0 }, { 6, 1 }) })
    assert.near(0, (moved - vec(4, 0)):length(), 1e-9)
    moved = collide.move_and_slide(hero(), vec(1e19, 0), {})
    assert.equal(vec(1e19, 0), moved)
    moved = collide.move_and_slide(hero(), vec(0, -1e19), { collide.plane({ 0, 1 }, -7) })
    assert.near(-7, moved.y, 1e-9)
  end)
end)

describe("obstacles", function()
  it("may be none, a list, a batch, a world, and hold the mover", function()
    local shape = hero()
    assert.equal(vec(3, -4), (collide.move_and_slide(shape, vec(3, -4), {})))
    local world = collide.world { dim = 2 }
    world:add(floor)
    local body = world:bodies()()
    for _, obstacles in ipairs { floor, { floor }, collide.batch { floor }, world, body } do
      shape = hero()
      local list = type(obstacles) == "table" and { shape, floor } or obstacles
      local moved, _, hits, ground, other = collide.move_and_slide(shape, vec(1, -1), list)
      assert.near(0, (moved - vec(1, 0)):length(), 1e-12)
      assert.equal(1, #hits)
      assert.equal(hits[1].other, other)
      assert.equal(floor.min, (other.shape or other).min)
      assert.is_truthy(ground)
    end
    shape = hero()
    assert.equal(vec(1, 1), (collide.move_and_slide(shape, vec(1, 1), shape)))
    assert.equal(vec(1, 1), (collide.move_and_slide(shape, vec(1, 1), collide.batch { shape })))
  end)

  it("may be infinite", function()
    local moved = collide.move_and_slide(hero(), vec(3, -1),
      { collide.plane({ 0, 1 }, 0), collide.line({ 2, 0 }, { 0, 1 }, 0.25) })
    assert.near(0, (moved - vec(0.75, 0)):length(), 1e-12)
    local half = collide.plane({ 0, 1 }, 0) -- one that moves
    moved = collide.move_and_slide(half, vec(1, 5), { collide.circle({ 0, 3 }, 1) })
    assert.near(2, moved.y, 1e-12)
  end)

  it("deep inside of which there is no way out near let it move, but not deeper", function()
    local rock = collide.aabb({ -100, -100 }, { 100, 100 })
    local shape = collide.circle({ 0, 60 }, 0.5)
    local before = shape:distance(rock)
    for _, motion in ipairs { vec(0, -1), vec(1, -1), vec(0, 1), vec(3, 0) } do
      collide.move_and_slide(shape, motion, rock)
      assert.is_true(shape:distance(rock) >= before - 1e-9)
      before = shape:distance(rock)
    end
    assert.is_true(shape.center.y > 60.9)
    local shallow = collide.circle({ 0, 100.1 }, 0.5)
    local moved = collide.move_and_slide(shallow, vec(0, 0), rock)
    assert.near(0, (moved - vec(0, 0.4)):length(), 1e-9)
    local squeezed = collide.circle({ 0, 0 }, 1)
    moved = collide.move_and_slide(squeezed, vec(0, 0),
      { collide.aabb({ -9, -9 }, { 9, -0.9 }), collide.aabb({ -9, 0.9 }, { 9, 9 }) })
    assert.equal(vec(0, 0), moved)
  end)
end)

describe("a filter", function()
  local ledge = collide.aabb({ -9, 2 }, { 9, 2.5 })

  it("is asked about what is met, and what it refuses is not there", function()
    local asked = {}
    local shape = hero()
    local moved, _, hits = collide.move_and_slide(shape, vec(1, 5), { floor, ledge }, {
      filter = function(other, hit)
        asked[#asked + 1] = other
        assert.equal(vec(0, -1), hit.normal)
        return false
      end,
    })
    assert.near(0, (moved - vec(1, 5)):length(), 1e-12)
    assert.same({ ledge }, asked)
    assert.equal(0, #hits)
  end)

  it("makes one-way platforms", function()
    local shape, y = hero(), 0
    local function one_way(other, hit)
      return other ~= ledge or (hit.normal.y > 0.7 and y >= 2.5 - 1e-9)
    end
    local speed, highest = 12, 0
    for _ = 1, 200 do
      y = shape.min.y
      speed = speed - 20 / 60
      local _, _, _, ground = collide.move_and_slide(shape, vec(0, speed / 60), { floor, ledge },
        { filter = one_way })
      if ground then speed = 0 end
      highest = math.max(highest, shape.min.y)
    end
    assert.is_true(highest > 3)
    assert.near(2.5, shape.min.y, 1e-9)
  end)

  it("that raises leaves the shape where it was", function()
    local shape = hero()
    local function refuse() error "no!" end
    fails("no!", collide.move_and_slide, shape, vec(1, -1), floor, { filter = refuse })
    assert.equal(vec(0, 0), shape.min)
    local world = collide.world { dim = 2 }
    world:add(floor)
    local body = world:add(hero())
    fails("no!", world.move_and_slide, world, body, vec(1, -1), { filter = refuse })
    assert.equal(vec(0.5, 0.5), body.position)
    local co = coroutine.wrap(function()
      return collide.move_and_slide(shape, vec(1, -1), floor, { filter = coroutine.yield })
    end)
    fails("yield", co)
  end)

  it("may move, add and remove anything, and ask again", function()
    for seed = 1, 60 do
      local world = collide.world { dim = 2 }
      for i = 1, 12 do
        world:add(collide.circle({ (i * 7 + seed) % 11, (i * 5 + seed) % 3 - 2.5 }, 1))
      end
      local body = world:add(hero())
      local calls = 0
      local function filter(other)
        calls = calls + 1
        local which = (calls + seed) % 7
        if which == 0 and #world > 3 and other.world then world:remove(other) end
        if which == 1 and other.world then other.position = other.position + vec(0.5, -0.5) end
        if which == 2 then for i = 1, 100 do world:add(collide.point { i, -5 }) end end
        if which == 3 then world:move_and_slide(body, vec(0.1, 0.1)) end
        local corner = collide.polygon { { 0, 0 }, { 2, 0 }, { 0, 2 } }
        if which == 4 and other.world then other.shape = corner end
        if which == 5 then body.shape = corner end
        collectgarbage()
        return which ~= 6
      end
      for _ = 1, 10 do
        local moved, rest = world:move_and_slide(body, vec(1, -0.7), { filter = filter })
        assert.is_true(moved:length() < 30 and rest:length() < 30)
      end
      assert.is_true(calls > 0)
    end
  end)

  it("may not remove what moves", function()
    local world = collide.world { dim = 2 }
    world:add(floor)
    local body = world:add(hero())
    fails("the filter removed the body that moves", world.move_and_slide, world, body, vec(1, -1),
      { filter = function() world:remove(body) return true end })
  end)
end)

describe("in a world", function()
  it("up is against gravity", function()
    local world = collide.world { gravity = vec(9, 0, 0) }
    world:add(collide.aabb({ 1, -5, -5 }, { 2, 5, 5 }))
    local body = world:add(collide.sphere({ 0, 0, 0 }, 0.5))
    local moved, _, hits, ground, other = world:move_and_slide(body, vec(2, 1, 0))
    assert.near(0, (moved - vec(0.5, 1, 0)):length(), 1e-9)
    assert.near(0, (body.position - moved):length(), 1e-12)
    assert.equal(vec(-1, 0, 0), ground.normal)
    assert.equal(other, hits[1].other)
    local shape = collide.sphere({ 0, 0, 0 }, 0.5)
    local _, _, _, below = collide.move_and_slide(shape, vec(2, 0, 0), world, { up = { 0, 1, 0 } })
    assert.is_nil(below)
  end)

  it("sensors, groups and masks let it pass", function()
    local function try(options, own, mask)
      local world = collide.world { dim = 2 }
      world:add(collide.aabb({ 2, -5 }, { 3, 5 }), options)
      local body = world:add(hero(), own)
      return (world:move_and_slide(body, vec(4, 0), { mask = mask })).x
    end
    assert.near(1, try({}, {}), 1e-9)
    assert.near(4, try({ response = "pass" }, {}), 1e-9)
    assert.near(1, try({}, { response = "pass" }), 1e-9)
    assert.near(4, try({ group = 2 }, { mask = 1 }), 1e-9)
    assert.near(4, try({ mask = 2 }, { group = 1 }), 1e-9)
    assert.near(1, try({ group = 2 }, { mask = 1 }, 2), 1e-9)
    assert.near(4, try({ group = 2 }, {}, 1), 1e-9)
  end)

  local velocities =
    { sideways = vec(2, 0), up = vec(0, 1.5), down = vec(0, -1.5), across = vec(-1, 1) }
  for name, velocity in pairs(velocities) do
    it("rides a lift that goes " .. name, function()
      for _, gravity in ipairs { 0, 0.01 } do
        local world = collide.world { gravity = vec(0, -10) }
        local lift = world:add(collide.aabb({ -2, -1 }, { 2, 0 }), { velocity = velocity })
        local body = world:add(hero(), { response = "pass" })
        local apart = body.position - lift.position
        for _ = 1, 300 do
          world:step(1 / 60)
          local _, _, _, ground, other = world:move_and_slide(body, vec(0, -gravity))
          assert.equal(lift, other)
          assert.equal(vec(0, 1), ground.normal)
        end
        assert.near(0, (body.position - lift.position - apart):length(), 1e-9)
      end
    end)
  end

  -- Where a turn at w about the origin has taken what stood at p.
  local function turned(p, w, t)
    return vec(p.x * math.cos(w * t) + p.z * math.sin(w * t), p.y,
      p.z * math.cos(w * t) - p.x * math.sin(w * t))
  end

  it("goes round on a turntable, and back to where it was", function()
    local w, walkers = 2 * math.pi / 3, {
      collide.capsule({ 3, 0.4, 0 }, { 3, 1.4, 0 }, 0.4),
      collide.box({ -2, 0.9, 2 }, { 0.4, 0.9, 0.3 }),
      collide.cylinder({ 0, 0, -4 }, { 0, 1.5, -4 }, 0.4), collide.sphere({ 1, 0.5, 1 }, 0.5) }
    for k, velocity in ipairs { vec(0, 0, 0), vec(1, 0, -0.5), vec(0, 0.5, 0) } do
      local world = collide.world { dim = 3, gravity = vec(0, -10, 0) }
      local table_ = world:add(collide.cylinder({ 0, -1, 0 }, { 0, 0, 0 }, 10),
        { spin = { 0, w, 0 }, velocity = velocity })
      local bodies, starts = {}, {}
      for i, shape in ipairs(walkers) do
        bodies[i] = world:add(shape)
        starts[i] = bodies[i].position
      end
      for step = 1, 180 do
        world:step(1 / 60)
        for i, body in ipairs(bodies) do
          local _, _, _, _, other = world:move_and_slide(body, vec(0, -0.01, 0))
          assert.equal(table_, other)
          local wanted = turned(starts[i], w, step / 60) + velocity * (step / 60)
          assert.near(0, (body.position - wanted):length(), 1e-9, k)
        end
      end
    end
  end)

  it("is carried by a bridge that tilts, until it leaves that", function()
    for dim = 2, 3 do
      local function at(x, y) return dim == 2 and vec(x, y) or vec(x, y, 0) end
      local world = collide.world { dim = dim, gravity = at(0, -10) }
      local bridge = world:add(dim == 2 and collide.box({ 0, -0.5 }, { 10, 0.5 })
        or collide.box({ 0, -0.5, 0 }, { 10, 0.5, 2 }), { spin = dim == 2 and 0.5 or { 0, 0, 0.5 },
        pivot = at(0, 0) })
      local body = world:add(collide.capsule(at(3, 0.4), at(3, 1.5), 0.4))
      for step = 1, 80 do
        world:step(1 / 60)
        local _, _, _, ground = world:move_and_slide(body, at(0, -0.01))
        assert.is_truthy(ground, step)
        assert.near(0, body:distance(bridge), 1e-12)
        local angle = step / 120
        -- The ball at its foot does not slip: upright, it rolls along what tilts under it.
        local foot = body.position - at(0, 0.55) + at(math.sin(angle), -math.cos(angle)) * 0.4
        assert.near(3 + 0.4 * angle, foot:length(), 0.005)
      end
      world:move_and_slide(body, at(0, 1))
      local before = body.position
      world:step(1 / 60)
      assert.equal(0, (world:move_and_slide(body, at(0, 0))):length())
      assert.equal(before, body.position)
    end
  end)

  it("walks on a lift as on the ground, and is stopped and left by it", function()
    local world = collide.world { gravity = vec(0, -10) }
    local lift = world:add(collide.aabb({ -9, -1 }, { 9, 0 }), { velocity = vec(1, 0.5) })
    local body = world:add(hero())
    local start = body.position - lift.position
    for _ = 1, 60 do
      world:step(1 / 60)
      world:move_and_slide(body, vec(0.05, -0.1))
    end
    assert.near(0, (body.position - lift.position - start - vec(3, 0)):length(), 1e-9)
    world:add(collide.aabb({ 6, -9 }, { 7, 9 })) -- a wall beside the lift
    for _ = 1, 300 do
      world:step(1 / 60)
      world:move_and_slide(body, vec(0, -0.1))
      assert.is_true(body.position.x < 5.5 + 1e-9)
    end
    assert.near(5.5, body.position.x, 1e-6)
    local before = body.position -- a jump leaves the lift behind
    world:move_and_slide(body, vec(0, 0.5))
    world:step(1)
    world:move_and_slide(body, vec(0, 0))
    assert.near(before.x, body.position.x, 1e-6)
  end)

  it("a lift that is moved by the script carries it, one that is removed drops it", function()
    local world = collide.world { gravity = vec(0, -10) }
    local lift = world:add(collide.aabb({ -2, -1 }, { 2, 0 }))
    local body = world:add(hero())
    world:move_and_slide(body, vec(0, -1))
    lift.position = lift.position + vec(3, 2)
    local moved = world:move_and_slide(body, vec(0, 0))
    assert.near(0, (moved - vec(3, 2)):length(), 1e-12)
    lift.position = lift.position + vec(1, 0)
    body.position = body.position + vec(0, 1) -- the script has put it elsewhere
    assert.equal(vec(0, 0), (world:move_and_slide(body, vec(0, 0))))
    world:move_and_slide(body, vec(0, -1))
    world:remove(lift)
    world:add(collide.aabb({ 50, 50 }, { 51, 51 })) -- which takes its slot
    moved = world:move_and_slide(body, vec(0, -1))
    assert.equal(vec(0, -1), moved)
  end)

  it("a wall that moves in pushes it out", function()
    local world = collide.world { gravity = vec(0, -10) }
    world:add(floor)
    local wall = world:add(collide.aabb({ 1.5, 0 }, { 4, 3 }), { velocity = vec(-1, 0) })
    local body = world:add(hero(), { response = "pass" })
    for _ = 1, 120 do
      world:step(1 / 60)
      world:move_and_slide(body, vec(0, -0.1))
      assert.is_true(body.shape:distance(wall.shape) > -1e-9)
    end
    assert.near(-1, body.position.x, 0.02)
  end)
end)
