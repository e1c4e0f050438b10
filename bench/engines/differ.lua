-- lua5.4 differ.lua FILE: prints the cases of FILE, one a line, in which collide answers otherwise.
local collide, scenario = require "collide", require "collide.scenario"
for line in io.lines(arg[1]) do
    local played = scenario.play(line)
    local a, b = table.unpack(played.arguments)
    local touch = math.abs(collide.distance(a, b)) < 1e-5 -- may go either way, in single precision
    if not played.same and not touch then print(line) end
end
