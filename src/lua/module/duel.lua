-- collide.duel: a query against somebody's own function, in the cases of duel_cases.lua; what
-- differs by more than rounding is counted, and the first such case shrunk.
local duel = ...
local collide = duel.collide

-- ------------------------------------------------------------------------------------- judging

-- Which arguments a query has: "s" a shape, "d" a direction, "p" a point.
local signatures = { overlap = "ss", distance = "ss", contact = "ss", closest = "ss",
    raycast = "pds",
    shapecast = "sds", contains = "sp" }

local function is_number(x) return type(x) == "number" and x == x end
local function field(value, name)
    local good, found = pcall(function() return value[name] end)
    return good and found or nil
end
local function vector(value)
    local good, v = pcall(collide.vec, field(value, "x") or field(value, 1), field(value, "y")
        or field(value, 2),
        field(value, "z") or field(value, 3))
    return good and v or nil
end

local judges = {}

-- Each returns "same", "tie" or a text that says what is wrong. slack: of lengths.
local function judge_truth(mine, exact, gap, slack)
    if type(mine) ~= "boolean" then return "answers no boolean" end
    if mine == exact then return "same" end
    return math.abs(gap) <= slack and "tie" or "differs"
end

function judges.overlap(a, mine, exact, slack)
    return judge_truth(mine[1], exact[1], collide.distance(a[1], a[2]), slack)
end

function judges.contains(a, mine, exact, slack)
    return judge_truth(mine[1], exact[1], collide.distance(a[1], collide.point(a[2])), slack)
end

function judges.distance(_, mine, exact, slack)
    if not is_number(mine[1]) then return "answers no number" end
    local near = mine[1] == exact[1] or math.abs(mine[1] - exact[1]) <= slack
    return near and "same" or "differs"
end

-- A distance with a normal: a, moved out along it, just touches b.
local function judge_separation(a, distance, normal, exact, slack)
    if not is_number(distance) then return "answers no distance" end
    if distance ~= exact and math.abs(distance - exact) > slack then return "differs" end
    if normal == nil or exact - exact ~= 0 then return "same" end
    local n = vector(normal)
    if not n or math.abs(n:length() - 1) > 1e-6 then return "the normal is no unit vector" end
    local left = collide.distance(a[1]:moved(n * -distance), a[2])
    return math.abs(left) <= 4 * slack and "same"
        or "moved out by its normal, they do not just touch"
end

function judges.closest(a, mine, exact, slack)
    return judge_separation(a, mine[3], mine[4], exact[3], slack)
end

function judges.contact(a, mine, _, slack)
    local gap = collide.distance(a[1], a[2])
    local found = mine[1]
    if found == nil or found == false then return gap > slack and "same" or gap >= -slack
        and "tie" or "misses it" end
    if gap > slack then return "finds one where there is none" end
    local distance = field(found, "distance")
    if distance == nil and is_number(field(found, "depth")) then
        distance = -field(found, "depth") end
    return judge_separation(a, distance, field(found, "normal"), gap, slack)
end

-- A cast: t, or a table or hit with t. gap_at(t): how far apart they are then.
local function judge_cast(mine, hit, slack, speed, gap_at)
    local found = mine[1]
    local t = is_number(found) and found or found and field(found, "t")
    if found and not is_number(t) then return "answers no t" end
    if not found then
        if not hit then return "same" end
        -- Grazing: what is hit is hardly entered on the whole way.
        local from, to = math.max(hit.enter, hit.t), hit.exit
        local middle = to < math.huge and (from + to) / 2 or from + 1
        local grazes = gap_at(middle) >= -slack or speed == 0
        return grazes and "tie" or "misses it"
    end
    if t < 0 then return "answers a negative t" end
    if not hit then return gap_at(t) <= slack and "tie" or "hits where nothing is" end
    if math.abs(t - hit.t) * speed <= slack then return "same" end
    -- Between the two they hardly come apart or overlap: a grazing touch has no sharp time.
    local grazes = true
    for i = 0, 4 do
        grazes = grazes and math.abs(gap_at(hit.t + (t - hit.t) * i / 4)) <= slack
    end
    return grazes and "tie" or "differs"
end

function judges.raycast(a, mine, exact, slack)
    return judge_cast(mine, exact[1], slack, a[2]:length(), function(t)
        return collide.distance(collide.point(a[1] + a[2] * t), a[3])
    end)
end

function judges.shapecast(a, mine, exact, slack)
    return judge_cast(mine, exact[1], slack, a[2]:length(), function(t)
        return collide.distance(a[1]:moved(a[2] * t), a[3])
    end)
end

-- Plays a case; returns the verdict, and what both answered as texts. nil: it has no valid shapes.
local function play(query, mine, data, tolerance)
    local arguments = {}
    for i, item in ipairs(data) do
        local good, value = pcall(duel.value_of, item)
        if not good then return nil end
        arguments[i] = value
    end
    local call = query == "contains" and arguments[1].contains or collide[query]
    local exact = table.pack(pcall(call, table.unpack(arguments)))
    if not exact[1] then return nil end
    exact = table.pack(table.unpack(exact, 2, exact.n))
    local copies = {}
    for i, value in ipairs(arguments) do
        copies[i] = type(data[i][1]) == "string" and value:clone() or value
    end
    local answer = table.pack(pcall(mine, table.unpack(copies)))
    if not answer[1] then
        return "raises " .. tostring(answer[2]), answer[2], exact[1]
    end
    answer = table.pack(table.unpack(answer, 2, answer.n))
    local slack = tolerance * duel.size_of(data)
    local judged, verdict = pcall(judges[query], arguments, answer, exact, slack)
    local of = query == "closest" and 3 or 1
    return judged and verdict or "answers what makes no sense", answer[of], exact[of]
end

-- ------------------------------------------------------------------------------------- duel

local function answer_text(value)
    if type(value) == "number" then return duel.value_text(value) end
    if type(value) == "table" then
        local texts = {}
        for _, name in ipairs { "t", "distance", "depth", "normal" } do
            if value[name] ~= nil then texts[#texts + 1] = name .. " = "
                .. answer_text(value[name]) end
        end
        return "{ " .. table.concat(texts, ", ") .. " }"
    end
    return tostring(value)
end

-- The answers of a case as a sentence.
local function sentence(verdict, mine, exact)
    return ("%s: mine %s, exact %s"):format(verdict, answer_text(mine), answer_text(exact))
end

local result_type = { __metatable = false, __tostring = function(result)
    if result.wrong == 0 then
        return ("right in all of %d cases (%d ties)"):format(result.cases, result.ties)
    end
    local form = "wrong in %d of %d cases (%d ties), first in case %d; the smallest:\n%s-- %s"
    return form:format(result.wrong, result.cases, result.ties, result.first.number,
        result.first.case, result.first.text)
end }

-- Returns the result; or nil, the number of a wrong argument, and what is wrong with it.
return function(query, mine, kinds, options)
    local signature = signatures[query]
    if not signature then
        return nil, 1,
            "query must be overlap, distance, contact, closest, contains, raycast or shapecast"
    end
    if type(mine) ~= "function" then return nil, 2, "mine must be a function, got "
        .. type(mine) end
    if type(kinds) == "string" then kinds = { kinds } end
    if type(kinds) ~= "table" then return nil, 3,
        "kinds must be a list of kinds of shapes, got " .. type(kinds) end
    if options ~= nil and type(options) ~= "table" then
        return nil, 4, "options must be a table, got " .. type(options)
    end
    options = options or {}
    local known = { cases = 20000, dim = 0, seed = 1, tolerance = 1e-9 }
    for name, value in pairs(options) do
        if known[name] == nil then return nil, 4,
            ("there is no option '%s'"):format(tostring(name)) end
        if not is_number(value) or name ~= "tolerance" and value // 1 ~= value then
            return nil, 4, ("option '%s' must be a%s number, got %s"):format(name,
                name == "tolerance" and "" or " whole", tostring(value))
        end
    end
    local cases, seed, tolerance = options.cases or known.cases, options.seed or 1,
        options.tolerance or known.tolerance
    if cases < 1 or cases > 1e8 then return nil, 4, "option 'cases' must be from 1 to 100000000" end
    if tolerance < 0 or tolerance > 1 then return nil, 4,
        "option 'tolerance' must be from 0 to 1" end
    local _, wanted = signature:gsub("s", "")
    local dim, why = duel.dimension_of(kinds, wanted, options.dim)
    if not dim then return nil, 3, why end
    if dim ~= 2 and dim ~= 3 then return nil, 4, "option 'dim' must be 2 or 3" end

    local result = setmetatable({ cases = 0, wrong = 0, ties = 0, share = 0, by_family = {} },
        result_type)
    local first, first_number
    local function is_wrong(data)
        local verdict = play(query, mine, data, tolerance)
        return verdict and verdict ~= "same" and verdict ~= "tie"
    end
    for number = 0, cases - 1 do
        local data, family = duel.new_case(number, seed, signature, kinds, dim)
        local verdict = play(query, mine, data, tolerance)
        if verdict then
            result.cases = result.cases + 1
            if verdict == "tie" then result.ties = result.ties + 1 end
            if verdict ~= "tie" and verdict ~= "same" then
                result.wrong = result.wrong + 1
                result.by_family[family] = (result.by_family[family] or 0) + 1
                if not first then first, first_number = data, number end
            end
        end
    end
    result.share = result.cases > 0 and result.wrong / result.cases or 0
    if not first then return result end
    local small, tests = duel.shrunk(first, signature, is_wrong)
    local verdict, answer, exact = play(query, mine, small, tolerance)
    local values, texts = {}, {}
    for i, item in ipairs(small) do
        values[i], texts[i] = duel.value_of(item), duel.data_text(item)
    end
    local shapes = {}
    for i, item in ipairs(small) do
        if type(item[1]) == "string" then shapes[#shapes + 1] = values[i] end
    end
    result.first = { number = first_number, tests = tests, arguments = values, a = shapes[1],
        b = shapes[2],
        mine = answer, exact = exact, text = sentence(verdict, answer, exact),
        case = ("case { query = %q, arguments = { %s } }\n"):format(query,
            table.concat(texts, ", ")) }
    return result
end
