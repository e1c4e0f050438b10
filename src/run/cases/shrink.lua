-- Shrinking: the smallest thing that a series of simpler ones leads to, each of which still fails
-- in the same way. What fails is asked of a test that takes a list of candidates and returns the
-- first that does; so it may try several at once, and the result is the same.
local runtime = ...

local function copy(value)
    if type(value) ~= "table" then return value end
    local made = {}
    for key, item in next, value do made[key] = copy(item) end
    return made
end
runtime.deep_copy = copy

-- Numbers that are simpler than x, the simplest first: whole ones, then those of fewer digits.
function runtime.simpler_numbers(x, zero)
    local list, seen = {}, {}
    local function add(value)
        local shorter = #("%.17g"):format(value) - #("%.17g"):format(x)
        if value == value and value ~= x and not seen[value]
            and (shorter < 0 or shorter == 0 and math.abs(value) < math.abs(x)) then
            seen[value] = true
            list[#list + 1] = value
        end
    end
    if zero then add(0.0) add(1.0) end
    if x - x == 0 and math.abs(x) < 1e15 then
        add(x // 1 + 0.0)
        add(-(-x // 1) + 0.0)
    end
    for digits = 1, 6 do
        local value = tonumber(("%%.%dg"):format(digits):format(x))
        local step = 10.0 ^ (math.floor(math.log(math.max(math.abs(x), 1e-300), 10)) - digits + 1)
        add(value)
        add(tonumber(("%%.%dg"):format(digits):format(value + step)))
        add(tonumber(("%%.%dg"):format(digits):format(value - step)))
    end
    return list
end

-- Removes runs of items from a list, long ones first, as long as `try(list)` says that it may.
function runtime.shrink_list(list, try)
    local size = #list
    while size >= 1 and #list > 0 do
        local candidates = {}
        for from = 1, #list, size do
            local less = {}
            for i, item in ipairs(list) do
                if i < from or i >= from + size then less[#less + 1] = item end
            end
            candidates[#candidates + 1] = less
        end
        local chosen = try(candidates)
        if chosen then
            list = chosen
            size = math.min(size, math.max(#list, 1))
        else
            size = size // 2
        end
    end
    return list
end

-- ------------------------------------------------------------------------------------------ cases

-- Simpler forms of one entry of the input.
local function simpler_entries(entry)
    local list = {}
    local function with(at, value)
        local made = copy(entry)
        made[at] = value
        list[#list + 1] = made
        return made
    end
    if runtime.is_key(entry[1]) then
        local first, last = entry[2], entry[3] or entry[2]
        if last > first then
            with(3, first)
            with(2, last)
            local middle = (first + last) // 2
            with(3, middle)
            with(2, middle + 1)
            with(3, last - 1)
            with(2, first + 1)
        end
    elseif entry[1] == "mouse" then
        for _, name in ipairs { "wheel", "z" } do
            if entry[name] then with(name, nil) end
        end
        for _, name in ipairs { "x", "y" } do
            for _, value in ipairs(runtime.simpler_numbers(entry[name] or 0, true))
                do with(name, value) end
        end
    elseif entry[1] == "drag" then
        for at = 5, 7 do
            for _, value in ipairs(entry[at] and runtime.simpler_numbers(entry[at], true) or {}) do
                with(at, value)
            end
        end
    end
    return list
end

-- All entries moved earlier by so many frames, those of frame 0 not.
local function moved(input, from, by)
    local made = copy(input)
    for _, entry in ipairs(made) do
        if entry[2] >= from then
            entry[2] = entry[2] - by
            local has_end = entry[1] == "drag" or runtime.is_key(entry[1])
            if has_end and entry[3] then entry[3] = entry[3] - by end
        end
    end
    return made
end

-- Shrinks a case that fails. params: as probe lists them. test(candidates) -> number of the first
-- that fails likewise, the frame in which it does; or nil. Stops early when test raises "enough".
function runtime.shrink_case(case, frame, params, test, say)
    local best

    -- Takes a case up to a frame: what its input says of later frames does not count.
    local function take(made, last)
        best = made
        best.frames = last
        local input = {}
        for _, entry in ipairs(best.input) do
            local spans = entry[1] == "drag" or runtime.is_key(entry[1])
            if spans and entry[3] and entry[3] > last then entry[3] = math.max(entry[2], last) end
            if entry[2] <= last then input[#input + 1] = entry end
        end
        best.input = input
    end
    take(copy(case), frame)

    -- Tries variants of the best case, each made by a function of a copy; takes the first.
    local function try(changes)
        local candidates = {}
        for i, change in ipairs(changes) do
            candidates[i] = copy(best)
            change(candidates[i])
        end
        local which, at = test(candidates)
        if not which then return nil end
        take(candidates[which], math.max(1, math.min(best.frames, at)))
        if say then say(best) end
        return which
    end
    local function try_inputs(inputs)
        local changes = {}
        for i, input in ipairs(inputs) do changes[i] = function(c) c.input = input end end
        return try(changes)
    end

    local function shrink_input()
        runtime.shrink_list(best.input, function(lists)
            local which = try_inputs(lists)
            return which and best.input
        end)
    end
    -- Two intervals of a key as one.
    local function join_entries()
        local inputs = {}
        for i, entry in ipairs(best.input) do
            for k = i + 1, #best.input do
                local other = best.input[k]
                if other[1] == entry[1] and runtime.is_key(entry[1]) then
                    local made = copy(best.input)
                    made[i][2] = math.min(entry[2], other[2])
                    made[i][3] = math.max(entry[3] or entry[2], other[3] or other[2])
                    table.remove(made, k)
                    inputs[#inputs + 1] = made
                    break
                end
            end
        end
        return #inputs > 0 and try_inputs(inputs) ~= nil
    end
    local function shrink_entries()
        local any = false
        for i = 1, #best.input do
            local again = true
            while again do
                local inputs = {}
                for k, entry in ipairs(simpler_entries(best.input[i])) do
                    inputs[k] = copy(best.input)
                    inputs[k][i] = entry
                end
                again = #inputs > 0 and try_inputs(inputs) ~= nil
                any = any or again
            end
        end
        return any
    end
    -- Leaves out time before an entry, from the last one to the first: all, or half of it.
    local function shrink_time()
        local any, starts = false, {}
        for _, entry in ipairs(best.input) do starts[#starts + 1] = entry[2] end
        table.sort(starts)
        for i = 1, #starts do
            local again = true
            while again do
                local now = {}
                for _, entry in ipairs(best.input) do now[#now + 1] = entry[2] end
                table.sort(now)
                local room = now[i] - (now[i - 1] or 0) - (i == 1 and 1 or 0)
                local inputs, seen = {}, {}
                for _, by in ipairs { room, room - 1, room // 2, room // 4, 1 } do
                    if by > 0 and not seen[by] and now[i] - by > 0 then
                        seen[by] = true
                        inputs[#inputs + 1] = moved(best.input, now[i], by)
                    end
                end
                again = #inputs > 0 and try_inputs(inputs) ~= nil
                any = any or again
            end
        end
        return any
    end
    local function shrink_params()
        local any = false
        if best.seed then
            any = try { function(c) c.seed = nil end, function(c) c.seed = 1 end } ~= nil or any
        end
        local names = {}
        for name in next, best.params do names[#names + 1] = name end
        table.sort(names)
        if #names > 1 then any = try { function(c) c.params = {} end } ~= nil or any end
        for _, name in ipairs(names) do
            if best.params[name] ~= nil and try { function(c) c.params[name] = nil end } then
                any = true end
        end
        for _, param in ipairs(params) do
            local value = best.params[param.name]
            if type(value) == "number" then
                local changes = {}
                for _, simpler in ipairs(runtime.simpler_numbers(value)) do
                    local min, max = param.min or -math.huge, param.max or math.huge
                    if simpler >= min and simpler <= max and not (param.step
                            and runtime.nearest_step(simpler, min, max, param.step) ~= simpler) then
                        if math.type(param.default) == "integer" then
                            simpler = math.tointeger(simpler) or simpler
                        end
                        changes[#changes + 1] = function(c) c.params[param.name] = simpler end
                    end
                end
                if #changes > 0 and try(changes) then any = true end
            end
        end
        return any
    end

    local function whole()
        repeat
            local frames, count = best.frames, #best.input
            shrink_params()
            shrink_input()
            while join_entries() do end
            local any = shrink_entries()
            any = shrink_time() or any
        until not any and best.frames == frames and #best.input == count
    end
    local good, e = pcall(whole)
    if not good and e ~= "enough" then error(e, 0) end
    return best
end
