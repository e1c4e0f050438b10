-- The public module collide.scenario: load(path[, options]) -> run. A run holds a simulation and
-- what it needs to simulate again, since it goes back by starting again and stepping forwards.
local runtime = ...

local scenario, run_methods = {}, {}
local private = setmetatable({}, { __mode = "k" }) -- run -> its private fields

-- The error of a simulation as a string: one line, then the traceback if there is one.
local function text_of_error(e)
    if type(e) ~= "table" or not e.phase then return e end
    local place = e.line > 0 and ("%s:%d"):format(e.file, e.line) or e.file
    local text = place .. ": " .. e.message
    return e.traceback ~= "" and text .. "\n" .. e.traceback or text
end

-- Calls f; raises its error as text_of_error writes it.
local function try(f, ...)
    local function finish(succeeded, ...)
        if not succeeded then error(text_of_error((...)), 0) end
        return ...
    end
    return finish(pcall(f, ...))
end

-- ----------------------------------------------------------------------------------- options

local function check_options(path, options)
    if type(path) ~= "string" then
        error("bad argument #1 to 'load' (path must be a string, got " .. type(path) .. ")", 3)
    end
    if options == nil then return {} end
    if type(options) ~= "table" then
        error("bad argument #2 to 'load' (options must be a table, got " .. type(options) .. ")", 3)
    end
    local wanted = {
        params = { "a table", function(value) return type(value) == "table" end },
        seed = { "an integer",
            function(value) return type(value) == "number" and math.tointeger(value) end },
        input = { "a table or a function",
            function(value) return type(value) == "table" or type(value) == "function" end },
    }
    for name, value in pairs(options) do
        local rule = wanted[name]
        if not rule then
            error(("unknown option '%s'; %s"):format(runtime.tostring(name), runtime.hint(name,
                { "params", "seed", "input" }, "there are params, seed and input")), 3)
        end
        if not rule[2](value) then
            error(("option '%s' must be %s, got %s"):format(name, rule[1], runtime.tostring(value)),
                3)
        end
    end
    return options
end

local function copy(values)
    local made = {}
    for name, value in pairs(values or {}) do made[name] = value end
    return made
end

local no_input = {}

-- The input of the update that makes a frame.
local function input_of(input, frame)
    local given = input
    if type(input) == "function" then
        given = input(frame)
    elseif input then
        given = input[frame]
    end
    return given == nil and no_input or runtime.checked_input(given, frame)
end

-- ------------------------------------------------------------------------------------- making

-- Sets the public fields of a run from its simulation.
local function publish(run)
    local own = private[run]
    local sim = own.simulation
    run.state, run.frame, run.time, run.failures = sim.state, sim.frame, sim.time, sim.failures
end

local function start(run)
    local own = private[run]
    own.simulation = runtime.new_simulation {
        name = own.path, source = own.source, find = own.find, seed = own.seed,
        values = own.values, watched = true,
    }
    own.simulation:start()
    own.simulation:look_for_odd()
    publish(run)
end

-- Makes frames, and assigns params again at the frames at which the user assigned them.
local function forwards(run, count)
    local own = private[run]
    local sim = own.simulation
    sim.lines:clear()
    for i = 1, count do
        local changed = own.changes[sim.frame]
        if changed then
            for name, value in pairs(changed) do sim:set_param(name, value) end
        end
        sim:update(input_of(own.input, sim.frame + 1), i == count)
    end
    sim:look_for_odd()
end

-- Makes frames; the fields of the run are up to date also if an update raises.
local function advance(run, count)
    local succeeded, e = pcall(forwards, run, count)
    publish(run)
    if not succeeded then error(text_of_error(e), 0) end
end

-- run.params: an assignment is checked, takes effect in the next update, and is repeated at its
-- frame when the run goes back.
local function params_of(run)
    local own = private[run]
    return setmetatable({}, {
        __index = function(_, name) return runtime.param_named(own.simulation.values, name) end,
        __newindex = function(_, name, value)
            local sim = own.simulation
            local succeeded, why = sim:set_param(name, value)
            if not succeeded then error(why, 2) end
            own.changes[sim.frame] = own.changes[sim.frame] or {}
            own.changes[sim.frame][name] = sim.values[name]
        end,
        __pairs = function(view) return (runtime.pairs(own.simulation.values)), view end,
    })
end

-- Reads each module once, so that a run which goes back runs the same text again.
local function finder(path)
    local found = {}
    return function(name)
        if not found[name] then found[name] = table.pack(runtime.find(path, name)) end
        return table.unpack(found[name], 1, 2)
    end
end

-- Loads a scenario and makes its frame 0.
function scenario.load(path, options)
    options = check_options(path, options)
    local source, why = runtime.read(path)
    if not source then error(path .. ": " .. why, 0) end
    local run = setmetatable({}, { __index = run_methods, __name = "collide.run" })
    private[run] = { path = path, source = source, find = finder(path),
        seed = math.tointeger(options.seed), values = copy(options.params), input = options.input,
        changes = {} }
    try(start, run)
    run.params = params_of(run)
    return run
end

-- ------------------------------------------------------------------------------------ methods

local function own_of(run, method)
    local own = private[run]
    if not own then error(("a run expected; call it as run:%s(...)"):format(method), 3) end
    return own
end

local function check_count(value, method)
    local count = type(value) == "number" and math.tointeger(value)
    if not count or count < 0 then
        local form = "bad argument #1 to '%s' (an integer >= 0 expected, got %s)"
        error(form:format(method, runtime.tostring(value)), 3)
    end
    return count
end

-- Makes n (default 1) more frames. An error of the script is raised with its position and
-- traceback.
function run_methods:step(n)
    own_of(self, "step")
    advance(self, check_count(n == nil and 1 or n, "step"))
    return self
end

-- Goes to a frame; backwards by starting again, with the same text, params, seed and input.
function run_methods:seek(frame)
    local own = own_of(self, "seek")
    frame = check_count(frame, "seek")
    if frame < own.simulation.frame or own.simulation.failed then try(start, self) end
    advance(self, frame - own.simulation.frame)
    return self
end

-- Starts again at frame 0 with the present params.
function run_methods:restart()
    local own = own_of(self, "restart")
    own.values, own.changes = copy(own.simulation.values), {}
    try(start, self)
    return self
end

-- The queries of the last update (in frame 0, of load): a list of { name =, arguments =, results =,
-- result =, file =, line = }, with the name also under the key "function".
function run_methods:queries()
    return runtime.queries(own_of(self, "queries").simulation.queries)
end

-- The checks in order of name: a list of { name =, passed =, first_failure = frame or nil,
-- message = }.
function run_methods:checks()
    local checks = {}
    for i, check in ipairs(own_of(self, "checks").simulation.checks) do checks[i] = copy(check) end
    return checks
end

-- The hash of the state, 16 hexadecimal digits: equal states have equal hashes in every process.
function run_methods:hash()
    return (runtime.hash(own_of(self, "hash").simulation.state))
end

-- What scenario.draw draws of this frame: a list of the tables of drawing.lua.
function run_methods:drawings()
    return try(own_of(self, "drawings").simulation.draw, private[self].simulation, true)
end

-- Where scenario.camera has its picture of this frame taken: { center =, height =, angle = }, or
-- nil without one; and what it did wrong, or nil.
function run_methods:camera()
    local sim = own_of(self, "camera").simulation
    return sim.aimed and copy(sim.aimed), sim.camera_problem
end

-- The lines that the scenario printed since it was loaded or the last step began.
function run_methods:prints()
    return table.pack(table.unpack(own_of(self, "prints").simulation.lines))
end

return scenario
