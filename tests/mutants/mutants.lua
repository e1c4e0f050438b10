-- ./run mutants [count [seed]]   mutates src/collide, one operator at a time
-- ./run mutants <file>:<line>    tries all mutants of one line
-- How good are the tests? Each mutant is a copy of src/ with one random change (sites.lua says
-- which). It is found if it breaks a spec, a C test of the core, an assertion or a golden hash, or
-- takes much longer than usual; of the tests that reach the changed statement, those of ./run test
-- go first, then those beside it, in the order of what they found for their seconds. survivors.md
-- explains the mutants that change nothing but speed. build/mutants/results keeps what is known, so
-- that an interrupted run goes on: a mutant is asked again once its file changes, one that survived
-- also by tests that are new. A seed draws the same mutants wherever the source is the same,
-- however it changes elsewhere.
package.path = "./?.lua;" .. package.path
local shell = require "tests.mutants.shell"
local sites = require "tests.mutants.sites"
local suite = require "tests.mutants.suite"
local survivors = require "tests.mutants.survivors"

local work = shell.work
local tree, out = work .. "/tree", work .. "/build"

-- -------------------------------------------------------------------------------------- the source

local paths = shell.lines_of "find src/collide -name '*.[ch]' | sort"
local sources, prints, names = {}, {}, {}
for _, path in ipairs(paths) do
  sources[path], prints[path] = shell.read(path), shell.fingerprint(path)
  for name in sources[path]:gmatch "[%a_][%w_]*" do names[name] = true end
end

-- A hash of a text (FNV-1a, and the last mixing of SplitMix64).
local function hash(text)
  local h = 0xcbf29ce484222325
  for i = 1, #text do h = (h ~ text:byte(i)) * 0x100000001b3 end
  h = (h ~ h >> 30) * 0xbf58476d1ce4e5b9
  h = (h ~ h >> 27) * 0x94d049bb133111eb
  return h ~ h >> 31
end

-- All mutants in the random order of a seed; each has its `path`, and a `name` that does not depend
-- on what else the file contains.
local function mutants_of(seed)
  local list = {}
  for _, path in ipairs(paths) do
    local of_path = sites.of(sources[path], function(name) return names[name] end)
    sites.describe(sources[path], of_path)
    for _, mutant in ipairs(of_path) do
      mutant.path = path
      mutant.name = ("%s %s: %s => %s #%d"):format(path, mutant.within, mutant.before, mutant.after,
        mutant.number)
      mutant.rank = hash(seed .. " " .. mutant.name)
      list[#list + 1] = mutant
    end
  end
  table.sort(list, function(a, b) return a.rank < b.rank end)
  return list
end

-- ------------------------------------------------------------------------------------- one mutant

-- What found most for its seconds goes first; mutants of the same folder count most, and the tests
-- of that folder begin as if they had found some. The test that found it last is the very first.
local function in_order(tests, finds, folder, last)
  local beside = folder:gsub("^src", "tests") .. "/"
  local function worth(test)
    local found = finds[test.name] or {}
    local seconds = test.seconds + (test.sources and 1 or 0.2) -- compiling, or starting Lua
    local near = test.name:find(beside, 1, true) and 20 or 1
    return test.name == last and math.huge or
      (near + (found.all or 0) + 5 * (found[folder] or 0)) / seconds
  end
  table.sort(tests, function(a, b)
    local x, y = worth(a), worth(b)
    if x ~= y then return x > y end
    return a.name < b.name
  end)
end

-- Whether the core is, byte for byte, that of the source as it is.
local function same_code()
  return shell.read(out .. "/libcollide.a") == shell.read(work .. "/libcollide.a")
end

-- "found" with the test that found it, "survived", "same code" or "not built".
local function verdict(mutant, tests)
  if not suite.build() then return "not built" end
  if same_code() then return "same code" end
  for _, test in ipairs(tests) do
    if not suite.passes(test) then return "found", test.name end
  end
  return "survived"
end

local function folder_of(mutant) return mutant.path:match "^(.*)/" end

-- Judges a mutant of which `known` is known: { result =, by = }, by being the test that found it
-- last, or the prints of those that it survived, which are not asked again. `asks` says which tests
-- this round asks.
local function judge(mutant, tests, known, finds, asks)
  local whole = sources[mutant.path]
  local _, line = whole:sub(1, mutant.from):gsub("\n", "")
  local _, more = whole:sub(mutant.from + 1, mutant.to):gsub("\n", "")
  local reaching, unreached = suite.reaching(tests, mutant.path, line + 1, line + 1 + more)
  mutant.unreached = unreached
  local survived, asked = known.result == "survived" and known.by or "", {}
  for _, test in ipairs(reaching) do
    if asks(test) and not survived:find(test.print, 1, true) then
      asked[#asked + 1] = test
    end
  end
  if known.result == "survived" and not asked[1] then return known end
  in_order(asked, finds, folder_of(mutant), known.by)
  shell.write(tree .. "/" .. mutant.path,
    whole:sub(1, mutant.at - 1) .. mutant.by .. whole:sub(mutant.stop + 1))
  local result, by = verdict(mutant, asked)
  shell.write(tree .. "/" .. mutant.path, whole)
  if result == "survived" then
    local list = { survived }
    for _, test in ipairs(asked) do list[#list + 1] = test.print end
    by = table.concat(list, " ")
  end
  return { result = result, by = by or "", fresh = true }
end

-- ---------------------------------------------------------------------------------------- the run

-- Counts that a test found a mutant, for all folders and for that of the mutant.
local function count_find(finds, folder, test)
  local found = finds[test] or {}
  found.all, found[folder] = (found.all or 0) + 1, (found[folder] or 0) + 1
  finds[test] = found
end

-- What is known: mutants by name, each with its result and by what; and what each test found. Of a
-- file that has changed only counts which test found a mutant.
local function load_results()
  local results, finds = {}, {}
  local file = io.open(work .. "/results")
  for line in file and file:lines() or function() end do
    local print_of_file, name, result, by = line:match "^(%S+)\t([^\t]*)\t([^\t]*)\t(.*)$"
    local path = name:match "^%S+"
    local current = print_of_file == prints[path]
    results[name] = { result = current and result or "unknown", by = by }
    if result == "found" then count_find(finds, path:match "^(.*)/", by) end
  end
  if file then file:close() end
  return results, finds
end

-- The mutants of a line only.
local function of_line(mutants, path, line)
  local list = {}
  for _, mutant in ipairs(mutants) do
    if mutant.path == path and mutant.line == line then list[#list + 1] = mutant end
  end
  return list
end

-- Asks the tests about the mutants, as many as are wanted of those that compile. What is known by
-- name is in `run.results`, and what gets known, too.
local function ask(mutants, wanted, run)
  local judged = 0
  for _, mutant in ipairs(mutants) do
    if judged == wanted then return end
    local known = run.results[mutant.name] or { result = "unknown", by = "" }
    local open = known.result == "unknown" or known.result == "survived"
    if open and not run.explained[survivors.key(mutant)] then
      known = judge(mutant, run.tests, known, run.finds, run.asks)
      run.results[mutant.name] = known
      if known.fresh then
        run.file:write(table.concat({ prints[mutant.path], mutant.name, known.result, known.by },
          "\t"), "\n")
        run.file:flush()
      end
      if known.fresh and known.result == "found" then
        count_find(run.finds, folder_of(mutant), known.by)
      elseif known.fresh and known.result == "survived" then
        print(survivors.entry(mutant))
        io.stdout:flush()
      end
    end
    judged = judged + (known.result == "not built" and 0 or 1)
  end
end

local function report(mutants, wanted, run)
  local short = {}
  for _, test in ipairs(run.tests) do short[test.name] = test.short end
  local tally = { of_short = 0, found = 0, survived = 0, explained = 0, ["same code"] = 0,
    ["not built"] = 0 }
  local judged = 0
  for _, mutant in ipairs(mutants) do
    if judged == wanted then break end
    local known = run.results[mutant.name] or { result = "survived" }
    local closed = known.result ~= "unknown" and known.result ~= "survived"
    local result = closed and known.result
      or run.explained[survivors.key(mutant)] and "explained" or "survived"
    tally[result] = tally[result] + 1
    if result == "found" and short[known.by] then tally.of_short = tally.of_short + 1 end
    judged = judged + (result == "not built" and 0 or 1)
  end
  local nothing = tally.explained + tally["same code"]
  print(("Found %d of %d, %d change nothing (%d of them by survivors.md, %d are the same code): "
    .. "%.1f %% of the rest; %d survived. %d do not compile.")
    :format(tally.found, judged, nothing, tally.explained, tally["same code"],
      100 * tally.found / math.max(1, judged - nothing), tally.survived, tally["not built"]))
  print(("./run test finds %d of those, %.1f %%."):format(tally.of_short,
    100 * tally.of_short / math.max(1, tally.found)))
end

local function main(count, seed)
  local path, number = (count or ""):match "^(.+):(%d+)$"
  local mutants = mutants_of(tonumber(seed) or 1)
  if path then mutants = of_line(mutants, path, tonumber(number)) end
  local wanted = path and #mutants or tonumber(count) or 30
  os.execute("mkdir -p " .. work)
  local run = { explained = survivors.read() }
  run.results, run.finds = load_results()
  suite.prepare()
  shell.must(("cp %s/libcollide.a %s"):format(out, work))
  run.tests = suite.tests(prints)
  run.file = assert(io.open(work .. "/results", "a"))
  for _, asks in ipairs { function(test) return test.short end, function() return true end } do
    run.asks = asks
    ask(mutants, wanted, run)
  end
  run.file:close()
  report(mutants, wanted, run)
end

main(arg[1], arg[2])
