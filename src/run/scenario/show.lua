-- Values as text for a person: shortened, with a word about what was left out, or in full.
local runtime = ...

local most_text, most_entries, most_depth = 300, 12, 3
local line_length = 110 -- about what the console shows of a line

-- The first bytes of a text, at most `most`, without a part of a character.
local function cut(text, most)
    while most > 0 and text:byte(most + 1) and text:byte(most + 1) & 0xc0 == 0x80 do
        most = most - 1
    end
    return text:sub(1, most)
end

-- The text of a value that is printed; of a long one the beginning. A string is its own text.
function runtime.printed(value)
    local text = runtime.tostring(value)
    if type(value) == "string" or #text <= most_text then return text end
    local form = "%s... (%d bytes; print(tostring(x)) or the console's all(x) has all)"
    return form:format(cut(text, most_text), #text)
end

local function key_text(key)
    if type(key) == "string" and key:match "^[%a_][%w_]*$" then return key end
    return type(key) == "string" and ("[%q]"):format(key) or "[" .. runtime.tostring(key) .. "]"
end

local function has_own_text(value)
    local metatable = getmetatable(value)
    return type(metatable) == "table" and metatable.__tostring ~= nil
end

local function value_text(value)
    if type(value) == "string" then
        local text = ("%q"):format(cut(value, most_text)):gsub("\\\n", "\\n")
        return #value > most_text and text .. "..." or text
    end
    return runtime.printed(value)
end

-- The entries of a table in their fixed order, the list first: { { name or nil, value }, ... }.
local function entries_of(value)
    local entries, length = {}, rawlen(value)
    for i = 1, length do entries[i] = { nil, rawget(value, i) } end
    for key, item in runtime.next, value do
        local listed = math.type(key) == "integer" and key >= 1 and key <= length
        if not listed then entries[#entries + 1] = { key_text(key), item } end
    end
    return entries
end

local function short_table(value, depth, seen)
    if has_own_text(value) then return runtime.printed(value) end
    local entries = entries_of(value)
    if #entries == 0 then return "{}" end
    if seen[value] or depth > most_depth then return "{ ... }" end
    seen[value] = true
    local texts, size = {}, 0
    for i, entry in ipairs(entries) do
        local item = entry[2]
        local is_table = type(item) == "table"
        local text = is_table and short_table(item, depth + 1, seen) or value_text(item)
        text = entry[1] and entry[1] .. " = " .. text or text
        size = size + #text
        if i > most_entries or size > most_text then
            texts[i] = ("... %d more"):format(#entries - i + 1)
            break
        end
        texts[i] = text
    end
    seen[value] = nil
    return "{ " .. table.concat(texts, ", ") .. " }"
end

-- The text of what a line of the console returned: a string as it is, a table with its entries.
function runtime.shown(value)
    return type(value) == "table" and short_table(value, 1, {}) or runtime.printed(value)
end

-- The lines of a value in full, a table with a line for each entry, through all depths.
function runtime.all_lines(value)
    local lines, seen = {}, {}
    local function add_text(text)
        while #text > line_length do
            local line = cut(text, line_length)
            lines[#lines + 1], text = line, text:sub(#line + 1)
        end
        lines[#lines + 1] = text
    end
    local function add(indent, name, item)
        local head = indent .. (name and name .. " = " or "")
        local is_open = type(item) == "table" and not has_own_text(item) and not seen[item]
        if not is_open then
            local text = type(item) == "table" and "{ ... }" or runtime.tostring(item)
            add_text(head .. (type(item) == "string" and ("%q"):format(item) or text))
            return
        end
        seen[item] = true
        lines[#lines + 1] = head .. "{"
        for _, entry in ipairs(entries_of(item)) do add(indent .. "  ", entry[1], entry[2]) end
        lines[#lines + 1] = indent .. "}"
    end
    add("", nil, value)
    return lines
end
