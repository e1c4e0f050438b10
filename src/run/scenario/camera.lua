-- scenario.camera(s, view): the view that the script wants. view has center, height and angle; what
-- the script sets stays for the next frame. It is called once for each frame, shown or not, so the
-- camera does not depend on how one came to the frame.
--
-- Its errors end no run: the view stays as it was, and the frame has the reason.
local runtime = ...

local fields = { "center", "height", "angle" }

local function is_finite(value) return type(value) == "number" and value - value == 0 end

-- The view that a script's camera begins with: all finite shapes of the state, in 16:9.
function runtime.new_view(state)
    local height, x, y, z = runtime.view_of(state)
    return { center = runtime.collide.vec(x, y, z), height = height, angle = 0 }
end

-- A checked copy of a view as the script has left it; or nil, reason.
local function checked_view(view)
    for name in runtime.pairs(view) do
        local known = name == "center" or name == "height" or name == "angle"
        if not known then
            return nil, ("view has no '%s', only %s"):format(runtime.tostring(name),
                table.concat(fields, ", "))
        end
    end
    local center = view.center
    if type(center) == "table" then
        local made, vector = runtime.pcall(runtime.collide.vec, table.unpack(center, 1, 3))
        center = made and vector
    end
    local finite = runtime.is_vector(center) and is_finite(center.x) and is_finite(center.y)
        and is_finite(center.z or 0)
    if not finite then
        return nil, "view.center must be a finite vec or { x, y[, z] }, got "
            .. runtime.tostring(view.center)
    elseif not is_finite(view.height) or view.height <= 0 then
        return nil, "view.height must be finite and > 0, got " .. runtime.in_message(view.height)
    elseif not is_finite(view.angle) then
        return nil, "view.angle must be finite, in radians, got " .. runtime.in_message(view.angle)
    end
    return { center = center, height = view.height, angle = view.angle }
end

-- Calls the camera of a simulation for its present frame, and sets its fields
--   aimed             { center =, height =, angle = }: the last view that was sound
--   camera_problem    a message with its place, if this call went wrong
-- The random numbers of the run stay as they were.
function runtime.aim(simulation)
    local camera = simulation.definition.camera
    simulation.camera_problem = nil
    if not camera then return end
    simulation.view = simulation.view or runtime.new_view(simulation.state)
    simulation.aimed = simulation.aimed or runtime.new_view(simulation.state)
    local numbers, before = simulation.random_state(), runtime.hash(simulation.state)
    local well, why = runtime.enter(simulation.globals, camera, simulation.state, simulation.view,
        simulation.params)
    simulation.random_state(numbers)
    if before ~= runtime.hash(simulation.state) then
        simulation:refuse_change("camera", camera, "camera")
    end
    local view, reason
    if well then view, reason = checked_view(simulation.view) end
    if view then
        simulation.aimed = view
        return
    end
    local e = simulation:error_of("camera", well and runtime.error_at(camera, reason) or why)
    local place = e.line > 0 and ("%s:%d"):format(e.file, e.line) or e.file
    simulation.camera_problem = place .. ": " .. e.message
    for _, name in ipairs(fields) do simulation.view[name] = simulation.aimed[name] end
    for name in runtime.pairs(simulation.view) do
        if simulation.aimed[name] == nil then simulation.view[name] = nil end
    end
end
