-- Reads one JSON value from a text (RFC 8259, all but surrogate pairs). null is json.null, so that
-- a field that is null differs from a field that is missing.
local json = { null = setmetatable({}, { __tostring = function() return "null" end }) }

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local constants = { ["true"] = true, ["false"] = false, null = json.null }
local value

local function fail(text, at)
  error(("no JSON at %d: %s"):format(at, text:sub(at, at + 20)), 0)
end

local function skip(text, at) return text:match("^[ \t\r\n]*()", at) end

local function string_value(text, at)
  local from, to = text:find('^"[^"\\%c]*', at)
  local parts = {}
  while from do
    parts[#parts + 1] = text:sub(parts[1] and from or from + 1, to)
    local escape = text:match('^\\(["\\/bfnrt])', to + 1)
    local code = text:match("^\\u(%x%x%x%x)", to + 1)
    if text:sub(to + 1, to + 1) == '"' then return table.concat(parts), to + 2 end
    if not escape and not code then break end
    parts[#parts + 1] = code and utf8.char(tonumber(code, 16)) or escapes[escape] or escape
    from, to = text:find('^[^"\\%c]*', to + (code and 7 or 3))
  end
  fail(text, at)
end

-- Reads the elements between brackets: add(at) reads one and returns where it ends.
local function list(text, at, close, add)
  at = skip(text, at + 1)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = skip(text, add(at))
    local after = text:sub(at, at)
    if after == close then return at + 1 end
    if after ~= "," then fail(text, at) end
    at = skip(text, at + 1)
  end
end

function value(text, at)
  at = skip(text, at)
  local first = text:sub(at, at)
  if first == '"' then return string_value(text, at) end
  if first == "[" then
    local result = {}
    return result, list(text, at, "]", function(i)
      result[#result + 1], i = value(text, i)
      return i
    end)
  end
  if first == "{" then
    local result = {}
    return result, list(text, at, "}", function(i)
      local key
      key, i = string_value(text, i)
      i = skip(text, i)
      if text:sub(i, i) ~= ":" then fail(text, i) end
      result[key], i = value(text, i + 1)
      return i
    end)
  end
  local word, after = text:match("^(%l+)()", at)
  if word and constants[word] ~= nil then return constants[word], after end
  local number
  number, after = text:match("^(%-?%d+%.?%d*[eE]?[+-]?%d*)()", at)
  if not tonumber(number) then fail(text, at) end
  return tonumber(number), after
end

function json.decode(text)
  local result, at = value(text, 1)
  if skip(text, at) <= #text then fail(text, at) end
  return result
end

return json
