-- What the benchmarks in Lua share: their options, the rows that are asked for, and a row's line.
--     [--quick] [--markdown] [part of a row's name]...
local rows = { quick = false, markdown = false }
local names = {}
for _, argument in ipairs(arg) do
    if argument == "--quick" then rows.quick = true
    elseif argument == "--markdown" then rows.markdown = true
    else names[#names + 1] = argument end
end

function rows.chosen(name)
    for _, part in ipairs(names) do
        if name:find(part, 1, true) then return true end
    end
    return #names == 0
end

-- A function that prints cells as a line, the first `width` wide.
function rows.line(width)
    local first = "%-" .. width .. "s"
    return function(...)
        local cells = table.pack(...)
        if rows.markdown then return print("| " .. table.concat(cells, " | ") .. " |") end
        local text = first:format(cells[1])
        for i = 2, cells.n do text = text .. ("%10s"):format(cells[i]) end
        print(text)
    end
end

return rows
