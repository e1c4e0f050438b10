-- types/scenario.lua documents exactly what collide.scenario gives: its functions, the methods and
-- fields of a run, and those of input and draw. Both lists are compared in both directions.
local scenario = require "collide.scenario"

local probe = [[
local seen = {}
return {
  load = function() return seen end,
  update = function(_, _, _, input) seen.input = input end,
  draw = function(s, draw)
    for name in pairs(draw) do draw.text(name) end
    for name, value in pairs(s.input or {}) do
      draw.text("Input." .. name)
      for part in pairs(type(value) == "table" and value or {}) do
        draw.text(name:gsub("^%l", string.upper) .. "." .. part)
      end
    end
  end,
}]]

local function documented()
  local found, class = {}, ""
  for line in io.lines "types/scenario.lua" do
    class = line:match "^%-%-%-@class ([%w.]+)" or class
    local field = line:match "^%-%-%-@field ([%w_]+)"
    if field then found[class .. "." .. field] = true end
    local owner, name = line:match "^function (%w+)[.:]([%w_]+)%("
    if owner then found["collide." .. owner .. "." .. name] = true end
  end
  return found
end

local function existing()
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(probe)
  file:close()
  local run = scenario.load(path):step()
  os.remove(path)
  local found = {}
  for name in pairs(scenario) do found["collide.scenario." .. name] = true end
  for name in pairs(run) do found["collide.Run." .. name] = true end
  for name in pairs(getmetatable(run).__index) do found["collide.Run." .. name] = true end
  for _, drawing in ipairs(run:drawings()) do
    local name = drawing.text
    found["collide." .. (name:find(".", 1, true) and name or "Draw." .. name)] = true
  end
  return found
end

describe("types/scenario.lua", function()
  local names, types = existing(), documented()

  it("documents every name", function()
    for name in pairs(names) do assert.is_true(types[name], name .. " is not documented") end
  end)

  it("documents no name that does not exist", function()
    for name in pairs(types) do
      local class = name:match "^(.*)%."
      if class == "collide.scenario" or class == "collide.Run" or class == "collide.Input"
        or class == "collide.Draw" or class == "collide.Mouse" or class == "collide.Pad" then
        assert.is_true(names[name], name .. " does not exist")
      end
    end
  end)

  it("knows some of each", function()
    for _, name in ipairs { "scenario.load", "Run.state", "Run.seek", "Input.down", "Draw.plot",
      "Mouse.wheel", "Pad.axis" } do
      assert.is_true(names["collide." .. name], name)
    end
  end)
end)
