-- times(enter, exit): the words for one or two times of a hit, or for none.
return function(enter, exit)
    if not enter then return "no hit" end
    return exit and ("t = %.12f, %.12f"):format(enter, exit) or ("t = %.12f"):format(enter)
end
