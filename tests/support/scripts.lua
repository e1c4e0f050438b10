-- A folder of its own for the scripts that a spec writes, with a lib folder in it, and the errors
-- that they raise.
local scenario = require "collide.scenario"
local scripts = {}

-- Makes the folder; returns its path, and write(text[, name = "x.lua"]) -> path of the script.
function scripts.open()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute(("mkdir '%s' '%s/lib'"):format(folder, folder)))
  local function write(text, name)
    local path = folder .. "/" .. (name or "x.lua")
    local file = assert(io.open(path, "wb"))
    file:write(text)
    file:close()
    return path
  end
  return folder, write
end

function scripts.close(folder) os.execute(("rm -r '%s'"):format(folder)) end

-- The error that f raises, or nil.
function scripts.error_of(f, ...)
  local well, message = pcall(f, ...)
  return not well and message or nil
end

-- The same for a whole spec file, given busted's setup and teardown:
--   folder()      its path
--   write(...)    as above
--   load(text, options)   a run of a script with this text
--   raised(f)     of the error that f raises the first line, without the folder, and the others
function scripts.of_spec(setup, teardown)
  local folder, write
  setup(function() folder, write = scripts.open() end)
  teardown(function() scripts.close(folder) end)
  local files = {}
  function files.folder() return folder end
  function files.write(...) return write(...) end
  function files.load(text, options) return scenario.load(write(text), options) end
  function files.raised(f)
    local message = assert(scripts.error_of(f), "nothing was raised")
    local first, rest = message:match "^([^\n]*)\n?(.*)$"
    return first:gsub("^" .. folder:gsub("%p", "%%%0") .. "/", ""), rest
  end
  return files
end

return scripts
