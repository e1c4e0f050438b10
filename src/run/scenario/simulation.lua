-- A simulation: one run of a scenario, from source text to a state, then from frame to frame. An
-- error of the script is raised as a table { phase =, message =, file =, line =, traceback =,
-- frame = } and ends the run. collide.scenario in plain lua5.4 and the runner process share it.
local runtime = ...

local simulation = {}
simulation.__index = simulation

local most_lines = 1000 -- printed lines that are kept between two frames

-- ------------------------------------------------------------------------------------- errors

-- The name of a chunk as Lua shortens it in messages (LUA_IDSIZE is 60).
local function short_name(name)
    return #name < 60 and name or "..." .. name:sub(-56)
end

-- The text of an error value.
local function text_of(value)
    if type(value) == "string" then return value end
    local metatable = getmetatable(value)
    if type(metatable) == "table" and metatable.__tostring or type(value) == "userdata" then
        local made, text = runtime.pcall(runtime.tostring, value)
        if made then return text end
    end
    return type(value) == "number" and runtime.tostring(value)
        or ("(the error is a %s, not a message)"):format(type(value))
end

-- The lines of a traceback down to the last one of the script, without those of this runtime.
local function own_lines(self, traceback)
    local lines, last = {}, 0
    for line in traceback:gmatch "[^\n]+" do
        -- Tail calls that the script has not made are this runtime's.
        local own = last < #lines and line:find("(...tail calls...)", 1, true)
        if not line:find("[collide]:", 1, true) and not own then
            lines[#lines + 1] = line
            local chunk = line:match "^%s*(.-):%d+: in "
            if chunk and self.chunks[chunk] then last = #lines end
        end
    end
    return table.concat(lines, "\n", 1, last)
end

-- The error table of e: a message, or what runtime.call returned. A position at the start of the
-- message is the error's; without one, it is where the error was raised.
function simulation:error_of(phase, e, frame)
    if type(e) ~= "table" then e = { value = e } end
    local message, file, line = text_of(e.value), e.file, e.line
    local chunk, number, rest = message:match "^([^\n]-):(%d+): (.*)$"
    if chunk and self.chunks[chunk] then
        message, file, line = rest, self.chunks[chunk], math.tointeger(tonumber(number))
    end
    message = runtime.advise(message, self.globals, self.state)
    message = runtime.advise_self(message, self.definition, phase)
    local traceback = e.traceback and own_lines(self, e.traceback) or ""
    return { phase = phase, message = message, file = file or self.name, line = line or 0,
        traceback = traceback, frame = frame or self.frame }
end

function simulation:fail(phase, e, frame)
    self.failed = self:error_of(phase, e, frame)
    error(self.failed, 0)
end

-- An error value with the place of a function, if a script has written it.
function runtime.error_at(f, message)
    local info = debug.getinfo(f, "S")
    local file = info.source:match "^@(.*)"
    return { value = message, file = file, line = file and info.linedefined }
end

-- Fails at a function of the script, which is `what`, as it has changed the state at a path.
function simulation:refuse_change(phase, f, what, path)
    local message = ("%s changed the state%s, which only update may do"):format(what,
        path ~= "" and (" (%s)"):format(path) or "")
    self:fail(phase, runtime.error_at(f, message))
end

local function finish(self, phase, frame, succeeded, ...)
    if not succeeded then self:fail(phase, (...), frame) end
    return ...
end

function simulation:call(phase, frame, f, ...)
    return finish(self, phase, frame, runtime.enter(self.globals, f, ...))
end

-- Calls f; if watched, records its queries in self.queries.
function simulation:watch(watched, phase, frame, f, ...)
    runtime.forget(self.queries)
    if not watched then return self:call(phase, frame, f, ...) end
    runtime.observe(self.queries)
    local function unwatch(...)
        runtime.observe()
        return ...
    end
    return finish(self, phase, frame, unwatch(runtime.enter(self.globals, f, ...)))
end

-- -------------------------------------------------------------------------------------- start

-- The printed lines of a run: a list that drops and counts those beyond its limit.
local function new_lines()
    local lines = { omitted = 0 }
    function lines:add(text)
        if #self < most_lines then self[#self + 1] = text else self.omitted = self.omitted + 1 end
    end
    function lines:clear()
        for i = #self, 1, -1 do self[i] = nil end
        self.omitted = 0
    end
    return lines
end

-- Prints a note on what the script has probably not meant, once for each key, with the frame.
function simulation:note(key, text)
    if self.noted[key] then return end
    self.noted[key] = true
    self.lines:add(("! %s%s"):format(text,
        self.frame > 0 and (" (frame %d)"):format(self.frame) or ""))
end

function simulation:load_chunk(name, source, globals)
    self.chunks[short_name(name)] = name
    if source:sub(1, 1) == "\27" then return nil, name .. ":1: is a binary chunk, not Lua text" end
    source = source:gsub("^\u{feff}", "") -- the byte order mark that some editors write
    if not source:find "%S" then return nil, name .. ":1: the file is empty" end
    -- A first line that begins with # is for the shell; Lua skips it only in files.
    if source:sub(1, 1) == "#" then source = "--" .. source end
    for _, copy in ipairs(runtime.unused_copies(source)) do
        local text = ("%s:%d: %s"):format(name, copy.line, copy.text)
        self:note(text, text)
    end
    return load(source, "@" .. name, "t", globals)
end

function simulation:load_module(name, globals)
    local file, source = self.options.find(name)
    if not file then return nil, source end
    return self:load_chunk(file, source, globals)
end

-- What the script gets as p: a read-only view of the present values. read: a set of the names that
-- it has asked for.
local function params_view(values, read)
    return setmetatable({}, {
        __index = function(_, name)
            read[name] = true
            return runtime.param_named(values, name)
        end,
        __metatable = false,
        __newindex = function(_, name)
            local form = "params cannot be assigned by the scenario (param '%s')"
            error(form:format(runtime.tostring(name)), 2)
        end,
        __pairs = function(view)
            for name in next, values do read[name] = true end
            return (runtime.pairs(values)), view -- never the values
        end,
    })
end

-- A simulation that has not started. options:
--   name, source            of the script
--   find(name)              -> file, text of a module, or of the file "./path"; or nil, reason
--   seed                    instead of the scenario's own
--   values                  params by name, as Lua values
--   settings, lenient       params by name, as text; lenient: skip those that are not accepted
--   drag                    a shape to place after load: { x, y, z, key = }
--   console                 lines of the console, run after load
--   trusted                 see environment.lua
--   watched                 record the queries of load
--   query_limit             of how many queries of a frame are recorded; nil: all
function runtime.new_simulation(options)
    return setmetatable({ options = options, name = options.name, chunks = {}, frame = 0, time = 0,
        plots = {}, noted = {}, lines = new_lines(), failures = {}, drawn_count = 1 << 47,
        trace = runtime.new_trace(), queries = runtime.new_query_log(options.query_limit) },
        simulation)
end

-- Fails at a global of the script that takes the place of a field, and notes one that may.
function simulation:check_global(scenario, name, value)
    local message, surely = runtime.misplaced_global(scenario, name, value)
    local e = type(value) == "function" and runtime.error_at(value, message) or { value = message }
    if surely then
        self:fail("load", e)
    elseif message and not runtime.mentions(self.options.source, name) then
        self:note(name, e.line and ("%s:%d: %s"):format(e.file, e.line, message) or message)
    end
end

function simulation:define()
    local chunk, why = self:load_chunk(self.name, self.options.source, self.globals)
    if not chunk then self:fail("load", why) end
    local before = {}
    for name, value in runtime.pairs(self.globals) do before[name] = value end
    local returned = self:call("load", 0, chunk)
    local succeeded, definition = pcall(runtime.new_definition, returned, self.name)
    if not succeeded then self:fail("load", definition) end
    for name, value in runtime.pairs(self.globals) do
        if not rawequal(value, before[name]) then self:check_global(returned, name, value) end
    end
    return definition
end

-- Sets a param from a Lua value or from text; returns true, or nil, reason.
function simulation:set_param(name, value, is_text)
    local params = self.definition.params
    local param = type(name) == "string" and params[name]
    if not param then
        local names = {}
        for i, known in ipairs(params) do names[i] = known.name end
        return nil, ("unknown param '%s'; the scenario has %s"):format(runtime.tostring(name),
            #names > 0 and table.concat(names, ", ") or "none")
    end
    local parse = is_text and runtime.param_value_of_text or runtime.param_value
    local accepted, problem = parse(param, value)
    if accepted == nil then return nil, problem end
    self.values[name] = accepted
    if self.state then self.set_later[name] = true end
    return true
end

-- Sets params by name. Fails at a value that is not accepted, or skips it if lenient.
function simulation:set_params(values, is_text, lenient)
    for name, value in runtime.pairs(values or {}) do
        local succeeded, why = self:set_param(name, value, is_text)
        if not succeeded and not lenient then self:fail("param", why) end
    end
end

-- The globals of the console: those of the script, and behind them collide, vec, help and all.
function runtime.console_globals(self)
    local collide = self.globals.require "collide"
    local known = { collide = collide, vec = collide.vec, help = collide.help,
        all = function(value)
            for _, line in ipairs(runtime.all_lines(value)) do self.lines:add(line) end
        end }
    return setmetatable({}, { __newindex = self.globals, __index = function(_, name)
        local value = self.globals[name]
        if value == nil then return known[name] end
        return value
    end })
end

-- Runs lines that a person typed, with s and p, and prints their results: shortened, a text as it
-- is.
function simulation:run_console(console)
    local head = "local s, p = ... "
    for _, text in ipairs(console or {}) do
        self.lines:add("> " .. text)
        local globals = runtime.console_globals(self)
        local chunk = load(head .. "return " .. text, "=console", "t", globals)
        local why
        if not chunk then chunk, why = load(head .. text, "=console", "t", globals) end
        local results = table.pack(false, { value = why })
        if chunk then
            results = table.pack(runtime.enter(self.globals, chunk, self.state, self.params))
        end
        if results[1] then
            local texts = {}
            for i = 2, results.n do
                local value = results[i]
                if rawequal(value, self.params) then value = self.values end
                texts[#texts + 1] = runtime.shown(value)
            end
            if #texts > 0 then
                for line in (table.concat(texts, "\t") .. "\n"):gmatch "(.-)\n" do
                    self.lines:add(line)
                end
            end
        else
            local message = text_of(results[2].value):gsub("^console:%d+: ", "")
            self.lines:add("! " .. runtime.advise(message, self.globals, self.state))
        end
    end
end

-- Makes the globals and runs the file, which gives the definition.
function simulation:prepare()
    local options = self.options
    local hidden
    local load_text, load_data = runtime.new_loaders(options.find,
        function(file, text, globals) return self:load_chunk(file, text, globals) end)
    self.globals, hidden = runtime.new_environment {
        seed = options.seed or 1, lines = self.lines, trusted = options.trusted,
        load = function(name, globals) return self:load_module(name, globals) end,
        load_text = load_text, load_data = load_data,
    }
    self.random_state, self.metatables = hidden.random_state, hidden.metatables
    self.definition = self:define()
end

-- Makes frame 0.
function simulation:start()
    local options = self.options
    self:prepare()
    self.seed, self.values = options.seed or self.definition.seed, {}
    for _, param in ipairs(self.definition.params) do self.values[param.name] = param.default end
    self:set_params(options.values)
    self:set_params(options.settings, true, options.lenient)
    self.read, self.set_later = {}, {}
    self.params = params_view(self.values, self.read)
    self.input, self.take_input = runtime.new_input()
    self.checks = {}
    for i, check in ipairs(self.definition.checks) do
        self.checks[i] = { name = check.name, passed = true, message = "" }
    end
    self.random_state(self.seed)
    self.state = self:watch(options.watched, "load", 0, self.definition.load, self.params)
    if type(self.state) ~= "table" then
        self:fail("load", runtime.error_at(self.definition.load,
            ("load must return a table, the state; got %s"):format(type(self.state))))
    end
    self.read_by_load = {}
    for name in next, self.read do self.read_by_load[name], self.read[name] = true, nil end
    if options.drag then runtime.place(self.state, options.drag) end
    self:run_console(options.console)
    self:call("load", 0, runtime.check_metatables, self.metatables)
    runtime.aim(self)
end

-- ------------------------------------------------------------------------------------- frames

-- Calls a check, and notes whether it passed.
function simulation:run_check(index)
    local check = self.checks[index]
    local succeeded, result, message = runtime.enter(self.globals,
        self.definition.checks[index].call, self.state, self.params)
    if not succeeded then
        local e = self:error_of("check", result)
        result, message = false, ("%s:%d: %s"):format(e.file, e.line, e.message)
    elseif result == nil and message == nil then
        message = "returned nil"
    end
    check.passed = result and true or false
    if not check.passed and not check.first_failure then
        check.raised = not succeeded
        check.first_failure, check.message = self.frame, message ~= nil and text_of(message) or ""
        table.insert(self.failures,
            { name = check.name, frame = self.frame, message = check.message })
    end
end

-- The number that an expression has in this frame, for a plot; NaN where it has none. One that
-- changes the state ends the run.
function simulation:watched_number(text)
    self.watches = self.watches or {}
    local watch = self.watches[text] or runtime.new_watch(text)
    if not watch then return 0 / 0 end
    self.watches[text] = watch
    local value, why = watch:value(self)
    if why and why:find "^changes the state" then
        self:fail("watch", { value = ("the watched expression '%s' %s"):format(text, why) })
    end
    if type(value) == "boolean" then return value and 1 or 0 end
    return type(value) == "number" and value or 0 / 0
end

-- Calls all checks. The random numbers of the run stay as they were. watched: raises where a check
-- changed the state.
function simulation:run_checks(watched)
    local numbers = self.random_state()
    local before = watched and self.checks[1] and runtime.hash(self.state, self.trace)
    for i, check in ipairs(self.definition.checks) do
        self:run_check(i)
        if before and runtime.hash(self.state) ~= before then
            self:refuse_change("check", check.call, ("the check '%s'"):format(check.name),
                runtime.changed(self.state, self.trace))
        end
    end
    self.random_state(numbers)
end

-- Notes the params that were set after load and that nothing has read since, unless draw may, which
-- is not called for every frame.
function simulation:note_unread()
    if self.definition.draw and not self.has_drawn then return end
    for name in runtime.pairs(self.set_later) do
        if self.read_by_load[name] and not self.read[name] then
            self:note("param " .. name, ("load alone reads the param '%s'; a restart (R) runs it "
                .. "with the new value"):format(name))
        end
    end
end

-- Makes the next frame. input: what a person does in it, as input.lua takes it. watched: record its
-- queries. drag: a shape that a person holds, { x, y, z, key = }, placed there before the update
-- and again after it. console: its lines, run after the update.
function simulation:update(input, watched, drag, console)
    if self.failed then error(self.failed, 0) end
    local frame, definition = self.frame + 1, self.definition
    self.take_input(input)
    if drag then runtime.place(self.state, drag) end
    if definition.update then
        self:watch(watched, "update", frame, definition.update, self.state, definition.dt,
            self.params, self.input)
        if drag then runtime.place(self.state, drag) end
    end
    self.frame, self.time = frame, frame * definition.dt
    self:run_console(console)
    self:run_checks(watched)
    if next(self.set_later) then self:note_unread() end
    if next(self.metatables) then
        self:call("update", frame, runtime.check_metatables, self.metatables)
    end
    runtime.aim(self)
end

-- The path to the first value of a state that `is_odd`, and its text. A table is not looked through
-- whose keys have no fixed order: `runtime.next` raises for it.
local function path_of(state, is_odd)
    local queue, paths, seen = { state }, { "s" }, { [state] = true }
    local found_path, found
    local function look_through(of, path_to)
        for key, value in runtime.next, of do
            local name = type(key) == "string" and key:match "^[%a_][%w_]*$"
            local path = path_to .. (name and "." .. name or "[" .. runtime.in_message(key) .. "]")
            if is_odd(value) then
                found_path, found = path, runtime.in_message(value)
                return
            end
            if type(value) == "table" and not seen[value] then
                seen[value], queue[#queue + 1], paths[#paths + 1] = true, value, path
            end
        end
    end
    for at = 1, math.huge do
        if found_path or not queue[at] then return found_path, found end
        pcall(look_through, queue[at], paths[at])
    end
end

local function is_any(test)
    return function(value)
        if type(value) == "number" then return test(value) end
        return runtime.is_vector(value)
            and (test(value.x) or test(value.y) or test(value.z or 0))
    end
end

local oddities = {
    { bit = 1, name = "nan", is = is_any(function(x) return x ~= x end) },
    { bit = 2, name = "infinity", is = is_any(function(x) return x == x and x - x ~= 0 end) },
}

-- Notes the first NaN and the first infinity of the state. odd: the bits that runtime.hash found.
-- An infinity that is there from the start is meant.
function simulation:note_odd(odd)
    for _, oddity in ipairs(oddities) do
        if odd & oddity.bit == 0 or self.noted[oddity.name] then
            goto continue
        elseif oddity.name == "infinity" and self.frame == 0 then
            self.noted.infinity = true
        else
            local path, text = path_of(self.state, oddity.is)
            if path then self:note(oddity.name, ("%s is %s"):format(path, text)) end
        end
        ::continue::
    end
end

-- The same where no hash is taken anyway.
function simulation:look_for_odd()
    if self.noted.nan and self.noted.infinity then return end
    local _, odd = runtime.hash(self.state)
    self:note_odd(odd)
end

-- What the scenario draws of this frame, a list of drawing.lua. The random numbers of the run stay
-- as they were, and so do the creation numbers, as not every frame is drawn: what draw makes counts
-- in a range of its own. checked: raises where it styles what is not in the state.
function simulation:draw(checked)
    local draw, list = runtime.new_drawing(self.plots,
        checked and runtime.creation_numbers(self.state),
        function(key, text) self:note(key, text) end)
    if not self.definition.draw then return list end
    self.has_drawn = true
    local numbers, count = self.random_state(), runtime.count_from(self.drawn_count)
    local succeeded, problem = runtime.enter(self.globals, self.definition.draw, self.state, draw,
        self.params)
    self.random_state(numbers)
    self.drawn_count = runtime.count_from(count)
    if not succeeded then error(self:error_of("draw", problem), 0) end
    return list
end
