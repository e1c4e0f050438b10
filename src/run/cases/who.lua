-- Who changed a value: a frame is played once more with a hook on its lines, calls and returns, and
-- the expression is evaluated between them. And the lines of a frame, with the locals that changed.
local runtime = ...

local most_changes, most_lines, most_queries = 200, 5000, 20

-- Plays a case up to the frame before `frame`.
local function before(case, script, frame, options)
    options.arm("load", 0)
    local sim, timeline = runtime.start_case(case, script, true)
    options.disarm()
    while sim.frame < frame - 1 do
        options.arm("update", sim.frame + 1, sim)
        runtime.advance(sim, timeline)
        options.disarm()
    end
    return sim, timeline
end

-- The innermost function of the script from `level` of the caller on: its level there, and what
-- debug.getinfo says of it; nil: there is none in this coroutine.
local function script_function(level)
    for at = level + 1, 200 do
        local info = debug.getinfo(at, "Slf")
        if not info then return end
        if info.source:sub(1, 1) == "@" then return at - 1, info end
    end
end

-- Seconds beyond its budget that a frame under a hook has.
local hook_seconds = 4

-- Makes the next frame under a hook: at(place, level, func) is called after each piece of a line
-- with the place that has run, { file =, line =, func = }, and the innermost function of the
-- script, until it returns true.
local function make_hooked(sim, timeline, options, at)
    local place, threads, ended = nil, {}, false
    local function hook(event, line)
        if ended then
            debug.sethook()
        elseif event == "call" then -- of coroutine.resume, or what coroutine.wrap has made
            local _, thread = debug.getlocal(2, 1)
            if type(thread) ~= "thread" then
                _, thread = debug.getupvalue(debug.getinfo(2, "f").func, 2)
            end
            if type(thread) == "thread" and not threads[thread] then
                threads[thread] = true
                debug.sethook(thread, hook, "lcr")
            end
        elseif event == "line" then
            local level, info = script_function(2)
            if level == 2 then
                ended = at(place, 3, info.func)
                place = { file = info.source:sub(2), line = line, func = info.func }
            end
        elseif event == "return" then
            local level, info = script_function(2)
            ended = at(place, level and level + 1, info and info.func)
            level, info = script_function(3)
            place = level and { file = info.source:sub(2), line = info.currentline,
                func = info.func }
        end
    end
    options.arm("update", sim.frame + 1, sim, hook_seconds)
    debug.sethook(hook, "lcr")
    local good, e = runtime.pcall(runtime.advance, sim, timeline, true)
    debug.sethook()
    for thread in next, threads do debug.sethook(thread) end
    options.disarm()
    return good, e
end

-- The queries of a log from number `from` on, as texts, and how many there are in all.
local function queries_since(sim, from)
    local list, texts = runtime.queries(sim.queries), {}
    for i = from + 1, #list do
        if #texts == most_queries then break end
        local query = list[i]
        texts[#texts + 1] = ("%s at %s:%d"):format(query.name, query.file or "?", query.line or 0)
    end
    return texts, #list
end

local function error_text(e)
    return type(e) == "table" and ("%s:%d: %s"):format(e.file or "?", e.line or 0, e.message)
        or runtime.tostring(e)
end

-- Answers { frame =, changes = { { file =, line =, before =, after =, queries = }, ... } }, or
-- { wrong = }.
function runtime.who(case, script, text, frame, options)
    local watch, why = runtime.new_watch(text)
    if not watch then return { wrong = ("%s: %s"):format(text, why) } end
    if frame < 1 then return { wrong = "frame 0 is made by load, before there is a state" } end
    local sim, timeline = before(case, script, frame, options)
    local value, wrong = watch:value(sim)
    if wrong then return { wrong = ("%s %s"):format(text, wrong) } end
    local answer, asked, busy = { frame = frame, changes = {} }, 0, false
    local good, e = make_hooked(sim, timeline, options, function(place)
        if not place or busy or #answer.changes >= most_changes or wrong then return end
        busy = true
        local now
        now, wrong = watch:value(sim)
        if not wrong and not runtime.same_row(value, now) then
            local queries
            queries, asked = queries_since(sim, asked)
            table.insert(answer.changes, { file = place.file, line = place.line,
                before = runtime.row_text(value), after = runtime.row_text(now),
                    queries = queries })
            value = now
        end
        busy = false
    end)
    if wrong then return { wrong = ("%s %s"):format(text, wrong) } end
    answer.error = not good and error_text(e) or nil
    return answer
end

-- Whether a value is a table that takes long to be shown: such a one is shown again only where it
-- is another one.
local function is_large(value)
    local count = 0
    if type(value) ~= "table" then return false end
    for _ in next, value do
        count = count + 1
        if count > 8 then return true end
    end
    return false
end

-- The lines of a frame in order: { { file =, line =, locals = { "name = value", ... } }, ... }.
function runtime.lines_of(case, script, frame, options)
    if frame < 1 then return { wrong = "frame 0 is made by load, before there is a state" } end
    local sim, timeline = before(case, script, frame, options)
    local answer, known = { frame = frame, lines = {} }, setmetatable({}, { __mode = "k" })
    local good, e = make_hooked(sim, timeline, options, function(place, level, func)
        if not place then return end
        local locals, values = {}, known[place.func] or {}
        known[place.func] = values
        for i = 1, level and func == place.func and 100 or 0 do
            local name, value = debug.getlocal(level, i)
            if not name then break end
            local last_seen = values[name]
            local known_already = last_seen and last_seen.value == value and is_large(value)
            local shown = type(value) ~= "function" and name:sub(1, 1) ~= "("
                and not known_already and runtime.shown(value):sub(1, 80)
            if shown and not (last_seen and last_seen.text == shown) then
                values[name] = { text = shown, value = value }
                table.insert(locals, name .. " = " .. shown)
            end
        end
        local last = answer.lines[#answer.lines]
        if last and last.line == place.line and last.file == place.file then
            local again = false -- a loop on one line
            for _, name in ipairs(locals) do again = again or last.known[name:match "^%S+"] end
            if not again then
                for _, text in ipairs(locals) do
                    last.known[text:match "^%S+"] = true
                    table.insert(last.locals, text)
                end
                return
            end
        end
        answer.cut = #answer.lines == most_lines
        if not answer.cut then
            local names = {}
            for _, text in ipairs(locals) do names[text:match "^%S+"] = true end
            table.insert(answer.lines, { file = place.file, line = place.line, locals = locals,
                known = names })
        end
        return answer.cut
    end)
    answer.error = not good and error_text(e) or nil
    return answer
end
