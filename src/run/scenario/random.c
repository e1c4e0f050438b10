// The math.random and math.randomseed of a run: xoshiro256** (Blackman, Vigna 2018), with the
// seeding and the projection of Lua 5.4, so that a seed gives the same numbers as in plain Lua.
#include "run/scenario.h"

typedef struct random_generator {
    uint64_t state[4];
    lua_Integer seed; ///< of the run; randomseed() without arguments seeds with it
} random_generator;

static uint64_t rotate_left(uint64_t x, int n) { return x << n | x >> (64 - n); }

static uint64_t next_number(uint64_t *s) {
    const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

static void seed_generator(random_generator *g, lua_Integer a, lua_Integer b) {
    g->state[0] = (uint64_t)a;
    g->state[1] = 0xFF; // so that the state is never all zero
    g->state[2] = (uint64_t)b;
    g->state[3] = 0;
    for (int i = 0; i < 16; i++) // sequences of similar seeds diverge
        next_number(g->state);
}

/// A number in [0, limit], uniformly distributed: as many random bits as the limit has, drawn again
/// until they are at most the limit.
static uint64_t project(random_generator *g, uint64_t random, uint64_t limit) {
    uint64_t mask = limit;
    for (int shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    while ((random &= mask) > limit)
        random = next_number(g->state);
    return random;
}

static random_generator *generator_of(lua_State *L) {
    return lua_touserdata(L, lua_upvalueindex(1));
}

static int random_number(lua_State *L) {
    random_generator *g = generator_of(L);
    const uint64_t random = next_number(g->state);
    lua_Integer low = 1, high;
    switch (lua_gettop(L)) {
    case 0:
        lua_pushnumber(L, (double)(random >> 11) * 0x1p-53);
        return 1;
    case 1:
        high = luaL_checkinteger(L, 1);
        if (high == 0) { // all 64 bits
            lua_pushinteger(L, (lua_Integer)random);
            return 1;
        }
        break;
    case 2:
        low = luaL_checkinteger(L, 1);
        high = luaL_checkinteger(L, 2);
        break;
    default:
        return luaL_error(L, "wrong number of arguments");
    }
    luaL_argcheck(L, low <= high, 1, "interval is empty");
    const uint64_t offset = project(g, random, (uint64_t)high - (uint64_t)low);
    lua_pushinteger(L, (lua_Integer)(offset + (uint64_t)low));
    return 1;
}

/// A seed: an integer, or the bits of any other number.
static lua_Integer seed_argument(lua_State *L, int index) {
    int exact;
    lua_Integer seed = lua_tointegerx(L, index, &exact);
    if (exact)
        return seed;
    union {
        lua_Number number;
        lua_Integer bits;
    } any = {.number = luaL_checknumber(L, index)};
    return any.bits;
}

static int random_seed(lua_State *L) {
    random_generator *g = generator_of(L);
    const lua_Integer a = lua_isnone(L, 1) ? g->seed : seed_argument(L, 1);
    const lua_Integer b = lua_isnoneornil(L, 2) ? 0 : seed_argument(L, 2);
    seed_generator(g, a, b);
    lua_pushinteger(L, a);
    lua_pushinteger(L, b);
    return 2;
}

/// state() returns the state of the generator as a string; state(string) restores it, so that draw
/// does not change the random numbers of update; state(integer) sets the seed of the run.
static int random_state(lua_State *L) {
    random_generator *g = generator_of(L);
    size_t size;
    if (lua_isinteger(L, 1)) {
        g->seed = lua_tointeger(L, 1);
        seed_generator(g, g->seed, 0);
        return 0;
    }
    const char *state = luaL_optlstring(L, 1, NULL, &size);
    if (!state) {
        lua_pushlstring(L, (const char *)g->state, sizeof g->state);
        return 1;
    }
    luaL_argcheck(L, size == sizeof g->state, 1, "not a state");
    for (size_t i = 0; i < size; i++)
        ((char *)g->state)[i] = state[i];
    return 0;
}

/// generator(seed) -> random, randomseed, state
static int new_generator(lua_State *L) {
    const lua_Integer seed = luaL_checkinteger(L, 1);
    random_generator *g = lua_newuserdatauv(L, sizeof *g, 0);
    g->seed = seed;
    seed_generator(g, seed, 0);
    const lua_CFunction functions[] = {random_number, random_seed, random_state};
    const int object = lua_gettop(L);
    for (int i = 0; i < 3; i++) {
        lua_pushvalue(L, object);
        lua_pushcclosure(L, functions[i], 1);
    }
    return 3;
}

const luaL_Reg cd_random_functions[] = {{"generator", new_generator}, {NULL, NULL}};
