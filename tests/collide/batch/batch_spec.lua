-- A query of many shapes in one call returns what a loop of single queries returns, bit for bit:
-- for random and degenerate shapes of all kinds, at any scale and place, in tables and in batches,
-- while shapes move and tables change. The shares of hits and of rejected shapes guard against
-- vacuity.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

local scenes = require("tests.support.cases").count(60)

local function loop_rays(origin, direction, shapes, tmax)
  local found = {}
  for i = 1, #shapes do
    local hit = collide.raycast(origin, direction, shapes[i], tmax)
    if hit then found[#found + 1] = { index = i, hit = hit } end
  end
  table.sort(found, function(a, b)
    if a.hit.t ~= b.hit.t then return a.hit.t < b.hit.t end
    return a.index < b.index
  end)
  return found
end

local fields = { "t", "enter", "exit", "point", "normal", "exit_point", "exit_normal", "inside",
  "approach" }

local function check_rays(where, origin, direction, shapes, tmax, list)
  local expected = loop_rays(origin, direction, shapes, tmax)
  local hits = collide.raycast_all(origin, direction, list, tmax)
  local shown = ("%s: raycast_all(%s, %s, shapes, %s)"):format(where, origin, direction, tmax)
  if #hits ~= #expected then error(("%s: %d hits, not %d"):format(shown, #hits, #expected), 0) end
  for i, hit in ipairs(hits) do
    assert.equal(expected[i].index, hit.index, shown)
    for _, field in ipairs(fields) do
      assert.equal(expected[i].hit[field], hit[field], shown .. field)
    end
  end
  return #hits
end

local function check_overlaps(where, shape, shapes, list)
  local expected, found = {}, collide.overlap_all(shape, list)
  for i = 1, #shapes do
    if collide.overlap(shape, shapes[i]) then expected[#expected + 1] = i end
  end
  local shown = ("%s: overlap_all(%s)"):format(where, shape)
  assert.equal(table.concat(expected, " "), table.concat(found, " "), shown)
  return #found
end

-- A scene: shapes of all kinds, of one style, some way apart; scaled, and moved to a far place.
local Scene = {}
Scene.__index = Scene

local function new_scene(seed, dim)
  local random = generate.random(seed)
  local style = generate.styles[random.integer(1, #generate.styles)]
  local spread = random.chance(0.7) and 1.5 or 8
  local scale = random.chance(0.3) and 2.0 ^ random.integer(-50, 18) or 1
  local far = random.chance(0.3) and scale * 2.0 ^ random.integer(0, 40) or 0
  return setmetatable({ random = random, style = style, dim = dim, spread = spread, scale = scale,
    away = generate.vector(random, style, dim) * far, kinds = generate.kinds(dim) }, Scene)
end

function Scene:place() return generate.vector(self.random, self.style, self.dim) * self.spread end

function Scene:shape()
  local kinds, random = self.kinds, self.random
  local kind
  repeat -- few unbounded shapes
    kind = kinds[random.integer(1, #kinds)]
  until (kind ~= "line" and kind ~= "plane") or random.chance(0.1)
  local a = generate.pair(random, kind, "point", self.dim):move(self:place())
  -- Far away, rounding may collapse the axis of a cylinder or cone.
  local ok, shape = pcall(function() return generate.scaled(a, self.scale):move(self.away) end)
  return ok and shape or self:shape()
end

function Scene:ray()
  local random = self.random
  local direction = self:place()
  if random.chance(0.2) then direction = direction * 2.0 ^ random.integer(-20, 20) end
  if random.chance(0.1) then direction = direction * 0 end
  local tmax = ({ 0, 0.5, 1, math.huge })[random.integer(1, 4)]
  return self:place() * self.scale + self.away, direction * self.scale, tmax
end

local function run(dim)
  local asked, hits, overlaps = 0, 0, 0
  for seed = 1, scenes do
    local scene = new_scene(seed, dim)
    local shapes = {}
    for i = 1, scene.random.integer(0, 40) do shapes[i] = scene:shape() end
    local batch = #shapes > 0 and collide.batch(shapes)
    local where = ("seed %d"):format(seed)
    for step = 1, 6 do
      local origin, direction, tmax = scene:ray()
      hits = hits + check_rays(where, origin, direction, shapes, tmax, shapes)
      local other = scene:shape()
      overlaps = overlaps + check_overlaps(where, other, shapes, shapes)
      asked = asked + #shapes
      if batch then
        check_rays(where .. " batch", origin, direction, batch, tmax, batch)
        check_overlaps(where .. " batch", other, batch, batch)
      end
      for _, shape in ipairs(shapes) do -- changes some in place
        if scene.random.chance(0.2) then pcall(shape.move, shape, scene:place() * scene.scale) end
        if shape.kind == "sphere" and scene.random.chance(0.2) then
          shape.radius = shape.radius * 2
        end
      end
      if step % 2 == 0 then -- and changes the table
        shapes[scene.random.integer(1, #shapes + 1)] = scene:shape()
        if scene.random.chance(0.3) then table.remove(shapes) end
      end
    end
  end
  return asked, hits, overlaps
end

describe("many shapes in one call", function()
  for dim = 2, 3 do
    it(("answer as each alone in %dD"):format(dim), function()
      local asked, hits, overlaps = run(dim)
      -- Guards against a vacuous generator: some are hit, some 2 in 100, most can be rejected.
      assert.is_true(hits > 0.01 * asked and hits < 0.5 * asked, hits / asked)
      assert.is_true(overlaps > 0.02 * asked and overlaps < 0.5 * asked, overlaps / asked)
    end)
  end

  -- Most times of hits lie close together and few far away, so they are unevenly spaced.
  it("are balls and capsules that lie close, and many of them are hit", function()
    local asked, hits = 0, 0
    for seed = 1, scenes do
      local random = generate.random(seed)
      local style = generate.styles[random.integer(1, #generate.styles)]
      local dim, scale = random.integer(2, 3), 2.0 ^ random.integer(-20, 20)
      local origin = generate.vector(random, style, dim) * 2.0 ^ random.integer(0, 40)
      local shapes = {}
      for i = 1, random.integer(1, 80) do
        local center = generate.vector(random, style, dim)
        local kept = random.integer(1, 5)
        if kept == 1 then center = origin * (1 - 2.0 ^ -random.integer(0, 30)) end
        local radius = kept == 2 and 0 or kept == 3 and 2.0 ^ -random.integer(0, 40)
          or kept == 4 and random.chance(0.3) and (center - origin):length() -- touches at the start
          or random.range(0, 1.5)
        center, radius = center * scale, radius * scale
        local other = center + generate.vector(random, style, dim) * scale
        shapes[i] = random.chance(0.3) and other ~= center
          and collide.capsule(center, other, radius) or collide.sphere(center, radius)
      end
      for _ = 1, 2 do
        local aimed = shapes[random.integer(1, #shapes)]
        local aim = (aimed.center or aimed.a) - origin * scale
        if random.chance(0.3) then aim = aim:normalized(aim) end
        if random.chance(0.2) then aim = aim + generate.vector(random, style, dim) * scale end
        local tmax = random.chance(0.2) and 1 or nil
        hits = hits + check_rays("seed " .. seed, origin * scale, aim, shapes, tmax, shapes)
        asked = asked + #shapes
      end
    end
    assert.is_true(hits > 0.3 * asked and hits < 0.9 * asked, hits / asked)
  end)

  it("are balls but for one among them", function()
    for other = 1, 8 do
      local shapes = {}
      for i = 1, 8 do shapes[i] = collide.sphere({ i, 0, 0 }, 0.25) end
      shapes[other] = collide.box({ other, 0, 0 }, { 0.25, 0.5, 0.5 })
      for _, y in ipairs { 0, 0.375 } do
        check_rays("box " .. other, vec(0, y, 0), vec(1, 0, 0), shapes, math.huge, shapes)
      end
    end
  end)

  it("may be more than fit on a stack", function()
    local shapes = {}
    for i = 1, 3000 do shapes[i] = collide.sphere({ (i * 7919) % 3000, 0 }, 0.25) end
    local hits = collide.raycast_all({ -1, 0 }, { 1, 0 }, shapes)
    assert.equal(3000, #hits)
    for i = 2, #hits do assert.is_true(hits[i - 1].t < hits[i].t) end
    assert.equal(3000, #collide.overlap_all(collide.plane({ 0, 1 }, 0), shapes))
    for i = 1, 3000, 3 do shapes[i] = collide.box(shapes[i].center, { 0.25, 0.25 }) end
    assert.equal(3000, check_rays("mixed", vec(-1, 0), vec(1, 0), shapes, math.huge, shapes))
  end)

  it("of equal times come in their order", function()
    local shapes = {}
    for i = 1, 100 do shapes[i] = collide.aabb({ 1, -i }, { 2, i }) end
    for i, hit in ipairs(collide.raycast_all({ 0, 0 }, { 1, 0 }, shapes)) do
      assert.equal(i, hit.index)
    end
  end)

  it("are none of an empty table", function()
    assert.same({}, collide.raycast_all({ 0, 0 }, { 1, 0 }, {}))
    assert.same({}, collide.overlap_all(collide.point { 0, 0 }, {}))
  end)

  it("may have no end, alone or beside others", function()
    local line, plane = collide.line({ 0.5, 0 }, { 0, 1 }), collide.plane({ 0, 1 }, -1e6)
    for _, shapes in ipairs { { line }, { plane, line }, { collide.point { 7e-9, 0 }, line, plane },
      { collide.point { 9e9, 0 }, line } } do
      local hits = collide.raycast_all({ 0.25, 3 }, { 1, 0 }, shapes, 5)
      assert.equal(1, #hits)
      assert.equal(line, shapes[hits[1].index])
      assert.equal(1, #collide.overlap_all(collide.point { 0.5, 9 }, shapes))
      local planes = (shapes[1] == plane or shapes[3] == plane) and 1 or 0
      assert.equal(planes, #collide.overlap_all(collide.sphere({ -5, -1e6 }, 1), shapes))
    end
  end)

  it("may have no end but far away, farther than anything else", function()
    local plane, ball = collide.plane({ 1, 0 }, -1e19), collide.circle({ 0, 0 }, 1)
    assert.equal(1, check_rays("far", vec(5, 5), vec(-1, 0), { plane, ball }, nil, { plane, ball }))
    local shapes = { ball, plane }
    assert.equal(2, check_rays("far", vec(5, 0), vec(-1, 0), shapes, nil, shapes))
  end)

  it("may be so far away that they are smaller than the rounding of a float", function()
    local shapes = { collide.circle({ 1e19, 0 }, 1), collide.circle({ 1e19, 0 }, 0) }
    for _, direction in ipairs { vec(1, 0), vec(0, 1) } do
      assert.equal(2, check_rays("far", vec(1e19, 0), direction, shapes, math.huge, shapes))
    end
  end)

  it("touch as closed sets do", function()
    local shapes = { collide.aabb({ 0, 0 }, { 1, 1 }), collide.sphere({ 3, 0 }, 1),
      collide.aabb({ 0, 1 }, { 1, 1 }), collide.point { 1, 1 } }
    assert.same({ 1, 3, 4 }, collide.overlap_all(collide.aabb({ 1, 1 }, { 2, 2 }), shapes))
    local hits = collide.raycast_all({ -1, 1 }, { 1, 0 }, shapes)
    assert.same({ 1, 3, 4, 2 }, { hits[1].index, hits[2].index, hits[3].index, hits[4].index })
    assert.equal(4.0, hits[4].t)
    assert.equal(4.0, hits[4].exit)
  end)

  it("keeps no table and no shape of a table that is gone", function()
    local gone = setmetatable({}, { __mode = "k" })
    do
      local shapes = { collide.point { 0, 0 }, collide.point { 1, 0 } }
      gone[shapes], gone[shapes[1]] = true, true
      collide.raycast_all({ -1, 0 }, { 1, 0 }, shapes)
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(gone))
  end)

  it("sees shapes that are replaced, with the old one collected in between", function()
    local shapes = { collide.point { 0, 0 } }
    for i = 1, 200 do
      assert.same({}, collide.overlap_all(collide.point { i, 0 }, shapes))
      shapes[1] = collide.point { i, 0 }
      collectgarbage "step"
      assert.same({ 1 }, collide.overlap_all(collide.point { i, 0 }, shapes))
    end
  end)
end)

describe("a batch", function()
  local shapes = { collide.sphere({ 0, 0 }, 1), collide.point { 5, 0 } }
  local batch = collide.batch(shapes)

  it("holds the shapes themselves", function()
    assert.equal(2, #batch)
    assert.equal(shapes[2], batch[2])
    assert.is_nil(batch[3])
    assert.is_nil(batch[0])
    assert.is_nil(batch.x)
    assert.equal("batch of 2 shapes", tostring(batch))
    expect.raises("the shapes of a batch cannot be assigned", function() batch[1] = shapes[2] end)
  end)

  it("sees them change, but not the table", function()
    local list = { collide.sphere({ 0, 0 }, 1), collide.point { 5, 0 } }
    local prepared = collide.batch(list)
    list[1].center = { 5, 1 }
    list[2] = collide.point { 0, 0 }
    assert.same({ 1, 2 }, collide.overlap_all(collide.point { 5, 0 }, prepared))
  end)
end)

describe("a table of shapes", function()
  it("may change altogether between two calls, also its dimension", function()
    local list = { collide.point { 5, 0 } }
    assert.same({ 1 }, collide.overlap_all(collide.point { 5, 0 }, list))
    list[1] = collide.point { 5, 0, 1 }
    assert.same({ 1 }, collide.overlap_all(collide.point { 5, 0, 1 }, list))
    list[2] = list[1]
    assert.same({ 1, 2 }, collide.overlap_all(collide.point { 5, 0, 1 }, list))
  end)
end)

describe("many shapes refuse", function()
  local ball, solid = collide.sphere({ 0, 0 }, 1), collide.sphere({ 0, 0, 0 }, 1)
  local function refuses(message, f, ...)
    expect.raises("bad argument #" .. message, f, ...)
  end

  it("a table that has become wrong, each time anew", function()
    local list = { ball, ball:clone() }
    collide.overlap_all(ball, list)
    list[2] = solid
    for _ = 1, 2 do
      refuses("2 to 'overlap_all' (shapes[2] must be 2D like the shape, got a 3D shape)",
        collide.overlap_all, ball, list)
    end
    list[2] = vec(1, 2)
    refuses("2 to 'overlap_all' (shapes[2] must be a shape or body, got vec(1, 2))",
      collide.overlap_all, ball, list)
    list[2] = nil
    assert.same({ 1 }, collide.overlap_all(ball, list))
  end)
end)
