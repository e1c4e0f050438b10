-- Uses every part of the module and of the scenario runtime once, for tests/lua/memory_test.c.
local collide = require "collide"
local vec = collide.vec

local function use() end

local function shapes(dim)
  local function p(x, y, z) return dim == 3 and vec(x, y, z) or vec(x, y) end
  local list = {
    collide.point(p(0, 1, 0)), collide.sphere(p(0, 2, 0), 1),
    collide.segment(p(0, 0, 0), p(1, 2, 3)),
    collide.capsule(p(0, 0, 0), p(1, 2, 3), 0.5), collide.line(p(0, 0, 0), p(1, 1, 0), 0.1),
    collide.plane(p(0, 1, 0), 0), collide.aabb(p(-1, -1, -1), p(1, 1, 1)),
    collide.box(p(0, 0, 0), p(1, 2, 1), dim == 3 and collide.quat(p(1, 2, 3), 1) or 1, 0.2),
    collide.triangle(p(0, 0, 0), p(1, 0, 0), p(0, 1, 0)),
    collide.mesh({ p(0, 0, 0), p(1, 0, 0), p(0, 1, 1) }, { { 1, 2, 3 } }),
  }
  local points = { p(0, 0, 0), p(2, 0, 0), p(1, 2, 0), p(1, 1, 2) }
  list[#list + 1] = dim == 3 and collide.hull(points) or collide.polygon(points)
  if dim == 3 then
    list[#list + 1] = collide.solid(collide.mesh({ p(0, 0, 0), p(1, 0, 0), p(0, 1, 0),
      collide.vec(0, 0, 1) }, { 1, 2, 3, 1, 4, 2, 1, 3, 4, 2, 4, 3 })) -- inside out
    list[#list + 1] = collide.cylinder(p(0, 0, 0), p(1, 2, 0), 0.5)
    list[#list + 1] = collide.cone(p(0, 0, 0), p(1, 2, 0), 0.5)
  end
  list[#list + 1] = collide.compound { list[2], list[7]:moved(p(1, 0, 0)) }
  return list, p
end

for dim = 2, 3 do
  local list, p = shapes(dim)
  for i, a in ipairs(list) do
    local b = list[i % #list + 1]
    local turn = dim == 3 and collide.quat(p(0, 0, 1), 1) or 1
    use(a:overlap(b), tostring(a), a:bounds(), a:support(p(1, 0, 0)), a:clone(), a:rotated(turn))
    use(a:contact(b, 1), collide.closest(a, b), collide.raycast(p(-9, 0.5, 0), p(1, 0, 0), a))
    use(tostring(collide.shapecast(a, p(1, 0, 0), b)))
    use(a:time_of_impact({ motion = p(1, 0, 0) }, b, { rotation = dim == 2 and 0 or p(0, 0, 0) }))
    if a.kind ~= "mesh" or b.kind ~= "mesh" then use(collide.manifold(a, b, 1)) end
    use(collide.explain("distance", a, b))
  end
  local batch = collide.batch(list)
  use(collide.raycast_all(p(-9, 0.5, 0), p(1, 0, 0), batch), collide.overlap_all(list[2], batch))
  use(collide.bounding_sphere { p(0, 0, 0), p(1, 2, 3) }, collide.bounding_box { p(0, 0, 0) })

  local world = collide.world { dim = dim, gravity = p(0, -10, 0) }
  world:add(collide.plane(p(0, 1, 0), 0))
  for i = 1, 6 do
    world:add(collide.sphere(p(0, 2 * i - 0.9, 0), 1), { mass = 1, restitution = 0.1,
      response = i % 2 == 0 and function() return "slide" end or nil, data = { i } })
  end
  for _ = 1, 3 do
    world:step(0.1)
    for event in world:events() do use(tostring(event.point)) end
  end
  for a in world:bodies() do
    for _ in world:touching(a) do end
  end
  for _ in world:pairs() do end
  use(world:raycast(p(-9, 0.5, 0), p(1, 0, 0)), world:nearest(p(0, 0, 0), 3))
  use(world:overlap(list[2]), world:shapecast(list[2], p(0, -5, 0)))
  for _ in world:raycast_all(p(0, 50, 0), p(0, -1, 0)) do end
  use(collide.move_and_slide(list[2]:moved(p(0, 5, 0)), p(1, -9, 0), world))
end

local scenario = require "collide.scenario"
local run = scenario.load "tests/fuzz/seeds/scenario/everything"
run:step(2)
run:queries()
run:checks()
run:seek(1)
