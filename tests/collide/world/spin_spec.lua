-- Bodies of infinite mass that turn: they turn continuously, hit at the right time with the
-- velocity of the touched point, take along what lies on them, and nothing ends inside them.
local collide = require "collide"
local cases = require "tests.support.cases"
local expect = require "tests.support.expect"
local generate = require "tests.support.generate"
local vec = collide.vec

local G = 9.8

local function in_plane(dim, x, y) return dim == 2 and vec(x, y) or vec(x, y, 0) end
local function spin_of(dim, w) return dim == 2 and w or vec(0, 0, w) end

local function slab(dim, x, y)
  return collide.box(in_plane(dim, 0, 0), dim == 2 and vec(x, y) or vec(x, y, 0.8))
end

-- Four blades of two boxes, one compound of those, one mesh, and two blades of one polytope.
local windmills = {
  boxes = function(dim) return { slab(dim, 2, 0.1), slab(dim, 0.1, 2) } end,
  compound = function(dim)
    return { collide.compound { slab(dim, 2, 0.1), slab(dim, 0.1, 2) } }
  end,
  mesh = function(dim)
    local corners, triangles = {}, {}
    for _, half in ipairs { vec(2, 0.1), vec(0.1, 2) } do
      local from = #corners
      for _, c in ipairs { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } } do
        local p = vec(c[1] * half.x, c[2] * half.y)
        corners[#corners + 1] = dim == 2 and p or vec(p.x, p.y, -0.8)
      end
      for _, c in ipairs(dim == 2 and {} or { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } }) do
        corners[#corners + 1] = vec(c[1] * half.x, c[2] * half.y, 0.8)
      end
      if dim == 2 then
        triangles[#triangles + 1] = { from + 1, from + 2, from + 3 }
        triangles[#triangles + 1] = { from + 1, from + 3, from + 4 }
      end
      for k = 1, dim == 2 and 0 or 4 do
        local l = k % 4 + 1
        triangles[#triangles + 1] = { from + k, from + l, from + l + 4 }
        triangles[#triangles + 1] = { from + k, from + l + 4, from + k + 4 }
      end
    end
    return { collide.mesh(corners, triangles) }
  end,
  polytope = function(dim)
    local points = {}
    for _, z in ipairs(dim == 2 and { 0 } or { -0.8, 0.8 }) do
      for _, p in ipairs { { 2, 0.1 }, { 2, -0.1 }, { -2, -0.2 }, { -2, 0.2 } } do
        points[#points + 1] = dim == 2 and vec(p[1], p[2]) or vec(p[1], p[2], z)
      end
    end
    return { dim == 2 and collide.polygon(points) or collide.hull(points) }
  end,
}

describe("a body that turns", function()
  it("turns about its pivot, which moves with it, whatever the steps are", function()
    for seed = 1, cases.count(40) do
      local random = generate.random(seed)
      local dim = 2 + seed % 2
      local world = collide.world { dim = dim }
      local w, v = random.range(-20, 20), in_plane(dim, random.range(-1, 1), random.range(-1, 1))
      local a, b = in_plane(dim, 1, 0), in_plane(dim, 3, 1)
      local pivot = in_plane(dim, random.range(-1, 3), random.range(-1, 3))
      local body = world:add(collide.capsule(a, b, 0.2), { spin = spin_of(dim, w), pivot = pivot,
        velocity = v })
      local t = 0
      for _ = 1, 50 do
        local dt = random.range(0, 0.1)
        world:step(dt)
        t = t + dt
      end
      local turned = dim == 2 and collide.capsule(a, b, 0.2):rotated(w * t, pivot)
        or collide.capsule(a, b, 0.2):rotated(collide.quat(vec(0, 0, 1), w * t), pivot)
      turned = turned:moved(v * t)
      assert.is_true((body.shape.a - turned.a):length() < 1e-9, seed)
      assert.is_true((body.shape.b - turned.b):length() < 1e-9, seed)
      assert.is_true((body.pivot - pivot - v * t):length() < 1e-9, seed)
      body.position = body.position + v
      assert.is_true((body.pivot - pivot - v * (t + 1)):length() < 1e-9, seed)
    end
  end)

  -- The face of a bat turns from y = 0.1 up to a ball: it touches that where it is r from the face.
  it("hits when it gets there, with the velocity of the touched point", function()
    for seed = 1, cases.count(60) do
      local random = generate.random(seed)
      local dim, w, r = 2 + seed % 2, random.range(0.5, 20), random.range(0.1, 0.3)
      local e, x, y = random.range(0, 1), random.range(0.8, 1.5), random.range(0.5, 1.2)
      local world = collide.world { dim = dim }
      local half = dim == 2 and vec(3, 0.1) or vec(3, 0.1, 1)
      world:add(collide.box(in_plane(dim, 0, 0), half), { spin = spin_of(dim, w) })
      local ball = world:add(dim == 2 and collide.circle({ x, y }, r)
        or collide.sphere({ x, y, 0.3 }, r), { mass = 2, restitution = e })
      -- The height of the ball over the face is sqrt(x^2 + y^2) sin(angle - w t).
      local far, height = math.sqrt(x * x + y * y), r + 0.1
      local time = (math.atan(y, x) - math.asin(height / far)) / w
      local along = math.sqrt(far * far - height * height)
      local t, met = 0, nil
      while not met do
        world:step(0.02)
        for event in world:events() do
          if event.kind == "hit" then met = t + event.t end
        end
        t = t + 0.02
      end
      assert.is_true(math.abs(met - time) < 1e-8, ("seed %d: %g"):format(seed, met - time))
      local speed = (1 + e) * w * along
      assert.is_true(math.abs(ball.velocity:length() - speed) < (e > 0.05 and 1e-6 or 0.1) * speed,
        ("seed %d: %g, not %g"):format(seed, ball.velocity:length(), speed))
    end
  end)

  it("hits what falls when that gets there", function()
    for seed = 1, cases.count(40) do
      local random = generate.random(seed)
      local world = collide.world { dim = 2, gravity = vec(0, -G) }
      local w, r = random.range(-3, 3), 0.2
      local bat = world:add(collide.box({ 0, 0 }, { 2, 0.1 }), { spin = w })
      local at = vec(random.range(-1, 1), random.range(1, 3))
      local ball = world:add(collide.circle(at, r), { mass = 1, restitution = 0.5 })
      local dt, met = 1 / 60, nil
      for step = 0, 60 do
        world:step(dt)
        for event in world:events() do
          if event.kind == "hit" then met = met or step * dt + event.t end
        end
        if met then break end
        assert.is_true(ball:distance(bat) > 0, seed)
      end
      local function gap(t)
        local turned = collide.box({ 0, 0 }, { 2, 0.1 }, w * t)
        return turned:distance(collide.circle(at - vec(0, G * t * t / 2), r))
      end
      if met then
        assert.is_true(math.abs(gap(met)) < 1e-7, ("seed %d: %g"):format(seed, gap(met)))
        for i = 0, 99 do assert.is_true(gap(met * i / 100) > 0, seed) end
      end
    end
  end)

  -- Without friction and gravity a ball on a turning face is a bead on a rod: r'' = w^2 r.
  it("throws out what lies on it, as a rod does a bead", function()
    for _, w in ipairs { 0.5, 1, 2 } do
      local function far_after(dt)
        local world = collide.world { dim = 2 }
        local bat = world:add(collide.box({ 0, 0 }, { 50, 0.1 }), { spin = w })
        local ball = world:add(collide.circle({ 1, 0.3 + 1e-7 }, 0.2), { mass = 1, restitution = 0,
          velocity = { 0.7 * w, w } }) -- on it, and outward
        for _ = 1, math.floor(1 / w / dt + 0.5) do
          world:step(dt)
          assert.is_true(math.abs(ball:distance(bat)) < 1e-6, ball:distance(bat))
        end
        return ball.position:dot(vec(math.cos(1), math.sin(1)))
      end
      -- r(0) = 1 and r'(0) = w: it presses on the rod with 2 w r' - 0.3 w^2.
      local wanted = math.exp(1)
      local coarse, fine = far_after(1 / 60 / w) - wanted, far_after(1 / 240 / w) - wanted
      assert.is_true(math.abs(coarse) < 0.05, coarse)
      assert.is_true(math.abs(fine) < math.abs(coarse) / 2, fine)
    end
  end)

  it("carries what friction holds, as a turntable does", function()
    for _, mu in ipairs { 0.2, 0.8 } do
      local world = collide.world { dim = 3, gravity = vec(0, -G, 0) }
      local w, r = 1.5, 2 -- w^2 r = 4.5: mu g is 1.96 or 7.84
      local table_ = world:add(collide.cylinder({ 0, -1, 0 }, { 0, 0, 0 }, 30), { friction = mu,
        spin = { 0, w, 0 } })
      local crate = world:add(collide.box({ r, 0.25, 0 }, { 0.25, 0.25, 0.25 }), { mass = 1,
        friction = mu, restitution = 0, velocity = { 0, 0, -w * r } })
      for _ = 1, 120 do world:step(1 / 60) end
      local far = vec(crate.position.x, 0, crate.position.z):length()
      assert.is_true(math.abs(crate.position.y - 0.25) < 1e-5)
      assert.is_true(crate:distance(table_) > -1e-6)
      if mu > 0.5 then
        assert.is_true(math.abs(far - r) < 0.1, far)
        assert.is_true((crate.velocity - vec(0, w, 0):cross(crate.position)):length() < 0.2)
      else
        assert.is_true(far > 2 * r, far)
      end
    end
  end)

  -- A windmill among things that fall: what it leaves no way stands still for a step, and is pushed
  -- out in the next ones; nothing else is ever inside.
  for kind, blades_of in pairs(windmills) do
    it("is never inside what falls among its blades: " .. kind, function()
      local met = 0
      for dim = 2, 3 do
        for i, w in ipairs { 0.7, -3, 12, 40 } do
          local random = generate.random(i)
          local world = collide.world { dim = dim, gravity = -in_plane(dim, 0, G) }
          world:add(collide.plane(in_plane(dim, 0, 1), -4))
          for side = -1, 1, 2 do world:add(collide.plane(in_plane(dim, side, 0), -4)) end
          if dim == 3 then
            for side = -1, 1, 2 do world:add(collide.plane(vec(0, 0, side), -1)) end
          end
          local blades = {}
          for k, shape in ipairs(blades_of(dim)) do
            blades[k] = world:add(shape, { spin = spin_of(dim, w), pivot = in_plane(dim, 0, 0) })
          end
          local bodies = {}
          for k = 1, 16 do
            local p, r = in_plane(dim, random.range(-3, 3), 2.6 + 0.5 * k), random.range(0.15, 0.3)
            local u = in_plane(dim, r, 0.1)
            local shape = k % 2 == 0 and collide.capsule(p - u, p + u, 0.6 * r)
              or dim == 2 and collide.circle(p, r) or collide.sphere(p, r)
            bodies[k] = world:add(shape, { mass = random.range(0.5, 1.5), restitution = 0.3 })
          end
          local stops = 0
          for step = 1, 200 do
            local _, stalled = world:step(1 / 60)
            stops = stalled > 0 and 20 or math.max(stops - 1, 0)
            for _, body in ipairs(bodies) do
              for _, blade in ipairs(blades) do
                local d = body:distance(blade)
                met = met + (d < 1e-3 and 1 or 0)
                assert.is_true(d > -1e-6 or stops > 0,
                  ("%dD at %g, step %d: %g"):format(dim, w, step, d))
              end
              assert.is_true(body.velocity:length() < 200)
            end
          end
        end
      end
      assert.is_true(met > 20, met)
    end)
  end

  it("turns polytopes and sets as it does convex shapes, to the last steps", function()
    for kind, blades_of in pairs(windmills) do
      for dim = 2, 3 do
        local world = collide.world { dim = dim }
        local shape, pivot, w = blades_of(dim)[1], in_plane(dim, 0.5, -0.25), 7
        local body = world:add(shape, { spin = spin_of(dim, w), pivot = pivot,
          velocity = in_plane(dim, 1, 0) })
        local kept, before = {}, nil
        for step = 1, 200 do
          world:step(0.01)
          if step == 100 then before = body.shape end
          kept[step] = body.shape
          local turned = dim == 2 and shape:rotated(w * step / 100, pivot)
            or shape:rotated(collide.quat(vec(0, 0, 1), w * step / 100), pivot)
          turned:move(in_plane(dim, step / 100, 0))
          assert.near(0, (body.position - turned.position):length(), 1e-11, kind)
          for k = 1, 6 do
            local d = in_plane(dim, math.cos(k + step), math.sin(k + step))
            assert.near(turned:support(d):dot(d), body.shape:support(d):dot(d), 1e-11, kind)
          end
        end
        -- A shape that was read stays what it was.
        assert.equal(0, (before.position - kept[100].position):length())
        local d = in_plane(dim, 0.6, 0.8)
        assert.equal(before:support(d), kept[100]:support(d))
        body.position = body.position + in_plane(dim, 3, 0)
        local at = body.pivot
        world:step(0.5)
        assert.near(0, (body.pivot - at - in_plane(dim, 0.5, 0)):length(), 1e-11)
        local p = body.position
        world:step(2 * math.pi / w)
        assert.near(0, (body.position - p - in_plane(dim, 2 * math.pi / w, 0)):length(), 1e-11)
      end
    end
  end)

  it("stands where the square of its spin underflows", function()
    for dim = 2, 3 do
      for kind, blades_of in pairs(windmills) do
        local world, shape = collide.world { dim = dim }, blades_of(dim)[1]
        local body = world:add(shape, { spin = spin_of(dim, 1e-187) })
        for _ = 1, 3 do world:step(1) end
        assert.equal(shape:support(in_plane(dim, 0.6, 0.8)),
          body.shape:support(in_plane(dim, 0.6, 0.8)), kind)
      end
    end
  end)

  it("does the same in the mirror", function()
    local function run(side)
      local world = collide.world { dim = 2, gravity = vec(0, -G) }
      world:add(collide.box({ side * 0.5, 0 }, { 2, 0.25 }), { spin = 2 * side })
      local bodies = {}
      for i = 1, 4 do
        bodies[i] = world:add(collide.circle({ side * (i - 2.5) * 0.75, 1 + i / 2 }, 0.25),
          { mass = 1, restitution = 0.5 })
      end
      for _ = 1, 90 do world:step(1 / 64) end
      return bodies
    end
    local left, right = run(-1), run(1)
    for i, b in ipairs(left) do
      local p = right[i].position
      assert.is_true((b.position - vec(-p.x, p.y)):length() < 1e-9, i)
    end
  end)

  it("has infinite mass and a shape of its own", function()
    local flat, space = collide.world { dim = 2 }, collide.world { dim = 3 }
    local circle, ball = collide.circle({ 0, 0 }, 1), collide.sphere({ 0, 0, 0 }, 1)
    local body, other = flat:add(circle, { spin = 1 }), space:add(ball, { spin = { 0, 0, 2 } })
    assert.same({ 1, vec(0, 0) }, { body.spin, body.pivot })
    assert.equal(vec(0, 0, 2), other.spin)
    assert.error_matches(function() body.mass = 1 end, "spin is of bodies of infinite mass only")
    assert.error_matches(function() flat:add(circle, { mass = 1, spin = 1 }) end,
      "spin is of bodies of infinite mass only")
    for _, shape in ipairs { collide.line({ 0, 0 }, { 1, 0 }), collide.plane({ 0, 1 }, 0),
      collide.compound { circle, collide.plane({ 0, 1 }, 0) } } do
      assert.error_matches(function() flat:add(shape, { spin = 1 }) end, "not of lines and planes")
    end
    for _, wrong in ipairs { "fast", { 1, 2 }, 0 / 0, math.huge, 1e9 } do
      assert.error_matches(function() body.spin = wrong end, "spin must be")
    end
    for _, wrong in ipairs { 1, { 1, 2 }, { 0 / 0, 0, 0 } } do
      assert.error_matches(function() other.spin = wrong end, "spin must be")
      assert.error_matches(function() other.pivot = wrong end, "pivot must be")
    end
    body.spin, other.pivot = nil, { 1, 2, 3 }
    assert.equal(0, body.spin)
    assert.equal(vec(1, 2, 3), other.pivot)
    body.mass = 1
    expect.raises("bad value for field 'spin' (spin is of bodies of infinite mass only: those with "
      .. "a mass do not turn)", function() body.spin = 1 end)
  end)
end)
