-- The Lua module alone, without the program: `luarocks make` in this folder.
rockspec_format = "3.0"
package = "collide"
version = "scm-1"
source = { url = "git+file://." }
description = {
  summary = "Exact collision queries between convex shapes in 2D and 3D",
  detailed = "Distances, contacts, ray and shape casts between all shapes, worlds of many bodies, and a runner for " ..
    "deterministic scenarios.",
  license = "MIT",
}
supported_platforms = { "unix" }
dependencies = { "lua ~> 5.4" }
build = {
  type = "command",
  build_command = 'cmake -S . -B build/rock -DCMAKE_BUILD_TYPE=Release -DCOLLIDE_PROGRAM=OFF ' ..
    '-DCOLLIDE_LUA_INCLUDE_DIR="$(LUA_INCDIR)" && cmake --build build/rock --target collide_module --parallel',
  install = { lib = { collide = "build/rock/collide.so" } },
  copy_directories = { "types" },
}
