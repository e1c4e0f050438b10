-- collide.world in Lua: what lies in it, queries and their order, steps, responses, events, errors.
-- That queries and steps are right for any bodies is shown in C (tests/c/world*_test.c).
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

local function listed(...)
  local list = {}
  for value in ... do list[#list + 1] = value end
  return list
end

local function ball(world, center, velocity, options)
  local body = world:add(collide.sphere(center, 1), { mass = 1, velocity = velocity })
  for name, value in pairs(options or {}) do body[name] = value end
  return body
end

describe("a world", function()
  it("holds bodies in the order in which they were added", function()
    local world = collide.world { dim = 2 }
    local bodies = {}
    for i = 1, 20 do bodies[i] = world:add(collide.circle({ i, 0 }, 1), { data = i }) end
    for i = 19, 1, -2 do
      world:remove(bodies[i])
      table.remove(bodies, i)
    end
    bodies[#bodies + 1] = world:add(collide.circle({ 0, 0 }, 1))
    assert.equal(11, #world)
    assert.same(bodies, listed(world:bodies()))
  end)

  it("takes its dimension from gravity", function()
    assert.equal(2, collide.world { gravity = { 0, -1 } }.dim)
    assert.equal(3, collide.world().dim)
    assert.equal(vec(0, 0, 0), collide.world().gravity)
    assert.equal("world { dim = 2, bodies = 0 }", tostring(collide.world { dim = 2 }))
  end)

  it("uses one thread or, where wanted, two", function()
    local world = collide.world { threads = 2 }
    assert.same({ 1, 2 }, { collide.world().threads, world.threads })
    for i = 1, 3000 do ball(world, { 1.5 * i, 0, 0 }, { 0, 0, 0 }) end
    local count = 0
    for a, b in world:pairs() do
      count = count + 1
      assert.equal(1.5, b.position.x - a.position.x)
    end
    assert.equal(2999, count)
    world.threads = 1
    assert.equal(1, world.threads)
    expect.raises("bad argument #1 to 'world' (threads must be 1 or 2, got 3)",
      function() collide.world { threads = 3 } end)
  end)

  it("gives and takes every field of a body", function()
    local world = collide.world { dim = 2 }
    local shape = collide.polygon { { 0, 0 }, { 2, 0 }, { 0, 2 } }
    local body = world:add(shape, { velocity = { 1, 2 }, mass = 3, restitution = 0.5,
      response = "slide", group = 4, mask = 6, data = "mine" })
    shape:move { 9, 9 } -- the world's is a copy
    assert.equal(vec(0, 0), body.shape.vertices[1])
    assert.equal(vec(1, 2), body.velocity)
    assert.same({ 3, 0.5, "slide", 4, 6, "mine", world }, { body.mass, body.restitution,
      body.response, body.group, body.mask, body.data, body.world })
    local f = function() end
    body.velocity, body.mass, body.restitution, body.response = { 0, 0 }, math.huge, 1, f
    body.group, body.mask, body.data, body.shape = 1, 2, nil, collide.circle({ 3, 4 }, 2)
    body.position = { 5, 6 }
    assert.equal("collide.sphere({5, 6}, 2)", tostring(body.shape))
    assert.same({ math.huge, 1, f, 1, 2 }, { body.mass, body.restitution, body.response,
      body.group, body.mask })
    assert.is_nil(body.data)
    assert.is_nil(body.nothing)
  end)

  it("keeps what a shape refers to alive", function()
    local world = collide.world()
    for i = 1, 50 do
      world:add(collide.hull { { i, 0, 0 }, { i, 1, 0 }, { i, 0, 1 }, { i + 0.5, 0, 0 } })
    end
    collectgarbage()
    collectgarbage()
    assert.equal(50, #world:overlap(collide.aabb({ 0, 0, 0 }, { 99, 1, 1 })))
  end)

  it("is collected with its bodies", function()
    local kept = setmetatable({}, { __mode = "k" })
    for _ = 1, 10 do
      local world = collide.world()
      kept[world] = true
      kept[world:add(collide.sphere({ 0, 0, 0 }, 1), { data = world })] = true
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(kept))
  end)
end)

describe("queries of a world", function()
  local world, bodies
  before_each(function()
    world, bodies = collide.world { dim = 2 }, {}
    for i = 1, 5 do
      bodies[i] = world:add(collide.circle({ 3 * i, 0 }, 1), { group = i == 3 and 2 or 1 })
    end
  end)

  it("find the first body and all on the way", function()
    local hit, body = world:raycast({ 0, 0 }, { 1, 0 })
    assert.same({ 2, bodies[1] }, { hit.t, body })
    hit, body = world:raycast({ 7.5, 0 }, { 1, 0 }, math.huge, 1)
    assert.same({ 3.5, bodies[4] }, { hit.t, body })
    assert.is_nil(world:raycast({ 0, 0 }, { 1, 0 }, 1))
    assert.is_nil((world:raycast({ 0, 5 }, { 1, 0 })))
    local found = {}
    for h, b in world:raycast_all({ 20, 0 }, { -1, 0 }, 9) do
      found[#found + 1] = { h.t, b }
    end
    assert.same({ { 4, bodies[5] }, { 7, bodies[4] } }, found)
    hit, body = world:shapecast(collide.circle({ 0, 0 }, 0.5), { 10, 0 })
    assert.same({ 0.15, bodies[1] }, { hit.t, body })
  end)

  it("find what overlaps and what is near, also where it moved to", function()
    assert.same({ bodies[2], bodies[3] }, world:overlap(collide.circle({ 7, 0 }, 1)))
    assert.same({ bodies[2] }, world:overlap(collide.circle({ 7, 0 }, 1), 1))
    bodies[5].position = { 7, 0 }
    assert.same({ bodies[2], bodies[3], bodies[5] }, world:overlap(collide.circle({ 7, 0 }, 1)))
    local near, distances = world:nearest({ 7, 0 }, 2)
    assert.same({ bodies[5], bodies[2] }, near)
    assert.same({ -1, 0 }, distances)
    assert.same({}, world:nearest({ 0, 0 }, 0))
    assert.equal(5, #world:nearest({ 0, 0 }, 99))
  end)

  it("find the pairs that overlap, and pass over what is removed on the way", function()
    for i = 1, 5 do bodies[i].position = { 1.5 * i, 0 } end
    bodies[3].group = 1
    local found = {}
    for a, b in world:pairs() do
      found[#found + 1] = { a, b }
      if a == bodies[1] then world:remove(bodies[4]) end
    end
    assert.same({ { bodies[1], bodies[2] }, { bodies[2], bodies[3] } }, found)
  end)

  it("are recorded as those of the shapes", function()
    local scenario = require "collide.scenario"
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write [[
      local collide = require "collide"
      local s = {}
      function s.load()
        local world = collide.world { dim = 2 }
        world:add(collide.circle({ 3, 0 }, 1))
        return { world = world }
      end
      function s.update(state, dt)
        state.world:raycast({ 0, 0 }, { 1, 0 })
        state.world:raycast({ 0, 0 }, { -1, 0 })
        state.world:overlap(collide.circle({ 3, 1 }, 1))
        state.world:nearest({ 0, 0 }, 1)
        state.world:shapecast(collide.circle({ 0, 0 }, 1), { 9, 0 })
        state.world:add(collide.circle({ 0, 0 }, 1), { velocity = { 2 / dt, 0 }, mass = 1 })
        state.world:step(dt)
      end
      return s]]
    file:close()
    local run = scenario.load(path)
    run:step()
    local names = {}
    for i, query in ipairs(run:queries()) do names[i] = query.name or query["function"] end
    os.remove(path)
    assert.equal("raycast raycast overlap distance shapecast step", table.concat(names, " "))
    local met = run:queries()[6]
    assert.equal(2, met.arguments.n)
    assert.same({ 2, 3 }, { met.result.point.x, met.arguments[2].center.x })
    assert.is_true(math.abs(met.result.t - 1 / 120) < 1e-12)
  end)
end)

describe("a step", function()
  it("keeps momentum and energy, and goes back when velocities are turned", function()
    local random = generate.random(7)
    local world, bodies, start = collide.world { dim = 2 }, {}, {}
    for i = 1, 40 do
      local p = vec(3 * (i % 8), 3 * (i // 8))
      bodies[i] = ball(world, p, { random.range(-1, 1), random.range(-1, 1) },
        { mass = random.range(1, 5) })
      start[i] = p
    end
    for _, n in ipairs { vec(1, 0), vec(0, 1) } do
      world:add(collide.plane(n, -2))
      world:add(collide.plane(-n, -30))
    end
    local function energy()
      local sum = 0
      for _, b in ipairs(bodies) do sum = sum + b.mass * b.velocity:length2() end
      return sum
    end
    local before, hits = energy(), 0
    for _ = 1, 20 do hits = hits + world:step(0.5) end
    expect.near(before, energy(), 1e-12 * before)
    assert.is_true(hits > 20)
    for _, b in ipairs(bodies) do b.velocity = -b.velocity end
    for _ = 1, 20 do world:step(0.5) end
    for i, b in ipairs(bodies) do expect.near(start[i], b.position, 1e-6) end
  end)

  it("exchanges momentum by masses and restitution", function()
    local world = collide.world()
    local a = ball(world, { 0, 0, 0 }, { 4, 0, 0 }, { mass = 3, restitution = 0.5 })
    local b = ball(world, { 4, 0, 0 }, { 0, 0, 0 })
    assert.equal(1, (world:step(1)))
    expect.near(vec(2.5, 0, 0), a.velocity, 1e-15)
    expect.near(vec(4.5, 0, 0), b.velocity, 1e-15)
    expect.near(vec(2 + 2.5 / 2, 0, 0), a.position, 1e-15)
    local event = world:events()()
    assert.same({ a, b, 0.5, 4 }, { event.a, event.b, event.t, event.approach })
    assert.same({ vec(3, 0, 0), vec(-1, 0, 0) }, { event.point, event.normal })
  end)

  it("slides into corners and stays", function()
    local world = collide.world()
    local body = ball(world, { 5, 9, 9 }, { -6, -4, -3 }, { response = "slide" })
    for _, n in ipairs { vec(1, 0, 0), vec(-0.3, 1, 0), vec(-0.3, -0.3, 1) } do
      world:add(collide.plane(n, 0))
    end
    for _ = 1, 20 do
      world:step(0.5)
      for other in world:bodies() do
        assert.is_true(other == body or body.shape:distance(other.shape) > -1e-9)
      end
    end
    assert.is_true(body.velocity:length() < 1e-9)
  end)

  it("stops, passes and asks", function()
    local world = collide.world { dim = 2 }
    local wall = world:add(collide.aabb({ 5, -9 }, { 6, 9 }))
    local stops = ball(world, { 0, 0 }, { 10, 0 }, { response = "stop" })
    local passes = ball(world, { 0, 3 }, { 10, 0 }, { response = "pass" })
    local calls = {}
    local asks = ball(world, { 0, -3 }, { 10, 0 }, { response = function(body, other, hit)
      calls[#calls + 1] = { body, other, hit.t, hit.normal, body.position }
      body.velocity = { -1, 1 }
    end })
    assert.equal(3, (world:step(1)))
    assert.same({ vec(4, 0), vec(0, 0) }, { stops.position, stops.velocity })
    assert.same({ vec(10, 3), vec(10, 0) }, { passes.position, passes.velocity })
    assert.same({ { asks, wall, 0.4, vec(-1, 0), vec(4, -3) } }, calls)
    expect.near(vec(3.4, -2.4), asks.position, 1e-15)
  end)

  it("rests on the ground under gravity", function()
    local world = collide.world { gravity = vec(0, -10, 0) }
    local body = ball(world, { 0, 3, 0 }, { 1, 0, 0 }, { restitution = 0.5 })
    world:add(collide.plane(vec(0, 1, 0), 0))
    for _ = 1, 600 do world:step(1 / 60) end
    expect.near(1, body.position.y, 1e-12)
    expect.near(vec(1, 0, 0), body.velocity, 1e-12)
  end)

  it("pushes out what overlaps, without a gain in velocity", function()
    local world = collide.world()
    local a, b = ball(world, { 0, 0, 0 }, { 0, 0, 0 }), ball(world, { 1, 0, 0 }, { 0, 0, 0 })
    local c = ball(world, { 9, 0.5, 0 }, { 0, 0, 0 })
    world:add(collide.plane(vec(0, 1, 0), -10))
    local floor = world:add(collide.aabb({ 6, -1, -5 }, { 12, 0, 5 }))
    world:step(0.1)
    expect.near(0, a.shape:distance(b.shape), 1e-12)
    expect.near(0, c.shape:distance(floor.shape), 1e-12)
    for _, body in ipairs { a, b, c } do assert.equal(vec(0, 0, 0), body.velocity) end
  end)

  it("tells of bodies that met too many hits", function()
    local world = collide.world { dim = 2 }
    world.hit_limit = 7
    local body = ball(world, { 0, 0 }, { 1000, 0 })
    for _, n in ipairs { vec(1, 0), vec(-1, 0) } do world:add(collide.plane(n, -2)) end
    local hits, stalled = world:step(1)
    assert.same({ 7, 1 }, { hits, stalled })
    assert.equal(1000, body.velocity:length())
    assert.same({ 0, 0 }, { world:step(0) })
  end)

  it("lets response functions change the world", function()
    local world = collide.world { dim = 2 }
    local added
    ball(world, { 0, 0 }, { 10, 0 }, { response = function(body, other)
      world:remove(other)
      world:remove(body)
      added = ball(world, { 0, 5 }, { 1, 0 })
    end })
    world:add(collide.circle({ 7, 0 }, 1))
    assert.equal(1, (world:step(1)))
    assert.same({ added }, listed(world:bodies()))
    expect.near(vec(0.5, 5), added.position, 1e-15)
    local event = world:events()()
    assert.is_nil(event.a)
    assert.is_nil(event.b)
  end)

  it("lets response functions raise and yield", function()
    local world = collide.world { dim = 2 }
    local body = ball(world, { 0, 0 }, { 10, 0 }, { response = function() error("no", 0) end })
    local other = ball(world, { 7, 0 }, { 0, 0 })
    expect.raises("no", world.step, world, 1)
    assert.same({ vec(5, 0), vec(7, 0) }, { body.position, other.position })
    body.response = function() return coroutine.yield "asked" end
    local step = coroutine.wrap(function() return world:step(1) end)
    assert.equal("asked", step())
    assert.equal(1, (step "bounce"))
    assert.equal(vec(5, 0), body.position)
    expect.near(vec(17, 0), other.position, 1e-14)
  end)

  it("is ended by another one", function()
    local world = collide.world { dim = 2 }
    local inner
    ball(world, { 0, 0 }, { 10, 0 }, { response = function(body)
      body.response = "bounce"
      inner = world:step(1)
    end })
    ball(world, { 7, 0 }, { 0, 0 })
    expect.raises("the step was ended by another step", world.step, world, 1)
    assert.equal(1, inner)
  end)

  it("allocates nothing for events but the one", function()
    local world = collide.world { dim = 2 }
    for i = 1, 200 do ball(world, { 3 * i, 0 }, { i % 2 == 0 and -4 or 4, 0 }) end
    assert.is_true(world:step(1) > 90)
    local function count()
      local seen, n = nil, 0
      for event in world:events() do
        seen, n = seen or event, n + 1
        if event ~= seen or event.t > 1 then return 0 end
      end
      return n
    end
    count()
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    local n = count()
    local used = collectgarbage "count" - before
    collectgarbage "restart"
    assert.is_true(n > 90 and used < 1)
  end)
end)

describe("integers of a world", function()
  it("may be floats without a fraction, as in Lua's own functions", function()
    local world = collide.world { dim = 2.0, threads = 1.0 }
    world.hit_limit = 7.0
    local body = world:add(collide.circle({ 0, 0 }, 1), { group = 2 ^ 3, mask = 2 ^ 31 })
    assert.same({ 2, 7, 8, 1 << 31 }, { world.dim, world.hit_limit, body.group, body.mask })
    assert.equal(body, world:nearest({ 5, 0 }, 4 / 2)[1])
    assert.equal(body, select(2, world:raycast({ -5, 0 }, { 1, 0 }, 9, 2 ^ 3)))
    assert.equal(collide.mesh({ { 0, 0 } }, { 1.0, 1.0, 1.0 }).triangles[1][1], 1)
  end)

  it("may be written as all bits but some", function()
    local world = collide.world { dim = 2 }
    local body = world:add(collide.circle({ 0, 0 }, 1), { group = 2, mask = ~2 })
    assert.equal(0xfffffffd, body.mask)
    body.mask = ~0
    assert.equal(0xffffffff, body.mask)
    assert.is_nil(world:raycast({ -5, 0 }, { 1, 0 }, nil, ~2))
    assert.same({ body }, world:overlap(collide.point { 0, 0 }, ~1))
  end)
end)

describe("misuse of a world", function()
  local world = collide.world { dim = 2 }
  local circle = collide.circle({ 0, 0 }, 1)

  it("is told where it is made", function()
    local cases = {
      { "bad argument #1 to 'world' (dim must be 2 or 3, got 4)", collide.world, { dim = 4 } },
      { "bad argument #1 to 'world' (unknown field 'size')", collide.world, { size = 4 } },
      { "bad argument #1 to 'world' (options must be a table, got 3)", collide.world, 3 },
      { "bad argument #1 to 'add' (shape must be 2D like the world, got a 3D shape)", world.add,
        world, collide.point { 0, 0, 0 } },
      { "bad argument #2 to 'add' (mass must be > 0, got 0)", world.add, world, circle,
        { mass = 0 } },
      { "bad argument #2 to 'add' (mass must be > 0, got -1)", world.add, world, circle,
        { mass = -1 } },
      { "bad argument #2 to 'add' (mass must be > 0, got 0/0)", world.add, world, circle,
        { mass = 0 / 0 } },
      { "bad argument #1 to 'shapecast' (shape must be 2D like the world, got a 3D shape)",
        world.shapecast, world, collide.point { 0, 0, 0 }, { 1, 0 } },
      { "bad argument #2 to 'add' (velocity must be a finite vector of 2 numbers, got {1, 2, 3})",
        world.add, world, circle, { velocity = { 1, 2, 3 } } },
      { "bad argument #2 to 'add' (unknown field 'weight')", world.add, world, circle,
        { weight = 1 } },
      { "bad argument #2 to 'add' (unknown field 'string')", world.add, world, circle,
        { ["mass\0"] = 1 } },
      { 'bad argument #2 to \'add\' (response must be "bounce", "slide", "stop", "pass" or a ' ..
        'function, got string)', world.add, world, circle, { response = "stop\0" } },
      { "bad argument #1 to 'world' (unknown field 'string')", collide.world, { ["dim\0"] = 2 } },
      { "bad argument #2 to 'add' (restitution must be 0 to 1, got 2)", world.add, world, circle,
        { restitution = 2 } },
      { "bad argument #2 to 'add' (group must be a 32-bit integer, got 4294967296)", world.add,
        world, circle, { group = 2 ^ 32 } },
      { "bad argument #2 to 'add' (mask must be a 32-bit integer, got 1.5)", world.add, world,
        circle, { mask = 1.5 } },
      { "bad argument #2 to 'nearest' (k must be an integer >= 0, got 1.5)", world.nearest, world,
        { 0, 0 }, 1.5 },
      { "bad argument #2 to 'nearest' (k must be an integer >= 0, got string)", world.nearest,
        world, { 0, 0 }, "1" },
      { 'bad argument #2 to \'add\' (response must be "bounce", "slide", "stop", "pass" or a ' ..
        'function, got "jump")', world.add, world, circle, { response = "jump" } },
      { "bad argument #1 to 'step' (dt must be >= 0, got -1)", world.step, world, -1 },
      { "bad argument #1 to 'overlap' (shape must be a shape, got nil)", world.overlap, world },
      { "calling 'step' on bad self (self must be a world, got nil)", world.step },
    }
    for _, case in ipairs(cases) do expect.raises(table.unpack(case)) end
    assert.equal(0, #world)
  end)

  it("is told of bodies that are no more, or elsewhere", function()
    local body = world:add(circle)
    expect.raises("bad argument #1 to 'add' (shape must be a shape, got body)", world.add, world,
      body)
    expect.raises("bad argument #1 to 'remove' "
      .. "(body must be in this world, got a body of another world)",
      collide.world().remove, collide.world(), body)
    expect.raises("bad value for field 'mass' (mass must be > 0, got -1)",
      function() body.mass = -1 end)
    expect.raises("attempt to assign to field 'speed' of a body (assignable: shape, position, " ..
      "velocity, mass, restitution, response, group, mask, data)", function() body.speed = 1 end)
    world:remove(body)
    expect.raises("the body was removed from its world", function() return body.mass end)
    expect.raises("the body was removed from its world", function() body.mass = 1 end)
    expect.raises("bad argument #1 to 'remove' (body must be in a world, got a removed body)",
      world.remove, world, body)
    assert.is_nil(body.world)
    assert.equal("removed body", tostring(body))
  end)

  it("leaves one shape added twice two bodies, and a body its world", function()
    local a, b = world:add(circle), world:add(circle)
    assert.is_true(a ~= b and #world == 2)
    a.position = { 5, 0 }
    assert.same({ vec(5, 0), vec(0, 0) }, { a.position, b.position })
    world:remove(a)
    world:remove(b)
    local body = collide.world { dim = 2 }:add(circle, { velocity = { 1, 0 } })
    collectgarbage()
    collectgarbage()
    assert.equal(0, (body.world:step(2)))
    assert.equal(vec(2, 0), body.position)
  end)

  it("takes removal in loops over pairs, bodies, hits and events", function()
    for _, loop in ipairs { "pairs", "bodies", "raycast_all", "events" } do
      local crowd = collide.world { dim = 2 }
      for i = 1, 20 do
        ball(crowd, { 1.9 * i, 0 }, { 0, 0 }, { response = "pass" })
        ball(crowd, { 1.9 * i, 5 }, { 0, -10 })
      end
      crowd:step(0.5)
      local turns = 0
      for a, b in crowd[loop](crowd, { 0, 0 }, { 1, 0 }) do
        turns = turns + 1
        local gone = loop == "raycast_all" and b or loop == "events" and a.b or a
        if gone and gone.world then crowd:remove(gone) end
      end
      assert.is_true(turns >= 10 and #crowd < 40, loop)
      for body in crowd:bodies() do assert.equal(crowd, body.world) end
    end
  end)

  it("is told of events that are over", function()
    ball(world, { 0, 0 }, { 1, 0 })
    ball(world, { 2.5, 0 }, { 0, 0 })
    world:step(1)
    local event = world:events()()
    world:step(1)
    expect.raises("the event is over; copy its fields while you iterate",
      function() return event.t end)
  end)

  it("stops bodies that would leave the range of numbers, and tells", function()
    local wide = collide.world()
    local body = ball(wide, { 0, 0, 0 }, { 1e300, 0, 0 })
    ball(wide, { 5, 0, 0 }, { -1e300, 1e300, 0 })
    local _, stalled = wide:step(1)
    assert.equal(2, stalled)
    assert.equal(vec(0, 0, 0), body.position)
    body.velocity = { 1e100, 0, 0 }
    assert.equal(1, (select(2, wide:step(1))))
    assert.equal(1e100, body.position.x)
  end)
end)
