-- types/collide.lua documents exactly what the module binds: every function, method, field and
-- argument, and nothing else. Both lists are compared in both directions; the spec fails where a
-- name is taken away, and sees members of every type.
local collide = require "collide"
local members = require "tests.support.members"

local world = collide.world { dim = 2 }
local body = world:add(collide.point { 0, 0 }, { mass = 1, velocity = { 1, 0 } })
world:add(collide.point { 1, 0 })
world:step(2)

local classes = {
  ["collide.World"] = { object = world, name = "World" },
  ["collide.Body"] = { object = body, name = "Body" },
  ["collide.Event"] = { object = world:events()(), name = "Event" },
  ["collide.Vec"] = { object = collide.vec(1, 2, 3), name = "Vec" },
  ["collide.Quat"] = { object = collide.quat({ 0, 1, 0 }, 1), name = "Quat" },
  ["collide.Shape"] = { object = collide.point { 0, 0 }, name = "Shape" },
  ["collide.Contact"] = {
    object = collide.contact(collide.point { 0, 0 }, collide.point { 0, 0 }), name = "Contact",
  },
  ["collide.Batch"] = { object = collide.batch { collide.point { 0, 0 } }, name = "Batch" },
  ["collide.Hit"] = {
    object = collide.raycast({ 0, 0 }, { 1, 0 }, collide.point { 0, 0 }), name = "Hit",
  },
}

-- Documented classes that are no types of the binding: what others inherit, and tables.
local unbound = { "collide.Located", "collide.ContactPoint" }

-- What is bound: name -> "function" or "field", for the module (class ""), its table of functions
-- that return numbers, and each type.
local function bound()
  local found = { [""] = {} }
  for name, value in pairs(collide) do
    found[""][name] = type(value) == "function" and "function" or "field"
  end
  found["collide.Numbers"] = {}
  for name in pairs(collide.numbers) do found["collide.Numbers"][name] = "function" end
  for class, example in pairs(classes) do
    found[class] = {}
    for name, value in pairs(members(example.object)) do
      found[class][name] = type(value) == "function" and "function" or "field"
    end
  end
  return found
end

-- What is documented, in the same form; errors in the definitions go to a list.
local function documented(complain)
  local found, of_local, current, comment = { [""] = {}, ["collide.Numbers"] = {} }, {}, nil, false
  for class, example in pairs(classes) do
    found[class] = {}
    of_local[example.name] = class
  end
  for _, class in ipairs(unbound) do found[class] = {} end
  local function add(class, name, kind)
    if not found[class] then return complain("unknown class of " .. name) end
    if found[class][name] then complain("documented twice: " .. class .. "." .. name) end
    found[class][name] = kind
  end
  for line in io.lines "types/collide.lua" do
    local class, base = line:match "^%-%-%-@class ([%w.]+) ?:? ?([%w.]*)"
    current = class or current
    for name, kind in pairs(base ~= "" and found[base] or {}) do add(class, name, kind) end
    local field = line:match "^%-%-%-@field ([%w_]+)"
    local owner, method = line:match "^function (%u%w*):([%w_]+)%("
    local name = line:match "^function collide%.([%w_]+)%("
    local number = line:match "^function collide%.numbers%.([%w_]+)%("
    if field then add(current == "collide" and "" or current, field, "field") end
    if number then add("collide.Numbers", number, "function") end
    if method then add(of_local[owner] or "", method, "function") end
    if name then add("", name, "function") end
    if (method or name or number) and not comment then complain("no comment above " .. line) end
    comment = line:match "^%-%-%-" ~= nil
  end
  return found
end

local function difference(from, to, what, complain)
  for class, names in pairs(from) do
    for name, kind in pairs(to[class] and names or {}) do
      if to[class][name] ~= kind then
        complain(("%s: %s %s %s"):format(what, class == "" and "collide" or class, kind, name))
      end
    end
  end
end

describe("types/collide.lua", function()
  local complaints = {}
  local function complain(text) complaints[#complaints + 1] = text end
  local function none() assert.equal("", table.concat(complaints, "\n")) end
  before_each(function() complaints = {} end)

  it("documents every bound name", function()
    difference(bound(), documented(complain), "not documented", complain)
    none()
  end)

  it("documents no name that does not exist", function()
    difference(documented(complain), bound(), "does not exist", complain)
    none()
  end)

  it("documents the arguments of every function", function()
    local params = {}
    for line in io.lines "types/collide.lua" do
      local param = line:match "^%-%-%-@param ([%w_.]+)"
      local list = line:match "^function [%w.:]+(%b())"
      if param then params[#params + 1] = param end
      if list then
        local expected = "(" .. table.concat(params, ", ") .. ")"
        if list ~= expected then complain(line .. " documents " .. expected) end
      end
      if not line:match "^%-%-%-" then params = {} end
    end
    none()
  end)

  it("can be seen to fail", function()
    local missing = bound()
    missing[""].teapot = "function"
    missing["collide.Shape"].radius = nil
    difference(missing, documented(complain), "not documented", complain)
    assert.same({ "not documented: collide function teapot" }, complaints)
    complaints = {}
    difference(documented(complain), missing, "does not exist", complain)
    assert.same({ "does not exist: collide.Shape field radius" }, complaints)
  end)

  it("knows members of every type", function()
    for class, names in pairs(bound()) do assert.is_not_nil(next(names), class) end
    assert.equal("field", bound()["collide.Hit"].exit_normal)
    assert.equal("function", bound()["collide.Shape"].raycast)
  end)
end)
