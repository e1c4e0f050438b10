-- scripts/capsule_3d.lua: it visits its four positions; crossing capsules separate along the
-- perpendicular, and the distances of parallel, collinear and zero-length cores are those of
-- geometry.
local scenario = require "collide.scenario"

describe("scripts/capsule_3d.lua", function()
    local path = "scripts/capsule_3d.lua"
    local function load(params) return scenario.load(path, { params = params }) end

    it("visits the four positions and keeps its checks", function()
        local run, seen = load(), {}
        for _ = 1, 1440 do
            run:step()
            seen[run.state.position] = true
        end
        assert.same({}, run.failures)
        for _, position in ipairs { "crossing", "parallel", "collinear", "zero length" } do
            assert.is_true(seen[position], position)
        end
    end)

    it("parts crossing capsules along the perpendicular, deeper in the plane", function()
        local run = load { position = "crossing", swing = 0, radius = 0.4 }
        run:step()
        local pair, flat = run.state.capsules, run.state.flat
        assert.near(-0.8, pair.distance, 1e-12)
        assert.near(1, math.abs(pair.normal.z), 1e-12)
        assert.is_true(flat.depth > 1.2)
        assert.near(0, pair.a:moved(pair.normal * 0.8):distance(pair.b), 1e-12)
        assert.is_true(pair.a:moved(pair.normal * 0.79):overlap(pair.b))
    end)

    it("knows the distances of parallel, collinear and zero-length cores", function()
        local run = load { position = "parallel", swing = 0, radius = 0.1 }
        run:step()
        local perpendicular = 1.8 / math.sqrt(0.6 ^ 2 + 1.8 ^ 2)
        assert.near(perpendicular, run.state.line_line.distance, 1e-12)
        assert.near(perpendicular - 0.1, run.state.line_capsule.distance, 1e-12)
        assert.near(perpendicular - 0.2, run.state.capsules.distance, 1e-12)

        run = load { position = "collinear", swing = 2, radius = 0.1 }
        local apart = false
        for _ = 1, 360 do
            run:step()
            assert.near(0, run.state.line_line.distance, 1e-12)
            assert.near(-0.1, run.state.line_capsule.distance, 1e-12)
            apart = apart or run.state.capsules.distance > 0
        end
        assert.is_true(apart)

        run = load { position = "zero length", radius = 0.1 }
        run:step(90)
        local b = run.state.capsules.b
        assert.equal(b.a, b.b)
        assert.same({}, run.failures)
    end)
end)
