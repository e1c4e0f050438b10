-- Plays the tables of tiles and of thin things with collide and prints who fails where. From the
-- project's folder, with LUA_CPATH and LUA_PATH as bench/gauntlet/run sets them:
--     lua5.4 bench/gauntlet/ours.lua tiles|edges|thin [words]
-- plays the scenes whose names have all words. The name of the first that fails in each cell is
-- printed, with --all of each that fails. Exit 1 if one fails.
local table_of_scenes = require "table_of_scenes"

local part, every, words = arg[1], false, {}
for i = 2, #arg do
  if arg[i] == "--all" then every = true else words[#words + 1] = arg[i] end
end

local wrong, count, shown, start = 0, 0, {}, os.clock()
local tables, order = {}, {}

local function seen(title, row, column, name, what)
  if not tables[title] then
    tables[title] = table_of_scenes.new(part == "thin" and "mover" or "shape")
    order[#order + 1] = title
  end
  tables[title]:add(row, column, what)
  count = count + 1
  if not what then return end
  wrong = wrong + 1
  shown[title .. row .. column] = (shown[title .. row .. column] or 0) + 1
  if every or shown[title .. row .. column] == 1 then
    io.stderr:write(name, ": ", what, "\n")
  end
end

if part == "thin" then
  local thin = require "thin"
  for scene in thin.scenes(words) do
    seen(("%dD %s"):format(scene.dim, scene.set_up), scene.mover, scene.sheet, scene.name,
      thin.play(scene))
  end
else
  local play = require "play_tiles"
  local floors = part == "edges" and play.tiles.edges() or play.tiles.slides()
  play.play_all(floors, words, function(floor, scene, what)
    seen(("%dD %s"):format(floor.dim, scene.wanted), scene.mover, floor.kind, scene.name, what)
  end)
end
io.write("\n")
table_of_scenes.print_head(io.stdout, part)
for _, title in ipairs(order) do tables[title]:print_summary(io.stdout, title) end
for _, title in ipairs(order) do
  if tables[title].wrong > 0 then
    io.write("\n### ", title, "\n\n")
    tables[title]:print(io.stdout)
  end
end
io.write(("\n%d of %d wrong, %.0f s\n"):format(wrong, count, os.clock() - start))
os.exit(wrong == 0)
