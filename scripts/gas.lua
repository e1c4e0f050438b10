-- Hard spheres in a box: a gas. Momentum and energy are kept, so statistical mechanics holds: what
-- the walls feel is the pressure of Carnahan and Starling (1969),
--     p = n k T (1 + e + e^2 - e^3) / (1 - e)^3,  e the part of the volume in spheres.
-- Near walls spheres lie in layers, so both are measured in the middle of walls and box.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Gas / 気体", view = "orbit", dt = 1 / 30, params = {
    side = { 6, min = 4, max = 12, step = 1 },
    density = { 0.5, min = 0.1, max = 0.6 },
} }
scenario.about = {
    en = "Hard spheres bounce in a box and keep their energy to rounding. The pressure on \z
        the walls is compared with the equation of state of such a gas; at density 0.1 the \z
        ideal gas law is nearly right, at 0.6 it is far off.",
    ja = "剛体球が箱の中で跳ね、エネルギーは丸め誤差の範囲で保たれます。壁が受ける圧力を、剛\z
        体球気体の状態方程式と比べます。density が 0.1 なら理想気体の法則でほぼ正しく、0.6 で\z
        は大きく外れます。",
}

function scenario.load(p)
    local world, n = collide.world { dim = 3 }, p.side ^ 3
    local half = (n / p.density) ^ (1 / 3) / 2
    local gap = (2 * half - 1) / (p.side - 1)
    for i = 0, n - 1 do
        local at = vec(i % p.side, i // p.side % p.side, i // p.side ^ 2) * gap
        local v = vec(math.random() - 0.5, math.random() - 0.5, math.random() - 0.5) * 12
        world:add(collide.sphere(at - vec(1, 1, 1) * (half - 0.5), 0.5), { mass = 1, velocity = v })
    end
    for _, normal in ipairs { vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1) } do
        world:add(collide.plane(normal, -half))
        world:add(collide.plane(-normal, -half))
    end
    return { world = world, half = half, impulse = 0, inside = 0, frames = -60 }
end

local function reach(p) return math.max(math.abs(p.x), math.abs(p.y), math.abs(p.z)) end

local function energy(s)
    local sum = 0
    for body in s.world:bodies() do
        if body.mass == 1 then sum = sum + body.velocity:length2() / 2 end
    end
    return sum
end

-- The pressure that is felt, and that of the equation for the density in the middle.
function scenario.pressures(s)
    local density = s.inside / (s.frames * s.half ^ 3)
    local e, kt = density * math.pi / 6, 2 / 3 * s.energy / (#s.world - 6)
    return s.impulse / (6 * s.half ^ 2 * s.time),
        density * kt * (1 + e + e * e - e ^ 3) / (1 - e) ^ 3, density
end

function scenario.update(s, dt)
    s.energy = s.energy or energy(s)
    s.hits, s.stalled = s.world:step(dt)
    s.frames = s.frames + 1
    if s.frames <= 0 then return end -- still in the lattice that it starts in
    s.time = s.frames * dt
    for event in s.world:events() do
        local away = event.point - event.normal * event.point:dot(event.normal)
        local at_wall = event.kind == "hit" and event.b.mass == math.huge
        if at_wall and reach(away) < s.half / 2 then
            s.impulse = s.impulse + 2 * event.approach
        end
    end
    for body in s.world:bodies() do
        if body.mass == 1 and reach(body.position) < s.half / 2 then s.inside = s.inside + 1 end
    end
end

function scenario.draw(s, draw)
    draw.text(("hits in this step  %d"):format(s.hits or 0))
    if s.frames <= 0 then return end
    local felt, expected, density = scenario.pressures(s)
    draw.text(("density inside     %.4f"):format(density))
    draw.text(("pressure felt      %.2f"):format(felt))
    draw.text(("by the equation    %.2f"):format(expected))
    draw.plot("felt / expected", felt / expected)
end

scenario.checks = {
    ["energy is kept"] = function(s)
        return not s.energy or math.abs(energy(s) - s.energy) < 1e-12 * s.energy
    end,
    ["no body met too many hits"] = function(s) return (s.stalled or 0) == 0 end,
}
return scenario
