-- near(a, b[, tolerance]): whether two numbers are equal but for rounding; infinite ones, too, and
-- none at all (nil and nil).
return function(a, b, tolerance)
    return a == b or a ~= nil and b ~= nil and math.abs(a - b) <= (tolerance or 1e-12)
end
