-- raycast_all and shapecast_all are the queries of each shape of a list, or of each part of one
-- shape, by itself, in the order of time: judged by asking them one by one, to the last bit.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local function text(path) return path and table.concat(path, " ") or "" end

-- The hits of a list of { path =, shape = }, one by one, in order.
local function one_by_one(list, ask)
  local hits = {}
  for i, element in ipairs(list) do
    local hit = ask(element.shape)
    if hit then hits[#hits + 1] = { hit = hit, path = text(element.path), place = i } end
  end
  table.sort(hits, function(p, q)
    if p.hit.t ~= q.hit.t then return p.hit.t < q.hit.t end
    return p.place < q.place
  end)
  return hits
end

local function check(found, list, ask)
  local expected = one_by_one(list, ask)
  assert.equal(#expected, #found)
  for i, each in ipairs(expected) do
    assert.equal(each.path, text(found[i].parts))
    for _, name in ipairs { "t", "point", "normal", "enter", "exit", "exit_point", "exit_normal",
      "inside", "approach", "barycentric_b", "feature_b", "feature_index_b", "feature_a" } do
      local one, all = each.hit[name], found[i][name]
      if name == "barycentric_b" then one, all = text(one), text(all) end
      if one ~= all then
        error(("%s of part %s is %s, not %s"):format(name, each.path, all, one), 0)
      end
    end
  end
  return #expected
end

for dim = 2, 3 do
  describe(("all in %dD:"):format(dim), function()
    for _, kind in ipairs(generate.kinds(dim)) do
      it("the hits of a ray at the parts of a " .. kind, function()
        local random, count = generate.random(6000 + dim), 0
        for _ = 1, cases.count(600) do
          local set, _, style = generate.pair(random, kind, kind, dim)
          local o = generate.vector(random, style, dim) * 3
          local d = random.chance(0.5) and set.position - o or generate.vector(random, style, dim)
          local tmax = random.chance(0.5) and math.huge or random.range(0, 2)
          count = count + check(collide.raycast_all(o, d, set, tmax), generate.parts(set),
            function(part) return part:raycast(o, d, tmax) end)
        end
        assert.is_true(count > cases.count(600) / 20, count .. " hits")
      end)

      it(("the hits of a %s cast at the parts of a set"):format(kind), function()
        local random, count = generate.random(6100 + dim), 0
        for i = 1, cases.count(300) do
          local set_kind = i % 2 == 0 and "mesh" or "compound"
          local set, _, style = generate.pair(random, set_kind, set_kind, dim)
          local a = generate.pair(random, kind, kind, dim)
          local motion = generate.vector(random, style, dim) * 3
          if random.chance(0.5) then motion = set.position - a.position end
          local motion_b = random.chance(0.7) and motion * 0
            or generate.vector(random, style, dim)
          if not (generate.has_surface(a) and generate.has_surface(set)) then
            count = count + check(collide.shapecast_all(a, motion, set, motion_b),
              generate.parts(set), function(part) return a:shapecast(motion, part, motion_b) end)
          end
        end
        assert.is_true(count > cases.count(300) / 4, count .. " hits")
      end)
    end

    it("the hits of a cast at a list or batch", function()
      local random, kinds, count = generate.random(6200 + dim), generate.convex_kinds(dim), 0
      for _ = 1, cases.count(300) do
        local list, elements, style = {}, {}, nil
        for i = 1, random.integer(0, 12) do
          local kind = kinds[random.integer(1, #kinds)]
          list[i], _, style = generate.pair(random, kind, kind, dim)
          elements[i] = { path = { i }, shape = list[i] }
        end
        style = style or generate.styles[1]
        local kind = kinds[random.integer(1, #kinds)]
        local a = generate.pair(random, kind, kind, dim)
        local motion = generate.vector(random, style, dim) * 3
        local motion_b = random.chance(0.5) and generate.vector(random, style, dim) or nil
        local function ask(shape) return a:shapecast(motion, shape, motion_b) end
        count = count + check(collide.shapecast_all(a, motion, list, motion_b), elements, ask)
        if #list > 0 then
          check(collide.shapecast_all(a, motion, collide.batch(list), motion_b), elements, ask)
        end
      end
      assert.is_true(count > cases.count(300))
    end)
  end)
end

describe("all", function()
  it("of many hits are all", function()
    local posts = {}
    for i = 1, 1000 do posts[i] = collide.circle({ 1001 - i, 0 }, 0.25) end
    local fence = collide.compound(posts)
    for _, shapes in ipairs { posts, collide.batch(posts), fence } do
      local hits = collide.raycast_all({ -1, 0 }, { 1, 0 }, shapes)
      assert.equal(1000, #hits)
      assert.equal(1000, hits[1].part)
      assert.equal(1, hits[1000].part)
      hits = collide.shapecast_all(collide.circle({ -1, 0 }, 0.25), { 500, 0 }, shapes)
      assert.equal(499, #hits)
      assert.equal(1000, hits[1].index)
    end
  end)

  it("take bodies, and are empty where nothing is hit", function()
    local world = collide.world { dim = 2 }
    local body = world:add(collide.compound { collide.circle({ 0, 0 }, 1),
      collide.circle({ 5, 0 }, 1) })
    local ball = world:add(collide.circle({ -5, 0 }, 1), { mass = 1 })
    assert.equal(2, #collide.raycast_all({ -5, 0 }, { 1, 0 }, body))
    assert.equal(2, collide.shapecast_all(ball, { 9, 0 }, body)[2].part)
    assert.equal(0, #collide.raycast_all({ -5, 9 }, { 1, 0 }, body))
    assert.equal(0, #collide.shapecast_all(ball, { -9, 0 }, body))
    assert.equal(0, #collide.shapecast_all(ball, { 9, 0 }, {}))
  end)

  it("raise for what they cannot cast at", function()
    local ball = collide.circle({ 0, 0 }, 1)
    for _, bad in ipairs { 5, false, "shape", vec(1, 2) } do
      assert.error_matches(function() collide.raycast_all({ 0, 0 }, { 1, 0 }, bad) end,
        "shapes must be a shape, a table of shapes or a batch")
      assert.error_matches(function() collide.shapecast_all(ball, { 1, 0 }, bad) end,
        "#3 to 'shapecast_all' %(shapes must be a shape, a table")
    end
    assert.error_matches(function()
      collide.shapecast_all(ball, { 1, 0 }, collide.sphere({ 0, 0, 0 }, 1))
    end, "shapes must be 2D like the shape, got a 3D shape")
    assert.error_matches(function() collide.shapecast_all(ball, { 0 / 0, 0 }, { ball }) end,
      "motion")
    assert.error_matches(function() collide.shapecast_all(ball, { 1, 0 }, { ball }, 3) end,
      "motion_b")
  end)
end)
