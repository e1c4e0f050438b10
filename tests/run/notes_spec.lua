-- What a script has probably not meant, and would not notice: a name that nothing calls or reads
-- raises, and says what does; what may be meant is noted once, as a printed line that begins with
-- "! " and names the place.
local collide = require "collide"
local scripts = require "tests.support.scripts"
local files = scripts.of_spec(setup, teardown)
local load_text = files.load

-- The notes of a run that has made some frames.
local function notes(text, frames)
    local run, found = load_text(text), {}
    local function take()
        for _, line in ipairs(run:prints()) do
            local note = line:match "^! (.*)"
            found[#found + 1] = note and note:gsub("^/.*/", "")
        end
    end
    take()
    for _ = 1, frames or 0 do
        run:step()
        run:drawings()
        take()
    end
    return found
end

describe("a scenario whose field nothing reads", function()
    it("raises, and says what takes its place", function()
        for field, expected in pairs {
            ["keypressed = print"] =
                "nothing calls scenario.keypressed; in update, ask input.pressed(key)",
            ["mousepressed = print"] = "nothing calls scenario.mousepressed; in update, ask "
                .. "input.mouse.pressed(button)",
            ["keyreleased = print"] =
                "nothing calls scenario.keyreleased; in update, ask input.released(key)",
            ["key_pressed = print"] = "nothing calls scenario.key_pressed; in update, ask ",
            ["param = { speed = 1 }"] = "the scenario has a field 'param'; did you mean 'params'?",
            ["params = { a = 1 }, param = { speed = 1 }"] = "the scenario has 'param' beside "
                .. "'params', and nothing calls or reads it; one of them is a misspelling, or "
                .. "needs another name",
            ["update = print, upddate = print"] = "the scenario has 'upddate' beside 'update', ",
        } do
            local first = files.raised(function() load_text("return { " .. field .. " }") end)
            assert.equal(expected, (first:match "^x.lua: (.*)" or first):sub(1, #expected))
        end
    end)

    it("is noted as a global, where the script does not read it", function()
        assert.same({ "x.lua:1: nothing calls or reads the global update; scenario.update is "
            .. "another one" }, notes "function update() end return { update = print }")
        assert.same({ "x.lua:1: nothing calls or reads the global upddate; did you mean "
            .. "scenario.update?" }, notes "upddate = function() end return { draw = print }")
        assert.same({ "x.lua:1: nothing calls the global function keypressed; in update, ask "
            .. "input.pressed(key)" }, notes "function keypressed(k) end return {}")
        assert.same({ "nothing calls or reads the global param; did you mean scenario.params?" },
            notes "param = { speed = 1 } return {}")
        for _, text in ipairs {
            "function update() end return { update = update }",
            "function draw(x) end return { draw = function(s) draw(s) end }",
            "function keypressed() end return { update = function() keypressed() end }",
            "upddate = 5 return {}", "function helper() end return {}",
            "local function keypressed() end return { keypressed }",
        } do
            assert.same({}, notes(text), text)
        end
        -- What only comments, texts and fields of others mention is not read.
        assert.equal(1, #notes [[function update() end -- update()
            local text, t = "update()", { update = 1, a = { draw = 1 } }
            t.update = t.a.update
            return { update = print, own = { text, t } }]])
    end)

    it("may have fields of its own", function()
        assert.same({}, notes [[return { draw = print, draw2 = print, keypressed = "a text",
            helper = print, load = function() return {} end, seed = 2, speed = 3 }]])
    end)
end)

describe("a copy that nothing takes", function()
    it("is noted with its line", function()
        assert.same({
            "x.lua:4: s.free:rotated(0.1) makes a copy that nothing takes; write s.free = "
                .. "s.free:rotated(0.1)",
            "x.lua:6: s.list[1].v:normalized() makes a copy that nothing takes; write "
                .. "s.list[1].v = s.list[1].v:normalized()",
        }, notes [[
            local vec = require "collide".vec
            return { load = function() return { free = require "collide".box({ 0, 0 }, { 1, 1 }),
                list = { { v = vec(1, 0) } } } end, update = function(s)
                s.free:rotated(0.1) -- a comment
                -- s.free:rotated(0.2)
                s.list[1].v:normalized();
            end }]])
    end)

    it("is none where the value is used, in a text, or by a method of the script's own", function()
        for _, text in ipairs {
            "local b = a:rotated(0.1)", "b =\na:rotated(0.1)", "f(\na:rotated(0.1)\n)",
            "b = { x,\na:rotated(0.1)\n}", "return\na:rotated(0.1)", "a:rotated(0.1)\n:move(v)",
            "b = c or\na:rotated(0.1)", "a:rotated(0.1):move(v)", "b = [[\na:rotated(0.1)\n]]",
            "--[==[\na:rotated(0.1)\n]==]", "b = 'x\\\na:rotated(0.1)\\\n'", "a:rotate(0.1)",
            "function a:rotated(x) end\na:rotated(0.1)", "a.rotated = function() end\na:rotated(1)",
            "b = '", "--[[", "b = c\n+ a:rotated(1)", "a:rotated(1)\n.x = 2",
        } do
            local wrapped = "local a, b, c, f, x, v\nlocal function unused()\n" .. text
                .. "\nend\nreturn {}"
            local made, found = pcall(notes, wrapped)
            assert.same({}, made and found or {}, text)
        end
    end)
end)

describe("a number that cannot be meant", function()
    it("is not looked for where keys have no order, nor by metamethods", function()
        assert.same({}, notes [[
            return { load = function()
                return { [{}] = 1, [print] = 2, nan = 0 / 0,
                    odd = setmetatable({}, { __index = error, __pairs = error }) }
            end }]])
    end)

    it("is NaN in a chart, once for each name, with its frame", function()
        assert.same({ "draw.plot: 'e' is nan, a gap in its chart (frame 3)",
            "draw.plot: 'f' is inf, a gap in its chart (frame 4)" }, notes([[
            return { load = function() return { n = 0 } end,
            update = function(s) s.n = s.n + 1 end, draw = function(s, draw)
            draw.plot("e", s.n > 2 and 0/0 or s.n) draw.plot("f", s.n > 3 and 1/0 or 0) end }]], 6))
    end)

    it("is the first NaN and the first infinity of the state, with path and frame", function()
        assert.same({ "s.list[2].x is nan (frame 3)",
            's["a b"] is vec(math.huge, 0) (frame 5)' }, notes([[
            local vec = require "collide".vec
            return { load = function() return { n = 0, list = { {}, {} } } end,
            update = function(s) s.n = s.n + 1
            if s.n > 2 then s.list[2].x = 0/0 end
            if s.n > 4 then s["a b"] = vec(1/0, 0) end end }]], 9))
        assert.same({ "s.x is nan" }, notes(
            "return { load = function() return { x = 0/0 } end }", 2))
    end)

    it("is no infinity that is there from the start, nor one of collide's own answers", function()
        assert.same({}, notes([[
            local c = require "collide"
            return { load = function()
            return { best = math.huge, ball = c.circle({ 0, 0 }, 1) } end,
            update = function(s) s.hit = s.ball:raycast({ 0, 0 }, { 1, 0 }) s.best = 3 end }]], 3))
        assert.same({}, notes([[return { update = function(s)
            s.plane = require "collide".plane({ 0, 1 }, 0):bounds() end }]], 2))
    end)
end)

describe("a param that is set later", function()
    local function noted(fields, name, unseen)
        local run, found = load_text([[return { params = { size = { 1, min = 0, max = 9 },
            on = true }, load = function(p) return { size = p.size } end, ]] .. fields .. " }"), {}
        run:step(2)
        if not unseen then run:drawings() end
        if name then run.params[name] = false else run.params.size = 5 end
        for _ = 1, 2 do
            for _, line in ipairs(run:step():prints()) do found[#found + 1] = line end
        end
        return found
    end

    it("is noted where load alone reads it", function()
        assert.same({ "! load alone reads the param 'size'; a restart (R) runs it with the new "
            .. "value (frame 3)" }, noted "update = function(s, dt, p) s.on = p.on end")
        for _, fields in ipairs {
            "update = function(s, dt, p) s.size = p.size end",
            "update = function(s, dt, p) for _, value in pairs(p) do s.last = value end end",
            "draw = function(s, draw, p) draw.text(tostring(p.size)) end",
            "checks = { a = function(s, p) return p.size > 0 end }",
        } do
            assert.same({}, noted(fields), fields)
        end
        assert.same({}, noted("update = function() end", "on"))
        assert.same({}, noted("draw = function(s, draw, p) end", nil, true))
    end)
end)

describe("a name of another library", function()
    local world = collide.world { dim = 2 }
    local body = world:add(collide.circle({ 0, 0 }, 1), { mass = 1 })

    local function wrong(f) return (select(2, pcall(f)):gsub("^[^:]*:%d+: ", "")) end

    it("raises, and says what there is instead", function()
        assert.equal("a world is no list; write for body in world:bodies() do",
            wrong(function() for _ in ipairs(world) do error "never" end end))
        assert.equal("a world is no list; write for body in world:bodies() do",
            wrong(function() return world[1] end))
        assert.equal("a hit has no 'body'; use the second result: local hit, body = "
            .. "world:raycast(origin, direction)",
            wrong(function() return world:raycast({ -5, 0 }, { 1, 0 }).body end))
        assert.matches("^a body has no 'rotate'; bodies do not rotate; use body.shape = ",
            wrong(function() body:rotate(1) end))
        assert.matches("^a world has no 'joint'; there are no joints; in update, set ",
            wrong(function() world:joint(body, body) end))
        assert.matches("^a world has no 'newDistanceJoint'; there are no joints",
            wrong(function() world:newDistanceJoint(body, body) end))
    end)

    it("is told at the script's line, also in ipairs", function()
        local first = files.raised(function()
            load_text [[return { load = function()
                local w = require "collide".world { dim = 2 }
                for _ in ipairs(w) do end return {} end }]]
        end)
        assert.equal("x.lua:3: a world is no list; write for body in world:bodies() do", first)
        first = files.raised(function()
            load_text "return { load = function()\nplay_sound 'bounce' end }"
        end)
        assert.equal("x.lua:2: attempt to call a nil value (global 'play_sound'); there is no "
            .. "sound; a text or a colour can say it: draw.text, draw.style", first)
    end)
end)

describe("a polygon of a concave outline", function()
    local arrow = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 2, 1 }, { 0, 4 } }

    it("says in help that it is a hull, wherever it is moved", function()
        local told = "this one is the hull of 4 of 5 points"
        local polygon = collide.polygon(arrow)
        for _, made in ipairs { polygon, polygon:rotated(1), polygon:moved { 3, 1 },
            polygon:clone(), polygon:rotated(1):rotated(2) } do
            assert.equal(told, collide.help(made):match "[^\n]*$":match "^%s*(.*)")
        end
        table.remove(arrow, 4)
        assert.is_nil(collide.help(collide.polygon(arrow)):find("hull of", 1, true))
        assert.is_nil(collide.help(collide.circle({ 0, 0 }, 1)):find("hull of", 1, true))
    end)
end)
