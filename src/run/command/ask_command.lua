-- --watch, --find, --who and --lines: what a run without a window says of an expression. And
-- `collide diff`, which asks the same of two runs.
local runtime, command = ...

local forms = {
    ["--headless"] = { field = "headless" },
    ["--steps"] = { wants = "a number of frames", field = "steps",
        read = command.count(0, 10000000) },
    ["--frame"] = { wants = "a frame", field = "frame", read = command.count(0, 10000000) },
    ["--param"] = { wants = "NAME=VALUE", field = "params", read = command.setting, many = true },
    ["--seed"] = { wants = "a whole number", field = "seed", read = command.integer },
    ["--watch"] = { wants = "an expression", field = "watch", read = command.text, many = true },
    ["--csv"] = { wants = "a file name", field = "csv", read = command.text },
    ["--find"] = { wants = "an expression", field = "find", read = command.text },
    ["--who"] = { wants = "an expression", field = "who", read = command.text },
    ["--lines"] = { field = "lines" },
}

local default_steps = 600

-- The rows of expressions over a run. Stops with one line at one that cannot be watched.
local function watch(pool, case, texts)
    local answer = pool.ask({ play = case, watch = texts, rows = true }, true)
    for _, problem in ipairs(answer.problems) do
        command.stop(command.usage, "%s %s", command.safe(texts[problem[1]]),
            command.safe(problem[2]))
    end
    return answer
end

-- Says what ended a run early; returns the exit status.
local function report_end(answer)
    for _, failure in ipairs(answer.failures) do
        if failure.kind ~= "check" then
            command.warn("%s:%d: %s (frame %d)", command.safe(failure.file or "?"), failure.line
                or 0,
                command.safe(failure.text), failure.frame)
            return command.script
        end
    end
    return 0
end

-- The columns of a watch: names, and a function of a frame that returns as many texts.
local function columns_of(text, rows, last)
    local size = 0
    for frame = 1, last + 1 do
        if type(rows[frame]) == "table" then size = math.max(size, runtime.length(rows[frame])) end
    end
    local function cell(value)
        if value == nil then return "" end
        if type(value) == "number" then
            return math.type(value) == "integer" and ("%d"):format(value)
                or (runtime.json(value):gsub('"', ""))
        end
        return tostring(value)
    end
    if size == 0 then return { text }, function(frame) return cell(rows[frame + 1]) end end
    local names = {}
    for i = 1, size do names[i] = text .. "." .. ("xyz"):sub(i, i) end
    return names, function(frame)
        local cells, value = {}, rows[frame + 1]
        for i = 1, size do cells[i] = cell(type(value) == "table" and value[i] or nil) end
        return table.unpack(cells, 1, size)
    end
end

local function csv_cell(text)
    return text:find '[",\n\r]' and '"' .. text:gsub('"', '""') .. '"' or text
end

local function write_csv(given, answer, dt)
    local names, readers = { "frame", "time" }, {}
    for i, text in ipairs(given.watch) do
        local list, reader = columns_of(text, answer.rows[i], answer.frame)
        table.move(list, 1, #list, #names + 1, names)
        readers[i] = reader
    end
    local lines = {}
    local function add(cells)
        for i, text in ipairs(cells) do cells[i] = csv_cell(text) end
        lines[#lines + 1] = table.concat(cells, ",") .. "\n"
    end
    add(names)
    for frame = 0, answer.frame do
        local cells = { ("%d"):format(frame), ("%.15g"):format(frame * dt) }
        for _, reader in ipairs(readers) do
            local more = table.pack(reader(frame))
            table.move(more, 1, more.n, #cells + 1, cells)
        end
        add(cells)
    end
    local text = table.concat(lines)
    if given.csv then
        command.write(given.csv, text)
        command.say("%s: frames 0 to %d", command.safe(given.csv), answer.frame)
    elseif not io.stdout:write(text) then
        command.stop(command.files, "cannot write to standard output")
    end
end

-- Asks a question of ask.lua and prints the answer; returns the exit status.
local function ask(pool, job)
    local text = pool.ask(job, true).text .. "\n"
    local head, rest = text:match "^([^\n]*)\n(.*)$"
    local is_found = head:find "^frame" or head:find "^lines"
    for line in rest:gmatch "([^\n]*)\n" do
        if is_found then line = line:gsub("\t", "  ", 1):gsub("\t", ", ") end
        if not is_found then line = line:gsub("^! ", "") end
        if head == "wrong" then command.stop(command.usage, "%s", command.safe(line)) end
        command.say("%s", command.safe(line))
    end
    return is_found and 0 or command.failed
end

function command.ask(words)
    local given = command.read_words(words, forms)
    if #given ~= 1 then
        command.stop(command.usage,
        "--watch, --find, --who and --lines need one scenario or kept run") end
    local asked = {}
    for _, name in ipairs { "watch", "find", "who", "lines" } do
        if given[name] then asked[#asked + 1] = "--" .. name end
    end
    if #asked ~= 1 then command.stop(command.usage, "%s do not go together",
        table.concat(asked, " and ")) end
    if given.csv and not given.watch then command.stop(command.usage, "--csv goes with --watch") end
    for _, text in ipairs(given.watch or { (given.find or ""):match "^%s*changed%s+(.*)$"
        or given.find or given.who or "0" }) do
        local made, why = runtime.new_watch(text)
        if not made then command.stop(command.usage, "%s: %s", command.safe(text),
            command.safe(why)) end
    end
    local opened = command.open_script(given[1], 1)
    local case = opened.case
    if case and (given.params or given.seed) then
        command.stop(command.usage, "%s does not go with a kept run", given.params and "--param"
            or "--seed")
    end
    local last = given.steps or not case and math.max(default_steps, (given.who or given.lines)
        and given.frame or 0)
    case = runtime.plain_case { seed = case and case.seed or given.seed,
        params = case and case.params or command.params(opened.definition, given.params),
        input = case and case.input, frames = last or case.frames }
    if given.steps == nil and not opened.case and given.frame and (given.who or given.lines) then
        case.frames = given.frame end
    local pool = opened.pool
    local what = given.find and "find" or given.who and "who" or given.lines and "lines"
    if what then
        return ask(pool, { ask = what, of = given[what], play = case, from = given.frame,
            frame = given.frame or case.frames })
    end
    local answer = watch(pool, case, given.watch)
    write_csv(given, answer, opened.definition.dt)
    return report_end(answer)
end

-- ------------------------------------------------------------------------------------------- diff

-- The plain case of a file and a pool for it, for one question.
local function ask_of(path, job_of)
    local opened = command.open_script(path, 1)
    if not opened.case then command.stop(command.usage, "%s is no kept run and no case",
        command.safe(path)) end
    local case = runtime.plain_case(opened.case)
    return opened.pool.ask(job_of(case), true), opened
end

function command.diff(given)
    local runs, shared = {}, math.huge
    for i, path in ipairs(given) do
        runs[i] = ask_of(path, function(case) return { play = case, hashes = true } end)
        shared = math.min(shared, #runs[i].hashes)
    end
    local frame
    for at = 1, shared do
        if runs[1].hashes[at] ~= runs[2].hashes[at] then
            frame = at - 1
            break
        end
    end
    if not frame then
        local equal = #runs[1].hashes == #runs[2].hashes
        command.say("no frame differs%s", equal and ""
            or (" up to %d, where the shorter run ends"):format(shared - 1))
        return 0
    end
    local values = {}
    for i, path in ipairs(given) do
        values[i] = ask_of(path, function(case) return { values = frame, play = case } end).values
    end
    local path, one, other
    for i = 1, math.max(#values[1], #values[2]) do
        local a, b = values[1][i], values[2][i]
        if not a or not b or a[1] ~= b[1] or a[2] ~= b[2] then
            path, one, other = (a or b)[1], a and a[2] or "nothing", b and b[2] or "nothing"
            break
        end
    end
    command.say("frame %d differs%s", frame, path and "" or ", in what has no plain value")
    if not path then return command.failed end
    command.say("  %s is %s in %s, %s in %s", command.safe(path), command.safe(one),
        command.safe(given[1]),
        command.safe(other), command.safe(given[2]))
    local is_expression = runtime.new_watch(path) ~= nil
    for _, file in ipairs(frame > 0 and is_expression and given or {}) do
        local told = ask_of(file, function(case) return { who = path, frame = frame,
            play = case } end)
        for _, change in ipairs(told.changes or {}) do
            command.say("  %s: %s:%d  %s -> %s", command.safe(file), command.safe(change.file),
                change.line,
                command.safe(change.before), command.safe(change.after))
        end
    end
    return command.failed
end
