-- A folder of its own for the scripts that a spec writes, with a lib folder in it.
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

return scripts
