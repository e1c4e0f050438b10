-- The special devices of the narrow phase (`./run devices`): each case here fails without the
-- device that it names. Expected values are worked out by hand, or by an oracle in 128 bits.
local collide = require "collide"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local near, vec = expect.near, collide.vec

local function normal_of(a, b)
  local _, _, distance, normal = collide.closest(a, b)
  return normal, distance
end

describe("GJK", function()
  -- A rim has no last support point: near the end steps gain less than the rounding of the
  -- distance, and one that gains nothing leads on.
  it("accepts steps that gain nothing", function()
    local cone = collide.cone(
      { -0x1.ead34fb6b9c58p-1, -0x1.7d7e260026afcp-33, 0x1.0000000218a26p-1 },
      { -0x1.43728199d1289p-3, 0x1.49bb8b3c6f106p-27, 0x1.038c0881576c8p-27 }, 0x1.6c521bf019b4p-6)
    local triangle = collide.triangle(
      { 0x1.c0b9830ea4a8cp-29, 0x1.32f823160ead4p-27, 0x1.239144ba8038ap-27 },
      { 1, 0.5, 0 }, { 0, 1, -0.5 })
    near(0.15793325036060382, collide.distance(cone, triangle), 1e-16)
  end)

  -- The nearest feature is the edge of a needle: the last steps turn the normal by 1e-8, but the
  -- distance by less than its rounding.
  it("takes its last steps in double-double beside needles", function()
    local a = collide.polygon({ { 0x1.01f4b10962b5ap-23, 0x1.a9d217aeb4199p-1 },
      { 0x1.e49afad02f67dp-24, 0x1.a9d2179603c07p-1 } }, 0x1.bda8c68a36ba6p-3)
    local b = collide.polygon { { 0x1.3f40cd1c98d3cp-27, -0x1.6b5f1733ffd2bp-29 },
      { -0x1.04d005db8584p-4, 0x1.aa6be6b501488p-28 } }
    near({ 1.3897338779248012e-07, 0.99999999999999034 }, normal_of(a, b), 1e-15)
  end)

  -- One box has a side of 2e-9 at a distance of 0.6: what it adds to the height is below the
  -- rounding of the height above the origin, but not above its other vertex.
  it("measures small gains from the vertex beside", function()
    local a = collide.aabb({ 0x1.07982d426d2e3p-5, -0x1.c8b4101b46313p-7, -0x1.27a05f3a12705p-29 },
      { 0x1.07982d426d2e3p-5, -0x1.c8b4101b46313p-7, 0x1.b2ff498bdb1f4p-30 })
    local b = collide.aabb({ -0.5, 0x1.bb8ba0c2f0166p-3, 0 }, { -0.5, 0x1.911d17cf43fa6p-1, 0 })
    near({ 0.91761705071439692, -0.39746565667767048, 0 }, normal_of(a, b), 1e-15)
  end)

  -- The ends of the segment are equally far to rounding, which is more than the side of 6e-10 of
  -- the box adds: its corner is the nearest point.
  it("decides on the vertex of each core alone", function()
    local a = collide.segment(
      { -0x1.8bc5f84d91802p-29, 0x1.54cd3b53dec3fp-1, 0x1.8617f988f65bbp-1 },
      { -0x1.8215e6c36564p-27, -0x1.0feaf4b901e5ap-4, 0x1.1fca74854f763p-4 })
    local b = collide.box({ -0x1.4d0dfbe773fdbp-27, -0x1.bb085e4p-28, 0x1.8441a75e6ba0cp-1 },
      { 0x1.54f054p-32, 0x1.2958cd69681acp-2, 0 })
    local expected = { 1.6540665799978402e-08, 0.68677741046868734, -0.72686779297883597 }
    near(expected, normal_of(a, b), 1e-15)
  end)

  -- The tip of a needle that points at the middle of a box is nearest: the normal is that of the
  -- tip alone, which has a closed form. A side is 1e-8 of another one, and the corners are rounded
  -- as that is.
  it("forms the corners of boxes in double-double", function()
    local random = generate.random(19)
    for i = 1, 300 do
      local half = vec(random.range(0, 3e-8), random.range(0.1, 1), i % 2 * random.range(0, 3e-8))
      local turn = collide.quat(vec(random.unit(), 1, random.unit()), random.range(-3, 3))
      local center = vec(random.unit(), random.unit(), random.unit())
      local over = random.range(-1, 1) * half.x
      local tip = center + turn * vec(over, random.range(-1, 1), random.range(-1, 1))
      local way = tip - center
      local needle = collide.triangle(tip, tip + way, tip + way * 2)
      local box = collide.box(center, half, turn)
      near(normal_of(collide.point(tip), box), normal_of(needle, box), 2e-15 / way:length())
    end
  end)

  -- Needles: the product of the two long edges has lost the normal.
  it("takes the normal of a needle in double-double", function()
    local a = collide.triangle(
      { -0.00014648715999726039, -0.00014662343315189466, -9.2037617606483858e-05 },
      { 8.9050059037041866e-05, 8.2047196402534422e-05, 5.5867932237883642e-05 },
      { 0.00029784100551924698, 0.00028475899630490606, 0.00018697768597836497 })
    local b = collide.triangle(
      { 8.3690822915270572e-07, 9.9061870674073347e-07, 1.134532283398807e-06 },
      { 5.0928505345391662e-07, 6.0282273758389684e-07, 6.903986852928558e-07 },
      { -1.009670789555105e-06, -1.1951115101970148e-06, -1.368733158451042e-06 })
    local normal, distance = normal_of(a, b)
    near(3.3612421765886644e-06, distance, 1e-19)
    near({ 0.60284646016053822, -0.76578382830717373, 0.22394480073249656 }, normal, 1e-14)
  end)

  -- Triangles that cross deep inside: a flat simplex ends the iteration with a positive distance.
  it("tests at its end that a plane separates the cores", function()
    local a = collide.triangle(
      { 0.33853121248105844, -0.5996030954293472, 0.75988719745288735 },
      { 0.23836665280517114, -0.065528864111293383, 0.8084597988899439 },
      { -0.090678186415095258, -0.13825360286252197, -1.0743987190433415 })
    local b = collide.triangle(
      { 0.11460254317276163, -0.36616981919407887, 0.33264200708962732 },
      { -0.34838302881564825, 0.45262992000573182, 0.59024213170522888 },
      { 0.6121467497644949, -0.86705162418859816, -0.2334084403982141 })
    assert.is_true(collide.overlap(a, b))
    near(-0.091970491713299, collide.distance(a, b), 1e-14)
  end)
end)

describe("the separation", function()
  -- A triangle and a point in its plane have one axis, the normal of the face, which does not
  -- separate them.
  it("believes a tiny gap across which a plane separates flat cores", function()
    local triangle = collide.triangle({ 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 })
    local point = collide.point({ 0.5, -2 ^ -50, 0 })
    assert.equal(2 ^ -50, collide.distance(point, triangle))
    assert.is_false(collide.overlap(point, triangle))
  end)

  -- The corners of a long box are rounded as its length is; where its middle is near, its faces are
  -- known better. The nearest point of the segment is its end, whose distance has a closed form.
  it("measures long, thin boxes from their middle", function()
    local random = generate.random(15)
    local function small() return random.range(-1e-6, 1e-6) end
    for _ = 1, 1000 do
      local flat = random.chance(0.5)
      local function v(x, y, z) return flat and vec(x, y) or vec(x, y, z) end
      local rotation = random.range(-3, 3)
      if not flat then rotation = collide.quat(vec(small(), small(), 1e-7), rotation) end
      local function turned(x, y, z)
        return collide.point(v(x, y, z)):rotated(rotation, v(0, 0, 0)).center
      end
      local width = random.chance(0.3) and 0 or random.range(0, 1e-6)
      local center = v(small(), small(), small())
      local half = v(width, random.range(0.1, 1), random.range(0.1, 1))
      local box = collide.box(center, half, rotation)
      local from = center + turned(width + random.range(0, 1e-6), small(), small())
      local to = from + turned(random.unit(), random.unit() - 0.5, random.unit() - 0.5)
      local expected = collide.distance(collide.point(from), box)
      near(expected, collide.distance(collide.segment(from, to), box), 1e-20)
      near(expected, collide.distance(box, collide.segment(to, from)), 1e-20)
    end
  end)

  -- Two edges cross beside the middle of a box, whose ends are far away.
  it("finds the points where an edge crosses a long, thin box", function()
    local random = generate.random(17)
    local function v(size) return vec(random.unit(), random.unit(), random.unit()) * size end
    for _ = 1, 300 do
      local turn = collide.quat(v(1), random.range(-3, 3))
      local box = collide.box(v(1e-8), { 0, random.range(0.1, 1), 0 }, turn)
      local start = v(1e-8)
      local segment = collide.segment(start, start + vec(random.range(0.5, 1), random.unit(), 0))
      local on_box, on_segment = collide.closest(box, segment)
      local off_box = collide.distance(collide.point(on_box), box)
      local off_segment = collide.distance(collide.point(on_segment), segment)
      assert.is_true(off_box < 1e-22 and off_segment < 1e-22, off_box .. ", " .. off_segment)
    end
  end)

  -- Its centre and half extents are rounded as the far corner is, which is far away.
  it("measures boxes from the corners that they are given by", function()
    local random = generate.random(7)
    for _ = 1, 200 do
      local at = vec(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)) * 1e-6
      local half = vec(random.range(0.1, 1), random.range(0.1, 1), random.range(0.1, 1)) * 1e-5
      local turn = collide.quat(vec(random.unit(), 1, random.unit()), random.range(-3, 3))
      local box, min = collide.box(at, half, turn), at - half / random.range(1, 8)
      local function size(most)
        return vec(random.range(0.3, 1), random.range(0.3, 1), random.range(0.3, 1)) * most
      end
      local short, long = collide.aabb(min, min + size(1e-4)), collide.aabb(min, min + size(1))
      local expected, distance = normal_of(short, box)
      local normal, same = normal_of(long, box)
      near(distance, same, 1e-19)
      near(expected, normal, 1e-14)
    end
  end)

  -- Beyond the vertex of a triangle the normal leads from there, however long its edges are.
  it("tells vertices from edges beside long ones", function()
    local random = generate.random(9)
    for _ = 1, 200 do
      local angle, opening = random.range(-3, 3), random.range(0.5, 2)
      local function ray(a, length) return vec(math.cos(a), math.sin(a)) * length end
      local triangle = collide.triangle(vec(0, 0), ray(angle, random.range(0.5, 2)),
        ray(angle + opening, random.range(0.5, 2)))
      local beyond = math.pi / 2 + random.unit() * 1e-8
      for _, a in ipairs { angle - beyond, angle + opening + beyond } do
        local p = ray(a, 3e-9)
        near(p:normalized(), normal_of(collide.point(p), triangle), 1e-15)
      end
    end
  end)

  -- The middle of a flat box lies at a vertex, to rounding: the line between them points anywhere.
  it("has normals out of what the middle of a flat box touches", function()
    local a = collide.box({ -0.10251297804625115, 0.09666690742468359 },
      { 0, 0.0005066572630235578 }, -1.4206827571501708)
    local b = collide.polygon { { -0.056919756335060766, -0.008609190921753992 },
      { 0.01014628480627129, -0.06708226546550793 }, { 0.037300966622471135, 0.005641823452735778 },
      { -0.013864593708142019, 0.09166589444216042 } }
    b = b:moved(vec(-0.08864838433810913, 0.005001012982523179))
    near({ -0.14955042588966, 0.98875409992385 }, normal_of(a, b), 1e-12)
    near({ 0.14955042588966, -0.98875409992385 }, normal_of(b, a), 1e-12)
  end)

  -- The end of a long, nearly level capsule over a box of 1e-8: the normal is that of the box.
  it("takes the normal of the edge below of two that are nearly parallel", function()
    for _, slope in ipairs { 1e-9, 1e-8, -1e-8, 1e-7 } do
      local capsule = collide.segment({ -8e-9, 0.1 }, { 0.6, 0.1 + 0.6 * math.abs(slope) })
      local box = collide.aabb({ -3e-8, -1e-8 }, { 5e-8, 0 })
      near({ 0, 1 }, normal_of(capsule, box), 1e-15)
      near({ 0, -1 }, normal_of(box, capsule), 1e-15)
    end
  end)

  -- Corners of the box are rounded, its centre is not: what ends there touches it.
  it("tells exactly whether flat shapes in the plane meet", function()
    local random = generate.random(11)
    for i = 1, 400 do
      local angle = i % 8 == 0 and i // 8 * math.pi / 2 or random.range(-3, 3)
      local box = collide.box({ 0, 0 }, { 0, random.range(0.1, 1) }, angle)
      local segment = collide.segment(i % 4 == 0 and { -0.5, 0 } or
        { random.range(-1, 1), random.range(-1, 1) }, { 0, 0 })
      assert.is_true(collide.distance(box, segment) <= 0, "angle " .. angle)
    end
  end)

  -- The foot on a long segment is 1e-10 from its end, from which it has to be measured.
  it("measures the feet of segments that are near from their nearer ends", function()
    local random = generate.random(21)
    for i = 1, 300 do
      local angle, d = random.range(-3, 3), random.range(1e-3, 4e-3)
      local along = vec(math.cos(angle), math.sin(angle))
      local up = vec(-along.y, along.x)
      local tip = along * random.range(1e-10, 1e-8)
      local long = collide.segment(along * -random.range(0.3, 0.7), tip)
      if i % 2 == 0 then long = collide.segment(long.b, long.a) end
      local over = up * d
      local short = collide.segment(over, over + up)
      near(up, normal_of(short, long), 1e-15)
      near(-up, normal_of(long, short), 1e-15)
    end
  end)

  -- The common perpendicular of two lines at an angle of 1e-6 is far away, and known poorly there.
  it("has the nearest points of nearly parallel lines on both", function()
    local random = generate.random(23)
    local function v(size) return vec(random.unit(), random.unit(), random.unit()) * size end
    for _ = 1, 300 do
      local along = vec(1, random.unit(), random.unit())
      local a, b = collide.line(v(1), along), collide.line(v(1), along + v(1e-6))
      local on_a, on_b, distance, normal = collide.closest(a, b)
      near(normal * distance, on_a - on_b, 1e-15 * (1 + on_a:length() + on_b:length()))
    end
  end)
end)

-- Depths are least over normals, each of which is a valid translation: a smaller one is better.
describe("the depth of curved cores", function()
  -- The slope on the circle of normals has two roots between two samples: both have the same sign.
  it("finds roots between samples of the same sign", function()
    local cylinder = collide.cylinder({ -1, 0, 0.75 }, { -0.25, -0.25, -0.5 }, 0.75)
    local rotation = collide.quat({ -2, -4, -1 }, 2 * math.acos(0.95838428061334502))
    local box = collide.box({ 0, -0.25, 0.75 }, { 0.75, 0.75, 0 }, rotation)
    near(-0.61171807756371122, collide.distance(cylinder, box), 1e-9)
  end)

  it("tries the normals that are perpendicular to two rims", function()
    local a = collide.cylinder({ -0.5, -1, -0.25 }, { -0.5, -0.25, -0.5 }, 0.25)
    local b = collide.cylinder({ -1, 0.75, -1 }, { -0.75, -0.25, -1 }, 0.5)
    near(0, collide.distance(a, b), 1e-12)
  end)

  it("tries the normals of a round side beside a vertex", function()
    local tall = collide.cylinder({ 0, 0, 0 }, { 0, 10, 0 }, 1)
    near(-0.5, collide.distance(tall, collide.segment({ 0.5, 4, 0 }, { 0.5, 6, 0 })), 1e-12)
    near(-0.25, collide.distance(tall, collide.point({ 0.6, 5, 0.45 })), 1e-12)
  end)
end)
