-- Cases: runs and queries as text that is data. What is written, read and played again is the same
-- to the last bit; what is no case is refused in one line.
local scenario = require "collide.scenario"
local collide = require "collide"
local scripts = require "tests.support.scripts"

local files = scripts.of_spec(setup, teardown)
local write, error_of = files.write, scripts.error_of
local cases = tonumber(os.getenv "COLLIDE_CASES") or 300

local function all_scripts()
    local list = {}
    for path in assert(io.popen "ls scripts/*.lua"):lines() do list[#list + 1] = path end
    return list
end

-- Input of a person in some frames, by a seed: keys, the mouse, text, a gamepad.
local function some_input(seed, last)
    local state, input = seed, {}
    last = last or 140
    local random = {}
    function random.uniform(low, high) -- of a linear congruence: Knuth's
        state = (state * 6364136223846793005 + 1442695040888963407) & math.maxinteger
        return low + (high - low) * ((state >> 20) / (1 << 43))
    end
    function random.integer(low, high) return math.floor(random.uniform(low, high + 0.999)) end
    for _, key in ipairs { "left", "right", "space", "mouse left", "pad a" } do
        for _ = 1, 4 do
            local first = random.integer(1, last - 20)
            for frame = first, first + random.integer(0, 20) do
                input[frame] = input[frame] or {}
                table.insert(input[frame], key)
            end
        end
    end
    for _ = 1, 6 do
        local frame = random.integer(1, last)
        input[frame] = input[frame] or {}
        input[frame].mouse = { x = random.uniform(-5, 5), y = random.uniform(-5, 5),
            wheel = random.integer(-1, 1) }
    end
    for frame = 60, 80 do
        input[frame] = input[frame] or {}
        input[frame].pad = { leftx = frame < 70 and 0.5 or -1 }
    end
    input[33] = input[33] or {}
    input[33].text = "a \"b\"\n\0\255"
    return input
end

describe("the case of a query", function()
    it("of every scenario gives the same bits when it is played alone", function()
        local played, worlds = {}, 0
        for _, path in ipairs(all_scripts()) do
            local run = scenario.load(path)
            for _ = 1, cases < 100 and 3 or 12 do
                for _, query in ipairs(run:queries()) do
                    local good, case = pcall(scenario.case, query)
                    if good then
                        local answer = scenario.play(tostring(case))
                        assert.is_true(answer.same, answer.difference)
                        assert.equal(tostring(case), tostring(scenario.case(tostring(case))))
                        played[query.name] = (played[query.name] or 0) + 1
                    else
                        assert.truthy(tostring(case):find "cannot be asked again"
                            or tostring(case):find "many shapes")
                        worlds = worlds + 1
                    end
                end
                run:step(17)
            end
        end
        for _, name in ipairs { "raycast", "shapecast", "closest", "contact", "overlap" } do
            assert.truthy((played[name] or 0) > 10, name)
        end
        assert.truthy(worlds > 0)
    end)

    it("says what differs from the answer that was kept", function()
        local text = [[case { query = "raycast",
            arguments = { { 0, 0 }, { 0x1.8p+1, 1 }, { "circle", { 4, 1 }, 1 } },
                answer = { t = %s } }]]
        assert.is_true(scenario.play(text:format "0x1p+0").same)
        local played = scenario.play(text:format "0x1.0000000000001p+0")
        assert.is_false(played.same)
        assert.equal("the answer.t is 1, not 0x1.0000000000001p+0", played.difference)
        assert.is_false(scenario.play((text:gsub("answer.*$", 'answer = "nothing" }'))).same)
        assert.is_nil(scenario.play((text:gsub(",%s*answer.*$", " }"))).same)
    end)

    it("says which part it was", function()
        local run = scenario.load(write([[local collide = require "collide"
            local corner = collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } }
            return { load = function()
                return { two = collide.compound { collide.circle({ 0, 9 }, 1), corner } } end,
            update = function(s)
                s.hit = s.two:raycast({ 0.25, -1 }, { 0, 1 })
                s.contact = collide.contact(s.two, collide.circle({ 0.5, -1 }, 1.5))
                s.all = collide.raycast_all({ 0.25, -1 }, { 0, 1 }, { s.two, s.two })
            end }]]))
        local queries = run:step():queries()
        for i, name in ipairs { "parts_b", "parts_a", "parts_b", "parts_b" } do
            local result = queries[i].result
            assert.equal(i > 2 and i - 2 or 2, result.part)
            assert.equal("edge", result.feature)
            local text = tostring(scenario.case(queries[i]))
            assert.truthy(text:find(name .. " = { 2 }", 1, true), text)
            assert.is_true(scenario.play(text).same)
            local other = text:gsub(name .. " = { 2 }", name .. " = { 1 }")
            assert.equal(("the answer.%s[1] is 2, not 1"):format(name),
                scenario.play(other).difference)
        end
    end)

    it("may have any hit as its answer", function()
        local form = 'case { query = "raycast", arguments = { { -2, 0 }, { 1, 0 }, \z
            { "circle", { 0, %d }, 1 } }, answer = true }'
        assert.is_true(scenario.play(form:format(0)).same)
        local missed = scenario.play(form:format(3))
        assert.is_false(missed.same)
        assert.equal("the answer is nothing", missed.difference)
        -- Of a verdict it is that verdict.
        assert.is_false(scenario.play('case { query = "overlap", arguments = { \z
            { "circle", { 0, 0 }, 1 }, { "circle", { 4, 0 }, 1 } }, answer = true }').same)
    end)

    it("holds every shape exactly, also one that no constructor makes", function()
        local box = collide.box({ 0.1, 0.2, 0.3 }, { 1, 2, 3 }, collide.quat({ 1, 2, 3 }, 0.7),
            0.125)
        for _ = 1, 5 do box:move { 0.1, 0.7, -0.3 } end
        local pyramid = collide.mesh({ { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
            { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } })
        local solid = collide.solid(pyramid):moved { 0.1, 0, 0 }
        for _, shape in ipairs { box, solid, collide.compound { solid, pyramid },
          collide.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 },
            { 0, 0, 1 } }
            :moved { 0.1, 0.2, 0.3 }, collide.plane({ 1, 2, 3 }, 0.1),
                collide.line({ 1, 2, 3 }, { 3, 2, 1 }),
            collide.compound { collide.sphere({ 0, 0, 0 }, 1), box }:moved { 0, 1, 0 } } do
            local query = { name = "distance", arguments = { n = 2, shape,
                collide.point { 9, 8, 7 } },
                results = { n = 1, shape:distance(collide.point { 9, 8, 7 }) } }
            local played = scenario.play(tostring(scenario.case(query)))
            assert.is_true(played.same, played.difference)
            assert.equal(tostring(shape), tostring(played.arguments[1]))
        end
    end)
end)

describe("the case of a run", function()
    it("of every scenario with input gives the same hashes", function()
        for i, path in ipairs(all_scripts()) do
            local run = scenario.load(path, { input = some_input(i), seed = i })
            run:step(90)
            for _, param in ipairs(scenario.params(path)) do
                if param.kind == "number" and param.max < math.huge then
                    run.params[param.name] = param.max end
            end
            run:step(60)
            local text = tostring(scenario.case(run))
            local played = scenario.play(text)
            assert.equal(run:hash(), played.hash, path)
            assert.equal(text, tostring(scenario.case(played.run)))
            assert.equal(run:seek(75):hash(), scenario.play(text, { frames = 75 }).hash)
            assert.equal(run:hash(), played.run:seek(75):hash())
        end
    end)

    it("of every scenario's first 600 frames with keys, drags and lines gives the same hashes",
    function()
        local last, dragged = cases < 100 and 40 or 600, 0
        for i, path in ipairs(all_scripts()) do
            local made = scenario.case(scenario.load(path, { input = some_input(i, last),
                seed = i }):step(last))
            local input = made.input
            for key, value in pairs(scenario.load(path).state) do
                if math.type(key) == nil and tostring(value):find "^collide%.circle"
                    or tostring(value):find "^collide%.sphere" then
                    local at = value.center
                    input[#input + 1] = { "drag", 0, 0, key, at.x + 0.25, at.y, at.z }
                    input[#input + 1] = { "drag", last // 2, last // 2 + 9, key, at.x, at.y + 0.5,
                        at.z }
                    dragged = dragged + 1
                end
            end
            input[#input + 1] = { "console", last // 3, "s.noted = { frame = 3 }" }
            input[#input + 1] = { "console", last // 3, "s.noted.again = math.random()" }
            local played = scenario.play(made)
            local text = tostring(scenario.case(played.run))
            local again = scenario.play(text)
            assert.equal(played.hash, again.hash, path)
            assert.equal(played.frame, again.frame)
            assert.equal(text, tostring(scenario.case(again.run)))
            assert.equal(played.run:seek(last // 2):hash(), again.run:seek(last // 2):hash())
        end
        assert.is_true(dragged >= 5, dragged)
    end)

    it("opens with `load`, and so does a file of it", function()
        local script = write([[return { load = function() return { n = 0 } end,
            update = function(s, _, _, input) if input.down "a" then s.n = s.n + 1 end end,
            checks = { few = function(s) return s.n < 4 end } }]])
        local case = scenario.case { script = script, frames = 20,
            input = { { "a", 3, 5 }, { "a", 9 } } }
        local path = write(tostring(case), "counted.case")
        assert.equal(4, scenario.load(path):step(20).state.n)
        local played = scenario.play(path)
        assert.same({ "check", "few", 9 },
            { played.failure.kind, played.failure.text, played.failure.frame })
        assert.equal('fails = "few"', tostring(scenario.case(played.run)):match 'fails = "%a*"')
        assert.truthy(error_of(function() scenario.load(path, { seed = 1 }) end):find "does not go")
    end)

    it("has params, drags and lines of the console, each in its frame", function()
        local script = write([[local collide = require "collide"
            return { params = { k = { 1, min = 0, max = 9 } }, load = function()
            return { ball = collide.circle({ 0, 0 }, 1), n = 0 } end,
            update = function(s, _, p) s.n = s.n + p.k s.x = s.ball.center.x end }]])
        local run = scenario.play(([[case { script = %q, params = { k = 2 }, frames = 10, input = {
            { "drag", 0, 0, "ball", 5, 6 }, { "drag", 4, 5, "ball", 7, 8 }, { "param", 6, "k", 3 },
            { "console", 8, "s.n = 100" } } }]]):format(script), { watch = { "s.n", "s.x" } })
        assert.same({ 5, 5, 5, 7 }, table.move(run.rows[2], 2, 5, 1, {}))
        assert.same({ 2, 4, 6, 8, 10, 13, 16, 100, 103, 106 },
            table.move(run.rows[1], 2, 11, 1, {}))
        assert.equal(scenario.play(tostring(scenario.case(run.run))).hash, run.hash)
    end)

    it("is refused in one line where it is none", function()
        local pinball = 'case { script = "scripts/pinball.lua", frames = 3'
        for text, word in pairs {
            ["case {"] = "cut off", ["{ 1, 2"] = "cut off", ["case { os.exit() }"] = "no number",
            ["case { f() }"] = "no number", ["case { script = 'x' }"] = "frames must be",
            ["case { script = 'x', frames = 1, later = 2 }"] = "newer version",
            ["case { script = 'x', frames = 1e99 }"] = "frames must be",
            ["case { script = 'nothere.lua', frames = 1 }"] = "no such file",
            ["case { query = 'exit', arguments = {} }"] = "cannot be asked",
            ["case { query = 'overlap', arguments = { { 'foo' } } }"] = "no shape",
            ["case { query = 'overlap', arguments = {}, frames = 1 }"] = "does not go",
            [("{"):rep(100)] = "deep", [pinball .. " } x"] = "follows",
            [pinball .. ", input = { { 'lft', 1 } } }"] = "did you mean 'left'",
            [pinball .. ", input = { { 'left', 3, 2 } } }"] = "no frame",
            [pinball .. ", input = { { 'mouse', 1, q = 2 } } }"] = "has no 'q'",
            [pinball .. ", params = { speed = 1000 } }"] = "must be in",
            [pinball .. ", params = { kcik = 1 } }"] = "unknown param",
                ["case { a = 1, a = 2 }"] = "twice",
            ["case { script = 'x\ny' }"] = "not finished", [("-"):rep(17 << 20) .. "{"] = "MB",
        } do
            local message = error_of(function() scenario.play(text) end)
            assert.truthy(message:find(word, 1, true), text:sub(1, 60) .. " -> " .. message)
            assert.is_nil(message:match("\n.*[^\n]"))
        end
        assert.truthy(error_of(function() scenario.play(3) end):find "got number")
        assert.truthy(error_of(function() scenario.play(pinball .. " }",
            { wach = {} }) end):find "unknown option")
        assert.truthy(error_of(function() scenario.case "nothere.rec" end):find "no kept run")
    end)
end)

describe("a watch", function()
    local function watched(text)
        local played = scenario.play('case { script = "scripts/pinball.lua", frames = 20 }',
            { watch = { text } })
        return played.rows[1], played.problems[1], played.hash
    end

    it("has a value in each frame, and changes no hash", function()
        local rows, problem, hash = watched "s.ball.position.y > 7.9"
        assert.is_nil(problem)
        assert.equal(21, #rows)
        assert.is_true(rows[1])
        assert.is_false(rows[21])
        assert.equal(scenario.load("scripts/pinball.lua"):step(20):hash(), hash)
        local _, other, with_calls =
            watched "math.random() < 2 and vec(1, 2):length() > s.ball.position:length()"
        assert.same({ nil, hash }, { other, with_calls })
    end)

    it("that writes, raises or has no plain value is told in one line", function()
        for text, word in pairs { ["(function() s.score = 5 end)()"] = "changes the state",
            ["s.nothing.x"] = "attempt to index", ["s.world"] = "is a world", ["s"] = "is a table",
            ["print"] = "is a function" } do
            local _, problem = watched(text)
            assert.truthy(problem and problem:find(word, 1, true), text .. ": "
                .. tostring(problem))
        end
        assert.truthy(error_of(function() watched "s." end):find "watch 1: ")
        assert.truthy(error_of(function() watched "" end):find "no expression")
    end)
end)

it("lists the params as the file declares them", function()
    local path = write([[return { params = { a = { 3, min = 1, max = 9, step = 2 }, b = true,
        c = { "x", choices = { "x", "y" } } } }]])
    assert.same({ { name = "a", kind = "number", default = 3, min = 1, max = 9, step = 2 },
        { name = "b", kind = "boolean", default = true },
        { name = "c", kind = "choice", default = "x", choices = { "x", "y" } } },
            scenario.params(path))
    assert.truthy(error_of(function() scenario.params "nothere.lua" end):find "no such file")
    assert.truthy(error_of(function() scenario.params(3) end):find "must be a string")
end)
