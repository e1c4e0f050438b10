-- Depths of sets that take the search farther than most: each failed once.
local collide = require "collide"
local cases = require "tests.support.cases"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"

describe("the depth of a set with round parts", function()
  -- search_all_directions: each of the four parts has one normal here, and no point is beyond all
  -- of their tangents; along the deepest one, the ball touches the half-space for ever.
  it("is found where the facets lead nowhere", function()
    local ball = collide.sphere({ 0.5, 0 }, 0.5)
    local set = collide.compound { collide.point { 0.5, 0 }, collide.plane({ -1, 0 }, -1),
      collide.sphere({ 0, -0.5 }, 0.5), collide.box({ 1, 1 }, { 0, 0.5 }, nil, 0.5) }
    for _, contact in ipairs { ball:contact(set), set:contact(ball) } do
      expect.near(-math.sqrt(0.5), contact.distance, 1e-12)
    end
  end)

  it("is infinite where there is no way out", function()
    local ball = collide.sphere({ 0.5, 0, 0.25 }, 0.5)
    local all = collide.compound { collide.plane({ 1, 0, 0 }, 1), collide.plane({ -1, 0, 0 }, 0),
      collide.sphere({ 1, 0, 0 }, 1) }
    assert.equal(-math.huge, ball:distance(all))
    assert.equal(-math.huge, all:distance(ball))
  end)

  -- passes: with all rays spent on what is close, the depths of these two differed by 0.11.
  it("is the same when swapped", function()
    local a = collide.compound {
      collide.cylinder({ 0.01995516520230023, 0.3849918657223528, 0.05960844279274813 },
        { -0.9335897522623124, -0.28225887460907284, -0.4839928923436989 }, 0.42097619312560025),
      collide.point { -0.6271510273833485, -0.4647693916477533, -0.7781150338394844 },
      collide.cylinder({ 0.9471085974663329, -0.42944637911403616, -0.659907046585225 },
        { 0.15706690407085833, 0.07897902579014793, 0.010674143705285744 }, 0.1791088295712872),
      collide.cylinder({ 0.8763726270092556, 0.4051523553981904, 0.1557217211639521 },
        { 0.7406935206093588, 0.6838596152896048, -0.23916214652046497 }, 0.4807136050349893) }
    local b = collide.compound {
      collide.box({ 0.473354137759447, 0.5131357511089365, 0.9246422830879744 },
        { 0.39358278063929586, 0.5843262644375442, 0.33768798521641447 },
        collide.quat(0.33015343592390906, -0.2345326359929346, 0.40724787498010345,
          0.8186222081803259), 0.1009778476727019),
      collide.sphere({ -0.6345022272217098, -0.6981080537914677, -0.12091302901672751 },
        0.33899937304641625),
      collide.segment({ 0.0459425298664875, -0.6390315299535285, 0.27665923401535597 },
        { 0.21533256513122523, -0.2024728915138876, 0.2098886897720844 }),
      collide.segment({ -0.38026670669273854, -0.05293717432481615, 0.9181536538406763 },
        { -0.5854815383547525, -0.8978540135574, -0.3635279433472227 }),
      collide.box({ -0.4185449254269893, 0.6329517151242525, -0.9658916055066953 },
        { 0.680755367455686, 0.6082235900587204, 0.4069042572977804 },
        collide.quat(-0.1217892732752438, -0.09313984138653829, 0.1254111619904306,
          0.9801858922213625), 0.03997952903185254) }
    expect.near(a:distance(b), b:distance(a), 1e-9)
  end)

  -- CASTS_MAX: of 12,000 rays a few octants used up their shares, and one way was 0.2 % longer.
  it("is the same when swapped, also where directions take many rays", function()
    local a = collide.compound {
      collide.segment({ 0.54547, 0, -0.87116 }, { -0.97586, 0, 0 }),
      collide.hull { { 0.68344, 0, 0 }, { 0, 0, 0 }, { 0, -0.35443, 0 },
        { 0.81157, 0.86987, 0.70106 }, { 0, 0, 0.31642 }, { 0, 0, 0 } },
      collide.hull { { -0.01654, -0.18247, -0.36697 }, { -0.25869, 0, 0 }, { 0, 0.27618, -0.29419 },
        { 0, -0.85214, 0 }, { -0.22109, -0.65326, 0 }, { 0.37694, 0.35195, -0.84305 },
        { 0, -0.94513, 0.96278 }, { -0.39244, 0, -0.0913 } },
      collide.sphere({ 0.40217, 0, 0 }, 0.17236) }
    local b = collide.compound {
      collide.capsule({ 0.85131, -0.08191, 0.46199 }, { 0, -0.44733, 0.94044 }, 0.49966),
      collide.aabb({ 0.0274, -0.37647, -1.11224 }, { 0.28426, 0.37647, -0.50368 }),
      collide.box({ 0, 0.9563, 0.07869 }, { 0, 0, 0.38952 },
        collide.quat(-0.05726, -0.06083, -0.06807, 0.99418), 0.30163),
      collide.cylinder({ 0, 0, 0.77475 }, { -0.32076, 0, 0.17715 }, 0.34749),
      collide.cylinder({ 0, 0, -0.22224 }, { 0, -0.87472, 0.56987 }, 0.21114) }
    expect.near(a:distance(b), b:distance(a), 1e-9)
  end)

  -- is_itself_at: moved by its radius, a cylinder of length 1 has no axis from 1e17 on, and another
  -- one, of some axis, told for a second what is a way out.
  it("is that of the deepest pair where a part is flatter than rounding", function()
    for _, radius in ipairs { 1e16, 1e17, 1e19 } do
      local function disc(x, size) return collide.cylinder({ x, 0, 0 }, { x, 1, 0.5 }, size) end
      local a = collide.compound { disc(0, radius), disc(0.3 * radius, radius) }
      local b = collide.cylinder({ 0, 0, 0 }, { 1, 0, 0.3 }, radius)
      local deepest = disc(0, radius):distance(b)
      assert.near(-0.99170874682646, deepest / radius, 1e-12)
      expect.near(deepest, a:distance(b), 1e-12 * radius)
      expect.near(deepest, b:distance(a), 1e-12 * radius)
    end
  end)
end)

-- descend_once: the walls of a slot face each other, so that no point is beyond the tangents at
-- both, or only one far away.
describe("the depth of a ball in a wall beside a slot that is as wide", function()
  local vec, RADIUS = collide.vec, 0.25

  local function wall(dim, x, y, half, height, angle)
    if dim == 2 then return collide.box({ x, y }, { half, height }, angle) end
    return collide.box({ x, y, 0 }, { half, height, 1 }, collide.quat({ 0, 0, 1 }, angle))
  end

  it("is between that beside a wider slot and that beside a narrower one", function()
    for n = 1, cases.count(60) do
      local random, dim = generate.random(n), 2 + n % 2
      local x, y = random.range(-0.6, 0.6), random.range(-0.5, 0.5)
      local left, right = random.range(0.1, 0.8), random.range(0.1, 0.8)
      local height, turn = random.range(0.3, 1.2), random.range(-1e-10, 1e-10)
      local at = { x + random.range(-left, right), y + random.range(-height, height), 0.3 }
      local origin = dim == 2 and vec(0, 0) or vec(0, 0, 0)
      local angle = random.range(-3, 3)
      local rotation = dim == 2 and angle or collide.quat({ 0, 0, 1 }, angle)
      local ball = collide.sphere(dim == 2 and { at[1], at[2] } or at, RADIUS)
        :rotated(rotation, origin)
      local function depth_at(width)
        local set = collide.compound { wall(dim, x - left, y, left, height, 0),
          wall(dim, x + width + right, y, right, height, turn) }:rotated(rotation, origin)
        local contact = ball:contact(set)
        local out = ball:moved(-contact.distance * contact.normal)
        for _, side in ipairs(set.shapes) do assert.is_true(out:distance(side) > -1e-9) end
        return -contact.distance, -set:distance(ball)
      end
      local wider, narrower = depth_at(2 * RADIUS + 1e-9), depth_at(2 * RADIUS - 1e-9)
      for _, depth in ipairs { depth_at(2 * RADIUS + random.range(0, 8) * 2 ^ -42) } do
        assert.is_true(depth > wider - 1e-8 and depth < narrower + 1e-8)
      end
    end
  end)
end)

-- is_itself_at: a disc or cone that is moved loses the digits of its axis, the more the flatter it
-- is; if the other set has none, that is moved.
describe("the depth of a compound with a part that rounding turns", function()
  local function any(random)
    return collide.vec(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1))
  end

  local function solid(random)
    local at, size = any(random), random.range(0.2, 0.8)
    if random.chance(0.3) then return collide.sphere(at, size) end
    if random.chance(0.5) then return collide.cylinder(at, any(random), size) end
    return collide.box(at, { size, size, 0.5 }, collide.quat(any(random), random.range(-3, 3)), 0.1)
  end

  -- Of a disc or cone, with another solid: a function of the thickness.
  local function compound(random)
    local kind = random.chance(0.5) and collide.cylinder or collide.cone
    local at, axis, radius = any(random) * 2 ^ -10, any(random), random.range(0.2, 0.8)
    local other = solid(random)
    return function(thickness)
      return collide.compound { kind(at, at + thickness * axis, radius), other }
    end
  end

  local function deepest_pair(a, b)
    local depth = 0
    for _, p in ipairs(a.shapes) do
      for _, q in ipairs(b.shapes) do depth = math.max(depth, -p:distance(q)) end
    end
    return depth
  end

  it("is that with a thicker one, to what it is turned", function()
    for n = 1, cases.count(150) do
      local random = generate.random(n)
      local of, set = compound(random), collide.compound { solid(random), solid(random) }
      local power = random.integer(28, 42)
      local flat, thicker = of(2 ^ -power), of(2 ^ -22)
      expect.near(math.min(0, thicker:distance(set)), math.min(0, flat:distance(set)),
        2 ^ (power - 50) + 1e-4)
      expect.near(flat:distance(set), set:distance(flat), 2 ^ (power - 50) + 1e-7)
    end
  end)

  it("is at least that of the deepest pair where both have one", function()
    for n = 1, cases.count(150) do
      local random = generate.random(n)
      local a = compound(random)(2 ^ -random.integer(28, 54))
      local b = compound(random)(2 ^ -random.integer(28, 54))
      local contact = a:contact(b)
      if contact then
        expect.near(1, contact.normal:length(), 1e-14)
        assert.is_true(-contact.distance > deepest_pair(a, b) - 1e-6)
      end
    end
  end)
end)
