-- How much of its random cases and of its tables a spec tries: COLLIDE_CASES=60 asks for 60 in 300,
-- as under sanitizers each takes ten times as long.
local cases = {}

local share = (tonumber(os.getenv "COLLIDE_CASES") or 300) / 300

-- Of n cases, at least one.
function cases.count(n) return math.max(1, math.ceil(n * share)) end

-- Whether the i-th cell of a table is tried. Multiples of the golden ratio are spread evenly, so
-- that of the values along each side of the table every one has its turn.
function cases.tries(i) return i * 0.6180339887498949 % 1 < share end

return cases
