// See spelling.h. The words of other libraries are those of LÖVE (love.physics, love.graphics),
// HUMP's vector, bump, HC, Box2D and its relatives, without get, set, is and new, in small letters
// and without underscores: so "x" stands for getX.
#include "lua/values/spelling.h"

#include "lua/values/check.h"
#include "record/text/misspelling.h"

#include <limits.h>
#include <string.h>

// ---------------------------------------------------------------------------------- other's words

typedef struct foreign_word {
    const char *owner, *word, *advice;
} foreign_word;

#define JOINTS                                                                                     \
    "there are no joints; in update, set the bodies' positions or velocities so that they keep "   \
    "their distance"

// clang-format off
static const foreign_word foreign_words[] = {
    {"vec", "len", "use v:length()"},
    {"vec", "mag", "use v:length()"},
    {"vec", "magnitude", "use v:length()"},
    {"vec", "norm", "use v:length()"},
    {"vec", "len2", "use v:length2()"},
    {"vec", "mag2", "use v:length2()"},
    {"vec", "lengthsq", "use v:length2()"},
    {"vec", "lengthsquared", "use v:length2()"},
    {"vec", "dist", "use v:distance(w)"},
    {"vec", "dist2", "use (v - w):length2()"},
    {"vec", "normalizeinplace", "a vec does not change; use v = v:normalized()"},
    {"vec", "unit", "use v:normalized()"},
    {"vec", "rotateinplace", "a vec does not change; use v = v:rotated(angle)"},
    {"vec", "perpendicular", "use v:perp()"},
    {"vec", "projecton", "use v:project(onto)"},
    {"vec", "mirroron", "use -v:reflect(w)"},
    {"vec", "trimmed", "use v * math.min(1, most / v:length())"},
    {"vec", "triminplace", "use v * math.min(1, most / v:length())"},
    {"vec", "limit", "use v * math.min(1, most / v:length())"},
    {"vec", "angleto", "use v:angle(w)"},
    {"vec", "topolar", "use v:angle() and v:length()"},
    {"vec", "permul", "use vec(v.x * w.x, v.y * w.y)"},
    {"vec", "copy", "a vec does not change, so it needs no copy"},
    {"vec", "sub", "use v - w"},
    {"vec", "mul", "use v * number"},
    {"vec", "scale", "use v * number"},
    {"vec", "div", "use v / number"},
    {"vec", "set", "a vec does not change; make a new one, with v:with { x = ... }"},
    {"vec", "motion", "move_and_slide returns five values: moved, rest, hits, ground, floor"},
    {"vec", "moved", "move_and_slide returns five values: moved, rest, hits, ground, floor"},
    {"vec", "rest", "move_and_slide returns five values: moved, rest, hits, ground, floor"},
    {"vec", "hits", "move_and_slide returns five values: moved, rest, hits, ground, floor"},
    {"vec", "ground", "move_and_slide returns five values: moved, rest, hits, ground, floor"},
    {"vec", "floor", "move_and_slide returns five values: moved, rest, hits, ground, floor"},
    {"quat", "inverse", "use q:conjugate()"},
    {"quat", "rotate", "use q * v"},
    {"quat", "mul", "use q * r"},
    {"shape", "collideswith", "use shape:contact(other), or shape:overlap(other)"},
    {"shape", "intersects", "use shape:overlap(other)"},
    {"shape", "intersectsray", "use shape:raycast(origin, direction)"},
    {"shape", "intersectionswithray", "use shape:raycast(origin, direction)"},
    {"shape", "testpoint", "use shape:contains(p)"},
    {"shape", "rotate", "use shape:rotated(rotation), a new shape; a box has shape.rotation"},
    {"shape", "scale", "make a new shape of another size"},
    {"shape", "bbox", "use shape:bounds()"},
    {"shape", "boundingbox", "use shape:bounds()"},
    {"shape", "aabb", "use shape:bounds()"},
    {"shape", "translate", "use shape:move(v)"},
    {"shape", "copy", "use shape:clone()"},
    {"shape", "angle", "use shape.rotation"},
    {"shape", "points", "use shape.vertices"},
    {"shape", "x", "use shape.position.x"},
    {"shape", "y", "use shape.position.y"},
    {"shape", "type", "use shape.kind"},
    {"shape", "draw", "the shapes of the state are drawn; in scenario.draw use draw.shape(shape)"},
    {"body", "x", "use body.position.x"},
    {"body", "y", "use body.position.y"},
    {"body", "center", "use the field body.position"},
    {"body", "angle", "bodies do not rotate; use body.shape = body.shape:rotated(angle)"},
    {"body", "rotate", "bodies do not rotate; use body.shape = body.shape:rotated(angle)"},
    {"body", "rotated", "bodies do not rotate; use body.shape = body.shape:rotated(angle)"},
    {"body", "move", "use body.position = body.position + v, or body.velocity"},
    {"body", "radius", "use body.shape.radius"},
    {"body", "half", "use body.shape.half"},
    {"body", "rotation", "use body.shape.rotation"},
    {"body", "min", "use body.shape:bounds()"},
    {"body", "max", "use body.shape:bounds()"},
    {"body", "offset", "use body.shape.offset"},
    {"body", "direction", "use body.shape.direction"},
    {"body", "vertices", "use body.shape.vertices"},
    {"body", "triangles", "use body.shape.triangles"},
    {"body", "shapes", "use body.shape.shapes"},
    {"body", "base", "use body.shape.base"},
    {"body", "apex", "use body.shape.apex"},
    {"body", "touching", "use world:touching(body)"},
    {"body", "linearvelocity", "use the field body.velocity"},
    {"body", "applylinearimpulse", "use body.velocity = body.velocity + impulse / body.mass"},
    {"body", "applyimpulse", "use body.velocity = body.velocity + impulse / body.mass"},
    {"body", "applyforce", "use body.velocity = body.velocity + force / body.mass * dt"},
    {"body", "userdata", "use the field body.data"},
    {"body", "destroy", "use world:remove(body)"},
    {"body", "sensor", "use body.response = \"pass\""},
    {"body", "contacts", "use world:touching(body)"},
    {"body", "category", "use the fields body.group and body.mask"},
    {"body", "filterdata", "use the fields body.group and body.mask"},
    {"body", "type", "a body without a mass is static; use the field body.mask or body.mass"},
    {"world", "update", "use world:step(dt)"},
    {"world", "body", "use world:add(shape, { mass = 1 })"},
    {"world", "destroybody", "use world:remove(body)"},
    {"world", "raycastclosest", "use world:raycast(origin, direction)"},
    {"world", "querysegment", "use world:raycast_all(from, to - from, 1)"},
    {"world", "queryboundingbox", "use world:overlap(collide.aabb(min, max))"},
    {"world", "queryrect", "use world:overlap(collide.aabb(min, max))"},
    {"world", "querypoint", "use world:overlap(collide.point(p))"},
    {"world", "check", "use world:shapecast(body, motion)"},
    {"world", "items", "use world:bodies()"},
    {"world", "countitems", "use #world"},
    {"world", "bodycount", "use #world"},
    {"world", "count", "use #world"},
    {"world", "joint", JOINTS},
    {"world", "addjoint", JOINTS},
    {"world", "distancejoint", JOINTS},
    {"world", "revolutejoint", JOINTS},
    {"world", "ropejoint", JOINTS},
    {"world", "spring", JOINTS},
    {"world", "constraint", JOINTS},
    {"world", "contacts", "use world:events(), or world:touching(body)"},
    {"world", "callbacks", "use world:events(), or the body's response function"},
    {"contact", "penetration", "use contact.depth"},
    {"hit", "fraction", "use hit.t"},
    {"hit", "toi", "use hit.t"},
    {"hit", "time", "use hit.t"},
    {"hit", "triangle", "use hit.part, the index of the triangle or shape"},
    {"hit", "child", "use hit.part, the index of the triangle or shape"},
    {"hit", "fixture", "use hit.part, the index of the triangle or shape"},
    {"hit", "uv", "use hit.barycentric, the weights of the triangle's vertices"},
    {"hit", "body", "use the second result: local hit, body = world:raycast(origin, direction)"},
    {"event", "type", "use event.kind"},
    {"event", "fraction", "use event.t"},
    {"collide", "rectangle", "use collide.aabb(min, max), or collide.box(center, half_extents)"},
    {"collide", "rect", "use collide.aabb(min, max), or collide.box(center, half_extents)"},
    {"collide", "cuboid", "use collide.box(center, half_extents)"},
    {"collide", "cube", "use collide.box(center, half_extents)"},
    {"collide", "obb", "use collide.box(center, half_extents, rotation)"},
    {"collide", "ball", "use collide.sphere(center, radius)"},
    {"collide", "disc", "use collide.circle(center, radius)"},
    {"collide", "ray", "use collide.raycast(origin, direction, shape)"},
    {"collide", "linecast", "use collide.raycast(from, to - from, shape, 1)"},
    {"collide", "segmentcast", "use collide.raycast(from, to - from, shape, 1)"},
    {"collide", "sweep", "use collide.shapecast(a, motion, b)"},
    {"collide", "sweptcollision", "use collide.shapecast(a, motion, b)"},
    {"collide", "toi", "use collide.shapecast(a, motion, b)"},
    {"collide", "timeofimpact", "use collide.shapecast(a, motion, b)"},
    {"collide", "intersects", "use collide.overlap(a, b)"},
    {"collide", "intersect", "use collide.overlap(a, b)"},
    {"collide", "collides", "use collide.overlap(a, b), or collide.contact(a, b)"},
    {"collide", "penetration", "use collide.contact(a, b), whose depth it is"},
    {"collide", "halfspace", "use collide.plane(normal, offset)"},
    {"collide", "vector", "use collide.vec(x, y)"},
    {"collide", "quaternion", "use collide.quat(axis, angle)"},
    {"collide", "convex", "use collide.polygon(points) in 2D, collide.hull(points) in 3D"},
    {"collide", "concave", "use collide.outline(points, holes)"},
    {"collide", "triangulate", "use collide.outline(points, holes)"},
    {"collide", "decompose", "use collide.outline(points, holes)"},
    {"collide", "trimesh", "use collide.mesh(vertices, triangles)"},
};
// clang-format on

static const char *advice_for(const char *owner, const char *name) {
    char folded[CD_FOLDED_LETTERS + 1];
    cd_fold_name(name, folded);
    for (size_t i = 0; i < sizeof foreign_words / sizeof *foreign_words; i++)
        if (strcmp(foreign_words[i].owner, owner) == 0 &&
            strcmp(foreign_words[i].word, folded) == 0)
            return foreign_words[i].advice;
    return NULL;
}

int cd_lua_unknown_field(lua_State *L, int arg, int key, const char *what,
                         const char *const *names) {
    const char *name = cd_lua_word(L, key), *nearest = NULL;
    int distance = INT_MAX, count = 0;
    luaL_Buffer known;
    if (*name == '\0')
        name = cd_lua_describe(L, key);
    for (; names[count] != NULL; count++)
        if (cd_misspelling(name, names[count]) < distance) {
            distance = cd_misspelling(name, names[count]);
            nearest = names[count];
        }
    if (nearest != NULL)
        return cd_lua_argument_error(L, arg, "%sunknown field '%s'; did you mean '%s'?", what, name,
                                     nearest);
    luaL_buffinit(L, &known);
    for (int i = 0; i < count; i++) {
        luaL_addstring(&known, i == 0 ? "" : i == count - 1 ? " and " : ", ");
        luaL_addstring(&known, names[i]);
    }
    luaL_pushresult(&known);
    return cd_lua_argument_error(L, arg, "%sunknown field '%s'; there are %s", what, name,
                                 lua_tostring(L, -1));
}

// ---------------------------------------------------------------------------------------- members

/// The member that is the least misspelled; *kind is what it is.
static const char *nearest_member(const cd_lua_class *class, const char *name, const char **kind) {
    const char *nearest = NULL;
    int distance = INT_MAX;
    for (int i = 0; class->methods[i] != NULL; i++)
        for (const cd_lua_function *f = class->methods[i]; f->name != NULL; f++)
            if (cd_misspelling(name, f->name) < distance) {
                distance = cd_misspelling(name, f->name);
                nearest = f->name;
                *kind = "method";
            }
    for (int i = 0; class->fields[i] != NULL; i++)
        if (cd_misspelling(name, class->fields[i]) < distance) {
            distance = cd_misspelling(name, class->fields[i]);
            nearest = class->fields[i];
            *kind = "field";
        }
    return nearest;
}

static bool has_member(const cd_lua_class *class, const char *name) {
    for (int i = 0; class->methods[i] != NULL; i++)
        for (const cd_lua_function *f = class->methods[i]; f->name != NULL; f++)
            if (strcmp(f->name, name) == 0)
                return true;
    for (int i = 0; class->fields[i] != NULL; i++)
        if (strcmp(class->fields[i], name) == 0)
            return true;
    return false;
}

static const cd_lua_class *const classes[] = {
    &cd_lua_vec_class,     &cd_lua_quat_class,  &cd_lua_shape_class,
    &cd_lua_contact_class, &cd_lua_hit_class,   &cd_lua_world_class,
    &cd_lua_body_class,    &cd_lua_event_class, &cd_lua_batch_class};
enum { CLASS_COUNT = sizeof classes / sizeof *classes };

/// Whether any type has a member of this name: by asking for it a script tells what a value is.
static bool is_member(const char *name) {
    for (size_t i = 0; i < CLASS_COUNT; i++)
        if (has_member(classes[i], name))
            return true;
    return false;
}

bool cd_lua_add_owners(luaL_Buffer *text, const char *name) {
    bool any = false;
    for (size_t i = 0; i < CLASS_COUNT; i++)
        if (has_member(classes[i], name)) {
            luaL_addstring(text, any ? ", " : "");
            luaL_addstring(text, classes[i]->name);
            any = true;
        }
    return any;
}

/// ipairs of a world would end at once. Its place is that of the script's function.
static int no_list(lua_State *L) {
    lua_Debug caller;
    for (int level = 1; lua_getstack(L, level, &caller) == 1; level++) {
        luaL_where(L, level);
        if (lua_rawlen(L, -1) > 0)
            break;
    }
    lua_pushliteral(L, "a world is no list; write for body in world:bodies() do");
    lua_concat(L, 2);
    return lua_error(L);
}

int cd_lua_no_member(lua_State *L) {
    const cd_lua_class *class = lua_touserdata(L, lua_upvalueindex(1));
    const char *name = cd_lua_word(L, 2), *kind = "";
    const char *article = strchr("aeiou", class->name[0]) != NULL ? "an" : "a";
    const char *advice = advice_for(class->name, name);
    // What a body keeps in its shape raises, though by a shape's radius a script tells what it is.
    // So does the body of a hit, and an element of a world.
    const bool other_place =
        advice != NULL && (class == &cd_lua_body_class || class == &cd_lua_hit_class);
    if (class == &cd_lua_world_class && lua_isinteger(L, 2))
        return no_list(L);
    if (*name == '\0' || (is_member(name) && !other_place))
        return 0;
    const char *nearest = advice == NULL ? nearest_member(class, name, &kind) : NULL;
    if (advice == NULL && nearest == NULL)
        return 0;
    luaL_where(L, 2); // 1 is the __index of the type
    lua_pushfstring(L, "%s %s has no '%s'; ", article, class->name, name);
    if (advice != NULL)
        lua_pushstring(L, advice);
    else
        lua_pushfstring(L, "did you mean the %s '%s'?", kind, nearest);
    lua_concat(L, 3);
    return lua_error(L);
}

// ------------------------------------------------------------------------------------- the module

int cd_lua_no_function(lua_State *L) {
    const char *owner = lua_tostring(L, lua_upvalueindex(UP_NAME)), *name = cd_lua_word(L, 2);
    const char *advice = advice_for(owner, name), *nearest = NULL;
    int distance = INT_MAX;
    if (*name == '\0' || !lua_istable(L, 1))
        return 0;
    if (advice != NULL)
        return luaL_error(L, "%s has no '%s'; %s", owner, name, advice);
    lua_pushnil(L);
    for (; lua_next(L, 1); lua_pop(L, 1)) {
        const char *member = cd_lua_word(L, -2);
        const int off = cd_misspelling(name, member);
        // Of equally near names the first in the alphabet, whatever the order of the table.
        if (off < distance || (off == distance && nearest != NULL && strcmp(member, nearest) < 0)) {
            distance = off;
            nearest = member;
        }
    }
    if (nearest != NULL)
        return luaL_error(L, "%s has no '%s'; did you mean '%s'?", owner, name, nearest);
    return 0;
}
