-- Reads and writes the entries of survivors.md: mutants that no test can find, by file, function,
-- and the line before and after.
local survivors = {}

local function key(path, within, before, after)
  return table.concat({ path, within, before, after }, "\n")
end

function survivors.key(mutant)
  return key(mutant.path, mutant.within, mutant.before, mutant.after)
end

-- How survivors.md tells of a mutant.
function survivors.entry(mutant)
  return ("%s:%d survived%s\n## %s\n\nIn `%s`:\n\n    - %s\n    + %s\n"):format(mutant.path,
    mutant.line, mutant.unreached and ", and no test reaches it" or "", mutant.path, mutant.within,
    mutant.before, mutant.after)
end

-- The keys of all entries: key -> true.
function survivors.read()
  local known, path, within, before = {}, nil, nil, nil
  for line in io.lines "tests/mutants/survivors.md" do
    path = line:match "^## (src/%S+)" or path
    within = line:match "^In `([%w_]+)`" or within
    before = line:match "^    %- (.*)" or before
    local after = line:match "^    %+ (.*)"
    if after then known[key(path, within, before, after)] = true end
  end
  return known
end

return survivors
