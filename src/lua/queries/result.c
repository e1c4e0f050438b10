// Contacts and hits: what queries return, as immutable values with named fields.
#include "lua/queries/answer.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/text.h"

#define ADD_NUMBER(text, name, x) (luaL_addstring(text, name " = "), cd_lua_add_number(text, x))

static void add_vec(luaL_Buffer *text, const char *name, cd_vec v, int dim) {
    luaL_addstring(text, name);
    luaL_addstring(text, " = vec(");
    cd_lua_add_vec(text, v, dim);
    luaL_addchar(text, ')');
}

/// The index of the field that argument 2 names. If it names none, pushes the method or nil, and
/// returns -1.
static int check_field(lua_State *L) {
    int type = lua_gettable(L, lua_upvalueindex(UP_MEMBERS));
    return type == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
}

// --------------------------------------------------------------------------------------- contacts

static const cd_contact_object *check_contact(lua_State *L) {
    const cd_contact_object *self = cd_lua_to(L, 1, TYPE_CONTACT);
    if (self == NULL)
        cd_lua_type_error(L, 1, "self", "a contact");
    return self;
}

/// In the order of `contact_fields`.
enum {
    CONTACT_DISTANCE,
    CONTACT_DEPTH,
    CONTACT_NORMAL,
    CONTACT_POINT_A,
    CONTACT_POINT_B,
    CONTACT_POINTS,
    CONTACT_LOCATED ///< the first of CD_LOCATED_FIELDS
};

static const char *const contact_fields[] = {"distance", "depth",  "normal",          "point_a",
                                             "point_b",  "points", CD_LOCATED_FIELDS, NULL};

static int push_located(lua_State *L, const cd_contact_object *self, const cd_separation *at,
                        int field) {
    const cd_lua_kept kept = {.question = self->question,
                              .words = (const double *)(self->points + self->count),
                              .contact = at,
                              .dim = self->dim};
    return cd_lua_push_located(L, &kept, field);
}

/// The __index of the points of a manifold, whose metatable has it as `manifold`: where they lie,
/// found when it is read.
static int point_index(lua_State *L) {
    int dim;
    lua_settop(L, 2);
    if (!lua_getmetatable(L, 1))
        return 0;
    lua_getfield(L, -1, "manifold");
    const cd_contact_object *manifold = cd_lua_to(L, -1, TYPE_CONTACT);
    if (manifold == NULL)
        return 0;
    lua_pushvalue(L, 2);
    const int field = lua_rawget(L, lua_upvalueindex(UP_MEMBERS)) == LUA_TNUMBER
                          ? (int)lua_tointeger(L, -1) - CONTACT_LOCATED
                          : -1;
    if (field < 0)
        return 0;
    cd_separation at = manifold->contact;
    lua_getfield(L, 1, "point_a");
    lua_getfield(L, 1, "point_b");
    if (!cd_lua_to_vector(L, -2, &at.point_a, &dim) || !cd_lua_to_vector(L, -1, &at.point_b, &dim))
        return 0;
    return push_located(L, manifold, &at, field);
}

/// Pushes the metatable of the points of a manifold, self.
static void push_point_metatable(lua_State *L) {
    lua_createtable(L, 0, 2);
    lua_getfield(L, lua_upvalueindex(TYPE_CONTACT), "__point_index");
    lua_setfield(L, -2, "__index");
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "manifold");
}

/// Pushes a list of { point_a =, point_b =, distance = }; returns 0 if the contact is no manifold.
static int push_points(lua_State *L, const cd_contact_object *self) {
    if (self->count == 0)
        return 0;
    const bool located = self->question.form != CD_ASKED_NOTHING;
    if (located)
        push_point_metatable(L);
    lua_createtable(L, self->count, 0);
    for (int i = 0; i < self->count; i++) {
        lua_createtable(L, 0, 3);
        cd_lua_push_vec(L, self->points[i].point_a, self->dim);
        lua_setfield(L, -2, "point_a");
        cd_lua_push_vec(L, self->points[i].point_b, self->dim);
        lua_setfield(L, -2, "point_b");
        lua_pushnumber(L, self->points[i].distance);
        lua_setfield(L, -2, "distance");
        if (located) {
            lua_pushvalue(L, -3);
            lua_setmetatable(L, -2);
        }
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int contact_index(lua_State *L) {
    const cd_contact_object *self = check_contact(L);
    const cd_separation *c = &self->contact;
    const int field = check_field(L);
    if (field >= CONTACT_LOCATED)
        return push_located(L, self, c, field - CONTACT_LOCATED);
    switch (field) {
    case CONTACT_DISTANCE:
        return cd_lua_push_number(L, c->distance);
    case CONTACT_DEPTH:
        return cd_lua_push_number(L, c->distance < 0 ? -c->distance : 0);
    case CONTACT_NORMAL:
        return cd_lua_push_vec(L, c->normal, self->dim);
    case CONTACT_POINT_A:
        return cd_lua_push_vec(L, c->point_a, self->dim);
    case CONTACT_POINT_B:
        return cd_lua_push_vec(L, c->point_b, self->dim);
    case CONTACT_POINTS:
        return push_points(L, self);
    default:
        return 1;
    }
}

static int contact_newindex(lua_State *L) { return luaL_error(L, "a contact does not change"); }

static int contact_unpack(lua_State *L) {
    const cd_contact_object *self = check_contact(L);
    cd_lua_push_number(L, self->contact.distance);
    cd_lua_push_vec(L, self->contact.normal, self->dim);
    cd_lua_push_vec(L, self->contact.point_a, self->dim);
    cd_lua_push_vec(L, self->contact.point_b, self->dim);
    return 4;
}

static void add_points(luaL_Buffer *text, const cd_contact_object *self) {
    for (int i = 0; i < self->count; i++) {
        luaL_addstring(text, i == 0 ? ", points = { " : ", ");
        ADD_NUMBER(text, "{ distance", self->points[i].distance);
        add_vec(text, ", point_a", self->points[i].point_a, self->dim);
        add_vec(text, ", point_b", self->points[i].point_b, self->dim);
        luaL_addstring(text, " }");
    }
    if (self->count > 0)
        luaL_addstring(text, " }");
}

static int contact_tostring(lua_State *L) {
    const cd_contact_object *self = check_contact(L);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    ADD_NUMBER(&text, "contact { distance", self->contact.distance);
    add_vec(&text, ", normal", self->contact.normal, self->dim);
    add_vec(&text, ", point_a", self->contact.point_a, self->dim);
    add_vec(&text, ", point_b", self->contact.point_b, self->dim);
    add_points(&text, self);
    luaL_addstring(&text, " }");
    luaL_pushresult(&text);
    return 1;
}

static const cd_lua_function contact_metamethods[] = {
    {"__index", contact_index, 0},
    {"__newindex", contact_newindex, 0},
    {"__tostring", contact_tostring, 0},
    {"__point_index", point_index, 0},
    {NULL, NULL, 0},
};

static const cd_lua_function contact_methods[] = {{"unpack", contact_unpack, 1}, {NULL, NULL, 0}};

const cd_lua_class cd_lua_contact_class = {
    "contact", contact_metamethods, {contact_methods}, contact_fields};

// ------------------------------------------------------------------------------------------- hits

static const cd_hit_object *check_hit(lua_State *L) {
    const cd_hit_object *self = cd_lua_to(L, 1, TYPE_HIT);
    if (self == NULL)
        cd_lua_type_error(L, 1, "self", "a hit");
    return self;
}

/// In the order of `hit_fields`.
enum {
    HIT_T,
    HIT_POINT,
    HIT_NORMAL,
    HIT_ENTER,
    HIT_EXIT,
    HIT_EXIT_POINT,
    HIT_EXIT_NORMAL,
    HIT_INSIDE,
    HIT_APPROACH,
    HIT_INDEX,
    HIT_LOCATED ///< the first of CD_LOCATED_FIELDS
};

static const char *const hit_fields[] = {"t",        "point",      "normal",          "enter",
                                         "exit",     "exit_point", "exit_normal",     "inside",
                                         "approach", "index",      CD_LOCATED_FIELDS, NULL};

static int push_located_hit(lua_State *L, const cd_hit_object *self, int field) {
    const cd_lua_kept kept = {.question = self->question,
                              .words = self->words,
                              .hit = &self->hit,
                              .dim = self->dim,
                              .index = self->index,
                              .inner = self->inner};
    return cd_lua_push_located(L, &kept, field);
}

static int hit_index(lua_State *L) {
    const cd_hit_object *self = check_hit(L);
    const cd_hit *hit = &self->hit;
    const int field = check_field(L);
    if (field >= HIT_LOCATED)
        return push_located_hit(L, self, field - HIT_LOCATED);
    switch (field) {
    case HIT_T:
        return cd_lua_push_number(L, hit->t);
    case HIT_POINT:
        return cd_lua_push_vec(L, hit->point, self->dim);
    case HIT_NORMAL:
        return cd_lua_push_vec(L, hit->normal, self->dim);
    case HIT_ENTER:
        return cd_lua_push_number(L, hit->enter);
    case HIT_EXIT:
        return cd_lua_push_number(L, hit->exit);
    case HIT_EXIT_POINT:
        return isinf(hit->exit) ? 0 : cd_lua_push_vec(L, hit->exit_point, self->dim);
    case HIT_EXIT_NORMAL:
        return isinf(hit->exit) ? 0 : cd_lua_push_vec(L, hit->exit_normal, self->dim);
    case HIT_INSIDE:
        lua_pushboolean(L, hit->inside);
        return 1;
    case HIT_APPROACH:
        return cd_lua_push_number(L, hit->approach);
    case HIT_INDEX:
        if (self->index == 0)
            return 0;
        lua_pushinteger(L, self->index);
        return 1;
    default:
        return 1;
    }
}

static int hit_newindex(lua_State *L) { return luaL_error(L, "a hit does not change"); }

static int hit_unpack(lua_State *L) {
    const cd_hit_object *self = check_hit(L);
    cd_lua_push_number(L, self->hit.t);
    cd_lua_push_vec(L, self->hit.point, self->dim);
    cd_lua_push_vec(L, self->hit.normal, self->dim);
    cd_lua_push_number(L, self->hit.enter);
    cd_lua_push_number(L, self->hit.exit);
    return 5;
}

static int hit_tostring(lua_State *L) {
    const cd_hit_object *self = check_hit(L);
    const cd_hit *hit = &self->hit;
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    ADD_NUMBER(&text, "hit { t", hit->t);
    add_vec(&text, ", point", hit->point, self->dim);
    add_vec(&text, ", normal", hit->normal, self->dim);
    ADD_NUMBER(&text, ", enter", hit->enter);
    ADD_NUMBER(&text, ", exit", hit->exit);
    luaL_addstring(&text, hit->inside ? ", inside = true" : ", inside = false");
    ADD_NUMBER(&text, ", approach", hit->approach);
    if (self->index > 0)
        ADD_NUMBER(&text, ", index", self->index);
    luaL_addstring(&text, " }");
    luaL_pushresult(&text);
    return 1;
}

static const cd_lua_function hit_metamethods[] = {
    {"__index", hit_index, 0},
    {"__newindex", hit_newindex, 0},
    {"__tostring", hit_tostring, 0},
    {NULL, NULL, 0},
};

static const cd_lua_function hit_methods[] = {{"unpack", hit_unpack, 1}, {NULL, NULL, 0}};

const cd_lua_class cd_lua_hit_class = {"hit", hit_metamethods, {hit_methods}, hit_fields};
