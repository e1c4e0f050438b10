-- Sweeps: the cases of a plan, which has a number for each, and what is written down of each: one
-- line of JSON. And what watches and plots come to over a run.
local runtime = ...

-- ------------------------------------------------------------------------------------------ JSON

local function shortest(x)
    for digits = 14, 17 do
        local text = ("%%.%dg"):format(digits):format(x)
        if tonumber(text) == x then return text end
    end
    return x ~= x and '"nan"' or x > 0 and '"inf"' or '"-inf"'
end

local function json_string(text)
    return '"' .. text:gsub('[%c"\\]', function(c)
        return (c == '"' or c == "\\") and "\\" .. c or ("\\u%04x"):format(c:byte())
    end) .. '"'
end

-- The JSON of a value: { list } where it has items or is marked, else an object in the order of
-- `order`, then of names.
function runtime.json(value, order)
    local kind = math.type(value) or type(value)
    if kind == "string" then return json_string(value) end
    if kind == "integer" then return ("%d"):format(value) end
    if kind == "float" then return shortest(value) end
    if kind ~= "table" then return value == nil and "null" or tostring(value) end
    local texts = {}
    if value[1] ~= nil or value.is_list then
        for i, item in ipairs(value) do texts[i] = runtime.json(item) end
        return "[" .. table.concat(texts, ",") .. "]"
    end
    local names, known = {}, {}
    for _, name in ipairs(order or {}) do
        known[name] = true
        if value[name] ~= nil then names[#names + 1] = name end
    end
    local rest = {}
    for name in next, value do
        if not known[name] then rest[#rest + 1] = name end
    end
    table.sort(rest)
    table.move(rest, 1, #rest, #names + 1, names)
    for i, name in ipairs(names) do
        texts[i] = json_string(name) .. ":" .. runtime.json(value[name])
    end
    return "{" .. table.concat(texts, ",") .. "}"
end

-- ------------------------------------------------------------------------------------- summaries

local function new_summary()
    local made = {}
    return made, function(value)
        if type(value) == "number" then
            if value == value then
                made.min = math.min(made.min or value, value)
                made.max = math.max(made.max or value, value)
            end
            made.last = value
        elseif value ~= nil then
            made.last = value
        end
    end
end

-- What rows of a watch come to: { text =, last =, min =, max = }; of a vector for each component.
function runtime.summary(text, rows, frames)
    local first = rows[1] ~= nil and rows[1] or rows[frames + 1]
    if type(first) == "table" then
        local list = {}
        for i, name in ipairs { ".x", ".y", ".z" } do
            if first[i] == nil then break end
            local made, add = new_summary()
            for frame = 1, frames + 1 do add(rows[frame] and rows[frame][i]) end
            made.text = text .. name
            list[i] = made
        end
        return list
    end
    local made, add = new_summary()
    for frame = 1, frames + 1 do add(rows[frame]) end
    made.text = text
    return { made }
end

-- Takes what each frame plots: { take = f(sim), finish = f() -> { { text =, last =, min =, max = }
-- } }.
function runtime.new_plots()
    local list, by_name = {}, {}
    local plots = {}
    function plots.take(sim)
        if not sim.definition.draw then return end
        for _, drawing in ipairs(sim:draw()) do
            if drawing.kind == "plot" then
                local entry = by_name[drawing.text]
                if not entry then
                    local made, add = new_summary()
                    made.text = drawing.text
                    entry = { made = made, add = add }
                    by_name[drawing.text], list[#list + 1] = entry, made
                end
                entry.add(drawing.number)
            end
        end
    end
    function plots.finish()
        table.sort(list, function(a, b) return a.text < b.text end)
        return list
    end
    return plots
end

-- ------------------------------------------------------------------------------------------ plans

-- The values of a param's text: "0:1:0.05" from, to, step; "a,b,c"; or one. nil, reason.
function runtime.swept_values(param, text)
    local values = {}
    local from, to, step = text:match "^([^:]+):([^:]+):([^:]+)$"
    if from then
        from, to, step = tonumber(from), tonumber(to), tonumber(step)
        if not (from and to and step) or step <= 0 or to < from or (to - from) / step > 1e6 then
            return nil, ("'%s' is no range FROM:TO:STEP with a step above 0"):format(text)
        end
        for k = 0, math.floor((to - from) / step + 1e-9) do
            -- As a person writes it: 0.15, and not 0.15000000000000002.
            values[#values + 1] = tonumber(("%.12g"):format(from + k * step))
        end
    else
        for word in (text .. ","):gmatch "([^,]*)," do values[#values + 1] = word end
    end
    for i, value in ipairs(values) do
        local accepted, why
        if type(value) == "string" then
            accepted, why = runtime.param_value_of_text(param, value)
        else
            accepted, why = runtime.param_value(param, value)
        end
        if accepted == nil then return nil, why end
        values[i] = accepted
    end
    return values
end

-- The cases of all combinations, the last dimension fastest: axes is a list of { name =, values =
-- }, seeds a list or nil. Returns their number and a function of 1, 2, ... that makes one.
function runtime.new_plan(axes, seeds, frames)
    local count = seeds and #seeds or 1
    for _, axis in ipairs(axes) do count = count * #axis.values end
    return count, function(number)
        local case, rest = { params = {}, frames = frames, input = {} }, number - 1
        if seeds then
            case.seed = seeds[rest % #seeds + 1]
            rest = rest // #seeds
        end
        for i = #axes, 1, -1 do
            case.params[axes[i].name] = axes[i].values[rest % #axes[i].values + 1]
            rest = rest // #axes[i].values
        end
        return case
    end
end

local function summaries(list)
    local made, any = {}, false
    for _, one in ipairs(list or {}) do
        made[one.text], any = { last = one.last, min = one.min, max = one.max }, true
    end
    return any and made or nil
end

-- The line of a case: of is { script =, text = hash, arithmetic = , plan = hash }.
function runtime.sweep_line(number, case, seed, answer, of)
    local failures = { is_list = true }
    for i, failure in ipairs(answer.failures) do
        failures[i] = { kind = failure.kind, text = failure.text, frame = failure.frame }
    end
    local watched = {}
    for _, list in ipairs(answer.watches or {}) do table.move(list, 1, #list, #watched + 1,
        watched) end
    return runtime.json({ case = number, params = case.params, seed = case.seed or seed,
        frame = answer.frame, hash = answer.hash, failures = failures,
        plots = summaries(answer.plots), watches = summaries(watched), script = of.script,
        text = of.text, arithmetic = of.arithmetic, plan = of.plan },
        { "case", "params", "seed", "frame", "hash", "failures", "plots", "watches", "script",
            "text",
            "arithmetic", "plan" }) .. "\n"
end
