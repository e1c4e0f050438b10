-- Counts of scenes by row and column, printed as a table of Markdown: a line of a summary, and the
-- counts themselves, "wrong of all", where some are wrong.
local table_of = {}
table_of.__index = table_of

local function new(corner)
  return setmetatable({ corner = corner, rows = {}, columns = {}, wrong = 0, all = 0 }, table_of)
end

local function known(list, name)
  if not list[name] then
    list[#list + 1], list[name] = name, { wrong = 0, all = 0 }
  end
  return list[name]
end

function table_of:add(row, column, wrong)
  local cells = known(self.rows, row)
  cells[column] = cells[column] or { wrong = 0, all = 0 }
  for _, cell in ipairs { cells[column], known(self.columns, column), cells, self } do
    cell.wrong, cell.all = cell.wrong + (wrong and 1 or 0), cell.all + 1
  end
end

local function text(cell)
  if not cell then return "-" end
  return cell.wrong == 0 and tostring(cell.all) or ("**%d of %d**"):format(cell.wrong, cell.all)
end

--- The heads of the lines of summaries.
function table_of.print_head(out, first)
  out:write("| ", first, " | movers | floors | scenes | wrong |\n|---|--:|--:|--:|--:|\n")
end

function table_of:print_summary(out, title)
  out:write(("| %s | %d | %d | %d | %d |\n"):format(title, #self.rows, #self.columns, self.all,
    self.wrong))
end

function table_of:print(out)
  out:write("| ", self.corner, " | ", table.concat(self.columns, " | "), " | all |\n|---|",
    ("--:|"):rep(#self.columns + 1), "\n")
  for _, row in ipairs(self.rows) do
    out:write("| ", row)
    for _, column in ipairs(self.columns) do out:write(" | ", text(self.rows[row][column])) end
    out:write(" | ", text(self.rows[row]), " |\n")
  end
  out:write("| all")
  for _, column in ipairs(self.columns) do out:write(" | ", text(self.columns[column])) end
  out:write(" | ", text(self), " |\n")
end

return { new = new, print_head = table_of.print_head }
