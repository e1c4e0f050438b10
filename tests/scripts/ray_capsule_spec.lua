-- scripts/ray_capsule.lua: rays enter and leave through every part of the capsule, and the times
-- and the parts that they hit are those of geometry.
local scenario = require "collide.scenario"

describe("scripts/ray_capsule.lua", function()
    local function load(params)
        return scenario.load("scripts/ray_capsule.lua", { params = params })
    end

    it("meets every part of the capsule, on the way in and on the way out", function()
        local run, seen = load(), {}
        for _ = 1, 1440 do
            run:step()
            for i, mark in ipairs(run.state.marks) do
                seen[(i == 1 and "in " or "out ") .. mark.part] = true
                if mark.t < 0 then seen["in the past"] = true end
            end
            if not run.state.hits.capsule then seen.missed = true end
        end
        assert.same({}, run.failures)
        for _, part in ipairs { "cap a", "side", "cap b" } do
            assert.is_true(seen["in " .. part] and seen["out " .. part], part)
        end
        assert.is_true(seen["in the past"] and seen.missed)
    end)

    it("agrees with the geometry on the axis", function()
        local run = load { start = "along the axis", radius = 0.75 }
        for _ = 1, 8 do
            run:step(59)
            local y = -1 - 2 * math.cos(run.time * math.pi / 4)
            local marks, cylinder = run.state.marks, run.state.hits.cylinder
            assert.near(-2.25 - y, marks[1].t, 1e-12)
            assert.near(2.25 - y, marks[2].t, 1e-12)
            assert.equal("cap a", marks[1].part)
            assert.equal("cap b", marks[2].part)
            assert.is_true(cylinder.inside)
            assert.equal(-math.huge, cylinder.enter)
            assert.equal(math.huge, cylinder.exit)
        end
    end)

    it("is inside from the start where it starts inside", function()
        local run = load { start = "inside" }
        for _ = 1, 480 do
            run:step()
            for name, hit in pairs(run.state.hits) do
                assert.is_true(hit.inside, name)
                assert.equal(0, hit.t)
            end
            assert.is_true(run.state.marks[1].t < 0 and run.state.marks[2].t > 0)
        end
        assert.same({}, run.failures)
    end)
end)
