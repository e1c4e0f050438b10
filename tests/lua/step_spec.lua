-- A step from Lua: responses by name and by function, events, errors and coroutines in responses,
-- and cases worked out by hand. The laws for any bodies are in tests/collide/world/step_test.c.
local support = require "tests.support.bodies"
local collide = require "collide"
local expect = require "tests.support.expect"
local vec, ball, listed = collide.vec, support.ball, support.listed

describe("a step", function()
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

  it("is let through by a response function as by a response, while the two overlap", function()
    local tops = {}
    for i, response in ipairs { "pass", function() return "pass" end, function() end } do
      local world = collide.world { dim = 2, gravity = vec(0, -1) }
      world:add(collide.aabb({ -5, 0 }, { 5, 1 }))
      local body = ball(world, { 0, -2 }, { 0, 3.5 }, { response = response })
      tops[i] = -math.huge
      for _ = 1, 600 do
        world:step(1 / 60)
        tops[i] = math.max(tops[i], body.position.y)
      end
    end
    assert.is_true(tops[1] > 3.9)
    for _, top in ipairs(tops) do assert.is_true(math.abs(top - tops[1]) < 1e-12) end
  end)

  it("tells which touches begin and end", function()
    local world = collide.world { dim = 2 }
    local sensor = world:add(collide.circle({ 0, 0 }, 1), { response = "pass" })
    local body = ball(world, { -4.5, 0 }, { 2, 0 })
    local function step()
      local list = { (world:step(0.5)) }
      for event in world:events() do
        local one = event.kind .. " " .. event.t
        if event.kind ~= "hit" then assert.same({ body, sensor }, { event.a, event.b }) end
        list[#list + 1] = one
      end
      return list
    end
    assert.same({ 0 }, step())
    assert.same({ 0 }, step())
    assert.same({ 1, "hit 0.25", "begin 0.25" }, step())
    assert.same({ body }, listed(world:touching(sensor)))
    assert.same({ sensor }, listed(world:touching(body)))
    for _ = 1, 3 do assert.same({ 0 }, step()) end
    assert.same({ 0, "end 0.5" }, step())
    assert.same({}, listed(world:touching(body)))
    body.position, body.velocity = vec(-10, 0), vec(100, 0) -- through it within a step
    assert.same({ 1, "hit 0.08", "begin 0.08", "end 0.5" }, step())
    body.position, body.velocity = vec(1, 0), vec(0, 0) -- into it
    world:step(0)
    body.position = vec(9, 0)
    assert.equal("end 0.5", step()[2])
  end)

  it("tells that what rests touches, not that what bounces off does", function()
    local world = collide.world { dim = 2, gravity = vec(0, -10) }
    local floor = world:add(collide.plane(vec(0, 1), 0))
    local box = world:add(collide.aabb({ -1, 0.1 }, { 1, 2 }), { mass = 1, restitution = 0 })
    local flies = world:add(collide.circle({ 5, 1.1 }, 1), { mass = 1 })
    local kinds = {}
    for _ = 1, 60 do
      world:step(1 / 60)
      for event in world:events() do
        if event.kind ~= "hit" and event.a == box then
          assert.equal(floor, event.b)
          assert.equal(vec(0, 1), event.normal)
          kinds[#kinds + 1] = event.kind
        end
      end
    end
    assert.same({ "begin" }, kinds)
    assert.same({ box }, listed(world:touching(floor)))
    assert.is_true(flies.position.y > 1)
    world:remove(box)
    world:step(1 / 60)
    for event in world:events() do assert.is_true(event.a ~= nil and event.b ~= nil) end
  end)

  it("pushes along what stops, without end at no hit limit", function()
    local world = collide.world { dim = 2 }
    local stops = ball(world, { 0, 0 }, { 0, 0 }, { response = "stop" })
    world:add(collide.aabb({ -4, -1 }, { -2, 1 }), { velocity = { 1, 0 } })
    for _ = 1, 10 do assert.equal(0, select(2, world:step(0.5))) end
    expect.near(vec(4, 0), stops.position, 1e-12)
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
    local body = ball(world, { 0, 0 }, { 10, 0 }, { response = function(body, other)
      world:remove(other)
      world:remove(body)
      added = ball(world, { 0, 5 }, { 1, 0 })
    end })
    local other = world:add(collide.circle({ 7, 0 }, 1))
    assert.equal(1, (world:step(1)))
    assert.same({ added }, listed(world:bodies()))
    expect.near(vec(0.5, 5), added.position, 1e-15)
    local event = world:events()()
    assert.equal(body, event.a)
    assert.equal(other, event.b)
    assert.is_nil(event.a.world)
  end)

  it("is recorded without the bodies that response functions removed", function()
    local run = require("collide.scenario").load "tests/fixtures/removes.lua"
    run:step(1)
    assert.equal(5, run.state.hits)
    assert.same({}, run:queries())
    assert.equal(0, #run.state.world)
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
