-- What a scenario says of itself is checked when it is loaded: what is wrong raises one line that
-- names it. (tests/run/runner_test.c looks at what reaches the window.)
local scripts = require "tests.support.scripts"

describe("scenario.about and scenario.controls", function()
  local files = scripts.of_spec(setup, teardown)

  it("may be texts, or one for each language", function()
    for _, text in ipairs {
      "about = 'One sentence.'", "about = ''", "about = { en = 'One', ja = '一' }",
      "about = { ja = '一' }", "about = [[ two\n\t lines ]]",
      "controls = {}", "controls = { left = 'turn', [';'] = { en = 'fire', ja = '撃つ' } }",
      "controls = { mouse = 'aim', wheel = 'zoom', ['mouse left'] = 'fire', text = 'a name', "
        .. "['pad leftx'] = 'steer', ['pad a'] = 'jump' }",
    } do
      assert.equal(0, files.load("return { " .. text .. " }").frame)
    end
  end)

  it("raise one line that names what is wrong", function()
    local languages = "a text or { en = ..., ja = ... }"
    for text, expected in pairs {
      ["about = 5"] = "about must be " .. languages .. ", got 5",
      ["about = false"] = "about must be " .. languages .. ", got false",
      ["about = {}"] = "about must be " .. languages .. ", got nil",
      ["about = { en = 'a', ja = 1 }"] = "about must be " .. languages .. ", got 1",
      ["about = { fr = 'un' }"] = "about has the language \"fr\"; there are en and ja",
      ["about = ('x'):rep(102400)"] = "about has 102400 bytes; 2000 is the most",
      ["about = 'a\\27[31mb'"] = "about has a control character, \"\\27\"",
      ["about = 'a\\0b'"] = "about has a control character, \"\\0\"",
      ["about = '\\xff'"] = "about is not valid UTF-8",
      ["abuot = ''"] = "the scenario has a field 'abuot'; did you mean 'about'?",
      ["controls = 'left'"] = "controls must be a table { key = what it does }, got \"left\"",
      ["controls = { lefft = 'turn' }"] =
        "controls: unknown key \"lefft\"; did you mean 'left'?",
      ["controls = { 'left' }"] = "controls: the name of a key must be a string, got 1",
      ["controls = { left = 7 }"] = "controls.left must be " .. languages .. ", got 7",
      ["controls = { left = ('x'):rep(201) }"] = "controls.left has 201 bytes; 200 is the most",
      ["controls = (function() local t = {} for i = 0, 99 do t[utf8.char(0x3041 + i)] = 'x' end "
        .. "return t end)()"] = "controls names 100 keys; 64 is the most",
      ["controls = { left = 'a\\7' }"] = "controls.left has a control character, \"\\7\"",
    } do
      local line = files.raised(function() files.load("return { " .. text .. " }") end)
      assert.equal("x.lua: " .. expected, line)
    end
  end)
end)
