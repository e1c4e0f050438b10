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

-- Makes the next frame under a hook: at(place, level_is_new) is called after each piece of a line,
-- with the place that has run, { file =, line = }.
local function make_hooked(sim, timeline, options, at)
    local stack, depth, place = {}, 0, nil
    local function hook(event, line)
        if event == "line" then
            local info = debug.getinfo(2, "S")
            if info.source:sub(1, 1) == "@" then
                at(place, 4)
                place = { file = info.source:sub(2), line = line }
            end
        elseif event == "call" then
            depth = depth + 1
            stack[depth] = place
        elseif event == "return" and depth > 0 then
            at(place, 4)
            place = stack[depth]
            depth = depth - 1
        end
    end
    options.arm("update", sim.frame + 1, sim)
    debug.sethook(hook, "lcr")
    local good, e = runtime.pcall(runtime.advance, sim, timeline, true)
    debug.sethook()
    options.disarm()
    at(place, 3)
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
    if not good then answer.error = type(e) == "table" and e.message or runtime.tostring(e) end
    return answer
end

-- The lines of a frame in order: { { file =, line =, locals = { "name = value", ... } }, ... }.
function runtime.lines_of(case, script, frame, options)
    if frame < 1 then return { wrong = "frame 0 is made by load, before there is a state" } end
    local sim, timeline = before(case, script, frame, options)
    local answer, known = { frame = frame, lines = {} }, setmetatable({}, { __mode = "k" })
    make_hooked(sim, timeline, options, function(place, level)
        if not place then return end
        if #answer.lines >= most_lines then
            answer.cut = true
            return
        end
        local entry = { file = place.file, line = place.line, locals = {} }
        local info = debug.getinfo(level, "fS")
        if info and info.source:sub(1, 1) == "@" then
            local values = known[info.func] or {}
            known[info.func] = values
            for i = 1, 100 do
                local name, value = debug.getlocal(level, i)
                if not name then break end
                local shown = type(value) ~= "function" and name:sub(1, 1) ~= "("
                    and runtime.shown(value):sub(1, 80)
                if shown and values[name] ~= shown then
                    values[name] = shown
                    table.insert(entry.locals, name .. " = " .. shown)
                end
            end
        end
        table.insert(answer.lines, entry)
    end)
    return answer
end
