-- lua5.4 tests/check/layers.lua [folder of src]: a room includes only what it may know.
-- collide <- lua <- run -> record <- view -> collide; record knows the core's shapes.
local src = arg[1] or "src"

-- What each room may include with quotes, and which libraries with angle brackets.
local rooms = {
    collide = { rooms = { "collide" }, libraries = {} },
    record = { rooms = { "record", "collide" }, libraries = {} },
    lua = { rooms = { "lua", "collide" }, libraries = { "lua" } },
    run = { rooms = { "run", "record", "lua", "collide" }, libraries = { "lua", "seccomp" } },
    view = { rooms = { "view", "record", "collide" }, libraries = { "sdl", "fontconfig" } },
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

local faults, files = 0, 0
local function fault(...)
    faults = faults + 1
    print(string.format(...))
end

for room, may in pairs(rooms) do
    local listing = assert(io.popen(("find '%s/%s' -name '*.[ch]' | sort"):format(src, room)))
    for path in listing:lines() do
        files = files + 1
        local number = 0
        for line in io.lines(path) do
            number = number + 1
            local where = path .. ":" .. number
            local bracket, header = line:match('^%s*#%s*include%s*([<"])([^>"]+)')
            if bracket == '"' then
                local other = header:match("^([^/]+)/")
                if not other or not rooms[other] then
                    fault('%s: "%s": write "room/file.h"', where, header)
                elseif not contains(may.rooms, other) then
                    fault("%s: %s may not know %s", where, room, other)
                end
            elseif bracket == "<" then
                local library = library_of(header)
                if library and not contains(may.libraries, library) then
                    fault("%s: %s may not know %s", where, room, library)
                end
            end
        end
    end
    listing:close()
end

-- The rooms must have been there to be looked at.
if files < 10 then fault("%s: %d C files: too few to be the source", src, files) end
print(string.format("%d files, %d faults", files, faults))
os.exit(faults == 0)
