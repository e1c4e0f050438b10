-- What a script may do to a world in the middle of its motion: nothing is ever inside anything.
local collide = require "collide"
local vec = collide.vec

local G, DT = 9.8, 1 / 60

describe("a lift whose velocity a response function changes", function()
  for name, change in pairs {
    ["turns back"] = function(v) return -v end,
    stops = function(v) return v * 0 end,
    ["goes faster"] = function(v) return v * 1.5 + vec(0, 0.1) end,
    ["goes sideways"] = function(v) return vec(v.y, -v.x) end,
  } do
    it(name .. ", and is in nobody", function()
      for _, answer in ipairs { "bounce", "slide", "stop" } do
        for order = 1, 2 do
          local world, lift, ball = collide.world { gravity = vec(0, -G) }, nil, nil
          local asked = 0
          for i = 1, 2 do
            if i == order then
              lift = world:add(collide.aabb({ -3, -1 }, { 3, 0 }), { velocity = { 0, 1 } })
            else
              ball = world:add(collide.circle({ 0, 2 }, 0.5), { mass = 1, restitution = 0.5,
                response = function(_, other)
                  asked = asked + 1
                  if asked < 5 then other.velocity = change(other.velocity) end
                  return answer
                end })
            end
          end
          local last = ball.position
          for _ = 1, 300 do
            world:step(DT)
            local off = ball:distance(lift)
            assert.is_true(off > -1e-6, ("%s, order %d: %g"):format(answer, order, off))
            assert.is_true((ball.position - last):length() < 3) -- it is not thrown
            last = ball.position
          end
          assert.is_true(asked > 0)
        end
      end
    end)
  end
end)

describe("a body of whatever mass", function()
  it("is pushed by what is 1e18 times heavier, and pushes it by nothing", function()
    local world = collide.world { dim = 2 }
    local light = world:add(collide.circle({ 0, 0 }, 0.5), { mass = 1e-9 })
    local heavy = world:add(collide.circle({ -3, 0 }, 0.5), { mass = 1e9, velocity = { 1, 0 } })
    for _ = 1, 300 do world:step(DT) end
    assert.near(2, light.velocity.x, 1e-9)
    assert.near(1, heavy.velocity.x, 1e-9)
  end)

  it("lies between what is 1e18 times heavier and the ground", function()
    for _, mass in ipairs { 1e-9, 1, 1e9 } do
      local world = collide.world { gravity = vec(0, -G) }
      world:add(collide.plane({ 0, 1 }, 0))
      local low = world:add(collide.box({ 0, 0.5 }, { 0.5, 0.5 }), { mass = mass })
      local high = world:add(collide.box({ 0, 3 }, { 0.5, 0.5 }), { mass = 1 / mass,
        restitution = 0.5 })
      for _ = 1, 600 do world:step(DT) end
      for _, body in ipairs { low, high } do assert.equal(vec(0, 0), body.velocity) end
      assert.near(0.5, low.position.y, 1e-5)
      assert.near(1.5, high.position.y, 1e-5)
    end
  end)
end)

describe("a step of no time", function()
  it("changes nothing, and says nothing", function()
    local world = collide.world { gravity = vec(0, -G) }
    world:add(collide.plane({ 0, 1 }, 0))
    local bodies = {}
    for i = 1, 6 do
      bodies[i] = world:add(collide.circle({ 0, 1.2 * i }, 0.5),
        { mass = 1, velocity = { i, -i } })
    end
    for _ = 1, 30 do
      world:step(DT)
      local positions, velocities = {}, {}
      for i, body in ipairs(bodies) do
        positions[i], velocities[i] = body.position, body.velocity
      end
      assert.same({ 0, 0 }, { world:step(0) })
      for i, body in ipairs(bodies) do
        assert.equal(positions[i], body.position)
        assert.equal(velocities[i], body.velocity)
      end
    end
  end)
end)
