-- ./run mutants [count [seed]]   mutates src/collide, one operator at a time
-- ./run mutants again [seed]     asks the tests about the survivors once more
-- ./run mutants <file>:<line>    tries all mutants of one line
-- How good are the tests? Each mutant is a copy of src/ with one random change (sites.lua says
-- which). It is found if it breaks a spec, a C test of the core or an assertion, or outlasts ten
-- times the usual time; the tests beside it go first, in the order of what they found for their
-- seconds. survivors.md explains the mutants that change nothing but speed. build/mutants/state
-- keeps what is known, line by line, so that an interrupted run goes on; it is void once src/
-- changes.
package.path = "./?.lua;" .. package.path
local sites = require "tests.mutants.sites"

local work = "build/mutants"
local lua = arg[-1]
local tree, out = work .. "/tree", work .. "/build"
local slack = 10 -- seconds that a test may take besides ten times its usual time

-- ------------------------------------------------------------------------------------- the system

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:close())
end

local function lines_of(command)
  local list, pipe = {}, assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

-- Runs a command of the shell, its output in a log, for at most some seconds and in 4 GB. Returns
-- whether it succeeded, and its seconds.
local function run(command, limit)
  local line = ([[start=$(date +%%s%%N); ulimit -v 4000000; ulimit -f 400000
    timeout -k 1 %d sh -c '%s' >%s/log 2>&1; echo $? $start $(date +%%s%%N)]])
    :format(math.ceil(limit), command:gsub("'", "'\\''"), work)
  local status, start, stop = lines_of(line)[1]:match "(%d+) (%d+) (%d+)"
  return status == "0", (stop - start) / 1e9
end

local function must(command, limit)
  assert(run(command, limit or 3600), command .. " failed; see " .. work .. "/log")
end

-- -------------------------------------------------------------------------------------- the source

local paths = lines_of "find src/collide -name '*.[ch]' | sort"
local sources, names = {}, {}
for _, path in ipairs(paths) do
  sources[path] = read(path)
  for name in sources[path]:gmatch "[%a_][%w_]*" do names[name] = true end
end

-- A number that changes when a file does that a command of find lists.
local function fingerprint(files)
  return lines_of(("find %s -type f | sort | xargs cat | cksum"):format(files))[1]:match "^%d+"
end
local source = fingerprint "src CMakeLists.txt cmake"
local support = fingerprint "tests/support tests/fixtures tests/vectors tests/accuracy scripts docs"

-- All mutants in the random order of the seed.
local function mutants_of(seed)
  local list = {}
  for _, path in ipairs(paths) do
    for _, site in ipairs(sites.of(sources[path], function(name) return names[name] end)) do
      site.path = path
      list[#list + 1] = site
    end
  end
  math.randomseed(seed)
  for i = #list, 2, -1 do
    local j = math.random(i)
    list[i], list[j] = list[j], list[i]
  end
  return list
end

-- Gives a mutant its line, its name, and the lines that it touches, before and after, without the
-- space around them.
local function describe(mutant)
  local whole = sources[mutant.path]
  local line, start = 1, 1
  for stop in whole:sub(1, mutant.at - 1):gmatch "()\n" do line, start = line + 1, stop + 1 end
  local first = whole:sub(start, mutant.at - 1)
  local last = whole:match("^[^\n]*", mutant.stop + 1)
  local function joined(text)
    return (first .. text .. last):gsub("%s+", " "):match "^ ?(.-) ?$"
  end
  mutant.line = line
  mutant.before, mutant.after = joined(whole:sub(mutant.at, mutant.stop)), joined(mutant.by)
  mutant.name = ("%s:%d:%d:%s"):format(mutant.path, line, mutant.at, (mutant.by:gsub("%s+", " ")))
end

-- What survivors.md explains: under the heading of a file, an indented `- before` and `+ after`.
local function explained()
  local known, path, before = {}, nil, nil
  for line in io.lines "tests/mutants/survivors.md" do
    path = line:match "^## (src/%S+)" or path
    before = line:match "^    %- (.*)" or before
    local after = line:match "^    %+ (.*)"
    if after then known[path .. "\n" .. before .. "\n" .. after] = true end
  end
  return function(mutant)
    return known[mutant.path .. "\n" .. mutant.before .. "\n" .. mutant.after]
  end
end

-- --------------------------------------------------------------------------------------- the tests

-- A test is { name =, command =, seconds = } and, if it is a C program, the target that builds it.
local function spec(path, setting)
  return {
    name = setting and setting .. " " .. path or path,
    command = ("cd %s && LUA_CPATH=\"$PWD/../build/?.so;;\" "
      .. "LUA_PATH=\"$PWD/?.lua;$PWD/scripts/?.lua;;\" "
      .. "COLLIDE_BUILD=%s %s %s tests/check/busted.lua --no-keep-going %s")
      :format(tree, "../build", setting or "", lua, path),
  }
end

-- The C tests of the core, and its comparison with the oracle in 128 bits.
local function programs()
  local list = { { name = "tests/accuracy", target = "accuracy",
    command = out .. "/check/accuracy --check --cases 112" } }
  for _, path in ipairs(lines_of "find tests/collide -name '*_test.c' | sort") do
    local target = "test_" .. path:match "([^/]+)%.c$"
    list[#list + 1] = { name = path, target = target, command = out .. "/check/" .. target }
  end
  return list
end

-- What makes a spec quick: the fewest cases on which it passes.
local settings = {
  COLLIDE_CASES = { "COLLIDE_CASES=10", "COLLIDE_CASES=30", "COLLIDE_CASES=60",
    "COLLIDE_CASES=100" },
  COLLIDE_FUZZ = { "COLLIDE_FUZZ=1000", "COLLIDE_FUZZ=5000" },
}

local function measured(test, log)
  local passed, seconds = run(test.command, 600)
  test.seconds = seconds
  log(("test\t%s\t%s"):format(test.known, passed and ("%.2f"):format(seconds) or "no"))
  return passed
end

-- The tests that pass on the source as it is, with their seconds, from the state or tried anew:
-- the specs, those that count their cases on few of them too, and the C tests of the core.
local function all_tests(known, log)
  local tests = {}
  local function usable(test)
    local path = test.name:match "%S+$"
    test.known = ("%s %s %s"):format(test.name, fingerprint(path), support)
    local seconds = known[test.known]
    if not seconds then return measured(test, log) end
    test.seconds = tonumber(seconds)
    return test.seconds ~= nil
  end
  for _, path in ipairs(lines_of "find tests -name '*_spec.lua' ! -path '*captured*' | sort") do
    local text, few = read(path), nil
    for variable, list in pairs(settings) do
      for _, setting in ipairs(text:find(variable, 1, true) and list or {}) do
        local test = spec(path, setting)
        if not few and usable(test) then few = test end
      end
    end
    local whole = spec(path)
    if not usable(whole) then
      print(path .. " fails on the source as it is: left out")
    else
      tests[#tests + 1] = whole
      tests[#tests + 1] = few
    end
  end
  for _, test in ipairs(programs()) do
    if usable(test) then tests[#tests + 1] = test end
  end
  return tests
end

-- What found most for its seconds goes first; mutants of the same folder count most, and the tests
-- of that folder begin as if they had found some.
local function in_order(tests, finds, folder)
  local beside = folder:gsub("^src", "tests") .. "/"
  local function worth(test)
    local found = finds[test.name] or {}
    local seconds = test.seconds + (test.target and 1 or 0.2) -- linking, or starting Lua
    local near = test.name:find(beside, 1, true) and 20 or 1
    return (near + (found.all or 0) + 5 * (found[folder] or 0)) / seconds
  end
  local order = table.move(tests, 1, #tests, 1, {})
  table.sort(order, function(a, b)
    local x, y = worth(a), worth(b)
    if x ~= y then return x > y end
    return a.name < b.name
  end)
  return order
end

-- ------------------------------------------------------------------------------------- one mutant

local function build(targets)
  return run(("cmake --build %s -j1 --target %s"):format(out, targets), 600)
end

-- Whether the core is, byte for byte, that of the source as it is.
local function same_code() return read(out .. "/libcollide.a") == read(work .. "/libcollide.a") end

-- "found" with the test that found it, "survived", "same code" or "not built".
local function verdict(mutant, tests, finds)
  local whole = sources[mutant.path]
  write(tree .. "/" .. mutant.path,
    whole:sub(1, mutant.at - 1) .. mutant.by .. whole:sub(mutant.stop + 1))
  local result, by = "survived", ""
  if not build "collide_module collide_core" then
    result = "not built"
  elseif same_code() then
    result = "same code"
  else
    for _, test in ipairs(in_order(tests, finds, mutant.path:match "^(.*)/")) do
      if test.target and not build(test.target)
        or not run(test.command, 10 * test.seconds + slack) then
        result, by = "found", test.name
        break
      end
    end
  end
  write(tree .. "/" .. mutant.path, whole)
  return result, by
end

-- ---------------------------------------------------------------------------------------- the run

local function prepare()
  os.execute(("mkdir -p %s/src %s && rm -rf %s/*"):format(tree, out, tree))
  must(("cp -Rp CMakeLists.txt cmake src tests scripts types docs README.md %s"):format(tree))
  for _, path in ipairs(paths) do write(tree .. "/" .. path, sources[path]) end
  must(("cmake -S %s -B %s -G Ninja -DCMAKE_BUILD_TYPE=Release "
    .. "-DCMAKE_C_FLAGS_RELEASE=-O1 "
    .. "-DCMAKE_C_COMPILER_LAUNCHER=$(command -v ccache || :)"):format(tree, out))
  must(("cmake --build %s -j1 --target collide_module collide_core"):format(out))
  for _, test in ipairs(programs()) do build(test.target) end -- what does not build is left out
  must(("cp %s/libcollide.a %s"):format(out, work))
end

-- Counts that a test found a mutant, for all folders and for that of the mutant.
local function count_find(finds, mutant, test)
  local found = finds[test] or {}
  local folder = mutant:match "^(.*)/"
  found.all, found[folder] = (found.all or 0) + 1, (found[folder] or 0) + 1
  finds[test] = found
end

-- The lines of the state that are of this source: tests with their seconds, results by seed.
local function load_state(seed)
  local known, results, finds, fresh = {}, {}, {}, false
  local file = io.open(work .. "/state")
  for line in file and file:lines() or function() end do
    local kind, name, value, by = line:match "^(%w+)\t([^\t]*)\t?([^\t]*)\t?(.*)$"
    if kind == "source" then
      fresh = name == source
    elseif fresh and kind == "test" then
      known[name] = value
    elseif fresh and kind == "seed" .. seed then
      results[name] = value
    end
    if kind and kind:find "^seed" and value == "found" then count_find(finds, name, by) end
  end
  if file then file:close() end
  return known, results, finds, fresh
end

-- The mutants of a line only.
local function of_line(mutants, path, line)
  local list = {}
  for _, mutant in ipairs(mutants) do
    if mutant.path == path then
      describe(mutant)
      if mutant.line == line then list[#list + 1] = mutant end
    end
  end
  return list
end

local function main(count, seed)
  local again = count == "again"
  local path, number = (count or ""):match "^(.+):(%d+)$"
  seed = tonumber(seed) or 1
  os.execute("mkdir -p " .. work)
  local known, results, finds, fresh = load_state(seed)
  local state = assert(io.open(work .. "/state", "a"))
  local function log(line)
    state:write(line, "\n")
    state:flush()
  end
  if not fresh then log("source\t" .. source) end
  prepare()
  local tests = all_tests(known, log)
  local is_explained, mutants = explained(), mutants_of(seed)
  local tally = { found = 0, survived = 0, explained = 0, ["same code"] = 0, ["not built"] = 0 }
  local asked, clock = 0, os.time()
  if path then mutants = of_line(mutants, path, tonumber(number)) end
  local last = (again or path) and #mutants or math.min(tonumber(count) or 30, #mutants)
  for i = 1, last do
    local mutant = mutants[i]
    describe(mutant)
    local result = results[mutant.name]
    if not again and not result or again and result == "survived" then
      local by
      result, by = verdict(mutant, tests, finds)
      asked = asked + 1
      if result == "found" then count_find(finds, mutant.name, by) end
      log(("seed%d\t%s\t%s\t%s"):format(seed, mutant.name, result, by))
    end
    if result == "survived" and is_explained(mutant) then result = "explained" end
    if result then tally[result] = tally[result] + 1 end
    if result == "survived" then
      print(("%s:%d survived\n    - %s\n    + %s"):format(mutant.path, mutant.line, mutant.before,
        mutant.after))
      io.stdout:flush()
    end
  end
  state:close()
  local judged = tally.found + tally.survived + tally.explained
  print(("%d of %d mutants found (%.1f %%), %d survived, %d more are explained in "
    .. "tests/mutants/survivors.md; %d are the same code, %d do not compile; %.1f s a mutant")
    :format(tally.found, judged, 100 * tally.found / math.max(1, judged), tally.survived,
      tally.explained, tally["same code"], tally["not built"],
      os.difftime(os.time(), clock) / math.max(1, asked)))
end

main(arg[1], arg[2])
