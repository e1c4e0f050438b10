-- What fits exactly passes: into holes of tiles and through corridors as wide as itself, all kinds,
-- among the parts of a compound, the shapes of a list and the bodies of a world, in any
-- direction. Casts graze there (approach 0), characters go all the way. What is wider by little is
-- stopped; what has no width does not fall into the seams between tiles that touch.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

-- A frame: where the point (x, y, z) of a scene lies, turned by right angles and moved by a dyadic
-- offset; and the box with two corners there.
local function some_frame(random, dim)
  local far = random.chance(0.3) and 1000 or 3
  local function offset() return random.integer(-8 * far, 8 * far) / 8 end
  local o = dim == 2 and vec(offset(), offset()) or vec(offset(), offset(), offset())
  local sign, turn, frame = random.chance(0.5) and 1 or -1, random.integer(0, 2), { dim = dim }
  function frame.way(x, y, z)
    if dim == 2 then return turn == 0 and vec(x, sign * y) or vec(sign * y, x) end
    return turn == 0 and vec(x, sign * y, z) or turn == 1 and vec(z, x, sign * y)
      or vec(sign * y, z, x)
  end
  function frame.at(x, y, z) return o + frame.way(x, y, z) end
  function frame.corners(x1, y1, z1, x2, y2, z2)
    local list = {}
    for i = 0, dim == 2 and 3 or 7 do
      list[i + 1] = frame.at(i % 2 == 0 and x1 or x2, i // 2 % 2 == 0 and y1 or y2,
        i < 4 and z1 or z2)
    end
    return list
  end
  return frame
end

-- A box as one of the kinds that it can be.
local function tile(random, frame, ...)
  local corners, kind = frame.corners(...), random.integer(1, 3)
  local box = collide.bounding_box(corners)
  if kind == 1 then return box end
  if kind == 2 then return collide.box(box.center, box.half) end
  return (frame.dim == 2 and collide.polygon or collide.hull)(corners)
end

-- Movers that fill the hole [0, w] x [0, d] from y = 1 upwards. Those that are round touch two
-- sides of it, or four.
local movers = {
  [2] = {
    tile = function(r, f, w, _, h) return tile(r, f, 0, 1, 0, w, 1 + h, 0) end,
    circle = function(_, f, w) return collide.circle(f.at(w / 2, 1 + w / 2, 0), w / 2) end,
    capsule = function(_, f, w, _, h)
      return collide.capsule(f.at(w / 2, 1 + w / 2, 0), f.at(w / 2, 1 + w / 2 + h, 0), w / 2)
    end,
    segment = function(_, f, w) return collide.segment(f.at(0, 1, 0), f.at(w, 1, 0)) end,
    diamond = function(_, f, w)
      return collide.polygon { f.at(0, 2, 0), f.at(w, 2, 0), f.at(w / 2, 1, 0), f.at(w / 2, 3, 0) }
    end,
    compound = function(r, f, w, _, h)
      return collide.compound { tile(r, f, 0, 1, 0, w / 2, 1 + h, 0),
        tile(r, f, w / 2, 1, 0, w, 1 + h, 0) }
    end,
    mesh = function(_, f, w, _, h)
      return collide.mesh({ f.at(0, 1, 0), f.at(w, 1, 0), f.at(w, 1 + h, 0), f.at(0, 1 + h, 0) },
        { { 1, 2, 3 }, { 1, 3, 4 } })
    end,
  },
  [3] = {
    tile = function(r, f, w, d, h) return tile(r, f, 0, 1, 0, w, 1 + h, d) end,
    lid = function(r, f, w, d) return tile(r, f, 0, 1, 0, w, 1, d) end,
    sphere = function(_, f, w, d)
      return collide.sphere(f.at(w / 2, 1 + w, d / 2), math.min(w, d) / 2)
    end,
    capsule = function(_, f, w, d, h)
      return collide.capsule(f.at(w / 2, 1 + w, d / 2), f.at(w / 2, 1 + w + h, d / 2),
        math.min(w, d) / 2)
    end,
    cylinder = function(_, f, w, d, h)
      return collide.cylinder(f.at(w / 2, 1, d / 2), f.at(w / 2, 1 + h, d / 2), math.min(w, d) / 2)
    end,
    compound = function(r, f, w, d, h)
      return collide.compound { tile(r, f, 0, 1, 0, w / 2, 1 + h, d),
        tile(r, f, w / 2, 1, 0, w, 1 + h, d) }
    end,
  },
}

-- The tiles around the hole, from y = -4 up to 0, each of one piece or of two, in random order.
local function walls(random, frame, w, d)
  local list = {}
  local function add(x1, z1, x2, z2)
    local cut = random.chance(0.5) and -random.integer(1, 3) or nil
    if cut then list[#list + 1] = tile(random, frame, x1, -4, z1, x2, cut, z2) end
    list[#list + 1] = tile(random, frame, x1, cut or -4, z1, x2, 0, z2)
  end
  local cut = random.integer(1, d)
  if frame.dim == 2 then
    add(-3, 0, 0, 0)
    add(w, 0, w + 3, 0)
  else
    add(-3, -3, 0, cut)
    add(-3, cut, 0, d + 3)
    add(w, -3, w + 3, d + 3)
    add(0, -3, w, 0)
    add(0, d, w, d + 3)
  end
  for i = #list, 2, -1 do
    local k = random.integer(1, i)
    list[i], list[k] = list[k], list[i]
  end
  return list
end

local function world_of(dim, list)
  local world = collide.world { dim = dim }
  for _, shape in ipairs(list) do world:add(shape) end
  return world
end

local function sorted_names(kinds)
  local names = {}
  for name in pairs(kinds) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function each_case(count, visit)
  local random = generate.random(11)
  for dim = 2, 3 do
    for _, name in ipairs(sorted_names(movers[dim])) do
      for n = 1, cases.count(count) do
        local w, d, h = random.integer(1, 4), random.integer(1, 3), random.integer(1, 3)
        local frame = some_frame(random, dim)
        local mover = movers[dim][name](random, frame, w, d, h)
        local motion = frame.way(0, -random.integer(2, 7), 0)
        visit(mover, motion, walls(random, frame, w, d), ("%dD %s %d"):format(dim, name, n), frame)
      end
    end
  end
end

describe("What fits exactly", function()
  it("grazes in the cast at a set and among bodies", function()
    each_case(40, function(mover, motion, list, what)
      local first
      for _, shape in ipairs(list) do
        local hit = mover:shapecast(motion, shape)
        assert.is_true(hit == nil or hit.approach == 0, what)
        if hit and not (first and first < hit.t) then first = hit.t end
      end
      for _, hit in ipairs { mover:shapecast(motion, collide.compound(list)) or false,
        world_of(mover.dim, list):shapecast(mover, motion) or false } do
        assert.equal(first, hit and hit.t or nil, what)
        assert.equal(0, hit and hit.approach or 0, what)
      end
    end)
  end)

  it("goes all the way as a character", function()
    each_case(40, function(mover, motion, list, what, frame)
      for i, obstacles in ipairs { list, collide.compound(list), collide.batch(list),
        world_of(mover.dim, list) } do
        local moved = collide.move_and_slide(mover:clone(), motion, obstacles,
          { up = frame.way(0, 1, 0) })
        assert.is_true((moved - motion):length() <= (mover.radius == 0 and 1e-9 or 1e-6),
          ("%s %d: %s, not %s"):format(what, i, moved, motion))
      end
    end)
  end)

  it("goes on inside", function()
    each_case(40, function(mover, motion, list, what)
      local inside, way = mover:moved(motion:normalized() * 3), motion:normalized() * 0.5
      for i, obstacles in ipairs { list, collide.compound(list), world_of(mover.dim, list) } do
        local moved = collide.move_and_slide(inside:clone(), way, obstacles)
        assert.is_true((moved - way):length() <= (mover.radius == 0 and 1e-9 or 1e-6),
          ("%s %d: %s"):format(what, i, moved))
      end
      local hit = inside:shapecast(way, collide.compound(list))
      assert.is_true(hit == nil or hit.approach == 0, what)
    end)
  end)

  -- But for what has no thickness: a world keeps a skin about it.
  it("passes in a step", function()
    each_case(40, function(mover, motion, list, what)
      if what:find "segment" or what:find "lid" then return end
      for _, dt in ipairs { 1, 1 / 16 } do
        for i, obstacles in ipairs { list, { collide.compound(list) } } do
          local world = world_of(mover.dim, obstacles)
          local body = world:add(mover, { mass = 1, velocity = motion })
          local hits = 0
          for _ = 1, 1 / dt do hits = hits + world:step(dt) end
          local off = body.position - mover.position - motion
          assert.is_true(hits == 0 and off:length() <= 1e-9, ("%s %d, dt %g: %d hits, %s"):format(
            what, i, dt, hits, off))
        end
      end
    end)
  end)

  it("has one answer, in the hole between two tiles", function()
    local a, b = collide.aabb({ -3, -1 }, { 0, 0 }), collide.aabb({ 1, -1 }, { 4, 0 })
    local mover, motion = collide.aabb({ 0, 0.5 }, { 1, 1.5 }), vec(0, -2)
    for _, obstacle in ipairs { a, b, collide.compound { a, b } } do
      assert.equal(0, mover:shapecast(motion, obstacle).approach)
    end
    assert.equal(motion, (collide.move_and_slide(mover:clone(), motion, { a, b })))
    local world = world_of(2, { a, b })
    local body = world:add(mover, { mass = 1, velocity = motion })
    assert.equal(0, world:shapecast(body, motion).approach)
    assert.equal(0, (world:step(1)))
    assert.equal(mover.position + motion, body.position)
  end)
end)

describe("A gap between parts", function()
  it("is left by what has no width, too, whichever of the two is asked first", function()
    local random = generate.random(13)
    for n = 1, cases.count(200) do
      local dim = random.integer(2, 3)
      local frame, h = some_frame(random, dim), random.integer(1, 4)
      local low, high = -random.integer(0, 2), h + random.integer(0, 2) -- 0, h: without inside
      local set = collide.compound { tile(random, frame, -3, low, -3, 3, 0, 3),
        tile(random, frame, -3, h, -3, 3, high, 3) }
      for _, mover in ipairs { collide.segment(frame.at(0, 0, 0), frame.at(0, h, 0)),
        tile(random, frame, 0, 0, 0, 0, h, 1), tile(random, frame, 0, 0, 0, 1, h, 1) } do
        assert.same({ 0, 0 }, { mover:distance(set), set:distance(mover) },
          ("%d %s"):format(n, mover))
      end
    end
  end)
end)

describe("What is too wide by little", function()
  it("is stopped", function()
    each_case(20, function(mover, motion, list, what)
      if mover.kind ~= "box" then return end
      local wide = collide.box(mover.center, mover.half * (1 + 2 ^ -20))
      local hit = wide:shapecast(motion, collide.compound(list))
      assert.is_true(hit.approach > 0, what)
      assert.is_true(world_of(wide.dim, list):shapecast(wide, motion).approach > 0, what)
      local moved = collide.move_and_slide(wide, motion, list)
      assert.is_true(moved:length() < 1.001, what)
    end)
  end)
end)

-- Floors of tiles that touch, and what has no width above their seams.
describe("What has no width", function()
  it("does not fall into a seam", function()
    local random = generate.random(12)
    for n = 1, cases.count(400) do
      local dim = random.integer(2, 3)
      local frame, list = some_frame(random, dim), {}
      for x = -2, 1 do
        for z = dim == 2 and 0 or -2, dim == 2 and 0 or 1 do
          list[#list + 1] = tile(random, frame, 2 * x, -2, 2 * z, 2 * x + 2, 0, 2 * z + 2)
        end
      end
      local at, down = frame.at, frame.way(0, -1.5, 0)
      for i, mover in ipairs { collide.point(at(0, 1, 0)), collide.point(at(0, 1, 1)),
        collide.segment(at(0, 1, 0), at(0, 2, 0)), collide.segment(at(0, 1, -1), at(0, 1, 1)) } do
        local what = ("%d %s"):format(i, mover)
        for _, hit in ipairs { mover:shapecast(down, collide.compound(list)),
          (world_of(dim, list):shapecast(mover, down)) } do
          assert.is_true(hit.approach > 0, what)
        end
        for k, obstacles in ipairs { list, collide.compound(list) } do
          local moved = collide.move_and_slide(mover:clone(), down, obstacles)
          assert.is_true(moved:length() < 1.001, ("%d %s %d"):format(n, what, k))
        end
      end
    end
  end)
end)
