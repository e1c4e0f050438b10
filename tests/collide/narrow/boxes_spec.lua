-- Boxes beside the hulls of their corners, which take the generic path: not turned, at random and
-- on integers, where many touch and some are flat; turned about one axis; and turned alike. Their
-- closed form also rounds a gap once, and finds points in the middle of what touches.
local collide = require "collide"
local boxes = require "tests.support.boxes"
local generate = require "tests.support.generate"
local vec = collide.vec

local up = vec(0, 1, 0)

local function is_on(shape, p) return math.abs(shape:distance(collide.point(p))) <= 1e-14 end

-- style -> function(random): the centre, half extents and turn of a box, beside one of that turn.
local styles = {}

local function any(random, least, most)
  return vec(random.range(least, most), random.range(least, most), random.range(least, most))
end
local function whole(random, least, most)
  return vec(random.integer(least, most), random.integer(least, most), random.integer(least, most))
end

function styles.integers(random) return whole(random, -3, 3), whole(random, 0, 3) end
styles["not turned"] = function(random) return any(random, -3, 3), any(random, 0, 3) end
function styles.upright(random)
  return any(random, -2, 2), any(random, 0.2, 1.5), collide.quat(up, random.range(-3, 3))
end
styles["turned alike"] = function(random, turn)
  turn = turn or collide.quat(any(random, -1, 1), random.range(-3, 3))
  return any(random, -2, 2), any(random, 0.2, 1.5), turn
end

-- Half of the boxes that are not turned are made by their corners.
local function box_of(random, center, half, turn)
  if turn or random.chance(0.5) then return collide.box(center, half, turn) end
  return collide.aabb(center - half, center + half)
end

describe("boxes with parallel edges", function()
  for style, draw in pairs(styles) do
    it("are separated as their hulls are: " .. style, function()
      local random = generate.random(7)
      local apart, touching, deep, alike = 0, 0, 0, 0
      for _ = 1, 1500 do
        local center, half, turn = draw(random)
        local a, hull_a = box_of(random, center, half, turn), boxes.hull(center, half, turn)
        center, half, turn = draw(random, turn)
        local b, hull_b = box_of(random, center, half, turn), boxes.hull(center, half, turn)
        local got, want = boxes.separation(a, b), boxes.separation(hull_a, hull_b)
        assert.is_true(math.abs(got.distance - want.distance) <= 1e-14)
        assert.equal(got.distance <= 0, collide.overlap(a, b))
        local off = got.point_a - got.point_b - got.normal * got.distance
        assert.is_true(off:length() <= 1e-14)
        assert.is_true(is_on(a, got.point_a) and is_on(b, got.point_b))
        local moved = a:moved(got.normal * -got.distance)
        assert.is_true(math.abs(moved:distance(b)) <= 1e-14)
        alike = alike + ((got.normal - want.normal):length() <= 1e-9 and 1 or 0)
        apart = apart + (got.distance > 0 and 1 or 0)
        touching = touching + (got.distance == 0 and 1 or 0)
        deep = deep + (got.distance < 0 and 1 or 0)
      end
      local counts = ("%d, %d, %d, %d"):format(apart, touching, deep, alike)
      assert.is_true(apart > 300 and deep > 90, counts)
      assert.is_true(style == "integers" and touching > 75 or alike > 1400, counts)
    end)
  end

  it("have gaps that are rounded once", function()
    -- 3 - 0.1 - 2.9 is 0 if each difference is rounded.
    local a, b = collide.box({ 3, 0, 0 }, { 0.1, 1, 1 }), collide.box({ 0, 0, 0 }, { 2.9, 1, 1 })
    assert.equal(0x1.8p-54, a:distance(b))
    assert.equal(0x1.8p-54, b:distance(a))
    assert.is_false(collide.overlap(a, b))
  end)

  it("touch in the middle of what their faces share", function()
    local floor = collide.aabb({ -4, -1, -4 }, { 4, 0, 4 })
    local turned = collide.quat(up, math.pi / 4)
    local contact = collide.contact(collide.box({ 0.25, 0.875, 0.5 }, { 1, 1, 1 }, turned), floor)
    assert.equal(0.125, contact.depth)
    assert.equal(up, contact.normal)
    assert.is_true((contact.point_b - vec(0.25, 0, 0.5)):length() <= 1e-15)
    -- Half of an edge of one over the other, and nothing of it.
    local roof = collide.box({ 4, 1, 0 }, { 2, 1, 1 }, collide.quat({ 0, 0, 1 }, math.pi / 4))
    local low = 1 - 1.5 * math.sqrt(2)
    for _, shift in ipairs { 0, 1, 4.5 } do
      local _, on_floor, distance = roof:moved({ -4, -low + 0.5, shift }):closest(floor)
      if shift < 4 then
        assert.is_true(math.abs(distance - 0.5) <= 1e-14)
        assert.is_true(math.abs(on_floor.z - shift) <= 1e-14)
      else -- from 3.5 to 4
        assert.is_true(math.abs(on_floor.z - 3.75) <= 1e-14)
      end
    end
  end)
end)
