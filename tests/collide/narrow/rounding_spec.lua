-- What the narrow phase does about rounding beyond the devices of devices_spec.lua: each case fails
-- without the line that it names (`./run devices`).
local collide = require "collide"
local expect = require "tests.support.expect"
local random = require("tests.support.generate").random
local near, vec = expect.near, collide.vec

describe("rounding", function()
  -- separation_of_gap: of both points the one that lies nearer to a vertex is known better. Where
  -- it is computed from the other one, half of these points are off.
  it("leaves a point its place", function()
    local r, exact, count = random(3), 0, 2000
    local function v(size)
      return vec(r.range(-size, size), r.range(-size, size), r.range(-size, size))
    end
    for i = 1, count do
      local b = i % 2 == 0 and collide.triangle(v(1), v(1), v(1))
        or collide.hull { v(1), v(1), v(1), v(1), v(1) }
      local p = v(4)
      if collide.closest(collide.point(p), b) == p then exact = exact + 1 end
    end
    assert.is_true(exact > 0.9 * count, exact .. " of " .. count)
  end)

  -- offer_direction: heights along two axes are equal to rounding, so the vertices decide. The
  -- corner of the triangle is 2e-20 deep, along another axis 2e-18.
  it("does not choose between axes", function()
    local a = collide.segment({ -0x1.3f534bb504486p-3, 0x1.05695138390c5p+0 },
      { 0x1.1d40301p-26, -0x1.85eb8079p-25 })
    local b = collide.triangle({ 0x1.0ee233da76825p-24, -0x1.273c6afabdea7p-27 },
      { 0x1.29c5c7d29366cp-24, -0x1.df686c82545b8p-26 },
      { 0x1.1d40300fe0b41p-26, -0x1.85eb80789f01bp-25 })
    local _, _, distance, normal = collide.closest(a, b)
    assert.near(-2.2456651207537146e-20, distance, 1e-30)
    near({ -0.98854240003222371, -0.15094344417208411 }, normal, 1e-15)
  end)

  -- beyond_touch: the points of an overlap are the nearest ones a little beyond the touch. At 2^-24
  -- of the size the search for them ended on an edge beside the face, 1e-12 and 3e-14 off.
  it("leaves touched points on both surfaces", function()
    local function check(a, motion, b, motion_b)
      local hit = a:shapecast(motion, b, motion_b)
      local p = collide.point(hit.point)
      near(0, p:distance(a:moved(motion * hit.t)), 1e-15)
      near(0, p:distance(b:moved(motion_b * hit.t)), 1e-15)
    end
    check(collide.aabb({ 0x1.b33f4e7a6d65p-5, 0x1.7b586523d5ef4p-28, 0x1.2d7297c4cc8bfp-2 },
        { 0x1.b33f4e7a6d65p-5, 0x1.7b586523d5ef4p-28, 0x1.2d73f0a7ee8bfp-2 }),
      vec(-0x1.2dbcced755eap+0, -0x1.ec425bf2e6118p-2, -0x1.70b3ef23e94c4p+1),
      collide.hull { { 0x1.2819aafe042fdp-27, -0x1.bd6de2337a7cdp-29, -0x1.3e06a4b7d7cfcp-2 },
        { 0x1.4d7ef31109fd7p-27, 0x1.ad584bafb9c94p-29, -0x1.c970b59ab821p-4 } },
      vec(-0x1.f294fe9db47dp-1, -0x1.ec425a6b3475p-2, -0x1.c832aeb34b0b8p-1))
    local x = vec(0x1.04586137f95ep-3, -0x1.e6a1b3b5129e4p-2, 0x1.bdc37aed93226p-1)
    local y = vec(-0x1.f82c9e865bd46p-1, -0x1.539ce89b154ap-3, 0x1.b45729f8e89ap-5)
    local z = vec(0x1.e7acf1150415cp-4, -0x1.ba6ac427519d1p-1, -0x1.f4c79f29acbb8p-2)
    local center = vec(-0x1.63f77a9dd12b4p-1, -0x1.8495cfcad2d05p+0, 0x1.011ab62c471b7p-1)
    local corners = {}
    for i = -1, 1, 2 do
      for j = -1, 1, 2 do
        for k = -1, 1, 2 do
          corners[#corners + 1] = center + x * (i * 0x1.230a521218e02p-4)
            + y * (j * 0x1.b4f421d8e2484p-4) + z * (k * 0x1.b8adad2ce464cp-2)
        end
      end
    end
    check(collide.hull(corners),
      vec(0x1.3bd4d6d538b36p+0, 0x1.97e3141644276p-1, 0x1.06169da0f8a11p-2),
      collide.hull { { -0x1.1cadefab957d1p+0, 0x1.3e40935d3c526p-2, -0x1.a216752ab2219p-1 },
        { 0x1.fc8136e743cbbp-1, 0x1.1ae5d0d659e76p-1, 0x1.4e992150df521p+0 },
        { 0x1.7e72703d2ea3ap-3, -0x1.d10a928161305p-1, 0x1.3fcdfa5facf25p-1 },
        { -0x1.989002776b9d5p-1, -0x1.12f8e6541831fp+0, 0x1.5b136cfed85d1p-1 } }, vec(0, 0, 0))
  end)

  -- cd_ring_is_parallel: the short edges that face a long one are parallel to it to the rounding of
  -- heights, but not of directions. Distances in exact arithmetic.
  it("tells how short edges lie above a long one", function()
    local function distance(a, b)
      return collide.distance(collide.polygon(a), collide.polygon(b))
    end
    assert.near(0.9130853191637723, distance(
      { { -0.50772136544466773, 1.7999739841849254 }, { 0.18373518407018186, 1.7499739841849253 },
        { 0.18373518407015477, 3.0178476152146025 } },
      { { 1.0968205032339542, 1.7277128398836679 }, { 1.0968205032339542, 1.9139175169307361 },
        { 1.1899228417574883, 1.820815178407202 } }), 1e-15)
    assert.near(0.2935154559730778, distance(
      { { 0.55792674133623665, 1.9744665603724245 }, { 0.557926741337059, 0.76535251681609595 },
        { 1.1270349842594451, 1.9244665603724243 } },
      { { 0.26441128536315883, 1.9749094205703857 }, { 0.26441128536315883, 1.9701686780032814 },
        { 0.26204091407960672, 1.9725390492868335 } }), 1e-15)
  end)
end)
