-- The pages say what is true: every example in README.md and types/ runs and prints what it says,
-- and every scenario, param, link, path of the tree, file and name of the code that README.md,
-- CONTRIBUTING.md and docs/ mention is there. A page with wrong names must be seen to fail.
local collide = require "collide"
local scenario = require "collide.scenario"
local json = require "tests.support.json"
local members = require "tests.support.members"

local function lines_of(path)
  local lines = {}
  for line in io.lines(path) do lines[#lines + 1] = line end
  return lines
end

-- The blocks between ```lua and ```, each as { line =, text = }.
local function fenced(path)
  local blocks, block = {}, nil
  for number, line in ipairs(lines_of(path)) do
    if block and line:match "^```" then
      block.text = table.concat(block, "\n")
      block = nil
    elseif block then
      block[#block + 1] = line
    elseif line == "```lua" then
      block = { path = path, line = number }
      blocks[#blocks + 1] = block
    end
  end
  return blocks
end

-- The code in comments, which is indented by four more.
local function commented(path)
  local blocks, block = {}, nil
  for number, line in ipairs(lines_of(path)) do
    local code = line:match "^%-%-%-     (.*)" -- as deep as code, and after an empty line
    if code and (block or blocks.empty) then
      if not block then
        block = { path = path, line = number - 1 }
        blocks[#blocks + 1] = block
      end
      block[#block + 1] = code
      block.text = table.concat(block, "\n")
    else
      block = nil
    end
    blocks.empty = line == "---" or nil
  end
  return blocks
end

-- Runs an example; what it prints is compared with the `--> text` at the ends of its lines, where
-- "..." stands for the rest. A line that is only an expression prints itself.
local function run(block, globals)
  local expected, printed = {}, {}
  local text = block.text:gsub("[^\n]+", function(line)
    local code, answer = line:match "^(.-)%s*%-%->%s*(.*)$"
    if not answer then return line end
    expected[#expected + 1] = answer
    return code:match "^print%(" and code or ("print(%s)"):format(code)
  end)
  local environment = setmetatable(globals, { __index = _G })
  function environment.print(...)
    local values = table.pack(...)
    for i = 1, values.n do values[i] = tostring(values[i]) end
    printed[#printed + 1] = table.concat(values, "\t")
  end
  local name = ("%s:%d"):format(block.path, block.line)
  assert(load(text, "=" .. name, "t", environment))()
  for i, answer in ipairs(expected) do
    local start = answer:match "^(.-)%.%.%.$"
    local is = start and printed[i]:sub(1, #start) or printed[i]
    assert.equal(start or answer, is, name)
  end
  return #expected
end

describe("README.md", function()
  local blocks = fenced "README.md"

  it("shows a scenario whose checks hold", function()
    assert.truthy(blocks[1].text:match "scenario%.checks")
    local path = os.tmpname()
    local file = assert(io.open(path, "wb"))
    file:write(blocks[1].text)
    file:close()
    local shown = scenario.load(path):step(600)
    os.remove(path)
    assert.same({}, shown.failures)
    assert.equal(1, #shown:checks())
  end)

  it("shows the scenario that collide new writes", function()
    local file = assert(io.open "src/view/system/first.lua")
    assert.equal(blocks[1].text .. "\n", file:read "a")
    file:close()
  end)

  it("shows plain Lua that prints what it says", function()
    assert.equal(2, #blocks)
    assert.equal(2, run(blocks[2], {}))
  end)

  it("names what is there", function()
    local pages = { "README.md", "docs/window.md", "docs/scenarios.md", "docs/recording.md",
      "docs/headless.md", "docs/kinds.md", "docs/own_folder.md", "docs/coming_from.md" }
    for _, path in ipairs(pages) do
      local folder = path:match "^(.*/)" or ""
      for _, line in ipairs(lines_of(path)) do
        for target in line:gmatch "%]%(([%w_./]+)%)" do
          assert(io.open(folder .. target), path .. ": no " .. target):close()
        end
        for script in line:gmatch "scripts/[%w_]+%.lua" do
          assert(io.open(script), path .. ": no " .. script):close()
        end
      end
    end
  end)
end)

describe("docs/coming_from.md", function()
  local world = collide.world { dim = 2 }
  local body = world:add(collide.circle({ 0, 0 }, 1))
  local owners = {
    collide = collide, world = members(world), body = members(body), shape = members(body.shape),
    v = members(collide.vec(1, 2)), hit = members(body:raycast({ -3, 0 }, { 1, 0 })),
    contact = members(body:contact(body)),
  }

  -- The names of ours that a line's last column has, and those of them that do not exist.
  local function missing(line)
    local ours, list, count = line:match "| ([^|]*) |$", {}, 0
    for span in (ours or ""):gmatch "`([^`]+)`" do
      for owner, name in span:gmatch "%f[%w_]([%a_]+)[.:]([%a_][%w_]*)" do
        if owners[owner] then
          count = count + 1
          if rawget(owners[owner], name) == nil then list[#list + 1] = owner .. "." .. name end
        end
      end
    end
    return list, count
  end

  it("names what there is", function()
    local all = 0
    for _, line in ipairs(lines_of "docs/coming_from.md") do
      local list, count = missing(line)
      assert.same({}, list)
      all = all + count
    end
    assert.is_true(all > 60, all)
    assert.same({ "v.len", "world.update" }, (missing "| a | `v:len()` or `world:update(1)` |"))
  end)

  it("names words of others that raise with ours", function()
    for _, call in ipairs { "v:len", "v:len2", "v:dist", "v:normalizeInplace", "v:perpendicular",
      "v:angleTo", "v:projectOn", "v:mirrorOn", "v:trimmed", "body:getPosition",
      "body:setPosition", "body:getLinearVelocity", "body:applyLinearImpulse", "body:destroy",
      "body:setSensor", "body:getContacts", "body:setUserData", "world:update", "world:rayCast",
      "world:queryBoundingBox", "world:queryRect", "world:queryPoint", "world:querySegment",
      "world:countItems", "world:getItems", "world:check", "shape:collidesWith", "shape:moveTo",
      "shape:rotate", "shape:bbox", "shape:intersectsRay", "collide:newWorld",
      "collide:rectangle" } do
      local owner, name = call:match "(.-):(.*)"
      local value = ({ v = collide.vec(1, 2), body = body, world = world, shape = body.shape,
        collide = collide })[owner]
      local ok, message = pcall(function() return value[name] end)
      assert.is_false(ok, call)
      assert.truthy(message:find(" has no '" .. name .. "'; ", 1, true), message)
    end
  end)
end)

describe("docs/own_folder.md", function()
  it("shows a form of a line that VS Code finds errors by", function()
    local file = assert(io.open ".vscode/tasks.json")
    local tasks = json.decode(file:read "a").tasks
    file:close()
    assert.equal(3, #tasks)
    for i = 2, 3 do
      assert.equal("^(?:collide: )?([^ :][^:]*\\.lua):(\\d+): (.*)$",
        tasks[i].problemMatcher.pattern.regexp)
    end
  end)
end)

describe("docs/headless.md", function()
  it("shows plain Lua that runs", function()
    local blocks = fenced "docs/headless.md"
    assert.equal(2, #blocks)
    run(blocks[1], {})
    assert.equal(1, run(blocks[2], { collide = collide }))
  end)
end)

describe("docs/scenarios.md", function()
  it("tells of every scenario in scripts/, and of no other", function()
    local told = {}
    for _, line in ipairs(lines_of "docs/scenarios.md") do
      local name = line:match "^## ([%w_]+):"
      if name then
        told[#told + 1] = name
        assert(io.open(("scripts/%s.lua"):format(name)), "no " .. name):close()
      end
    end
    local list, count = assert(io.popen "ls scripts"), 0
    for name in list:lines() do
      if name:match "%.lua$" then count = count + 1 end
    end
    list:close()
    assert.equal(count, #told)
  end)

  -- Whether the scenario has that param; reading another one raises.
  local function has(params, name)
    return (pcall(function() return params[name] end))
  end

  -- What the sections say of params and their scripts do not have, and how many they name: sliders,
  -- values to try, and single words in code, which the script may have elsewhere, too.
  local function untrue(lines)
    local faults, count, current, params, text = {}, 0, nil, nil, nil
    local function expect(good, what)
      count = count + 1
      if not good then faults[#faults + 1] = ("%s: %s"):format(current, what) end
    end
    for _, line in ipairs(lines) do
      local name = line:match "^## ([%w_]+):"
      if name then
        current = name
        local path = ("scripts/%s.lua"):format(name)
        params, text = scenario.load(path).params, table.concat(lines_of(path), "\n")
      end
      for param in line:gmatch "sliders? `([%a_]+)`" do expect(has(params, param), param) end
      for param, value in line:gmatch "`([%a_]+) = ([^`]+)`" do
        local taken = has(params, param) and pcall(function()
          params[param] = assert(load("return " .. value))()
        end)
        expect(taken, param .. " = " .. value)
      end
      for word in (current and line or ""):gmatch "`([%a_]+)`" do
        expect(has(params, word) or text:find("%f[%w_]" .. word .. "%f[^%w_]"), word)
      end
    end
    return faults, count
  end

  it("names params that the scenarios have, and values that they take", function()
    local faults, count = untrue(lines_of "docs/scenarios.md")
    assert.same({}, faults)
    assert.truthy(count > 40)
  end)

  it("is seen to be wrong where it is", function()
    assert.same({ "corner: sped", "corner: lean = 9", "corner: hat = 1", "corner: sped",
        "corner: twist" },
      (untrue { "## corner: sliding", "the slider `sped`, `lean = 9` and `hat = 1`", "`twist` it",
        "`lean = 0.2` and the slider `speed`" }))
  end)
end)

describe("the examples in types/", function()
  it("run, and print what they say", function()
    local blocks, answers = commented "types/collide.lua", 0
    assert.equal(14, #blocks)
    for _, block in ipairs(blocks) do
      answers = answers + run(block, {
        collide = collide, vec = collide.vec, origin = { 0, 0 }, direction = { 1, 0 },
        shapes = { collide.circle({ 3, 0 }, 1) },
      })
    end
    assert.equal(12, answers)
    blocks = commented "types/scenario.lua"
    assert.equal(2, #blocks)
    run(blocks[1], {})
    run(blocks[2], { scenario = {} })
  end)
end)

describe("the names in the pages", function()
  local pages = { "README.md" }
  for page in assert(io.popen "ls CONTRIBUTING.md docs/*.md 2>/dev/null"):lines() do
    pages[#pages + 1] = page
  end

  local roots = { src = true, tests = true, scripts = true, docs = true, bench = true,
    types = true, cmake = true }

  local function exists(path)
    local list = assert(io.popen(("ls -d %s 2>/dev/null"):format(path))) -- * as in the shell
    local found = list:read "l"
    list:close()
    return found ~= nil
  end

  -- All words of the code, and the names of its files, but for this folder, which has wrong ones.
  local words, files = {}, {}
  local code = "find src scripts tests types bench -path tests/docs -prune -o -type f -print"
  for path in assert(io.popen(code)):lines() do files[path:match "[^/]+$"] = true end
  for word in assert(io.popen("grep -ahoE '[A-Za-z_][A-Za-z0-9_]*' $(" .. code ..
    " | grep -E '[.](c|h|cpp|hpp|lua|mjs|sh)$') | sort -u")):lines() do
    words[word] = true
  end

  -- The name that a code span is, or calls. One letter with an index is mathematics, as `h_D(n)`;
  -- cd_... is looked for within spans, too.
  local function name_of(span)
    local name = span:match "^([%a_][%w_]*)$" or span:match "^([%a_][%w_]*)%("
    return name and #name > 3 and not name:find "^cd_" and name
  end

  -- The paths, files and names of the code in the code spans of a page that are not there; how many
  -- there are. Files in C are looked for outside of code spans, too. A foreign page has names of
  -- other libraries.
  local function missing(lines, foreign)
    local list, count = {}, 0
    local function expect(good, number, name)
      count = count + 1
      if not good then list[#list + 1] = ("%d: %s"):format(number, name) end
    end
    for number, line in ipairs(lines) do
      for span in line:gmatch "`([^`]+)`" do
        for at, path in span:gmatch "()([%w_]+/[%w_./*-]*)" do
          local inside = span:sub(at - 1, at - 1):find "[%w_./<-]" -- of a longer path
          if roots[path:match "^[^/]+"] and not inside then
            -- A person's captured tests are no part of the tree.
            expect(path == "tests/captured_spec.lua" or exists(path:gsub("%.$", "")), number, path)
          end
        end
        for name in span:gmatch "%f[%w_]cd_[%w_]+" do expect(words[name], number, name) end
        local name = not foreign and name_of(span)
        if name then expect(words[name], number, name) end
      end
      for file in line:gmatch "%f[%w_][%w_]+%.[ch]%f[^%w_]" do
        if not foreign then expect(files[file], number, file) end
      end
    end
    return list, count
  end

  local foreign = { ["docs/coming_from.md"] = true, ["docs/from_your_engine.md"] = true }
  for _, page in ipairs(pages) do
    it("are those of the tree: " .. page, function()
      local list = missing(lines_of(page), foreign[page])
      assert.equal("", table.concat(list, "\n"))
    end)
  end

  it("are many", function()
    local all = 0
    for _, page in ipairs(pages) do all = all + select(2, missing(lines_of(page))) end
    assert.truthy(all >= 10, all)
  end)

  it("are found where they are wrong", function()
    local list, count = missing { "`src/collide/`, `src/main.c`", "see `cd_raycast` in `src/x.c`",
      "`cd_raycasts(o, d)` and `build/collide test tests/none_*.lua`", "src/plain.c, gjk.c",
      "`resolve_touch`, `enter_tree(w)` and `MOST_PUSHED`, `h_D(n)`, `shapecast`" }
    assert.same({ "2: src/x.c", "2: x.c", "3: cd_raycasts", "3: tests/none_*.lua", "4: plain.c",
      "5: resolve_touch", "5: enter_tree", "5: MOST_PUSHED" }, list)
    assert.equal(14, count)
  end)
end)
