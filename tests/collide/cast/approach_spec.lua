-- What `hit.approach > 0` says is so: a shape that moves to its hit and slides on along the normal
-- is not hit again by the same surface, whatever both are; where a cast does not approach it goes
-- no deeper than rounding; and of several normals at a corner the one of least approach counts.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

local function any(random, dim, size)
  local function x() return random.range(-size, size) end
  return dim == 2 and vec(x(), x()) or vec(x(), x(), x())
end

local function box_of(random, dim, radius)
  local half = vec(1, 1, 1) + any(random, 3, 0.5)
  if dim == 2 then
    return collide.box(any(random, 2, 1), vec(half.x, half.y), random.range(-3, 3), radius)
  end
  return collide.box(any(random, 3, 1), half, collide.quat(any(random, 3, 1), random.range(-3, 3)),
    radius)
end

local function points(random, dim, count)
  local list = {}
  for i = 1, count do list[i] = any(random, dim, 1.5) end
  return list
end

local solids = {
  plane = function(r, dim) return collide.plane(any(r, dim, 1), any(r, dim, 1)) end,
  ["turned box"] = function(r, dim) return box_of(r, dim, 0) end,
  ["rounded box"] = function(r, dim) return box_of(r, dim, 0.2) end,
  aabb = function(r, dim)
    local center, half = any(r, dim, 1), dim == 2 and vec(1, 0.7) or vec(1, 0.7, 1.2)
    return collide.aabb(center - half, center + half)
  end,
  sphere = function(r, dim) return collide.sphere(any(r, dim, 1), r.range(0.5, 1.5)) end,
  capsule = function(r, dim)
    return collide.capsule(any(r, dim, 1), any(r, dim, 1), r.range(0.5, 1.5))
  end,
  line = function(r, dim) return collide.line(any(r, dim, 1), any(r, dim, 1), r.range(0.2, 1)) end,
  segment = function(r, dim) return collide.segment(any(r, dim, 2), any(r, dim, 2)) end,
  triangle = function(r, dim)
    return collide.triangle(any(r, dim, 2), any(r, dim, 2), any(r, dim, 2))
  end,
  hull = function(r, dim)
    return dim == 2 and collide.polygon(points(r, 2, 8)) or collide.hull(points(r, 3, 12))
  end,
  cylinder = function(r) return collide.cylinder(any(r, 3, 1), any(r, 3, 1), r.range(0.2, 1)) end,
  cone = function(r) return collide.cone(any(r, 3, 1), any(r, 3, 1), r.range(0.2, 1)) end,
}

-- Moves a ball at a solid and slides on, as the README says. Returns whether it was hit, and hit
-- again.
local function slide_on(random, dim, solid, offset)
  local ball = collide.sphere(any(random, dim, 4), random.range(0.1, 0.5))
  solid:move(offset)
  ball:move(offset)
  local _, _, gap, normal = ball:closest(solid)
  local motion = any(random, dim, 1.5) - normal * 3
  local hit = gap > 0 and ball:shapecast(motion, solid)
  if not (hit and hit.approach > 0) then return false end
  ball:move(motion * hit.t)
  motion = (motion * (1 - hit.t)):slide(hit.normal)
  local again = ball:shapecast(motion, solid)
  return true, again and again.approach > 0, ball, motion
end

describe("a ball that slides on along the normal of its hit", function()
  for name, make in pairs(solids) do
    for _, far in ipairs { 0, 1000 } do
      it(("is not hit again by a %s, %g away"):format(name, far), function()
        local hits = 0
        for seed = 1, cases.count(2000) do
          local random = generate.random(seed)
          local dim = (name == "cylinder" or name == "cone") and 3 or 2 + seed % 2
          local solid = make(random, dim)
          local offset = any(random, dim, 1):normalized() * far
          local hit, again, ball, motion = slide_on(random, dim, solid, offset)
          if hit then hits = hits + 1 end
          if again then error(("seed %d: %s, %s, %s"):format(seed, solid, ball, motion)) end
        end
        assert.is_true(hits > cases.count(300), hits)
      end)
    end
  end
end)

-- Flat floors of triangles and of boxes: whatever slides along one face touches the inner edges
-- that it passes, and only to rounding.
local floors = {
  mesh = function()
    local vertices, triangles = {}, {}
    for i = 0, 6 do
      for j = 0, 6 do
        vertices[#vertices + 1] = vec(i / 2 - 1.5, j / 2 - 1.5, 0)
        local k = #vertices
        if i < 6 and j < 6 then
          triangles[#triangles + 1] = { k, k + 1, k + 8 }
          triangles[#triangles + 1] = { k, k + 8, k + 7 }
        end
      end
    end
    return collide.mesh(vertices, triangles)
  end,
  compound = function()
    local boxes = {}
    for i = -2, 2 do
      for j = -2, 2 do
        boxes[#boxes + 1] = collide.box(vec(i * 0.7, j * 0.7, 0), vec(0.35, 0.35, 0.2))
      end
    end
    return collide.compound(boxes)
  end,
}

local sliders = {
  ball = function(r) return collide.sphere(any(r, 3, 4), r.range(0.1, 0.5)) end,
  capsule = function(r)
    local a = any(r, 3, 4)
    return collide.capsule(a, a + any(r, 3, 0.5), 0.2)
  end,
  box = function(r)
    return collide.box(any(r, 3, 4), vec(0.3, 0.2, 0.4), collide.quat(any(r, 3, 1), r.range(-3, 3)))
  end,
  hull = function(r) return collide.hull(points(r, 3, 8)):moved(any(r, 3, 4)) end,
}

describe("what slides on along a flat floor", function()
  for floor_name, make_floor in pairs(floors) do
    for name, make in pairs(sliders) do
      it(("is not hit again: %s, %s"):format(name, floor_name), function()
        local hits = 0
        for seed = 1, cases.count(500) do
          local random = generate.random(seed)
          local mover = make(random)
          local turn = collide.quat(any(random, 3, 1), random.range(-3, 3))
          local floor = make_floor():rotated(turn, vec(0, 0, 0))
          local _, _, gap, normal = mover:closest(floor)
          local motion = any(random, 3, 1.5) - normal * 3
          local hit = gap > 0 and mover:shapecast(motion, floor)
          if hit and hit.approach > 0 then
            hits = hits + 1
            mover:move(motion * hit.t)
            motion = (motion * (1 - hit.t)):slide(hit.normal)
            local again = mover:shapecast(motion, floor)
            assert.is_true(not again or again.approach <= 0,
              ("seed %d: %s, %s"):format(seed, mover, again))
          end
        end
        assert.is_true(hits > cases.count(100), hits)
      end)
    end
  end
end)

-- Cylinders and cones touch with rims, of which neither the end of a cast nor the touched point is
-- known from their gap: they once ended 3e-14 deep, with normals off by 1e-8.
local curved = {
  cylinder = function(r)
    local a = any(r, 3, 2)
    return collide.cylinder(a, a + any(r, 3, 1), r.range(0.1, 0.8))
  end,
  cone = function(r)
    local a = any(r, 3, 2)
    return collide.cone(a, a + any(r, 3, 1), r.range(0.1, 0.8))
  end,
}
local sharp = {
  cylinder = curved.cylinder,
  cone = curved.cone,
  box = function(r) return box_of(r, 3, 0):moved(any(r, 3, 1)) end,
  hull = function(r) return collide.hull(points(r, 3, 10)):moved(any(r, 3, 2)) end,
  triangle = function(r) return solids.triangle(r, 3):moved(any(r, 3, 1)) end,
}

local function slides_on_once(mover, solid, random)
  local _, _, gap, normal = mover:closest(solid)
  local motion = any(random, 3, 1.5) - normal * 3
  local hit = gap > 0 and mover:shapecast(motion, solid)
  if not (hit and hit.approach > 0) then return false end
  mover:move(motion * hit.t)
  local again = mover:shapecast((motion * (1 - hit.t)):slide(hit.normal), solid)
  assert.is_true(not again or again.approach <= 0, tostring(again))
  return true
end

describe("a cylinder or cone that slides on along the normal of its hit", function()
  for name, make in pairs(curved) do
    for other, make_other in pairs(sharp) do
      it(("is not hit again: %s and %s"):format(name, other), function()
        local hits, seeds = 0, { 368, 1172 } -- of nearly parallel rims, which once were hit again
        for seed = 1, 150 do seeds[#seeds + 1] = seed end
        for _, seed in ipairs(seeds) do
          local random = generate.random(seed)
          local a = make(random):move(any(random, 3, 1):normalized() * 4)
          local b = make_other(random)
          if seed % 2 == 0 then a, b = b, a end
          local far = any(random, 3, 1):normalized() * (seed % 3 == 0 and 1000 or 0)
          if slides_on_once(a:moved(far), b:moved(far), random) then hits = hits + 1 end
        end
        assert.is_true(hits > 15, hits)
      end)
    end
  end
end)

describe("the normal of a hit", function()
  it("is that of least approach where several are outward", function()
    local tile, box = collide.aabb({ 1, -1 }, { 2, 0 }), collide.aabb({ -0.5, 0 }, { 0.5, 1 })
    local hit = box:shapecast(vec(1, 0), tile)
    assert.same({ vec(0, 1), 0 }, { hit.normal, hit.approach })
    hit = box:shapecast(vec(1, -0.25), collide.aabb({ 1, -1.125 }, { 2, -0.125 }))
    assert.same({ vec(0, 1), 0.25 }, { hit.normal, hit.approach }) -- both edges at once
    hit = box:shapecast(vec(1, -0.01), tile) -- it has begun to sink before it arrives
    assert.same({ vec(-1, 0), 1 }, { hit.normal, hit.approach })
    hit = collide.raycast({ 0, 0 }, { 1, 0 }, tile)
    assert.same({ vec(0, 1), 0 }, { hit.normal, hit.approach })
    hit = collide.raycast({ 0, 0, 0.5 }, { 1, 0, 0 }, collide.aabb({ 1, -1, 0 }, { 2, 0, 1 }))
    assert.same({ vec(0, 1, 0), 0 }, { hit.normal, hit.approach })
    hit = collide.raycast({ 0, 2 }, { 1, -2 }, tile)
    assert.same({ vec(-1, 0), 1 }, { hit.normal, hit.approach })
  end)

  it("is that of least approach where they touch at the start", function()
    local tile, box = collide.aabb({ 1, -1 }, { 2, 0 }), collide.aabb({ 0, 0 }, { 1, 1 })
    for _, m in ipairs { { 1, 0 }, { 1, -0.25 }, { 0.25, -1 }, { 0, -1 }, { -1, 1 } } do
      local motion = vec(m[1], m[2])
      local hit = box:shapecast(motion, tile)
      assert.is_true(hit.inside)
      assert.equal(math.min(motion.x, -motion.y) + 0.0, hit.approach)
      assert.equal(-motion:dot(hit.normal) + 0.0, hit.approach)
    end
  end)

  it("is across what is flat, on the side from which the motion came", function()
    local floor = collide.segment({ 1, 0 }, { 2, 0 })
    local hit = collide.raycast({ 0, 0 }, { 1, 0 }, floor) -- along it, at its end
    assert.same({ 1, 0 }, { math.abs(hit.normal.y), hit.approach })
    assert.equal(vec(0, 1), collide.raycast({ 0, 1 }, { 1.5, -1 }, floor).normal)
    assert.equal(vec(0, -1), collide.raycast({ 0, -1 }, { 1.5, 1 }, floor).normal)
  end)

  -- The planes of the far side pass within rounding of the touched point, too: of cylinders, cones,
  -- hulls and polygons the normal led on through what was hit.
  it("is across what is as thin as rounding, on the side from which the motion came", function()
    local thin = {
      cylinder = function(h) return collide.cylinder({ 0, 0, 0 }, { 0, h, 0 }, 1) end,
      cone = function(h) return collide.cone({ 0, 0, 0 }, { 0, h, 0 }, 1) end,
      box = function(h) return collide.box({ 0, 0, 0 }, { 1, h, 1 }) end,
      hull = function(h)
        return collide.hull { { -1, 0, -1 }, { 1, 0, -1 }, { 1, h, 1 }, { -1, h, 1 }, { 1, 0, 1 },
          { 1, h, -1 }, { -1, h, -1 }, { -1, 0, 1 } }
      end,
      wedge = function(h)
        return collide.hull { { -1, 0, -1 }, { 1, 0, -1 }, { 0, 0, 1.5 }, { 0, h, 0 } }
      end,
      polygon = function(h) return collide.polygon { { -1, 0 }, { 1, 0 }, { 1, h }, { -1, h } } end,
    }
    local random, hits = generate.random(1), 0
    for _, height in ipairs { 1e-12, 1e-13, 1e-14, 2e-15, 1e-15, 1e-16, 1e-20, 1e-200, 1e-310 } do
      for name, make in pairs(thin) do
        local solid = make(height)
        for i = 1, 80 do
          local side, x, z = (-1) ^ i, random.range(-0.4, 0.4), random.range(-0.4, 0.4)
          local from, motion = vec(x, side * random.range(1, 2), z),
            vec(random.range(-0.5, 0.5), -4 * side, random.range(-0.5, 0.5))
          if solid.dim == 2 then from, motion = vec(from.x, from.y), vec(motion.x, motion.y) end
          local mover = i % 3 == 0 and collide.point(from) or
            collide.segment(from, from + motion * 0x1p-20)
          local hit = i % 3 == 1 and collide.raycast(from, motion, solid) or
            mover:shapecast(motion, solid)
          local where = ("%s of %g, case %d: %s"):format(name, height, i, hit)
          assert.is_true(not hit or (hit.approach > 0 and hit.normal.y * side > 0), where)
          hits = hits + (hit and 1 or 0)
        end
      end
    end
    assert.is_true(hits > 3600, "hits " .. hits)
  end)

  it("does not depend on how fast the motion is, or how it is moved", function()
    for _, far in ipairs { 0, 1024, 1048576 } do
      for _, speed in ipairs { 1, 0x1p-20, 0x1p20 } do
        local tile = collide.aabb({ 1 + far, -1 }, { 2 + far, 0 })
        local box = collide.aabb({ far, 0 }, { 1 + far, 1 })
        local hit = box:shapecast(vec(speed, 0), tile)
        assert.same({ vec(0, 1), 0 }, { hit.normal, hit.approach })
      end
    end
  end)
end)

describe("an approach", function()
  local ball, floor = collide.sphere({ 3, 2 }, 1), collide.plane({ 0, 1 }, 0)

  it("is exactly 0 where the motion along the normal is rounding", function()
    assert.equal(0, ball:moved({ 0, -1 }):shapecast(vec(1, -0x1p-52), floor).approach)
    assert.equal(0, ball:moved({ 0, -1 }):shapecast(vec(1, 0x1p-52), floor).approach)
    assert.equal(0, ball:moved({ 0, -1 }):shapecast(vec(0x1p-60, -0x1p-56), floor).approach)
  end)

  it("is kept where it is more", function()
    assert.equal(0x1p-40, ball:moved({ 0, -1 }):shapecast(vec(1, -0x1p-40), floor).approach)
    assert.equal(0x1p-40, collide.raycast({ 0, 0 }, { 1, -0x1p-40 }, floor).approach)
  end)

  it("is that of the direction for a ray, however long that is", function()
    for _, length in ipairs { 0x1p-24, 1, 0x1p63 } do
      local along, down = vec(length, -length * 0x1p-52), vec(length, -length * 0x1p-40)
      assert.equal(0, collide.raycast({ 0, 0 }, along, floor).approach)
      assert.equal(length * 0x1p-40, collide.raycast({ 0, 0 }, down, floor).approach)
    end
  end)
end)
