-- Counts of scenes by row and column, printed as a table of Markdown: "wrong of all", or the number
-- of scenes alone where none is wrong.
local table_of = {}
table_of.__index = table_of

local function new(corner)
  return setmetatable({ corner = corner, rows = {}, columns = {} }, table_of)
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
  for _, cell in ipairs { cells[column], known(self.columns, column), cells } do
    cell.wrong, cell.all = cell.wrong + (wrong and 1 or 0), cell.all + 1
  end
end

local function text(cell)
  if not cell then return "-" end
  return cell.wrong == 0 and tostring(cell.all) or ("**%d of %d**"):format(cell.wrong, cell.all)
end

function table_of:print(out)
  out:write("| ", self.corner, " | ", table.concat(self.columns, " | "), " | all |\n|---|",
    ("--:|"):rep(#self.columns + 1), "\n")
  local sum = { wrong = 0, all = 0 }
  for _, row in ipairs(self.rows) do
    out:write("| ", row)
    for _, column in ipairs(self.columns) do out:write(" | ", text(self.rows[row][column])) end
    out:write(" | ", text(self.rows[row]), " |\n")
    sum.wrong, sum.all = sum.wrong + self.rows[row].wrong, sum.all + self.rows[row].all
  end
  out:write("| all")
  for _, column in ipairs(self.columns) do out:write(" | ", text(self.columns[column])) end
  out:write(" | ", text(sum), " |\n")
end

return new
