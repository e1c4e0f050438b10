---@meta collide.scenario
-- The API of the Lua module `collide.scenario`, and what a scenario file gets: the only reference, for
-- editors and for readers. A test compares the names with those of the module.

--- Runs scenarios without a window. Misuse raises. An error in the scenario raises a text: one line
--- that begins with file and line, then the traceback. The same file, seed, params and input give the
--- same states, bit for bit, in every process.
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
---@field input? string[][] | fun(frame: integer): string[] for each frame, the keys that are down in the update that makes it

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
---@field params table<string, number | boolean | string> an assignment is checked, and takes effect in the next update
---@field failures collide.Failure[] the checks that have failed so far, each once
local Run = {}

--- A check that failed, with the first frame in which it failed.
---@class collide.Failure
---@field name string
---@field frame integer
---@field message string the second value that the check returned, or its error; "returned nil" if it
--- returned nothing

--- Makes n more frames.
---@param n? integer by default 1
---@return collide.Run self
function Run:step(n) end

--- Goes to a frame. To go backwards, the run starts again and steps to it.
---@param frame integer
---@return collide.Run self
function Run:seek(frame) end

--- Starts again at frame 0, with the present params.
---@return collide.Run self
function Run:restart() end

--- The queries of the last update, in order; in frame 0 those of `load`.
---@return collide.Query[]
function Run:queries() end

--- A query of the `collide` module that the scenario made. Its shapes are copies from that moment.
---@class collide.Query
---@field name string of the function: "raycast"; also under the key "function"
---@field arguments table with their number in `n`, in the order of the function also for a method
---@field results table with their number in `n`
---@field result any the first result
---@field file string
---@field line integer

--- All checks in order of name, each a table: name, passed (in this frame), first_failure (a frame, or
--- nil), message.
---@return table[]
function Run:checks() end

--- The hash of the state, 16 hexadecimal digits. Keys that are tables or functions count only by their
--- number.
---@return string
function Run:hash() end

--- What the scenario's `draw` draws of this frame, one table for each call.
---@return table[]
function Run:drawings() end

--- The lines that the scenario printed since it was loaded or the last step began.
---@return string[]
function Run:prints() end

-- ------------------------------------------------------------------------- what a scenario is given

--- The table that a scenario file returns. Only `update` may change the state.
---
--- A scenario runs in a Lua without files, clock and addresses. `pairs` has a fixed order, `math.random`
--- is seeded, `require` finds "collide" and Lua files beside or below the scenario and in its lib
--- folder, 256 at most. What depends on when Lua frees memory is refused (`__gc`, `__mode`). Do not rely on the
--- length of a table with holes: Lua does not define it.
---
--- Other fields are the script's own; a misspelling of a field that is missing (`upadte`) raises.
---@class collide.Scenario
---@field title? string
---@field dt? number seconds in each frame; by default 1/60
---@field seed? integer of math.random; by default 1
---@field budget? number seconds of computing that a frame may take, with recording its state, and `draw` as much; by default 0.5
---@field view? "top" | "front" | "side" | "orbit" how the window shows a 3D scenario at first
---@field params? table<string, any> each a number, `{ number, min =, max = }`, a boolean, or `{ string, choices = {...} }`
---@field load fun(p: table): table returns the state: plain data and shapes
---@field update? fun(state: table, dt: number, p: table, input: collide.Input)
---@field draw? fun(state: table, draw: collide.Draw, p: table) draws extras; the shapes of the state and the queries are drawn anyway
---@field checks? table<string, fun(state: table, p: table): boolean, string?> called after every update, in order of name

--- The keys of this frame, by name: "left", "space", "a". A name of no key is never down.
---@class collide.Input
---@field down fun(key: string): boolean
---@field pressed fun(key: string): boolean whether it went down in this frame
---@field released fun(key: string): boolean whether it went up in this frame
---@field axis fun(negative: string, positive: string): integer -1, 0 or 1: whether `positive` is down, minus whether `negative` is

--- A colour: red orange yellow green cyan blue purple pink white gray faint, or numbers in 0..1.
---@alias collide.Color string | number[]

---@class collide.Style
---@field color? collide.Color
---@field alpha? number 0..1
---@field width? number of a line or point, in pixels
---@field dashed? boolean
---@field outline? boolean a shape that is not filled
---@field hidden? boolean a shape of the state that is not drawn
---@field unnamed? boolean a shape of the state that is drawn without its name

--- The object with which a scenario's `draw` draws. A style is a table or just a colour.
---@class collide.Draw
---@field text fun(text: string, style?: collide.Style | collide.Color) a line in the corner; with a position as first argument, a text there
---@field line fun(a: collide.Vector, b: collide.Vector, style?: collide.Style | collide.Color) or, with a list of points as first argument, a polyline
---@field arrow fun(from: collide.Vector, to: collide.Vector, style?: collide.Style | collide.Color)
---@field point fun(p: collide.Vector, style?: collide.Style | collide.Color)
---@field points fun(list: collide.Vector[], style?: collide.Style | collide.Color)
---@field shape fun(shape: collide.Shape, style?: collide.Style | collide.Color)
---@field style fun(shape: collide.Shape, style: collide.Style | collide.Color) how a shape of the state is drawn
---@field plot fun(name: string, number: number) a number for a strip chart; a run has at most 8 names

return scenario
