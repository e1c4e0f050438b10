-- What has no thickness stays on the side from which it came: every kind of thin body on every kind
-- of thin floor, dropped and fired, on slopes, far from the origin, with each response, at rest for
-- long.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local HALF = 8 -- of a floor
local DT = 1 / 60
local OFFSETS = { 0, 1e3, 1e6 }

-- A shape of half size h around p that is flat: across frame.n.
local makers = {
  [2] = {
    point = function(_, p) return collide.point(p) end,
    circle = function(_, p) return collide.circle(p, 0) end,
    segment = function(f, p, h) return collide.segment(p - f.u * h, p + f.u * h) end,
    box = function(f, p, h) return collide.box(p, vec(h, 0), math.atan(f.u.y, f.u.x)) end,
    polygon = function(f, p, h) return collide.polygon { p - f.u * h, p, p + f.u * h } end,
    triangle = function(f, p, h) return collide.triangle(p - f.u * h, p, p + f.u * h) end,
    compound = function(f, p, h)
      return collide.compound { collide.segment(p - f.u * h, p), collide.segment(p, p + f.u * h) }
    end,
  },
  [3] = {
    point = function(_, p) return collide.point(p) end,
    sphere = function(_, p) return collide.sphere(p, 0) end,
    segment = function(f, p, h) return collide.segment(p - f.u * h, p + f.u * h) end,
    capsule = function(f, p, h) return collide.capsule(p - f.w * h, p + f.w * h, 0) end,
    cylinder = function(f, p, h) return collide.cylinder(p - f.u * h, p + f.u * h, 0) end,
    triangle = function(f, p, h)
      return collide.triangle(p - f.u * h - f.w * h, p + f.u * h - f.w * h, p + f.w * h * 2)
    end,
    box = function(f, p, h) return collide.box(p, vec(h, 0, h), f.q) end,
  },
}

local function corners(f, p, h)
  return { p - f.u * h - f.w * h, p + f.u * h - f.w * h, p - f.u * h + f.w * h,
    p + f.u * h + f.w * h }
end
makers[3].hull = function(f, p, h) return collide.hull(corners(f, p, h)) end
makers[3].mesh = function(f, p, h)
  return collide.mesh(corners(f, p, h), { 1, 2, 3, 2, 4, 3 })
end
makers[3].compound = function(f, p, h)
  local c = corners(f, p, h)
  return collide.compound { collide.triangle(c[1], c[2], c[3]), collide.triangle(c[4], c[2], c[3]) }
end

local floors = {
  [2] = { "segment", "box", "polygon", "triangle", "compound" },
  [3] = { "triangle", "box", "hull", "mesh", "compound" },
}
local responses = { "bounce", "slide", "stop", "function" }

-- Axes along a floor that slopes by up to 0.6, now and then by nothing.
local function frame_of(random, dim)
  local slope = random.chance(0.3) and 0 or random.range(-0.6, 0.6)
  if dim == 2 then
    return { u = vec(math.cos(slope), math.sin(slope)), n = vec(-math.sin(slope), math.cos(slope)) }
  end
  local q = collide.quat(vec(random.range(0.1, 1), 0, random.range(-1, 1)), slope)
  q = q * collide.quat(vec(0, 1, 0), random.range(-3, 3))
  local u, n, w = q:axes()
  return { u = u, n = n, w = w, q = q }
end

local function function_of(random)
  return function(body, _, hit)
    local e = random.chance(0.5) and 1 or 0
    body.velocity = body.velocity - hit.normal * ((1 + e) * body.velocity:dot(hit.normal))
  end
end

-- A floor and a body above it that falls, or is fired at it.
local function scene(seed, dim, kind, floor, pull)
  local random = generate.random(seed)
  local f = frame_of(random, dim)
  local far = OFFSETS[seed % #OFFSETS + 1]
  local o = dim == 2 and vec(far, -far / 2) or vec(far, -far / 2, far / 4)
  local down = dim == 2 and vec(0, -pull) or vec(0, -pull, 0)
  local world = collide.world { dim = dim, gravity = down }
  world:add(makers[dim][floor](f, o, HALF))
  local own = random.chance(0.5) and frame_of(random, dim) or f
  local start = f.u * random.range(-2, 2) + f.n * random.range(1.05, 2)
  if dim == 3 then start = start + f.w * random.range(-2, 2) end
  local response = responses[seed % #responses + 1]
  local body = world:add(makers[dim][kind](own, o + start, random.range(0.2, 1)), {
    mass = 1, restitution = seed % 5 / 4,
    velocity = f.u * random.range(-1, 1) + f.n * (pull > 0 and random.range(-9, 1) or
      -10 ^ random.range(0, 4)),
    response = response == "function" and function_of(random) or response })
  -- Above the floor, below it, or beside it.
  local function side()
    local shape = body.shape
    for _, axis in ipairs { f.u, f.w } do
      local most = floor == "triangle" and dim == 3 and 3 or HALF
      if math.abs((shape:support(axis) - o):dot(axis)) > most or
        math.abs((shape:support(-axis) - o):dot(axis)) > most then return "beside" end
    end
    local low = (shape:support(-f.n) - o):dot(f.n)
    return low < -1e-9 * HALF - 64 * 2 ^ -53 * far and "below" or "above"
  end
  return world, body, side
end

-- How many of the scenes of a cell end on the wrong side; how many bodies hit.
local function wrong_of(dim, kind, floor, first, options)
  local wrong, hits = 0, 0
  for seed = first, first + options.count - 1 do
    local world, _, side = scene(seed, dim, kind, floor, options.pull)
    for _ = 1, options.steps do
      hits = hits + world:step(DT)
      local where = side()
      wrong = wrong + (where == "below" and 1 or 0)
      if where ~= "above" then break end
    end
  end
  return wrong, hits
end

-- Each cell has its scenes of twelve; where it tries fewer, the next cell goes on with the others.
local function each_cell(options)
  local all = { hits = 0, cells = 0 }
  for dim = 2, 3 do
    local kinds = {}
    for kind in pairs(makers[dim]) do kinds[#kinds + 1] = kind end
    table.sort(kinds)
    for _, floor in ipairs(floors[dim]) do
      for _, kind in ipairs(kinds) do
        local first = 1 + all.cells * options.count % 12
        local wrong, hits = wrong_of(dim, kind, floor, first, options)
        local cell = ("%s on %s, %dD"):format(kind, floor, dim)
        assert.is_true(wrong <= 1, cell) -- one of a few hundred with a function as response
        all.hits, all.cells = all.hits + hits, all.cells + 1
      end
    end
  end
  assert.equal(35 + 50, all.cells)
  assert.is_true(all.hits >= all.cells * options.count / 2, "hits " .. all.hits)
  return all
end

describe("thin on thin", function()
  it("falls on it and stays above", function()
    each_cell { pull = 10, steps = 100, count = cases.count(12) }
  end)

  it("is fired at it and stays above", function()
    each_cell { pull = 0, steps = 10, count = cases.count(12) }
  end)

  it("rests for long", function()
    for dim = 2, 3 do
      for _, kind in ipairs { "point", "segment", "triangle", "box" } do
        for _, floor in ipairs { "box", "compound" } do
          -- seeds of a bounce and a slide, near the origin and far away
          for _, seed in ipairs { 4, 9, 20 } do
            local world, body, side = scene(seed, dim, kind, floor, 10)
            body.restitution = 0
            for _ = 1, cases.count(3000) do
              world:step(DT)
              if side() ~= "above" then break end
            end
            assert.is_true(side() ~= "below", kind .. " on " .. floor)
          end
        end
      end
    end
  end)

  -- A triangle in the plane that is flat but for the rounding of its coordinates.
  it("is thin far away, too", function()
    for seed = 1, 24 do
      local random = generate.random(seed)
      local angle, o = random.range(-0.8, 0.8), vec(1e6, -5e5)
      local u, n = vec(math.cos(angle), math.sin(angle)), vec(-math.sin(angle), math.cos(angle))
      local world = collide.world { dim = 2, gravity = vec(0, -10) }
      world:add(collide.segment(o - u * HALF, o + u * HALF))
      local own = (seed % 4 == 0 and vec(math.cos(seed), math.sin(seed)) or u) / 4
      local body = world:add(collide.triangle(o + n - own, o + n + own, o + n + own / 2),
        { mass = 1, velocity = u * random.range(-1, 1), restitution = seed % 3 / 2 })
      for _ = 1, 100 do
        world:step(DT)
        if math.abs((body.position - o):dot(u)) > HALF - 1 then break end
        local low = (body.shape:support(-n) - o):dot(n)
        assert.is_true(low > -1e-8, ("seed %d: %g below"):format(seed, -low))
      end
    end
  end)
end)

describe("what has no width", function()
  -- Each side of a seam by itself is grazed.
  local function seam_of(dim, size, drift, as_set)
    local list = {}
    for x = -1, 0 do
      for z = dim == 2 and 0 or -1, 0 do
        list[#list + 1] = dim == 2 and collide.aabb({ x * size, -1 }, { (x + 1) * size, 0 }) or
          collide.aabb({ x * size, -1, z * size }, { (x + 1) * size, 0, (z + 1) * size })
      end
    end
    local world = collide.world { dim = dim, gravity = dim == 2 and vec(0, -8) or vec(0, -8, 0) }
    if as_set then list = { collide.compound(list) } end
    for _, shape in ipairs(list) do world:add(shape, { velocity = drift, restitution = 0 }) end
    return world
  end

  local movers = {
    [2] = { collide.point({ 0, 0 }), collide.circle({ 0, 0 }, 0),
      collide.segment({ 0, 0 }, { 0, 0.5 }), collide.box({ 0, 0.25 }, { 0, 0.25 }) },
    [3] = { collide.point({ 0, 0, 0 }), collide.segment({ 0, 0, 0 }, { 0, 0.5, 0 }),
      collide.segment({ -0.25, 0, 0 }, { 0.25, 0, 0 }),
      collide.box({ 0, 0.25, 0 }, { 0.25, 0.25, 0 }),
      collide.triangle({ -0.25, 0, 0 }, { 0.25, 0, 0 }, { 0, 0.5, 0 }) },
  }

  it("does not fall through the seam of two bodies or parts", function()
    for case = 4, 7 do
      local dim = case // 2
      for i, mover in ipairs(movers[dim]) do
        for _, height in ipairs { 0, 0.5 } do
          for _, along in ipairs { 0, 0.25 } do
            for _, speed in ipairs { 0, 1 / 3 } do
              local drift = dim == 2 and vec(speed, 0) or vec(speed, 0, 0)
              local world = seam_of(dim, 1, drift, case % 2 == 1)
              local body = world:add(mover:moved(dim == 2 and vec(0, height) or
                vec(0, height, 0)), { mass = 1, restitution = 0, response = "slide",
                velocity = drift + (dim == 2 and vec(along, 0) or vec(along, 0, 0)) })
              for _ = 1, 64 do world:step(1 / 64) end
              local low = body.shape:support(dim == 2 and vec(0, -1) or vec(0, -1, 0)).y
              assert.is_true(low > -1e-9 and low < 1e-6,
                ("%dD mover %d from %g at %g, drift %g: %g"):format(dim, i, height, along, speed,
                  low))
            end
          end
        end
      end
    end
  end)

  -- A skin of the chain counts where the boxes of its parts touch only with it.
  it("stops at the end of a segment of a chain", function()
    for _, rise in ipairs { 1e-6, 1e-3, 0.1 } do
      local world = collide.world { dim = 2, gravity = vec(0, -10) }
      local list = {}
      for x = -2, 4 do
        local y = x < 2 and 0 or rise
        list[#list + 1] = collide.segment({ x, y }, { x + 1, y })
      end
      world:add(collide.compound(list))
      local body = world:add(collide.segment({ 0, 0 }, { 0, 0.5 }),
        { mass = 1, velocity = { 1, 0 }, restitution = 0, response = "slide" })
      for _ = 1, 200 do world:step(DT) end
      assert.is_true(math.abs(body.position.x - 2) < 1e-9, "at " .. body.position.x)
    end
  end)
end)

-- Two solids side by side: of what falls onto their seam, within rounding of it, both let pass the
-- one that it grazes, and miss by rounding, or graze too, the other one.
describe("what has no width and falls within rounding of a seam", function()
  local movers = {
    [2] = {
      function(x) return collide.point { x, 0.5 } end,
      function(x) return collide.segment({ x, 0.5 }, { x, 1 }) end,
    },
    [3] = {
      function(x) return collide.point { x, 0.5, 0.25 } end,
      function(x) return collide.segment({ x, 0.5, -0.25 }, { x, 0.5, 0.25 }) end,
      function(x) return collide.triangle({ x, 0.5, 0 }, { x, 0.5, 0.5 }, { x, 1, 0.25 }) end,
      function(x) return collide.box({ x, 1, 0.25 }, { 0, 0.5, 0.5 }) end,
    },
  }
  local function solids(dim)
    local function solid(x0, x1)
      if dim == 2 then return collide.aabb({ x0, -1 }, { x1, 0 }) end
      return collide.aabb({ x0, -1, -2 }, { x1, 0, 2 })
    end
    return { solid(-3, 0.1), solid(0.1, 3) }
  end

  for dim = 2, 3 do
    for _, floor in ipairs { "bodies", "compound" } do
      it(("slips into no seam of %s in %dD"):format(floor, dim), function()
        local tiles = solids(dim)
        if floor == "compound" then tiles = { collide.compound(tiles) } end
        for n = -4, 4 do
          for i, mover in ipairs(cases.tries(n + 5) and movers[dim] or {}) do
            for _, speed in ipairs { 1, 40 } do
              local world = collide.world { dim = dim }
              local drift = n % 2 == 0 and 0 or 0.5
              local function velocity(x, y) return dim == 2 and vec(x, y) or vec(x, y, 0) end
              for _, tile in ipairs(tiles) do world:add(tile, { velocity = velocity(drift, 0) }) end
              local body = world:add(mover(0.1 + n * 2 ^ -56), { mass = 1, response = "slide",
                velocity = velocity(drift + (n - 1) * 1e-17, -speed) })
              for _ = 1, 31 do world:step(1 / 60) end
              local lowest = body.shape:bounds().min.y
              assert.is_true(lowest > -1e-9, ("mover %d at %d: %g"):format(i, n, lowest))
            end
          end
        end
      end)
    end
  end
end)

-- A segment presses a point onto a set, and function responses decide, again and again, slower each
-- time. The point's skin is round and very thin: it turns no facet that it lies on.
describe("a point that is pressed onto a set", function()
  it("stays above it, whatever slides", function()
    local sets = { collide.compound { collide.segment({ -5, 0 }, { 5, 0 }) },
      collide.mesh({ { -5, 0 }, { 0.1, 0 }, { 5, 0 } }, { { 1, 2, 2 }, { 2, 3, 3 } }) }
    for n = 5, 5 * cases.count(60), 5 do
      for _, floor in ipairs(sets) do
        local world = collide.world { dim = 2, gravity = vec(0, -9.8) }
        world:add(floor)
        local x, velocity = n / 300 - 0.6, vec(n % 7 / 20, -1 - n / 200)
        local function response() return "slide" end
        local point = world:add(collide.point { x, 0.5 }, { mass = 1, velocity = velocity,
          response = response, restitution = 0 })
        world:add(collide.segment({ x - 0.35, 2 }, { x + 0.45, 2 }), { mass = 0.5,
          velocity = velocity, response = response, restitution = 0.5 })
        for _ = 1, 60 do world:step(1 / 60) end
        assert.is_true(point.position.y > -1e-9, n .. ": " .. point.position.y)
      end
    end
  end)
end)

-- Its skin is thicker then than the gap in which it rests.
describe("what rests on a sheet and is fired at it", function()
  it("stays above it, however fast it is", function()
    local kinds = { collide.point { 0, 0.5, 0 },
      collide.segment({ -0.3, 0.5, 0 }, { 0.4, 0.6, 0.1 }),
      collide.triangle({ 0, 0.5, 0 }, { 0.5, 0.5, 0 }, { 0, 0.5, 0.3 }) }
    for seed = 1, cases.count(300) do
      local random = generate.random(seed)
      local world = collide.world { gravity = vec(0, seed % 2 == 0 and -9.8 or 0, 0) }
      world:add(collide.mesh({ { -50, 0, -50 }, { 50, 0, -50 }, { 0, 0, 50 } }, { { 1, 2, 3 } }))
      local body = world:add(kinds[seed % 3 + 1], { mass = 1, restitution = random.range(0, 0.5),
        velocity = vec(random.range(-1, 1), -5 * random.unit(), random.range(-1, 1)),
        response = ({ "stop", "slide", "bounce" })[seed // 3 % 3 + 1] })
      for _ = 1, 60 do world:step(1 / 60) end
      body.velocity = vec(random.range(-9, 9), -10 ^ random.range(0, 7), random.range(-9, 9))
      world:step(1 / 60)
      local low = body.shape:bounds().min.y
      assert.is_true(low > -1e-8, ("seed %d: %s, %g"):format(seed, body, low))
    end
  end)
end)

-- What asks has no contacts that hold it: it sinks into its skin until the next hit.
describe("what is thin and asks at each step, far from the origin", function()
  it("stays above the slope on which it slides", function()
    local normal, at = vec(math.sin(1), math.cos(1)), vec(1e6, -5e5)
    local segments, along = {}, vec(math.cos(1), -math.sin(1))
    for i = -8, 7 do segments[#segments + 1] = collide.segment(along * i, along * (i + 1)) end
    local world = collide.world { dim = 2, gravity = vec(0, -9.8) }
    world:add(collide.compound(segments):moved(at), { restitution = 0 })
    local body = world:add(collide.triangle({ 999999.7478268982, -499999.54586998327 },
      { 1000000.0179780511, -499999.96660547564 }, { 999999.9504402629, -499999.86142160255 }),
      { mass = 1, restitution = 0, response = function() return "bounce" end,
        velocity = vec(0.3450276323384209, -0.5373486998232482) })
    for step = 1, 60 do
      world:step(1 / 60)
      local high = (body.shape:support(-normal) - at):dot(normal)
      assert.is_true(high > -1e-8, ("step %d: %g"):format(step, high))
    end
  end)

  -- What a callback turns bounces ever lower, until its bounces are made of rounding.
  local turned_by_hand = {
    slides = function(body, other, hit)
      body.velocity = other.velocity + (body.velocity - other.velocity):slide(hit.normal)
    end,
    bounces = function(body, other, hit)
      body.velocity = other.velocity + (body.velocity - other.velocity):reflect(hit.normal, 0.5)
    end,
  }
  local thin_shapes = {
    collide.point({ 0, 0 }), collide.segment({ -0.25, 0 }, { 0.25, 0 }),
    collide.mesh({ vec(-0.25, 0), vec(0, 0), vec(0.25, 0) }, { { 1, 2, 2 }, { 2, 3, 3 } }),
    collide.triangle({ -0.25, 0 }, { 0.25, 0 }, { 0.125, 0 }), -- its height is rounding
  }

  local function play(shape, response, angle, offset, lift)
    local normal, at = vec(-math.sin(angle), math.cos(angle)), vec(offset, -offset / 2)
    local along = vec(normal.y, -normal.x)
    local world, segments = collide.world { dim = 2, gravity = vec(0, -9.8) }, {}
    for i = -8, 7 do segments[#segments + 1] = collide.segment(along * i, along * (i + 1)) end
    local sheet = world:add(collide.compound(segments):moved(at),
      { velocity = normal * lift, restitution = 0.5 })
    local from = sheet.position - at
    local body = world:add(shape:rotated(angle):moved(at + normal * 0.3 + along * 0.25), { mass = 1,
      restitution = 0.5, response = response, velocity = along * -0.25 })
    for step = 1, 120 do
      world:step(1 / 64)
      local high = (body.shape:support(-normal) - (sheet.position - from)):dot(normal)
      if math.abs((body.position - sheet.position):dot(along)) > 7 then return end
      assert.is_true(high > -1e-8 - 2e-15 * offset, ("%s at %g, slope %g, step %d: %g")
        :format(shape.kind, offset, angle, step, high))
    end
  end

  for name, response in pairs(turned_by_hand) do
    it("stays above what lifts it, however it is turned: " .. name, function()
      for _, shape in ipairs(thin_shapes) do
        for _, offset in ipairs { 0, 1e3, 1e6 } do
          for _, angle in ipairs { 0, 0.4, -1 } do
            for _, lift in ipairs { 0, 0.7 } do play(shape, response, angle, offset, lift) end
          end
        end
      end
    end)
  end
end)
