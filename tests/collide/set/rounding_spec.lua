-- What the penetration depth of sets does about rounding: each case fails without the line that it
-- names (`./run devices`).
local collide = require "collide"
local generate = require "tests.support.generate"
local vec = collide.vec

describe("the depth of a set", function()
  -- cd_intersect_planes: planes of parts that are nearly parallel meet in a point that is refined.
  -- Without that the depth is 3e-7 too long.
  it("is that where nearly parallel planes meet", function()
    local a = collide.capsule({ -0.5, 0.5, 0.5 }, { -1.5, 0.5, 0.5 }, 1)
    local b = collide.mesh({ { -0.5, 0.5, 0.5 }, { -1, 0, 0.5 }, { -0.5, 0.5, 0 }, { 0, 0.5, 0 },
      { 0.5, 1, 0 }, { -1, -0.5, 1 } },
      { { 3, 4, 1 }, { 5, 6, 4 }, { 3, 3, 1 }, { 3, 3, 5 }, { 1, 5, 3 }, { 2, 2, 5 } })
    assert.near(-1, a:distance(b), 1e-14)
  end)

  -- slack_before: what is left of the margin is taken off. Without that the shapes overlap by
  -- 2e-12 where the depth has led.
  it("leads out to rounding", function()
    local random, cases = generate.random(6), 0
    for _ = 1, 1000 do
      local kind = ({ "triangle", "polygon", "box" })[random.integer(1, 3)]
      local a, b, _, size = generate.pair(random, kind, "compound", 2)
      local contact = a:contact(b)
      if contact and contact.depth > 1e-6 * size and contact.depth < 1e300 then
        cases = cases + 1
        local left = a:moved(contact.normal * contact.depth):distance(b)
        assert.is_true(left > -1e-14 * size, tostring(left / size))
      end
    end
    assert.is_true(cases > 200)
  end)
end)

describe("rounding of a set", function()
  -- rounded_size: the vertices of a polygon or hull are rounded where it was built. Without that a
  -- traversal passed over parts that overlap by the other queries: 3 of 10 here.
  for dim = 2, 3 do
    it(("is that of where a polytope was built in %dD"):format(dim), function()
      local random, touching = generate.random(dim), 0
      local make = dim == 2 and collide.polygon or collide.hull
      for _ = 1, 2000 do
        local built, there = {}, {}
        for k = 1, dim do built[k], there[k] = random.unit(), random.unit() * 1e-8 end
        built, there = vec(table.unpack(built)), vec(table.unpack(there))
        local polytope, mesh = make { built }, collide.mesh({ there }, { { 1, 1, 1 } })
        local a = polytope:moved(there - built)
        assert.equal(a:distance(mesh) <= 0, a:overlap(mesh))
        touching = touching + (a:distance(mesh) <= 0 and 1 or 0)
      end
      assert.is_true(touching > 500, tostring(touching))
    end)
  end

  -- parts_before: the point leaves a corner along an edge's end, which may last as long as the way
  -- to the next edge, 8e-9 farther. In between it touches nothing.
  it("does not join touches that are apart", function()
    local at = vec(0.20996077939054092, -2.954597011884579e-09)
    local mesh = collide.mesh({ at, { 8.169245250787458e-09, 5.3005118282873465e-09 },
      { -7.963205410675438e-09, 2.6498357172509744e-09 },
      { -7.29864073246813e-09, 1.0411366152160584e-09 },
      { 0.3290335015304986, 7.079322733545095e-09 },
      { 2.366841062874858e-09, -0.16344459267037403 } },
      { { 4, 4, 5 }, { 6, 3, 1 }, { 1, 4, 1 }, { 1, 4, 2 } })
    local motion = vec(2.5107837879786418e-08, 0.23971173803319368)
    local hit = collide.point(at):shapecast(motion, mesh)
    assert.is_true(hit.inside)
    assert.near(0, hit.exit, 1e-13)
    local next_edge = collide.point(at + motion * 1e-9):shapecast(motion, mesh)
    assert.near(3.174e-8, next_edge.t, 1e-10)
  end)
end)
