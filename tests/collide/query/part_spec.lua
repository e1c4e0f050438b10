-- Which part: an answer names the part whose own query gives it, of several the one with the
-- smallest index. For all kinds of sets against all kinds of shapes, by brute force over the parts;
-- by swap, by exact motions, for what is nested, and in ties.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local grid_mesh = require "tests.support.grid_mesh"
local vec = collide.vec

local function text(path) return path and table.concat(path, " ") or "none" end

-- Of the parts on whose surface the point lies, the first is named, which lies there to within a
-- part of the size: for an earlier one, to much less of the named part's own.
local function check_first(set, path, size, gives, what)
  local tolerance = size * (generate.has_part(set, generate.is_curved) and 1e-6 or 1e-9)
  local earlier = {}
  for _, part in ipairs(generate.parts(set)) do
    local miss = gives(part.shape)
    if text(part.path) == text(path) then
      if miss > tolerance then
        error(("%s: part %s is off by %g of %g in %s"):format(what, text(path), miss, size, set), 0)
      end
      for before, off_by in pairs(earlier) do
        if off_by <= generate.size(part.shape) * 1e-13 then
          error(("%s: part %s is before %s in %s"):format(what, before, text(path), set), 0)
        end
      end
      return
    end
    earlier[text(part.path)] = miss
  end
  error(("%s: no part %s in %s"):format(what, text(path), set), 0)
end

local function size_of(a, b) return math.max(generate.size(a), generate.size(b), 1e-300) end

-- How far a point is from the surface of a shape.
local function off(point, shape) return math.abs(collide.distance(collide.point(point), shape)) end

local function check_contact(a, b, contact)
  local size = size_of(a, b)
  local paths = { contact.parts_a, contact.parts_b }
  for i, shape in ipairs { a, b } do
    local point = i == 1 and contact.point_a or contact.point_b
    if generate.is_set(shape) then
      check_first(shape, paths[i], size, function(part) return off(point, part) end, "contact")
      assert.equal(paths[i][1], i == 1 and contact.part_a or contact.part_b)
    else
      assert.is_nil(paths[i])
    end
  end
  if contact.distance <= 0 then return end
  for i, shape in ipairs { a, b } do -- the named parts are as far apart as the sets
    for _, part in ipairs(generate.is_set(shape) and generate.parts(shape) or {}) do
      if text(part.path) == text(paths[i]) then
        local gap = i == 1 and part.shape:distance(b) or a:distance(part.shape)
        assert.is_true(gap - contact.distance <= 1e-6 * size, "the part is farther")
      end
    end
  end
end

local set_kinds = { [2] = { "mesh", "compound" }, [3] = { "mesh", "solid", "compound" } }

local function set_of(random, kind, dim)
  local shape, _, style = generate.pair(random, kind, kind, dim)
  if kind == "compound" and random.chance(0.5) then
    local mesh = generate.pair(random, "mesh", "mesh", dim)
    shape = collide.compound { mesh, shape, collide.compound { mesh:moved(mesh.vertices[1]) } }
  end
  return shape, style
end

for dim = 2, 3 do
  describe(("in %dD,"):format(dim), function()
    for _, kind in ipairs(generate.kinds(dim)) do
      for _, set_kind in ipairs(set_kinds[dim]) do
        it(("a contact of a %s and a %s names its parts"):format(kind, set_kind), function()
          local random = generate.random(5000 + dim)
          for _ = 1, cases.count(200) do
            local set, style = set_of(random, set_kind, dim)
            local other = generate.pair(random, kind, kind, dim):moved(
              generate.vector(random, style, dim) * 2)
            local both = generate.has_surface(set) and generate.has_surface(other)
            if not (both and set:overlap(other)) then
              local contact = other:contact(set, math.huge)
              if contact.distance > -math.huge then
                check_contact(other, set, contact)
                check_contact(set, other, set:contact(other, math.huge))
              end
            end
          end
        end)

        it(("the cast of a %s at a %s names its part"):format(kind, set_kind), function()
          local random, found = generate.random(5100 + dim), 0
          for _ = 1, cases.count(200) do
            local set, style = set_of(random, set_kind, dim)
            local a = generate.pair(random, kind, kind, dim)
            local motion = generate.vector(random, style, dim) * 3
            if random.chance(0.5) then motion = set.position - a.position end
            local still = random.chance(0.7)
            local motion_b = still and motion * 0 or generate.vector(random, style, dim)
            local hit = a:shapecast(motion, set, motion_b)
            if hit and not hit.inside then
              local size, point = size_of(a, set) + motion:length(), hit.point - motion_b * hit.t
              check_first(set, hit.parts_b, size,
                function(part) return off(point, part) end, "cast")
              found = found + 1
            end
          end
          assert.is_true(found > 0, "no hit")
        end)
      end
    end

    for _, set_kind in ipairs(set_kinds[dim]) do
      it("a ray at a " .. set_kind .. " names the part that it hits first", function()
        local random, found, unique = generate.random(5200 + dim), 0, 0
        for _ = 1, cases.count(2000) do
          local set, style = set_of(random, set_kind, dim)
          local o = generate.vector(random, style, dim) * 3
          local d = generate.vector(random, style, dim)
          if random.chance(0.7) then -- at a part, perhaps an edge of it
            local parts = generate.parts(set)
            d = parts[random.integer(1, #parts)].shape.position - o
          end
          local hit = set:raycast(o, d)
          if hit and not hit.inside and d:length() > 0 then
            found = found + 1
            local size = generate.size(set) + o:length() + hit.t * d:length()
            check_first(set, hit.parts, size,
              function(part) return off(hit.point, part) end, "ray")
            for _, part in ipairs(generate.parts(set)) do
              local own = part.shape:raycast(o, d)
              assert.is_true(not own or own.t >= hit.t - 1e-6 * math.max(1, hit.t))
              local w = own and own.barycentric -- inside a triangle its normal is unique
              local clear = w and math.min(w[1], w[2], w[3], own.approach / d:length()) > 1e-6
              if clear and text(part.path) == text(hit.parts) then
                assert.is_true(own.normal:distance(hit.part_normal) < 1e-9)
                unique = unique + 1
              end
            end
          end
        end
        assert.is_true(found > cases.count(2000) / 20, found .. " hits")
        assert.is_true(dim == 2 or unique > 0) -- in the plane a triangle is hit at an edge
      end)
    end

    it("what is swapped or moved exactly names the same parts", function()
      local random, count = generate.random(5300 + dim), 0
      for _ = 1, cases.count(500) do
        local a, b = set_of(random, "compound", dim), set_of(random, "compound", dim)
        local way = dim == 2 and vec(64, -32) or vec(64, -32, 128)
        a, b = a:move(way), b:moved(way)
        a:move(way)
        local apart = not a:overlap(b)
        local here, there = apart and a:contact(b, math.huge), apart and b:contact(a, math.huge)
        if apart and here.point_a:distance(there.point_b) == 0 then
          count = count + 1
          assert.equal(text(here.parts_a), text(there.parts_b))
          assert.equal(text(here.parts_b), text(there.parts_a))
          local moved = a:moved(way):contact(b:moved(way), math.huge)
          if moved.point_a:distance(here.point_a + way) < 1e-12 then
            assert.equal(text(here.parts_a), text(moved.parts_a))
          end
        end
      end
      assert.is_true(count > cases.count(500) / 4, count .. " apart")
    end)
  end)
end

describe("which part", function()
  local function quads(n) -- a floor of n by n quads, two triangles each
    return grid_mesh(n, function(x, z) return vec(x, 0, z) end)
  end

  it("is the smallest index in ties", function()
    local floor = quads(4)
    local random = generate.random(1)
    for _ = 1, 200 do -- on the seams and corners of the quads
      local x, z = random.integer(0, 8) / 2, random.integer(0, 8) / 2
      local first
      for i, part in ipairs(generate.parts(floor)) do
        if part.shape:contains(vec(x, 0, z)) then first = first or i end
      end
      local ball = collide.sphere({ x, 1, z }, 0.5)
      assert.equal(first, floor:raycast({ x, 3, z }, { 0, -1, 0 }).part)
      assert.equal(first, ball:contact(floor, 1).part)
      assert.equal(first, ball:moved({ 0, -0.5, 0 }):contact(floor).part)
      assert.equal(first, ball:shapecast({ 0, -2, 0 }, floor).part)
    end
    local same = collide.sphere({ 0, 0 }, 1)
    local three = collide.compound { same:moved { 5, 0 }, same, same, same }
    assert.equal(2, collide.raycast({ 0, 5 }, { 0, -1 }, three).part)
    assert.equal(2, collide.contact(collide.circle({ 0.25, 1 }, 1), three).part)
  end)

  it("is not that of a large part near a small one", function()
    local mesh = collide.mesh({ { -1e19, 0, -1e19 }, { 1e19, 0, -1e19 }, { 0, 0, 1e19 },
      { 0, 1, 0 }, { 1e-9, 1, 0 }, { 0, 1, 1e-9 } }, { { 1, 2, 3 }, { 4, 5, 6 } })
    local at = collide.vec(2e-10, 5, 2e-10)
    assert.equal(2, mesh:raycast(at, { 0, -1, 0 }).part)
    assert.equal(2, collide.contact(collide.point(at), mesh, 9).part)
    assert.equal(2, collide.shapecast(collide.point(at), { 0, -9, 0 }, mesh).part)
    assert.equal(1, mesh:raycast({ 1e15, 5, 0 }, { 0, -1, 0 }).part)
  end)

  it("is the index in a list, then in what is hit there", function()
    local floor = quads(2)
    local list = { collide.sphere({ 0.5, 3, 0.75 }, 1),
      collide.compound { collide.sphere({ 9, 9, 9 }, 1), floor }, floor }
    for _, shapes in ipairs { list, collide.batch(list) } do
      local hits = collide.raycast_all({ 0.5, 9, 0.75 }, { 0, -1, 0 }, shapes)
      assert.same({ 1, 2, 3 }, { hits[1].part, hits[2].part, hits[3].part })
      assert.same({ 1 }, hits[1].parts)
      assert.same({ 2, 2, 2 }, hits[2].parts)
      assert.same({ 3, 2 }, hits[3].parts)
      assert.same({ 0.5, 0.25, 0.25 }, hits[3].barycentric)
    end
  end)

  it("is told by the last result of closest, as by contact", function()
    local random = generate.random(4646)
    for _ = 1, cases.count(300) do
      local dim = random.integer(2, 3)
      local kinds = generate.convex_kinds(dim)
      local a = generate.pair(random, kinds[random.integer(1, #kinds)], "compound", dim)
      local _, b = generate.pair(random, "point", random.chance(0.5) and "compound" or "mesh", dim)
      for _, pair in ipairs { { a, b }, { b, a } } do
        local contact = pair[1]:contact(pair[2], math.huge)
        local p, q, distance, normal, also = pair[1]:closest(pair[2])
        assert.equal(tostring(contact), tostring(also))
        assert.same({ p, q, distance, normal },
          { also.point_a, also.point_b, also.distance, also.normal })
        assert.equal(contact.part, also.part)
        assert.equal(text(contact.parts), text(also.parts))
      end
      assert.equal(4, select("#", a:closest(b, false)))
      local ball = collide.sphere({ 0, 0, 0 }, 1)
      assert.equal(4, select("#", ball:closest(ball)))
      assert.equal(5, select("#", ball:closest(ball, true)))
    end
  end)

  it("is told of bodies in a world", function()
    local world = collide.world { dim = 3 }
    local floor = quads(2)
    local ground = world:add(collide.compound { collide.sphere({ 9, 9, 9 }, 1), floor })
    local hit, body = world:raycast({ 1.5, 5, 1.75 }, { 0, -1, 0 })
    assert.is_true(body == ground)
    assert.same({ 2, 8 }, hit.parts)
    local cast = world:shapecast(collide.sphere({ 1.5, 2, 1.75 }, 0.5), { 0, -3, 0 })
    assert.same({ 2, 8 }, cast.parts)
    for each in world:raycast_all({ 1.5, 5, 1.75 }, { 0, -1, 0 }) do
      assert.same({ 2, 8 }, each.parts)
    end
    ground.shape = collide.sphere({ 0, 0, 0 }, 1) -- the hits are of what was there
    collectgarbage()
    assert.same({ 2, 8 }, hit.parts)
    local walker = collide.sphere({ 1.5, 2, 1.75 }, 0.5)
    local _, _, hits, on = collide.move_and_slide(walker, { 0, -3, 0 }, floor)
    assert.equal(8, hits[1].hit.part)
    assert.equal(8, on.part)
  end)

  it("is of the shapes as they were asked", function()
    local contact, ray
    do
      local floor, ball = quads(2), collide.sphere({ 1.5, 0.5, 1.75 }, 1)
      contact = ball:contact(floor)
      ray = floor:raycast({ 0.25, 1, 0.25 }, { 0, -1, 0 })
      ball:move { -1, 0, 0 }
      floor:move { 100, 0, 0 }
    end
    collectgarbage()
    assert.equal(8, contact.part)
    assert.equal(1, ray.part)
    assert.same({ 0.5, 0.25, 0.25 }, ray.barycentric)
  end)

  it("of what turns is the part that is touched then", function()
    local floor = quads(2)
    local bar = collide.compound { collide.box({ 0, 2, 0.75 }, { 0.1, 0.1, 0.1 }),
      collide.box({ 1.5, 2, 0.75 }, { 0.1, 0.5, 0.1 }) }
    local hit = bar:time_of_impact({ rotation = { 0, 0, -1 }, about = { 0, 2, 0.75 },
      motion = { 0, -0.5, 0 } }, floor)
    assert.equal(2, hit.part_a)
    local back = floor:time_of_impact({}, bar, { rotation = { 0, 0, -1 }, about = { 0, 2, 0.75 },
      motion = { 0, -0.5, 0 } })
    assert.equal(2, back.part_b)
    assert.equal(hit.part_b, back.part_a)
  end)

  it("of a manifold is that of each point", function()
    local floor = quads(2)
    local manifold = collide.box({ 1, 0.4, 1 }, { 0.75, 0.5, 0.75 }):manifold(floor)
    assert.equal(4, #manifold.points)
    for _, point in ipairs(manifold.points) do
      local at = collide.point(point.point_b)
      local first
      for i, part in ipairs(generate.parts(floor)) do
        if part.shape:distance(at) <= 1e-12 then first = first or i end
      end
      assert.equal(first, point.part)
      assert.is_nil(rawget(point, "part"))
      assert.is_nil(point.nothing)
    end
    local ball = collide.sphere({ 0, 0 }, 1)
    assert.is_nil(ball:manifold(ball).points[1].part)
  end)

  it("has the part's own normal beside that of all", function()
    local floor = quads(2) -- sunk in beside a seam: the tile's own way out is another
    local low = collide.compound { collide.box({ 0, -1, 0 }, { 1, 1, 1 }),
      collide.box({ 2, -1, 0 }, { 1, 1, 1 }) }
    local ball = collide.sphere({ 1.125, -0.25, 0 }, 0.5)
    local contact = ball:contact(low)
    assert.equal(vec(0, 1, 0), contact.normal)
    assert.equal(2, contact.part)
    assert.equal(collide.contact(ball, low.shapes[2]).normal, contact.part_normal)
    assert.equal(vec(0, 1, 0), floor:raycast({ 0.5, 1, 0.25 }, { 0, -1, 0 }).part_normal)
  end)

  it("of no set is nil", function()
    local ball = collide.sphere({ 0, 0 }, 1)
    local contact = ball:contact(ball)
    for _, name in ipairs { "part", "parts", "barycentric", "feature", "feature_index" } do
      for _, suffix in ipairs { "", "_a", "_b" } do
        assert.is_nil(contact[name .. suffix])
        assert.is_nil(ball:raycast({ 5, 0 }, { -1, 0 })[name .. suffix])
      end
    end
    assert.is_nil(contact.part_normal)
  end)
end)

describe("barycentric", function()
  for dim = 2, 3 do
    it(("weighs the vertices to the point, in %dD"):format(dim), function()
      local random, count = generate.random(5400 + dim), 0
      for _ = 1, cases.count(1000) do
        local triangle, ball, style = generate.pair(random, "triangle", "sphere", dim)
        ball:move(generate.vector(random, style, dim))
        local contact = ball:contact(triangle, math.huge)
        local w, v = contact.barycentric, triangle.vertices
        assert.is_true(w[1] >= 0 and w[2] >= 0 and w[3] >= 0)
        assert.is_true(math.abs(w[1] + w[2] + w[3] - 1) < 1e-14)
        if contact.distance > -ball.radius - triangle.radius then
          count = count + 1
          local point = v[1] * w[1] + v[2] * w[2] + v[3] * w[3] + contact.normal * triangle.radius
          local gap = math.max(contact.distance + ball.radius + triangle.radius, 1e-300)
          assert.is_true(point:distance(contact.point_b) < 1e-12 + 1e-14 / gap)
        end
      end
      assert.is_true(count > cases.count(1000) / 4)
    end)
  end
end)

describe("feature", function()
  -- Whether a feature is what is farthest along n, and all that is.
  local function is_support(shape, feature, index, n)
    local v, e, f = shape.vertices, shape.edges, shape.faces
    local list = feature == "vertex" and { index } or feature == "edge" and e[index] or f[index]
    local most = -math.huge
    for _, p in ipairs(v) do most = math.max(most, p:dot(n)) end
    for _, i in ipairs(list) do if v[i]:dot(n) < most - 1e-5 then return false end end
    return true
  end

  for dim = 2, 3 do
    for _, kind in ipairs { "triangle", dim == 2 and "polygon" or "hull" } do
      it(("of a %s in %dD is its support feature"):format(kind, dim), function()
        local random, seen = generate.random(5500 + dim), {}
        for _ = 1, cases.count(2000) do
          local shape, ball, style = generate.pair(random, kind, "sphere", dim)
          ball = collide.sphere(ball.center + generate.vector(random, style, dim), 0)
          local contact = ball:contact(shape, math.huge)
          local other = shape:contact(ball, math.huge)
          if contact.distance > 1e-3 then
            assert.is_true(is_support(shape, contact.feature, contact.feature_index,
              contact.normal))
            assert.equal(contact.feature, other.feature_a)
            assert.equal(contact.feature_index, other.feature_index)
            seen[contact.feature] = (seen[contact.feature] or 0) + 1
          end
        end
        assert.is_true(seen.vertex > 20 and seen.edge > 20)
        assert.equal(dim == 3, (seen.face or 0) > 20)
      end)
    end
  end

  it("is the largest one where it is tied", function()
    local cube = {}
    for i = 0, 7 do cube[i + 1] = { i & 1, i >> 1 & 1, i >> 2 } end
    cube = collide.hull(cube)
    local function of(x, y, z, nx, ny, nz) -- of a ball that touches there
      local n = vec(nx, ny, nz):normalized()
      local contact = collide.sphere(vec(x, y, z) + n * 0.5, 0.25):contact(cube, 1)
      return contact.feature, contact.feature_index
    end
    local feature, face = of(0.5, 1, 0.5, 0, 1, 0)
    assert.equal("face", feature)
    for _, i in ipairs(cube.faces[face]) do assert.equal(1, cube.vertices[i].y) end
    assert.equal("face", (of(1, 1, 1, 0, 1, 0))) -- above a corner, but that face's normal
    local edge
    feature, edge = of(1, 1, 0.5, 1, 1, 0)
    assert.equal("edge", feature)
    for _, i in ipairs(cube.edges[edge]) do
      assert.is_true(cube.vertices[i].x == 1 and cube.vertices[i].y == 1)
    end
    feature, edge = of(1, 1, 1, 1, 1, 1)
    assert.equal("vertex", feature)
    assert.equal(vec(1, 1, 1), cube.vertices[edge])
    assert.equal(6, #cube.faces)
    for _, each in ipairs(cube.faces) do -- counter-clockwise as seen from outside
      local v = cube.vertices
      local n = (v[each[2]] - v[each[1]]):cross(v[each[3]] - v[each[1]])
      assert.equal(4, #each)
      assert.is_true(n:dot(v[each[1]] - vec(0.5, 0.5, 0.5)) > 0)
    end
  end)
end)
