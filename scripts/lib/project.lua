-- project(c, p, u, least, most): of the points p + t u with least <= t <= most, that closest to c.
-- The way from there to c is perpendicular to u, so t = (c - p) . u / |u|^2, clamped.
return function(c, p, u, least, most)
    local t = u:length2() > 0 and (c - p):dot(u) / u:length2() or 0
    return p + u * math.max(least, math.min(most, t))
end
