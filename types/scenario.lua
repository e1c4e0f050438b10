---@meta collide.scenario
-- The API of the Lua module `collide.scenario` and what a scenario file sees, for editors and for
-- readers. A test compares it with what the module holds.

--- Runs scenarios without a window. Misuse raises; so does an error in the scenario, as one line with
--- file and line, then the traceback. The same file, seed, params and input give the same states, bit
--- for bit, in every process.
---
---     local scenario = require "collide.scenario"
---     local run = scenario.load("scripts/plane_bounce.lua", { params = { restitution = 0.5 } })
---     run:step(600)
---     assert(#run.failures == 0)
---@class collide.scenario
local scenario = {}

---@class collide.LoadOptions
---@field params? table<string, number | boolean | string> values for the scenario's params
---@field seed? integer instead of the scenario's own
---@field input? string[][] | fun(frame: integer): string[] the keys held in the update that makes each frame

--- Loads a scenario file and makes frame 0.
---@param path string
---@param options? collide.LoadOptions
---@return collide.Run
function scenario.load(path, options) end

--- One run of a scenario.
---@class collide.Run
---@field state table what the scenario's `load` returned
---@field frame integer 0 after loading
---@field time number `frame * dt`, in seconds
---@field params table<string, number | boolean | string> assigning one is checked, and counts from the next update on
---@field failures collide.Failure[] the checks that failed, each once
local Run = {}

--- A check that failed, with the first frame in which it did.
---@class collide.Failure
---@field name string
---@field frame integer
---@field message string what the check returned as its second value, or its error; "returned nil"
--- where it returned nothing

--- Makes n more frames.
---@param n? integer 1 unless given
---@return collide.Run self
function Run:step(n) end

--- Goes to a frame, backwards by starting again.
---@param frame integer
---@return collide.Run self
function Run:seek(frame) end

--- Goes to frame 0, with the params as they are now.
---@return collide.Run self
function Run:restart() end

--- The queries of the last update, in order; at frame 0 those of `load`.
---@return collide.Query[]
function Run:queries() end

--- A query of the `collide` module as the scenario made it. Shapes are copies from that moment.
---@class collide.Query
---@field name string "raycast"; also under the key "function"
---@field arguments table with its length in `n`; a method's shape stands where the function takes it
---@field results table with their number in `n`
---@field result any the first result
---@field file string
---@field line integer

--- All checks in order of name: name, passed (in this frame), first_failure (a frame or nil), message.
---@return table[]
function Run:checks() end

--- The hash of the state, 16 hexadecimal digits. Tables that are keys count only by their number.
---@return string
function Run:hash() end

--- What `draw` draws of this frame, one table a call.
---@return table[]
function Run:drawings() end

--- The lines that the scenario printed since it was loaded or the last step began.
---@return string[]
function Run:prints() end

-- ------------------------------------------------------------------------- what a scenario is given

--- The table that a scenario file returns. `update` is the only place where the state changes.
---
--- A scenario sees Lua without files, clock and addresses: `pairs` goes in a fixed order, `math.random`
--- is seeded, `require` finds "collide" and Lua files beside or below the scenario and in its lib
--- folder. What depends on Lua's own memory is refused (`__gc`, `__mode`). The length of a table with
--- holes is not fixed by Lua: do not rely on it.
---
--- Other fields are the script's own, but none whose name nearly is that of one that it lacks (`upadte`).
---@class collide.Scenario
---@field title? string
---@field dt? number seconds a frame, 1/60
---@field seed? integer 1
---@field budget? number seconds of computing that an update may take, 0.5
---@field view? "top" | "front" | "side" | "orbit" of a 3D scenario
---@field params? table<string, any> each a number, `{ number, min =, max = }`, a boolean, or `{ string, choices = {...} }`
---@field load fun(p: table): table returns the state: plain data and shapes
---@field update? fun(state: table, dt: number, p: table, input: collide.Input)
---@field draw? fun(state: table, draw: collide.Draw, p: table) extras: shapes and queries are drawn anyway
---@field checks? table<string, fun(state: table, p: table): boolean, string?> after every update, in order of name

--- The keys of this frame, by name: "left", "space", "a". A name that no key has is never down.
---@class collide.Input
---@field down fun(key: string): boolean
---@field pressed fun(key: string): boolean went down in this frame
---@field released fun(key: string): boolean
---@field axis fun(negative: string, positive: string): integer -1, 0 or 1

--- A colour: red orange yellow green cyan blue purple pink white gray faint, or numbers in 0..1.
---@alias collide.Color string | number[]

---@class collide.Style
---@field color? collide.Color
---@field alpha? number 0..1
---@field width? number of a line or point, in pixels
---@field dashed? boolean
---@field outline? boolean a shape that is not filled
---@field hidden? boolean a shape of the state that is not drawn
---@field unnamed? boolean a shape of the state without its name

--- What `draw` draws with. A style is a table or just a colour.
---@class collide.Draw
---@field text fun(text: string, style?: collide.Style | collide.Color) a line in the corner; with a position first, there
---@field line fun(a: collide.Vector, b: collide.Vector, style?: collide.Style | collide.Color) or a list of points first
---@field arrow fun(from: collide.Vector, to: collide.Vector, style?: collide.Style | collide.Color)
---@field point fun(p: collide.Vector, style?: collide.Style | collide.Color)
---@field points fun(list: collide.Vector[], style?: collide.Style | collide.Color)
---@field shape fun(shape: collide.Shape, style?: collide.Style | collide.Color)
---@field style fun(shape: collide.Shape, style: collide.Style | collide.Color) how a shape of the state is drawn
---@field plot fun(name: string, number: number) a number for a strip chart

return scenario
