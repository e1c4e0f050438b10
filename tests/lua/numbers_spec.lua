-- collide.numbers: the same answers as the queries that return values, as plain numbers, for every
-- pair of kinds, seeded and degenerate; also while the queries of a scenario are recorded.
local collide = require "collide"
local scenario = require "collide.scenario"
local generate = require "tests.support.generate"
local scripts = require "tests.support.scripts"
local numbers = collide.numbers

-- Values as plain numbers: each vector as its components.
local function flat(...)
  local list = {}
  for _, value in ipairs { ... } do
    if type(value) == "userdata" then
      for _, part in ipairs { value:unpack() } do list[#list + 1] = part end
    else
      list[#list + 1] = value
    end
  end
  return list
end

local function of_contact(contact)
  if not contact then return {} end
  local list = flat(contact:unpack())
  for _, point in ipairs(contact.points or {}) do
    for _, part in ipairs(flat(point.point_a, point.point_b, point.distance)) do
      list[#list + 1] = part
    end
  end
  return list
end

local function of_hit(hit)
  if not hit then return {} end
  local t, point, normal, enter, exit = hit:unpack()
  return flat(t, point, normal, enter, exit, hit.approach)
end

local function of_closest(point_a, point_b, distance, normal)
  return flat(point_a, point_b, distance, normal)
end

-- What a query of values and one of numbers answer, or their errors.
local function both(name, list_of, ...)
  local succeeded, first = pcall(function(...)
    return list_of(collide[name](...))
  end, ...)
  local again = table.pack(pcall(numbers[name], ...))
  assert.equal(succeeded, again[1])
  if not succeeded then
    assert.equal((first:gsub("^[^ ]+:%d+: ", "")), (again[2]:gsub("^[^ ]+:%d+: ", "")))
    return nil
  end
  local count = math.max(#first, 1) -- a miss is one nil
  assert.equal(count + 1, again.n)
  for i = 1, count do assert.equal(first[i], again[i + 1]) end
  return #first > 0
end

describe("collide.numbers", function()
  it("has every query of two shapes", function()
    local names = {}
    for name in pairs(numbers) do names[#names + 1] = name end
    table.sort(names)
    assert.same({ "closest", "contact", "distance", "manifold", "occluded", "overlap", "raycast",
      "shapecast" }, names)
    assert.equal(1, select("#", numbers.raycast({ 9, 9 }, { 1, 0 }, collide.circle({ 0, 0 }, 1))))
    assert.same({ 2, 0, -1, 0, -1, 2, 4, 1 }, { numbers.raycast({ 0, -3 }, { 0, 1 },
      collide.circle({ 0, 0 }, 1)) })
  end)

  it("gives the answers of the other form, for every pair of kinds", function()
    local random, hits, misses = generate.random(7), {}, {}
    local function note(name, hit)
      local counts = hit and hits or misses
      counts[name] = (counts[name] or 0) + (hit == nil and 0 or 1)
    end
    for dim = 2, 3 do
      for _, kind_a in ipairs(generate.kinds(dim)) do
        for _, kind_b in ipairs(generate.kinds(dim)) do
          for _ = 1, 3 do
            local a, b, style = generate.pair(random, kind_a, kind_b, dim)
            local motion, origin = generate.vector(random, style, dim) * 3,
              generate.vector(random, style, dim) * 2
            local margin = random.range(-0.1, 0.5)
            note("closest", both("closest", of_closest, a, b))
            note("contact", both("contact", of_contact, a, b, margin))
            note("manifold", both("manifold", of_contact, a, b, margin))
            note("shapecast", both("shapecast", of_hit, a, motion, b))
            note("shapecast", both("shapecast", of_hit, a, motion, b, origin))
            note("raycast", both("raycast", of_hit, origin, motion, b))
            both("raycast", of_hit, origin, motion, b, 1)
            both("overlap", function(result) return { result } end, a, b)
            both("distance", function(result) return { result } end, a, b)
          end
        end
      end
    end
    for _, name in ipairs { "contact", "manifold", "shapecast", "raycast" } do
      assert.is_true(hits[name] > 150 and misses[name] > 150, name)
    end
  end)

  it("is recorded as the other form, and answers the same while it is", function()
    local folder, write = scripts.open()
    local run = scenario.load(write [[
      local collide = require "collide"
      local n = collide.numbers
      local s = {}
      function s.load()
        return { a = collide.circle({ 0, 0 }, 1), b = collide.aabb({ 0, 0 }, { 2, 2 }) }
      end
      local function ask(s)
        local a, b = s.a, s.b
        local far = a:moved { 9, 9 }
        s.answers = { { n.closest(a, b) }, { n.contact(a, b) }, { n.contact(far, a) },
          { n.manifold(a, b, 1) }, { n.manifold(far, a) }, { n.raycast({ -9, 0.5 }, { 1, 0 }, b) },
          { n.raycast({ -9, 0 }, { 1, 0 }, far) }, { n.shapecast(far, { -9, -9 }, a) },
          { n.shapecast(far, { 9, 9 }, a) }, { n.overlap(a, b) }, { n.distance(far, a) } }
      end
      s.update = ask
      return s]]):step(2)
    scripts.close(folder)
    local watched, queries = run.state.answers, run:queries()
    local names = {}
    for i, query in ipairs(queries) do names[i] = query.name end
    assert.equal("closest contact contact manifold manifold raycast raycast shapecast shapecast " ..
      "overlap distance", table.concat(names, " "))
    for i, query in ipairs(queries) do
      local again = table.pack(collide[query.name](table.unpack(query.arguments, 1,
        query.arguments.n)))
      assert.equal(again.n, query.results.n)
      for k = 1, again.n do assert.equal(tostring(again[k]), tostring(query.results[k])) end
      assert.same({ numbers[query.name](table.unpack(query.arguments, 1, query.arguments.n)) },
        watched[i])
    end
  end)
end)
