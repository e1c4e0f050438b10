// move_and_slide among shapes and among the bodies of a world: options, results, and how the ground
// carries a body.
//
// A user value of a body keeps the ground on which its last move ended, and where both were then.
// So the next move first carries the body along with its ground, whether a step or the script has
// moved that; if the ground has turned, along the arc about its pivot.
#include "lua/queries/answer.h"
#include "lua/queries/observe.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"
#include "lua/values/spelling.h"
#include "lua/world/obstacles.h"

#include "collide/explain.h"
#include "collide/world/body/body.h"

#include <string.h>

enum { MOST_HITS = 1000, FEW_HITS = 16 };

/// What a body stood on after its last move (the user value), and where both were. contact: where
/// they touched; pivot: of the ground, and how far it had turned.
typedef struct {
    cd_vec ground, own, contact, pivot;
    cd_quat turned;
} standing;

// ----------------------------------------------------------------------------------------- options

static double read_option(lua_State *L, const char *key, double most, const char *wanted) {
    double x = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
    if (!(x >= 0 && x <= most))
        cd_lua_argument_error(L, 4, "%s must be %s, got %s", key, wanted, cd_lua_describe(L, -1));
    return x;
}

/// Reads the option at the top, whose key is below it; the filter goes to AT_FILTER.
static void read_one(lua_State *L, const char *key, cd_character_options *o, cd_lua_obstacles *m) {
    const double most_slope = 1.5707963267948966; // pi / 2
    const char *length = "0 to 2^64 (1.8e19)";
    int dim = m->dim;
    if (strcmp(key, "up") == 0) {
        if (!cd_lua_read_vec(L, -1, &o->up, &dim) || !cd_is_finite(o->up) || cd_is_zero(o->up))
            cd_lua_argument_error(L, 4,
                                  "up must be a finite vector of %d numbers, not zero, got %s", dim,
                                  cd_lua_describe(L, -1));
        o->up = cd_normalized(o->up, o->up);
    } else if (strcmp(key, "max_slope") == 0) {
        o->max_slope = read_option(L, key, most_slope, "0 to pi/2");
    } else if (strcmp(key, "step_height") == 0) {
        o->step_height = read_option(L, key, CD_LARGEST, length);
    } else if (strcmp(key, "snap") == 0) {
        o->snap = read_option(L, key, CD_LARGEST, length);
    } else if (strcmp(key, "max_hits") == 0) {
        lua_Integer hits = cd_lua_read_integer(L, -1, 0);
        if (hits < 1 || hits > MOST_HITS)
            cd_lua_argument_error(L, 4, "max_hits must be an integer of 1 to %d, got %s",
                                  (int)MOST_HITS, cd_lua_describe(L, -1));
        o->max_hits = (int)hits;
    } else if (strcmp(key, "mask") == 0) {
        if (!cd_lua_read_bits(L, -1, &m->mask))
            cd_lua_argument_error(L, 4, "mask must be a 32-bit integer, got %s",
                                  cd_lua_describe(L, -1));
    } else if (strcmp(key, "filter") == 0) {
        if (!lua_isfunction(L, -1))
            cd_lua_argument_error(L, 4, "filter must be a function, got %s",
                                  cd_lua_describe(L, -1));
        lua_pushvalue(L, -1);
        lua_replace(L, AT_FILTER);
    } else {
        static const char *const options[] = {"up",   "max_slope", "step_height", "snap",
                                              "mask", "filter",    "max_hits",    NULL};
        cd_lua_unknown_field(L, 4, -2, "", options);
    }
}

/// Argument 4, over the defaults in *o.
static void read_options(lua_State *L, cd_character_options *o, cd_lua_obstacles *m) {
    if (!lua_isnil(L, 4) && !lua_istable(L, 4))
        cd_lua_type_error(L, 4, "options", "a table");
    lua_pushnil(L);
    while (lua_istable(L, 4) && lua_next(L, 4)) {
        read_one(L, cd_lua_word(L, -2), o, m);
        lua_pop(L, 1);
    }
    lua_settop(L, AT_TOP);
}

static cd_character_options default_options(cd_vec gravity) {
    const cd_vec up = {0, 1, 0};
    return (cd_character_options){.up = cd_normalized(cd_negate(gravity), up),
                                  .max_slope = 0.78539816339744831, // pi / 4
                                  .max_hits = 16};
}

// ----------------------------------------------------------------------------------------- results

/// Records what was met as move_and_slide(a, b), shapes as they are after the move, with its hit.
static void record_hit(const cd_lua_obstacles *m, int id, int hit) {
    lua_State *L = m->L;
    int top = lua_gettop(L);
    lua_pushvalue(L, m->body != NULL ? 2 : 1);
    if (m->body != NULL)
        cd_lua_body_to_shape(L, lua_gettop(L), "body");
    cd_lua_push_obstacle(m, id);
    if (cd_lua_is_body(L, -1))
        cd_lua_body_to_shape(L, lua_gettop(L), "body");
    lua_pushvalue(L, hit);
    cd_lua_record_named(L, "move_and_slide", top + 1, 1);
}

/// Pushes { { hit =, other = }, ... }.
static void push_hits(const cd_lua_obstacles *m, const cd_character_hit *hits, int count) {
    lua_State *L = m->L;
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        cd_lua_push_obstacle(m, hits[i].id);
        cd_lua_push_hit_on(L, &hits[i].hit, m->dim, lua_gettop(L));
        if (cd_lua_begin_record(L))
            record_hit(m, hits[i].id, lua_gettop(L));
        lua_setfield(L, -3, "hit");
        lua_setfield(L, -2, "other");
        lua_rawseti(L, -2, i + 1);
    }
}

/// Room for hits: that of `few`, or in a userdata at the top.
static cd_character_hit *room_for_hits(lua_State *L, int count, cd_character_hit *few) {
    return count <= FEW_HITS ? few : lua_newuserdatauv(L, (size_t)count * sizeof *few, 0);
}

static int push_results(cd_lua_obstacles *m, const cd_character_move *move,
                        const cd_character_hit *hits) {
    lua_State *L = m->L;
    luaL_checkstack(L, 16, NULL);
    cd_lua_push_vec(L, move->moved, m->dim);
    cd_lua_push_vec(L, move->rest, m->dim);
    push_hits(m, hits, move->hit_count);
    if (!move->has_ground) {
        lua_pushnil(L);
        lua_pushnil(L);
        return 5;
    }
    cd_lua_push_obstacle(m, move->ground.id);
    cd_lua_push_hit_on(L, &move->ground.hit, m->dim, lua_gettop(L));
    lua_insert(L, -2);
    return 5;
}

// ------------------------------------------------------------------------------------------ shapes

/// Raises where a shape has gone so far that rounding has left it no valid one.
static void check_moved(lua_State *L, int arg, const cd_shape *moved) {
    const char *error = cd_shape_error(moved);
    if (error != NULL)
        cd_lua_argument_error(L, arg, "moved too far: %s", error);
}

/// collide.move_and_slide(shape, motion, obstacles[, options])
static int move_and_slide(lua_State *L) {
    cd_lua_obstacles m;
    cd_lua_start_obstacles(L, &m);
    if (cd_lua_is_body(L, 1))
        cd_lua_argument_error(L, 1,
                              "shape is moved in place; a body is moved by "
                              "world:move_and_slide(body, motion)");
    cd_shape_object *object = cd_lua_check_shape(L, 1, "shape");
    cd_lua_check_no_owner(L, object);
    m.shape = object;
    m.dim = object->shape.dim;
    cd_vec motion = cd_lua_check_in_range(L, 2, "motion", &m.dim);
    cd_character_options options = default_options(cd_lua_check_obstacles(L, &m));
    read_options(L, &options, &m);
    lua_getiuservalue(L, 1, 1); // what it refers to stays, whatever the filter does
    lua_replace(L, AT_CORE);
    cd_character_hit few[FEW_HITS], *hits = room_for_hits(L, options.max_hits, few);
    cd_shape shape = object->shape;
    cd_obstacles obstacles = cd_lua_obstacles_of(&m, &shape);
    cd_explanation *e = cd_lua_take_explanation(cd_lua_module_of(L), m.dim);
    cd_character_move move =
        e ? cd_explain_move_and_slide(&shape, motion, &obstacles, &options, hits, e)
          : cd_move_and_slide(&shape, motion, &obstacles, &options, hits);
    check_moved(L, 2, &shape);
    object->shape = shape;
    object->changes++;
    cd_lua_module_of(L)->changes++;
    return push_results(&m, &move, hits);
}

// ------------------------------------------------------------------------------------------ bodies

/// How far a turn about a pivot, which moves from one point to another, takes a point along.
static cd_vec arc(cd_vec point, cd_quat turn, cd_vec from, cd_vec to) {
    return cd_sub(cd_add(to, cd_quat_rotate(turn, cd_sub(point, from))), point);
}

/// Whether a body that turns was under a shape before the last step; `way`: how far it has taken it
/// along since. The memory for that is on the Lua stack.
static bool has_turned_under(const cd_lua_obstacles *m, const cd_shape *shape,
                             const cd_body *ground, const cd_character_options *options,
                             cd_vec *way) {
    const double dt = m->world->last_dt;
    const cd_vec to = cd_body_pivot(ground), from = cd_add_scaled(to, -dt, ground->velocity);
    const cd_quat turn = cd_turn_of(ground->spin, dt), back = cd_quat_conjugate(turn);
    void *memory = lua_newuserdatauv(m->L, cd_shape_rotated_size(&ground->shape), 0);
    cd_shape before = cd_shape_rotated(&ground->shape, back, -ground->spin.z * dt, to, memory);
    cd_shape_move(&before, cd_sub(from, to));
    const cd_vec middle = cd_shape_middle(shape), foot = cd_support(shape, cd_negate(options->up));
    const double height = cd_dot(cd_sub(middle, foot), options->up);
    const bool stood = cd_stands_on(shape, &before, options);
    *way = arc(cd_add_scaled(middle, -height, options->up), turn, from, to);
    lua_pop(m->L, 1);
    return stood;
}

/// How far the last step has moved what a body stood on before it, which was never moved by hand:
/// by its velocity and spin.
static cd_vec first_ride(cd_lua_obstacles *m, const cd_shape *shape,
                         const cd_character_options *options) {
    const cd_world *world = m->world->world;
    for (int slot = cd_world_next(world, -1); slot >= 0; slot = cd_world_next(world, slot)) {
        const cd_body *other = cd_world_body(world, slot);
        cd_vec way = cd_scale(other->velocity, m->world->last_dt);
        const bool turns = !cd_is_zero(other->spin) && m->world->last_dt > 0;
        if ((cd_is_zero(way) && !turns) || cd_lua_is_passed(m, slot))
            continue;
        cd_shape before = other->shape;
        cd_shape_move(&before, cd_negate(way));
        if (turns ? has_turned_under(m, shape, other, options, &way)
                  : cd_stands_on(shape, &before, options)) {
            m->without = slot;
            return way;
        }
    }
    return (cd_vec){0, 0, 0};
}

/// How far the ground has taken along what stood on it: its middle moves about the pivot, and as
/// high as the touched point does.
static cd_vec ridden_since(const standing *last, const cd_body *ground, cd_quat turned, cd_vec up) {
    const cd_quat turn = cd_quat_mul(turned, cd_quat_conjugate(last->turned));
    if (memcmp(&turned, &last->turned, sizeof turned) == 0)
        return cd_sub(cd_shape_middle(&ground->shape), last->ground);
    const cd_vec to = cd_body_pivot(ground);
    const double height = cd_dot(cd_sub(last->own, last->contact), up);
    const cd_vec foot = cd_add_scaled(last->own, -height, up);
    const cd_vec way = arc(foot, turn, last->pivot, to),
                 rise = arc(last->contact, turn, last->pivot, to);
    return cd_add_scaled(way, cd_dot(cd_sub(rise, way), up), up);
}

/// How far what a body stood on after its last move has taken it along since.
static cd_vec way_of_ground(cd_lua_obstacles *m, const cd_shape *shape, cd_vec up) {
    lua_State *L = m->L;
    const cd_vec nowhere = {0, 0, 0};
    const standing *last = lua_touserdata(L, -1);
    if (last == NULL) // it was in the air
        return nowhere;
    lua_getiuservalue(L, -1, 1);
    const cd_body_object *ground = cd_lua_to(L, -1, TYPE_BODY);
    lua_pop(L, 1);
    if (ground == NULL || ground->slot < 0 || ground->owner != m->world ||
        !cd_equal(last->own, cd_shape_middle(shape)))
        return nowhere;
    m->without = ground->slot;
    const cd_world *world = m->world->world;
    return ridden_since(last, cd_world_body(world, ground->slot),
                        cd_world_turned(world, ground->slot), up);
}

/// Moves the shape of a body along with the ground that it stands on; returns by how much.
static cd_vec ride(cd_lua_obstacles *m, cd_shape *shape, const cd_character_options *options) {
    lua_State *L = m->L;
    m->begin = shape;
    bool is_first = lua_getiuservalue(L, 2, BODY_STANDING) == LUA_TNIL;
    cd_vec way = is_first ? first_ride(m, shape, options) : way_of_ground(m, shape, options->up);
    lua_pop(L, 1);
    if (!cd_is_zero(way)) {
        cd_character_options plain = {
            .up = options->up, .max_slope = options->max_slope, .max_hits = 1};
        cd_character_hit hit;
        cd_obstacles obstacles = cd_lua_obstacles_of(m, shape);
        way = cd_move_and_slide(shape, way, &obstacles, &plain, &hit).moved;
    }
    m->without = -1;
    return way;
}

/// Notes what the body at index 2 stands on now.
static void keep_standing(cd_lua_obstacles *m, const cd_character_move *move,
                          const cd_shape *shape) {
    lua_State *L = m->L;
    if (move->has_ground)
        cd_lua_push_obstacle(m, move->ground.id);
    if (!move->has_ground || lua_isnil(L, -1)) {
        lua_pushboolean(L, false);
        lua_setiuservalue(L, 2, BODY_STANDING);
        return;
    }
    standing *now = lua_newuserdatauv(L, sizeof *now, 1);
    const cd_body *ground = cd_world_body(m->world->world, move->ground.id);
    *now =
        (standing){cd_shape_middle(&ground->shape), cd_shape_middle(shape), move->ground.hit.point,
                   cd_body_pivot(ground), cd_world_turned(m->world->world, move->ground.id)};
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
    lua_setiuservalue(L, 2, BODY_STANDING);
}

/// world:move_and_slide(body, motion[, options])
static int world_move_and_slide(lua_State *L) {
    cd_lua_obstacles m;
    cd_lua_start_obstacles(L, &m);
    cd_world *world = cd_lua_check_world(L);
    cd_body_object *object = cd_lua_check_body(L, 2, "body");
    m.source = 1;
    m.world = lua_touserdata(L, 1);
    m.dim = cd_world_dim(world);
    if (object->owner != m.world)
        cd_lua_argument_error(L, 2, "body must be in this world, got a body of another world");
    m.body = object;
    cd_vec motion = cd_lua_check_in_range(L, 3, "motion", &m.dim);
    cd_body body = *cd_world_body(world, object->slot);
    m.mask = body.mask;
    cd_character_options options = default_options(cd_world_gravity(world));
    read_options(L, &options, &m);
    lua_getiuservalue(L, 2, BODY_CORE);
    lua_replace(L, AT_CORE);
    cd_character_hit few[FEW_HITS], *hits = room_for_hits(L, options.max_hits, few);
    cd_shape shape = body.shape;
    cd_obstacles obstacles = cd_lua_obstacles_of(&m, &shape);
    cd_vec ridden = ride(&m, &shape, &options);
    cd_character_move move = cd_move_and_slide(&shape, motion, &obstacles, &options, hits);
    move.moved = cd_add(move.moved, ridden);
    check_moved(L, 3, &shape);
    body = *cd_world_body(world, object->slot);
    body.shape = shape;
    cd_world_set(world, object->slot, &body);
    lua_pushvalue(L, AT_CORE);
    lua_setiuservalue(L, 2, BODY_CORE);
    keep_standing(&m, &move, &shape);
    return push_results(&m, &move, hits);
}

const cd_lua_function cd_lua_character_functions[] = {
    {"move_and_slide", move_and_slide, 0},
    {NULL, NULL, 0},
};

const cd_lua_function cd_lua_character_methods[] = {
    {"move_and_slide", world_move_and_slide, 1},
    {NULL, NULL, 0},
};
