-- collide.explain returns the results of the query itself, and its account of them is true, over
-- seeded pairs of all kinds: the recorded steps lead to the result, the features lie where the
-- shapes touch, and the margin of a cast is its distance from a miss.
local collide = require "collide"
local cases = require("tests.support.cases").count(12)
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec, near = collide.vec, expect.near

local function equal(a, b)
  if type(a) ~= "userdata" then return a == b end
  return tostring(a) == tostring(b)
end

-- The vertices of a feature span the part of the core that is farthest along the normal.
local function check_feature(feature, shape, outwards)
  local point = feature.points[1]
  local surface = shape:support(outwards):dot(outwards)
  if math.abs(surface) < math.huge then
    near(surface, point:dot(outwards) + generate.rounding(shape), 1e-9, "height of the feature")
  end
  for i = 2, #feature.points do
    near(point:dot(outwards), feature.points[i]:dot(outwards), 1e-9, "points of one feature")
  end
  local kinds = { "vertex", "edge", "face" }
  if kinds[#feature.points] and feature.kind ~= "line" and feature.kind ~= "half-space" then
    assert.equal(kinds[#feature.points], feature.kind)
  end
end

local function of_kind(how, kind)
  local list = {}
  for _, step in ipairs(how.steps) do
    if step.kind == kind then list[#list + 1] = step end
  end
  return list
end

local function check_steps(how, radii, distance)
  local last = math.huge
  for _, step in ipairs(how.steps) do
    if step.kind == "features" then
      last = step.distance
    elseif step.kind ~= "simplex" or step.name then
      last = step.kind == "result" and last or math.huge
    else
      assert.is_true(step.distance <= last + 1e-14, "no step goes back")
      last = step.distance
      near(step.distance, step.nearest:length(), 1e-12)
      assert.equal(#step.points_a, #step.points_b)
    end
  end
  if how.path == "gjk" then near(distance + radii, last, 1e-9, "the last step") end
end

describe("collide.explain", function()
  for dim = 2, 3 do
    local kinds = generate.kinds(dim)
    it(("tells of every pair in %dD what is so"):format(dim), function()
      local paths = {}
      for i, kind_a in ipairs(kinds) do
        for j, kind_b in ipairs(kinds) do
          for n = 1, cases do
            local random = generate.random(n * 10000 + i * 100 + j)
            local a, b, style = generate.pair(random, kind_a, kind_b, dim)
            assert.is_true(generate.parted(a, b, dim)) -- two surfaces have no depth
            local distance, how = collide.explain("distance", a, b)
            assert.equal(a:distance(b), distance)
            -- the features of a set are those of one part
            local sets = generate.is_set(a) or generate.is_set(b)
            if distance > -math.huge and not sets then
              local contact = a:contact(b, math.huge)
              near(math.abs(distance), how.margin)
              check_feature(how.feature_a, a, -contact.normal)
              check_feature(how.feature_b, b, contact.normal)
              check_steps(how, generate.rounding(a) + generate.rounding(b), distance)
            end
            paths[how.path] = (paths[how.path] or 0) + 1
            local motion = generate.vector(random, style, dim) * 3
            local hit, cast = collide.explain("shapecast", a, motion, b)
            assert.is_true(equal(a:shapecast(motion, b), hit))
            for _, step in ipairs(sets and {} or cast.steps) do
              if step.kind == "newton" then
                near(step.distance, step.gap + generate.rounding(a) + generate.rounding(b), 1e-9)
              end
            end
            paths[cast.path] = (paths[cast.path] or 0) + 1
          end
        end
      end
      for _, path in ipairs { "closed form", "gjk", "axes", "half-space", "lines", "newton",
        dim == 3 and "epa" or "portal" } do
        assert.is_true((paths[path] or 0) > 0, "no case took the path " .. path)
      end
    end)
  end

  it("shows how GJK comes to a face", function()
    local a = collide.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
    local b = collide.hull { { 2, 2, 2 }, { 3, 2, 2 }, { 2, 3, 2 }, { 2, 2, 3 } }
    local distance, how = collide.explain("distance", a, b)
    near(5 / math.sqrt(3), distance, 1e-15)
    assert.equal("gjk", how.path)
    assert.equal("face", how.feature_a.kind)
    assert.equal("vertex", how.feature_b.kind)
    near(1 / math.sqrt(3), how.feature_b.next, 1e-15)
    local last = of_kind(how, "simplex")
    near(0, last[#last].gain, 1e-15)
  end)

  it("shows Newton's steps to the hit, then back to the exit", function()
    local a = collide.triangle({ 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, 0.25)
    local b = collide.box({ 5, 5, 5 }, { 1, 1, 1 }, collide.quat({ 1, 2, 3 }, 1), 0.5)
    local hit, how = collide.explain("shapecast", a, { 6, 6, 6 }, b)
    assert.equal("newton", how.path)
    local last = -math.huge
    local reached = false
    local steps = of_kind(how, "newton")
    for _, step in ipairs(steps) do
      if reached then break end
      assert.is_true(step.t >= last, "Newton's method is monotone")
      last, reached = step.t, math.abs(step.gap) < 1e-12
    end
    near(hit.enter, last, 1e-12)
    near(hit.exit, steps[#steps].t, 1e-12)
  end)

  it("tells how far a cast is from a miss", function()
    local ball, wall = collide.sphere({ -5, 1.5, 0 }, 1), collide.sphere({ 0, 0, 0 }, 1)
    local hit, how = collide.explain("shapecast", ball, { 10, 0, 0 }, wall)
    assert.is_not_nil(hit)
    near(0.5, how.margin, 1e-9)
    hit, how = collide.explain("raycast", { -5, 1.25, 0 }, { 1, 0, 0 }, wall)
    assert.is_nil(hit)
    near(0.25, how.margin, 1e-9)
    assert.equal("closed form", how.path)
    hit, how = collide.explain("raycast", { 0, 0, 0 }, { 0, 0, 0 }, wall)
    assert.is_true(hit.inside)
    assert.equal("still", how.path)
  end)

  it("explains a set by the parts that decide", function()
    local a = collide.box({ 0, 0, 0 }, { 1, 1, 1 }, nil, 0.5)
    local compound = collide.compound { collide.sphere({ 9, 0, 0 }, 1),
      collide.capsule({ 0, 4, -1 }, { 0, 4, 1 }, 0.5) }
    local distance, how = collide.explain("distance", a, compound)
    near(2, distance, 1e-15)
    assert.equal("edge", how.feature_b.kind)
    assert.equal("face", how.feature_a.kind)
  end)

  it("gives at most eight corners of a face", function()
    local corners, sides = {}, 20
    for i = 1, sides do
      local angle = 2 * math.pi * i / sides
      corners[2 * i - 1] = { math.cos(angle), 0, math.sin(angle) }
      corners[2 * i] = { math.cos(angle), 1, math.sin(angle) }
    end
    local _, how = collide.explain("distance", collide.hull(corners),
      collide.plane({ 0, 1, 0 }, -1))
    assert.same({ "face", 8, 1.0 },
      { how.feature_a.kind, #how.feature_a.points, how.feature_a.next })
    for _, p in ipairs(how.feature_a.points) do assert.equal(0.0, p.y) end
  end)

  it("gives all results of a query, and then the table", function()
    local a, b = collide.circle({ 0, 0 }, 1), collide.circle({ 3, 0 }, 1)
    local list = table.pack(collide.explain("closest", a, b))
    assert.equal(5, list.n)
    assert.equal(vec(1, 0), list[1])
    assert.equal("closest", list[5].query)
    assert.is_nil((collide.explain("contact", a, b)))
    assert.is_false((collide.explain("overlap", a, b)))
  end)

  it("shows the stops of a character, and what its filter asks meanwhile", function()
    local floor, wall = collide.aabb({ -9, -1 }, { 9, 0 }), collide.aabb({ 2, 0 }, { 3, 9 })
    local function walk(options)
      local ball = collide.circle({ 0, 0.5 }, 0.5)
      local list = table.pack(collide.explain("move_and_slide", ball, { 4, -1 }, { floor, wall },
        options))
      return ball, list[list.n], list
    end
    local ball, how, list = walk()
    local twin = collide.circle({ 0, 0.5 }, 0.5)
    assert.equal(tostring(collide.move_and_slide(twin, { 4, -1 }, { floor, wall })),
      tostring(list[1]))
    assert.equal(tostring(twin), tostring(ball))
    local result = how.steps[#how.steps]
    assert.same({ "slide", list[1], 2, true },
      { how.path, result.moved, result.count, result.verdict })
    assert.is_true(#of_kind(how, "slide") >= 2)
    local asked
    local _, again = walk { filter = function()
      asked = select(2, collide.explain("distance", floor, wall))
      return true
    end }
    assert.equal("distance", asked.query)
    assert.equal(#how.steps, #again.steps)
    expect.raises("no", walk, { filter = function() error("no", 0) end })
    assert.equal(#how.steps, #select(2, walk()).steps)
  end)

  it("names the parts of a list that a ray meets, in order", function()
    local far, near_by = collide.circle({ 5, 0 }, 1), collide.circle({ 2, 0 }, 1)
    local hits, how = collide.explain("raycast_all", { 0, 0 }, { 1, 0 }, { far, near_by })
    local parts = of_kind(how, "parts")
    assert.equal(2, #hits)
    assert.same({ 2, 1.0, 1, 4.0 }, { parts[1].part_b, parts[1].t, parts[2].part_b, parts[2].t })
  end)

  it("names the formula, the feature and how far the next one is", function()
    local box = collide.aabb({ 0, 0, 0 }, { 4, 2, 6 })
    local _, how = collide.explain("distance", box, collide.aabb({ 3, 1.5, 1 }, { 9, 9, 9 }))
    local formula, axes = of_kind(how, "formula")[1], of_kind(how, "axis")
    assert.equal("the 15 axes of two boxes", formula.name)
    assert.is_true(#axes >= 3)
    assert.equal(0.5, formula.runner_up) -- 0.5 deep along y, 1 along x
    local point, segment = collide.point { 5, 1 }, collide.segment({ 0, 0 }, { 4, 0 })
    _, how = collide.explain("distance", point, segment)
    assert.equal("the foot of a point on a segment", of_kind(how, "formula")[1].name)
    near(2 * math.sqrt(2), of_kind(how, "formula")[1].runner_up, 1e-15)
  end)

  it("raises as the query does, and for what is none", function()
    local a = collide.circle({ 0, 0 }, 1)
    expect.raises("bad argument #2 to 'distance' (b must be a shape, got 3)", collide.explain,
      "distance", a, 3)
    local _, message = pcall(function() collide.explain("distance", a, 3) end)
    assert.truthy(message:match("explain_spec.lua:%d+: bad argument #2 to .distance."), message)
    local queries = "bad argument #1 to 'explain' (query must be overlap, distance, closest, "
      .. "contact, manifold, contains, raycast, raycast_all, occluded, shapecast, "
      .. "time_of_impact or move_and_slide, got %s)"
    expect.raises(queries:format "volume", collide.explain, "volume", a, a)
    expect.raises(queries:format "no value", collide.explain)
  end)

  it("has no margin where the distance falls without end", function()
    local floor, ball = collide.plane({ 0, 1 }, 0), collide.sphere({ 0, 5 }, 1)
    for _, motion in ipairs { { 0, -8 }, { 1, -0.5 }, { 0, 3 }, { 100, 1e-3 } } do
      local _, how = collide.explain("shapecast", ball, motion, floor)
      assert.is_nil(how.margin)
      _, how = collide.explain("raycast", { 0, 5 }, motion, floor)
      assert.is_nil(how.margin)
      _, how = collide.explain("shapecast", ball, motion, collide.compound { floor })
      assert.is_nil(how.margin)
    end
    local _, how = collide.explain("shapecast", ball, { 3, 0 }, floor) -- along it
    assert.equal(4, how.margin)
    _, how = collide.explain("shapecast", ball, { 0, -8 }, collide.sphere({ 1, 0 }, 1))
    near(1, how.margin)
  end)
end)
