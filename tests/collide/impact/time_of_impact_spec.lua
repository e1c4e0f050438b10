-- time_of_impact is never late and never early: judged by poses of both shapes at many times, for
-- all kinds, in motion and turning.
local collide = require "collide"
local cases = require "tests.support.cases"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec, pi = collide.vec, math.pi

local function any(random, dim, size)
  local function x() return random.range(-size, size) end
  return dim == 2 and vec(x(), x()) or vec(x(), x(), x())
end

-- A path; often one that does not turn, or not move, or turns many times.
local function any_path(random, dim)
  local path = { motion = any(random, dim, 2) }
  if random.chance(0.2) then path.motion = nil end
  if random.chance(0.8) then
    local most = random.chance(0.2) and 40 or 4
    path.rotation = dim == 2 and random.range(-most, most) or any(random, 3, most)
  end
  if random.chance(0.5) then path.about = any(random, dim, 2) end
  return path
end

-- The shape at time t of its path.
local function pose(shape, path, t)
  local dim = shape.dim
  local rotation, turned = path.rotation, shape:clone()
  if rotation and dim == 2 then
    turned = shape:rotated(rotation * t, path.about)
  elseif rotation and rotation:length() > 0 then
    turned = shape:rotated(collide.quat(rotation, rotation:length() * t), path.about)
  end
  return path.motion and turned:move(path.motion * t) or turned
end

-- Surfaces that overlap have no depth.
local function depth(a, b)
  local has_depth, distance = pcall(a.distance, a, b)
  return has_depth and -distance or (a:overlap(b) and math.huge or -1)
end

-- Calls `judge(a, path_a, b, path_b, size)` for random shapes of all kinds that are apart at first.
local function each_case(count, judge)
  for _, dim in ipairs { 2, 3 } do
    local kinds = generate.kinds(dim)
    for seed = 1, cases.count(count) do
      local random = generate.random(seed * 17 + dim)
      local kind_a, kind_b = kinds[random.integer(1, #kinds)], kinds[random.integer(1, #kinds)]
      local a, b, _, size = generate.pair(random, kind_a, kind_b, dim)
      if generate.parted(a, b, dim) and not a:overlap(b) then
        local path_a, path_b = any_path(random, dim), any_path(random, dim)
        local unbounded = function(s) return s.kind == "line" or s.kind == "plane" end
        local both = generate.has_part(a, unbounded) and generate.has_part(b, unbounded)
        if not both then judge(a, path_a, b, path_b, size + 10) end
      end
    end
  end
end

describe("time_of_impact", function()
  it("has the time at which the shapes come to touch", function()
    local hits, misses = 0, 0
    each_case(1500, function(a, path_a, b, path_b, size)
      local hit = a:time_of_impact(path_a, b, path_b)
      local last = hit and hit.t or 1
      for i = 0, 32 do
        local t = last * i / 32
        if hit == nil or i < 32 then
          local deep = depth(pose(a, path_a, t), pose(b, path_b, t))
          assert.is_true(deep <= 1e-12 * size, deep)
        end
      end
      if hit then
        local there_a, there_b = pose(a, path_a, hit.t), pose(b, path_b, hit.t)
        local grown = collide.sphere(hit.point, 1e-9 * size)
        assert.is_true(depth(there_a, there_b) >= -1e-9 * size)
        assert.is_true(there_a:overlap(grown) and there_b:overlap(grown))
        assert.near(1, hit.normal:length(), 1e-14)
        assert.equal(hit.t == 0, hit.inside)
      end
      hits, misses = hits + (hit and 1 or 0), misses + (hit and 0 or 1)
    end)
    assert.is_true(hits > cases.count(400) and misses > cases.count(400))
  end)

  it("is the same with the shapes exchanged", function()
    local same = 0
    each_case(600, function(a, path_a, b, path_b)
      local hit, back = a:time_of_impact(path_a, b, path_b), b:time_of_impact(path_b, a, path_a)
      assert.equal(hit == nil, back == nil)
      if hit then
        assert.near(hit.t, back.t, 1e-10)
        same = same + ((hit.normal + back.normal):length() < 1e-6 and 1 or 0)
      end
    end)
    assert.is_true(same > cases.count(150))
  end)

  it("is a cast where nothing turns", function()
    local hits = 0
    each_case(600, function(a, path_a, b, path_b)
      path_a.rotation, path_b.rotation = nil, nil
      local zero = a.dim == 2 and vec(0, 0) or vec(0, 0, 0)
      local cast = a:shapecast(path_a.motion or zero, b, path_b.motion or zero)
      local hit = a:time_of_impact(path_a, b, path_b)
      assert.equal(tostring(cast), tostring(hit))
      hits = hits + (hit and 1 or 0)
    end)
    assert.is_true(hits > cases.count(100))
  end)

  it("knows a hand of a clock", function()
    -- The circle around the origin, 3 from it, is met when sin(angle) = 0.75 / 3.
    local hand, ball = collide.capsule({ 0, 0 }, { 5, 0 }, 0.25), collide.circle({ 0, 3 }, 0.5)
    local hit = hand:time_of_impact({ rotation = pi, about = { 0, 0 } }, ball)
    assert.near((pi / 2 - math.asin(0.75 / 3)) / pi, hit.t, 1e-13)
    assert.near(0.5, (hit.point - ball.center):length(), 1e-12)
    assert.near(0, (hit.normal:dot(vec(0, 1)) + math.sin(math.asin(0.25))), 1e-9)
    -- The touched point of the hand comes at pi times its distance from the origin.
    assert.near(pi * math.sqrt(9 - 0.75 ^ 2), hit.approach, 1e-9)
  end)

  it("sees a knife meet what it passes within its hundredth turn", function()
    for turn = 1, 100, cases.count(300) >= 300 and 9 or 33 do
      local y = 100.5 - turn -- the knife sinks by 1 a turn, and reaches 2 to either side
      local knife = collide.segment({ -2, 100 }, { 2, 100 })
      local grain = collide.point({ 1.9, y })
      local path = { motion = vec(0, -100), rotation = 200 * pi }
      local hit = knife:time_of_impact(path, grain)
      assert.is_not_nil(hit)
      assert.is_true(pose(knife, path, hit.t):distance(grain) < 1e-9)
      -- No earlier: the knife is at the grain's angle twice a turn.
      for i = 0, 2000 do
        local t = hit.t * i / 2000
        local before = pose(knife, path, t)
        assert.is_true(i == 2000 or before:distance(grain) > 0)
      end
    end
  end)

  it("does not turn what turns about its own axis", function()
    local roll = collide.cylinder({ 0, 0, 0 }, { 0, 2, 0 }, 1)
    local ball = collide.sphere({ 0, 1, 0 }, 1)
    local near = collide.plane({ 1, 0, 0 }, -1 - 1e-12)
    assert.is_nil(roll:time_of_impact({ rotation = { 0, 6e5, 0 } }, near))
    assert.is_nil(ball:time_of_impact({ rotation = { 3e5, 6e5, 0 } }, near))
  end)

  it("takes a cone without a radius for the segment that it is", function()
    local path = { motion = { 3, -1.5, -3 }, rotation = { 0.3, -0.5, 0.2 } }
    local a, b = vec(1, 1, 0.5), vec(1, 0, 1)
    local moving = collide.segment({ 0.5613, 1.5, 1.9877 }, { 0.5613, 1, 0.9877 })
    local other = collide.segment({ 1, 1, 0 }, { 1, 0.5, 1 })
    local expected = tostring(moving:time_of_impact(path, collide.compound { other,
      collide.segment(a, b) }))
    assert.truthy(expected:match "t = 0")
    local found = {}
    for i = 1, 50 do -- what other queries leave on the stack must not matter
      local set = collide.compound { other, collide.cone(a, b, 0) }
      for _ = 1, 2 do
        found[tostring(moving:time_of_impact(path, set))] = true
        moving:shapecast({ i, 0, 0 }, set)
        collide.raycast({ 0, 0, i }, { 1, 0, 0 }, set)
      end
    end
    assert.same({ [expected] = true }, found)
  end)

  it("has the contact of shapes that overlap at first", function()
    local box, ball = collide.box({ 0, 0, 0 }, { 1, 1, 1 }), collide.sphere({ 1.5, 0, 0 }, 1)
    local hit = ball:time_of_impact({ rotation = { 0, 0, 3 }, about = { 0, 0, 0 } }, box)
    assert.equal(0, hit.t)
    assert.is_true(hit.inside)
    assert.equal(ball:contact(box).normal, hit.normal)
    assert.equal(ball:contact(box).point_b, hit.point)
  end)

  it("has the normal of a floor, not of its inner edges", function()
    local floor = collide.compound { collide.aabb({ -4, -1, -4 }, { 0, 0, 4 }),
      collide.aabb({ 0, -1, -4 }, { 4, 0, 4 }) }
    local mesh = collide.mesh({ { -4, 0, -4 }, { 4, 0, -4 }, { 4, 0, 4 }, { -4, 0, 4 } },
      { { 1, 3, 2 }, { 1, 4, 3 } })
    for i = 1, cases.count(100) do
      local random = generate.random(i)
      local box = collide.box({ random.range(-1, 1), 3, 0 }, { 0.5, 0.5, 0.5 })
      local path = { motion = { 0, -4, 0 }, rotation = any(random, 3, 3) }
      for _, ground in ipairs { floor, mesh } do
        local hit = box:time_of_impact(path, ground)
        assert.is_true((hit.normal - vec(0, 1, 0)):length() < 1e-9, tostring(hit))
      end
    end
  end)

  it("raises for lines and planes that turn beside each other", function()
    local plane = collide.plane({ 0, 1, 0 }, 0)
    local set = collide.compound { plane, collide.sphere({ 0, 9, 0 }, 1) }
    local line = collide.line({ 0, 5, 0 }, { 1, 0, 0 })
    for _, pair in ipairs { { plane, line }, { line, set }, { set, plane } } do
      local path = { rotation = vec(1, 0, 0) }
      expect.raises_with("b must be bounded, as a is or holds a line or plane",
        collide.time_of_impact, pair[1], path, pair[2])
    end
    assert.equal(0.5, line:time_of_impact({ motion = { 0, -10, 0 } }, plane).t)
  end)
end)
