-- Which part of its bodies' shapes a hit of a world's step is about: in a response, in the event.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local grid_mesh = require "tests.support.grid_mesh"
local vec = collide.vec

-- How far a point is from the surface of a shape.
local function off(point, shape) return math.abs(collide.distance(collide.point(point), shape)) end

describe("the part of a hit in a world", function()
  it("is the one that was touched where the bodies were", function()
    local random, seen = generate.random(464646), { hit = 0, begin = 0, moving = 0 }
    for _ = 1, cases.count(60) do
      local world = collide.world { dim = 3, gravity = { 0, -10, 0 } }
      local sheet = grid_mesh(4, function(i, k)
        return { i - 2, random.range(-0.2, 0.2), k - 2 }
      end)
      local vertices, triangles = sheet.vertices, sheet.triangles
      local ground = world:add(sheet)
      local told = {}
      local function respond(body, other, hit)
        local where = other == ground and other.shape or nil
        told[#told + 1] = { hit.part, hit.part_a, hit.part_b }
        if where then
          assert.equal(hit.part_b, hit.part)
          local t = triangles[hit.part]
          assert.is_true(off(hit.point, collide.triangle(vertices[t[1]], vertices[t[2]],
            vertices[t[3]])) < 1e-9)
          local v = vec(0, 0, 0)
          for i = 1, 3 do v = v + vertices[t[i]] * hit.barycentric[i] end
          assert.is_true(v:distance(hit.point) < 1e-9)
        end
        local own = body.shape.shapes and body.shape.shapes[hit.part_a]
        if own then assert.is_true(off(hit.point, own) < 1e-6) end
      end
      local function fall(shape, x, y)
        return world:add(shape, { mass = 1, response = respond, friction = 0.2,
          velocity = { x, random.range(-3, 3), y } })
      end
      fall(collide.sphere({ random.range(-1, 1), 2, random.range(-1, 1) }, 0.3), 0.5, 0)
      fall(collide.compound { collide.sphere({ 0, 4, 0 }, 0.3),
        collide.sphere({ 0.5, 4.2, 0 }, 0.2) }, 0, random.range(-1, 1))
      fall(collide.compound { collide.aabb({ -0.4, 6, -0.2 }, { 0, 6.3, 0.2 }),
        collide.sphere({ 0.3, 6, 0.2 }, 0.3) }, 0, 0)
      for _ = 1, 40 do
        told = {}
        world:step(1 / 20)
        local hits = 0
        for event in world:events() do
          if event.kind == "hit" and #told > 0 and told[hits + 1] then
            hits = hits + 1
            assert.same(told[hits], { event.part, event.part_a, event.part_b })
            seen.moving = seen.moving + (event.b ~= ground and event.part_b and 1 or 0)
          end
          seen[event.kind] = (seen[event.kind] or 0) + 1
          if event.b == ground then assert.is_true(event.part >= 1 and event.part <= 32) end
          assert.is_nil(event.part_normal)
        end
      end
    end
    for kind, count in pairs(seen) do assert.is_true(count > 0, kind) end
  end)
end)
