-- How GJK finds the distance of two convex shapes. All differences a - b of their points make one
-- convex shape, drawn on the right, and their distance is that of this shape from the origin.
-- A simplex (point, segment, triangle) of its corners goes there step by step. With v its point
-- nearest to the origin, the corner farthest against v is the next one to take, and where that
-- comes no nearer (gain 0), v is the answer. `collide.explain` gives the steps of a query.
local collide = require "collide"
local all = require "lib.all"
local vec = collide.vec

local scenario = { title = "GJK step by step / GJK のしくみ", show = { grid = false }, params = {
    seconds_a_step = { 1.2, min = 0.2, max = 4 },
    distance = { 1.5, min = 0, max = 4 },
} }
scenario.about = {
    en = "How GJK finds the distance of two polygons: on the right are all differences of \z
        their points, where a simplex (yellow) comes step by step nearer to the origin. The \z
        green arrow is the distance found so far.",
    ja = "GJK が2つの多角形の距離を見つけるしくみです。右は両者の点の差の集合で、その中の単体\z
        （黄）が一歩ずつ原点に近づきます。緑の矢印は、そこまでに見つかった距離です。",
}
local origin = vec(4, 0) -- where the right picture has its origin

local function regular(count, center, radius, angle)
    local points = {}
    for i = 1, count do
        local turn = angle + i / count * 2 * math.pi
        points[i] = center + vec(math.cos(turn), math.sin(turn)) * radius
    end
    return collide.polygon(points)
end

local function difference(a, b)
    local points = {}
    for _, p in ipairs(a.vertices) do
        for _, q in ipairs(b.vertices) do table.insert(points, origin + p - q) end
    end
    return collide.polygon(points)
end

local function next_pair(s, p)
    s.pair = s.pair + 1
    local angle = s.pair * 2.4
    local along = vec(math.cos(angle), math.sin(angle))
    s.a = regular(9 + s.pair % 5, vec(-5, 0) + along * (1.9 + p.distance), 1.3, angle)
    s.b = regular(5 + s.pair % 4, vec(-5, 0), 1.1, 0.3 * angle)
    s.difference = difference(s.a, s.b)
end

-- Polygons of at most eight corners have a closed form; these have more, so GJK decides. What
-- comes after its simplices makes the last one exact.
local function explain(s)
    local distance, how = collide.explain("distance", s.a, s.b)
    local steps = {}
    for _, step in ipairs(how.steps) do
        if step.kind == "simplex" and how.path == "gjk" then steps[#steps + 1] = step end
    end
    s.distance, s.steps = distance, steps
end

function scenario.update(s, dt, p)
    s.time = s.time + dt
    local count = s.steps and #s.steps or 0
    if not s.steps or s.time > (count + 1) * p.seconds_a_step then
        s.round, s.time = s.round + 1, 0
        for _ = 1, 200 do -- the next pair that takes four steps, if there is one
            next_pair(s, p)
            explain(s)
            if #s.steps >= 4 then break end
        end
    end
    explain(s)
    s.step = math.min(s.time // p.seconds_a_step + 1, #s.steps)
end

function scenario.load(p)
    local s = { time = 0, round = 0, pair = 0 }
    scenario.update(s, 0, p)
    return s
end

function scenario.draw(s, draw)
    for _, axis in ipairs { vec(4, 0), vec(0, 4) } do -- of the difference
        draw.line(origin - axis, origin + axis, { color = "faint", width = 1 })
    end
    draw.point(origin, { color = "red", width = 10 })
    draw.text(origin + vec(0.15, 0.25), "origin", "red")
    local step = s.steps[s.step]
    if not step then return draw.text("they overlap: the separating axes decide", "orange") end
    local corners = {}
    for i, p in ipairs(step.points_a) do
        corners[i] = origin + p - step.points_b[i]
        draw.points({ p, step.points_b[i], corners[i] }, { color = "yellow", width = 10 })
        draw.line(p, step.points_b[i], { color = "yellow", dashed = true })
    end
    draw.shape(collide.polygon(corners), { color = "yellow", outline = true, width = 2 })
    draw.arrow(origin, origin + step.nearest, "green")
    draw.text(("step %d of %d"):format(s.step, #s.steps))
    draw.text(("distance of the simplex  %.9f"):format(step.distance), "green")
    draw.text(("the next corner gains    %.9f at most"):format(math.max(0, step.gain)))
    draw.text(("distance of the shapes   %.9f"):format(s.distance))
end

scenario.checks = {
    ["no step goes back"] = function(s)
        return all(s.steps, function(step, i)
            return i == 1 or step.distance <= s.steps[i - 1].distance * (1 + 1e-12)
        end)
    end,
    ["the last step is the distance"] = function(s)
        local last = s.steps[#s.steps]
        return s.distance <= 0 or math.abs(last.distance - s.distance) < 1e-12
    end,
}
return scenario
