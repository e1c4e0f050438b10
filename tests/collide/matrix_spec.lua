-- The matrices of docs/kinds.md, cell by cell: every query of every kind with every other, in
-- 2D and 3D, apart, touching, overlapping and random. Each cell says what really happened: the most
-- points of a manifold, overlaps of infinite depth, errors. A cell must see overlaps, gaps, hits of
-- casts and of rays.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"
local vec = collide.vec

-- The first eight of these show the most points that any cell has.
local first_seed, random_cases = 1143, math.max(8, cases.count(40))
local as_methods = 12
local no_depth = "the depth of two meshes is not defined; use overlap"

-- --------------------------------------------------------------------------------------- the table

-- The cells of the table of one dimension: cells[a][b] = text.
local function read_matrix(dim)
  local cells, kinds, within = {}, nil, false
  for line in io.lines "docs/kinds.md" do
    if line:match "^%*%*In %dD%*%*" then within = line:match "%d" == tostring(dim) end
    if kinds and line == "" then within = false end
    if within and line:sub(1, 1) == "|" then
      local row = {}
      for cell in line:gmatch "|([^|]+)" do row[#row + 1] = cell:match "^%s*(.-)%s*$" end
      if not kinds then
        kinds = row
      elseif not row[1]:find "^%-" then
        local a = row[1]:gsub("%*", "")
        cells[a] = {}
        for i = 2, #row do cells[a][kinds[i]] = row[i] end
      end
    end
  end
  return cells
end

-- The name of a kind in the table, where an aabb is a box.
local function named(kind) return kind == "aabb" and "box" or kind end

-- ------------------------------------------------------------------------------------------ shapes

local function square(y, dim)
  if dim == 2 then return { { -1, y }, { 1, y } } end
  return { { -1, y, -1 }, { 1, y, -1 }, { 1, y, 1 }, { -1, y, 1 } }
end

local function at(x, y, dim) return dim == 2 and vec(x, y) or vec(x, y, 0) end

-- Shapes whose broadest side lies on the plane y = 0, above it (up is 1) or below it (up is -1).
local resting = {}
function resting.point(_, dim) return collide.point(at(0, 0, dim)) end
function resting.sphere(up, dim) return collide.sphere(at(0, up, dim), 1) end
function resting.segment(_, dim) return collide.segment(at(-1, 0, dim), at(1, 0, dim)) end
function resting.capsule(up, dim)
  return collide.capsule(at(-1, up / 2, dim), at(1, up / 2, dim), 0.5)
end
function resting.line(up, dim) return collide.line(at(0, up / 2, dim), at(1, 0, dim), 0.5) end
function resting.plane(up, dim) return collide.plane(at(0, -up, dim), 0) end
function resting.aabb(up, dim)
  local half = dim == 2 and vec(1, 0.5) or vec(1, 0.5, 1)
  local center = at(0, up / 2, dim)
  return collide.aabb(center - half, center + half)
end
function resting.box(up, dim)
  local half = dim == 2 and vec(1.25, 0.5) or vec(1.25, 0.5, 0.75)
  return collide.box(at(0, up / 2, dim), half, dim == 2 and math.pi or
    collide.quat({ 0, 1, 0 }, 0.3))
end
function resting.triangle(up, dim)
  if dim == 2 then return collide.triangle({ -1, 0 }, { 1, 0 }, { 0, up }) end
  return collide.triangle({ -2, 0, -1 }, { 2, 0, -1 }, { 0, 0, 2 })
end
function resting.polygon(up) return collide.polygon { { -1, 0 }, { 1, 0 }, { 0.5, up } } end
function resting.hull(up)
  local points = square(0, 3)
  points[5] = { 0, up, 0 }
  return collide.hull(points)
end
function resting.cylinder(up) return collide.cylinder({ 0, 0, 0 }, { 0, up, 0 }, 1) end
function resting.cone(up) return collide.cone({ 0, 0, 0 }, { 0, up, 0 }, 1) end
function resting.mesh(up, dim)
  if dim == 2 then return collide.mesh({ { -1, 0 }, { 1, 0 }, { 0, up } }, { 1, 2, 3 }) end
  return collide.mesh(square(0, 3), { 1, 2, 3, 1, 3, 4 })
end
function resting.solid(up)
  local points = square(0, 3)
  points[5] = { 0, up, 0 }
  return collide.solid(collide.mesh(points,
    { { 1, 2, 3 }, { 1, 3, 4 }, { 1, 5, 2 }, { 2, 5, 3 }, { 3, 5, 4 }, { 4, 5, 1 } }))
end
function resting.compound(up, dim)
  return collide.compound { resting.aabb(up, dim), resting.sphere(up, dim) }
end

-- Compounds with unbounded parts, which may leave no room, and with a surface.
local function special(kind, dim)
  if kind ~= "compound" then return {} end
  return { collide.compound { collide.plane(at(0, 1, dim), 0), collide.point(at(0, 9, dim)) },
    collide.compound { collide.plane(at(0, 1, dim), 1), collide.plane(at(0, -1, dim), 1) },
    collide.compound { collide.plane(at(1, 1, dim), 0), resting.line(1, dim) },
    collide.compound { resting.mesh(1, dim), collide.point(at(5, 5, dim)) } }
end

-- All pairs of a cell: at rest on each other, a gap apart, pressed in, beside; crossing; random.
local function each_pair(kind_a, kind_b, dim, visit)
  for _, y in ipairs { 0, 1, -0.25, 40 } do
    visit(resting[kind_a](1, dim):move(at(0.25, y, dim)), resting[kind_b](-1, dim))
  end
  local turn = dim == 2 and math.pi / 2 or collide.quat({ 0, 0, 1 }, math.pi / 2)
  for _, y in ipairs { 0, 0.5, -40 } do
    visit(resting[kind_a](1, dim):move(at(0, y, dim)), resting[kind_b](-1, dim):rotated(turn))
  end
  visit(resting[kind_a](1, dim), resting[kind_b](1, dim))
  for seed = first_seed, first_seed + random_cases - 1 do
    visit(generate.pair(generate.random(seed * 31 + 7), kind_a, kind_b, dim))
  end
  local of_a, of_b = special(kind_a, dim), special(kind_b, dim)
  for _, a in ipairs(of_a) do visit(a, resting[kind_b](1, dim)) end
  for _, b in ipairs(of_b) do visit(resting[kind_a](1, dim), b) end
  for _, a in ipairs(of_a) do
    for _, b in ipairs(of_b) do
      visit(a:moved(at(0.25, -0.5, dim)), b)
      visit(a:moved(at(0.25, 0, dim)), b)
    end
  end
end

-- ----------------------------------------------------------------------------------------- queries

local Cell = {}
Cell.__index = Cell

function Cell:fail(what, ...)
  error(("%s\n  a = %s\n  b = %s\n  %s"):format(what, self.a, self.b,
    table.concat({ ... }, " ")), 0)
end

function Cell:expect(condition, what, ...) if not condition then self:fail(what, ...) end end

-- Runs a query as a function; for the first pairs of a cell also as a method, which must do the
-- same.
function Cell:ask(query, ...)
  local results = table.pack(pcall(collide[query], self.a, ...))
  if self.overlapping + self.apart < as_methods then
    local again = table.pack(pcall(self.a[query], self.a, ...))
    self:expect(results[1] == again[1] and tostring(results[2]) == tostring(again[2]),
      query .. " as a method", tostring(results[2]), tostring(again[2]))
  end
  if not results[1] then
    self:expect(results[2]:match "[^\n]*$":gsub("^.-:%d+: ", "") == no_depth, "raises",
      results[2])
    self.raised = self.raised + 1
    return nil, true
  end
  return table.unpack(results, 2, results.n)
end

function Cell:check_separation(what, d, n, pa, pb)
  self:expect(d == d and pa == pa and pb == pb, what .. " is NaN")
  self:expect(math.abs(n:length() - 1) < 1e-14 and #n == self.dim, what .. "'s normal", tostring(n))
  if d == -math.huge then return end
  local size = math.max(self.size, pa:length(), pb:length())
  self:expect((pa - pb - n * d):length() <= 1e-9 * size, what .. " obeys its equation", d)
end

function Cell:check_depths(overlaps, size)
  local a, b = self.a, self.b
  local d, raised = self:ask("distance", b)
  local pa, pb, closest, n = self:ask("closest", b)
  local contact, contact_raised = self:ask("contact", b, math.huge)
  local manifold = self:ask("manifold", b, math.huge)
  if raised then
    self:expect(overlaps, "raises apart")
    self:expect(pb and contact_raised and manifold == nil, "some raise, others do not")
    return
  end
  self:expect(type(d) == "number" and (d <= 0) == overlaps, "the sign of the distance", d)
  self.endless = self.endless + (d == -math.huge and 1 or 0)
  self:expect(closest == d and contact.distance == d and manifold.distance == d, "one distance", d)
  self:check_separation("closest", d, n, pa, pb)
  self:check_separation("contact", d, contact.normal, contact.point_a, contact.point_b)
  self:expect(contact.depth == math.max(0, -d), "depth", contact.depth)
  for _, p in ipairs(manifold.points) do
    self:check_separation("manifold", p.distance, manifold.normal, p.point_a, p.point_b)
  end
  self.points = math.max(self.points, #manifold.points)
  for _, query in ipairs { "contact", "manifold" } do
    local touching = self:ask(query, b)
    self:expect((touching ~= nil) == overlaps, query .. " where they touch", d)
    local within = self:ask(query, b, d + 1e-9 * size)
    self:expect(d == -math.huge or within ~= nil, query .. " within the margin", d)
  end
  self:expect((select(2, collide.explain("distance", a, b))) ~= nil, "explain")
end

function Cell:check_hit(what, hit, tmax)
  if not hit then return end
  self:expect(hit.t >= 0 and hit.t <= tmax and hit.enter <= hit.exit, what .. "'s times",
    tostring(hit))
  self:expect(math.abs(hit.normal:length() - 1) < 1e-14 and hit.point == hit.point, what,
    tostring(hit))
  self:expect(hit.inside == (hit.enter <= 0), what .. " inside", tostring(hit))
  self:expect((hit.exit_point == nil) == (hit.exit == math.huge), what .. "'s exit", tostring(hit))
end

function Cell:check_casts(overlaps)
  local b = self.b
  local motion = self.way * 1.5
  local hit = self:ask("shapecast", motion, b)
  self:check_hit("shapecast", hit, 1)
  self:expect(not overlaps or hit and hit.inside, "a cast from within is inside", tostring(hit))
  self:expect(not self.clear or not (hit and hit.inside), "a cast from outside", tostring(hit))
  local still = self:ask("shapecast", motion, b, motion)
  self:expect((still ~= nil) == overlaps, "standing still", tostring(still))
  if hit and not hit.inside then self.hits = self.hits + 1 end
end

-- Casts rays at a shape, and asks for points in it.
function Cell:check_ray(shape)
  local origin, direction = self.from, self.way
  local hit = collide.raycast(origin, direction, shape)
  self:check_hit("raycast", hit, math.huge)
  local again = shape:raycast(origin, direction)
  self:expect(tostring(hit) == tostring(again), "raycast as a method", tostring(again))
  local all = collide.raycast_all(origin, direction, { shape })
  self:expect(#all == (hit and 1 or 0) and (not hit or all[1].t == hit.t), "raycast_all")
  local inside = collide.overlap(collide.point(origin), shape)
  self:expect(shape:contains(origin) == inside, "contains")
  self:expect(not inside or hit and hit.inside, "a ray from within", tostring(hit))
  if hit then self.rays = self.rays + 1 end
end

-- Sets the direction from a to b; any direction where they overlap.
function Cell:aim()
  local ok, from, to, distance = pcall(collide.closest, self.a, self.b)
  self.from, self.way = at(0.1, 3, self.dim), at(0.5, -3, self.dim)
  self.clear = ok and distance > 1e-12 * self.size -- more than rounding
  if self.clear then self.from, self.way = from, to - from end
end

function Cell:visit(a, b)
  self.a, self.b = a, b
  self.size = math.max(generate.size(a), generate.size(b))
  local overlaps = self:ask("overlap", b)
  self:expect(type(overlaps) == "boolean", "overlap", tostring(overlaps))
  self:expect(#collide.overlap_all(a, { b }) == (overlaps and 1 or 0), "overlap_all")
  self:aim()
  self:check_depths(overlaps, self.size)
  self:check_casts(overlaps)
  self:check_ray(b)
  self.overlapping = self.overlapping + (overlaps and 1 or 0)
  self.apart = self.apart + (overlaps and 0 or 1)
end

local function new_cell(dim)
  return setmetatable({ dim = dim, points = 0, endless = 0, raised = 0, overlapping = 0, apart = 0,
    hits = 0, rays = 0 }, Cell)
end

-- The text of a cell for what both orders of the shapes have shown.
local function text_of(walked, a, b)
  local points, endless, raised = 0, 0, 0
  for _, cells in ipairs { walked[a][b], walked[b][a] } do
    for _, cell in ipairs(cells) do
      points = math.max(points, cell.points)
      endless, raised = endless + cell.endless, raised + cell.raised
    end
  end
  return points .. (endless > 0 and " ∞" or "") .. (raised > 0 and " !" or "")
end

for dim = 2, 3 do
  local matrix, walked = read_matrix(dim), {}
  describe(("the matrix in %dD"):format(dim), function()
    local kinds, tried = generate.kinds(dim), 0
    for _, kind_a in ipairs(kinds) do
      walked[named(kind_a)] = walked[named(kind_a)] or {}
      for _, kind_b in ipairs(kinds) do
        local cell = new_cell(dim)
        walked[named(kind_a)][named(kind_b)] = walked[named(kind_a)][named(kind_b)] or {}
        table.insert(walked[named(kind_a)][named(kind_b)], cell)
        tried = tried + 1
        if cases.tries(tried) then
          it(("answers for %s and %s"):format(kind_a, kind_b), function()
            each_pair(kind_a, kind_b, dim, function(a, b) cell:visit(a, b) end)
            assert.is_true(cell.overlapping >= 1, "never overlapped")
            assert.is_true(cell.apart >= 2, "never apart")
            assert.is_true(cell.hits >= 1, "no cast hit from outside")
            assert.is_true(cell.rays >= 3, "no ray hit")
          end)
        end
      end
    end

    if cases.count(300) < 300 then return end
    it("is the one in docs/kinds.md", function()
      local wrong, count = {}, 0
      for a, row in pairs(walked) do
        assert.is_table(matrix[a], "no row for " .. a)
        for b in pairs(row) do
          count = count + 1
          local seen = text_of(walked, a, b)
          if matrix[a][b] ~= seen then
            wrong[#wrong + 1] = ("%s and %s: the table says %s, it is %s"):format(a, b,
              matrix[a][b], seen)
          end
        end
      end
      table.sort(wrong)
      assert.equal("", table.concat(wrong, "\n"))
      local told = 0
      for _, row in pairs(matrix) do for _ in pairs(row) do told = told + 1 end end
      assert.equal(count, told, "cells of kinds that do not exist")
    end)
  end)
end
