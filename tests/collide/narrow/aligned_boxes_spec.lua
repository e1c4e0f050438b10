-- Boxes that are not rotated: the closed form of their separation answers as the hull of the same
-- corners does by the generic path, for aabbs and boxes, flat and rounded ones, at random and on
-- integers, where many of them touch; and it rounds a gap once.
local collide = require "collide"
local boxes = require "tests.support.boxes"
local generate = require "tests.support.generate"
local vec = collide.vec

local function close(a, b, size) return math.abs(a - b) <= 1e-14 * size end

-- A box and the hull of its corners. exact: on integers, some of them flat.
local function random_box(random, exact, kind)
  local function coordinate(least, most)
    return exact and random.integer(least, most) or random.range(least, most)
  end
  local center = vec(coordinate(-3, 3), coordinate(-3, 3), coordinate(-3, 3))
  local half = vec(coordinate(0, 3), coordinate(0, 3), coordinate(0, 3))
  local box = kind == "aabb" and collide.aabb(center - half, center + half)
    or collide.box(center, half)
  return box, boxes.hull(center, half)
end

describe("boxes that are not rotated", function()
  for _, exact in ipairs { true, false } do
    for _, kind in ipairs { "aabb", "box" } do
      it(("are separated as their hulls are: %s, %s"):format(kind,
          exact and "integers" or "random"), function()
        local random = generate.random(exact and 7 or 8)
        local apart, touching, deep = 0, 0, 0
        for _ = 1, 1000 do
          local a, hull_a = random_box(random, exact, "aabb")
          local b, hull_b = random_box(random, exact, kind)
          local got, want = boxes.separation(a, b), boxes.separation(hull_a, hull_b)
          assert.is_true(close(got.distance, want.distance, 16))
          assert.equal(collide.overlap(hull_a, hull_b), collide.overlap(a, b))
          assert.equal(got.distance <= 0, collide.overlap(a, b))
          local off = got.point_a - got.point_b - got.normal * got.distance
          assert.is_true(off:length() <= 1e-14)
          assert.is_true(math.abs(a:distance(collide.point(got.point_a))) <= 1e-14)
          assert.is_true(math.abs(b:distance(collide.point(got.point_b))) <= 1e-14)
          -- Moved by its depth along the normal, a just touches b.
          local moved = a:clone()
          moved:move(got.normal * -got.distance)
          assert.is_true(math.abs(moved:distance(b)) <= 1e-14)
          apart = apart + (got.distance > 0 and 1 or 0)
          touching = touching + (got.distance == 0 and 1 or 0)
          deep = deep + (got.distance < 0 and 1 or 0)
        end
        local counts = ("%d, %d, %d"):format(apart, touching, deep)
        assert.is_true(apart > 200 and deep > 60 and (not exact or touching > 50), counts)
      end)
    end
  end

  it("have gaps that are rounded once", function()
    -- 3 - 0.1 - 2.9 is 0 if each difference is rounded.
    local a, b = collide.box({ 3, 0, 0 }, { 0.1, 1, 1 }), collide.box({ 0, 0, 0 }, { 2.9, 1, 1 })
    assert.equal(0x1.8p-54, a:distance(b))
    assert.equal(0x1.8p-54, b:distance(a))
    assert.is_false(collide.overlap(a, b))
  end)

  it("may be rounded", function()
    local round = collide.box({ 0, 3, 0 }, { 1, 1, 1 }, nil, 0.5)
    local hit = boxes.separation(round, collide.aabb({ -1, -1, -1 }, { 1, 1, 1 }))
    assert.same({ 0.5, vec(0, 1, 0), vec(0, 1.5, 0), vec(0, 1, 0) },
      { hit.distance, hit.normal, hit.point_a, hit.point_b })
  end)
end)
