# cmake -D NAME=x -D INPUT=x.lua -D OUTPUT=x.c -P embed.cmake: a file's bytes as a C array.
# Bytes, not a string literal: C17 promises no literal longer than 4,095 characters.
file(READ "${INPUT}" bytes HEX)
string(LENGTH "${bytes}" size)
math(EXPR size "${size} / 2")
string(REPEAT "[0-9a-f]" 32 line)
string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE "${OUTPUT}"
    "#include \"lua/embedded.h\"\n\n"
    "CD_EMBEDDED(${NAME});\n\n"
    "const size_t cd_embedded_${NAME}_size = ${size};\n"
    "const char cd_embedded_${NAME}[] = {\n${bytes}'\\0'};\n")
