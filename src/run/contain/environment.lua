-- The globals of a script: a new table for each run. It has copies of the libraries, so that no
-- script can change them for its host or for another run. Nothing in it gives access to files, the
-- clock, memory addresses, or the moment at which memory is freed.
local runtime = ...

local function copy(from)
    local to = {}
    for name, value in next, from do to[name] = type(value) == "table" and copy(value) or value end
    return to
end

-- A copy of the module that raises for misspelled names as the module does.
local function copy_module(module)
    local made = copy(module)
    for name, value in next, { [""] = made, numbers = made.numbers } do
        local index = getmetatable(name == "" and module or module[name]).__index
        setmetatable(value, { __index = index, __metatable = false })
    end
    return made
end

local function get_metatable(value)
    if type(value) == "string" then return false end -- as if it had a __metatable field
    return getmetatable(value)
end

-- Raises as Lua's own functions do, unless the value has the expected type.
local function check_argument(number, name, value, expected)
    if type(value) == expected then return end
    local form = "bad argument #%d to '%s' (%s expected, got %s)"
    error(form:format(number, name, expected, value == nil and "no value" or type(value)), 3)
end

-- The load of scripts: only text, by default with the globals of the run.
local function text_loader(environment)
    return function(chunk, name, mode, ...)
        if mode ~= nil and not tostring(mode):find("t", 1, true) then
            return nil, "only text chunks can be loaded in scenarios"
        end
        if type(chunk) == "number" then chunk = tostring(chunk) end
        if type(chunk) ~= "function" then check_argument(1, "load", chunk, "string") end
        if name == nil then
            name = type(chunk) == "string" and chunk or "=(load)"
        end
        check_argument(2, "load", name, "string")
        local globals = environment
        if select("#", ...) > 0 then globals = ... end
        local loaded, message = load(chunk, name, "t", globals)
        runtime.check_stop() -- load catches the error that stops the script
        return loaded, message
    end
end

-- The require of scripts. A module is loaded once; so is the reason why there is none. The viewer
-- looks for each module and watches its file, so a run may ask for some hundred only.
local function require_function(modules)
    local loading, missing, asked = {}, {}, 0
    return function(name)
        if name == "collide" then return modules.collide end
        if name == "collide.scenario" then runtime.raise "a scenario cannot run scenarios" end
        check_argument(1, "require", name, "string")
        if name:find("\0", 1, true) then
            runtime.raise "the name of a module must not contain a zero byte"
        end
        if modules.loaded[name] ~= nil then return modules.loaded[name] end
        if loading[name] then runtime.raise("module '" .. name .. "' requires itself") end
        local chunk, why = nil, missing[name]
        if not why then
            asked = asked + 1
            if asked > runtime.most_modules then
                local form = "a scenario may require %d modules at most"
                runtime.raise(form:format(runtime.most_modules))
            end
            chunk, why = modules.load(name)
        end
        missing[name] = why
        if not chunk then
            if why:find "^[^\n]-:%d+: " then error(why, 0) end -- it has a position in the module
            runtime.raise(why)
        end
        loading[name] = true
        local value = chunk(name)
        loading[name] = nil
        if value == nil then value = true end
        modules.loaded[name] = value
        return value
    end
end

local function printer(lines)
    return function(...)
        local words = table.pack(...)
        for i = 1, words.n do words[i] = runtime.printed(words[i]) end
        lines:add(table.concat(words, "\t"))
    end
end

-- Makes the globals of a run. options: seed; load(name, globals) -> chunk, or nil, reason, for
-- require; load_text, load_data: of data.lua; lines: where print adds its lines; trusted: the
-- script also gets io, os, debug, dofile and loadfile. Returns the globals, and { random_state =,
-- metatables = } for the run.
function runtime.new_environment(options)
    local globals = {}
    local metatables = setmetatable({}, { __mode = "k" })
    for _, name in ipairs { "assert", "error", "ipairs", "rawequal", "rawget", "rawlen", "rawset",
        "select", "tonumber", "type", "_VERSION" } do
        globals[name] = _G[name]
    end
    for _, name in ipairs { "string", "table", "math", "utf8", "coroutine" } do
        globals[name] = copy(_G[name])
    end
    for name, f in next, runtime.arithmetic() do globals.math[name] = f end
    globals._G = globals
    globals.next, globals.pairs = runtime.next, runtime.pairs
    globals.pcall, globals.xpcall = runtime.pcall, runtime.xpcall
    globals.tostring, globals.print = runtime.tostring, printer(options.lines)
    globals.setmetatable = runtime.metatable_setter(metatables)
    globals.getmetatable = get_metatable
    globals.load = text_loader(globals)
    globals.collectgarbage = function() return 0 end
    globals.string.dump = nil
    globals.string.format = runtime.formatter(string.format)
    globals.table.sort = runtime.sort
    for _, name in ipairs { "create", "resume", "wrap", "close" } do
        globals.coroutine[name] = runtime[name]
    end
    local random, randomseed, random_state = runtime.generator(options.seed)
    globals.math.random, globals.math.randomseed = random, randomseed
    if options.trusted then
        globals.io, globals.os, globals.debug = io, os, debug
        globals.dofile, globals.loadfile = dofile, loadfile
    end
    local modules = { collide = copy_module(runtime.collide), loaded = {} }
    function modules.load(name) return options.load(name, globals) end
    globals.require = require_function(modules)
    globals.load_text, globals.load_data = options.load_text, options.load_data
    return globals, { random_state = random_state, metatables = metatables }
end

-- Strings share one metatable in a Lua state. runtime.enter(globals, f, ...) calls f with the
-- string methods of a run, and then restores those of the host; results as of runtime.call.
local strings = getmetatable("")

local function leave(index, ...)
    strings.__index = index
    return ...
end

function runtime.enter(globals, f, ...)
    local index = strings.__index
    strings.__index = globals.string
    return leave(index, runtime.call(f, ...))
end
