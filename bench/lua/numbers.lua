-- The queries by hand in plain Lua, the fast way: rays and shapes are tables of numbers, results
-- are numbers. The formulas of the textbooks, with none of the care that degenerate input wants.
local sqrt, abs = math.sqrt, math.abs
local numbers = {}

function numbers.sphere(center, radius)
    return { x = center.x, y = center.y, z = center.z, r = radius }
end

function numbers.capsule(a, b, radius)
    local dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
    return { x = a.x, y = a.y, z = a.z, dx = dx, dy = dy, dz = dz,
        dd = dx * dx + dy * dy + dz * dz, r = radius }
end

function numbers.box(center, half, axes)
    local u, v, w = axes[1], axes[2], axes[3]
    return { x = center.x, y = center.y, z = center.z, hx = half.x, hy = half.y, hz = half.z,
        ux = u.x, uy = u.y, uz = u.z, vx = v.x, vy = v.y, vz = v.z, wx = w.x, wy = w.y, wz = w.z }
end

function numbers.ray(origin, direction)
    return { x = origin.x, y = origin.y, z = origin.z,
        dx = direction.x, dy = direction.y, dz = direction.z }
end

-- ---------------------------------------------------------------------- a sphere against a shape

-- The vector from the nearest point of the other's core, and the other's radius; inside of a box
-- zero.
local from = {}

function from.sphere(a, b)
    return a.x - b.x, a.y - b.y, a.z - b.z, b.r
end

function from.capsule(a, b)
    local dx, dy, dz = b.dx, b.dy, b.dz
    local px, py, pz = a.x - b.x, a.y - b.y, a.z - b.z
    local t = (px * dx + py * dy + pz * dz) / b.dd
    if t < 0 then t = 0 elseif t > 1 then t = 1 end
    return px - t * dx, py - t * dy, pz - t * dz, b.r
end

function from.box(a, b)
    local px, py, pz = a.x - b.x, a.y - b.y, a.z - b.z
    local s = px * b.ux + py * b.uy + pz * b.uz
    local t = px * b.vx + py * b.vy + pz * b.vz
    local u = px * b.wx + py * b.wy + pz * b.wz
    local hx, hy, hz = b.hx, b.hy, b.hz
    if s > hx then s = s - hx elseif s < -hx then s = s + hx else s = 0 end
    if t > hy then t = t - hy elseif t < -hy then t = t + hy else t = 0 end
    if u > hz then u = u - hz elseif u < -hz then u = u + hz else u = 0 end
    return s * b.ux + t * b.vx + u * b.wx, s * b.uy + t * b.vy + u * b.wy,
        s * b.uz + t * b.vz + u * b.wz, 0
end

-- Inside of a box: the nearest face, its depth and its normal.
local function inside(a, b)
    local px, py, pz = a.x - b.x, a.y - b.y, a.z - b.z
    local s = px * b.ux + py * b.uy + pz * b.uz
    local t = px * b.vx + py * b.vy + pz * b.vz
    local u = px * b.wx + py * b.wy + pz * b.wz
    local ds, dt, du = b.hx - abs(s), b.hy - abs(t), b.hz - abs(u)
    if ds <= dt and ds <= du then
        local sign = s < 0 and -1 or 1
        return ds, sign * b.ux, sign * b.uy, sign * b.uz
    elseif dt <= du then
        local sign = t < 0 and -1 or 1
        return dt, sign * b.vx, sign * b.vy, sign * b.vz
    end
    local sign = u < 0 and -1 or 1
    return du, sign * b.wx, sign * b.wy, sign * b.wz
end

numbers.overlap, numbers.distance, numbers.contact = {}, {}, {}
for kind, vector in pairs(from) do
    numbers.overlap[kind] = function(a, b)
        local x, y, z, r = vector(a, b)
        r = r + a.r
        return x * x + y * y + z * z <= r * r
    end

    numbers.distance[kind] = function(a, b)
        local x, y, z, r = vector(a, b)
        local square = x * x + y * y + z * z
        if square == 0 and kind == "box" then return -inside(a, b) - a.r end
        return sqrt(square) - r - a.r
    end

    -- distance, normal, point on a, point on b
    numbers.contact[kind] = function(a, b)
        local x, y, z, r = vector(a, b)
        local square, sum = x * x + y * y + z * z, r + a.r
        if square > sum * sum then return nil end
        local length = sqrt(square)
        if length > 0 then
            x, y, z = x / length, y / length, z / length
        elseif kind == "box" then
            length, x, y, z = inside(a, b)
            length = -length
        else
            x, y, z = 0, 1, 0
        end
        local ra, rb = a.r, length - r
        return length - sum, x, y, z, a.x - ra * x, a.y - ra * y, a.z - ra * z,
            a.x - rb * x, a.y - rb * y, a.z - rb * z
    end
end

-- ------------------------------------------------------------------------------------------- rays

numbers.raycast = {}

-- enter, exit, point, normal
function numbers.raycast.sphere(ray, s)
    local dx, dy, dz = ray.dx, ray.dy, ray.dz
    local px, py, pz = ray.x - s.x, ray.y - s.y, ray.z - s.z
    local a = dx * dx + dy * dy + dz * dz
    local b = px * dx + py * dy + pz * dz
    local r = s.r
    local square = b * b - a * (px * px + py * py + pz * pz - r * r)
    if square < 0 then return nil end
    local root = sqrt(square)
    local enter, exit = (-b - root) / a, (-b + root) / a
    if enter > 1 or exit < 0 then return nil end
    local t = enter > 0 and enter or 0
    return t, exit, ray.x + t * dx, ray.y + t * dy, ray.z + t * dz,
        (px + t * dx) / r, (py + t * dy) / r, (pz + t * dz) / r
end

-- The cylinder between the ends, else the ball at an end.
function numbers.raycast.capsule(ray, c)
    local dx, dy, dz = ray.dx, ray.dy, ray.dz
    local ex, ey, ez, ee, r = c.dx, c.dy, c.dz, c.dd, c.r
    local px, py, pz = ray.x - c.x, ray.y - c.y, ray.z - c.z
    local de, pe = dx * ex + dy * ey + dz * ez, px * ex + py * ey + pz * ez
    local dd = dx * dx + dy * dy + dz * dz
    local pd, pp = px * dx + py * dy + pz * dz, px * px + py * py + pz * pz
    local a, b, k = ee * dd - de * de, ee * pd - pe * de, ee * pp - pe * pe - r * r * ee
    local square = b * b - a * k
    if square < 0 then return nil end
    local root = sqrt(square)
    local enter, exit = (-b - root) / a, (-b + root) / a
    local along = pe + enter * de
    if along < 0 or along > ee then
        local far = along > ee and 1 or 0
        local qx, qy, qz = px - far * ex, py - far * ey, pz - far * ez
        b = qx * dx + qy * dy + qz * dz
        square = b * b - dd * (qx * qx + qy * qy + qz * qz - r * r)
        if square < 0 then return nil end
        enter, along = (-b - sqrt(square)) / dd, far * ee
    end
    local leave = pe + exit * de
    if leave < 0 or leave > ee then
        local far = leave > ee and 1 or 0
        local qx, qy, qz = px - far * ex, py - far * ey, pz - far * ez
        b = qx * dx + qy * dy + qz * dz
        square = b * b - dd * (qx * qx + qy * qy + qz * qz - r * r)
        if square >= 0 then exit = (-b + sqrt(square)) / dd end
    end
    if enter > 1 or exit < 0 then return nil end
    local t, s = enter > 0 and enter or 0, along / ee
    local x, y, z = px + t * dx, py + t * dy, pz + t * dz
    return t, exit, ray.x + t * dx, ray.y + t * dy, ray.z + t * dz,
        (x - s * ex) / r, (y - s * ey) / r, (z - s * ez) / r
end

-- The slabs.
function numbers.raycast.box(ray, b)
    local dx, dy, dz = ray.dx, ray.dy, ray.dz
    local px, py, pz = ray.x - b.x, ray.y - b.y, ray.z - b.z
    local x, y, z = b.ux, b.uy, b.uz
    local p, d = px * x + py * y + pz * z, dx * x + dy * y + dz * z
    local enter, exit = (-b.hx - p) / d, (b.hx - p) / d
    local nx, ny, nz = -x, -y, -z
    if enter > exit then enter, exit, nx, ny, nz = exit, enter, x, y, z end
    x, y, z = b.vx, b.vy, b.vz
    p, d = px * x + py * y + pz * z, dx * x + dy * y + dz * z
    local s, t, sign = (-b.hy - p) / d, (b.hy - p) / d, -1
    if s > t then s, t, sign = t, s, 1 end
    if s > enter then enter, nx, ny, nz = s, sign * x, sign * y, sign * z end
    if t < exit then exit = t end
    x, y, z = b.wx, b.wy, b.wz
    p, d = px * x + py * y + pz * z, dx * x + dy * y + dz * z
    s, t, sign = (-b.hz - p) / d, (b.hz - p) / d, -1
    if s > t then s, t, sign = t, s, 1 end
    if s > enter then enter, nx, ny, nz = s, sign * x, sign * y, sign * z end
    if t < exit then exit = t end
    if enter > exit or enter > 1 or exit < 0 then return nil end
    t = enter > 0 and enter or 0
    return t, exit, ray.x + t * dx, ray.y + t * dy, ray.z + t * dz, nx, ny, nz
end

return numbers
