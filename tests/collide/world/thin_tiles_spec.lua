-- What has no thickness slides on from the seams of a floor of tiles, of any kinds.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"

local vec = collide.vec
local DT = 1 / 60

-- Tiles that meet at 0 and every 0.25 from there, thin and solid ones beside each other, that stand
-- or drift together along x.
local kinds = { [2] = {
  function(a, b, at) return { collide.segment(at(a, 0), at(b, 0)) } end,
  function(a, b, at)
    return { collide.polygon { at(a, 0), at(a, -0.5), at(b, -0.5), at(b, 0) } }
  end,
  function(a, b, at, angle)
    return { collide.box(at((a + b) / 2, -0.25), vec((b - a) / 2, 0.25), angle) }
  end,
}, [3] = {
  function(a, b, at, _, q)
    return { collide.box(at((a + b) / 2, 0, 0), vec((b - a) / 2, 0, 1), q) }
  end,
  function(a, b, at, _, q)
    return { collide.box(at((a + b) / 2, -0.25, 0), vec((b - a) / 2, 0.25, 1), q) }
  end,
  function(a, b, at)
    return { collide.triangle(at(a, 0, -1), at(b, 0, -1), at(a, 0, 1)),
      collide.triangle(at(b, 0, -1), at(b, 0, 1), at(a, 0, 1)) }
  end,
  function(a, b, at)
    return { collide.mesh({ at(a, 0, -1), at(b, 0, -1), at(b, 0, 1), at(a, 0, 1) },
      { { 1, 2, 3 }, { 1, 3, 4 } }) }
  end,
} }
local thin_at = { [2] = {
  function(at) return collide.point(at(0, 0)) end,
  function(at) return collide.circle(at(0, 0), 0) end,
  function(at) return collide.segment(at(-0.25, 0), at(0.25, 0)) end,
  function(at) return collide.segment(at(0, 0), at(0, 0.5)) end,
}, [3] = {
  function(at) return collide.point(at(0, 0, 0.1)) end,
  function(at) return collide.segment(at(-0.2, 0, 0.1), at(0.2, 0, 0.2)) end,
  function(at) return collide.segment(at(0, 0, 0.1), at(0, 0.5, 0.1)) end,
  function(at) return collide.triangle(at(-0.2, 0, 0), at(0.2, 0, 0.1), at(0, 0, 0.3)) end,
} }

local function slide_from_seam(seed, dim, kind, drift, by_callback)
  local random = generate.random(seed)
  local angle = random.chance(0.3) and 0 or random.range(-3, 3)
  local q = collide.quat(vec(0, 0, 1), angle)
  local far = random.chance(0.3) and 100 or 0
  local o = dim == 3 and vec(far, far, far) or vec(far, far)
  local function along(x, y, z)
    if dim == 3 then return q * vec(x, y, z or 0) end
    return vec(math.cos(angle) * x - math.sin(angle) * y,
      math.sin(angle) * x + math.cos(angle) * y)
  end
  local up = along(0, 1)
  local world = collide.world { dim = dim, gravity = up * -9.8 }
  for i = -4, 12 do
    local make = kinds[dim][random.integer(1, #kinds[dim])]
    for _, shape in ipairs(make(i / 4, (i + 1) / 4, along, angle, q)) do
      world:add(shape:moved(o), { velocity = along(drift, 0), restitution = 0 })
    end
  end
  local velocity = along(1 + drift, 0)
  local response = seed % 2 == 0 and "slide" or "bounce"
  local on_seam = thin_at[dim][kind](along):moved(o)
  local body, put
  body = world:add(by_callback and on_seam:moved(up * 0.05) or on_seam, { mass = 1,
    velocity = velocity, restitution = 0,
    response = not by_callback and response or function()
      if not put then body.shape, put = on_seam, true end
      return response
    end })
  local events = 0
  for _ = 1, 100 do
    world:step(DT)
    for event in world:events() do
      local normal = event.a == body and event.normal or -event.normal
      if (normal - up):length() > 1e-6 then return events, ("normal %s"):format(normal) end
      events = events + 1
    end
  end
  if by_callback and not put then return events, "not put" end
  local height = (body.shape:support(-up) - o):dot(up)
  if height < -1e-9 or height > 2e-6 then return events, ("height %g"):format(height) end
  local off = (body.velocity - velocity):slide(up):length()
  return events, off > 1e-7 and ("speed off by %g"):format(off) or nil
end

describe("what is thin and put exactly on a seam", function()
  for dim = 2, 3 do
    for _, drift in ipairs { 0, 0.5, -3 } do
      it(("slides on from there in %dD, on a floor that moves by %g"):format(dim, drift), function()
        local all = 0
        for kind = 1, #thin_at[dim] do
          for seed = 1, cases.count(18) do
            local by_callback = seed % 3 == 0
            local events, wrong = slide_from_seam(seed, dim, kind, drift, by_callback)
            assert.is_nil(wrong, ("kind %d, seed %d: %s"):format(kind, seed, wrong))
            all = all + events
          end
        end
        assert.is_true(all >= 20, all .. " events")
      end)
    end
  end
end)
