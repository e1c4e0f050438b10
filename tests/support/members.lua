-- The members that the binding gives a type: name -> method, or number of a field. They are read
-- through debug, from the last upvalue of the type's __index.
return function(object)
  local index, members = debug.getmetatable(object).__index, nil
  for i = 1, 255 do
    local name, value = debug.getupvalue(index, i)
    if not name then break end
    members = value
  end
  return members
end
