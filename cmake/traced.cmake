# The sources of the queries once more, with CD_TRACED: there they record their steps, for
# collide.explain (src/collide/math/trace.h). So the queries themselves contain no trace of this. The
# functions that these files define are renamed, each by a macro of a header that is included first.
set(traced_files
    narrow/gjk/gjk.c narrow/gjk/gjk_guess.c narrow/gjk/epa.c narrow/gjk/sat.c
    narrow/curved/depth_curved.c narrow/separate.c
    cast/axis_clip.c cast/portal.c cast/swept_sat.c cast/first_touch.c cast/time_of_impact.c cast/convex_cast.c
    set/traverse.c set/set_distance.c set/separate_sets.c set/depth_of_sets.c set/set_touch.c
    set/set_cast.c set/inside.c set/solids.c
    query/query.c query/raycast.c manifold/manifold.c
    impact/convex_impact.c impact/set_impact.c impact/time_of_impact.c
    character/move_and_slide.c)
list(TRANSFORM traced_files PREPEND ${PROJECT_SOURCE_DIR}/src/collide/)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${traced_files})
set(lines)
foreach(file IN LISTS traced_files)
    file(STRINGS ${file} definitions REGEX "^[a-zA-Z][a-zA-Z0-9_ *]*[ *]cd_[a-z0-9_]+\\(")
    list(FILTER definitions EXCLUDE REGEX "^(static|typedef) ")
    list(TRANSFORM definitions REPLACE "^[^(]*[ *]cd_([a-z0-9_]+)\\(.*" "#define cd_\\1 cd_traced_\\1")
    list(FILTER definitions INCLUDE REGEX "^#define ") # not what follows a ;
    list(APPEND lines ${definitions})
endforeach()
list(JOIN lines "\n" lines)
set(traced_names ${PROJECT_BINARY_DIR}/traced/names.h)
file(CONFIGURE OUTPUT ${traced_names} CONTENT "${lines}\n")

add_library(room_traced OBJECT ${traced_files}
    ${PROJECT_SOURCE_DIR}/src/collide/explain/explain.c)
target_link_libraries(room_traced PRIVATE same_bits)
target_compile_definitions(room_traced PRIVATE CD_TRACED)
target_compile_options(room_traced PRIVATE -include ${traced_names})
set(core_objects $<TARGET_OBJECTS:room_collide> $<TARGET_OBJECTS:room_traced>)
