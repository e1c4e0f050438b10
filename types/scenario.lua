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
---@field input? collide.GivenInput[] | fun(frame: integer): collide.GivenInput? for each frame, what a person does in the update that makes it

--- What a person does in one frame. The list has the keys that are down, and mouse and pad buttons as
--- "mouse left" and "pad a". Fields say where the mouse is (it stays there until a frame says
--- otherwise), what was typed, and the axes of a gamepad:
--- `{ "left", "mouse left", mouse = { x = 1, y = 2, wheel = -1 }, text = "a", pad = { leftx = -1 } }`.
---@class collide.GivenInput
---@field [integer] string
---@field mouse? { x?: number, y?: number, z?: number, inside?: boolean, wheel?: number }
---@field text? string
---@field pad? table<string, number> by the names of the axes; without it there is no gamepad

--- Loads a scenario file and makes frame 0. Also a kept run ("x.rec") or the case of a run ("x.case"):
--- its steps have the input of that run, and no options go with it.
---@param path string
---@param options? collide.LoadOptions
---@return collide.Run
function scenario.load(path, options) end

--- The params of a scenario, as its file declares them, in order of name; nothing is run but the file
--- itself.
---@param path string
---@return collide.DeclaredParam[]
function scenario.params(path) end

---@class collide.DeclaredParam
---@field name string
---@field kind "number" | "boolean" | "choice"
---@field default number | boolean | string
---@field min? number of a number; -math.huge and math.huge if the file gives none
---@field max? number
---@field step? number
---@field choices? string[]

--- A run or a query as plain data (docs/cases.md). `tostring` of it is its text.
---@class collide.Case
---@field script? string of a run: the path of its file
---@field seed? integer
---@field params? table<string, number | boolean | string> those that are not as the file has them
---@field frames? integer the last frame
---@field input? table[] what a person did: `{ "left", 21, 35 }`, `{ "mouse", 40, x = 1, y = 2 }`
---@field fails? string the check or error that it shows
---@field query? string of a query: the function
---@field arguments? table vectors and shapes as lists: `{ 3, 1 }`, `{ "circle", { 4, 1 }, 1 }`
---@field answer? any its answer; "nothing" of a miss, `true` of any hit

--- The case of a run up to its frame, of a query of `run:queries()`, of the file of a kept run or case,
--- of a text, or of a table that is one already. A query of many shapes at once, or of a world, has none.
---@param of collide.Run | collide.Query | collide.Case | string
---@return collide.Case
function scenario.case(of) end

--- Plays a case: a text, a table, or the file of a case or kept run.
---@param of collide.Case | string
---@param options? collide.PlayOptions
---@return collide.Played | collide.PlayedQuery
function scenario.play(of, options) end

---@class collide.PlayOptions
---@field script? string instead of the case's own
---@field frames? integer to this frame
---@field watch? string[] expressions of `s` and `p`, such as "s.ball.position"

--- What came of a run.
---@class collide.Played
---@field run collide.Run? at its last frame; nil if there is no frame 0
---@field frame integer
---@field hash string
---@field failures collide.PlayedFailure[] of each check the first, then the error that ended it
---@field failure collide.PlayedFailure? the first of them
---@field error string? the error that ended it, with its traceback
---@field rows table[] for each watch its values, of frame 0 at 1: numbers, booleans, texts, or the numbers of a vector in a list
---@field problems table<integer, string> by the number of the watch: why it has no values

---@class collide.PlayedFailure
---@field kind "check" | "error" | "hang" | "memory"
---@field text string the name of the check, or the message
---@field frame integer
---@field file? string
---@field line? integer

--- What came of a query.
---@class collide.PlayedQuery
---@field results table with their number in `n`
---@field arguments table the vectors and shapes
---@field answer any as in a case
---@field same boolean? whether that is the answer of the case, to the last bit; nil if it has none
---@field difference string? the first field that differs

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

--- The view that the scenario's `camera` chose for this frame, or nil without a camera.
---@return collide.View?
---@return string? problem what it did wrong in this frame; the view then stays as it was
function Run:camera() end

--- The lines that the scenario printed since it was loaded or the last step began.
---@return string[]
function Run:prints() end

-- ------------------------------------------------------------------------- what a scenario is given

--- The table that a scenario file returns. Only `update` may change the state.
---
--- A scenario runs in a Lua without files, clock and addresses. `pairs` has a fixed order, `math.random`
--- is seeded, `require` finds "collide" and Lua files beside or below the scenario and in its lib
--- folder, 256 at most. `__gc` and `__mode` are refused, since they depend on when Lua frees memory. Do
--- not rely on the length of a table with holes: Lua does not define it.
---
--- Other fields are the script's own; a misspelling of a field that is missing (`upadte`) raises, and
--- so does a function or table that is one of a field that is there, a global function or table of a
--- field's name (`function update()`), and a callback of LÖVE (`keypressed`), which nothing calls.
---
--- What is probably not meant is printed once, as a line that begins with "! ": a copy that nothing
--- takes (`s.box:rotated(0.1)` as a statement), a global function that nothing calls and that has the
--- name of a field or of a callback, or nearly so, a param that is set while `load` alone reads it,
--- NaN in a plot, and the first NaN or infinity in the
--- state, with its path and frame (but for an infinity that is there from the start).
---@class collide.Scenario
---@field title? string
---@field about? collide.Phrase what one sees, and what to try: some sentences, at most 2000 bytes. The window shows them beside the picture, in its help (F1) and where a scenario is chosen
---@field controls? table<string, collide.Phrase> what keys do, by their names as in `input.down`; also "mouse", "wheel", "text", "mouse left", "pad a", "pad leftx". A name of no key raises
---@field dt? number seconds in each frame, > 0 and at most 1; by default 1/60
---@field seed? integer of math.random; by default 1
---@field budget? number seconds of processor time for `update` and the recording of its state, and as many for `draw`; by default 0.5
---@field view? "top" | "front" | "side" | "orbit" how the window shows a 3D scenario at first; by default "orbit"
---@field params? table<string, any> each a number, `{ number, min =, max =, step = }`, a boolean, or `{ string, choices = {...} }`; with a step, a value is rounded to the nearest `min + k * step` (`k * step` without a min), so `{ 200, min = 1, max = 900, step = 1 }` is a count; `p` raises for a name that is not among them
---@field load? fun(p: table): table returns the state: plain data and shapes; without it that is an empty table. A shape is labelled by its path as a person would say it (`capsule b` for `capsules.b`, `flipper 1` for `flippers[1].body`), or by the field `name` or `title` of its table
---@field update? fun(state: table, dt: number, p: table, input: collide.Input)
---@field draw? fun(state: table, draw: collide.Draw, p: table) draws extras; the shapes of the state and the queries are drawn anyway
---@field checks? table<string, fun(state: table, p: table): boolean, string?> called after every update, in order of name. A check that changes the state ends the run with an error; random numbers that it takes do not change the run
---@field keys? string[] keys that the script takes from the window: "space", "p", "tab", "1"; the window then has its own use of them on Ctrl. Keys that the window does not use come anyway
---@field show? table<collide.Shown, boolean> what the picture shows or hides, until the person changes it
---@field camera? fun(state: table, view: collide.View, p: table) sets the view, until the person moves it; called once for each frame. Without it the picture keeps the shapes of the state (docs/window.md)

--- A text, or one in English and one in Japanese; the window chooses by `--language` or the locale. Each
--- is one line: white space in it is a space.
---@alias collide.Phrase string | { en?: string, ja?: string }

---@alias collide.Shown "queries" | "normals" | "trails" | "names" | "grid" | "ghost" | "bounds" | "velocities" | "shadows"

--- The part of the world that the picture shows. What the script sets stays for the next frame; at
--- first the view shows all shapes. Of width, height and size all that are given are seen, in a picture of any
--- proportions. If the camera function raises, or leaves something that is not finite, the banner
--- shows the error and the view stays.
---
---     function scenario.camera(s, view)
---       view.center = view.center:lerp(s.player.center, 0.1) -- follows softly
---       view.width = 16 -- from the left border to the right one
---     end
---@class collide.View
---@field center collide.Vec in the middle of the picture
---@field height? number of the part of the world between the lower and the upper edge of the picture. The one that the view begins with does not count beside a width or a size
---@field width? number of the part between the left and the right edge
---@field size? collide.Vec of a box about the center, which view:fit sets; it is seen whole from any side
---@field angle number radians by which the camera is turned from where its view starts: about the line of sight, in the orbit about the y axis
---@field elevation number in the orbit, radians over the horizon, from -pi/2 to pi/2; at first 0.45
---@field tilt number in the orbit, radians about the line of sight; at first 0
local View = {}

--- Frames a shape, a body or a list of them, in place of height and width. `margin`: the length that is
--- kept free around, by default a tenth of the longest side of the box around them. A plane or line
--- has no bounds and raises; so does an empty list. `view:fit({ s.left, s.right }, 1)`
---@param shapes collide.Shape | collide.Body | (collide.Shape | collide.Body)[]
---@param margin? number
function View:fit(shapes, margin) end

--- What the person does in this frame. Keys are named as SDL does, in lower case: "left", "space", "a",
--- "left shift", "keypad 5"; a name of no key raises. Space, P, R, F, Tab, digits and other keys of the
--- window come to the script if `scenario.keys` lists them. All of it is recorded with the run.
---@class collide.Input
---@field down fun(key: string): boolean
---@field pressed fun(key: string): boolean whether it went down in this frame
---@field released fun(key: string): boolean whether it went up in this frame
---@field axis fun(negative: string, positive: string): integer -1, 0 or 1: whether `positive` is down, minus whether `negative` is
---@field text string what was typed since the frame before; "" for nothing
---@field mouse collide.Mouse
---@field pad collide.Pad

--- The mouse. A script that reads it has its buttons and its wheel over the scene; the window's own
--- (grab, turn, pan, pick, zoom) are on Ctrl then. A button is "left", "middle", "right", "x1", "x2",
--- or its number in this order; by default "left".
---@class collide.Mouse
---@field x number in the world, on the plane of the view: in 2D the point under the mouse, which moves with the picture, too. Outside of the scene it stays where it was
---@field y number
---@field z number 0 in 2D
---@field inside boolean whether it is over the scene
---@field moved boolean whether it is at another point than in the frame before, and was over the scene in both
---@field wheel number notches that it has turned since the frame before, forwards positive
---@field down fun(button?: string | integer): boolean
---@field pressed fun(button?: string | integer): boolean
---@field released fun(button?: string | integer): boolean

--- The first gamepad, by SDL's names. Buttons: a b x y back guide start leftstick rightstick leftshoulder
--- rightshoulder dpup dpdown dpleft dpright misc1 paddle1 paddle2 paddle3 paddle4 touchpad. Without one
--- no button is down and all axes are 0.
---@class collide.Pad
---@field connected boolean
---@field down fun(button: string): boolean
---@field pressed fun(button: string): boolean
---@field released fun(button: string): boolean
---@field axis fun(name: "leftx" | "lefty" | "rightx" | "righty" | "triggerleft" | "triggerright"): number -1..1, down and right positive; triggers 0..1

--- Reads a text file beside or below the scenario. Scenarios have it as a global, like `require`. The
--- window watches the file as it does the script, and kept runs contain it. Raises if there is no such
--- file, if it is not text, if it has more than 16 MB, or if a name in the path begins with a dot.
---@param path string relative to the scenario's folder, with slashes: "levels/1.txt"
---@return string
function load_text(path) end

--- Reads a file of data beside or below the scenario into a new table, by the ending of its name:
---   .json  lists and objects as tables; null is nil, and a list with nulls has its length in `n`
---   .tmj   a map that Tiled has written as JSON, as its export to Lua has it: `properties` are by name,
---          and a tileset in a .tsj is read in its place. So is a .json that Tiled has written, and a
---          .tsj. Layers must not be packed (Tile Layer Format: CSV); .tmx is refused
---   .csv   a list of rows, each a list of fields; decimal numbers are numbers. A first row of words
---          alone names the fields (`row.x` besides `row[2]`), and is in `header`
---   .obj   `{ vertices =, triangles = }` as `collide.mesh` takes them
---   .lua   the table that the file returns; it sees no globals
--- Raises, with file and line, if the file is not what its name says.
---@param path string
---@return any
function load_data(path) end

--- A colour: red orange yellow green cyan blue purple pink white gray faint, or numbers in 0..1.
---@alias collide.Color string | number[]

---@class collide.Style
---@field color? collide.Color
---@field alpha? number 0..1
---@field width? number of a line or point, in pixels
---@field size? number of a text: the height of its font, in pixels
---@field page? integer 1..99: on this page of the picture only, which the arrow keys turn; the drawings without one are on all. Not in a style of `draw.style`
---@field trail? number seconds that the trail of a shape of the state shows, 0..2; 0: it has none
---@field dashed? boolean
---@field outline? boolean a shape that is not filled
---@field hidden? boolean a shape of the state that is not drawn
---@field unnamed? boolean a shape of the state that is drawn without its name

--- The object with which a scenario's `draw` draws. A style is a table or just a colour.
---@class collide.Draw
---@field text fun(text: string, style?: collide.Style | collide.Color) a line in the corner or, with a position as first argument, a text there; for a position a shape or a body gives its own `position`
---@field line fun(a: collide.Vector, b: collide.Vector, style?: collide.Style | collide.Color) or, with a list of points as first argument, a polyline
---@field arrow fun(from: collide.Vector, to: collide.Vector, style?: collide.Style | collide.Color)
---@field point fun(p: collide.Vector, style?: collide.Style | collide.Color)
---@field points fun(list: collide.Vector[], style?: collide.Style | collide.Color)
---@field shape fun(shape: collide.Shape | collide.Body, style?: collide.Style | collide.Color)
---@field style fun(thing: collide.Shape | collide.Body, style: collide.Style | collide.Color) how a shape or body of the state is drawn; raises for a thing that is not in the state
---@field name fun(thing: collide.Shape | collide.Body, name: string) its label, instead of what its path or a `name` of its table says; likewise
---@field plot fun(name: string, number: number, options?: { unit?: string }) a number for a strip chart over the run; at most 8 names. Plots of one unit share their axis; what is not finite leaves a gap, and the console says so once
---@field chart fun(name: string, xs: number[], ys: number[], options?: { x?: string, unit?: string, color?: collide.Color }) a curve through the points `xs[i], ys[i]` in a chart of this frame; `x` names the horizontal axis, `unit` is that of `ys`. The same name again adds a curve (8 at most), another name a chart (4 at most). What is not finite leaves a gap; of more than 4000 points the lowest and the highest of each stretch are drawn
---@field field fun(f: (fun(at: collide.Vec): number), min: collide.Vector, max: collide.Vector, style?: collide.Style) the plane between two corners coloured by a function, behind everything: in bands, blue where it is above 0, orange below, with a line where it is 0. In 3D both corners have the same z. It is asked in 24 cells along the longer side, which are halved up to five times where it is not flat; what is smaller than a cell may be missed. What is not finite leaves a gap. `alpha` and `page` count

return scenario
