-- What the casts do about rounding beyond the devices of devices_spec.lua: each case fails without
-- the line that it names (`./run devices`).
local collide = require "collide"
local expect = require "tests.support.expect"
local random = require("tests.support.generate").random
local vec = collide.vec

describe("rounding of a cast", function()
  -- cd_ray_slabs_set_times: turned by a quarter, the axes are off by 6e-17, which leads a ray out
  -- of the plane of a face that it lies in.
  it("keeps a ray in the face of a turned box", function()
    for quarter = 1, 3 do
      for k = -3, 3 do
        for h = 1, 3 do
          local box = collide.box({ k, 1 }, { h, 2 }, quarter * math.pi / 2)
          local half = quarter % 2 == 1 and vec(2, h) or vec(h, 2)
          for side = -1, 1, 2 do
            assert.truthy(box:raycast({ -20, 1 + side * half.y }, { 1, 0 }))
            assert.truthy(box:raycast({ k + side * half.x, 20 }, { 0, -1 }))
          end
        end
      end
    end
  end)

  -- nearest_ends: beside the far end of a segment 1e9 long, a coordinate is rounded to 1e-7.
  it("is that of the near end of a long capsule", function()
    local r, hits = random(9), 0
    for dim = 2, 3 do
      local function v(x, y, z) return dim == 2 and vec(x, y) or vec(x, y, z) end
      local near, far = v(0, 0, 0), v(1e9, 0, 0)
      for _ = 1, 200 do
        local p = v(-3, r.range(-1, 1), r.range(-1, 1))
        local along = v(r.range(-1, 1), r.range(-1, 1), r.range(-1, 1)) / 4
        local a = collide.capsule(p, p + along, 0.25)
        local hit = a:shapecast(p * -2, collide.sphere(near, 0.5))
        for _, b in ipairs { collide.capsule(near, far, 0.5), collide.capsule(far, near, 0.5) } do
          local other = a:shapecast(p * -2, b)
          if hit and hit.point.x < 0 then
            hits = hits + 1
            assert.near(hit.t, other.t, 1e-15)
          end
        end
      end
    end
    assert.is_true(hits > 400)
  end)

  -- nearest_at: GJK ends its search early beside the rim of a cone, which the capsule touches all
  -- along its way.
  it("does not end a search for a rim", function()
    local a = collide.capsule({ 0.21718092470648298, 0.6166868576666573, 0.43273471755358256 },
      { 0.011025531280038778, 0.007405183854472089, 0.4327347217026793 }, 0.43273472391330536)
    local base = vec(5.1771582714098296e-09, -7.038776924127202e-09, -3.089224006362823e-09)
    local apex = vec(7.787724553555784e-09, -7.766150627330421e-09, -0.08367116429371091)
    local b = collide.cone(base, apex, 0.08345246720760069)
    local motion = vec(-0.26451444756171577, -0.17765806157795616, -4.629362840343773e-09)
    assert.equal(0, a:moved(motion * 0.0417):distance(b))
    assert.near(0.0415, a:shapecast(motion, b).t, 1e-4)
  end)

  -- Beside a corner two edges, and the corner, are equally far to rounding, but their normals
  -- differ.
  it("has the normal of the nearer of two edges beside a corner", function()
    local r = random(31)
    for i = 1, 400 do
      local turn = collide.quat(vec(r.unit(), 1, r.unit()), r.range(-3, 3))
      local angle = r.range(0.6, 1.4)
      local triangle = collide.triangle(vec(0, 0, 0), turn * vec(r.range(0.5, 2), 0, 0),
        turn * vec(math.cos(angle), math.sin(angle), 0) * r.range(0.5, 2))
      -- Over the first edge, at 1e-9 from the corner, and beyond that edge by a part of it.
      local radius, beside = r.range(0.3, 1), r.range(0.2, 1) * 1e-9
      local beyond = beside * r.range(0.1, 0.9) / math.tan(angle) / radius
      local normal = turn * vec(0, -beyond, 1)
      local at = turn * vec(beside, 0, 0) + normal * radius
      local mover = i % 2 == 0 and collide.sphere(at + normal, radius) or
        collide.capsule(at + normal, at + normal * 2, radius)
      expect.near(normal, collide.shapecast(mover, normal * -2, triangle).normal, 2e-15 / radius)
    end
  end)

  -- The line touches the end of the capsule: an angle of 1e-9 is none in the product of two
  -- normals.
  it("has the normal of an end beside that of the side", function()
    local r = random(33)
    for _ = 1, 300 do
      local turn = collide.quat(vec(r.unit(), 1, r.unit()), r.range(-3, 3))
      local capsule = collide.capsule(vec(0, 0, 0), turn * vec(0, r.range(0.5, 2), 0), 0.25)
      local low = r.range(1e-9, 1e-8)
      local normal, along = turn * vec(1, -low, 0), turn * vec(0, low, 1)
      local radius = r.range(0.1, 0.5)
      local line = collide.line(normal * (1.25 + radius), along, radius)
      expect.near(normal, collide.shapecast(line, normal * -2, capsule).normal, 1e-14)
    end
  end)

  -- Newton's method takes a gap of two roundings of the coordinates for a touch. This one is 8e-16,
  -- four times what half an ulp in the coordinates is to it.
  it("is told by the swept axes where points pass", function()
    local from = vec(-0x1.ea3bb04a53f7fp-25, -0x1.8fcc43d55b8c5p+0)
    local motion = vec(0x1.47c8ebcfec196p-24, 0x1.ffffffffffff8p+0)
    local at = vec(0x1.5ac02a52ad50bp-29, -0x1.e9a86a4e33874p-31)
    assert.is_nil(collide.point(at):raycast(from, motion))
    assert.is_nil(collide.point(from):shapecast(motion, collide.sphere(at, 0)))
  end)

  -- A box that is a segment of 3e-12 passes through the edge of a segment: case 460 of the
  -- comparison with the oracle, whose answers these are.
  it("finds where a box as short as 3e-12 meets a segment", function()
    local turn = collide.quat_from_axes(
      { 0x1.5125f91e4543dp-1, 0x1.ef8ffb251daap-30, 0x1.8153151e78029p-1 },
      { -0x1.291d508717199p-27, 1, 0x1.6350783313e4cp-28 },
      { -0x1.8153151e78029p-1, -0x1.54972a377e31cp-27, 0x1.5125f91e4543cp-1 })
    local a = collide.box({ -0x1.ae8805627ea7p-4, -0x1.608c5b1804a28p-2, -0x1.2f148c9666e18p-2 },
      { 0x1.6016aap-40, 0, 0 }, turn)
    local b = collide.segment({ 1, -0.5, 0.5 },
      { 0x1.18c3dbb715363p-27, 0x1.19655c72c522ap-27, 0x1.f873857206c7p-2 })
    local hit = a:shapecast({ 0x1.6a09e667f3bccp+0, 0, 0x1.6a09e667f3bccp+0 }, b)
    assert.near(0.56121723572815263, hit.t, 4e-15)
    assert.near(0.56121723572815263, hit.exit, 4e-15)
    expect.near({ -0.41833528176644819, -0.83127390071392959, 0.3660318210500752 },
      hit.normal, 1e-9)
  end)

  -- Flat shapes that touch at the start, of which two facets are nearly parallel.
  it("is that of the touch where flat shapes only graze", function()
    local corner = vec(-4.985178933099517e-09, 0.42462231747072177, -0.5782444647236127)
    local casts = {
      { collide.capsule({ 7.1454063243079084e-09, -9.567020696847038e-09, -1.6818353662648812e-09 },
          { 0.6438761883345043, -0.36766980152066286, 5.190790907672452e-09 }, 0),
        vec(2.5241052831324407e-09, 2.9817656682100537, 8.09444349774164e-09),
        collide.box({ 7.1454063243079084e-09, -9.567020696847038e-09, -1.6818353662648812e-09 },
          { 0, 0, 0.13552644137623115 },
          collide.quat(-9.457453792897413e-08, -0.876850867963342, -3.628727608356889e-08,
            0.4807624729031203)) },
      { collide.box({ 0.46919351836254486, 4.23118207137918e-09, -5.15331833914294e-09 },
          { 0.40901428312342303, 0, 0 },
          collide.quat(-0.689617146997834, -0.438830631291219, -0.11947082789493538,
            0.5635446645024835)),
        vec(0.6362444946652654, -3.188558014081597e-09, 1.7089438401906786e-08),
        collide.triangle({ 0.46919351836254486, 4.231182046138815e-09, -5.1533183391429406e-09 },
          { -7.666686923530142e-10, 9.507861198080643e-09, 0.46762109619334 },
          { -0.483872725043375, 3.194910881068602e-10, 4.884781059140211e-09 }) },
      { collide.box(corner, { 0, 0.44645768201466385, 0 },
          collide.quat(-0.8431926591279868, -5.2432393149006136e-09, -3.4498879989490283e-09,
            0.5376115136347758)),
        vec(-1.0823548738188762, 7.926459601555786e-09, 1.0588835800600337e-08),
        collide.mesh({ corner }, { { 1, 1, 1 } }) },
    }
    for i, cast in ipairs(casts) do
      local a, motion, b = table.unpack(cast)
      local hit = a:shapecast(motion, b)
      if i == 2 then
        assert.is_nil(hit) -- it is 6e-17 apart, and leaves
      else
        assert.near(0, hit.t, 1e-15)
        assert.near(0, a:moved(motion * hit.enter):distance(b), 1e-15)
      end
    end
  end)

  -- A corner passes a corner, and an edge is nearly across the motion. At another time, as it was,
  -- the triangles are 3e-4 apart, and a triangle stopped at a seam of the floor that it slid over.
  it("is that of the touch where a corner passes a corner", function()
    local a = collide.triangle({ 0, 0 }, { 0x1.1e359a6ef9dcp-1, 0x1.05e57533fbcp-8 },
      { 0x1.542d74a7b8afp-2, 0x1.cc63ea97a621p-2 })
    local b = collide.triangle({ 0x1.73960056c3f8p-6, -0x1.6d09dd68aa8p-5 },
      { -0x1.99d994b7fdb4p-3, -0x1.4380379065a8p-3 },
      { -0x1.3cf414a24c7ep-3, -0x1.fa052644bb58p-3 })
    local motion = vec(0x1.b18455ba8fee7p-1, -0x1.a9e0d7a4c78a3p+0)
    local hit = a:shapecast(motion, b)
    assert.near(3 / 112, hit.t, 1e-12)
    assert.near(0, a:moved(motion * hit.t):distance(b), 1e-15)
    assert.is_true(hit.approach <= 0)
  end)

  -- The motion grazes the corner at a sine of 1e-5. By all pieces of the difference at once the
  -- segment was 3e-13 off the point of its hit.
  it("has the points of the time where a segment grazes the corner of a rounded box", function()
    local a = collide.segment({ -0x1.2f4a91d6357bbp+0, -0x1.f90ce27d48818p-4 },
      { -0x1.d50abe3c5dce6p-1, -0x1.3566910fecc3ap+0 })
    local b = collide.box({ 0x1.97abd0e864137p-11, 0x1.81560a618d28p-10 },
      { 0x1.48954f5aff7f1p-1, 0x1.1ab2a77d21012p-3 }, 0x1.75c5d8431a174p+1, 0x1.1716ffe0d121ep-1)
    local motion = vec(-0x1.ec134366aad9ep-2, 0x1.f100564e047b6p+0)
    for _, obstacle in ipairs { b, collide.compound { b } } do
      local hit = a:shapecast(motion, obstacle)
      for t, point in pairs { [hit.t] = hit.point, [hit.exit] = hit.exit_point } do
        local at = collide.sphere(point, 0)
        assert.near(0, b:distance(at), 1e-15)
        assert.near(0, a:moved(motion * t):distance(at), 1e-15)
      end
    end
  end)

  -- see_from: beside an edge of 2e-8 the line passes a facet of the difference by 1e-9. Allowed for
  -- as beside a long edge, that was within, and began 1e-8 of the way too early.
  it("is less beside the short edge of a facet", function()
    local a = collide.hull { { 1.628549609985408e-09, -1.1785284034024968e-09,
      -5.594520191893262e-09 }, { -5.9456160660572226e-09, 9.249941987187531e-09,
      -0.6975812822063137 }, { -3.7439889541889635e-09, 0.41436278349395717,
      6.0454625422298515e-09 }, { -3.295021353224199e-09, 0.990257725851154, -0.3322144806243954 },
      { -0.21170861401763297, 5.472732758253245e-09, -0.44014577336092886 },
      { 2.2477749119973646e-09, 5.114106186811329e-09, 7.425101192358829e-09 },
      { 3.6489363794858142e-09, -3.882494534660537e-09, -9.71930010852618e-09 },
      { 0.7675033674460165, -0.15507603378293933, -0.948856402780728 },
      { -9.54616364211611e-09, 0.28646220777550746, -5.901871164686014e-09 } }
    local b = collide.hull { { -0.8888099806704282, -2.605209154721111e-10, -0.5180276112308542 },
      { 0.9946550585441023, -0.30773003962302026, -2.509262965687544e-09 },
      { -1.0882573833506593e-09, -1.3976277995958242e-09, 4.5702231718637275e-09 },
      { -2.4817102463095475e-09, 4.720248408734702e-09, -2.264521319356405e-09 },
      { 0.4847585761524891, -0.3085619299679563, 3.0546354530123464e-09 },
      { 2.612156196192821e-09, -0.28508509833652873, -0.5004233021294087 } }
    local hit = a:shapecast({ 2.725501334100345, -2.834688827919731, -0.44622817800763603 }, b)
    assert.near(-1.686424688527836e-09, hit.enter, 1e-15) -- from all facets in rational numbers
  end)
end)
