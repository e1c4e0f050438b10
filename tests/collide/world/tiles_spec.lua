-- A floor is a floor: what slides over one that is made of tiles keeps its speed, and no event has
-- a normal off the floor, whatever slides, on tiles of any kind and size, at any angle, also if the
-- floor moves; but a real step, however low, is an edge.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local STEPS = 60 + cases.count(240) -- the slowest slides over seams of the widest tiles

-- Shapes of about size 1 that stand on y = 0 in the frame f of the floor, of which at(x, y, z) is a
-- point.
local makers = {
  [2] = {
    box = function(at, f) return collide.box(at(0, 0.5), vec(0.5, 0.5), f.angle) end,
    polygon = function(at) return collide.polygon { at(-0.5, 0), at(0.5, 0), at(0, 1) } end,
    diamond = function(at)
      return collide.polygon { at(-0.5, 0.5), at(0.5, 0.5), at(0, 1), at(0, 0) }
    end,
    triangle = function(at) return collide.triangle(at(-0.5, 0), at(0.5, 0), at(0.5, 1)) end,
    circle = function(at) return collide.circle(at(0, 0.5), 0.5) end,
    capsule = function(at) return collide.capsule(at(-0.5, 0.25), at(0.5, 0.25), 0.25) end,
    rounded = function(at, f) return collide.box(at(0, 0.5), vec(0.4, 0.4), f.angle, 0.1) end,
    segment = function(at) return collide.segment(at(-0.5, 0.01), at(0.5, 0.01)) end,
  },
  [3] = {
    box = function(at, f) return collide.box(at(0, 0.5, 0), vec(0.5, 0.5, 0.5), f.q) end,
    hull = function(at)
      return collide.hull { at(-0.5, 0, -0.5), at(0.5, 0, -0.5), at(0, 0, 0.5), at(0, 1, 0) }
    end,
    sphere = function(at) return collide.sphere(at(0, 0.5, 0), 0.5) end,
    capsule = function(at) return collide.capsule(at(-0.5, 0.25, 0), at(0.5, 0.25, 0), 0.25) end,
    cylinder = function(at) return collide.cylinder(at(0, 0, 0), at(0, 1, 0), 0.5) end,
    cone = function(at) return collide.cone(at(0, 0, 0), at(0, 1, 0), 0.5) end,
    triangle = function(at)
      return collide.triangle(at(-0.5, 0.01, -0.5), at(0.5, 0.01, -0.5), at(0, 0.01, 0.5))
    end,
  },
}

-- The tiles of a floor, from x = -1.5 on: `thick` ones, or such without thickness; in space in rows
-- that are shifted against each other, so that seams end at the sides of tiles.
local function tiles_of(dim, floor, at, f, size)
  local list, half = {}, floor == "flat" and 0 or 0.5
  for row = dim == 2 and 0 or -2, dim == 2 and 0 or 2 do
    for i = 0, math.ceil(8 / size) do
      local x = -1.5 + (i + row % 2 / 3) * size
      if dim == 3 then
        list[#list + 1] = collide.box(at(x, -half, row), vec(size / 2, half, 0.5), f.q)
      elseif floor == "flat" then
        list[#list + 1] = collide.segment(at(x - size / 2, 0), at(x + size / 2, 0))
      else
        list[#list + 1] = collide.box(at(x, -half), vec(size / 2, half), f.angle)
      end
    end
  end
  return floor == "compound" and { collide.compound(list) } or list
end

local function frame_of(dim, angle)
  local f = { angle = angle, q = collide.quat(vec(0, 0, 1), angle) }
  local function at(x, y, z)
    if dim == 3 then return f.q * vec(x, y, z or 0) end
    return vec(math.cos(angle) * x - math.sin(angle) * y, math.sin(angle) * x + math.cos(angle) * y)
  end
  return f, at
end

-- The most by which the speed along the floor and the normals of events are off. The floor itself
-- moves along x at the speed `drift`. All lies `offset` away from the origin along every axis.
local function slide(dim, kind, floor, size, angle, cell, drift, offset)
  local f, at = frame_of(dim, angle)
  local far = dim == 3 and vec(offset, offset, offset) or vec(offset, offset)
  local up, speed, dt = at(0, 1, 0), 1.1, cell % 2 == 0 and 1 / 60 or 1 / 64
  local world = collide.world { dim = dim, gravity = up * -10 }
  for _, tile in ipairs(tiles_of(dim, floor, at, f, size)) do
    world:add(tile:moved(far), { restitution = 0, velocity = at(drift, 0) })
  end
  local velocity = at(speed + drift, 0, dim == 3 and 0.05 * speed or 0)
  local body = world:add(makers[dim][kind](at, f):moved(far), { mass = 1, velocity = velocity,
    restitution = 0, response = cell % 3 == 0 and "bounce" or "slide" })
  local tilt, touched = 0, 0
  for _ = 1, STEPS do
    local _, stalled = world:step(dt)
    if world:touching(body)() then touched = touched + 1 end
    assert.equal(0, stalled)
    for event in world:events() do
      local n = event.a == body and event.normal or -event.normal
      tilt = math.max(tilt, (n - up):length())
    end
  end
  local off = body.velocity - velocity
  local lowest = body.shape:support(-up) - far
  return (off - up * off:dot(up)):length() / speed, tilt, touched, lowest:dot(up)
end

local function assert_slides(what, off, tilt, touched, low)
  assert.is_true(off <= 1e-7, what .. ": speed off by " .. off)
  assert.is_true(tilt <= 1e-6, what .. ": normal off by " .. tilt)
  assert.is_true(math.abs(low) < 2e-6, what .. ": at height " .. low)
  assert.is_true(touched >= STEPS / 2, what .. ": touched " .. touched)
end

describe("what slides over tiles", function()
  for dim = 2, 3 do
    it("keeps its speed in " .. dim .. "D", function()
      local kinds, cell = {}, 0
      for kind in pairs(makers[dim]) do kinds[#kinds + 1] = kind end
      table.sort(kinds)
      for _, kind in ipairs(kinds) do
        for _, floor in ipairs { "bodies", "compound", "flat" } do
          for i, angle in ipairs(dim == 2 and { 0, 0.3, -0.7, 1.1 } or { 0, -0.7, 1.1 }) do
            cell = cell + 1
            local size = dim == 2 and ({ 0.1, 1 / 3, 1 })[cell % 3 + 1] or ({ 1 / 3, 1 })[i % 2 + 1]
            local what = ("%s on %s of %g at %g"):format(kind, floor, size, angle)
            if cases.tries(cell) then
              assert_slides(what, slide(dim, kind, floor, size, angle, cell, 0, 0))
            end
          end
        end
      end
    end)

    it("keeps its speed beside one that moves in " .. dim .. "D", function()
      for i, kind in ipairs { "box", "capsule", "triangle" } do
        for j, floor in ipairs { "bodies", "flat" } do
          local drift = i % 2 == 0 and 0.5 or -3
          local what = ("%s on %s at speed %g"):format(kind, floor, drift)
          assert_slides(what, slide(dim, kind, floor, 1 / 3, 0.7, i + j, drift, 0))
        end
      end
    end)
  end

  -- Rounding there lets it sink by many times that of its size, but less than what counts as deep.
  it("keeps its speed far from the origin", function()
    for _, kind in ipairs { "polygon", "segment", "triangle" } do
      for _, floor in ipairs { "bodies", "compound" } do
        assert_slides(kind .. " on " .. floor, slide(2, kind, floor, 0.1, 0.3, 2, 0, 1000))
      end
    end
  end)

  -- So fast that it is over other tiles at the end of each step. Their skins grow with the
  -- coordinates; a ball that sinks by rounding meets the corners of the next ones, where a hit that
  -- turns nothing away would be met again and again.
  it("keeps its speed where it is fast", function()
    for _, angle in ipairs { 0, math.pi / 6, -1.1 } do
      for _, mesh in ipairs { true, false } do
        local f, at = frame_of(2, angle)
        local up, velocity = at(0, 1), at(7, 0)
        local world = collide.world { dim = 2, gravity = up * -9.8 }
        local vertices, triangles = {}, {}
        for i = -2, 360 do
          local n = #vertices
          vertices[n + 1], vertices[n + 2] = at(i * 0.1, 0), at(i * 0.1, -0.25)
          if n > 0 then
            triangles[#triangles + 1] = { n - 1, n, n + 2 }
            triangles[#triangles + 1] = { n - 1, n + 2, n + 1 }
            if not mesh then world:add(collide.segment(vertices[n - 1], vertices[n + 1])) end
          end
        end
        if mesh then world:add(collide.mesh(vertices, triangles)) end
        for _, shape in ipairs { collide.point(at(0, 1 / 64)), makers[2].segment(at, f),
          collide.circle(at(0, 0.25 + 1 / 64), 0.25) } do
          local body = world:add(shape, { mass = 1, velocity = velocity, response = "slide",
            restitution = 0 })
          for _ = 1, STEPS do
            local _, stalled = world:step(angle < 0 and 1 / 64 or 1 / 60)
            assert.equal(0, stalled)
            for event in world:events() do assert.is_true((event.normal - up):length() <= 1e-7) end
          end
          assert.is_true(math.abs(body.velocity:dot(at(1, 0)) / 7 - 1) <= 1e-7)
          world:remove(body)
        end
      end
    end
  end)

  -- The edges ahead, which do not touch yet, lean against the way. Every other row of squares is
  -- shifted. What is flat touches a hundred triangles.
  it("keeps its speed where it lands beside an edge", function()
    local world = collide.world { dim = 3, gravity = vec(0, -9.8, 0) }
    local vertices, triangles = {}, {}
    for i = -8, 22 do
      for k = -8, 22 do
        local x, z, n = i * 0.1 + k % 2 * 0.05, k * 0.1, #vertices
        vertices[n + 1], vertices[n + 2] = vec(x, 0, z), vec(x, 0, z + 0.1)
        vertices[n + 3], vertices[n + 4] = vec(x + 0.1, 0, z + 0.1), vec(x + 0.1, 0, z)
        triangles[#triangles + 1] = { n + 1, n + 2, n + 3 }
        triangles[#triangles + 1] = { n + 1, n + 3, n + 4 }
      end
    end
    world:add(collide.mesh(vertices, triangles))
    local function box(x, turn, radius)
      return collide.box({ x, 0.25, 0 }, { 0.25 - radius, 0.25 - radius, 0.25 - radius },
        collide.quat({ 0, 1, 0 }, turn), radius)
    end
    local makers_here = {
      function() return collide.sphere({ 0, 0.25, 0 }, 0.25) end,
      function() return collide.capsule({ 0, 0.25, 0 }, { 0, 1, 0 }, 0.25) end,
      function(random) return box(0, random.range(0, 3), random.integer(0, 1) / 8) end,
      function(random)
        local turn = random.range(0, 3)
        return collide.compound { box(-0.1, turn, 0), box(0.1, turn, 0) }
      end,
      function() return collide.cylinder({ -0.3, 0.25, 0 }, { 0.3, 0.25, 0 }, 0.25) end,
    }
    local seeds = { 242 } -- the first to meet more triangles than there once was room for
    for seed = 1, cases.count(15) do seeds[#seeds + 1] = seed end
    for _, seed in ipairs(seeds) do
      local random = generate.random(seed)
      local velocity = vec(random.range(0.5, 8), 0, random.range(0.5, 8))
      local shape = makers_here[seed % #makers_here + 1](random)
      local body = world:add(shape:moved({ 0, random.range(0, 0.02), 0 }), { mass = 1,
        velocity = velocity, restitution = 0 })
      for _ = 1, 10 do world:step(1 / 60) end
      assert.is_true((body.velocity - velocity):length() <= 1e-7,
        ("seed %d, %s"):format(seed, shape.kind))
      world:remove(body)
    end
  end)

  -- The tiles of the next row are shifted, so that a ball on the seam between the rows touches the
  -- edge of one and the corner of the next, whose normal is the floor's but for rounding.
  it("keeps its speed where bricks meet", function()
    for turn = 1, 12 do
      local q = collide.quat({ 0, 0, 1 }, turn * math.pi / 6)
      local world = collide.world { dim = 3, gravity = q * vec(0, -9.8, 0) }
      for row = -1, 0 do
        for i = -3, 40 do
          local middle = vec(i + 0.5 + row * 0.5, -0.125, row + 0.5)
          world:add(collide.box(q * middle, { 0.5, 0.125, 0.5 }, q))
        end
      end
      local body = world:add(collide.sphere(q * vec(0, 0.25 + 1 / 64, 0), 0.25), { mass = 1,
        velocity = q * vec(7, 0, 0), response = "slide" })
      for _ = 1, 300 do world:step(1 / 60) end
      assert.is_true((body.velocity - q * vec(7, 0, 0)):length() <= 7e-7, "turn " .. turn)
    end
  end)

  -- A point that slides along a seam is on the side faces of the tiles beside it, in none of them.
  -- At a seam across its way it leaves these before the next ones: unless all of them decide at
  -- once, it sinks there, a little each time. Along a cylinder that lies askew the touched points
  -- are known to the tolerance only, and so are the normals at them.
  it("keeps its speed where four tiles meet, and askew", function()
    local world = collide.world { dim = 3, gravity = { 0, -9.8, 0 } }
    for i = -5, 55 do
      for row = -3, 9 do
        local middle = vec((i + 0.5) * 0.1, -0.125, (row + 0.5) * 0.1)
        world:add(collide.box(middle, { 0.05, 0.125, 0.05 }))
      end
    end
    local movers = {
      { collide.point { 0, 0, 0 }, vec(1, 0, 0), 60, 300 },
      { collide.cylinder({ -0.2, 0.25, -0.1 }, { 0.2, 0.25, 0.1 }, 0.25), vec(1, 0, 0.1), 64, 60 },
    }
    for _, mover in ipairs(movers) do
      local shape, velocity, rate, steps = table.unpack(mover)
      local body = world:add(shape, { mass = 1, velocity = velocity, response = "slide" })
      for _ = 1, steps do
        world:step(1 / rate)
        for event in world:events() do
          assert.is_true((event.normal - vec(0, 1, 0)):length() <= 1e-7)
        end
      end
      assert.is_true((body.velocity - velocity):length() <= 1e-7, tostring(body.velocity))
      assert.is_true(math.abs(shape:bounds().min.y) <= 1e-9)
      world:remove(body)
    end
  end)

  -- Put exactly on triangles in one plane, it lies in each of them to rounding.
  it("keeps its speed where what is thin lies in what is thin", function()
    for turn = 1, 10 do
      local q = collide.quat({ 1, 2, 3 }, 0.07 * turn)
      local up, velocity = q * vec(0, 1, 0), q * vec(7 * math.cos(0.3), 0, 7 * math.sin(0.3))
      local world = collide.world { dim = 3, gravity = up * -9.8 }
      local rows = turn % 2 == 0 and 3 or 10 -- in a unit: of ten it touches dozens
      for i = -rows, 2 * rows do
        for k = -rows, rows do
          local function at(x, z) return q * vec((i + x) / rows, 0, (k + z) / rows) end
          world:add(collide.triangle(at(0, 0), at(0, 1), at(1, 1)))
          world:add(collide.triangle(at(0, 0), at(1, 1), at(1, 0)))
        end
      end
      local sheet = collide.triangle(q * vec(-0.25, 0, -0.25), q * vec(0.25, 0, -0.125),
        q * vec(0, 0, 0.25))
      local body = world:add(sheet, { mass = 1, velocity = velocity, response = "slide" })
      for _ = 1, 8 do
        world:step(1 / 60)
        for event in world:events() do assert.is_true((event.normal - up):length() <= 1e-7) end
      end
      assert.is_true((body.velocity - velocity):length() <= 1e-7, tostring(body.velocity))
    end
  end)

  -- The rims of mover and tiles are in line. Along them the normals of all sides touch, and the
  -- free motion rests on each, but the floor alone turns it.
  it("keeps its speed where rims lie on each other", function()
    for turn = 0, cases.count(8) - 1 do
      local q = collide.quat({ 0, 0, 1 }, turn * math.pi / 4) * collide.quat({ 0, 1, 0 }, turn)
      local up = q * vec(0, 1, 0)
      local function pyramid(x, height)
        return collide.mesh({ q * vec(x - 1, 0, -1), q * vec(x + 1, 0, -1), q * vec(x + 1, 0, 1),
          q * vec(x - 1, 0, 1), q * vec(x, height, 0) },
          { { 1, 2, 3 }, { 1, 3, 4 }, { 1, 2, 5 }, { 2, 3, 5 }, { 3, 4, 5 }, { 4, 1, 5 } })
      end
      local world = collide.world { dim = 3, gravity = up * -9.8 }
      for x = 0, 4, 2 do world:add(pyramid(x, -1)) end
      local velocity = q * vec(1, 0, 0)
      local body = world:add(pyramid(-0.3, 1), { mass = 1, velocity = velocity,
        response = "slide" })
      for _ = 1, 120 do
        world:step(1 / 60)
        for event in world:events() do -- a touch begins between the skins of two edges
          local most = event.kind == "hit" and 1e-7 or 1e-5
          assert.is_true((event.normal - up):length() <= most, tostring(event.normal))
        end
      end
      assert.is_true((body.velocity - velocity):length() <= 1e-7, tostring(body.velocity))
    end
  end)

  -- What is thin has a skin against what it meets, and must have the same against each tile:
  -- whether that is thin itself, how large it is, and whether it has parts.
  local thin_movers = {
    [2] = {
      point = function(at) return collide.point(at(0, 0.01)) end,
      dot = function(at) return collide.circle(at(0, 0), 0) end,
      flat = function(at) return collide.segment(at(-0.25, 0), at(0.25, 0)) end,
      upright = function(at) return collide.segment(at(0, 0.01), at(0, 0.5)) end,
      box = function(at, f) return collide.box(at(0, 0.25), { 0, 0.25 }, f.angle) end,
    },
    [3] = {
      point = function(at) return collide.point(at(0, 0.01, 0.1)) end,
      segment = function(at) return collide.segment(at(-0.2, 0, 0.1), at(0.2, 0, 0.2)) end,
      triangle = function(at)
        return collide.triangle(at(-0.2, 0.01, 0), at(0.2, 0.01, 0.1), at(0, 0.01, 0.3))
      end,
      box = function(at, f) return collide.box(at(0, 0, 0.1), { 0.2, 0, 0.2 }, f.q) end,
    },
  }

  -- The tile from x = a to b, and whether it is a thin one.
  local mixed = {
    [2] = {
      { true, function(at, a, b) return collide.segment(at(a, 0), at(b, 0)) end },
      { false, function(at, a, b, f)
        return collide.box(at((a + b) / 2, -0.25), { (b - a) / 2, 0.25 }, f.angle)
      end },
      { false, function(at, a, b)
        return collide.polygon { at(a, 0), at(a, -0.5), at(b, -0.5), at(b, 0) }
      end },
    },
    [3] = {
      { true, function(at, a, b)
        local corners = { at(a, 0, -1), at(b, 0, -1), at(b, 0, 1), at(a, 0, 1) }
        return collide.mesh(corners, { { 1, 2, 3 }, { 1, 3, 4 } })
      end },
      { true, function(at, a, b, f)
        return collide.box(at((a + b) / 2, 0, 0), { (b - a) / 2, 0, 1 }, f.q)
      end },
      { false, function(at, a, b, f)
        return collide.box(at((a + b) / 2, -0.25, 0), { (b - a) / 2, 0.25, 1 }, f.q)
      end },
    },
  }

  it("keeps its speed where it is thin, on tiles of all kinds and sizes", function()
    local seams = 0 -- of thin tiles with others
    for dim = 2, 3 do
      for kind, make in pairs(thin_movers[dim]) do
        for case = 1, cases.count(8) do
          local f, at = frame_of(dim, ({ 0, 0.3, -0.7, 1.1 })[case % 4 + 1])
          local up, velocity = at(0, 1), at(1, 0)
          local world, x, last = collide.world { dim = dim, gravity = up * -9.8 }, -2, nil
          for i = 1, 40 do
            local size = ({ 0.05, 2, 0.1, 1 / 3 })[i * case % 11 % 4 + 1]
            local tile = mixed[dim][(7 * i + case * i * i) // 5 % 3 + 1]
            if i > 1 and tile[1] ~= last then seams = seams + 1 end
            last = tile[1]
            world:add(tile[2](at, x, x + size, f))
            x = x + size
          end
          local body = world:add(make(at, f), { mass = 1, velocity = velocity, response = "slide" })
          local what = ("%dD %s, case %d"):format(dim, kind, case)
          for _ = 1, 240 do
            local _, stalled = world:step(1 / 60)
            assert.equal(0, stalled)
            for event in world:events() do
              assert.is_true((event.normal - up):length() <= 1e-6, what .. ": " ..
                tostring(event.normal))
            end
          end
          local off = body.velocity - velocity
          assert.is_true((off - up * off:dot(up)):length() <= 1e-7, what)
          local height = -body.shape:support(-up):dot(-up)
          assert.is_true(height >= -1e-9 and height <= 2e-6, what)
        end
      end
    end
    assert.is_true(seams > 62 * cases.count(8), seams)
  end)

  it("keeps its speed where it is thin, also where a thin tile lies on a solid one", function()
    local A, S = collide.aabb, collide.segment
    local floors = {
      { A({ -2, -1 }, { 0, 0 }), S({ 0, 0 }, { 3, 0 }) },
      { S({ -2, 0 }, { 0, 0 }), A({ 0, -1 }, { 3, 0 }) },
      { A({ -2, -1 }, { 3, 0 }), S({ 0, 0 }, { 3, 0 }) },
      { collide.plane({ 0, 1 }, 0), S({ 0, 0 }, { 1, 0 }) },
      { S({ -2, 0 }, { -0.05, 0 }), S({ -0.05, 0 }, { 0, 0 }), S({ 0, 0 }, { 3, 0 }) },
    }
    for i, floor in ipairs(floors) do
      for kind, make in pairs(thin_movers[2]) do
        local f, at = frame_of(2, 0)
        local world = collide.world { dim = 2, gravity = vec(0, -9.8) }
        for _, tile in ipairs(floor) do world:add(tile) end
        local body = world:add(make(at, f):moved(vec(-1, 0)), { mass = 1, velocity = vec(1, 0),
          response = "slide" })
        for _ = 1, 200 do
          world:step(1 / 60)
          for event in world:events() do
            assert.is_true((event.normal - vec(0, 1)):length() <= 1e-6, kind .. " on " .. i)
          end
        end
        assert.is_true(math.abs(body.velocity.x - 1) <= 1e-7, kind .. " on " .. i)
      end
    end
  end)

  it("stops at a step of a millionth", function()
    for _, kind in ipairs { "box", "segment" } do
      local f, at = frame_of(2, 0)
      local world = collide.world { dim = 2, gravity = vec(0, -10) }
      world:add(collide.aabb({ -9, -1 }, { 2, 0 }))
      world:add(collide.aabb({ 2, -1 }, { 9, 1e-6 }))
      local body = world:add(makers[2][kind](at, f):moved(kind == "segment" and vec(0, -0.01) or
        vec(0, 0)), { mass = 1, velocity = { 1, 0 }, response = "slide" })
      for _ = 1, 200 do world:step(1 / 60) end
      assert.is_true(math.abs(body.position.x - 1.5) < 1e-6, kind .. " at " .. body.position.x)
      assert.is_true(math.abs(body.velocity.x) < 1e-9)
    end
  end)
end)
