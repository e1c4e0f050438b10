-- Lua text that is data: tables of numbers, strings, booleans and nil. It is read without running
-- it, and written so that equal values give equal bytes.
local runtime = ...

local most_bytes, most_depth = 16 << 20, 32

-- ------------------------------------------------------------------------------------- reading

local escapes = { n = "\n", t = "\t", r = "\r", a = "\a", b = "\b", f = "\f", v = "\v",
    ["\\"] = "\\",
    ["\""] = "\"", ["'"] = "'", ["\n"] = "\n" }

-- Raises at a place of the text.
local function fail(reader, form, ...)
    local _, line = reader.text:sub(1, reader.at - 1):gsub("\n", "")
    error({ wrong = ("line %d: "):format(line + 1) .. form:format(...) }, 0)
end

-- Skips white space and comments.
local function skip(reader)
    local text, at = reader.text, reader.at
    while true do
        at = text:find("%S", at) or #text + 1
        local level = text:match("^%-%-%[(=*)%[", at)
        if level then
            at = (select(2, text:find("]" .. level .. "]", at, true)) or #text) + 1
        elseif text:sub(at, at + 1) == "--" then
            at = (text:find("\n", at, true) or #text) + 1
        else
            reader.at = at
            return
        end
    end
end

-- Skips white space, then a symbol if it comes; says whether it came.
local function accept(reader, symbol)
    skip(reader)
    if reader.text:sub(reader.at, reader.at + #symbol - 1) ~= symbol then return false end
    reader.at = reader.at + #symbol
    return true
end

local function read_string(reader, quote)
    local text, pieces, at = reader.text, {}, reader.at + 1
    while true do
        local stop = text:find('[\\\n' .. quote .. ']', at)
        if not stop or text:sub(stop, stop) == "\n" then
            fail(reader, "a string is not finished")
        end
        pieces[#pieces + 1] = text:sub(at, stop - 1)
        if text:sub(stop, stop) == quote then
            reader.at = stop + 1
            return table.concat(pieces)
        end
        local letter = text:sub(stop + 1, stop + 1)
        local digits = text:match("^%d%d?%d?", stop + 1)
        local hex = text:match("^x(%x%x)", stop + 1)
        if digits and tonumber(digits) < 256 then
            pieces[#pieces + 1], at = string.char(tonumber(digits)), stop + 1 + #digits
        elseif hex then
            pieces[#pieces + 1], at = string.char(tonumber(hex, 16)), stop + 4
        elseif escapes[letter] then
            pieces[#pieces + 1], at = escapes[letter], stop + 2
        else
            fail(reader, "an unknown escape in a string")
        end
    end
end

local words = { ["true"] = true, ["false"] = false, ["math.huge"] = math.huge,
    ["-math.huge"] = -math.huge }

local read_value

local function read_table(reader, depth)
    if depth > most_depth then fail(reader, "tables lie more than %d deep", most_depth) end
    local made, count = {}, 0
    while not accept(reader, "}") do
        local name = reader.text:match("^([%a_][%w_]*)%s*=[^=]", reader.at)
        if name then
            reader.at = reader.text:find("=", reader.at, true) + 1
        elseif accept(reader, "[") then
            skip(reader)
            name = read_value(reader, depth)
            if type(name) ~= "string" then fail(reader, "a key must be a name or a string") end
            if not accept(reader, "]") or not accept(reader, "=") then
                fail(reader, "a key in brackets needs ] and =")
            end
        end
        skip(reader)
        local value = read_value(reader, depth)
        if name == nil then
            count = count + 1
            made[count] = value
        elseif made[name] ~= nil then
            fail(reader, "'%s' is there twice", name)
        else
            made[name] = value
        end
        skip(reader)
        if not accept(reader, ",") and not accept(reader, ";") then
            if not accept(reader, "}") then
                fail(reader, reader.at > #reader.text and "it is cut off"
                    or "a value must be followed by a comma or }")
            end
            break
        end
    end
    return made
end

function read_value(reader, depth)
    local text, at = reader.text, reader.at
    local first = text:sub(at, at)
    if first == "{" then
        reader.at = at + 1
        return read_table(reader, depth + 1)
    elseif first == '"' or first == "'" then
        return read_string(reader, first)
    end
    local word = text:match("^%-?[%w_.]+[+-]?[%w_.]*", at)
    if word and not word:find "^%-?0?[xX]?[%x.]+[eEpP][+-]" then
        word = text:match("^%-?[%w_.]+", at) end
    if word == nil then
        fail(reader, at > #text and "it is cut off" or "a value was expected, not %q", first)
    end
    reader.at = at + #word
    local number = word:find "^%-?[%d.]" and tonumber(word)
    if number and number - number == 0 then return number end
    if word == "nil" then return nil end
    if words[word] == nil then
        fail(reader, "%s is no number, string, true, false, nil or table", word:sub(1, 40))
    end
    return words[word]
end

-- The value of a text, with a word before the table or without; or nil, reason.
function runtime.read_data(text, head)
    if #text > most_bytes then return nil, ("has more than %d MB"):format(most_bytes >> 20) end
    local reader = { text = text, at = 1 }
    local good, value = pcall(function()
        skip(reader)
        if head and reader.text:sub(reader.at, reader.at + #head - 1) == head then
            reader.at = reader.at + #head
        end
        local bracket = accept(reader, "(")
        if not accept(reader, "{") then
            fail(reader, reader.at > #text and "it is cut off" or "it is no table of data")
        end
        local made = read_table(reader, 1)
        if bracket and not accept(reader, ")") then fail(reader, "the bracket is not closed") end
        skip(reader)
        if reader.at <= #text then fail(reader, "something follows the table") end
        return made
    end)
    if good then return value end
    if type(value) ~= "table" or not value.wrong then error(value, 0) end
    return nil, value.wrong
end

-- ------------------------------------------------------------------------------------- writing

-- A string on one line; every byte comes back.
function runtime.quoted(text)
    local odd = utf8.len(text) and '[%c"\\\127]' or '[%c"\\\127-\255]'
    return '"' .. text:gsub(odd, function(c)
        return c == "\n" and "\\n" or (c == '"' or c == "\\") and "\\" .. c
            or ("\\%03d"):format(c:byte())
    end) .. '"'
end

-- The largest positive integer key: a list may have holes.
function runtime.length(list)
    local length = 0
    for key in next, list do
        if math.type(key) == "integer" and key > length then length = key end
    end
    return length
end

local function name_text(name)
    return name:find "^[%a_][%w_]*$" and name or "[" .. runtime.quoted(name) .. "]"
end

-- The text of a value: a list first, then the fields, those of `order` first, by name.
function runtime.data_text(value, order)
    local kind = type(value)
    if kind == "string" then return runtime.quoted(value) end
    if kind ~= "table" then return runtime.value_text(value) end
    local texts, names, known = {}, {}, {}
    for i = 1, runtime.length(value) do texts[i] = runtime.data_text(value[i]) end
    for _, name in ipairs(order or {}) do
        known[name] = true
        if value[name] ~= nil then names[#names + 1] = name end
    end
    local rest = {}
    for name in next, value do
        if type(name) == "string" and not known[name] then rest[#rest + 1] = name end
    end
    table.sort(rest)
    for _, name in ipairs(table.move(rest, 1, #rest, #names + 1, names)) do
        texts[#texts + 1] = name_text(name) .. " = " .. runtime.data_text(value[name])
    end
    return #texts > 0 and "{ " .. table.concat(texts, ", ") .. " }" or "{}"
end
