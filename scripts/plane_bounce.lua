-- Right: the special cases of a moving sphere against one plane, by the query and by the formula
-- (lib/plane_interval.lua).
-- Left: in a closed room a ball bounces between planes: v becomes v - (1 + e) (v . n) n, and a
-- bounce takes (1 - e^2) (v . n)^2 / 2 of the energy v^2 / 2.
local collide = require "collide"
local all, near, travel = require "lib.all", require "lib.near", require "lib.travel"
local plane_interval = require "lib.plane_interval"
local vec, plane = collide.vec, collide.plane

local scenario = { title = "Plane bounce / 平面で跳ね返る", view = "front", params = {
    restitution = { 1, min = 0, max = 1 },
    speed = { 9, min = 1, max = 200 },
} }
scenario.about = {
    en = "A ball bounces in a room of planes, with its energy checked in every frame. Beside \z
        it a sphere meets single planes in all special cases: ahead, leaving, parallel and \z
        embedded. The numbers are the times of the touch.",
    ja = "平面で囲まれた部屋で球が跳ね、エネルギーを毎フレーム確かめます。隣では1枚の平面との\z
        特別な場合を示します。向かう、離れる、平行、めり込みです。数字は接触する時刻です。",
}
local left, right, top, radius = -8, -1.5, 7, 0.5
local room = { plane(vec(0, -1, 0), -top), plane(vec(1, 0, 0), left), plane(vec(-1, 0, 0), -right) }

local function case(name, x, height, velocity)
    local s = { name = name, velocity = velocity, ball = collide.sphere(vec(x, height, 0), radius) }
    s.enter, s.exit, s.words = plane_interval(height, velocity.y, radius)
    return s
end

function scenario.load(p)
    local s = { time = 0, floor = plane(vec(0, 1, 0), 0), velocity = vec(0, 0, 0),
        ball = collide.sphere(vec(-6, 2, 0), radius),
        cases = { case("ahead", 0, 2.1, vec(0.3, -2.4, 0)),
            case("moving\naway", 2, 1.1, vec(0.3, 1.6, 0)),
            case("parallel", 4, 1.2, vec(0.6, 0, 0)),
            case("embedded,\nmoving in", 6, 0.1, vec(0, -0.8, 0)),
            case("embedded,\nmoving out", 8, -0.2, vec(0, 1.4, 0)),
            case("embedded,\nparallel", 10, 0.1, vec(0.6, 0, 0)) } }
    scenario.update(s, 0, p)
    return s
end

function scenario.update(s, dt, p)
    s.time = s.time + dt
    if s.velocity:length() < 0.1 * p.speed then -- tired: thrown anew
        s.velocity, s.lost, s.energy = vec(0.8, 0.6, 0) * p.speed, 0, p.speed ^ 2 / 2
    end
    local solids = { s.floor, table.unpack(room) }
    travel(s.ball, s.velocity * dt, solids, function(hit, rest)
        s.lost = s.lost + (1 - p.restitution ^ 2) * s.velocity:dot(hit.normal) ^ 2 / 2
        s.velocity = s.velocity:reflect(hit.normal, p.restitution)
        return rest:reflect(hit.normal, p.restitution)
    end)
    for _, at in ipairs(s.cases) do at.hit = at.ball:shapecast(at.velocity, s.floor) end
end

function scenario.draw(s, draw)
    draw.line { vec(left, 0, 0), vec(left, top, 0), vec(right, top, 0), vec(right, 0, 0) }
    local energy, t = s.velocity:length2() / 2, s.time % 2 - 0.9
    draw.plot("energy", energy, { unit = "J" })
    draw.text(("energy %.12f, lost in bounces %.6f"):format(energy, s.lost))
    draw.text(("ghosts at t = %.2f, orange where they touch"):format(t), "gray")
    for _, at in ipairs(s.cases) do
        local x, y = at.ball.center.x - radius, at.ball.center.y
        local touches = at.enter <= t and t <= at.exit
        draw.shape(at.ball:moved(at.velocity * t), touches and "orange" or "faint")
        draw.style(at.ball, { unnamed = true })
        draw.text(vec(x, math.max(y, y + at.velocity.y, 1) + 1.3, 0), at.name)
        draw.text(vec(x, -1.5, 0), "touches\n" .. at.words, at.hit and "white" or "gray")
    end
end

scenario.checks = {
    ["never sinks"] = function(s) return s.ball:distance(s.floor) > -1e-9 end,
    ["never leaves the room"] = function(s)
        return all(room, function(wall) return s.ball:distance(wall) > -1e-9 end)
    end,
    ["energy is kept but for the bounces"] = function(s)
        return near(s.velocity:length2() / 2 + s.lost, s.energy, 1e-9 * s.energy)
    end,
    ["the formula is the query"] = function(s)
        return all(s.cases, function(at)
            if not at.hit then return at.enter > 1 or at.exit < 0 end
            return near(at.hit.enter, at.enter) and near(at.hit.exit, at.exit)
        end)
    end,
}
return scenario
