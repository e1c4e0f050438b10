-- scripts/lidar.lua: the robot drives about and runs into nothing, whatever it sees; each ray ends
-- at the nearest thing; the area is that of the polygon of the ends.
local collide = require "collide"
local scenario = require "collide.scenario"

describe("scripts/lidar.lua", function()
    local path = "scripts/lidar.lua"

    it("drives through the room and into nothing", function()
        for _, params in ipairs { { rays = 100 }, { rays = 16 },
            { rays = 80, reach = 3, speed = 8 } } do
            local run = scenario.load(path, { params = params })
            local low, high = math.huge, -math.huge
            for _ = 1, 12 do
                run:step(50)
                local x = run.state.robot.position.x
                low, high = math.min(low, x), math.max(high, x)
            end
            assert.is_true(high - low > 3)
            assert.same({}, run.failures)
        end
    end)

    it("sends rays that end at the nearest thing", function()
        local run = scenario.load(path, { params = { rays = 60 } })
        run:step(100)
        local rays, hits, last = 0, 0, nil
        for _, query in ipairs(run:queries()) do
            if query.name == "raycast" then
                local origin, direction = query.arguments[1], query.arguments[2]
                rays = rays + (direction ~= last and 1 or 0)
                hits = hits + (query.result and 1 or 0)
                if direction ~= last and query.result then -- the first of this ray
                    for _, box in ipairs(run.state.boxes) do
                        local hit = collide.raycast(origin, direction, box, 9)
                        assert.is_true(not hit or hit.t >= query.result.t)
                    end
                end
                last = direction
            end
        end
        assert.equal(60, rays)
        assert.is_true(hits > 30)
    end)

    it("is steered by the arrow keys", function()
        local run = scenario.load(path, { input = function() return { "left" } end })
        run:step(60)
        assert.near(2, run.state.heading, 1e-12)
    end)
end)
