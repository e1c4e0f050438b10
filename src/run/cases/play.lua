-- Playing a case: the run of a script from its start to a frame, with the input of the case, and
-- what one wants to know of it. The one player that collide.scenario and the worker process use.
local runtime = ...

local error_kinds = { time = "hang", memory = "memory" }

-- A failure by which two runs fail alike, as a text: numbers in a message are left out.
function runtime.failure_key(failure)
    if failure.kind ~= "error" then return failure.kind .. ": "
        .. failure.text:gsub("%d[%x.]*", "#") end
    return ("error: %s:%d: %s"):format(failure.file or "", failure.line or 0,
        (failure.text:gsub("%-?%d[%w.]*", "#")))
end

-- The text of a failure as `fails` of a case has it.
function runtime.failure_text(failure)
    if failure.kind == "error" then
        return ("%s:%d: %s"):format(failure.file or "", failure.line or 0, failure.text)
    end
    return failure.text
end

local function failure_of_error(e)
    if type(e) ~= "table" then return { kind = "error", text = runtime.tostring(e), frame = 0 } end
    return { kind = error_kinds[e.phase] or "error", text = e.message, file = e.file, line = e.line,
        frame = e.frame, phase = e.phase, traceback = e.traceback }
end

-- Makes frame 0 of a case: a simulation that has started, and its timeline. script: { name =,
-- source =, find =, trusted = }. Raises what start raises.
function runtime.start_case(case, script, watched)
    local timeline = runtime.timeline(case)
    local _, drag, lines, params = timeline(0)
    local values = {}
    for name, value in next, case.params or {} do values[name] = value end
    for name, value in next, params or {} do values[name] = value end
    local sim = runtime.new_simulation {
        name = script.name, source = script.source, find = script.find, seed = case.seed,
        drag = drag, console = lines, watched = watched, query_limit = script.query_limit,
        values = values, lenient = script.lenient,
    }
    sim:start()
    return sim, timeline
end

-- Makes the next frame of a simulation by its timeline.
function runtime.advance(sim, timeline, watched)
    local input, drag, lines, params = timeline(sim.frame + 1)
    for name, value in next, params or {} do
        local good, why = sim:set_param(name, value)
        if not good and not sim.options.lenient then sim:fail("param", why) end
    end
    sim:update(input, watched, drag, lines)
end

local function is_bad(sim)
    local _, odd = runtime.hash(sim.state)
    return odd & 1 ~= 0
end

-- Plays a case. options, all optional:
--   frames            to which frame, instead of the case's own
--   watches           a list of watches, of which each frame gives a row
--   stop              end at the first failure of any kind; NaN in the state is one then
--   free              end before frame 1 where the first act is to place a shape into another one:
--                     what a check then says is no news
--   each(sim)         called after each frame
--   arm(what, frame, sim), disarm()   around what runs the script
-- Returns an outcome: { frame =, hash =, failure = the first or nil, failures =, rows = { { value,
-- ... of frames 0, 1, ... }, ... of each watch }, problems = { [watch] = why }, sim = }.
function runtime.play(case, script, options)
    options = options or {}
    local arm, disarm = options.arm or function() end, options.disarm or function() end
    local outcome = { frame = 0, rows = {}, problems = {}, failures = {} }
    local watches = options.watches or {}
    for i in ipairs(watches) do outcome.rows[i] = {} end
    local good_hash_every, nan_until = 16, nil
    local last = options.frames or case.frames
    local sim, timeline

    local function take()
        for i, watch in ipairs(watches) do
            if not outcome.problems[i] then
                arm("watch", sim.frame, sim)
                local value, why = watch:value(sim)
                disarm()
                outcome.rows[i][sim.frame + 1] = value
                outcome.problems[i] = why
            end
        end
        if options.each then options.each(sim) end
        if not options.stop then return false end
        if sim.failures[1] then return true end
        if (sim.frame % good_hash_every == 0 or sim.frame == last) and is_bad(sim) then
            nan_until = sim.frame
            return true
        end
    end

    local function run()
        arm("load", 0)
        sim, timeline = runtime.start_case(case, script, options.watched and last == 0)
        disarm()
        outcome.sim, outcome.timeline = sim, timeline
        local placed = options.free and (case.input or {})[1]
        local is_placed = placed and placed[1] == "drag"
        if is_placed and not runtime.is_free(sim.state, placed[4]) then return end
        if take() then return end
        while sim.frame < last do
            arm("update", sim.frame + 1, sim)
            runtime.advance(sim, timeline, options.watched and sim.frame + 1 == last)
            disarm()
            if take() then return end
        end
    end

    local good, e = runtime.pcall(run)
    disarm()
    if sim then
        outcome.frame, outcome.hash = sim.frame, runtime.hash(sim.state)
        for i, failure in ipairs(sim.failures) do
            outcome.failures[i] = { kind = "check", text = failure.name, frame = failure.frame,
                message = failure.message }
        end
    end
    if not good then
        outcome.failures[#outcome.failures + 1] = failure_of_error(e)
        outcome.ended = e -- by an error of the script
    end
    if nan_until and not outcome.failures[1] then
        outcome.failures[1] = runtime.find_nan(case, script, nan_until, arm, disarm)
    end
    outcome.failure = outcome.failures[1]
    return outcome
end

-- The first frame with a NaN in the state, as a failure.
function runtime.find_nan(case, script, last, arm, disarm)
    arm("load", 0)
    local sim, timeline = runtime.start_case(case, script)
    while not is_bad(sim) and sim.frame < last do
        arm("update", sim.frame + 1, sim)
        runtime.advance(sim, timeline)
    end
    disarm()
    sim.noted.nan, sim.noted.infinity = nil, true
    sim.lines:clear()
    sim:look_for_odd()
    local line = sim.lines[1] or ""
    return { kind = "nan", text = "NaN in the state: " .. (line:match "^! (.-) is nan"
        or line:match "^! (%S+)" or "s"),
        frame = sim.frame }
end
