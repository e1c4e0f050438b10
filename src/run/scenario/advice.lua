-- Messages that say what to do: the name that was probably meant, what an object has, a call with a
-- colon for a dot, and what takes the place of Lua's and other programs' globals that a scenario
-- does not have.
local runtime = ...

-- The name of a list that is nearest to a word, upper and lower case being the same; the first of
-- equals, nil where there is none. With `most`, none is that differs by more edits, or by half of
-- its letters.
function runtime.nearest(word, names, most)
    local nearest, least = nil, math.huge
    word = word:sub(1, 40):lower()
    for _, name in ipairs(names) do
        local distance = runtime.edit_distance(word, name:lower())
        local near = not most or distance <= most and 2 * distance < #name
        if near and distance < least then nearest, least = name, distance end
    end
    return nearest
end

-- The name of a list of which a name is a misspelling; nil if it is none.
function runtime.misspelled(name, names)
    return runtime.nearest(name, names, #name >= 8 and 2 or 1)
end

-- What a message says of a name that none of a list is: the one that was meant, or what is there.
function runtime.hint(name, names, otherwise)
    local near = type(name) == "string" and runtime.misspelled(name, names)
    return near and ("did you mean '%s'?"):format(near) or otherwise
end

local function sorted_names(of)
    local names = {}
    for name in next, of do
        if type(name) == "string" then names[#names + 1] = name end
    end
    table.sort(names)
    return names
end

-- Makes an object of functions helpful: `words` is name -> what to use instead. A name that it does
-- not have raises; so does a call as a method. Returns the object.
function runtime.guide(object, called, words)
    local function dotted(name, f)
        return function(first, ...)
            if rawequal(first, object) then
                local form = "%s.%s is called with a dot, %s.%s(...), not with a colon"
                error(form:format(called, name, called, name), 2)
            end
            return f(first, ...)
        end
    end
    for name, f in next, object do
        if type(f) == "function" then object[name] = dotted(name, f) end
    end
    return setmetatable(object, { __metatable = false, __index = function(_, name)
        if type(name) ~= "string" then return nil end
        local names = sorted_names(object)
        local word = words[name:lower():gsub("_", "")]
        local advice = word and "use " .. word
            or runtime.hint(name, names, "it has " .. table.concat(names, ", "))
        error(("%s has no '%s'; %s"):format(called, name, advice), 2)
    end })
end

-- The present value of a param; a name that no param has raises. For tail calls in an __index,
-- so that the error is where the script reads it.
function runtime.param_named(values, name)
    local value = values[name]
    if value ~= nil then return value end
    local names, word = sorted_names(values), runtime.tostring(name)
    error(("the scenario has no param '%s'; %s"):format(word,
        runtime.hint(word, names, #names > 0 and "it has " .. table.concat(names, ", ")
            or "write it into scenario.params")), 2)
end

local no_file = "a scenario has no files and no processes: print writes to the console; require, "
    .. "load_text and load_data read files beside the scenario"
local not_here = "is not available in a scenario"
local no_sound = "there is no sound; a text or a colour can say it: draw.text, draw.style"
local globals = {
    io = no_file,
    os = "a scenario has no clock and no system, so that it replays: count the time in update, "
        .. "by dt; math.random is seeded",
    love = "this is not LÖVE: scenario.load, scenario.update and scenario.draw take the place of "
        .. "its callbacks, input.down of its keyboard; docs/coming_from.md has a table",
    debug = "debug " .. not_here,
    package = "package " .. not_here .. "; require finds files beside it and in its lib folder",
    dofile = "use require, which reads Lua files beside the scenario",
    loadfile = "use require, which reads Lua files beside the scenario",
    loadstring = "use load", unpack = "use table.unpack",
    setfenv = "use the fourth argument of load", getfenv = "use _ENV",
    collide = 'begin with local collide = require "collide"',
    vec = 'begin with local vec = require "collide".vec',
    quat = 'begin with local quat = require "collide".quat',
    draw = "draw is the second argument of scenario.draw",
    s = "the state is the first argument of update, draw, camera and the checks",
    state = "the state is the first argument of update, draw, camera and the checks",
    p = "the params are an argument: load(p), update(s, dt, p), draw(s, draw, p)",
    params = "the params are an argument: load(p), update(s, dt, p), draw(s, draw, p)",
    dt = "dt is the second argument of scenario.update",
    self = "self is there only in functions that are written with a colon",
    null = "Lua writes nil",
    play_sound = no_sound, playsound = no_sound, sound = no_sound, audio = no_sound,
    input = "input is the fourth argument of scenario.update",
}

-- An error message for a method that its value does not have: with the types of collide's values
-- that have it, and the function of this name where shapes do not have it as a method.
local function advise_method(message, method)
    local types = runtime.types_with(method)
    if types then message = ("%s, which these have: %s"):format(message, types) end
    local is_function = type(rawget(runtime.collide, method)) == "function"
    if not is_function or types and types:find "shape" then return message end
    return ("%s; use the function collide.%s(...)"):format(message, method)
end

-- What Lua writes for the words of other languages, by the end of the message that they give.
local other_languages = {
    { "near '!'$", "Lua writes a ~= b and not a" },
    { "near '&'$", "Lua writes a and b" },
    { "unexpected symbol near '|'$", "Lua writes a or b" },
    { "syntax error near '[-+*/]'$", "Lua has no += or ++; write x = x + 1" },
    { "'[%a]+' expected near '='$", "Lua compares by a == b" },
    -- ipairs asks its argument for its elements.
    { "attempt to index a function value$", "the events, bodies, pairs and touching of a world "
        .. "are iterators: for event in world:events() do" },
    { "bad argument #%d to '[inext]*pairs' %(table expected, got world%)$",
        "write for body in world:bodies() do" },
    { "attempt to index a function value %(%a+ 'vec'%)$", "vec is a function: vec(x, y)" },
}

-- A message about an error in load, update or draw, whose function has a first parameter `self`.
function runtime.advise_self(message, definition, phase)
    local f = definition and definition[phase]
    if type(f) ~= "function" or debug.getlocal(f, 1) ~= "self" then return message end
    return ("%s (%s has a parameter self: if it was written with a colon, write it with a dot, "
        .. "function scenario.%s)"):format(message, phase, phase)
end

-- An error message for a field that was nil where the state has one of nearly this name.
local function advise_field(message, field, state)
    local is_state = type(state) == "table" and rawget(state, field) == nil
    local near = is_state and runtime.misspelled(field, sorted_names(state))
    return near and ("%s; did you mean '%s'?"):format(message, near) or message
end

-- An error message with what helps, where a global of the script was nil, a method, or a field.
function runtime.advise(message, environment, state)
    message = message:gsub("%(field 'integer index'%)$", "(an element of a list)")
    for _, case in ipairs(other_languages) do
        if message:find(case[1]) then return message .. "; " .. case[2] end
    end
    local method = message:match "attempt to call a nil value %(method '([%w_]+)'%)"
    if method then return advise_method(message, method) end
    local field = message:match "attempt to [%a ]+ a nil value %(field '([%w_]+)'%)"
    if field then return advise_field(message, field, state) end
    local name = message:match "attempt to [%a ]+ a nil value %(global '([%w_]+)'%)"
    if not name then return message end
    local elsewhere = environment[name] ~= nil
        and "a file of data, or a chunk with globals of its own, sees none of the scenario's"
    local advice = elsewhere or globals[name] or runtime.hint(name, sorted_names(environment))
    return advice and ("%s; %s"):format(message, advice) or message
end

-- --------------------------------------------------------------------- copies that nobody takes

-- Methods of collide's values that only return a new one. As statements they do nothing.
local copies = { "rotated", "moved", "normalized", "conjugate", "slerp" }
local longest_scan = 1 << 20 -- bytes of a source

-- The end of the string or comment that begins at `at`, and what stands for it.
local function skip_text(source, at)
    local comment = source:sub(at, at + 1) == "--"
    local long = source:match("^%-%-%[(=*)%[", at) or source:match("^%[(=*)%[", at)
    if long then
        local _, last = source:find("]" .. long .. "]", at, true)
        return last or #source, comment and "" or "''"
    elseif comment then
        return (source:find("\n", at, true) or #source + 1) - 1, ""
    end
    local quote, from = source:sub(at, at), at + 1
    while true do
        local stop = source:find("[\\\n" .. quote .. "]", from)
        if not stop then return #source, "''" end
        if source:sub(stop, stop) ~= "\\" then return stop, "''" end
        from = stop + 2
    end
end

-- The lines of a source without comments and what is in strings.
local function code_lines(source)
    local parts, from = {}, 1
    while from <= #source do
        local at = source:find("[%-%[\"']", from) or #source + 1
        parts[#parts + 1] = source:sub(from, at - 1)
        if source:find("^%-%-", at) or source:find("^%[=*%[", at) or source:find("^[\"']", at) then
            local last, stands = skip_text(source, at)
            parts[#parts + 1] = stands .. source:sub(at, last):gsub("[^\n]", "")
            from = last + 1
        else
            parts[#parts + 1], from = source:sub(at, at), at + 1
        end
    end
    local lines = {}
    for line in (table.concat(parts) .. "\n"):gmatch "(.-)\r?\n" do lines[#lines + 1] = line end
    return lines
end

-- Whether a statement can begin behind a line, or end before one: neither is within an expression.
local function ends_statement(line)
    local word = line:match "(%a+)%s*$"
    return not line:find "[=,({%[+%-*/%%^<>~&|.:#]%s*$" and word ~= "return" and word ~= "and"
        and word ~= "or" and word ~= "not" and word ~= "in"
end

local function begins_statement(line)
    local word = line:match "^%s*(%a+)"
    return not line:find "^%s*[=,)}%]({%[+%-*/%%^<>~&|.:'\"]" and word ~= "and" and word ~= "or"
end

-- Whether a source mentions a global function besides where it writes it: so it may be called.
function runtime.mentions(source, name)
    if #source > longest_scan then return true end
    local count, word = 0, "%f[%w_]" .. name .. "%f[^%w_]"
    for _, line in ipairs(code_lines(source)) do
        line = line:gsub("function%s+" .. word, ""):gsub(word .. "%s*=%f[^=]", "")
        for before in line:gmatch("([%w_]*%s*[.:]?%s*)" .. word) do
            if not before:find "[.:]%s*$" then count = count + 1 end
        end
    end
    return count > 0
end

-- The statements of a source that make a copy which nobody takes: a list of { line =, text = }.
function runtime.unused_copies(source)
    local found, any = {}, false
    for _, name in ipairs(copies) do any = any or source:find(":" .. name, 1, true) end
    if not any or #source > longest_scan then return found end
    local lines, before = code_lines(source), ""
    for number, line in ipairs(lines) do
        local object, name, arguments = line:match "^%s*([%a_][%w_.%[%]]*):(%a+)(%b())%s*;?%s*$"
        local is_copy = false
        for _, copy in ipairs(copies) do is_copy = is_copy or copy == name end
        local own = is_copy and (source:find("function%s+[%w_.]*[.:]" .. name .. "%f[^%w_]")
            or source:find("%f[%w_]" .. name .. "%s*=%s*function"))
        local after = number + 1
        while lines[after] and not lines[after]:find "%S" do after = after + 1 end
        if is_copy and not own and ends_statement(before)
            and begins_statement(lines[after] or "") then
            local call = ("%s:%s%s"):format(object, name, arguments)
            found[#found + 1] = { line = number, text = ("%s makes a copy that nothing takes; "
                .. "write %s = %s"):format(call, object, call) }
        end
        if line:find "%S" then before = line end
    end
    return found
end
