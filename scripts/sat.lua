-- The separating axis test. Two convex polygons are apart exactly if their shadows on some line
-- are, and only the normals of their edges need to be looked at. A shadow on the unit vector n
-- reaches from the least to the largest n . p of the corners p. If they overlap on all normals, the
-- shortest way out goes along the one where they overlap least, and by so much; that is the query's
-- depth. Each normal's line lies outside with both shadows on it: red where they overlap; a green
-- gap proves that the polygons are apart. The best is thick. The chart has the gap along every
-- direction: where they overlap, it is highest at a normal. Arrow keys move the triangle.
local collide = require "collide"
local vec = collide.vec

local scenario = { title = "Separating axes / 分離軸", show = { queries = false }, params = {
    turn = { 0.4, min = -3, max = 3 },
    distance = { 2.5, min = 0, max = 5 },
} }
scenario.about = {
    en = "Two polygons, and their shadows on each normal of their edges: one line with a \z
        green gap proves that they are apart. If all shadows overlap, the thick one is the \z
        shortest way to separate them.",
    ja = "2つの多角形と、各辺の法線への影です。緑の隙間のある線が1本でもあれば、離れている証\z
        拠になります。すべての影が重なるなら、太い線が最短の離し方です。",
}
local steering = { en = "move the triangle", ja = "三角形を動かす" }
scenario.controls = { left = steering, right = steering, up = steering, down = steering }

local quadrilateral = collide.polygon { { -1.4, -0.8 }, { 1.5, -1.2 }, { 1.2, 0.9 }, { -0.9, 1.3 } }
local triangle = collide.polygon { { -1.2, -0.8 }, { 1.4, -0.6 }, { -0.2, 1.4 } }

function scenario.load() return { time = 0, shift = vec(0, 0), lines = {} } end

local function shadow(corners, n)
    local low, high = math.huge, -math.huge
    for _, corner in ipairs(corners) do
        low, high = math.min(low, n:dot(corner)), math.max(high, n:dot(corner))
    end
    return low, high
end

local function add_normals(s, polygon, far)
    local points = polygon.vertices
    for i, corner in ipairs(points) do
        local line = { n = (corner - points[i % #points + 1]):perp():normalized(), far = far }
        line.a0, line.a1 = shadow(s.a.vertices, line.n)
        line.b0, line.b1 = shadow(s.b.vertices, line.n)
        line.gap = math.max(line.b0 - line.a1, line.a0 - line.b1) -- below 0 they overlap
        s.lines[#s.lines + 1] = line
        if not s.best or line.gap > s.best.gap then s.best = line end
    end
end

function scenario.update(s, dt, p, input)
    s.time = s.time + dt
    s.shift = s.shift + vec(input.axis("left", "right"), input.axis("down", "up")) * 2 * dt
    local at = s.shift + vec(math.cos(0.7 * s.time), 0.6 * math.sin(1.1 * s.time)) * p.distance
    s.a, s.b = quadrilateral:clone(), triangle:rotated(p.turn * s.time):move(at)
    s.lines, s.best = {}, nil
    add_normals(s, s.a, 5)
    add_normals(s, s.b, 6.2)
    s.contact = s.b:contact(s.a)
end

-- The gap of the shadows along every direction.
local function gap_chart(s, draw)
    local corners_a, corners_b, degrees, gaps = s.a.vertices, s.b.vertices, {}, {}
    for i = 0, 360 do
        local angle = math.rad(i / 2)
        local n = vec(math.cos(angle), math.sin(angle))
        local a0, a1 = shadow(corners_a, n)
        local b0, b1 = shadow(corners_b, n)
        degrees[i + 1], gaps[i + 1] = i / 2, math.max(b0 - a1, a0 - b1)
    end
    draw.chart("gap of the shadows", degrees, gaps, { x = "direction (degrees)" })
end

function scenario.draw(s, draw)
    if not s.best then return end
    gap_chart(s, draw)
    draw.style(s.a, "cyan")
    draw.style(s.b, "purple")
    for _, line in ipairs(s.lines) do
        local n, off, width = line.n, line.n:perp() * line.far, line == s.best and 6 or 2.5
        local color, low, high = line.gap > 0 and "green" or "red", math.max(line.a0, line.b0),
            math.min(line.a1, line.b1)
        draw.line(off + n * line.a0, off + n * line.a1, { color = "cyan", width = width })
        draw.line(off + n * line.b0, off + n * line.b1, { color = "purple", width = width })
        draw.line(off + n * low, off + n * high, { color = color, width = width })
        local ends = off + n * (math.max(line.a1, line.b1) + 0.7) -- a number is some 0.9 wide
        draw.text(ends - vec(0.45, 0), ("%.2f"):format(line.gap), color)
    end
    draw.text(("by hand    %.12f"):format(s.best.gap), s.best.gap > 0 and "green" or "red")
    if not s.contact then return draw.text("the query  no contact") end
    draw.text(("the query  %.12f"):format(s.contact.distance))
    local out = s.contact.normal * s.contact.depth
    draw.shape(s.b:clone():move(out), { outline = true, dashed = true, color = "green" })
    draw.arrow(s.b.position, s.b.position + out, "green")
end

scenario.checks = {
    ["the same as the query"] = function(s)
        if not s.best or not s.contact then return not s.best or s.best.gap > 0 end
        return math.abs(s.contact.distance - s.best.gap) < 1e-12
    end,
}
return scenario
