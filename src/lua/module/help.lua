-- collide.help: what types/ says about a name. The chunk gets the texts of its two files, reads
-- them once, and returns describe(name) -> text; or nil, the nearest name. A script may have
-- changed the methods of strings, so it calls string's functions.
local collide_types, scenario_types, version, edit_distance = ...
local find, match, gmatch, gsub = string.find, string.match, string.gmatch, string.gsub
local lower, format = string.lower, string.format

-- How the object of a class is called in examples of use.
local classes = { ["collide"] = "collide", ["collide.scenario"] = "scenario" }

-- Entries by name, each { title =, lines = {} }; and their names in order. A class has a list of
-- members, a section of the file one of functions.
local entries, order, sections = {}, {}, {}

local function add(name, title, lines)
    local entry = { name = name, title = title, lines = lines, members = {} }
    if not entries[name] then order[#order + 1] = name end
    entries[name] = entry
    return entry
end

-- The lines of a comment as a reader wants them: its words, then arguments and results.
local function words_of(comment)
    local lines, notes, last = {}, {}, nil
    for _, line in ipairs(comment) do
        local tag, rest = match(line, "^%-%-%-@(%w+)%s*(.*)$")
        last = tag or last
        if tag == "param" then
            notes[#notes + 1] = "  " .. rest
        elseif tag == "return" then
            notes[#notes + 1] = "  -> " .. rest
        elseif tag == "overload" then
            notes[#notes + 1] = "  or " .. rest
        elseif not last then
            lines[#lines + 1] = (gsub(line, "^%-%-%- ?", ""))
        end
    end
    for _, note in ipairs(notes) do lines[#lines + 1] = note end
    return lines
end

local function member(owner, name, title, lines)
    local entry = add(owner.name .. "." .. name, title, lines)
    owner.members[#owner.members + 1] = name
    return entry
end

local function read_class(comment, class)
    local short = classes[class] or lower(match(class, "[%w_]+$"))
    classes[class] = short
    local owner = add(short, short, {})
    local last
    for _, line in ipairs(comment) do
        local name, rest = match(line, "^%-%-%-@field ([%w_]+%??)%s*(.*)$")
        local more = match(line, "^%-%-%- (.*)$")
        if name then
            name = gsub(name, "%?", "")
            last = member(owner, name, format("%s.%s: %s", short, name, rest), {})
        elseif last and more then -- the words of a field go on in the next line
            last.title = last.title .. " " .. more
        end
    end
    local base -- which must come before
    for _, line in ipairs(comment) do
        base = base or match(line, "^%-%-%-@class [%w_.]+ : ([%w_.]+)")
    end
    for _, name in ipairs(base and entries[classes[base]].members or {}) do
        local title = entries[classes[base] .. "." .. name].title
        member(owner, name, short .. string.sub(title, #classes[base] + 1), {})
    end
    owner.lines = words_of(comment)
    return owner
end

-- An alias without words says what it stands for.
local function read_alias(comment, alias)
    local lines = words_of(comment)
    lines[1] = lines[1] or match(comment[#comment], "^%-%-%-@alias [%w_.]+ (.*)$")
    add(lower(match(alias, "[%w_]+$")), alias, lines)
end

local function read(text)
    local comment, section = {}, nil
    for line in gmatch(text, "([^\n]*)\n") do
        local heading = match(line, "^%-%- %-%-%-+ (.+)$")
        local class, alias
        if find(line, "^%-%-%-") then
            comment[#comment + 1] = line
        else
            for _, of in ipairs(comment) do
                class = class or match(of, "^%-%-%-@class ([%w_.]+)")
                alias = alias or match(of, "^%-%-%-@alias ([%w_.]+)")
            end
            local path, arguments = match(line, "^function ([%w_.:]+)(%b())")
            if class then
                read_class(comment, class)
            elseif alias then
                read_alias(comment, alias)
            end
            if path then
                local owner, sign, name = match(path, "^(.*)([.:])([%w_]+)$")
                if owner then
                    owner = gsub(lower(owner), "^collide%.", "")
                    local title = owner .. sign .. name .. arguments
                    member(entries[owner], name, title, words_of(comment))
                    if owner == "collide" and section then section[#section + 1] = name end
                else
                    add(path, path .. arguments, words_of(comment)) -- a global of scenarios
                end
            end
            if heading then
                section = { heading = heading }
                sections[#sections + 1] = section
            end
            comment = {}
        end
    end
end

read(collide_types .. "\n")
read(scenario_types .. "\n")

-- Adds words to lines of at most 90 letters.
local function wrap(lines, indent, words)
    local line = indent
    for _, word in ipairs(words) do
        if #line + #word > 90 and line ~= indent then
            lines[#lines + 1] = line
            line = indent
        end
        line = line .. (line == indent and "" or " ") .. word
    end
    if line ~= indent then lines[#lines + 1] = line end
end

local function overview()
    local lines = { "collide " .. version .. ": exact collision queries; its functions:" }
    for _, section in ipairs(sections) do
        if #section > 0 then
            lines[#lines + 1] = "  " .. section.heading
            wrap(lines, "    ", section)
        end
    end
    lines[#lines + 1] = "values: vec quat shape contact hit batch world body event"
    lines[#lines + 1] = "scenarios: scenario input draw style run"
    lines[#lines + 1] = 'help(collide.raycast), help "vec:dot", help "draw", help(value) tell more'
    return table.concat(lines, "\n")
end

local function text_of(entry)
    local lines = { entry.title }
    for _, line in ipairs(entry.lines) do lines[#lines + 1] = "  " .. line end
    while lines[#lines] == "  " do lines[#lines] = nil end
    if #entry.members > 0 and entry.name ~= "collide" then
        lines[#lines + 1] = "  members:"
        for _, name in ipairs(entry.members) do
            lines[#lines + 1] = "    " .. entries[entry.name .. "." .. name].title
        end
    end
    return table.concat(lines, "\n")
end

-- The entry of "raycast", "collide.raycast", "Vec:dot", "vec.dot", "dot" or "draw.text"; and, of a
-- member without its owner, the titles of the others of this name.
local function find_entry(name)
    local exact = gsub(lower(name), ":", ".")
    local folded = gsub(exact, "^collide%.(.)", "%1")
    local found = entries[exact] or entries[folded] or entries["collide." .. folded]
    if found then return found end
    local others = {}
    for _, full in ipairs(order) do
        if match(full, "[^.]+$") == folded then
            if found then others[#others + 1] = "also " .. entries[full].title end
            found = found or entries[full]
        end
    end
    return found, others
end

local function nearest(name)
    local near, distance = nil, 2.5
    for _, full in ipairs(order) do
        local off = edit_distance(lower(match(name, "[^.:]+$") or name), match(full, "[^.]+$"))
        if off < distance and 2 * off < #match(full, "[^.]+$") then near, distance = full, off end
    end
    return near
end

return function(name)
    if name == nil or name == "" or name == "collide" then return overview() end
    local found, others = find_entry(name)
    if found then return table.concat({ text_of(found), table.unpack(others or {}) }, "\n") end
    return nil, nearest(name)
end
