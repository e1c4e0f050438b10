# ctest's tests, all from the release build; those marked asan run the programs of the asan build,
# which lies in the folder asan of this one and is built before (./run test all does). Labels:
#   short      ./run test runs these, within three minutes; ./run test all the others, too
#   quick      short ones that ./run test all leaves out, as it runs the same with more cases or steps
#   sanitized  what takes too long for both: ./run sanitized
set(check ${PROJECT_SOURCE_DIR}/tests/check)
set(asan ${PROJECT_BINARY_DIR}/asan)
set(work ${PROJECT_BINARY_DIR}/check)
set(in_project sh ${check}/in_project.sh ${PROJECT_BINARY_DIR})

# What the tests run besides the artefacts; ./run alone does not wait for it.
add_custom_target(checks)

# tests/**/*_test.c: one program each; of the rooms it links what it uses.
file(GLOB_RECURSE c_tests CONFIGURE_DEPENDS tests/*_test.c)
foreach(c_test IN LISTS c_tests)
    get_filename_component(name ${c_test} NAME_WE)
    add_executable(test_${name} EXCLUDE_FROM_ALL ${c_test})
    add_dependencies(checks test_${name})
    target_include_directories(test_${name} PRIVATE tests/support)
    target_link_libraries(test_${name} PRIVATE flags posix rooms libraries)
    set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY check)
endforeach()

# Tests in which calls fail (tests/support/faults.h): the linker leads these to the test.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(calls malloc calloc realloc realpath read write fsync fchmod rename close fstat open)
    set(process_calls sigaction getrlimit setrlimit syscall seccomp_init seccomp_rule_add
        seccomp_load)
    foreach(name IN ITEMS budget_test files_test memory_test query_log_test record_test recording_test
            runner_faults_test suite_test)
        target_compile_definitions(test_${name} PRIVATE HAVE_FAULTS)
        foreach(call IN LISTS calls)
            target_link_options(test_${name} PRIVATE LINKER:--wrap=${call})
        endforeach()
    endforeach()
    target_link_options(test_suite_test PRIVATE LINKER:--wrap=luaL_newstate)
    foreach(call IN LISTS process_calls)
        target_link_options(test_runner_faults_test PRIVATE LINKER:--wrap=${call})
    endforeach()
endif()

# tests/fuzz/*_fuzz.c: one program each, for libFuzzer, or one that runs given inputs again.
file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*_fuzz.c)
add_custom_target(fuzzers)
foreach(fuzz_source IN LISTS fuzz_sources)
    get_filename_component(name ${fuzz_source} NAME_WE)
    add_executable(${name} EXCLUDE_FROM_ALL ${fuzz_source})
    add_dependencies(fuzzers ${name})
    target_include_directories(${name} PRIVATE tests/support)
    target_link_libraries(${name} PRIVATE flags posix rooms libraries)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY check)
    if(COLLIDE_SANITIZE MATCHES fuzzer)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    else()
        target_sources(${name} PRIVATE tests/fuzz/replay.c)
    endif()
endforeach()
if(COLLIDE_SANITIZE)
    add_dependencies(checks fuzzers)
endif()

# tests/accuracy: the queries beside an oracle in 128 bits, where the compiler has such numbers.
include(CheckCSourceCompiles)
check_c_source_compiles("__extension__ typedef _Float128 quad;
    int main(int argc, char **argv) { (void)argv; return (int)((quad)argc / 3); }" HAVE_QUAD)
if(HAVE_QUAD)
    file(GLOB accuracy CONFIGURE_DEPENDS tests/accuracy/*.c)
    add_executable(accuracy EXCLUDE_FROM_ALL ${accuracy} src/record/text/print.c)
    target_link_libraries(accuracy PRIVATE flags posix collide_core)
    target_compile_definitions(accuracy PRIVATE _DEFAULT_SOURCE) # MAP_ANONYMOUS
    set_target_properties(accuracy PROPERTIES RUNTIME_OUTPUT_DIRECTORY check)
    add_dependencies(checks accuracy)
endif()

add_executable(picture EXCLUDE_FROM_ALL tests/check/picture.c)
target_link_libraries(picture PRIVATE flags libraries)
add_dependencies(checks picture)
set_target_properties(picture PROPERTIES RUNTIME_OUTPUT_DIRECTORY check)

if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    add_executable(refuse EXCLUDE_FROM_ALL tests/check/refuse.c)
    target_link_libraries(refuse PRIVATE flags posix PkgConfig::SECCOMP)
    add_dependencies(checks refuse)
    set_target_properties(refuse PROPERTIES RUNTIME_OUTPUT_DIRECTORY check)
endif()

if(COLLIDE_SANITIZE)
    return()
endif()
check_c_source_compiles("#include <features.h>
    #ifndef __GLIBC__
    #error other
    #endif
    int main(void) { return 0; }" HAVE_GLIBC)
if(HAVE_GLIBC)
    foreach(preloaded IN ITEMS failing_malloc failing_calls person)
        add_library(${preloaded} MODULE EXCLUDE_FROM_ALL tests/check/${preloaded}.c)
        set_target_properties(${preloaded} PROPERTIES LIBRARY_OUTPUT_DIRECTORY check PREFIX ""
            C_VISIBILITY_PRESET default)
        target_include_directories(${preloaded} PRIVATE ${VIEW_INCLUDE_DIRS})
        add_dependencies(checks ${preloaded})
    endforeach()
endif()
find_program(LUA_PROGRAM NAMES lua5.4 lua-5.4 lua54 lua REQUIRED)
enable_testing()

# How many times longer than in a release build a test may take.
set(COLLIDE_PATIENCE 1 CACHE STRING "Factor of the tests' timeouts, for builds that are slow")
mark_as_advanced(COLLIDE_PATIENCE)

# check(<name> [TIMEOUT <seconds>] <command>...): exit status 77 skips.
function(check name)
    cmake_parse_arguments(arg "" TIMEOUT "" ${ARGN})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    add_test(NAME ${name} COMMAND ${arg_UNPARSED_ARGUMENTS}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    math(EXPR timeout "${arg_TIMEOUT} * ${COLLIDE_PATIENCE}")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout} SKIP_RETURN_CODE 77)
endfunction()

# quick(<name> <command>...): a check with fewer cases or steps than one of ./run test all.
function(quick name)
    check(${name} TIMEOUT 300 ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS "short;quick")
endfunction()

check(format sh ${check}/format.sh)
check(luacheck sh ${check}/luacheck.sh)
check(layers ${LUA_PROGRAM} ${check}/layers.lua src)
check(devices ${LUA_PROGRAM} ${check}/devices.lua)
set(short format luacheck layers devices symbols hardened own_arithmetic)

# Of 300 random cases, under sanitizers and in the quick specs.
set(fewer_cases COLLIDE_CASES=45)

# C tests that ./run test leaves to ./run test all: each takes some seconds to a minute.
set(long_c_tests hostile_scripts_test seeking_test viewer_test player_faults_test player_test
    undo_test way_test watertight_test runner_faults_test)
foreach(c_test IN LISTS c_tests)
    get_filename_component(name ${c_test} NAME_WE)
    check(c.${name} TIMEOUT 240 ${work}/test_${name})
    if(NOT name IN_LIST long_c_tests)
        list(APPEND short c.${name})
    endif()
    check(c.${name}.asan TIMEOUT 480 ${in_project} ${asan}/check/test_${name})
    set_tests_properties(c.${name}.asan PROPERTIES ENVIRONMENT "${fewer_cases}")
endforeach()

foreach(fuzz_source IN LISTS fuzz_sources)
    get_filename_component(name ${fuzz_source} NAME_WE)
    string(REPLACE _fuzz "" room ${name})
    check(fuzz.${room}.asan ${in_project} ${asan}/check/${name} --mutate 15 tests/fuzz/seeds/${room})
endforeach()

if(HAVE_QUAD)
    check(accuracy ${work}/accuracy --check --cases 112)
    list(APPEND short accuracy)
    check(accuracy.asan ${in_project} ${asan}/check/accuracy --check --cases 24)
endif()

check(symbols sh ${check}/symbols.sh ${PROJECT_BINARY_DIR})
check(hardened sh ${check}/hardened.sh ${PROJECT_BINARY_DIR} ${work}/hardened)
check(threads TIMEOUT 480 sh ${check}/threads.sh ${work}/threads)
check(installed TIMEOUT 480 sh ${check}/installed.sh ${PROJECT_BINARY_DIR} ${work}/installed)

# tests/**/*_spec.lua: a check for each folder, in a plain Lua and in the sanitized program. The
# scenarios run under sanitizers below, so their specs need not; others read documents alone.
file(GLOB_RECURSE specs RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS tests/*_spec.lua)
set(spec_folders ${specs})
list(TRANSFORM spec_folders REPLACE "/[^/]*$" "")
list(REMOVE_DUPLICATES spec_folders)
foreach(folder IN LISTS spec_folders)
    set(of_folder ${specs})
    list(FILTER of_folder INCLUDE REGEX "^${folder}/[^/]*$")
    string(REGEX REPLACE "^tests/" "" name ${folder})
    string(REPLACE "/" "." name ${name})
    check(specs.${name} TIMEOUT 1200 ${in_project} ${LUA_PROGRAM} ${check}/busted.lua ${of_folder})
    quick(specs.${name}.quick ${in_project} ${LUA_PROGRAM} ${check}/busted.lua ${of_folder})
    set_tests_properties(specs.${name}.quick PROPERTIES ENVIRONMENT "${fewer_cases}" COST 50)
    if(folder MATCHES "^tests/(collide|lua|run)")
        check(specs.${name}.asan TIMEOUT 900 ${in_project} ${asan}/collide test ${of_folder})
        set_tests_properties(specs.${name}.asan PROPERTIES ENVIRONMENT "${fewer_cases}" COST 100)
    endif()
endforeach()

set(program $<TARGET_FILE:collide_program>)
set(picture $<TARGET_FILE:picture>)
check(command_line sh ${check}/command_line.sh ${program} ${picture} ${work}/command_line)
check(command_line.asan sh ${check}/command_line.sh ${asan}/collide ${picture}
    ${work}/command_line.asan)
check(out_of_memory sh ${check}/out_of_memory.sh ${program} ${work} ${work}/out_of_memory)
check(kept_runs sh ${check}/kept_runs.sh ${program} ${picture} ${work}/kept_runs)
check(kept_runs.asan TIMEOUT 240 sh ${check}/kept_runs.sh ${asan}/collide ${picture}
    ${work}/kept_runs.asan)
check(questions sh ${check}/questions.sh ${program} ${work}/questions)
check(questions.asan TIMEOUT 600 sh ${check}/questions.sh ${asan}/collide ${work}/questions.asan)
check(containment sh ${check}/containment.sh ${program} ${work}/refuse ${work}/containment)
check(containment.asan sh ${check}/containment.sh ${asan}/collide none ${work}/containment.asan)
check(faults sh ${check}/faults.sh ${program} ${work}/refuse ${work}/faults)
check(faults.asan TIMEOUT 240 sh ${check}/faults.sh ${asan}/collide none ${work}/faults.asan)
check(window TIMEOUT 300 sh ${check}/window.sh ${program} ${picture} ${work}/window)
check(window.asan sh ${check}/window.sh ${asan}/collide ${picture} ${work}/window.asan)
check(window.soak sh ${check}/soak.sh ${program} ${work}/soak 60)
check(window.promises sh ${check}/promises.sh ${program} ${work}/refuse ${work}/promises)
check(window.promises.asan sh ${check}/promises.sh ${asan}/collide none ${work}/promises.asan)
foreach(life IN ITEMS live errors memory inspect keep game ask)
    check(window.${life} TIMEOUT 600 sh ${check}/${life}.sh ${program} ${work}/${life})
    check(window.${life}.asan TIMEOUT 900 sh ${check}/${life}.sh ${asan}/collide ${work}/${life}.asan)
endforeach()
# Both write build/sandbox.png.
set_tests_properties(command_line command_line.asan PROPERTIES RESOURCE_LOCK sandbox_picture)
# They wait for what processes of theirs do, and those must get their turns: one of these at a time,
# beside what only computes.
set(waiting window window.soak window.promises c.runner_test c.hostile_scripts_test c.player_test
    c.undo_test c.way_test)
foreach(life IN ITEMS live errors memory inspect keep game ask)
    list(APPEND waiting window.${life})
endforeach()
foreach(name IN LISTS waiting)
    if(NOT name STREQUAL window.soak)
        list(APPEND waiting ${name}.asan)
    endif()
endforeach()
set_tests_properties(${waiting} PROPERTIES RESOURCE_LOCK turns COST 450)

# What runs the whole program, once more by the sanitized one: for ./run sanitized, as the parts of
# the program are sanitized in ./run test all.
set(whole window.asan window.promises.asan command_line.asan kept_runs.asan c.seeking_test.asan
    c.viewer_test.asan c.player_test.asan c.player_faults_test.asan c.hostile_scripts_test.asan
    c.runner_faults_test.asan c.capture_test.asan c.replay_test.asan c.way_test.asan)
foreach(life IN ITEMS live errors memory inspect keep game ask)
    list(APPEND whole window.${life}.asan)
endforeach()
set_tests_properties(${whole} PROPERTIES LABELS sanitized)

file(GLOB scenarios CONFIGURE_DEPENDS scripts/*.lua)
foreach(scenario IN LISTS scenarios)
    get_filename_component(name ${scenario} NAME_WE)
    set(steps 600)
    if(name STREQUAL swarm) # 10,000 bodies, of which hundreds meet in each step
        set(steps 120)
    endif()
    check(scenario.${name} sh ${check}/scenario.sh ${program} ${asan}/collide scripts/${name}.lua
        ${steps})
    quick(scenario.${name}.quick ${in_project} ${program} --headless --steps 120 --check
        scripts/${name}.lua)
endforeach()

# The same bits as ever, here; ./run determinism asks other compilers and machines.
set(same_bits ${PROJECT_SOURCE_DIR}/tests/determinism)
set(hashes ${CMAKE_COMMAND} -E env GOLDEN=${same_bits}/golden.txt ${in_project} ${LUA_PROGRAM}
    ${same_bits}/hashes.lua)
set(hashed ${scenarios} ${same_bits}/every_query.lua ${same_bits}/every_method.lua)
check(golden_hashes TIMEOUT 300 ${hashes} 1000 ${hashed})
quick(golden_hashes.quick ${hashes} 200 ${hashed})
check(bench_step sh ${check}/bench_step.sh ${PROJECT_BINARY_DIR})
check(own_arithmetic ${program} --headless --check --steps 1 ${same_bits}/arithmetic.lua)

set_tests_properties(${short} PROPERTIES LABELS short)

# The longest ones begin first, so that the others run beside them.
set_tests_properties(scenario.swarm golden_hashes PROPERTIES COST 400)
