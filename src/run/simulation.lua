-- One run of a scenario: from source text to a state, and from frame to frame. Errors of the
-- script are raised as tables { phase =, message =, file =, line =, traceback =, frame = }, after
-- which the run is over. The same object serves plain lua5.4 and the runner process.
local runtime = ...

local simulation = {}
simulation.__index = simulation

local lines_kept = 1000 -- of print, between two frames

-- ------------------------------------------------------------------------------------- errors

-- The name of a chunk as Lua shortens it in messages.
local function short_name(name)
    return #name < 60 and name or "..." .. name:sub(-56)
end

local function text_of(value)
    if type(value) == "string" then return value end
    local metatable = getmetatable(value)
    if type(metatable) == "table" and metatable.__tostring or type(value) == "userdata" then
        local well, text = runtime.pcall(runtime.tostring, value)
        if well then return text end
    end
    return type(value) == "number" and tostring(value)
        or ("(the error is a %s, not a message)"):format(type(value))
end

-- The lines of a traceback down to the script's last one, without those of this runtime.
local function own_lines(self, traceback)
    local lines, last = {}, 0
    for line in traceback:gmatch "[^\n]+" do
        if not line:find("[collide]:", 1, true) then
            lines[#lines + 1] = line
            local chunk = line:match "^%s*(.-):%d+: in "
            if chunk and self.chunks[chunk] then last = #lines end
        end
    end
    return table.concat(lines, "\n", 1, last)
end

-- e: a message, or what runtime.call gives. A position at the start of the message is the truth;
-- else the place where it was raised.
function simulation:error_of(phase, e, frame)
    if type(e) ~= "table" then e = { value = e } end
    local message, file, line = text_of(e.value), e.file, e.line
    local chunk, number, rest = message:match "^([^\n]-):(%d+): (.*)$"
    if chunk and self.chunks[chunk] then
        message, file, line = rest, self.chunks[chunk], math.tointeger(tonumber(number))
    end
    local traceback = e.traceback and own_lines(self, e.traceback) or ""
    return { phase = phase, message = message, file = file or self.name, line = line or 0,
        traceback = traceback, frame = frame or self.frame }
end

function simulation:fail(phase, e, frame)
    self.failed = self:error_of(phase, e, frame)
    error(self.failed, 0)
end

local function finish(self, phase, frame, well, ...)
    if not well then self:fail(phase, (...), frame) end
    return ...
end

function simulation:call(phase, frame, f, ...)
    return finish(self, phase, frame, runtime.enter(self.globals, f, ...))
end

-- Calls with queries observed.
function simulation:watch(watched, phase, frame, f, ...)
    if #self.queries > 0 then self.queries = {} end
    if not watched then return self:call(phase, frame, f, ...) end
    runtime.observe(self.queries)
    local function unwatch(...)
        runtime.observe()
        return ...
    end
    return finish(self, phase, frame, unwatch(runtime.enter(self.globals, f, ...)))
end

-- -------------------------------------------------------------------------------------- start

local function new_lines()
    local lines = { omitted = 0 }
    function lines:add(text)
        if #self < lines_kept then self[#self + 1] = text else self.omitted = self.omitted + 1 end
    end
    function lines:clear()
        for i = #self, 1, -1 do self[i] = nil end
        self.omitted = 0
    end
    return lines
end

function simulation:load_chunk(name, source, globals)
    self.chunks[short_name(name)] = name
    if source:sub(1, 1) == "\27" then return nil, name .. ":1: is a binary chunk, not Lua text" end
    source = source:gsub("^\u{feff}", "") -- what some editors begin a text with
    if not source:find "%S" then return nil, name .. ":1: the file is empty" end
    -- A first line with # is the shell's.
    if source:sub(1, 1) == "#" then source = "--" .. source end
    return load(source, "@" .. name, "t", globals)
end

function simulation:load_module(name, globals)
    local file, source = self.options.find(name)
    if not file then return nil, source end
    return self:load_chunk(file, source, globals)
end

-- What the script sees as p: reading only; what its owner sets shows at once.
local function params_view(values)
    return setmetatable({}, {
        __index = values, __metatable = false,
        __newindex = function(_, name)
            local form = "params cannot be assigned by the scenario (param '%s')"
            error(form:format(runtime.tostring(name)), 2)
        end,
        __pairs = function() return runtime.pairs(values) end,
    })
end

local function new_input(self)
    local input = {}
    function input.down(key) return self.keys[key] == true end
    function input.pressed(key) return self.keys[key] == true and not self.keys_before[key] end
    function input.released(key) return self.keys_before[key] == true and not self.keys[key] end
    function input.axis(negative, positive)
        return (self.keys[positive] and 1 or 0) - (self.keys[negative] and 1 or 0)
    end
    return input
end

-- options: name, source; find(module) -> file, source or nil, why; seed (or nil: the scenario's);
-- values: params by name, or settings: params as text by name, of which those that do not fit are
-- passed over where lenient; drag: a shape to be put somewhere after load; said: lines of the
-- console; trusted; watched.
function runtime.new_simulation(options)
    return setmetatable({ options = options, name = options.name, chunks = {}, frame = 0, time = 0,
        keys = {}, keys_before = {}, lines = new_lines(), failures = {}, queries = {} }, simulation)
end

function simulation:define()
    local chunk, why = self:load_chunk(self.name, self.options.source, self.globals)
    if not chunk then self:fail("load", why) end
    local returned = self:call("load", 0, chunk)
    local well, definition = pcall(runtime.new_definition, returned, self.name)
    if not well then self:fail("load", definition) end
    return definition
end

-- Sets a param from a Lua value, or from text; nil and why where it cannot take it.
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
    return true
end

-- lenient: what the params cannot take is passed over.
function simulation:set_params(values, is_text, lenient)
    for name, value in runtime.pairs(values or {}) do
        local well, why = self:set_param(name, value, is_text)
        if not well and not lenient then self:fail("param", why) end
    end
end

-- Runs lines that a person typed, with the script's globals, s and p; what they give is printed.
function simulation:say(said)
    for _, text in ipairs(said or {}) do
        self.lines:add("> " .. text)
        local head = "local s, p = ... "
        local chunk = load(head .. "return " .. text, "=console", "t", self.globals)
        local why
        if not chunk then chunk, why = load(head .. text, "=console", "t", self.globals) end
        local results = table.pack(false, { value = why })
        if chunk then
            results = table.pack(runtime.enter(self.globals, chunk, self.state, self.params))
        end
        if results[1] then
            local texts = {}
            for i = 2, results.n do texts[#texts + 1] = runtime.tostring(results[i]) end
            if #texts > 0 then self.lines:add(table.concat(texts, "\t")) end
        else
            self.lines:add("! " .. text_of(results[2].value):gsub("^console:%d+: ", ""))
        end
    end
end

-- Makes frame 0.
function simulation:start()
    local options = self.options
    local hidden
    self.globals, hidden = runtime.new_environment {
        seed = options.seed or 1, lines = self.lines, trusted = options.trusted,
        load = function(name, globals) return self:load_module(name, globals) end,
    }
    self.random_state, self.metatables = hidden.random_state, hidden.metatables
    self.definition = self:define()
    self.seed, self.values = options.seed or self.definition.seed, {}
    for _, param in ipairs(self.definition.params) do self.values[param.name] = param.default end
    self:set_params(options.values)
    self:set_params(options.settings, true, options.lenient)
    self.params, self.input = params_view(self.values), new_input(self)
    self.checks = {}
    for i, check in ipairs(self.definition.checks) do
        self.checks[i] = { name = check.name, passed = true, message = "" }
    end
    self.random_state(self.seed)
    self.state = self:watch(options.watched, "load", 0, self.definition.load, self.params)
    if type(self.state) ~= "table" then
        self:fail("load", ("load must return a table, the state; got %s"):format(type(self.state)))
    end
    if options.drag then runtime.place(self.state, options.drag) end
    self:say(options.said)
    self:call("load", 0, runtime.check_metatables, self.metatables)
end

-- ------------------------------------------------------------------------------------- frames

function simulation:run_check(index)
    local check = self.checks[index]
    local well, result, message = runtime.enter(self.globals, self.definition.checks[index].call,
        self.state, self.params)
    if not well then
        local e = self:error_of("check", result)
        result, message = false, ("%s:%d: %s"):format(e.file, e.line, e.message)
    elseif result == nil and message == nil then
        message = "returned nil"
    end
    check.passed = result and true or false
    if not check.passed and not check.first_failure then
        check.raised = not well
        check.first_failure, check.message = self.frame, message ~= nil and text_of(message) or ""
        table.insert(self.failures,
            { name = check.name, frame = self.frame, message = check.message })
    end
end

-- Makes the next frame with these keys held. watched: record its queries. drag: a shape that a
-- person holds, { x, y, z, key = }; what the update does to its place is undone.
-- said: lines of the console, run after the update.
function simulation:update(keys, watched, drag, said)
    if self.failed then error(self.failed, 0) end
    local frame, definition = self.frame + 1, self.definition
    self.keys_before = self.keys
    if keys[1] ~= nil or next(self.keys) then self.keys = {} end
    for _, key in ipairs(keys) do self.keys[key] = true end
    if drag then runtime.place(self.state, drag) end
    if definition.update then
        self:watch(watched, "update", frame, definition.update, self.state, definition.dt,
            self.params, self.input)
        if drag then runtime.place(self.state, drag) end
    end
    self.frame, self.time = frame, frame * definition.dt
    self:say(said)
    for i = 1, #self.checks do self:run_check(i) end
    if next(self.metatables) then
        self:call("update", frame, runtime.check_metatables, self.metatables)
    end
end

-- What the scenario draws of this frame, a list of drawing.lua's. The state and the random numbers
-- stay as they are.
function simulation:draw()
    local draw, list = runtime.new_drawing()
    if not self.definition.draw then return list end
    local numbers = self.random_state()
    local well, problem = runtime.enter(self.globals, self.definition.draw, self.state, draw,
        self.params)
    self.random_state(numbers)
    if not well then error(self:error_of("draw", problem), 0) end
    return list
end
