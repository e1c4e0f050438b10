-- collide.duel: a query against somebody's own function, in cases of many sorts; what differs by
-- more than rounding is counted, and the first such case shrunk. Cases are data, as in
-- run/cases/case.lua: { "capsule", { 0, 0 }, { 1, 0 }, 0.5 }, { 3, 4 }.
local collide, shrinking, value_text = ...

-- ------------------------------------------------------------------------------------- random

-- Numbers by the seed alone: a linear congruence (Knuth), of which the high bits are used.
local function generator(seed)
    local state = seed * 2862933555777941757 + 3037000493
    return function()
        state = state * 6364136223846793005 + 1442695040888963407
        return (state >> 11) * 0x1p-53
    end
end

-- ------------------------------------------------------------------------------------- cases

-- Each family of coordinates: lattice(random) makes one; what lies on one line, and sizes, differ.
local families = {
    { name = "lattice", number = function(random) return random() * 9 // 1 - 4 end },
    { name = "touching", number = function(random) return (random() * 17 // 1 - 8) / 2 end,
        touch = true },
    { name = "collinear", number = function(random) return random() * 9 // 1 - 4 end, line = true },
    { name = "random", number = function(random) return random() * 10 - 5 end },
    { name = "huge", number = function(random) return (random() * 10 - 5) * 0x1p40 end,
        size = 0x1p40 },
    { name = "tiny", number = function(random) return (random() * 10 - 5) * 0x1p-40 end,
        size = 0x1p-40 },
}

local function new_maker(family, random, dim)
    local maker, size = {}, family.size or 1
    local start, way = {}, {}
    for i = 1, dim do start[i], way[i] = family.number(random), (random() * 3 // 1 - 1) end
    if way[1] == 0 and way[2] == 0 and (way[3] or 0) == 0 then way[1] = 1 end
    function maker.point()
        local p, along = {}, random() * 9 // 1 - 4
        for i = 1, dim do p[i] = family.line and start[i] + along * way[i]
            or family.number(random) end
        return p
    end
    -- A direction or motion, not zero.
    function maker.direction()
        local p, zero = maker.point(), true
        for i = 1, dim do
            if family.line then p[i] = p[i] - start[i] end
            zero = zero and p[i] == 0
        end
        if zero then p[1] = size end
        return p
    end
    function maker.radius()
        local whole = family.name ~= "random" and not family.size
        return whole and random() * 3 // 1 + 1 or (0.1 + 2 * random()) * size
    end
    function maker.sizes()
        local p = {}
        for i = 1, dim do p[i] = maker.radius() end
        return p
    end
    return maker
end

local makers = {
    point = function(m) return { m.point() } end,
    sphere = function(m) return { m.point(), m.radius() } end,
    segment = function(m) return { m.point(), m.point() } end,
    capsule = function(m) return { m.point(), m.point(), m.radius() } end,
    line = function(m) return { m.point(), m.direction() } end,
    plane = function(m) return { m.direction(), m.point() } end,
    aabb = function(m)
        local low, high = m.point(), m.point()
        for i = 1, #low do low[i], high[i] = math.min(low[i], high[i]),
            math.max(low[i], high[i]) end
        return { low, high }
    end,
    box = function(m, random, dim)
        local turned
        if random() < 0.5 then
            turned = random() * 6
            if dim == 3 then
                turned = { random() - 0.5, random() - 0.5, random() - 0.5, random() + 0.1 }
            end
        end
        return { m.point(), m.sizes(), turned }
    end,
    triangle = function(m) return { m.point(), m.point(), m.point() } end,
    polygon = function(m, random)
        local points = {}
        for i = 1, 3 + random() * 4 // 1 do points[i] = m.point() end
        return { points }
    end,
    cylinder = function(m)
        local a, b = m.point(), m.direction()
        for i = 1, 3 do b[i] = b[i] + a[i] end
        return { a, b, m.radius() }
    end,
}
makers.circle, makers.cone = makers.sphere, makers.cylinder
makers.hull = function(m, random)
    local points = {}
    for i = 1, 4 + random() * 5 // 1 do points[i] = m.point() end
    return { points }
end
local only = { polygon = 2, hull = 3, cylinder = 3, cone = 3 }

local function shape_of(data)
    local given = table.move(data, 2, 4, 1, {})
    if data[1] == "box" and type(given[3]) == "table" then
        given[3] = collide.quat(table.unpack(given[3], 1, 4)) end
    return collide[data[1]](table.unpack(given, 1, 3))
end

local function value_of(data)
    if type(data) ~= "table" then return data end
    if type(data[1]) == "string" then return shape_of(data) end
    return collide.vec(table.unpack(data))
end

-- ------------------------------------------------------------------------------------- judging

-- Which arguments a query has: "s" a shape, "d" a direction, "p" a point.
local signatures = { overlap = "ss", distance = "ss", contact = "ss", closest = "ss",
    raycast = "pds",
    shapecast = "sds", contains = "sp" }

-- The size that roundings are measured by: the largest number of the case.
local function size_of(data)
    local size = 0
    for _, item in pairs(data) do
        if type(item) == "table" then size = math.max(size, size_of(item)) end
        if type(item) == "number" then size = math.max(size, math.abs(item)) end
    end
    return size
end

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
        local good, value = pcall(value_of, item)
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
    local slack = tolerance * size_of(data)
    local judged, verdict = pcall(judges[query], arguments, answer, exact, slack)
    local of = query == "closest" and 3 or 1
    return judged and verdict or "answers what makes no sense", answer[of], exact[of]
end

-- ------------------------------------------------------------------------------------- shrinking

local function weight_of(data)
    local weight = 0
    for _, item in pairs(data) do
        if type(item) == "table" then
            weight = weight + weight_of(item) + 1
        elseif type(item) == "number" then
            weight = weight + #("%.17g"):format(item) + (item < 0 and 0.5 or 0)
                + math.min(math.abs(item), 1e6) * 1e-3
        end
    end
    return weight
end

-- All numbers of a case: calls f(list, index) for each; not the parts of rotations.
local function each_number(data, f)
    for i = 1, #data do
        if type(data[i]) == "number" then f(data, i) elseif type(data[i]) == "table" then
            each_number(data[i], f) end
    end
end

-- Simpler cases than this one: without the size of the family, moved so that a point is the
-- origin, with fewer points, with a simpler number in one place.
local function simpler(data, signature)
    local list = {}
    local function variant()
        list[#list + 1] = shrinking.deep_copy(data)
        return list[#list]
    end
    local largest = size_of(data)
    if largest > 1e3 or largest < 1e-2 and largest > 0 then
        local scale = 2.0 ^ -math.floor(math.log(largest, 2))
        each_number(variant(), function(at, i) at[i] = at[i] * scale end)
    end
    local points = {}
    local function collect(item, is_direction)
        if type(item[1]) == "number" and #item > 1 and not is_direction then
            points[#points + 1] = item end
        for k, inner in ipairs(item) do
            local free = item[1] == "box" and k > 2 or (item[1] == "line") and k == 3
                or item[1] == "plane" and k == 2
            if type(inner) == "table" then collect(inner, is_direction or free) end
        end
    end
    for i, item in ipairs(data) do
        if type(item) == "table" then collect(item, signature:sub(i, i) == "d") end
    end
    for _, base in ipairs { points[1], points[#points] } do
        local made, by = variant(), table.move(base, 1, #base, 1, {})
        local moved = {}
        local function move(item, is_direction)
            if type(item[1]) == "number" and #item > 1 and not is_direction and not moved[item] then
                moved[item] = true
                for k = 1, #item do item[k] = item[k] - by[k] end
            end
            for k, inner in ipairs(item) do
                local free = item[1] == "box" and k > 2 or item[1] == "line" and k == 3
                    or item[1] == "plane" and k == 2
                if type(inner) == "table" then move(inner, is_direction or free) end
            end
        end
        for i, item in ipairs(made) do
            if type(item) == "table" then move(item, signature:sub(i, i) == "d") end
        end
    end
    if signature == "ss" and data[1][1] == data[2][1] then
        local made = variant()
        made[1], made[2] = made[2], made[1]
    end
    for i, item in ipairs(data) do
        for k = 1, type(item[1]) == "string" and type(item[2][1]) == "table" and #item[2] or 0 do
            table.remove(variant()[i][2], k)
        end
        if item[1] == "box" and item[4] ~= nil then variant()[i][4] = nil end
    end
    local count = 0
    each_number(data, function() count = count + 1 end)
    for place = 1, count do
        local value, at = nil, 0
        each_number(data, function(of, i)
            at = at + 1
            if at == place then value = of[i] end
        end)
        for _, number in ipairs(shrinking.simpler_numbers(value, true)) do
            local now = 0
            each_number(variant(), function(of, i)
                now = now + 1
                if now == place then of[i] = number end
            end)
        end
        -- Whole numbers towards 0.
        local step = value // 1 == value and math.abs(value) > 1 and math.abs(value) < 1e6
        if step then
            local now = 0
            each_number(variant(), function(of, i)
                now = now + 1
                if now == place then of[i] = of[i] - (of[i] > 0 and 1 or -1) end
            end)
        end
    end
    return list
end

local most_tests = 4000

local function shrink(data, signature, is_wrong)
    local tests, again = 0, true
    while again and tests < most_tests do
        again = false
        local weight = weight_of(data)
        for _, candidate in ipairs(simpler(data, signature)) do
            if weight_of(candidate) < weight then
                tests = tests + 1
                if is_wrong(candidate) then
                    data, again = candidate, true
                    break
                end
            end
        end
    end
    return data, tests
end

-- ------------------------------------------------------------------------------------- duel

local function data_text(item)
    if type(item) == "string" then return ("%q"):format(item) end
    if type(item) ~= "table" then return value_text(item) end
    local texts, last = {}, 0
    for i in pairs(item) do last = math.max(last, i) end
    for i = 1, last do texts[i] = data_text(item[i]) end
    return "{ " .. table.concat(texts, ", ") .. " }"
end

-- Moves a shape so that it about touches the other one.
local function make_touch(data)
    local good, a, b = pcall(function() return shape_of(data[1]), shape_of(data[2]) end)
    if not good then return end
    local _, _, distance, normal = collide.closest(a, b)
    if distance - distance ~= 0 then return end
    local by = normal * -distance
    local function move(item)
        if type(item[1]) == "number" then
            item[1], item[2], item[3] = item[1] + by.x, item[2] + by.y, item[3] and item[3] + by.z
        else
            for _, inner in ipairs(item) do
                if type(inner) == "table" then move(inner) end
            end
        end
    end
    local kind = data[1][1]
    if kind == "box" or kind == "line" then
        move(data[1][2])
    elseif kind == "plane" then
        move(data[1][3])
    else
        for i = 2, #data[1] do
            if type(data[1][i]) == "table" then move(data[1][i]) end
        end
    end
end

local function answer_text(value)
    if type(value) == "number" then return value_text(value) end
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
    local dim = options.dim
    for i = 1, wanted do
        local kind = kinds[i] or kinds[1]
        if not makers[kind] then
            return nil, 3, ("there is no kind '%s' to be made up"):format(tostring(kind))
        end
        if dim and only[kind] and only[kind] ~= dim then
            return nil, 3, ("a %s has %d dimensions"):format(kind, only[kind])
        end
    end
    for _, kind in ipairs(kinds) do dim = dim or only[kind] end
    dim = dim or 2
    if dim ~= 2 and dim ~= 3 then return nil, 4, "option 'dim' must be 2 or 3" end

    local function new_case(number)
        local random = generator((seed // 1 | 0) * 1000003 + number)
        local family = families[number % #families + 1]
        local maker, data, nth = new_maker(family, random, dim), {}, 0
        for letter in signature:gmatch "." do
            local item
            if letter == "s" then
                nth = nth + 1
                local kind = kinds[nth] or kinds[1]
                item = makers[kind](maker, random, dim)
                table.insert(item, 1, kind)
            else
                item = letter == "d" and maker.direction() or maker.point()
            end
            data[#data + 1] = item
        end
        if family.touch and signature == "ss" then make_touch(data) end
        return data, family.name
    end

    local result = setmetatable({ cases = 0, wrong = 0, ties = 0, share = 0, by_family = {} },
        result_type)
    local first, first_number
    local function is_wrong(data)
        local verdict = play(query, mine, data, tolerance)
        return verdict and verdict ~= "same" and verdict ~= "tie"
    end
    for number = 0, cases - 1 do
        local data, family = new_case(number)
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
    local small, tests = shrink(first, signature, is_wrong)
    local verdict, answer, exact = play(query, mine, small, tolerance)
    local values, texts = {}, {}
    for i, item in ipairs(small) do values[i], texts[i] = value_of(item), data_text(item) end
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
