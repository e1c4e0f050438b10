-- Tables of Markdown, read and written.
local markdown = {}

--- The text of a file.
function markdown.read(path)
    local file = assert(io.open(path))
    local text = file:read "a"
    file:close()
    return text
end

local function cells_of(line)
    local cells = {}
    for cell in line:gmatch "|([^|\n]*)%f[|]" do cells[#cells + 1] = cell:match "^%s*(.-)%s*$" end
    return cells
end

--- Iterates over the blocks of a text, which are parted by empty lines: tables as
--- { head = cells, rule = cells, rows = list of cells }, others as { text = lines }.
function markdown.blocks(text)
    local list = {}
    for block in (text .. "\n\n"):gmatch "(.-)\n\n+" do
        local lines = {}
        for line in block:gmatch "[^\n]+" do lines[#lines + 1] = line end
        if #lines >= 2 and lines[2]:match "^|[%s:|-]+$" then
            local made = { head = cells_of(lines[1]), rule = cells_of(lines[2]), rows = {} }
            for i = 3, #lines do made.rows[i - 2] = cells_of(lines[i]) end
            list[#list + 1] = made
        elseif #lines > 0 then
            list[#list + 1] = { text = table.concat(lines, "\n") }
        end
    end
    return list
end

--- The index of a column by its title, or nil.
function markdown.column(block, title)
    for i, name in ipairs(block.head) do
        if name == title then return i end
    end
end

--- Without the columns that are empty, or a dash, in every row; the first stays.
function markdown.without_empty(block)
    local kept = {}
    for i = 1, #block.head do
        local some = i == 1
        for _, row in ipairs(block.rows) do
            some = some or (row[i] and row[i] ~= "" and row[i] ~= "-")
        end
        if some then kept[#kept + 1] = i end
    end
    local function chosen(cells)
        local list = {}
        for k, i in ipairs(kept) do list[k] = cells[i] or "" end
        return list
    end
    local made = { head = chosen(block.head), rule = chosen(block.rule), rows = {} }
    for i, row in ipairs(block.rows) do made.rows[i] = chosen(row) end
    return made
end

local function line(cells) return "| " .. table.concat(cells, " | ") .. " |" end

--- The lines of a table as text.
function markdown.text(block)
    local lines = { line(block.head), "|" .. table.concat(block.rule, "|") .. "|" }
    for _, row in ipairs(block.rows) do lines[#lines + 1] = line(row) end
    return table.concat(lines, "\n")
end

return markdown
