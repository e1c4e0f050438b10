-- scenario.camera(s, view): the view that the script wants; what it sets stays for the next frame.
-- It is called once for each frame, shown or not, so the camera depends on the frame alone, and not
-- on how a person came to it.
--
-- An error of the function does not end the run: the view stays as it was, and the frame carries
-- the message.
local runtime = ...

local fields = { "center", "height", "width", "size", "angle", "elevation", "tilt" }
local known = {}
for _, name in ipairs(fields) do known[name] = true end

local usual_elevation <const> = 0.45
local usual_margin <const> = 0.1 -- of what view:fit frames

local function is_finite(value) return type(value) == "number" and value - value == 0 end

-- ------------------------------------------------------------------------------------------- fit

local function fail(level, form, ...) error("view:fit: " .. form:format(...), level + 1) end

-- The corners of the box around shapes and bodies, and their dimension.
local function box_of(list)
    local dim, min, max
    for i = 1, math.max(#list, 1) do
        local thing = runtime.printed(list[i])
        local d, low, high = runtime.bounds_of(list[i])
        if not d then fail(3, "needs a shape, a body, or a list of them; got %s", thing) end
        if not low then fail(3, "%s has no bounds", thing) end
        if dim and d ~= dim then fail(3, "%s has another dimension than the others", thing) end
        dim, min, max = d, min or low, max or high
        for k = 1, 3 do min[k], max[k] = math.min(min[k], low[k]), math.max(max[k], high[k]) end
    end
    return dim, min, max
end

local methods = {}

-- Frames a shape, a body or a list of them, and `margin` around: in place of height and width.
function methods:fit(shapes, margin)
    if getmetatable(self) ~= "view" then
        fail(2, "is called with a colon, view:fit(shapes)")
    end
    if margin ~= nil and not (is_finite(margin) and margin >= 0) then
        fail(2, "margin must be finite and >= 0, got %s", runtime.in_message(margin))
    end
    local is_list = type(shapes) == "table"
    if is_list and #shapes == 0 then fail(2, "the list is empty") end
    local dim, min, max = box_of(is_list and shapes or { shapes })
    local vec, size = runtime.collide.vec, {}
    for k = 1, 3 do size[k] = max[k] - min[k] end
    margin = margin or usual_margin * math.max(size[1], size[2], size[3])
    for k = 1, dim do size[k] = size[k] + 2 * margin end
    if math.max(size[1], size[2], size[3]) == 0 then
        fail(2, "what is framed is a single point: give a margin")
    end
    local middle = {}
    for k = 1, dim do middle[k] = min[k] + (max[k] - min[k]) / 2 end
    self.center, self.size = vec(table.unpack(middle)), vec(table.unpack(size, 1, dim))
    self.height, self.width = nil, nil
end

local view_type = { __index = methods, __metatable = "view" }

-- ----------------------------------------------------------------------------------------- checks

-- The view that a script's camera begins with: all finite shapes of the state. And the size of the
-- box around them, or nil.
local function new_view(state)
    local vec, height, center, size = runtime.collide.vec, runtime.view_of(state)
    return { center = vec(table.unpack(center)), height = height, angle = 0,
        elevation = usual_elevation, tilt = 0 }, size and vec(table.unpack(size))
end

-- What a value of a view must be and is not; false or nil where nothing is wrong.
local function wanted_of(view, name)
    local value = view[name]
    if name == "center" then
        return not (runtime.is_vector(value) and is_finite(value.x) and is_finite(value.y)
            and is_finite(value.z or 0)) and "a finite vec or { x, y[, z] }"
    elseif name == "size" then
        local size = runtime.is_vector(value) and math.max(value.x, value.y, value.z or 0)
        return value ~= nil and not (size and is_finite(size) and size > 0
            and math.min(value.x, value.y, value.z or 0) >= 0)
            and "a vec of sizes >= 0, as view:fit sets it"
    elseif name == "height" and value == nil then
        return not (view.width or view.size) and "finite and > 0"
    elseif name == "height" or name == "width" then
        return value ~= nil and not (is_finite(value) and value > 0) and "finite and > 0"
    elseif name == "elevation" then
        return not (is_finite(value) and math.abs(value) <= math.pi / 2)
            and "in -pi/2..pi/2, in radians"
    end
    return not is_finite(value) and "finite, in radians"
end

-- A checked copy of a view as the script has left it; or nil, reason. first_height: the one that it
-- began with, which does not count beside one that the script has asked for; where it has asked for
-- none, first_size is seen, too, from whatever side.
local function checked_view(view, first_height, first_size)
    local checked = {}
    for name, value in runtime.pairs(view) do
        if not known[name] then
            return nil, ("view has no '%s'; %s"):format(runtime.tostring(name),
                runtime.hint(name, fields, ("it has %s and view:fit(shapes)"):format(
                    table.concat(fields, ", "))))
        end
        checked[name] = value
    end
    for _, name in ipairs { "center", "size" } do
        if type(view[name]) == "table" then
            local made, vector = runtime.pcall(runtime.collide.vec, table.unpack(view[name], 1, 3))
            checked[name] = made and vector or view[name]
        end
    end
    for _, name in ipairs(fields) do
        local wanted = wanted_of(checked, name)
        if wanted then
            return nil, ("view.%s must be %s, got %s"):format(name, wanted,
                runtime.in_message(view[name]))
        end
    end
    if checked.height == first_height then
        if checked.width or checked.size then checked.height = nil
        else checked.size = first_size end
    end
    return checked
end

-- Calls the camera of a simulation for its present frame, and sets its fields
--   aimed             the last view that was sound
--   camera_problem    a message with its place, if this call went wrong
-- The random numbers of the run stay as they were.
function runtime.aim(simulation)
    local camera = simulation.definition.camera
    simulation.camera_problem = nil
    if not camera then return end
    if not simulation.view then
        simulation.aimed, simulation.first_size = new_view(simulation.state)
        simulation.first_height = simulation.aimed.height
        simulation.aimed.size = simulation.first_size
        simulation.view = setmetatable(new_view(simulation.state), view_type)
    end
    local numbers = simulation.random_state()
    local before = runtime.hash(simulation.state, simulation.trace)
    local well, why = runtime.enter(simulation.globals, camera, simulation.state, simulation.view,
        simulation.params)
    simulation.random_state(numbers)
    if before ~= runtime.hash(simulation.state) then
        simulation:refuse_change("camera", camera, "camera",
            runtime.changed(simulation.state, simulation.trace))
    end
    local view, reason
    if well then
        view, reason = checked_view(simulation.view, simulation.first_height, simulation.first_size)
    end
    if view then
        simulation.aimed = view
        return
    end
    local e = simulation:error_of("camera", well and runtime.error_at(camera, reason) or why)
    local place = e.line > 0 and ("%s:%d"):format(e.file, e.line) or e.file
    simulation.camera_problem = place .. ": " .. e.message
    for _, name in ipairs(fields) do simulation.view[name] = simulation.aimed[name] end
    for name in runtime.pairs(simulation.view) do
        if not known[name] then simulation.view[name] = nil end
    end
end
