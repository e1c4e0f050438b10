-- What a query costs from Lua, beside the same by hand in plain Lua:
-- bench.lua [--quick] [--markdown] [part of a row's name]...
-- As in main.c: 256 bodies on each side, all pairs in random order, rounds interleaved, medians.
-- The time of an empty loop over the same pairs is taken off.
local collide = require "collide"
local rows = require "rows"
local bare = require "bare"
local byhand = { require "numbers", require "vectors" }
local vec = collide.vec

local SIDE, PAIRS = 256, 65536
local REFERENCE_CALL, REFERENCE_RAY = 14, 220 -- ns: a ray cast may cost as many bare calls
local ROUNDS = rows.quick and 3 or 11

-- ------------------------------------------------------------------------------------------ inputs

math.randomseed(1)
local function uniform(low, high) return low + (high - low) * math.random() end
local function position(spread)
    local half = spread / 2
    return vec(uniform(-half, half), uniform(-half, half), uniform(-half, half))
end
local function direction()
    local v = position(2)
    return v:length() <= 1 and v:normalized(vec(0, 1, 0)) or direction()
end

-- Makes a body from collide's constructors and the same from those by hand.
local makers = {}
function makers.sphere(make, p) return make.sphere(p.center, p.radius) end
function makers.capsule(make, p)
    return make.capsule(p.center - p.core, p.center + p.core, p.radius)
end
function makers.box(make, p)
    return make.box(p.center, p.half, make == collide and p.rotation or p.axes)
end
function makers.ray(make, p)
    if make == collide then return p end
    return make.ray(p.origin, p.direction)
end

local function body(spread)
    local rotation = collide.quat(direction(), uniform(-math.pi, math.pi))
    local target, away = position(spread), direction()
    return { center = position(spread), radius = uniform(0.5, 1.5),
        core = uniform(0.5, 1.5) * direction(),
        half = vec(uniform(0.5, 1.5), uniform(0.5, 1.5), uniform(0.5, 1.5)),
        rotation = rotation, axes = { rotation:axes() },
        origin = target + 5 * away, direction = -10 * away }
end

local first, second = {}, {} -- of each pair
for i = 1, PAIRS do
    local j = math.random(i)
    first[i], second[i] = first[j], second[j]
    first[j], second[j] = (i - 1) // SIDE + 1, (i - 1) % SIDE + 1
end

-- The bodies of a row, a list for each library: collide, numbers, vectors.
local function sides(kind_a, kind_b, spread, spread_b)
    local makes, a, b = { collide, byhand[1], byhand[2] }, { {}, {}, {} }, { {}, {}, {} }
    for i = 1, SIDE do
        local p, q = body(spread), body(spread_b or (kind_a == "ray" and 1 or spread))
        for k, make in ipairs(makes) do
            a[k][i], b[k][i] = makers[kind_a](make, p), makers[kind_b](make, q)
        end
    end
    return a, b
end

-- ------------------------------------------------------------------------------------------ timing

local function seconds(loop)
    collectgarbage()
    local start = os.clock()
    loop()
    return os.clock() - start
end

-- The median ns of each loop for one of `count` calls, rounds interleaved.
local function medians(loops, count)
    local times, result = {}, {}
    for k in ipairs(loops) do times[k] = {} end
    for _ = 1, ROUNDS do
        for k, loop in ipairs(loops) do table.insert(times[k], seconds(loop) * 1e9 / count) end
    end
    for k in ipairs(loops) do
        table.sort(times[k])
        result[k] = times[k][ROUNDS // 2 + 1]
    end
    return result
end

-- A loop over all pairs; f nil: no call.
local function over_pairs(f, a, b)
    if not f then
        return function() for i = 1, PAIRS do local _, _ = a[first[i]], b[second[i]] end end
    end
    return function() for i = 1, PAIRS do f(a[first[i]], b[second[i]]) end end
end

-- A ray is an origin and a direction.
local function over_rays(f, rays, b)
    local origins, directions = {}, {}
    for i, ray in ipairs(rays) do origins[i], directions[i] = ray.origin, ray.direction end
    return function()
        for i = 1, PAIRS do
            local k = first[i]
            f(origins[k], directions[k], b[second[i]], 1)
        end
    end
end

-- The share of hits, and the sum of a number over them, of a query's answers.
local function answers(query, a, b)
    local hits, sum = 0, 0
    for i = 1, PAIRS do
        local answer = query(a[first[i]], b[second[i]])
        local hit = answer and (type(answer) ~= "number" or answer <= 1) -- a distance always is
        if hit then hits = hits + 1 end
        local plain = type(answer) == "number" or type(answer) == "boolean"
        local measure = answer and not plain and (answer.t or answer.distance) or answer
        sum = sum + (type(measure) == "number" and measure or 0)
    end
    return hits / PAIRS, sum
end

-- ------------------------------------------------------------------------------------------ output

local line = rows.line(32)

local missed, bars = 0, 0
local function verdict(holds)
    bars = bars + 1
    if not holds then missed = missed + 1 end
    return holds and "ok" or "missed"
end

local function number(x) return x and ("%.1f"):format(x) or "-" end
local function ratio(x) return x and ("%.2f"):format(x) or "-" end

local loop, call = table.unpack(medians({
    over_pairs(nil, first, second),
    function() for i = 1, PAIRS do local _, _ = first[first[i]], second[second[i]] bare() end end,
}, PAIRS))
call = call - loop

local begun = false
local function head()
    if begun then return end
    begun = true
    print(("\nFrom Lua: ns for one call; a bare call of a C function: %.1f, an empty loop: %.1f.\n")
        :format(call, loop))
    line("call", "collide", "calls", "bar", "", "numbers", "ratio", "bar", "", "vectors", "ratio",
        "hits")
    if rows.markdown then
        line("---", "--:", "--:", "--:", "---", "--:", "--:", "--:", "---", "--:", "--:", "--:")
    end
end

-- All three answer alike.
local function check(name, functions, a, b)
    if name:find("raycast", 1, true) then
        functions[1] = function(r, s) return collide.raycast(r.origin, r.direction, s, 1) end
    end
    local share, sum = answers(functions[1], a[1], b[1])
    for k = 2, 3 do
        local by_hand, other = answers(functions[k], a[k], b[k])
        assert(by_hand == share and math.abs(other - sum) <= 1e-9 * PAIRS,
            ("%s: by hand %.4f hits and a sum of %.17g, collide %.4f and %.17g")
            :format(name, by_hand, other, share, sum))
    end
end

local function row(query, kind, spread)
    local name = query .. (query == "raycast" and " at " or " sphere-") .. kind
    if not rows.chosen(name) then return end
    head()
    local ray = query == "raycast"
    local a, b = sides(ray and "ray" or "sphere", kind, spread)
    local functions = { collide[query], byhand[1][query][kind], byhand[2][query][kind] }
    local loops = { (ray and over_rays or over_pairs)(functions[1], a[1], b[1]),
        over_pairs(functions[2], a[2], b[2]), over_pairs(functions[3], a[3], b[3]) }
    local times = medians(loops, PAIRS)
    for k in ipairs(times) do times[k] = times[k] - loop end

    check(name, functions, a, b)
    local calls, bar = times[1] / call, REFERENCE_RAY / REFERENCE_CALL
    line(name, number(times[1]), number(calls),
        ray and number(bar) or "-", ray and verdict(calls <= bar) or "",
        number(times[2]), ratio(times[1] / times[2]),
        ray and "0.50" or "-", ray and verdict(times[1] <= 0.5 * times[2]) or "",
        number(times[3]), ratio(times[1] / times[3]),
        ("%.1f%%"):format(100 * answers(functions[2], a[2], b[2])))
end

for _, query in ipairs { "overlap", "distance", "contact", "raycast" } do
    row(query, "sphere", query == "raycast" and 2.6 or 2.9)
    row(query, "capsule", query == "raycast" and 2.6 or 3.4)
    row(query, "box", query == "raycast" and 3.4 or 3.4)
end

-- ----------------------------------------------------------------------------- reading the results

-- A ray of which t and normal are read: of the hit, in the column of numbers, and as the results of
-- collide.numbers.
local function read_row(kind, spread)
    local name = "t and normal of a ray at " .. kind
    if not rows.chosen(name) then return end
    head()
    local rays, shapes = sides("ray", kind, spread)
    local origins, directions, list = {}, {}, shapes[1]
    for i, ray in ipairs(rays[1]) do origins[i], directions[i] = ray.origin, ray.direction end
    local of_hit, of_numbers = collide.raycast, collide.numbers.raycast
    local times = medians({
        function()
            for i = 1, PAIRS do
                local k = first[i]
                local t, _, _, _, x, y, z = -- luacheck: ignore 211
                    of_numbers(origins[k], directions[k], list[second[i]], 1)
            end
        end,
        function()
            for i = 1, PAIRS do
                local k = first[i]
                local hit, _, _ = of_hit(origins[k], directions[k], list[second[i]], 1)
                if hit then _, _ = hit.t, hit.normal end
            end
        end,
    }, PAIRS)
    for k in ipairs(times) do times[k] = times[k] - loop end
    line(name, number(times[1]), number(times[1] / call), "-", "", number(times[2]),
        ratio(times[1] / times[2]), "0.50", verdict(times[1] <= 0.5 * times[2]), "-", "-", "-")
end

read_row("sphere", 2.6)
read_row("box", 3.4)

-- What recording adds to a query whose answer is kept for the inspector: an update of a scenario is
-- recorded only if it is the last of a step.
local function recording_row()
    local name = "recording a ray at sphere"
    if not rows.chosen(name) then return end
    head()
    local scenario = require "collide.scenario"
    local path, count = os.tmpname(), 20000
    local file = assert(io.open(path, "w"))
    assert(file:write(([[
        local collide = require "collide"
        local raycast = collide.raycast
        local s = {}
        function s.load()
            return { ball = collide.sphere({ 0, 5, 0 }, 1), o = collide.vec(0, 0, 0),
                d = collide.vec(0, 1, 0) }
        end
        function s.update(state)
            local o, d, ball = state.o, state.d, state.ball
            for i = 1, %d do raycast(o, d, ball) end
        end
        return s]]):format(count)))
    file:close()
    local run = scenario.load(path)
    os.remove(path)
    local times = medians({ function() run:step(1) end, function() run:step(2) end }, count)
    local plain = times[2] - times[1]
    line(name, number(times[1] - plain), number((times[1] - plain) / call), "-", "",
        number(plain), ratio((times[1] - plain) / plain), "-", "", "-", "-", "-")
end

recording_row()

-- ------------------------------------------------------------------------ many shapes in one call

-- raycast_all and overlap_all against the loop that they spare, over 256 shapes, as a table and as
-- a batch: ns a shape. In the column of numbers is the loop.
local function many(name, kind, spread, all, each)
    local title = ("%s, 256 %s"):format(name, kind)
    if not rows.chosen(title) then return end
    head()
    local rays, shapes = sides(name == "raycast_all" and "ray" or "sphere", kind, spread, spread)
    local ask, list, hits = rays[1], shapes[1], 0
    local batch = collide.batch(list)
    local function loop_over(one)
        return function() for i = 1, SIDE do one(ask[i]) end end
    end
    local times = medians({
        loop_over(function(a) all(a, list) end),
        loop_over(function(a) all(a, batch) end),
        loop_over(function(a)
            local found = {}
            for k = 1, #list do
                local hit = each(a, list[k])
                if hit then found[#found + 1] = hit end
            end
            return found
        end),
    }, PAIRS)
    for i = 1, SIDE do
        hits = hits + #all(ask[i], list)
        assert(#all(ask[i], list) == #all(ask[i], batch))
    end
    for k, what in ipairs { "table", "batch" } do
        line(title .. ", " .. what, number(times[k]), number(times[k] / call), "-", "",
            number(times[3]), ratio(times[k] / times[3]), "0.10",
            verdict(times[k] <= 0.1 * times[3]), "-", "-",
            ("%.1f%%"):format(100 * hits / PAIRS))
    end
end

local function rays(a, list) return collide.raycast_all(a.origin, a.direction, list, 1) end
local function ray(a, shape) return collide.raycast(a.origin, a.direction, shape, 1) end
for _, kind in ipairs { "sphere", "capsule", "box" } do
    many("raycast_all", kind, 20, rays, ray)
    many("overlap_all", kind, 20, collide.overlap_all, collide.overlap)
end

if begun then
    print(("\n%d of %d bars from Lua missed%s")
        :format(missed, bars, rows.quick and " (quick: too few rounds)" or ""))
end
