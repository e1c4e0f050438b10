-- `collide hunt`: plays cases of a script until one fails, shrinks it, and writes it down.
local runtime, command = ...

local help = [[
collide hunt [options] script.lua
Plays cases of a scenario, with other seeds, params within their declared range, keys, mouse and
places, until one fails: a check, an error, a hang, no memory, or NaN in the state. Makes it as
small as it goes, and writes it as a case and as a spec. Exit status 1 where one fails, 0 if none.

  --seconds T    look for so long (20)
  --runs N       play at most N cases
  --steps N      frames of each (300)
  --seed S       of what is varied (1): the same finds the same
  --jobs J       workers (one for each processor)
  --shard I/N    every N-th case only, from the I-th
  --from RUN     shrink this kept run or case, which fails
  --out FOLDER   where the files go (.)
  --progress     write the progress on standard error, line by line
]]

local forms = {
    ["--seconds"] = { wants = "seconds", field = "seconds", read = command.seconds },
    ["--runs"] = { wants = "a number", field = "runs", read = command.count(1, 1000000000) },
    ["--steps"] = { wants = "a number", field = "steps", read = command.count(1, 1000000) },
    ["--seed"] = { wants = "a whole number", field = "seed", read = command.integer },
    ["--shard"] = { wants = "I/N", field = "shard", read = command.shard },
    ["--from"] = { wants = "a kept run", field = "from", read = command.text },
    ["--out"] = { wants = "a folder", field = "out", read = command.text },
    ["--jobs"] = command.jobs_form,
    ["--progress"] = { field = "progress" },
}

-- What may be played to shrink a case, in plain runs; and what a run costs that ends its worker.
local shrink_effort = 4000
local dear = { hang = 160, memory = 250, crash = 40 }

-- ---------------------------------------------------------------------------------------- looking

-- Plays cases in order; returns the number, case and failure of the first that fails, or nil; how
-- many were played; whether a signal came.
local function look(pool, given, probed)
    local first, count = given.shard and given.shard[1] - 1 or 0, given.shard and given.shard[2]
        or 1
    local index, played, best = first, 0, nil
    local started = command.clock()
    local options = { steps = given.steps, seed = given.seed }
    local good = pool.run(function()
        if best or given.runs and index >= given.runs
            or command.clock() - started > given.seconds then
            return nil
        end
        local id = index
        index = index + count
        return id, { hunt = { steps = given.steps, seed = given.seed, index = id },
            frames = given.steps }
    end, function(id, answer)
        played = played + 1
        if played % 16 == 0 then
            local share = (command.clock() - started) / given.seconds
            command.progress(given.runs and math.max(share, index / given.runs) or share,
                "%d runs, none fails", played)
        end
        local failure = answer.failures[1]
        if failure and (not best or id < best.id) then best = { id = id, failure = failure,
            answer = answer } end
        return best ~= nil
    end)
    command.end_progress()
    if best then best.case = runtime.hunt_case(probed, options, best.id) end
    return best, played, not good
end

-- -------------------------------------------------------------------------------------- shrinking

-- A test for shrink_case: plays candidates, several at once, and finds the first that fails by
-- `key`. What it counts are the candidates up to that one, so that the count is the same for any
-- number of workers.
local function new_test(pool, key, free)
    local known, effort, tests = {}, 0, 0
    local function test(candidates)
        if effort > shrink_effort then error("enough", 0) end
        local index, chosen, texts = 1, nil, {}
        local function note(i, result)
            known[texts[i]] = result
            if result.at and (not chosen or i < chosen) then chosen = i end
        end
        local good = pool.run(function()
            while index <= #candidates and not chosen do
                local i, case = index, candidates[index]
                index = index + 1
                case.frames = math.max(1, case.frames)
                texts[i] = runtime.data_text(case)
                if not known[texts[i]] then return i, { play = runtime.plain_case(case),
                    stop = true, free = free } end
                note(i, known[texts[i]])
            end
        end, function(i, answer)
            local failure = answer.failures and answer.failures[1]
            note(i, { at = failure and failure.key == key and failure.frame,
                cost = failure and dear[failure.kind] or 1 })
            return chosen ~= nil
        end)
        for i = 1, chosen or (good and #candidates or 0) do
            effort, tests = effort + known[texts[i]].cost, tests + 1
        end
        if chosen then return chosen, known[texts[chosen]].at end
        if not good then error("enough", 0) end
        return nil
    end
    return test, function() return tests end
end

-- ---------------------------------------------------------------------------------------- telling

local function slug(text)
    local made = text:lower():gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", ""):sub(1, 40)
    return made ~= "" and made or "failure"
end

local function plural(count, word) return ("%d %s%s"):format(count, word, count == 1 and ""
    or "s") end

-- One sentence about a case that fails.
local function sentence(case, failure)
    local kind = failure.kind
    local what = kind == "check" and ("The check '%s' fails"):format(failure.text)
        or kind == "nan" and failure.text or kind == "hang"
            and ("It hangs (%s)"):format(failure.text)
        or kind == "memory" and "It uses up its memory" or kind == "crash" and failure.text
        or ("%s:%d raises: %s"):format(failure.file or "?", failure.line or 0, failure.text)
    local with = {}
    if case.seed then with[#with + 1] = ("seed %d"):format(case.seed) end
    local names = {}
    for name in next, case.params or {} do names[#names + 1] = name end
    table.sort(names)
    for _, name in ipairs(names) do
        local value = case.params[name]
        with[#with + 1] = ("%s = %s"):format(name,
            type(value) == "number" and ("%.15g"):format(value) or tostring(value))
    end
    local acts = #(case.input or {})
    if acts > 0 then with[#with + 1] = plural(acts, "act of a person"):gsub("persons$",
        "person"):gsub("act of", acts == 1 and "act of" or "acts of") end
    return ("%s in frame %d%s."):format(what, failure.frame,
        #with > 0 and ", with " .. table.concat(with, ", ") or ", as the script is")
end

local function spec_text(name, case_text)
    return ([[
-- A failure that `collide hunt` found: this passes once it is mended.
-- luacheck: std max+busted, no max line length
it(%s, function()
    local played = require "collide.scenario".play [==[%s]==]
    assert.is_nil(played.failure and played.failure.text)
end)
]]):format(runtime.quoted(name), "\n" .. case_text)
end

local function write_down(given, opened, case, failure)
    local base = opened.script.name:match "([^/]*)$":gsub("%.lua$", "")
    local path = ("%s/%s_%s"):format(given.out or ".", base,
        slug(failure.kind == "check" and failure.text or failure.kind)):gsub("^%./", "")
    local text = runtime.case_text(case)
    command.write(path .. ".case", text)
    command.write(path .. "_spec.lua", spec_text(("%s: %s"):format(base, case.fails), text))
    command.say("%s", command.safe(sentence(case, failure)))
    io.stdout:write(text)
    command.say("%s.case opens it: collide %s.case; %s_spec.lua tests it", path, path, path)
end

-- ---------------------------------------------------------------------------------------- command

-- Plays a case once more: the same failure and hash must come. Returns whether a signal came.
local function confirm(pool, case, failure, hash)
    local good, again = pcall(pool.ask, { play = runtime.plain_case(case), stop = true })
    if not good and type(again) == "table" and again.interrupted then return true end
    if not good then error(again, 0) end
    local other = again.failures[1]
    if again.lost or dear[failure.kind] then
        if other and other.key == failure.key then return end
        command.stop(command.failed,
            "%s in frame %d: it came once, and not when the same case was played "
            .. "again", command.safe(failure.text), failure.frame)
    end
    if not other or other.key ~= failure.key or hash and again.hash and again.hash ~= hash then
        command.stop(command.script,
            "an error of collide, not of the script: the same case came out "
            .. "differently when it was played again (%s, then %s); please report it",
            command.safe(failure.text), other and command.safe(other.text) or "no failure")
    end
end

command.list.hunt = function(words)
    local given = command.read_words(words, forms)
    if given.help then
        io.stdout:write(help)
        return 0
    end
    command.progress_lines = given.progress
    given.steps, given.seed = given.steps or 300, given.seed or 1
    given.seconds = given.seconds or (given.runs and 1e6 or 20)
    local path = given.from or given[1]
    if not path or #given > 1 then command.stop(command.usage,
        "hunt needs one scenario, or --from and a kept run") end
    local jobs = given.jobs or command.default_jobs()
    local opened = command.open_script(path, jobs)
    if given.from and given[1] then
        local case = opened.case
        opened = command.open_script(given[1], jobs)
        opened.case = case
    end
    if given.from and not opened.case then
        command.stop(command.usage, "%s is no kept run and no case", command.safe(given.from))
    end
    if opened.case and not given.from then opened.case = nil end
    local pool = opened.pool
    local probed = pool.ask { probe = { steps = given.steps }, frames = 120 }
    probed.params = probed.params or {}
    local best, played, interrupted
    if opened.case then
        local case = opened.case
        local answer = pool.ask { play = runtime.plain_case(case), stop = true }
        played = 1
        best = answer.failures[1] and { failure = answer.failures[1], answer = answer,
            case = { seed = case.seed, params = case.params or {}, input = case.input or {},
                frames = case.frames } }
        if best and case.seed == opened.definition.seed then best.case.seed = nil end
    else
        best, played, interrupted = look(pool, given, probed)
    end
    if not best then
        command.say("%s: %s, no failure%s", command.safe(opened.script.name),
            plural(played, "run"),
            interrupted and " so far" or "")
        return interrupted and command.failed or 0
    end
    local failure = best.failure
    if failure.kind == "error" and failure.phase == "load" and best.id == 0 then
        command.stop(command.script, "%s:%d: %s", command.safe(failure.file or ""),
            failure.line or 0,
            command.safe(failure.text))
    end
    local function say_now(case)
        command.progress(0.99, "shrinking: %s, %s", plural(case.frames, "frame"),
            plural(#case.input, "act"))
    end
    local case, tests = best.case, 0
    interrupted = interrupted or confirm(pool, best.case, failure, best.answer.hash)
    if not interrupted then
        local test, count = new_test(pool, failure.key, not opened.case)
        case = runtime.shrink_case(best.case, math.max(1, failure.frame), probed.params,
            test, say_now)
        tests = count()
    end
    command.end_progress()
    local frame = failure.frame
    if not interrupted then
        -- The small one has a failure of its own, in an earlier frame maybe.
        local ok, final = pcall(pool.ask, { play = runtime.plain_case(case), stop = true })
        if ok and final.failures[1] and final.failures[1].key == failure.key then
            failure = final.failures[1] end
    end
    local finished, why = runtime.finished_case(case, opened.script.name, failure)
    if not finished then error(why, 0) end
    command.say("%s found%s, %s to shrink it", plural(1, "failure"),
        opened.case and "" or (" in run %d (frame %d)"):format(best.id, frame),
            plural(tests, "run"))
    write_down(given, opened, finished, failure)
    return command.failed
end
