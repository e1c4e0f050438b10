-- The queries of a world from Lua: what they return and in which order, also for bodies that move
-- or are removed on the way, and how they are recorded. That they find all that brute force finds
-- is shown in tests/collide/world/world_test.c.
local collide = require "collide"
local cases = require "tests.support.cases"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local scenario = require "collide.scenario"
local scripts = require "tests.support.scripts"
local vec = collide.vec

local circle = collide.circle({ 0, 0 }, 1)

describe("queries of a world", function()
  local world, bodies
  before_each(function()
    world, bodies = collide.world { dim = 2 }, {}
    for i = 1, 5 do
      bodies[i] = world:add(collide.circle({ 3 * i, 0 }, 1), { group = i == 3 and 2 or 1 })
    end
  end)

  it("find the first body and all on the way", function()
    local hit, body = world:raycast({ 0, 0 }, { 1, 0 })
    assert.same({ 2, bodies[1] }, { hit.t, body })
    hit, body = world:raycast({ 7.5, 0 }, { 1, 0 }, math.huge, 1)
    assert.same({ 3.5, bodies[4] }, { hit.t, body })
    assert.is_nil(world:raycast({ 0, 0 }, { 1, 0 }, 1))
    assert.is_nil((world:raycast({ 0, 5 }, { 1, 0 })))
    local found = {}
    for h, b in world:raycast_all({ 20, 0 }, { -1, 0 }, 9) do
      found[#found + 1] = { h.t, b }
    end
    assert.same({ { 4, bodies[5] }, { 7, bodies[4] } }, found)
    hit, body = world:shapecast(collide.circle({ 0, 0 }, 0.5), { 10, 0 })
    assert.same({ 0.15, bodies[1] }, { hit.t, body })
  end)

  it("find what overlaps and what is near, also where it moved to", function()
    assert.same({ bodies[2], bodies[3] }, world:overlap(collide.circle({ 7, 0 }, 1)))
    assert.same({ bodies[2] }, world:overlap(collide.circle({ 7, 0 }, 1), 1))
    bodies[5].position = { 7, 0 }
    assert.same({ bodies[2], bodies[3], bodies[5] }, world:overlap(collide.circle({ 7, 0 }, 1)))
    local near, distances = world:nearest({ 7, 0 }, 2)
    assert.same({ bodies[5], bodies[2] }, near)
    assert.same({ -1, 0 }, distances)
    assert.same({}, world:nearest({ 0, 0 }, 0))
    assert.equal(5, #world:nearest({ 0, 0 }, 99))
  end)

  it("leave a body out that asks", function()
    local second = bodies[2]
    second.shape = collide.box({ 7.5, 0 }, { 2, 0.5 })
    assert.same({ bodies[3] }, world:overlap(second))
    assert.same({ second, bodies[3] }, world:overlap(second.shape))
    local hit, body = world:shapecast(second, { -9, 0 })
    assert.same({ bodies[3], true }, { body, hit.inside }) -- touched from the start
    assert.equal(second, select(2, world:shapecast(second.shape, { -9, 0 })))
    assert.equal(bodies[1], select(2, world:shapecast(second, { -9, 0 }, 1)))
    local near, distances = world:nearest(second, 2)
    assert.same({ { bodies[3], bodies[1] }, { -1.5, 1.5 } }, { near, distances })
    assert.same({ bodies[3], second }, (world:nearest(second.shape, 2)))
    assert.equal(4, #world:nearest(second, 99))
    local other = collide.world { dim = 2 }:add(second.shape) -- as good as its shape
    assert.same({ second, bodies[3] }, world:overlap(other))
    world:remove(second)
    for _, name in ipairs { "overlap", "nearest", "shapecast" } do
      assert.is_false(pcall(world[name], world, second, name == "nearest" and 1 or { 1, 0 }))
    end
  end)

  it("find what is nearest to a shape of any kind", function()
    local random = generate.random(5)
    for _, dim in ipairs { 2, 3 } do
      local near_to = collide.world { dim = dim }
      local kinds = generate.convex_kinds(dim)
      local function any()
        local kind = kinds[random.integer(1, #kinds)]
        return (generate.pair(random, kind, "point", dim))
      end
      for _ = 1, 40 do near_to:add(any()) end
      for _ = 1, cases.count(60) do
        local shape, all = any(), {}
        local near, distances = near_to:nearest(shape, 40)
        for body in near_to:bodies() do all[#all + 1] = shape:distance(body) end
        table.sort(all)
        assert.same(all, distances)
        for i, body in ipairs(near) do assert.equal(distances[i], shape:distance(body)) end
      end
    end
  end)

  -- Rays through the corners, edges and seams of boxes, balls and triangles on a lattice.
  it("give the first of all hits as the first one", function()
    local random, shared = generate.random(7), 0
    local function at(dim) return generate.vector(random, generate.styles[2], dim) end
    for _ = 1, cases.count(300) do
      local dim = random.integer(2, 3)
      local lattice = collide.world { dim = dim }
      local ones = dim == 2 and vec(1, 1) or vec(1, 1, 1)
      for _ = 1, 12 do
        local p, kind = at(dim) * 2, random.integer(1, 3)
        lattice:add(kind == 1 and collide.aabb(p, p + ones)
          or kind == 2 and collide.sphere(p, random.integer(0, 2) / 2)
          or collide.triangle(p, at(dim), at(dim)))
      end
      for _ = 1, 12 do
        local o = at(dim)
        local d = at(dim) - o
        local first, body = lattice:raycast(o, d, 2)
        local hits, bodies_hit = {}, {}
        for h, b in lattice:raycast_all(o, d, 2) do
          hits[#hits + 1], bodies_hit[#bodies_hit + 1] = h, b
        end
        assert.equal(body, bodies_hit[1])
        assert.equal(tostring(first), tostring(hits[1]))
        if hits[2] and hits[2].t == hits[1].t then shared = shared + 1 end
        for i = 2, #hits do assert.is_true(hits[i - 1].t <= hits[i].t) end
      end
    end
    assert.is_true(shared > cases.count(300))
  end)

  -- A floor, a wall and a step: whatever goes into a corner touches two of them at once.
  it("hit what touches at one place as the compound of it does", function()
    for dim = 2, 3 do
      local function at(x, y) return dim == 2 and collide.vec(x, y) or collide.vec(x, y, 0) end
      local parts = { collide.plane(at(0, 1), 0), collide.plane(at(1, 0), 0),
        collide.box(at(7, 1), dim == 2 and at(1, 1) or collide.vec(1, 1, 1)) }
      local room, all = collide.world { dim = dim }, collide.compound(parts)
      for _, part in ipairs(parts) do room:add(part) end
      for _, side in ipairs { -1, 1 } do
        for _, slope in ipairs { 0.5, 1, 3 } do
          local corner, way = at(3 + 3 * side, 0), at(side, -slope)
          local function same(hit, other)
            assert.same({ hit.t, hit.normal, hit.approach },
              { other.t, other.normal, other.approach })
          end
          same(room:raycast(corner - way, way), collide.raycast(corner - way, way, all))
          local ball = collide.sphere(corner + at(-side, 1) / 4 - way, 0.25)
          same(room:shapecast(ball, 2 * way), collide.shapecast(ball, 2 * way, all))
        end
      end
    end
  end)

  it("cast a line at tiles as at the compound of them", function()
    local tiles, along = collide.world { dim = 3 }, collide.vec(0, 0, 1)
    for x = -2, 2 do tiles:add(collide.box({ x + 0.5, -1, 0 }, { 0.5, 1, 5 })) end
    for _, slope in ipairs { 0.5, 1, 3 } do
      local hit = tiles:shapecast(collide.line({ -1, slope, 0 }, along), { 1, -slope, 0 })
      assert.same({ 1, collide.vec(0, 1, 0), slope }, { hit.t, hit.normal, hit.approach })
    end
  end)

  it("find the pairs that overlap, and pass over what is removed on the way", function()
    for i = 1, 5 do bodies[i].position = { 1.5 * i, 0 } end
    bodies[3].group = 1
    local found = {}
    for a, b in world:pairs() do
      found[#found + 1] = { a, b }
      if a == bodies[1] then world:remove(bodies[4]) end
    end
    assert.same({ { bodies[1], bodies[2] }, { bodies[2], bodies[3] } }, found)
  end)

  it("find as many as there are", function()
    for i = 1, 300 do
      world:add(collide.circle({ 0, 100 + i / 1000 }, 1), { response = "pass", data = i })
    end
    local first = world:add(collide.circle({ 0, 99 }, 1), { response = "pass" })
    world:step(0.1)
    assert.equal(300, #world:overlap(first))
    local seen = {}
    for body in world:touching(first) do seen[#seen + 1] = body.data end
    assert.equal(300, #seen)
    assert.same({ 1, 150, 300 }, { seen[1], seen[150], seen[300] })
  end)

  -- A finaliser runs wherever memory is allocated; the collector is set so that it runs at once.
  it("leave out what a finaliser removes while they are asked", function()
    -- What a query of 300 bodies in one place returns, if all but nine are removed meanwhile.
    local function ask(name, first, second)
      local crowd, list, asked, removed = collide.world { dim = 2 }, {}, false, false
      for i = 1, 300 do list[i] = crowd:add(circle, { response = "pass" }) end
      crowd:step(0.1)
      local function remove()
        if not asked then return end
        for i = 10, 300 do crowd:remove(list[i]) end
        removed = true
      end
      local mode = collectgarbage("incremental", 1, 1000, 40) -- a whole cycle at each allocation
      collectgarbage()
      local method = crowd[name]
      setmetatable({}, { __gc = remove })
      asked = true
      local found, more = method(crowd, first or list[1], second)
      asked = false
      collectgarbage("incremental", 200, 100, 13)
      collectgarbage(mode)
      return removed, found, more
    end
    local function check(name, ...)
      local removed, found, more = ask(name, ...)
      local tries = 1
      while not removed and tries < 100 do
        removed, found, more = ask(name, ...)
        tries = tries + 1
      end
      assert.is_true(removed, name .. ": no finaliser ran")
      local list = type(found) == "table" and found or {}
      if type(found) == "function" then
        for a, b in found do list[#list + 1] = name == "raycast_all" and b or a end
      elseif type(found) == "userdata" then
        list[1] = more
      end
      local seen = {}
      for _, body in ipairs(list) do
        assert.equal("userdata", type(body), name)
        assert.is_true(not seen[body] or name == "pairs", name)
        seen[body] = true
      end
      assert.is_true(#list > 0 and #list < (name == "pairs" and 37 or 10), name .. " " .. #list)
    end
    check("overlap", circle)
    check("touching")
    check("raycast_all", { -5, 0 }, { 10, 0 })
    check("nearest", { -5, 0 }, 300)
    check("raycast", { -5, 0 }, { 10, 0 })
    check("shapecast", circle, { 10, 0 })
    check("pairs")
  end)

  it("tell of bodies and masks that are none of theirs", function()
    expect.raises("bad argument #2 to 'overlap' (mask must be a 32-bit integer, got 1.5)",
      world.overlap, world, circle, 1.5)
    expect.raises("bad argument #1 to 'touching' " ..
      "(body must be in this world, got a body of another world)", world.touching,
      collide.world { dim = 2 }, bodies[1])
  end)

  it("are recorded as those of the shapes", function()
    local folder, write = scripts.open()
    local run = scenario.load(write [[
      local collide = require "collide"
      local s = {}
      function s.load()
        local world = collide.world { dim = 2 }
        world:add(collide.circle({ 3, 0 }, 1))
        return { world = world }
      end
      function s.update(state, dt)
        state.world:raycast({ 0, 0 }, { 1, 0 })
        state.world:raycast({ 0, 0 }, { -1, 0 })
        state.world:overlap(collide.circle({ 3, 1 }, 1))
        state.world:nearest({ 0, 0 }, 1)
        state.world:shapecast(collide.circle({ 0, 0 }, 1), { 9, 0 })
        state.world:add(collide.circle({ 0, 0 }, 1), { velocity = { 2 / dt, 0 }, mass = 1 })
        state.world:step(dt)
      end
      return s]]):step()
    scripts.close(folder)
    local names = {}
    for i, query in ipairs(run:queries()) do names[i] = query.name or query["function"] end
    assert.equal("raycast raycast overlap distance shapecast step", table.concat(names, " "))
    local met = run:queries()[6]
    assert.equal(2, met.arguments.n)
    assert.same({ 2, 3 }, { met.result.point.x, met.arguments[2].center.x })
    assert.is_true(math.abs(met.result.t - 1 / 120) < 1e-12)
  end)
end)

-- On a grid of thirds and tenths several bodies are touched at once, but for rounding: the hit has
-- the normal and the interval of one of them, and the time of the first.
describe("the first hit of a world", function()
  it("is one hit, also where bodies touch at times that rounding tells apart", function()
    local random, hits = generate.random(1), 0
    local function grid(g) return { random.integer(-5, 5) * g, random.integer(-5, 5) * g } end
    local function check(hit)
      if not hit then return end
      hits = hits + 1
      assert.equal(hit.enter <= 0, hit.inside)
      assert.equal(hit.inside and 0 or hit.enter, hit.t)
      assert.is_true(hit.exit >= hit.t)
    end
    for case = 1, cases.count(4000) do
      local world, g = collide.world { dim = 2 }, case % 2 == 0 and 0.1 or 1 / 3
      for _ = 1, 6 do
        local low = grid(g)
        world:add(collide.aabb(low, { low[1] + g, low[2] + random.integer(1, 3) * g }))
      end
      local at, motion = grid(g), grid(2 * g)
      for _, shape in ipairs { collide.point(at), collide.circle(at, g),
        collide.capsule(at, grid(g), g) } do check(world:shapecast(shape, motion)) end
      check(world:raycast(at, motion))
    end
    assert.is_true(hits > cases.count(5000), hits)
  end)
end)
