-- Expressions of a run that a person watches: "s.ball.position.y". They are evaluated in a run that
-- is played for them alone, between two updates. One that calls something is checked for changing
-- the state; random numbers and creation numbers that it takes do not count.
local runtime = ...

local watch = {}
watch.__index = watch

-- A text of a line of a script or person, without the place in front.
local function plain_message(value)
    return (runtime.tostring(value):gsub("^watch:%d+: ", ""))
end

-- The watch of an expression; or nil, reason.
function runtime.new_watch(text)
    local function compiled(globals)
        return load("local s, p = ... return " .. text, "=watch", "t", globals)
    end
    if not text:find "%S" then return nil, "there is no expression" end
    local chunk, why = compiled {}
    if not chunk then
        return nil, (why:gsub("^watch:%d+: ", ""):gsub("<eof>", "the end"))
    end
    return setmetatable({ text = text, compiled = compiled,
        calls = text:find "[%(%{\"'%[]" and (text:find "[%(%{\"']" or text:find "%[%[")
            and true }, watch)
end

local function kind_of(value)
    local kind = math.type(value) or type(value)
    if kind == "userdata" then kind = runtime.is_vector(value) and "vector" or "userdata" end
    return kind
end

-- What of a value a row keeps: a number, a boolean, a text, a list of the numbers of a vector, or
-- nil; or nil, reason.
local function kept(value)
    local kind = kind_of(value)
    if kind == "vector" then return { value.x, value.y, value.z } end
    if kind == "integer" or kind == "float" or kind == "boolean" or kind == "nil" then
        return value end
    if kind == "string" then return value:sub(1, 200) end
    local what = "a "
        .. (kind == "userdata" and (runtime.tostring(value):match "^collide%.(%a+)"
        or runtime.tostring(value):match "^%a+" or "userdata") or kind)
    return nil, ("is %s; watch a number, a vector, a boolean or a text"):format(what)
end

-- The value of the expression in the present frame of a simulation, as kept(); or nil, reason.
function watch:value(sim)
    if self.sim ~= sim then
        self.sim, self.chunk = sim, self.compiled(runtime.console_globals(sim))
    end
    if not self.calls then
        local good, value = runtime.pcall(self.chunk, sim.state, sim.params)
        if not good then return nil, plain_message(value) end
        return kept(value)
    end
    local numbers, before = sim.random_state(), runtime.hash(sim.state)
    local count = runtime.count_from(1 << 46)
    local results = table.pack(runtime.enter(sim.globals, self.chunk, sim.state, sim.params))
    runtime.count_from(count)
    sim.random_state(numbers)
    if runtime.hash(sim.state) ~= before then return nil,
        "changes the state, which a watch may not" end
    if not results[1] then return nil, plain_message(results[2].value) end
    return kept(results[2])
end

-- Whether two values of rows are the same.
function runtime.same_row(a, b)
    if type(a) == "table" and type(b) == "table" then
        return a[1] == b[1] and a[2] == b[2] and a[3] == b[3]
    end
    return a == b or a ~= a and b ~= b
end

-- The text of a value of a row, for people.
function runtime.row_text(value)
    if type(value) == "table" then
        return ("(%s)"):format(table.concat({ runtime.row_text(value[1]),
            runtime.row_text(value[2]),
            value[3] and runtime.row_text(value[3]) }, ", "))
    elseif math.type(value) == "float" then
        return ("%.6g"):format(value)
    end
    return runtime.tostring(value)
end

local most_values, deepest = 20000, 12

-- The plain values of the state of a simulation, in a fixed order: { { path, text }, ... }; a path
-- is an expression, but that of a body which only its world has.
function runtime.values_of(sim)
    local list, seen = {}, {}
    local function add(path, value, depth)
        if #list >= most_values or depth > deepest then return end
        local kind = kind_of(value)
        if kind == "table" then
            if seen[value] then return end
            seen[value] = true
            for key, item in runtime.next, value do
                local name = type(key) == "string" and (key:match "^[%a_][%w_]*$" and "." .. key
                    or "[" .. runtime.quoted(key) .. "]")
                    or math.type(key) and ("[%s]"):format(runtime.value_text(key))
                if name then add(path .. name, item, depth + 1) end
            end
        elseif kind == "vector" or kind == "integer" or kind == "float" or kind == "boolean"
            or kind == "string" then
            list[#list + 1] = { path, runtime.data_text(kind == "vector"
                and { value.x, value.y, value.z } or value) }
        elseif runtime.is_shape(value) then
            list[#list + 1] = { "tostring(" .. path .. ")", runtime.value_text(value) }
        elseif kind == "userdata" then
            local text = runtime.tostring(value)
            if text:find "^body" then
                for _, name in ipairs { "position", "velocity", "spin" } do
                    local good, of_body = pcall(function() return value[name] end)
                    if good and of_body ~= nil then add(path .. "." .. name, of_body, depth + 1) end
                end
            elseif text:find "^world" then
                local i = 0
                for body in value:bodies() do
                    i = i + 1
                    add(("body %d of %s"):format(i, path), body, depth + 1)
                end
            end
        end
    end
    add("s", sim.state, 0)
    return list
end
