-- The same file, seed, params and input give the same states: in this process, in others, in the
-- runner of the program, after a restart, and whichever way leads to a frame. The hash that decides
-- this differs where states differ in anything that a script can see.
local scenario = require "collide.scenario"
local files = require("tests.support.scripts").of_spec(setup, teardown)

local function hashes(run, count)
    local list = { run:hash() }
    for i = 1, count do list[i + 1] = run:step():hash() end
    return list
end

-- The hashes in another process: in plain Lua that is another lua5.4. The program runs the fixture
-- as a spec in a second process of its own, because no other Lua can load its sanitized module.
local function hashes_elsewhere(path)
    local fixture = "tests/fixtures/print_hashes.lua"
    local command = package.searchpath("collide", package.cpath)
            and not package.preload["collide"] and ("lua5.4 -e 'package.cpath=%q' %s"):format(
                package.cpath, fixture)
        or ("'%s' test %s"):format(arg[-1], fixture)
    local pipe = assert(io.popen(("COLLIDE_SCENARIO='%s' %s 2>&1"):format(path, command)))
    local output = pipe:read "a"
    pipe:close()
    local list = {}
    for hash in assert(output:match "hashes ([%x ]+)", output):gmatch "%x+" do
        list[#list + 1] = hash
    end
    return list
end

describe("a run", function()
    for _, path in ipairs { "tests/fixtures/order.lua", "scripts/plane_bounce.lua",
        "scripts/sphere_sphere.lua", "scripts/swept_sphere_box.lua" } do
        it("is the same in other processes: " .. path, function()
            local here = hashes(scenario.load(path), 5)
            for _ = 1, 3 do assert.same(here, hashes_elsewhere(path)) end
        end)
    end

    it("is the same in the program's runner process", function()
        local program = (os.getenv "COLLIDE_BUILD" or "build") .. "/collide"
        local file = io.open(program)
        if not file then return pending("no program at " .. program) end
        file:close()
        for _, path in ipairs { "tests/fixtures/order.lua", "scripts/sphere_sphere.lua" } do
            local pipe = io.popen(("'%s' --headless --steps 5 %s 2>&1"):format(program, path))
            local output = pipe:read "a"
            pipe:close()
            assert.equal(scenario.load(path):step(5):hash(), output:match "hash (%x+)", output)
        end
    end)

    it("is the same again, after restart, and after going back", function()
        local path, options = "tests/fixtures/counter.lua", { input = { { "left" }, { "a" } } }
        local run = scenario.load(path, options)
        local first = hashes(run, 9)
        assert.same(first, hashes(scenario.load(path, options), 9))
        assert.same(first, hashes(run:restart(), 9))
        for _, frame in ipairs { 9, 3, 7, 0, 1 } do
            assert.equal(first[frame + 1], run:seek(frame):hash())
            assert.equal(frame, run.frame)
        end
    end)

    it("replays changed params at their frames when it goes back", function()
        local run = scenario.load "tests/fixtures/counter.lua"
        run:step(2)
        run.params.by = 3
        run:step(2)
        run.params.mode = "down"
        run:step(1)
        local count, hash = run.state.count, run:hash()
        assert.equal(1 + 1 + 3 + 3 - 3, count)
        assert.equal(2, run:seek(2).state.count)
        assert.equal(hash, run:seek(5):hash())
        assert.equal(-3, run:restart():step().state.count)
    end)

    it("depends on the seed, and on nothing else that is random", function()
        local path = "tests/fixtures/order.lua"
        local one = scenario.load(path, { seed = 1 }):step(3):hash()
        assert.equal(one, scenario.load(path, { seed = 1 }):step(3):hash())
        assert.not_equal(one, scenario.load(path, { seed = 2 }):step(3):hash())
        math.randomseed(5)
        for _ = 1, 100 do math.random() end
        assert.equal(one, scenario.load(path, { seed = 1 }):step(3):hash())
    end)
end)

describe("the hash", function()
    -- The hash of a state that an expression makes.
    local function hash_of(expression)
        return files.load("local collide = require 'collide' local vec = collide.vec\n" ..
            "return { load = function() return { " .. expression .. " } end }"):hash()
    end

    it("tells states apart", function()
        local seen = {}
        for _, expression in ipairs { "", "1", "1.0", "'1'", "2", "1, 2", "2, 1", "x = 1", "y = 1",
            "true", "false", "{}", "{}, {}", "{ {} }", "{ x = 1 }", "x = { x = 1 }", "vec(1, 2)",
            "vec(1, 2, 0)", "vec(2, 1)", "collide.sphere({1, 2}, 0)", "collide.point({1, 2})",
            "collide.sphere({1, 2, 0}, 0)", "collide.sphere({1, 2}, 1)", "print", "1e300", "-1",
            "collide.aabb({0, 0}, {1, 1})", "collide.aabb({0, 0}, {1, 2})", "[1.5] = 1", "0 / 0",
            "collide.box({0, 0}, {1, 1}, 1)", "collide.box({0, 0}, {1, 1}, 2)", "math.huge",
            "collide.polygon { {0, 0}, {1, 0}, {0, 1} }", "collide.plane({0, 1}, 0)",
            "collide.polygon { {0, 0}, {1, 0}, {0, 2} }", "collide.plane({0, 1}, 1)",
            "collide.triangle({0, 0}, {1, 0}, {0, 1})", "collide.line({0, 0}, {1, 0})",
            "collide.capsule({0, 0}, {1, 0}, 1)", "collide.capsule({0, 0}, {2, 0}, 1)",
            "collide.quat({0, 1, 0}, 1)", "collide.quat({0, 1, 0}, 2)", "''", "'a', 'b'",
            "'ab', ''",
            "collide.raycast({0, 0}, {1, 0}, collide.circle({5, 0}, 1))",
            "collide.raycast({0, 0}, {1, 0}, collide.circle({6, 0}, 1))",
            "collide.contact(collide.circle({0, 0}, 1), collide.circle({1, 0}, 1))",
            "collide.manifold(collide.aabb({0, 0}, {2, 2}), collide.aabb({1, 1.5}, {4, 3}))",
            "collide.manifold(collide.aabb({0, 0}, {2, 2}), collide.aabb({1.1, 1.5}, {4, 3}))",
            "collide.cylinder({0, 0, 0}, {0, 1, 0}, 1)", "collide.cone({0, 0, 0}, {0, 1, 0}, 1)",
            "collide.cylinder({0, 0, 0}, {0, 1, 0}, 2)", "collide.cone({0, 0, 0}, {0, 2, 0}, 1)",
            "collide.compound { collide.circle({0, 0}, 1) }",
            "collide.compound { collide.circle({0, 0}, 1), collide.circle({0, 0}, 1) }",
            "collide.mesh({ {0, 0, 0}, {1, 0, 0}, {0, 1, 0} }, { {1, 2, 3} })",
            "collide.mesh({ {0, 0, 0}, {1, 0, 0}, {0, 1, 1} }, { {1, 2, 3} })" } do
            local hash = hash_of(expression)
            assert.is_nil(seen[hash], ("%s and %s"):format(expression, seen[hash]))
            seen[hash] = expression
        end
    end)

    it("is blind to what states cannot tell", function()
        assert.equal(hash_of "0.0", hash_of "-0.0")
        assert.equal(hash_of "0 / 0", hash_of "-(0 / 0)")
        assert.equal(hash_of "a = 1, b = 2, c = 3", hash_of "c = 3, b = 2, a = 1")
        assert.equal(hash_of "print", hash_of "pairs")
    end)

    it("sees cycles and shared tables", function()
        local shared = hash_of "(function() local t = {} return { t, t } end)()"
        assert.not_equal(shared, hash_of "(function() return { {}, {} } end)()")
        assert.equal(shared, hash_of "(function() local t = {} return { t, t } end)()")
        local list = "(function() local l for i = 1, 2e4 do l = { next = l } end return l end)()"
        assert.equal(hash_of(list), hash_of(list))
    end)

    it("follows a shape that moves", function()
        local run = scenario.load "scripts/plane_bounce.lua"
        local before = run:hash()
        local ball = run.state.ball
        ball:move { 1e-12, 0, 0 }
        assert.not_equal(before, run:hash())
    end)
end)
