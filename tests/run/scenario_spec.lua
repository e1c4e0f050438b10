-- collide.scenario runs scenarios without a window: states, params, input, checks, prints, queries
-- and drawings of a run, and one clear message for each file that is no scenario and for each error
-- of a script, with its place and traceback.
local scenario = require "collide.scenario"
local collide = require "collide"
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

    it("gives the queries of the last update", function()
        local run = load_text [[
            local collide = require "collide"
            local s = {}
            function s.load()
                local ball = collide.sphere({ 0, 5, 0 }, 1)
                ball:contains { 0, 0, 0 }
                return { ball = ball, floor = collide.plane({ 0, 1, 0 }, 0) }
            end
            function s.update(state, dt)
                state.hit = state.ball:shapecast({ 0, -10, 0 }, state.floor)
                state.ball:move { 0, -1, 0 }
                state.gap = collide.distance(state.ball, state.floor)
            end
            s.checks = { far = function(state) return state.ball:distance(state.floor) > 0 end }
            return s]]
        assert.equal("contains", run:queries()[1].name)
        run:step(2)
        local cast, gap = table.unpack(run:queries())
        assert.equal(2, #run:queries())
        assert.same({ "shapecast", "shapecast", 9 }, { cast.name, cast["function"], cast.line })
        assert.truthy(cast.file:find("x.lua", 1, true))
        assert.equal(collide.vec(0, 4, 0), cast.arguments[1].center) -- as it was when queried
        assert.equal(0.3, cast.result.t)
        assert.same({ "distance", 11, 2 }, { gap.name, gap.line, gap.result })
        collide.distance(run.state.ball, run.state.floor) -- a query of this spec, not of the script
        assert.equal(2, #run:queries())
    end)

    it("gives no place of a query that no function of the script asks", function()
        local run = load_text [[
            local collide = require "collide"
            return { load = function()
                local a = collide.circle({ 0, 0 }, 1)
                coroutine.wrap(collide.distance)(a, a)
                return {} end }]]
        local query = run:queries()[1]
        assert.same({ "distance", -2 }, { query.name, query.result })
        assert.is_nil(query.file)
        assert.is_nil(query.line)
    end)

    it("gives the queries of many shapes as those of two that they are answered by", function()
        local run = load_text [[
            local collide = require "collide"
            local function load()
                local shapes = {}
                for i = 1, 4 do shapes[i] = collide.sphere({ 1.5 * i, 0, 0 }, 1) end
                local batch, world = collide.batch(shapes), collide.world { dim = 3 }
                for _, shape in ipairs(shapes) do world:add(shape) end
                for _, list in ipairs { shapes, batch } do
                    collide.raycast_all({ 0, 0, 0 }, { 1, 0, 0 }, list)
                    collide.raycast_all({ 0, 9, 0 }, { 1, 0, 0 }, list, 7)
                    collide.overlap_all(shapes[1], list)
                    collide.overlap_all(collide.point { 0, 9, 0 }, list)
                end
                for _ in world:pairs() do end
                for _ in world:raycast_all({ 0, 0, 0 }, { 1, 0, 0 }) do end
                world:raycast({ 0, 0, 0 }, { 1, 0, 0 })
                world:raycast({ 0, 9, 0 }, { 1, 0, 0 })
                world:shapecast(shapes[1], { 0, 9, 0 })
                world:shapecast(collide.sphere({ 0, 9, 0 }, 1), { 9, 0, 0 })
                world:overlap(shapes[2])
                world:nearest({ 0, 0, 0 }, 3)
                return { world = world }
            end
            return { load = load }]]
        local counts, asked = {}, 0
        for _, query in ipairs(run:queries()) do
            local arguments = query.arguments
            counts[query.line] = (counts[query.line] or 0) + 1
            if arguments[query.name:find "cast" and 3 or 2] ~= nil then -- otherwise it hit none
                asked = asked + 1
                local again = collide[query.name](table.unpack(arguments, 1, arguments.n))
                assert.equal(tostring(again), (tostring(query.result):gsub(", index = %d+", "")))
            else
                assert.falsy(query.result)
            end
        end
        -- By line: rays hit all four shapes or none, as lists and as batches; three pairs touch;
        -- the first sphere touches itself and the second, the point nothing.
        assert.same({ [8] = 8, [9] = 2, [10] = 4, [11] = 2, [13] = 3, [14] = 4, [15] = 1, [16] = 1,
            [17] = 1, [18] = 1, [19] = 3, [20] = 3 }, counts)
        assert.equal(27, asked)
    end)

    it("gives queries of shapes that are gone, with what they were asked", function()
        local run = load_text [[
            local collide = require "collide"
            local vec = collide.vec
            local s = { load = function() return {} end }
            function s.update()
                local points = { vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) }
                for i = 1, 40 do
                    local at = vec(3 * i, 0, 0)
                    local ball = collide.sphere({ 3 * i, 0.5, 0.25 }, 0.5)
                    local shapes = { collide.hull(points):move(at),
                        collide.mesh(points, { { 1, 2, 3 }, { 2, 3, 4 } }):move(at),
                        collide.compound { collide.hull(points):move(at), ball },
                        collide.capsule(at, { 3 * i, 1, 0 }, 0.5) }
                    for _, shape in ipairs(shapes) do
                        ball:overlap(shape) ball:closest(shape) ball:contact(shape, 1)
                        ball:manifold(shape) shape:contains { 3 * i, 0, 0 }
                        shape:raycast({ 3 * i, -5, 0 }, { 0, 1, 0 })
                        ball:shapecast({ 0, 9, 0 }, shape, { 0, 1, 0 })
                    end
                    collide.raycast_all({ 3 * i, -5, 0 }, { 0, 1, 0 }, shapes, 99)
                end
                local garbage
                for i = 1, 20000 do garbage = { garbage and i, vec(i, i) } end
            end
            return s]]
        run:step()
        collectgarbage() collectgarbage()
        local queries, indexed = run:queries(), 0
        assert.is_true(#queries > 40 * 4 * 7)
        for _, query in ipairs(queries) do
            local arguments = query.arguments
            local call = collide[query.name] or arguments[1][query.name]
            local again = table.pack(call(table.unpack(arguments, 1, arguments.n)))
            -- The contact of closest is not recorded.
            assert.equal(query.name == "closest" and 4 or again.n, query.results.n)
            for i = 1, query.results.n do
                local result = tostring(query.results[i])
                indexed = indexed + (result:find "index" and 1 or 0)
                assert.equal(tostring(again[i]), (result:gsub(", index = %d+", "")))
            end
            assert.equal(tostring(query.results[1]), tostring(query.result))
        end
        assert.is_true(indexed >= 40)
        assert.equal(#queries, #run:queries())
    end)

    it("gives its drawings", function()
        local run = load_text [[
            local collide = require "collide"
            local s = { load = function() return { ball = collide.circle({ 0, 0 }, 1) } end }
            function s.draw(state, draw, p)
                draw.text("head-up") draw.text({ 1, 2 }, "there", "red")
                draw.line({ 0, 0 }, { 1, 1 }) draw.line { { 0, 0 }, { 1, 1 }, { 2, 0 } }
                draw.arrow(collide.vec(0, 0), { 1, 1 }, { color = { 1, 0, 0.5 }, width = 3 })
                draw.points({ { 1, 2 } }, { alpha = 0.5, dashed = true }) draw.point { 3, 4 }
                draw.shape(state.ball) draw.style(state.ball, { hidden = true })
                draw.plot("x", 7, { unit = "m" })
                draw.chart("y", { 1, 2 }, { 3, 1 / 0 }, { x = "angle", unit = "m", color = "red" })
            end
            return s]]
        local kinds = {}
        for i, drawing in ipairs(run:drawings()) do kinds[i] = drawing.kind end
        assert.same({ "text", "text", "line", "line", "arrow", "points", "points", "shape", "style",
            "plot", "chart" }, kinds)
        local list = run:drawings()
        assert.equal("head-up", list[1].text)
        assert.equal(collide.vec(1, 2), list[2].points[1])
        assert.equal(3, #list[4].points)
        assert.same({ 1, 0, 0.5, -1, 3, -1 }, list[5].style)
        assert.equal(0.5, list[6].style[4])
        assert.is_true(list[6].style.dashed and list[9].style.hidden)
        assert.equal(7, list[10].number)
        assert.equal("m", list[10].unit)
        assert.same({ { 1, 2 }, { 3, 1 / 0 } }, { list[11].xs, list[11].ys })
        assert.equal("angle", list[11].x)
    end)

    it("keeps the outline of a long chart, and copies a short one", function()
        local run = load_text [[
            local s = { load = function() return {} end, params = { n = 10 } }
            function s.draw(_, draw, p)
                local xs, ys = {}, {}
                for i = 1, p.n do xs[i], ys[i] = i, (i * 7919) % 1000 end
                ys[p.n // 2] = 5000
                if p.n > 100 then ys[p.n // 3] = -5000 end
                draw.chart("long", xs, ys)
                xs[1] = "changed afterwards"
            end
            return s]]
        local short = run:drawings()[1]
        assert.same({ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, short.xs)
        run.params.n = 1000000
        run:step()
        local long = run:drawings()[1]
        assert.is_true(#long.xs <= 4000 and #long.xs > 3000 and #long.xs == #long.ys)
        local low, high = math.huge, -math.huge
        for i, y in ipairs(long.ys) do
            low, high = math.min(low, y), math.max(high, y)
            assert.is_true(i == 1 or long.xs[i] > long.xs[i - 1])
        end
        assert.same({ -5000, 5000 }, { low, high })
    end)

    it("draws charts of nothing, of infinities and of gaps", function()
        local run = load_text [[
            local s = { load = function() return {} end }
            function s.draw(_, draw)
                local xs, ys = {}, {}
                for i = 1, 5000 do xs[i], ys[i] = i, 1 / 0 end
                draw.chart("none", {}, {})
                draw.chart("all", xs, ys)
                draw.chart("huge", { -1.7e308, 1.7e308 }, { 1.7e308, -1.7e308 })
            end
            return s]]
        local list = run:drawings()
        assert.same({}, list[1].xs)
        assert.equal(1 / 0, list[2].ys[1])
        assert.equal(2, #list[3].xs)
    end)

    it("draws bodies, texts at shapes and bodies, of a size, on pages", function()
        local run = load_text [[
            local collide = require "collide"
            local s = {}
            function s.load()
                local world = collide.world { dim = 2 }
                return { rod = collide.capsule({ 1, 0 }, { 3, 4 }, 1), world = world,
                    body = world:add(collide.circle({ 5, 6 }, 1), { mass = 1 }) }
            end
            function s.draw(state, draw)
                draw.text(state.rod, "rod", { size = 20, page = 2 })
                draw.text(state.body, "body", "red")
                draw.shape(state.body, { page = 3 })
                draw.text("all", { width = 9 })
            end
            return s]]
        local list = run:drawings()
        assert.equal(collide.vec(2, 2), list[1].points[1])
        assert.equal(collide.vec(5, 6), list[2].points[1])
        assert.same({ 20, 2 }, { list[1].style[5], list[1].style.page })
        assert.equal("collide.sphere({5, 6}, 1)", tostring(list[3].shape))
        assert.same({ 3, 9 }, { list[3].style.page, list[4].style[5] })
        assert.is_nil(list[2].style.page)
    end)

    it("styles and names shapes and bodies of the state", function()
        local run = load_text [[
            local collide = require "collide"
            local s = {}
            function s.load()
                local world = collide.world { dim = 2 }
                local body = world:add(collide.circle({ 0, 0 }, 1), { mass = 1 })
                return { world = world, body = body, list = { collide.circle({ 5, 0 }, 1) } }
            end
            function s.draw(state, draw)
                draw.style(state.body, { color = "red", trail = 0.5 })
                for body in state.world:bodies() do draw.name(body, "player") end
                draw.style(state.list[1], "green")
            end
            return s]]
        local list = run:drawings()
        assert.same({ "style", "name", "style" }, { list[1].kind, list[2].kind, list[3].kind })
        assert.equal("player", list[2].text)
        assert.equal(0.5, list[1].style[6])
        run.state.world:remove(run.state.body)
        assert.truthy(error_of(run.drawings, run):find("is not in the state", 1, true))
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

    it("in draw tells the place and leaves the run alive", function()
        local run = load_text "return {\ndraw = function(s, draw)\ndraw.line(1) end }"
        assert.equal("x.lua:3: draw.line: points must be a list of points, got 1",
            (raised(function() run:drawings() end)))
        assert.equal(1, run:step().frame)
    end)

    it("is the script's line for every misuse of draw", function()
        for call, expected in pairs {
            ["text({ 1, 2, 3, 'x' }, 'a', 'mauve')"] = "draw.text: color must be red, orange, " ..
                "yellow, green, cyan, blue, purple, pink, white, gray, faint or " ..
                "{ r, g, b[, a] } in 0..1, got mauve",
            ["line({ 0, 0 }, { 1, 1 }, 'grey')"] = "got grey; did you mean 'gray'?",
            ["text('a', { colour = 'red' })"] = "unknown style 'colour'; did you mean 'color'?",
            ["text('a', { font = 'red' })"] = "draw.text: unknown style 'font'; there are " ..
                "color, alpha, width (of a line or point), size (of a text), page, trail, dashed, "
                .. "outline, hidden, unnamed",
            ["text('a', { alpha = 2 })"] = "alpha must be in 0..1, got 2",
            ["text('a', { 0, 0 })"] =
                "draw.text: a position comes first, as a point or a shape: draw",
            ["text('a', s.ball.center, 'red')"] = "draw.text: a position comes first",
            ["text(0, 0, 'a')"] = "draw.text: a position comes first",
            ["text('a', 5)"] = "style must be a table or a colour's name, got number",
            ["line({ 0, 0 }, 'b')"] = "b must be a vec or { x, y[, z] }, got b",
            ["points { { 0, 0 }, 7 }"] = "point 2 must be a vec or { x, y[, z] }, got 7",
            ["arrow({ 0, 0 }, { 0 / 0, 1 })"] = "to must be",
            ["shape {}"] = "draw.shape: shape must be a shape or a body, got table",
            ["text('a', s.ball)"] = "draw.text: a position comes first, as a point or a shape: ",
            ["text('a', { size = 2000 })"] = "draw.text: size must be in 0..1000, got 2000",
            ["text('a', { size = 2, width = 3 })"] = "size and width are both the text's size",
            ["line({ 0, 0 }, { 1, 1 }, { size = 2 })"] = "draw.line: size is that of a text",
            ["text('a', { page = 0 })"] = "draw.text: page must be an integer in 1..99, got 0",
            ["text('a', { page = 1.5 })"] = "page must be an integer in 1..99, got 1.5",
            ["style(s.ball, { page = 1 })"] = "the shapes of the state are on all pages",
            ["style(nil)"] = "draw.style: shape must be a shape or body of the state, got nil",
            ["style(5, 'red')"] = "draw.style: shape must be a shape or body of the state, got 5",
            ["style(s.ball)"] = "draw.style: style must be a table or a colour's name, got nil",
            ["style(s.ball:clone(), 'red')"] = "is not in the state; to draw something else",
            ["name(nil, 'x')"] = "draw.name: shape must be a shape or body of the state, got nil",
            ["name(s.ball:moved { 1, 0 }, 'x')"] = "is not in the state",
            ["name(s.ball)"] = "draw.name: name must be a text, got nil",
            ["style(s.ball, { trail = 3 })"] = "trail must be in 0..2, got 3",
            ["points(5)"] = "draw.points: points must be a list of points, got 5",
            ["circle({ 0, 0 }, 1)"] =
                "draw has no 'circle'; use draw.shape(collide.circle(center, radius))",
            ["txt('a')"] = "draw has no 'txt'; did you mean 'text'?",
            ["teapot()"] = "draw has no 'teapot'; it has arrow, chart, field, line, ",
            ["plot(1, 2)"] = "the name of a plot must be a string, got 1",
            ["plot('x', 1, 'm')"] = "draw.plot: options must be a table, got m",
            ["plot('x', 1, { unit = 5 })"] = "draw.plot: unit must be a text, got 5",
            ["plot('x', 1, { unti = 'm' })"] = "unknown option 'unti'; did you mean 'unit'?",
            ["plot('x', 1, { label = 'm' })"] = "unknown option 'label'; there are unit",
            ["chart(1, {}, {})"] = "the name of a chart must be a string, got 1",
            ["chart('c', 5, {})"] = "draw.chart: xs must be a list of numbers, got number",
            ["chart('c', {})"] = "draw.chart: ys must be a list of numbers, got nil",
            ["chart('c', { 1, 2, 3 }, { 1, 2 })"] =
                "draw.chart: ys must have as many numbers as xs (3), got 2",
            ["chart('c', { 1, 'b', {} }, { 1, 2 })"] =
                "draw.chart: xs[2] must be a number, got string",
            ["chart('c', { 1 }, { {} })"] = "draw.chart: ys[1] must be a number, got table",
            ["chart('c', {}, {}, { y = 'm' })"] = "unknown option 'y'; there are color, unit, x",
            ["chart('c', {}, {}, { color = 'rde' })"] = "color must be red",
            ["chart('a', {}, {}) for i = 1, 4 do draw.chart('b' .. i, {}, {}) end"] =
                "there is room for 4 charts, and 'b4' is one more than a, b1, b2, b3",
            ["chart('a', {}, {}) for i = 1, 8 do draw.chart('a', {}, {}) end"] =
                "there is room for 8 curves in the chart 'a'",
            ["plot('x')"] = "plot 'x' must be a number, got nil",
            ["point(print)"] = "point must be a vec or { x, y[, z] }, got function",
        } do
            local run = load_text("local c = require 'collide' return { load = function() " ..
                "return { ball = c.circle({ 0, 0 }, 1) } end, draw = function(s, draw)\n\ndraw."
                .. call .. "\nend }")
            local first = raised(function() run:drawings() end)
            assert.equal("x.lua:3: ", first:sub(1, 9), call)
            assert.truthy(first:find(expected, 1, true), first)
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
