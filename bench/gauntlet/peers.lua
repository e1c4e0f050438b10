-- The tables of tiles and of thin things for other engines: a part of the scenes, as text that
-- their players read (peers/scenes.hpp, node/scenes.mjs), and what came out of it as tables.
--     lua5.4 peers.lua write                        prints the scenes
--     lua5.4 peers.lua judge <name>=<file>...       reads what each player printed, prints tables
-- Engines differ in what is fair to ask: see method.md.
local collide = require "collide"
local tiles = require "tiles"
local vec = collide.vec

local peers = {}

-- ------------------------------------------------------------------------------------------ scenes

-- Full bodies with flat or round sides; what has no thickness is for the table of thin things.
-- Floors of thousands of bodies are left out.
local movers = { ball = true, capsule = true, ["capsule upright"] = true, box = true,
  ["box turned"] = true, ["box unturned"] = true, polygon = true, triangle = true, hull = true,
  ["hull on tip"] = true, ["triangle on tip"] = true, cylinder = true, ["cylinder lying"] = true }

local function asked(floor)
  return not (floor.kind == "triangles" or floor.kind == "T compound") and floor.dt == 1 / 60 and
    (floor.name:find("level", 1, true) or floor.name:find("at 30", 1, true)) and
    not floor.name:find("diagonal", 1, true) and
    not (floor.dim == 3 and floor.speed > 1 and floor.name:find("of 0.1", 1, true))
end

local function slides()
  local list = {}
  for _, floor in ipairs(tiles.slides(60)) do
    if asked(floor) then
      local scenes = {}
      for _, scene in ipairs(floor.scenes) do
        if movers[scene.mover] and not (floor.dim == 3 and scene.mover == "triangle") then
          scene.restitution, scene.origin, scene.reach, scene.fast = 0, floor.normal * 0, 1e9, 0
          scenes[#scenes + 1] = scene
        end
      end
      floor.scenes = scenes
      list[#list + 1] = floor
    end
  end
  return list
end

local THICK, HALF, SEEDS = 0.01, 8, 12

local thin_movers = { [2] = {
  { "ball", collide.sphere({ 0, 0 }, THICK) },
  { "plate", collide.box({ 0, 0 }, { 0.25, THICK }) },
  { "capsule", collide.capsule({ -0.25, 0 }, { 0.25, 0 }, THICK) },
}, [3] = {
  { "ball", collide.sphere({ 0, 0, 0 }, THICK) },
  { "plate", collide.box({ 0, 0, 0 }, { 0.25, THICK, 0.25 }) },
  { "capsule", collide.capsule({ -0.25, 0, 0 }, { 0.25, 0, 0 }, THICK) },
} }

-- Triangles and chains of segments have a side, for some engines: that of a ceiling is below.
local function grid(below)
  local vertices, triangles = {}, {}
  for x = -HALF, HALF, 2 do
    for z = -HALF, HALF, 2 do
      vertices[#vertices + 1] = vec(x, 0, z)
      local n, across = #vertices, HALF + 1
      if x > -HALF and z > -HALF then
        local p, q, r = n - across, n - across - 1, n - 1
        triangles[#triangles + 1] = below and { n, p, q } or { n, q, p }
        triangles[#triangles + 1] = below and { n, q, r } or { n, r, q }
      end
    end
  end
  return collide.mesh(vertices, triangles)
end

local function square(below)
  local corners = { vec(-HALF, 0, -HALF), vec(-HALF, 0, HALF), vec(HALF, 0, HALF),
    vec(HALF, 0, -HALF) }
  return collide.mesh(corners, below and { { 1, 3, 2 }, { 1, 4, 3 } } or
    { { 1, 2, 3 }, { 1, 3, 4 } })
end

local function chain(below)
  local list = {}
  for i = -HALF, HALF - 1 do
    local k = below and -i or i
    list[#list + 1] = collide.segment({ k, 0 }, { below and k - 1 or k + 1, 0 })
  end
  return collide.compound(list)
end

local thin_sheets = { [2] = {
  { "segment", collide.segment({ -HALF, 0 }, { HALF, 0 }) },
  { "chain", chain(), chain(true) },
  { "thin box", collide.box({ 0, -THICK }, { HALF, THICK }) },
}, [3] = {
  { "two triangles", square(), square(true) },
  { "mesh", grid(), grid(true) },
  { "thin box", collide.box({ 0, -THICK, 0 }, { HALF, THICK, HALF }) },
} }

local function range(low, high) return low + (high - low) * math.random() end

local function up(dim, value) return dim == 2 and vec(0, value) or vec(0, value, 0) end

-- Dropped on a sheet, or fired between two of them, level or sloped.
local function thin_floor(dim, sheet, fast, slope)
  local zero = up(dim, 0)
  local rotation = dim == 2 and slope or collide.quat(vec(0.6, 0, 0.8), slope)
  local shapes = { sheet[2]:rotated(rotation, zero) }
  local normal = dim == 2 and vec(-math.sin(slope), math.cos(slope)) or rotation * vec(0, 1, 0)
  if fast then shapes[2] = (sheet[3] or sheet[2]):rotated(rotation, zero):moved(normal * 2) end
  local floor = { dim = dim, dt = 1 / 60, steps = fast and 60 or 150, normal = normal, scenes = {},
    along = zero, gravity = up(dim, fast and 0 or -9.8), fired = fast, kind = sheet[1],
    build = function() return shapes end, thin = true }
  for _, mover in ipairs(thin_movers[dim]) do
    for seed = 1, SEEDS do
      math.randomseed(seed)
      local speed = fast and 10 ^ range(0, 3) or 0
      local aside = dim == 2 and vec(range(-1, 1), 0) or vec(range(-1, 1), 0, range(-1, 1))
      local turn = dim == 2 and range(-3, 3) or
        collide.quat(vec(range(-1, 1), range(-1, 1), range(-1, 1)), range(-3, 3))
      local velocity = up(dim, -speed) + aside * (fast and speed / 4 or 1)
      local c, s = math.cos(slope), math.sin(slope)
      velocity = dim == 3 and rotation * velocity or
        vec(velocity.x * c - velocity.y * s, velocity.x * s + velocity.y * c)
      local shape = mover[2]:rotated(turn):moved(normal * range(0.4, 1.2))
      floor.scenes[#floor.scenes + 1] = { mover = mover[1], shape = shape, velocity = velocity,
        restitution = seed % 3 / 2, origin = zero, reach = HALF * 0.9, fast = 1,
        wanted = fast and "fired" or "dropped" }
    end
  end
  return floor
end

local function thin()
  local list = {}
  for dim = 2, 3 do
    for _, fast in ipairs { false, true } do
      for _, sheet in ipairs(thin_sheets[dim]) do
        for _, slope in ipairs { 0, 0.4 } do
          list[#list + 1] = thin_floor(dim, sheet, fast, slope)
        end
      end
    end
  end
  return list
end

local function all()
  local list = slides()
  for _, floor in ipairs(thin()) do list[#list + 1] = floor end
  return list
end

-- ------------------------------------------------------------------------------------------- write

local function numbers(...)
  local list = {}
  for _, v in ipairs { ... } do
    if type(v) == "number" then
      list[#list + 1] = ("%.17g"):format(v)
    else
      list[#list + 1] = ("%.17g %.17g %.17g"):format(v.x, v.y, v.z or 0)
    end
  end
  return table.concat(list, " ")
end

local function quaternion(rotation)
  if type(rotation) == "number" then
    return ("0 0 %.17g %.17g"):format(math.sin(rotation / 2), math.cos(rotation / 2))
  end
  return ("%.17g %.17g %.17g %.17g"):format(rotation.x, rotation.y, rotation.z, rotation.w)
end

local function vertices(list, about)
  local out = { #list }
  for i, v in ipairs(list) do out[i + 1] = numbers(about and v - about or v) end
  return table.concat(out, " ")
end

local lines = {}
function lines.sphere(s) return "sphere " .. numbers(s.center, s.radius) end
function lines.capsule(s) return "capsule " .. numbers(s.a, s.b, s.radius) end
function lines.cylinder(s) return "cylinder " .. numbers(s.a, s.b, s.radius) end
function lines.segment(s) return "segment " .. numbers(s.a, s.b) end
function lines.box(s)
  return "box " .. numbers(s.center, s.half) .. " " .. quaternion(s.rotation)
end
function lines.mesh(s)
  local out = {}
  for i, t in ipairs(s.triangles) do
    out[i] = ("%d %d %d"):format(t[1] - 1, t[2] - 1, t[3] - 1)
  end
  return ("mesh %s %d %s"):format(vertices(s.vertices), #out, table.concat(out, " "))
end

local function hull(s)
  local middle = s.vertices[1] * 0
  for _, v in ipairs(s.vertices) do middle = middle + v / #s.vertices end
  return ("hull %s %s"):format(numbers(middle), vertices(s.vertices, middle))
end
lines.hull, lines.polygon, lines.triangle = hull, hull, hull

local function write_body(shape)
  local parts = shape.kind == "compound" and shape.shapes or { shape }
  print("body " .. #parts)
  for _, part in ipairs(parts) do print(lines[part.kind](part)) end
end

-- Each floor: its head, its still bodies, then the scenes, each with its mover.
function peers.write()
  local id = 0
  for _, floor in ipairs(all()) do
    local shapes = floor.build()
    print(("floor %d %s %d %s %s %d"):format(floor.dim, numbers(floor.dt), floor.steps,
      numbers(floor.gravity), floor.kind:gsub(" ", "_"), #shapes))
    for _, shape in ipairs(shapes) do write_body(shape) end
    for _, scene in ipairs(floor.scenes) do
      id = id + 1
      print(("scene %d %s %d"):format(id, numbers(scene.restitution, scene.velocity, floor.normal,
        scene.origin, scene.reach), scene.fast))
      print(lines[scene.shape.kind](scene.shape))
    end
  end
end

-- -------------------------------------------------------------------------------------------- play

-- Ours, with what the players of the others print: displacement and velocity at the end, and the
-- least and largest height over the origin while within reach.
function peers.play()
  local id = 0
  for _, floor in ipairs(all()) do
    local world = collide.world { dim = floor.dim, gravity = floor.gravity }
    for _, shape in ipairs(floor.build()) do world:add(shape) end
    for _, scene in ipairs(floor.scenes) do
      id = id + 1
      local body = world:add(scene.shape, { mass = 1, velocity = scene.velocity,
        restitution = scene.restitution })
      local low, high, start = math.huge, -math.huge, body.position
      for _ = 1, floor.steps do
        world:step(floor.dt)
        local from = body.position - scene.origin
        local height = from:dot(floor.normal)
        if (from - floor.normal * height):length() > scene.reach then break end
        low, high = math.min(low, height), math.max(high, height)
      end
      print(id, numbers(body.position - start, body.velocity, low, high))
      world:remove(body)
    end
  end
end

-- ------------------------------------------------------------------------------------------- judge

local function read(path)
  local results = {}
  for line in io.lines(path) do
    local list = {}
    for word in line:gmatch("%S+") do list[#list + 1] = tonumber(word) or 0 / 0 end
    if #list == 9 then
      results[list[1]] = { way = vec(list[2], list[3], list[4]),
        velocity = vec(list[5], list[6], list[7]), low = list[8], high = list[9] }
    end
  end
  return results
end

local function flat(v, dim) return dim == 2 and vec(v.x, v.y) or v end

-- How much of the speed along the floor is lost, or gained.
local function lost(floor, r)
  local off = math.abs(flat(r.velocity, floor.dim):dot(floor.along) / floor.speed - 1)
  return off == off and off or math.huge
end

local function on_wrong_side(floor, r)
  return not (r.low > -0.05 and r.high < (floor.fired and 2.05 or 1e9))
end

local function row_of(table_, title, row)
  if not table_[title] then
    table_[title] = {}
    table_[#table_ + 1] = title
  end
  local t = table_[title]
  if not t[row] then
    t[row] = {}
    t[#t + 1] = row
  end
  return t[row]
end

-- Prints for each title a table with a row for each kind of floor, then all of them, and a column
-- for each engine.
local function print_tables(tables, names, text)
  for _, title in ipairs(tables) do
    for i, row in ipairs(tables[title]) do
      if row == "all" then table.insert(tables[title], table.remove(tables[title], i)) break end
    end
    io.write("\n### ", title, "\n\n| on |")
    local used = {}
    for _, name in ipairs(names) do
      for _, row in ipairs(tables[title]) do
        used[name] = used[name] or tables[title][row][name]
      end
      if used[name] then io.write(" ", name, " |") end
    end
    io.write("\n|---|")
    for _, name in ipairs(names) do io.write(used[name] and "--:|" or "") end
    io.write("\n")
    for _, row in ipairs(tables[title]) do
      io.write("| ", row, " |")
      for _, name in ipairs(names) do
        if used[name] then
          local cell = tables[title][row][name]
          io.write(" ", cell and text(cell) or "-", " |")
        end
      end
      io.write("\n")
    end
  end
end

function peers.judge(arguments)
  local names, results = {}, {}
  for _, argument in ipairs(arguments) do
    local name, path = argument:match("^(.-)=(.*)$")
    names[#names + 1], results[name] = name, read(path)
  end
  local kept, sides, id = {}, {}, 0
  for _, floor in ipairs(all()) do
    for _, scene in ipairs(floor.scenes) do
      id = id + 1
      for _, name in ipairs(names) do
        local r = results[name][id]
        if r and floor.thin then
          local row = row_of(sides, ("%dD, %s"):format(floor.dim, scene.wanted), floor.kind)
          local cell = row[name] or { wrong = 0, all = 0 }
          row[name], cell.all = cell, cell.all + 1
          cell.wrong = cell.wrong + (on_wrong_side(floor, r) and 1 or 0)
        elseif r then
          for _, kind in ipairs { floor.kind, "all" } do
            local row = row_of(kept, ("%dD"):format(floor.dim), kind)
            local cell = row[name] or { all = 0, exact = 0, good = 0, stuck = 0 }
            local off = lost(floor, r)
            row[name], cell.all = cell, cell.all + 1
            cell.exact = cell.exact + (off <= 1e-7 and 1 or 0)
            cell.good = cell.good + (off <= 1e-2 and 1 or 0)
            cell.stuck = cell.stuck + (off > 0.5 and 1 or 0)
          end
        end
      end
    end
  end
  io.write("\n## Tiles, beside other engines\n\n")
  io.write("Of the slides: keep their speed to 1 % / to 1e-7 / lose or gain more than half.\n")
  print_tables(kept, names, function(c)
    return ("%d / %d / %d of %d"):format(c.good, c.exact, c.stuck, c.all)
  end)
  io.write("\n## Thin things, beside other engines\n\n")
  io.write("How many of the movers got to the wrong side.\n")
  print_tables(sides, names, function(c) return ("%d of %d"):format(c.wrong, c.all) end)
end

if arg[1] == "write" then
  peers.write()
elseif arg[1] == "play" then
  peers.play()
else
  peers.judge(table.move(arg, 2, #arg, 1, {}))
end
