-- `collide test`: finds busted and runs it with the arguments (`arg`). Returns the exit status,
-- unless busted has exited the process. In its messages busted calls itself by this chunk's name
-- (suite.c).
local home = os.getenv("HOME")
if home and home ~= "" then -- where `luarocks --local` installs, after all other paths
    local rocks = home .. "/.luarocks/"
    package.path = ("%s;%sshare/lua/5.4/?.lua;%sshare/lua/5.4/?/init.lua"):format(package.path,
        rocks, rocks)
    package.cpath = ("%s;%slib/lua/5.4/?.so"):format(package.cpath, rocks)
end

if not package.searchpath("busted.runner", package.path) then
    io.stderr:write("collide: busted is not installed (Debian: lua-busted; ",
        "luarocks --lua-version 5.4 install busted)\n")
    return 1
end
local found, runner = pcall(require, "busted.runner")
if not found then -- a module that busted needs is missing
    io.stderr:write("collide: busted does not load: ", tostring(runner):match("[^\n]*"), "\n")
    return 1
end

-- busted itself treats --help as a mistake.
for _, word in ipairs(arg) do
    if word == "--" then break end
    if word == "--help" or word == "-h" then
        local cli = require "busted.modules.cli" { standalone = false }
        cli:set_name("collide test")
        local _, usage = cli:parse { "--help" }
        print((usage:gsub("^.-error: ", ""):gsub("%s*; re%-run with .*$", "")))
        return 0
    end
end

runner { standalone = false }
return 0
