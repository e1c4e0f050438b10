-- The inside of closed meshes. Points of a grid are judged by whole numbers alone: a ray in another
-- direction than that of the library, or the plane of the triangle that they lie on. Of a convex
-- solid the hull of its vertices is the oracle for every query; its depth is hardly ever longer.
-- Bad meshes are refused with the edge that is wrong.
local collide = require "collide"
local vec = collide.vec

local cases = tonumber(os.getenv "COLLIDE_CASES") or 300
local points_each = tonumber(os.getenv "SOLID_POINTS") or 10 * cases

-- ----------------------------------------------------------------------------------------- meshes

-- The coordinates of meshes are multiples of 12: middles of edges and triangles are whole numbers.
local unit = 12

local function whole(x) return unit * math.floor(x + 0.5) end

-- A tube of n x m vertices around a closed curve, of which `frame(t)` gives a point and two axes.
local function tube(n, m, frame)
  local vertices, triangles = {}, {}
  for i = 0, n - 1 do
    local at, u, w = frame(2 * math.pi * i / n)
    for k = 0, m - 1 do
      local angle = 2 * math.pi * k / m
      local p = at + u * math.cos(angle) + w * math.sin(angle)
      vertices[#vertices + 1] = { whole(p.x), whole(p.y), whole(p.z) }
    end
  end
  local function id(i, k) return i % n * m + k % m + 1 end
  for i = 0, n - 1 do
    for k = 0, m - 1 do
      triangles[#triangles + 1] = { id(i, k), id(i + 1, k), id(i + 1, k + 1) }
      triangles[#triangles + 1] = { id(i, k), id(i + 1, k + 1), id(i, k + 1) }
    end
  end
  return vertices, triangles
end

local function torus(n, m)
  return tube(n, m, function(t)
    local out = vec(math.cos(t), 0, math.sin(t))
    return out * 900, out * 300, vec(0, 300, 0)
  end)
end

local function trefoil(n, m)
  local function curve(t)
    return vec(math.sin(t) + 2 * math.sin(2 * t), math.cos(t) - 2 * math.cos(2 * t),
      -math.sin(3 * t)) * 300
  end
  return tube(n, m, function(t)
    local along = (curve(t + 1e-4) - curve(t - 1e-4)):normalized()
    local u = along:cross(vec(0, 0, 1)):normalized()
    return curve(t), u * 120, along:cross(u) * 120
  end)
end

-- A cube whose sides are n x n squares of two triangles, with vertices of their own.
local function cube(n, size)
  local vertices, triangles = {}, {}
  local step = 2 * size // n
  for axis = 0, 2 do
    for side = -1, 1, 2 do
      for i = 0, n - 1 do
        for k = 0, n - 1 do
          local first = #vertices
          for corner = 0, 3 do
            local p = { [axis] = side * size }
            p[(axis + 1) % 3] = -size + step * (i + corner // 2)
            p[(axis + 2) % 3] = -size + step * (k + corner % 2)
            vertices[first + corner + 1] = { p[0], p[1], p[2] }
          end
          local a, b, c, d = first + 1, first + 2, first + 3, first + 4
          if side < 0 then b, c = c, b end
          triangles[#triangles + 1] = { a, c, d }
          triangles[#triangles + 1] = { a, d, b }
        end
      end
    end
  end
  return vertices, triangles
end

-- ---------------------------------------------------------------------------------- whole numbers

local function minus(a, b) return { a[1] - b[1], a[2] - b[2], a[3] - b[3] } end
local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end
local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
local function sign(x) return x > 0 and 1 or x < 0 and -1 or 0 end
local function side(a, b, c, p) return sign(dot(cross(minus(b, a), minus(c, a)), minus(p, a))) end

-- Whether p, in the plane of a triangle with an area, is on it: by the turns around its normal.
local function is_on(a, b, c, p)
  local n = cross(minus(b, a), minus(c, a))
  local function turn(u, v) return sign(dot(n, cross(minus(v, u), minus(p, u)))) end
  return turn(a, b) >= 0 and turn(b, c) >= 0 and turn(c, a) >= 0
end

-- Whether the ray from p towards q meets a triangle on which p does not lie; nil: it meets an edge.
local function meets(p, q, a, b, c)
  local from, to = side(a, b, c, p), side(a, b, c, q)
  local u, v, w = side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)
  if u * v < 0 or v * w < 0 or w * u < 0 then return false end
  if u == 0 or v == 0 or w == 0 or to == 0 then return nil end
  return from ~= to
end

local directions = { { 99991, 31337, 20011 }, { -88883, 41341, 51001 }, { 30011, -97003, 61007 },
  { 12007, 70001, -93001 }, { -50021, -60013, -70001 } }

-- 1 inside, 0 on the surface, -1 outside.
local function judge(vertices, triangles, p)
  for _, t in ipairs(triangles) do
    local a, b, c = vertices[t[1]], vertices[t[2]], vertices[t[3]]
    if side(a, b, c, p) == 0 and is_on(a, b, c, p) then return 0 end
  end
  for _, d in ipairs(directions) do
    local q, count = { p[1] + d[1], p[2] + d[2], p[3] + d[3] }, 0
    for _, t in ipairs(triangles) do
      local met = meets(p, q, vertices[t[1]], vertices[t[2]], vertices[t[3]])
      if met == nil then
        count = nil
        break
      end
      count = count + (met and 1 or 0)
    end
    if count then return count % 2 == 1 and 1 or -1 end
  end
  error "no direction is free"
end

-- A point on a vertex, an edge or a triangle, or a few steps beside one, or in line with one along
-- an axis, or anywhere.
local function near_point(vertices, triangles, most)
  local t = triangles[math.random(#triangles)]
  local a, b, c = vertices[t[1]], vertices[t[2]], vertices[t[3]]
  local how, p = math.random(6), nil
  if how == 1 then p = a end
  if how == 2 then p = { (a[1] + b[1]) // 2, (a[2] + b[2]) // 2, (a[3] + b[3]) // 2 } end
  if how == 3 then
    p = { (a[1] + b[1] + c[1]) // 3, (a[2] + b[2] + c[2]) // 3, (a[3] + b[3] + c[3]) // 3 }
  end
  if how == 4 then p = { math.random(-most, most), a[2], a[3] } end
  if how == 5 then p = { math.random(-most, most), (a[2] + b[2]) // 2, (a[3] + b[3]) // 2 } end
  if how == 6 then
    p = { math.random(-most, most), math.random(-most, most), math.random(-most, most) }
  end
  if how <= 3 and math.random(2) == 1 then
    p = { p[1] + math.random(-1, 1), p[2] + math.random(-1, 1), p[3] + math.random(-1, 1) }
  end
  return p
end

-- ----------------------------------------------------------------------------------------- convex

local function range(a, b) return a + (b - a) * math.random() end
local function anywhere(s) return vec(range(-s, s), range(-s, s), range(-s, s)) end

local convex = {
  function() -- a box
    local v, h = {}, { range(0.5, 2), range(0.5, 2), range(0.5, 2) }
    for i = 0, 7 do v[i + 1] = { (i & 1) * h[1], (i >> 1 & 1) * h[2], (i >> 2 & 1) * h[3] } end
    return v, { { 1, 3, 4 }, { 1, 4, 2 }, { 5, 6, 8 }, { 5, 8, 7 }, { 1, 2, 6 }, { 1, 6, 5 },
      { 3, 7, 8 }, { 3, 8, 4 }, { 1, 5, 7 }, { 1, 7, 3 }, { 2, 4, 8 }, { 2, 8, 6 } }
  end,
  function() -- a tetrahedron, often inside out
    return { anywhere(1), anywhere(1), anywhere(1), anywhere(1) },
      { { 1, 2, 3 }, { 1, 3, 4 }, { 1, 4, 2 }, { 2, 4, 3 } }
  end,
}

local function other()
  local p, how = anywhere(2), math.random(6)
  if how == 1 then return collide.point(p) end
  if how == 2 then return collide.sphere(p, range(0.01, 0.8)) end
  if how == 3 then return collide.capsule(p, p + anywhere(0.8), range(0, 0.4)) end
  if how == 4 then return collide.segment(p, p + anywhere(1)) end
  if how == 5 then return collide.hull { p, p + anywhere(1), p + anywhere(1), p + anywhere(1) } end
  return collide.box(p, { range(0.01, 0.6), range(0.01, 0.6), range(0.01, 0.6) },
    collide.quat({ 1, range(-1, 1), range(-1, 1) }, range(0, 3)))
end

local function near(a, b, e, what, ...)
  if not (a == b or math.abs(a - b) <= e) then
    error(("%s: %s and %s\n%s"):format(what, a, b, table.concat({ ... }, "\n")), 2)
  end
end

local function same_hit(a, b, what)
  assert.equal(b == nil, a == nil, what)
  if not a then return end
  assert.equal(b.inside, a.inside, what)
  for _, field in ipairs { "t", "enter", "exit" } do near(a[field], b[field], 1e-6, field, what) end
  near((a.normal - b.normal):length(), 0, 1e-6, "normal", what)
  if b.exit_normal then
    near((a.exit_normal - b.exit_normal):length(), 0, 1e-6, "exit normal", what)
  end
end

describe("a solid", function()
  before_each(function() math.randomseed(46) end)

  local made = { torus = { torus(24, 12) }, trefoil = { trefoil(60, 9) }, cube = { cube(6, 144) } }
  for name, mesh in pairs(made) do
    it("contains the points of a " .. name .. " that whole numbers say", function()
      local vertices, triangles = mesh[1], mesh[2]
      local solid, seen = collide.solid(collide.mesh(vertices, triangles)), { [-1] = 0, [0] = 0, 0 }
      local most = name == "cube" and 180 or 16000
      for _ = 1, points_each do
        local p = near_point(vertices, triangles, most)
        local is = judge(vertices, triangles, p)
        seen[is] = seen[is] + 1
        if solid:contains(p) ~= (is >= 0) then
          error(("(%d, %d, %d) is %d of %s"):format(p[1], p[2], p[3], is, name))
        end
        local distance = solid:distance(collide.point(p))
        assert.equal(is, distance < 0 and 1 or distance == 0 and 0 or -1)
        assert.equal(is >= 0, collide.occluded(p, { 1, 2, 3 }, solid, 0))
      end
      assert.is_true(math.min(seen[-1], seen[0], seen[1]) > points_each / 20)
    end)
  end

  it("of a convex mesh is its hull, to every query", function()
    local deep, longer, points = 0, 0, 0
    for i = 1, 4 * cases do
      local vertices, triangles = convex[i % 2 + 1]()
      local solid, hull = collide.solid(collide.mesh(vertices, triangles)), collide.hull(vertices)
      local s = other()
      local what = tostring(s) .. "\n" .. tostring(solid)
      local is, should = s:distance(solid), s:distance(hull)
      assert.equal(is <= 0, s:overlap(solid), what)
      near(is, solid:distance(s), 1e-12, "swap", what)
      if should > 0 or s.kind == "point" then
        near(is, should, 1e-12, "distance", what)
        points = points + (should < 0 and 1 or 0)
      else
        local contact = s:contact(solid)
        local out = s:moved(contact.normal * -is)
        deep, longer = deep + 1, longer + (is < should - 1e-9 and 1 or 0)
        assert.is_true(is <= should + 1e-9, what)
        near(out:distance(hull), 0, 1e-9, "after the way out", what)
        local gap = contact.point_a - contact.point_b - contact.normal * is
        near(gap:length(), 0, 1e-9, "equation", what)
        local _, how = collide.explain("distance", s, solid)
        if is < should - 1e-9 then assert.equal("ways out", how.path, what) end
      end
      local motion, origin = anywhere(3), anywhere(2)
      local a, b = s:shapecast(motion, solid), s:shapecast(motion, hull)
      if not (a and a.inside) then same_hit(a, b, what) end
      assert.equal(b == nil, a == nil, what)
      if a then
        near(a.enter, b.enter, 1e-6, "enter", what)
        near(a.exit, b.exit, 1e-6, "exit", what)
      end
      local tmax = math.random(2) == 1 and range(0, 2) or math.huge
      a = collide.raycast(origin, motion, solid, tmax)
      same_hit(a, collide.raycast(origin, motion, hull, tmax), what)
      assert.equal(a ~= nil, collide.occluded(origin, motion, solid, tmax), what)
    end
    assert.is_true(deep > cases / 10 and points > 0)
    assert.is_true(longer <= deep / 20)
  end)

  it("has one depth, whatever the margin", function()
    local solid, deep = collide.solid(collide.mesh(torus(24, 12))), 0
    for _ = 1, cases // 3 do
      local angle = range(-math.pi, math.pi)
      local at = vec(math.cos(angle), 0, math.sin(angle)) * 900 * unit + anywhere(250) * unit
      local s = collide.compound { collide.sphere(at, range(0, 100) * unit),
        collide.box(at + anywhere(200) * unit, vec(40, 50, 60) * unit) }
      local is, what = s:distance(solid), tostring(s)
      deep = deep + (is < 0 and 1 or 0)
      for _, margin in ipairs { is, 0, math.huge } do
        local contact = s:contact(solid, margin)
        assert.equal(is <= margin and is or nil, contact and contact.distance, what)
      end
    end
    assert.is_true(deep > cases / 6)
  end)

  it("is left where a ray begins, if nothing is met ahead for rounding", function()
    local needle = collide.solid(collide.mesh({ { 7.25, -0.875, -3.875 }, { -2, -0.75, 3.375 },
      { -1e18, -6469358.3964487035, -6.625 }, { 0.25, 10.375, -1.875 } },
      { { 1, 2, 3 }, { 1, 4, 2 }, { 1, 3, 4 }, { 2, 4, 3 } }))
    local hit = collide.raycast({ 0.875, 0.5, -1.75 }, { 2, -11.75, -6.75 }, needle)
    assert.is_true(hit.inside and hit.exit == 0)
    assert.near(1, hit.exit_normal:length(), 1e-15)
  end)

  -- The mirror exchanges axes; the motion leaves, or begins in the corner of two tetrahedra.
  it("is grazed in the mirror where a point or segment begins at its corner", function()
    local function check(a, motion, vertices, faces)
      local grazes
      for _, m in ipairs { { 1, 2, 3 }, { 2, 3, 1 }, { 3, 1, 2 }, { 2, 1, 3 } } do
        local function see(v) return { v[m[1]], v[m[2]], v[m[3]] } end
        local seen = {}
        for i, v in ipairs(vertices) do seen[i] = see(v) end
        local solid = collide.solid(collide.mesh(seen, faces))
        local b = see(a[#a])
        local from = #a == 1 and collide.point(b) or collide.segment(see(a[1]), b)
        local grazed = from:shapecast(see(motion), solid).approach == 0
        assert.equal(grazed, grazes == nil and grazed or grazes)
        grazes = grazed
      end
    end
    check({ { 0, 0.5, 0.5 } }, { 0, 0.5, 1 },
      { { 0, 0.5, 0.5 }, { 0, -0.5, 0 }, { 0, 0.5, -1 }, { 1, -1, 1 }, { 0, 1, -1 },
        { -0.5, 1, 0.5 }, { 0, -0.5, 0 }, { -1, -1, -0.5 } },
      { { 1, 2, 3 }, { 1, 4, 2 }, { 1, 3, 4 }, { 2, 4, 3 }, { 5, 6, 7 }, { 5, 8, 6 }, { 5, 7, 8 },
        { 6, 8, 7 } })
    check({ { 1, -1, 0.5 }, { 0.5, -2, 0 } }, { 0, -1, 0 },
      { { 1, -1, 0.5 }, { -1, -1, 0 }, { 1, -1, 1 }, { 0.5, 0, -1 }, { 1, -1, 0.5 },
        { 0.5, 0, 0 }, { -0.5, 1, -1 }, { 1, 0, -0.5 } },
      { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 }, { 5, 7, 6 }, { 5, 6, 8 }, { 5, 8, 7 },
        { 6, 7, 8 } })
  end)

  it("has cavities, shells and more of them in a compound", function()
    local vertices, triangles = cube(2, 144)
    local small, inner = cube(2, 48)
    local count = #vertices
    for _, v in ipairs(small) do vertices[#vertices + 1] = v end
    for _, t in ipairs(inner) do
      triangles[#triangles + 1] = { t[1] + count, t[3] + count, t[2] + count }
    end
    local solid = collide.solid(collide.mesh(vertices, triangles))
    local level = collide.compound { solid, collide.sphere({ 300, 0, 0 }, 48) }
    for _, s in ipairs { solid, level, solid:moved { 0, 0, 0 } } do
      assert.is_false(s:contains { 0, 0, 0 })
      assert.is_true(s:contains { 96, 0, 0 })
      assert.is_true(s:contains { 48, 0, 0 })
      assert.equal(-24, s:distance(collide.sphere({ 96, 0, 0 }, 0)) + 24)
      assert.is_true(s:overlap(collide.segment({ 90, 0, 0 }, { 95, 2, 0 })))
      assert.is_false(s:overlap(collide.segment({ 0, 0, 0 }, { 20, 0, 0 })))
    end
    local hit = collide.raycast({ 96, 0, 0 }, { -1, 0, 0 }, solid)
    assert.same({ -48, 48 }, { hit.enter, hit.exit })
    assert.is_true(level:contains { 300, 0, 0 })
    assert.is_true(solid:overlap(collide.solid(collide.mesh(cube(2, 24))):moved { 96, 0, 0 }))
    assert.is_false(solid:overlap(collide.solid(collide.mesh(cube(2, 24)))))
    local within = collide.solid(collide.mesh(cube(2, 24))):moved { 96, 0, 0 }
    assert.has_error(function() solid:distance(within) end,
      "the depth of two meshes is not defined; use overlap")
  end)

  it("is turned, moved, rotated, printed and read again", function()
    local vertices, triangles = torus(12, 6)
    local solid, over = collide.solid(collide.mesh(vertices, triangles)), {}
    for i, t in ipairs(triangles) do over[i] = { t[1], t[3], t[2] } end
    local other_way = collide.solid(collide.mesh(vertices, over))
    assert.equal(tostring(solid), tostring(other_way))
    local a = vec(table.unpack(vertices[solid.triangles[1][1]]))
    local b = vec(table.unpack(vertices[solid.triangles[1][2]]))
    local c = vec(table.unpack(vertices[solid.triangles[1][3]]))
    assert.is_false(solid:contains((a + b + c) / 3 + (b - a):cross(c - a):normalized() * 12))
    local moved = solid:rotated(collide.quat({ 1, 0, 0 }, math.pi / 2)):moved { 1, 2, 3 }
    local again = assert(load("return " .. tostring(moved), "solid", "t", { collide = collide }))()
    assert.equal("solid", again.kind)
    assert.equal(tostring(moved), tostring(again))
    assert.is_true(again:contains(solid.position + vec(900 * unit + 1, 2, 3)))
    assert.has_error(function() solid.center = { 0, 0, 0 } end)
    solid.position = vec(0, 0, 0)
    assert.is_true(solid:contains { 900 * unit, 0, 0 })
  end)

  local function refused(vertices, triangles, message)
    local ok, error_message = pcall(collide.solid, collide.mesh(vertices, triangles))
    assert.is_false(ok)
    assert.matches(message, error_message, 1, true)
  end

  it("refuses meshes that bound none, naming an edge", function()
    local v, t = convex[1]()
    refused(v, { table.unpack(t, 2) },
      "mesh must be closed, but the edge from vertex 1 to 4 of triangle 1 is open")
    local turned = { table.unpack(t) }
    turned[5] = { 1, 6, 2 }
    refused(v, turned,
      "mesh must be turned one way, but triangles 2 and 5 both have an edge from vertex 2 to 1")
    local twice = { table.unpack(t) }
    twice[13] = { 4, 1, 3 }
    refused(v, twice, "mesh must have each triangle once, but triangles 1 and 13 are the same")
    for i = 1, 12 do twice[12 + i] = t[i] end
    refused(v, twice, "are the same")
    local flat = collide.mesh({ { 0, 0 }, { 1, 0 }, { 0, 1 } }, { { 1, 2, 3 } })
    for _, other_kind in ipairs { flat, collide.sphere({ 0, 0, 0 }, 1), "mesh" } do
      assert.has_error(function() collide.solid(other_kind) end)
    end
    assert.has_error(function() collide.solid() end)
    assert.has_error(function() collide.solid(collide.compound { collide.mesh(v, t) }) end,
      "bad argument #1 to 'solid' (mesh must be a mesh, got a compound)")
  end)

  it("leaves out triangles of no area and flat ones, and has an edge that four share", function()
    local v, t = convex[1]()
    t[13], t[14] = { 1, 1, 2 }, { 3, 3, 3 }
    v[9] = v[2] -- the same place
    t[12] = { 9, 8, 6 }
    assert.is_true(collide.solid(collide.mesh(v, t)):contains { 0.1, 0.1, 0.1 })
    local a, ta = cube(1, 12)
    local b, tb = cube(1, 12)
    local count = #a
    for _, p in ipairs(b) do a[#a + 1] = { p[1] + 24, p[2] + 24, p[3] } end
    for _, q in ipairs(tb) do ta[#ta + 1] = { q[1] + count, q[2] + count, q[3] + count } end
    local both = collide.solid(collide.mesh(a, ta))
    assert.is_true(both:contains { 24, 24, 0 } and both:contains { 12, 12, 0 })
    assert.is_false(both:contains { 24, 0, 0 })
  end)

  it("stops what falls on it in a world, which sees what is inside", function()
    local world = collide.world { dim = 3, gravity = { 0, -10, 0 } }
    local ground = world:add(collide.solid(collide.mesh(cube(4, 2))))
    local ball = world:add(collide.sphere({ 0.3, 4, 0.2 }, 0.5), { mass = 1, restitution = 0 })
    assert.same({ ground }, world:overlap(collide.sphere({ 0, 0, 0 }, 0.5)))
    assert.is_true(collide.occluded({ 0, 0, 0 }, { 1, 0, 0 }, world, 0.1))
    local hit, body = world:raycast({ 0, 0, 0 }, { 1, 0, 0 })
    assert.equal(ground, body)
    assert.is_true(hit.inside)
    for _ = 1, 200 do world:step(1 / 60) end
    near(ball.position.y, 2.5, 1e-5, "height")
  end)
end)
