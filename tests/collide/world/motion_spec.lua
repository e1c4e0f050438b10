-- Motion as a physics teacher would sign it: flight on parabolas whatever the steps are, bounces on
-- the curve of their restitution until they end, rest without a trace of motion, and impacts of
-- several bodies at one time that keep energy, momentum and symmetry.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local G = 9.8

local function floor_of()
  local world = collide.world { gravity = vec(0, -G, 0) }
  return world, world:add(collide.plane(vec(0, 1, 0), 0))
end

local function energy(world)
  local sum = 0
  for body in world:bodies() do
    if body.mass < math.huge then
      sum = sum + body.mass * (body.velocity:length2() / 2 + G * body.position.y)
    end
  end
  return sum
end

-- The step lengths of a run: a number, or an irregular sequence.
local function step_of(dt, k) return dt or (0.005 + 0.03 * (k * 0.6180339887 % 1)) end

describe("what bounces without loss", function()
  local scenes = {
    one = function(world)
      world:add(collide.plane({ 0, 1, 0 }, 0))
      world:add(collide.sphere({ 0, 10, 0 }, 0.5), { mass = 1, restitution = 1 })
    end,
    ["a column of two"] = function(world)
      world:add(collide.plane({ 0, 1, 0 }, 0))
      world:add(collide.sphere({ 0, 1, 0 }, 0.5), { mass = 1, restitution = 1 })
      world:add(collide.sphere({ 0, 3.3, 0 }, 0.5), { mass = 2, restitution = 1 })
    end,
    ["ten in a box"] = function(world)
      for _, n in ipairs { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) } do
        world:add(collide.plane(n, -5))
        world:add(collide.plane(-n, -5))
      end
      for i = 1, 10 do
        world:add(collide.sphere({ i % 3 * 2 - 2, i // 3 * 2 - 2, i % 2 }, 0.5), { mass = 1,
          restitution = 1, velocity = { math.sin(i), math.cos(3 * i), math.sin(7 * i) } })
      end
    end,
  }
  for name, fill in pairs(scenes) do
    for _, dt in ipairs { 1 / 30, 1 / 60, name == "one" and 0.1 or nil } do
      it(("keeps its energy: %s, in steps of %g"):format(name, dt), function()
        local world = collide.world { gravity = vec(0, -G, 0) }
        fill(world)
        local before = energy(world)
        for _ = 1, 100000 do world:step(dt) end
        local drift = energy(world) / before - 1
        assert.is_true(math.abs(drift) < 1e-9, "drift " .. drift)
      end)
    end
  end

  it("comes up to where it fell from, whatever the steps are", function()
    for _, dt in ipairs { 1 / 30, 1 / 60, 1 / 64, 0.1, false } do
      local world = floor_of()
      local body = world:add(collide.sphere({ 0, 10.5, 0 }, 0.5), { mass = 1, restitution = 1 })
      for k = 1, 2000 do
        world:step(step_of(dt, k))
        local top = body.position.y - 0.5 + body.velocity:length2() / (2 * G)
        assert.is_true(math.abs(top - 10) < 1e-9, ("%s: %g"):format(dt, top - 10))
      end
    end
  end)
end)

describe("what bounces ever lower", function()
  -- Falls from h, hits at t1 = sqrt(2 h / g), then after 2 e^n t1 each, without end before
  -- (1 + e) / (1 - e) t1.
  it("hits when the series says, and lies still when that ends", function()
    local hits = 0
    for percent = 0, 99 do
      local e, h = percent / 100, 5
      local dt = ({ 1 / 60, 1 / 30, 1 / 64, 0.1, false })[percent % 5 + 1]
      local t1 = math.sqrt(2 * h / G)
      local ends = t1 * (1 + e) / (1 - e)
      local world, floor = floor_of()
      local body = world:add(collide.sphere({ 0, h + 0.5, 0 }, 0.5), { mass = 1, restitution = e })
      local time, n, k = 0, 0, 0
      while time < math.min(1.01 * ends + (dt or 0.035), 60) do
        k = k + 1
        world:step(step_of(dt, k))
        for event in world:events() do
          if event.kind == "hit" then
            local wanted = t1 + (e == 0 and 0 or 2 * t1 * e * (1 - e ^ n) / (1 - e))
            local off = time + event.t - wanted
            assert.is_true(math.abs(off) < 1e-9 * (1 + wanted),
              ("e = %g, hit %d: off by %g"):format(e, n, off))
            n, hits = n + 1, hits + 1
          end
        end
        time = time + step_of(dt, k)
      end
      if ends < 55 then
        assert.equal(vec(0, 0, 0), body.velocity, percent)
        assert.is_true(math.abs(body.position.y - 0.5) < 1e-12)
        for _ = 1, 20 do
          assert.equal(0, (world:step(dt or 0.02)))
          assert.equal(floor, world:touching(body)())
          assert.is_nil(world:events()())
        end
      end
    end
    assert.is_true(hits > 1000, hits)
  end)
end)

describe("a step that is long", function()
  it("ends where many short ones do", function()
    for _, dt in ipairs { 3, 4, 10, 20, 100, 1000 } do
      for _, e in ipairs { 0, 0.5, 0.9, 1 } do
        local world = floor_of()
        local body = world:add(collide.sphere({ 0, 2, 0 }, 0.5), { mass = 1, restitution = e,
          velocity = { 1, 0, 0 } })
        world.hit_limit = 10000
        for k = 1, 3 do
          assert.equal(0, select(2, world:step(dt)))
          assert.is_true(math.abs(body.position.x - k * dt) < 1e-9 * k * dt)
          local v, left = math.sqrt(2 * G * 1.5), k * dt - math.sqrt(3 / G)
          if e < 1 and left * (1 - e) >= 2 * v * e / G then v, left = 0, 0 else v = v * e end
          while v > 0 and left > 2 * v / G do v, left = v * e, left - 2 * v / G end
          local off = body.position.y - 0.5 - v * left + G * left * left / 2
          assert.is_true(math.abs(off) < 1e-9 * k * dt, ("dt %g, e %g: %g"):format(dt, e, off))
        end
      end
    end
  end)
end)

describe("what slides down", function()
  it("is on its way exactly, whatever the steps are", function()
    for _, dt in ipairs { 1 / 30, 1 / 64, 0.1, false } do
      local angle = 0.3
      local world = collide.world { dim = 2, gravity = vec(0, -G) }
      local along = vec(math.cos(angle), -math.sin(angle))
      local up = vec(math.sin(angle), math.cos(angle))
      world:add(collide.plane(up, 0))
      local body = world:add(collide.circle(up / 2, 0.5), { mass = 1, restitution = 0 })
      local time = 0
      for k = 1, 100 do
        world:step(step_of(dt, k))
        time = time + step_of(dt, k)
      end
      local way = G * math.sin(angle) * time * time / 2
      assert.is_true(math.abs(body.position:dot(along) - way) < 1e-9 * way)
    end
  end)
end)

-- Twenty of three kinds fall into a pit, seen in a mirror or not, added in one order or the other.
local function pit(seed, dim, e, side, first, last)
  local random = generate.random(seed)
  local function at(x, y, z) return dim == 2 and vec(side * x, y) or vec(side * x, y, z) end
  local world, makers, bodies = collide.world { gravity = at(0, -G, 0) }, {}, {}
  world:add(collide.plane(at(0, 1, 0), 0))
  for _, n in ipairs(dim == 2 and { at(1, 0), at(-1, 0) } or
    { at(1, 0, 0), at(-1, 0, 0), at(0, 0, 1), at(0, 0, -1) }) do
    world:add(collide.plane(n, n.x == 0 and -1 or -4))
  end
  for i = 1, 20 do
    local x, y, z = random.range(-3, 3), 1 + 1.2 * i, random.range(-0.5, 0.5)
    local r, kind = random.range(0.2, 0.4), random.integer(1, 3)
    local options = { mass = random.range(0.5, 1.5), restitution = e, friction = random.unit(),
      velocity = at(random.range(-1, 1), random.range(-1, 1), 0) }
    makers[i] = function()
      return kind == 1 and collide.sphere(at(x, y, z), r) or kind == 2 and
        collide.box(at(x, y, z), dim == 2 and vec(r, 0.7 * r) or vec(r, 0.7 * r, r)) or
        collide.capsule(at(x - r, y, z), at(x + r, y + 0.1, z), r / 2), options
    end
  end
  for i = first, last, first < last and 1 or -1 do bodies[i] = world:add(makers[i]()) end
  return world, bodies
end

describe("a scene", function()
  for dim = 2, 3 do
    it(("goes on alike in a mirror and in another order, in %dD"):format(dim), function()
      local hits = 0
      for seed = 1, cases.count(100) do
        for _, e in ipairs { 0, 0.5, 1 } do
          local world, bodies = pit(seed, dim, e, 1, 1, 20)
          local mirror, seen = pit(seed, dim, e, -1, 1, 20)
          local again, others = pit(seed, dim, e, 1, 20, 1)
          for _ = 1, 60 do
            hits = hits + world:step(1 / 60)
            mirror:step(1 / 60)
            again:step(1 / 60)
          end
          for i, body in ipairs(bodies) do
            local p, q = body.position, seen[i].position
            local off = (p - q:with { x = -q.x }):length() + (p - others[i].position):length()
            assert.is_true(off < 1e-6, ("seed %d, e %g: %g"):format(seed, e, off))
          end
        end
      end
      assert.is_true(hits > 10 * cases.count(100), hits)
    end)
  end
end)

describe("hits at one time", function()
  it("go off symmetrically", function()
    for order = 1, 2 do
      local world = collide.world { dim = 2 }
      local pair = {}
      for i = 1, 2 do
        local y = (i == order) and 1 or -1
        pair[i] = world:add(collide.circle({ 0, y }, 1), { mass = 1, restitution = 1 })
      end
      local cue = world:add(collide.circle({ -5, 0 }, 1), { mass = 1, restitution = 1,
        velocity = { 20, 0 } })
      for _ = 1, 30 do world:step(1 / 60) end
      assert.is_true(math.abs(cue.velocity.y) < 1e-9)
      assert.is_true(math.abs(pair[1].velocity.y + pair[2].velocity.y) < 1e-9)
      assert.is_true(math.abs(pair[1].velocity.x - pair[2].velocity.x) < 1e-9)
      assert.is_true(math.abs(pair[1].velocity.y) > 5)
      local sum, momentum = 0, 0
      for _, body in ipairs { cue, pair[1], pair[2] } do
        sum = sum + body.velocity:length2()
        momentum = momentum + body.velocity.x
      end
      assert.is_true(math.abs(sum - 400) < 1e-6 and math.abs(momentum - 20) < 1e-9)
    end
  end)

  it("hand a push on to the last of a row", function()
    local world = collide.world { dim = 2 }
    local row = {}
    for i = 1, 5 do
      row[i] = world:add(collide.circle({ 2 * i, 0 }, 1), { mass = 1, restitution = 1 })
    end
    local first = world:add(collide.circle({ -1, 0 }, 1), { mass = 1, restitution = 1,
      velocity = { 3, 0 } })
    for _ = 1, 30 do world:step(1 / 60) end
    assert.is_true(first.velocity:length() < 1e-9)
    for i = 1, 4 do assert.is_true(row[i].velocity:length() < 1e-9) end
    assert.is_true((row[5].velocity - vec(3, 0)):length() < 1e-9)
  end)

  it("break a triangle of fifteen symmetrically", function()
    local world = collide.world { dim = 2 }
    local at = {}
    for row = 0, 4 do
      for i = 0, row do
        local y = 2 * i - row
        at[("%d %d"):format(row, y)] = world:add(
          collide.circle({ row * math.sqrt(3), y }, 1), { mass = 1, restitution = 1 })
      end
    end
    world:add(collide.circle({ -6, 0 }, 1), { mass = 1, restitution = 1, velocity = { 20, 0 } })
    for _ = 1, 60 do world:step(1 / 60) end
    for row = 0, 4 do
      for i = 0, row do
        local y = 2 * i - row
        local a, b = at[("%d %d"):format(row, y)], at[("%d %d"):format(row, -y)]
        assert.is_true(math.abs(a.velocity.y + b.velocity.y) < 1e-6, row .. " " .. y)
        assert.is_true(math.abs(a.velocity.x - b.velocity.x) < 1e-6, row .. " " .. y)
      end
    end
  end)
end)
