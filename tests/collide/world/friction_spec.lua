-- Coulomb friction: what slides on a plane stops after v^2 / (2 mu g), holds on slopes less steep
-- than mu, and goes along with belts. Momentum between bodies is kept, energy only lost.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local G = 9.8

-- Kinds of grounds whose surface is y = 0, and of crates that stand on it around x = 0.
local grounds = {
  [2] = {
    function() return collide.plane({ 0, 1 }, 0) end,
    function() return collide.aabb({ -50, -1 }, { 50, 0 }) end,
    function() return collide.segment({ -50, 0 }, { 50, 0 }) end,
  },
  [3] = {
    function() return collide.plane({ 0, 1, 0 }, 0) end,
    function() return collide.aabb({ -50, -1, -50 }, { 50, 0, 50 }) end,
    function()
      return collide.mesh({ { -50, 0, -50 }, { 50, 0, -50 }, { 50, 0, 50 }, { -50, 0, 50 } },
        { { 1, 3, 2 }, { 1, 4, 3 } })
    end,
  },
}
local crates = {
  [2] = {
    function() return collide.box({ 0, 0.5 }, { 0.5, 0.5 }) end,
    function() return collide.circle({ 0, 0.4 }, 0.4) end,
    function() return collide.capsule({ -0.5, 0.25 }, { 0.5, 0.25 }, 0.25) end,
  },
  [3] = {
    function() return collide.box({ 0, 0.5, 0 }, { 0.5, 0.5, 0.5 }) end,
    function() return collide.sphere({ 0, 0.4, 0 }, 0.4) end,
    function() return collide.cylinder({ 0, 0, 0 }, { 0, 1, 0 }, 0.5) end,
  },
}

local function level(dim, x, z) return dim == 2 and vec(x, 0) or vec(x, 0, z or 0) end

local function scene(random, dim, mu, gravity)
  local world = collide.world { dim = dim, gravity = gravity or level(dim, 0) - (dim == 2
    and vec(0, G) or vec(0, G, 0)) }
  local own = random.range(0.5, 2) * mu -- the geometric mean of the two is mu
  local ground = world:add(grounds[dim][random.integer(1, 3)](), { friction = mu * mu / own })
  local crate = world:add(crates[dim][random.integer(1, 3)](), { mass = random.range(0.1, 10),
    friction = own, restitution = 0 })
  return world, crate, ground
end

describe("friction", function()
  for dim = 2, 3 do
    it("stops what slides after v^2 / (2 mu g), in " .. dim .. "D", function()
      for seed = 1, cases.count(60) do
        local random = generate.random(seed)
        local mu, speed = random.range(0.2, 1), random.range(0.1, 4)
        local dt = ({ 1 / 30, 1 / 60, 1 / 64, 0.011 })[seed % 4 + 1]
        local world, crate = scene(random, dim, mu)
        local angle = dim == 2 and 0 or random.range(0, 6)
        local u, from = level(dim, math.cos(angle), math.sin(angle)), crate.position
        crate.velocity = u * speed
        local time = speed / (mu * G)
        for step = 1, math.ceil(time / dt) + 3 do
          world:step(dt)
          local t = math.min(step * dt, time)
          local way = speed * t - mu * G * t * t / 2
          local off = crate.position - from - u * way
          assert.is_true(off:length() < 1e-6, ("seed %d, step %d: %g"):format(seed, step,
            off:length()))
          assert.is_true((crate.velocity - u * (speed - mu * G * t)):length() < 1e-6)
        end
        assert.equal(level(dim, 0), crate.velocity)
      end
    end)
  end

  it("holds on slopes whose tangent is less than it, and lets slide on others", function()
    for seed = 1, cases.count(60) do
      local random = generate.random(seed)
      local mu, tangent = random.range(0.2, 1), random.range(0.1, 1.2)
      if seed % 2 == 0 then tangent = mu + (seed % 4 - 1) * 10 ^ random.range(-4, -2) end
      local angle = math.atan(tangent)
      if math.abs(tangent - mu) > 1e-4 then
        local world, crate = scene(random, 2, mu, vec(0, -G):rotated(-angle))
        local a, from = 0, crate.position.x
        if tangent > mu then a = G * (math.sin(angle) - mu * math.cos(angle)) end
        for step = 1, 60 do
          world:step(1 / 60)
          local t = step / 60
          assert.is_true(math.abs(from - crate.position.x - a * t * t / 2) < 1e-6, seed)
        end
        assert.is_true(tangent > mu or crate.velocity == vec(0, 0), seed)
      end
    end
  end)

  -- Where it turns, friction would hold it for what is left of that step.
  it("lets come back what slides up a slope too steep for it", function()
    for seed = 1, cases.count(60) do
      local random = generate.random(seed)
      local mu, dt = random.range(0, 0.9), 1 / 60
      local angle = math.atan(mu + random.range(0.05, 1))
      local world, crate = scene(random, 2, mu, vec(0, -G):rotated(-angle))
      local speed, from = random.range(0.1, 2), crate.position.x
      crate.velocity = { speed, 0 }
      local pull, rub = G * math.sin(angle), mu * G * math.cos(angle)
      local turn = speed / (pull + rub)
      for step = 1, 120 do
        world:step(dt)
        local up, back = math.min(step * dt, turn), math.max(step * dt - turn, 0)
        local way = speed * up - (pull + rub) * up * up / 2 - (pull - rub) * back * back / 2
        local late = ((pull - rub) * back + (pull + rub) * dt) * dt
        assert.is_true(math.abs(crate.position.x - from - way) <= late + 1e-6, seed)
      end
    end
  end)

  it("takes along what lies on a belt until it has its speed", function()
    for seed = 1, cases.count(40) do
      local random = generate.random(seed)
      local dim = 2 + seed % 2
      local mu, speed = random.range(0.2, 1), random.range(-4, 4)
      local world, crate, belt = scene(random, dim, mu)
      belt.surface_velocity = level(dim, speed)
      assert.equal(level(dim, speed), belt.surface_velocity)
      local time, from = math.abs(speed) / (mu * G), crate.position.x
      for step = 1, 60 do
        world:step(1 / 60)
        local t = math.min(step / 60, time)
        local way = (speed < 0 and -1 or 1) * mu * G * t * t / 2 + speed * (step / 60 - t)
        assert.is_true(math.abs(crate.position.x - from - way) < 1e-6, seed)
      end
      belt.surface_velocity = level(dim, 0)
      for _ = 1, 120 do world:step(1 / 60) end
      assert.equal(level(dim, 0), crate.velocity)
    end
  end)

  it("takes as much off a bounce as friction times its impulse", function()
    for seed = 1, cases.count(60) do
      local random = generate.random(seed)
      local e, mu = random.range(0, 1), random.range(0, 1)
      local world = collide.world { dim = 2 }
      world:add(collide.plane({ 0, 1 }, 0), { friction = mu })
      local v = vec(random.range(-5, 5), -random.range(1, 5))
      local ball = world:add(collide.circle({ 0, 1.01 }, 1), { mass = 3, velocity = v,
        restitution = e, friction = mu })
      world:step(0.1)
      local most = mu * (1 + e) * -v.y
      local wanted = math.abs(v.x) <= most and 0 or v.x - most * (v.x < 0 and -1 or 1)
      assert.is_true((ball.velocity - vec(wanted, -e * v.y)):length() < 1e-9, seed)
    end
  end)

  it("between two that slide on each other keeps their momentum", function()
    for seed = 1, cases.count(40) do
      local random = generate.random(seed)
      local mu, speed = random.range(0.2, 0.8), random.range(0.5, 2)
      local world = collide.world { dim = 2, gravity = vec(0, -G) }
      world:add(collide.plane({ 0, 1 }, 0))
      local below = world:add(collide.box({ 0, 0.5 }, { 20, 0.5 }), { mass = random.range(1, 5),
        friction = mu, restitution = 0 })
      local above = world:add(collide.box({ 0, 1.5 }, { 0.5, 0.5 }), { mass = random.range(1, 5),
        friction = mu, restitution = 0, velocity = { speed, 0 } })
      local momentum, energy = above.mass * speed, math.huge
      for _ = 1, 120 do
        world:step(1 / 60)
        local now = above.mass * above.velocity:length2() + below.mass * below.velocity:length2()
        assert.is_true(now <= energy * (1 + 1e-12))
        energy = now
        local p = above.mass * above.velocity.x + below.mass * below.velocity.x
        assert.is_true(math.abs(p - momentum) < 1e-9 * momentum, seed)
      end
      local together = momentum / (above.mass + below.mass)
      assert.is_true(math.abs(above.velocity.x - together) < 1e-6, seed)
      assert.is_true(math.abs(below.velocity.x - together) < 1e-6, seed)
    end
  end)

  -- A slope, and boxes of two masses one above the other on it.
  local function stack(tangent, count)
    local world = collide.world { dim = 2, gravity = vec(0, -G):rotated(-math.atan(tangent)) }
    world:add(collide.plane({ 0, 1 }, 0), { friction = 0.5 })
    local boxes = {}
    for i = 1, count do
      boxes[i] = world:add(collide.box({ 0, i - 0.5 }, { 0.5, 0.5 }), { mass = i % 2 + 1,
        friction = 0.5, restitution = 0 })
    end
    return world, boxes
  end

  it("holds a stack on a slope", function()
    for _, tangent in ipairs { 0.1, 0.3, 0.45 } do
      local world, boxes = stack(tangent, 6)
      for _ = 1, 300 do world:step(1 / 60) end
      for i, b in ipairs(boxes) do
        assert.is_true((b.position - vec(0, i - 0.5)):length() < 1e-5, tangent)
        assert.equal(vec(0, 0), b.velocity)
      end
    end
  end)

  -- What held the lowest box is not remembered once its friction is gone.
  it("lets a stack slide of which the lowest box has lost it", function()
    local world, boxes = stack(0.3, 6)
    for _ = 1, 60 do world:step(1 / 60) end
    boxes[1].friction = 0
    for _ = 1, 60 do world:step(1 / 60) end
    local speed = G * math.sin(math.atan(0.3))
    for _, b in ipairs(boxes) do assert.near(speed, b.velocity:length(), 1e-6) end
  end)

  -- The solver has not found all that holds when its rounds run out: it goes on in the next steps.
  it("holds a tower on a slope, which stands for good", function()
    local world, boxes = stack(0.3, 50)
    for _ = 1, 30 do world:step(1 / 60) end
    local before = {}
    for i, b in ipairs(boxes) do
      assert.equal(vec(0, 0), b.velocity)
      assert.is_true((b.position - vec(0, i - 0.5)):length() < 1e-2, i)
      before[i] = b.position
    end
    for _ = 1, 600 do world:step(1 / 60) end
    for i, b in ipairs(boxes) do assert.equal(before[i], b.position) end
  end)

  it("needs that of both bodies, and acts on no others", function()
    local world = collide.world { dim = 2, gravity = vec(0, -G) }
    world:add(collide.plane({ 0, 1 }, 0), { friction = 1 })
    local crate = world:add(collide.box({ 0, 0.5 }, { 0.5, 0.5 }), { mass = 1,
      velocity = { 2, 0 } })
    assert.equal(0, crate.friction)
    for _ = 1, 60 do world:step(1 / 60) end
    assert.equal(2, crate.velocity.x)
  end)

  it("refuses what is none", function()
    local world = collide.world { dim = 2 }
    local body = world:add(collide.circle({ 0, 0 }, 1), { friction = 0.5 })
    for _, wrong in ipairs { -1, 0 / 0, math.huge, "a", {} } do
      assert.error_matches(function() body.friction = wrong end, "friction must be")
      assert.error_matches(function()
        world:add(collide.circle({ 0, 0 }, 1), { friction = wrong })
      end, "friction must be")
    end
    for _, wrong in ipairs { { 1, 2, 3 }, { 0 / 0, 0 }, { 1e300, 0 }, 1 } do
      assert.error_matches(function() body.surface_velocity = wrong end, "surface_velocity must be")
    end
  end)
end)
