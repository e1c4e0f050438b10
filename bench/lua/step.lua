-- What a scenario's step costs with nobody looking and with every query recorded:
-- step.lua [--quick] [--markdown] [part of a scenario's name]..., in the project's folder.
-- "script" is the scenario's own update and checks, called from plain Lua in a loop; "step" the
-- same in collide.scenario with nobody looking, as in a headless run without --check or --shot;
-- "watched" with the queries recorded. A step has some fixed costs (it is guarded, and may be
-- stopped), so the bar stands at a script that does nothing but ask: there the step may cost a
-- tenth more than the script. Rounds are interleaved, all three at the same frames; medians.
local scenario = require "collide.scenario"
local rows = require "rows"

local ROUNDS, SECONDS = rows.quick and 3 or 7, rows.quick and 0.05 or 0.1 -- of a loop

local function scenarios()
    local list, folder = {}, assert(io.popen("ls scripts/*.lua"))
    for path in folder:lines() do list[#list + 1] = path end
    folder:close()
    return list
end

-- ------------------------------------------------------------------------------------- by hand

-- The value that a scenario gives a param.
local function value_of(param)
    if type(param) == "table" then return param[1] end
    return param
end

-- A function that makes n steps of the scenario as its own code does, without the runner.
local function by_hand(path)
    for name in pairs(package.loaded) do -- its modules are its own
        if package.searchpath(name, "scripts/?.lua;scripts/lib/?.lua") then
            package.loaded[name] = nil
        end
    end
    math.randomseed(1)
    local definition, params = dofile(path), {}
    for name, param in pairs(definition.params or {}) do params[name] = value_of(param) end
    local function no() return false end
    local input = { down = no, pressed = no, released = no, axis = function() return 0 end,
        mouse = { x = 0, y = 0, z = 0, wheel = 0, inside = false } }
    math.randomseed(definition.seed or 1) -- the numbers of a run
    local state, dt = definition.load(params), definition.dt or 1 / 60
    local checks = {}
    for _, check in pairs(definition.checks or {}) do checks[#checks + 1] = check end
    return function(n)
        for _ = 1, n do
            if definition.update then definition.update(state, dt, params, input) end
            for i = 1, #checks do checks[i](state, params) end
        end
    end
end

-- ------------------------------------------------------------------------------------- timing

local function seconds(f, n)
    local start = os.clock()
    f(n)
    return os.clock() - start
end

local function median(list)
    table.sort(list)
    return list[#list // 2 + 1]
end

-- The number of queries in a step, and its microseconds: by the script, with nobody looking, and
-- watched.
local function measure(path)
    local run, watched, script = scenario.load(path), scenario.load(path), by_hand(path)
    local function step(n) run:step(n) end -- of these only the last is watched
    local function watch(n) for _ = 1, n do watched:step() end end
    local n, took = 1, 0
    while took < SECONDS / 2 and n < 100000 do -- how many steps fill a loop
        n = math.max(n + 1, math.min(4 * n, math.ceil(n * SECONDS / math.max(took, 1e-6))))
        took = seconds(step, n)
        script(n)
        watched:step(n)
    end
    local queries, few = #watched:queries(), math.max(1, n // 20)
    local times = { {}, {}, {} }
    for _ = 1, ROUNDS do
        collectgarbage()
        table.insert(times[1], seconds(script, n) * 1e6 / n)
        collectgarbage()
        table.insert(times[2], seconds(step, n) * 1e6 / n)
        collectgarbage()
        table.insert(times[3], seconds(watch, few) * 1e6 / few)
        watched:step(n - few) -- to the same frame
    end
    local by_script, stepped, watching = median(times[1]), median(times[2]), median(times[3])
    if n > 1 then stepped = (stepped * n - watching) / (n - 1) end
    return queries, by_script, stepped, watching
end

-- ------------------------------------------------------------------------------------- output

local line = rows.line(24)

-- A scenario that asks a thousand queries in a step.
local function asking()
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    assert(file:write [[
local collide = require "collide"
return {
    load = function()
        return { a = collide.sphere({ 0, 0, 0 }, 1), b = collide.box({ 2, 0, 0 }, { 0.5, 1, 1 }) }
    end,
    update = function(s)
        local a, b, overlap, n = s.a, s.b, collide.overlap, 0
        for _ = 1, 1000 do n = overlap(a, b) and n + 1 or n end
        s.n = n
    end,
}]])
    file:close()
    return path
end

local begun = false
local function row(name, path, bar)
    if not begun then
        print "\nA step of a scenario: microseconds; ratios are to the script alone.\n"
        line("scenario", "queries", "script", "step", "ratio", "bar", "", "watched", "ratio")
        if rows.markdown then
            line("---", "--:", "--:", "--:", "--:", "--:", "---", "--:", "--:")
        end
        begun = true
    end
    local queries, script, step, watching = measure(path)
    line(name, tostring(queries), ("%.1f"):format(script), ("%.1f"):format(step),
        ("%.2f"):format(step / script), bar and ("%.2f"):format(bar) or "-",
        bar and (step <= bar * script and "ok" or "missed") or "",
        ("%.1f"):format(watching), ("%.2f"):format(watching / script))
end

if rows.chosen "a thousand queries" or rows.chosen "step" then
    local path = asking()
    row("a thousand queries", path, 1.1)
    os.remove(path)
end
for _, path in ipairs(scenarios()) do
    local name = path:match "([^/]+)%.lua$"
    if rows.chosen(name) or rows.chosen "step" then row(name, path) end
end
