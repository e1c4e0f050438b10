-- occluded is whether raycast has a hit: for all kinds, random and degenerate, alone, in lists and
-- batches, sets and worlds; at the ends of the hits too, and for tangents, rays along edges and
-- through corners, which the quick tests leave to the ray cast.
local collide = require "collide"
local cases = require "tests.support.cases"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local grid_mesh = require "tests.support.grid_mesh"
local vec = collide.vec

-- A ray from a place that is often far away, or a corner of the shape, towards another place or
-- along an axis; of any length, sometimes none.
local function ray(random, style, dim, scale, shape)
  local zero = dim == 2 and vec(0, 0) or vec(0, 0, 0)
  local origin = generate.vector(random, style, dim) * (random.chance(0.3) and 4 or 1) * scale
  local aim = generate.vector(random, style, dim) * scale
  if random.chance(0.2) then aim = shape:support(generate.vector(random, style, dim)) end
  local direction = aim - origin
  if not (direction:length() < math.huge) then direction = origin end
  if random.chance(0.2) then
    direction = dim == 2 and vec(random.integer(-1, 1), random.integer(-1, 1)) or
      vec(random.integer(-1, 1), random.integer(-1, 1), random.integer(-1, 1))
  elseif random.chance(0.05) then
    direction = zero
  end
  if random.chance(0.3) then direction = direction * ({ 0.1, 1e-6, 1e6 })[random.integer(1, 3)] end
  return origin, direction
end

-- Times to end at: those of the hit, one double less and more, and others.
local function ends(random, hit)
  local list = { math.huge, 1, 0, random.range(0, 2) }
  if hit then
    list[#list + 1] = hit.t
    list[#list + 1] = hit.t * (1 - 2.0 ^ -53)
    list[#list + 1] = hit.t * (1 + 2.0 ^ -52)
    if hit.exit < math.huge and hit.exit >= 0 then list[#list + 1] = hit.exit end
  end
  return list
end

local function check(shape, origin, direction, tmax)
  local hit = collide.raycast(origin, direction, shape, tmax) ~= nil
  if collide.occluded(origin, direction, shape, tmax) ~= hit then
    error(("occluded(%s, %s, %s, %.17g) is not %s"):format(origin, direction, shape, tmax, hit), 0)
  end
  return hit
end

for dim = 2, 3 do
  describe(("occluded in %dD"):format(dim), function()
    for _, kind in ipairs(generate.kinds(dim)) do
      it("by a " .. kind .. " is whether raycast hits", function()
        local random, hits, all = generate.random(4000 + dim), 0, 0
        for _ = 1, cases.count(3000) do
          local shape, _, style = generate.pair(random, kind, kind, dim)
          local scale = ({ 1, 1, 2.0 ^ 30, 2.0 ^ -30 })[random.integer(1, 4)]
          shape = generate.scaled(shape, scale)
          local origin, direction = ray(random, style, dim, scale, shape)
          for _, tmax in ipairs(ends(random, shape:raycast(origin, direction))) do
            hits = hits + (check(shape, origin, direction, tmax) and 1 or 0)
            all = all + 1
          end
          assert.equal(shape:raycast(origin, direction) ~= nil, shape:occluded(origin, direction))
        end
        assert.is_true(hits > all / 20 and hits < all * 0.95, hits .. " of " .. all)
      end)
    end

    it("by many is whether any of them is hit", function()
      local random, kinds, hits = generate.random(4100 + dim), generate.kinds(dim), 0
      local scenes = cases.count(300)
      for _ = 1, scenes do
        local list, style, world = {}, nil, collide.world { dim = dim }
        for i = 1, random.integer(1, 12) do
          local kind = kinds[random.integer(1, #kinds)]
          list[i], _, style = generate.pair(random, kind, kind, dim)
          list[i]:move(generate.vector(random, style, dim) * 4)
          world:add(list[i], { group = 1 << i % 3, mass = i % 2 == 0 and 1 or nil })
        end
        local batch, compound = collide.batch(list), collide.compound(list)
        for _ = 1, 4 do
          local origin, direction = ray(random, style, dim, 1, list[1])
          origin = origin * 3
          local first = collide.raycast_all(origin, direction, list)[1]
          for _, tmax in ipairs(ends(random, first)) do
            local hit = #collide.raycast_all(origin, direction, list, tmax) > 0
            assert.equal(hit, collide.occluded(origin, direction, list, tmax))
            assert.equal(hit, collide.occluded(origin, direction, batch, tmax))
            check(compound, origin, direction, tmax)
            for mask = 0, 7, 7 do
              local expected = world:raycast(origin, direction, tmax, mask) ~= nil
              assert.equal(expected, world:occluded(origin, direction, tmax, mask))
              assert.equal(expected, collide.occluded(origin, direction, world, tmax, mask))
            end
            local some = random.integer(1, 6)
            assert.equal(world:raycast(origin, direction, tmax, some) ~= nil,
              world:occluded(origin, direction, tmax, some))
            hits = hits + (hit and 1 or 0)
          end
        end
      end
      assert.is_true(hits > scenes)
    end)
  end)
end

describe("occluded", function()
  it("says what is wrong with its arguments", function()
    local says = expect.raises_with
    local o, d, ball = { 0, 0 }, { 1, 0 }, collide.circle({ 5, 0 }, 1)
    says("bad argument #2 to 'occluded' (direction must be a vector of 2 numbers",
      collide.occluded, o, { 1, 0, 0 }, ball)
    says("bad argument #3 to 'occluded' (obstacles must be a shape, a table of shapes, a batch " ..
      "or a world, got nil)", collide.occluded, o, d)
    says("bad argument #3 to 'occluded' (obstacles must be 2D like the ray, got a 3D shape)",
      collide.occluded, o, d, collide.sphere({ 0, 0, 0 }, 1))
    says("bad argument #3 to 'occluded' (obstacles must be 2D like the ray, got a 3D world)",
      collide.occluded, o, d, collide.world { dim = 3 })
    says("shapes[2] must be a shape or body, got 7", collide.occluded, o, d, { ball, 7 })
    says("bad argument #4 to 'occluded' (tmax must be >= 0, got -1)",
      collide.occluded, o, d, ball, -1)
    says("bad argument #3 to 'occluded' (tmax must be >= 0, got -1)", ball.occluded, ball, o, d, -1)
    says("bad argument #5 to 'occluded' (mask must be a 32-bit integer, got 0.5)",
      collide.occluded, o, d, ball, 1, 0.5)
    says("cannot call 'occluded'", ball.occluded, 5, o, d)
    says("obstacles must be a shape", collide.explain, "occluded", o, d, { ball })
    assert.is_false(collide.occluded(o, d, {}))
    local found, how = collide.explain("occluded", o, d, ball)
    assert.is_true(found)
    assert.equal("occluded", how.query)
  end)
end)

describe("occluded by a mesh", function()
  -- A wavy floor of n * n squares, where it is or moved, which rounds its corners.
  local function floor(n, by)
    return grid_mesh(n, function(i, k)
      return { i, math.floor(4 * math.sin(i) * math.cos(k)) / 8, k }
    end):move(by)
  end

  it("is whether raycast hits, through edges and corners too", function()
    local n, random, hits = 24, generate.random(5), 0
    local rays = cases.count(4000)
    for _, by in ipairs { vec(0, 0, 0), vec(1 / 3, 1e3, -0.1) } do
      local mesh = floor(n, by)
      for _ = 1, rays do
        local function place(y)
          local lattice = random.chance(0.5)
          local function along()
            return lattice and random.integer(0, 2 * n) / 2 or random.range(0, n)
          end
          return vec(along(), lattice and y or random.range(-1, 1) * y, along()) + by
        end
        local origin, aim = place(3), place(random.chance(0.5) and -3 or 1)
        local hit = mesh:raycast(origin, aim - origin)
        for _, tmax in ipairs(ends(random, hit)) do
          hits = hits + (check(mesh, origin, aim - origin, tmax) and 1 or 0)
        end
      end
    end
    assert.is_true(hits > rays)
  end)
end)
