-- Reads and writes the entries of survivors.md: mutants that no test can find, by file, function,
-- and the line before and after.
local survivors = {}

local function key(path, within, before, after)
  return table.concat({ path, within, before, after }, "\n")
end

function survivors.key(mutant)
  return key(mutant.path, mutant.within, mutant.before, mutant.after)
end

-- A mutant as survivors.md has it.
function survivors.entry(mutant)
  return ("%s:%d survived%s\n\n    %s %s\n    - %s\n    + %s\n"):format(mutant.path, mutant.line,
    mutant.unreached and ", and no test reaches it" or "", mutant.path, mutant.within,
    mutant.before, mutant.after)
end

-- The keys of all entries: key -> true.
function survivors.read()
  local known, path, within, before = {}, nil, nil, nil
  for line in io.lines "tests/mutants/survivors.md" do
    if line:find "^    src/" then path, within = line:match "^    (src/%S+) ([%w_]+)$" end
    before = line:match "^    %- (.*)" or before
    local after = line:match "^    %+ (.*)"
    if after then known[key(path, within, before, after)] = true end
  end
  return known
end

return survivors
