-- outline: convex pieces that together are the polygon with its holes. By their areas, by whether
-- points lie in them, by their number, for star-shaped and rectilinear polygons, combs and spirals;
-- and what it refuses, with the edges that meet.
local collide = require "collide"
local cases = require "tests.support.cases"
local generate = require "tests.support.generate"

-- Twice the signed area.
local function area(points)
  local sum = 0
  for i, p in ipairs(points) do
    local q = points[i % #points + 1]
    sum = sum + (p[1] * q[2] - p[2] * q[1])
  end
  return sum
end

local function vertices(piece)
  local list = {}
  for i, v in ipairs(piece.vertices) do list[i] = { v.x, v.y } end
  return list
end

local function turn(a, b, c)
  return (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1])
end

-- Where the interior angle is more than half a turn, of a loop in a direction; without repeated and
-- straight corners.
local function reflex_count(points, way)
  local kept = {}
  for _, p in ipairs(points) do
    local last = kept[#kept]
    if not (last and last[1] == p[1] and last[2] == p[2]) then kept[#kept + 1] = p end
  end
  local count, n = 0, #kept
  if area(kept) < 0 then way = -way end
  for i, p in ipairs(kept) do
    if turn(kept[(i - 2) % n + 1], p, kept[i % n + 1]) * way < 0 then count = count + 1 end
  end
  return count
end

-- Whether a point lies inside, by the parity of crossings.
local function is_inside(loops, x, y)
  local inside = false
  for _, points in ipairs(loops) do
    for i, p in ipairs(points) do
      local q = points[i % #points + 1]
      if (p[2] > y) ~= (q[2] > y) and
        x < p[1] + (y - p[2]) / (q[2] - p[2]) * (q[1] - p[1]) then
        inside = not inside
      end
    end
  end
  return inside
end

local function check(random, points, holes, size)
  local shape = collide.outline(points, holes)
  local expected, got, reflex = math.abs(area(points)), 0, reflex_count(points, 1)
  local loops = { points, table.unpack(holes or {}) }
  for _, hole in ipairs(holes or {}) do
    expected = expected - math.abs(area(hole))
    reflex = reflex + reflex_count(hole, -1)
  end
  for _, piece in ipairs(shape.shapes) do
    local one = area(vertices(piece))
    got = got + math.abs(one)
    assert.is_true(one ~= 0)
  end
  assert.is_true(math.abs(got - expected) <= 1e-12 * size * size, got .. " of " .. expected)
  assert.is_true(#shape.shapes <= 2 * reflex + 1 - #(holes or {}),
    #shape.shapes .. " pieces for " .. reflex .. " reflex corners")
  for _ = 1, 20 do
    local x, y = random.range(-size, size), random.range(-size, size)
    assert.equal(is_inside(loops, x, y), shape:contains { x, y })
  end
  return shape
end

local function star(random, count, least, most)
  local points, angles = {}, {}
  for i = 1, count do angles[i] = random.range(-math.pi, math.pi) end
  table.sort(angles)
  for i, angle in ipairs(angles) do
    local r = random.range(least, most)
    points[i] = { r * math.cos(angle), r * math.sin(angle) }
  end
  return points
end

local function reversed(points)
  local list = {}
  for i, p in ipairs(points) do list[#points - i + 1] = p end
  return list
end

-- The boundaries of cells of a grid, which must not touch at a corner alone: the longest first.
local function loops_of(cells, n)
  local function has(x, y) return cells[x * (n + 2) + y] end
  local edges, loops = {}, {}
  for x = 0, n do
    for y = 0, n do
      if has(x, y) and has(x + 1, y + 1) and not has(x + 1, y) and not has(x, y + 1) then return end
      if has(x + 1, y) and has(x, y + 1) and not has(x, y) and not has(x + 1, y + 1) then return end
    end
  end
  local function add(x, y, to_x, to_y) edges[x * 1000 + y] = { to_x, to_y } end
  for x = 1, n do
    for y = 1, n do
      if has(x, y) then
        if not has(x, y - 1) then add(x, y, x + 1, y) end
        if not has(x + 1, y) then add(x + 1, y, x + 1, y + 1) end
        if not has(x, y + 1) then add(x + 1, y + 1, x, y + 1) end
        if not has(x - 1, y) then add(x, y + 1, x, y) end
      end
    end
  end
  for x = 1, n + 1 do
    for y = 1, n + 1 do
      local loop, at = {}, { x, y }
      while edges[at[1] * 1000 + at[2]] do
        loop[#loop + 1] = at
        at, edges[at[1] * 1000 + at[2]] = edges[at[1] * 1000 + at[2]], nil
      end
      if #loop > 0 then loops[#loops + 1] = loop end
    end
  end
  return loops
end

-- Cells that grow from one, all connected.
local function grown(random, n, count)
  local cells, list = {}, { { n // 2, n // 2 } }
  cells[list[1][1] * (n + 2) + list[1][2]] = true
  while #list < count do
    local from = list[random.integer(1, #list)]
    local way = ({ { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } })[random.integer(1, 4)]
    local x, y = from[1] + way[1], from[2] + way[2]
    if x >= 1 and y >= 1 and x <= n and y <= n and not cells[x * (n + 2) + y] then
      cells[x * (n + 2) + y] = true
      list[#list + 1] = { x, y }
    end
  end
  return cells
end

describe("outline", function()
  it("of a star-shaped polygon, in both directions", function()
    local random = generate.random(7000)
    for i = 1, cases.count(600) do
      local points = star(random, random.integer(8, 60), 0.2, 4)
      if is_inside({ points }, 0, 0) then
        check(random, i % 2 == 0 and points or reversed(points), nil, 4)
      end
    end
  end)

  it("with holes, in any direction", function()
    local random = generate.random(7001)
    for i = 1, cases.count(300) do
      local points, holes = { { -9, -9 }, { 9, -9 }, { 9, 9 }, { -9, 9 } }, {}
      for x = -1, 1 do
        for y = -1, 1 do
          if random.chance(0.6) then
            local hole = star(random, random.integer(8, 20), 0.5, 2.5)
            if is_inside({ hole }, 0, 0) then
              for _, p in ipairs(hole) do p[1], p[2] = p[1] + 6 * x, p[2] + 6 * y end
              holes[#holes + 1] = random.chance(0.5) and hole or reversed(hole)
            end
          end
        end
      end
      check(random, i % 2 == 0 and points or reversed(points), holes, 9)
    end
  end)

  it("of cells of a grid, with collinear and repeated corners and holes", function()
    local random, count, with_holes = generate.random(7002), 0, 0
    for _ = 1, cases.count(3000) do
      local n = random.integer(3, 9)
      local loops = loops_of(grown(random, n, random.integer(1, n * n - 1)), n)
      if loops then
        count = count + 1
        table.sort(loops, function(p, q) return area(p) > area(q) end)
        local points = {}
        for _, p in ipairs(loops[1]) do
          for _ = 1, random.integer(1, 2) do points[#points + 1] = p end
        end
        table.remove(loops, 1)
        with_holes = with_holes + (#loops > 0 and 1 or 0)
        check(random, random.chance(0.5) and points or reversed(points), loops, n + 1)
      end
    end
    assert.is_true(count > cases.count(3000) / 10 and with_holes > 5, count .. ", " .. with_holes)
  end)

  it("of combs and spirals", function()
    local random = generate.random(7003)
    for teeth = 1, 12 do
      local comb, spiral = { { teeth, -1 }, { 0, -1 } }, {}
      for i = 0, teeth - 1 do
        comb[#comb + 1] = { i, 3 }
        comb[#comb + 1] = { i + 0.5, i % 3 - 0.5 }
      end
      check(random, comb, nil, teeth + 3)
      for i = 0, 16 * teeth do
        spiral[#spiral + 1] = { i / 8 * math.cos(i / 2), i / 8 * math.sin(i / 2) }
      end
      for i = 16 * teeth, 4, -1 do
        spiral[#spiral + 1] = { (i / 8 - 0.5) * math.cos(i / 2), (i / 8 - 0.5) * math.sin(i / 2) }
      end
      check(random, spiral, nil, 2 * teeth + 1)
    end
  end)

  it("of a convex polygon is one piece, and a compound like any", function()
    local shape = collide.outline { { 0, 0 }, { 2, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 }, { 0, 0 } }
    assert.equal(1, #shape.shapes)
    assert.equal(4, #shape.shapes[1].vertices)
    assert.equal("compound", shape.kind)
    local ell = collide.outline { { 0, 0 }, { 9, 0 }, { 9, 1 }, { 1, 1 }, { 1, 9 }, { 0, 9 } }
    assert.equal(2, #ell.shapes)
    local ball = collide.circle({ 1.5, 1.5 }, 0.25) -- the corner between the pieces is no edge
    assert.equal(collide.vec(0, 1), ball:shapecast({ 0, -2 }, ell).normal)
    assert.equal(collide.vec(1, 0), ball:shapecast({ -2, 0 }, ell).normal)
    assert.equal(ell:raycast({ 0.5, 20 }, { 0, -1 }).exit, 20)
  end)

  it("of many points takes no quadratic time", function()
    local random = generate.random(7004)
    local points = {}
    for i = 1, 20000 do
      local angle, r = i / 20000 * 2 * math.pi, random.range(50, 100)
      points[i] = { r * math.cos(angle), r * math.sin(angle) }
    end
    check(random, points, nil, 100)
  end)

  it("refuses what crosses or touches itself, and names both edges", function()
    local function message(points, holes)
      local good, text = pcall(collide.outline, points, holes)
      assert.is_false(good)
      return text
    end
    local square = { { 0, 0 }, { 9, 0 }, { 9, 9 }, { 0, 9 } }
    for _, case in ipairs {
      { { { 0, 0 }, { 4, 4 }, { 4, 0 }, { 0, 4 } }, nil, "points[1] to points[2]",
        "points[3] to points[4]" },
      { { { 0, 4 }, { 4, 0 }, { 4, 4 }, { 0, 0 } }, nil, "points[1] to points[2]",
        "points[3] to points[4]" },
      { { { 0, 0 }, { 4, 0 }, { 2, 0 }, { 2, 3 } }, nil, "points[1] to points[2]",
        "points[3]" }, -- goes back along itself
      { { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 2, 0 }, { 0, 4 } }, nil, "points[1] to points[2]",
        "points[4]" }, -- touches
      { square, { { { 3, 3 }, { 12, 3 }, { 3, 6 } } }, "points[2] to points[3]",
        "holes[1][1] to holes[1][2]" },
      { square, { { { 1, 1 }, { 4, 1 }, { 1, 4 } }, { { 2, 0.5 }, { 5, 0.5 }, { 2, 5 } } },
        "holes[1]", "holes[2]" },
    } do
      local text = message(case[1], case[2])
      assert.truthy(text:find(case[3], 1, true) and text:find(case[4], 1, true), text)
    end
    for _, hole in ipairs { { { 10, 1 }, { 11, 1 }, { 10, 2 } }, { { -9, -9 }, { 20, -9 },
      { 20, 20 }, { -9, 20 } } } do
      assert.truthy(message(square, { hole }):find("holes[1] must lie inside", 1, true))
    end
    assert.truthy(message(square, { { { 1, 1 }, { 8, 1 }, { 8, 8 }, { 1, 8 } },
      { { 2, 2 }, { 3, 2 }, { 3, 3 } } }):find("holes[2] must lie inside", 1, true))
    local line = { { 1, 1 }, { 2, 2 }, { 1, 1 } }
    assert.truthy(message(square, { line }):find("holes[1] must enclose", 1, true))
  end)

  it("refuses what is no polygon", function()
    for _, bad in ipairs { {}, { { 0, 0 } }, { { 0, 0 }, { 1, 0 } },
      { { 0, 0 }, { 1, 1 }, { 2, 2 } }, { { 0, 0 }, { 1, 0, 0 }, { 0, 1 } },
      { { 0, 0 }, { 0 / 0, 0 }, { 0, 1 } }, { { 0, 0 }, { 1e300, 0 }, { 0, 1 } }, { 1, 2, 3 }, 5,
      "points" } do
      assert.error_matches(function() collide.outline(bad) end, "#1 to 'outline' %(points")
    end
    local square = { { 0, 0 }, { 9, 0 }, { 9, 9 }, { 0, 9 } }
    for _, bad in ipairs { 5, { 5 }, { { 1 } }, { { { 1, 1 }, { 2, 0 / 0 }, { 1, 2 } } } } do
      assert.error_matches(function() collide.outline(square, bad) end, "#2 to 'outline' %(holes")
    end
  end)
end)
