-- What lies on a sheet of many thin bodies and is turned by its owner, so that it crosses tiles
-- that it has never met, or lies below them without crossing one, is brought back to its side.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"

local vec = collide.vec
local DT = 1 / 60

local movers = { [2] = {
  segment = function() return collide.segment({ -0.25, 0 }, { 0.25, 0 }) end,
  box = function() return collide.box({ 0, 0 }, { 0.25, 0 }) end,
  polygon = function() return collide.polygon { { -0.25, 0 }, { 0.125, 0 }, { 0.25, 0 } } end,
  mesh = function()
    return collide.mesh({ vec(-0.25, 0), vec(0, 0), vec(0.25, 0) }, { { 1, 2, 2 }, { 2, 3, 3 } })
  end,
}, [3] = {
  segment = function() return collide.segment({ -0.25, 0, 0 }, { 0.25, 0, 0 }) end,
  needle = function() return collide.box({ 0, 0, 0 }, { 0.25, 0, 0 }) end,
  triangle = function()
    return collide.triangle({ -0.25, 0, -0.25 }, { 0.25, 0, -0.125 }, { 0, 0, 0.25 })
  end,
  cylinder = function() return collide.cylinder({ -0.25, 0, 0 }, { 0.25, 0, 0 }, 0) end,
} }

-- Tiles from -2 to 2, of many widths, so that seams of 3D tiles run everywhere.
local CUTS = { -2, -1, -0.5, -0.3, -0.125, 0, 0.2, 0.25, 0.5, 1, 2 }

local tiles = { [2] = {
  segments = function(add)
    for i = 2, #CUTS do add(collide.segment({ CUTS[i - 1], 0 }, { CUTS[i], 0 })) end
  end,
  meshes = function(add)
    for i = 2, #CUTS do
      local a, b = vec(CUTS[i - 1], 0), vec(CUTS[i], 0)
      add(collide.mesh({ a, (a + b) / 2, b }, { { 1, 2, 2 }, { 2, 3, 3 } }))
    end
  end,
}, [3] = {} }

local function each_square(found)
  for i = 2, #CUTS do
    for k = 2, #CUTS do found(CUTS[i - 1], CUTS[k - 1], CUTS[i], CUTS[k]) end
  end
end

tiles[3].boxes = function(add)
  each_square(function(x1, z1, x2, z2)
    add(collide.box({ (x1 + x2) / 2, 0, (z1 + z2) / 2 }, { (x2 - x1) / 2, 0, (z2 - z1) / 2 }))
  end)
end
tiles[3].triangles = function(add)
  each_square(function(x1, z1, x2, z2)
    add(collide.triangle({ x1, 0, z1 }, { x1, 0, z2 }, { x2, 0, z2 }))
    add(collide.triangle({ x1, 0, z1 }, { x2, 0, z2 }, { x2, 0, z1 }))
  end)
end

-- Up and down in turn, at a slope to the level: a fold at each seam.
local function fold_height(slope, x)
  local y = 0
  for i = 2, #CUTS do
    local from, to = CUTS[i - 1], math.min(CUTS[i], x)
    if to > from then y = y + (i % 2 == 0 and slope or -slope) * (to - from) end
  end
  return y
end
local slopes = {}
for _, slope in ipairs { 0.15, 1, 3 } do
  local function each_fold(found)
    for i = 2, #CUTS do
      local a, b = CUTS[i - 1], CUTS[i]
      found(a, fold_height(slope, a), b, fold_height(slope, b))
    end
  end
  local bodies, mesh = "bodies at a slope of " .. slope, "a mesh at a slope of " .. slope
  slopes[bodies], slopes[mesh] = slope, slope
  tiles[2][bodies] = function(add)
    each_fold(function(a, y1, b, y2) add(collide.segment({ a, y1 }, { b, y2 })) end)
  end
  tiles[2][mesh] = function(add)
    local points, faces = {}, {}
    each_fold(function(a, y1, b, y2)
      if #points == 0 then points[1] = vec(a, y1) end
      points[#points + 1] = vec(b, y2)
      faces[#faces + 1] = { #points - 1, #points, #points }
    end)
    add(collide.mesh(points, faces))
  end
  tiles[3][bodies], tiles[3][mesh] = function(add)
    each_fold(function(a, y1, b, y2)
      add(collide.triangle({ a, y1, -2 }, { a, y1, 2 }, { b, y2, 2 }))
      add(collide.triangle({ a, y1, -2 }, { b, y2, 2 }, { b, y2, -2 }))
    end)
  end, function(add)
    local points, faces = {}, {}
    each_fold(function(a, y1, b, y2)
      local n = #points
      for _, point in ipairs { vec(a, y1, -2), vec(a, y1, 2), vec(b, y2, 2), vec(b, y2, -2) } do
        points[#points + 1] = point
      end
      faces[#faces + 1], faces[#faces + 2] = { n + 1, n + 2, n + 3 }, { n + 1, n + 3, n + 4 }
    end)
    add(collide.mesh(points, faces))
  end
end

local responses = { "bounce", "slide", "stop" }

local function turn_of(random, dim, most)
  if dim == 2 then return random.range(-most, most) end
  return collide.quat(vec(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)),
    random.range(-most, most))
end

local function is_over(body, o, dim)
  local from = body.position - o
  return math.abs(from.x) < 1.7 and (dim == 2 or math.abs(from.z) < 1.7)
end

-- How often the mover was turned on the sheet, and in how many steps any of it was below; of a
-- folded sheet, its middle.
local function play(seed, dim, mover, floor)
  local random = generate.random(seed)
  local o = (dim == 2 and vec(1, -0.5) or vec(1, -0.5, 0.25)) * ({ 0, 1e3, 1e6 })[seed % 3 + 1]
  local world = collide.world { dim = dim, gravity = dim == 2 and vec(0, -9.8) or vec(0, -9.8, 0) }
  tiles[dim][floor](function(shape) world:add(shape:moved(o)) end)
  local turn = turn_of(random, dim, 0.1)
  local at = dim == 2 and vec(random.range(-1, 1), 0) or
    vec(random.range(-1, 1), 0, random.range(-1, 1))
  local shape = movers[dim][mover]():rotated(turn_of(random, dim, 3)):moved(at)
  local down = dim == 2 and vec(0, -1) or vec(0, -1, 0)
  local clear = random.range(0.16, 0.4)
  for _, x in ipairs(CUTS) do clear = math.max(clear, fold_height(slopes[floor] or 0, x) + 0.01) end
  shape:move(-down * (shape:support(down):dot(down) + clear))
  local body = world:add(shape:moved(o), { mass = 1, restitution = seed % 2 / 2,
    response = responses[seed % 3 + 1] })
  local turned, below = 0, 0
  for _ = 1, 100 do
    if world:touching(body)() then
      body.shape = body.shape:rotated(turn)
      turned = turned + 1
    end
    world:step(DT)
    if not is_over(body, o, dim) then break end
    local lowest = (o - body.shape:support(down)):dot(down)
    if slopes[floor] then
      local middle = body.position - o
      lowest = middle.y - fold_height(slopes[floor], middle.x)
    end
    if lowest < -1e-8 - 16 * 2 ^ -52 * o:length() then below = below + 1 end
  end
  return turned, below
end

-- On each floor each mover stays above in so many scenes; it is turned more often than `least`.
local function stays_above(what, played, scenes, least)
  describe(what, function()
    for dim = 2, 3 do
      for floor in pairs(tiles[dim]) do
        it(("stays above %s in %dD"):format(floor, dim), function()
          local turned = 0
          for mover in pairs(movers[dim]) do
            for seed = 1, cases.count(scenes) do
              local turns, below = played(seed, dim, mover, floor)
              assert.equal(0, below, ("%s, seed %d"):format(mover, seed))
              turned = turned + turns
            end
          end
          assert.is_true(turned > least, "turned " .. turned)
        end)
      end
    end
  end)
end

stays_above("what is turned on a sheet of many bodies", play, 8, 60)

-- How often what lies on a sheet is below it after a step, while the sheet is turned about the
-- origin, to and fro.
local function play_turned(seed, dim, mover, floor)
  local random = generate.random(seed)
  local world = collide.world { dim = dim, gravity = dim == 2 and vec(0, -9.8) or vec(0, -9.8, 0) }
  local sheet, middle = {}, dim == 2 and vec(0, 0) or vec(0, 0, 0)
  tiles[dim][floor](function(shape) sheet[#sheet + 1] = world:add(shape) end)
  local high = 0.2
  for _, x in ipairs(CUTS) do high = math.max(high, fold_height(slopes[floor] or 0, x) + 0.01) end
  local shape = movers[dim][mover]():rotated(turn_of(random, dim, 3))
  local at = { random.range(-0.5, 0.5), high - shape:bounds().min.y, random.range(-0.5, 0.5) }
  local body = world:add(shape:moved(dim == 2 and vec(at[1], at[2]) or vec(at[1], at[2], at[3])),
    { mass = 1, response = responses[seed % 3 + 1] })
  local angle, turned, below = 0, 0, 0
  for step = 1, 80 do
    if world:touching(body)() then
      local turn = step % 40 < 20 and 0.02 or -0.02
      local by = dim == 2 and turn or collide.quat(vec(0, 0, 1), turn)
      for _, part in ipairs(sheet) do part.shape = part.shape:rotated(by, middle) end
      angle, turned = angle + turn, turned + 1
    end
    world:step(DT)
    local p, c, s = body.position, math.cos(angle), math.sin(angle)
    local x, y = c * p.x + s * p.y, c * p.y - s * p.x
    if math.abs(x) > 1.7 or (dim == 3 and math.abs(p.z) > 1.7) then break end
    if y < fold_height(slopes[floor] or 0, x) - 1e-8 then below = below + 1 end
  end
  return turned, below
end

tiles[2]["one body"] = function(add) add(collide.segment({ -2, 0 }, { 2, 0 })) end
tiles[3]["one body"] = function(add) add(collide.box({ 0, 0, 0 }, { 2, 0, 2 })) end

stays_above("what lies on a sheet that is turned", play_turned, 6, 40)

describe("what lies on a floor and swings about its end", function()
  for _, dim in ipairs { 2, 3 } do
    it(("stays above it in %dD"):format(dim), function()
      local function at(x, y) return dim == 2 and vec(x, y) or vec(x, y, 0.1) end
      for _, width in ipairs { 0.25, 0.5, 4 } do
        for i = 1, cases.count(17) do
          local degrees = i * 170 // cases.count(17)
          local world = collide.world { gravity = at(0, -9.8) - at(0, 0) }
          for x = -4, 4 - width, width do
            world:add(dim == 2 and collide.segment({ x, 0 }, { x + width, 0 }) or
              collide.box({ x + width / 2, 0, 0 }, { width / 2, 0, 2 }))
          end
          local body = world:add(collide.segment(at(0.013, 0.01), at(1.013, 0.01)),
            { mass = 1, response = "slide" })
          for _ = 1, 8 do world:step(DT) end
          local a, angle = body.shape.a, -math.rad(degrees)
          body.shape = collide.segment(a, a + at(math.cos(angle), math.sin(angle)) - at(0, 0))
          for _ = 1, 4 do world:step(DT) end
          local lowest = math.min(body.shape.a.y, body.shape.b.y)
          assert.is_true(lowest > -1e-8, ("%d degrees on %g: %g"):format(degrees, width, lowest))
        end
      end
    end)
  end
end)

describe("what is turned on very many bodies", function()
  it("stays above them all", function()
    local turned = 0
    for seed = 1, cases.count(4) do
      local random = generate.random(seed)
      local world = collide.world { dim = 2, gravity = { 0, -9.8 } }
      for i = -200, 199 do world:add(collide.segment({ i / 8, 0 }, { (i + 1) / 8, 0 })) end
      local body = world:add(collide.segment({ -20, 0.25 }, { 20, 0.25 }),
        { mass = 1, response = responses[seed % 3 + 1] })
      for step = 1, 60 do
        if world:touching(body)() then
          body.shape = body.shape:rotated(random.range(-0.1, 0.1))
          turned = turned + 1
        end
        world:step(DT)
        local lowest = body.shape:support({ 0, -1 }).y
        assert.is_true(lowest > -1e-8, ("seed %d, step %d: %g"):format(seed, step, lowest))
      end
    end
    assert.is_true(turned > 4, "turned " .. turned)
  end)

  -- The sides of all parts in reach are found from part to part: in n log n, not n^2.
  it("stays above all triangles of a terrain", function()
    local n, points, faces = 24, {}, {}
    for i = 0, n do
      for k = 0, n do
        local y = math.sin(i * 0.7) * math.cos(k * 0.9) / 50
        points[#points + 1] = vec(i / 6 - 2, y, k / 6 - 2)
        local at = #points
        if i < n and k < n then
          faces[#faces + 1] = { at, at + 1, at + n + 1 }
          faces[#faces + 1] = { at + n + 1, at + 1, at + n + 2 }
        end
      end
    end
    local terrain = collide.mesh(points, faces)
    local world = collide.world { gravity = { 0, -9.8, 0 } }
    world:add(terrain)
    local body = world:add(collide.segment({ -1.5, 0.1, 0 }, { 1.5, 0.1, 0 }),
      { mass = 1, response = "slide" })
    local turned = 0
    for i = 1, 60 do
      if world:touching(body)() then
        body.shape = body.shape:rotated(collide.quat({ 0, 1, 0.5 }, 0.1 * (-1) ^ (i // 3)))
        turned = turned + 1
      end
      world:step(DT)
      for k = 0, 8 do
        local point = collide.point(body.shape.a + (body.shape.b - body.shape.a) * (k / 8))
        local below = terrain:raycast(point.position, { 0, 1, 0 })
        assert.is_true(not below or below.t < 1e-8, ("turned %d times, %s"):format(turned, below))
      end
    end
    assert.is_true(turned > 8, "turned " .. turned)
  end)
end)

-- Tiles that meet at 0 and every 0.25 from there, thin and solid ones beside each other, that stand
-- or drift together along x.
local kinds = { [2] = {
  function(a, b, at) return { collide.segment(at(a, 0), at(b, 0)) } end,
  function(a, b, at)
    return { collide.polygon { at(a, 0), at(a, -0.5), at(b, -0.5), at(b, 0) } }
  end,
  function(a, b, at, angle)
    return { collide.box(at((a + b) / 2, -0.25), vec((b - a) / 2, 0.25), angle) }
  end,
}, [3] = {
  function(a, b, at, _, q)
    return { collide.box(at((a + b) / 2, 0, 0), vec((b - a) / 2, 0, 1), q) }
  end,
  function(a, b, at, _, q)
    return { collide.box(at((a + b) / 2, -0.25, 0), vec((b - a) / 2, 0.25, 1), q) }
  end,
  function(a, b, at)
    return { collide.triangle(at(a, 0, -1), at(b, 0, -1), at(a, 0, 1)),
      collide.triangle(at(b, 0, -1), at(b, 0, 1), at(a, 0, 1)) }
  end,
  function(a, b, at)
    return { collide.mesh({ at(a, 0, -1), at(b, 0, -1), at(b, 0, 1), at(a, 0, 1) },
      { { 1, 2, 3 }, { 1, 3, 4 } }) }
  end,
} }
local thin_at = { [2] = {
  function(at) return collide.point(at(0, 0)) end,
  function(at) return collide.circle(at(0, 0), 0) end,
  function(at) return collide.segment(at(-0.25, 0), at(0.25, 0)) end,
  function(at) return collide.segment(at(0, 0), at(0, 0.5)) end,
}, [3] = {
  function(at) return collide.point(at(0, 0, 0.1)) end,
  function(at) return collide.segment(at(-0.2, 0, 0.1), at(0.2, 0, 0.2)) end,
  function(at) return collide.segment(at(0, 0, 0.1), at(0, 0.5, 0.1)) end,
  function(at) return collide.triangle(at(-0.2, 0, 0), at(0.2, 0, 0.1), at(0, 0, 0.3)) end,
} }

local function slide_from_seam(seed, dim, kind, drift, by_callback)
  local random = generate.random(seed)
  local angle = random.chance(0.3) and 0 or random.range(-3, 3)
  local q = collide.quat(vec(0, 0, 1), angle)
  local far = random.chance(0.3) and 100 or 0
  local o = dim == 3 and vec(far, far, far) or vec(far, far)
  local function along(x, y, z)
    if dim == 3 then return q * vec(x, y, z or 0) end
    return vec(math.cos(angle) * x - math.sin(angle) * y,
      math.sin(angle) * x + math.cos(angle) * y)
  end
  local up = along(0, 1)
  local world = collide.world { dim = dim, gravity = up * -9.8 }
  for i = -4, 12 do
    local make = kinds[dim][random.integer(1, #kinds[dim])]
    for _, shape in ipairs(make(i / 4, (i + 1) / 4, along, angle, q)) do
      world:add(shape:moved(o), { velocity = along(drift, 0), restitution = 0 })
    end
  end
  local velocity = along(1 + drift, 0)
  local response = seed % 2 == 0 and "slide" or "bounce"
  local on_seam = thin_at[dim][kind](along):moved(o)
  local body, put
  body = world:add(by_callback and on_seam:moved(up * 0.05) or on_seam, { mass = 1,
    velocity = velocity, restitution = 0,
    response = not by_callback and response or function()
      if not put then body.shape, put = on_seam, true end
      return response
    end })
  local events = 0
  for _ = 1, 100 do
    world:step(DT)
    for event in world:events() do
      local normal = event.a == body and event.normal or -event.normal
      if (normal - up):length() > 1e-6 then return events, ("normal %s"):format(normal) end
      events = events + 1
    end
  end
  if by_callback and not put then return events, "not put" end
  local height = (body.shape:support(-up) - o):dot(up)
  if math.abs(height) > 1e-9 then return events, ("height %g"):format(height) end
  local off = (body.velocity - velocity):slide(up):length()
  return events, off > 1e-7 and ("speed off by %g"):format(off) or nil
end

describe("what is thin and put exactly on a seam", function()
  for dim = 2, 3 do
    for _, drift in ipairs { 0, 0.5, -3 } do
      it(("slides on from there in %dD, on a floor that moves by %g"):format(dim, drift), function()
        local all = 0
        for kind = 1, #thin_at[dim] do
          for seed = 1, cases.count(18) do
            local by_callback = seed % 3 == 0
            local events, wrong = slide_from_seam(seed, dim, kind, drift, by_callback)
            assert.is_nil(wrong, ("kind %d, seed %d: %s"):format(kind, seed, wrong))
            all = all + events
          end
        end
        assert.is_true(all >= 20, all .. " events")
      end)
    end
  end
end)
