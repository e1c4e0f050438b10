-- first_hit(shape, motion, solids): the earliest hit of a moving shape, or nil. A solid that it
-- only slides along, or leaves, does not count.
return function(shape, motion, solids)
    local first
    for _, solid in ipairs(solids) do
        local hit = shape:shapecast(motion, solid)
        if hit and hit.approach > 0 and not (first and first.t <= hit.t) then first = hit end
    end
    return first
end
