-- Each special device of the casts and of the queries of sets, and the case for which it is there:
-- the case fails if the device is removed (`./run devices`). The cases stem from searches over
-- random shapes that were brought to touch, and then moved along their common tangent.
local collide = require "collide"
local vec = collide.vec

local function distance_after(a, motion, b, t) return a:moved(motion * t):distance(b) end

describe("a cast along a graze", function()
  -- Newton's last step, by a slope that is mere rounding, would lead 0.1 away from b.
  it("ends its touch where the shapes touch", function()
    local a = collide.triangle({ -2.333968102923075, 3.2896451341773965 },
      { -5.1644940413445628, 8.3115257496799924 }, { -5.013849679371754, 6.9743063363100983 },
      0.75694695478305218)
    local b = collide.box({ -0.86224576830863953, 3.4273659102618694 },
      { 0.47419475885108114, 0.99490317357704039 }, 0.6363528766669333)
    local motion = vec(4.3594327067290539, -7.7344462056827359)
    local hit = a:shapecast(motion, b)
    assert.near(0, distance_after(a, motion, b, hit.t), 1e-14)
    assert.near(0, distance_after(a, motion, b, hit.exit), 1e-14)
  end)

  -- A gap of less than two roundings has a normal that is mere rounding.
  it("has a normal against the motion", function()
    local a = collide.line({ -6, 1.864864864864864, -4.8108108108108096 }, { 1, 0, 0 })
    local b = collide.point { -1, 3, -4 }
    local hit = a:shapecast({ 12, 2 * (3 - 1.864864864864864), 2 * (-4 + 4.8108108108108096) }, b)
    assert.is_true(hit.approach >= 0, tostring(hit.approach))
  end)

  -- The axes give an interval that rounding has turned round; GJK verifies that they touch.
  it("meets an edge at one moment", function()
    local a = collide.segment({ 0.89999999999999991, 6.7, 1 },
      { -0.10000000000000009, -0.29999999999999982, 1 })
    local b = collide.triangle({ -3, 2, 1 }, { 0, 4, -3 }, { -4, -4, -4 })
    local motion = vec(-1.7999999999999998, -5.4, -8)
    assert.equal(0, distance_after(a, motion, b, 0.5))
    assert.near(0.5, a:shapecast(motion, b).t, 1e-15)
  end)

  -- Along a facet the projections of both decide exactly where the times do not.
  it("passes by a face that is two ulps below", function()
    local box = collide.aabb({ 0, 0, 0 }, { 1, 1, 1 })
    local y = 1 + 2 ^ -51
    local a = collide.triangle({ -3, y, 0.5 }, { -2, 2, 0.25 }, { -2.5, 3, 0.75 })
    local b = collide.segment({ -3, y, 0.5 }, { -2, 2, 0.25 })
    assert.is_nil(a:shapecast({ 6, 0, 0 }, box))
    assert.is_nil(b:shapecast({ 6, 0, 0 }, box))
  end)

  -- They touch at t = 0 to rounding, and the line of motion passes b by to rounding.
  it("lasts as long as the shapes touch", function()
    local a = collide.capsule({ 0.51127668837031859, 3.9323398697780898 },
      { 6.5112766883703186, 4.9323398697780902 }, 1)
    local b = collide.segment({ 1, 3 }, { 1, -2 })
    local motion = vec(-3.8918918918918921, -0.64864864864864868)
    local hit = a:shapecast(motion, b)
    assert.is_true(hit.inside)
    assert.near(0, distance_after(a, motion, b, 1), 1e-14)
    assert.is_true(hit.exit >= 1)
  end)
end)

describe("a cast that ends where the shapes touch", function()
  -- The time of impact is 1 + 2^-52; the distance at the end decides.
  it("is a hit", function()
    local a = collide.triangle({ 1.5294117647058822, -1.8823529411764706 },
      { 1.5294117647058822, -5.882352941176471 }, { 0.52941176470588236, -1.8823529411764706 })
    local b = collide.segment({ 2, -4 }, { 4, -1 })
    local motion = vec(0.47058823529411764, 1.8823529411764706)
    assert.equal(0, distance_after(a, motion, b, 1))
    assert.equal(1, a:shapecast(motion, b).t)
  end)
end)

-- Two boxes beside each other with a gap of one ulp.
local function adjoining(low, middle, gap, high)
  return collide.compound {
    collide.aabb({ low, -500, 0 }, { middle, 500, 1 }),
    collide.aabb({ middle + gap, -500, 0 }, { high, 500, 1 }),
  }
end

describe("a touch of two parts that adjoin to rounding", function()
  it("is one", function()
    local hit = adjoining(0.25, 0.3, 2 ^ -54, 0.35):raycast({ 0.24, 0, 0.5 }, { 1, 0, 0 })
    assert.near(0.11, hit.exit, 1e-15)
  end)

  -- The end of a touch is known the less, the slower the surface is crossed.
  it("is one where the motion is nearly along the faces between them", function()
    local hit = adjoining(1e5, 1e5 + 0.05, 2 ^ -36, 1e5 + 0.1)
      :raycast({ 1e5 - 0.01, 100, 0.5 }, { 1, -4000, 0 })
    assert.near(0.11, hit.exit, 1e-9)
  end)
end)

describe("of two parts that are touched at once", function()
  -- In the corner between a floor and a wall both normals are outward.
  it("the one of least approach gives the normal, in any order", function()
    local low, high = collide.aabb({ 0.5, -1 }, { 3, 1 }), collide.aabb({ 1, 1 }, { 2, 2 })
    for _, list in ipairs { { low, high }, { high, low } } do
      local hit = collide.compound(list):raycast({ 0.5, 2 }, { 0.5, -1 })
      assert.near(1, hit.t, 1e-15)
      assert.equal(vec(-1, 0), hit.normal)
      hit = collide.compound(list):raycast({ 0, 1.5 }, { 1, -0.5 })
      assert.equal(vec(0, 1), hit.normal)
    end
  end)
end)

describe("the depth in a set of many parts", function()
  -- The search out of 1,681 cells ends before it is through, and so does pushing out of one after
  -- another: straight on is a way, from which the search over directions goes on.
  it("is found though the search ends early", function()
    local cells = {}
    for x = -20, 20 do
      for y = -20, 20 do cells[#cells + 1] = collide.aabb({ x, y }, { x + 1, y + 1 }) end
    end
    local ball = collide.circle({ 0.3, 0.4 }, 0.2)
    assert.near(-20.5, ball:distance(collide.compound(cells)), 1e-9)
  end)
end)

describe("the manifold of a set of many parts", function()
  -- 100 boxes have 400 corners; there is room for 248 candidates, of which the best are kept.
  it("spans all of them", function()
    local list = {}
    for i = 0, 99 do list[#list + 1] = collide.aabb({ 2 * i, 0, 0 }, { 2 * i + 1, 1, 1 }) end
    local floor = collide.aabb({ -10, -2, -10 }, { 300, 0, 10 })
    local low, high = math.huge, -math.huge
    for _, p in ipairs(collide.compound(list):manifold(floor).points) do
      low, high = math.min(low, p.point_a.x), math.max(high, p.point_a.x)
    end
    assert.same({ 0, 199 }, { low, high })
  end)
end)
