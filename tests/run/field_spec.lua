-- draw.field samples a function in cells that are halved where it is not flat: they cover the
-- rectangle once, have its values at their corners, and between these its zero.
local scenario = require "collide.scenario"

local function drawn(text, params)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write("local collide = require 'collide'\nlocal s = { load = function() return {} end }\n",
    "function s.draw(_, draw)\n", text, "\nend\nreturn s\n")
  file:close()
  local run = scenario.load(path, params)
  local ok, list = pcall(run.drawings, run)
  os.remove(path)
  if not ok then error(list, 0) end
  return list[1]
end

local function cells(field)
  local list = {}
  for k = 2, #field.xs, 4 do
    list[#list + 1] = { x = field.xs[k], y = field.ys[k], width = field.xs[k + 1],
      height = field.ys[k + 1], a = field.xs[k + 2], b = field.ys[k + 2], c = field.xs[k + 3],
      d = field.ys[k + 3] }
  end
  return list
end

describe("draw.field", function()
  it("covers the rectangle with cells that have the function's values", function()
    for _, corner in ipairs { { 3, 2 }, { 1, 3.7 }, { 0.01, 5 } } do
      local field = drawn(([[draw.field(function(p) return p.x * p.x + p.y - 1 end,
        { -1, -2 }, { %s, %s })]]):format(corner[1], corner[2]))
      assert.same({ 0, 0 }, { field.xs[1], field.ys[1] })
      local area, list = 0, cells(field)
      for _, cell in ipairs(list) do
        local function f(x, y) return x * x + y - 1 end
        assert.is_true(cell.width > 0 and cell.height > 0)
        assert.equal(f(cell.x, cell.y), cell.a)
        assert.is_true(math.abs(f(cell.x + cell.width, cell.y) - cell.b) < 1e-12)
        assert.is_true(math.abs(f(cell.x, cell.y + cell.height) - cell.c) < 1e-12)
        assert.is_true(math.abs(f(cell.x + cell.width, cell.y + cell.height) - cell.d) < 1e-12)
        area = area + cell.width * cell.height
      end
      assert.is_true(math.abs(area - (corner[1] + 1) * (corner[2] + 2)) < 1e-9)
      assert.is_true(#list > 24 and #list < 12000)
    end
  end)

  it("is fine at the zero and coarse where the function is flat", function()
    local field = drawn [[draw.field(function(p) return p:length() - 1 end, { -4, -4 }, { 4, 4 })]]
    local finest, coarsest, crossed = math.huge, 0, 0
    for _, cell in ipairs(cells(field)) do
      finest, coarsest = math.min(finest, cell.width), math.max(coarsest, cell.width)
      local low = math.min(cell.a, cell.b, cell.c, cell.d)
      local high = math.max(cell.a, cell.b, cell.c, cell.d)
      if low < 0 and high > 0 then
        crossed = crossed + 1
        local middle = (cell.a + cell.b + cell.c + cell.d) / 4
        local x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
        -- 8 / 24 / 32 is the finest cell
        assert.is_true(math.abs(math.sqrt(x * x + y * y) - 1 - middle) < 8 / 24 / 32)
      end
    end
    assert.is_true(crossed > 20 and finest < coarsest)
    assert.equal(8 / 24, coarsest)
  end)

  it("asks in the plane of its corners, and takes what is not finite", function()
    local field = drawn [[draw.field(function(p)
      assert(p.z == 5)
      return p.x > 0 and 1 / 0 or 0 / 0
    end, { -1, -1, 5 }, { 1, 1, 5 }, { alpha = 0.5, page = 3 })]]
    assert.same({ 5, 0.5, 3 }, { field.xs[1], field.style[4], field.style.page })
    assert.is_true(#cells(field) > 100 and #cells(field) < 2000)
  end)

  it("ends with a function that is flat nowhere", function()
    local field = drawn [[local n = 0
      draw.field(function() n = (n * 7919 + 13) % 101 return n - 50 end, { 0, 0 }, { 9, 9 })]]
    assert.is_true(#cells(field) > 11000 and #cells(field) < 13000)
  end)

  it("raises for what is none, at the line of the script", function()
    for call, expected in pairs {
      ["field(5, { 0, 0 }, { 1, 1 })"] = "the field must be a function, got 5",
      ["field(print, { 0, 0 })"] = "max must be a vec or { x, y[, z] }, got nil",
      ["field(print, { 1, 0 }, { 1, 1 })"] = "max must be right of min and above it, got "
        .. "vec(1, 0) and vec(1, 1)",
      ["field(print, { 0, 0 }, { 1, 1, 1 })"] = "max must be right of min and above it",
      ["field(print, { 0, 0, 1 }, { 1, 1, 2 })"] = "max must be right of min and above it",
      ["field(print, { 0, 0 }, { 1, 0 / 0 })"] = "max must be finite",
      ["field(function() end, { 0, 0 }, { 1, 1 })"] = "draw.field: the field must return a number, "
        .. "got nil",
      ["field(function() return 'x' end, { 0, 0 }, { 1, 1 })"] = "must return a number, got x",
      ["field(function() error 'mine' end, { 0, 0 }, { 1, 1 })"] = "mine",
      ["field(math.abs, { 0, 0 }, { 1, 1 }, { colour = 1 })"] = "unknown style 'colour'",
    } do
      local ok, message = pcall(drawn, "draw." .. call)
      assert.is_false(ok)
      assert.truthy(message:find(expected, 1, true), message)
      assert.truthy(message:find(":4: ", 1, true), message)
    end
  end)
end)
