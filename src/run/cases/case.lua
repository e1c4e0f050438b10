-- A case: a run of a script, or one query with its answer, as a Lua text of some lines that is
-- data.
--
--     case { script = "pinball.lua", seed = 3, params = { kick = 40 }, frames = 59,
--            input = { { "left", 21, 35 }, { "mouse", 40, x = 1, y = 2 } }, fails = "never sinks" }
--     case { query = "overlap", arguments = { { "circle", { 0, 0 }, 1 }, { "point", { 2, 0 } } },
--            answer = false }
--
-- Input is a list of: { key, first[, last] }, held in the updates that make these frames;
-- { "mouse", frame, x =, y =, z =, inside =, wheel = }, where the mouse is from then on;
-- { "pad", frame, leftx =, ... }, its axes from then on, or { "pad", frame, false }, none;
-- { "text", frame, text }; { "drag", first, last, key, x, y[, z] };
-- { "param", frame, name, value }; { "console", frame, line }.
local runtime = ...

local field_order = { "script", "seed", "params", "frames", "input", "fails", "query", "arguments",
    "answer" }
local most_frames = 10000000

local function is_whole(value, least, most)
    local whole = type(value) == "number" and math.tointeger(value)
    return whole and whole >= least and whole <= (most or math.huge) and whole
end

local shown = runtime.in_message

-- ------------------------------------------------------------------------------------- checking

-- What stands behind the first item of an entry of the input, by that item; "" of keys.
local forms = {
    [""] = { whole = 3 }, mouse = { whole = 2 }, pad = { whole = 2 }, text = { whole = 2 },
    drag = { whole = 3 }, param = { whole = 2 }, console = { whole = 2 },
}

local function fail(form, ...) error({ wrong = form:format(...) }, 0) end

local function check_entry(i, entry)
    if type(entry) ~= "table" or type(entry[1]) ~= "string" then
        fail("input %d must be a list that begins with what it is, as \"left\" or \"mouse\"", i)
    end
    local kind = forms[entry[1]] and entry[1] ~= "" and entry[1] or ""
    local known, why = true, nil
    if kind == "" then known, why = runtime.is_key(entry[1]) end
    if not known then fail("input %d: %s", i, why) end
    local least = (kind == "drag" or kind == "console") and 0 or 1
    for at = 2, forms[kind].whole do
        local value = entry[at]
        if not is_whole(value, at == 3 and entry[2] or least, most_frames)
            and not (kind == "" and at == 3 and value == nil) then
            fail("input %d: '%s' has no frame %s", i, entry[1], shown(value))
        end
    end
    local function wanted(at, name, accepted)
        if not accepted then fail("input %d: %s of '%s' is %s", i, name, entry[1],
            shown(entry[at])) end
    end
    if kind == "text" or kind == "console" then wanted(3, "the text",
        type(entry[3]) == "string") end
    if kind == "param" then
        wanted(3, "the name", type(entry[3]) == "string")
        wanted(4, "the value", entry[4] ~= nil and type(entry[4]) ~= "table")
    elseif kind == "drag" then
        wanted(4, "the shape", type(entry[4]) == "string")
        for at = 5, 7 do
            wanted(at, "the place", type(entry[at]) == "number" or at == 7 and entry[at] == nil)
        end
    elseif kind == "mouse" or kind == "pad" and entry[3] ~= false then
        local given = {}
        for name, value in next, entry do
            if type(name) == "string" then given[name] = value end
        end
        runtime.checked_input({ [kind] = given }, entry[2])
    end
end

local function check_run(case)
    local function wanted(name, what, accepted)
        if not accepted then fail("%s must be %s, got %s", name, what, shown(case[name])) end
    end
    wanted("script", "the path of a Lua file", type(case.script) == "string" and case.script ~= ""
        and not case.script:find "%z")
    wanted("frames", ("a whole number up to %d"):format(most_frames),
        is_whole(case.frames, 0, most_frames))
    wanted("seed", "a whole number", case.seed == nil or is_whole(case.seed, math.mininteger))
    wanted("params", "a table", case.params == nil or type(case.params) == "table")
    wanted("input", "a list", case.input == nil or type(case.input) == "table")
    wanted("fails", "a text", case.fails == nil or type(case.fails) == "string")
    for i = 1, runtime.length(case.input or {}) do check_entry(i, case.input[i]) end
end

-- Checks a case and gives it its text for tostring; raises { wrong = }.
local function check(case)
    if type(case) ~= "table" then fail("a case must be a table or a text, got %s", type(case)) end
    for name in next, case do
        local known = false
        for _, other in ipairs(field_order) do known = known or name == other end
        if not known then
            fail("has no field %s; it may come from a newer version", shown(name))
        end
    end
    if case.query ~= nil then
        if type(case.query) ~= "string" or type(case.arguments) ~= "table" then
            fail("a query has its name in query, and a list in arguments")
        end
        for _, name in ipairs { "script", "seed", "params", "frames", "input", "fails" } do
            if case[name] ~= nil then fail("%s does not go with query", name) end
        end
    else
        check_run(case)
    end
    return case
end

local case_type = { __name = "collide.case", __metatable = false,
    __tostring = function(case) return runtime.case_text(case) end }

-- The case of a text or table; or nil, reason.
function runtime.new_case(given)
    local case = given
    if type(given) == "string" then
        local why
        case, why = runtime.read_data(given, "case")
        if not case then return nil, why end
    end
    local good, e = pcall(check, case)
    if not good and type(e) == "table" and e.wrong then return nil, e.wrong end
    if not good then return nil, tostring(e) end
    local made = {}
    for name, value in next, case do made[name] = value end
    return setmetatable(made, case_type)
end

-- Its text, at most some 100 bytes wide, with the end of a line.
function runtime.case_text(case)
    local lines, line = {}, "case {"
    for _, name in ipairs(field_order) do
        local value = case[name]
        if value ~= nil and not (type(value) == "table" and next(value) == nil
            and name ~= "arguments") then
            local pieces = { " " .. name .. " = " .. runtime.data_text(value) .. "," }
            if name == "input" then
                for i, entry in ipairs(value) do
                    pieces[i] = (i == 1 and " input = {" or "") .. " " .. runtime.data_text(entry)
                        .. (i == #value and " }," or ",")
                end
            end
            for i, text in ipairs(pieces) do
                if #line + #text > 100 and (i > 1 or line:find "=") then
                    lines[#lines + 1], line = line, i > 1 and "                " or "      "
                end
                line = line .. text
            end
        end
    end
    lines[#lines + 1] = line:gsub(",$", "") .. " }\n"
    return table.concat(lines, "\n")
end

-- ------------------------------------------------------------------------------- time to frames

-- The input of a case as a function of frames, to be asked for one after the other from 0: what
-- update takes as input, a drag or nil, lines of the console, params.
function runtime.timeline(case)
    local begins, ends, last = {}, {}, -1
    local function note(list, frame, entry)
        list[frame] = list[frame] or {}
        table.insert(list[frame], entry)
    end
    for i = 1, runtime.length(case.input or {}) do
        local entry = case.input[i]
        local kind = forms[entry[1]] and entry[1] or ""
        note(begins, entry[2], entry)
        if kind == "" then note(ends, (entry[3] or entry[2]) + 1, entry) end
        if kind == "drag" then note(ends, entry[3] + 1, entry) end
    end
    local held, pad, drag, input = {}, nil, nil, {}
    local function change(frame)
        local mouse, text, lines, params
        for _, entry in ipairs(ends[frame] or {}) do
            if entry[1] == "drag" then
                if drag == entry then drag = nil end
            else
                held[entry[1]] = held[entry[1]] - 1
            end
        end
        for _, entry in ipairs(begins[frame] or {}) do
            local kind = entry[1]
            if kind == "mouse" then
                mouse = { x = entry.x or 0, y = entry.y or 0, z = entry.z or 0,
                    wheel = entry.wheel or 0, inside = entry.inside ~= false }
            elseif kind == "text" then
                text = (text or "") .. entry[3]
            elseif kind == "pad" then
                pad = nil
                if entry[3] ~= false then
                    pad = {}
                    for name, value in next, entry do
                        if type(name) == "string" then pad[name] = value end
                    end
                end
            elseif kind == "drag" then
                drag = entry
            elseif kind == "param" then
                params = params or {}
                params[entry[3]] = entry[4]
            elseif kind == "console" then
                lines = lines or {}
                lines[#lines + 1] = entry[3]
            else
                held[kind] = (held[kind] or 0) + 1
            end
        end
        input = { mouse = mouse, text = text, pad = pad }
        for key, count in next, held do
            if count > 0 then input[#input + 1] = key end
        end
        table.sort(input)
        return lines, params
    end
    local place = {} -- of the drag
    local plain = false -- no change is left in `input` that belongs to one frame alone
    return function(frame)
        local lines, params
        assert(frame == last + 1)
        last = frame
        if begins[frame] or ends[frame] then
            lines, params = change(frame)
            plain = input.mouse == nil and input.text == nil
        elseif not plain then
            input = table.move(input, 1, #input, 1, { pad = pad })
            plain = true
        end
        if drag ~= place.of then
            place = { of = drag, at = drag and { drag[5], drag[6], drag[7] or 0, key = drag[4] } }
        end
        return input, place.at, lines, params
    end
end

-- The other way: add(first, count, input, drag, lines, params) takes the input of some frames in
-- order, of which wheel, text, lines and params belong to the first; finish() returns the list.
function runtime.new_intervals()
    local list, open, pad, drag = {}, {}, nil, nil
    local mouse = {}
    local next_frame = 0
    local function append(entry)
        entry.order = #list + 1
        list[#list + 1] = entry
        return entry
    end
    local function take_keys(first, input)
        local now = {}
        for _, key in ipairs(input) do
            now[key] = true
            if not open[key] then open[key] = append { key, first } end
        end
        local gone = {}
        for key in next, open do
            if not now[key] then gone[#gone + 1] = key end
        end
        for _, key in ipairs(gone) do
            open[key][3] = first - 1
            open[key] = nil
        end
    end
    local function take_mouse(first, at)
        local same = at.x == mouse.x and at.y == mouse.y and (at.z or 0) == mouse.z
            and (at.inside ~= false) == mouse.inside
        local wheel = at.wheel ~= 0 and at.wheel or nil
        if same and not wheel then return end
        mouse = { x = at.x, y = at.y, z = at.z or 0, inside = at.inside ~= false }
        append { "mouse", first, x = at.x, y = at.y, z = mouse.z ~= 0 and mouse.z or nil,
            inside = not mouse.inside and mouse.inside or nil, wheel = wheel }
    end
    local function take_pad(first, given)
        local entry = { "pad", first }
        if not given then entry[3] = false end
        local same = (given ~= nil) == (pad ~= nil)
        for name, value in next, given or {} do
            same = same and (pad[name] or 0) == value
            if value ~= 0 then entry[name] = value end
        end
        for name, value in next, pad or {} do
            same = same and given ~= nil and (given[name] or 0) == value
        end
        if not same then append(entry) end
        pad = given
    end
    local function take_drag(first, given)
        local same = drag and given and drag[4] == given.key and drag[5] == given[1]
            and drag[6] == given[2] and (drag[7] or 0) == (given[3] or 0)
        if drag and not same then
            drag[3], drag = first - 1, nil
        end
        if given and not same then
            drag = append { "drag", first, first, given.key, given[1], given[2],
                given[3] ~= 0 and given[3] or nil }
        end
    end
    local intervals = {}
    function intervals.add(first, count, input, given_drag, lines, params)
        next_frame = first + count
        take_keys(first, input)
        if input.mouse then take_mouse(first, input.mouse) end
        if first > 0 then take_pad(first, input.pad) end
        take_drag(first, given_drag)
        if input.text and input.text ~= "" then append { "text", first, input.text } end
        local names = {}
        for name in next, params or {} do names[#names + 1] = name end
        table.sort(names)
        for _, name in ipairs(names) do append { "param", first, name, params[name] } end
        for _, line in ipairs(lines or {}) do append { "console", first, line } end
    end
    function intervals.finish()
        for _, entry in next, open do entry[3] = next_frame - 1 end
        if drag then drag[3] = next_frame - 1 end
        table.sort(list, function(a, b)
            if a[2] ~= b[2] then return a[2] < b[2] end
            if a[1] ~= b[1] then return a[1] < b[1] end
            return a.order < b.order
        end)
        for _, entry in ipairs(list) do
            entry.order = nil
            if not forms[entry[1]] and entry[3] == entry[2] then entry[3] = nil end
        end
        return list
    end
    return intervals
end

-- ------------------------------------------------------------------------------------- for others

local function setting_text(value)
    return math.type(value) == "float" and ("%.17g"):format(value) or tostring(value)
end

local function settings_of(params)
    local list = {}
    for name, value in next, params or {} do list[#list + 1] = { name, setting_text(value) } end
    table.sort(list, function(a, b) return a[1] < b[1] end)
    return list
end

-- What another part of the program needs to open a case: { name = path, seed =, source = of a
-- query, steps = { { count =, input =, drag =, lines =, settings = }, ... } }, of which the first
-- is what goes into frame 0. given: a text, or the path of a file. Raises { wrong = } or a text.
function runtime.opened_case(given, is_path)
    local case, why, script
    if is_path then
        case, script = runtime.case_of_file(given)
        if not case then fail("is no case") end
    else
        case, why = runtime.new_case(given)
        if not case then fail("%s", why) end
    end
    if case.query then
        local good, text = pcall(runtime.scenario_of_query, case)
        if not good then fail("%s", type(text) == "table" and text.wrong or tostring(text)) end
        return { name = case.query, source = text, steps = {} }
    end
    local steps, timeline, last = {}, runtime.timeline(case), nil
    for frame = 0, case.frames do
        local input, drag, lines, params = timeline(frame)
        local same = last and frame > 1 and input == last.input and drag == last.held
            and not lines and not params and not (input.mouse or input.text)
        if same then
            last.count = last.count + 1
        else
            local merged
            if frame == 0 then
                merged = {}
                for name, value in next, case.params or {} do merged[name] = value end
                for name, value in next, params or {} do merged[name] = value end
            end
            last = { count = 1, input = input, drag = drag, held = drag, lines = lines or {},
                settings = settings_of(merged or params) }
            steps[#steps + 1] = last
        end
    end
    return { name = script and script.name or case.script, seed = case.seed, steps = steps }
end
