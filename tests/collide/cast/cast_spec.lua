-- What shapecast returns, field by field, on cases worked out by hand: the time, the point and the
-- normal of the first touch, starts in touch, touches that have passed, two motions, no motion.
local collide = require "collide"
local expect = require "tests.support.expect"
local vec, near = collide.vec, expect.near
local inf = math.huge

local circle = collide.circle({ 0, 0 }, 1)
local floor = collide.plane({ 0, 1, 0 }, 0)

describe("shapecast", function()
  it("gives the time of touch, the touched point of b and its normal", function()
    local ball = collide.sphere({ 0, 3, 0 }, 0.5)
    local hit = ball:shapecast({ 0, -10, 0 }, floor)
    near(0.25, hit.t)
    near(vec(0, 0, 0), hit.point)
    assert.equal(vec(0, 1, 0), hit.normal)
    near(10, hit.approach, 1e-14)
    assert.same({ hit.t, inf, false }, { hit.enter, hit.exit, hit.inside })
    assert.equal(3, ball.center.y, "the shapes stay where they are")
    assert.is_nil(ball:shapecast({ 0, -2.49, 0 }, floor))
    assert.is_nil(ball:shapecast({ 0, 1, 0 }, floor))
  end)

  it("of a line has a normal across the line", function()
    local triangle = collide.triangle(
      { -0x1.8300385690644p-2, 0x1.03ea76a93e8acp-2, -0x1.a07e7b5a64671p-3 },
      { -0x1.8307d1a363381p-2, 0x1.03e13aa6a1a9p-2, -0x1.a0800b2c973ebp-3 },
      { -0x1.8304b0e540692p-2, 0x1.0401230f0bf06p-2, -0x1.a09d295189aadp-3 })
    local line = collide.line({ -0x1.88f2602fd8b0cp-2, 0x1.0400844b2c334p-2, -0x1.a7f597d8c847p-3 },
      { -0x1.22c1c6416e92bp-1, 0x1.523fa0a3957adp-1, -0x1.f6c2fdfb3a344p-2 })
    local hit = triangle:shapecast(
      { -0x1.c5cb29e056b24p-7, 0x1.4805805e7baebp-12, -0x1.1cbfc0c0acf24p-7 }, line)
    near(0, hit.normal:dot(line.direction), 1e-14)
    near(0, hit.exit_normal:dot(line.direction), 1e-14)
  end)

  it("of a capsule meets another that it grazes where its end begins", function()
    local a = collide.capsule({ -0x1.332f0e96ff7f8p-2, -0x1.58e3e096e575fp+1 },
      { 0x1.3b59af1f95092p-1, -0x1.2582cc65533a7p+1 }, 0x1.814cd2b448957p-2)
    local b = collide.capsule({ -0x1.6e2f0e32c4be3p-1, -0x1.b7fcebafff081p-1 },
      { -0x1.d4f1366b26ec5p-2, -0x1.9b08a18c8ca95p-3 }, 0x1.5b32b6e0b6afep-1)
    local motion = vec(0x1.748a2ca5ec10dp-1, 0x1.dcea232a83911p+0)
    local hit = a:shapecast(motion, b)
    near(0, a:moved(motion * hit.t):distance(b), 1e-15)
    near(0, a:moved(motion * hit.exit):distance(b), 1e-15)
  end)

  it("of a past contact has a negative enter and is inside", function()
    local hit = collide.sphere({ 0, 0.5, 0 }, 1):shapecast({ 0, -1, 0 }, floor)
    assert.same({ 0, -0.5, true }, { hit.t, hit.enter, hit.inside })
    near(vec(0, 1, 0), hit.normal)
    near(vec(0, 0, 0), hit.point)
    assert.equal(1, hit.approach)
  end)

  it("knows both ends of the touch", function()
    local hit = collide.circle({ -5, 0 }, 1):shapecast({ 10, 0 }, circle)
    near(0.3, hit.enter)
    near(0.7, hit.exit)
    near(vec(1, 0), hit.exit_point, 4e-15)
    near(vec(1, 0), hit.exit_normal, 4e-15)
  end)

  it("with motion_b gives points where b has moved to", function()
    local a, b = collide.circle({ 0, 0 }, 1), collide.circle({ 10, 0 }, 1)
    local hit = a:shapecast({ 4, 0 }, b, { -12, 0 })
    near(0.5, hit.t)
    near(vec(3, 0), hit.point, 4e-15)
    near(vec(-1, 0), hit.normal)
    near(16, hit.approach, 4e-15)
    local still = a:shapecast({ 16, 0 }, b, { 0, 0 })
    near(hit.t, still.t)
    assert.is_nil(a:shapecast({ 3, 0 }, a:moved { 5, 0 }, { 3, 0 }))
  end)

  it("of zero motion asks whether they touch", function()
    local hit = circle:shapecast({ 0, 0 }, collide.circle({ 2, 0 }, 1))
    assert.same({ 0, -inf, inf, true }, { hit.t, hit.enter, hit.exit, hit.inside })
    assert.is_nil(circle:shapecast({ 0, 0 }, collide.circle({ 2.001, 0 }, 1)))
    assert.is_nil(circle:shapecast({ 5, 5 }, collide.circle({ 2.001, 0 }, 1), { 5, 5 }))
  end)
end)
