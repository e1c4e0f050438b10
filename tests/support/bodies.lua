-- Bodies of a world, and what its iterators give, for the specs of worlds.
local collide = require "collide"
local bodies = {}

-- All that an iterator gives.
function bodies.listed(...)
  local list = {}
  for value in ... do list[#list + 1] = value end
  return list
end

-- A new body: a sphere of radius 1 and mass 1, whose fields are set from `options`.
function bodies.ball(world, center, velocity, options)
  local body = world:add(collide.sphere(center, 1), { mass = 1, velocity = velocity })
  for name, value in pairs(options or {}) do body[name] = value end
  return body
end

return bodies
