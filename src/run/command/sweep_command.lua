-- `collide sweep` plays all cases of a plan and writes a line of JSON for each; `collide merge`
-- puts the lines of several files together.
local runtime, command = ...

local help = [[
collide sweep --param NAME=FROM:TO:STEP [options] script.lua
Plays a scenario for each combination of values, and writes one JSON object a line: number, params,
seed, frame, hash, failures, last value and extremes of plots and of what is watched. Lines that the
file has are not played again. More machines: --shard, then collide merge (docs/sweeps.md).

  --param NAME=VALUES   FROM:TO:STEP, or A,B,C; may be given again
  --seeds A..B          a run for each of these seeds
  --steps N             frames of each (600)
  --watch EXPR          a number, vector, boolean or text of s and p; may be given again
  --jobs J              workers (one for each processor)
  --shard I/N           every N-th case only, from the I-th
  --out FILE            where the lines go (standard output)

collide merge FILES     prints the lines of several files in order, each once
]]

local forms = {
    ["--param"] = { wants = "NAME=VALUES", field = "params", read = command.setting, many = true },
    ["--seeds"] = { wants = "A..B", field = "seeds", read = function(text)
        local a, b = text:match "^(%-?%d+)%.%.(%-?%d+)$"
        a, b = math.tointeger(tonumber(a)), math.tointeger(tonumber(b))
        if a and b and a <= b and b - a < 100000000 then return { a, b } end
        return nil, "A..B, two whole numbers in order"
    end },
    ["--steps"] = { wants = "a number", field = "steps", read = command.count(0, 10000000) },
    ["--watch"] = { wants = "an expression", field = "watch", read = command.text, many = true },
    ["--shard"] = { wants = "I/N", field = "shard", read = command.shard },
    ["--out"] = { wants = "a file", field = "out", read = command.text },
    ["--jobs"] = command.jobs_form,
}

-- What a line says of where it comes from.
local function origin_of(line)
    local number = line:match '^{"case":(%d+),'
    local script, text, arithmetic, plan =
        line:match '"script":"(.-)","text":"(%x+)","arithmetic":"(.-)","plan":"(%x+)"}$'
    if number and script then
        return { case = math.tointeger(tonumber(number)), text = text, arithmetic = arithmetic,
            plan = plan }
    end
end

-- The origin of a line; stops where it is no result, or not `of` a plan.
local function checked_origin(path, line, of, instead)
    local origin = origin_of(line)
    if not origin then
        command.stop(command.files, "%s: has a line that is no result of a sweep",
            command.safe(path))
    end
    for _, name in ipairs { "script", "arithmetic", "plan" } do
        local field = name == "script" and "text" or name
        if of and origin[field] ~= of[field] then
            command.stop(command.files, "%s: has results of another %s%s", command.safe(path), name,
                instead)
        end
    end
    return origin
end

local function read_file(path)
    local file, why = io.open(path, "rb")
    local text = file and file:read "a"
    if file then file:close() end
    if not text then
        command.stop(command.files, "%s: %s", command.safe(path),
            (tostring(why or "cannot be read"):gsub("^.-: ", "")))
    end
    return text
end

-- The cases that a file has already, of this very plan. Cuts off a last line that is not whole.
local function read_done(path, of)
    local done = {}
    local there = io.open(path, "rb")
    local size = there and there:seek "end" -- a pipe or a device has none
    if there then there:close() end
    if not size or size == 0 then return done end
    local text = read_file(path)
    local whole = text:match "^.*\n" or ""
    for line in whole:gmatch "[^\n]+" do
        local origin = checked_origin(path, line, of, "; choose another file")
        done[origin.case] = true
    end
    if #whole < #text then command.write(path, whole) end
    return done
end

local function open_output(path)
    if not path then return io.stdout end
    local file, why = io.open(path, "ab")
    if not file then
        command.stop(command.files, "%s cannot be written: %s", command.safe(path),
            (tostring(why):gsub("^.-: ", "")))
    end
    file:setvbuf "line"
    return file
end

-- The plan that the options describe: count, case_of(number), and what all its lines have.
local function plan_of(given, opened)
    local axes = {}
    for _, setting in ipairs(given.params or {}) do
        local param = opened.definition.params[setting[1]]
        if not param then command.params(opened.definition, { setting }) end
        local values, why = runtime.swept_values(param, setting[2])
        if not values then command.stop(command.usage, "%s", command.safe(why)) end
        axes[#axes + 1] = { name = setting[1], values = values }
    end
    local seeds
    if given.seeds then
        seeds = {}
        for seed = given.seeds[1], given.seeds[2] do seeds[#seeds + 1] = seed end
    end
    local count, case_of = runtime.new_plan(axes, seeds, given.steps)
    return count, case_of, {
        script = opened.script.name:match "[^/]*$", text = opened.definition.text,
        arithmetic = command.arithmetic(),
        plan = runtime.hash { runtime.data_text { axes = axes, seeds = given.seeds,
            steps = given.steps,
            watch = given.watch } },
    }
end

command.list.sweep = function(words)
    local given = command.read_words(words, forms)
    if given.help then
        io.stdout:write(help)
        return 0
    end
    if #given ~= 1 then command.stop(command.usage, "sweep needs one scenario") end
    given.steps = given.steps or 600
    for _, text in ipairs(given.watch or {}) do
        local made, why = runtime.new_watch(text)
        if not made then command.stop(command.usage, "%s: %s", command.safe(text),
            command.safe(why)) end
    end
    local opened = command.open_script(given[1], given.jobs or command.default_jobs())
    if opened.case then
        command.stop(command.usage, "sweep needs a scenario, not a kept run") end
    local count, case_of, of = plan_of(given, opened)
    local done = given.out and read_done(given.out, of) or {}
    local out = open_output(given.out)
    local pool = opened.pool
    local first, stride = given.shard and given.shard[1] or 1, given.shard
        and given.shard[2] or 1
    local next_number, next_line, lines, problem = first, first, {}, nil
    local bad, written = 0, 0
    local function flush()
        while next_line <= count and (done[next_line] or lines[next_line]) do
            if lines[next_line] then
                local good, why = out:write(lines[next_line])
                if not good then problem = problem or why end
                lines[next_line] = nil
                written = written + 1
            end
            next_line = next_line + stride
        end
    end
    flush()
    local wrong
    local good = pool.run(function()
        while done[next_number] do next_number = next_number + stride end
        if next_number > count or problem then return nil end
        local number = next_number
        next_number = next_number + stride
        return number, { play = runtime.plain_case(case_of(number)), watch = given.watch,
            plots = true,
            frames = given.steps }
    end, function(number, answer)
        for _, found in ipairs(answer.problems or {}) do
            wrong = wrong or ("%s %s"):format(given.watch[found[1]], found[2])
        end
        if answer.wrong then wrong = wrong or answer.wrong end
        if wrong then return true end
        if answer.failures[1] then bad = bad + 1 end
        lines[number] = runtime.sweep_line(number, case_of(number), opened.definition.seed,
            answer, of)
        flush()
        command.progress(number / count, "%d of %d", number, count)
        return problem ~= nil
    end)
    command.end_progress()
    if given.out then
        local closed, why = out:close()
        if not closed then problem = problem or why end
    elseif not out:flush() then
        problem = problem or "cannot be written"
    end
    if problem then
        command.stop(command.files, "%s cannot be written: %s",
            command.safe(given.out or "standard output"),
            (tostring(problem):gsub("^.-: ", "")))
    end
    if wrong then command.stop(command.usage, "%s", command.safe(wrong)) end
    if given.out then
        command.say("%s: %d of %d cases played now, %d with a failure%s",
            command.safe(given.out), written,
            count, bad, good and "" or "; ended by a signal, the rest can follow")
    end
    return good and 0 or command.failed
end

command.list.merge = function(words)
    local given = command.read_words(words, {})
    if #given == 0 then command.stop(command.usage, "merge needs files of results") end
    local lines, numbers, of = {}, {}, nil
    for _, path in ipairs(given) do
        local text = read_file(path)
        if text ~= "" and text:sub(-1) ~= "\n" then
            command.warn("%s: the last line is cut off, and left out", command.safe(path))
        end
        for line in (text:match "^.*\n" or ""):gmatch "[^\n]+" do
            local origin = checked_origin(path, line, of, " than " .. command.safe(given[1]))
            of = of or origin
            if lines[origin.case] and lines[origin.case] ~= line then
                command.stop(command.files, "%s: case %d came out otherwise in another file",
                    command.safe(path), origin.case)
            end
            if not lines[origin.case] then numbers[#numbers + 1] = origin.case end
            lines[origin.case] = line
        end
    end
    table.sort(numbers)
    for _, number in ipairs(numbers) do
        if not io.stdout:write(lines[number], "\n") then command.stop(command.files,
            "cannot write to standard output") end
    end
    return 0
end
