-- What a person does, as update gets it in `input`: keys, mouse, text and gamepad of a frame. Mouse
-- buttons and pad buttons are held like keys, by names of their own ("mouse left", "pad a"); so all
-- of them are recorded in one list. And the names of keys: those of SDL in lower case.
local runtime = ...

-- ------------------------------------------------------------------------------------- names

local mouse_buttons = { "left", "middle", "right", "x1", "x2" } -- in SDL's order, from 1
local pad_buttons = { "a", "b", "x", "y", "back", "guide", "start", "leftstick", "rightstick",
    "leftshoulder", "rightshoulder", "dpup", "dpdown", "dpleft", "dpright", "misc1", "paddle1",
    "paddle2", "paddle3", "paddle4", "touchpad" }
local pad_axes = { "leftx", "lefty", "rightx", "righty", "triggerleft", "triggerright" }
local named_keys = { "return", "escape", "backspace", "tab", "space", "capslock", "printscreen",
    "scrolllock", "pause", "insert", "home", "pageup", "delete", "end", "pagedown", "right", "left",
    "down", "up", "numlock", "menu", "application", "keypad /", "keypad *", "keypad -", "keypad +",
    "keypad enter", "keypad .", "left ctrl", "left shift", "left alt", "left gui", "right ctrl",
    "right shift", "right alt", "right gui" }
-- What other libraries and keyboards call them.
local aliases = { esc = "escape", enter = "return", spacebar = "space", del = "delete",
    ins = "insert", pgup = "pageup", pgdn = "pagedown", kpenter = "keypad enter",
    lshift = "left shift", rshift = "right shift", shift = "left shift", lctrl = "left ctrl",
    rctrl = "right ctrl", ctrl = "left ctrl", lalt = "left alt", ralt = "right alt",
    alt = "left alt", period = ".", comma = "," }

local keys = { list = {} }
local function add_key(name)
    keys[name] = true
    keys.list[#keys.list + 1] = name
end
for letter in ("abcdefghijklmnopqrstuvwxyz0123456789"):gmatch "." do add_key(letter) end
for _, name in ipairs(named_keys) do add_key(name) end
for i = 1, 24 do add_key("f" .. i) end
for i = 0, 9 do add_key("keypad " .. i) end
for _, name in ipairs(mouse_buttons) do add_key("mouse " .. name) end
for _, name in ipairs(pad_buttons) do add_key("pad " .. name) end

local function set_of(list)
    local set = {}
    for i, name in ipairs(list) do set[name] = i end
    return set
end
local is_mouse_button, is_pad_button = set_of(mouse_buttons), set_of(pad_buttons)
local axis_index = set_of(pad_axes)

-- Whether a value names a key: one of SDL's, or any single character, as keyboards differ. If not,
-- also returns why.
function runtime.is_key(name)
    if type(name) ~= "string" then
        return false, ("the name of a key must be a string, got %s"):format(runtime.tostring(name))
    end
    if keys[name] or utf8.len(name) == 1 and not name:find "[%c%u]" then return true end
    local lower = name:lower()
    local near = aliases[lower] or runtime.nearest(name, keys.list)
    return false, ("unknown key %q; did you mean '%s'?"):format(name:sub(1, 40), near)
end

-- The name of a button or axis, or raises at the line of the script, which is `level` calls up:
-- `what` it is, by the list and the set of those that there are.
local function check_name(what, name, set, list, level)
    if set[name] then return name end
    local known = table.concat(list, ", ")
    if type(name) ~= "string" then
        error(("a %s must be one of %s, got %s"):format(what, known, runtime.tostring(name)), level)
    end
    error(("unknown %s %q; did you mean '%s'?"):format(what, name:sub(1, 40),
        runtime.nearest(name, list)), level)
end

local function check_key(name)
    if keys[name] then return name end
    local known, why = runtime.is_key(name)
    if not known then error(why, 3) end
    return name
end

-- ------------------------------------------------------------------------------------- input

-- What other libraries call it.
local words = {
    isdown = "input.down(key)", ispressed = "input.pressed(key)", held = "input.down(key)",
    keypressed = "input.pressed(key)", keyreleased = "input.released(key)",
    justpressed = "input.pressed(key)", get = "input.down(key)", key = "input.down(key)",
    gamepad = "input.pad", joystick = "input.pad", cursor = "input.mouse",
}

-- Notes that a script has asked for a key, which hunt.lua wants to know.
local function noted(name)
    if runtime.asked then runtime.asked[name] = true end
    return name
end

-- down, pressed and released of what is held: `held` has the tables `now` and `before`, and
-- name_of(name) is the name there.
local function add_held(to, held, name_of)
    function to.down(name) return held.now[noted(name_of(name))] == true end
    function to.pressed(name)
        name = noted(name_of(name))
        return held.now[name] == true and not held.before[name]
    end
    function to.released(name)
        name = noted(name_of(name))
        return held.before[name] == true and not held.now[name]
    end
end

-- A new input object, with nothing held, and the function take(given) that puts the input of a
-- frame into it. given: a list of the keys that are down, and in fields, all optional:
--   mouse = { x =, y =, z =, inside =, wheel = }   a frame without it leaves the mouse where it is
--   text = what was typed
--   pad = { leftx =, ... }                          a frame without it has no gamepad
function runtime.new_input()
    local held = { now = {}, before = {} }
    local input, axes = { text = "" }, {}
    local mouse = { x = 0, y = 0, z = 0, inside = false, moved = false, wheel = 0 }
    local pad = { connected = false }
    input.mouse, input.pad = mouse, pad
    add_held(input, held, check_key)
    add_held(mouse, held, function(button)
        if button == nil then return "mouse left" end
        return "mouse " .. (mouse_buttons[button]
            or check_name("mouse button", button, is_mouse_button, mouse_buttons, 4))
    end)
    add_held(pad, held, function(button)
        return "pad " .. check_name("pad button", button, is_pad_button, pad_buttons, 4)
    end)
    function input.axis(negative, positive)
        return (held.now[noted(check_key(positive))] and 1 or 0)
            - (held.now[noted(check_key(negative))] and 1 or 0)
    end
    function pad.axis(name)
        return axes[check_name("pad axis", name, axis_index, pad_axes, 3)] or 0
    end

    runtime.guide(mouse, "input.mouse", {})
    runtime.guide(pad, "input.pad", {})
    return runtime.guide(input, "input", words), function(given)
        held.before = held.now
        if given[1] ~= nil or next(held.now) then held.now = {} end
        for _, key in ipairs(given) do held.now[key] = true end
        local at = given.mouse
        mouse.wheel, mouse.moved = at and at.wheel or 0, false
        if at then
            mouse.moved = at.inside and mouse.inside
                and not (at.x == mouse.x and at.y == mouse.y and (at.z or 0) == mouse.z)
            mouse.x, mouse.y, mouse.z, mouse.inside = at.x, at.y, at.z or 0, at.inside
        end
        input.text = given.text or ""
        axes, pad.connected = given.pad or {}, given.pad ~= nil
    end
end

-- -------------------------------------------------------------------------- input of plain runs

local function fail(frame, form, ...)
    error(("input of frame %d"):format(frame) .. form:format(...), 0)
end

local function check_numbers(frame, what, from, names, least, largest)
    for name in runtime.pairs(from) do
        if not names[name] then fail(frame, ": %s has no '%s'", what, runtime.tostring(name)) end
    end
    for name in runtime.pairs(names) do
        local value = from[name]
        local number = type(value) == "number" and value - value == 0
            and value >= least and value <= largest
        if names[name] ~= "flag" and value ~= nil and not number then
            fail(frame, ": %s.%s must be a finite number%s, got %s", what, name,
                largest < math.huge and (" in [%g, %g]"):format(least, largest) or "",
                runtime.tostring(value))
        end
    end
end

local mouse_fields = { x = "number", y = "number", z = "number", wheel = "number", inside = "flag" }

-- Checks the input that somebody gives for a frame of a plain run, in the form of take; raises one
-- line if it is not valid.
function runtime.checked_input(given, frame)
    if type(given) ~= "table" then
        fail(frame, " must be a list of keys, got %s", type(given))
    end
    for i = 1, #given do
        local known, why = runtime.is_key(given[i])
        if not known then fail(frame, ": %s", why) end
    end
    for name in runtime.pairs(given) do
        if type(name) == "string" and name ~= "mouse" and name ~= "pad" and name ~= "text" then
            fail(frame, " has no '%s', only keys, mouse, pad and text", name)
        end
    end
    local mouse, pad, text = given.mouse, given.pad, given.text
    if text ~= nil and type(text) ~= "string" then
        fail(frame, ": text must be a string, got %s", type(text))
    end
    if mouse ~= nil then
        if type(mouse) ~= "table" then
            fail(frame, ": mouse must be a table, got %s", type(mouse))
        end
        check_numbers(frame, "mouse", mouse, mouse_fields, -math.huge, math.huge)
    end
    if pad ~= nil then
        if type(pad) ~= "table" then fail(frame, ": pad must be a table, got %s", type(pad)) end
        check_numbers(frame, "pad", pad, axis_index, -1, 1)
    end
    local checked = table.move(given, 1, #given, 1, { text = text, pad = pad })
    if mouse then
        checked.mouse = { x = mouse.x or 0, y = mouse.y or 0, z = mouse.z or 0,
            wheel = mouse.wheel or 0, inside = mouse.inside ~= false }
    end
    return checked
end
