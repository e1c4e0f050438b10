-- Writes a chart of points as SVG, with y in decades.
local chart = {}

local width, height = 720, 400
local left, right, top, bottom = 64, 24, 60, 52

--- points: of { x, y }, y > 0; line: of { x, y } from left to right, drawn through.
function chart.write(path, title, x_name, y_name, points, line)
  local most, low, high = 0, math.huge, -math.huge
  for _, p in ipairs(points) do
    most = math.max(most, p[1])
    low, high = math.min(low, math.log(p[2], 10)), math.max(high, math.log(p[2], 10))
  end
  low, high = math.floor(low), math.ceil(high)
  local function across(x) return left + (width - left - right) * x / most end
  local function up(y) return top + (height - top - bottom) * (high - y) / (high - low) end

  local out = {}
  local function add(form, ...) out[#out + 1] = form:format(...) end
  add('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif"'
    .. ' font-size="13" fill="#333" stroke="none">', width, height)
  add('<rect width="100%%" height="100%%" fill="#fff"/>')
  add('<text x="%d" y="24" font-size="15">%s</text>', left, title)
  for decade = low, high do
    add('<path d="M%d %.1fH%d" stroke="#ddd"/>', left, up(decade), width - right)
    if (decade - low) % 2 == 0 then
      add('<text x="%d" y="%.1f" text-anchor="end">1e%d</text>', left - 8, up(decade) + 4, decade)
    end
  end
  for x = 0, most, 10 ^ math.floor(math.log(most, 10)) / 5 do
    add('<text x="%.1f" y="%d" text-anchor="middle">%g</text>', across(x), height - bottom + 20, x)
  end
  add('<text x="%d" y="%d" text-anchor="end">%s</text>', width - right, height - 10, x_name)
  add('<text x="%d" y="46">%s</text>', left, y_name)
  for _, p in ipairs(points) do
    add('<circle cx="%.1f" cy="%.1f" r="2.5" fill="#5b9bd5"/>', across(p[1]),
      up(math.log(p[2], 10)))
  end
  for i = 2, #line do
    local from, to = line[i - 1], line[i]
    add('<path d="M%.1f %.1fL%.1f %.1f" stroke="#d9534f" stroke-width="2"/>', across(from[1]),
      up(math.log(from[2], 10)), across(to[1]), up(math.log(to[2], 10)))
  end
  add('</svg>')
  local file = assert(io.open(path, "w"))
  file:write(table.concat(out, "\n"), "\n")
  file:close()
end

return chart
