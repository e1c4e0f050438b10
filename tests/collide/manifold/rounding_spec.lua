-- What manifolds do about rounding: each case fails without the line that it names
-- (`./run devices`).
local collide = require "collide"
local vec = collide.vec

describe("a manifold", function()
  -- drop_dimensions: the vertices of a flat box are pairs that coincide to rounding. Where that is
  -- taken for the width of a face, an edge is none, and one of two points is lost.
  it("has both ends of what crosses the edge of a flat, turned box", function()
    for angle = 1, 8 do
      local q = collide.quat(vec(1, 2, 3), angle)
      local box = collide.box({ 0, 0, 0 }, { 1, 0, 0.5 }, q)
      for _, ends in ipairs { { vec(0.5, 0.6, -0.3), vec(1.6, -0.1, -0.2) },
        { vec(-0.2, 0.5, 0), vec(1.5, 0.2, 0.1) }, { vec(0.9, 0.3, -0.4), vec(1.2, 0.2, 0.4) } } do
        local capsule = collide.capsule(q * ends[1], q * ends[2], 0.25)
        assert.equal(2, #capsule:manifold(box, 0.5).points)
      end
    end
  end)
end)
