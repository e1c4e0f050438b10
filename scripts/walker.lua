-- A capsule walks over a mesh: hills that it climbs where they are no steeper than max_slope,
-- terraces whose steps it takes where they are no higher than step_height, and cliffs, along which
-- it slides. Down it follows the ground (snap), as far as a step goes.
local collide = require "collide"
local steer, terrain = require "lib.steer", require "lib.terrain"
local vec = collide.vec

local scenario = { title = "Walker / 地形を歩く", view = "orbit", params = {
    speed = { 3, min = 0, max = 20 },
    max_slope = { 45, min = 0, max = 90 },
    step_height = { 0.3, min = 0, max = 1 },
} }
scenario.about = {
    en = "A capsule walks over a mesh of hills from mark to mark, up a pyramid of steps and \z
        along a rock that it cannot climb. Lower max_slope and hills become walls; the \z
        arrows are the normals that it meets.",
    ja = "カプセルがメッシュの丘を目印から目印へ歩き、階段のピラミッドを登り、登れない岩に沿\z
        って進みます。max_slope を下げると丘が壁になります。矢印は出会った面の法線です。",
}
local steering = { en = "walk", ja = "歩く" }
scenario.controls = { left = steering, right = steering, up = steering, down = steering }

local middle = vec(-4, -4) -- of a pyramid of steps, with level ground around
local function height(x, z)
    local hills = math.min(math.max(vec(x, z):distance(middle) / 4.5 - 1, 0), 1)
    return hills * (1.2 * math.sin(0.6 * x) * math.cos(0.5 * z))
end
local function terrace(x, z)
    local out = math.max(math.abs(x - middle.x), math.abs(z - middle.y))
    if out < 3.4 then return 0.3 * (5 - out // (2 / 3)) end
    return x > 4 and z < -4 and 2 or nil -- a rock
end
local marks = { vec(-4, 0, -4), vec(6, 0, -6), vec(6, 0, 1), vec(0, 0, 6), vec(-6, 0, 3) }

function scenario.load()
    return { ground = terrain(16, 24, height, terrace), time = 0, next = 1, fall = 0, climbed = 0,
        hero = collide.capsule(vec(0, 1.3, 0), vec(0, 2.3, 0), 0.3) }
end

function scenario.update(s, dt, p, input)
    local way = marks[s.next] - s.hero.a
    way = vec(way.x, 0, way.z)
    s.time = s.time + dt
    if way:length() < 0.5 or s.time > 6 then s.next, s.time = s.next % #marks + 1, 0 end
    local walk = (steer(s, input) or way):normalized(vec(0, 0, 0)) * p.speed
    s.fall = s.fall - 10 * dt
    local motion = (walk + vec(0, s.fall, 0)) * dt
    local moved, _, hits, stands = collide.move_and_slide(s.hero, motion, s.ground, {
        max_slope = math.rad(p.max_slope), step_height = p.step_height, snap = p.step_height,
    })
    s.stands, s.walls = stands, {}
    for i, met in ipairs(hits) do s.walls[i] = met.hit end
    s.climbed = moved.y - math.max(0, vec(moved.x, 0, moved.z):length())
    if stands then s.fall = 0 end
    if s.hero.a.y < -10 then s.hero:move(vec(0, 12, 0) - s.hero.a) end
end

function scenario.draw(s, draw)
    local foot = s.hero.a - vec(0, s.hero.radius, 0)
    local slope = s.stands and math.deg(math.acos(math.min(s.stands.normal.y, 1)))
    draw.text(s.stands and ("slope   %2.0f degrees"):format(slope) or "in the air")
    draw.text(("height  %.2f"):format(foot.y))
    for _, hit in ipairs(s.walls or {}) do
        draw.arrow(hit.point, hit.point + hit.normal, hit.normal.y > 0.7 and "green" or "orange")
    end
    for i, mark in ipairs(marks) do
        local up = collide.raycast(vec(mark.x, 9, mark.z), vec(0, -1, 0), s.ground)
        draw.point(up.point, i == s.next and "yellow" or "gray")
    end
end

scenario.checks = {
    ["never in the ground"] = function(s) return s.hero:distance(s.ground) > -1e-9 end,
    ["climbs no higher than a step"] = function(s, p) return s.climbed <= p.step_height + 1e-9 end,
}
return scenario
