-- Worlds from Lua: world.lua [--quick] [--markdown] [part of a row's name]...
-- The closest ray among 10,000 spheres, steps of 10,000 that bounce, where they lie thin and where
-- they make a gas, and steps of boxes that slide over a fine mesh; a character that walks among 200
-- boxes, on a mesh or on tiles; boxes that move one by one, and polygons that turn. Each row has
-- its bar.
local collide = require "collide"
local grid_mesh = require "tests.support.grid_mesh"
local rows = require "rows"
local vec = collide.vec

local ROUNDS = rows.quick and 3 or 21

local function point(side) return vec(math.random(), math.random(), math.random()) * side end

-- `count` spheres of diameter 1 in a room, on a lattice, so many in a unit of volume.
local function crowd(count, density)
    math.randomseed(1)
    local world, side = collide.world(), math.ceil(count ^ (1 / 3))
    local room = (count / density) ^ (1 / 3)
    for i = 0, count - 1 do
        local at = vec(i % side, i // side % side, i // side ^ 2) * ((room - 1) / (side - 1))
        world:add(collide.sphere(at + vec(0.5, 0.5, 0.5), 0.5),
            { mass = 1, velocity = (point(1) - vec(0.5, 0.5, 0.5)) * 12 })
    end
    for _, n in ipairs { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) } do
        world:add(collide.plane(n, 0))
        world:add(collide.plane(-n, -room))
    end
    return world, room
end

local function median(round)
    local times = {}
    for i = 1, ROUNDS do times[i] = round() end
    table.sort(times)
    return times[(ROUNDS + 1) // 2]
end

local function rays()
    local world, room = crowd(10000, 0.1)
    local from, ways, count = {}, {}, 4096
    for i = 1, count do from[i], ways[i] = point(room), point(room) - point(room) end
    return median(function()
        local start = os.clock()
        for i = 1, count do world:raycast(from[i], ways[i]) end
        return (os.clock() - start) * 1e9 / count
    end)
end

-- Boxes, or pairs of them, that slide over squares of a quarter of their width.
local function sliders(is_compound)
    local world = collide.world { dim = 3, gravity = vec(0, -10, 0) }
    world:add(grid_mesh(100, function(i, k) return vec(i / 8, 0, k / 8) end))
    for i = 1, 10 do
        local at = vec(i, 0.25, 4)
        local shape = collide.box(at, vec(0.25, 0.25, 0.25), collide.quat(vec(0, 1, 0), i))
        if is_compound then
            local other = collide.box(at + vec(0, 0, 0.5), vec(0.2, 0.25, 0.2))
            shape = collide.compound { shape, other }
        end
        world:add(shape, { mass = 1, velocity = vec(0, 0, 1), response = "slide" })
    end
    return world
end

local function steps(world)
    for _ = 1, 10 do world:step(1 / 60) end
    return median(function()
        local start = os.clock()
        world:step(1 / 60)
        return 1 / (os.clock() - start)
    end)
end

-- A hilly mesh, or a floor of tiles, with boxes on it, and a capsule.
local function scene(dim)
    math.randomseed(3)
    local world, hills = collide.world { dim = dim }, 40
    if dim == 3 then
        world:add(grid_mesh(hills, function(i, k)
            return vec(i - 20, 0.3 * math.sin(i * 0.7) * math.cos(k), k - 20)
        end))
    end
    for i = -60, dim == 2 and 60 or -61 do
        world:add(collide.aabb({ i, -1 }, { i + 1, 0.2 * math.sin(i) }))
    end
    for _ = 1, 200 do
        local x, y, z = math.random() * 36 - 18, math.random(), math.random() * 36 - 18
        world:add(dim == 2 and collide.box(vec(x * 3, y * 12), vec(0.4, 0.3), 3 * z)
            or collide.box(vec(x, y, z), vec(0.4, y + 0.6, 0.4), collide.quat(vec(0, 1, 0), x)))
    end
    local function at(y) return dim == 2 and vec(0, y) or vec(0, y, 0) end
    return world, collide.capsule(at(3), at(4), 0.4)
end

-- The walker turns every twenty frames, and at the rim of the scene.
local function walks(dim)
    local world, walker = scene(dim)
    local function way(angle)
        local x, z = 0.08 * math.cos(angle), 0.08 * math.sin(angle)
        return dim == 2 and vec(x < 0 and -0.08 or 0.08, -0.05) or vec(x, -0.05, z)
    end
    local motion, count = way(0), 1000
    return median(function()
        local start = os.clock()
        for i = 1, count do
            collide.move_and_slide(walker, motion, world)
            local at = walker.a
            if i % 20 == 0 then motion = way(math.random() * 6) end
            if math.abs(at.x) > 17 or math.abs(at.z or 0) > 17 then
                motion = way(math.atan(-(at.z or 0), -at.x))
            end
        end
        return (os.clock() - start) * 1e9 / count
    end)
end

-- 10,000 boxes of a level move one by one, and each asks what it meets, as grids of boxes are used.
local function move_one_by_one()
    math.randomseed(4)
    local world, bodies, side, at = collide.world { dim = 2 }, {}, 200, 0
    for i = 1, 10000 do
        local corner = vec(math.random() * side, math.random() * side)
        bodies[i] = world:add(collide.aabb(corner, corner + vec(0.9, 0.9)))
    end
    return median(function()
        local count, met = 2000, 0
        local start = os.clock()
        for _ = 1, count do
            at = at % #bodies + 1
            local body = bodies[at]
            body.position = body.position + vec(0.1, 0.05)
            met = met + #world:overlap(body)
        end
        return (os.clock() - start) * 1e9 / count
    end)
end

-- 1,000 polygons turn and move, and all pairs that overlap are asked for how deep they do.
local function polygons()
    math.randomseed(5)
    local world, bodies = collide.world { dim = 2 }, {}
    for i = 1, 1000 do
        local corners = {}
        for k = 1, 6 do
            corners[k] = vec(math.cos(k + i), math.sin(k + i)) * (0.5 + math.random())
        end
        bodies[i] = world:add(collide.polygon(corners):moved(
            { math.random() * 80, math.random() * 80 }))
    end
    return median(function()
        local start, deepest = os.clock(), 0
        for i, body in ipairs(bodies) do
            body.shape = body.shape:rotated(0.02):moved({ i % 2 == 0 and 0.01 or -0.01, 0 })
        end
        for a, b in world:pairs() do
            deepest = math.max(deepest, collide.contact(a.shape, b.shape).depth)
        end
        return 1 / (os.clock() - start)
    end)
end

local measured = {
    { "Lua: raycast, 10,000 bodies", rays, "ns", 1000, at_most = true },
    { "Lua: walk on a mesh in 3D", function() return walks(3) end, "ns", 9000, at_most = true },
    { "Lua: walk on tiles in 2D", function() return walks(2) end, "ns", 2000, at_most = true },
    { "Lua: move and overlap, 10,000", move_one_by_one, "ns", 7000, at_most = true },
    { "Lua: 1,000 polygons in pairs", polygons, "a second", 60 },
    { "Lua: step, 10,000 bodies", function() return steps(crowd(10000, 0.05)) end, "a second", 60 },
    { "Lua: step, gas of 10,000", function() return steps(crowd(10000, 0.5)) end, "a second", 60 },
    { "Lua: step, 10 boxes on mesh", function() return steps(sliders(false)) end, "a second", 60 },
    { "Lua: step, 10 pairs on mesh", function() return steps(sliders(true)) end, "a second", 60 },
}
local rule = rows.markdown and "| %s | %s | %s | %s |" or "%-30s%12s  %-10s%14s"
local head
for _, row in ipairs(measured) do
    if rows.chosen(row[1]) then
        if not head then print("") end
        if not head and rows.markdown then
            print("| worlds from Lua | | bar | |\n|---|--:|--:|---|")
        end
        head = true
        local value = row[2]()
        local holds = value >= row[4]
        if row.at_most then holds = value <= row[4] end
        print(rule:format(row[1], ("%.0f %s"):format(value, row[3]), row[4],
            holds and "ok" or "missed"))
    end
end
