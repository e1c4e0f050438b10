-- Names that do not exist: a misspelling, or another library's word, raises and says what is meant;
-- every other name is nil, so that scripts can ask what a value is.
local collide = require "collide"
local expect = require "tests.support.expect"
local members = require "tests.support.members"
local vec = collide.vec

local circle = collide.circle({ 0, 0 }, 1)
local world = collide.world { dim = 2 }
local body = world:add(circle, { mass = 1, velocity = { 9, 0 } })
world:add(collide.circle({ 3, 0 }, 1))
world:step(1)

local values = {
  vec = vec(1, 2), quat = collide.quat({ 0, 1, 0 }, 1), shape = circle, world = world, body = body,
  contact = circle:contact(circle), hit = circle:raycast({ -3, 0 }, { 1, 0 }),
  event = world:events()(), batch = collide.batch { circle },
}

local function read(value, name) return value[name] end
local function bad(message, value, name) expect.raises(message, read, value, name) end

describe("a misspelled name", function()
  it("raises and says which is meant", function()
    bad("a vec has no 'lenght'; did you mean the method 'length'?", vec(1, 2), "lenght")
    bad("a vec has no 'normalize'; did you mean the method 'normalized'?", vec(1, 2), "normalize")
    bad("a vec has no 'normalise'; did you mean the method 'normalized'?", vec(1, 2), "normalise")
    bad("a quat has no 'conjugated'; did you mean the method 'conjugate'?", values.quat,
      "conjugated")
    bad("a shape has no 'raduis'; did you mean the field 'radius'?", circle, "raduis")
    bad("a shape has no 'moveTo'; did you mean the method 'move_to'?", circle, "moveTo")
    bad("a shape has no 'rayCast'; did you mean the method 'raycast'?", circle, "rayCast")
    bad("a hit has no 'norml'; did you mean the field 'normal'?", values.hit, "norml")
    bad("a contact has no 'dept'; did you mean the field 'depth'?", values.contact, "dept")
    bad("a body has no 'getPosition'; did you mean the field 'position'?", body, "getPosition")
    bad("a world has no 'overlpa'; did you mean the method 'overlap'?", world, "overlpa")
    bad("an event has no 'pointt'; did you mean the field 'point'?", values.event, "pointt")
    bad("collide has no 'spheer'; did you mean 'sphere'?", collide, "spheer")
    bad("collide has no 'newWorld'; did you mean 'world'?", collide, "newWorld")
    bad("collide has no 'vec2'; did you mean 'vec'?", collide, "vec2")
    bad("collide has no 'get_distance'; did you mean 'distance'?", collide, "get_distance")
    bad("collide.numbers has no 'raycats'; did you mean 'raycast'?", collide.numbers, "raycats")
  end)

  it("has its position, as a method too", function()
    local line = debug.getinfo(1, "l").currentline + 1
    local _, message = pcall(function() return vec(1, 2):lenght() end)
    assert.truthy(message:find("spelling_spec.lua:" .. line .. ": a vec has no 'lenght'", 1, true))
  end)

  it("may be another library's word", function()
    bad("a vec has no 'len'; use v:length()", vec(1, 2), "len")
    bad("a vec has no 'ground'; move_and_slide returns five values: moved, rest, hits, ground, "
      .. "floor", collide.move_and_slide(collide.circle({ 0, 0 }, 1), { 1, 0 }, {}), "ground")
    bad("a body has no 'setLinearVelocity'; use the field body.velocity", body,
      "setLinearVelocity")
    bad("collide has no 'rectangle'; use collide.aabb(min, max), or collide.box(center, "
      .. "half_extents)", collide, "rectangle")
  end)
end)

describe("every word of other libraries", function()
  it("raises, and what it advises exists", function()
    local owners = { v = members(vec(1, 2)), collide = collide }
    for name, value in pairs(values) do owners[name] = members(value) end
    local count, advised = 0, 0
    for line in io.lines "src/lua/values/spelling.c" do
      local owner, word, advice = line:match '^%s*{"(%w+)", "(%w+)", "(.*)"},$'
      if owner then
        count = count + 1
        local value = owner == "collide" and collide or values[owner]
        local asked = "get" .. word:sub(1, 1):upper() .. word:sub(2)
        local ok, message = pcall(read, value, asked)
        assert.is_false(ok, asked)
        assert.truthy(message:find("; " .. advice:gsub("\\", ""), 1, true), message)
        for of, name in advice:gmatch "%f[%w_]([%a_]+)[.:]([%a_][%w_]*)" do
          if owners[of] then
            advised = advised + 1
            assert.is_not_nil(rawget(owners[of], name), advice)
          end
        end
      end
    end
    assert.is_true(count > 90 and advised > 80, count .. " words, " .. advised .. " names")
  end)
end)

describe("any other name", function()
  it("is nil, also where another type has it, but in a body where its shape has it", function()
    local body_words = {}
    for line in io.lines "src/lua/values/spelling.c" do
      local word = line:match '^%s*{"body", "(%w+)",'
      if word then body_words[word] = true end
    end
    for _, value in pairs(values) do
      for _, name in ipairs { ("teapot"):rep(6), "teapot", "handle", "xx", "w", "" } do
        if value ~= values.quat or name ~= "w" then assert.is_nil(value[name]) end
      end
      for _, other in pairs(values) do
        for name in pairs(members(other)) do
          local raises = value == body and body_words[name]
          assert.equal(not raises, (pcall(read, value, name)), name)
        end
      end
    end
    assert.is_nil(collide.teapot)
    assert.is_nil(collide[("teapot"):rep(6)])
    assert.is_nil(collide[1])
  end)
end)

describe("a call with the wrong sign", function()
  it("says which", function()
    for name, value in pairs { sphere = { 0, 0 }, vec = 0, world = { dim = 2 } } do
      expect.raises(("'%s' is called with a dot, collide.%s(...), not with a colon"):format(name,
        name), function() collide[name](collide, value) end)
    end
    expect.raises("cannot call 'step' (self must be a world, got 1; a method is called with a "
      .. "colon, as in world:step(...))", function() world.step(1) end)
  end)
end)

describe("collide.version", function()
  it("is that of the program", function()
    assert.truthy(collide.version:match "^%d+%.%d+%.%d+$")
  end)
end)
