-- load_text and load_data of scripts: files beside the scenario, as text or as tables. The reader
-- of the modules reads these files, too, so they are watched, kept and replayed like those.
--
-- A parser stops at the first thing that it does not understand, and names the line of the file.
local runtime = ...

local nesting_limit = 200 -- of JSON

local function line_of(text, at)
    local _, breaks = text:sub(1, at - 1):gsub("\n", "")
    return breaks + 1
end

-- Raises what is wrong at a place of a text, to be caught by parse.
local function fail_at(text, at, form, ...)
    error({ line = line_of(text, at), message = form:format(...) }, 0)
end

-- -------------------------------------------------------------------------------------- JSON

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\",
    ["/"] = "/" }
local words = { ["true"] = true, ["false"] = false }

-- What stands at a place, for messages.
local function found(text, at)
    local c = text:match("^" .. utf8.charpattern, at) or ""
    return c == "" and "the end of the file" or ("'%s'"):format(c)
end

local function skip_space(text, at) return text:find("[^ \t\r\n]", at) or #text + 1 end

-- The code point of \uXXXX at `at`, and the place behind it; two of them may be a surrogate pair.
local function json_code_point(text, at)
    local high = text:match("^\\u(%x%x%x%x)", at)
    if not high then fail_at(text, at, "unknown escape in a string") end
    high = tonumber(high, 16)
    if high < 0xD800 or high > 0xDFFF then return high, at + 6 end
    local low = text:match("^\\u(%x%x%x%x)", at + 6)
    low = low and tonumber(low, 16)
    if high > 0xDBFF or not low or low < 0xDC00 or low > 0xDFFF then
        fail_at(text, at, "half of a surrogate pair in a string")
    end
    return 0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00), at + 12
end

-- The string whose opening quote is at `at`, and the place behind it.
local function json_string(text, at)
    local parts, from = {}, at + 1
    while true do
        local stop = text:find('["\\\0-\31]', from)
        if not stop then fail_at(text, at, "a string without an end") end
        parts[#parts + 1] = text:sub(from, stop - 1)
        local c = text:sub(stop, stop)
        if c == '"' then return table.concat(parts), stop + 1 end
        if c ~= "\\" then fail_at(text, stop, "a control character in a string") end
        local escaped = escapes[text:sub(stop + 1, stop + 1)]
        if escaped then
            parts[#parts + 1], from = escaped, stop + 2
        else
            local point
            point, from = json_code_point(text, stop)
            parts[#parts + 1] = utf8.char(point)
        end
    end
end

local json_value

-- The items of a list or an object whose opening bracket is at `at`; one(at, count) reads an item
-- and returns the place behind it.
local function json_items(text, at, closing, one)
    local count = 0
    at = skip_space(text, at + 1)
    if text:sub(at, at) == closing then return at + 1, count end
    while true do
        count = count + 1
        at = skip_space(text, one(at, count))
        local c = text:sub(at, at)
        if c == closing then return at + 1, count end
        if c ~= "," then
            fail_at(text, at, "',' or '%s' expected, got %s", closing, found(text, at))
        end
        at = skip_space(text, at + 1)
    end
end

local function json_list(text, at, depth)
    local list, nulls = {}, false
    local after, count = json_items(text, at, "]", function(from, index)
        local value, behind = json_value(text, from, depth)
        list[index], nulls = value, nulls or value == nil
        return behind
    end)
    if nulls then list.n = count end
    return list, after
end

local function json_object(text, at, depth)
    local object = {}
    return object, (json_items(text, at, "}", function(from)
        if text:sub(from, from) ~= '"' then
            fail_at(text, from, "a name in quotes expected, got %s", found(text, from))
        end
        local name, colon = json_string(text, from)
        colon = skip_space(text, colon)
        if text:sub(colon, colon) ~= ":" then
            fail_at(text, colon, "':' expected, got %s", found(text, colon))
        end
        local behind
        object[name], behind = json_value(text, skip_space(text, colon + 1), depth)
        return behind
    end))
end

-- The number at `at`: integers that fit are integers.
local function json_number(text, at)
    local number = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
    local sound = number and not number:find "^-?0%d" and not number:find "%.$"
        and not number:find "%.[eE]"
    if not sound or not tonumber(number) then
        fail_at(text, at, "a value expected, got %s", found(text, at))
    end
    local value = tonumber(number)
    if value - value ~= 0 then fail_at(text, at, "%s is too large a number", number) end
    return value, at + #number
end

-- The value at `at` (null is nil), and the place behind it.
function json_value(text, at, depth)
    local c = text:sub(at, at)
    if depth > nesting_limit then
        fail_at(text, at, "more than %d levels of lists and objects", nesting_limit)
    end
    if c == "{" then return json_object(text, at, depth + 1) end
    if c == "[" then return json_list(text, at, depth + 1) end
    if c == '"' then return json_string(text, at) end
    local word = text:match("^%a+", at)
    if word == "null" then return nil, at + 4 end
    if words[word] ~= nil then return words[word], at + #word end
    return json_number(text, at)
end

local function parse_json(text)
    local start = skip_space(text, 1)
    local value, after = json_value(text, start, 0)
    after = skip_space(text, after)
    if after <= #text then fail_at(text, after, "the end expected, got %s", found(text, after)) end
    return value
end

-- --------------------------------------------------------------------------------------- CSV

-- The number that a field is in decimal notation; else the field.
local function csv_value(field)
    local plain = field:match "^%s*([+-]?[%d.]+[eE]?[+-]?%d*)%s*$"
    local number = plain and tonumber(plain)
    return number and number - number == 0 and number or field
end

-- The field at `at`, and the place of what follows it. Quoted ones (RFC 4180) stay strings.
local function csv_field(text, at)
    if text:sub(at, at) ~= '"' then
        local stop = text:find("[,\r\n]", at) or #text + 1
        return csv_value(text:sub(at, stop - 1)), stop
    end
    local from = at + 1
    while true do
        local quote = text:find('"', from, true)
        if not quote then fail_at(text, at, "a quoted field without an end") end
        if text:sub(quote + 1, quote + 1) ~= '"' then
            return (text:sub(at + 1, quote - 1):gsub('""', '"')), quote + 1
        end
        from = quote + 2
    end
end

local function csv_row(text, at)
    local row = {}
    while true do
        row[#row + 1], at = csv_field(text, at)
        local c = text:sub(at, at)
        if c ~= "," then
            if c == "\r" and text:sub(at + 1, at + 1) == "\n" then at = at + 1 end
            if c ~= "" and c ~= "\r" and c ~= "\n" then
                fail_at(text, at, "',' expected behind a quoted field, got %s", found(text, at))
            end
            return row, at + 1
        end
        at = at + 1
    end
end

-- Whether the first row names the columns: all of its fields are words.
local function is_csv_header(row)
    for _, field in ipairs(row) do
        if type(field) == "number" or field == "" then return false end
    end
    return true
end

-- A list of rows, each a list of fields. A first row of words alone is no row but names the fields
-- of the others, and is in `header`.
local function parse_csv(text)
    local rows, at, header = {}, 1, nil
    while at <= #text do
        local start, row = at
        row, at = csv_row(text, start)
        local blank = #row == 1 and row[1] == ""
        if not blank and not header and #rows == 0 and is_csv_header(row) then
            header = row
        elseif not blank then
            if header and #row ~= #header then
                fail_at(text, start, "%d fields in a table of %d columns", #row, #header)
            end
            for i, name in ipairs(header or {}) do row[name] = row[i] end
            rows[#rows + 1] = row
        end
    end
    rows.header = header
    return rows
end

-- --------------------------------------------------------------------------------------- OBJ

-- The keywords of the format that have no part in the surface.
local obj_ignored = {}
for word in ("vt vn vp g o s mg usemtl mtllib l p usemap maplib lod bevel c_interp d_interp " ..
    "shadow_obj trace_obj"):gmatch "%S+" do
    obj_ignored[word] = true
end

-- Adds the vertex of a line; returns what is wrong with it, if anything.
local function obj_vertex(line, vertices)
    local x, y, z = line:match "^v%s+(%S+)%s+(%S+)%s+(%S+)"
    x, y, z = tonumber(x), tonumber(y), tonumber(z)
    if not (x and y and z) then return "a vertex needs three numbers" end
    vertices[#vertices + 1] = { x, y, z }
end

-- Adds a face of any number of corners, as a fan of triangles. Negative indices count from the end.
local function obj_face(line, vertices, triangles)
    local corners = {}
    for word in line:sub(2):gmatch "%S+" do
        local index = math.tointeger(tonumber((word:match "^[^/]*")))
        if index and index < 0 then index = #vertices + 1 + index end
        if not vertices[index] then return ("there is no vertex %s"):format(word:sub(1, 20)) end
        corners[#corners + 1] = index
    end
    if #corners < 3 then return "a face needs three corners" end
    for i = 2, #corners - 1 do
        triangles[#triangles + 1] = { corners[1], corners[i], corners[i + 1] }
    end
end

-- { vertices =, triangles = }, as collide.mesh takes them.
local function parse_obj(text)
    local vertices, triangles, number = {}, {}, 0
    for line in (text .. "\n"):gmatch "([^\n]*)\n" do
        local wrong
        number = number + 1
        line = line:match "^%s*([^#]*)"
        local word = line:match "^%S+"
        if word == "v" then
            wrong = obj_vertex(line, vertices)
        elseif word == "f" then
            wrong = obj_face(line, vertices, triangles)
        elseif word and not obj_ignored[word] then
            wrong = ("'%s' is no keyword of an OBJ file"):format(word:sub(1, 20))
        end
        if wrong then error({ line = number, message = wrong }, 0) end
    end
    return { vertices = vertices, triangles = triangles }
end

-- -------------------------------------------------------------------------------- what scripts get

local parsers = { json = parse_json, tmj = parse_json, tsj = parse_json, csv = parse_csv,
    obj = parse_obj }

-- What to do about files of other programs.
local refused = {}
for endings, instead in pairs {
    ["tmx"] = "is XML; in Tiled, save the map as .tmj, or export it as .lua",
    ["tsx"] = "is XML; in Tiled, save the tileset as .tsj, or embed it in the map",
    ["xml"] = "is XML; make it .json",
    ["gltf glb fbx stl ply dae blend"] = "is of no known format; export it as .obj",
    ["tsv xls xlsx ods"] = "is of no known format; export it as .csv",
    ["yaml yml toml ini"] = "is of no known format; make it .json or .lua",
    ["txt"] = "is a text; load_text reads it",
} do
    for ending in endings:gmatch "%S+" do refused[ending] = instead end
end

-- Makes load_text and load_data. find(name) -> file, text; or nil, reason, where the name is the
-- path behind "./". load_chunk(file, text, globals) -> chunk; or nil, reason.
function runtime.new_loaders(find, load_chunk)
    local texts = {}

    local function find_text(path)
        texts[path] = texts[path] or table.pack(find("./" .. path))
        return table.unpack(texts[path], 1, 2)
    end

    local function read(path, name)
        if type(path) ~= "string" then
            error(("bad argument #1 to '%s' (a path expected, got %s)"):format(name, type(path)), 3)
        end
        local file, text = find_text(path)
        if not file then error(text, 3) end
        return file, text
    end

    local function load_text(path)
        local _, text = read(path, "load_text")
        return text
    end

    -- A Lua file of data sees no globals: it is a table in Lua's notation.
    local function load_table(file, text)
        local chunk, why = load_chunk(file, text:find "^%s*{" and "return " .. text or text, {})
        if not chunk then error(why, 0) end
        local value = chunk()
        if type(value) ~= "table" then
            error(("%s: must return a table, got %s"):format(file, type(value)), 0)
        end
        return value
    end

    -- The value in a text by its ending; or raises as fail_at does.
    local function parse(path, ending, text)
        local value = parsers[ending]((text:gsub("^\u{feff}", "")))
        local tiled = ending == "tmj" or ending == "tsj"
            or ending == "json" and runtime.is_of_tiled(value)
        return not tiled and value or runtime.of_tiled(value, path, function(other)
            local file, content = find_text(other)
            if not file then return nil, content end
            local parsed, result = runtime.pcall(parse_json, content)
            if parsed and type(result) == "table" then return result end
            if parsed then return nil, "it is no tileset" end
            if type(result) ~= "table" then error(result, 0) end
            return nil, ("%s:%d: %s"):format(file, result.line, result.message)
        end)
    end

    local function load_data(path)
        local file, text = read(path, "load_data")
        local ending = (path:match "%.(%w+)$" or ""):lower()
        if ending == "lua" then return load_table(file, text) end
        if not parsers[ending] then
            error(("%s %s"):format(file, refused[ending] or "is of no known format; the ending "
                .. "must be .lua, .json, .tmj, .tsj, .csv or .obj"), 2)
        end
        local parsed, value = runtime.pcall(parse, path, ending, text)
        if parsed then return value end
        if type(value) ~= "table" then error(value, 0) end -- the stop of the script, or no memory
        local place = value.line and ("%s:%d:"):format(file, value.line)
            or value.message:find "^is " and file or file .. ":"
        error(("%s %s"):format(place, value.message), 2)
    end

    return load_text, load_data
end
