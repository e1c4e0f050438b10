-- scripts/00_tour.lua: the arrow keys lead through ten steps and back, each with its own words; a
-- param picks a step; a step knows when its task is done; and the tour's ball keeps, loses or gains
-- speed as the edited restitution says.
local scenario = require "collide.scenario"
local scripts = require "tests.support.scripts"

describe("scripts/00_tour.lua", function()
    local path = "scripts/00_tour.lua"

    local function read(name)
        local file = assert(io.open(name))
        local text = file:read "a"
        file:close()
        return text
    end

    -- The texts in the picture: the title, the words, and the hint how to go on.
    local function told(run)
        local lines = {}
        for _, drawing in ipairs(run:drawings()) do
            local line = drawing.kind == "text" and not drawing.points
            if line then table.insert(lines, drawing.text) end
        end
        return table.unpack(lines)
    end

    -- Runs a copy of the script in which one line is replaced.
    local function edited(from, to)
        local folder, write = scripts.open()
        finally(function() scripts.close(folder) end)
        for _, name in ipairs { "travel", "first_hit" } do
            write(read("scripts/lib/" .. name .. ".lua"), "lib/" .. name .. ".lua")
        end
        local text, count = read(path):gsub(from, to)
        assert.equal(1, count)
        return write(text)
    end

    it("goes through ten steps with the arrow keys, and back", function()
        local key
        local run = scenario.load(path, { input = function() return { key } end })
        local seen = {}
        for step = 1, 10 do
            local title, words, hint = told(run)
            assert.equal(step, tonumber(title:match "^%d+"))
            assert.is_nil(seen[title])
            assert.is_true(#words > 40 and #words < 240)
            assert.equal(step < 10, hint:find "next" ~= nil)
            assert.equal(step > 1, hint:find "back" ~= nil)
            seen[title], key = true, "right"
            run:step()
            key = nil
            run:step()
        end
        assert.matches("^10 of 10", (told(run))) -- the last step stays
        key = "left"
        run:step()
        assert.matches("^9 of 10", (told(run)))
    end)

    it("goes to the step that the param says, and on from there", function()
        local key
        local run = scenario.load(path,
            { params = { go_to = 4 }, input = function() return { key } end })
        assert.matches("^4 of 10", (told(run)))
        run.params.go_to = 7.3
        run:step()
        assert.matches("^7 of 10", (told(run)))
        key = "right"
        run:step()
        assert.matches("^8 of 10", (told(run)))
    end)

    it("names the line of which it speaks", function()
        local line = 0
        for text in io.lines(path) do
            line = line + 1
            if text == "local bounce = 1" then break end
        end
        for _, step in ipairs { 4, 5 } do
            local _, words = told(scenario.load(path, { params = { go_to = step } }))
            assert.matches("in line " .. line .. ",", words)
        end
    end)

    it("sees what was done", function()
        local run = scenario.load(path, { params = { go_to = 3 } })
        assert.not_matches("✓", (told(run)))
        run.state.block.center = run.state.block.center + require("collide").vec(0, 1)
        run:step()
        assert.matches("✓", (told(run)))
        run = scenario.load(edited("local bounce = 1\n", "local bounce = 0.7\n"),
            { params = { go_to = 4 } })
        assert.matches("✓", (told(run)))
    end)

    it("keeps the speed, loses it below 1, and fails above, however long", function()
        local run = scenario.load(path)
        run:step(20000)
        assert.near(7, run.state.velocity:length(), 1e-9)
        assert.same({}, run.failures)
        run = scenario.load(edited("local bounce = 1\n", "local bounce = 0.7\n"))
        run:step(200)
        assert.is_true(run.state.velocity:length() < 6)
        run:step(3000)
        assert.same({}, run.failures)
        run = scenario.load(edited("local bounce = 1\n", "local bounce = 1.2\n"))
        run:step(3000)
        assert.equal("a bounce adds no speed", run.failures[1].name)
        assert.equal(1, #run.failures)
    end)
end)
