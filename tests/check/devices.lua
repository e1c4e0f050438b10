-- lua5.4 tests/check/devices.lua [list]: the special devices of the core. A tolerance, a rescue or
-- a fast path says in a comment beside it why it is there, and ends with what fails without it:
--     // Without it: tests/collide/x_spec.lua "does y"      a spec, or a part of its name
--     // Without it: tests/collide/x_test.c "what it says"  a C test, and a text in it
--     // Without it: ./run bench "row" (1.4)               a row of docs/benchmarks.md, slower
-- Checks that each of these exists, and that there are at most 150. With `list` it prints them.
-- Exit status 1 where something is wrong.
local most = 150

local texts = {} -- path -> its text, or false
local function text_of(path)
    if texts[path] == nil then
        local file = io.open(path)
        texts[path] = file and file:read "a" or false
        if file then file:close() end
    end
    return texts[path]
end

-- What is wrong with "<where> "<words>"", or nil.
local function fault_of(where, words)
    local path = where == "./run bench" and "docs/benchmarks.md" or where
    local text = text_of(path)
    if not text then return "there is no " .. path end
    if where == "./run bench" and not words then return "names no row" end
    if words and not text:find(words, 1, true) then
        return ("%s has no %q"):format(path, words)
    end
    return nil
end

-- The devices of a file: each { line =, name =, where =, words = }, its name being the first that
-- is defined below its comment.
local function devices_of(path)
    local list, comment, from, number = {}, nil, nil, 0
    local function close(code)
        for where, rest in (comment or ""):gmatch "Without it: (%.?[%w_/%.]+)([^%.;]*)" do
            if where == "./run" then
                where, rest = "./run bench", rest:gsub("^ bench", "")
            end
            list[#list + 1] = {
                line = from,
                name = code:match "([%a_][%w_]*)%s*[%(=]" or code:match "#define ([%w_]+)" or
                    code:match "([%a_][%w_]*)" or "?",
                where = where:gsub("%.$", ""),
                words = rest:match '"([^"]+)"',
            }
        end
        comment = nil
    end
    for line in io.lines(path) do
        number = number + 1
        local before, said = line:match "^(.-)//[/<]*%s?(.*)$"
        if said and (before:match "^%s*$" or comment == nil) then
            from = comment and from or number
            comment = (comment and comment .. " " or "") .. said
            if not before:match "^%s*$" then close(before) end
        elseif comment and line:match "%S" then
            close(line)
        end
    end
    return list
end

local count, faults = 0, 0
local find = assert(io.popen "find src -name '*.[ch]' | sort")
for path in find:lines() do
    for _, device in ipairs(devices_of(path)) do
        count = count + 1
        local fault = fault_of(device.where, device.words)
        local at = ("%s:%d: %s"):format(path, device.line, device.name)
        if fault then
            faults = faults + 1
            print(at .. ": " .. fault)
        elseif arg[1] == "list" then
            print(("%s: %s%s"):format(at, device.where,
                device.words and (' "%s"'):format(device.words) or ""))
        end
    end
end
find:close()
print(count .. " devices, " .. faults .. " faults")
if count > most then print("more than " .. most) end
os.exit(faults == 0 and count <= most)
