-- scripts/top_down.lua: the enemies come, keep off each other and are shot, and are always as many.
local scenario = require "collide.scenario"

describe("scripts/top_down.lua", function()
    local path = "scripts/top_down.lua"

    -- The mean distance of the enemies from the player, and the number of the deepest overlaps.
    local function look(s)
        local sum, deep = 0, 0
        for enemy in s.world:bodies() do sum = sum + enemy:distance(s.player) end
        for a, b in s.world:pairs() do
            if a:distance(b) < -0.2 then deep = deep + 1 end
        end
        return sum / #s.world, deep
    end

    it("has enemies that come, keep off each other and are shot", function()
        local run = scenario.load(path, { input = function(frame)
            return frame == 1 and { "right" } or {} -- then it stands
        end })
        local far = look(run.state)
        run:step(400)
        local near, deep = look(run.state)
        assert.is_true(near < far - 3)
        assert.is_true(deep < 10)
        assert.is_true(run.state.hits > 20)
        assert.same({}, run.failures)
    end)

    it("has as many enemies as the slider says while it moves", function()
        local run = scenario.load(path)
        for _, enemies in ipairs { 200, 12.5, 0, 300 } do
            run.params.enemies = enemies
            run:step(3)
            assert.equal(run.params.enemies, #run.state.world)
        end
        assert.same({}, run.failures)
    end)

    it("walks as the arrow keys say, for good", function()
        local run = scenario.load(path, { input = function(frame)
            return frame <= 60 and { "right" } or {}
        end })
        run:step(120)
        assert.near(3, run.state.player.position.x, 1e-9)
        assert.near(0, run.state.player.position.y, 1e-9)
    end)
end)
