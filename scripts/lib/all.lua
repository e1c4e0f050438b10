-- all(list, holds): whether holds(value, key) for every entry; if not, false and the first key.
return function(list, holds)
    for key, value in pairs(list) do
        if not holds(value, key) then return false, ("not for %s"):format(key) end
    end
    return true
end
