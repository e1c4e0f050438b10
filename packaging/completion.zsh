#compdef collide
# zsh completion for collide: the options are those of --help.
local line
local -a specs
for line in ${(f)"$(_call_program options ${(q)words[1]} --help 2>/dev/null)"}; do
    [[ $line =~ '^  (--[a-z-]+) ([A-Za-z.=]*) +(.*)$' ]] || continue
    local name=$match[1] argument=$match[2] text=${match[3]//:/\\:}
    case $argument in
    '') specs+=("$name""[$text]") ;;
    FILE) specs+=("$name=[$text]:file:_files") ;;
    VIEW) specs+=("$name=[$text]:view:(top front side orbit)") ;;
    *) specs+=("*$name=[$text]:${argument//=/ }:") ;;
    esac
done
_arguments -s $specs '*:scenario, folder or kept run:_files'
