-- Maps and tilesets that Tiled has written as JSON (.tmj, .tsj, .json). They become the tables that
-- its export to Lua makes: properties by name. A tileset in a .tsj of its own is read in its place;
-- of one in a .tsx only firstgid and source are there.
local runtime = ...

local function fail(form, ...) error({ message = form:format(...) }, 0) end

-- { { name =, value = }, ... } -> { [name] = value }, in all tables below a value.
local function name_properties(value)
    for key, item in next, value do
        if type(item) == "table" then
            name_properties(item)
            if key == "properties" and type(item[1]) == "table" then
                local named = {}
                for _, property in ipairs(item) do
                    if type(property.name) ~= "string" then fail("a property has no name") end
                    named[property.name] = property.value
                end
                value[key] = named
            end
        end
    end
end

-- Numbers of tiles must be there as a list, not packed into a text.
local function check_layers(layers)
    if type(layers) ~= "table" then fail("is no map of Tiled: it has no layers") end
    for _, layer in ipairs(layers) do
        if type(layer) ~= "table" then fail("is no map of Tiled: a layer is no object") end
        local packed = type(layer.data) == "string"
        for _, chunk in ipairs(type(layer.chunks) == "table" and layer.chunks or {}) do
            packed = packed or type(chunk) == "table" and type(chunk.data) == "string"
        end
        if packed then
            fail("the layer '%s' is packed; in Tiled, set Map > Map Properties > Tile Layer Format "
                .. "to CSV", runtime.tostring(layer.name))
        end
        if layer.layers ~= nil then check_layers(layer.layers) end
    end
end

-- The path of a file that another one names, relative to the folder of that one.
local function path_beside(path, source)
    local joined = (path:match "^.*/" or "") .. source
    local names = {}
    for name in joined:gmatch "[^/]+" do
        if name == ".." and names[1] and names[#names] ~= ".." then
            names[#names] = nil
        elseif name ~= "." then
            names[#names + 1] = name
        end
    end
    return table.concat(names, "/")
end

local function read_tilesets(map, path, read)
    for _, tileset in ipairs(type(map.tilesets) == "table" and map.tilesets or {}) do
        local source = type(tileset) == "table" and tileset.source
        local ending = type(source) == "string" and source:lower():match "%.%w+$"
        if ending == ".tsj" or ending == ".json" then
            local read_in, reason = read(path_beside(path, source))
            if not read_in then
                fail("its tileset '%s' cannot be read (%s); in Tiled, embed it in the map, or keep "
                    .. "it beside or below the scenario", source, reason)
            end
            for name, value in next, read_in do
                if tileset[name] == nil then tileset[name] = value end
            end
        end
    end
end

-- Makes of a parsed map or tileset what scripts get. read(path) -> the parsed file; or nil, reason.
function runtime.of_tiled(parsed, path, read)
    if type(parsed) ~= "table" then fail("is no map or tileset of Tiled") end
    local is_tileset = parsed.type == "tileset" or path:lower():find "%.tsj$"
    if not is_tileset then
        check_layers(parsed.layers)
        read_tilesets(parsed, path, read)
    end
    name_properties(parsed)
    return parsed
end

-- Whether a parsed .json is one that Tiled has written.
function runtime.is_of_tiled(parsed)
    return type(parsed) == "table" and parsed.tiledversion ~= nil
        and (parsed.type == "map" or parsed.type == "tileset")
end
