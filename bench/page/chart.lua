-- A chart as SVG. Its background is that of the page; its colours follow the reader's theme.
local chart = {}
chart.__index = chart

local STYLE = [[
<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.small { font-size: 11px; fill: #57606a }
.end { text-anchor: end }
.middle { text-anchor: middle }
line { stroke: #d0d7de }
line.one { stroke: #57606a; stroke-width: 1.5 }
.good { fill: #0969da }
.bad { fill: #cf222e }
.other { fill: #8c959f }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.small { fill: #9198a1 }
line { stroke: #3d444d }
line.one { stroke: #9198a1 }
.good { fill: #58a6ff }
.bad { fill: #ff7b72 }
.other { fill: #7d8590 }
}
</style>]]

local function escaped(text)
    return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

--- An empty chart; `title` is read out to who cannot see it.
function chart.new(width, height, title)
    local head = ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" ' ..
        'viewBox="0 0 %d %d" role="img">\n<title>%s</title>'):format(width, height, width, height,
        escaped(title))
    return setmetatable({ lines = { head, STYLE } }, chart)
end

function chart:put(form, ...) self.lines[#self.lines + 1] = form:format(...) end

--- `class`: any of small, end, middle.
function chart:text(x, y, text, class)
    self:put('<text x="%.1f" y="%.1f" class="%s">%s</text>', x, y, class or "", escaped(text))
end

function chart:line(x1, y1, x2, y2, class)
    self:put('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>', x1, y1, x2, y2,
        class or "")
end

--- `class`: good, bad or other; `name` is shown under the pointer.
function chart:dot(x, y, class, name)
    self:put('<circle cx="%.1f" cy="%.1f" r="5" fill-opacity="0.6" class="%s"><title>%s</title>' ..
        "</circle>", x, y, class, escaped(name))
end

function chart:bar(x, y, width, height, class)
    self:put('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2" class="%s"/>', x, y, width,
        height, class)
end

function chart:write(path)
    local file = assert(io.open(path, "w"))
    file:write(table.concat(self.lines, "\n"), "\n</svg>\n")
    assert(file:close())
end

return chart
