// The plain values of a state as a runner sends them for the inspector: whatever lies in it, each
// table once, without running the script's code, and without changing the run.
#include "runner_child.h"

#include "view/inspect/state_tree.h"

#include <math.h>
#include <stdio.h>

/// The value at a path; NULL: there is none.
static const cd_state_value *at(const cd_frame *frame, const char *path) {
    char text[CD_STATE_PATH_MAX];
    for (int i = 0; i < frame->value_count; i++)
        if (strcmp(cd_state_path(frame, i, text), path) == 0)
            return &frame->values[i];
    return NULL;
}

static bool is_number(const cd_frame *frame, const char *path, double number) {
    const cd_state_value *v = at(frame, path);
    return v != NULL && v->kind == CD_STATE_NUMBER && v->number.x == number;
}

static bool is_text(const cd_frame *frame, const char *path, const char *text) {
    const cd_state_value *v = at(frame, path);
    return v != NULL && v->kind == CD_STATE_TEXT && strcmp(v->text, text) == 0;
}

/// The shape that the value at a path stands for has this path, too.
static bool is_shape(const cd_frame *frame, const char *path) {
    const cd_state_value *v = at(frame, path);
    return v != NULL && v->which >= 0 && strcmp(frame->shapes[v->which].key, path) == 0;
}

static const char source[] =
    "local collide = require 'collide'\n"
    "local vec, s = collide.vec, {}\n"
    "function s.load()\n"
    "  local world = collide.world { dim = 2 }\n"
    "  local body = world:add(collide.circle({1, 2}, 1), { velocity = vec(3, 4), mass = 2,\n"
    "    restitution = 0.5, response = 'slide', group = 2, data = { hp = 7 } })\n"
    "  world:add(collide.circle({9, 2}, 1))\n"
    "  local t = { world = world, rock = { body = body, spin = 0.25 }, list = { 10, 20, { 30 } },\n"
    "    flag = true, name = 'a\\nb', v = vec(1, 2, 3), n = 0, ball = collide.circle({5, 5}, 1),\n"
    "    nan = 0/0, q = collide.quat(1, 0, 0, 0), f = print, deep = {} }\n"
    "  t.self, t.twin = t, t.rock\n"
    "  t[1.5], t[true], t['a b'], t[{}], t[print] = 1, 2, 3, 4, 5\n"
    "  local deep = t.deep for i = 1, 40 do deep.d = {} deep = deep.d end\n"
    "  t.odd = setmetatable({ v = 1 }, { __index = error, __len = error, __pairs = error,\n"
    "    __tostring = error, __eq = error })\n"
    "  return t\n"
    "end\n"
    "function s.update(t, dt) t.n = t.n + 1\n"
    "  t.rock.spin = t.n == 1 and 0.5 or 'gone' end\n"
    "return s";

static void load_for_state(child *c, const char *text, const char **plotted, int count) {
    detail = CD_DETAIL_STATE;
    send_message(c, &(cd_message){.type = CD_MSG_LOAD,
                                  .as.load = {.name = "scripts/x.lua",
                                              .source = text,
                                              .source_size = strlen(text),
                                              .plotted = plotted,
                                              .plotted_count = count,
                                              .detail = detail}});
    CHECK(receive(c).type == CD_MSG_LOADED);
}

static void test_values(void) {
    child c = start();
    load_for_state(&c, source, NULL, 0);
    const cd_frame f = receive_frame(&c).as.frame;
    CHECK(is_number(&f, "rock.spin", 0.25) && is_number(&f, "list[2]", 20));
    CHECK(is_number(&f, "list[3][1]", 30) && is_number(&f, "n", 0) && is_number(&f, "odd.v", 1));
    CHECK(is_number(&f, "[1.5]", 1) && is_number(&f, "[true]", 2) && is_number(&f, "[\"a b\"]", 3));
    CHECK(at(&f, "flag")->kind == CD_STATE_BOOLEAN && at(&f, "flag")->number.x == 1);
    CHECK(isnan(at(&f, "nan")->number.x) && at(&f, "v")->kind == CD_STATE_VECTOR);
    CHECK(at(&f, "v")->dim == 3 && at(&f, "v")->number.z == 3);
    CHECK(is_text(&f, "name", "a\\nb") && is_text(&f, "f", "function"));
    CHECK(is_text(&f, "self", "the same table as the state"));
    CHECK(is_text(&f, "twin", "the same table as rock"));
    CHECK(is_text(&f, "", "2 more with keys that are tables or functions"));
    CHECK(is_shape(&f, "ball") && at(&f, "ball")->kind == CD_STATE_SHAPE);
    CHECK(is_shape(&f, "rock.body") && at(&f, "rock.body")->kind == CD_STATE_BODY);
    CHECK(at(&f, "rock.body.velocity")->number.y == 4 && at(&f, "rock.body.velocity")->dim == 2);
    CHECK(is_number(&f, "rock.body.mass", 2) && is_number(&f, "rock.body.data.hp", 7));
    CHECK(is_text(&f, "rock.body.response", "slide") && is_number(&f, "rock.body.group", 2));
    // Of the bodies of a world only those that have no other name.
    CHECK(at(&f, "world")->number.x == 2 && at(&f, "world[1]") == NULL && is_shape(&f, "world[2]"));
    CHECK(isinf(at(&f, "world[2].mass")->number.x) && !f.values_cut);
    CHECK(finish(&c) == 0);
}

/// Plots are there in every detail, under their paths; where there is no number, NaN. Neither they
/// nor the values change the run.
static void test_plots(void) {
    const char *paths[] = {"rock.spin", "world[1].velocity.y", "list[3][1]",     "v.z",
                           "flag",      "[\"a b\"]",           "nothing.at.all", "[true]"};
    enum { COUNT = sizeof paths / sizeof *paths };
    const double numbers[] = {0.25, 4, 30, 3, 1, 3, NAN, 2};
    cd_message plain, m;
    child with = start(), without = run_script(source, false, &plain);
    load_for_state(&with, source, paths, COUNT);
    m = receive_frame(&with);
    CHECK(m.as.frame.drawing_count == COUNT && plain.as.frame.drawing_count == 0);
    for (int i = 0; i < COUNT; i++) {
        char name[64];
        snprintf(name, sizeof name, "s.%s", paths[i]);
        const cd_drawing *d = &m.as.frame.drawings[i];
        CHECK(d->kind == CD_DRAW_STATE_PLOT && strcmp(d->text, name) == 0);
        CHECK(d->number == numbers[i] || (isnan(d->number) && isnan(numbers[i])));
    }
    CHECK(m.as.frame.hash == plain.as.frame.hash);
    const char *odd[] = {"",
                         ".",
                         "[",
                         "[\"",
                         "rock",
                         "rock.",
                         "rock..spin",
                         "v.w",
                         "odd.nope",
                         "world[99].mass",
                         "world[1].shape",
                         "name.x",
                         "self.self.n",
                         "ball.x"};
    for (int i = 0; i < 3; i++) {
        detail = i == 1 ? CD_DETAIL_NONE : CD_DETAIL_STATE;
        m = step_once(&with,
                      (cd_step){.plotted = i < 2 ? paths : odd, .plotted_count = 1 + 7 * (i == 2)});
        detail = CD_DETAIL_NONE;
        plain = step_once(&without, (cd_step){0});
        CHECK(m.as.frame.hash == plain.as.frame.hash);
        if (i == 1)
            CHECK(isnan(m.as.frame.drawings[0].number) && m.as.frame.value_count == 0);
        else if (i == 0)
            CHECK(m.as.frame.drawings[0].number == 0.5 && m.as.frame.value_count > 20);
        for (int k = 0; i == 2 && k < m.as.frame.drawing_count; k++)
            CHECK(isnan(m.as.frame.drawings[k].number));
    }
    detail = CD_DETAIL_FULL;
    m = step_once(&with, (cd_step){.plotted = odd + 7, .plotted_count = 7});
    for (int k = 0; k < 7; k++)
        CHECK(isnan(m.as.frame.drawings[k].number) == (k != 5)); // self.self.n is there
    CHECK(m.as.frame.drawings[5].number == 4 && m.as.frame.value_count == 0);
    CHECK(finish(&with) == 0 && finish(&without) == 0);
}

/// Of a huge state the first values are listed.
static void test_many(void) {
    child c = start();
    load_for_state(&c,
                   "return { load = function() local t = {}\n"
                   "for i = 1, 60000 do t[i] = { i, x = 'x' .. i } end return t end }",
                   NULL, 0);
    const cd_frame f = receive_frame(&c).as.frame;
    CHECK(f.value_count == 100000 && f.values_cut);
    CHECK(is_number(&f, "[1][1]", 1) && is_text(&f, "[1].x", "x1"));
    CHECK(finish(&c) == 0);
}

int main(void) {
    test_values();
    test_plots();
    test_many();
    return failures != 0;
}
