-- The queries that a run tells of: what was asked where, of many shapes, and of shapes that are
-- gone.
local collide = require "collide"
local scripts = require "tests.support.scripts"

local files = scripts.of_spec(setup, teardown)
local load_text = files.load

describe("a run", function()
    it("gives the queries of the last update", function()
        local run = load_text [[
            local collide = require "collide"
            local s = {}
            function s.load()
                local ball = collide.sphere({ 0, 5, 0 }, 1)
                ball:contains { 0, 0, 0 }
                return { ball = ball, floor = collide.plane({ 0, 1, 0 }, 0) }
            end
            function s.update(state, dt)
                state.hit = state.ball:shapecast({ 0, -10, 0 }, state.floor)
                state.ball:move { 0, -1, 0 }
                state.gap = collide.distance(state.ball, state.floor)
            end
            s.checks = { far = function(state) return state.ball:distance(state.floor) > 0 end }
            return s]]
        assert.equal("contains", run:queries()[1].name)
        run:step(2)
        local cast, gap = table.unpack(run:queries())
        assert.equal(2, #run:queries())
        assert.same({ "shapecast", "shapecast", 9 }, { cast.name, cast["function"], cast.line })
        assert.truthy(cast.file:find("x.lua", 1, true))
        assert.equal(collide.vec(0, 4, 0), cast.arguments[1].center) -- as it was when queried
        assert.equal(0.3, cast.result.t)
        assert.same({ "distance", 11, 2 }, { gap.name, gap.line, gap.result })
        collide.distance(run.state.ball, run.state.floor) -- a query of this spec, not of the script
        assert.equal(2, #run:queries())
    end)

    it("gives no place of a query that no function of the script asks", function()
        local run = load_text [[
            local collide = require "collide"
            return { load = function()
                local a = collide.circle({ 0, 0 }, 1)
                coroutine.wrap(collide.distance)(a, a)
                return {} end }]]
        local query = run:queries()[1]
        assert.same({ "distance", -2 }, { query.name, query.result })
        assert.is_nil(query.file)
        assert.is_nil(query.line)
    end)

    it("gives the queries of many shapes as those of two that they are answered by", function()
        local run = load_text [[
            local collide = require "collide"
            local function load()
                local shapes = {}
                for i = 1, 4 do shapes[i] = collide.sphere({ 1.5 * i, 0, 0 }, 1) end
                local batch, world = collide.batch(shapes), collide.world { dim = 3 }
                for _, shape in ipairs(shapes) do world:add(shape) end
                for _, list in ipairs { shapes, batch } do
                    collide.raycast_all({ 0, 0, 0 }, { 1, 0, 0 }, list)
                    collide.raycast_all({ 0, 9, 0 }, { 1, 0, 0 }, list, 7)
                    collide.overlap_all(shapes[1], list)
                    collide.overlap_all(collide.point { 0, 9, 0 }, list)
                end
                for _ in world:pairs() do end
                for _ in world:raycast_all({ 0, 0, 0 }, { 1, 0, 0 }) do end
                world:raycast({ 0, 0, 0 }, { 1, 0, 0 })
                world:raycast({ 0, 9, 0 }, { 1, 0, 0 })
                world:shapecast(shapes[1], { 0, 9, 0 })
                world:shapecast(collide.sphere({ 0, 9, 0 }, 1), { 9, 0, 0 })
                world:overlap(shapes[2])
                world:nearest({ 0, 0, 0 }, 3)
                return { world = world }
            end
            return { load = load }]]
        local counts, asked = {}, 0
        for _, query in ipairs(run:queries()) do
            local arguments = query.arguments
            counts[query.line] = (counts[query.line] or 0) + 1
            if arguments[query.name:find "cast" and 3 or 2] ~= nil then -- otherwise it hit none
                asked = asked + 1
                local again = collide[query.name](table.unpack(arguments, 1, arguments.n))
                assert.equal(tostring(again), (tostring(query.result):gsub(", index = %d+", "")))
            else
                assert.falsy(query.result)
            end
        end
        -- By line: rays hit all four shapes or none, as lists and as batches; three pairs touch;
        -- the first sphere touches itself and the second, the point nothing.
        assert.same({ [8] = 8, [9] = 2, [10] = 4, [11] = 2, [13] = 3, [14] = 4, [15] = 1, [16] = 1,
            [17] = 1, [18] = 1, [19] = 3, [20] = 3 }, counts)
        assert.equal(27, asked)
    end)

    it("gives queries of shapes that are gone, with what they were asked", function()
        local run = load_text [[
            local collide = require "collide"
            local vec = collide.vec
            local s = { load = function() return {} end }
            function s.update()
                local points = { vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) }
                for i = 1, 40 do
                    local at = vec(3 * i, 0, 0)
                    local ball = collide.sphere({ 3 * i, 0.5, 0.25 }, 0.5)
                    local shapes = { collide.hull(points):move(at),
                        collide.mesh(points, { { 1, 2, 3 }, { 2, 3, 4 } }):move(at),
                        collide.compound { collide.hull(points):move(at), ball },
                        collide.capsule(at, { 3 * i, 1, 0 }, 0.5) }
                    for _, shape in ipairs(shapes) do
                        ball:overlap(shape) ball:closest(shape) ball:contact(shape, 1)
                        ball:manifold(shape) shape:contains { 3 * i, 0, 0 }
                        shape:raycast({ 3 * i, -5, 0 }, { 0, 1, 0 })
                        ball:shapecast({ 0, 9, 0 }, shape, { 0, 1, 0 })
                    end
                    collide.raycast_all({ 3 * i, -5, 0 }, { 0, 1, 0 }, shapes, 99)
                end
                local garbage
                for i = 1, 20000 do garbage = { garbage and i, vec(i, i) } end
            end
            return s]]
        run:step()
        collectgarbage() collectgarbage()
        local queries, indexed = run:queries(), 0
        assert.is_true(#queries > 40 * 4 * 7)
        for _, query in ipairs(queries) do
            local arguments = query.arguments
            local call = collide[query.name] or arguments[1][query.name]
            local again = table.pack(call(table.unpack(arguments, 1, arguments.n)))
            -- The contact of closest is not recorded.
            assert.equal(query.name == "closest" and 4 or again.n, query.results.n)
            for i = 1, query.results.n do
                local result = tostring(query.results[i])
                indexed = indexed + (result:find "index" and 1 or 0)
                assert.equal(tostring(again[i]), (result:gsub(", index = %d+", "")))
            end
            assert.equal(tostring(query.results[1]), tostring(query.result))
        end
        assert.is_true(indexed >= 40)
        assert.equal(#queries, #run:queries())
    end)
end)
