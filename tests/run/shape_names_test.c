// The names of the shapes of a frame, as a runner tells them: those of their keys, those that the
// state or draw gives, and those of bodies.
#include "runner_child.h"

#include <signal.h>

/// The bodies of a world come last; a body that the state holds has its name there.
static void test_bodies(void) {
    static const char source[] =
        "local collide = require 'collide'\n"
        "local s = {} function s.load()\n"
        "  local world = collide.world { dim = 2 }\n"
        "  local function add(x) return world:add(collide.circle({x, 0}, 1), { mass = 1 }) end\n"
        "  local crowd, list = add(0), { add(1), add(2), add(3) }\n"
        "  world:remove(list[3])\n"
        "  return { world = world, ball = list[1], list = list, zone = collide.circle({9, 9}, 1) "
        "}\n"
        "end return s";
    static const char *const keys[] = {"zone", "world[1]", "ball", "list[2]"};
    cd_message m;
    child c = run_script(source, true, &m);
    CHECK(m.as.frame.shape_count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK(strcmp(m.as.frame.shapes[i].key, keys[i]) == 0);
        CHECK(m.as.frame.shapes[i].style.unnamed == (i == 1));
        CHECK(i == 0 || m.as.frame.shapes[i].shape.as.center.x == i - 1);
    }
    m = step_once(&c, (cd_step){.drag = {"list[2]", {5, 6, 0}}});
    CHECK(m.as.frame.shapes[3].shape.as.center.y == 6);
    CHECK(m.as.frame.shapes[2].shape.as.center.y == 0);
    CHECK(finish(&c) == 0);
}

/// A shape has the name of its key, whatever that is.
static void test_names(void) {
    static const char source[] =
        "local collide = require 'collide'\n"
        "local s = {} function s.load()\n"
        "  local function at(x) return collide.circle({ x, 0 }, 1) end\n"
        "  return { [2] = at(2), [1.5] = at(1), [true] = at(3), ['a b'] = at(4), [at(0)] = at(5),\n"
        "    a = { [false] = { b = at(6) } }, _Z9 = at(7), ['2b'] = at(8), ['a^'] = at(9),\n"
        "    ['a{'] = at(10), ['\u00e9'] = at(11), ['a-b'] = at(12), ['a@'] = at(13) }\n"
        "end return s";
    static const char *const keys[] = {
        "[1.5]",    "[2]",      "[true]",   "[\"a b\"]", "[?]",       "a[false].b", "_Z9",
        "[\"2b\"]", "[\"a^\"]", "[\"a{\"]", "\u00e9",    "[\"a-b\"]", "[\"a@\"]"};
    enum { COUNT = sizeof keys / sizeof *keys };
    cd_message m;
    child c = run_script(source, true, &m);
    CHECK(m.as.frame.shape_count == COUNT);
    for (int i = 0; i < m.as.frame.shape_count; i++) {
        const int x = (int)m.as.frame.shapes[i].shape.as.center.x;
        CHECK(x >= 1 && x <= COUNT && strcmp(m.as.frame.shapes[i].key, keys[x - 1]) == 0);
    }
    CHECK(finish(&c) == 0);
}

/// A shape or body in a table of the state that has a name, or a title, is called by it; what the
/// state itself is called names no shape.
static void test_given_names(void) {
    static const char source[] =
        "local collide = require 'collide'\n"
        "local s = {} function s.load()\n"
        "  local function at(x) return collide.circle({ x, 0 }, 1) end\n"
        "  local world = collide.world { dim = 2 }\n"
        "  return { name = 'the game', a = at(1), world = world,\n"
        "    cars = { { name = 'Red', body = at(2), wheels = { at(3) } },\n"
        "      { title = 'Blue', name = 7, body = world:add(at(4)) }, { name = '', at(5) } } }\n"
        "end return s";
    static const char *const names[] = {NULL, "Red", "Red wheel 1", "Blue", NULL};
    cd_message m;
    child c = run_script(source, true, &m);
    CHECK(m.as.frame.shape_count == 5);
    for (int i = 0; i < m.as.frame.shape_count; i++) {
        const int x = (int)m.as.frame.shapes[i].shape.as.center.x;
        const char *got = m.as.frame.shapes[i].name, *expected = names[x - 1];
        CHECK(got == NULL ? expected == NULL : expected != NULL && strcmp(got, expected) == 0);
    }
    CHECK(finish(&c) == 0);
}

/// A shape has the name that draw gives it, with a style or without; one that lies deeper than
/// twelve tables is none of the frame's.
static void test_looks(void) {
    static const char source[] =
        "local collide = require 'collide'\n"
        "local s = {} function s.load()\n"
        "  local t = collide.point { 9, 9 } for _ = 1, 12 do t = { t } end\n"
        "  return { a = collide.point { 1, 0 }, b = collide.point { 2, 0 }, t = t }\n"
        "end\n"
        "function s.draw(t, draw)\n"
        "  draw.name(t.a, 'first') draw.name(t.b, 'second') draw.style(t.b, { hidden = true })\n"
        "end return s";
    cd_message m;
    child c = run_script(source, true, &m);
    CHECK(m.as.frame.shape_count == 2);
    for (int i = 0; i < m.as.frame.shape_count; i++) {
        const cd_named_shape *shape = &m.as.frame.shapes[i];
        CHECK(shape->name != NULL && strcmp(shape->name, i ? "second" : "first") == 0);
        CHECK(shape->style.hidden == (i == 1));
    }
    CHECK(finish(&c) == 0);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    test_bodies();
    test_names();
    test_given_names();
    test_looks();
    return failures != 0;
}
