-- What the peers of single queries printed (peers/queries.hpp), as tables: lua5.4 queries.lua
-- <name>=<file>... A row for each family of cases, a column for each engine: "missed + invented of
-- all".
local names, families, rays = {}, {}, {}

for _, argument in ipairs(arg) do
  local name, path = argument:match("^(.-)=(.*)$")
  names[#names + 1] = name
  for line in io.lines(path) do
    local family, all, missed, invented = line:match("^(%S+) (%d+) (%d+) (%d+)$")
    if family then
      if not families[family] then
        families[#families + 1], families[family] = family, {}
      end
      families[family][name] = ("%s + %s of %s"):format(missed, invented, all)
    else
      local count, leaks = line:match("^rays (%d+) (%d+)$")
      rays[name] = ("%s of %s"):format(leaks, count)
    end
  end
end

local function row(first, cells)
  io.write("| ", first)
  for _, name in ipairs(names) do io.write(" | ", cells[name] or "-") end
  io.write(" |\n")
end

io.write("\n## Single queries, beside other engines\n\n",
  "Of the cases with exact verdicts: touches that were missed + touches that are none; of the ",
  "rays: leaks.\n\n| |")
for _, name in ipairs(names) do io.write(" ", name, " |") end
io.write("\n|---|", ("--:|"):rep(#names), "\n")
for _, family in ipairs(families) do row(family, families[family]) end
row("rays", rays)
