-- Expectations that several specs share: vectors near each other, and errors with their message.
local collide = require "collide"

local expect = {}

local function is_vec(value) return type(value) == "userdata" and value.x ~= nil end

-- |value - expected| <= tolerance, for numbers and vectors; infinities must be equal.
function expect.near(expected, value, tolerance, what)
  local off
  if type(expected) == "table" then expected = collide.vec(table.unpack(expected)) end
  if is_vec(expected) and is_vec(value) and #expected == #value then
    off = (value - expected):length()
  elseif type(expected) == "number" and type(value) == "number" then
    off = expected == value and 0 or math.abs(value - expected)
  end
  if not (off and off <= (tolerance or 1e-15)) then
    error(("%s: expected %s, got %s"):format(what or "value", expected, value), 2)
  end
end

-- f(...) must raise `message`, after the position that Lua may put before it.
function expect.raises(message, f, ...)
  local ok, raised = pcall(f, ...)
  if ok then error(("expected the error %q, got none"):format(message), 2) end
  raised = tostring(raised):gsub("^[^\n]-:%d+: ", "")
  if raised ~= message then
    error(("expected the error\n  %s\ngot\n  %s"):format(message, raised), 2)
  end
end

-- Asserts that a call raises "bad argument #1 to 'f' (...)", of "f #1 (...)"; f is among functions.
function expect.bad(functions, text, ...)
  local name, rest = text:match "^([%w_]+) (.*)"
  local message = "bad argument " .. rest:gsub(" ", " to '" .. name .. "' ", 1)
  expect.raises(message, functions[name], ...)
end

-- That a call raises a message which contains a text.
function expect.raises_with(text, f, ...)
  local ok, raised = pcall(f, ...)
  if ok then error(("expected an error with %q, got none"):format(text), 2) end
  if not tostring(raised):find(text, 1, true) then
    error(("expected an error with\n  %s\ngot\n  %s"):format(text, raised), 2)
  end
end

return expect
