// Opening the module: its table, the metatables, the closures. One table in the registry holds the
// metatables and the module's state (upvalues 1 to UP_MODULE), so functions of a module that is
// opened a second time in the same Lua state accept the values made before.
#include "lua/values/class.h"
#include "lua/values/object.h"
#include "lua/values/spelling.h"

static const char registry_key;

// ----------------------------------------------------------------------------------- registration

/// Adds functions to the table on the top. shared, members: indices of the registry table and of
/// the type's members (UP_MEMBERS).
static void add_functions(lua_State *L, const cd_lua_function *functions, int shared, int members) {
    for (const cd_lua_function *f = functions; f->name != NULL; f++) {
        luaL_checkstack(L, UP_COUNT, NULL);
        for (int i = 1; i <= UP_MODULE; i++)
            lua_rawgeti(L, shared, i);
        lua_pushstring(L, f->name);
        lua_pushinteger(L, f->self);
        lua_pushvalue(L, members);
        lua_pushcclosure(L, f->call, UP_COUNT);
        lua_setfield(L, -2, f->name);
    }
}

/// Makes the members and the metatable of a type.
static void open_class(lua_State *L, const cd_lua_class *class, int type, int shared) {
    lua_newtable(L);
    int members = lua_gettop(L);
    for (int i = 0; class->fields[i] != NULL; i++) {
        lua_pushinteger(L, i);
        lua_setfield(L, members, class->fields[i]);
    }
    for (int i = 0; class->methods[i] != NULL; i++)
        add_functions(L, class->methods[i], shared, members);
    lua_createtable(L, 0, 1);
    lua_pushlightuserdata(L, (void *)(uintptr_t) class);
    lua_pushcclosure(L, cd_lua_no_member, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, members);
    lua_rawgeti(L, shared, type);
    add_functions(L, class->metamethods, shared, members);
    lua_pushstring(L, class->name);
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}

static void push_weak_table(lua_State *L) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushstring(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
}

/// Pushes the registry table, made the first time; returns its index.
static int push_shared(lua_State *L) {
    static const cd_lua_class *const classes[] = {
        [TYPE_VEC] = &cd_lua_vec_class,     [TYPE_QUAT] = &cd_lua_quat_class,
        [TYPE_SHAPE] = &cd_lua_shape_class, [TYPE_CONTACT] = &cd_lua_contact_class,
        [TYPE_HIT] = &cd_lua_hit_class,     [TYPE_WORLD] = &cd_lua_world_class,
        [TYPE_BODY] = &cd_lua_body_class,   [TYPE_EVENT] = &cd_lua_event_class,
        [TYPE_BATCH] = &cd_lua_batch_class,
    };
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_key) == LUA_TTABLE)
        return lua_gettop(L);
    lua_pop(L, 1);
    lua_createtable(L, UP_MODULE, 0);
    int shared = lua_gettop(L);
    for (int type = 1; type <= TYPE_COUNT; type++) {
        lua_newtable(L);
        lua_rawseti(L, shared, type);
    }
    cd_lua_module *state = lua_newuserdatauv(L, sizeof *state, MODULE_VALUES);
    *state = (cd_lua_module){0};
    push_weak_table(L);
    lua_setiuservalue(L, -2, MODULE_PREPARED);
    lua_rawseti(L, shared, UP_MODULE);
    for (int type = 1; type <= TYPE_COUNT; type++)
        open_class(L, classes[type], type, shared);
    lua_pushvalue(L, shared);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_key);
    return shared;
}

/// Lets unknown names of the table of functions on the top raise where they are misspelled.
static void watch_names(lua_State *L, const char *name, int shared) {
    lua_createtable(L, 0, 1);
    for (int i = 1; i <= UP_MODULE; i++)
        lua_rawgeti(L, shared, i);
    lua_pushstring(L, name);
    lua_pushcclosure(L, cd_lua_no_function, UP_NAME);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

int cd_lua_open(lua_State *L) {
    static const cd_lua_function *const lists[] = {
        cd_lua_vec_functions,       cd_lua_quat_functions,  cd_lua_shape_functions,
        cd_lua_set_functions,       cd_lua_query_functions, cd_lua_batch_functions,
        cd_lua_all_functions,       cd_lua_world_functions, cd_lua_explain_functions,
        cd_lua_character_functions, cd_lua_duel_functions,  cd_lua_help_functions};
    int shared = push_shared(L);
    lua_pushnil(L);
    int members = lua_gettop(L);
    lua_newtable(L);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        add_functions(L, lists[i], shared, members);
    lua_newtable(L);
    add_functions(L, cd_lua_numbers_functions, shared, members);
    watch_names(L, "collide.numbers", shared);
    lua_setfield(L, -2, "numbers");
    lua_pushliteral(L, CD_VERSION);
    lua_setfield(L, -2, "version");
    watch_names(L, "collide", shared);
    return 1;
}

void cd_lua_observe(lua_State *L, cd_lua_observer *observer, int data) {
    if (observer != NULL)
        data = lua_absindex(L, data);
    push_shared(L);
    lua_rawgeti(L, -1, UP_MODULE);
    cd_lua_module *state = lua_touserdata(L, -1);
    state->observer = observer;
    state->observer_data = observer != NULL ? lua_touserdata(L, data) : NULL;
    if (observer != NULL)
        lua_pushvalue(L, data);
    else
        lua_pushnil(L);
    lua_setiuservalue(L, -2, MODULE_OBSERVER);
    lua_pop(L, 2);
}

uint64_t cd_lua_set_serial(lua_State *L, uint64_t serial) {
    push_shared(L);
    lua_rawgeti(L, -1, UP_MODULE);
    cd_lua_module *state = lua_touserdata(L, -1);
    const uint64_t before = state->serial;
    state->serial = serial;
    lua_pop(L, 2);
    return before;
}

void cd_lua_push_function(lua_State *L, lua_CFunction function) {
    const int shared = push_shared(L);
    luaL_checkstack(L, UP_MODULE, NULL);
    for (int i = 1; i <= UP_MODULE; i++)
        lua_rawgeti(L, shared, i);
    lua_pushcclosure(L, function, UP_MODULE);
    lua_remove(L, shared);
}
