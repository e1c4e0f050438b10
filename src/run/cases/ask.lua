-- Questions about a run. The answer is plain text: a first line for who asks, "frame N", "watch
-- SIZE", "lines N", "none", or "wrong" where the question is, then lines for the person.
local runtime = ...

local kept = {} -- expression -> { key =, rows =, last = } of the last run it was asked of

-- What of a run its rows depend on.
local function key_of(case, script, last)
    local input = {}
    for i, entry in ipairs(case.input or {}) do
        if entry[2] > last then break end
        input[i] = entry
    end
    return runtime.hash { script.name, script.source, runtime.data_text { input = input,
        params = case.params, seed = case.seed } }
end

-- The rows of an expression over a run; or nil, reason.
local function rows_of(text, case, script, options)
    local key, last = key_of(case, script, case.frames), case.frames
    local known = kept[text]
    if known and known.key == key and known.last >= last then return known.rows, last end
    local watch, why = runtime.new_watch(text)
    if not watch then return nil, why end
    options.watches = { watch }
    local outcome = runtime.play(case, script, options)
    if outcome.problems[1] then return nil, outcome.problems[1] end
    kept[text] = { key = key, rows = outcome.rows[1], last = outcome.frame }
    return outcome.rows[1], outcome.frame
end

local function lines(first, ...)
    return table.concat({ first, ... }, "\n")
end

-- The frame in which an expression holds, or changes: from `from` on, or back.
local function search(rows, changed, from, to)
    local way = from <= to and 1 or -1
    for frame = from, to, way do
        local now, before = rows[frame + 1], rows[frame]
        local fits = now
        if changed then fits = frame > 0 and not runtime.same_row(now, before) end
        if fits then return frame, now, before end
    end
end

local function wrong(of, why) return lines("wrong", ("! %s %s"):format(of, why)) end

local function find(job, case, script, options)
    local changed = job.of:match "^%s*changed%s+(.*)$"
    local text = changed or job.of
    local rows, last = rows_of(text, case, script, options)
    if not rows then return wrong(text, last) end
    local from, to = job.from or 0, last
    if job.way == "next" then from = job.frame + 1 elseif job.way == "back" then from,
        to = job.frame - 1, 0 end
    local frame, now, before
    if from >= 0 and from <= last then frame, now, before = search(rows, changed, from, to) end
    if not frame then
        return lines("none", ("! %s: in no frame %s"):format(job.of, job.way == "next"
            and "after this one"
            or job.way == "back" and "before this one" or ("from %d to %d"):format(from, last)))
    end
    return lines("frame " .. frame, ("frame %d: %s = %s%s"):format(frame, text,
        changed and runtime.row_text(before) .. " -> " or "", runtime.row_text(now)))
end

local function watch(job, case, script, options)
    local rows, last = rows_of(job.of, case, script, options)
    if not rows then return wrong(job.of, last) end
    local value
    for frame = last + 1, 1, -1 do
        if value == nil then value = rows[frame] end
    end
    if type(value) == "string" then
        return wrong(job.of, "is a text, which has no chart; find changed " .. job.of)
    end
    local size = type(value) == "table" and runtime.length(value) or 1
    return lines(("watch %d"):format(size), ("%s is charted, and now %s"):format(job.of,
        runtime.row_text(rows[last + 1])))
end

local function who(job, case, script, options)
    local rows, last = rows_of(job.of, case, script, options)
    if not rows then return wrong(job.of, last) end
    local frame = search(rows, true, math.min(job.frame, last), 1)
    if frame and job.way == "back" then frame = search(rows, true, frame - 1, 1) end
    if not frame then
        return lines("none", ("! %s: changes in no frame up to %d"):format(job.of, last))
    end
    local told = runtime.who(case, script, job.of, frame, options)
    if told.wrong then return lines("wrong", "! " .. told.wrong) end
    local texts = { "frame " .. frame, ("frame %d, %s:"):format(frame, job.of) }
    for _, change in ipairs(told.changes) do
        for _, query in ipairs(change.queries) do texts[#texts + 1] = "      " .. query end
        texts[#texts + 1] = ("  %s:%d  %s -> %s"):format(change.file, change.line, change.before,
            change.after)
    end
    if not told.changes[1] then texts[#texts + 1] = "  no line of this frame changes it" end
    if told.error then texts[#texts + 1] = "! " .. told.error end
    local earlier = search(rows, true, frame - 1, 1)
    if earlier then texts[#texts + 1] = "before that it changes in frame " .. earlier end
    return table.concat(texts, "\n")
end

local function lines_of(job, case, script, options)
    local told = runtime.lines_of(case, script, job.frame, options)
    if told.wrong then return lines("wrong", "! " .. told.wrong) end
    local texts = { "lines " .. told.frame }
    for _, line in ipairs(told.lines) do
        texts[#texts + 1] = ("%s:%d%s"):format(line.file, line.line,
            line.locals[1] and "\t" .. table.concat(line.locals, "\t") or "")
    end
    if told.cut then texts[#texts + 1] = "... and more" end
    if told.error then texts[#texts + 1] = "! " .. told.error end
    return table.concat(texts, "\n")
end

-- Answers a question: job.ask, of (the expression), way ("first", "next", "back"), frame.
function runtime.asked_of_run(job, case, script, options)
    local answer = ({ find = find, watch = watch, who = who, lines = lines_of })[job.ask]
    return answer and answer(job, case, script, options) or "none"
end
