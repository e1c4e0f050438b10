-- Each query is a function of the module and a method of a shape: both return the same, for vecs
-- and for plain tables, change none of their arguments, and ignore arguments beyond the last.
local collide = require "collide"
local generate = require "tests.support.generate"

local circle = collide.circle({ 0, 0 }, 1)

describe("functions and methods", function()
  local function text(...)
    local list = table.pack(...)
    for i = 1, list.n do list[i] = tostring(list[i]) end
    return table.concat(list, "; ")
  end

  it("give the same, with vecs and with plain tables", function()
    local random, hits, misses = generate.random(9), 0, 0
    for i = 1, 600 do
      local dim = 2 + i % 2
      local kinds = generate.convex_kinds(dim)
      local kind_a = kinds[random.integer(1, #kinds)]
      local kind_b = kinds[random.integer(1, #kinds)]
      local a, b, style = generate.pair(random, kind_a, kind_b, dim)
      local v, w = generate.vector(random, style, dim), generate.vector(random, style, dim) * 3
      local tv, tw = { v:unpack() }, { w:unpack() }
      assert.equal(text(collide.overlap(a, b)), text(a:overlap(b)))
      assert.equal(text(collide.distance(a, b)), text(a:distance(b)))
      assert.equal(text(collide.closest(a, b)), text(a:closest(b)))
      assert.equal(text(collide.contact(a, b, 0.25)), text(a:contact(b, 0.25)))
      assert.equal(text(collide.raycast(v, w, b)), text(b:raycast(tv, tw)))
      assert.equal(text(collide.raycast(v, w, b, 0.5)), text(b:raycast(tv, tw, 0.5)))
      assert.equal(text(collide.shapecast(a, w, b)), text(a:shapecast(tw, b)))
      assert.equal(text(collide.shapecast(a, w, b, v)), text(a:shapecast(tw, b, tv)))
      assert.equal(collide.overlap(collide.point(v), b), b:contains(tv))
      if a:overlap(b) then hits = hits + 1 else misses = misses + 1 end
    end
    assert.is_true(hits > 150 and misses > 150, hits .. " hits, " .. misses .. " misses")
  end)

  it("never change their arguments", function()
    local random = generate.random(10)
    for i = 1, 200 do
      local dim = 2 + i % 2
      local kinds = generate.convex_kinds(dim)
      local a, b, style = generate.pair(random, kinds[1 + i % #kinds], kinds[1 + i * 7 % #kinds],
        dim)
      local before = text(a, b)
      a:closest(b)
      a:shapecast(generate.vector(random, style, dim), b)
      b:raycast(generate.vector(random, style, dim), generate.vector(random, style, dim))
      a:bounds()
      assert.equal(before, text(a, b))
    end
  end)

  it("ignore arguments beyond their last", function()
    assert.equal(circle:distance(circle), collide.distance(circle, circle, "more", 1))
    assert.equal(text(circle:raycast({ -3, 0 }, { 1, 0 })),
      text(circle:raycast({ -3, 0 }, { 1, 0 }, nil, "more")))
  end)
end)
