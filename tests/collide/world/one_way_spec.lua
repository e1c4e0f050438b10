-- Bodies that block one way only, for things that come from all sides, ledges that rest and move,
-- both dimensions, directions turned and scaled, in either order.
local collide = require "collide"
local vec = collide.vec

local DT = 1 / 60

-- A shape of a kind around p; up and along: unit vectors.
local things = {
  ball = function(p) return collide.sphere(p, 0.4) end,
  capsule = function(p, along) return collide.capsule(p - along * 0.2, p + along * 0.2, 0.3) end,
  segment = function(p, along) return collide.segment(p - along * 0.4, p + along * 0.4) end,
  point = function(p) return collide.point(p) end,
}
-- Corners of a plate of that thickness, with its top at p.
local function corners(p, along, up, thick)
  local list = {}
  for _, x in ipairs { -3, 3 } do
    for _, y in ipairs(thick > 0 and { 0, -thick } or { 0 }) do
      for _, z in ipairs(up.z and { -3, 3 } or { 0 }) do
        list[#list + 1] = p + along * x + up * y + (up.z and up:cross(along) * z or up * 0)
      end
    end
  end
  return list
end
local ledges = {
  plate = function(p, along, up)
    return (up.z and collide.hull or collide.polygon)(corners(p, along, up, 0.2))
  end,
  sheet = function(p, along, up)
    local list = corners(p, along, up, 0)
    if #list == 2 then return collide.segment(list[1], list[2]) end
    local across = list[2] - list[1]
    return collide.triangle(list[1] - across, list[2] + across, p + along * 9)
  end,
}
local frames = {
  { up = vec(0, 1), along = vec(1, 0) }, { up = vec(0.6, 0.8), along = vec(0.8, -0.6) },
  { up = vec(0, 1, 0), along = vec(1, 0, 0) },
  { up = vec(2, 3, 6) / 7, along = vec(3, -6, 2) / 7 },
}

local function each_case(visit)
  for f, frame in ipairs(frames) do
    for ledge, make_ledge in pairs(ledges) do
      for thing, make in pairs(things) do
        for order = 1, 2 do
          visit(frame, make_ledge, make, ("frame %d, %s on %s, order %d"):format(f, thing, ledge,
            order), order)
        end
      end
    end
  end
end

-- Throws a thing from `from` above the ledge, at a speed up; returns how far it is above the ledge
-- then, what it has hit, and whether it touches it.
local function throw(frame, make_ledge, make, order, from, speed, ledge_speed, steps)
  local up, along, o = frame.up, frame.along, frame.up * 0
  local world = collide.world { dim = up.z and 3 or 2, gravity = up * -10 }
  local ledge, body
  for i = 1, 2 do
    if i == order then
      ledge = world:add(make_ledge(o, along, up), { one_way = up * 3, velocity = up * ledge_speed })
    else
      body = world:add(make(o + up * from, along),
        { mass = 1, restitution = 0, velocity = up * speed })
    end
  end
  local hits, stalled, count = 0, 0, 0
  for _ = 1, steps do
    local h, s = world:step(DT)
    hits, stalled = hits + h, stalled + s
    for event in world:events() do
      count = count + (event.kind == "begin" and 1 or event.kind == "end" and -1 or 0)
    end
  end
  local touches = world:touching(ledge)() == body
  assert.equal(touches and 1 or 0, count)
  return (body.position - ledge.position):dot(up), hits, touches, stalled
end

describe("what blocks one way only", function()
  for _, speed in ipairs { 0, 0.5, -0.5 } do
    it(("carries what comes from above, at speed %g"):format(speed), function()
      each_case(function(frame, make_ledge, make, where, order)
        local height, hits, touches, stalled =
          throw(frame, make_ledge, make, order, 3, 0, speed, 240)
        assert.is_true(touches and height > -1e-9 and height < 0.7, where)
        assert.same({ 1, 0 }, { hits, stalled }, where)
      end)
    end)

    it(("lets what jumps from below through, and then carries it, at speed %g"):format(speed),
      function()
        each_case(function(frame, make_ledge, make, where, order)
          local height, hits, touches, stalled =
            throw(frame, make_ledge, make, order, -4, 12, speed, 260)
          assert.is_true(touches and height > -1e-9 and height < 0.7, where)
          assert.same({ 1, 0 }, { hits, stalled }, where)
        end)
      end)
  end

  it("lets through what does not come up all the way", function()
    each_case(function(frame, make_ledge, make, where, order)
      -- The point stands for all of no size: what has come up to the ledge is through.
      local height, hits, touches = throw(frame, make_ledge, make, order, -4, 8.5, 0, 240)
      assert.is_true(height < -4 and hits == 0 and not touches, where)
    end)
  end)

  it("lets out what begins in it, along any way", function()
    for _, velocity in ipairs { vec(0, 0), vec(0, 3), vec(3, 0), vec(0, -3) } do
      local world = collide.world { dim = 2 }
      world:add(collide.aabb({ -3, -1 }, { 3, 1 }), { one_way = vec(0, 1) })
      local ball = world:add(collide.circle({ 0, 0.7 }, 0.4), { mass = 1, velocity = velocity })
      for _ = 1, 120 do assert.equal(0, (world:step(DT))) end
      assert.is_true((ball.position - (vec(0, 0.7) + velocity * 2)):length() < 1e-9)
    end
  end)

  it("is open from the sides", function()
    for _, x in ipairs { -6, 6 } do
      local world = collide.world { dim = 2 }
      world:add(collide.aabb({ -3, -1 }, { 3, 1 }), { one_way = vec(0, 1) })
      local box = world:add(collide.aabb({ x, -0.5 }, { x + 1, 0.5 }),
        { mass = 1, velocity = vec(-x, 0) })
      for _ = 1, 120 do assert.equal(0, (world:step(DT))) end
      assert.near(-x, box.position.x - 0.5, 1e-9)
    end
  end)

  it("is a floor without seams", function()
    for _, make in ipairs { function(p) return collide.aabb(p, p + vec(0.8, 0.8)) end,
      function(p) return collide.circle(p + vec(0.4, 0.4), 0.4) end } do
      for height = 0, 1 do
        local world = collide.world { gravity = vec(0, -10) }
        for i = -2, 60 do
          world:add(collide.aabb({ i, -0.2 }, { i + 1, 0 }), { one_way = vec(0, 1) })
        end
        local body = world:add(make(vec(0, height)),
          { mass = 1, restitution = 0, velocity = vec(10, 0) })
        for _ = 1, 300 do world:step(DT) end
        assert.near(50.4, body.position.x, 1e-9)
        assert.near(0.4, body.position.y, 1e-5)
      end
    end
  end)

  it("blocks what comes back within a step", function()
    for _, gravity in ipairs { 0, -10 } do
      local world = collide.world { gravity = vec(0, gravity) }
      world:add(collide.aabb({ -3, -0.2 }, { 3, 0 }), { one_way = vec(0, 1) })
      world:add(collide.aabb({ -3, 5 }, { 3, 6 }))
      local ball = world:add(collide.circle({ 0, -2 }, 0.4), { mass = 1, velocity = vec(0, 2000) })
      for _ = 1, 10 do
        world:step(DT)
        assert.is_true(ball.position.y >= 0.4 - 1e-9 and ball.position.y <= 4.6 + 1e-9)
      end
    end
  end)

  it("carries a pile, also where it rises or falls", function()
    for _, speed in ipairs { 0, 0.5, -0.5 } do
      local world = collide.world { gravity = vec(0, -10) }
      local ledge = world:add(collide.aabb({ -3, -0.2 }, { 3, 0 }),
        { one_way = vec(0, 1), velocity = vec(0, speed) })
      world:add(collide.plane({ 1, 0 }, -3))
      world:add(collide.plane({ -1, 0 }, -3))
      local bodies = {}
      for i = 1, 20 do
        local p = vec(i % 5 - 2 + 0.01 * i, 1 + i // 5)
        bodies[i] = world:add(i % 2 == 0 and collide.circle(p, 0.4) or
          collide.aabb(p - vec(0.4, 0.3), p + vec(0.4, 0.3)), { mass = 1, restitution = 0.2 })
      end
      for _ = 1, 300 do world:step(DT) end
      for _, body in ipairs(bodies) do
        assert.is_true(body.shape:bounds().min.y > ledge.shape:bounds().max.y - 1e-6)
      end
    end
  end)

  it("is nothing that a script can get wrong", function()
    local world = collide.world { dim = 2 }
    local ledge = world:add(collide.aabb({ -3, -0.2 }, { 3, 0 }), { one_way = { 0, 2 } })
    assert.equal(vec(0, 2), ledge.one_way)
    ledge.one_way = nil
    assert.is_nil(ledge.one_way)
    for _, bad in ipairs { 3, vec(0, 0), vec(0, 1, 0), vec(0, math.huge), "up", vec(2 ^ 65, 0) } do
      local ok, message = pcall(function() ledge.one_way = bad end)
      assert.is_true(not ok and message:find("one_way must be", 1, true) ~= nil)
    end
  end)
end)

describe("a character", function()
  for _, speed in ipairs { 0, 0.5, -0.5, 3, -3 } do
    it(("lands and stays on a ledge at speed %g, also from below"):format(speed), function()
      for _, hero_at in ipairs { 2, -3 } do
        for _, make in ipairs { function(p) return collide.aabb(p, p + vec(0.8, 0.8)) end,
          function(p) return collide.circle(p + vec(0.4, 0.4), 0.4) end,
          function(p) return collide.capsule(p + vec(0.3, 0.3), p + vec(0.3, 0.8), 0.3) end } do
          local world = collide.world { gravity = vec(0, -24) }
          local ledge = world:add(collide.aabb({ -30, -0.15 }, { 30, 0 }),
            { one_way = vec(0, 1), velocity = vec(0, speed) })
          local hero = world:add(make(vec(0, hero_at)), { response = "pass" })
          local fall, ground = hero_at < 0 and 18 or 0, nil
          for frame = 1, 150 do
            world:step(DT)
            fall = fall - 24 * DT
            local walk = frame > 120 and 2 * DT or 0
            ground = select(4, world:move_and_slide(hero, vec(walk, fall * DT),
              { snap = fall > 0 and 0 or 0.2, step_height = 0.3 }))
            if ground then fall = 0 end
          end
          assert.is_not_nil(ground)
          assert.near(ledge.shape:bounds().max.y, hero.shape:bounds().min.y, 1e-9)
        end
      end
    end)
  end
end)
