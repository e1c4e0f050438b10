-- Piles: many bodies that press on each other have no events within a step. Whatever falls on
-- whatever, nothing overlaps, no energy is gained and nothing stalls; what nothing presses on falls
-- as if it were alone.
local collide = require "collide"
local generate = require "tests.support.generate"
local vec = collide.vec

local G, DT = 9.8, 1 / 60

local makers = {
  [2] = {
    function(p, r) return collide.circle(p, r) end,
    function(p, r) return collide.box(p, vec(r, 0.6 * r)) end,
    function(p, r) return collide.capsule(p - vec(r / 2, 0), p + vec(r / 2, 0.1), r / 2) end,
    function(p, r)
      return collide.polygon { p + vec(r, 0), p + vec(-r, 0.2 * r), p + vec(0, r), p - vec(0, r) }
    end,
  },
  [3] = {
    function(p, r) return collide.sphere(p, r) end,
    function(p, r) return collide.box(p, vec(r, 0.6 * r, 0.8 * r)) end,
    function(p, r) return collide.capsule(p - vec(r / 2, 0, 0), p + vec(r / 2, 0.1, 0), r / 2) end,
    function(p, r)
      return collide.hull { p + vec(r, 0, 0), p - vec(r, 0, 0), p + vec(0, r, 0), p - vec(0, r, 0),
        p + vec(0, 0, r), p - vec(0.1, 0, r) }
    end,
    function(p, r)
      local box = collide.box(p + vec(0.8 * r, 0, 0), vec(0.5 * r, 0.5 * r, 0.5 * r))
      return collide.compound { collide.sphere(p, 0.8 * r), box }
    end,
  },
}

-- A bin, and bodies that fall into it one above the other. of: kinds, numbers of makers; count;
-- restitution; friction, of all, or nil.
local function bin(dim, seed, of)
  local random = generate.random(seed)
  local world = collide.world { dim = dim, gravity = dim == 2 and vec(0, -G) or vec(0, -G, 0) }
  for _, n in ipairs(dim == 2 and { vec(1, 0), vec(-1, 0) } or
    { vec(1, 0, 0), vec(-1, 0, 0), vec(0, 0, 1), vec(0, 0, -1) }) do
    world:add(collide.plane(n, -2), { friction = of.friction })
  end
  world:add(collide.plane(dim == 2 and vec(0, 1) or vec(0, 1, 0), 0), { friction = of.friction })
  local bodies = {}
  for i = 1, of.count do
    local x, z = random.range(-1.4, 1.4), random.range(-1.4, 1.4)
    local p = dim == 2 and vec(x, 0.6 + 0.9 * i) or vec(x, 0.6 + 0.85 * i, z)
    bodies[i] = world:add(makers[dim][of.kinds[i % #of.kinds + 1]](p, random.range(0.25, 0.4)),
      { mass = random.range(0.5, 2), restitution = of.restitution, friction = of.friction })
  end
  return world, bodies
end

local function energy(bodies)
  local sum = 0
  for _, b in ipairs(bodies) do
    sum = sum + b.mass * (b.velocity:length2() / 2 + G * b.position.y)
  end
  return sum
end

local function deepest(world)
  local least = 0
  for a, b in world:pairs() do
    if a.mass < math.huge or b.mass < math.huge then least = math.min(least, a:distance(b)) end
  end
  return least
end

local piles = { [2] = {
  balls = { kinds = { 1 } },
  boxes = { kinds = { 2 } },
  ["all kinds"] = { kinds = { 1, 2, 3, 4 } },
  ["with friction"] = { kinds = { 1, 2 }, friction = 0.6 },
} }
piles[3] = { compounds = { kinds = { 5 } } }
for name, pile in pairs(piles[2]) do piles[3][name] = pile end

describe("what falls on each other", function()
  for dim = 2, 3 do
    for name, pile in pairs(piles[dim]) do
      it(("overlaps nothing and gains nothing, %s in %dD"):format(name, dim), function()
        local piled, stops = 0, 0
        for _, seed in ipairs { 1, 4, 7, 8 } do
          local world, bodies = bin(dim, seed, { kinds = pile.kinds, friction = pile.friction,
            count = dim == 2 and 24 or 32, restitution = seed % 3 * 0.3 })
          local before = energy(bodies)
          for step = 1, 240 do
            local _, stalled = world:step(DT)
            stops = stops + (stalled > 0 and 1 or 0)
            local now, deep = energy(bodies), deepest(world)
            -- Less than the margin in which what rests may lie; lifting in it is work.
            assert.is_true(deep > -5e-7, ("step %d: depth %g"):format(step, deep))
            assert.is_true(now <= before * (1 + 3e-4) or stalled > 0,
              ("step %d: %g"):format(step, now - before))
            before = now
          end
          for _, b in ipairs(bodies) do
            local n = 0
            for _ in world:touching(b) do n = n + 1 end
            if n > 1 then piled = piled + 1 end
          end
        end
        assert.is_true(piled > 20, piled)
        assert.is_true(stops < 20, stops .. " steps with a body that stands still")
      end)
    end
  end

  it("gains nothing where it may hardly be hit", function()
    local world, bodies = bin(2, 11, { kinds = { 1 }, count = 24, restitution = 0.5 })
    world.hit_limit = 6
    for _ = 1, 600 do world:step(DT) end
    local before = energy(bodies)
    for _ = 1, 300 do world:step(DT) end
    assert.is_true(energy(bodies) <= before * (1 + 5e-4)) -- it creeps
  end)

  it("comes to rest, and then nothing happens", function()
    for _, row in ipairs { { 2, 24 }, { 2, 40, 0.3 }, { 3, 60, 0.3 } } do
      local dim, count, friction = table.unpack(row)
      local world, bodies = bin(dim, 5, { kinds = friction and { 1, 2 } or { 2 }, count = count,
        restitution = 0.2, friction = friction })
      for _ = 1, 1800 do world:step(DT) end
      local still, positions = dim == 2 and vec(0, 0) or vec(0, 0, 0), {}
      for i, b in ipairs(bodies) do
        assert.equal(still, b.velocity)
        positions[i] = b.position
      end
      for _ = 1, 10 do
        assert.equal(0, (world:step(DT)))
        assert.is_nil(world:events()())
      end
      for i, b in ipairs(bodies) do assert.equal(positions[i], b.position) end
      assert.is_true(deepest(world) > -1e-9)
    end
  end)

  it("tells of its hits in the order of time", function()
    local world = bin(3, 2, { kinds = { 1 }, count = 40, restitution = 0 })
    local hits = 0
    for _ = 1, 200 do
      world:step(DT)
      local last = 0
      for event in world:events() do
        if event.kind == "hit" then
          assert.is_true(event.t >= last and event.t <= DT * (1 + 1e-12) and event.approach > 0)
          last, hits = event.t, hits + 1
        end
      end
    end
    assert.is_true(hits > 40, hits)
  end)

  it("falls as if it were alone, however many touch", function()
    local world = collide.world { dim = 2, gravity = vec(0, -G) }
    local bodies = {}
    for i = 0, 24 do
      bodies[i] = world:add(collide.aabb({ i % 5, i // 5 }, { i % 5 + 1, i // 5 + 1 }),
        { mass = 1 + i, restitution = 0.5, velocity = { 1, 2 } })
    end
    for k = 1, 60 do
      world:step(DT)
      local t = k * DT
      for i, b in pairs(bodies) do
        local wanted = vec(i % 5 + 0.5 + t, i // 5 + 0.5 + 2 * t - G * t * t / 2)
        assert.is_true((b.position - wanted):length() < 1e-9, k)
      end
    end
  end)

  it("stays in order where what is heavy lies on what is light", function()
    local world = collide.world { dim = 2, gravity = vec(0, -G) }
    world:add(collide.plane({ 0, 1 }, 0))
    local bodies = {}
    for i = 1, 8 do
      bodies[i] = world:add(collide.box({ 0, i - 0.5 + 0.01 * i }, { 0.5, 0.5 }),
        { mass = i % 2 == 0 and 1e9 or 1e-9, restitution = 0 })
    end
    for _ = 1, 240 do world:step(DT) end
    for i, b in ipairs(bodies) do
      assert.is_true(b.position.x == 0 and b.velocity:length() < 10)
      assert.is_true(b.position.y > i - 0.5 - 1e-6 and b.position.y < i + 1)
    end
    assert.is_true(deepest(world) > -1e-6)
  end)
end)
