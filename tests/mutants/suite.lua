-- The tests that ./run mutants asks: the specs, the C tests of the core, its comparison with the
-- oracle and the golden hashes. Of each it knows the seconds and the lines of the core that it
-- reaches (by gcov, in a build of its own), so that a mutant asks only tests that can find it.
-- build/mutants/tests/ keeps what is known of a test until the test changes.
local shell = require "tests.mutants.shell"
local suite = {}

local tree, out = shell.work .. "/tree", shell.work .. "/build"
local cover, notes = shell.work .. "/cover", shell.work .. "/tests"
local lua, root = arg[-1], shell.lines_of "pwd"[1]

-- A test is { name =, file =, command =, short =, seconds =, reach = } and, if it is a C program,
-- `sources`, of which it is built with the core alone. In a command, %B is the folder of the build.
-- What ./run test asks is `short`.
local function of_lua(name, file, setting, arguments, short)
  return {
    name = name,
    file = file,
    short = short,
    command = ("cd %s && LUA_CPATH=\"%%B/?.so;;\" COLLIDE_BUILD=%%B %s "
      .. "LUA_PATH=\"$PWD/?.lua;$PWD/scripts/?.lua;;\" %s %s")
      :format(tree, setting, lua, arguments),
  }
end

local function spec(path, setting, short)
  return of_lua(setting and setting .. " " .. path or path, path, setting or "",
    "tests/check/busted.lua --no-keep-going " .. path, short)
end

local function golden(path, steps)
  return of_lua(("golden hash of %d steps of %s"):format(steps, path), path,
    "GOLDEN=tests/determinism/golden.txt",
    ("tests/determinism/hashes.lua %d %s"):format(steps, path), steps == 200)
end

local function programs()
  local list = { { name = "tests/accuracy", file = "tests/accuracy", short = true,
    sources = shell.lines_of "ls tests/accuracy/*.c src/record/text/print.c",
    command = "%B/program --check --cases 112" } }
  for _, path in ipairs(shell.lines_of "find tests/collide -name '*_test.c' | sort") do
    list[#list + 1] = { name = path, file = path, short = not path:find "watertight_test",
      sources = { path }, command = "%B/program" }
  end
  return list
end

-- ------------------------------------------------------------------------------------ the builds

local flags = { [out] = "-O1", [cover] = "-O1 --coverage -fprofile-update=single" }
local ccache = shell.lines_of("command -v ccache || :")[1] or ""

-- The core and the module, or, of a test, its program; whether it compiles.
local function build(folder, test)
  local command = ("cmake --build %s -j1 --target collide_module collide_core"):format(folder)
  if test then
    local objects = {}
    command = ("set -e; mkdir -p %s/objects;"):format(folder)
    for i, source in ipairs(test.sources) do
      objects[i] = ("%s/objects/%d.o"):format(folder, i)
      command = command .. (" %s cc -std=c17 -ffp-contract=off -D_DEFAULT_SOURCE %s "
        .. "-I%s/src -I%s/tests/support -c %s/%s -o %s;"):format(ccache, flags[folder], tree, tree,
        tree, source, objects[i])
    end
    command = command .. (" cc %s %s %s/libcollide.a -lm -lpthread -o %s/program")
      :format(flags[folder], table.concat(objects, " "), folder, folder)
  end
  return shell.run(command, 600)
end

function suite.build() return build(out) end

local function configure(folder)
  shell.must(("cmake -S %s -B %s -G Ninja -DCMAKE_BUILD_TYPE=Release -DCOLLIDE_PROGRAM=OFF "
    .. "-DCMAKE_C_FLAGS_RELEASE='%s' -DCMAKE_C_COMPILER_LAUNCHER=%s")
    :format(tree, folder, flags[folder], ccache))
  assert(build(folder), "the source does not build; see " .. shell.work .. "/log")
end

-- Writes the files that a command of find lists to the tree, where they differ there, and
-- deletes what is gone: so ninja builds what has changed, and nothing else.
local function update(files)
  local wanted = {}
  for _, path in ipairs(shell.lines_of("find " .. files .. " -type f")) do
    local text, copy = shell.read(path), io.open(tree .. "/" .. path, "rb")
    wanted[path] = true
    if not copy or copy:read "a" ~= text then
      os.execute(("mkdir -p $(dirname %s/%s)"):format(tree, path))
      shell.write(tree .. "/" .. path, text)
    end
    if copy then copy:close() end
  end
  for _, path in ipairs(shell.lines_of(("cd %s && find %s -type f"):format(tree, files))) do
    if not wanted[path] then os.remove(tree .. "/" .. path) end
  end
end

-- Copies all but what is built, and builds the core and the module.
function suite.prepare()
  os.execute(("mkdir -p %s %s %s"):format(tree, out, notes))
  update "CMakeLists.txt cmake packaging src types"
  shell.must(("cp -Rp $(ls | grep -vxE 'build|src|types') %s"):format(tree))
  configure(out)
end

local function run(test, folder, limit)
  if test.sources and not build(folder, test) then return false, 0 end
  return shell.run(test.command:gsub("%%B", root .. "/" .. folder), limit)
end

-- Whether a test passes that passes on the source as it is; it may take five times as long. A
-- program that no longer builds fails.
function suite.passes(test) return run(test, out, 5 * test.seconds + 3) end

-- ------------------------------------------------------------------------- what is known of a test

-- The lines of the core that ran since the counts were deleted: path -> list of line numbers.
local function reached_lines()
  local gcov = io.popen(("cd %s && find . -path '*room_collide*' -name '*.gcda' "
    .. "-exec gcov -t {} + 2>/dev/null"):format(cover))
  local path, reach = nil, {}
  for line in gcov:lines() do
    local source = line:match "^ *%-: *0:Source:(.*)"
    if source then
      path = source:match "src/collide/.*"
      if path then reach[path] = reach[path] or {} end
    elseif path then
      local number = line:match "^ *%d+%*?: *(%d+):"
      if number then reach[path][tonumber(number)] = true end
    end
  end
  gcov:close()
  return reach
end

-- Runs a test where lines are counted; whether it passes.
local covered
local function measure(test)
  if not covered then configure(cover) end
  covered = true
  os.execute(("find %s -name '*.gcda' -delete"):format(cover))
  local passed
  passed, test.seconds = run(test, cover, 900)
  test.reach = passed and reached_lines()
  return passed
end

local function save(path, test, prints)
  local text = { test.print, test.reach and ("%.2f"):format(test.seconds) or "fails" }
  for source, lines in pairs(test.reach or {}) do
    local list = {}
    for line in pairs(lines) do list[#list + 1] = line end
    if list[1] then
      text[#text + 1] = ("%s %s %s"):format(source, prints[source], table.concat(list, " "))
    end
  end
  shell.write(path, table.concat(text, "\n") .. "\n")
end

-- Reads what was saved. Of a source that has changed since only that it is reached counts: `true`.
local function load(path, test, prints)
  local file = io.open(path)
  if not file then return false end
  local known = file:read "l" == test.print
  local seconds = file:read "l"
  if known and seconds ~= "fails" then
    test.seconds, test.reach = tonumber(seconds), {}
    for line in file:lines() do
      local source, of, lines = line:match "^(%S+) (%S+) (.*)"
      local reached = of ~= prints[source] or {}
      for number in lines:gmatch "%d+" do
        if reached ~= true then reached[tonumber(number)] = true end
      end
      test.reach[source] = reached
    end
  end
  file:close()
  return known
end

-- Whether a test passes on the source as it is; gives it what is known.
local function usable(test, prints, support)
  test.print = shell.fingerprint(test.file) .. "." .. support
  local path = notes .. "/" .. test.name:gsub("[ /]", "_")
  if not load(path, test, prints) then
    measure(test)
    save(path, test, prints)
    print(("%s: %s"):format(test.name, test.reach and ("%.1f s"):format(test.seconds) or "fails"))
    io.stdout:flush()
  end
  return test.reach
end

-- All tests that pass; `prints` holds the fingerprints of the sources. Specs that count their cases
-- and golden hashes come twice: as ./run test asks them, and as ./run test all does.
function suite.tests(prints)
  local support = shell.fingerprint "tests/support"
  local tests = {}
  local function add(test)
    if usable(test, prints, support) then
      tests[#tests + 1] = test
    else
      print(test.name .. " fails on the source as it is: left out")
    end
  end
  for _, path in ipairs(shell.lines_of "find tests -name '*_spec.lua' ! -path '*captured*' | sort")
  do
    local counts = shell.read(path):find("tests.support.cases", 1, true)
    if counts then add(spec(path, "COLLIDE_CASES=45", true)) end
    add(spec(path, nil, not counts))
  end
  for _, test in ipairs(programs()) do
    add(test)
  end
  for _, path in ipairs(shell.lines_of
    "ls scripts/*.lua tests/determinism/every_query.lua tests/determinism/every_method.lua") do
    add(golden(path, 200))
    add(golden(path, 1000))
  end
  return tests
end

-- The tests that reach some line from `first` to `last` of a source: or, if none does, all that
-- reach any line of it, and true.
function suite.reaching(tests, path, first, last)
  local list, all = {}, {}
  for _, test in ipairs(tests) do
    local lines = test.reach[path]
    if lines then all[#all + 1] = test end
    for line = first, lines and last or 0 do
      if lines == true or lines[line] then
        list[#list + 1] = test
        break
      end
    end
  end
  return list[1] and list or all, not list[1]
end

return suite
