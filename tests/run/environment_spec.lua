-- What a script can reach: a closed list of globals, which are its own, and nothing that knows
-- files, clocks or addresses. Whatever a script does to them, its host and the next run do not
-- notice. Lua's own functions do in a script what they do elsewhere, but where their order is
-- arbitrary.
local scenario = require "collide.scenario"
local collide = require "collide"
local scripts = require "tests.support.scripts"

local files = scripts.of_spec(setup, teardown)
local write = files.write

-- Runs a function of the given body in a script; returns its results as a list.
local function run_body(body)
    local path = write("local collide = require 'collide'\nreturn { load = function()\n" ..
        "return table.pack((function()\n" .. body .. "\nend)()) end }")
    return scenario.load(path).state
end

-- The first line of the error that the body raises, without its place.
local function error_of_body(body)
    local well, message = pcall(run_body, body)
    return not well and message:match "^[^\n]-:%d+: ([^\n]*)" or nil
end

describe("the globals of a script", function()
    it("are these and no more", function()
        local names = run_body [[
            local names = {}
            for name in pairs(_G) do names[#names + 1] = name end
            return table.concat(names, " ")]][1]
        assert.equal("_G _VERSION assert collectgarbage coroutine error getmetatable ipairs " ..
            "load load_data load_text math next pairs pcall print rawequal rawget rawlen rawset " ..
            "require select setmetatable string table tonumber tostring type utf8 xpcall", names)
        for _, name in ipairs { "io", "os", "debug", "package", "dofile", "loadfile",
            "string.dump" } do
            assert.is_nil(run_body("return " .. name)[1], name)
        end
    end)

    it("are copies: the host's stay as they are", function()
        local rep, floor, distance = string.rep, math.floor, collide.distance
        run_body [[
            string.rep, math.floor, table.insert, collide.distance = nil, nil, nil, nil
            print, pairs, setmetatable = nil, nil, nil
            string.format = function() return "mine" end
            x_global = 1]]
        assert.equal(rep, string.rep)
        assert.equal(floor, math.floor)
        assert.equal(distance, collide.distance)
        assert.equal("5", ("%d"):format(5))
        assert.is_nil(rawget(_G, "x_global"))
    end)

    it("are new for each run", function()
        local path = write [[
            count = (count or 0) + 1
            return { load = function() return { count } end }]]
        local run = scenario.load(path)
        assert.same({ { 1 }, { 1 }, { 1 } },
            { run.state, run:restart().state, scenario.load(path).state })
    end)

    it("leave the host its string methods, also after an error", function()
        pcall(run_body, "error 'x'")
        local run = scenario.load(write [[return { update = function() error 'x' end,
            draw = function() error 'y' end }]])
        pcall(run.drawings, run)
        pcall(run.step, run)
        assert.equal(string, getmetatable("").__index)
        assert.truthy(("%p"):format {} ~= nil)
    end)
end)

describe("a script", function()
    it("sees no addresses", function()
        local state = run_body [[
            return tostring {}, tostring(print), tostring(coroutine.create(print)),
                ("%s"):format {}, string.format("%-8s|%5.1f", {}, 2), tostring(nil), tostring(1.5),
                tostring(setmetatable({}, { __name = "own" })),
                tostring(setmetatable({}, { __tostring = function() return "mine" end }))]]
        assert.same({ "table", "function", "thread", "table", "table   |  2.0", "nil", "1.5", "own",
            "mine", n = 9 }, state)
        local refusal = "'%p' is not available in scenarios: addresses differ from run to run"
        assert.equal(refusal, error_of_body "return ('%p'):format({})")
        assert.equal(refusal, error_of_body "return string.format('%d%%%-20p', 1, {})")
        -- A format goes on after a zero byte.
        assert.equal(refusal, error_of_body "return string.format('\\0%p', {})")
        assert.same({ "\0table|\0", n = 1 }, run_body "return string.format('\\0%s|\\0', {})")
        assert.same({ "table|2", "table", n = 2 }, run_body [[
            local odd = setmetatable({}, { __name = 1 })
            return string.format("%s|%s", odd, 2), tostring(odd)]])
    end)

    -- Processors differ in the sign of 0 / 0, and C libraries print it.
    it("sees no sign of NaN", function()
        for _, nan in ipairs { "0 / 0", "-(0 / 0)" } do
            assert.same({ "nan", "nan|nan|  nan|NAN", n = 2 }, run_body(("local nan = %s "
                .. "return tostring(nan), ('%%s|%%g|%%5.1f|%%G'):format(nan, nan, nan, nan)")
                :format(nan)))
            assert.equal("nan", error_of_body("error(" .. nan .. ")"))
        end
    end)

    it("cannot make its behaviour depend on the collector", function()
        for _, field in ipairs { "__gc", "__mode" } do
            local refusal = field ..
                " is not available in scenarios: it depends on when memory is freed"
            assert.equal(refusal, error_of_body(
                ("return setmetatable({}, { %s = 'k' })"):format(field)))
            -- A field that was added later is found at the end of the frame.
            local well, message = pcall(run_body,
                ("m = {} t = setmetatable({}, m) m.%s = 'k'"):format(field))
            assert.is_false(well)
            assert.truthy(message:find(refusal, 1, true))
        end
        assert.equal(0, run_body "return collectgarbage 'count'"[1])
    end)

    it("cannot reach locked metatables", function()
        assert.same({ false, n = 1 }, run_body "return getmetatable ''")
        for _, value in ipairs { "collide.vec(1, 2)", "collide.sphere({ 0, 0 }, 1)" } do
            local metatable = run_body("return type(getmetatable(" .. value .. "))")[1]
            assert.not_equal("table", metatable)
        end
    end)

    it("loads text and nothing else", function()
        assert.same({ 3, n = 1 }, run_body "return load('return 1 + 2')()")
        assert.same({ 7, n = 1 }, run_body "return load('return x', 'name', 't', { x = 7 })()")
        assert.same({ true, n = 1 }, run_body "return load('return _G')() == _G")
        local chunk = ("%q"):format(string.dump(load "return 1"))
        local state = run_body("return load(" .. chunk .. ")")
        assert.is_nil(state[1])
        assert.truthy(state[2]:find "binary")
        assert.is_nil(run_body("return load(" .. chunk .. ", 'x', 'b')")[1])
        assert.is_nil(run_body("return load(" .. chunk .. ", 'x', 'bt')")[1])
    end)

    it("cannot require what lies elsewhere", function()
        local folder = files.folder()
        local outside = folder .. "-outside.lua"
        os.execute(("echo 'return 1' > '%s'; ln -s '%s' '%s/link.lua'"):format(outside, outside,
            folder))
        for name, expected in pairs {
            ["..x"] = "is not a name", ["../x"] = "is not a name",
            ["/etc/passwd"] = "is not a name",
            ["a\\b"] = "is not a name", [""] = "is not a name",
            ["a\0b"] = "must not contain a zero byte",
            ["none"] = "module 'none' not found beside the scenario or in its lib folder",
            ["link"] = "module 'link' lies outside the scenario's folder",
            ["io"] = "module 'io' not found", ["os"] = "module 'os' not found",
            ["collide.scenario"] = "a scenario cannot run scenarios",
        } do
            local message = error_of_body(("require %q"):format(name))
            assert.truthy(message and message:find(expected, 1, true), tostring(message))
        end
        os.remove(outside)
        assert.truthy(error_of_body "require(5)":find "string expected")
        write("return require 'loop'", "loop.lua")
        assert.equal("module 'loop' requires itself", error_of_body "require 'loop'")
    end)

    it("requires a module once", function()
        write("count = (count or 0) + 1 return { count }", "once.lua")
        assert.same({ true, 1, n = 2 }, run_body [[
            local a, b = require "once", require "once"
            return a == b, count]])
    end)

    it("cannot assign its params", function()
        local message = error_of_body "local p = ... p.x = 1"
        assert.truthy(message) -- plain Lua has no package p
        local run = scenario.load(write [[return { params = { x = 1 }, update = function(s, dt, p)
            s.names = {} for name, value in pairs(p) do s.names[#s.names + 1] = name .. value end
            local _, behind = pairs(p)
            s.is_view = rawequal(behind, p)
            s.well, s.message = pcall(function() p.x = 2 end) end }]])
        run:step()
        assert.same({ "x1" }, run.state.names)
        assert.is_true(run.state.is_view)
        local _, behind = pairs(run.params)
        assert.equal(run.params, behind)
        assert.is_false(run.state.well)
        assert.truthy(run.state.message:find("params cannot be assigned", 1, true))
    end)
end)

describe("pairs and next in a script", function()
    it("go in one order: numbers, strings, booleans, values of collide", function()
        local state = run_body [[
            local a, b = collide.vec(1, 2), collide.sphere({ 0, 0 }, 1)
            local t = { [b] = 1, z = 1, [a] = 1, [2^53] = 1, [true] = 1, [-1] = 1, a = 1,
                [false] = 1, [1.5] = 1, [""] = 1, [math.huge] = 1, [math.mininteger] = 1, [2] = 1,
                ["a\0b"] = 1,
                [1] = 1, B = 1, [2^63] = 1, [math.maxinteger] = 1, [-2^64] = 1 }
            local by_pairs, by_next = {}, {}
            for key in pairs(t) do by_pairs[#by_pairs + 1] = tostring(key) end
            for key in next, t do by_next[#by_next + 1] = tostring(key) end
            return table.concat(by_pairs, " "), table.concat(by_next, " ")]]
        assert.equal("-1.844674407371e+19 -9223372036854775808 -1 1 1.5 2 9007199254740992 " ..
            "9223372036854775807 " ..
            "9.2233720368548e+18 inf  B a a\0b z false true vec(1, 2) " ..
            tostring(collide.sphere({ 0, 0 }, 1)), state[1])
        assert.equal(state[1], state[2])
    end)

    it("bear changes on the way", function()
        assert.same({ "abd", 3, n = 2 }, run_body [[
            local t, seen = { a = 1, b = 2, c = 3, d = 4 }, ""
            for key in pairs(t) do
                seen = seen .. key
                t[key], t.c = key == "b" and 5 or t[key], nil
            end
            local count = 0
            for key in next, t do t[key] = nil count = count + 1 end
            return seen, count]])
        assert.same({ "b", "c", "c", n = 3 }, run_body [[
            local t, other = { a = 1, b = 2, c = 3 }, { x = 1, y = 2 }
            local first = next(t, "a")
            next(other) next(other, "x") t.b = nil
            return first, (next(t, "b")), (next(t, "a"))]], "alternating tables, keys gone")
        assert.same({ "c", n = 1 }, run_body [[
            local t = { a = 1, b = 2, c = 3 }
            local first = next(t)
            t.b = nil
            return (next(t, first))]], "a key that is gone before its turn")
        assert.is_nil(run_body "return next {}"[1])
        assert.is_nil(run_body "return (next({ 1 }, 1))"[1])
        assert.same({ "b", n = 1 }, run_body [[
            local t = { a = 1, b = 2 }
            next(t, "a") t.a = nil
            return (next(t, "a"))]])
    end)

    it("refuse keys that have no order", function()
        for _, expression in ipairs { "pairs { [{}] = 1 }", "next { [print] = 1 }",
            "pairs { [coroutine.create(print)] = 1 }" } do
            assert.truthy(error_of_body(expression):find("has no fixed order for keys", 1, true))
        end
        assert.truthy(error_of_body "pairs()":find "bad argument #1")
        assert.truthy(error_of_body "pairs(nil)":find "table expected")
    end)

    it("honour __pairs", function()
        assert.same({ "x", 5, n = 2 }, run_body [[
            local t = setmetatable({}, { __pairs = function(t)
                return function(_, k) if not k then return "x", 5 end end, t end })
            for k, v in pairs(t) do return k, v end]])
    end)
end)

describe("Lua's own functions in a script", function()
    -- Function bodies whose results must be those of plain Lua.
    local bodies = {
        "math.randomseed(42) return math.random(), math.random(10), math.random(-5, 5)",
        "math.randomseed(42) return math.random(0), math.random(0)",
        "math.randomseed(1, 2) local t = {} for i = 1, 50 do t[i] = math.random(i) end " ..
            "return table.concat(t, ' ')",
        "math.randomseed(7) return math.random(math.mininteger, math.maxinteger)",
        "math.randomseed(3.0, 4) return math.random(99), math.random()",
        "return pcall(math.random, 0, -1)",
        "return pcall(math.random, 1, 2, 3)",
        "return pcall(math.random, 1.5)",
        "return pcall(error, 'x', 0)", "return pcall(error)", "return pcall(pcall)",
        "return pcall(function(...) return ... end, 1, nil, 3)",
        "return select('#', pcall(function() end))",
        "return xpcall(function(...) return ... end, print, 1, nil)",
        "return xpcall(error, function(m) return m .. '!' end, 'x', 0)",
        "return pcall(xpcall, print)",
        "return xpcall(function() error('a', 0) end, function() error('b', 0) end)",
        "local co = coroutine.create(function(a, b) local c = coroutine.yield(a + b) " ..
            "return c, 9 end) local r = table.pack(coroutine.resume(co, 1, 2)) " ..
            "return r[1], r[2], coroutine.status(co), coroutine.resume(co, 5)",
        "local co = coroutine.create(error) coroutine.resume(co, 'x') " ..
            "return coroutine.status(co), coroutine.resume(co)",
        "local f = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) " ..
            "return f(), f(), f(), f(), pcall(f)",
        "return pcall(coroutine.wrap(function() error('x', 0) end))",
        "return pcall(coroutine.wrap(function() error({}) end)) == false",
        "local co = coroutine.wrap(function() return pcall(function() " ..
            "return coroutine.yield(1) + 1 end) end) return co(), co(5)",
        "local co = coroutine.wrap(function() return pcall(function() " ..
            "coroutine.yield(1) error('late', 0) end) end) return co(), co()",
        "local co = coroutine.wrap(function() return xpcall(function() coroutine.yield(1) " ..
            "error('late', 0) end, function(m) return m .. '!' end) end) return co(), co()",
        "return coroutine.close(coroutine.create(print)), coroutine.isyieldable()",
        "local log = '' local meta = { __close = function() log = log .. 'closed' end } " ..
            "local co = coroutine.create(function() local x <close> = setmetatable({}, meta) " ..
            "coroutine.yield() end) coroutine.resume(co) " ..
            "return coroutine.close(co), log, coroutine.status(co)",
        "local co = coroutine.create(function() local x <close> = setmetatable({}, { " ..
            "__close = function() error('late', 0) end }) coroutine.yield() end) " ..
            "coroutine.resume(co) return coroutine.close(co)",
        "local t = setmetatable({}, { __pairs = function(t) coroutine.yield(1) " ..
            "return next, { a = 5 }, nil end }) local co = coroutine.wrap(function() " ..
            "for k, v in pairs(t) do coroutine.yield(k, v) end end) return co(), co()",
        "local co co = coroutine.create(function() return pcall(coroutine.close, co) end) " ..
            "return coroutine.resume(co)",
        "local outer outer = coroutine.create(function() return coroutine.resume(" ..
            "coroutine.create(function() return pcall(coroutine.close, outer) end)) end) " ..
            "return coroutine.resume(outer)",
        "local co = coroutine.create(function(...) coroutine.yield() return ... end) " ..
            "coroutine.resume(co, table.unpack({}, 1, 6e5)) " ..
            "return coroutine.resume(co, table.unpack({}, 1, 6e5))",
        "local co = coroutine.create(function() return table.unpack({}, 1, 6e5) end) " ..
            "return (function(...) local a, b = coroutine.resume(co) return a, b end)(" ..
            "table.unpack({}, 1, 6e5))",
        "local f = coroutine.wrap(function() coroutine.yield(table.unpack({}, 1, 6e5)) " ..
            "return 7 end) local yes, why = (function(...) local a, b = pcall(f) " ..
            "return a, b end)(table.unpack({}, 1, 6e5)) return yes, why, pcall(f)",
        "return pcall(coroutine.create, 5)",
        "local co co = coroutine.create(function() return coroutine.resume(co) end) " ..
            "return coroutine.resume(co)",
        "local t = { 5, 2, 8, 1 } table.sort(t) return table.unpack(t)",
        "local t = { 5, 2, 8, 1 } table.sort(t, function(a, b) return a > b end) " ..
            "return table.unpack(t)",
        "local t = { 'b', 'a' } table.sort(t) return t[1], t[2]",
        "local t = { 5 } table.sort(t) table.sort({}) return t[1]",
        "return pcall(table.sort, { 1, 'x' })", "return pcall(table.sort, { 1, 2 }, 5)",
        "return string.format('%5d|%-5s|%q|%g|%c|%%|%x', 3, 'a', 'b\\n', 1.5, 65, 255)",
        "return pcall(string.format, '%d', 'x')", "return pcall(string.format, '%y', 1)",
        "return pcall(string.format, '%s')", "return pcall(string.format, '%')",
        "return ('x'):rep(3), #'abc', ('abc'):upper(), ('a,b'):find(',', 1, true)",
        "return setmetatable({}, { __index = { x = 1 } }).x, rawlen({ 1, 2 }), rawequal(1, 1)",
        "return pcall(setmetatable, {}, 5)", "return pcall(setmetatable, 5, {})",
        "return pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {})",
        "return getmetatable(setmetatable({}, { __metatable = 'locked' }))",
        "return load('syntax error here')", "return pcall(load, 5)",
        "local n = 0 return load(function() n = n + 1 return ({ 'return ', '5' })[n] end)()",
        "return utf8.char(24179, 38754), utf8.len('平面')",
        "local t = {} for k, v in ipairs { 1, 2, nil, 4 } do t[k] = v end return #t",
        "return tostring(1), tostring(1.0), tostring(-0.0), tostring(true), tostring('x')",
        "return _VERSION, type(_G), select(-1, 1, 2, 3)",
    }

    -- A function that C calls has a name only if it is found in package.loaded.
    local function unnamed(value)
        return type(value) == "string" and value:gsub("to '[^']*'", "to 'f'") or value
    end

    for _, body in ipairs(bodies) do
        it("do as they do: " .. body:sub(1, 70), function()
            local expected = table.pack(load(body)())
            local got = run_body(body)
            assert.equal(expected.n, got.n)
            for i = 1, expected.n do
                assert.equal(type(expected[i]), type(got[i]))
                if type(expected[i]) ~= "table" then
                    assert.equal(unnamed(expected[i]), unnamed(got[i]))
                end
            end
        end)
    end

    it("but sort keeps equal elements in their order, whatever the comparison", function()
        local state = run_body [[
            local list = {}
            for i = 1, 1000 do list[i] = { key = i * 7919 % 10, index = i } end
            table.sort(list, function(a, b) return a.key < b.key end)
            local stable = true
            for i = 2, #list do
                local a, b = list[i - 1], list[i]
                stable = stable and (a.key < b.key or a.key == b.key and a.index < b.index)
            end
            table.sort(list, function() return true end) -- no order: it ends, all stay
            local sum = 0
            for _, item in ipairs(list) do sum = sum + item.index end
            return stable, sum]]
        assert.same({ true, 500500, n = 2 }, state)
    end)

    it("but randomseed takes any number", function()
        local state = run_body [[
            local function first(...) math.randomseed(...) return math.random(0) end
            return first(0.5) == first(0.5), first(0.5) ~= first(0.25), first(1 / 0) ~= first(0),
                pcall(math.randomseed, {})]]
        assert.same({ true, true, true, false }, { table.unpack(state, 1, 4) })
        assert.truthy(state[5]:find("bad argument #1.*number expected, got table"))
    end)

    it("but randomseed without a seed goes back to the run's", function()
        assert.same({ true, n = 1 }, run_body
            "local a = math.random() math.randomseed() return a == math.random()")
    end)
end)
