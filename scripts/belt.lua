-- Crates come out of a shaft onto a belt, slide down a chute, and a second belt carries them up.
-- What falls off its end comes to the top of the shaft again. Friction decides each part: it brings
-- a crate to a belt's speed v within v^2 / (2 mu g), holds it on a slope whose tangent is less than
-- mu, and lets it slide down a steeper one with the acceleration g (sin - mu cos). Of two bodies
-- mu is the geometric mean: rough belts and smooth crates, so that crates hardly hold each other.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Belt / ベルトコンベヤー", params = {
    belt = { 2, min = 0, max = 5 },
    friction = { 0.4, min = 0, max = 1 },
    slope = { 0.5, min = 0, max = 0.7 }, -- the tangent of the chute
    restitution = { 0.2, min = 0, max = 1 },
} }
scenario.about = {
    en = "Crates ride a belt, slide down a chute, and are carried uphill by a second belt. \z
        Green ones move with what they lie on, orange ones slide. A slope holds a crate \z
        if its tangent is less than the coefficient of friction.",
    ja = "箱がベルトに運ばれ、斜面を滑り降り、上り坂のベルトで登っていきます。緑の箱は載って\z
        いる面と一緒に動き、橙色の箱は滑っています。傾きが摩擦係数より小さい斜面では滑りません。",
}
scenario.controls = {
    left = { en = "run the belts backwards", ja = "ベルトを逆に動かす" },
    right = { en = "run them three times as fast", ja = "3倍の速さで動かす" },
}

local gravity, half, climb = 10, 0.4, 0.25 -- half: of a crate; climb: the second belt's tangent
local shaft, crates = vec(-7.35, 2.6), 10 -- its foot, on the first belt
local colors = { rides = "green", slides = "orange" }

function scenario.load(p)
    local s = { world = collide.world { gravity = vec(0, -gravity) }, crates = {}, rounds = 0,
        turned = 0, speed = p.belt }
    local function surface(from, to) -- its upper side
        local along = (to - from):normalized()
        local down = along:perp() * (along.x > 0 and -0.2 or 0.2)
        local body = s.world:add(collide.capsule(from + down, to + down, 0.2),
            { friction = 4 * p.friction, data = "surface" })
        return { body = body, from = from, along = along, down = down,
            length = (to - from):length() }
    end
    s.belts = { surface(vec(-8, 2.6), vec(-1, 2.6)),
        surface(vec(7.8, -4.6), vec(-6.2, -4.6 + 14 * climb)) }
    s.chute = surface(vec(-0.4, 2), vec(3.4, 2 - 3.8 * p.slope))
    s.walls = { s.world:add(collide.aabb(vec(-8.2, 2.6), vec(-8, 60))),
        s.world:add(collide.aabb(vec(-6.7, 2.6 + 3 * half), vec(-6.5, 60))),
        s.world:add(collide.aabb(vec(8.2, -4.4), vec(8.4, 0))) }
    for i = 1, crates do
        local at = shaft + vec(0, (2 * i - 1) * half)
        s.crates[i] = s.world:add(collide.box(at, vec(half, half)),
            { mass = 1, friction = p.friction / 4, restitution = p.restitution })
    end
    return s
end

-- Puts a crate on top of all others in the shaft.
local function again(s, crate)
    local y = 8
    for _, other in ipairs(s.crates) do y = math.max(y, other.position.y + 3 * half) end
    crate:move_to(vec(shaft.x, y)).velocity = vec(0, 0)
    s.rounds = s.rounds + 1
end

function scenario.update(s, dt, p, input)
    s.speed = p.belt * (1 + 2 * input.axis("left", "right"))
    s.turned = s.turned + s.speed * dt
    for _, belt in ipairs(s.belts) do belt.body.surface_velocity = belt.along * s.speed end
    for _, crate in ipairs(s.crates) do
        if crate.position.y < -7 then again(s, crate) end
    end
    s.world:step(dt)
end

-- "rides" or "slides" on a belt or the chute, nil elsewhere.
local function way(s, crate)
    for other in s.world:touching(crate) do
        if other.data == "surface" then
            local slip = crate.velocity - other.surface_velocity
            return slip:length() < 1e-3 and "rides" or "slides"
        end
    end
end

function scenario.camera(_, view)
    view.center, view.width = vec(0, 0), 18
end

function scenario.draw(s, draw, p)
    for _, crate in ipairs(s.crates) do
        draw.style(crate, { color = colors[way(s, crate)], unnamed = true })
    end
    for _, wall in ipairs(s.walls) do draw.style(wall, { color = "gray", unnamed = true }) end
    for _, belt in ipairs(s.belts) do
        draw.name(belt.body, "belt")
        for at = s.turned % 0.6, belt.length, 0.6 do -- marks that go round with it
            local mark = belt.from + belt.along * at
            draw.line(mark, mark + belt.down, "gray")
        end
    end
    draw.name(s.chute.body, "chute")
    local function label(at, tangent)
        local holds = tangent < p.friction and "holds" or "slides"
        draw.text(at, ("tangent %.2f: %s"):format(tangent, holds))
    end
    label(vec(2.6, 2.4), p.slope)
    label(vec(-3, -3.8), climb)
    draw.text(vec(-5.6, 1.6), ("belts at %.2f, %d rounds"):format(s.speed, s.rounds))
end

scenario.checks = {
    ["no crate is in anything"] = function(s)
        for a, b in s.world:pairs() do
            local fixed = a.mass == math.huge and b.mass == math.huge
            if not fixed and a.shape:distance(b.shape) < -1e-6 then return false end
        end
        return true
    end,
}
return scenario
