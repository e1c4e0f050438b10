// The module's values as Lua userdata: their layout, how to recognise one, how to push a new one.
//
// A userdata holds the C struct by value and begins with a mark: its type and creation number. The
// mark identifies the type in a third of the time that comparing metatables takes. Every function
// of the module is a closure over the same upvalues: the metatables, the state of the module, and
// what its error messages need.
#ifndef LUA_OBJECT_H
#define LUA_OBJECT_H

#include "lua/binding.h"

#include <assert.h>
#include <lauxlib.h>

/// The upvalues of every function. The types come first: the upvalue of a type is its metatable.
enum {
    TYPE_VEC = 1,
    TYPE_QUAT,
    TYPE_SHAPE,
    TYPE_CONTACT,
    TYPE_HIT,
    TYPE_WORLD,
    TYPE_BODY,
    TYPE_EVENT,
    TYPE_BATCH,
    TYPE_COUNT = TYPE_BATCH,
    UP_MODULE,  ///< the cd_lua_module
    UP_NAME,    ///< the name of the function in error messages
    UP_SELF,    ///< the index of the argument that is self in a method; 0 in a function
    UP_MEMBERS, ///< the members of the type: name -> method, or index of a field
    UP_COUNT = UP_MEMBERS
};

/// UP_SELF of a __newindex that assigns fields: its errors name the field, argument 2.
enum { SELF_ASSIGNS = -1 };

/// The user values of a cd_lua_module: the data of an observer (observe.h), and a table with weak
/// keys from tables of shapes to the batches built for them (batch.c).
enum { MODULE_OBSERVER = 1, MODULE_PREPARED, MODULE_VALUES = MODULE_PREPARED };

/// What the module keeps in each Lua state.
typedef struct cd_lua_module {
    uint64_t serial;           ///< creation number of the newest value
    uint64_t unrecorded;       ///< what it was when a record began
    uint64_t changes;          ///< how often any shape was changed in place
    cd_lua_observer *observer; ///< gets the queries; NULL: nobody does
    void *observer_data;
    struct cd_explanation *explanation; ///< of the query that is asked next; NULL: of none
    int explained_dim;                  ///< the dimension of its shapes
} cd_lua_module;

/// The explanation that the query at hand is to fill; NULL: none.
static inline struct cd_explanation *cd_lua_take_explanation(cd_lua_module *module, int dim) {
    struct cd_explanation *e = module->explanation;
    module->explanation = NULL;
    module->explained_dim = dim;
    return e;
}

/// The first word of a userdata: 12 bits of signature, 4 bits of type, 48 bits of creation number.
/// No userdata of another library begins with the signature: as a double it would be below -2^1023,
/// as an address it lies in no process.
typedef uint64_t cd_lua_mark;

enum { CD_MARK_SIGNATURE = 0xffe, CD_MARK_TYPE_BITS = 4, CD_MARK_SERIAL_BITS = 48 };
#define CD_MARK_SERIAL_MASK ((UINT64_C(1) << CD_MARK_SERIAL_BITS) - 1)

_Static_assert(TYPE_COUNT < 1 << CD_MARK_TYPE_BITS, "a mark has room for every type");

static inline cd_lua_mark cd_lua_mark_of(int type, uint64_t serial) {
    const uint64_t head = (uint64_t)CD_MARK_SIGNATURE << CD_MARK_TYPE_BITS | (unsigned)type;
    return head << CD_MARK_SERIAL_BITS | (serial & CD_MARK_SERIAL_MASK);
}

/// Whether a mark is that of a type.
static inline bool cd_lua_mark_is(cd_lua_mark mark, int type) {
    return mark >> CD_MARK_SERIAL_BITS ==
           ((unsigned)CD_MARK_SIGNATURE << CD_MARK_TYPE_BITS | (unsigned)type);
}

/// The type in a mark; 0 if it is none.
static inline int cd_lua_mark_type(cd_lua_mark mark) {
    const unsigned head = (unsigned)(mark >> CD_MARK_SERIAL_BITS);
    return head >> CD_MARK_TYPE_BITS == CD_MARK_SIGNATURE
               ? (int)(head & ((1u << CD_MARK_TYPE_BITS) - 1))
               : 0;
}

static inline uint64_t cd_lua_mark_serial(cd_lua_mark mark) { return mark & CD_MARK_SERIAL_MASK; }

// ------------------------------------------------------------------------------------------ layout

typedef struct cd_vec_object {
    cd_lua_mark mark;
    cd_vec v;
    int dim;
} cd_vec_object;

typedef struct cd_quat_object {
    cd_lua_mark mark;
    cd_quat q;
} cd_quat_object;

/// What a shape was read from. A copy that a body or compound gives cannot be changed in place: the
/// change would be lost, as the copy is not the body's own shape.
typedef enum cd_lua_owner { OWNER_NONE, OWNER_BODY, OWNER_COMPOUND } cd_lua_owner;

/// A shape that refers to a polytope or a set (cd_lua_refers) has one user value: the userdata that
/// holds the polytope or set, which its copies share. The set of a compound has a user value in
/// turn: the table of what its parts refer to (set.c).
typedef struct cd_shape_object {
    cd_lua_mark mark;
    cd_lua_module *module; ///< so that a query need not look it up among its upvalues
    uint64_t changes;      ///< how often it was changed in place
    cd_lua_owner owner;
    cd_shape shape;
} cd_shape_object;

/// What an answer keeps of its question: which, how many words of each shape, and whether one of
/// these is a set (answer.h).
typedef enum cd_lua_form {
    CD_ASKED_NOTHING,
    CD_ASKED_RAY,
    CD_ASKED_CAST,
    CD_ASKED_CONTACT,
    CD_ASKED_TOUCH
} cd_lua_form;

typedef struct cd_lua_question {
    unsigned char form, words_a, words_b;
    bool is_set;
} cd_lua_question;

typedef struct cd_contact_object {
    cd_lua_mark mark;
    cd_separation contact;
    int dim;
    int count; ///< number of points; 0 in a contact that is no manifold
    cd_lua_question question;
    cd_contact_point points[]; ///< then what is kept of the question
} cd_contact_object;

typedef struct cd_hit_object {
    cd_lua_mark mark;
    cd_hit hit;
    int dim;
    int index; ///< which shape or part raycast_all or shapecast_all hit, from 1; 0 in any other hit
    int inner; ///< which triangle of that part, from 1; or 0
    cd_lua_question question;
    double words[]; ///< what is kept of the question
} cd_hit_object;

/// The user value of a world is a table from slot + 1 to the body in that slot.
typedef struct cd_world_object {
    cd_lua_mark mark;
    cd_world *world;    ///< NULL once the world is closed
    lua_KContext steps; ///< number of steps begun so far
    double last_dt;     ///< of the last of them
} cd_world_object;

typedef struct cd_body_object {
    cd_lua_mark mark;
    cd_world_object *owner;
    int slot; ///< in the owner's world; -1 once the body is removed
} cd_body_object;

/// The user values of a world: its bodies by slot + 1; those that have been removed since the last
/// step began, and those before that, which its events may name.
enum { WORLD_BODIES = 1, WORLD_REMOVED, WORLD_REMOVED_BEFORE, WORLD_VALUES = WORLD_REMOVED_BEFORE };

/// The user values of a body: its world's userdata, what its shape refers to, the script's own
/// data, its response function, and what it stands on (character.c).
enum {
    BODY_WORLD = 1,
    BODY_CORE,
    BODY_DATA,
    BODY_RESPONSE,
    BODY_STANDING,
    BODY_VALUES = BODY_STANDING
};

// ----------------------------------------------------------------------------------------- reading

/// No userdata of the module is smaller.
#define CD_SMALLEST_OBJECT sizeof(cd_body_object)

/// The module's state, in a function of the module.
static inline cd_lua_module *cd_lua_module_of(lua_State *L) {
    return lua_touserdata(L, lua_upvalueindex(UP_MODULE));
}

/// The type of the userdata `object` at an index; 0 if it is not one of this module's.
static inline int cd_lua_type_of(lua_State *L, int index, const cd_lua_mark *object) {
    const bool readable = object != NULL && lua_rawlen(L, index) >= CD_SMALLEST_OBJECT;
    return readable ? cd_lua_mark_type(*object) : 0;
}

/// The object at an index if it has that type, else NULL.
static inline void *cd_lua_to(lua_State *L, int index, int type) {
    void *object = lua_touserdata(L, index);
    const bool readable = object != NULL && lua_rawlen(L, index) >= CD_SMALLEST_OBJECT;
    return readable && cd_lua_mark_is(*(const cd_lua_mark *)object, type) ? object : NULL;
}

/// Whether a shape refers to a polytope or a set in a userdata of its own.
static inline bool cd_lua_refers(const cd_shape *shape) {
    return cd_is_polytope(shape) || cd_is_set(shape);
}

// ----------------------------------------------------------------------------------------- pushing

/// Pushes a new userdata of a type; the caller must store *mark as its first word.
static inline void *cd_lua_push_object_of(lua_State *L, cd_lua_module *module, size_t size,
                                          int user_values, int type, cd_lua_mark *mark) {
    assert(type >= 1 && type <= TYPE_COUNT && size >= CD_SMALLEST_OBJECT);
    void *object = lua_newuserdatauv(L, size, user_values);
    *mark = cd_lua_mark_of(type, ++module->serial);
    lua_pushvalue(L, lua_upvalueindex(type));
    lua_setmetatable(L, -2);
    return object;
}

/// The same in a function of the module.
static inline void *cd_lua_push_object(lua_State *L, size_t size, int user_values, int type,
                                       cd_lua_mark *mark) {
    return cd_lua_push_object_of(L, cd_lua_module_of(L), size, user_values, type, mark);
}

/// Each of these pushes one value and returns 1, the number of results.
int cd_lua_push_number(lua_State *L, double x);
/// A list of indices, from 1; these are from 0.
int cd_lua_push_indices(lua_State *L, const int *indices, int count);
int cd_lua_push_vec(lua_State *L, cd_vec v, int dim);
int cd_lua_push_quat(lua_State *L, cd_quat q);
/// core: the index of the userdata that the shape refers to; ignored if the shape refers to none.
int cd_lua_push_shape(lua_State *L, const cd_shape *shape, int core);
/// As cd_lua_push_shape, of a copy that must not be changed in place.
int cd_lua_push_owned_shape(lua_State *L, const cd_shape *shape, int core, cd_lua_owner owner);
/// A copy of the shape at an index, with a creation number of its own and no owner.
int cd_lua_push_clone(lua_State *L, int index);

#endif
