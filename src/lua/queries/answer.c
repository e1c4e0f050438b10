// See answer.h.
#include "lua/queries/answer.h"

#include "lua/values/handle.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- pushing
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
    [CD_SOLID] = WORDS_UP_TO(as.set),
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
    cd_contact_object *object =
        cd_lua_push_object(L, sizeof *object + points + k.size, k.user_values, TYPE_CONTACT, &mark);
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
    *object = (cd_hit_object){mark, *hit, dim, index, 0, k.question};
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
    cd_hit_object *object =
        cd_lua_push_object(L, sizeof *object + words * sizeof(double), !triangle, TYPE_HIT, &mark);
    object->mark = mark;
    object->hit = *hit;
    object->dim = shape->dim;
    object->index = index;
    object->inner = 0;
    object->question =
        (cd_lua_question){CD_ASKED_RAY, 0, triangle ? TRIANGLE : SET, cd_is_set(shape)};
    memcpy(object->words, direction, sizeof *direction);
    memcpy(object->words + CD_VEC_WORDS, shape, SET * sizeof(double));
    if (triangle)
        memcpy(object->words + CD_VEC_WORDS, shape, TRIANGLE * sizeof(double));
    else
        keep_alive(L, keeper, 1);
    return 1;
}

// A finaliser that runs while the answer is pushed may change a world, so its shapes are copied.
bool cd_lua_push_keeper(lua_State *L, int index, cd_shape *shape) {
    const cd_body *body = cd_lua_to_body(L, index);
    const cd_shape *found = body != NULL ? &body->shape : cd_lua_to_shape(L, index);
    if (found == NULL || !cd_lua_is_numbered(found))
        return false;
    *shape = *found;
    if (body != NULL)
        cd_lua_push_body_core(L, index, shape);
    else
        lua_pushvalue(L, index);
    return true;
}

void cd_lua_push_hit_on(lua_State *L, const cd_hit *hit, int dim, int index) {
    const int top = lua_gettop(L);
    cd_shape shape;
    const bool located = cd_lua_push_keeper(L, index, &shape);
    const cd_vec vectors[4] = {{0, 0, 0}, {0, 0, 0}, hit->point, hit->normal};
    const cd_lua_asked asked = {
        .form = CD_ASKED_TOUCH, .b = &shape, .keeper_b = top + 1, .vectors = vectors};
    cd_lua_push_hit(L, hit, dim, located ? &asked : NULL);
    if (located)
        lua_remove(L, top + 1);
}

// ---------------------------------------------------------------------------------------- locating

typedef struct {
    cd_locations at;
    bool has_a, has_b; ///< the locations are known
    bool a_is_set, b_is_set;
    bool has_normal;
} located;

static cd_shape take_shape(const double *from, int words) {
    cd_shape shape = {.kind = CD_POINT};
    memcpy(&shape, from, (size_t)words * sizeof *from);
    return shape;
}

static cd_vec take_vec(const double *from) {
    cd_vec v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// Locates the points of two shapes without parts, or as they were where they touched.
static void locate_each(const cd_lua_kept *kept, const cd_shape *a, const cd_shape *b, located *l) {
    const bool touch = kept->question.form == CD_ASKED_TOUCH;
    const cd_vec n = kept->hit ? kept->hit->normal : kept->contact->normal;
    const cd_vec p = kept->hit ? kept->hit->point : kept->contact->point_a;
    const cd_vec q = kept->hit ? kept->hit->point : kept->contact->point_b;
    const double *w = kept->words;
    if (l->has_a)
        l->at.a = touch ? cd_locate(a, take_vec(w), take_vec(w + CD_VEC_WORDS))
                        : cd_locate(a, p, cd_negate(n));
    if (l->has_b)
        l->at.b = touch
                      ? cd_locate(b, take_vec(w + 2 * CD_VEC_WORDS), take_vec(w + 3 * CD_VEC_WORDS))
                      : cd_locate(b, q, n);
}

/// The same of a cast without parts, whose shapes have moved.
static void locate_moved(const cd_lua_kept *kept, cd_shape *a, cd_shape *b, located *l) {
    const double t = kept->hit->t;
    if (l->has_a)
        cd_shape_move(a, cd_scale(take_vec(kept->words), t));
    if (l->has_b)
        cd_shape_move(b, cd_scale(take_vec(kept->words + CD_VEC_WORDS), t));
    locate_each(kept, a, b, l);
}

static located locate(const cd_lua_kept *kept) {
    const cd_lua_question q = kept->question;
    const double *shapes = kept->words + CD_VEC_WORDS * cd_vectors_of_form[q.form];
    located l = {.has_a = q.words_a > 0, .has_b = q.words_b > 0};
    if (q.form == CD_ASKED_NOTHING)
        return l;
    cd_shape a = take_shape(shapes, q.words_a), b = take_shape(shapes + q.words_a, q.words_b);
    l.a_is_set = l.has_a && cd_is_set(&a);
    l.b_is_set = l.has_b && cd_is_set(&b);
    l.has_normal = q.is_set && q.form != CD_ASKED_TOUCH;
    if (!l.has_normal) {
        if (q.form == CD_ASKED_CAST)
            locate_moved(kept, &a, &b, &l);
        else
            locate_each(kept, &a, &b, &l);
    } else if (q.form == CD_ASKED_CONTACT) {
        l.at = cd_locate_contact(&a, &b, kept->contact);
    } else if (q.form == CD_ASKED_CAST) {
        l.at = cd_locate_hit(&a, take_vec(kept->words), &b, take_vec(kept->words + CD_VEC_WORDS),
                             kept->hit);
    } else {
        const cd_vec d = take_vec(kept->words);
        a = cd_point(kept->dim, cd_add_scaled(kept->hit->point, -kept->hit->t, d));
        l.at = cd_locate_hit(&a, d, &b, (cd_vec){0, 0, 0}, kept->hit);
    }
    return l;
}

// ---------------------------------------------------------------------------------------- reading

enum { PART, PARTS, BARYCENTRIC, FEATURE, FEATURE_INDEX, FIELDS_OF_SIDE };

static int push_parts(lua_State *L, int index, int inner, const cd_location *at) {
    const int parts[4] = {index, inner, at->part + 1, at->triangle + 1};
    lua_createtable(L, 3, 0);
    for (int i = 0, count = 0; i < 4; i++) {
        if (parts[i] == 0)
            continue;
        lua_pushinteger(L, parts[i]);
        lua_rawseti(L, -2, ++count);
    }
    return 1;
}

/// Pushes a field of one of the shapes. index, inner: of the list or set from which it is, or 0.
static int push_field(lua_State *L, int index, int inner, const cd_location *at, int field) {
    static const char *const names[] = {
        [CD_ON_VERTEX] = "vertex", [CD_ON_EDGE] = "edge", [CD_ON_FACE] = "face"};
    switch (field) {
    case PART:
    case PARTS:
        if (index == 0 && at->part < 0)
            return 0;
        if (field == PARTS)
            return push_parts(L, index, inner, at);
        lua_pushinteger(L, index > 0 ? index : at->part + 1);
        return 1;
    case BARYCENTRIC:
        if (!at->is_triangle)
            return 0;
        lua_createtable(L, 3, 0);
        for (int i = 0; i < 3; i++) {
            lua_pushnumber(L, at->barycentric[i]);
            lua_rawseti(L, -2, i + 1);
        }
        return 1;
    default:
        if (at->feature == CD_ON_NONE)
            return 0;
        if (field == FEATURE)
            lua_pushstring(L, names[at->feature]);
        else
            lua_pushinteger(L, at->index + 1);
        return 1;
    }
}

int cd_lua_push_located(lua_State *L, const cd_lua_kept *kept, int field) {
    const cd_location none = {.part = -1, .triangle = -1};
    const located l = locate(kept);
    assert(field >= 0 && field <= 3 * FIELDS_OF_SIDE);
    if (field == 3 * FIELDS_OF_SIDE)
        return l.has_normal      ? cd_lua_push_vec(L, l.at.part_normal, kept->dim)
               : kept->index > 0 ? cd_lua_push_vec(L, kept->hit->normal, kept->dim)
                                 : 0;
    // Without a side: that of b, unless a is the only one with parts or, of two without, features.
    const int side = field / FIELDS_OF_SIDE;
    const bool only_a =
        l.a_is_set ? !l.b_is_set && kept->index == 0 : l.has_a && !l.has_b && kept->index == 0;
    const bool of_a = side == 1 || (side == 0 && only_a);
    const bool known = of_a ? l.has_a : l.has_b;
    return push_field(L, of_a ? 0 : kept->index, of_a ? 0 : kept->inner,
                      !known ? &none
                      : of_a ? &l.at.a
                             : &l.at.b,
                      field % FIELDS_OF_SIDE);
}

int cd_lua_push_touch_field(lua_State *L, const cd_hit *hit, const cd_shape *a, const cd_shape *b,
                            int field) {
    double words[4 * CD_VEC_WORDS + 2 * (sizeof(cd_shape) / sizeof(double))];
    const cd_vec vectors[4] = {hit->point, cd_negate(hit->normal), hit->point, hit->normal};
    const cd_lua_asked asked = {.form = CD_ASKED_TOUCH, .a = a, .b = b, .vectors = vectors};
    const cd_lua_question q = keeping_of(&asked, CD_ASKED_TOUCH).question;
    memcpy(words, vectors, sizeof vectors);
    put(put(words + 4 * CD_VEC_WORDS, a, q.words_a), b, q.words_b);
    const cd_lua_kept kept = {.question = q, .words = words, .hit = hit, .dim = a->dim};
    return cd_lua_push_located(L, &kept, field);
}
