-- A tour of the window in twelve pages, told in the picture; the right arrow key turns them.
-- A ball flies through a room without gravity. In a bounce off a solid with the normal n,
--     v  becomes  v - (1 + bounce) (v . n) n:
-- along n it comes back `bounce` times as fast, and across n nothing changes. Here it is
local bounce = 1

local collide = require "collide"
local travel = require "lib.travel"
local vec, circle, plane = collide.vec, collide.circle, collide.plane

local scenario = { title = "A tour / ひとめぐり" }
scenario.about = {
    en = "Twelve short steps around the window: pause, rewind, drag, edit the file and break \z
        it, each with one thing to try. A ball bounces in a room without gravity, and one \z
        line of the script says how.",
    ja = "窓をひとめぐりする12の短いステップです。一時停止、巻き戻し、ドラッグ、ファイルの編\z
        集、わざと壊すことまで、ひとつずつ試せます。無重力の部屋で球が跳ね、その跳ね方はスク\z
        リプトの1行で決まります。",
}
local speed, wide, high, radius, start = 7, 8, 3, 0.5, vec(3.5, -0.6)
local pages = {
    { "Play and pause", "Space stops the run and starts it again; R starts from frame 0." },
    { "Step back", "Pause; then , goes one frame back and . one forwards, with Shift ten. "
        .. "Every frame is kept as it was." },
    { "Move a shape", "Drag the block into the ball's way with the left mouse button. "
        .. "Paused, it changes the very frame that you see." },
    { "Change a line", "Open scripts/00_tour.lua in your editor, write 0.7 in line 5, and save. "
        .. "The way before stays as a ghost, and a flag on the timeline marks where they part. "
        .. "With 1.2 a check fails: click on it, and Ctrl+Z brings the text before back." },
    { "Break it", "Write `local bounce =` in line 5, and save. The banner tells what is wrong, "
        .. "while the last good version goes on. Then mend it. The panel lists your edits; a click "
        .. "on one shows it again." },
    { "Rewind", "Drag along the timeline, back to the last bounce. Move the block there: the "
        .. "frames after it are dropped, and Ctrl+Z brings them back." },
    { "Ask why", "The ball is orange when it bounces. Pause there, and click on it: the "
        .. "inspector lists its queries. The one that hit decided the bounce: pick it, and W shows "
        .. "the steps to its answer, L the distance to it everywhere in the room." },
    { "Which line?", "Open the console with `, and ask: who s.velocity. It names the line that "
        .. "changed it last; a click opens your editor there. The page Lines has all that a "
        .. "paused frame did." },
    { "Find a run that fails", "Hunt, below the checks, tries other places and keys until a "
        .. "check fails. With 1.2 in line 5 it finds one at once, and Show opens it; with 1 "
        .. "there should be none." },
    { "Make it a test", "With the query picked, press Make this a test, or Ctrl+T. It is now in "
        .. "tests/captured_spec.lua, and build/collide test runs it." },
    { "Record", "F9 starts a recording, and ends it. F8 saves a picture." },
    { "Go on", "] opens the next scenario, Ctrl+O lists all, F1 tells every key. "
        .. "Copy this file, change it, and drop the copy on the window: it is yours." },
}

function scenario.load()
    return { frame = 0, grown = 0,
        ball = circle(vec(-6, 0), radius), velocity = vec(0.8, 0.6) * speed,
        block = collide.box(start, vec(1.2, 0.7), 0.5), peg = circle(vec(-1.5, 1), 0.7),
        room = { plane(vec(1, 0), -wide), plane(vec(-1, 0), -wide),
            plane(vec(0, 1), -high), plane(vec(0, -1), -high) } }
end

function scenario.update(s, dt)
    s.frame, s.hit, s.grown = s.frame + 1, nil, 0
    local pace = s.velocity:length() / speed -- too slow, or too fast to be seen: as at first
    if pace < 0.3 or pace > 4 then s.velocity = s.velocity:normalized() * speed end
    travel(s.ball, s.velocity * dt, { s.block, s.peg, table.unpack(s.room) }, function(hit, rest)
        local after = s.velocity:reflect(hit.normal, bounce)
        s.grown = math.max(s.grown, after:length() - s.velocity:length())
        s.velocity, s.hit, s.last = after, hit, { frame = s.frame, at = hit.point }
        return rest:reflect(hit.normal, bounce)
    end)
end

function scenario.draw(s, draw)
    for page, told in ipairs(pages) do
        local done = page == 3 and s.block.center ~= start or page == 4 and bounce ~= 1
        draw.text(("%d of %d  %s%s"):format(page, #pages, told[1], done and "  ✓" or ""),
            { size = 20, color = done and "green" or "yellow", page = page })
        draw.text(told[2], { page = page })
        draw.text((page > 1 and "← back    " or "") .. (page < #pages and "→ next" or ""),
            { color = "gray", page = page })
    end
    if s.hit then draw.style(s.ball, "orange") end
    if s.last then
        draw.point(s.last.at, "orange")
        draw.text(s.last.at + vec(0.2, 0.3), "frame " .. s.last.frame, "orange")
    end
    for _, wall in ipairs(s.room) do draw.style(wall, { unnamed = true }) end
end

scenario.checks = {
    ["a bounce adds no speed"] = function(s) return s.grown <= 1e-12 * speed end,
    ["the ball stays in the room"] = function(s)
        local x, y, slack = math.abs(s.ball.center.x), math.abs(s.ball.center.y), radius - 1e-9
        return x <= wide - slack and y <= high - slack
    end,
}
return scenario
