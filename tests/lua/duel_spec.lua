-- collide.duel finds what somebody's function does wrong and makes it small. An answer that is
-- right to rounding, or another of several equal ones, does not count; wrong arguments raise.
local collide = require "collide"
local expect = require "tests.support.expect"

local cases = math.max(60, (tonumber(os.getenv "COLLIDE_CASES") or 300) * 4)

-- Of two capsules only the ends: wrong where they cross.
local function by_ends(a, b)
    local function near(p, c) return collide.distance(collide.point(p),
        collide.segment(c.a, c.b)) end
    return math.min(near(a.a, b), near(a.b, b), near(b.a, a), near(b.b, a)) <= a.radius + b.radius
end

describe("collide.duel", function()
    it("shrinks the crossing that a test of end points misses to integers of one digit", function()
        local result = collide.duel("overlap", by_ends, { "capsule", "capsule" }, { cases = 5000 })
        assert.truthy(result.wrong > 20)
        assert.equal(result.wrong / result.cases, result.share)
        local first = result.first
        assert.same({ false, true }, { first.mine, first.exact })
        for number in first.case:gmatch "%-?[%w.]*%d[%w.+-]*"
            do assert.truthy(number:find "^%-?%d$", number) end
        assert.is_true(collide.overlap(first.a, first.b))
        assert.is_false(by_ends(first.a, first.b))
        local played = require "collide.scenario".play(first.case)
        assert.is_true(played.results[1])
        local again = collide.duel("overlap", by_ends, { "capsule", "capsule" }, { cases = 5000 })
        assert.equal(tostring(result), tostring(again))
    end)

    it("finds the query itself right, also after a rounding or with its arguments swapped",
        function()
        local function swapped(a, b)
            local point_a, point_b, distance, normal = collide.closest(b, a)
            return point_b, point_a, distance, -normal
        end
        for _, kind in ipairs { "circle", "segment", "capsule", "box", "polygon", "triangle",
            "plane" } do
            for _, query in ipairs { "overlap", "distance", "contact", "raycast", "shapecast" } do
                local result = collide.duel(query, collide[query], { kind, "capsule" },
                    { cases = cases })
                assert.equal(0, result.wrong, query .. " " .. kind .. "\n" .. tostring(result))
            end
            local result = collide.duel("closest", swapped, { kind, "capsule" }, { cases = cases })
            assert.equal(0, result.wrong, tostring(result))
            result = collide.duel("distance", function(a, b) return a:distance(b) * (1 + 1e-14) end,
                { kind, "capsule" }, { cases = cases })
            assert.equal(0, result.wrong, tostring(result))
        end
        for _, kind in ipairs { "hull", "cylinder", "cone" } do
            local result = collide.duel("overlap", collide.overlap, { kind, "sphere" },
                { cases = cases // 4 })
            assert.equal(0, result.wrong, tostring(result))
        end
        assert.equal(0, collide.duel("contains", function(s, p) return s:contains(p) end, "box",
            { cases = cases, dim = 3 }).wrong)
    end)

    it("counts what raises or answers nonsense", function()
        for word, mine in pairs {
            ["raises"] = function() error "no idea" end, ["answers no number"] = function()
                return "far" end,
            ["answers no number: mine 0/0"] = function() return 0 / 0 end,
                ["differs"] = function() return 1e9 end,
        } do
            local result = collide.duel("distance", mine, "circle", { cases = 30 })
            assert.equal(30, result.wrong)
            assert.truthy(result.first.text:find(word, 1, true), result.first.text)
        end
        local function turned(a, b)
            local c = collide.contact(a, b)
            return c and { distance = c.distance, normal = c.normal:perp() }
        end
        assert.truthy(collide.duel("contact", turned, "circle",
            { cases = 600 }).first.text:find "just touch")
        local function late(o, d, s)
            local hit = collide.raycast(o, d, s)
            return hit and hit.t + 0.01
        end
        assert.truthy(collide.duel("raycast", late, "circle", { cases = 600 }).wrong > 0)
    end)

    it("names the argument that is wrong", function()
        for word, call in pairs {
            ["#1 to 'duel' (query must be"] = function() collide.duel("touch", print, "circle") end,
            ["#2 to 'duel' (mine must be a function"] = function() collide.duel("overlap", 3,
                "circle") end,
            ["#3 to 'duel' (there is no kind 'blob'"] = function() collide.duel("overlap", print,
                "blob") end,
            ["#3 to 'duel' (a hull has 3"] = function() collide.duel("overlap", print, "hull",
                { dim = 2 }) end,
            ["#4 to 'duel' (there is no option 'dmi'"] = function() collide.duel("overlap",
                print, "box", { dmi = 2 }) end,
            ["#4 to 'duel' (option 'cases' must be"] = function() collide.duel("overlap", print,
                "box", { cases = 0 }) end,
        } do
            expect.raises_with(word, call)
        end
    end)
end)
