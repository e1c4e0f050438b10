-- What a scenario's error says besides what is wrong: what takes the place of globals that are not
-- there, and of names that draw, input and collide do not have.
local scenario = require "collide.scenario"
local scripts = require "tests.support.scripts"

local folder, write

local function load_text(text) return scenario.load(write(text)) end

setup(function() folder, write = scripts.open() end)

teardown(function() scripts.close(folder) end)

describe("an error of a script", function()
    -- The first line of an error without the folder.
    local function raised(f)
        local well, message = pcall(f)
        assert.is_false(well)
        assert.is_nil(message:find("tail calls", 1, true)) -- of the runtime, which are no news
        return (message:match("^[^\n]*"):gsub("^" .. folder:gsub("%p", "%%%0") .. "/", ""))
    end

    it("says what takes the place of a global that is not there", function()
        for call, expected in pairs {
            ["io.write 'x'"] = "attempt to index a nil value (global 'io'); a scenario has no " ..
                "files and no processes: print writes to the console; require, load_text and " ..
                "load_data read files beside the scenario",
            ["os.time()"] = "attempt to index a nil value (global 'os'); a scenario has no " ..
                "clock and no system, so that it replays: count the time in update, by dt; " ..
                "math.random is seeded",
            ["love.graphics.print 'x'"] = "attempt to index a nil value (global 'love'); this " ..
                "is not LÖVE: scenario.load, scenario.update and scenario.draw take the place " ..
                "of its callbacks, input.down of its keyboard; docs/coming_from.md has a table",
            ["unpack {}"] = "attempt to call a nil value (global 'unpack'); use table.unpack",
            ["vec(1, 2)"] = "attempt to call a nil value (global 'vec'); begin with local vec = " ..
                'require "collide".vec',
            ["pritn(1)"] = "attempt to call a nil value (global 'pritn'); did you mean 'print'?",
            ["require 'collide'.vec(1, 2):clone()"] = "attempt to call a nil value (method " ..
                "'clone'), which these have: shape",
            ["require 'collide'.vec(1, 2):shapecast()"] = "attempt to call a nil value (method " ..
                "'shapecast'), which these have: shape, world, body",
            ["require 'collide'.circle({ 0, 0 }, 1):move_and_slide({ 1, 0 }, {})"] = "attempt " ..
                "to call a nil value (method 'move_and_slide'), which these have: world; use " ..
                "the function collide.move_and_slide(...)",
            ["require 'collide'.circle({ 0, 0 }, 1):overlap_all({})"] = "attempt to call a nil " ..
                "value (method 'overlap_all'); use the function collide.overlap_all(...)",
            ["require 'collide'.vec(1, 2):teapot()"] = "attempt to call a nil value (method " ..
                "'teapot')",
            ["teapot(1)"] = "attempt to call a nil value (global 'teapot')",
        } do
            local first = raised(function()
                load_text("return { load = function()\n" .. call .. "\nend }")
            end)
            assert.equal("x.lua:2: " .. expected, first)
        end
        local run = load_text("local old = unpack or table.unpack\n" ..
            "return { load = function() return { n = old { 7 }, io = io == nil } end }")
        assert.same({ n = 7, io = true }, run.state)
    end)

    it("in a call of input or draw is told where it is made", function()
        for call, expected in pairs {
            ["input.dwon 'a'"] = "input has no 'dwon'; did you mean 'down'?",
            ["input.isDown 'a'"] = "input has no 'isDown'; use input.down(key)",
            ["input.teapot 'a'"] = "input has no 'teapot'; it has axis, down, mouse, pad, " ..
                "pressed, released, text",
            ["input:down 'a'"] =
                "input.down is called with a dot, input.down(...), not with a colon",
            ["draw:text 'a'"] =
                "draw.text is called with a dot, draw.text(...), not with a colon",
            ["collide:sphere({ 0, 0 }, 1)"] =
                "'sphere' is called with a dot, collide.sphere(...), not with a colon",
            ["collide.spheer()"] = "collide has no 'spheer'; did you mean 'sphere'?",
            ["collide.numbers.raycst()"] =
                "collide.numbers has no 'raycst'; did you mean 'raycast'?",
        } do
            local run = load_text("local collide = require 'collide'\nreturn {\n" ..
                "update = function(s, dt, p, input) s.input = input end,\n" ..
                "draw = function(s, draw) local input = s.input\n" .. call .. "\nend }"):step()
            assert.equal("x.lua:5: " .. expected, (raised(function() run:drawings() end)))
        end
    end)

    it("is a ninth plot", function()
        local run = load_text("return { draw = function(s, draw)\nfor i = 1, 8 do\n" ..
            "draw.plot('p' .. i, i) end end, update = function(s) end }"):step(3)
        assert.equal(8, #run:drawings())
        run = load_text("return { load = function() return { n = 4 } end, " ..
            "update = function(s) s.n = s.n + 1 end, draw = function(s, draw)\n" ..
            "for i = 1, s.n do draw.plot('p' .. i, i) end end }"):step(4)
        run:drawings()
        assert.equal("x.lua:2: draw.plot: there is room for 8 plots, and 'p9' is one more than " ..
            "p1, p2, p3, p4, p5, p6, p7, p8", (raised(function() run:step():drawings() end)))
    end)
end)
