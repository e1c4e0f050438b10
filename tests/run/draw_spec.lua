-- What draw makes of a run: texts, lines, shapes, styles, names, plots and charts; and the message
-- of each misuse, at the line of the script.
local collide = require "collide"
local scripts = require "tests.support.scripts"

local files = scripts.of_spec(setup, teardown)
local load_text, raised, error_of = files.load, files.raised, scripts.error_of

describe("a run", function()
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
end)

describe("an error of a script", function()
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
end)
