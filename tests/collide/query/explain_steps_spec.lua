-- Every query of every pair of kinds, apart, deep and touching, has steps, and they end in its
-- answer bit for bit. The queries are compiled twice, with and without a trace: so this also
-- compares both builds. What the steps say of themselves leads to the answer.
local collide = require "collide"
local cases = require("tests.support.cases").count(4)
local generate = require "tests.support.generate"
local vec = collide.vec

local seen = {} -- kind of step -> how many

local function exact(x)
  if type(x) == "number" then return ("%a"):format(x) end
  if type(x) ~= "table" then return tostring(x) end
  local list = {}
  for i, y in ipairs(x) do list[i] = exact(y) end
  return table.concat(list, ", ")
end

local function same(expected, got, what)
  if exact(expected) ~= exact(got) then
    error(("%s: the query says %s, the last step %s"):format(what, exact(expected), exact(got)), 0)
  end
end

-- What the result step says of the answers of each query.
local answers = {}
function answers.overlap(result, overlaps) same(overlaps, result.verdict, "overlap") end
answers.contains, answers.occluded = answers.overlap, answers.overlap
function answers.distance(result, distance)
  same(math.abs(distance) < math.huge and distance or nil, result.distance, "distance")
end
function answers.closest(result, a, b, distance, normal)
  same(a, result.point_a, "point_a")
  same(b, result.point_b, "point_b")
  same(normal, result.normal, "normal")
  answers.distance(result, distance)
end
function answers.contact(result, contact)
  same(contact ~= nil, result.verdict, "contact")
  if contact then
    answers.closest(result, contact.point_a, contact.point_b, contact.distance, contact.normal)
  end
end
function answers.manifold(result, manifold)
  answers.contact(result, manifold)
  if manifold then same(#manifold.points, result.count, "points") end
end
function answers.shapecast(result, hit)
  same(hit ~= nil, result.verdict, "hit")
  for _, field in ipairs(hit and { "t", "normal", "point" } or {}) do
    same(hit[field], result[field], field)
  end
  for _, field in ipairs(hit and { "enter", "exit" } or {}) do
    same(math.abs(hit[field]) < math.huge and hit[field] or nil, result[field], field)
  end
end
answers.raycast, answers.time_of_impact = answers.shapecast, answers.shapecast
function answers.raycast_all(result, hits)
  same(#hits > 0 and #hits or nil, result.count, "hits")
  answers.shapecast(result, hits[1])
end

local function check_steps(query, how)
  assert(#how.steps >= 2, "no steps")
  for i, step in ipairs(how.steps) do
    seen[step.kind] = (seen[step.kind] or 0) + 1
    assert((step.kind == "result") == (i == #how.steps), "the result is the last step")
    if step.kind == "formula" then assert(#step.name > 0) end
  end
  same(query, how.steps[#how.steps].query, "query")
  assert(how.path and how.omitted >= 0)
end

-- Asks, and explains, and compares; mine: what was asked without explain.
local function ask(query, what, ...)
  local list = table.pack(pcall(collide.explain, query, ...))
  local plain = table.pack(pcall(collide[query] or (...)[query], ...))
  if not list[1] then
    assert(not plain[1] and list[2]:match "two meshes", tostring(list[2]))
    return
  end
  local ok, message = pcall(function()
    local how = list[list.n]
    for i = 2, plain.n do same(plain[i], list[i], query .. " explained, result " .. i - 1) end
    check_steps(query, how)
    answers[query](how.steps[#how.steps], table.unpack(plain, 2, plain.n))
  end)
  if not ok then error(query .. " of " .. what .. ": " .. tostring(message), 0) end
  return list[list.n], plain
end

-- The distance of cores that GJK found, less the radii, is the answer.
local function check_gjk(how, a, b, distance)
  if how.path ~= "gjk" or generate.is_set(a) or generate.is_set(b) or distance == 0 then return end
  for i = #how.steps, 1, -1 do
    if how.steps[i].kind == "features" then
      same(distance, how.steps[i].distance - (generate.rounding(a) + generate.rounding(b)),
        "the last step of GJK")
      return
    end
  end
end

-- The least depth of all axes is the answer.
local function check_axes(how, a, b, distance)
  if how.path ~= "axes" or generate.is_set(a) or generate.is_set(b) or distance > 0 then return end
  local least = math.huge
  for _, step in ipairs(how.steps) do
    if step.kind == "axis" then least = math.min(least, step.distance) end
  end
  local cores = distance + generate.rounding(a) + generate.rounding(b)
  local size = math.max(1, generate.size(a), generate.size(b))
  if cores < 0 and how.omitted == 0 then
    assert(math.abs(least + cores) < 1e-9 * size, "the least axis")
  end
end

local function visit(a, b, random, style, dim)
  local what = ("\n  a = %s\n  b = %s\n  "):format(a, b)
  local motion = generate.vector(random, style, dim) * 3
  local origin, way = generate.vector(random, style, dim) * 2, generate.vector(random, style, dim)
  ask("overlap", what, a, b)
  local how, plain = ask("distance", what, a, b)
  if how then
    check_gjk(how, a, b, plain[2])
    check_axes(how, a, b, plain[2])
  end
  ask("closest", what, a, b)
  ask("contact", what, a, b, 0.25)
  ask("manifold", what, a, b)
  ask("contains", what, b, origin)
  ask("shapecast", what, a, motion, b)
  ask("raycast", what, origin, way, b)
  ask("raycast_all", what, origin, way, { a, b })
  ask("occluded", what, origin, way, b, 2)
  local turn = { motion = motion, rotation = dim == 2 and 0.7 or vec(0.3, -0.5, 0.2) }
  local ok = pcall(collide.time_of_impact, a, turn, b)
  if ok then ask("time_of_impact", what, a, turn, b) end
  ask("time_of_impact", what, a, { motion = motion }, b)
end

-- As it is drawn, apart, deep and touching.
local function each_place(a, b, visitor)
  visitor(a, b)
  local ok, _, _, distance, normal = pcall(collide.closest, a, b)
  if not ok or distance == -math.huge then return end
  visitor(a:moved(-distance * normal), b)
  visitor(a:moved((0.5 - distance) * normal), b)
  visitor(a:moved((-0.0625 - distance) * normal), b)
end

describe("the steps of collide.explain", function()
  for dim = 2, 3 do
    local kinds = generate.kinds(dim)
    for i, kind_a in ipairs(kinds) do
      it(("end in the answer of every query of a %s, in %dD"):format(kind_a, dim), function()
        for j, kind_b in ipairs(kinds) do
          for n = 1, cases do
            local random = generate.random(n * 20000 + i * 100 + j + dim)
            local a, b, style = generate.pair(random, kind_a, kind_b, dim)
            each_place(a, b, function(x, y) visit(x, y, random, style, dim) end)
          end
        end
      end)
    end
  end

  it("are of every kind", function()
    if cases < 4 then return end
    for _, kind in ipairs { "formula", "simplex", "features", "face", "axis", "separation",
      "newton", "portal", "swept axis", "advance", "node", "parts", "translation", "result" } do
      assert.is_true((seen[kind] or 0) > 0, "no step was a " .. kind)
    end
  end)
end)
