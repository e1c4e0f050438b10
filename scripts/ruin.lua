-- A plan of rooms, a concave polygon with holes, is cut into convex pieces and raised to walls:
-- a closed mesh, of which collide.solid is the inside. Which of its triangles the walker
-- touches says which wall that is. A lantern flies through the walls and knows by its signed
-- distance when it is inside of one; the ghost sees the walker where no wall is between.
local collide = require "collide"
local raise, steer = require "lib.raise", require "lib.steer"
local vec = collide.vec

local scenario = { title = "Ruin / 遺跡", params = {
    speed = { 3, min = 0, max = 20 }, lantern = { 1, min = 0, max = 5 },
} }
scenario.about = {
    en = "Walls are raised from a plan with holes, and filled by collide.solid. The part that the \z
        capsule touches says which wall it is. The lantern is red inside of a wall; the line of \z
        sight of the ghost is green where no wall is between.",
    ja = "穴のある平面図から壁を立ち上げ、collide.solidで中を満たします。カプセルが触れた部分が\z
        どの壁かを示します。ランタンは壁の中で赤くなり、幽霊の視線は壁がないとき緑です。",
}
scenario.controls = {
    left = { en = "walk", ja = "歩く" },
    right = { en = "walk", ja = "歩く" },
    up = { en = "walk", ja = "歩く" },
    down = { en = "walk", ja = "歩く" },
}

local plan = {
    { vec(-7, -5), vec(7, -5), vec(7, 5), vec(1, 5), vec(1, 4.2), vec(-1, 4.2), vec(-1, 5),
        vec(-7, 5) },
    { vec(-6.4, -4.4), vec(-0.3, -4.4), vec(-0.3, -1), vec(0.3, -1), vec(0.3, -4.4),
        vec(6.4, -4.4), vec(6.4, 0), vec(3, 0), vec(3, 0.5), vec(6.4, 0.5), vec(6.4, 4.4),
        vec(2, 4.4), vec(2, 2), vec(-2, 2), vec(-2, 4.4), vec(-6.4, 4.4) },
    { vec(-0.6, 2.6), vec(0.6, 2.6), vec(0.6, 3.6), vec(-0.6, 3.6) },
}
local names = { "outer wall", "hall", "closed cell" }
local height = 1.2
local way = { vec(-4, 0.7, -3), vec(0, 0.7, 0.6), vec(4, 0.7, -3), vec(5.9, 0.7, -2),
    vec(1.2, 0.7, 0.7), vec(5, 0.7, 2.5), vec(0, 0.7, 0.6), vec(-5, 0.7, 3) }

function scenario.load()
    local mesh, loop_of = raise(plan, height)
    return { walls = collide.solid(mesh), loop_of = loop_of, goal = 1, time = 0, felt = {},
        hero = collide.capsule(vec(-5, 0.4, 3), vec(-5, 0.9, 3), 0.35),
        ghost = collide.point(vec(0, 0.7, 0)), lantern = collide.sphere(vec(0, 0.6, 0), 0.15) }
end

-- Walks from mark to mark until it is steered.
local function play(s)
    local to = way[s.goal] - s.hero.position
    if to:length() < 0.3 then s.goal = s.goal % #way + 1 end
    return to:normalized(vec(1, 0, 0))
end

function scenario.update(s, dt, p, input)
    s.time = s.time + dt
    local keys, wish = steer(s, input), play(s)
    if keys then wish = vec(keys.x, 0, keys.z) end
    local motion = vec(wish.x, 0, wish.z) * p.speed * dt
    local _, _, hits = collide.move_and_slide(s.hero, motion, s.walls)
    s.touched, s.wall = nil, nil
    for _, met in ipairs(hits) do
        local corners = s.walls.triangles[met.hit.part]
        s.touched = { s.walls.vertices[corners[1]], s.walls.vertices[corners[2]],
            s.walls.vertices[corners[3]] }
        s.wall = s.loop_of[met.hit.part]
        s.felt[names[s.wall] or "top"] = true
    end
    local angle = s.time * p.lantern
    s.lantern.position = vec(6.5 * math.sin(0.7 * angle), 0.6, 4.5 * math.sin(angle))
    s.depth = -s.walls:distance(collide.point(s.lantern.position))
    s.inside = s.walls:contains(s.lantern.position)
    local sight = s.hero.position - s.ghost.position
    s.sees = not collide.occluded(s.ghost.position, sight, s.walls, 1)
end

function scenario.draw(s, draw)
    draw.text(s.wall and "touches the " .. names[s.wall] or "walks")
    local where = s.inside and "inside, depth" or "gap"
    draw.text(("lantern  %s %.2f"):format(where, math.abs(s.depth or 0)))
    if s.touched then
        for i, v in ipairs(s.touched) do draw.line(v, s.touched[i % 3 + 1], "cyan") end
    end
    draw.style(s.lantern, s.inside and "red" or "yellow")
    draw.line(s.ghost.position, s.hero.position, s.sees and "green" or "gray")
end

function scenario.camera(_, view)
    view.center, view.height, view.elevation = vec(0, 0.5, 0), 14, 0.95
end

scenario.checks = {
    ["never in a wall"] = function(s) return s.hero:distance(s.walls) > -1e-9 end,
    ["inside is depth"] = function(s)
        return s.depth == nil or s.inside == (s.depth >= 0)
    end,
}
return scenario
