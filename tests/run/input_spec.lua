-- What update gets in `input`: keys by SDL's names, mouse, text and gamepad, from the input of a
-- plain run. And scenario.keys, the keys that a script takes from the window.
local scenario = require "collide.scenario"
local scripts = require "tests.support.scripts"

local files = scripts.of_spec(setup, teardown)
local write, error_of = files.write, scripts.error_of

-- A run of one line of Lua in update, with the state `s` and `input`.
local function run_of(body, input)
    return scenario.load(write([[return { load = function() return { log = {} } end,
        update = function(s, dt, p, input) ]] .. body .. " end }"), { input = input })
end

describe("input", function()
    it("has the mouse where it was last, its buttons as keys, the wheel for one frame", function()
        local run = run_of([[
            local m = input.mouse
            s.log[#s.log + 1] = ("%g %g %g %g %s %s%s%s"):format(m.x, m.y, m.z, m.wheel, m.inside,
                m.down() and "d" or "", m.pressed("left") and "p" or "",
                m.released(1) and "r" or "")
            s.right = m.down(3)]],
            { { mouse = { x = 1, y = 2, wheel = -2 } }, { "mouse left", "mouse right" },
                { "mouse left", mouse = { x = 3, y = 4, z = 5, inside = false } } }):step(2)
        assert.is_true(run.state.right)
        assert.same({ "1 2 0 -2 true ", "1 2 0 0 true dp", "3 4 5 0 false d", "3 4 5 0 false r" },
            run:step(2).state.log)
        assert.same({ "0 0 0 0 false " }, run_of(
            [[local m = input.mouse
            s.log[1] = ("%g %g %g %g %s "):format(m.x, m.y, m.z, m.wheel, m.inside)]]
        ):step().state.log)
    end)

    it("tells whether the mouse moved, over the scene before and now", function()
        local run = run_of("s.log[#s.log + 1] = input.mouse.moved", {
            { mouse = { x = 1, y = 2 } }, { mouse = { x = 1, y = 2 } },
            { mouse = { x = 1, y = 3 } }, {}, { mouse = { x = 1, y = 3, z = 1 } },
            { mouse = { x = 5, y = 3, inside = false } }, { mouse = { x = 6, y = 3 } },
            { mouse = { x = 7, y = 3 } },
        })
        assert.same({ false, false, true, false, true, false, false, true }, run:step(8).state.log)
    end)

    it("has typed text for one frame", function()
        local run = run_of("s.log[#s.log + 1] = input.text", { [2] = { text = "añ猫" } })
        assert.same({ "", "añ猫", "" }, run:step(3).state.log)
    end)

    it("has a gamepad, also where none is, and one that leaves", function()
        local run = run_of([[s.log[#s.log + 1] = ("%s %g %s %s"):format(input.pad.connected,
            input.pad.axis("leftx"), input.pad.down("a"), input.pad.released("a"))]],
            { [2] = { "pad a", pad = { leftx = -0.5 } } })
        assert.same({ "false 0 false false", "true -0.5 true false", "false 0 false true" },
            run:step(3).state.log)
    end)

    it("raises for names of no key, button and axis, with the nearest", function()
        for call, expected in pairs {
            ["input.down('spcae')"] = "unknown key \"spcae\"; did you mean 'space'?",
            ["input.pressed('Left')"] = "unknown key \"Left\"; did you mean 'left'?",
            ["input.released('lshift')"] = "did you mean 'left shift'?",
            ["input.down()"] = "the name of a key must be a string, got nil",
            ["input.axis('left', 'rigth')"] = "did you mean 'right'?",
            ["input.mouse.down('lfet')"] = "unknown mouse button \"lfet\"; did you mean 'left'?",
            ["input.mouse.down(9)"] =
                "a mouse button must be one of left, middle, right, x1, x2, got 9",
            ["input.pad.down('start1')"] = "unknown pad button \"start1\"; did you mean 'start'?",
            ["input.pad.axis('left')"] = "unknown pad axis \"left\"; did you mean 'leftx'?",
        } do
            local message = error_of(function() run_of(call):step() end)
            assert.truthy(message and message:find(expected, 1, true), message)
            assert.truthy(message:find("^[^:]*%.lua:2: "), message)
            assert.is_nil(message:find("[collide]", 1, true), message)
        end
        assert.is_nil(error_of(function() run_of "input.down 'ß' input.down 'keypad 5'":step() end))
    end)

    it("refuses what is no input, with the frame", function()
        for expected, given in pairs {
            ["input of frame 1 must be a list of keys, got number"] = 5,
            ["input of frame 1: unknown key \"rigth\"; did you mean 'right'?"] = { "rigth" },
            ["input of frame 1 has no 'mous', only keys, mouse, pad and text"] = { mous = {} },
            ["input of frame 1: mouse.x must be a finite number, got inf"] =
                { mouse = { x = 1 / 0 } },
            ["input of frame 1: mouse has no 'w'"] = { mouse = { w = 1 } },
            ["input of frame 1: pad.leftx must be a finite number in [-1, 1], got 2"] =
                { pad = { leftx = 2 } },
            ["input of frame 1: text must be a string, got number"] = { text = 5 },
        } do
            assert.equal(expected, error_of(function() run_of("", { given }):step() end))
        end
    end)

    it("is the same when the run goes back", function()
        local run = run_of("s.x = (s.x or 0) + input.mouse.x s.text = (s.text or '') .. input.text",
            function(frame) return { mouse = { x = frame }, text = "t" .. frame } end):step(9)
        local hash = run:hash()
        assert.equal(45, run.state.x)
        assert.equal(hash, run:seek(3):seek(9):hash())
    end)
end)

describe("scenario.keys", function()
    it("is a list of SDL's names", function()
        local function load_keys(keys)
            return error_of(scenario.load, write("return { keys = " .. keys .. " }"))
        end
        assert.is_nil(load_keys '{ "space", "p", "tab", "f5", "left shift", "ä", "`" }')
        for keys, expected in pairs {
            ['{ "spaec" }'] = "keys: unknown key \"spaec\"; did you mean 'space'?",
            ['{ "Space" }'] = "keys: unknown key \"Space\"; did you mean 'space'?",
            ['{ "esc" }'] = "keys: unknown key \"esc\"; did you mean 'escape'?",
            ['{ 5 }'] = "keys: the name of a key must be a string, got 5",
            ['{ space = true }'] = "keys must be a list of names, but has a field \"space\"",
            ['"space"'] = "keys must be a list of names of keys, got \"space\"",
        } do
            local message = load_keys(keys)
            assert.truthy(message and message:find(expected, 1, true), message)
        end
    end)
end)
