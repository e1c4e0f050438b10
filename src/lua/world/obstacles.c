// See obstacles.h. The core asks for what is near a box and whether it counts. The filter may do
// anything, so what it may have changed is looked up again.
#include "lua/world/obstacles.h"

#include "lua/queries/answer.h"
#include "lua/values/check.h"

static bool is_ignored(const cd_lua_obstacles *m, int id) {
    if (!m->ignores)
        return false;
    bool ignored = lua_rawgeti(m->L, AT_IGNORED, id + 1) != LUA_TNIL;
    lua_pop(m->L, 1);
    return ignored;
}

/// Room for more ids, on the C stack or in a userdata.
static void make_room(cd_lua_obstacles *m, int count) {
    if (count <= m->room)
        return;
    m->near = lua_newuserdatauv(m->L, (size_t)count * sizeof *m->near, 0);
    m->room = count;
    lua_replace(m->L, AT_NEAR);
}

static int near_in_world(cd_lua_obstacles *m, const cd_shape *box) {
    for (;;) {
        cd_world *world = m->world->world;
        if (world == NULL || !cd_world_update(world))
            cd_lua_memory_error(m->L);
        int count = cd_world_overlap(world, box, m->mask, -1, m->near, m->room);
        if (count <= m->room)
            return count;
        make_room(m, count); // which may collect garbage, and that may change the world
    }
}

bool cd_lua_is_passed(const cd_lua_obstacles *m, int slot) {
    const cd_body *other = cd_world_body(m->world->world, slot);
    if (slot == m->without || other->response == CD_PASS)
        return true;
    if (cd_is_on_way_through(m->begin, other, cd_scale(other->velocity, m->world->last_dt)))
        return true;
    return m->body != NULL &&
           (slot == m->body->slot ||
            !(cd_world_body(m->world->world, m->body->slot)->group & other->mask));
}

static int near_in_batch(cd_lua_obstacles *m, const cd_shape *box) {
    make_room(m, m->batch->count);
    cd_lua_refresh_batch(m->L, AT_SOURCE, 3, m->batch);
    return cd_overlap_all(box, m->batch->batch, m->near);
}

static int near(void *context, const cd_bounds *bounds) {
    cd_lua_obstacles *m = context;
    cd_shape box = cd_aabb(m->dim, bounds->min, bounds->max);
    int kept = 0, count = m->world != NULL   ? near_in_world(m, &box)
                          : m->batch != NULL ? near_in_batch(m, &box)
                                             : (m->near[0] = 0, 1);
    for (int i = 0; i < count; i++) {
        int id = m->near[i];
        bool self = m->batch != NULL ? m->batch->objects[id] == m->shape : m->only == m->shape;
        if (!is_ignored(m, id) && !(m->world != NULL ? cd_lua_is_passed(m, id) : self))
            m->near[kept++] = id;
    }
    return kept;
}

static double largest_coordinate(void *context) {
    const cd_lua_obstacles *m = context;
    if (m->only != NULL)
        return cd_shape_largest_coordinate(&m->only->shape);
    if (m->batch != NULL)
        return cd_batch_largest_coordinate(m->batch->batch);
    cd_world *world = m->world->world;
    if (world == NULL || !cd_world_update(world))
        cd_lua_memory_error(m->L);
    return cd_world_largest_coordinate(world);
}

static const cd_shape *shape_of(void *context, int i, int *id) {
    const cd_lua_obstacles *m = context;
    *id = m->near[i];
    if (m->world != NULL)
        return &cd_world_body(m->world->world, *id)->shape;
    return m->batch != NULL ? &m->batch->objects[*id]->shape : &m->only->shape;
}

void cd_lua_push_obstacle(const cd_lua_obstacles *m, int id) {
    if (m->world != NULL) {
        cd_lua_push_body(m->L, m->source, id);
        if (!cd_lua_is_body(m->L, -1)) {
            lua_pop(m->L, 1);
            lua_pushnil(m->L);
        }
    } else if (m->batch != NULL)
        cd_lua_push_of_batch(m->L, AT_SOURCE, id);
    else
        lua_pushvalue(m->L, m->source);
}

static bool accepts(void *context, int id, const cd_hit *hit) {
    cd_lua_obstacles *m = context;
    lua_State *L = m->L;
    luaL_checkstack(L, 8, NULL);
    lua_pushvalue(L, AT_FILTER);
    cd_lua_push_obstacle(m, id);
    cd_lua_push_hit_on(L, hit, m->dim, lua_gettop(L));
    lua_call(L, 2, 1);
    bool counts = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (m->world != NULL && m->world->world == NULL)
        luaL_error(L, "the filter closed the world");
    if (m->body != NULL && m->body->slot < 0)
        luaL_error(L, "the filter removed the body that moves");
    if (!counts) {
        if (!m->ignores) {
            lua_newtable(L);
            lua_replace(L, AT_IGNORED);
        }
        m->ignores = true;
        lua_pushboolean(L, true);
        lua_rawseti(L, AT_IGNORED, id + 1);
    }
    return counts;
}

cd_vec cd_lua_check_obstacles(lua_State *L, cd_lua_obstacles *m) {
    const cd_vec none = {0, 0, 0};
    m->source = 3;
    lua_pushvalue(L, 3);
    lua_replace(L, AT_SOURCE);
    if (cd_lua_is_body(L, 3)) { // which is what the hits name
        cd_lua_check_body(L, 3, "obstacles");
        cd_lua_body_to_shape(L, AT_SOURCE, "obstacles");
    }
    m->only = cd_lua_to(L, AT_SOURCE, TYPE_SHAPE);
    m->world = cd_lua_to(L, 3, TYPE_WORLD);
    if (m->only != NULL && m->only->shape.dim != m->dim)
        cd_lua_argument_error(L, 3, "obstacles must be %dD like shape, got a %dD shape", m->dim,
                              m->only->shape.dim);
    if (m->only != NULL)
        return none;
    if (m->world != NULL) {
        if (m->world->world == NULL)
            cd_lua_argument_error(L, 3, "the world is closed");
        if (cd_world_dim(m->world->world) != m->dim)
            cd_lua_argument_error(L, 3, "obstacles must be %dD like shape, got a %dD world", m->dim,
                                  cd_world_dim(m->world->world));
        return cd_world_gravity(m->world->world);
    }
    if (!lua_istable(L, 3) && cd_lua_to(L, 3, TYPE_BATCH) == NULL)
        cd_lua_type_error(L, 3, "obstacles", "a shape, a table of shapes, a batch or a world");
    m->batch = cd_lua_check_batch(L, 3, "shape", m->dim);
    lua_replace(L, AT_SOURCE);
    return none;
}

static cd_vec one_way_of(void *context, int i) {
    const cd_lua_obstacles *m = context;
    return cd_world_body(m->world->world, m->near[i])->one_way;
}

cd_obstacles cd_lua_obstacles_of(cd_lua_obstacles *m, const cd_shape *shape) {
    m->begin = shape;
    return (cd_obstacles){.context = m,
                          .one_way = m->world != NULL ? one_way_of : NULL,
                          .near = near,
                          .largest_coordinate = largest_coordinate,
                          .shape = shape_of,
                          .accepts = lua_isnil(m->L, AT_FILTER) ? NULL : accepts};
}

void cd_lua_start_obstacles(lua_State *L, cd_lua_obstacles *m) {
    lua_settop(L, 4);
    lua_settop(L, AT_TOP);
    m->L = L; // not initialised as a whole: it is large
    m->world = NULL;
    m->body = NULL;
    m->shape = NULL;
    m->batch = NULL;
    m->only = NULL;
    m->mask = UINT32_MAX;
    m->without = -1;
    m->ignores = false;
    m->room = FEW_NEAR;
    m->near = m->few;
}
