-- Lua 5.4 everywhere; unused arguments are fine where a callback's signature asks for them.
std = "lua54"
max_line_length = 100
unused_args = false
self = false
ignore = { "581" } -- "not (x <= y)" is not "x > y": it is true for NaN
globals = { "load_text", "load_data" } -- of scenarios
exclude_files = { "build" }

files["tests/**/*_spec.lua"] = { std = "+busted" }
-- Definitions for editors: parameters and fields without bodies.
files["types"] = { ignore = { "211", "212", "241", "631" } }
