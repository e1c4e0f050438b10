-- A windmill in the rain: four blades, one compound, that turn within the frame, among balls,
-- capsules and crates. What they hit leaves with the speed of the point that hit it; what lies on
-- one is carried, and thrown out as a bead is by a turning rod.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Windmill / 風車", params = {
    spin = { 2, min = -40, max = 40 }, -- radians a second
    count = { 12, min = 1, max = 20, step = 1 },
    friction = { 0.3, min = 0, max = 1 },
} }
scenario.about = {
    en = "Things fall through a windmill, and from the top again. Its blades turn within each \z
        frame, so that none passes through anything at any speed, and what they hit leaves \z
        with the speed of the point that it met.",
    ja = "物が風車を通って落ち、また上から降ってきます。羽根はフレームの中でも回り続けるので、ど\z
        んな速さでも物をすり抜けず、物は当たった点の速さで飛ばされます。",
}
scenario.controls = {
    left = { en = "turn it counterclockwise", ja = "左へ回す" },
    right = { en = "turn it clockwise", ja = "右へ回す" },
}

local make = {
    function(at, size) return collide.circle(at, size) end,
    function(at, size) return collide.box(at, vec(size, 0.8 * size), 0.2) end,
    function(at, size)
        return collide.capsule(at - vec(size, 0), at + vec(size, 0), 0.5 * size)
    end,
}

-- Somewhere above the windmill, where nothing else is.
local function place(s, body)
    for _ = 1, 20 do
        body.position = vec(3 * math.random() - 1.5, 5 + 3 * math.random())
        body.velocity = vec(0, 0)
        if #s.world:overlap(body) == 0 then return end
    end
    body.position = vec(0, 20) -- and next time
end

function scenario.load(p)
    local s = { world = collide.world { gravity = vec(0, -9.8) }, things = {}, turn = 0 }
    local blades = {}
    for i = 1, 4 do
        blades[i] = collide.box(vec(1.4, 0), vec(1.1, 0.12)):rotated(i * math.pi / 2, vec(0, 0))
    end
    s.blades = s.world:add(collide.compound(blades), { pivot = vec(0, 0), friction = p.friction })
    for side = -1, 1, 2 do s.world:add(collide.plane(vec(-side, 0), -6), { restitution = 0.5 }) end
    for i = 1, p.count do
        local size = 0.18 + 0.12 * math.random()
        s.things[i] = s.world:add(make[i % 3 + 1](vec(0, 20 + i), size), { mass = size ^ 2,
            restitution = 0.3, friction = p.friction })
        place(s, s.things[i])
        s.things[i].position = s.things[i].position + vec(0, i / 3)
    end
    return s
end

function scenario.update(s, dt, p, input)
    s.turn = s.turn + 10 * input.axis("right", "left") * dt -- beside that of the param
    s.blades.spin = p.spin + s.turn
    s.world:step(dt)
    for _, thing in ipairs(s.things) do
        if thing.position.y < -6 then place(s, thing) end
    end
end

function scenario.camera(_, view) view.center, view.height = vec(0, 0.5), 11 end

function scenario.draw(s, draw)
    draw.point(vec(0, 0))
    draw.style(s.blades, { trail = 0 })
    for _, thing in ipairs(s.things) do draw.style(thing, { trail = 0.15 }) end
    draw.text(("%.1f radians a second"):format(s.blades.spin))
end

scenario.checks = {
    ["nothing passes through a blade"] = function(s)
        for _, thing in ipairs(s.things) do
            if s.blades:contains(thing.position) then return false end
        end
        return true
    end,
}
return scenario
