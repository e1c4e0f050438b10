-- Hunting: cases of a script that vary its seed, its params within their declared range, keys, the
-- mouse, and where shapes that move are at the start. The case of a number depends on nothing but
-- the script, the seed and that number, so that any number of workers find the same.
local runtime = ...

local key_share, most_presses, longest_press = 0.6, 8, 40

-- ---------------------------------------------------------------------------------------- probing

-- What there is to vary: plays the script as it is for some frames, and looks at what it asks.
function runtime.probe(script, options, play_options)
    local probed = { params = {}, keys = {}, moving = {}, steps = options.steps }
    local steps = math.min(options.steps, 120)
    local asked, first = {}, nil
    runtime.asked = asked
    local places = {}
    local function note_places(sim)
        first = first or sim
        if sim.frame % 10 ~= 0 and sim.frame ~= steps then return end
        for _, found in ipairs(runtime.shape_places(sim.state)) do
            local key, at = found[1], table.move(found, 2, 4, 1, {})
            local place = places[key]
            if sim.frame == 0 then
                place = { key = key, low = at, high = table.move(at, 1, 3, 1, {}), dim = found[5] }
                places[key], places[#places + 1] = place, place
            end
            for i = 1, place and 3 or 0 do
                place.moved = place.moved or at[i] ~= place.low[i]
                place.low[i] = math.min(place.low[i], at[i])
                place.high[i] = math.max(place.high[i], at[i])
            end
        end
    end
    local outcome = runtime.play({ frames = steps }, script, { each = note_places,
        arm = play_options.arm, disarm = play_options.disarm })
    runtime.asked = nil
    if not first then return { failure = outcome.failure or { kind = "error", text = "?" } } end
    local definition = first.definition
    probed.seed, probed.budget, probed.title = definition.seed, definition.budget, definition.title
    for i, param in ipairs(definition.params) do
        probed.params[i] = { name = param.name, kind = param.kind, default = param.default,
            min = param.min and param.min > -math.huge and param.min or nil,
            max = param.max and param.max < math.huge and param.max or nil,
            step = param.step, choices = param.choices }
    end
    for _, name in ipairs(definition.keys) do asked[name] = true end
    local pointed = script.source:find "mouse" ~= nil
    for name in next, asked do
        if not name:find "^pad " then probed.keys[#probed.keys + 1] = name end
    end
    table.sort(probed.keys)
    local low, high = { math.huge, math.huge, math.huge }, { -math.huge, -math.huge, -math.huge }
    for _, place in ipairs(places) do
        for i = 1, 3 do
            low[i], high[i] = math.min(low[i], place.low[i]), math.max(high[i], place.high[i])
        end
        if place.moved then
            table.insert(probed.moving, { key = place.key, low = place.low, high = place.high,
                dim = place.dim })
        end
    end
    if places[1] then
        probed.low, probed.high, probed.dim = low, high, places[1].dim
        probed.pointed = pointed
    end
    return probed
end

-- ------------------------------------------------------------------------------------- generating

-- A value of a param within what it declares; nil: as it is.
local function vary(random, param)
    if param.kind == "boolean" then return random(2) == 1 end
    if param.kind == "choice" then return param.choices[random(#param.choices)] end
    local min, max = param.min, param.max
    if not min and not max then return nil end
    min, max = min or math.min(param.default, max), max or math.max(param.default, min)
    local way = random(10)
    if way == 1 then return min elseif way == 2 then return max elseif way == 3 then return nil end
    local value = min + (max - min) * random()
    if math.type(param.default) == "integer" and way < 8 then
        value = math.max(min, math.min(max, value // 1))
    end
    if param.step then value = runtime.nearest_step(value, min, max, param.step) end
    return value
end

-- A place in a box, or a little beyond it.
local function place_in(random, box, beyond)
    local at = {}
    for i = 1, box.dim do
        local low, high = box.low[i], box.high[i]
        at[i] = low + (high - low) * (random() * (1 + 2 * beyond) - beyond)
    end
    return at
end

-- Case number i, from 0, which is the script as it is. options: steps, seed.
function runtime.hunt_case(probed, options, i)
    local case = { params = {}, frames = options.steps, input = {} }
    if i == 0 then return case end
    local random = runtime.generator((options.seed or 1) * 1000003 + i)
    if random(4) > 1 then case.seed = random(1000000) end
    for _, param in ipairs(probed.params) do
        if random(2) == 1 then case.params[param.name] = vary(random, param) end
    end
    local input = case.input
    local busy = random(most_presses)
    for _, key in ipairs(probed.keys) do
        if random() < key_share then
            for _ = 1, random(busy) do
                local first = random(options.steps)
                local length = random(3) == 1 and random(longest_press) or random(4)
                input[#input + 1] = { key, first, math.min(options.steps, first + length - 1) }
            end
        end
    end
    if probed.pointed then
        for _ = 1, random(most_presses) do
            local at = place_in(random, probed, 0.1)
            input[#input + 1] = { "mouse", random(options.steps), x = at[1], y = at[2], z = at[3] }
        end
    end
    if #probed.moving > 0 and random(4) == 1 then
        local moving = probed.moving[random(#probed.moving)]
        local at = place_in(random, moving, 0) -- where it comes by itself
        table.insert(input, 1, { "drag", 0, 0, moving.key, at[1], at[2], at[3] })
    end
    return case
end

-- The case as it is written: with its script, in the order of frames.
function runtime.finished_case(case, script, failure)
    local made = { script = script, seed = case.seed, params = case.params, frames = case.frames,
        input = table.move(case.input or {}, 1, #(case.input or {}), 1, {}),
        fails = failure and runtime.failure_text(failure) }
    for i, entry in ipairs(made.input) do
        made.input[i] = table.move(entry, 1, runtime.length(entry), 1, {})
        for name, value in next, entry do
            if type(name) == "string" then made.input[i][name] = value end
        end
        made.input[i].order = i
        if made.input[i][3] == entry[2] and runtime.is_key(entry[1]) then made.input[i][3] = nil end
    end
    table.sort(made.input, function(a, b)
        if a[2] ~= b[2] then return a[2] < b[2] end
        if a[1] ~= b[1] then return a[1] < b[1] end
        return a.order < b.order
    end)
    for _, entry in ipairs(made.input) do entry.order = nil end
    return runtime.new_case(made)
end

-- What a worker is given of a case, which has its script already.
function runtime.plain_case(case)
    return { script = "-", seed = case.seed, params = case.params, input = case.input,
        frames = case.frames }
end
