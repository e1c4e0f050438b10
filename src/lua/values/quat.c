// collide.quat: an immutable rotation in 3D, always a unit quaternion; and the matrices from which
// rotations and boxes are made. Vectors are rows, as in Direct3D: the first three rows of a matrix
// are the images of the x, y and z axis, the fourth row of a 4 x 4 matrix is the translation.
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/text.h"

/// How far the lengths and dot products of three axes may be from those of an orthonormal basis. A
/// product of some matrices in single precision (errors of 6e-8 each) passes, a scale or a shear
/// that a person wrote does not.
static const double orthonormal = 1e-5;

typedef struct row_matrix {
    cd_vec rows[3], translation;
} row_matrix;

// -------------------------------------------------------------------------------------- reading

/// Element `i` of the list on the top. path: how error messages name the list.
static double check_element(lua_State *L, int arg, const char *path, int i) {
    lua_rawgeti(L, -1, i);
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
        cd_lua_argument_error(L, arg, "%s[%d] must be a finite number, got %s", path, i,
                              cd_lua_describe(L, -1));
    double x = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return x;
}

/// Reads a matrix: a list of 9 or 16 numbers, or of 3 rows of 3, or of 4 rows of 4.
static row_matrix check_matrix(lua_State *L, int arg) {
    double m[4][4] = {{0}, {0}, {0}, {0, 0, 0, 1}};
    lua_Unsigned length = lua_istable(L, arg) ? lua_rawlen(L, arg) : 0;
    bool nested = length == 3 || length == 4;
    if (!nested && length != 9 && length != 16)
        cd_lua_type_error(L, arg, "m", "a table of 9 or 16 numbers (or of 3 or 4 rows)");
    int size = length == 9 || length == 3 ? 3 : 4;
    for (int row = 0; row < size; row++) {
        const char *path = "m";
        lua_pushvalue(L, arg);
        if (nested) {
            path = lua_pushfstring(L, "m[%d]", row + 1);
            if (lua_rawgeti(L, arg, row + 1) != LUA_TTABLE || lua_rawlen(L, -1) != (unsigned)size)
                cd_lua_argument_error(L, arg, "%s must be a row of %d numbers, got %s", path, size,
                                      cd_lua_describe(L, -1));
        }
        for (int column = 0; column < size; column++)
            m[row][column] = check_element(L, arg, path, (nested ? 0 : row * size) + column + 1);
        lua_pop(L, nested ? 3 : 1);
    }
    if (m[0][3] != 0 || m[1][3] != 0 || m[2][3] != 0 || m[3][3] != 1)
        cd_lua_argument_error(L, arg, "m must have 0, 0, 0, 1 as its last column (row vectors)");
    row_matrix result;
    for (int row = 0; row < 3; row++)
        result.rows[row] = (cd_vec){m[row][0], m[row][1], m[row][2]};
    result.translation = (cd_vec){m[3][0], m[3][1], m[3][2]};
    return result;
}

static bool are_orthogonal(const cd_vec rows[3]) {
    return fabs(cd_dot(rows[0], rows[1])) <= orthonormal &&
           fabs(cd_dot(rows[1], rows[2])) <= orthonormal &&
           fabs(cd_dot(rows[2], rows[0])) <= orthonormal;
}

/// Raises unless three axes, called by these names, form a rotation; the first is argument `arg`,
/// and the others are the arguments `step` and twice that further on.
static void check_rotation(lua_State *L, int arg, int step, const cd_vec axes[3],
                           const char *const names[3]) {
    for (int i = 0; i < 3; i++)
        if (!(fabs(cd_length(axes[i]) - 1) <= orthonormal))
            cd_lua_argument_error(L, arg + i * step, "%s must be of length 1, got length %f",
                                  names[i], cd_length(axes[i]));
    for (int i = 1; i < 3; i++)
        for (int k = 0; k < i; k++)
            if (!(fabs(cd_dot(axes[i], axes[k])) <= orthonormal))
                cd_lua_argument_error(L, arg + i * step,
                                      "%s must be perpendicular to %s, got a dot product of %f",
                                      names[i], names[k], cd_dot(axes[i], axes[k]));
    if (cd_dot(cd_cross(axes[0], axes[1]), axes[2]) < 0)
        cd_lua_argument_error(L, arg + 2 * step, "%s must be %s cross %s, got minus that", names[2],
                              names[0], names[1]);
}

// ------------------------------------------------------------------------------------ constructors

static int new_quat(lua_State *L) {
    if (lua_type(L, 1) == LUA_TNUMBER) {
        cd_quat q = {cd_lua_check_finite_number(L, 1, "x"), cd_lua_check_finite_number(L, 2, "y"),
                     cd_lua_check_finite_number(L, 3, "z"), cd_lua_check_finite_number(L, 4, "w")};
        double square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (!(fabs(square - 1) <= orthonormal))
            return cd_lua_argument_error(L, 4, "x, y, z, w must have length 1, got %f",
                                         sqrt(square));
        return cd_lua_push_quat(L, cd_quat_normalized(q));
    }
    int dim = 3;
    cd_vec axis = cd_lua_check_direction(L, 1, "axis", &dim);
    return cd_lua_push_quat(L, cd_quat_from_axis(axis, cd_lua_check_finite_number(L, 2, "angle")));
}

static int quat_from_axes(lua_State *L) {
    int dim = 3;
    cd_vec rows[3] = {cd_lua_check_in_range(L, 1, "x", &dim),
                      cd_lua_check_in_range(L, 2, "y", &dim),
                      cd_lua_check_in_range(L, 3, "z", &dim)};
    check_rotation(L, 1, 1, rows, (const char *[]){"x", "y", "z"});
    return cd_lua_push_quat(L, cd_quat_from_axes(rows[0], rows[1], rows[2]));
}

static int quat_from_matrix(lua_State *L) {
    row_matrix m = check_matrix(L, 1);
    check_rotation(L, 1, 0, m.rows, (const char *[]){"row 1 of m", "row 2 of m", "row 3 of m"});
    return cd_lua_push_quat(L, cd_quat_from_axes(m.rows[0], m.rows[1], m.rows[2]));
}

/// The unit axes of a matrix that may scale, mirror and flatten. They are made right-handed, as a
/// box is its own mirror image. A zero row gives no direction; one perpendicular to the others is
/// chosen.
static void take_out_scale(const cd_vec rows[3], cd_vec axes[3]) {
    const cd_vec zero = {0, 0, 0};
    int flat = 0, first = -1;
    for (int i = 0; i < 3; i++) {
        axes[i] = cd_normalized(rows[i], zero);
        if (cd_is_zero(axes[i]))
            flat++;
        else if (first < 0)
            first = i;
    }
    if (flat == 3) {
        axes[first = 0] = (cd_vec){1, 0, 0};
        flat = 2;
    }
    int next = (first + 1) % 3, last = (first + 2) % 3;
    if (flat == 2)
        axes[next] = cd_perpendicular(axes[first], 3);
    else if (cd_is_zero(axes[next]))
        axes[next] = cd_cross(axes[last], axes[first]);
    if (cd_is_zero(axes[last]))
        axes[last] = cd_cross(axes[first], axes[next]);
    if (cd_dot(cd_cross(axes[0], axes[1]), axes[2]) < 0)
        axes[2] = cd_negate(axes[2]);
}

static int box_from_matrix(lua_State *L) {
    int dim = 3;
    cd_vec half = cd_lua_check_in_range(L, 1, "half_extents", &dim);
    row_matrix m = check_matrix(L, 2);
    cd_vec axes[3];
    take_out_scale(m.rows, axes);
    if (!are_orthogonal(axes))
        return cd_lua_argument_error(
            L, 2, "the rows of m must be perpendicular (a sheared box is not a box)");
    if (half.x < 0 || half.y < 0 || half.z < 0)
        return cd_lua_type_error(L, 1, "half_extents", ">= 0");
    half.x *= cd_length(m.rows[0]);
    half.y *= cd_length(m.rows[1]);
    half.z *= cd_length(m.rows[2]);
    if (!cd_is_in_range(half))
        return cd_lua_argument_error(L, 2, "the scale of m must leave half_extents %s",
                                     cd_lua_wanted_in_range(half));
    cd_shape box = cd_box(m.translation, half, cd_quat_from_axes(axes[0], axes[1], axes[2]), 0);
    const char *error = cd_shape_error(&box);
    if (error != NULL)
        return cd_lua_argument_error(L, 2, "%s", error);
    return cd_lua_push_shape(L, &box, 0);
}

// ----------------------------------------------------------------------------- fields and methods

static int quat_index(lua_State *L) {
    cd_quat q = cd_lua_check_quat(L, 1, "self");
    lua_gettable(L, lua_upvalueindex(UP_MEMBERS));
    if (lua_isinteger(L, -1))
        lua_pushnumber(L, (const double[]){q.x, q.y, q.z, q.w}[lua_tointeger(L, -1)]);
    return 1;
}

static int quat_newindex(lua_State *L) {
    return luaL_error(L, "a quat does not change; make a new one");
}

static int quat_mul(lua_State *L) {
    const cd_quat_object *q = cd_lua_to(L, 1, TYPE_QUAT), *r = cd_lua_to(L, 2, TYPE_QUAT);
    if (q != NULL && r != NULL)
        return cd_lua_push_quat(L, cd_quat_normalized(cd_quat_mul(q->q, r->q)));
    cd_vec v;
    int dim = 3;
    if (q == NULL || !cd_lua_read_vec(L, 2, &v, &dim))
        return luaL_error(L, "attempt to compute %s * %s (a quat times a quat or a vector)",
                          cd_lua_describe(L, 1), cd_lua_describe(L, 2));
    return cd_lua_push_vec(L, cd_quat_rotate(q->q, v), 3);
}

static int quat_eq(lua_State *L) {
    const cd_quat_object *a = cd_lua_to(L, 1, TYPE_QUAT), *b = cd_lua_to(L, 2, TYPE_QUAT);
    lua_pushboolean(L, a != NULL && b != NULL && a->q.x == b->q.x && a->q.y == b->q.y &&
                           a->q.z == b->q.z && a->q.w == b->q.w);
    return 1;
}

static int quat_tostring(lua_State *L) {
    cd_quat q = cd_lua_check_quat(L, 1, "self");
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    cd_lua_add_quat(&text, q);
    luaL_pushresult(&text);
    return 1;
}

static int quat_conjugate(lua_State *L) {
    return cd_lua_push_quat(L, cd_quat_conjugate(cd_lua_check_quat(L, 1, "self")));
}

static int quat_slerp(lua_State *L) {
    cd_quat q = cd_lua_check_quat(L, 1, "self"), r = cd_lua_check_quat(L, 2, "other");
    return cd_lua_push_quat(L, cd_quat_slerp(q, r, cd_lua_check_finite_number(L, 3, "t")));
}

static int quat_axes(lua_State *L) {
    cd_vec axes[3];
    cd_quat_axes(cd_lua_check_quat(L, 1, "self"), axes);
    for (int i = 0; i < 3; i++)
        cd_lua_push_vec(L, axes[i], 3);
    return 3;
}

// ----------------------------------------------------------------------------------- registration

static const cd_lua_function metamethods[] = {
    {"__index", quat_index, 0}, {"__newindex", quat_newindex, 0}, {"__mul", quat_mul, 0},
    {"__eq", quat_eq, 0},       {"__tostring", quat_tostring, 0}, {NULL, NULL, 0},
};

static const cd_lua_function methods[] = {
    {"conjugate", quat_conjugate, 1},
    {"slerp", quat_slerp, 1},
    {"axes", quat_axes, 1},
    {NULL, NULL, 0},
};

static const char *const fields[] = {"x", "y", "z", "w", NULL};

const cd_lua_class cd_lua_quat_class = {"quat", metamethods, {methods}, fields};

const cd_lua_function cd_lua_quat_functions[] = {
    {"quat", new_quat, 0},
    {"quat_from_axes", quat_from_axes, 0},
    {"quat_from_matrix", quat_from_matrix, 0},
    {"box_from_matrix", box_from_matrix, 0},
    {NULL, NULL, 0},
};
