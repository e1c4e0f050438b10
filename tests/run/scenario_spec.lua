-- collide.scenario runs scenarios without a window: states, params, input, checks and prints of a
-- run, and one clear message for each file that is no scenario and for each error of a script, with
-- its place and traceback.
local scenario = require "collide.scenario"
local scripts = require "tests.support.scripts"

local files = scripts.of_spec(setup, teardown)
local write, load_text, raised, error_of = files.write, files.load, files.raised, scripts.error_of

describe("a run", function()
    local path = "tests/fixtures/counter.lua"

    it("has fields for what it is", function()
        local run = scenario.load(path)
        assert.same({ 0, 0, 0 }, { run.frame, run.time, run.state.count })
        assert.equal(run, run:step())
        assert.same({ 1, 0.5, 1, 0.5 }, { run.frame, run.time, run.state.count, run.state.dt })
        run:step(3)
        assert.same({ 4, 2, 4 }, { run.frame, run.time, run.state.count })
        run:step(0)
        assert.equal(4, run.frame)
    end)

    it("has an empty table for a state without `load`, and needs no other field", function()
        local run = load_text "return { update = function(s) s.n = (s.n or 0) + 1 end }"
        assert.same({}, run.state)
        assert.same({ n = 2 }, run:step(2).state)
        assert.same({}, run:restart().state)
        run = load_text "return {}"
        assert.same({ {}, {}, 0.25 }, { run.state, run.failures, run:step(15).time })
    end)

    it("reports each check that failed once, with its first frame", function()
        local run = scenario.load(path):step(8)
        assert.same({
            { name = "a error", frame = 3, message = "tests/fixtures/counter.lua:30: three!" },
            { name = "z nothing", frame = 4, message = "returned nil" },
            { name = "below 5", frame = 5, message = "it is 5" },
        }, run.failures)
        local checks = run:checks()
        assert.same({ "a error", "below 5", "z nothing" },
            { checks[1].name, checks[2].name, checks[3].name })
        assert.same({ true, false, true },
            { checks[1].passed, checks[2].passed, checks[3].passed })
        assert.equal(5, checks[2].first_failure)
        assert.same({}, scenario.load(path).failures)
    end)

    it("ends where a check changed the state, which the check's name and place say", function()
        local text = [[local c = require "collide" return { load = function()
            local w = c.world { dim = 2 }
            return { x = 0, list = { {}, { y = { z = 1 }, v = c.vec(1, 2) } }, w = w,
                a = w:add(c.circle({ 0, 0 }, 1)), n = w:add(c.circle({ 5, 0 }, 1)) and 1 } end,
            update = function(s) s.x = math.random() end,
            checks = { a = function() math.random() return true end,
                b = function(s) %s return true end, c = function() return true end } }]]
        local plain = load_text [[return { load = function() return {} end,
            update = function(s) s.x = math.random() end }]]
        assert.equal(plain:step(3).state.x, load_text(text:format ""):step(3).state.x)
        -- With the path, as the State page writes it; one that is gone is told by what it lay in.
        for change, at in pairs { ["s.x = 5"] = " (x)", ["s.list[1] = true"] = " (list[1])",
            ["s.list[2].y.z = nil"] = " (list[2].y)", ["s['a b'] = 1"] = ' (["a b"])',
            ["s.list[3] = s.list"] = " (list[3])", ["s[s] = s"] = "", ["s.list = nil"] = "",
            ["s.list[1][print] = 1"] = " (list[1])", ["s.w.gravity = { 1, 2 }"] = " (w)",
            ["s.list[2].v = s.list[2].v * 2"] = " (list[2].v)", ["s.a.mass = 5"] = " (a)",
            ["for b in s.w:bodies() do if b ~= s.a then b.mass = 7 end end"] = " (w[2])" } do
            local message = error_of(function() load_text(text:format(change)):step() end)
            assert.equal("the check 'b' changed the state" .. at ..
                ", which only update may do", message:match "^[^:]*%.lua:7: ([^\n]*)", change)
        end
    end)

    it("ends where a check changed any field of a body", function()
        local text = "local collide = require 'collide'\n" ..
            "return { load = function() local world = collide.world { dim = 2 }\n" ..
            "return { b = world:add(collide.circle({ 0, 0 }, 1), { mass = 1 }) } end,\n" ..
            "checks = { c = function(s) s.b.%s return true end } }"
        for _, change in ipairs { "mass = 2", "restitution = 0", "group = 2", "mask = 1",
            "response = 'pass'", "velocity = { 1, 0 }", "position = { 1, 0 }" } do
            local message = error_of(function() load_text(text:format(change)):step() end)
            assert.truthy(message:find("the check 'c' changed the state (b), ", 1, true), message)
        end
    end)

    it("takes params, and checks them", function()
        local run = scenario.load(path, { params = { by = 2, mode = "down", on = true } })
        assert.equal(-4, run:step(2).state.count)
        assert.same({ 2, 0.5, true, "down" },
            { run.params.by, run.params.rate, run.params.on, run.params.mode })
        run.params.on = false
        assert.equal(-4, run:step(2).state.count)
        assert.equal("integer", math.type(scenario.load(path, { params = { by = 2.0 } }).params.by))
        for wrong, expected in pairs {
            [{ by = 11 }] = "param 'by' must be in [0, 10], got 11",
            [{ by = "2" }] = "param 'by' must be a finite number, got \"2\"",
            [{ by = 0 / 0 }] = "param 'by' must be a finite number, got nan",
            [{ by = math.huge }] = "param 'by' must be a finite number, got inf",
            [{ on = 1 }] = "param 'on' must be true or false, got 1",
            [{ mode = "left" }] = "param 'mode' must be one of up, down, got \"left\"",
            [{ bye = 1 }] = "unknown param 'bye'; the scenario has by, mode, on, rate",
        } do
            local message = error_of(scenario.load, path, { params = wrong })
            assert.equal(path .. ": ", message:sub(1, #path + 2))
            assert.truthy(message:find(expected, 1, true), message)
            local name, value = next(wrong)
            message = error_of(function() run.params[name] = value end)
            assert.truthy(message:find(expected, 1, true), message)
        end
    end)

    it("takes the nearest step of a param that has steps", function()
        local run = load_text("return { params = { count = { 8, min = 3, max = 20, step = 5 }, " ..
            "part = { 0.3, min = 0, step = 0.1 }, free = { -2, step = 2 } } }")
        for name, cases in pairs {
            count = { { 3, 3 }, { 9.9, 8 }, { 11, 13 }, { 20, 18 } },
            part = { { 0.21, 0.2 }, { 0.3, 0.3 }, { 0.69, 0.7 }, { 1e9, 1e9 } },
            free = { { 3.1, 4 }, { -0.9, 0 }, { -7, -8 } },
        } do
            for _, case in ipairs(cases) do
                run.params[name] = case[1]
                assert.equal(case[2], run.params[name])
            end
        end
        run.params.count = 11.0
        assert.equal("integer", math.type(run.params.count))
        local message = error_of(function() run.params.count = 20.5 end)
        assert.truthy(message:find("param 'count' must be in [3, 20], got 20.5", 1, true), message)
    end)

    it("raises where a param is read that it does not have, with the name meant", function()
        local text = "return { params = { speed = 1, mode = false },\n" ..
            "update = function(s, _, p) return p.mode or p.%s end }"
        for name, expected in pairs {
            tempo = "the scenario has no param 'tempo'; it has mode, speed",
            sped = "the scenario has no param 'sped'; did you mean 'speed'?",
            Speed = "the scenario has no param 'Speed'; did you mean 'speed'?",
        } do
            local run = load_text(text:format(name))
            local message = error_of(function() run:step() end)
            assert.equal("x.lua:2: " .. expected, message:match "x%.lua:2: [^\n]*")
            message = error_of(function() return run.params[name] end)
            assert.truthy(message:find(expected, 1, true), message)
            assert.truthy(message:find("scenario_spec.lua", 1, true), message)
        end
        local run = load_text "return { update = function(_, _, p) return p[1] end }"
        local message = error_of(function() run:step() end)
        local expected = "the scenario has no param '1'; write it into scenario.params"
        assert.truthy(message:find(expected, 1, true), message)
        assert.is_false(load_text(text:format "speed"):step().params.mode)
    end)

    it("takes input as keys by frame or as a function", function()
        local keys = { { "left" }, { "left", "a" }, {}, { "right" } }
        for _, input in ipairs { keys, function(frame) return keys[frame] end } do
            local run = scenario.load(path, { input = input }):step(6)
            assert.equal(-1, run.state.held)
            assert.same({ "+left", "+a", "-left", "-a", "+right", "-right" }, run.state.log)
        end
    end)

    it("keeps what was printed", function()
        local run = scenario.load(path)
        assert.same({ "load\t1", n = 1 }, run:prints())
        assert.same({ "update\t1", "update\t2", n = 2 }, run:step(2):prints())
    end)

    it("shortens what is printed, unless it is a text", function()
        local run = load_text("local collide = require 'collide'\nlocal points = {}\n" ..
            "for i = 1, 200 do points[i] = { i, i * i } end\n" ..
            "return { load = function() return { shape = collide.polygon(points) } end, " ..
            "update = function(s) print(1, s.shape) print(tostring(s.shape)) end }"):step()
        local short, all = table.unpack(run:prints())
        assert.equal(tostring(run.state.shape), all)
        assert.equal(("1\t%s... (%d bytes; print(tostring(x)) or the console's all(x) has all)")
            :format(all:sub(1, 300), #all), short)
    end)

    it("seeds the numbers that plain Lua gives for the seed", function()
        local run = scenario.load(path)
        math.randomseed(3)
        assert.equal(math.random(), run.state.random)
        assert.equal(math.random(), run:step().state.random)
        math.randomseed(9)
        assert.equal(math.random(), scenario.load(path, { seed = 9 }).state.random)
    end)

    it("reads modules beside it and in its lib folder", function()
        write("return 'lib'", "lib/one.lua")
        write("return (require 'one') .. ' two'", "two.lua")
        local run = load_text [[
            return { load = function() return { require 'two', require 'one' } end }]]
        assert.same({ "lib two", "lib" }, run.state)
        write("return 'below'", "lib/below.lua")
        assert.same({ "below" }, load_text [[
            local below = require "lib.below"
            return { load = function() return { below } end }]].state)
    end)
end)

describe("loading", function()
    -- The line that says why a file is no scenario, without the folder.
    local function refusal(path, options)
        local line, rest = raised(function() scenario.load(path, options) end)
        assert.equal("", rest)
        return line
    end

    it("says in one line what cannot be a scenario", function()
        local folder = files.folder()
        assert.equal("none.lua: no such file", refusal(folder .. "/none.lua"))
        assert.equal(folder .. ": is a folder", refusal(folder))
        os.execute(("mkfifo '%s/pipe'"):format(folder)) -- loading it must not wait for a writer
        assert.equal("pipe: is not a regular file", refusal(folder .. "/pipe"))
        assert.equal("x.lua: is not a text file", refusal(write(string.dump(load "return {}"))))
        assert.equal("x.lua:1: is a binary chunk, not Lua text", refusal(write("\27Lua")))
        for text, expected in pairs {
            [""] = "x.lua:1: the file is empty",
            ["\n \n"] = "x.lua:1: the file is empty",
            ["return {\n\nx = }"] = "x.lua:3: unexpected symbol near '}'",
            ["return 5"] = "x.lua: a scenario must return a table, got 5",
            ["local x = 1"] = "x.lua: a scenario must return a table, got nothing",
            ["return { dt = 0 }"] = "x.lua: dt must be seconds in (0, 1], as 1/60, got 0",
            ["return { dt = 1 / 0 }"] = "x.lua: dt must be seconds in (0, 1], as 1/60, got inf",
            ["return { dt = 60 }"] = "x.lua: dt must be seconds in (0, 1], as 1/60, got 60",
            ["return { dt = '1' }"] = 'x.lua: dt must be seconds in (0, 1], as 1/60, got "1"',
            ["return { title = {} }"] = "x.lua: title must be a string, got table",
            ["return { seed = 1.5 }"] = "x.lua: seed must be an integer, got 1.5",
            ["return { budget = -1 }"] = "x.lua: budget must be seconds in (0, 3600], got -1",
            ["return { view = 'up' }"] =
                'x.lua: view must be "front", "top", "side" or "orbit", got "up"',
            ["return { load = 1 }"] = "x.lua: load must be a function, got 1",
            ["return { update = {} }"] = "x.lua: update must be a function, got table",
            ["return { params = 1 }"] = "x.lua: params must be a table, got 1",
            ["return { params = { 1 } }"] = "x.lua: the name of a param must be a string, got 1",
            ["return { params = { a = {} } }"] = "x.lua: param 'a' must be a number, a boolean, " ..
                "{ number, min=, max=, step= } or { string, choices= }, got nil",
            ["return { params = { a = { 2, max = 1 } } }"] =
                "x.lua: param 'a' must be in [-inf, 1], got 2",
            ["return { params = { a = { 0, min = 1, max = 0 } } }"] =
                "x.lua: param 'a': min 1 is above max 0",
            ["return { params = { a = { 'x', choices = {} } } }"] =
                "x.lua: param 'a': choices must be a list of strings",
            ["return { checks = { 1 } }"] = "x.lua: the name of a check must be a string, got 1",
            ["return { checks = { a = 1 } }"] = "x.lua: check 'a' must be a function, got 1",
            ["return { upadte = function() end }"] =
                "x.lua: the scenario has a field 'upadte'; did you mean 'update'?",
            ["return { check = {} }"] =
                "x.lua: the scenario has a field 'check'; did you mean 'checks'?",
            ["return { params = { a = { 1, man = 0 } } }"] =
                "x.lua: param 'a' has a field 'man'; did you mean 'min'?",
            ["return { params = { a = { 'x', choice = { 'x' } } } }"] =
                "x.lua: param 'a' has a field 'choice'; did you mean 'choices'?",
            ["return { params = { a = { 1, 0, 5 } } }"] = "x.lua: param 'a' has a second value, " ..
                "0; bounds have names: { number, min=, max=, step= }",
            ["return { params = { a = { 1, step = 0 } } }"] =
                "x.lua: param 'a': step must be a finite number > 0, got 0",
            ["return { params = { a = { 1, step = 'x' } } }"] =
                "x.lua: param 'a': step must be a finite number > 0, got \"x\"",
            ["return { params = { a = { 5, min = 0, step = 2 } } }"] = "x.lua: param 'a': 5 is " ..
                "not min and a whole number of steps of 2; the nearest is 6",
            ["return { params = { a = { 1, min = 0, setp = 1 } } }"] =
                "x.lua: param 'a' has a field 'setp'; did you mean 'step'?",
            ["\nreturn { load = function() end }"] =
                "x.lua:2: load must return a table, the state; got nil",
        } do
            assert.equal(expected, refusal(write(text)))
        end
    end)

    it("leaves fields of its own to a script", function()
        local run = load_text("return { t = 1, time = 2, views = 3, view = 'top', [1] = 4, " ..
            "update = print, updates = {}, " ..
            "params = { a = { 1, label = 'A', min = 0, max = 2, mix = 2 } } }")
        assert.equal(1, run.params.a)
    end)

    it("refuses options that it does not know", function()
        local path = write "return {}"
        for options, expected in pairs {
            [{ parms = {} }] = "unknown option 'parms'; did you mean 'params'?",
            [{ lives = 1 }] = "unknown option 'lives'; there are params, seed and input",
            [{ params = 1 }] = "option 'params' must be a table, got 1",
            [{ seed = "x" }] = "option 'seed' must be an integer, got x",
            [{ input = 1 }] = "option 'input' must be a table or a function, got 1",
        } do
            assert.truthy(error_of(scenario.load, path, options):find(expected, 1, true))
        end
        assert.has_error(function() scenario.load() end)
        assert.has_error(function() scenario.load(path, 5) end)
        assert.has_error(function() scenario.load(path):step(-1) end)
        assert.has_error(function() scenario.load(path):seek(0.5) end)
    end)

    it("takes a first line for the shell", function()
        assert.equal("table", type(load_text("#!/usr/bin/env collide\nreturn {}").state))
    end)

    it("takes a mark of the order of bytes before the text", function()
        write("\u{feff}return 7", "marked.lua")
        local run = load_text("\u{feff}#!/usr/bin/env collide\nlocal n = require 'marked'\n" ..
            "return { load = function() return { n = n } end }")
        assert.equal(7, run.state.n)
    end)
end)

describe("an error of a script", function()
    it("in load tells place and traceback", function()
        local path = write("local function f()\n error 'boom'\nend\n" ..
            "return { load = function() f() end }")
        local first, rest = raised(function() scenario.load(path) end)
        assert.equal("x.lua:2: boom", first)
        assert.truthy(rest:find("stack traceback:", 1, true))
        assert.truthy(rest:find("x.lua:4: in", 1, true))
        assert.is_nil(rest:find("collide]", 1, true))
    end)

    it("in update tells place and traceback, and ends the run", function()
        local run = load_text [[return { load = function() return { n = 0 } end,
            update = function(s) s.n = s.n + 1
                if s.n == 3 then local x = nil; return x.y end end }]]
        local first, rest = raised(function() run:step(5) end)
        assert.equal("x.lua:3: attempt to index a nil value (local 'x')", first)
        assert.truthy(rest:find("stack traceback", 1, true))
        assert.equal(2, run.frame)
        assert.equal(first, (raised(function() run:step() end)))
        assert.equal(1, run:seek(1).state.n)
        assert.equal(2, run:step().state.n)
    end)

    it("is told at the script's line, however deep in what has no name", function()
        for _, depth in ipairs { 1, 60, 70, 100, 140, 1000 } do
            local run = load_text(([[
local f = load("local f f = function(n) if n > 0 then return 1 + f(n - 1) end error('x', 0) end " ..
    "return f", "=nameless")()
return { update = function() return f(%d) + 1 end }]]):format(depth))
            assert.equal("x.lua:3: x", (raised(function() run:step() end)))
        end
    end)

    it("has a message whatever was raised", function()
        for value, expected in pairs {
            ["{}"] = "(the error is a table, not a message)",
            ["require'collide'.vec(1, 2)"] = "vec(1, 2)",
            ["nil"] = "(the error is a nil, not a message)",
            ["5"] = "5",
            ["setmetatable({}, { __tostring = function() return 'own' end })"] = "own",
            ["setmetatable({}, { __tostring = error })"] = "(the error is a table, not a message)",
        } do
            local first = raised(function()
                load_text("return { load = function()\nerror(" .. value .. ") end }")
            end)
            assert.equal("x.lua:2: " .. expected, first)
        end
    end)

    it("in a module or a coroutine tells that place", function()
        write("local m = {}\nfunction m.f() error 'there' end\nreturn m", "lib/bad.lua")
        local first = raised(function()
            load_text "local m = require 'bad' return { load = function() m.f() end }"
        end)
        assert.equal("lib/bad.lua:2: there", first)
        write("return = 1", "lib/worse.lua")
        first = raised(function() load_text "require 'worse' return {}" end)
        assert.equal("lib/worse.lua:1: unexpected symbol near '='", first)
        first = raised(function()
            load_text [[return { load = function()
                coroutine.wrap(function()
                    error 'in' end)() end }]]
        end)
        assert.truthy(first:find("x.lua:3: in", 1, true), first)
        -- No function of the script is there.
        local run = load_text [[return { load = function()
            return { pcall(coroutine.wrap(require), "none") } end }]]
        assert.equal("module 'none' not found beside the scenario or in its lib folder",
            run.state[2])
    end)

    it("keeps a long path whole", function()
        local long = ("d"):rep(80)
        os.execute(("mkdir '%s/%s'"):format(files.folder(), long))
        local path = write("error 'boom'", long .. "/x.lua")
        assert.equal(path .. ":1: boom", (error_of(scenario.load, path):match "^[^\n]*"))
    end)
end)
