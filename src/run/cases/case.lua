-- A case: a run of a script, or one query with its answer, as a Lua text of some lines that is data.
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
        if not accepted then fail("input %d: %s of '%s' is %s", i, name, entry[1], shown(entry[at])) end
    end
    if kind == "text" or kind == "console" then wanted(3, "the text", type(entry[3]) == "string") end
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
        if value ~= nil and not (type(value) == "table" and next(value) == nil and name ~= "arguments") then
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

-- --------------------------------------------------------------------------------------- queries

-- The queries that can be asked again, with the kinds of the arguments that they need.
local of_two = { "shape", "shape" }
local argument_kinds = { overlap = of_two, distance = of_two, closest = of_two, contact = of_two,
    manifold = of_two, contains = { "shape", "vector" }, raycast = { "vector", "vector", "shape" },
    shapecast = { "shape", "vector", "shape" } }
local closest_names = { "point_a", "point_b", "distance", "normal" }
local result_names = {
    contact = { "distance", "normal", "point_a", "point_b" },
    hit = { "t", "point", "normal", "enter", "exit", "exit_point", "exit_normal", "inside",
        "approach" },
    point = { "distance", "point_a", "point_b" },
}

local shape_of

local function argument_of(data)
    if type(data) ~= "table" then return data end
    if type(data[1]) == "string" then return shape_of(data) end
    return runtime.collide.vec(table.unpack(data, 1, runtime.length(data)))
end

function shape_of(data)
    local collide, name, count = runtime.collide, data[1], runtime.length(data)
    if name == "moved" then return shape_of(data[2]):moved(argument_of(data[3])) end
    if name == "exact" then return runtime.exact_shape(data[2], data[3], data[4], data[5]) end
    if not runtime.constructors[name] then fail("there is no shape %s", shown(name)) end
    if name == "compound" then
        local parts = {}
        for i, part in ipairs(data[2]) do parts[i] = shape_of(part) end
        return collide.compound(parts)
    end
    local given = table.move(data, 2, count, 1, {})
    if name == "box" and type(given[3]) == "table" then
        given[3] = collide.quat(table.unpack(given[3], 1, 4))
    end
    return collide[name](table.unpack(given, 1, count - 1))
end

runtime.constructors = {}
for name in ("point sphere circle segment capsule line plane aabb box triangle polygon hull "
    .. "cylinder cone mesh compound"):gmatch "%a+" do
    runtime.constructors[name] = true
end

-- A vector as the data of a case.
local function plain(value)
    if not runtime.is_vector(value) then return value end
    return { value.x, value.y, value.z }
end

local function fields_of(value, names)
    local made = {}
    for _, name in ipairs(names) do made[name] = plain(value[name]) end
    return made
end

-- The answer of a query as the data of a case.
local function answer_of(query, results)
    local first = results[1]
    if query == "closest" then
        local made = {}
        for i, name in ipairs(closest_names) do made[name] = plain(results[i]) end
        return made
    elseif first == nil then
        return "nothing"
    elseif type(first) ~= "userdata" then
        return first
    elseif query == "raycast" or query == "shapecast" then
        return fields_of(first, result_names.hit)
    end
    local made = fields_of(first, result_names.contact)
    if query == "manifold" then
        made.points = {}
        for i, point in ipairs(first.points) do made.points[i] = fields_of(point, result_names.point) end
    end
    return made
end

-- The first difference between an answer and the one that was expected, or nil.
local function difference(path, expected, got)
    if type(expected) == "table" then
        if type(got) ~= "table" then return ("%s is %s"):format(path, shown(got)) end
        for i = 1, runtime.length(expected) do
            local found = difference(("%s[%d]"):format(path, i), expected[i], got[i])
            if found then return found end
        end
        local names = {}
        for name in next, expected do
            if type(name) == "string" then names[#names + 1] = name end
        end
        table.sort(names)
        for _, name in ipairs(names) do
            local found = difference(path .. "." .. name, expected[name], got[name])
            if found then return found end
        end
        return runtime.length(expected) ~= runtime.length(got)
            and ("%s has another length"):format(path) or nil
    end
    local zero = expected == 0 and got == 0 and type(expected) == "number"
    if expected == got and not (zero and 1 / expected ~= 1 / got and math.type(expected) == "float") then
        return nil
    end
    return ("%s is %s, not %s"):format(path, runtime.data_text(got), runtime.data_text(expected))
end

-- Asks the query of a case: { results =, answer =, same =, difference = }; same and difference only
-- where the case has an answer. Raises { wrong = } where it cannot be asked.
function runtime.play_query(case)
    if not argument_kinds[case.query] then fail("the query '%s' cannot be asked again", case.query) end
    local arguments, count = {}, runtime.length(case.arguments)
    for i = 1, count do
        local good, made = pcall(argument_of, case.arguments[i])
        if not good then
            local why = type(made) == "table" and made.wrong
                or tostring(made):gsub("^%[collide%]:%d+: ", "")
            fail("argument %d: %s", i, why)
        end
        arguments[i] = made
    end
    local call = runtime.collide[case.query]
    if case.query == "contains" then call = arguments[1] and arguments[1].contains end
    local results = table.pack(pcall(call, table.unpack(arguments, 1, count)))
    if not results[1] then fail("%s", tostring(results[2])) end
    results = table.pack(table.unpack(results, 2, results.n))
    local played = { results = results, arguments = arguments, answer = answer_of(case.query, results) }
    if case.answer ~= nil then
        played.difference = difference("the answer", case.answer, played.answer)
        played.same = played.difference == nil
    end
    return played
end

-- The case of a query that run:queries() lists; nil, reason where it cannot be asked again.
function runtime.case_of_query(query)
    if not argument_kinds[query.name] then
        return nil, ("a query '%s' cannot be asked again"):format(runtime.tostring(query.name))
    end
    local case = { query = query.name, arguments = {} }
    for i, kind in ipairs(argument_kinds[query.name]) do
        local value = query.arguments[i]
        if not (kind == "shape" and runtime.is_shape or runtime.is_vector)(value) then
            return nil, "it was asked of many shapes at once, and none answered"
        end
    end
    for i = 1, query.arguments.n do
        local value = query.arguments[i]
        if runtime.is_shape(value) then
            value = runtime.read_data(runtime.value_text(value))
        end
        case.arguments[i] = plain(value)
    end
    case.answer = answer_of(query.name, query.results)
    return runtime.new_case(case)
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

-- A scenario that asks the query of a case in each frame.
function runtime.scenario_of_query(case)
    local names, shapes, call = { "a", "b", "c", "d" }, {}, {}
    for i = 1, runtime.length(case.arguments) do
        local value = argument_of(case.arguments[i])
        if runtime.is_shape(value) then
            shapes[#shapes + 1] = ("        %s = %s,\n"):format(names[i], runtime.tostring(value))
            call[i] = "s." .. names[i]
        else
            call[i] = runtime.is_vector(value) and "collide." .. runtime.tostring(value)
                or runtime.value_text(value)
        end
    end
    local expected = case.answer ~= nil and runtime.data_text(case.answer) or "-"
    return ([[
-- A query that was kept as a case. Its answer then:
-- %s
local collide = require "collide"

local scenario = { title = "%s" }

function scenario.load()
    return {
%s    }
end

function scenario.update(s)
    s.answer = tostring((%s(%s)))
end

return scenario
]]):format(expected, case.query, table.concat(shapes),
        case.query == "contains" and "collide.overlap" or "collide." .. case.query,
        case.query == "contains" and ("collide.point(%s), %s"):format(call[2], call[1])
            or table.concat(call, ", "))
end

-- What another part of the program needs to open a case: { name = path, seed =, source = of a query,
-- steps = { { count =, input =, drag =, lines =, settings = }, ... } }, of which the first is what
-- goes into frame 0. given: a text, or the path of a file. Raises { wrong = } or a text.
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
        if not argument_kinds[case.query] then fail("the query '%s' cannot be asked again", case.query) end
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
