-- The checks of the scenarios hold with params on which they break sooner: high speeds, sizes of
-- zero, steep sheets, crowds. Each row: script, steps, and params for a run each.
local scenario = require "collide.scenario"

local rows = {
    { "belt", 900, { { belt = 5, slope = 0.7 }, { friction = 0 }, { friction = 1, slope = 0 },
        { restitution = 1, friction = 0.1 } } },
    { "billiard", 200, { { speed = 200 } } }, -- two kilometres a second
    { "bounce_study", 2400, { {} } },
    { "bounce_study", 1200, { { height = 10, lowest = 0 }, { height = 0.5, gravity = 1 },
        { gravity = 50, lowest = 0.9 } } },
    { "capsule_2d", 600, { { length = 0 }, { radius = 0 }, { length = 0, radius = 0 } } },
    { "explain_gjk", 2400, { { distance = 0 } } }, -- there are no steps to show
    { "line_sphere", 1200, { { mended = true } } },
    { "pile", 180, { { count = 1000 }, { gravity = 0 } } },
    { "pile", 900, { { restitution = 0, count = 20 }, { restitution = 0.6, count = 20 } } },
    { "pinball", 2000, { { speed = 40, gravity = 50 } } },
    { "plane_bounce", 1200, { { restitution = 1, speed = 1 }, { restitution = 1, speed = 50 },
        { restitution = 1, speed = 200 } } },
    { "platformer", 1200, { { speed = 20, jump = 20, gravity = 50 } } },
    { "ray_capsule", 480, { { start = "along the axis", radius = 0.75 }, { start = "inside" } } },
    { "sat", 540, { { distance = 0, turn = 1.3 }, { distance = 1, turn = 1.3 },
        { distance = 5, turn = 1.3 } } },
    { "sphere_sphere", 2200, { {} } }, -- three rounds
    { "swarm", 60, { { count = 500, speed = 100 } } },
    { "swept_sphere_box", 400, { { step = 30, radius = 0.05 }, { step = 30, radius = 0.8 },
        { step = 1, radius = 0.3 } } },
    { "thin", 400, { { count = 40 }, { count = 40, tilt = 0, spin = 20 },
        { count = 40, tilt = 0.6, gravity = 100 } } },
    { "tiles", 150, { { by = "step", angle = 0 }, { by = "step", angle = 0.2 },
        { by = "step", angle = math.pi / 4 } } },
    { "top_down", 60, { { enemies = 0 }, { enemies = 1 },
        { enemies = 1000, speed = 6, shots = 60 }, { shots = 0, speed = 6 } } },
}

describe("the checks of scripts/", function()
    for _, row in ipairs(rows) do
        local name, steps, all = table.unpack(row)
        it(name .. ".lua hold", function()
            for _, params in ipairs(all) do
                local run = scenario.load("scripts/" .. name .. ".lua", { params = params })
                assert.same({}, run:step(steps).failures)
            end
        end)
    end
end)
