-- Rest: what bounces ever lower lies still, at the time of the closed form where there is one, and
-- then has velocity 0, touches what it lies on and says nothing, for ever. A thousand balls in a
-- pit have no storm of hits; stacks and pyramids stand.
local collide = require "collide"
local cases = require "tests.support.cases"
local grid_mesh = require "tests.support.grid_mesh"
local vec = collide.vec

local G = 9.8

local kinds = {
  ball = function(p, r) return collide.sphere(p, r) end,
  box = function(p, r) return collide.box(p, { r, r, r }) end,
  hull = function(p, r)
    return collide.hull { p + vec(r, -r, r), p + vec(-r, -r, r), p - vec(0, r, r),
      p + vec(0, r, 0) }
  end,
  capsule = function(p, r) return collide.capsule(p - vec(r, 0, 0), p + vec(r, 0, 0), r) end,
  cylinder = function(p, r) return collide.cylinder(p - vec(0, r, 0), p + vec(0, r, 0), r) end,
}

local levels = {
  plane = collide.plane({ 0, 1, 0 }, 0),
  box = collide.aabb({ -50, -1, -50 }, { 50, 0, 50 }),
  mesh = grid_mesh(8, function(i, k) return vec(10 * i - 40.3, 0, 10 * k - 40.7) end),
}

-- Walls on both sides along z, for what lies in a groove.
local function between_walls(world, r)
  for side = -1, 1, 2 do world:add(collide.plane({ 0, 0, side }, -3 * r)) end
end

-- What takes up something of size r, and how many of them.
local hollows = {
  groove = function(world, r)
    world:add(collide.plane({ -0.3, 1, 0 }, 0))
    world:add(collide.plane({ 0.5, 1, 0 }, 0))
    between_walls(world, r)
    return 1
  end,
  ["trough of a mesh"] = function(world, r)
    local s = 8 * r
    world:add(collide.mesh({ { -s, s, -s }, { s, s, -s }, { -s, s, s }, { s, s, s }, { 0, 0, -s },
      { 0, 0, s } }, { { 1, 3, 5 }, { 3, 6, 5 }, { 2, 5, 4 }, { 4, 5, 6 } }))
    between_walls(world, r)
    return 1
  end,
  ["rough slope"] = function(world)
    world:add(collide.plane({ -0.3, 1, 0 }, 0), { friction = 0.5 })
    return 1
  end,
  ["column of three"] = function(world)
    world:add(collide.plane({ 0, 1, 0 }, 0))
    return 3
  end,
}

-- Calls visit(e, r, dt, where) for a share of 90 restitutions, 5 radii and 4 lengths of steps.
local function each_bounce(visit)
  local i, tried = 0, cases.count(90) / 1800
  for percent = 0, 89 do
    for _, r in ipairs { 0.05, 0.2, 0.5, 2, 10 } do
      for _, dt in ipairs { 1 / 30, 1 / 60, 1 / 64, 0.1 } do
        i = i + 1
        if i * 0.6180339887 % 1 < tried then
          visit(percent / 100, r, dt, ("e %d %%, r %g, dt %g"):format(percent, r, dt))
        end
      end
    end
  end
end

local function lies_still(world, body, dt, where)
  local at = body.position
  assert.equal(vec(0, 0, 0), body.velocity, where)
  for _ = 1, 10 do
    assert.equal(0, (world:step(dt)), where)
    assert.is_nil(world:events()(), where)
    assert.is_not_nil(world:touching(body)(), where)
  end
  assert.equal(vec(0, 0, 0), body.velocity, where)
  assert.equal(at, body.position, where)
end

describe("what falls on a level ground", function()
  for level, ground in pairs(levels) do
    for kind, make in pairs(kinds) do
      it(("lies still when its bounces end: a %s on a %s"):format(kind, level), function()
        each_bounce(function(e, r, dt, where)
          local world, h = collide.world { gravity = vec(0, -G, 0) }, 4 * r
          world:add(ground)
          local body = world:add(make(vec(0.1, h + r, 0.2), r), { mass = 1, restitution = e })
          local ends, moved = math.sqrt(2 * h / G) * (1 + e) / (1 - e), 0
          for k = 1, math.ceil(1.01 * ends / dt) + 1 do
            assert.equal(0, select(2, world:step(dt)), where)
            if body.velocity ~= vec(0, 0, 0) then moved = k * dt end
          end
          assert.is_true(math.abs(moved - ends) < 0.01 * ends + dt, where)
          assert.is_true(math.abs(body.shape:bounds().min.y) < 2e-6 * r, where)
          lies_still(world, body, dt, where)
        end)
      end)
    end
  end

  it("does so for ever", function()
    local world = collide.world { gravity = vec(0, -G, 0) }
    world:add(levels.plane)
    local ball = world:add(kinds.ball(vec(0, 10.5, 0), 0.5), { mass = 1, restitution = 0.9 })
    local moved = 0
    for k = 1, 60 * cases.count(10000) do
      world:step(1 / 60)
      if ball.velocity ~= vec(0, 0, 0) then moved = k end
    end
    assert.near(27.14, moved / 60, 1 / 60)
    lies_still(world, ball, 1 / 60)
  end)
end)

describe("what falls into a hollow", function()
  for hollow, fill in pairs(hollows) do
    for kind, make in pairs(kinds) do
      it(("lies still within 30 s: a %s, %s"):format(kind, hollow), function()
        each_bounce(function(e, r, dt, where)
          local world, bodies = collide.world { gravity = vec(0, -G, 0) }, {}
          for i = 1, fill(world, r) do
            bodies[i] = world:add(make(vec(0, (4 * i + 2) * r, 0), r),
              { mass = 1, restitution = e, friction = 0.5 })
          end
          local moved, k, most = 0, 0, 30 * math.max(1, math.sqrt(2 * r)) -- times as they fall
          while k * dt < most and k - moved < 60 do
            world:step(dt)
            k = k + 1
            for _, body in ipairs(bodies) do
              if body.velocity ~= vec(0, 0, 0) then moved = k end
            end
          end
          assert.is_true(k > moved, where)
          for _, body in ipairs(bodies) do lies_still(world, body, dt, where) end
        end)
      end)
    end
  end
end)

-- What is slow is at rest only if nothing speeds it up.
describe("what lies on the least slope without friction", function()
  for kind, make in pairs(kinds) do
    it("slides: a " .. kind, function()
      for _, angle in ipairs { 1e-2, 7e-3, 1e-3, 1e-4 } do
        for count = 1, 3 do
          local pull = vec(math.sin(angle), -math.cos(angle), 0)
          local world, last = collide.world { gravity = G * pull }, nil
          world:add(collide.plane({ 0, 1, 0 }, 0))
          for i = 1, count do last = world:add(make(vec(3 * i, 0.5, 0), 0.5), { mass = i }) end
          for _ = 1, 60 do world:step(1 / 60) end
          assert.near(G * math.sin(angle), last.velocity.x, 1e-9)
          assert.near(3 * count + G * math.sin(angle) / 2, last.position.x, 1e-6)
        end
      end
    end)
  end
end)

describe("a thousand balls in a pit", function()
  for _, e in ipairs { 0, 0.5 } do
    it(("have no storm of hits, e = %g"):format(e), function()
      local world = collide.world { gravity = vec(0, -G, 0) }
      for _, n in ipairs { vec(1, 0, 0), vec(-1, 0, 0), vec(0, 0, 1), vec(0, 0, -1) } do
        world:add(collide.plane(n, -5))
      end
      world:add(collide.plane({ 0, 1, 0 }, 0))
      for i = 0, 999 do
        local off = i * 0.6180339887 % 1
        world:add(collide.sphere({ i % 9 - 4 + 0.1 * off, i // 81 * 1.05 + 0.5,
          i // 9 % 9 - 4 + 0.1 * (7 * off % 1) }, 0.3 + 0.15 * (3 * off % 1)),
          { mass = 1, restitution = e })
      end
      for k = 1, 240 do
        local hits, stalled = world:step(1 / 60)
        assert.is_true(hits <= (k < 150 and 4000 or 40), ("%d hits in step %d"):format(hits, k))
        assert.is_true(stalled == 0 or k < 150, ("%d stalled in step %d"):format(stalled, k))
      end
      for a, b in world:pairs() do
        assert.is_true(a.mass == b.mass and a.mass == math.huge or a:distance(b) > -1e-9)
      end
    end)
  end
end)

describe("what is built", function()
  local makers = {
    box = function(p, s) return collide.box(p, p.z and vec(s, 0.5, s) or vec(s, 0.5)) end,
    ball = function(p) return collide.sphere(p, 0.5) end,
    capsule = function(p, s)
      local x = p.z and vec(s, 0, 0) or vec(s, 0)
      return collide.capsule(p - x, p + x, 0.5)
    end,
  }
  for dim = 2, 3 do
    for kind, make in pairs(makers) do
      it(("stands: fifty, each a %s on the one below, in %dD"):format(kind, dim), function()
        local function at(y) return dim == 2 and vec(0, y) or vec(0, y, 0) end
        local world, bodies = collide.world { gravity = at(-G) }, {}
        world:add(collide.plane(at(1), 0))
        for i = 1, 50 do
          bodies[i] = world:add(make(at(i - 0.5), 1), { mass = 1 + i % 3, restitution = i % 2 / 2 })
        end
        for _ = 1, 600 do assert.same({ 0, 0 }, { world:step(1 / 60) }) end
        for i, body in ipairs(bodies) do assert.equal(at(i - 0.5), body.position) end
      end)
    end
  end

  for _, pyramid in ipairs { { 15, 600 }, { 30, 3 } } do
    local rows, steps = table.unpack(pyramid)
    it(("stands: a pyramid of %d rows"):format(rows), function()
      local world, bodies = collide.world { gravity = vec(0, -G) }, {}
      world:add(collide.plane({ 0, 1 }, 0))
      for row = 0, rows - 1 do
        for i = 0, rows - 1 - row do
          local body = world:add(collide.box({ 1.1 * i + 0.55 * row, row + 0.5 }, { 0.5, 0.5 }),
            { mass = 1 })
          bodies[body] = body.position
        end
      end
      for _ = 1, steps do assert.same({ 0, 0 }, { world:step(1 / 60) }) end
      for body, position in pairs(bodies) do assert.equal(position, body.position) end
    end)
  end

  it("comes to rest when it falls: fifty boxes one above the other", function()
    for _, e in ipairs { 0, 0.3, 0.6, 0.9 } do
      local world, bodies = collide.world { gravity = vec(0, -G) }, {}
      world:add(collide.plane({ 0, 1 }, 0))
      for i = 1, 50 do
        bodies[i] = world:add(collide.box({ 0, 1.1 * i - 0.5 }, { 0.5, 0.5 }),
          { mass = 1, restitution = e })
      end
      for _ = 1, 1800 do assert.equal(0, select(2, world:step(1 / 60))) end
      for i, body in ipairs(bodies) do
        assert.equal(vec(0, 0), body.velocity)
        assert.is_true(body.position.x == 0 and math.abs(body.position.y - i + 0.5) < 1e-4)
      end
    end
  end)
end)

describe("what falls between a slope and a wall", function()
  it("lies still between a slope and a wall", function()
    for _, case in ipairs { { 0.2, 0.74, 0.1 }, { 10, 0.55, 1 / 64 }, { 2, 0.59, 1 / 60 } } do
      local r, e, dt = table.unpack(case)
      local world = collide.world { dim = 3, gravity = vec(0, -9.8, 0) }
      world:add(collide.plane({ -0.3, 1, 0 }, 0))
      world:add(collide.plane({ 1, 0, 0 }, -2 * r))
      for side = -1, 1, 2 do world:add(collide.plane({ 0, 0, side }, -3 * r)) end
      local box = world:add(collide.box(vec(0, 6 * r, 0), vec(r, r, r)), { mass = 1,
        restitution = e })
      for _ = 1, math.ceil(60 * math.max(1, math.sqrt(2 * r)) / dt) do
        local _, stalled = world:step(dt)
        assert.equal(0, stalled)
      end
      assert.equal(vec(0, 0, 0), box.velocity)
    end
  end)
end)
