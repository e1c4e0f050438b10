-- A world from Lua: its bodies, their fields and lifetimes, numbers that Lua takes for integers,
-- and every misuse with its message: bodies of another world, bodies and events that are gone,
-- removal within loops. Steps and queries are in step_spec.lua and world_query_spec.lua.
local support = require "tests.support.bodies"
local collide = require "collide"
local expect = require "tests.support.expect"
local vec, ball, listed = collide.vec, support.ball, support.listed

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

  it("gives and takes every field of a body", function()
    local world = collide.world { dim = 2 }
    local shape = collide.polygon { { 0, 0 }, { 2, 0 }, { 0, 2 } }
    local body = world:add(shape, { velocity = { 1, 2 }, mass = 3, restitution = 0.5,
      response = "slide", group = 4, mask = 6, data = "mine" })
    shape:move { 9, 9 } -- the world has a copy
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

describe("integers of a world", function()
  it("may be floats without a fraction, as in Lua's own functions", function()
    local world = collide.world { dim = 2.0 }
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
    local options = "; there are dim and gravity)"
    local fields = "; there are velocity, mass, restitution, friction, surface_velocity, " ..
      "response, group, mask, spin, pivot, one_way and data)"
    local function bad(text, ...) expect.bad(world, text, world, ...) end
    local function bad_world(text, ...) expect.bad(collide, text, ...) end
    bad_world("world #1 (dim must be 2 or 3, got 4)", { dim = 4 })
    bad_world("world #1 (unknown field 'size'" .. options, { size = 4 })
    bad_world("world #1 (unknown field 'threads'" .. options, { threads = 2 })
    bad_world("world #1 (unknown field 'gravty'; did you mean 'gravity'?)", { gravty = { 0, 1 } })
    bad_world("world #1 (options must be a table, got 3)", 3)
    bad_world("world #1 (gravity must be a finite vector of dim numbers, got 3)", { gravity = 3 })
    bad_world("world #1 (gravity must be a finite vector of dim numbers, got {0, math.huge})",
      { gravity = { 0, math.huge } })
    bad("add #2 (options must be a table, got 5)", circle, 5)
    bad("add #1 (shape must be 2D like the world, got a 3D shape)", collide.point { 0, 0, 0 })
    bad("add #2 (mass must be > 0, got 0)", circle, { mass = 0 })
    bad("add #2 (mass must have a finite inverse, got 1e-310)", circle, { mass = 1e-310 })
    bad("add #2 (mass must be > 0, got -1)", circle, { mass = -1 })
    bad("add #2 (mass must be > 0, got 0/0)", circle, { mass = 0 / 0 })
    bad("shapecast #1 (shape must be 2D like the world, got a 3D shape)", collide.point { 0, 0, 0 },
      { 1, 0 })
    bad("add #2 (velocity must be a finite vector of 2 numbers, got {1, 2, 3})", circle,
      { velocity = { 1, 2, 3 } })
    bad("add #2 (unknown field 'mas'; did you mean 'mass'?)", circle, { mas = 1 })
    bad("add #2 (unknown field 'respones'; did you mean 'response'?)", circle, { respones = 1 })
    bad("add #2 (unknown field 'weight'" .. fields, circle, { weight = 1 })
    bad("add #2 (unknown field 'string'" .. fields, circle, { ["mass\0"] = 1 })
    bad('add #2 (response must be "bounce", "slide", "stop", "pass" or a function, got string)',
      circle, { response = "stop\0" })
    bad_world("world #1 (unknown field 'string'" .. options, { ["dim\0"] = 2 })
    bad("add #2 (restitution must be 0 to 1, got 2)", circle, { restitution = 2 })
    bad("add #2 (group must be a 32-bit integer, got 4294967296)", circle, { group = 2 ^ 32 })
    bad("add #2 (mask must be a 32-bit integer, got 1.5)", circle, { mask = 1.5 })
    bad("nearest #2 (k must be an integer >= 0, got 1.5)", { 0, 0 }, 1.5)
    bad("nearest #2 (k must be an integer >= 0, got string)", { 0, 0 }, "1")
    bad('add #2 (response must be "bounce", "slide", "stop", "pass" or a function, got "jump")',
      circle, { response = "jump" })
    bad("step #1 (dt must be >= 0, got -1)", -1)
    bad("overlap #1 (shape must be a shape, got nil)")
    expect.raises("cannot call 'step' (self must be a world, got nil; "
      .. "a method is called with a colon, as in world:step(...))", world.step)
    assert.equal(0, #world)
  end)

  it("is told where the dimension is not that of gravity, whichever is read first", function()
    local _, message = pcall(collide.world, { dim = 2, gravity = { 0, 0, 1 } })
    assert.truthy(message:find("(dim must be that of gravity, got 2)", 1, true) or message:find(
      "(gravity must be a finite vector of dim numbers, got {0, 0, 1})", 1, true), message)
  end)

  it("is told where a field is assigned", function()
    for _, limit in ipairs { 0, 1 << 31 } do
      expect.raises("bad value for field 'hit_limit' (hit_limit must be an integer from 1 to " ..
        "2147483647, got " .. limit .. ")", function() world.hit_limit = limit end)
    end
    local assignable = " of a world (assignable: gravity, hit_limit)"
    expect.raises("attempt to assign to field 'size'" .. assignable,
      function() world.size = 1 end)
    expect.raises("attempt to assign to field '1'" .. assignable, function() world[1] = 1 end)
    local body = world:add(circle)
    expect.raises("bad value for field 'shape' (shape must be 2D like the world, got a 3D shape)",
      function() body.shape = collide.point { 0, 0, 0 } end)
    expect.raises("attempt to assign to field '1' of a body (assignable: shape, position, " ..
      "velocity, mass, restitution, friction, surface_velocity, response, group, mask, " ..
      "spin, pivot, " ..
      "one_way, data)", function() body[1] = 1 end)
    world:remove(body)
    local cone = collide.world():add(collide.cone({ 0, 0, 0 }, { 0, 1, 0 }, 1))
    expect.raises("bad value for field 'position' (moved too far: apex must not be equal to " ..
      "base: there is no axis)", function() cone.position = { 0, 1e19, 0 } end)
  end)

  it("is told of a world that is collected, to which only finalisers come", function()
    local said = {}
    -- It is made before the world, so its finaliser is called after that of the world.
    local late = setmetatable({}, { __gc = function(self)
      local function try(name, f, ...) said[name] = select(2, pcall(f, ...)) end
      said.world, said.body, said.next = tostring(self.world), tostring(self.body), self.events()
      said.owner = self.body.world
      try("step", world.step, self.world, 1)
      try("dim", function() return self.world.dim end)
      try("mass", function() return self.body.mass end)
      try("move_to", self.body.move_to, self.body, { 0, 0 })
      try("overlap", collide.overlap, circle, self.body)
      try("overlap_all", collide.overlap_all, circle, { self.body })
      try("event", function() return self.event.t end)
      try("remove", world.remove, self.world, self.body)
    end })
    late.world = collide.world { dim = 2 }
    late.body = ball(late.world, { 0, 0 }, { 1, 0 })
    ball(late.world, { 2.5, 0 }, { 0, 0 })
    late.world:step(1)
    late.events = late.world:events()
    late.event = late.world:events()()
    late = nil -- luacheck: ignore 311
    collectgarbage()
    collectgarbage()
    for name, message in pairs { world = "closed world", body = "removed body",
      step = "the world is closed", dim = "the world is closed",
      mass = "the body's world is closed",
      move_to = "must be in a world, got a body of a closed world",
      overlap = "b must be in a world, got a body of a closed world",
      overlap_all = "shapes[1] must be in a world, got a body of a closed world",
      event = "the event is over; copy its fields while you iterate",
      remove = "the world is closed" } do
      assert.truthy(said[name] and said[name]:find(message, 1, true),
        name .. ": " .. tostring(said[name]))
    end
    assert.is_nil(said.next)
    assert.is_nil(said.owner)
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
      "velocity, mass, restitution, friction, surface_velocity, response, group, mask, " ..
      "spin, pivot, " ..
      "one_way, data)", function() body.speed = 1 end)
    world:remove(body)
    local removed = "the body was removed from its world; body.world is nil then"
    expect.raises(removed, function() return body.mass end)
    expect.raises(removed, function() body.mass = 1 end)
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
    assert.equal('event { kind = "hit", t = 0.5, approach = 1 }', tostring(event))
    expect.raises("an event does not change", function() event.t = 1 end)
    world:step(1)
    expect.raises("the event is over; copy its fields while you iterate",
      function() return event.t end)
  end)

  it("stops bodies that would leave the range, and tells", function()
    local wide = collide.world()
    local body = ball(wide, { 0, 0, 0 }, { 1e19, 0, 0 })
    ball(wide, { 5, 0, 0 }, { -1e19, 1e19, 0 })
    local _, stalled = wide:step(2)
    assert.equal(2, stalled)
    assert.equal(vec(0, 0, 0), body.position)
    body.velocity = { 1e18, 0, 0 }
    assert.equal(1, (select(2, wide:step(2))))
    assert.equal(-2e18, body.position.x) -- it bounces off the other, which is stopped
  end)
end)
