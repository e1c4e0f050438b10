-- The public module collide.scenario: load(path[, options]) -> run, and cases. A run holds a
-- simulation and what it needs to simulate again, since it goes back by starting again and stepping
-- forwards.
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

-- Checks argument 2 of a method: names says which options there are, wanted what each must be.
local function check_options(method, options, names, wanted)
    if options == nil then return {} end
    if type(options) ~= "table" then
        error(("bad argument #2 to '%s' (options must be a table, got %s)"):format(method,
            type(options)), 4)
    end
    for name, value in pairs(options) do
        local rule, kind = wanted[name], type(value)
        if not rule then
            error(("unknown option '%s'; %s"):format(runtime.tostring(name), runtime.hint(name,
                names, "there are " .. table.concat(names, ", ", 1, #names - 1) .. " and "
                .. names[#names])), 4)
        end
        if kind == "number" and math.tointeger(value) then kind = "integer" end
        if not rule:find(kind) then
            error(("option '%s' must be %s, got %s"):format(name, rule, runtime.tostring(value)), 4)
        end
    end
    return options
end

local function load_options(path, options)
    if type(path) ~= "string" then
        error("bad argument #1 to 'load' (path must be a string, got " .. type(path) .. ")", 3)
    end
    return (check_options("load", options, { "params", "seed", "input" }, -- no tail call: levels
        { params = "a table", seed = "an integer", input = "a table or a function" }))
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

local function check_count(value, method)
    local count = type(value) == "number" and math.tointeger(value)
    if not count or count < 0 then
        local form = "bad argument #1 to '%s' (an integer >= 0 expected, got %s)"
        error(form:format(method, runtime.tostring(value)), 3)
    end
    return count
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
    if own.case then
        own.simulation, own.timeline = runtime.start_case(own.case, own.script, true)
        own.simulation:look_for_odd()
        return publish(run)
    end
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
        if own.case then
            runtime.advance(sim, own.timeline, i == count)
        else
            sim:update(input_of(own.input, sim.frame + 1), i == count)
        end
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

-- A run that has not started.
local function new_run(own)
    local run = setmetatable({}, { __index = run_methods, __name = "collide.run" })
    own.changes = {}
    private[run] = own
    return run
end

-- ---------------------------------------------------------------------------------------- cases

local function read_or_raise(path)
    local source, why = runtime.read(path)
    if not source then error(path .. ": " .. why, 0) end
    return source
end

-- The script of a run's case, to be read where it is: from here, or from the folder of the case.
local function script_of(case, folder)
    local path = case.script
    local source, why = runtime.read(path)
    if not source and folder and not path:find "^/" then
        local beside = folder .. path
        local found = runtime.read(beside)
        if found then path, source = beside, found end
    end
    if not source then error(("%s: %s"):format(path, why), 0) end
    return { name = path, source = source, find = finder(path) }
end

-- The case and script of a kept run, as read_kept read it.
local function case_of_kept(kept)
    local intervals, last = runtime.new_intervals(), 0
    local script = { name = kept.name, source = kept.source, lenient = true, modules = kept.modules,
        find = function(name)
            local module = (kept.modules or {})[name]
            if not module then return nil, ("module '%s' is not in the kept run"):format(name) end
            return module[1], module[2]
        end }
    local function accepted(settings)
        local values
        for name, text in pairs(settings) do
            local param = (kept.params or {})[name]
            local value = param and runtime.param_value_of_text(param, text)
            if value ~= nil then
                values = values or {}
                values[name] = value
            end
        end
        return values
    end
    intervals.add(0, 1, kept.input, kept.drag, kept.lines)
    for _, step in ipairs(kept.steps or {}) do
        intervals.add(last + 1, step.count, step.input, step.drag, step.lines,
            accepted(step.settings))
        last = last + step.count
    end
    local params = accepted(kept.settings) or {}
    for name, value in pairs(params) do
        local param = kept.params[name]
        if value == runtime.param_value_of_text(param, param.original) then params[name] = nil end
    end
    local case, why = runtime.new_case { script = kept.name, frames = last,
        seed = kept.seed or kept.loaded_seed, params = params,
        input = intervals.finish() }
    if not case then error(why, 0) end
    return case, script
end

-- The text of the case of a kept run, or of one on the screen.
function runtime.text_of_kept(kept)
    if not kept then error("the run makes no sense", 0) end
    return runtime.case_text((case_of_kept(kept)))
end
runtime.case_of_kept = case_of_kept

-- The case and the script of a file: a kept run or a case; nothing of any other file.
function runtime.case_of_file(path)
    local kept, why = runtime.read_kept(path)
    if kept then return case_of_kept(kept) end
    if kept == nil then error(path .. ": " .. why, 0) end
    if not path:find "%.case$" then return nil end
    local case, wrong = runtime.new_case(read_or_raise(path))
    if not case then error(path .. ": " .. wrong, 0) end
    return case, case.script and script_of(case, path:match "^.*/")
end

-- The definition of a script, without a run; raises as load does.
function runtime.definition_of(script)
    local sim = runtime.new_simulation { name = script.name, source = script.source,
        find = script.find }
    sim:prepare()
    return sim.definition
end

-- The script at a path.
function runtime.script_at(path)
    return { name = path, source = read_or_raise(path), find = finder(path) }
end

-- The params of a scenario, as its file declares them: a list of { name =, kind = "number",
-- "boolean" or "choice", default =, min =, max =, step =, choices = }, in order of name.
function scenario.params(path)
    if type(path) ~= "string" then
        error("bad argument #1 to 'params' (path must be a string, got " .. type(path) .. ")", 2)
    end
    local script = runtime.script_at(path)
    local list = {}
    for i, param in ipairs(try(runtime.definition_of, script).params) do
        list[i] = { name = param.name, kind = param.kind, default = param.default,
            min = param.min, max = param.max, step = param.step,
            choices = param.choices and table.move(param.choices, 1, #param.choices, 1, {}) }
    end
    return list
end

-- The input, drag, lines and params of each frame of a run, from its own start.
local function frames_of(run)
    local own = private[run]
    local timeline = own.case and runtime.timeline(own.case)
    return function(frame)
        local input, drag, lines, params
        if timeline then
            input, drag, lines, params = timeline(frame)
        elseif frame > 0 then
            input = input_of(own.input, frame)
        end
        local changed = own.changes[frame - 1]
        if changed then
            params = copy(params)
            for name, value in pairs(changed) do params[name] = value end
        end
        return input or no_input, drag, lines, params
    end
end

-- What ended a run: the first check that failed, or the error.
local function failure_of(sim)
    local e = sim.failed
    if sim.failures[1] then return sim.failures[1].name end
    return e and runtime.failure_text { kind = "error", text = e.message, file = e.file,
        line = e.line }
end

-- The case of a run up to its frame.
local function case_of_run(run)
    local own = private[run]
    local sim, intervals, at = own.simulation, runtime.new_intervals(), frames_of(run)
    local last, params = sim.frame + (sim.failed and sim.failed.frame > sim.frame and 1 or 0), {}
    for frame = 0, last do
        local input, drag, lines, changed = at(frame)
        intervals.add(frame, 1, input, drag, lines, frame > 0 and changed or nil)
    end
    for _, param in ipairs(sim.definition.params) do
        local value = own.begun[param.name]
        if value ~= nil and value ~= param.default then params[param.name] = value end
    end
    local case, why = runtime.new_case { script = own.path, seed = sim.seed, params = params,
        frames = last, input = intervals.finish(), fails = failure_of(sim) }
    if not case then error(why, 0) end
    return case
end

-- The case of a run, a query of run:queries(), a file of a kept run or a case, a text, or a table.
-- tostring of it is its text.
function scenario.case(of)
    if private[of] then return case_of_run(of) end
    local case, why
    if type(of) == "table" and type(of.arguments) == "table" and of.arguments.n then
        case, why = runtime.case_of_query(of)
    elseif type(of) == "string" and not of:find "[{\n]" then
        case = try(runtime.case_of_file, of)
        why = of .. ": is no kept run and no case"
    elseif type(of) == "string" or type(of) == "table" then
        case, why = runtime.new_case(of)
    else
        why = "a run, a query, a case or a file expected, got " .. type(of)
    end
    if not case then error("bad argument #1 to 'case' (" .. why .. ")", 2) end
    return case
end

local function play_options(options)
    options = check_options("play", options, { "frames", "script", "watch" },
        { frames = "an integer", script = "a string", watch = "a table" })
    local watches = {}
    for i, text in ipairs(options.watch or {}) do
        local watch, why = runtime.new_watch(runtime.tostring(text))
        if not watch then error(("watch %d: %s"):format(i, why), 3) end
        watches[i] = watch
    end
    return options, watches
end

-- Plays a case: a text, a table, a file or what scenario.case returned. Of a query: { results =,
-- answer =, same =, difference = }. Of a run: { run =, frame =, hash =, failures =, failure =,
-- error =, rows =, problems = }.
function scenario.play(of, options)
    local watches
    options, watches = play_options(options)
    local case, script
    if type(of) == "string" and not of:find "[{\n]" then
        case, script = try(runtime.case_of_file, of)
        if not case then error("bad argument #1 to 'play' (" .. of
            .. ": is no kept run and no case)", 2) end
    else
        local good, made = pcall(scenario.case, of)
        if not good then error((tostring(made):gsub("'case'", "'play'", 1)), 2) end
        case = made
    end
    if case.query then
        local good, played = pcall(runtime.play_query, case)
        if not good then
            error(type(played) == "table" and "the case: " .. played.wrong or played, 2)
        end
        return played
    end
    if options.script then case = scenario.case(copy(case)); case.script = options.script end
    script = not options.script and script or script_of(case)
    local frames = options.frames and check_count(options.frames, "play")
    local outcome = runtime.play(case, script,
        { frames = frames, watches = watches, watched = true })
    if outcome.failure and outcome.failure.phase == "param" then
        error("the case: " .. outcome.failure.text, 2)
    end
    local own = { path = script.name, source = script.source, find = script.find, case = case,
        script = script, timeline = outcome.timeline, simulation = outcome.sim,
        begun = copy(case.params) }
    local run
    if outcome.sim then
        run = new_run(own)
        publish(run)
        run.params = params_of(run)
    end
    return { run = run, frame = outcome.frame, hash = outcome.hash, failures = outcome.failures,
        failure = outcome.failure, error = outcome.ended and text_of_error(outcome.ended) or nil,
        rows = outcome.rows, problems = outcome.problems }
end

-- ----------------------------------------------------------------------------------------- load

-- Loads a scenario, a kept run or the case of a run, and makes its frame 0.
function scenario.load(path, options)
    options = load_options(path, options)
    local case, script = try(runtime.case_of_file, path)
    if case and not case.script then error(path .. ": is the case of a query; play it", 0) end
    if case and next(options) ~= nil then
        error(("option '%s' does not go with a kept run or a case"):format(next(options)), 2)
    end
    local run
    if case then
        run = new_run { path = script.name, source = script.source, find = script.find,
            case = case, script = script }
    else
        run = new_run { path = path, source = read_or_raise(path), find = finder(path),
            seed = math.tointeger(options.seed), values = copy(options.params),
            input = options.input }
    end
    try(start, run)
    private[run].begun = copy(private[run].simulation.values)
    run.params = params_of(run)
    return run
end

-- ------------------------------------------------------------------------------------ methods

local function own_of(run, method)
    local own = private[run]
    if not own then error(("a run expected; call it as run:%s(...)"):format(method), 3) end
    return own
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
    own.begun = copy(own.values)
    if own.case then
        own.case = scenario.case(copy(own.case))
        own.case.params = own.values
    end
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
