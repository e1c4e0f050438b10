-- Finds the places at which a C source can be mutated. It reads tokens, not a syntax tree: the
-- layout that clang-format gives (a binary operator has a space on both sides, a pointer's star has
-- not) tells what the tokens alone leave open. Only bodies of functions are mutated; comments,
-- strings, preprocessor lines, assertions, declarations of types and the heads of counting loops
-- are not.
local sites = {}

local swapped = {
  ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">", ["=="] = "!=", ["!="] = "==",
  ["+"] = "-", ["-"] = "+", ["*"] = "/", ["/"] = "*", ["+="] = "-=", ["-="] = "+=",
  ["*="] = "/=", ["/="] = "*=", ["&&"] = "||", ["||"] = "&&", ["++"] = "--", ["--"] = "++",
}
local numbers = { ["0"] = "1", ["1"] = "0", ["0.0"] = "1.0", ["1.0"] = "0.0" }
local types = {}
for word in ([[const static struct enum union unsigned signed int double float char bool size_t
  void uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t]]):gmatch "%S+" do
  types[word] = true
end
local keywords = {}
for word in ([[return if else for while do switch case default goto sizeof static_assert
  _Static_assert assert]]):gmatch "%S+" do
  keywords[word] = true
end

local three = { ["<<="] = true, [">>="] = true, ["..."] = true }
local two = {}
for word in ("<= >= == != += -= *= /= %= &= |= ^= && || ++ -- -> << >> ##"):gmatch "%S+" do
  two[word] = true
end

-- Replaces comments, literals of text and preprocessor lines by spaces; every other byte stays at
-- its place.
local function blanked(source)
  local function blank(text) return (text:gsub("[^\n]", " ")) end
  source = source:gsub("\\\n", "  ") -- continued lines become one; restored by place, not by line
  local out, at = {}, 1
  while at <= #source do
    local first, last
    local two_bytes = source:sub(at, at + 1)
    local byte = two_bytes:sub(1, 1)
    if two_bytes == "//" then
      first, last = at, (source:find("\n", at, true) or #source + 1) - 1
    elseif two_bytes == "/*" then
      first, last = at, select(2, assert(source:find("*/", at + 2, true)))
    elseif byte == '"' or byte == "'" then
      first, last = at, at + 1
      while source:sub(last, last) ~= byte do
        last = last + (source:sub(last, last) == "\\" and 2 or 1)
      end
    elseif byte == "#" and source:sub(1, at - 1):match "\n[ \t]*$" or byte == "#" and at == 1 then
      first, last = at, (source:find("\n", at, true) or #source + 1) - 1
    end
    if first then
      local text = source:sub(first, last)
      out[#out + 1] = (byte == '"' or byte == "'") and byte .. blank(text:sub(3)) .. byte
        or blank(text)
      at = last + 1
    else
      out[#out + 1] = byte
      at = at + 1
    end
  end
  return table.concat(out)
end

-- A list of { text =, at =, stop =, kind = "name" | "number" | "text" | "sign" }.
local function tokens_of(source)
  local text, list, at = blanked(source), {}, 1
  while true do
    at = text:find("%S", at)
    if not at then return list end
    local stop, kind
    if text:find("^[%a_]", at) then
      stop, kind = select(2, text:find("^[%w_]+", at)), "name"
    elseif text:find("^%.?%d", at) then
      stop = at
      while text:find("^[%w_.]", stop + 1)
        or text:find("^[+-]", stop + 1) and text:find("^[eEpP]", stop)
        and not (text:find("^0[xX]", at) and text:find("^[eE]", stop)) do
        stop = stop + 1
      end
      kind = "number"
    elseif text:find("^[\"']", at) then
      stop, kind = text:find(text:sub(at, at), at + 1, true), "text"
    else
      local length = three[text:sub(at, at + 2)] and 3 or two[text:sub(at, at + 1)] and 2 or 1
      stop, kind = at + length - 1, "sign"
    end
    list[#list + 1] = { text = text:sub(at, stop), at = at, stop = stop, kind = kind }
    at = stop + 1
  end
end

local opening = { ["("] = ")", ["["] = "]", ["{"] = "}" }
local closing = { [")"] = true, ["]"] = true, ["}"] = true }

-- Gives each opening token the index of the one that closes it (`match`), and the other way round.
local function match_brackets(tokens)
  local open = {}
  for i, token in ipairs(tokens) do
    if opening[token.text] then
      open[#open + 1] = i
    elseif closing[token.text] then
      local j = table.remove(open)
      if j then tokens[j].match, token.match = i, j end
    end
  end
end

-- Marks the tokens that may be mutated: those in a body of a function, whose name is `within`.
local function mark_bodies(tokens)
  local i = 1
  while i <= #tokens do
    local token = tokens[i]
    if token.text == "{" and token.match then
      local before = tokens[i - 1]
      if before and before.text == ")" then
        local name = tokens[before.match - 1].text
        for j = i, token.match do tokens[j].inside, tokens[j].within = true, name end
        i = token.match
      elseif not (before and before.kind == "text") then -- extern "C" { is passed through
        i = token.match
      end
    end
    i = i + 1
  end
  local function hide(first, last)
    for j = first, last do tokens[j].inside = false end
  end
  for j, token in ipairs(tokens) do
    local following = tokens[j + 1]
    if following and following.text == "(" and following.match then
      if token.text:find "assert$" then
        hide(j, following.match)
      elseif token.text == "for" and tokens[j + 2].kind == "name"
        and tokens[j + 3].kind == "name" then
        hide(j + 1, following.match) -- for (int i = 0; ...)
      end
    elseif token.text == "enum" or token.text == "struct" or token.text == "union" then
      local brace = tokens[j + 1].text == "{" and j + 1 or tokens[j + 2].text == "{" and j + 2
      if brace and token.inside then hide(j, tokens[brace].match) end
    end
  end
end

-- Whether a statement begins at token i.
local function begins_statement(tokens, i)
  local before = tokens[i - 1]
  if before.text == ";" or before.text == "{" or before.text == "else" then
    return before.text ~= "{" or tokens[i - 2].text ~= "=" and tokens[i - 2].text ~= ")"
      or tokens[before.match].text == "}"
  elseif before.text == "}" then
    return tokens[before.match - 1].text == ")" or tokens[before.match - 1].text == "else"
      or tokens[before.match - 1].text == ";" or tokens[before.match - 1].text == "}"
      or tokens[before.match - 1].text == "{"
  elseif before.text == ")" and before.match then
    local head = tokens[before.match - 1].text
    return head == "if" or head == "for" or head == "while"
  end
  return false
end

-- The index of the last token of the expression statement that begins at token i; nil if none does
-- that could be left out.
local function statement_end(tokens, i)
  local first, second = tokens[i], tokens[i + 1]
  if first.kind ~= "name" and first.text ~= "*" and first.text ~= "(" and first.text ~= "++" then
    return nil
  elseif types[first.text] or keywords[first.text] then
    return nil
  elseif first.kind == "name" and (second.kind == "name" or second.text == "*") then
    return nil -- a declaration
  elseif first.text == "(" and tokens[i + 1].text == "void" then
    return nil
  end
  local j = i
  while tokens[j] and tokens[j].text ~= ";" do
    if tokens[j].text == ":" and tokens[j - 1] == first then return nil end -- a label
    if tokens[j].text == "}" or tokens[j].text == "{" and tokens[j - 1].text ~= ")" then
      return nil
    end
    j = opening[tokens[j].text] and tokens[j].match or j
    j = j + 1
  end
  return tokens[j] and j
end

local function is_operand(token)
  return token.kind == "name" and not keywords[token.text] or token.kind == "number"
    or token.text == ")" or token.text == "]"
end

local boundary = { [";"] = true, ["{"] = true, ["}"] = true }

-- The place where the statement around token i begins, and that where it ends; of a statement with
-- a block the block does not count.
local function statement_around(tokens, i)
  local first, last = i, i
  while not boundary[tokens[first - 1].text] do first = first - 1 end
  while not boundary[tokens[last].text] do last = last + 1 end
  return tokens[first].at, tokens[last].at
end

-- All sites of a source. `exists(name)` says whether the sources hold such a name: min and max are
-- exchanged in names only where both are there. Each site has `at` and `stop`, the place of what
-- is replaced, `by`, what replaces it (on as many lines), `kind`, `within`, the name of the
-- function, and `from` and `to`, the place of the statement.
function sites.of(source, exists)
  local tokens, found = tokens_of(source), {}
  match_brackets(tokens)
  mark_bodies(tokens)
  local index = {}
  for i, token in ipairs(tokens) do index[token] = i end
  local function site(first, last, by, kind)
    local _, lines = source:sub(first.at, last.stop):gsub("\n", "")
    local _, kept = by:gsub("\n", "")
    local from, to = statement_around(tokens, index[first])
    found[#found + 1] = { at = first.at, stop = last.stop, by = by .. ("\n"):rep(lines - kept),
      kind = kind, within = first.within, from = from, to = to }
  end
  for i, token in ipairs(tokens) do
    if token.inside then
      local before, following = tokens[i - 1], tokens[i + 1]
      local other = swapped[token.text]
      if other and token.kind == "sign" then
        local spaced = source:sub(token.at - 1, token.at - 1):find "%s"
          and source:sub(token.stop + 1, token.stop + 1):find "%s"
        if spaced and is_operand(before) or token.text == "++" or token.text == "--" then
          site(token, token, other, "operator")
        end
      elseif token.kind == "number" and numbers[token.text] then
        local zeroed = before.text == "{" and following.text == "}" -- {0} sets everything
        if not zeroed then site(token, token, numbers[token.text], "constant") end
      elseif token.kind == "name" and following.text == "(" then
        local twin = token.text:find "min" and token.text:gsub("min", "max")
          or token.text:find "max" and token.text:gsub("max", "min")
        if twin and (twin == "fmin" or twin == "fmax" or exists(twin)) then
          site(token, token, twin, "extremum")
        end
        if token.text == "if" and following.match then
          site(following, tokens[following.match],
            "(!" .. source:sub(following.at, tokens[following.match].stop) .. ")", "condition")
        end
      end
      if begins_statement(tokens, i) then
        local last = statement_end(tokens, i)
        if last and tokens[last].inside then site(token, tokens[last], ";", "statement") end
      end
    end
  end
  return found
end

-- Describes the sites of a source, each by `line`, the lines that it touches, `before` and `after`,
-- without the space around them, and `number`, which tells equal ones of a function apart.
function sites.describe(source, list)
  local starts, equal = { 1 }, {}
  for stop in source:gmatch "()\n" do starts[#starts + 1] = stop + 1 end
  local line = 1
  table.sort(list, function(a, b) return a.at < b.at or a.at == b.at and a.by < b.by end)
  for _, site in ipairs(list) do
    while starts[line + 1] and starts[line + 1] <= site.at do line = line + 1 end
    local first = source:sub(starts[line], site.at - 1)
    local last = source:match("^[^\n]*", site.stop + 1)
    local function joined(text)
      return (first .. text .. last):gsub("%s+", " "):match "^ ?(.-) ?$"
    end
    site.line = line
    site.before, site.after = joined(source:sub(site.at, site.stop)), joined(site.by)
    local name = table.concat({ site.within, site.before, site.after }, "\n")
    equal[name] = (equal[name] or 0) + 1
    site.number = equal[name]
  end
end

return sites
