# bash completion for collide: the options are those of --help.
_collide() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    case $before in
    --view) mapfile -t COMPREPLY < <(compgen -W "top front side orbit" -- "$word") ;;
    --steps | --frame | --param | --seed | --size | --scale | --memory | --frames | --watch | --find | --who) ;;
    *)
        if [[ $word == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W \
                "$("$1" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p')" -- "$word")
        else
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
        fi
        ;;
    esac
}
complete -F _collide collide
