# cmake -D PROGRAM=collide -D INPUT=collide.1.in -D OUTPUT=collide.1 -P manual.cmake: the manual, with
# synopsis, options and what follows them from --help, whose three parts have empty lines between.
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PROGRAM} --version OUTPUT_VARIABLE VERSION COMMAND_ERROR_IS_FATAL ANY
    OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT help MATCHES "^([^\n]+\n([^\n]+\n)*)\n((  [^\n]+\n)+)\n(.*)$")
    message(FATAL_ERROR "--help is not a synopsis, options and remarks:\n${help}")
endif()
set(SYNOPSIS "${CMAKE_MATCH_1}")
set(OPTIONS "${CMAKE_MATCH_3}")
set(REMARKS "${CMAKE_MATCH_5}")
foreach(part IN ITEMS SYNOPSIS OPTIONS REMARKS)
    string(REGEX REPLACE "([\\-])" "\\\\\\1" ${part} "${${part}}")
endforeach()
string(REGEX REPLACE "(^|\n)collide([^\n]*)" "\\1\\\\fBcollide\\\\fR\\2\n.br" SYNOPSIS "${SYNOPSIS}")
string(REGEX REPLACE "(^|\n)  ([^ ]+) ?([^ \n]*) +([^\n]*)" "\\1.TP\n.B \\2 \\\\fI\\3\\\\fR\n\\4"
    OPTIONS "${OPTIONS}")
configure_file(${INPUT} ${OUTPUT} @ONLY)
