-- Nothing tunnels through a cylinder, cone, mesh or compound in a world, however fast: a body that
-- flies at one stops at the time that its cast says, and what bounces in a closed room stays in it.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local obstacles = { "cylinder", "cone", "mesh", "compound" }
local bodies = { "point", "sphere", "capsule", "box", "hull", "cylinder", "cone" }

local function is_bounded(shape)
  for _, part in ipairs(shape.shapes or {}) do
    if part.kind == "plane" or part.kind == "line" then return false end
  end
  return true
end

describe("in a world nothing goes through", function()
  for _, kind in ipairs(obstacles) do
    it("a " .. kind .. ", but stops where its cast says", function()
      local stopped, passed = 0, 0
      for seed = 1, 210 do
        local random = generate.random(seed)
        local shape, obstacle, style, size = generate.pair(random, bodies[seed % #bodies + 1],
            kind, 3)
        shape:move(generate.vector(random, style, 3):normalized(vec(1, 0, 0)) * random.range(4, 40))
        if is_bounded(obstacle) and not shape:overlap(obstacle) then
          local goal = obstacle:support(generate.vector(random, style, 3))
          if random.chance(0.3) then goal = goal + generate.vector(random, style, 3) * 9 end
          local velocity = (goal - shape:support(goal)) * 10 ^ random.range(0, 4)
          local world = collide.world { dim = 3, gravity = vec(0, 0, 0) }
          world:add(obstacle)
          local body = world:add(shape, { mass = 1, velocity = velocity, response = "stop" })
          local hit = shape:shapecast(velocity, obstacle)
          local what = ("seed %d: %s along %s to %s"):format(seed, shape, velocity, obstacle)
          local hits = world:step(1)
          -- What is thin passes what is thin only if it is farther off than their skins.
          local near = shape.kind ~= "sphere" and
            collide.sphere(goal, 1e-9 * (size + 40)):overlap(obstacle)
          if hit and hit.approach > 1e-3 * velocity:length() and hit.exit - hit.enter > 1e-9 then
            stopped = stopped + 1
            assert.equal(1, hits, what)
            assert.equal(vec(0, 0, 0), body.velocity)
            local far = size + 40 + velocity:length() * hit.t
            local off = (body.shape:support(vec(1, 0, 0)) -
              shape:moved(velocity * hit.t):support(vec(1, 0, 0))).x
            assert.is_true(math.abs(off) <= 1e-9 * far, what .. ": off by " .. off)
            local gap = body.shape:distance(obstacle)
            assert.is_true(math.abs(gap) <= 1e-9 * far, what .. ": gap " .. gap)
          elseif not hit and not near then
            passed = passed + 1
            assert.equal(0, hits, what)
          end
        end
      end
      assert.is_true(stopped > 40 and passed > 10, stopped .. " stopped, " .. passed .. " passed")
    end)
  end

  local function box_of_triangles(half)
    local corners = collide.box({ 0, 0, 0 }, { half, half, half }).vertices
    return collide.mesh(corners, { 1, 2, 4, 1, 4, 3, 5, 7, 8, 5, 8, 6, 1, 5, 6, 1, 6, 2, 3, 4,
      8, 3, 8, 7, 1, 3, 7, 1, 7, 5, 2, 6, 8, 2, 8, 4 })
  end

  it("the walls of a mesh around it, nor a cylinder and a cone within", function()
    for seed = 1, 8 do
      local random = generate.random(seed)
      local world = collide.world { dim = 3, gravity = vec(0, -10, 0) }
      world:add(box_of_triangles(5))
      local pillar = collide.cylinder({ 2, -5, 1 }, { 2, 5, 1 }, 0.75)
      local spike = collide.cone({ -2, -5, -1 }, { -2, 1, -1 }, 1.5)
      world:add(pillar)
      world:add(spike)
      local list = {}
      local makers = {
        function(p) return collide.sphere(p, 0.25) end,
        function(p) return collide.box(p, { 0.25, 0.2, 0.3 }, collide.quat({ 1, 2, 3 }, seed)) end,
        function(p) return collide.cylinder(p, p + vec(0.3, 0.1, 0.2), 0.2) end,
        function(p) return collide.cone(p, p + vec(0.1, 0.4, 0.2), 0.2) end,
      }
      for i = 1, 8 do
        local p = vec(random.range(-4, 0), random.range(2, 4), random.range(-4, 4))
        local v = vec(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1))
        list[i] = world:add(makers[i % #makers + 1](p), { mass = 1, restitution = 1, group = 2,
          mask = 1, velocity = v * 10 ^ random.range(0, 3.5) })
      end
      local hits = 0
      for _ = 1, 40 do
        hits = hits + world:step(1 / 60)
        for i, body in ipairs(list) do
          local what = ("seed %d, body %d: %s"):format(seed, i, body.shape)
          local bounds = body.shape:bounds()
          for _, axis in ipairs { "x", "y", "z" } do
            assert.is_true(bounds.min[axis] > -5 - 1e-9 and bounds.max[axis] < 5 + 1e-9, what)
          end
          assert.is_true(body.shape:distance(pillar) > -1e-9, what .. " in the cylinder")
          assert.is_true(body.shape:distance(spike) > -1e-9, what .. " in the cone")
        end
      end
      assert.is_true(hits > 30, "hits " .. hits)
    end
  end)
end)

-- The pairs that pass through each other are kept sorted, and looked for by halves.
describe("bodies whose function lets all pass", function()
  it("meet each other once, in whatever order they do", function()
    local world = collide.world { dim = 2 }
    local list, met = {}, {}
    for i = 1, 24 do
      local a = i * 11 % 24 * math.pi / 12
      local away = vec(math.cos(a), math.sin(a)) * (3 + i * 0.01)
      list[i] = world:add(collide.circle(away, 0.3), { mass = 1, velocity = -away, data = i,
        response = function() return "pass" end })
    end
    for _ = 1, 150 do
      world:step(1 / 64)
      for event in world:events() do
        if event.kind == "hit" then
          local i, j = event.a.data, event.b.data
          local key = math.min(i, j) * 100 + math.max(i, j)
          met[key] = (met[key] or 0) + 1
        end
      end
    end
    for i = 1, #list do
      for j = i + 1, #list do assert.equal(1, met[i * 100 + j], i .. " and " .. j) end
    end
  end)
end)

describe("a pair that passes", function()
  -- The body that comes in the place of one that has gone is another, and hits what that passed.
  it("ends when one of the two is removed", function()
    local world = collide.world { dim = 2 }
    world:add(collide.aabb({ -1, -1 }, { 1, 1 }))
    local first = world:add(collide.circle({ -3, 0 }, 0.5), { mass = 1, velocity = vec(4, 0),
      response = function() return "pass" end })
    local hits = 0
    for _ = 1, 3 do hits = hits + world:step(0.25) end
    assert.equal(0, (world:step(0.125)))
    assert.is_true(first.shape:overlap(collide.aabb({ -1, -1 }, { 1, 1 })))
    world:remove(first)
    local second = world:add(collide.circle({ -1.25, 0 }, 0.5), { mass = 1, velocity = vec(4, 0) })
    assert.equal(1, hits)
    assert.equal(1, (world:step(0.25)))
    assert.equal(vec(-4, 0), second.velocity)
  end)
end)

describe("a sensor", function()
  local away = { collide.aabb({ -9, -1 }, { 9, 0 }), collide.plane({ 0, 1 }, 0),
    collide.polygon { { -9, -1 }, { 9, -1 }, { 9, 0 }, { -9, 0 } },
    collide.capsule({ -9, -0.5 }, { 9, -0.5 }, 0.5), collide.circle({ 0, -0.5 }, 0.5) }
  local movers = { collide.circle({ 0, 0.5 }, 0.5), collide.aabb({ -0.5, 0 }, { 0.5, 1 }),
    collide.capsule({ -1, 0.5 }, { 1, 0.5 }, 0.5) }

  -- What touches at the beginning meets nothing on its way.
  it("tells of what touches it just when it comes, and moves in", function()
    for _, shape in ipairs(away) do
      for _, mover in ipairs(movers) do
        for _, speed in ipairs { 0, 1 } do
          local world = collide.world { dim = 2 }
          local drift = shape.kind == "plane" and vec(0, 0) or vec(0, speed)
          local sensor = world:add(shape, { response = "pass", velocity = drift })
          local body = world:add(mover, { mass = 1, velocity = drift + vec(0, -0.25) })
          local told = {}
          for _ = 1, 16 do
            world:step(0.5)
            for event in world:events() do
              if event.kind ~= "hit" then told[#told + 1] = event.kind end
            end
          end
          local touches = body.shape:overlap(sensor.shape)
          assert.equal(touches and "begin" or "begin end", table.concat(told, " "),
            mover.kind .. " at " .. shape.kind)
        end
      end
    end
  end)

  it("is hit by what comes from outside only", function()
    for _, shape in ipairs(away) do
      for _, mover in ipairs(movers) do
        for _, gap in ipairs { -0.25, 0, 0.25 } do
          local world = collide.world { dim = 2 }
          world:add(shape, { response = "pass" })
          world:add(mover:moved { 0, gap }, { mass = 1, velocity = { 0, -1 } })
          assert.equal(gap > 0 and 1 or 0, (world:step(0.5)), mover.kind .. " at " .. shape.kind)
        end
      end
    end
  end)
end)

local function key_of(a, b)
  return math.min(a.data, b.data) .. " " .. math.max(a.data, b.data)
end

-- Follows the touches of bodies, numbered by their data, through the events of a step, asserts that
-- these are what touches now, and calls met(body) for either body of each. Returns how many have
-- begun without a hit.
local function follow_touches(world, touches, where, met)
  local hits, now, slid = {}, {}, 0
  for event in world:events() do
    local key = key_of(event.a, event.b)
    if event.kind == "hit" then
      hits[key] = true
    elseif event.kind == "begin" then
      assert.is_nil(touches[key])
      touches[key] = true
      slid = slid + (hits[key] and 0 or 1)
    else
      assert.is_true(touches[key])
      touches[key] = nil
    end
  end
  for body in world:bodies() do
    for other in world:touching(body) do
      local key = key_of(body, other)
      now[key] = true
      -- Two that nothing moves have begun to touch only if one was moved by hand.
      if body.mass ~= math.huge or other.mass ~= math.huge then
        assert.is_true(touches[key], where .. ": " .. key)
        met(body)
      end
    end
  end
  for key in pairs(touches) do assert.is_true(now[key], key) end
  return slid
end

describe("a touch", function()
  -- Between two walls of one body, which the ball hits several times, at last as the step ends.
  it("is that of the last hit in a step", function()
    for hits = 2, 9 do
      local world = collide.world { dim = 2 }
      local ball = world:add(collide.circle({ 0, 0 }, 1), { mass = 1, velocity = vec(4, 1 / 8) })
      world:add(collide.compound { collide.aabb({ -4, -1 }, { -3, 2 }),
        collide.aabb({ 3, -1 }, { 4, 2 }) })
      assert.are.equal(hits, (world:step(hits - 0.5)))
      local begun
      for event in world:events() do
        if event.kind == "begin" then begun = { body = event.a, y = event.point.y } end
      end
      assert.are.equal(ball, begun.body)
      assert.are.equal((hits - 0.5) / 8, begun.y)
    end
  end)

  it("of what overlaps from the start is where it was pushed to", function()
    for order = 1, 2 do
      local world = collide.world { dim = 2 }
      if order == 1 then world:add(collide.aabb({ 0, -1 }, { 9, 0 })) end
      world:add(collide.circle({ 5, 0.75 }, 1), { mass = 1 })
      if order == 2 then world:add(collide.aabb({ 0, -1 }, { 9, 0 })) end
      world:step(1)
      local begun = 0
      for event in world:events() do
        assert.are.equal("begin", event.kind)
        assert.are.equal(vec(5, 0), event.point)
        begun = begun + 1
      end
      assert.are.equal(1, begun)
    end
  end)

  -- Boxes, balls and segments that rest on a coarse grid, where many touch exactly from the start;
  -- some are moved or replaced by hand between the steps.
  it("is what begins and ends, also beside what was put there", function()
    local kept, put = 0, 0
    for seed = 1, 60 do
      local random = generate.random(seed)
      local function place() return vec(random.integer(-3, 3) / 2, random.integer(-3, 3) / 2) end
      local world, touches, put_now = collide.world { dim = 2 }, {}, {}
      local function shape()
        local at, which = place(), random.integer(1, 3)
        if which == 1 then return collide.box(at, vec(0.25, 0.25)) end
        if which == 2 then return collide.circle(at, 0.25) end
        return collide.segment(at, at + vec(0.5, 0))
      end
      for i = 1, 12 do
        world:add(shape(), { data = i, mass = random.chance(0.6) and 1 or math.huge,
          response = random.chance(0.2) and "pass" or "slide" })
      end
      for step = 1, 20 do
        world:step(1 / 32)
        follow_touches(world, touches, ("seed %d, step %d"):format(seed, step), function(body)
          kept = kept + 1
          put = put + (put_now[body.data] and 1 or 0)
        end)
        put_now = {}
        for body in world:bodies() do
          if random.chance(0.05) then
            body.shape = shape()
            put_now[body.data] = true
          end
        end
      end
    end
    assert.is_true(kept > 5000 and put > 100, kept .. " " .. put)
  end)

  -- The skins of thin things reach through each other: a point on a segment that lies on another
  -- touches both, though the first turns it away before it meets the second.
  it("is what begins and ends, also of what is thin and lies on two", function()
    local kept = 0
    for case = 1, 40 do
      local world, touches = collide.world { gravity = vec(0, -9.8) }, {}
      world:add(collide.segment({ -5, 0 }, { 5, 0 }), { data = 1 })
      world:add(collide.segment({ -0.4, 0.5 }, { 0.4, 0.5 }),
        { data = 2, mass = 1, restitution = 0, velocity = vec(case / 100, 0) })
      world:add(collide.point { case / 200, 1 + case / 37 },
        { data = 3, mass = 1, response = "stop" })
      for step = 1, 60 do
        world:step(1 / 60)
        follow_touches(world, touches, ("case %d, step %d"):format(case, step), function()
          kept = kept + 1
        end)
      end
    end
    assert.is_true(kept > 2000, kept)
  end)

  it("begins in the step at whose end a ball comes to lie on a plane", function()
    for dim = 2, 3 do
      for i = 1, 100 do
        local up, radius, dt = dim == 2 and vec(0, 1) or vec(0, 1, 0), i / 64, 1 / 60
        local gravity = -9.8 * up
        local world, touches, kept = collide.world { dim = dim, gravity = gravity }, {}, 0
        world:add(collide.plane(up, 0), { data = 1 })
        world:add(collide.sphere(up * radius - gravity * (dt * dt / 2), radius),
          { data = 2, mass = 1, restitution = 0 })
        for step = 0, 3 do
          world:step(step > 0 and dt or 0) -- first, what was put there is noted
          follow_touches(world, touches, "step " .. step, function() kept = kept + 1 end)
        end
        assert.is_true(kept > 0)
      end
    end
  end)

  -- On a lattice, turned or not, things slide along faces until they lie beside others.
  it("is what begins and ends, also where things slide beside each other", function()
    local kept, begun_at_rest, count = 0, 0, cases.count(100)
    for seed = 1, count do
      local random = generate.random(seed)
      local angle = seed % 3 == 0 and 0.3 or 0
      local gravity = vec(0, seed % 2 == 0 and 0 or -9.8):rotated(angle)
      local world, touches = collide.world { dim = 2, gravity = gravity }, {}
      local function shape(which)
        local at = vec(random.integer(-4, 4) / 2, random.integer(-4, 4) / 2)
        local made = which == 1 and collide.box(at, vec(0.25, 0.25))
          or which == 2 and collide.box(at, vec(0.5, 0.25))
          or which == 3 and collide.segment(at, at + vec(0.5, 0))
          or collide.circle(at, 0.25)
        return made:rotated(angle, vec(0, 0))
      end
      for i = 1, 24 do
        local still = random.chance(0.6)
        local v = vec(random.integer(-2, 2), random.integer(-2, 2))
        if random.chance(0.5) then v = v * 0.7 end
        if random.chance(0.5) then v = vec(v.x, 0) end
        world:add(shape(random.integer(1, still and 3 or 4)), { data = i,
          mass = still and math.huge or 1, velocity = still and vec(0, 0) or v:rotated(angle),
          response = random.chance(0.2) and "pass" or "slide" })
      end
      for step = 1, 60 do
        world:step(1 / 32)
        local where = ("seed %d, step %d"):format(seed, step)
        begun_at_rest = begun_at_rest
          + follow_touches(world, touches, where, function() kept = kept + 1 end)
      end
    end
    assert.is_true(kept > 500 * count and begun_at_rest > 5 * count, kept .. " " .. begun_at_rest)
  end)

  -- A point has no size: where four turned tiles meet it lies beside some of them, by rounding.
  it("of a point at a corner of tiles has their normal", function()
    local begun = 0
    for turn = 1, 20 do
      local q = collide.quat({ 1, 2, turn }, 0.1 * turn)
      local up, world = q * vec(0, 1, 0), collide.world { dim = 3 }
      for x = -1, 0 do
        for z = -1, 0 do
          world:add(collide.box(q * vec(x + 0.5, -0.5, z + 0.5), { 0.5, 0.5, 0.5 }, q))
        end
      end
      world:add(collide.point(q * vec(turn % 3 / 8, 0, 0)), { mass = 1 })
      world:step(1)
      for event in world:events() do
        assert.is_true((event.normal - up):length() <= 1e-9, tostring(event.normal))
        begun = begun + 1
      end
    end
    assert.is_true(begun > 20)
  end)

  -- A box on one of two tiles touches the other in an edge, along whose side the tiles go on.
  it("has the normal of all that touches there", function()
    for order = 1, 2 do
      local world, begun = collide.world { dim = 3 }, 0
      local function add_tiles()
        world:add(collide.box({ -1, -0.5, 0 }, { 1, 0.5, 1 }))
        world:add(collide.box({ 1, -0.5, 0 }, { 1, 0.5, 1 }))
      end
      if order == 1 then add_tiles() end
      world:add(collide.box({ -0.25, 0.25, 0 }, { 0.25, 0.25, 1 }), { mass = 1 })
      if order == 2 then add_tiles() end
      world:step(1)
      for event in world:events() do
        assert.are.equal(vec(0, 1, 0), event.normal)
        begun = begun + 1
      end
      assert.are.equal(2, begun)
    end
  end)

  -- The depth of two meshes is not defined, so a touch within rounding tells no normal by itself.
  it("of a mesh that slides from one mesh onto another has the normal of their sides", function()
    for dim = 2, 3 do
      for _, up in ipairs { vec(0, 1), vec(0, -1), vec(1, 0), vec(0.6, 0.8) } do
        local along, begun, world = -up:perp(), 0, collide.world { dim = dim }
        local function mesh(x, height, wide)
          local a, b, c = along * (x - 1), along * (x + 1), along * x + up * height
          if dim == 2 then return collide.mesh({ a, b, c }, { { 1, 2, 3 } }) end
          return collide.mesh({ { a.x, a.y, -wide }, { b.x, b.y, -wide }, { b.x, b.y, wide },
            { a.x, a.y, wide }, { c.x, c.y, 0 } },
            { { 1, 2, 3 }, { 1, 3, 4 }, { 1, 2, 5 }, { 2, 3, 5 }, { 3, 4, 5 }, { 4, 1, 5 } })
        end
        local in_dim = function(v) return dim == 2 and v or vec(v.x, v.y, 0) end
        world.gravity = in_dim(up * -9.8)
        for x = 0, 2, 2 do world:add(mesh(x, -1, 1)) end
        world:add(mesh(-0.3, 1, 0.7), { mass = 1, velocity = in_dim(along), response = "slide" })
        for _ = 1, 30 do
          world:step(1 / 60)
          for event in world:events() do
            assert.is_true((event.normal - in_dim(up)):length() <= 1e-9, tostring(event.normal))
            if event.kind == "begin" then begun = begun + 1 end
          end
        end
        assert.are.equal(2, begun)
      end
    end
  end)
end)
