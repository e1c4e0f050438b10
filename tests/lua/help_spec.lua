-- collide.help knows every name that the module binds and every field of a scenario, by value, by
-- function and by name, and says what types/ says.
local collide = require "collide"
local expect = require "tests.support.expect"
local members = require "tests.support.members"

local help = collide.help
local world = collide.world { dim = 2 }
local body = world:add(collide.circle({ 0, 0 }, 1), { mass = 1, velocity = { 9, 0 } })
world:add(collide.circle({ 3, 0 }, 1))
world:step(1)
local values = {
  vec = collide.vec(1, 2), quat = collide.quat({ 0, 1, 0 }, 1), shape = body.shape, world = world,
  body = body, contact = body:contact(body), hit = body:raycast({ -3, 0 }, { 1, 0 }),
  event = world:events()(), batch = collide.batch { body },
}

describe("help", function()
  it("lists every function", function()
    local text = help()
    for name, value in pairs(collide) do
      if type(value) == "function" and name ~= "help" then
        assert.truthy(text:find("%f[%w_]" .. name .. "%f[^%w_]"), name)
      end
    end
    assert.equal(text, help(nil))
    assert.equal(text, help(collide))
    assert.equal(text, help "collide")
  end)

  it("knows every function, as a value and by name", function()
    for name, value in pairs(collide) do
      if type(value) == "function" then
        local text = help(value)
        assert.equal("collide." .. name .. "(", text:sub(1, #name + 9))
        assert.is_true(#text > #name + 20)
        assert.equal(text, help("collide." .. name))
      end
    end
    for name in pairs(collide.numbers) do help("numbers." .. name) end
    assert.truthy(help(collide.numbers):find("numbers.raycast(origin", 1, true))
  end)

  it("knows every type and member", function()
    local count = 0
    for class, value in pairs(values) do
      local text = help(value)
      assert.equal(text, help(class == "vec" and "Vec" or class))
      assert.equal(class, text:match "^[^\n]+")
      for name, member in pairs(members(value)) do
        count = count + 1
        local of = help(class .. ":" .. name)
        assert.equal(class, of:match "^%w+", name)
        assert.truthy(text:find(of:match "^[^\n]+", 1, true), name)
        if type(member) == "function" then
          local first = help(member):match "^[^\n]+"
          assert.equal(name, first:match "^%w+:([%w_]+)%(", name)
        end
      end
    end
    assert.is_true(count > 100)
  end)

  it("knows what a scenario is given", function()
    for _, name in ipairs { "draw", "draw.text", "draw.plot", "input", "input.down", "scenario",
      "scenario.load", "run", "run:step", "style", "vector", "response" } do
      assert.is_true(#help(name) > 20, name)
    end
  end)

  it("says which others have a member of this name", function()
    assert.truthy(help "checks":find("\nalso scenario.checks: table", 1, true)
      or help "checks":find("\nalso run:checks()", 1, true))
    for _, owner in ipairs { "input", "draw" } do
      assert.truthy(help "text":find(owner .. ".text: ", 1, true), owner)
    end
    assert.is_nil(help "scenario.checks":find("also", 1, true))
  end)

  it("says what the choices of an alias are", function()
    assert.truthy(help "shown":find('"queries" | "normals"', 1, true))
    assert.truthy(help "kind":find('"compound"', 1, true))
  end)

  it("raises for what it does not know, with the nearest name", function()
    expect.raises("bad argument #1 to 'help' (nothing is called 'raycst'; did you mean "
      .. "'collide.raycast'?)", help, "raycst")
    for _, name in ipairs { "teapot", "log" } do -- log is no nearer to dot than to anything
      expect.raises("bad argument #1 to 'help' (nothing is called '" .. name
        .. "'; help() lists what is)", help, name)
    end
    expect.raises("bad argument #1 to 'help' (what must be a name, or a function or value of "
      .. "collide, got 3)", help, 3)
    expect.raises("bad argument #1 to 'help' (what must be a name, or a function or value of "
      .. "collide, got function)", help, string.gmatch("", "x"))
    expect.raises("bad argument #1 to 'help' (what must be a name, or a function or value of "
      .. "collide, got table)", help, setmetatable({}, { __index = print }))
  end)
end)
