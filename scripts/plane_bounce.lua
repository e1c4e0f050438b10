-- Right: the special cases of a sphere that moves against a plane, each with its interval of touch
-- by the query and by the formula (lib/plane_interval.lua).
-- Left: in a closed room a ball bounces between planes: v becomes v - (1 + e) (v . n) n, and what
-- energy it loses is accounted for (lib/bounce.lua).
local collide = require "collide"
local all = require "lib.all"
local bounce = require "lib.bounce"
local plane_interval = require "lib.plane_interval"
local vec = collide.vec

local scenario = { title = "Plane bounce / 平面で跳ね返る", view = "front", params = {
    restitution = { 1, min = 0, max = 1 },
    speed = { 9, min = 1, max = 200 },
} }
local left, right, top, radius = -8, -1.5, 7, 0.5

local function case(name, x, height, velocity)
    local s = { name = name, velocity = velocity, ball = collide.sphere(vec(x, height, 0), radius) }
    s.enter, s.exit, s.words = plane_interval(height, velocity.y, radius)
    return s
end

local function throw(s, speed)
    s.velocity, s.lost, s.energy = vec(0.8, 0.6, 0) * speed, 0, speed * speed / 2
end

function scenario.load(p)
    local s = { time = 0, ball = collide.sphere(vec(-6, 2, 0), radius),
        floor = collide.plane(vec(0, 1, 0), 0), walls = { collide.plane(vec(1, 0, 0), left),
            collide.plane(vec(-1, 0, 0), -right), collide.plane(vec(0, -1, 0), -top) },
        cases = { case("ahead", 0, 2.1, vec(0.3, -2.4, 0)),
            case("moving\naway", 2, 1.1, vec(0.3, 1.6, 0)),
            case("parallel", 4, 1.2, vec(0.6, 0, 0)),
            case("embedded,\nmoving in", 6, 0.1, vec(0, -0.8, 0)),
            case("embedded,\nmoving out", 8, -0.2, vec(0, 1.4, 0)),
            case("embedded,\nparallel", 10, 0.1, vec(0.6, 0, 0)) } }
    throw(s, p.speed)
    return s
end

function scenario.update(s, dt, p)
    s.time = s.time + dt
    if s.velocity:length() < 0.1 * p.speed then throw(s, p.speed) end -- tired
    local solids = { s.floor, table.unpack(s.walls) }
    local velocity, lost = bounce(s.ball, s.velocity, dt, solids, p.restitution)
    s.velocity, s.lost = velocity, s.lost + lost
    for _, at in ipairs(s.cases) do at.hit = at.ball:shapecast(at.velocity, s.floor) end
end

function scenario.draw(s, draw)
    for _, wall in ipairs(s.walls) do draw.style(wall, { hidden = true }) end
    draw.line { vec(left, 0, 0), vec(left, top, 0), vec(right, top, 0), vec(right, 0, 0) }
    local energy = s.velocity:length2() / 2
    draw.plot("energy", energy)
    draw.text(("energy %.12f, lost in bounces %.6f"):format(energy, s.lost))
    for _, at in ipairs(s.cases) do
        local x, t = at.ball.center.x - radius, s.time % 2 - 0.9
        local touches = at.enter <= t and t <= at.exit -- a ghost goes along the motion
        draw.shape(at.ball:moved(at.velocity * t), touches and "orange" or "faint")
        draw.style(at.ball, { unnamed = true })
        draw.text(vec(x, 4.2, 0), at.name)
        draw.text(vec(x, -2.2, 0), "touches\n" .. at.words, at.hit and "white" or "gray")
    end
end

scenario.checks = {
    ["never sinks"] = function(s) return s.ball:distance(s.floor) > -1e-9 end,
    ["never leaves the room"] = function(s)
        return all(s.walls, function(wall) return s.ball:distance(wall) > -1e-9 end)
    end,
    ["energy is kept but for the bounces"] = function(s)
        return math.abs(s.velocity:length2() / 2 + s.lost - s.energy) < 1e-9 * s.energy
    end,
    ["the formula is the query"] = function(s)
        return all(s.cases, function(at)
            if not at.hit then return at.enter > 1 or at.exit < 0 end
            local function near(a, b) return a == b or math.abs(a - b) < 1e-12 end
            return near(at.hit.enter, at.enter) and near(at.hit.exit, at.exit)
        end)
    end,
}
return scenario
