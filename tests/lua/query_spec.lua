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

  it("give the same, with vecs and with plain tables, and change no argument", function()
    local random, hits, misses = generate.random(9), 0, 0
    for i = 1, 600 do
      local dim = 2 + i % 2
      local kinds = generate.convex_kinds(dim)
      local a, b, style = generate.pair(random, kinds[random.integer(1, #kinds)],
        kinds[random.integer(1, #kinds)], dim)
      local v, w = generate.vector(random, style, dim), generate.vector(random, style, dim) * 3
      local tv, tw, before = { v:unpack() }, { w:unpack() }, text(a, b)
      for _, query in ipairs { "overlap", "distance", "closest" } do
        assert.equal(text(collide[query](a, b)), text(a[query](a, b)))
      end
      assert.equal(text(collide.contact(a, b, 0.25)), text(a:contact(b, 0.25)))
      assert.equal(text(collide.raycast(v, w, b)), text(b:raycast(tv, tw)))
      assert.equal(text(collide.raycast(v, w, b, 0.5)), text(b:raycast(tv, tw, 0.5)))
      assert.equal(text(collide.shapecast(a, w, b)), text(a:shapecast(tw, b)))
      assert.equal(text(collide.shapecast(a, w, b, v)), text(a:shapecast(tw, b, tv)))
      assert.equal(collide.overlap(collide.point(v), b), b:contains(tv))
      a:bounds()
      assert.equal(before, text(a, b))
      if a:overlap(b) then hits = hits + 1 else misses = misses + 1 end
    end
    assert.is_true(hits > 150 and misses > 150, hits .. " hits, " .. misses .. " misses")
  end)

  it("ignore arguments beyond their last", function()
    assert.equal(circle:distance(circle), collide.distance(circle, circle, "more", 1))
    assert.equal(text(circle:raycast({ -3, 0 }, { 1, 0 })),
      text(circle:raycast({ -3, 0 }, { 1, 0 }, nil, "more")))
  end)
end)
