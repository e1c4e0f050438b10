-- Writes docs/benchmarks.md and its chart from the tables that the benchmarks printed:
--     lua5.4 benchmarks.lua TABLES METHOD PAGE CHART
-- First the answer, group by group; then how it was measured (METHOD); then the tables, of the
-- functions of the peers only a line for each.
local chart = require "chart"
local markdown = require "markdown"

local tables, method, page, chart_path = table.unpack(arg)

-- Each row with a peer belongs to the first group whose pattern its name has. Those of 256 shapes
-- are compared with collide's own single query, and count for no sum.
local OWN = "256 shapes at once, beside one by one"
local groups = {
    { OWN, " 256 " },
    { "bodies that touch and rest", "^step:" },
    { "in the plane", "^2D .- manifold", "^2D .- distance", "^2D .- contact", "^2D .- cast" },
    { "many bodies", "^one ", "pairs of", "decades", "clusters", "one line", " among " },
    { "meshes and compounds", "mesh", "compound" },
    { "casts", " cast at " },
    { "rays", "^ray", "^occluded" },
    { "cylinders", "^cylinder" },
    { "hulls", "^hull" },
    { "boxes", "^OBB", "^AABB", "^yawed" },
    { "spheres and capsules", "^sphere", "^capsule", "^triangle" },
}
local SHOWN = { 11, 7, 10, 9, 8, 6, 3, 5, 4, 2, 1 } -- their order on the page

local function group_of(name)
    for _, group in ipairs(groups) do
        for i = 2, #group do
            if name:find(group[i]) then return group end
        end
    end
    error("no group of the page has the row " .. name)
end

-- Sorts the rows of a table of times beside peers into the groups.
local BESIDE_PEERS = { workload = true, still = true, many = true, motion = true }
local LEAST = 5e-4 -- what is printed as 0.000 is at most that
local function gather(block)
    local ratio, bar = markdown.column(block, "ratio"), markdown.column(block, "bar")
    for _, row in ipairs(BESIDE_PEERS[block.head[1]] and ratio and block.rows or {}) do
        local value = tonumber(row[ratio])
        if value then
            local group = group_of(row[1])
            group.rows = group.rows or {}
            value = math.max(value, LEAST)
            table.insert(group.rows, { name = row[1], ratio = value, held = row[bar + 1] == "ok" })
        end
    end
end

-- ------------------------------------------------------------------------------------- the answer

local function summary(group)
    local s = { led = 0, held = 0, count = #group.rows, logs = 0 }
    for _, row in ipairs(group.rows) do
        s.led = s.led + (row.ratio <= 1 and 1 or 0)
        s.held = s.held + (row.held and 1 or 0)
        s.logs = s.logs + math.log(row.ratio)
        if not s.worst or row.ratio > s.worst.ratio then s.worst = row end
    end
    s.mean = math.exp(s.logs / s.count)
    return s
end

local function answer(shown)
    local made = {
        head = { "", "rows", "collide is fastest in", "time, mean", "least good row", "",
            "bars held" },
        rule = { "---", "--:", "--:", "--:", "---", "--:", "--:" }, rows = {},
    }
    local sum = { led = 0, held = 0, count = 0, logs = 0 }
    local function add(name, s)
        table.insert(made.rows, { name, tostring(s.count), tostring(s.led), ("%.2f"):format(s.mean),
            s.worst and s.worst.name or "", s.worst and ("%.2f"):format(s.worst.ratio) or "",
            tostring(s.held) })
    end
    for _, group in ipairs(shown) do
        local s = summary(group)
        if group[1] ~= OWN then
            for key in pairs(sum) do sum[key] = sum[key] + s[key] end
            add(group[1], s)
        end
    end
    sum.mean = math.exp(sum.logs / math.max(1, sum.count))
    add("all", sum)
    for _, group in ipairs(shown) do
        if group[1] == OWN then add(OWN, summary(group)) end
    end
    return made, sum
end

-- A line for each group with a dot for each row, on a logarithmic axis.
local function draw(shown)
    local left, right, top, step = 290, 700, 40, 28
    local least, most, bottom = 0.01, 4, top + #shown * step
    local picture = chart.new(740, bottom + 50, "Time of collide through that of the fastest peer")
    local function at(ratio)
        ratio = math.max(least, math.min(most, ratio))
        return left + (right - left) * math.log(ratio / least) / math.log(most / least)
    end
    for _, tick in ipairs { 0.01, 0.03, 0.1, 0.3, 1, 3 } do
        picture:line(at(tick), top - 14, at(tick), bottom, tick == 1 and "one" or nil)
        picture:text(at(tick), bottom + 18, tostring(tick), "small middle")
    end
    picture:text(at(1) - 6, top - 20, "collide is faster", "small end")
    picture:text(at(1) + 6, top - 20, "a peer is faster", "small")
    picture:text((left + right) / 2, bottom + 38,
        "time of collide through that of the fastest peer; a dot is a row", "small middle")
    for i, group in ipairs(shown) do
        local y = top + (i - 0.5) * step
        picture:text(left - 14, y + 4, group[1], "end")
        for _, row in ipairs(group.rows) do
            local class = group[1] == OWN and "other" or row.ratio <= 1 and "good" or "bad"
            picture:dot(at(row.ratio), y, class,
                ("%s: %.2f"):format(row.name, row.ratio))
        end
    end
    picture:write(chart_path)
end

-- ------------------------------------------------------------------------------------ the details

-- "12!": 12 verdicts, and the function does not count.
local function number(text) return tonumber((text:gsub("!", ""))) or 0 end
local function larger(a, b) return a and number(a) >= number(b) and a or b end

-- Of a table with a line for each function in each row, a line for each function of a peer that
-- answers otherwise: its rows, the most verdicts that differ, the largest difference. And how many
-- functions do not.
local ALIKE = 1e-6
local function by_function(block)
    local different = markdown.column(block, "verdicts") or markdown.column(block, "differ")
    local worst = markdown.column(block, "worst") or markdown.column(block, "t")
    local lines, known = {}, {}
    for _, row in ipairs(block.rows) do
        local key = row[2] .. row[3]
        if not known[key] and row[2] ~= "collide" and row[2] ~= "singly" then
            known[key] = { row[2], row[3], "0" }
            lines[#lines + 1] = known[key]
        end
        local line = known[key]
        if line then
            line[3] = tostring(number(line[3]) + 1)
            line[4] = larger(line[4], row[different] or "")
            line[5] = larger(line[5], row[worst] or "")
        end
    end
    local made = {
        head = { "answers otherwise", "function", "rows", "verdicts, at most", "numbers, at most" },
        rule = { "---", "---", "--:", "--:", "--:" }, rows = {},
    }
    for _, line in ipairs(lines) do
        if line[4]:find "!" or number(line[4]) > 0 or number(line[5]) > ALIKE then
            table.insert(made.rows, line)
        end
    end
    return made, #lines - #made.rows
end

local details = {}
local function detail(text) details[#details + 1] = text end

for _, block in ipairs(markdown.blocks(markdown.read(tables))) do
    if not block.head then
        detail(block.text)
    elseif markdown.column(block, "function") then
        local made, alike = by_function(block)
        if #made.rows > 0 then detail(markdown.text(made)) end
        if alike > 0 then
            detail(("%d %sfunctions of peers give the same verdicts, and the same numbers to %g.")
                :format(alike, #made.rows > 0 and "other " or "", ALIKE))
        end
    else
        gather(block)
        detail(markdown.text(markdown.without_empty(block)))
    end
end

local shown = {}
for _, i in ipairs(SHOWN) do
    if groups[i].rows then shown[#shown + 1] = groups[i] end
end
local made, sum = answer(shown)
draw(shown)
local file = assert(io.open(page, "w"))
file:write(([[
# Benchmarks

How fast collide is beside ODE, Bullet, FCL, libccd, Chipmunk, Box2D and Embree, on the same inputs
and with the same answers. **It is the fastest in %d of %d rows and takes %.2f of the time of the
fastest peer on average** (the geometric mean; below 1, collide is faster).

%s

![Time of collide through that of the fastest peer, row by row](%s)

]]):format(sum.led, sum.count, sum.mean, markdown.text(made), chart_path:match "[^/]+$"))
file:write(markdown.read(method), "\n## The last run\n\n", table.concat(details, "\n\n"), "\n")
assert(file:close())
