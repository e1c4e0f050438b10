-- What collide.duel asks: cases of many sorts, and simpler ones than a case. They are data, as in
-- run/cases/case.lua: { "capsule", { 0, 0 }, { 1, 0 }, 0.5 }, { 3, 4 }.
local duel = ...
local collide = duel.collide

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

function duel.value_of(data)
    if type(data) ~= "table" then return data end
    if type(data[1]) == "string" then return shape_of(data) end
    return collide.vec(table.unpack(data))
end

-- ------------------------------------------------------------------------------------- points

-- Calls f(point) for each point of a case, once for each table: what moves with the shapes, so no
-- directions, sizes and rotations. signature: as in duel.lua.
local function each_point(data, signature, f)
    local seen = {}
    local function visit(item)
        if type(item[1]) == "number" then
            if #item > 1 and not seen[item] then f(item) end
            seen[item] = true
            return
        end
        for k, inner in ipairs(item) do
            local fixed = item[1] == "box" and k > 2 or item[1] == "line" and k == 3
                or item[1] == "plane" and k == 2
            if type(inner) == "table" and not fixed then visit(inner) end
        end
    end
    for i, item in ipairs(data) do
        if type(item) == "table" and signature:sub(i, i) ~= "d" then visit(item) end
    end
end

local function move_points(data, signature, x, y, z)
    each_point(data, signature, function(point)
        point[1], point[2], point[3] = point[1] + x, point[2] + y, point[3] and point[3] + z
    end)
end

-- Moves the first shape so that it about touches the other one.
local function make_touch(data)
    local good, a, b = pcall(function() return shape_of(data[1]), shape_of(data[2]) end)
    if not good then return end
    local _, _, distance, normal = collide.closest(a, b)
    if distance - distance ~= 0 then return end
    local by = normal * -distance
    move_points({ data[1] }, "s", by.x, by.y, by.z)
end

-- Case `number` of a seed: its data, and the name of its family.
function duel.new_case(number, seed, signature, kinds, dim)
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

-- The dimension that the kinds of shapes have, `dim` or what they need; or nil, what is wrong.
function duel.dimension_of(kinds, wanted, dim)
    for i = 1, wanted do
        local kind = kinds[i] or kinds[1]
        if not makers[kind] then
            return nil, ("there is no kind '%s' to be made up"):format(tostring(kind))
        end
        if dim and only[kind] and only[kind] ~= dim then
            return nil, ("a %s has %d dimensions"):format(kind, only[kind])
        end
        dim = dim or only[kind]
    end
    return dim or 2
end

-- The size that roundings are measured by: the largest number of the case.
function duel.size_of(data)
    local size = 0
    for _, item in pairs(data) do
        if type(item) == "table" then size = math.max(size, duel.size_of(item)) end
        if type(item) == "number" then size = math.max(size, math.abs(item)) end
    end
    return size
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
        list[#list + 1] = duel.deep_copy(data)
        return list[#list]
    end
    local largest = duel.size_of(data)
    if largest > 1e3 or largest < 1e-2 and largest > 0 then
        local scale = 2.0 ^ -math.floor(math.log(largest, 2))
        each_number(variant(), function(at, i) at[i] = at[i] * scale end)
    end
    local points = {}
    each_point(data, signature, function(point) points[#points + 1] = point end)
    for _, base in ipairs { points[1], points[#points] } do
        move_points(variant(), signature, -base[1], -base[2], -(base[3] or 0))
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
        local function with(change)
            local now = 0
            each_number(variant(), function(of, i)
                now = now + 1
                if now == place then of[i] = change(of[i]) end
            end)
        end
        local value
        with(function(x)
            value = x
            return x
        end)
        list[#list] = nil
        for _, number in ipairs(duel.simpler_numbers(value, true)) do
            with(function() return number end)
        end
        if value // 1 == value and math.abs(value) > 1 and math.abs(value) < 1e6 then
            with(function(x) return x > 0 and x - 1 or x + 1 end) -- towards 0
        end
    end
    return list
end

local most_tests = 4000

-- The smallest case that simpler ones lead to which are wrong, too; and how many were tested.
function duel.shrunk(data, signature, is_wrong)
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
