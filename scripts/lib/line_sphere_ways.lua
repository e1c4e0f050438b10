-- Where does the line o + t d meet the sphere |x - c| = r? Three derivations of the two values of
-- t, none where they miss.
local ways = {}

-- |o + t d - c|^2 = r^2, by powers of t: a t^2 + 2 b t + k = 0.
function ways.quadratic(o, d, c, r)
    local a, b, k = d:dot(d), (o - c):dot(d), (o - c):length2() - r * r
    local root = math.sqrt(math.max(b * b - a * k, 0))
    if b * b >= a * k then return (-b - root) / a, (-b + root) / a end
end

-- The foot of the perpendicular from c, at t, halves the chord; Pythagoras gives the half.
local function chord(d, r, t, height)
    local half = math.sqrt(math.max(r * r - height * height, 0)) / d:length()
    if height <= r then return t - half, t + half end
end

function ways.foot(o, d, c, r)
    local t = (c - o):dot(d) / d:dot(d)
    return chord(d, r, t, c:distance(o + d * t))
end

-- |(c - o) x d| is the area of a parallelogram over the base |d|: its height is c's distance.
function ways.cross(o, d, c, r)
    local height = (c - o):cross(d):length() / d:length()
    return chord(d, r, (c - o):dot(d) / d:dot(d), height)
end

return ways
