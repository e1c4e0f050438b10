-- scripts/belt.lua: all crates come round, whatever the speed; a single one keeps to the closed
-- forms on the belt, on the chute and uphill; keys turn the belts.
local collide = require "collide"
local scenario = require "collide.scenario"
local vec = collide.vec

describe("scripts/belt.lua", function()
    local path, gravity, half = "scripts/belt.lua", 10, 0.4

    -- A run with a single crate, at rest on a surface at the share t of its length.
    local function single(params, name, t)
        local run = scenario.load(path, { params = params })
        local s = run.state
        while #s.crates > 1 do s.world:remove(table.remove(s.crates)) end
        local surface, crate = name(s), s.crates[1]
        local at = surface.from + surface.along * (t * surface.length)
        local side = surface.along.x * surface.along.y < 0 and -half or half
        crate:move_to(at + vec(-side, half + 1e-9))
        return run, crate, surface
    end
    local function first(s) return s.belts[1] end
    local function second(s) return s.belts[2] end
    local function chute(s) return s.chute end

    it("brings all crates round again", function()
        for _, params in ipairs { {}, { belt = 5, slope = 0.7 },
            { friction = 0.3, restitution = 0.6 } } do
            local run = scenario.load(path, { params = params })
            run:step(1200)
            local before = run.state.rounds
            run:step(1200)
            assert.same({}, run.failures)
            assert.is_true(run.state.rounds >= before + #run.state.crates)
        end
    end)

    it("brings a crate to the speed of the belt within v^2 / (2 mu g)", function()
        for _, mu in ipairs { 0.2, 0.4, 1 } do
            for _, v in ipairs { 0.5, 2 } do
                local run, crate = single({ belt = v, friction = mu }, first, 0.3)
                local from = crate.position.x
                run:step(66)
                local slip = 1.1 * v - (crate.position.x - from)
                assert.near(v * v / (2 * mu * gravity), slip, 1e-5)
                assert.near(v, crate.velocity.x, 1e-6)
            end
        end
    end)

    it("lets a crate down the chute as steep as its tangent, and not below friction", function()
        for _, row in ipairs { { 0.5, 0.4 }, { 0.7, 0 }, { 0.3, 0.35 }, { 0.1, 0.9 } } do
            local slope, mu = row[1], row[2]
            local run, crate, surface = single({ slope = slope, friction = mu }, chute, 0.2)
            local from, angle = crate.position, math.atan(slope)
            run:step(30)
            local a = math.max(0, gravity * (math.sin(angle) - mu * math.cos(angle)))
            assert.near(a / 8, (crate.position - from):dot(surface.along), 1e-5)
        end
    end)

    it("carries a crate uphill where friction holds it", function()
        local run, crate = single({}, second, 0.3)
        local from = crate.position
        run:step(120)
        assert.is_true(crate.position.y > from.y + 0.5)
        run, crate = single({ friction = 0.2 }, second, 0.3)
        run:step(120)
        assert.is_true(crate.position.y < from.y)
    end)

    it("turns its belts by the keys", function()
        for key, speed in pairs { left = -2, right = 6 } do
            local run = scenario.load(path, { input = function() return { key } end })
            run:step()
            assert.near(speed, run.state.belts[1].body.surface_velocity.x, 1e-12)
        end
    end)
end)
