-- interval(hit): the two times of a hit, { enter, exit }; empty where there is none.
return function(hit) return hit and { hit.enter, hit.exit } or {} end
