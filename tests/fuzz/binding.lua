-- binding.lua <bytes>: makes the random calls of tests/support/call_fuzz.lua and world_fuzz.lua, as
-- the bytes choose them.
package.path = "./?.lua;" .. package.path
local Fuzz = require "tests.support.call_fuzz"
local WorldFuzz = require "tests.support.world_fuzz"
local collide = require "collide"
local bytes, at = ..., 0

-- Behind the last byte come 255s, with which no chance is taken and all loops end.
local function byte()
  at = at + 1
  return bytes:byte(at) or 255
end

local random = {}
function random.unit() return (byte() + byte() / 256) / 256 end
function random.range(low, high) return low + (high - low) * random.unit() end
function random.integer(low, high) return low + byte() % math.max(high - low + 1, 1) end
function random.chance(p) return byte() / 256 < p end

local fuzz = Fuzz.new(random)
local number = fuzz.number
-- Also every other double there is.
function fuzz:number()
  if not random.chance(0.1) then return number(self) end
  at = at + 8
  return at <= #bytes and (string.unpack("<d", bytes, at - 7)) or 0
end

local worlds
while at < #bytes do
  local kind = random.integer(1, 8)
  if kind <= 4 then
    fuzz:any_call()
  elseif kind <= 7 then
    worlds = worlds or WorldFuzz.new(fuzz)
    worlds:call()
  else -- methods of one type on a value of another, and finalizers that are called by hand
    local list = { fuzz:argument("Shape", 2), collide.vec(1, 2), fuzz.quats[1], io.stdout,
      collide.world {}, collide.batch { collide.point { 1, 2 } } }
    local from, to = fuzz:one_of(list), fuzz:one_of(list)
    local metatable = debug.getmetatable(from) or {}
    local names = {}
    for name, value in pairs(metatable) do
      if type(value) == "function" then names[#names + 1] = name end
    end
    table.sort(names)
    if #names > 0 and from ~= io.stdout then
      pcall(metatable[fuzz:one_of(names)], to, fuzz:argument("any", 2))
    end
  end
end
