-- The definition of a scenario: what its file returns, checked, with a default for every field. And
-- params: their kinds, and the values that they accept, as Lua values or as text.
local runtime = ...

local function fail(form, ...) error(form:format(...), 0) end

local function is_finite(value)
    return type(value) == "number" and value - value == 0
end

-- A short text of a value for messages, without addresses, the same on every machine.
function runtime.in_message(value)
    if type(value) == "string" then return ("%q"):format(value) end
    local is_nan = value ~= value
    return type(value) == "number" and not is_nan and ("%.14g"):format(value)
        or runtime.tostring(value)
end
local shown = runtime.in_message

local function set_of(names)
    local set = {}
    for _, name in ipairs(names) do set[name] = true end
    return set
end

-- A script may have fields of its own, but none whose name is a misspelling of one that it lacks,
-- and no function or table whose name is one of a function or table that it has.
local function check_spelling(fields, names, what)
    local known = set_of(names)
    for given, value in runtime.pairs(fields) do
        local own = type(given) == "string" and #given > 2 and not known[given]
        for _, name in ipairs(own and names or {}) do
            local there = rawget(fields, name)
            local called = not given:find "%d" -- draw2 is meant
                and (type(value) == "function" or type(value) == "table")
            if runtime.edit_distance(given, name) > 1 then
                goto continue
            elseif there == nil then
                fail("%s has a field '%s'; did you mean '%s'?", what, given, name)
            elseif called and type(there) == type(value) then
                fail("%s has '%s' beside '%s', and nothing calls or reads it; one of them is a "
                    .. "misspelling, or needs another name", what, given, name)
            end
            ::continue::
        end
    end
end

-- ------------------------------------------------------------------------------------- params

local function number_param(param, spec)
    for _, bound in ipairs { "min", "max" } do
        local value = spec[bound]
        if value ~= nil and (type(value) ~= "number" or value ~= value) then
            fail("param '%s': %s must be a number, got %s", param.name, bound, shown(value))
        end
    end
    param.kind, param.min, param.max = "number", spec.min or -math.huge, spec.max or math.huge
    if param.min > param.max then
        fail("param '%s': min %s is above max %s", param.name, shown(param.min), shown(param.max))
    end
    if spec.step == nil then return end
    if not is_finite(spec.step) or spec.step <= 0 then
        fail("param '%s': step must be a finite number > 0, got %s", param.name, shown(spec.step))
    end
    param.step = spec.step
end

local function choice_param(param, spec)
    param.kind, param.choices = "choice", {}
    if type(spec.choices) ~= "table" or #spec.choices == 0 then
        fail("param '%s': choices must be a list of strings", param.name)
    end
    for i, choice in ipairs(spec.choices) do
        if type(choice) ~= "string" then
            fail("param '%s': choices must be strings, got %s", param.name, shown(choice))
        end
        param.choices[i] = choice
    end
end

-- The value as the param accepts it; or nil, reason.
function runtime.param_value(param, value)
    local function wrong(wanted)
        return nil, ("param '%s' must be %s, got %s"):format(param.name, wanted, shown(value))
    end
    if param.kind == "boolean" then
        if type(value) ~= "boolean" then return wrong "true or false" end
        return value
    elseif param.kind == "choice" then
        for _, choice in ipairs(param.choices) do
            if choice == value then return value end
        end
        return wrong("one of " .. table.concat(param.choices, ", "))
    end
    if not is_finite(value) then return wrong "a finite number" end
    if value < param.min or value > param.max then
        return wrong(("in [%s, %s]"):format(shown(param.min), shown(param.max)))
    end
    if param.step then value = runtime.nearest_step(value, param.min, param.max, param.step) end
    -- A param with an integer default takes 3.0 from a slider as 3.
    return math.type(param.default) == "integer" and math.tointeger(value) or value
end

-- The value of a text, as it comes from the command line or a panel; or nil, reason.
function runtime.param_value_of_text(param, text)
    local value = text
    if param.kind == "number" then
        value = tonumber(text) or text
    elseif param.kind == "boolean" then
        if text == "true" then value = true elseif text == "false" then value = false end
    end
    return runtime.param_value(param, value)
end

local function new_param(name, spec)
    local param = { name = name }
    if type(spec) ~= "table" then spec = { spec } end
    if spec[2] ~= nil then
        fail("param '%s' has a second value, %s; bounds have names: { number, min=, max=, step= }",
            name, shown(spec[2]))
    end
    check_spelling(spec, { "min", "max", "step", "choices" }, ("param '%s'"):format(name))
    param.default = spec[1]
    if spec.choices ~= nil then
        choice_param(param, spec)
    elseif type(spec[1]) == "boolean" then
        param.kind = "boolean"
    elseif type(spec[1]) == "number" then
        number_param(param, spec)
    else
        fail("param '%s' must be a number, a boolean, { number, min=, max=, step= } " ..
            "or { string, choices= }, got %s", name, shown(spec[1]))
    end
    local value, why = runtime.param_value(param, param.default)
    if value == nil then fail("%s", why) end
    if value ~= param.default then
        fail("param '%s': %s is not min and a whole number of steps of %s; the nearest is %s", name,
            shown(param.default), shown(param.step), shown(value))
    end
    param.original = param.kind == "number" and ("%.17g"):format(value) or tostring(value)
    return param
end

local function new_params(specs)
    local params = {}
    for name, spec in runtime.pairs(specs) do
        if type(name) ~= "string" then
            fail("the name of a param must be a string, got %s", shown(name))
        end
        local param = new_param(name, spec)
        params[#params + 1], params[name] = param, param
    end
    return params
end

-- -------------------------------------------------------------------------------------- fields

local field_names =
    { "title", "seed", "budget", "view", "load", "update", "draw", "params", "checks", "keys",
        "show", "camera", "about", "controls" }
local views = { front = true, top = true, side = true, orbit = true }

local function field(scenario, name, wanted, default, accepts)
    local value = rawget(scenario, name)
    if value == nil then return default end
    if not accepts(value) then fail("%s must be %s, got %s", name, wanted, shown(value)) end
    return value
end

local function is_type(wanted)
    return function(value) return type(value) == wanted end
end

local function is_integer(value) return type(value) == "number" and math.tointeger(value) end

local function is_positive(value) return is_finite(value) and value > 0 end

local function checks_of(scenario)
    local checks = {}
    local given = field(scenario, "checks", "a table of functions", {}, is_type "table")
    for name, check in runtime.pairs(given) do
        if type(name) ~= "string" then
            fail("the name of a check must be a string, got %s", shown(name))
        end
        if type(check) ~= "function" then
            fail("check '%s' must be a function, got %s", name, shown(check))
        end
        checks[#checks + 1] = { name = name, call = check }
    end
    return checks
end

-- The keys that the scenario takes from the window: a list of names.
local function keys_of(scenario)
    local keys = field(scenario, "keys", "a list of names of keys", {}, is_type "table")
    for name in runtime.pairs(keys) do
        if not (math.type(name) == "integer" and name >= 1 and name <= #keys) then
            fail("keys must be a list of names, but has a field %s", shown(name))
        end
    end
    for _, name in ipairs(keys) do
        local known, why = runtime.is_key(name)
        if not known then fail("keys: %s", why) end
    end
    return table.move(keys, 1, #keys, 1, {})
end

-- What of a picture can be shown or hidden: the names of the window's toggles.
local toggles =
    { "queries", "normals", "trails", "names", "grid", "ghost", "bounds", "velocities", "shadows" }

-- What the scenario shows and hides: two lists of names.
local function show_of(scenario)
    local show, on, off = field(scenario, "show", "a table", {}, is_type "table"), {}, {}
    local given = {}
    for _, name in ipairs(toggles) do
        given[name] = show[name]
        if show[name] ~= nil then table.insert(show[name] and on or off, name) end
    end
    for name, value in runtime.pairs(show) do
        if given[name] == nil then
            fail("show has no '%s'; did you mean '%s'?", runtime.tostring(name),
                runtime.nearest(runtime.tostring(name), toggles))
        elseif type(value) ~= "boolean" then
            fail("show.%s must be true or false, got %s", name, shown(value))
        end
    end
    return on, off
end

-- Callbacks of other libraries, which nobody calls here, and what takes their place.
local callbacks = {
    keypressed = "in update, ask input.pressed(key)",
    keyreleased = "in update, ask input.released(key)",
    mousepressed = "in update, ask input.mouse.pressed(button)",
    mousereleased = "in update, ask input.mouse.released(button)",
    mousemoved = "in update, read input.mouse.x, input.mouse.y and input.mouse.moved",
    wheelmoved = "in update, read input.mouse.wheel",
    textinput = "in update, read input.text",
    gamepadpressed = "in update, ask input.pad.pressed(button)",
    gamepadreleased = "in update, ask input.pad.released(button)",
    gamepadaxis = "in update, ask input.pad.axis(name)",
    onkeydown = "in update, ask input.pressed(key)",
    onkeyup = "in update, ask input.released(key)",
}

-- What takes the place of a function that nobody calls; nil for other values.
local function instead_of(name, value)
    return type(name) == "string" and type(value) == "function"
        and callbacks[(name:lower():gsub("_", ""))] or nil
end

local function check_callbacks(scenario)
    for name, value in runtime.pairs(scenario) do
        local instead = instead_of(name, value)
        if instead then fail("nothing calls scenario.%s; %s", name, instead) end
    end
end

-- What is wrong with a global of a script, which has the name of a field or nearly so, or is named
-- like a callback of another library: a message, and whether it is surely wrong. It may be meant
-- where the scenario has a field of the same name, or none of nearly this one, and the script reads
-- it somewhere. Nil for any other global.
function runtime.misplaced_global(scenario, name, value)
    if type(value) ~= "function" and type(value) ~= "table" or type(name) ~= "string" then
        return nil
    end
    local meant = set_of(field_names)[name] and name or runtime.misspelled(name, field_names)
    local instead, there = instead_of(name, value), meant and rawget(scenario, meant)
    if instead then
        return ("nothing calls the global function %s; %s"):format(name, instead)
    elseif meant == name and there == nil then
        return ("the scenario has no %s, but the script has a global one; write scenario.%s, or "
            .. "make it local"):format(name, name), true
    elseif meant == name and not rawequal(there, value) then
        return ("nothing calls or reads the global %s; scenario.%s is another one"):format(name,
            name)
    elseif meant and meant ~= name and there == nil then
        return ("nothing calls or reads the global %s; did you mean scenario.%s?"):format(name,
            meant)
    end
end

-- The definition that a scenario file returned. Raises one line if it is not valid.
function runtime.new_definition(scenario, file)
    if type(scenario) ~= "table" then
        fail("a scenario must return a table, got %s",
            scenario == nil and "nothing" or shown(scenario))
    end
    check_callbacks(scenario)
    check_spelling(scenario, field_names, "the scenario")
    local a_function, is_function = "a function", is_type "function"
    local shown_names, hidden_names = show_of(scenario)
    return {
        title = field(scenario, "title", "a string", file:match("[^/]*$"), is_type "string"),
        dt = field(scenario, "dt", "seconds in (0, 1], as 1/60", 1 / 60,
            function(value) return is_positive(value) and value <= 1 end),
        seed = math.tointeger(field(scenario, "seed", "an integer", 1, is_integer)),
        budget = field(scenario, "budget", "seconds in (0, 3600]", 0.5,
            function(value) return is_positive(value) and value <= 3600 end),
        view = field(scenario, "view", '"front", "top", "side" or "orbit"', "",
            function(value) return views[value] end),
        load = field(scenario, "load", a_function, function() return {} end, is_function),
        update = field(scenario, "update", a_function, nil, is_function),
        draw = field(scenario, "draw", a_function, nil, is_function),
        params = new_params(field(scenario, "params", "a table", {}, is_type "table")),
        checks = checks_of(scenario),
        keys = keys_of(scenario),
        shown = shown_names,
        hidden = hidden_names,
        camera = field(scenario, "camera", a_function, nil, is_function),
        about = runtime.about_of(rawget(scenario, "about") == nil and "" or scenario.about),
        controls = runtime.controls_of(field(scenario, "controls",
            "a table { key = what it does }", {}, is_type "table")),
    }
end
