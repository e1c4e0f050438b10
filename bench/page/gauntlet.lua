-- Writes docs/gauntlet.md and its chart from the tables of the gauntlet's parts:
--     lua5.4 gauntlet.lua TABLES METHOD PAGE CHART
-- First the answer: what was asked and how much of it failed, here and in other engines; then what
-- is asked (METHOD); then the tables.
local chart = require "chart"
local markdown = require "markdown"

local tables, method, page, chart_path = table.unpack(arg)

-- 4000032 as 4,000,032.
local function grouped(n)
    local text = ("%d"):format(n):reverse():gsub("%d%d%d", "%0,"):reverse()
    return (text:gsub("^,", ""))
end

-- ----------------------------------------------------------------------------------- our own parts

local own = {
    head = { "proof", "asked", "wrong", "" }, rule = { "---", "--:", "--:", "---" }, rows = {},
}

local function add_own(name, asked, wrong, note)
    table.insert(own.rows, { name, asked, grouped(wrong), note or "" })
end

local function sum(block, title)
    local column, all = markdown.column(block, title), 0
    for _, row in ipairs(block.rows) do all = all + tonumber(row[column]) end
    return all
end

-- --------------------------------------------------------------------------------- beside engines

local function engines(dim)
    return { dim = dim, kept = {}, wrong_side = {} }
end
local beside = { ["2D"] = engines "in the plane", ["3D"] = engines "in space" }

-- "298 / 145 / 161 of 570": the share that keeps its speed to 1 %.
local function add_kept(block, list)
    local last = block.rows[#block.rows]
    for i = 2, #block.head do
        local good, all = last[i]:match "^(%d+) / %d+ / %d+ of (%d+)$"
        table.insert(list, { name = block.head[i], share = good / all })
    end
end

local function add_wrong_sides(block, list)
    for i = 2, #block.head do
        local name = block.head[i]
        list[name] = list[name] or { wrong = 0, all = 0 }
        for _, row in ipairs(block.rows) do
            local wrong, all = row[i]:match "^(%d+) of (%d+)$"
            if wrong then
                list[name].wrong, list[name].all = list[name].wrong + wrong, list[name].all + all
            end
        end
    end
end

local function beside_table(of)
    local made = {
        head = { of.dim }, rule = { "---" },
        rows = { { "slides over tiles that keep their speed" },
            { "thin things on the wrong side" } },
    }
    for _, engine in ipairs(of.kept) do
        local side = of.wrong_side[engine.name]
        table.insert(made.head, engine.name)
        table.insert(made.rule, "--:")
        table.insert(made.rows[1], ("%.0f %%"):format(100 * engine.share))
        table.insert(made.rows[2], side and ("%d of %d"):format(side.wrong, side.all) or "-")
    end
    return made
end

-- A bar for each engine.
local function draw()
    local left, right, step, y = 190, 640, 24, 10
    local dims = { beside["2D"], beside["3D"] }
    local bars = #dims[1].kept + #dims[2].kept
    local picture = chart.new(740, bars * step + 92, "Slides over tiles that keep their speed")
    for _, of in ipairs(dims) do
        picture:text(left, y + 14, "slides over tiles, " .. of.dim .. ", that keep their speed",
            "small")
        y = y + 24
        for _, engine in ipairs(of.kept) do
            local width = (right - left) * engine.share
            picture:text(left - 12, y + 13, engine.name, "end")
            picture:bar(left, y, math.max(width, 1), 16,
                engine.name == "collide" and "good" or "other")
            picture:text(left + width + 8, y + 13, ("%.0f %%"):format(100 * engine.share), "small")
            y = y + step
        end
        y = y + 14
    end
    picture:write(chart_path)
end

-- ---------------------------------------------------------------------------------------- the page

local details, section, title = {}, "", ""

local function take(block)
    local dim = title:match "^%dD"
    if markdown.column(block, "rounding") then
        local near = ("%s differ within rounding"):format(grouped(sum(block, "rounding")))
        add_own("continuous queries with exact verdicts", grouped(sum(block, "queries")),
            sum(block, "wrong"), near)
    elseif markdown.column(block, "leaks") then
        add_own("rays through edges and vertices of closed meshes", grouped(sum(block, "rays")),
            sum(block, "leaks"))
    elseif section:find "^Tiles, beside" and dim then
        add_kept(block, beside[dim].kept)
    elseif section:find "^Thin things, beside" and dim then
        add_wrong_sides(block, beside[dim].wrong_side)
    end
end

for _, block in ipairs(markdown.blocks(markdown.read(tables))) do
    if block.head then
        take(block)
        table.insert(details, markdown.text(block))
    else
        section = block.text:match "^## (.*)" or section
        title = block.text:match "^### (.*)" or title
        local wrong, all = block.text:match "^(%d+) of (%d+) wrong"
        if wrong then add_own(section:lower(), grouped(tonumber(all)), tonumber(wrong)) end
        table.insert(details, (block.text:gsub("^##", "###")))
    end
end

draw()
local file = assert(io.open(page, "w"))
file:write(([[
# The gauntlet

What this library promises, put to proofs from outside: verdicts in exact arithmetic, meshes that
must not leak, floors whose seams must stop nothing, and things without thickness that must stay on
their side. Then a part of the same scenes in other engines.

%s

%s

%s

![Slides over tiles that keep their speed, engine by engine](%s)

]]):format(markdown.text(own), markdown.text(beside_table(beside["2D"])),
    markdown.text(beside_table(beside["3D"])), chart_path:match "[^/]+$"))
file:write(markdown.read(method), "\n## The tables\n\n", table.concat(details, "\n\n"), "\n")
assert(file:close())
