-- Boxes whose faces or edges are parallel to a face of the other: turned about one axis only, or
-- both by the same rotation. They are separated as the hulls of their corners are by the generic
-- path, and both points lie in the middle of what touches.
local collide = require "collide"
local boxes = require "tests.support.boxes"
local generate = require "tests.support.generate"
local vec = collide.vec

local up = vec(0, 1, 0)

local function box_and_hull(center, half, turn)
  return collide.box(center, half, turn), boxes.hull(center, half, turn)
end

local function is_on(shape, point)
  return math.abs(shape:distance(collide.point(point))) <= 4e-15
end

describe("boxes with parallel faces", function()
  for _, style in ipairs { "upright", "turned alike" } do
    it(("are separated as their hulls are: %s"):format(style), function()
      local random = generate.random(5)
      local function vector(least, most)
        return vec(random.range(least, most), random.range(least, most), random.range(least, most))
      end
      local apart, deep, alike = 0, 0, 0
      for _ = 1, 1500 do
        local turn = collide.quat(style == "upright" and up or vector(-1, 1), random.range(-3, 3))
        local a, hull_a = box_and_hull(vector(-2, 2), vector(0.2, 1.5), turn)
        if style == "upright" then turn = collide.quat(up, random.range(-3, 3)) end
        local b, hull_b = box_and_hull(vector(-2, 2), vector(0.2, 1.5), turn)
        local got, want = boxes.separation(a, b), boxes.separation(hull_a, hull_b)
        assert.is_true(math.abs(got.distance - want.distance) <= 4e-15)
        local off = got.point_a - got.point_b - got.normal * got.distance
        assert.is_true(off:length() <= 4e-15)
        assert.is_true(is_on(a, got.point_a) and is_on(b, got.point_b))
        alike = alike + ((got.normal - want.normal):length() <= 1e-9 and 1 or 0)
        apart = apart + (got.distance > 0 and 1 or 0)
        deep = deep + (got.distance < 0 and 1 or 0)
      end
      assert.is_true(apart > 300 and deep > 300 and alike > 1490, apart .. " " .. alike)
    end)
  end

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
      local moved = roof:clone()
      moved:move { -4, -low + 0.5, shift }
      local _, on_floor, distance = collide.closest(moved, floor)
      if shift < 4 then
        assert.is_true(math.abs(distance - 0.5) <= 1e-14)
        assert.is_true(math.abs(on_floor.z - shift) <= 1e-14)
      else -- from 3.5 to 4
        assert.is_true(math.abs(on_floor.z - 3.75) <= 1e-14)
      end
    end
  end)
end)
