# What `cmake --install` puts where. Nothing installed contains an absolute path, so the prefix may be
# moved afterwards. Components: program, module, development.
include(CMakePackageConfigHelpers)
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
set(generated ${PROJECT_BINARY_DIR}/install)

# ------------------------------------------------------------------------------------- development

# The functions that the public headers declare, and nothing else, are global in the installed
# libraries. A list says so to the linker: gcc exports functions that exist in several versions,
# whatever their visibility.
file(GLOB public_headers CONFIGURE_DEPENDS src/collide/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${public_headers})
set(public_functions)
foreach(header IN LISTS public_headers)
    file(STRINGS ${header} declarations REGEX "^[a-z][a-z0-9_ *]*[ *]cd_[a-z0-9_]+\\(")
    list(FILTER declarations EXCLUDE REGEX "^(static|typedef) ")
    list(TRANSFORM declarations REPLACE "^[^(]*[ *](cd_[a-z0-9_]+)\\(.*" "\\1")
    list(APPEND public_functions ${declarations})
endforeach()
list(JOIN public_functions "\n" lines)
file(CONFIGURE OUTPUT ${generated}/public.txt CONTENT "${lines}\n")
list(JOIN public_functions ";\n    " lines)
file(CONFIGURE OUTPUT ${generated}/public.map CONTENT
    "{\n    global:\n    @lines@;\n    local: *;\n};\n" @ONLY)

# The static library is one object, in which all other names are local, where the tools can do that.
if(CMAKE_OBJCOPY AND CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
    add_custom_command(OUTPUT ${generated}/collide.o
        COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${generated}/collide.o
            ${core_objects}
        COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${generated}/public.txt
            ${generated}/collide.o
        DEPENDS collide_core ${generated}/public.txt
        COMMENT "Joining the core's objects" VERBATIM COMMAND_EXPAND_LISTS)
    add_library(collide_static STATIC ${generated}/collide.o)
    set_target_properties(collide_static PROPERTIES LINKER_LANGUAGE C)
else()
    add_library(collide_static STATIC ${core_objects})
endif()
set(libraries collide_static)
if(COLLIDE_SHARED)
    add_library(collide_shared SHARED ${core_objects})
    set_target_properties(collide_shared PROPERTIES VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
        target_link_options(collide_shared PRIVATE
            LINKER:--version-script=${generated}/public.map LINKER:--no-undefined)
    endif()
    list(APPEND libraries collide_shared)
endif()
foreach(library IN LISTS libraries)
    string(REPLACE collide_ "" name ${library})
    target_link_libraries(${library} PUBLIC $<$<PLATFORM_ID:Linux>:m>)
    target_include_directories(${library} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    set_target_properties(${library} PROPERTIES OUTPUT_NAME collide EXPORT_NAME ${name}
        ARCHIVE_OUTPUT_DIRECTORY install LIBRARY_OUTPUT_DIRECTORY install)
    add_library(collide::${name} ALIAS ${library})
endforeach()
list(GET libraries -1 library) # the shared one where there is one
add_library(collide::collide ALIAS ${library})

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/collide)
configure_package_config_file(${packaging}/collide-config.cmake.in
    ${generated}/collide-config.cmake INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${generated}/collide-config-version.cmake
    COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${packaging}/collide.pc.in ${generated}/collide.pc @ONLY)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(TARGETS ${libraries} EXPORT collide)
install(EXPORT collide NAMESPACE collide:: FILE collide-targets.cmake DESTINATION ${config_folder})
install(FILES ${generated}/collide-config.cmake ${generated}/collide-config-version.cmake
    DESTINATION ${config_folder})
install(FILES ${generated}/collide.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collide)

# ------------------------------------------------------------------------------------------ module

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME module)
if(COLLIDE_MODULE)
    install(TARGETS collide_module DESTINATION ${CMAKE_INSTALL_LIBDIR}/lua/5.4)
    install(DIRECTORY types DESTINATION ${CMAKE_INSTALL_DATADIR}/collide)
endif()

# ----------------------------------------------------------------------------------------- program

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
if(COLLIDE_PROGRAM)
    # The manual takes the options from --help.
    add_custom_command(OUTPUT ${generated}/collide.1
        COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:collide_program>
            -D INPUT=${packaging}/collide.1.in -D OUTPUT=${generated}/collide.1
            -P ${PROJECT_SOURCE_DIR}/cmake/manual.cmake
        DEPENDS collide_program ${packaging}/collide.1.in cmake/manual.cmake
        COMMENT "Writing the manual" VERBATIM)
    add_custom_target(manual ALL DEPENDS ${generated}/collide.1)

    install(TARGETS collide_program)
    install(DIRECTORY scripts DESTINATION ${CMAKE_INSTALL_DATADIR}/collide)
    install(FILES ${generated}/collide.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${packaging}/collide.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES ${packaging}/collide.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
    install(FILES ${packaging}/collide.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
    install(FILES ${packaging}/completion.bash RENAME collide
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${packaging}/completion.zsh RENAME _collide
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()
