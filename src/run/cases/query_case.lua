-- The case of a query: asking it again, comparing its answer to the last bit, and the case of one
-- that a run has asked.
local runtime = ...

local shown = runtime.in_message

local function fail(form, ...) error({ wrong = form:format(...) }, 0) end

-- The queries that can be asked again, with the kinds of the arguments that they need.
local of_two = { "shape", "shape" }
local argument_kinds = { overlap = of_two, distance = of_two, closest = of_two, contact = of_two,
    manifold = of_two, contains = { "shape", "vector" }, raycast = { "vector", "vector", "shape" },
    occluded = { "vector", "vector", "shape" }, shapecast = { "shape", "vector", "shape" } }
local closest_names = { "point_a", "point_b", "distance", "normal" }
local result_names = {
    contact = { "distance", "normal", "point_a", "point_b", "parts_a", "feature_a",
        "feature_index_a", "parts_b", "feature_b", "feature_index_b" },
    hit = { "t", "point", "normal", "enter", "exit", "exit_point", "exit_normal", "inside",
        "approach", "parts_a", "feature_a", "feature_index_a", "parts_b", "feature_b",
        "feature_index_b" },
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
    if name == "solid" then return collide.solid(argument_of(data[2])) end
    local given = table.move(data, 2, count, 1, {})
    if name == "box" and type(given[3]) == "table" then
        given[3] = collide.quat(table.unpack(given[3], 1, 4))
    end
    return collide[name](table.unpack(given, 1, count - 1))
end

runtime.constructors = {}
for name in ("point sphere circle segment capsule line plane aabb box triangle polygon hull "
    .. "cylinder cone mesh solid compound"):gmatch "%a+" do
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
        local made = fields_of(first, result_names.hit)
        if first.index then -- of a list; the case asks the shape alone
            table.remove(made.parts_b, 1)
            made.parts_b = made.parts_b[1] and made.parts_b
        end
        return made
    end
    local made = fields_of(first, result_names.contact)
    if query == "manifold" then
        made.points = {}
        for i, point in ipairs(first.points) do made.points[i] = fields_of(point,
            result_names.point) end
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
    if expected == got and not (zero and 1 / expected ~= 1 / got
        and math.type(expected) == "float") then
        return nil
    end
    return ("%s is %s, not %s"):format(path, runtime.data_text(got), runtime.data_text(expected))
end

-- Asks the query of a case: { results =, answer =, same =, difference = }; same and difference only
-- where the case has an answer. Raises { wrong = } where it cannot be asked.
function runtime.play_query(case)
    if not argument_kinds[case.query] then fail("the query '%s' cannot be asked again",
        case.query) end
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
    local played = { results = results, arguments = arguments,
        answer = answer_of(case.query, results) }
    local finds = case.answer == true and type(played.answer) ~= "boolean"
    if finds then -- anything, where what is not said
        played.difference = played.answer == "nothing" and "the answer is nothing" or nil
    elseif case.answer ~= nil then
        played.difference = difference("the answer", case.answer, played.answer)
    end
    if case.answer ~= nil then
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

-- A scenario that asks the query of a case in each frame.
function runtime.scenario_of_query(case)
    if not argument_kinds[case.query] then
        fail("the query '%s' cannot be asked again", case.query)
    end
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
