-- The programs that write docs/benchmarks.md and docs/gauntlet.md (bench/page): the first screen
-- says what the tables below it add up to; so do the pages as they are.
local read = require("bench.page.markdown").read

-- The page and the chart that a program makes of tables.
local function made(program, tables)
  local paths = {}
  for i = 1, 4 do paths[i] = os.tmpname() end
  local file = assert(io.open(paths[1], "w"))
  file:write(tables)
  file:close()
  local before = package.path
  package.path = "bench/page/?.lua;" .. before
  local environment = setmetatable({ arg = paths }, { __index = _G })
  local ok, message = pcall(assert(loadfile("bench/page/" .. program, "t", environment)))
  package.path = before
  local page, picture = read(paths[3]), read(paths[4])
  for _, path in ipairs(paths) do os.remove(path) end
  assert(ok, message)
  return page, picture
end

-- The first screen, without the name of the chart's file.
local function answer(page) return (page:match "^(.-)\n!%[") end

local times = [[
| workload | collide | ODE | Box2D | ratio | bar | | guide |
|---|--:|--:|--:|--:|--:|---|--:|
| ray-sphere | 10.0 | 20.0 | - | 0.500 | 0.45 | missed | 20 |
| ray-OBB | 10.0 | 80.0 | - | 0.125 | 0.45 | ok | 20 |
| ray at 256 spheres | 1.0 | - | - | 0.100 | 0.35 | ok | - |

| still | collide | Embree | ratio | bar | | guide |
|---|--:|--:|--:|--:|---|--:|
| ray at mesh of 1,000 | 40.0 | 10.0 | 4.000 | 2.50 | missed | - |
| ball near mesh of 1,000 | 40.0 | - | - | 2.50 | - | - |

| workload | | function | ns | hits | verdicts | 99 % | worst |
|---|---|---|--:|--:|--:|--:|--:|
| ray-sphere | collide | `cd_raycast` | 10.0 | 50.0% |  |  |  |
| ray-sphere | ODE | `dCollide` | 20.0 | 50.0% | 3 | 1.0e-15 | 2.0e-15 |
| ray-OBB | ODE | `dCollide` | 80.0 | 50.0% | 40! | 1.0e-15 | 1.0e-02 |
| ray-OBB | ODE | `dRay` | 90.0 | 50.0% | 0 | 1.0e-15 | 2.0e-15 |
]]

describe("docs/benchmarks.md", function()
  it("begins with the sums of its tables", function()
    local page, picture = made("benchmarks.lua", times)
    local first = answer(page)
    assert.truthy(first:find("fastest in 2 of 3 rows and takes 0.63 of the time", 1, true), first)
    assert.truthy(first:find("| rays | 2 | 2 | 0.25 | ray-sphere | 0.50 | 1 |", 1, true))
    assert.truthy(first:find("| meshes and compounds | 1 | 0 | 4.00 |", 1, true))
    assert.truthy(first:find("| all | 3 | 2 | 0.63 |  |  | 1 |", 1, true))
    local dots = { good = 0, bad = 0, other = 0 }
    for class in picture:gmatch '<circle[^>]- class="(%a+)"' do dots[class] = dots[class] + 1 end
    assert.same({ good = 2, bad = 1, other = 1 }, dots)
  end)

  it("lists the functions that answer otherwise, and counts the others", function()
    local page = made("benchmarks.lua", times)
    assert.truthy(page:find("| ODE | `dCollide` | 2 | 40! | 1.0e-02 |", 1, true))
    assert.truthy(page:find("1 other functions of peers give the same verdicts", 1, true))
    assert.falsy(page:find("| ODE | `dRay`", 1, true))
  end)

  it("has a place for every row", function()
    assert.error_matches(function()
      made("benchmarks.lua", times:gsub("ray%-OBB", "new-thing"))
    end, "no group of the page has the row new%-thing")
  end)

  it("is what its own tables say", function()
    local page = read "docs/benchmarks.md"
    local again = made("benchmarks.lua", assert(page:match "\n## The last run\n\n(.*)"))
    assert.equal(answer(page), answer(again))
  end)
end)

describe("docs/gauntlet.md", function()
  it("is what its own tables say", function()
    local page = read "docs/gauntlet.md"
    local tables = assert(page:match "\n## The tables\n\n(.*)")
    local again = made("gauntlet.lua", (tables:gsub("\n##", "\n#"):gsub("^##", "#")))
    assert.equal(answer(page), answer(again))
    tables = tables:gsub("\n##", "\n#"):gsub("0 of 578 wrong", "3 of 578 wrong")
    assert.truthy(made("gauntlet.lua", tables):find("| real steps and gaps | 578 | 3 |", 1, true))
  end)
end)
