-- The queries of a world from Lua: what they return and in which order, also for bodies that move
-- or are removed on the way, and how they are recorded. That they find all that brute force finds
-- is shown in tests/collide/world/world_test.c.
local collide = require "collide"

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

  it("are recorded as those of the shapes", function()
    local scenario = require "collide.scenario"
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write [[
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
      return s]]
    file:close()
    local run = scenario.load(path)
    run:step()
    local names = {}
    for i, query in ipairs(run:queries()) do names[i] = query.name or query["function"] end
    os.remove(path)
    assert.equal("raycast raycast overlap distance shapecast step", table.concat(names, " "))
    local met = run:queries()[6]
    assert.equal(2, met.arguments.n)
    assert.same({ 2, 3 }, { met.result.point.x, met.arguments[2].center.x })
    assert.is_true(math.abs(met.result.t - 1 / 120) < 1e-12)
  end)
end)
