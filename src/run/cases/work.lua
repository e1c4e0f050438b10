-- What a worker does: a job and its answer are data (data_text.lua). One of these fields says what:
--   open = { name =, source =, modules =, sealed = }   takes a script, for this job and those that
--                                  follow; sealed: its modules are all there
--   define = true                  what the script declares
--   play = case                    plays it; stop, watch, frames as in play.lua; rows = true: all
--                                  rows of the watches, else what they came to
--   hunt = { steps =, seed =, index = }   plays a case of hunt.lua up to its first failure
--   probe = { steps = }            what hunt.lua varies in the script
--   who = expression, frame =, play = case     which lines of that frame change it
--   ask = "watch", "find", "who" or "lines", ...   a question (ask.lua), answered as plain text to
--                                  the window, which sends its run, and as { text = } otherwise
--   values = frame, play = case                the plain values of its state, by their paths
--                                  hashes = true, with play: those of all frames
local runtime = ...

local script, probed
local found = {}

-- The plain part of an outcome.
local function answer_of(outcome, rows)
    local answer = { frame = outcome.frame, hash = outcome.hash, failures = {}, problems = {} }
    for i, failure in ipairs(outcome.failures) do
        answer.failures[i] = { kind = failure.kind, text = failure.text, file = failure.file,
            line = failure.line, frame = failure.frame, phase = failure.phase,
            message = failure.message, key = runtime.failure_key(failure) }
    end
    for i, problem in pairs(outcome.problems) do
        answer.problems[#answer.problems + 1] = { i, problem }
    end
    if rows then answer.rows = outcome.rows end
    return answer
end

local function new_watches(texts)
    local watches = {}
    for i, text in ipairs(texts or {}) do
        local watch, why = runtime.new_watch(text)
        if not watch then return nil, ("%s: %s"):format(text, why) end
        watches[i] = watch
    end
    return watches
end

local function open(given, find)
    found, probed = {}, nil
    for name, module in next, given.modules or {} do found[name] = table.pack(module[1],
        module[2]) end
    script = { name = given.name, source = given.source, lenient = given.sealed,
        find = function(name)
            if not found[name] and given.sealed then return nil,
                ("there is no module '%s'"):format(name) end
            if not found[name] then found[name] = table.pack(find(name)) end
            return table.unpack(found[name], 1, 2)
        end }
end

-- What the script declares, and a hash of all texts that it loads.
local function define(options)
    local made
    local good, e = runtime.pcall(function()
        options.arm("load", 0)
        made = runtime.definition_of(script)
        runtime.pcall(runtime.start_case, {}, script)
        options.disarm()
    end)
    options.disarm()
    if not good then
        if type(e) ~= "table" then error(e, 0) end
        return { wrong = ("%s:%d: %s"):format(e.file, e.line, e.message) }
    end
    local texts, names = { script.source }, {}
    for name in next, found do names[#names + 1] = name end
    table.sort(names)
    for _, name in ipairs(names) do
        texts[#texts + 1] = found[name][1] and found[name][2] or "none"
    end
    local answer = { seed = made.seed, dt = made.dt, budget = made.budget, title = made.title,
        params = {}, text = runtime.hash(texts) }
    for i, param in ipairs(made.params) do
        answer.params[i] = { name = param.name, kind = param.kind, default = param.default,
            min = param.min, max = param.max, step = param.step, choices = param.choices }
    end
    return answer
end

-- Does a job, for the worker: run is what read_kept makes of a run's messages, or nil.
function runtime.work(text, run, find, arm, disarm)
    local job, why = runtime.read_data(text)
    if not job then return runtime.data_text { wrong = why } end
    -- What the cases before have left must not count for the memory of this one.
    if collectgarbage "count" > 16384 then collectgarbage() end
    local function armed(what, frame, sim, more)
        local budget = sim and sim.definition and sim.definition.budget
        arm(what, frame, budget and budget + (more or 0))
    end
    local options = { arm = armed, disarm = disarm, stop = job.stop,
        free = job.free, frames = job.frames }
    local case = job.play
    if run then -- of the window: its script, and the case of what is on the screen
        local made
        case, made = runtime.case_of_kept(run)
        if not script or script.source ~= made.source or script.name ~= made.name then
            open({ name = made.name, source = made.source, modules = made.modules,
                sealed = run.sealed }, find)
        end
        script.lenient = true
    end
    if job.ask and run then return runtime.asked_of_run(job, case, script, options) end
    if job.open then open(job.open, find) end
    if job.define then return runtime.data_text(define(options)) end
    if job.probe then
        probed = runtime.probe(script, job.probe, options)
        return runtime.data_text(probed)
    elseif job.hunt then
        probed = probed or runtime.probe(script, job.hunt, options)
        options.stop, options.free = true, true
        return runtime.data_text(answer_of(runtime.play(runtime.hunt_case(probed, job.hunt,
            job.hunt.index), script, options)))
    end
    if not case then return runtime.data_text { wrong = "an unknown job" } end
    case, why = runtime.new_case(case)
    if not case then return runtime.data_text { wrong = why } end
    if job.ask then
        return runtime.data_text { text = runtime.asked_of_run(job, case, script, options) }
    end
    if job.who then return runtime.data_text(runtime.who(case, script, job.who, job.frame,
        options)) end
    if job.values then
        options.frames = job.values
        return runtime.data_text { values = runtime.values_of(runtime.play(case, script,
            options).sim) }
    end
    options.watches, why = new_watches(job.watch)
    if not options.watches then return runtime.data_text { wrong = why } end
    local plots = job.plots and runtime.new_plots() or nil
    local hashes = {}
    options.each = plots and plots.take
        or job.hashes and function(sim) hashes[sim.frame + 1] = runtime.hash(sim.state) end
    local outcome = runtime.play(case, script, options)
    local answer = answer_of(outcome, job.rows)
    if job.hashes then answer.hashes = hashes end
    if job.plots then answer.plots = plots.finish() end
    if job.plots or not job.rows then
        answer.watches = {}
        for i, watch in ipairs(options.watches) do
            answer.watches[i] = runtime.summary(watch.text, outcome.rows[i], outcome.frame)
        end
    end
    return runtime.data_text(answer)
end
