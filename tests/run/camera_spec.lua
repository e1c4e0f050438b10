-- scenario.camera aims the picture: what it says holds for the frame, and what it does wrong ends
-- no run. And scenario.show names the window's toggles.
local scenario = require "collide.scenario"
local scripts = require "tests.support.scripts"

local files = scripts.of_spec(setup, teardown)
local write = files.write

-- A run whose ball moves by 1 in each frame, with the body of a camera.
local function run_of(body)
    return scenario.load(write([[
        local collide = require "collide"
        return { load = function() return { n = 0, ball = collide.circle({ 0, 0 }, 1) } end,
            update = function(s) s.n = s.n + 1 s.ball:move { 1, 0 } end,
            camera = function(s, view) ]] .. body .. " end }"))
end

describe("scenario.camera", function()
    it("begins with all shapes, and keeps what it was given", function()
        local view = run_of(""):camera()
        assert.same({ 0, 0, 0 }, { view.center.x, view.center.y, view.angle })
        assert.equal(2.4, view.height) -- 1.2 times the ball
        local run = run_of [[
            view.center = s.ball.center if s.n == 2 then view.height = 7 end view.angle = s.n]]
        assert.equal(2.4, (run:step():camera()).height)
        view = run:step(3):camera()
        assert.same({ 4, 7, 4 }, { view.center.x, view.height, view.angle })
        assert.same({ 0.45, 0 }, { view.elevation, view.tilt })
        assert.is_nil((scenario.load(write "return {}"):camera()))
    end)

    it("shows all shapes from whatever side, until it is given a size of its own", function()
        local size = (run_of "view.elevation = 1 view.center = { 5, 5 }":camera()).size
        assert.same({ 2.4, 2.4 }, { size.x, size.y })
        for _, body in ipairs { "view.height = 3", "view.width = 3" } do
            assert.is_nil((run_of(body):camera()).size)
        end
        assert.is_nil((scenario.load(write "return { camera = function() end }"):camera()).size)
    end)

    it("is the same however one comes to the frame", function()
        local run = run_of "view.height = view.height * 1.5":step(9)
        local height = (run:camera()).height
        assert.equal(height, (run:seek(2):seek(9):camera()).height)
    end)

    it("has a width, which takes the place of the height that it began with", function()
        local view = run_of "view.width = 20 view.tilt = 0.1 view.elevation = 1":camera()
        assert.same({ 20, 0.1, 1 }, { view.width, view.tilt, view.elevation })
        assert.is_nil(view.height)
        view = run_of "view.height = 5 view.width = 20":step(2):camera()
        assert.same({ 20, 5 }, { view.width, view.height })
        view = run_of "view.width = s.n == 1 and 2 ^ 64 or nil":step():camera()
        assert.equal(2 ^ 64, view.width)
    end)

    it("frames shapes, bodies and lists of them", function()
        for call, expected in pairs {
            ["view:fit(s.ball)"] = { 0, 0, 2.4, 2.4 },
            ["view:fit(s.ball, 0)"] = { 0, 0, 2, 2 },
            ["view:fit({ s.ball, collide.aabb({ 4, -2 }, { 9, 2 }) }, 1)"] = { 4, 0, 12, 6 },
            ["view:fit(collide.point { 3, 4 }, 5)"] = { 3, 4, 10, 10 },
            ["view:fit(collide.world { dim = 2 }:add(collide.circle({ 1, 1 }, 1)), 0)"] =
                { 1, 1, 2, 2 },
            ["view.width = 7 view:fit(s.ball, 0)"] = { 0, 0, 2, 2 },
        } do
            local view, problem = run_of(call):camera()
            assert.is_nil(problem)
            assert.same(expected, { view.center.x, view.center.y, view.size.x, view.size.y }, call)
            assert.is_nil(view.height or view.width)
        end
        local view = run_of "view:fit(s.ball) view.height = 9":step(2):camera()
        assert.same({ 9, 2.4 }, { view.height, view.size.x })
    end)

    it("does not change the random numbers, nor the state", function()
        local run = scenario.load(write [[return {
            load = function() return {} end, update = function(s) s.x = math.random() end,
            camera = function() math.random() end }]]):step(3)
        local plain = scenario.load(write [[return { load = function() return {} end,
            update = function(s) s.x = math.random() end }]]):step(3)
        assert.equal(plain.state.x, run.state.x)
        local well, message = pcall(function() run_of "s.x = 1" end)
        assert.is_false(well)
        assert.equal("camera changed the state (x), which only update may do",
            message:match "^/[^:]*%.lua:4: (.*)$")
    end)

    it("stays where it was when it is wrong, and says why", function()
        for body, expected in pairs {
            ["error 'no!'"] = "no!",
            ["view.height = 0 / 0"] = "view.height must be finite and > 0, got nan",
            ["view.height = -1"] = "view.height must be finite and > 0, got -1",
            ["view.center = nil"] = "view.center must be a finite vec or { x, y[, z] }, got nil",
            ["view.center = { 1 / 0, 0 }"] =
                "view.center must be a finite vec or { x, y[, z] }, got table",
            ["view.center = collide.vec(-(0 / 0), 0)"] =
                "view.center must be a finite vec or { x, y[, z] }, got vec(0/0, 0)",
            ["view.angle = -(0 / 0)"] = "view.angle must be finite, in radians, got nan",
            ["view[0 / 1] = 1"] = "view has no '0'; it has center, "
                .. "height, width, size, angle, elevation, tilt and view:fit(shapes)",
            ["error(0 / 0)"] = "nan",
            ["view.angle = 'x'"] = "view.angle must be finite, in radians, got \"x\"",
            ["view.heigth = 2"] = "view has no 'heigth'; did you mean 'height'?",
            ["view.zoom = 2"] = "view has no 'zoom'; it has center, "
                .. "height, width, size, angle, elevation, tilt and view:fit(shapes)",
            ["view.width = 0"] = "view.width must be finite and > 0, got 0",
            ["view.width = 0 / 0"] = "view.width must be finite and > 0, got nan",
            ["view.width = 'x'"] = "view.width must be finite and > 0, got \"x\"",
            ["view.height = nil"] = "view.height must be finite and > 0, got nil",
            ["view.elevation = 2"] = "view.elevation must be in -pi/2..pi/2, in radians, got 2",
            ["view.tilt = 1 / 0"] = "view.tilt must be finite, in radians, got inf",
            ["view.size = collide.vec(0, 0)"] =
                "view.size must be a vec of sizes >= 0, as view:fit sets it, got vec(0, 0)",
            ["view:fit {}"] = "view:fit: the list is empty",
            ["view:fit()"] = "view:fit: needs a shape, a body, or a list of them; got nil",
            ["view:fit { s.ball, 7 }"] =
                "view:fit: needs a shape, a body, or a list of them; got 7",
            ["view:fit(collide.plane({ 0, 1 }, 0))"] =
                "view:fit: collide.plane({0, 1}, 0) has no bounds",
            ["view:fit { s.ball, collide.sphere({ 0, 0, 0 }, 1) }"] =
                "view:fit: collide.sphere({0, 0, 0}, 1) has another dimension than the others",
            ["view:fit(s.ball, -1)"] = "view:fit: margin must be finite and >= 0, got -1",
            ["view:fit(s.ball, 0 / 0)"] = "view:fit: margin must be finite and >= 0, got nan",
            ["view:fit(collide.point { 0, 0 })"] =
                "view:fit: what is framed is a single point: give a margin",
            ["view.fit(s.ball)"] = "view:fit: is called with a colon, view:fit(shapes)",
        } do
            local run = run_of(
                "view.center = s.ball.center if s.n == 2 then " .. body .. " end"):step()
            assert.is_nil((select(2, run:camera())))
            local view, problem = run:step():camera()
            assert.equal(expected, problem:match "^/[^:]*%.lua:4: (.*)$") -- the camera's line
            assert.same({ 1, 2.4, 0 }, { view.center.x, view.height, view.angle })
            view, problem = run:step():camera()
            assert.is_nil(problem)
            assert.equal(3, view.center.x)
        end
    end)
end)

describe("scenario.show", function()
    it("names the toggles of the window", function()
        local labels = {}
        for bit, label in io.open("src/view/panels/actions.c"):read "a"
            :gmatch '{CD_ACTION_%u+, CD_SHOW_(%u+), "(%l+)"' do
            assert.equal(bit:lower(), label)
            labels[#labels + 1] = label .. " = false"
        end
        assert.is_true(#labels >= 8)
        assert.equal(0, scenario.load(write(
            "return { show = { " .. table.concat(labels, ", ") .. " } }")).frame)
        for show, expected in pairs {
            ["{ querys = false }"] = "show has no 'querys'; did you mean 'queries'?",
            ["{ grid = 1 }"] = "show.grid must be true or false, got 1",
            ["true"] = "show must be a table, got true",
        } do
            local well, message = pcall(scenario.load, write("return { show = " .. show .. " }"))
            assert.is_false(well)
            assert.truthy(message:find(expected, 1, true), message)
        end
    end)
end)
