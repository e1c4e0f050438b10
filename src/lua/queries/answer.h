// Contacts and hits, and what they keep of their question where it was about sets or polytopes:
// `part`, `feature` and the like are found from that only when a script reads them; otherwise an
// answer costs no more than a copy of a few words. The shapes are copied, as a script may move them
// in place meanwhile; the user values of the answer keep alive what they refer to.
#ifndef LUA_ANSWER_H
#define LUA_ANSWER_H

#include "lua/values/object.h"

/// The kinds whose parts and features have numbers.
enum {
    CD_NUMBERED_KINDS = 1 << CD_TRIANGLE | 1 << CD_POLYGON | 1 << CD_HULL | 1 << CD_MESH |
                        1 << CD_COMPOUND | 1 << CD_SOLID
};

static inline bool cd_lua_is_numbered(const cd_shape *shape) {
    return CD_NUMBERED_KINDS >> shape->kind & 1;
}

/// Whether an answer about two shapes keeps anything of its question; a: NULL of a ray.
static inline bool cd_lua_is_pair_numbered(const cd_shape *a, const cd_shape *b) {
    return cd_lua_is_numbered(b) || (a != NULL && cd_lua_is_numbered(a));
}

/// What was asked. keeper_a, keeper_b: the stack index of a userdata that keeps alive what that
/// shape refers to, as the shape itself does. The vectors are
///   ray      the direction; a is NULL
///   cast     the motions of a and b
///   contact  none
///   touch    of a hit whose shapes have turned or gone their own ways: point and outward normal on
///            a, which may be NULL, then those on b, as the shapes are here; no part_normal
typedef struct cd_lua_asked {
    cd_lua_form form;
    int keeper_a, keeper_b;
    const cd_shape *a, *b;
    const cd_vec *vectors;
} cd_lua_asked;

/// Each of these pushes one value and returns 1, the number of results.
/// asked: NULL, or the question, of which what the answer needs is kept.
int cd_lua_push_contact(lua_State *L, const cd_separation *contact, int dim,
                        const cd_lua_asked *asked);
int cd_lua_push_manifold(lua_State *L, const cd_contact_points *manifold, int dim,
                         const cd_lua_asked *asked);
int cd_lua_push_hit(lua_State *L, const cd_hit *hit, int dim, const cd_lua_asked *asked);
/// A hit of raycast_all: index is the shape's in the list, from 1.
int cd_lua_push_indexed_hit(lua_State *L, const cd_hit *hit, int dim, int index,
                            const cd_lua_asked *asked);
/// The hit of a ray at a shape whose parts or features have numbers. index: 0 where there is no
/// list.
int cd_lua_push_ray_hit(lua_State *L, const cd_hit *hit, int index, const cd_shape *shape,
                        int keeper, const cd_vec *direction);
/// Pushes a field of a hit of two shapes as they were where they touched: point and outward normal
/// on a and on b. Returns as cd_lua_push_located.
int cd_lua_push_touch_field(lua_State *L, const cd_hit *hit, const cd_shape *a, const cd_shape *b,
                            int field);
/// Copies the shape of the shape or body at an index, if its parts or features have numbers, and
/// pushes what keeps alive what it refers to; else false, with nothing pushed.
bool cd_lua_push_keeper(lua_State *L, int index, cd_shape *shape);

/// Pushes a hit of a shape that stands still, that of the shape or body at an index.
void cd_lua_push_hit_on(lua_State *L, const cd_hit *hit, int dim, int index);

enum { CD_VEC_WORDS = sizeof(cd_vec) / sizeof(double) };

/// How many vectors lie before the shapes.
static const unsigned char cd_vectors_of_form[] = {
    [CD_ASKED_NOTHING] = 0, [CD_ASKED_RAY] = 1,   [CD_ASKED_CAST] = 2,
    [CD_ASKED_CONTACT] = 0, [CD_ASKED_TOUCH] = 4,
};

/// The names of the fields that cd_lua_push_located knows, in order.
#define CD_LOCATED_FIELDS                                                                          \
    "part", "parts", "barycentric", "feature", "feature_index", "part_a", "parts_a",               \
        "barycentric_a", "feature_a", "feature_index_a", "part_b", "parts_b", "barycentric_b",     \
        "feature_b", "feature_index_b", "part_normal"

/// An answer that has been kept: of a contact or manifold's point `contact`, of a hit `hit`.
typedef struct cd_lua_kept {
    cd_lua_question question;
    const double *words;
    const cd_separation *contact;
    const cd_hit *hit;
    int dim, index, inner; ///< index, inner: as in a cd_hit_object
} cd_lua_kept;

/// Pushes the field of that number; returns 1, or 0 where there is none.
int cd_lua_push_located(lua_State *L, const cd_lua_kept *kept, int field);

#endif
