-- What a scenario says of itself to a person: `about`, and `controls`, what its keys do. A text is
-- one for all languages, or { en = ..., ja = ... }.
local runtime = ...

local languages = { "en", "ja" }
local most_about, most_control = 2000, 200 -- bytes; the panels have room for no more
local most_controls = 64

local function fail(form, ...) error(form:format(...), 0) end

local shown = runtime.in_message

-- A text as one line: white space is a space.
local function checked_text(what, text, most)
    if type(text) ~= "string" then
        fail("%s must be a text or { en = ..., ja = ... }, got %s", what, shown(text))
    elseif #text > most then
        fail("%s has %d bytes; %d is the most", what, #text, most)
    elseif not utf8.len(text) then
        fail("%s is not valid UTF-8", what)
    end
    local line = text:gsub("%s+", " "):match "^ ?(.-) ?$"
    local control = line:match "%c"
    if control then fail("%s has a control character, %s", what, shown(control)) end
    return line
end

-- The text in each language, as fields of `to`; one that is missing is that of the other.
local function add_texts(to, what, given, most)
    if type(given) ~= "table" then given = { en = given } end
    for language in runtime.pairs(given) do
        if language ~= "en" and language ~= "ja" then
            fail("%s has the language %s; there are en and ja", what, shown(language))
        end
    end
    for i, language in ipairs(languages) do
        local text = given[language]
        if text == nil then text = given[languages[3 - i]] end
        to[language] = checked_text(what, text, most)
    end
    return to
end

-- The definition's `about`: { en =, ja = }.
function runtime.about_of(about)
    return add_texts({}, "about", about, most_about)
end

-- ---------------------------------------------------------------------------------- controls

-- What a person uses that is no key.
local others = { mouse = true, wheel = true, text = true, ["pad leftx"] = true,
    ["pad lefty"] = true, ["pad rightx"] = true, ["pad righty"] = true,
    ["pad triggerleft"] = true, ["pad triggerright"] = true }
local arrows = { left = "←", right = "→", up = "↑", down = "↓" }
local first = { "left", "right", "up", "down" }

local function check_control(key)
    local known, why = runtime.is_key(key)
    if not known and not others[key] then fail("controls: %s", why) end
end

local function key_text(key)
    return arrows[key] or key:sub(1, 1):upper() .. key:sub(2)
end

-- The definition's `controls`: a list of { keys = "← →", en =, ja = }, arrows first. Keys that do
-- the same stand in one entry.
function runtime.controls_of(controls)
    local list, by_words, order = {}, {}, { table.unpack(first) }
    for key in runtime.pairs(controls) do
        check_control(key)
        if not arrows[key] then order[#order + 1] = key end
    end
    if #order - #first > most_controls then
        fail("controls names %d keys; %d is the most", #order - #first, most_controls)
    end
    for _, key in ipairs(order) do
        if controls[key] ~= nil then
            local entry = add_texts({}, "controls." .. key, controls[key], most_control)
            local words = entry.en .. "\n" .. entry.ja
            local same = by_words[words]
            if same then
                same.keys = same.keys .. " " .. key_text(key)
            else
                entry.keys = key_text(key)
                list[#list + 1], by_words[words] = entry, entry
            end
        end
    end
    return list
end
