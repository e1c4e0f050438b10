// Steps of a world and their events. A response function is called between two hits, never inside
// the core. So it may change the world; it may raise, which leaves the step unfinished; and it may
// yield, which continues the step when the coroutine is resumed. A new step ends an unfinished one.
#include "lua/queries/answer.h"
#include "lua/queries/observe.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"
#include "lua/values/text.h"
#include "lua/world/body.h"

/// The event with index `at` of those of step number `step`: the hits, then begins and ends. Its
/// user value is the world.
typedef struct {
    cd_lua_mark mark;
    cd_world_object *owner;
    lua_KContext step;
    int at;
} event_object;

// ------------------------------------------------------------------------------------------- step

/// The response that a response function has returned on the top.
static cd_response check_response(lua_State *L, cd_world *world) {
    if (lua_isnil(L, -1))
        return CD_ASK;
    int named = cd_lua_response_named(L, -1);
    if (named >= 0)
        return (cd_response)named;
    cd_world_end_step(world);
    luaL_error(L,
               "a response function must return \"bounce\", \"slide\", \"stop\", \"pass\" or "
               "nothing, got %s",
               cd_lua_describe(L, -1));
    return CD_ASK;
}

static cd_hit hit_of(const cd_event *event) {
    return (cd_hit){.t = event->t,
                    .point = event->point,
                    .normal = event->normal,
                    .enter = event->t,
                    .exit = INFINITY,
                    .approach = event->approach};
}

/// Pushes the hit of an event; the bodies that it names are at the indices a and b.
static void push_hit(lua_State *L, const cd_world *world, const cd_event *event, int a, int b) {
    const int top = lua_gettop(L);
    const cd_hit hit = hit_of(event);
    const cd_vec vectors[4] = {event->point, cd_negate(event->normal), event->point, event->normal};
    cd_shape shape_a, shape_b;
    cd_lua_asked asked = {.form = CD_ASKED_TOUCH, .vectors = vectors};
    if (cd_world_event_shapes(world, event, &shape_a, &shape_b) &&
        cd_lua_is_pair_numbered(&shape_a, &shape_b)) {
        asked.a = &shape_a;
        asked.b = &shape_b;
        asked.keeper_a = top + 1;
        asked.keeper_b = top + 2;
        lua_getiuservalue(L, a, BODY_CORE);
        lua_getiuservalue(L, b, BODY_CORE);
    }
    cd_lua_push_hit(L, &hit, cd_world_dim(world), asked.b != NULL ? &asked : NULL);
    if (asked.b != NULL) {
        lua_replace(L, top + 1);
        lua_settop(L, top + 1);
    }
}

/// Pushes the response function of body a of the event, and its arguments: a, b, hit.
static void push_call(lua_State *L, const cd_world *world, const cd_event *event) {
    cd_lua_push_body(L, 1, event->a);
    lua_getiuservalue(L, -1, BODY_RESPONSE);
    lua_insert(L, -2);
    cd_lua_push_body(L, 1, event->b);
    push_hit(L, world, event, lua_gettop(L) - 1, lua_gettop(L));
}

/// Whether the body in a slot that an event names is still in the world, argument 1.
static bool is_in_world(lua_State *L, int slot) {
    cd_lua_push_body(L, 1, slot);
    bool is = cd_lua_to(L, -1, TYPE_BODY) != NULL;
    lua_pop(L, 1);
    return is;
}

/// Records each hit of the step as step(a, b) with its hit; the shapes are those after the step.
static void record_events(lua_State *L, const cd_world *world) {
    int count;
    const cd_event *events = cd_world_events(world, &count);
    for (int i = 0; i < count; i++) {
        const int top = lua_gettop(L);
        if (!is_in_world(L, events[i].a) || !is_in_world(L, events[i].b))
            continue; // a response function removed one of them
        cd_lua_push_body_shape(L, events[i].a);
        cd_lua_push_body_shape(L, events[i].b);
        const cd_hit hit = hit_of(&events[i]);
        cd_lua_push_hit(L, &hit, cd_world_dim(world), NULL);
        cd_lua_record_named(L, "step", top + 1, 1);
    }
}

/// Runs a step to its end, from its start (LUA_OK) or from the return of a response function
/// (LUA_YIELD). The stack is the world, dt, and what the function returned.
static int run_step(lua_State *L, int status, lua_KContext step) {
    cd_world_object *self = lua_touserdata(L, 1);
    cd_world *world = self->world;
    cd_event event;
    int count;
    while (world != NULL && self->steps == step) {
        if (status == LUA_YIELD)
            cd_world_respond(world, check_response(L, world));
        lua_settop(L, 2);
        if (!cd_world_next_hit(world, &event)) {
            if (cd_world_step_failed(world))
                return luaL_error(L, "not enough memory");
            if (cd_lua_begin_record(L))
                record_events(L, world);
            cd_world_events(world, &count);
            lua_pushinteger(L, count);
            lua_pushinteger(L, cd_world_stalled(world));
            return 2;
        }
        push_call(L, world, &event);
        lua_callk(L, 3, 1, step, run_step);
        status = LUA_YIELD;
    }
    return luaL_error(L, "the step was ended by another step");
}

static int world_step(lua_State *L) {
    lua_settop(L, 2);
    cd_world *world = cd_lua_check_world(L);
    double dt = cd_lua_check_number_in_range(L, 2, "dt");
    if (!(dt >= 0))
        cd_lua_type_error(L, 2, "dt", ">= 0");
    cd_world_object *self = lua_touserdata(L, 1);
    self->steps++;
    lua_getiuservalue(L, 1, WORLD_REMOVED);
    lua_setiuservalue(L, 1, WORLD_REMOVED_BEFORE);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, WORLD_REMOVED);
    self->last_dt = dt;
    cd_world_begin_step(world, dt); // without memory it has no hits and has failed
    return run_step(L, LUA_OK, self->steps);
}

// ----------------------------------------------------------------------------------------- events

/// An event of the last step by its place among all; NULL after the last.
static const cd_event *event_at(const cd_world *world, int at) {
    int hits, touches;
    const cd_event *list = cd_world_events(world, &hits);
    if (at < hits)
        return at >= 0 ? &list[at] : NULL;
    list = cd_world_touch_events(world, &touches);
    return at - hits < touches ? &list[at - hits] : NULL;
}

static const cd_event *check_event(lua_State *L) {
    const event_object *self = cd_lua_to(L, 1, TYPE_EVENT);
    if (self == NULL)
        cd_lua_type_error(L, 1, "self", "an event");
    const cd_event *event =
        self->owner->world != NULL ? event_at(self->owner->world, self->at) : NULL;
    if (self->owner->steps != self->step || event == NULL)
        luaL_error(L, "the event is over; copy its fields while you iterate");
    return event;
}

/// Pushes the body that was in a slot at the time of the event.
static void push_event_body(lua_State *L, int slot) {
    lua_getiuservalue(L, 1, 1);
    const int world = lua_gettop(L);
    cd_lua_push_body(L, world, slot);
    for (int i = WORLD_REMOVED; i <= WORLD_REMOVED_BEFORE && !cd_lua_is_body(L, -1); i++)
        if (lua_getiuservalue(L, world, i) == LUA_TTABLE)
            lua_rawgeti(L, -1, slot + 1);
}

/// In the order of `fields`.
enum {
    EVENT_A,
    EVENT_B,
    EVENT_T,
    EVENT_POINT,
    EVENT_NORMAL,
    EVENT_APPROACH,
    EVENT_KIND,
    EVENT_LOCATED ///< the first of CD_LOCATED_FIELDS
};

static const char *const fields[] = {
    "a", "b", "t", "point", "normal", "approach", "kind", CD_LOCATED_FIELDS, NULL};

/// By cd_event_kind.
static const char *const kinds[] = {"hit", "begin", "end"};

/// Pushes where on its bodies the event is.
static int push_event_located(lua_State *L, const cd_world *world, const cd_event *event,
                              int field) {
    const cd_hit hit = hit_of(event);
    cd_shape a, b;
    return cd_world_event_shapes(world, event, &a, &b)
               ? cd_lua_push_touch_field(L, &hit, &a, &b, field)
               : 0;
}

static int event_index(lua_State *L) {
    const cd_event *event = check_event(L);
    const event_object *self = lua_touserdata(L, 1);
    int dim = cd_world_dim(self->owner->world);
    lua_pushvalue(L, 2);
    lua_gettable(L, lua_upvalueindex(UP_MEMBERS));
    switch (lua_isinteger(L, -1) ? lua_tointeger(L, -1) : -1) {
    case EVENT_A:
        push_event_body(L, event->a);
        return 1;
    case EVENT_B:
        push_event_body(L, event->b);
        return 1;
    case EVENT_T:
        lua_pushnumber(L, event->t);
        return 1;
    case EVENT_POINT:
        return cd_lua_push_vec(L, event->point, dim);
    case EVENT_NORMAL:
        return cd_lua_push_vec(L, event->normal, dim);
    case EVENT_APPROACH:
        lua_pushnumber(L, event->approach);
        return 1;
    case EVENT_KIND:
        lua_pushstring(L, kinds[event->kind]);
        return 1;
    default:
        if (!lua_isinteger(L, -1))
            return 1;
        return push_event_located(L, self->owner->world, event,
                                  (int)lua_tointeger(L, -1) - EVENT_LOCATED);
    }
}

static int event_newindex(lua_State *L) { return luaL_error(L, "an event does not change"); }

static int event_tostring(lua_State *L) {
    const cd_event *event = check_event(L);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    luaL_addstring(&text, "event { kind = \"");
    luaL_addstring(&text, kinds[event->kind]);
    luaL_addstring(&text, "\", t = ");
    cd_lua_add_number(&text, event->t);
    luaL_addstring(&text, ", approach = ");
    cd_lua_add_number(&text, event->approach);
    luaL_addstring(&text, " }");
    luaL_pushresult(&text);
    return 1;
}

/// Upvalue 1 is the event that the iterator gives each time, advanced by one.
static int next_event(lua_State *L) {
    event_object *event = lua_touserdata(L, lua_upvalueindex(1));
    event->at++;
    if (event->owner->world == NULL || event->owner->steps != event->step ||
        event_at(event->owner->world, event->at) == NULL)
        return 0;
    lua_pushvalue(L, lua_upvalueindex(1));
    return 1;
}

/// world:events()
static int world_events(lua_State *L) {
    cd_lua_check_world(L);
    cd_lua_mark mark;
    cd_world_object *world = lua_touserdata(L, 1);
    event_object *event = cd_lua_push_object(L, sizeof *event, 1, TYPE_EVENT, &mark);
    *event = (event_object){mark, world, world->steps, -1};
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lua_pushcclosure(L, next_event, 1);
    return 1;
}

static const cd_lua_function metamethods[] = {
    {"__index", event_index, 0},
    {"__newindex", event_newindex, 0},
    {"__tostring", event_tostring, 0},
    {NULL, NULL, 0},
};

const cd_lua_class cd_lua_event_class = {"event", metamethods, {NULL}, fields};

const cd_lua_function cd_lua_step_methods[] = {
    {"step", world_step, 1},
    {"events", world_events, 1},
    {NULL, NULL, 0},
};
