// The pairs, next and table.sort of scripts. Lua's own order of keys depends on addresses and a
// random seed, so pairs and next sort the keys of a table: numbers by value, strings by bytes,
// false, true, values of collide by creation. table.sort is a merge sort, as Lua's quicksort
// chooses pivots by the clock if a partition is unbalanced.
#include "run/state/key_order.h"

#include "run/contain/guard.h"
#include "run/scenario.h"

#include <stdlib.h>
#include <string.h>

typedef struct ordered_key {
    enum { INTEGER, FLOAT, STRING, BOOLEAN, OBJECT, OTHER } rank;
    int index; ///< in the list of keys in Lua's order
    union {
        lua_Integer integer;
        lua_Number number;
        uint64_t serial;
        struct {
            const char *bytes;
            size_t length;
        } string;
    } as;
} ordered_key;

static ordered_key read_key(lua_State *L, int index) {
    ordered_key k = {.rank = OTHER};
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        k.rank = lua_isinteger(L, index) ? INTEGER : FLOAT;
        if (k.rank == INTEGER)
            k.as.integer = lua_tointeger(L, index);
        else
            k.as.number = lua_tonumber(L, index);
        break;
    case LUA_TSTRING:
        k.rank = STRING;
        k.as.string.bytes = lua_tolstring(L, index, &k.as.string.length);
        break;
    case LUA_TBOOLEAN:
        k.rank = BOOLEAN;
        k.as.integer = lua_toboolean(L, index);
        break;
    case LUA_TUSERDATA:
        k.as.serial = cd_lua_serial(L, index);
        k.rank = k.as.serial ? OBJECT : OTHER;
        break;
    default:
        break;
    }
    return k;
}

#define SIGN(a, b) (((a) > (b)) - ((a) < (b)))

/// Compares an integer key and a float key. They are never equal, as Lua converts floats without a
/// fraction to integers; so floor(f) decides.
static int compare_integer_float(lua_Integer i, lua_Number f) {
    if (f >= 0x1p63)
        return -1;
    if (f < -0x1p63)
        return 1;
    return i <= (lua_Integer)floor(f) ? -1 : 1;
}

static int compare_strings(const ordered_key *a, const ordered_key *b) {
    const size_t x = a->as.string.length, y = b->as.string.length;
    int order = memcmp(a->as.string.bytes, b->as.string.bytes, x < y ? x : y);
    return order ? order : SIGN(x, y);
}

static int compare(const void *left, const void *right) {
    const ordered_key *a = left, *b = right;
    if (a->rank <= FLOAT && b->rank <= FLOAT && a->rank != b->rank)
        return a->rank == INTEGER ? compare_integer_float(a->as.integer, b->as.number)
                                  : -compare_integer_float(b->as.integer, a->as.number);
    if (a->rank != b->rank)
        return SIGN(a->rank, b->rank);
    switch (a->rank) {
    case FLOAT:
        return SIGN(a->as.number, b->as.number);
    case STRING:
        return compare_strings(a, b);
    case OBJECT:
        return SIGN(a->as.serial, b->as.serial);
    default:
        return SIGN(a->as.integer, b->as.integer);
    }
}

/// Sorts the keys of the list on the top, and replaces it by the sorted list.
static void push_sorted(lua_State *L, ordered_key *keys, int count) {
    qsort(keys, (size_t)count, sizeof *keys, compare);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -2, keys[i].index);
        lua_rawseti(L, -2, i + 1);
    }
    lua_replace(L, -2);
}

int cd_push_keys(lua_State *L, int index) {
    enum { FEW = 32 };
    ordered_key few[FEW], *keys = few;
    int count = 0, capacity = FEW, others = 0;
    bool sorted = true;
    index = lua_absindex(L, index);
    luaL_checkstack(L, 8, NULL);
    lua_pushnil(L); // the slot of a larger array
    const int buffer = lua_gettop(L);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        ordered_key k = read_key(L, -2);
        if (k.rank == OTHER) {
            others++;
            continue;
        }
        if (count == capacity) {
            ordered_key *grown = lua_newuserdatauv(L, sizeof *keys * (size_t)capacity * 2, 0);
            memcpy(grown, keys, sizeof *keys * (size_t)count);
            lua_replace(L, buffer);
            keys = grown;
            capacity *= 2;
        }
        k.index = count + 1;
        sorted = sorted && (count == 0 || compare(&keys[count - 1], &k) < 0);
        keys[count++] = k;
        lua_pushvalue(L, -2);
        lua_rawseti(L, buffer + 1, count);
    }
    if (!sorted)
        push_sorted(L, keys, count);
    lua_remove(L, buffer);
    return others;
}

/// As cd_push_keys for argument 1; raises if a key has no fixed order.
static void check_keys(lua_State *L, const char *function) {
    if (cd_push_keys(L, 1) > 0)
        luaL_error(L,
                   "'%s' has no fixed order for keys that are tables, functions or coroutines; "
                   "use numbers, strings, booleans, shapes or vectors as keys, or keep a list",
                   function);
}

/// The iterator of pairs. Upvalues: the table, its keys, the position. Skips keys whose value was
/// removed meanwhile.
static int pairs_step(lua_State *L) {
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(3));
    for (;;) {
        at++;
        if (lua_rawgeti(L, lua_upvalueindex(2), at) == LUA_TNIL)
            return 1;
        lua_pushvalue(L, -1);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
            break;
        lua_pop(L, 2);
    }
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(3));
    return 2;
}

static int pairs_continue(lua_State *L, int status, lua_KContext context) {
    (void)L;
    (void)status;
    (void)context;
    return 3;
}

static int ordered_pairs(lua_State *L) {
    luaL_checkany(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_callk(L, 1, 3, 0, pairs_continue);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_pushvalue(L, 1);
    check_keys(L, "pairs");
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, pairs_step, 3);
    lua_pushvalue(L, 1);
    return 2; // iterator, table, nil
}

// What `next` remembers of the last table, in a user value of the guard (CD_GUARD_KEYS).
enum { LAST_TABLE = 1, LAST_KEYS, LAST_POSITION };

/// Whether the table at index 1 is the remembered one, and the key at index 2 the one that `next`
/// returned last.
static bool is_next(lua_State *L, int cache) {
    if (lua_isnil(L, 2))
        return false;
    lua_rawgeti(L, cache, LAST_TABLE);
    bool next = lua_rawequal(L, -1, 1);
    if (next) {
        lua_rawgeti(L, cache, LAST_KEYS);
        lua_rawgeti(L, cache, LAST_POSITION);
        lua_rawgeti(L, -2, lua_tointeger(L, -1));
        next = lua_rawequal(L, -1, 2);
    }
    lua_settop(L, cache);
    return next;
}

/// Remembers the keys of the table at index 1. Returns the position of the last of them that is not
/// beyond the key at index 2, which need not be there any more: a traversal may remove keys.
static lua_Integer remember_keys(lua_State *L, int cache) {
    check_keys(L, "next");
    lua_pushvalue(L, -1);
    lua_rawseti(L, cache, LAST_KEYS);
    lua_pushvalue(L, 1);
    lua_rawseti(L, cache, LAST_TABLE);
    lua_Integer position = 0;
    if (!lua_isnil(L, 2)) {
        const ordered_key given = read_key(L, 2);
        for (; lua_rawgeti(L, cache + 1, position + 1) != LUA_TNIL; position++) {
            const ordered_key listed = read_key(L, -1);
            if (compare(&listed, &given) > 0)
                break;
            lua_pop(L, 1);
        }
    }
    lua_settop(L, cache);
    return position;
}

/// next(t[, key]): the smallest key greater than `key`. The sorted keys of the last table are
/// remembered, so a traversal sorts once.
static int ordered_next(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) {
        if (!lua_next(L, 1)) { // most calls ask whether the table is empty
            lua_pushnil(L);
            return 1;
        }
        lua_settop(L, 1); // drops the first key in Lua's order
        lua_pushnil(L);
    }
    lua_getiuservalue(L, lua_upvalueindex(1), CD_GUARD_KEYS);
    const int cache = lua_gettop(L);
    lua_Integer position;
    if (is_next(L, cache)) {
        lua_rawgeti(L, cache, LAST_POSITION);
        position = lua_tointeger(L, -1);
        lua_pop(L, 1);
    } else {
        position = remember_keys(L, cache);
    }
    lua_rawgeti(L, cache, LAST_KEYS);
    while (lua_rawgeti(L, cache + 1, ++position) != LUA_TNIL) {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 1) != LUA_TNIL) {
            lua_pushinteger(L, position);
            lua_rawseti(L, cache, LAST_POSITION);
            return 2;
        }
        lua_pop(L, 2);
    }
    lua_pushboolean(L, 0); // do not keep the table alive after its traversal
    lua_rawseti(L, cache, LAST_TABLE);
    return 1;
}

// --------------------------------------------------------------------------------------- sorting

/// Whether the value on the top must come before the one below it. Merging exchanges values only
/// then, so the sort is stable. Pops both.
static bool comes_before(lua_State *L, bool by_function) {
    bool before;
    if (by_function) {
        lua_pushvalue(L, 2);
        lua_insert(L, -3); // the function below both
        lua_insert(L, -2); // the right value before the left one
        lua_call(L, 2, 1);
        before = lua_toboolean(L, -1);
        lua_pop(L, 1);
    } else {
        before = lua_compare(L, -1, -2, LUA_OPLT);
        lua_pop(L, 2);
    }
    return before;
}

/// Merges the sorted runs [low, middle) and [middle, high) of list `from` to list `to`.
static void merge(lua_State *L, int from, int to, lua_Integer low, lua_Integer middle,
                  lua_Integer high, bool by_function) {
    lua_Integer left = low, right = middle;
    for (lua_Integer at = low; at < high; at++) {
        bool take_right = left == middle;
        if (left < middle && right < high) {
            lua_rawgeti(L, from, left);
            lua_rawgeti(L, from, right);
            take_right = comes_before(L, by_function);
        }
        lua_rawgeti(L, from, take_right ? right++ : left++);
        lua_rawseti(L, to, at);
    }
}

/// table.sort(list[, before]): stable, the same on every machine, and it ends with any `before`.
static int merge_sort(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    const lua_Integer count = luaL_len(L, 1);
    luaL_argcheck(L, count < INT32_MAX, 1, "array too big");
    const bool by_function = !lua_isnoneornil(L, 2);
    if (by_function)
        luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    if (count < 2)
        return 0;
    int from = 3, to = 4;
    lua_createtable(L, (int)count, 0);
    lua_createtable(L, (int)count, 0);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_geti(L, 1, i);
        lua_rawseti(L, from, i);
    }
    for (lua_Integer width = 1; width < count; width *= 2) {
        for (lua_Integer low = 1; low <= count; low += 2 * width) {
            const lua_Integer end = count + 1;
            const lua_Integer middle = low + width < end ? low + width : end;
            const lua_Integer high = low + 2 * width < end ? low + 2 * width : end;
            merge(L, from, to, low, middle, high, by_function);
        }
        from = 7 - from; // 3 and 4 in turn
        to = 7 - to;
    }
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, from, i);
        lua_seti(L, 1, i);
    }
    return 0;
}

const luaL_Reg cd_order_functions[] = {
    {"pairs", ordered_pairs}, {"next", ordered_next}, {"sort", merge_sort}, {NULL, NULL}};
