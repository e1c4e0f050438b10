-- What a scenario's error says besides what is wrong: what takes the place of globals that are not
-- there, and of names that draw, input and collide do not have.
local scripts = require "tests.support.scripts"
local files = scripts.of_spec(setup, teardown)
local load_text = files.load

describe("an error of a script", function()
    -- The first line of an error; none of the others is of the runtime, which is no news.
    local function raised(f)
        local first, rest = files.raised(f)
        assert.is_nil(rest:find("tail calls", 1, true))
        return first
    end

    it("says which field of the state is meant by a misspelling", function()
        for call, expected in pairs {
            ["s.bal.x = 1"] = "index a nil value (field 'bal'); did you mean 'ball'?",
            ["s.scroe = s.scroe + 1"] =
                "perform arithmetic on a nil value (field 'scroe'); did you mean 'score'?",
            ["s.teapot.x = 1"] = "index a nil value (field 'teapot')",
        } do
            local first = raised(function()
                load_text("return { load = function() return { ball = {}, score = 0 } end, " ..
                    "update = function(s)\n" .. call .. "\nend }"):step()
            end)
            assert.equal("x.lua:2: attempt to " .. expected, (first:gsub(" %(update, .*", "")))
        end
    end)

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
            ["params.speed = 1"] = "attempt to index a nil value (global 'params'); the params " ..
                "are an argument: load(p), update(s, dt, p), draw(s, draw, p)",
            ["local x = s.ball"] = "attempt to index a nil value (global 's'); the state is the " ..
                "first argument of update, draw, camera and the checks",
            ["local x = dt * 2"] = "attempt to perform arithmetic on a nil value (global 'dt'); " ..
                "dt is the second argument of scenario.update",
            ["self.x = 1"] = "attempt to index a nil value (global 'self'); self is there only " ..
                "in functions that are written with a colon",
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
            ["local t = {}; t.bal.x = 1"] = "attempt to index a nil value (field 'bal')",
            ["local list = {}; list[3].x = 1"] =
                "attempt to index a nil value (an element of a list)",
            ["local vec = require 'collide'.vec; vec.new(1, 2)"] = "attempt to index a function " ..
                "value (local 'vec'); vec is a function: vec(x, y)",
            ["pairs(require 'collide'.world())"] = "bad argument #1 to 'pairs' (table expected, " ..
                "got world); write for body in world:bodies() do",
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

    it("says what Lua writes for the words of other languages", function()
        for line, expected in pairs {
            ["x += 1"] = "syntax error near '+'; Lua has no += or ++; write x = x + 1",
            ["x++"] = "syntax error near '+'; Lua has no += or ++; write x = x + 1",
            ["x -= 1"] = "syntax error near '-'; Lua has no += or ++; write x = x + 1",
            ["if x != 1 then end"] = "'then' expected near '!'; Lua writes a ~= b and not a",
            ["if !x then end"] = "unexpected symbol near '!'; Lua writes a ~= b and not a",
            ["if x && y then end"] = "unexpected symbol near '&'; Lua writes a and b",
            ["if x || y then end"] = "unexpected symbol near '|'; Lua writes a or b",
            ["if x = 1 then end"] = "'then' expected near '='; Lua compares by a == b",
            ["x = = 1"] = "unexpected symbol near '='",
        } do
            local text = "local x, y\n" .. line .. "\nreturn {}"
            assert.equal("x.lua:2: " .. expected, raised(function() load_text(text) end))
        end
        for _, list in ipairs { "events", "bodies", "pairs" } do
            assert.equal("x.lua:2: attempt to index a function value; the events, bodies, pairs " ..
                "and touching of a world are iterators: for event in world:events() do",
                raised(function()
                    load_text("local world = require 'collide'.world()\n" ..
                        "for _ in ipairs(world:" .. list .. "()) do end\nreturn {}")
                end))
        end
    end)

    it("is a function or table of the script that has the name of a field", function()
        for text, expected in pairs {
            ["function update() end\nreturn {}"] = "x.lua:1: the scenario has no update, but " ..
                "the script has a global one; write scenario.update, or make it local",
            ["\nfunction draw() end return { update = print }"] = "x.lua:2: the scenario has " ..
                "no draw, but the script has a global one; write scenario.draw, or make it local",
            ["function load() return {} end return {}"] = "x.lua:1: the scenario has no load, " ..
                "but the script has a global one; write scenario.load, or make it local",
            ["checks = {} return {}"] = "x.lua: the scenario has no checks, but the script has " ..
                "a global one; write scenario.checks, or make it local",
        } do
            assert.equal(expected, raised(function() load_text(text) end))
        end
        load_text("function update() end params = { a = 1 }\n" ..
            "return { update = update, params = params }")
        load_text "seed, title = 1, 'x' return {}"
    end)

    it("in a function with a parameter self asks about a colon", function()
        local run = load_text("local scenario = {}\nfunction scenario:update(s)\n" ..
            "s.x = 1 end\nreturn scenario")
        assert.equal("x.lua:3: attempt to index a number value (local 's') (update has a " ..
            "parameter self: if it was written with a colon, write it with a dot, function " ..
            "scenario.update)", (raised(function() run:step() end)))
        assert.equal(1, load_text("local scenario = {}\n" ..
            "function scenario.update(self) self.x = 1 end return scenario"):step().state.x)
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
