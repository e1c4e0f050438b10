// The queries of many shapes in one call: of all in a list or batch, or of all parts of one shape.
// Each answer is that of a query of two shapes, and is recorded as that.
#include "collide/explain.h"
#include "lua/queries/answer.h"
#include "lua/queries/batch.h"
#include "lua/queries/observe.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"

/// Up to this many hits or indices lie on the C stack, more in a userdata.
enum { FEW = 256 };

/// A cast at the shapes that are argument 3: of a ray, raycast_all(origin, direction, shapes,
/// tmax), or of shape a, shapecast_all(a, motion, shapes, motion_b).
typedef struct {
    const char *query; ///< that each answer is one of
    int dim;
    const cd_shape *a; ///< NULL: a ray
    cd_vec origin;
    cd_vec motions[2]; ///< that of a, or the direction; and that of the shapes
    double tmax;
    cd_lua_batch *batch;          ///< NULL: one shape
    const cd_shape_object *shape; ///< the one
} all_cast;

static int least(int a, int b) { return a < b ? a : b; }

/// Records the query with the shape on the top and the hit at an index; or with nil for both.
static void record_cast(lua_State *L, const all_cast *c, int hit) {
    const int shape = lua_gettop(L);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, shape);
    lua_pushvalue(L, 4);
    if (hit > 0)
        lua_pushvalue(L, hit);
    else
        lua_pushnil(L);
    cd_lua_record_named(L, c->query, shape + 1, 1);
    lua_settop(L, shape - 1);
}

/// Records that nothing was hit.
static void record_miss(lua_State *L, const all_cast *c) {
    if (!cd_lua_begin_record(L))
        return;
    lua_pushnil(L);
    record_cast(L, c, 0);
}

/// Pushes the hit of a shape that `keeper` keeps alive.
static void push_hit(lua_State *L, const all_cast *c, const cd_hit *hit, int index,
                     const cd_shape *shape, int keeper) {
    const cd_lua_asked asked = {CD_ASKED_CAST, 1, keeper, c->a, shape, c->motions};
    if (c->a != NULL)
        cd_lua_push_indexed_hit(L, hit, c->dim, index,
                                cd_lua_is_pair_numbered(c->a, shape) ? &asked : NULL);
    else if (cd_lua_is_pair_numbered(c->a, shape))
        cd_lua_push_ray_hit(L, hit, index, shape, keeper, &c->motions[0]);
    else
        cd_lua_push_indexed_hit(L, hit, c->dim, index, NULL);
}

// ------------------------------------------------------------------------------------------- lists

/// Pushes the hit of a shape with numbers. Of a body that a finaliser has removed just now, the hit
/// keeps nothing.
static void push_numbered_hit(lua_State *L, const all_cast *c, const cd_batch_hit *hit) {
    const int at = lua_gettop(L) + 1, index = hit->index + 1;
    cd_shape shape = c->batch->objects[hit->index]->shape;
    cd_lua_push_element(L, 3, hit->index);
    const bool refers = cd_lua_refers(&shape);
    if (!refers || cd_lua_push_keeper(L, at, &shape))
        push_hit(L, c, &hit->hit, index, &shape, at + refers);
    else
        cd_lua_push_indexed_hit(L, &hit->hit, c->dim, index, NULL);
    lua_replace(L, at);
    lua_settop(L, at);
}

static void push_hit_of_list(lua_State *L, const all_cast *c, const cd_batch_hit *hit) {
    if (cd_lua_is_pair_numbered(c->a, &c->batch->objects[hit->index]->shape))
        push_numbered_hit(L, c, hit);
    else
        cd_lua_push_indexed_hit(L, &hit->hit, c->dim, hit->index + 1, NULL);
    if (cd_lua_begin_record(L)) {
        const int at = lua_gettop(L);
        cd_lua_push_element_shape(L, 3, hit->index);
        record_cast(L, c, at);
    }
}

static int find_in_list(const all_cast *c, cd_batch_hit *hits, int capacity) {
    return c->a == NULL
               ? cd_raycast_all(c->batch->batch, c->origin, c->motions[0], c->tmax, hits, capacity)
               : cd_shapecast_all(c->a, c->motions[0], c->batch->batch, c->motions[1], hits,
                                  capacity);
}

/// Explains the hits of a ray, if collide.explain asks.
static void explain_hits_of_list(lua_State *L, const all_cast *c, const cd_batch_hit *hits,
                                 int count) {
    cd_explanation *e = cd_lua_take_explanation(cd_lua_module_of(L), c->dim);
    if (e == NULL)
        return;
    const cd_shape **shapes = lua_newuserdatauv(L, (size_t)c->batch->count * sizeof *shapes, 0);
    for (int i = 0; i < c->batch->count; i++)
        shapes[i] = &c->batch->objects[i]->shape;
    cd_explain_raycast_all(shapes, c->origin, c->motions[0], c->tmax, hits, count, e);
    lua_pop(L, 1);
}

static int cast_at_list(lua_State *L, all_cast *c) {
    cd_batch_hit few[FEW], *hits = few;
    int count = find_in_list(c, hits, FEW);
    if (count > FEW) {
        hits = lua_newuserdatauv(L, (size_t)count * sizeof *hits, 0);
        count = least(count, find_in_list(c, hits, count)); // a __gc may have moved shapes
    }
    if (c->a == NULL)
        explain_hits_of_list(L, c, hits, count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push_hit_of_list(L, c, &hits[i]);
        lua_rawseti(L, -2, i + 1);
    }
    if (count == 0)
        record_miss(L, c);
    return 1;
}

// ------------------------------------------------------------------------------------------- parts

/// Records the hit at an index as one of the part alone, by the name of the shape.
static void record_part(lua_State *L, const all_cast *c, const cd_shape *part, int hit) {
    if (!cd_lua_begin_record(L))
        return;
    lua_getiuservalue(L, 3, 1);
    cd_lua_push_shape(L, part, -1);
    ((cd_shape_object *)lua_touserdata(L, -1))->mark =
        cd_lua_mark_of(TYPE_SHAPE, cd_lua_serial(L, 3));
    lua_remove(L, -2);
    record_cast(L, c, hit);
}

/// The part that was hit; of a convex shape itself.
static cd_shape part_of(const all_cast *c, const cd_part_hit *hit) {
    cd_shape part = c->shape->shape;
    if (hit->part >= 0)
        part = cd_shape_part(&part, hit->part);
    return hit->triangle >= 0 ? cd_shape_part(&part, hit->triangle) : part;
}

/// Explains the hits of a ray, if collide.explain asks.
static void explain_hits_of_parts(lua_State *L, const all_cast *c, const cd_part_hit *hits,
                                  int count) {
    cd_explanation *e = cd_lua_take_explanation(cd_lua_module_of(L), c->dim);
    if (e == NULL)
        return;
    const size_t size = sizeof(cd_shape) + sizeof(cd_shape *) + sizeof(cd_batch_hit);
    cd_shape *parts = lua_newuserdatauv(L, (size_t)count * size, 0);
    cd_batch_hit *found = (cd_batch_hit *)(void *)(parts + count);
    const cd_shape **shapes = (const cd_shape **)(void *)(found + count);
    for (int i = 0; i < count; i++) {
        parts[i] = part_of(c, &hits[i]);
        shapes[i] = &parts[i];
        found[i] = (cd_batch_hit){.index = i, .hit = hits[i].hit};
    }
    cd_explain_raycast_all(shapes, c->origin, c->motions[0], c->tmax, found, count, e);
    lua_pop(L, 1);
}

/// Pushes the hit of a part; of a convex shape its own.
static void push_hit_of_part(lua_State *L, const all_cast *c, const cd_part_hit *hit) {
    const int at = lua_gettop(L) + 1;
    const cd_shape part = part_of(c, hit);
    push_hit(L, c, &hit->hit, hit->part + 1, &part, 3);
    ((cd_hit_object *)lua_touserdata(L, -1))->inner = hit->triangle + 1;
    record_part(L, c, &part, at);
}

static int find_in_parts(const all_cast *c, cd_part_hit *hits, int capacity) {
    const cd_shape *shape = &c->shape->shape;
    return c->a == NULL
               ? cd_raycast_parts(c->origin, c->motions[0], shape, c->tmax, hits, capacity)
               : cd_shapecast_parts(c->a, c->motions[0], shape, c->motions[1], hits, capacity);
}

static int cast_at_parts(lua_State *L, all_cast *c) {
    cd_part_hit few[FEW], *hits = few;
    int count = find_in_parts(c, hits, FEW);
    if (count > FEW) {
        hits = lua_newuserdatauv(L, (size_t)count * sizeof *hits, 0);
        count = least(count, find_in_parts(c, hits, count));
    }
    if (c->a == NULL)
        explain_hits_of_parts(L, c, hits, count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push_hit_of_part(L, c, &hits[i]);
        lua_rawseti(L, -2, i + 1);
    }
    if (count == 0)
        record_miss(L, c);
    return 1;
}

// ------------------------------------------------------------------------------------------- casts

/// Casts at the shape, list or batch that is argument 3. like: what its dimension is that of.
static int cast_all(lua_State *L, all_cast *c, const char *like) {
    cd_lua_body_to_shape(L, 3, "shapes");
    c->shape = cd_lua_to(L, 3, TYPE_SHAPE);
    if (c->shape == NULL) {
        if (!lua_istable(L, 3) && cd_lua_to(L, 3, TYPE_BATCH) == NULL)
            cd_lua_type_error(L, 3, "shapes", "a shape, a table of shapes or a batch");
        c->batch = cd_lua_check_batch(L, 3, like, c->dim);
        return cast_at_list(L, c);
    }
    if (c->shape->shape.dim != c->dim)
        cd_lua_argument_error(L, 3, "shapes must be %dD like the %s, got a %dD shape", c->dim, like,
                              c->shape->shape.dim);
    return cast_at_parts(L, c);
}

static int raycast_all(lua_State *L) {
    lua_settop(L, 4);
    all_cast c = {.query = "raycast"};
    c.origin = cd_lua_check_in_range(L, 1, "origin", &c.dim);
    c.motions[0] = cd_lua_check_in_range(L, 2, "direction", &c.dim);
    c.tmax = cd_lua_check_tmax(L, 4);
    return cast_all(L, &c, "ray");
}

static int shapecast_all(lua_State *L) {
    lua_settop(L, 4);
    all_cast c = {.query = "shapecast"};
    c.a = &cd_lua_check_shape_or_body(L, 1, "a")->shape;
    c.dim = c.a->dim;
    c.motions[0] = cd_lua_check_in_range(L, 2, "motion", &c.dim);
    if (!lua_isnil(L, 4))
        c.motions[1] = cd_lua_check_in_range(L, 4, "motion_b", &c.dim);
    return cast_all(L, &c, "shape");
}

// ----------------------------------------------------------------------------------------- overlap

/// Records overlap(shape, shapes[index]); nil for the other shape where none is touched.
static void record_overlap(lua_State *L, int index, bool touches) {
    int top = lua_gettop(L);
    lua_pushvalue(L, 1);
    if (touches)
        cd_lua_push_element_shape(L, 2, index);
    else
        lua_pushnil(L);
    lua_pushboolean(L, touches);
    cd_lua_record_named(L, "overlap", top + 1, 1);
}

static int overlap_all(lua_State *L) {
    lua_settop(L, 2);
    const cd_shape *shape = &cd_lua_check_shape_or_body(L, 1, "shape")->shape;
    const cd_lua_batch *prepared = cd_lua_check_batch(L, 2, "shape", shape->dim);
    int few[FEW], *indices = few, total = prepared->count;
    if (total > FEW)
        indices = lua_newuserdatauv(L, (size_t)total * sizeof *indices, 0);
    int count = cd_overlap_all(shape, prepared->batch, indices);
    cd_lua_push_indices(L, indices, count);
    for (int i = 0; i < count && cd_lua_begin_record(L); i++)
        record_overlap(L, indices[i], true);
    if (count == 0 && cd_lua_begin_record(L))
        record_overlap(L, 0, false);
    return 1;
}

const cd_lua_function cd_lua_all_functions[] = {
    {"raycast_all", raycast_all, 0},
    {"shapecast_all", shapecast_all, 0},
    {"overlap_all", overlap_all, 0},
    {NULL, NULL, 0},
};
