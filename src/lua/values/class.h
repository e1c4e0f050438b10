// What the files of src/lua register with the module: functions, and types with their metamethods,
// methods and fields. module.c makes the closures and metatables.
#ifndef LUA_CLASS_H
#define LUA_CLASS_H

#include <lua.h>

/// A function, method or metamethod. A list of them ends with a NULL name.
typedef struct cd_lua_function {
    const char *name;
    lua_CFunction call;
    int self; ///< UP_SELF (object.h)
} cd_lua_function;

/// A type of userdata.
typedef struct cd_lua_class {
    const char *name;
    const cd_lua_function *metamethods;
    const cd_lua_function *methods[5]; ///< lists of methods, up to the first NULL
    const char *const *fields;         ///< UP_MEMBERS gives a field's index; NULL ends the list
} cd_lua_class;

// The types, in the order of TYPE_VEC, ...: vec.c, quat.c, members.c, result.c (contact and hit),
// world.c, body.c, step.c (event), batch.c.
extern const cd_lua_class cd_lua_vec_class, cd_lua_quat_class, cd_lua_shape_class,
    cd_lua_contact_class, cd_lua_hit_class, cd_lua_world_class, cd_lua_body_class,
    cd_lua_event_class, cd_lua_batch_class;

// The functions of the module table, each list in the file of that name.
extern const cd_lua_function cd_lua_vec_functions[], cd_lua_quat_functions[],
    cd_lua_shape_functions[], cd_lua_set_functions[], cd_lua_query_functions[],
    cd_lua_batch_functions[], cd_lua_all_functions[], cd_lua_world_functions[],
    cd_lua_explain_functions[], cd_lua_character_functions[], cd_lua_duel_functions[],
    cd_lua_help_functions[];

// The functions of the table `numbers` in it: query.c.
extern const cd_lua_function cd_lua_numbers_functions[];

// Methods that a type's own file does not define: those of a shape or body in query.c, of a world
// in world_query.c, step.c and character.c.
extern const cd_lua_function cd_lua_query_methods[], cd_lua_world_query_methods[],
    cd_lua_step_methods[], cd_lua_character_methods[];

#endif
