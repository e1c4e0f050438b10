-- lua5.4 docs/rooms.lua [folder of src] | dot -Tsvg: the rooms of the source with their folders,
-- their sizes, and who includes whom. An arrow is left out where a longer way says the same.
local src = arg[1] or "src"

local sizes, arrows, folders = {}, {}, {}

-- "src/collide/cast/portal.c" -> "collide/cast"; what lies in a room itself -> "collide".
local function folder_of(path)
    local top = path:find("/") and path:match("^[%w_]+") or "top"
    return path:match("^([%w_]+/[%w_]+)/") or top
end

local function read(path)
    local folder = folder_of(path:sub(#src + 2))
    if not sizes[folder] then
        sizes[folder] = 0
        folders[#folders + 1] = folder
    end
    for line in io.lines(path) do
        sizes[folder] = sizes[folder] + 1
        local header = line:match('^%s*#%s*include%s*"([^"]+)"')
        local other = header and folder_of(header)
        if other and other ~= folder and other ~= folder:match "^[%w_]+" then -- not its own face
            arrows[folder .. " " .. other] = true
        end
    end
end

local find = ("find '%s' -name '*.[ch]' -o -name '*.lua' | sort"):format(src)
for path in assert(io.popen(find)):lines() do read(path) end

-- An arrow that a longer way says already is not drawn.
local function implied(from, to)
    local seen = {}
    local function reach(at, first)
        for _, next in ipairs(folders) do
            if arrows[at .. " " .. next] and not seen[next] and not (first and next == to) then
                seen[next] = true
                if next == to or reach(next, false) then return true end
            end
        end
        return false
    end
    return reach(from, true)
end

print("digraph rooms {")
print('    rankdir = TB; bgcolor = "white"; fontname = "DejaVu Sans"; nodesep = 0.25;')
print('    node [shape = box, style = "rounded,filled", fillcolor = "white", color = "#5b6b7b", ' ..
    'fontname = "DejaVu Sans", fontsize = 11, margin = "0.14,0.06"];')
print('    edge [color = "#5b6b7b", arrowsize = 0.7];')
local colors = {
    collide = "#e3eefa", record = "#fdf3d8", lua = "#e6f4e6", run = "#f9e6e2", view = "#ece6f7",
}
for _, room in ipairs({ "collide", "lua", "run", "record", "view", "top" }) do
    print(("    subgraph cluster_%s {"):format(room))
    print(('        label = "src/%s"; style = rounded; color = "#9aa7b4"; bgcolor = "%s";')
        :format(colors[room] and room .. "/" or "", colors[room] or "white"))
    for _, folder in ipairs(folders) do
        if folder:match("^[%w_]+") == room then
            local name = folder:match("/(.*)") or
                ({ collide = "public headers", run = "scenario.h", lua = "binding.h", top = "main.c module.c" })[room]
                or room
            print(('        "%s" [label = "%s\\n%d lines"];'):format(folder, name, sizes[folder]))
        end
    end
    print("    }")
end
for _, from in ipairs(folders) do
    for _, to in ipairs(folders) do
        if arrows[from .. " " .. to] and not implied(from, to) then
            print(('    "%s" -> "%s";'):format(from, to))
        end
    end
end
print("}")
