-- A cast is `inside` exactly where the shapes overlap, also where they touch to the last bit or are
-- an ulp apart, whichever way they move then, for every pair of kinds; and a ray starts inside
-- exactly where the shape contains its origin.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"

-- A pair that touches to rounding, and a motion, which may slide; nil where they have no depth.
local function touching_pair(seed, kind_a, kind_b, dim)
  local random = generate.random(seed)
  local a, b, style = generate.pair(random, kind_a, kind_b, dim)
  local deep, contact = pcall(a.contact, a, b, math.huge) -- two meshes have no depth
  if not deep or math.abs(contact.distance) == math.huge then return nil end
  local off = random.chance(0.5) and 0 or random.range(-1, 1) * 10.0 ^ -random.integer(15, 17)
  a:move(contact.normal * (off - contact.distance))
  local motion = generate.vector(random, style, dim) * 2
  return a, b, random.chance(0.3) and motion:slide(contact.normal) or motion
end

describe("a touch at t = 0", function()
  for dim = 2, 3 do
    it(("is one for casts where it is one for overlap, in %dD"):format(dim), function()
      local kinds, tried, overlaps = generate.kinds(dim), 0, 0
      for i, kind_a in ipairs(kinds) do
        for j, kind_b in ipairs(kinds) do
          for seed = 1, cases.count(12) do
            local a, b, motion = touching_pair(seed * 7919 + i * 101 + j, kind_a, kind_b, dim)
            if a then
              local hit, overlap = a:shapecast(motion, b), a:overlap(b)
              assert.equal(overlap, hit ~= nil and hit.inside, tostring(a) .. " " .. tostring(b))
              assert.is_true(not hit or hit.inside == (hit.enter <= 0))
              tried, overlaps = tried + 1, overlaps + (overlap and 1 or 0)
            end
          end
        end
      end
      assert.is_true(overlaps > 0.2 * tried and overlaps < 0.9 * tried, overlaps .. " of " .. tried)
    end)

    it(("is one for rays where the shape contains the origin, in %dD"):format(dim), function()
      local contained = 0
      for i, kind in ipairs(generate.kinds(dim)) do
        for seed = 1, cases.count(200) do
          local a, b, motion = touching_pair(seed * 101 + i, "point", kind, dim)
          if a then
            local hit = collide.raycast(a.center, motion, b)
            assert.equal(b:contains(a.center), hit ~= nil and hit.inside, tostring(a) .. " " ..
              tostring(b) .. " " .. tostring(motion))
            contained = contained + (hit and hit.inside and 1 or 0)
          end
        end
      end
      assert.is_true(contained > cases.count(500), contained)
    end)
  end

  -- Rounding would leave gaps between the parts of their surface.
  it("is one for capsules and spheres whose radius is less than rounding", function()
    local random, overlaps = generate.random(3), 0
    local function point()
      return { random.integer(-8, 8), random.integer(-8, 8), random.integer(-8, 8) }
    end
    for _ = 1, cases.count(3000) do
      local radius = 10.0 ^ -random.integer(12, 18)
      local a = random.chance(0.8) and collide.capsule(point(), point(), radius)
        or collide.sphere(point(), radius)
      local made, b = pcall(collide.triangle, point(), point(), point())
      if not made or random.chance(0.2) then b = collide.capsule(point(), point(), radius) end
      local hit = a:shapecast(point(), b)
      assert.equal(a:overlap(b), hit ~= nil and hit.inside)
      overlaps = overlaps + (a:overlap(b) and 1 or 0)
    end
    assert.is_true(overlaps > cases.count(50), overlaps)
  end)
end)
