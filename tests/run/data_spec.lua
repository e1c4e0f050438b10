-- load_text and load_data of scripts: which files they read, what comes of JSON, CSV, OBJ and Lua
-- tables, and one line with the place for what is none of it.
local scenario = require "collide.scenario"
local scripts = require "tests.support.scripts"

local files = scripts.of_spec(setup, teardown)
local write = files.write

local count = 0

-- The state { value =, message = } of a scenario that loads a file with these contents.
local function load_data(ending, text, call)
    count = count + 1
    local name = "data" .. count .. ending
    write(text, name)
    local run = scenario.load(write(([[
        local well, value = pcall(%s, %q)
        local state = { value = well and value, message = not well and value }
        return { load = function() return state end }
    ]]):format(call or "load_data", name)))
    return run.state.value, run.state.message
end

local function check_errors(ending, errors)
    for text, expected in pairs(errors) do
        local value, message = load_data(ending, text)
        assert.is_false(value, text)
        assert.truthy(message:find(expected, 1, true), message)
        assert.truthy(message:find(ending .. ":", 1, true), message)
    end
end

describe("load_text", function()
    it("reads a text file as it is", function()
        assert.equal("a\r\n\tb猫", (load_data(".txt", "a\r\n\tb猫", "load_text")))
        assert.equal("", (load_data(".txt", "", "load_text")))
    end)

    it("reads nothing but text files beside or below the scenario", function()
        local folder = files.folder()
        os.execute(("cd '%s'; mkdir .ssh; echo 1 > .ssh/key.txt; ln -s .ssh/key.txt ."):format(
            folder))
        for path, expected in pairs {
            ["../x.txt"] = "must be a path down from the scenario's folder",
            ["/etc/passwd"] = "must be a path down", ["a//b"] = "must be a path down",
            ["a/../../b"] = "must be a path down", [""] = "must be a path down",
            ["c:\\x"] = "must be a path down",
            ["no.txt"] = "file 'no.txt' not found beside or below the scenario",
            ["."] = "must be a path down", [".env"] = "in which no name begins with a dot",
            ["a/.ssh/id_rsa"] = "in which no name begins with a dot",
            ["key.txt"] = "is hidden: a name on the way to it begins with a dot",
        } do
            local well, message = pcall(scenario.load, write(("load_text(%q)"):format(path)))
            assert.is_false(well)
            assert.truthy(message:find(expected, 1, true), message)
            assert.truthy(message:find("%.lua:1: "), message)
        end
        local _, message = pcall(scenario.load, write "load_text(5)")
        assert.truthy(message:find("bad argument #1 to 'load_text' (a path expected, got number)",
            1, true), message)
        _, message = load_data(".bin", "a\0b", "load_text")
        assert.truthy(message:find "is not a text file")
        _, message = load_data(".json", (" "):rep((16 << 20) + 1))
        assert.truthy(message:find "is too large for a script %(over 16 MB%)")
    end)
end)

describe("load_data", function()
    it("reads JSON", function()
        assert.same({ a = { 1, 2.5, -3e2, true, false }, ["b\"é😀\n"] = {}, c = { d = "x/" } },
            (load_data(".json", '\u{feff} {"a" : [1,2.5,-3e2,true,false], '
                .. '"b\\"\\u00e9\\ud83d\\ude00\\n":{},\r\n"c":{"d":"x\\/"}, "n": null}\n')))
        assert.same({ 1, nil, 3, n = 3 }, (load_data(".json", "[1, null, 3]")))
        assert.equal("integer", math.type((load_data(".JSON", "7"))))
        local deep = load_data(".json", ("["):rep(200) .. ("]"):rep(200))
        assert.equal("table", type(deep))
    end)

    it("refuses what is no JSON, with the line", function()
        check_errors(".json", {
            [""] = ":1: a value expected, got the end of the file",
            ["{\n\n\"a\" 1}"] = ":3: ':' expected, got '1'",
            ["[1,\n2"] = ":2: ',' or ']' expected, got the end of the file",
            ["[1,]"] = ":1: a value expected, got ']'", ["[01]"] = "a value expected",
            ["{a: 1}"] = "a name in quotes expected, got 'a'",
            ["[1.]"] = "a value expected", ["nul"] = "a value expected",
            ["[NaN]"] = "a value expected, got 'N'", ["1e999"] = "1e999 is too large a number",
            ['"abc'] = "a string without an end", ['"a\nb"'] = "a control character in a string",
            ['"\\x"'] = "unknown escape", ['"\\ud800"'] = "half of a surrogate pair",
            ["1 2"] = "the end expected, got '2'", [("["):rep(1e5)] = "more than 200 levels",
        })
    end)

    it("reads CSV, with and without a header", function()
        local rows = load_data(".csv",
            'name,x,note\r\nball,1.5,"a ""b"",\nc"\r\n\r\nwall,-2e1,\r\n')
        assert.same({ "name", "x", "note" }, rows.header)
        assert.same({ 2, "ball", 1.5, 'a "b",\nc', 1.5 },
            { #rows, rows[1].name, rows[1].x, rows[1].note, rows[1][2] })
        assert.same({ "wall", -20, "" }, { rows[2].name, rows[2].x, rows[2].note })
        rows = load_data(".csv", "1,0,0x10\n0,1")
        assert.same({ { 1, 0, "0x10" }, { 0, 1 } }, rows)
        check_errors(".csv", {
            ["a,b\n1,2\n1"] = ":3: 1 fields in a table of 2 columns",
            ['a,"b\n'] = ":1: a quoted field without an end",
            ['a\n"b"c'] = ":2: ',' expected behind a quoted field, got 'c'",
        })
    end)

    it("reads the surface of an OBJ file as a mesh takes it", function()
        local mesh = load_data(".obj", "# cube\nmtllib a.mtl\no x\nv 0 0 0\nv 1 0 0 \nv 1 1 0\n"
            .. "v 0 1 0\nvt 0 0\nvn 0 0 1\ns off\nf 1/1/1 2/1 3//1 4\nf -3 -2 -1 # last\n")
        assert.same({ { 1, 2, 3 }, { 1, 3, 4 }, { 2, 3, 4 } }, mesh.triangles)
        local collide = require "collide"
        assert.equal("mesh", collide.mesh(mesh.vertices, mesh.triangles).kind)
        mesh = load_data(".obj", "v 0 0 0\nv 1 0 0 \nv 1e300 1 0\nf 1 2 3\n")
        local ok, message = pcall(collide.mesh, mesh.vertices, mesh.triangles)
        assert.is_false(ok)
        assert.truthy(message:find("vertices[3] must be at most 2^64 (1.8e19)", 1, true), message)
        check_errors(".obj", {
            ["v 1 2"] = ":1: a vertex needs three numbers",
            ["v 0 0 0\nf 1 1"] = ":2: a face needs three corners",
            ["v 0 0 0\nf 1 1 2"] = ":2: there is no vertex 2",
            ["\nglTF 5"] = ":2: 'glTF' is no keyword",
            ["f x y z"] = ":1: there is no vertex x", ["f -1 -1 -1"] = ":1: there is no vertex -1",
        })
        local _, binary = load_data(".obj", "\1\0\0\0binary")
        assert.truthy(binary:find "is not a text file", binary)
    end)

    it("reads Lua tables that see no globals", function()
        assert.same({ 1, x = { "y" } }, (load_data(".lua", "return { 1, x = { 'y' } }")))
        assert.same({ 2 }, (load_data(".lua", " { 2 }")))
        check_errors(".lua", {
            ["return { print() }"] = "attempt to call a nil value (global 'print')",
            ["return load_data 'data.lua'"] = "attempt to call a nil value (global 'load_data')",
            ["return 5"] = "must return a table, got number", ["return {"] = "expected",
            ["\27Lua"] = "binary",
        })
    end)

    it("reads Lua tables with cycles, and a scenario's own file", function()
        write("local t = { 7 } t.self, t[2] = t, { t = t } return t", "cycle.lua")
        local run = scenario.load(write [[return { load = function()
            return { data = load_data "cycle.lua", own = load_data "x.lua" } end,
            update = function(s) s.data[1] = s.data[2].t.self[1] + 1 end }]])
        assert.equal(8, run:step().state.data.self[1])
        assert.equal("function", type(run.state.own.load))
    end)

    it("says that a Lua table that loads itself has no globals", function()
        write("return { load_data 'itself.lua' }", "itself.lua")
        local _, message = pcall(scenario.load,
            write "return { load = function() return load_data 'itself.lua' end }")
        assert.truthy(message:find("itself.lua:1: attempt to call a nil value (global 'load_data')"
            .. "; a file of data, or a chunk with globals of its own, sees none of the scenario's",
            1, true), message)
    end)

    it("knows formats by their endings", function()
        local _, message = load_data(".xml", "<a/>")
        assert.matches("data%d+.xml is XML; make it .json$", message)
        for ending, expected in pairs {
            [".tmx"] = " is XML; in Tiled, save the map as .tmj, or export it as .lua",
            [".tsx"] = " is XML; in Tiled, save the tileset as .tsj, or embed it in the map",
            [".glb"] = " is of no known format; export it as .obj",
            [".q"] = "the ending must be .lua, .json, .tmj, .tsj, .csv or .obj",
            [""] = "the ending must be .lua, .json, .tmj, .tsj, .csv or .obj",
        } do
            _, message = load_data(ending, "<map/>")
            assert.truthy(message:find(expected, 1, true), message)
        end
    end)

    it("gives a new table each time, of the text as it was read first", function()
        write("[1]", "twice.json")
        local path = write [[return { load = function() return { a = load_data "twice.json" } end,
            update = function(s) s.a[1] = 9; s.b = load_data "twice.json" end }]]
        local run = scenario.load(path)
        write("[2]", "twice.json")
        assert.equal(1, run:step().state.b[1])
        assert.equal(9, run.state.a[1])
    end)
end)

describe("a map that Tiled has written as JSON", function()
    local map = [[{ "type": "map", "tiledversion": "1.10.2", "width": 2, "height": 1,
        "properties": [{ "name": "jump height", "type": "float", "value": 2.5 }],
        "layers": [
            { "type": "tilelayer", "name": "ground", "width": 2, "height": 1,
                "data": [0, 2147483649] },
            { "type": "group", "name": "all", "layers": [
                { "type": "objectgroup", "name": "things", "objects": [
                    { "name": "start", "x": 24.5, "y": 8, "polygon": [{ "x": 0, "y": 0 }],
                      "properties": [{ "name": "hp", "type": "int", "value": 3 }] }] }] }],
        "tilesets": [{ "firstgid": 1, "source": "%s" }] }]]
    local tileset = [[{ "type": "tileset", "name": "tiles", "tilewidth": 16, "tiles": [
        { "id": 0, "properties": [{ "name": "solid", "type": "bool", "value": true }] }] }]]

    it("is what its export as Lua is, with tilesets of files of their own", function()
        os.execute(("mkdir '%s/sets' '%s/maps'"):format(files.folder(), files.folder()))
        write(tileset, "sets/tiles.tsj")
        write(tileset, "sets/tiles.json")
        for name, source in pairs { ["maps/a.tmj"] = "../sets/tiles.tsj", ["b.json"] =
            "sets/tiles.json" } do
            write(map:format(source), name)
            local run = scenario.load(write(([[return { load = function()
                return { map = load_data %q } end }]]):format(name)))
            local read = run.state.map
            assert.equal(2.5, read.properties["jump height"])
            assert.equal(2147483649, read.layers[1].data[2])
            assert.equal(3, read.layers[2].layers[1].objects[1].properties.hp)
            assert.same({ 1, 16, true, source }, { read.tilesets[1].firstgid,
                read.tilesets[1].tilewidth, read.tilesets[1].tiles[1].properties.solid,
                read.tilesets[1].source })
        end
        local set = load_data(".tsj", tileset)
        assert.is_true(set.tiles[1].properties.solid)
        -- Of a tileset in XML only the reference is there.
        local read = load_data(".tmj", map:format "tiles.tsx")
        assert.same({ firstgid = 1, source = "tiles.tsx" }, read.tilesets[1])
    end)

    it("leaves JSON alone that Tiled has not written", function()
        assert.same({ properties = { { name = "a", value = 1 } } },
            (load_data(".json", '{ "properties": [{ "name": "a", "value": 1 }] }')))
    end)

    it("is refused where it is none, or lacks its tileset", function()
        write("{ \n]", "broken.tsj")
        for text, expected in pairs {
            [map:format "none.tsj"] = "its tileset 'none.tsj' cannot be read (file 'none.tsj' not "
                .. "found beside or below the scenario); in Tiled, embed it in the map, or keep it",
            [map:format "../../up.tsj"] = "its tileset '../../up.tsj' cannot be read (",
            [map:format "/etc/x.tsj"] = "its tileset '/etc/x.tsj' cannot be read (",
            [map:format "broken.tsj"] = "broken.tsj:2: a name in quotes expected, got ']'",
            ['{ "layers": [{ "name": "g", "data": "eJxjZGBg", "encoding": "base64" }] }'] =
                "the layer 'g' is packed; in Tiled, set Map > Map Properties > Tile Layer Format",
            ['{ "layers": [{ "name": "g", "chunks": [{ "data": "eJx" }] }] }'] = "is packed",
            ['{ "layers": [{ "layers": [{ "name": "in", "data": "eJx" }] }] }'] = "layer 'in' is",
            ['{}'] = "is no map of Tiled: it has no layers", ["[1]"] = "is no map of Tiled",
            ["7"] = "is no map or tileset of Tiled", ['{ "layers": [1] }'] = "a layer is no object",
            ['{ "layers": [], "properties": [{ "value": 1 }] }'] = "a property has no name",
            ['{ "layers": [}'] = ":1: a value expected, got '}'", [""] = ":1: a value expected",
        } do
            local value, message = load_data(".tmj", text)
            assert.is_false(value)
            assert.truthy(message:find(expected, 1, true), message)
            assert.matches("^[^\n]*data%d+%.tmj[: ]", message)
        end
    end)
end)

describe("a map that Tiled has exported as Lua", function()
    local map = [[
return {
  luaversion = "5.1",
  properties = {},
  layers = {
    { type = "tilelayer", width = 4, height = 2, visible = true, encoding = "lua",
      data = { 0, 0, 0, 1, 2147483649, 1, 1, 1 } },
    { type = "objectgroup", objects = {
      { name = "start", x = 24.5, y = 8, polygon = { { x = 0, y = 0 }, { x = 8, y = 0 } },
        properties = { ["jump height"] = 2.5 } } } },
  }
}
]]

    it("is a module", function()
        write(map, "lib/level.lua")
        local run = scenario.load(write [[
            local collide = require "collide"
            local map = require "lib.level"
            return { load = function()
                local boxes, solid = {}, map.layers[1]
                for i, tile in ipairs(solid.data) do
                    local x, y = (i - 1) % solid.width, (i - 1) // solid.width
                    if tile ~= 0 then
                        boxes[#boxes + 1] = collide.aabb({ x, -y - 1 }, { x + 1, -y })
                    end
                end
                return { boxes = boxes, start = map.layers[2].objects[1] }
            end }]])
        assert.equal(5, #run.state.boxes)
        assert.equal("collide.aabb({3, -1}, {4, 0})", tostring(run.state.boxes[1]))
        assert.equal(24.5, run.state.start.x)
        assert.equal(2.5, run.state.start.properties["jump height"])
    end)
end)
