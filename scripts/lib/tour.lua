-- tour(scenario, name, p, time, seconds): the value of the parameter `name`. Its first choice is a
-- tour: each of the others for some seconds, one after the other, again and again.
return function(scenario, name, p, time, seconds)
    local choices = scenario.params[name].choices
    if p[name] ~= choices[1] then return p[name] end
    return choices[time // seconds % (#choices - 1) + 2]
end
