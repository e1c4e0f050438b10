-- The `draw` object of scenario.draw. Each call appends one plain table to a list: { kind =,
-- style =, text =, points =, shape =, number =, unit =, x =, xs =, ys = }. A wrong argument raises
-- at the line of the script (`level` counts the functions between). How the shapes and bodies of
-- the state are drawn is gathered besides in list.looks: creation number -> { style =, name = }.
local runtime = ...

local colors = {
    red = { 1.00, 0.42, 0.40 }, orange = { 1.00, 0.62, 0.30 }, yellow = { 1.00, 0.85, 0.40 },
    green = { 0.42, 0.84, 0.55 }, cyan = { 0.40, 0.83, 0.90 }, blue = { 0.42, 0.66, 1.00 },
    purple = { 0.76, 0.58, 1.00 }, pink = { 1.00, 0.56, 0.78 }, white = { 0.93, 0.95, 0.98 },
    gray = { 0.60, 0.65, 0.72 }, faint = { 0.43, 0.48, 0.55 },
}
local flags = { "dashed", "hidden", "outline", "unnamed" }
-- The numbers of a style, and the largest value of each.
local numbers = { "alpha", "width", "trail" }
local largest = { alpha = 1, width = 1000, trail = 2 }
local color_names = { "red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "white",
    "gray", "faint" }
local most_charts, most_curves = 4, 8 -- of a frame, and of a chart
local most_plots = 8 -- the strip chart has a colour and a line of its legend for each
local field_names = { "color", "alpha", "width", "trail", "dashed", "hidden", "outline", "unnamed",
    "size", "page" }
local fields = {}
for _, name in ipairs(field_names) do fields[name] = true end
local most_pages = 99

local plot_options = { unit = true }
local chart_options = { unit = true, x = true, color = true }

local calling -- the function of draw that a script calls, for messages

local function fail(level, form, ...)
    error("draw." .. calling .. ": " .. form:format(...), level + 1)
end

local style_names = "color, alpha, width (of a line or point), size (of a text), page, trail, "
    .. "dashed, outline, hidden, unnamed"

local function is_finite(value) return type(value) == "number" and value - value == 0 end

local function color_of(color, level)
    if colors[color] then return colors[color] end
    if type(color) == "table" then
        local valid = #color == 3 or #color == 4
        for i = 1, #color do
            valid = valid and is_finite(color[i]) and color[i] >= 0 and color[i] <= 1
        end
        if valid then return color end
    end
    local near = type(color) == "string" and runtime.misspelled(color, color_names)
    fail(level + 1, "color must be %s or { r, g, b[, a] } in 0..1, got %s%s",
        table.concat(color_names, ", "), runtime.printed(color),
        near and ("; did you mean '%s'?"):format(near) or "")
end

local default_style = { -1, -1, -1, -1, -1, -1 }

-- A number of a style with its name: width, which of a text is called size.
local function number_of(style, name, level)
    if name ~= "width" or style.size == nil then return style[name], name end
    if calling ~= "text" then fail(level + 1, "size is that of a text; a line has a width") end
    if style.width ~= nil then fail(level + 1, "size and width are both the text's size") end
    return style.size, "size"
end

-- The page of a style, nil for all pages. The looks of the state's shapes are the same on all.
local function page_of(style, level)
    local page = style.page
    if page == nil then return nil end
    if calling == "style" then fail(level + 1, "the shapes of the state are on all pages") end
    local number = type(page) == "number" and math.tointeger(page)
    if not number or number < 1 or number > most_pages then
        fail(level + 1, "page must be an integer in 1..%d, got %s", most_pages,
            runtime.printed(page))
    end
    return number
end

-- { r, g, b, a, width, trail, dashed =, ..., page = }; -1 leaves the choice to the viewer's theme.
local function style_of(style, level)
    if style == nil then return default_style end
    if type(style) == "string" then style = { color = style } end
    if type(style) ~= "table" then
        fail(level + 1, "style must be a table or a colour's name, got %s", type(style))
    end
    for name in runtime.pairs(style) do
        if not fields[name] then
            fail(level + 1, "unknown style '%s'; %s", runtime.tostring(name),
                runtime.hint(name, field_names, "there are " .. style_names))
        end
    end
    local color = style.color ~= nil and color_of(style.color, level + 1) or default_style
    local normal = { color[1], color[2], color[3], color[4] or -1, -1, -1 }
    normal.page = page_of(style, level + 1)
    for index, name in ipairs(numbers) do
        local value, called = number_of(style, name, level + 1)
        if value ~= nil and not (is_finite(value) and value >= 0 and value <= largest[name]) then
            fail(level + 1, "%s must be in 0..%d, got %s", called, largest[name],
                runtime.tostring(value))
        end
        normal[index + 3] = value or normal[index + 3]
    end
    for _, flag in ipairs(flags) do normal[flag] = style[flag] and true or nil end
    return normal
end

local function point_of(value, name, level)
    local point = value
    if type(value) == "table" then
        local valid, made = runtime.pcall(runtime.collide.vec, table.unpack(value, 1, 3))
        point = valid and made
    end
    if not (point and runtime.is_vector(point)) then
        fail(level + 1, "%s must be a vec or { x, y[, z] }, got %s", name, runtime.printed(value))
    end
    if not (is_finite(point.x) and is_finite(point.y) and is_finite(point.z or 0)) then
        fail(level + 1, "%s must be finite, got %s", name, tostring(point))
    end
    return point
end

local function points_of(list, level)
    if type(list) ~= "table" then
        fail(level + 1, "points must be a list of points, got %s", runtime.printed(list))
    end
    local points = {}
    for i = 1, #list do points[i] = point_of(list[i], "point " .. i, level + 1) end
    return points
end

local function shape_of(value, level)
    if runtime.is_shape(value) then return value end
    if not runtime.creation_number(value) then
        fail(level + 1, "shape must be a shape or a body, got %s", runtime.printed(value))
    end
    return value.shape
end

local function name_of(name, what, level)
    if type(name) ~= "string" then
        fail(level + 1, "the name of a %s must be a string, got %s", what, runtime.printed(name))
    end
    return name
end

-- The options of a plot or a chart, with "" for each text that is not given.
local function options_of(options, known, level)
    if options ~= nil and type(options) ~= "table" then
        fail(level + 1, "options must be a table, got %s", runtime.printed(options))
    end
    local texts = { unit = "", x = "" }
    for name, value in runtime.pairs(options or {}) do
        if not known[name] then
            local names = {}
            for other in runtime.pairs(known) do names[#names + 1] = other end
            fail(level + 1, "unknown option '%s'; %s", runtime.tostring(name),
                runtime.hint(name, names, "there are " .. table.concat(names, ", ")))
        elseif name ~= "color" and type(value) ~= "string" then
            fail(level + 1, "%s must be a text, got %s", name, runtime.printed(value))
        end
        texts[name] = value
    end
    return texts
end

-- Whether an argument is a point rather than a list of points or a text.
local function is_point(value)
    return runtime.is_vector(value) or type(value) == "table" and type(value[1]) == "number"
end

-- What other libraries call it.
local words = {
    circle = "draw.shape(collide.circle(center, radius))",
    sphere = "draw.shape(collide.sphere(center, radius))",
    rectangle = "draw.shape(collide.aabb(min, max))", rect = "draw.shape(collide.aabb(min, max))",
    polygon = "draw.shape(collide.polygon(points))", print = "draw.text(text)",
    printf = "draw.text(text)", setcolor = "a style: draw.line(a, b, 'red')",
    color = "a style: draw.line(a, b, 'red')", vector = "draw.arrow(from, to)",
    ray = "draw.arrow(from, to)", ellipse = "draw.line(points)", segment = "draw.line(a, b)",
    polyline = "draw.line(points)", graph = "draw.plot(name, number) or draw.chart(name, xs, ys)",
    body = "draw.shape(body)", font = "a style: draw.text(text, { size = 20 })",
    page = "a style: draw.text(text, { page = 2 })", chain = "draw.line(points)",
    contour = "draw.field(f, min, max)", heatmap = "draw.field(f, min, max)",
}

-- ---------------------------------------------------------------------------------------- fields

local roots, depth = 24, 5 -- cells along the longer side, and how often one is halved
local most_cells = 12000

-- The cells of a function over the rectangle from (x, y), of a width and a height: those that are
-- not flat, as the value in their middle tells, are halved. Its zero is found to a quarter of the
-- finest cell; what is smaller than a root cell may be missed. f: from x and y to a number.
local function cells_of(f, x, y, width, height)
    local xs, ys, values = {}, {}, {}
    local size = math.max(width, height) / roots / 2 ^ depth
    local columns, rows = math.ceil(width / size / 2 ^ depth), math.ceil(height / size / 2 ^ depth)
    local function at(i, j)
        local key = i << 32 | j
        local value = values[key]
        if not value then
            value = f(x + math.min(i * size, width), y + math.min(j * size, height))
            values[key] = value
        end
        return value
    end
    local count = 0
    local function add(i, j, n, a, b, c, d)
        local left, low = math.min(i * size, width), math.min(j * size, height)
        local k = 4 * count
        xs[k + 1], ys[k + 1] = x + left, y + low
        xs[k + 2], ys[k + 2] = math.min(n * size, width - left), math.min(n * size, height - low)
        xs[k + 3], ys[k + 3], xs[k + 4], ys[k + 4] = a, b, c, d
        count = count + 1
    end
    -- Whether a cell lies between the values at its corners; or is finite nowhere.
    local function is_flat(n, a, b, c, d, middle)
        local finite = 0
        for _, value in ipairs { a, b, c, d, middle } do
            finite = finite + (value - value == 0 and 1 or 0)
        end
        if finite < 5 then return finite == 0 end
        local low, high = math.min(a, b, c, d, middle), math.max(a, b, c, d, middle)
        local share = low <= 0 and high >= 0 and 0.25 or 0.5
        return math.abs(middle - (a + b + c + d) / 4) * n <= share * (high - low)
    end
    local function refine(i, j, n)
        if i * size >= width or j * size >= height then return end
        local a, b, c, d = at(i, j), at(i + n, j), at(i, j + n), at(i + n, j + n)
        if n > 1 and count < most_cells then
            local half = n // 2
            if not is_flat(n, a, b, c, d, at(i + half, j + half)) then
                refine(i, j, half)
                refine(i + half, j, half)
                refine(i, j + half, half)
                return refine(i + half, j + half, half)
            end
        end
        add(i, j, n, a, b, c, d)
    end
    for row = 0, rows - 1 do
        for column = 0, columns - 1 do refine(column << depth, row << depth, 1 << depth) end
    end
    return xs, ys
end

-- Lets a draw object say what is wrong with a call: its messages begin with the function's name.
local function name_calls(draw)
    for name, f in next, draw do
        draw[name] = function(...)
            calling = name
            return f(...)
        end
    end
    return runtime.guide(draw, "draw", words)
end

-- A new draw object, and the list to which its calls append. plots: the names of the run's plots so
-- far, to which new ones are added. members: a set of the creation numbers of the state's shapes
-- and bodies, if those that are styled are to be looked for there. note(key, text):
-- as of a simulation.
function runtime.new_drawing(plots, members, note)
    local list, draw = { looks = {}, look_count = 0 }, {}
    local looks = list.looks
    local function add(drawing) list[#list + 1] = drawing end

    -- The look of a shape or body of the state.
    local function look_of(thing)
        local number = runtime.creation_number(thing)
        if not number then
            fail(3, "shape must be a shape or body of the state, got %s", runtime.printed(thing))
        elseif members and not members[number] then
            fail(3, "%s is not in the state; to draw something else take draw.shape",
                runtime.printed(thing))
        end
        if not looks[number] then
            looks[number], list.look_count = {}, list.look_count + 1
        end
        return looks[number]
    end

    function draw.text(first, second, third)
        if is_point(first) then
            add { kind = "text", points = { point_of(first, "position", 2) },
                text = runtime.tostring(second), style = style_of(third, 2) }
        elseif runtime.creation_number(first) then
            add { kind = "text", points = { first.position },
                text = runtime.tostring(second), style = style_of(third, 2) }
        elseif is_point(second) or runtime.creation_number(second) or third ~= nil then
            fail(2, "a position comes first, as a point or a shape: draw.text({ x, y }, text)")
        else
            add { kind = "text", text = runtime.tostring(first), style = style_of(second, 2) }
        end
    end

    function draw.line(first, second, third)
        if is_point(first) then
            add { kind = "line", style = style_of(third, 2),
                points = { point_of(first, "a", 2), point_of(second, "b", 2) } }
        else
            add { kind = "line", points = points_of(first, 2), style = style_of(second, 2) }
        end
    end

    function draw.arrow(from, to, style)
        add { kind = "arrow", style = style_of(style, 2),
            points = { point_of(from, "from", 2), point_of(to, "to", 2) } }
    end

    function draw.points(points, style)
        add { kind = "points", points = points_of(points, 2), style = style_of(style, 2) }
    end

    function draw.point(point, style)
        local points = { point_of(point, "point", 2) }
        add { kind = "points", points = points, style = style_of(style, 2) }
    end

    function draw.shape(shape, style)
        add { kind = "shape", shape = shape_of(shape, 2):clone(), style = style_of(style, 2) }
    end

    function draw.style(thing, style)
        local look = look_of(thing)
        if style == nil then fail(2, "style must be a table or a colour's name, got nil") end
        look.style = style_of(style, 2)
        add { kind = "style", thing = thing, style = look.style }
    end

    function draw.name(thing, name)
        local look = look_of(thing)
        if name == nil then fail(2, "name must be a text, got nil") end
        look.name = runtime.tostring(name)
        add { kind = "name", thing = thing, text = look.name }
    end

    function draw.plot(name, number, options)
        name_of(name, "plot", 2)
        local unit = options_of(options, plot_options, 2).unit
        if type(number) ~= "number" then
            fail(2, "plot '%s' must be a number, got %s", name, runtime.printed(number))
        end
        if not plots[name] then
            if #plots == most_plots then
                fail(2, "there is room for %d plots, and '%s' is one more than %s", most_plots,
                    name, table.concat(plots, ", "))
            end
            plots[#plots + 1], plots[name] = name, true
        end
        if number - number ~= 0 then
            note("draw.plot " .. name, ("draw.plot: '%s' is %s, a gap in its chart"):format(name,
                runtime.printed(number)))
        end
        add { kind = "plot", text = name, number = number, unit = unit }
    end

    local curves = {} -- the charts of the frame, and how many curves each has
    function draw.chart(name, xs, ys, options)
        name_of(name, "chart", 2)
        local texts = options_of(options, chart_options, 2)
        local new_xs, new_ys = runtime.curve(xs, ys)
        if not new_xs then fail(2, "%s", new_ys) end
        if not curves[name] then
            if #curves == most_charts then
                fail(2, "there is room for %d charts, and '%s' is one more than %s", most_charts,
                    name, table.concat(curves, ", "))
            end
            curves[#curves + 1], curves[name] = name, 0
        end
        curves[name] = curves[name] + 1
        if curves[name] > most_curves then
            fail(2, "there is room for %d curves in the chart '%s'", most_curves, name)
        end
        add { kind = "chart", text = name, xs = new_xs, ys = new_ys, unit = texts.unit,
            x = texts.x, style = style_of(texts.color, 2) }
    end

    function draw.field(f, min, max, style)
        if type(f) ~= "function" then
            fail(2, "the field must be a function, got %s", runtime.printed(f))
        end
        local low, high = point_of(min, "min", 2), point_of(max, "max", 2)
        local flat, vec = #low == 2, runtime.collide.vec
        if #low ~= #high or not (high.x > low.x and high.y > low.y) or low.z ~= high.z then
            fail(2, "max must be right of min and above it, got %s and %s", tostring(low),
                tostring(high))
        end
        local style_read = style_of(style, 2)
        local xs, ys = cells_of(function(x, y)
            local value = f(flat and vec(x, y) or vec(x, y, low.z))
            if type(value) ~= "number" then
                calling = "field" -- f may have drawn
                fail(4, "the field must return a number, got %s", runtime.printed(value))
            end
            return value
        end, low.x, low.y, high.x - low.x, high.y - low.y)
        table.insert(xs, 1, low.z or 0)
        table.insert(ys, 1, 0)
        add { kind = "field", xs = xs, ys = ys, style = style_read }
    end

    return name_calls(draw), list
end
