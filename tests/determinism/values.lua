-- Random values for the scenarios of all queries and methods, from the seed of the scenario.
local vec = require "collide".vec
local values = {}

function values.number()
    return math.random(-32, 32) / 16 + (math.random(2) - 1) * math.random()
end

function values.vector(dim)
    local number = values.number
    return dim == 2 and vec(number(), number()) or vec(number(), number(), number())
end

function values.vectors(dim, count)
    local list = {}
    for i = 1, count do list[i] = values.vector(dim) end
    return list
end

return values
