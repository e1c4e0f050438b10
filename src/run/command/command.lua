-- The commands of the program that are written in Lua: what they share, and `case` and `diff`. A
-- command ends early by raising { status =, text = }.
local runtime, command = ...

command.failed, command.usage, command.script, command.files = 1, 2, 3, 4
command.list = {}

-- ---------------------------------------------------------------------------------------- output

-- A text of a script for a terminal: control characters as the escapes of a Lua string.
function command.safe(text)
    return (text:gsub("\u{c2}[\u{80}-\u{9f}]", "?"):gsub("[%c\127]", function(c)
        return c == "\n" and "\\n" or ("\\%d"):format(c:byte())
    end))
end

function command.stop(status, form, ...)
    error({ status = status, text = form:format(...) }, 0)
end

function command.say(form, ...)
    local written, why = io.stdout:write(form:format(...), "\n")
    if not written then command.stop(command.files, "cannot write to standard output: %s", why) end
end

function command.warn(form, ...) io.stderr:write("collide: ", form:format(...), "\n") end

-- A bar of progress on a terminal; elsewhere nothing, or for programs lines, some each second.
function command.progress(share, form, ...)
    if command.progress_lines then
        if command.clock() - (command.progress_told or 0) < 0.2 then return end
        command.progress_told = command.clock()
        io.stderr:write(form:format(...), "\n")
        return
    end
    if not command.is_terminal() then return end
    local width = 24
    local full = math.floor(math.min(1, share) * width + 0.5)
    io.stderr:write("\r[", ("#"):rep(full), (" "):rep(width - full), "] ", form:format(...),
        "\27[K")
    command.shows_progress = true
end

function command.end_progress()
    if command.shows_progress then io.stderr:write "\r\27[K" end
    command.shows_progress = false
end

-- Writes a file, whole or not at all.
function command.write(path, text)
    local part = path .. ".part"
    local file, why = io.open(part, "wb")
    local good = file
    if file then
        good, why = file:write(text)
        local closed, problem = file:close()
        if good and not closed then good, why = nil, problem end
    end
    if good then good, why = os.rename(part, path) end
    if not good then
        os.remove(part)
        command.stop(command.files, "%s cannot be written: %s", command.safe(path),
            (tostring(why):gsub("^.-: ", "")))
    end
end

-- ------------------------------------------------------------------------------------- arguments

-- Reads the words of a command. forms: "--name" -> { "how to say it", "field", read or nil, many },
-- where read(text) returns a value, or nil and what was expected. Returns the fields, and the other
-- words in a list.
function command.read_words(words, forms)
    local given, i = {}, 1
    while i <= #words do
        local word = words[i]
        local form = forms[word]
        if word == "--help" or word == "-h" then
            given.help = true
        elseif form then
            local value = true
            if form.read then
                i = i + 1
                local text, expected = words[i], nil
                if text ~= nil then value, expected = form.read(text) end
                if text == nil or value == nil then
                    command.stop(command.usage, "%s needs %s", word, expected or form.wants)
                end
            end
            if form.many then
                given[form.field] = given[form.field] or {}
                table.insert(given[form.field], value)
            else
                given[form.field] = value
            end
        elseif word:find "^%-." then
            local names = {}
            for name in next, forms do names[#names + 1] = name end
            table.sort(names)
            command.stop(command.usage, "unknown option '%s'; did you mean %s?", command.safe(word),
                runtime.nearest(word, names))
        else
            given[#given + 1] = word
        end
        i = i + 1
    end
    return given
end

function command.count(least, most)
    return function(text)
        local value = text:find "^%d+$" and math.tointeger(tonumber(text))
        if value and value >= least and value <= most then return value end
        return nil, ("a whole number from %d to %d"):format(least, most)
    end
end

function command.integer(text)
    local value = text:find "^%-?%d+$" and math.tointeger(tonumber(text))
    if value then return value end
    return nil, "a whole number"
end

function command.seconds(text)
    local value = tonumber(text)
    if value and value > 0 and value < 1e6 then return value end
    return nil, "seconds above 0"
end

function command.text(text) return text end

function command.setting(text)
    local name, value = text:match "^([^=]+)=(.*)$"
    if name then return { name, value } end
    return nil, "NAME=VALUE"
end

function command.shard(text)
    local i, n = text:match "^(%d+)/(%d+)$"
    i, n = tonumber(i), tonumber(n)
    if i and n >= 1 and i >= 1 and i <= n then return { math.tointeger(i), math.tointeger(n) } end
    return nil, "I/N with I from 1 to N"
end

-- ---------------------------------------------------------------------------------------- scripts

-- The params that "NAME=VALUE" words set, as Lua values.
function command.params(definition, settings)
    local params = {}
    for _, setting in ipairs(settings or {}) do
        local param = definition.params[setting[1]]
        if not param then
            local names = {}
            for i, known in ipairs(definition.params) do names[i] = known.name end
            command.stop(command.usage, "unknown param '%s'; the scenario has %s",
                command.safe(setting[1]), #names > 0 and table.concat(names, ", ") or "none")
        end
        local value, why = runtime.param_value_of_text(param, setting[2])
        if value == nil then command.stop(command.usage, "%s", command.safe(why)) end
        params[setting[1]] = value
    end
    return params
end

-- ---------------------------------------------------------------------------------------- workers

local kinds = { time = "hang", memory = "memory" }

-- What a worker that has ended says, as the answer of its job.
local function answer_of_end(ended, frame)
    local failure = { kind = kinds[ended.phase] or "crash", text = ended.text, file = ended.file,
        line = ended.line ~= 0 and ended.line or nil, frame = ended.frame or frame or 0 }
    failure.key = runtime.failure_key(failure)
    return { frame = math.max(0, failure.frame - 1), failures = { failure }, problems = {},
        lost = true }
end

-- Workers for an opened script: run(next, take) gives them jobs until next() returns nil. next()
-- returns an id and a job, take(id, answer) gets what came of it, and ends it by returning true.
-- Returns false where a signal came.
local function new_pool(opened, jobs)
    command.open(opened.script.name, jobs)
    local modules = {}
    for name, module in next, opened.script.modules or {} do modules[name] = module end
    local open_text = runtime.data_text { name = opened.script.name, source = opened.script.source,
        modules = modules, sealed = opened.sealed or nil }
    local pool = { jobs = jobs }
    local doing = {}
    function pool.run(next_job, take)
        local stopping = false
        while true do
            local busy = false
            for i = 1, jobs do
                if not command.busy(i) then
                    doing[i] = nil
                    local id, job
                    if not stopping then id, job = next_job() end
                    if id then
                        doing[i] = { id = id, frames = job.play and job.play.frames or job.frames }
                        local text = runtime.data_text(job)
                        command.send(i, command.fresh(i)
                            and "{ open = " .. open_text .. ", " .. text:sub(2) or text)
                    end
                end
                busy = busy or doing[i] ~= nil
            end
            if not busy then return true end
            local event, i, text = command.wait(200)
            if event == "interrupt" then return false end
            if event == "answer" or event == "ended" then
                local answer = assert(runtime.read_data(text))
                if event == "ended" then answer = answer_of_end(answer, doing[i].frames) end
                local id = doing[i].id
                doing[i] = nil
                if take(id, answer) then stopping = true end
            end
        end
    end
    -- One job. needs_answer: stops with one line where the script did not get to its end; status:
    -- of the program where the job is refused.
    function pool.ask(job, needs_answer, status)
        local given, result = false, nil
        local good = pool.run(function()
            if given then return nil end
            given = true
            return 1, job
        end, function(_, answer) result = answer end)
        if not good then
            error({ status = command.failed, text = "ended by a signal", interrupted = true }, 0)
        end
        if result.lost and needs_answer then
            local failure = result.failures[1]
            command.stop(command.script, "%s:%d: %s (frame %d)", command.safe(failure.file or "?"),
                failure.line or 0, command.safe(failure.text), failure.frame)
        end
        if result.wrong then command.stop(status or command.usage, "%s",
            command.safe(result.wrong)) end
        return result
    end
    return pool
end

-- The script of a path, what it declares, the case of a kept run or case, and a pool of workers,
-- which are the only ones to run it. Stops with one line.
function command.open_script(path, jobs)
    local opened
    local good, e = pcall(function()
        local case, script = runtime.case_of_file(path)
        if case and not script then error(path .. ": is the case of a query", 0) end
        opened = { case = case, script = script or runtime.script_at(path) }
        opened.sealed = case ~= nil and script.lenient
    end)
    if not good then
        command.stop(command.files, "%s", command.safe(tostring(e):match "^[^\n]*"))
    end
    opened.pool = new_pool(opened, jobs)
    local definition = opened.pool.ask({ define = true }, true, command.script)
    for _, param in ipairs(definition.params) do definition.params[param.name] = param end
    opened.definition = definition
    command.patience(2 * definition.budget + 4)
    return opened
end

function command.default_jobs() return math.max(1, math.min(64, command.processors())) end

command.jobs_form = { wants = "a number of workers", field = "jobs", read = command.count(1, 256) }

-- --------------------------------------------------------------------------------------- commands

command.list.case = function(words)
    local given = command.read_words(words, {
        ["--frame"] = { wants = "a whole number", field = "frame",
            read = command.count(0, 10000000) } })
    if #given ~= 1 then command.stop(command.usage, "case needs one kept run or case") end
    local good, case = pcall(runtime.module.case, given[1])
    if not good then
        local text = tostring(case):gsub("^bad argument #1 to 'case' %((.*)%)$", "%1")
        command.stop(command.files, "%s", command.safe(text))
    end
    if given.frame and case.script then case.frames = math.min(case.frames, given.frame) end
    io.stdout:write(runtime.case_text(case))
    return 0
end

command.list.diff = function(words)
    local given = command.read_words(words, { ["--jobs"] = command.jobs_form })
    if #given ~= 2 then command.stop(command.usage, "diff needs two kept runs or cases") end
    return command.diff(given)
end

function command.run()
    local words = command.arguments
    local name = words[1]
    local entry = command.list[name]
    local good, result = pcall(function()
        if entry then return entry(table.move(words, 2, #words, 1, {})) end
        return command.ask(words)
    end)
    command.end_progress()
    if good then
        if not io.stdout:flush() then
            command.warn "cannot write to standard output"
            return command.files
        end
        return result
    end
    if type(result) ~= "table" or not result.status then error(result, 0) end
    command.warn("%s", result.text)
    return result.status
end
