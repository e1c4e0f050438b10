-- lua5.4 tests/check/layers.lua [folder of src]: the structure of the source, read as text.
--   rooms    a room includes only what it may know: collide <- record <- lua <- run, and record <-
--            view -> collide. Likewise the folders
--            of a room: a folder includes, and mentions functions and types of, those before it in
--            its list and itself.
--   homes    what dir/x.h declares is defined in dir/x.c, or the header says that it is "the face
--            of" its folder, and then anywhere in or below that.
--   circles  a unit is dir/x, with its .h and .c (a face is a unit of its own); no units use each
--            other's functions or types in a circle.
--   names    no type, function that is not static, or inline function of a header is defined twice;
--            what a header defines begins with cd_.
local src = arg[1] or "src"

-- What each room may include with quotes, and which libraries with angle brackets; and its folders,
-- from the bottom up.
local rooms = {
    collide = {
        rooms = { "collide" },
        libraries = {},
        folders = {
            "simd", "math", "shape", "narrow/gjk", "narrow/box", "narrow/planar", "narrow/curved",
            "narrow", "narrow/touch", "cast", "set", "query", "impact", "manifold", "batch",
            "world/body", "world/broad", "world/motion", "world/contact", "world", "character",
            "explain",
        },
    },
    record = { rooms = { "record", "collide" }, libraries = {}, folders = { "text" } },
    lua = {
        rooms = { "lua", "record", "collide" },
        libraries = { "lua" },
        folders = { "values", "shapes", "queries", "world", "module" },
    },
    run = {
        rooms = { "run", "record", "lua", "collide" },
        libraries = { "lua", "seccomp" },
        folders = { "contain", "state", "cases", "scenario", "runner", "command" },
    },
    view = {
        rooms = { "view", "record", "collide" },
        libraries = { "sdl", "fontconfig" },
        folders = {
            "raster", "inspect", "scene", "explain", "kit", "system", "play", "panels", "app",
        },
    },
}
local libraries = {
    lua = { "^lua%.h", "^lualib%.h", "^lauxlib%.h", "^luaconf%.h", "^lua5", "^lua/" },
    sdl = { "^SDL", "^sdl" },
    fontconfig = { "^fontconfig/" },
    seccomp = { "^seccomp%.h" },
}

local function contains(list, item)
    for _, other in ipairs(list) do
        if other == item then return true end
    end
    return false
end

local function library_of(header)
    for name, patterns in pairs(libraries) do
        for _, pattern in ipairs(patterns) do
            if header:find(pattern) then return name end
        end
    end
    return nil
end

local faults = 0
local function fault(...)
    faults = faults + 1
    print(string.format(...))
end

-- ------------------------------------------------------------------------------------------- read

-- Comments and texts are blanked, lines stay.
local function plain(text)
    local function blank(s) return (s:gsub("[^\n]", " ")) end
    text = text:gsub("\\\n", " \n")
    local out, at = {}, 1
    while true do
        local from = text:find("[/\"']", at)
        if not from then break end
        out[#out + 1] = text:sub(at, from - 1)
        local to
        local two, one = text:sub(from, from + 1), text:sub(from, from)
        if two == "//" then
            to = (text:find("\n", from, true) or #text + 1) - 1
        elseif two == "/*" then
            to = select(2, text:find("*/", from + 2, true)) or #text
        elseif one == "/" then
            to = from
        else
            to = from + 1
            while to <= #text and text:sub(to, to) ~= one do
                to = to + (text:sub(to, to) == "\\" and 2 or 1)
            end
        end
        local piece = text:sub(from, to)
        out[#out + 1] = piece == "/" and piece or blank(piece)
        at = to + 1
    end
    out[#out + 1] = text:sub(at)
    return table.concat(out)
end

-- Statements at the top level, without their bodies: { text, line, body }.
local function top_level(text)
    local list, depth, start, body = {}, 0, nil, nil
    local line, from = 1, nil
    for i = 1, #text do
        local c = text:byte(i)
        if c == 10 then line = line + 1 end
        if not start and c > 32 then start, from = i, line end
        if c == 123 then -- {
            if depth == 0 then body = i end
            depth = depth + 1
        elseif c == 125 then -- }
            depth = depth - 1
        end
        local head = start and body and text:sub(start, body - 1)
        local is_type = head and (head:find("^typedef") or head:find("^struct%s") or
            head:find("^union%s") or head:find("^enum%s") or head:find("=%s*$"))
        if start and depth == 0 and (c == 59 or (c == 125 and not is_type)) then
            list[#list + 1] = {
                head = body and head or text:sub(start, i),
                tail = body and c == 59 and text:sub(body, i) or "",
                line = from,
                body = body ~= nil,
            }
            start, body = nil, nil
        end
    end
    return list
end

local names = { types = {}, functions = {} } -- name -> { unit, ... }, where it is defined
local forwards = {} -- opaque types: name -> the header that offers them
local declared = {} -- of headers: { name, path, line }
local files = {} -- path -> { text, unit, folder, room }
local static = {} -- path -> names that are its own

local function define(kind, name, file, line)
    local list = names[kind][name] or {}
    names[kind][name] = list
    list[#list + 1] = { unit = file.unit, path = file.path, line = line }
    if file.path:find("%.h$") and not name:find("^cd_") then
        fault("%s:%d: %s does not begin with cd_", file.path, line, name)
    end
end

local function read_definitions(file)
    local own = {}
    static[file.path] = own
    for _, s in ipairs(top_level(file.code)) do
        local head = s.head:gsub("__attribute__%s*%b()", " "):gsub("%s+", " "):match "^ ?(.*)$"
        if head:find("^typedef") then
            local name = s.tail:match("}%s*([%w_]+)%s*;%s*$") or
                head:match("%(%*?([%w_]+)%)%s*%(") or
                head:match("([%w_]+) ?%b() ?;$") or head:match("([%w_]+) ?;$")
            local forward = not s.body and head:match("^typedef struct ([%w_]+) [%w_]+ ?;$")
            if forward and forward == name and file.path:find("%.h$") then
                forwards[name] = forwards[name] or file
            elseif name then
                define("types", name, file, s.line)
            end
        elseif head:find("^struct [%w_]+ ?$") and s.body then
            define("types", head:match("^struct ([%w_]+)"), file, s.line)
        else
            local name = head:match("([%w_]+) ?%b() ?;?$")
            local inline = head:find("%f[%w]inline%f[%W]")
            if name and head:find("^[%a_]") and not head:find("=") then
                local is_static = head:find("%f[%w]static%f[%W]") or
                    head:find("%f[%w]CD_VEC4_INLINE%f[%W]") or head:find("%f[%w]CD_RARE%f[%W]")
                local header = file.path:find("%.h$") ~= nil
                if s.body and (not is_static or header) then
                    define("functions", name, file, s.line)
                elseif s.body then
                    own[name] = true
                elseif header and not is_static and not inline then
                    for each in head:gmatch("([%w_]+) ?%f[,;]") do -- typedef_name f, g;
                        if not head:find("%(") then name = each end
                    end
                    declared[#declared + 1] = { name = name, file = file, line = s.line }
                    file.declares[name] = true
                end
            end
        end
    end
end

local function read(room)
    local listing = assert(io.popen(("find '%s/%s' -name '*.[ch]' | sort"):format(src, room)))
    for path in listing:lines() do
        local f = assert(io.open(path))
        local text = f:read("a")
        f:close()
        local inside = path:sub(#src + 2)
        local unit = inside:gsub("%.[ch]$", "")
        local file = {
            path = path, text = text, code = plain(text), room = room, unit = unit,
            folder = inside:match("^[%w_]+/(.+)/"),
        }
        file.code = file.code:gsub("\n[ \t]*#[^\n]*", "\n")
        file.uses = file.code:gsub("%f[%w_]struct%s+[%w_]+", "") -- a pointer wants no more
        file.face = path:find("%.h$") and text:find("face of", 1, true) ~= nil
        if file.face then file.unit = file.unit .. ".h" end
        file.declares = {}
        files[#files + 1] = file
        files[path] = file
        read_definitions(file)
    end
    listing:close()
end

for _, room in ipairs({ "collide", "record", "lua", "run", "view" }) do read(room) end

-- ----------------------------------------------------------------------------------------- rooms

local function level(room, folder)
    for i, name in ipairs(rooms[room].folders or {}) do
        if name == folder then return i end
    end
    return 0 -- what lies in the room itself, its public headers
end

for _, file in ipairs(files) do
    local number = 0
    for line in io.lines(file.path) do
        number = number + 1
        local where = file.path .. ":" .. number
        local bracket, header = line:match('^%s*#%s*include%s*([<"])([^>"]+)')
        if bracket == '"' then
            local other = header:match("^([^/]+)/")
            local target = files[src .. "/" .. header]
            if not other or not rooms[other] then
                fault('%s: "%s": write "room/file.h"', where, header)
            elseif not contains(rooms[file.room].rooms, other) then
                fault("%s: %s may not know %s", where, file.room, other)
            elseif target and target.room == file.room and
                level(file.room, target.folder) > level(file.room, file.folder) then
                fault("%s: %s may not know %s", where, file.folder or file.room, target.folder)
            end
        elseif bracket == "<" then
            local library = library_of(header)
            if library and not contains(rooms[file.room].libraries, library) then
                fault("%s: %s may not know %s", where, file.room, library)
            end
        end
    end
end

-- ----------------------------------------------------------------------------------------- names

for kind, list in pairs(names) do
    local sorted = {}
    for name in pairs(list) do sorted[#sorted + 1] = name end
    table.sort(sorted)
    for _, name in ipairs(sorted) do
        local places = list[name]
        local paths = {}
        for _, p in ipairs(places) do
            paths[#paths + 1] = p.path .. ":" .. p.line
        end
        -- The same function twice in one file is two branches of an #if.
        local several = false
        for _, p in ipairs(places) do several = several or p.path ~= places[1].path end
        if several then
            fault("%s %s is defined twice: %s", kind == "types" and "type" or "function", name,
                table.concat(paths, ", "))
        end
    end
end

-- ----------------------------------------------------------------------------------------- homes

for _, d in ipairs(declared) do
    local home = names.functions[d.name]
    if home then
        local at = home[1]
        local folder = d.file.path:match("^(.*)/")
        local below = at.path:sub(1, #folder + 1) == folder .. "/"
        if at.unit ~= d.file.unit and not (d.file.face and below) then
            fault("%s:%d: %s is declared here and defined in %s", d.file.path, d.line, d.name,
                at.path)
        end
    end
end

-- --------------------------------------------------------------------------------------- circles

local arrows = {} -- unit -> unit -> names
local units = {}
for _, file in ipairs(files) do
    local from = file.unit
    if not arrows[from] then
        arrows[from] = {}
        units[#units + 1] = from
    end
    for name in file.uses:gmatch("[%a_][%w_]*") do
        for kind, list in pairs(names) do
            local home = list[name]
            local target = kind == "types" and forwards[name] or home and home[1]
            if target and target.unit ~= from and not static[file.path][name] and
                not file.declares[name] and name:find("^cd_") and
                (kind == "types" and target.path:find("%.h$") or kind == "functions") then
                local to = arrows[from]
                to[target.unit] = to[target.unit] or {}
                to[target.unit][name] = true
                local other = files[target.path]
                if other.room == file.room and
                    level(file.room, other.folder) > level(file.room, file.folder) and
                    file.folder and not to[target.unit].told then
                    to[target.unit].told = true
                    fault("%s: %s may not know %s: %s of %s", file.path, file.folder,
                        other.folder, name, target.path)
                end
            end
        end
    end
end

-- Strongly connected components (Tarjan 1972).
local index, low, on, stack, count = {}, {}, {}, {}, 0
local function visit(unit)
    count = count + 1
    index[unit], low[unit], on[unit] = count, count, true
    stack[#stack + 1] = unit
    for other in pairs(arrows[unit]) do
        if arrows[other] then
            if not index[other] then
                visit(other)
                low[unit] = math.min(low[unit], low[other])
            elseif on[other] then
                low[unit] = math.min(low[unit], index[other])
            end
        end
    end
    if low[unit] == index[unit] then
        local circle = {}
        repeat
            local other = table.remove(stack)
            on[other] = false
            circle[#circle + 1] = other
        until other == unit
        if #circle > 1 then
            table.sort(circle)
            local lines = {}
            for _, a in ipairs(circle) do
                for _, b in ipairs(circle) do
                    if arrows[a][b] then
                        local list = {}
                        for name in pairs(arrows[a][b]) do list[#list + 1] = name end
                        table.sort(list)
                        lines[#lines + 1] = ("    %s -> %s: %s"):format(a, b,
                            table.concat(list, " ", 1, math.min(#list, 6)))
                    end
                end
            end
            fault("%d units in a circle: %s\n%s", #circle, table.concat(circle, " "),
                table.concat(lines, "\n"))
        end
    end
end
table.sort(units)
for _, unit in ipairs(units) do
    if not index[unit] then visit(unit) end
end

-- The rooms must have been there to be looked at.
if #files < 10 then fault("%s: %d C files: too few to be the source", src, #files) end
print(string.format("%d files, %d units, %d functions declared, %d faults", #files, #units,
    #declared, faults))
os.exit(faults == 0)
