// Steps of a world and their events. A response function is called between two hits, never inside
// the core: it may raise, which leaves the step where it is, yield, which lets it go on when the
// coroutine is resumed, and change the world. A new step ends one that was left.
#include "lua/check.h"

/// What an event refers to: number `at` of the events of step number `step`. Its user value is the
/// world.
typedef struct {
    cd_mark mark;
    cd_world_object *owner;
    lua_KContext step;
    int at;
} event_object;

// ------------------------------------------------------------------------------------------- step

/// The answer that a response function has returned on the top.
static cd_response check_answer(lua_State *L, cd_world *world) {
    if (lua_isnil(L, -1))
        return CD_ASK;
    int named = cd_response_named(L, -1);
    if (named >= 0)
        return (cd_response)named;
    cd_world_end_step(world);
    luaL_error(L,
               "a response function must return \"bounce\", \"slide\", \"stop\", \"pass\" or "
               "nothing, got %s",
               cd_describe(L, -1));
    return CD_ASK;
}

static void push_hit(lua_State *L, const cd_event *event, int dim) {
    const cd_hit hit = {.t = event->t,
                        .point = event->point,
                        .normal = event->normal,
                        .enter = event->t,
                        .exit = INFINITY,
                        .approach = event->approach};
    cd_push_hit(L, &hit, dim);
}

/// Pushes the response function of the event's body and its arguments.
static void push_call(lua_State *L, const cd_event *event, int dim) {
    cd_push_body(L, 1, event->a);
    lua_getiuservalue(L, -1, BODY_RESPONSE);
    lua_insert(L, -2);
    cd_push_body(L, 1, event->b);
    push_hit(L, event, dim);
}

/// Records what the step met, each as step(a, b) with the hit; the shapes as they are after it.
static void record_events(lua_State *L, const cd_world *world) {
    int count;
    const cd_event *events = cd_world_events(world, &count);
    for (int i = 0; i < count; i++) {
        const int top = lua_gettop(L);
        if (events[i].a < 0 || events[i].b < 0)
            continue; // one was removed since
        cd_push_body_shape(L, world, events[i].a);
        cd_push_body_shape(L, world, events[i].b);
        push_hit(L, &events[i], cd_world_dim(world));
        cd_record_named(L, "step", top + 1, 1);
    }
}

/// From the start (LUA_OK) or from a function that has returned (LUA_YIELD) to the end. The stack
/// is the world, dt and what was returned.
static int go_on(lua_State *L, int status, lua_KContext step) {
    cd_world_object *self = lua_touserdata(L, 1);
    cd_world *world = self->world;
    cd_event event;
    int count;
    while (world != NULL && self->steps == step) {
        if (status == LUA_YIELD)
            cd_world_respond(world, check_answer(L, world));
        lua_settop(L, 2);
        if (!cd_world_next_hit(world, &event)) {
            if (cd_world_step_failed(world))
                return luaL_error(L, "not enough memory");
            if (cd_observed(L))
                record_events(L, world);
            cd_world_events(world, &count);
            lua_pushinteger(L, count);
            lua_pushinteger(L, cd_world_stalled(world));
            return 2;
        }
        push_call(L, &event, cd_world_dim(world));
        lua_callk(L, 3, 1, step, go_on);
        status = LUA_YIELD;
    }
    return luaL_error(L, "the step was ended by another");
}

int cd_lua_world_step(lua_State *L) {
    lua_settop(L, 2);
    cd_world *world = cd_check_world(L);
    double dt = cd_check_finite_number(L, 2, "dt");
    if (!(dt >= 0))
        cd_type_error(L, 2, "dt", ">= 0");
    cd_world_object *self = lua_touserdata(L, 1);
    self->steps++;
    cd_world_begin_step(world, dt); // without memory it has no hits and has failed
    return go_on(L, LUA_OK, self->steps);
}

// ----------------------------------------------------------------------------------------- events

static const cd_event *check_event(lua_State *L) {
    const event_object *self = cd_to(L, 1, TYPE_EVENT);
    if (self == NULL)
        cd_type_error(L, 1, "self", "an event");
    int count = 0;
    const cd_event *events =
        self->owner->world != NULL ? cd_world_events(self->owner->world, &count) : NULL;
    if (self->owner->steps != self->step || self->at < 0 || self->at >= count)
        luaL_error(L, "the event is over: copy what is wanted of it");
    return &events[self->at];
}

static void push_body(lua_State *L, int slot) {
    lua_getiuservalue(L, 1, 1);
    cd_push_body(L, lua_gettop(L), slot);
    if (cd_to(L, -1, TYPE_BODY) == NULL) // removed since
        lua_pushnil(L);
}

static const char *const fields[] = {"a", "b", "t", "point", "normal", "approach", NULL};

static int event_index(lua_State *L) {
    const cd_event *event = check_event(L);
    const event_object *self = lua_touserdata(L, 1);
    int dim = cd_world_dim(self->owner->world);
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(UP_MEMBERS));
    switch (lua_isinteger(L, -1) ? lua_tointeger(L, -1) : -1) {
    case 0:
        push_body(L, event->a);
        return 1;
    case 1:
        push_body(L, event->b);
        return 1;
    case 2:
        lua_pushnumber(L, event->t);
        return 1;
    case 3:
        return cd_push_vec(L, event->point, dim);
    case 4:
        return cd_push_vec(L, event->normal, dim);
    case 5:
        lua_pushnumber(L, event->approach);
        return 1;
    default:
        return 1;
    }
}

static int event_newindex(lua_State *L) { return luaL_error(L, "event is immutable"); }

static int event_tostring(lua_State *L) {
    const cd_event *event = check_event(L);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    luaL_addstring(&text, "event { t = ");
    cd_add_number(&text, event->t);
    luaL_addstring(&text, ", approach = ");
    cd_add_number(&text, event->approach);
    luaL_addstring(&text, " }");
    luaL_pushresult(&text);
    return 1;
}

/// Upvalue 1 is the one event, which goes on.
static int next_event(lua_State *L) {
    event_object *event = lua_touserdata(L, lua_upvalueindex(1));
    int count = 0;
    if (event->owner->world != NULL && event->owner->steps == event->step)
        cd_world_events(event->owner->world, &count);
    if (++event->at >= count)
        return 0;
    lua_pushvalue(L, lua_upvalueindex(1));
    return 1;
}

/// world:events()
int cd_lua_world_events(lua_State *L) {
    cd_check_world(L);
    cd_mark mark;
    cd_world_object *world = lua_touserdata(L, 1);
    event_object *event = cd_push_object(L, sizeof *event, 1, TYPE_EVENT, &mark);
    *event = (event_object){mark, world, world->steps, -1};
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lua_pushcclosure(L, next_event, 1);
    return 1;
}

static const cd_function metamethods[] = {
    {"__index", event_index, 0},
    {"__newindex", event_newindex, 0},
    {"__tostring", event_tostring, 0},
    {NULL, NULL, 0},
};

static const cd_function methods[] = {{NULL, NULL, 0}};

const cd_class cd_event_class = {"event", metamethods, methods, fields};
