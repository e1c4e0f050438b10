-- The seams of a floor are no edges: shapes of every kind land on floors of tiles with a corner
-- over a seam, from all sides, and the hit, the contact and the manifold are those of the floor
-- in one piece; a sliding loop of casts goes the same way over both. Floors of boxes, polygons
-- and triangles, chains of segments, T-joints, tiles of sizes that are not dyadic, at any angle.
-- Real edges count: a step of 1e-6, a gap that is wider than rounding. Rays that aim at shared
-- edges and corners of closed meshes never pass between their triangles. Guarded by the number
-- of hits.
local collide = require "collide"
local first_hit = dofile "scripts/lib/first_hit.lua"
local generate = require "tests.support.generate"
local tried = require "tests.support.cases"
local vec = collide.vec

local cases = tried.count(3)
local sizes = { 0.1, 1 / 3, 1 }
local first, last = -3, 3 -- the floor's extent along x

-- ------------------------------------------------------------------------------------------ floors

-- Each takes a function that turns vectors, the same turn as a rotation, and the size of a tile.
local function box(turn, rotation, low, high)
  return collide.box(turn((low + high) / 2), (high - low) / 2, rotation)
end

local function columns(size)
  local i, count = -1, math.ceil((last - first) / size)
  return function()
    i = i + 1
    if i < count then return first + i * size, first + (i + 1) * size end
  end
end

local floors = { {}, {}, {} }

floors[2].boxes = function(turn, rotation, size)
  local tiles = {}
  for x0, x1 in columns(size) do
    tiles[#tiles + 1] = box(turn, rotation, vec(x0, -1), vec(x1, 0))
  end
  return collide.compound(tiles)
end

floors[2].polygons = function(turn, _, size)
  local tiles = {}
  for x0, x1 in columns(size) do
    tiles[#tiles + 1] =
      collide.polygon { turn(vec(x0, 0)), turn(vec(x0, -1)), turn(vec(x1, -1)), turn(vec(x1, 0)) }
  end
  return collide.compound(tiles)
end

floors[2].mesh = function(turn, _, size)
  local v, t = { turn(vec(first, 0)), turn(vec(first, -1)) }, {}
  for _, x in columns(size) do
    local n = #v
    v[n + 1], v[n + 2] = turn(vec(x, 0)), turn(vec(x, -1))
    t[#t + 1], t[#t + 2] = { n - 1, n, n + 1 }, { n, n + 1, n + 2 }
  end
  return collide.mesh(v, t)
end

floors[2].chain = function(turn, _, size)
  local tiles = {}
  for x0, x1 in columns(size) do
    tiles[#tiles + 1] = collide.segment(turn(vec(x0, 0)), turn(vec(x1, 0)))
  end
  return collide.compound(tiles)
end

local function rows_of_boxes(shift)
  return function(turn, rotation, size)
    local tiles = {}
    for z = -2, 1 do
      local by = z % 2 * shift * size
      for x0, x1 in columns(size) do
        tiles[#tiles + 1] = box(turn, rotation, vec(x0 + by, -1, z), vec(x1 + by, 0, z + 1))
      end
    end
    return collide.compound(tiles)
  end
end
floors[3].boxes = rows_of_boxes(0)
floors[3].joints = rows_of_boxes(0.5)

floors[3].mesh = function(turn, _, size)
  local v, t = {}, {}
  local function row(x) for z = -2, 2 do v[#v + 1] = turn(vec(x, 0, z)) end end
  row(first)
  for _, x in columns(size) do
    row(x)
    for n = #v - 8, #v - 5 do
      t[#t + 1], t[#t + 2] = { n - 1, n, n + 4 }, { n, n + 5, n + 4 }
    end
  end
  return collide.mesh(v, t)
end

-- ------------------------------------------------------------------------------------------ movers

local movers = { {}, {}, {} }
movers[2] = {
  box = collide.aabb({ -0.5, 0 }, { 0.5, 1 }),
  turned = collide.box({ 0, 1 }, { 0.5, 0.3 }, 0.7),
  circle = collide.circle({ 0, 0.5 }, 0.5),
  capsule = collide.capsule({ 0, 0.3 }, { 0.5, 0.3 }, 0.3),
  polygon = collide.polygon { { 0, 0 }, { 0.6, 0 }, { 0.9, 0.5 }, { 0.3, 1 }, { -0.2, 0.5 } },
  triangle = collide.triangle({ 0, 0 }, { 0.6, 0 }, { 0.3, 0.7 }),
  point = collide.point { 0, 0 },
  segment = collide.segment({ 0, 0 }, { 0.5, 0 }),
  upright = collide.segment({ 0, 0 }, { 0, 0.6 }),
  round = collide.box({ 0, 0.5 }, { 0.4, 0.4 }, 0, 0.1),
  compound = collide.compound { collide.aabb({ 0, 0 }, { 0.5, 0.5 }),
    collide.aabb({ 0.5, 0 }, { 1, 0.5 }), collide.circle({ 1.2, 0.3 }, 0.3) },
}
-- Puts the lowest points at height 0.
local function put_down(list)
  for _, shape in pairs(list) do
    local low = shape:bounds().min
    shape:move(low.z and vec(0, -low.y, 0) or vec(0, -low.y))
  end
end
put_down(movers[2])
local skew = collide.quat({ 0, 1, 0 }, 0.3)
movers[3] = {
  box = collide.aabb({ -0.5, 0, -0.5 }, { 0.5, 1, 0.5 }),
  turned = collide.box({ 0, 0.5, 0 }, { 0.5, 0.5, 0.5 }, skew),
  tilted = collide.box({ 0, 1, 0 }, { 0.5, 0.4, 0.3 }, collide.quat({ 1, 2, 3 }, 0.8)),
  sphere = collide.sphere({ 0, 0.5, 0 }, 0.5),
  capsule = collide.capsule({ 0, 0.3, 0 }, { 0.5, 0.3, 0.1 }, 0.3),
  hull = collide.hull { { 0, 0, 0 }, { 0.6, 0, 0 }, { 0, 0, 0.6 }, { 0.7, 0, 0.7 },
    { 0.3, 0.8, 0.3 }, { -0.2, 0.4, 0.2 } },
  triangle = collide.triangle({ 0, 0, 0 }, { 0.6, 0, 0.1 }, { 0.3, 0.7, 0.2 }),
  flat = collide.triangle({ 0, 0, 0 }, { 0.6, 0, 0.1 }, { 0.3, 0, 0.5 }),
  segment = collide.segment({ 0, 0, 0 }, { 0.5, 0, 0.2 }),
  point = collide.point { 0, 0, 0 },
  cylinder = collide.cylinder({ 0, 0, 0 }, { 0, 0.8, 0 }, 0.4),
  lying = collide.cylinder({ 0, 0.4, 0 }, { 0.3, 0.4, 0.5 }, 0.4),
  cone = collide.cone({ 0, 0, 0 }, { 0, 0.8, 0 }, 0.4),
  tip = collide.cone({ 0, 0.8, 0 }, { 0, 0, 0 }, 0.4),
  round = collide.box({ 0, 0.5, 0 }, { 0.4, 0.4, 0.4 }, skew, 0.1),
  compound = collide.compound { collide.aabb({ 0, 0, 0 }, { 0.5, 0.5, 0.5 }),
    collide.aabb({ 0.5, 0, 0 }, { 1, 0.5, 0.7 }), collide.sphere({ 1.2, 0.3, 0 }, 0.3) },
}
put_down(movers[3])
local flat_movers = { point = true, segment = true, flat = true }
local thin_floors = { [2] = "chain", [3] = "mesh" }
local is_curved = { cylinder = true, lying = true, cone = true, tip = true }

-- ----------------------------------------------------------------------------------------- turning

-- A turn about the origin as a function and as a rotation; the first of some is none.
local function random_turn(random, dim, n)
  if dim == 2 then
    local angle = n == 1 and 0 or 6 * random()
    local c, s = math.cos(angle), math.sin(angle)
    return function(v) return vec(c * v.x - s * v.y, s * v.x + c * v.y) end, angle
  end
  local axis = vec(random() - 0.5, random() - 0.5, random() - 0.5)
  local q = collide.quat(axis, n == 1 and 0 or 6 * random())
  return function(v) return q * v end, q
end

local function vec_of(dim, x, y, z)
  if dim == 2 then return vec(x, y) end
  return vec(x, y, z or 0)
end

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- Random numbers in [0, 1), or integers as of math.random.
local function generator(seed)
  local random = generate.random(seed)
  return function(low, high)
    local x = random.unit()
    if not low then return x end
    if not high then low, high = 1, low end
    return low + math.floor(x * (high - low + 1))
  end
end

-- Calls visit with each kind of floor and mover, sizes of tiles and some turns, which it numbers.
local function each_scene(dim, visit)
  local random, number = generator(1500 + dim), 0
  for _, floor in ipairs(sorted_keys(floors[dim])) do
    for _, size in ipairs(sizes) do
      for n = 1, 2 do
        local turn, rotation = random_turn(random, dim, n)
        local tiled = floors[dim][floor](turn, rotation, size)
        local bodies = collide.world { dim = dim }
        if tiled.kind == "compound" then
          for _, tile in ipairs(tiled.shapes) do bodies:add(tile) end
        end
        for _, mover in ipairs(sorted_keys(movers[dim])) do
          number = number + 1
          visit {
            number = number,
            random = random, turn = turn, tiled = tiled, bodies = bodies,
            floor = floor, mover = mover, size = size,
            shape = movers[dim][mover], rotation = rotation, up = turn(vec_of(dim, 0, 1)),
            thin = flat_movers[mover] and floor == thin_floors[dim],
            name = ("%dD %s over %s of %g"):format(dim, mover, floor, size),
          }
        end
      end
    end
  end
end

local function same_direction(n, m, name, tolerance)
  assert.is_true(n:dot(m) > 0 and (n - m):length() <= (tolerance or 1e-9), name)
end

describe("A floor of tiles", function()
  local zero = { [2] = vec(0, 0), [3] = vec(0, 0, 0) }

  -- Where the mover is when one of its lowest points is over a seam.
  local function over_seam(s, dim)
    local random = s.random
    local tilt = random() < 0.5 and 1e-3 or 1
    local low = s.shape:support(vec_of(dim, tilt * (random() - 0.5), -1, tilt * (random() - 0.5)))
    local seam = first + s.size * random(math.ceil(2 / s.size), math.floor(4 / s.size))
    local z = random() < 0.3 and -(low.z or 0) or random() - 0.5
    return s.shape:moved(vec_of(dim, seam - low.x, 0, z)):rotated(s.rotation, zero[dim])
  end

  for dim = 2, 3 do
    it("is landed on as if it were in one piece, in " .. dim .. "D", function()
      local hits = 0
      each_scene(dim, function(s)
        local plane, random = collide.plane(s.up, 0), s.random
        local rounding = is_curved[s.mover] and 1e-4 or 1e-9
        for i = 1, cases do
          local there, name = over_seam(s, dim), s.name .. " case " .. i
          local motion = vec_of(dim, random() - 0.5, -random(), random() - 0.5)
          if i % 4 == 0 then motion = vec_of(dim, random() < 0.5 and 1 or -1, -0.01 * random()) end
          motion = s.turn(motion)
          local start = i % 4 == 1 and not s.thin and there or there:moved(-0.5 * motion)
          local expected = start:shapecast(motion, plane)
          local function compare(hit)
            if not (hit and expected) then
              assert.is_true(s.thin or hit == expected, name)
              return
            end
            hits = hits + 1
            same_direction(hit.normal, s.up, name, rounding)
            assert.near(expected.approach, hit.approach, rounding, name)
            assert.is_true(math.abs(hit.t - expected.t) * expected.approach <= 1e-9, name)
          end
          compare(start:shapecast(motion, s.tiled))
          if #s.bodies > 0 then
            name = name .. " of a world"
            compare((s.bodies:shapecast(start, motion)))
            if s.mover == "point" then
              compare((s.bodies:raycast(start.center, motion, 1)))
            end
          end
        end
      end)
      assert.is_true(hits > 200 * cases)
    end)

    it("has the contacts and manifolds of one piece, in " .. dim .. "D", function()
      each_scene(dim, function(s)
        if s.thin then return end
        local plane, ahead = collide.plane(s.up, 0), s.turn(vec_of(dim, 1, 0))
        local function extent(manifold)
          local low, high = math.huge, -math.huge
          for _, p in ipairs(manifold.points) do
            low = math.min(low, p.point_b:dot(ahead))
            high = math.max(high, p.point_b:dot(ahead))
          end
          return low, high
        end
        for i = 1, cases do
          local there, name = over_seam(s, dim), s.name .. " case " .. i
          local contact = there:contact(s.tiled, 1e-9)
          same_direction(contact.normal, s.up, name)
          assert.near(0, contact.distance, 1e-12, name)
          local between = contact.point_a - contact.point_b - contact.distance * contact.normal
          assert.is_true(between:length() <= 1e-12, name)
          local manifold, expected = there:manifold(s.tiled, 1e-9), there:manifold(plane, 1e-9)
          same_direction(manifold.normal, s.up, name)
          if not is_curved[s.mover] then
            local low, high = extent(manifold)
            local least, most = extent(expected)
            assert.near(least, low, 1e-3, name)
            assert.near(most, high, 1e-3, name)
          end
        end
      end)
    end)

    it("is slid over the same way as one piece, in " .. dim .. "D", function()
      local function slide(s, floor, shape, velocity)
        local way, hits = zero[dim], 0
        for _ = 1, 24 do
          velocity = velocity - 9.8 / 60 * s.up
          local motion, n = velocity / 60, 0
          repeat
            local hit = first_hit(shape, motion, { floor })
            local part = hit and motion * hit.t or motion
            shape:move(part)
            way = way + part
            if hit then
              same_direction(hit.normal, s.up, s.name)
              motion = ((1 - hit.t) * motion):slide(hit.normal)
              velocity = velocity:slide(hit.normal)
            end
            n = n + 1
            hits = hits + (hit and 1 or 0)
          until not hit or n == 16
          assert.is_true(n < 16, s.name)
        end
        return way, hits
      end
      each_scene(dim, function(s)
        if s.thin or s.size ~= 1 / 3 or not tried.tries(s.number) then return end
        local above = vec_of(dim, 0, 0.01 * s.random())
        local start = s.shape:moved(above):rotated(s.rotation, zero[dim])
        local velocity = s.turn(vec_of(dim, 1.5, 0, 0.2))
        local way = slide(s, collide.plane(s.up, 0), start:clone(), velocity)
        local other, hits = slide(s, s.tiled, start:clone(), velocity)
        assert.is_true((way - other):length() <= 1e-9, s.name)
        assert.is_true(hits >= 24 - 5, s.name)
      end)
    end)
  end

  it("stops at a step of 1e-6, and lets into a gap what fits", function()
    for i = 1, 200 do
      local random = generator(i)
      local turn, angle = random_turn(random, 2, i)
      local function tile(x0, x1, top) return box(turn, angle, vec(x0, top - 1), vec(x1, top)) end
      local step = collide.compound { tile(-1, 0, 0), tile(0, 1, 1e-6) }
      local mover = box(turn, angle, vec(-0.7, 1e-8), vec(-0.2, 0.5))
      local hit = mover:shapecast(turn(vec(0.5, 0)), step)
      same_direction(hit.normal, turn(vec(-1, 0)), "step")
      assert.near(0.4, hit.t, 1e-12)
      assert.near(0.5, hit.approach, 1e-12)
      local gap = collide.compound { tile(-1, 0, 0), tile(1e-6, 1, 0) }
      local down = turn(vec(0, -0.5))
      local thin = box(turn, angle, vec(1e-7, 0.1), vec(9e-7, 0.2))
      assert.is_nil(thin:shapecast(down, gap))
      local wide = box(turn, angle, vec(-1e-7, 0.1), vec(1.1e-6, 0.2))
      hit = wide:shapecast(down, gap)
      same_direction(hit.normal, turn(vec(0, 1)), "gap")
    end
  end)
end)

-- A segment falls past the common end of two flat parts: it comes from beyond both, and neither
-- turns it away.
describe("The end of flat parts", function()
  it("is grazed by what comes from beyond", function()
    local ends = collide.compound { collide.segment({ 1, 0 }, { 2, 2 }),
      collide.segment({ 1, 0 }, { 2, 0 }) }
    local hit = collide.segment({ -1, 1 }, { 1, 1 }):shapecast({ 0, -2 }, ends)
    assert.is_true(hit.t == 0.5 and hit.approach <= 0, tostring(hit))
    local edges = collide.mesh({ { 1, 0, -1 }, { 1, 0, 1 }, { 2, 2, 0 }, { 2, 0, 0 } },
      { { 1, 2, 3 }, { 1, 2, 4 } })
    hit = collide.segment({ -1, 1, 0 }, { 1, 1, 0 }):shapecast({ 0, -2, 0 }, edges)
    assert.is_true(hit.t == 0.5 and hit.approach <= 0, tostring(hit))
  end)

  it("leaves its side beside another part", function()
    local ceiling = collide.compound { collide.segment({ 2, 2 }, { -2, 2 }),
      collide.aabb({ 1, 2 }, { 2, 3 }) }
    local hit = collide.segment({ 1, 1 }, { 2, 1 }):shapecast({ -2, 2 }, ceiling)
    assert.are.equal(vec(0, -1), hit.normal)
    assert.are.equal(2.0, hit.approach)
  end)
end)

describe("A closed mesh", function()
  it("lets no ray in at its edges and corners", function()
    local rays = tried.count(20000)
    local random = generator(1)
    local function direction()
      local v = vec(random() - 0.5, random() - 0.5, random() - 0.5)
      return v:normalized(vec(1, 0, 0))
    end
    for n = 1, 10 do
      local v, t = {}, {} -- a bumpy sphere of rings, all corners shared
      local rings, sectors = 5 + n % 3, 7
      v[1] = vec(0, 1, 0)
      for i = 1, rings do
        for k = 1, sectors do
          local a, b = math.pi * i / (rings + 1), 2 * math.pi * k / sectors
          local r = n % 2 == 0 and 1 or 0.8 + 0.4 * random()
          v[#v + 1] = r * vec(math.sin(a) * math.cos(b), math.cos(a), math.sin(a) * math.sin(b))
        end
      end
      v[#v + 1] = vec(0, -1, 0)
      local function at(i, k) return 2 + (i - 1) * sectors + k % sectors end
      for k = 1, sectors do
        t[#t + 1] = { 1, at(1, k), at(1, k + 1) }
        t[#t + 1] = { #v, at(rings, k), at(rings, k + 1) }
        for i = 1, rings - 1 do
          t[#t + 1] = { at(i, k), at(i + 1, k), at(i + 1, k + 1) }
          t[#t + 1] = { at(i, k), at(i + 1, k + 1), at(i, k + 1) }
        end
      end
      local offset = n <= 4 and vec(0, 0, 0) or 100 * direction()
      local mesh = collide.mesh(v, t):moved(offset)
      for _ = 1, rays / 10 do
        local corners = t[random(#t)]
        local p, q = v[corners[1]], v[corners[2]]
        local aim = random() < 0.3 and p or p:lerp(q, random())
        local inside = 0.2 * random() * direction()
        local origin = inside + 3 * (aim - inside)
        local hit = collide.raycast(origin + offset, inside - origin, mesh)
        local name = tostring(hit)
        assert.is_true(hit ~= nil and hit.t <= 2 / 3 + 1e-12, name)
        assert.is_true(hit.approach > 0, name)
        assert.near(1, hit.normal:length(), 1e-15)
      end
    end
  end)
end)
