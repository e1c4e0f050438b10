-- scripts/00_tour.lua: it has twelve pages, each with its own words; a page knows when its task is
-- done; and the tour's ball keeps, loses or gains speed as the edited restitution says.
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

    -- The texts of a page: the title, the words, and the hint how to go on.
    local function told(run, page)
        local lines = {}
        for _, drawing in ipairs(run:drawings()) do
            local line = drawing.kind == "text" and drawing.style.page == page
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

    it("has twelve pages", function()
        local run, seen = scenario.load(path), {}
        for page = 1, 12 do
            local title, words, hint = told(run, page)
            assert.equal(page, tonumber(title:match "^%d+"))
            assert.is_nil(seen[title])
            assert.is_true(#words > 40 and #words < 240)
            assert.equal(page < 12, hint:find "next" ~= nil)
            assert.equal(page > 1, hint:find "back" ~= nil)
            seen[title] = true
        end
        assert.is_nil(told(run, 13))
    end)

    it("names the line of which it speaks", function()
        local line = 0
        for text in io.lines(path) do
            line = line + 1
            if text == "local bounce = 1" then break end
        end
        for _, step in ipairs { 4, 5 } do
            local _, words = told(scenario.load(path), step)
            assert.matches("in line " .. line .. ",", words)
        end
    end)

    it("sees what was done", function()
        local run = scenario.load(path)
        assert.not_matches("✓", (told(run, 3)))
        run.state.block.center = run.state.block.center + require("collide").vec(0, 1)
        run:step()
        assert.matches("✓", (told(run, 3)))
        assert.not_matches("✓", (told(run, 4)))
        run = scenario.load(edited("local bounce = 1\n", "local bounce = 0.7\n"))
        assert.matches("✓", (told(run, 4)))
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
