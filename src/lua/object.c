// Pushing and reading back the values of object.h. Their memory is Lua's, so an error leaks
// nothing.
#include "lua/asked.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static void *push_object(lua_State *L, cd_lua_module *module, size_t size, int user_values,
                         int type, cd_lua_mark *mark) {
    assert(type >= 1 && type <= TYPE_COUNT && size >= sizeof(cd_body_object));
    void *object = lua_newuserdatauv(L, size, user_values);
    *mark = cd_lua_mark_of(type, ++module->serial);
    lua_pushvalue(L, lua_upvalueindex(type));
    lua_setmetatable(L, -2);
    return object;
}

void *cd_lua_push_object(lua_State *L, size_t size, int user_values, int type, cd_lua_mark *mark) {
    return push_object(L, cd_lua_module_of(L), size, user_values, type, mark);
}

int cd_lua_push_number(lua_State *L, double x) {
    lua_pushnumber(L, x);
    return 1;
}

int cd_lua_push_vec(lua_State *L, cd_vec v, int dim) {
    assert(dim == 2 || dim == 3);
    cd_lua_mark mark;
    cd_vec_object *object = cd_lua_push_object(L, sizeof *object, 0, TYPE_VEC, &mark);
    *object = (cd_vec_object){mark, v, dim};
    return 1;
}

int cd_lua_push_quat(lua_State *L, cd_quat q) {
    assert(fabs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-9);
    cd_lua_mark mark;
    cd_quat_object *object = cd_lua_push_object(L, sizeof *object, 0, TYPE_QUAT, &mark);
    *object = (cd_quat_object){mark, q};
    return 1;
}

// ------------------------------------------------------------------------- answers and questions
//
// A shape is kept as the words that its kind uses, which are its first ones: of a set, a polygon
// or a hull these are few.

#define WORDS_UP_TO(field)                                                                         \
    ((offsetof(cd_shape, as) + sizeof(((cd_shape *)0)->field)) / sizeof(double))

static const unsigned char words_of_kind[CD_KIND_COUNT] = {
    [CD_POINT] = WORDS_UP_TO(as.center),     [CD_SPHERE] = WORDS_UP_TO(as.center),
    [CD_SEGMENT] = WORDS_UP_TO(as.segment),  [CD_CAPSULE] = WORDS_UP_TO(as.segment),
    [CD_LINE] = WORDS_UP_TO(as.line),        [CD_PLANE] = WORDS_UP_TO(as.plane),
    [CD_BOX] = WORDS_UP_TO(as.box),          [CD_TRIANGLE] = WORDS_UP_TO(as.triangle),
    [CD_POLYGON] = WORDS_UP_TO(as.polytope), [CD_HULL] = WORDS_UP_TO(as.polytope),
    [CD_CYLINDER] = WORDS_UP_TO(as.curved),  [CD_CONE] = WORDS_UP_TO(as.curved),
    [CD_MESH] = WORDS_UP_TO(as.set),         [CD_COMPOUND] = WORDS_UP_TO(as.set),
};

/// What an answer has to keep of a question, in words, and how many user values.
typedef struct {
    cd_lua_question question;
    size_t size;
    int user_values;
} keeping;

/// The words that are kept of a shape: of two without parts only the features count, for which each
/// is asked alone.
static inline unsigned char words_of(const cd_shape *shape, bool whole) {
    return shape != NULL && (whole || cd_lua_is_numbered(shape)) ? words_of_kind[shape->kind] : 0;
}

static inline bool is_set(const cd_shape *shape) { return shape != NULL && cd_is_set(shape); }

static inline bool refers(const cd_shape *shape) { return shape != NULL && cd_lua_refers(shape); }

static inline keeping keeping_of(const cd_lua_asked *asked, cd_lua_form form) {
    const cd_shape *a = asked->a, *b = asked->b;
    const bool set = is_set(a) || is_set(b), whole = set && form != CD_ASKED_TOUCH;
    const unsigned char words_a = words_of(a, whole), words_b = words_of(b, whole);
    const int words = CD_VEC_WORDS * cd_vectors_of_form[form] + words_a + words_b;
    return (keeping){{(unsigned char)form, words_a, words_b, set},
                     (size_t)words * sizeof(double),
                     refers(a) + refers(b)};
}

/// Copies words, of most shapes that have parts or features as many as those of a set.
static inline double *put(double *to, const void *from, int words) {
    if (words == (int)WORDS_UP_TO(as.set))
        memcpy(to, from, WORDS_UP_TO(as.set) * sizeof *to);
    else if (words > 0)
        memcpy(to, from, (size_t)words * sizeof *to);
    return to + words;
}

static inline void keep_alive(lua_State *L, int keeper, int user_value) {
    lua_pushvalue(L, keeper);
    lua_setiuservalue(L, -2, user_value);
}

/// Writes it to `words` and to the user values of the answer on the top.
static inline void keep(lua_State *L, const cd_lua_asked *asked, cd_lua_form form,
                        cd_lua_question q, double *words) {
    for (int i = 0; i < cd_vectors_of_form[form]; i++, words += CD_VEC_WORDS)
        memcpy(words, &asked->vectors[i], sizeof(cd_vec));
    words = put(words, asked->a, q.words_a);
    put(words, asked->b, q.words_b);
    int user_value = 1;
    if (refers(asked->b))
        keep_alive(L, asked->keeper_b, user_value++);
    if (refers(asked->a))
        keep_alive(L, asked->keeper_a, user_value);
}

static inline int push_points(lua_State *L, const cd_separation *contact, int dim,
                              const cd_contact_point *list, int count, const cd_lua_asked *asked) {
    assert(dim == 2 || dim == 3);
    const size_t points = (size_t)count * sizeof *list;
    const cd_lua_form form = asked != NULL ? CD_ASKED_CONTACT : CD_ASKED_NOTHING;
    const keeping k = asked != NULL ? keeping_of(asked, form) : (keeping){.size = 0};
    assert(asked == NULL || asked->form == form);
    cd_lua_mark mark;
    cd_contact_object *object = cd_lua_push_object(L, sizeof *object + points + k.size,
                                                   k.user_values, TYPE_CONTACT, &mark);
    *object = (cd_contact_object){mark, *contact, dim, count, k.question};
    if (count > 0)
        memcpy(object->points, list, points);
    if (asked != NULL)
        keep(L, asked, form, k.question, (double *)(object->points + count));
    return 1;
}

int cd_lua_push_contact(lua_State *L, const cd_separation *contact, int dim,
                        const cd_lua_asked *asked) {
    return asked != NULL ? push_points(L, contact, dim, NULL, 0, asked)
                         : push_points(L, contact, dim, NULL, 0, NULL);
}

int cd_lua_push_manifold(lua_State *L, const cd_contact_points *m, int dim,
                         const cd_lua_asked *asked) {
    assert(m->count >= 1 && m->count <= 4);
    return push_points(L, &m->contact, dim, m->points, m->count, asked);
}

static inline int push_hit(lua_State *L, const cd_hit *hit, int dim, int index,
                           const cd_lua_asked *asked, cd_lua_form form) {
    assert(!(hit->enter > hit->exit) && index >= 0);
    const keeping k = asked != NULL ? keeping_of(asked, form) : (keeping){.size = 0};
    cd_lua_mark mark;
    cd_hit_object *object =
        cd_lua_push_object(L, sizeof *object + k.size, k.user_values, TYPE_HIT, &mark);
    *object = (cd_hit_object){mark, *hit, dim, index, k.question};
    if (asked != NULL)
        keep(L, asked, form, k.question, object->words);
    return 1;
}

int cd_lua_push_hit(lua_State *L, const cd_hit *hit, int dim, const cd_lua_asked *asked) {
    return cd_lua_push_indexed_hit(L, hit, dim, 0, asked);
}

int cd_lua_push_indexed_hit(lua_State *L, const cd_hit *hit, int dim, int index,
                            const cd_lua_asked *asked) {
    return asked != NULL ? push_hit(L, hit, dim, index, asked, asked->form)
                         : push_hit(L, hit, dim, index, NULL, CD_ASKED_NOTHING);
}

/// Of the shapes with numbers a triangle is kept as more words, the others as equally many.
int cd_lua_push_ray_hit(lua_State *L, const cd_hit *hit, int index, const cd_shape *shape,
                        int keeper, const cd_vec *direction) {
    enum { SET = WORDS_UP_TO(as.set), TRIANGLE = WORDS_UP_TO(as.triangle) };
    assert(cd_lua_is_numbered(shape) && index >= 0);
    const bool triangle = shape->kind == CD_TRIANGLE;
    const size_t words = CD_VEC_WORDS + (triangle ? TRIANGLE : SET);
    cd_lua_mark mark;
    cd_hit_object *object = cd_lua_push_object(L, sizeof *object + words * sizeof(double),
                                               !triangle, TYPE_HIT, &mark);
    object->mark = mark;
    object->hit = *hit;
    object->dim = shape->dim;
    object->index = index;
    object->question = (cd_lua_question){
        CD_ASKED_RAY, 0, triangle ? TRIANGLE : SET, cd_is_set(shape)};
    memcpy(object->words, direction, sizeof *direction);
    memcpy(object->words + CD_VEC_WORDS, shape, SET * sizeof(double));
    if (triangle)
        memcpy(object->words + CD_VEC_WORDS, shape, TRIANGLE * sizeof(double));
    else
        keep_alive(L, keeper, 1);
    return 1;
}

int cd_lua_push_owned_shape(lua_State *L, const cd_shape *shape, int core, cd_lua_owner owner) {
    assert(cd_shape_error(shape) == NULL);
    cd_lua_mark mark;
    bool refers = cd_lua_refers(shape);
    if (refers)
        core = lua_absindex(L, core);
    cd_lua_module *module = cd_lua_module_of(L);
    cd_shape_object *object = push_object(L, module, sizeof *object, refers, TYPE_SHAPE, &mark);
    *object = (cd_shape_object){mark, module, 0, owner, *shape};
    if (refers) {
        lua_pushvalue(L, core);
        lua_setiuservalue(L, -2, 1);
    }
    return 1;
}

int cd_lua_push_shape(lua_State *L, const cd_shape *shape, int core) {
    return cd_lua_push_owned_shape(L, shape, core, OWNER_NONE);
}

int cd_lua_push_clone(lua_State *L, int index) {
    assert(cd_lua_to(L, index, TYPE_SHAPE) != NULL);
    const cd_shape_object *source = lua_touserdata(L, index);
    lua_getiuservalue(L, index, 1);
    cd_lua_push_shape(L, &source->shape, -1);
    lua_remove(L, -2);
    return 1;
}

// ---------------------------------------------------------------------------- reading values back

const cd_shape *cd_lua_to_shape(lua_State *L, int index) {
    const cd_shape_object *object = cd_lua_to(L, index, TYPE_SHAPE);
    return object != NULL ? &object->shape : NULL;
}

bool cd_lua_to_vector(lua_State *L, int index, cd_vec *v, int *dim) {
    const cd_vec_object *object = cd_lua_to(L, index, TYPE_VEC);
    if (object == NULL)
        return false;
    *v = object->v;
    *dim = object->dim;
    return true;
}

const cd_hit *cd_lua_to_hit(lua_State *L, int index, int *dim) {
    const cd_hit_object *object = cd_lua_to(L, index, TYPE_HIT);
    if (object == NULL)
        return NULL;
    *dim = object->dim;
    return &object->hit;
}

const cd_separation *cd_lua_to_contact(lua_State *L, int index, int *dim) {
    const cd_contact_object *object = cd_lua_to(L, index, TYPE_CONTACT);
    if (object == NULL)
        return NULL;
    *dim = object->dim;
    return &object->contact;
}

int cd_lua_to_points(lua_State *L, int index, const cd_contact_point **points) {
    const cd_contact_object *object = cd_lua_to(L, index, TYPE_CONTACT);
    if (object == NULL)
        return 0;
    *points = object->points;
    return object->count;
}

uint64_t cd_lua_serial(lua_State *L, int index) {
    const cd_lua_mark *object = lua_touserdata(L, index);
    return cd_lua_type_of(L, index, object) != 0 ? cd_lua_mark_serial(*object) : 0;
}
