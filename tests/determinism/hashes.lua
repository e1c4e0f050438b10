-- lua5.4 hashes.lua STEPS SCENARIO...: for each scenario a line with its name and a chain of the
-- hashes of all its frames; with GOLDEN=file in the environment, compares them with the lines there
-- and exits with 1 where one differs.
local scenario = require "collide.scenario"

local function chain(path, steps)
    local run, sum = scenario.load(path), 5381
    for frame = 0, steps do
        if frame > 0 then run:step() end
        for c in run:hash():gmatch "." do sum = (sum * 33 ~ c:byte()) & 0xffffffffffffffff end
    end
    return ("%016x"):format(sum)
end

local golden, status = nil, 0
if os.getenv "GOLDEN" then
    golden = {}
    for line in io.lines(os.getenv "GOLDEN") do
        local name, hash = line:match "^(%S+) (%x+)$"
        if name then golden[name] = hash end
    end
end
for i = 2, #arg do
    local name, hash = arg[i]:match "([^/]+)%.lua$", chain(arg[i], math.tointeger(arg[1]))
    local note = ""
    if golden and golden[name] ~= hash then
        status = 1
        note = " differs from " .. (golden[name] or "nothing: it has no golden hash")
    end
    print(name .. " " .. hash .. note)
end
os.exit(status)
