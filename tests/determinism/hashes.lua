-- lua5.4 hashes.lua STEPS SCENARIO...: for each scenario a line with its name and chains of the
-- hashes of its frames: of the first 200, and of the first 1000 if STEPS is that many. With
-- GOLDEN=file in the environment, compares them with the lines there and exits with 1 where one
-- differs.
local scenario = require "collide.scenario"

assert(tonumber(arg[1]) >= 200, "at least 200 steps")
local function chains(path, steps)
    local run, sum, list = scenario.load(path), 5381, {}
    for frame = 0, steps do
        if frame > 0 then run:step() end
        for c in run:hash():gmatch "." do sum = (sum * 33 ~ c:byte()) & 0xffffffffffffffff end
        if frame == 200 or frame == 1000 then list[#list + 1] = ("%016x"):format(sum) end
    end
    return table.concat(list, " ")
end

local golden, status = nil, 0
if os.getenv "GOLDEN" then
    golden = {}
    for line in io.lines(os.getenv "GOLDEN") do
        local name, hash = line:match "^(%S+) (%x+ %x+)$"
        if name then golden[name] = hash end
    end
end
for i = 2, #arg do
    local name, hash = arg[i]:match "([^/]+)%.lua$", chains(arg[i], math.tointeger(arg[1]))
    local note = ""
    if golden and (golden[name] or ""):sub(1, #hash) ~= hash then
        status = 1
        note = " differs from " .. (golden[name] or "nothing: it has no golden hash")
    end
    print(name .. " " .. hash .. note)
end
os.exit(status)
