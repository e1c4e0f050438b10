// The runner process as its viewer sees it (support/runner_child.h). Honest scripts get their
// frames; a viewer that goes away or sends rubbish ends the runner. hostile_scripts_test.c has the
// others.
#include "runner_child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>

static void test_run(void) {
    static const char source[] =
        "local collide = require 'collide'\n"
        "local other = require 'other'\n"
        "local s = { title = 'Test', seed = math.maxinteger,"
        " params = { speed = { 2, min = 0, max = 9 }, on = true,\n"
        "  kind = { 'b', choices = { 'a', 'b' } } }, checks = {} }\n"
        "function s.load(p)\n"
        "  print('loaded', other, p.speed)\n"
        "  return { ball = collide.sphere({0, 1, 0}, 1), walls = {\n"
        "    collide.plane({0, 1, 0}, 0), collide.plane({1, 0, 0}, -4) } }\n"
        "end\n"
        "function s.update(state, dt, p, input)\n"
        "  if input.down 'left' then state.ball:move { -p.speed * dt, 0, 0 } end\n"
        "  state.distance = state.ball:distance(state.walls[2])\n"
        "end\n"
        "function s.draw(state, draw)\n"
        "  draw.text('hello') draw.arrow({0, 0, 0}, {1, 0, 0}, 'red')\n"
        "  draw.style(state.walls[1], { hidden = true }) draw.plot('d', 1.5)\n"
        "end\n"
        "s.checks['stays'] = function(state) return state.distance > 2.95, 'too near' end\n"
        "return s\n";
    child c = start_script(source, true);
    cd_message m = receive(&c);
    CHECK(m.type == CD_MSG_REQUIRE && strcmp(m.as.require.name, "other") == 0);
    send_message(&c, &(cd_message){.type = CD_MSG_MODULE,
                                   .as.module = {.found = true,
                                                 .name = "scripts/other.lua",
                                                 .source = "return 42",
                                                 .source_size = 9}});
    m = receive(&c);
    CHECK(m.type == CD_MSG_LOADED && strcmp(m.as.loaded.title, "Test") == 0);
    CHECK(m.as.loaded.seed == INT64_MAX); // all 64 bits
    CHECK(m.as.loaded.dim == 3 && m.as.loaded.param_count == 3 && m.as.loaded.check_count == 1);
    CHECK(m.as.loaded.params[0].kind == CD_PARAM_CHOICE && m.as.loaded.params[0].choice == 1);
    CHECK(m.as.loaded.params[1].boolean && m.as.loaded.params[2].range.max == 9);
    m = receive(&c);
    CHECK(m.type == CD_MSG_FRAME && m.as.frame.frame == 0 && m.as.frame.shape_count == 3);
    CHECK(m.as.frame.print_count == 1 && strcmp(m.as.frame.prints[0], "loaded\t42\t2") == 0);
    CHECK(strcmp(m.as.frame.shapes[2].key, "walls[2]") == 0);
    CHECK(m.as.frame.shapes[1].style.hidden && !m.as.frame.shapes[2].style.hidden);
    CHECK(m.as.frame.drawing_count == 3 && m.as.frame.drawings[2].number == 1.5);
    step(&c, 3, "left");
    for (int frame = 1; frame <= 3; frame++) {
        m = receive(&c);
        CHECK(m.type == CD_MSG_FRAME && m.as.frame.frame == frame && m.as.frame.query_count == 1);
        const cd_query *query = &m.as.frame.queries[0];
        CHECK(strcmp(query->name, "distance") == 0 && query->line == 12);
        CHECK(strcmp(query->file, "scripts/x.lua") == 0 && query->argument_count == 2);
        CHECK(query->results[0].kind == CD_VALUE_NUMBER);
        for (int i = 0; i < 2; i++) { // the arguments refer to shapes of the frame
            const cd_value *asked = &query->arguments[i];
            CHECK(asked->which >= 0 && asked->which < m.as.frame.shape_count);
            CHECK(asked->as.shape.kind == m.as.frame.shapes[asked->which].shape.kind);
        }
        CHECK(query->arguments[0].which != query->arguments[1].which);
        CHECK(m.as.frame.checks[0].passed == (frame < 2));
    }
    CHECK(m.as.frame.checks[0].first_failure == 2);
    CHECK(strcmp(m.as.frame.checks[0].message, "too near") == 0);
    CHECK(finish(&c) == 0);
}

/// What a scenario says of itself reaches the window: keys that do the same in one entry, arrows
/// first.
static void test_about(void) {
    static const char source[] = "local turn = { en = 'turn', ja = '\u66f2' }\n"
                                 "return { about = { en = ' two\\n lines', ja = '\u4e00' },\n"
                                 "  controls = { space = 'fire', right = turn, left = turn } }";
    child c = start_script(source, true);
    const cd_message m = receive(&c);
    const cd_loaded *loaded = &m.as.loaded;
    CHECK(m.type == CD_MSG_LOADED && strcmp(loaded->about.en, "two lines") == 0);
    CHECK(strcmp(loaded->about.ja, "\u4e00") == 0 && loaded->control_count == 2);
    CHECK(strcmp(loaded->controls[0].keys, "\u2190 \u2192") == 0);
    CHECK(strcmp(loaded->controls[0].words.ja, "\u66f2") == 0);
    CHECK(strcmp(loaded->controls[1].keys, "Space") == 0);
    CHECK(strcmp(loaded->controls[1].words.ja, "fire") == 0); // there is no other
    CHECK(finish(&c) == 0);
}

/// What a person does reaches `input`; the wheel turns and a text comes in the first frame only.
static void test_input(void) {
    static const char source[] =
        "local s = {} function s.update(_, _, _, input)\n"
        "  local m = input.mouse\n"
        "  print(m.x, m.y, m.inside, m.wheel, input.text, input.pad.axis 'lefty')\n"
        "end return s";
    static const char *const lines[] = {"1.0\t2.0\ttrue\t3.0\thi\t0.5",
                                        "1.0\t2.0\ttrue\t0.0\t\t0.5"};
    cd_message m;
    child c = run_script(source, false, &m);
    send_message(
        &c, &(cd_message){
                .type = CD_MSG_STEP,
                .as.step = {.count = 2,
                            .mouse = {.known = true, .inside = true, .at = {1, 2, 0}, .wheel = 3},
                            .pad = {.connected = true, .axes = {0, 0.5f}},
                            .text = "hi"}});
    for (int i = 0; i < 2; i++) {
        m = receive_frame(&c);
        CHECK(m.as.frame.print_count == 1 && strcmp(m.as.frame.prints[0], lines[i]) == 0);
    }
    CHECK(finish(&c) == 0);
}

/// The camera of a script; and a wrong one, which leaves it where it was and says why.
static void test_camera(void) {
    static const char source[] = "local collide = require 'collide'\n"
                                 "local s = {} function s.load() return { n = 0 } end\n"
                                 "function s.update(t) t.n = t.n + 1 end\n"
                                 "function s.camera(t, view)\n"
                                 "  view.center, view.angle = collide.vec(3, 4), 0.5\n"
                                 "  view.height = t.n == 0 and 5 or -5\n"
                                 "end return s";
    child c = start_script(source, false);
    CHECK(receive(&c).type == CD_MSG_LOADED);
    for (int i = 0; i < 2; i++) {
        const cd_message m = receive(&c);
        const cd_aim *aim = &m.as.frame.aim;
        CHECK(m.type == CD_MSG_FRAME && aim->set && aim->center.x == 3 && aim->center.y == 4);
        CHECK(aim->height == 5 && aim->angle == 0.5);
        CHECK((strstr(aim->problem, "view.height must be finite and > 0, got -5") != NULL) == i);
        step(&c, 1, NULL);
    }
    CHECK(finish(&c) == 0);
}

/// What the picture keeps does not depend on the detail of the frames, nor on how they are asked
/// for: of shapes and of a world's bodies.
static void test_kept(void) {
    static const char source[] = "local collide = require 'collide'\n"
                                 "return { load = function()\n"
                                 "  local s = { ball = collide.circle({ 0, 0 }, 1) }\n"
                                 "  s.world = collide.world { dim = 2 }\n"
                                 "  s.world:add(s.ball, { velocity = { 60, 0 }, mass = 1 })\n"
                                 "  return s end, update = function(s, dt)\n"
                                 "  s.ball:move { 0, 1 } s.world:step(dt) end }";
    enum { LAST = 30 };
    cd_kept kept[2];
    for (int i = 0; i < 2; i++) {
        cd_message m;
        child c = run_script(source, i == 1, &m);
        for (int n = 0; n < LAST; n++)
            m = step_once(&c, (cd_step){.count = 1});
        kept[i] = m.as.frame.kept;
        CHECK(m.as.frame.frame == LAST && finish(&c) == 0);
    }
    const cd_vec corner = {LAST + 1, LAST + 1, 0};
    CHECK(kept[0].some && cd_length(cd_sub(kept[0].box.max, corner)) < 1e-9);
    CHECK(cd_equal(kept[0].box.min, kept[1].box.min) && cd_equal(kept[0].box.max, kept[1].box.max));
}

/// A camera begins with all finite shapes; a state that has none tells its dimension by its view.
static void test_first_view(void) {
    static const struct {
        const char *script, *view; ///< the script, and what its camera begins with
        int dim;
    } cases_of_views[] = {
        {"view = 'top',", "10.0 0.0 0.0 nil", 3},
        {"view = 'front',", "10.0 0.0 0.0 nil", 2},
        {"load = function() return { collide.plane({0, 1}, 0), collide.aabb({0, 0}, {2, 4}) } end,",
         "4.8 1.0 2.0 nil", 2},
        {"load = function() return { collide.plane({0, 1, 0}, 0) } end,", "10.0 0.0 0.0 0.0", 3},
        {"load = function() return { collide.aabb({0, 0, 0}, {48, 5, 64}) } end,",
         "54.0 24.0 2.5 32.0", 3},
        {"load = function() return { collide.point { 3, 4 } } end,", "10.0 3.0 4.0 nil", 2},
    };
    for (size_t i = 0; i < sizeof cases_of_views / sizeof *cases_of_views; i++) {
        char source[400];
        snprintf(source, sizeof source,
                 "local collide = require 'collide' return { %s\n"
                 "camera = function(_, view) local p = view.center\n"
                 "  print(('%%s %%s %%s %%s'):format(view.height, p.x, p.y, p.z)) end }",
                 cases_of_views[i].script);
        child c = start_script(source, false);
        cd_message m = receive(&c);
        CHECK(m.type == CD_MSG_LOADED && m.as.loaded.dim == cases_of_views[i].dim);
        m = receive_frame(&c);
        CHECK(m.as.frame.print_count == 1);
        CHECK(strcmp(m.as.frame.prints[0], cases_of_views[i].view) == 0);
        if (getenv("VERBOSE"))
            fprintf(stderr, "view: %s\n", m.as.frame.prints[0]);
        CHECK(finish(&c) == 0);
    }
}

/// A shape is moved to where a person drags it, unless that lies out of the range; no other moves.
static void test_drag(void) {
    static const char source[] =
        "local collide = require 'collide'\n"
        "local s = {} function s.load()\n"
        "  local world = collide.world { dim = 2 }\n"
        "  world:add(collide.circle({ 0, 0 }, 1)) world:add(collide.circle({ 1, 0 }, 1))\n"
        "  return { far = collide.circle({ -9e18, 0 }, 1), near = collide.circle({ 2, 0 }, 1),\n"
        "    world = world }\n"
        "end return s";
    static const struct {
        const char *key;
        double to, after[4]; ///< where it goes; the middles of far, near and both bodies then
    } drags[] = {{"far", 1.7e308, {-9e18, 2, 0, 1}},
                 {"near", 7, {-9e18, 7, 0, 1}},
                 {"world[2]", 8, {-9e18, 7, 0, 8}}};
    cd_message m;
    child c = run_script(source, true, &m);
    for (size_t i = 0; i < sizeof drags / sizeof *drags; i++) {
        m = step_once(&c, (cd_step){.drag = {drags[i].key, {drags[i].to, 0, 0}}});
        CHECK(m.as.frame.shape_count == 4);
        for (int k = 0; k < m.as.frame.shape_count; k++)
            CHECK(m.as.frame.shapes[k].shape.as.center.x == drags[i].after[k]);
    }
    CHECK(finish(&c) == 0);
    c = run_script("local collide = require 'collide'\n"
                   "return { load = function() return { collide.sphere({ 1, 2, 3 }, 1) } end }",
                   true, &m);
    m = step_once(&c, (cd_step){.drag = {"[1]", {4, 5, 6}}});
    CHECK(m.as.frame.shape_count == 1);
    CHECK(cd_equal(m.as.frame.shapes[0].shape.as.center, (cd_vec){4, 5, 6}));
    CHECK(finish(&c) == 0);
}

/// Params that a step sets count from then on; lines of the console run after it.
static void test_settings(void) {
    static const char source[] = "local s = { params = { speed = { 2, min = 0, max = 9 } } }\n"
                                 "function s.load() return { x = 0 } end\n"
                                 "function s.update(t, _, p) t.x = t.x + p.speed print(t.x) end\n"
                                 "return s";
    cd_message m;
    child c = run_script(source, true, &m);
    static const char *const printed[] = {"2", "7", "12"};
    for (int i = 0; i < 3; i++) {
        cd_setting speed = {.name = "speed", .value = "5"};
        const char *line = "print(41 + 1)";
        m = step_once(&c, (cd_step){.setting_count = i == 1,
                                    .settings = &speed,
                                    .line_count = i == 2,
                                    .lines = &line});
        CHECK(m.as.frame.print_count == (i == 2 ? 3 : 1));
        CHECK(strcmp(m.as.frame.prints[0], printed[i]) == 0);
        CHECK(i < 2 || strcmp(m.as.frame.prints[2], "42") == 0); // behind the line itself
    }
    CHECK(finish(&c) == 0);
}

/// Observing must not change what a script does.
static void test_observing(void) {
    static const char source[] =
        "local s = {} function s.load() return { x = 0, t = { b = 1, a = 2 } } end\n"
        "function s.update(state) state.x = state.x + math.random() end\n"
        "function s.draw(state, draw) draw.text(math.random()) end return s";
    uint64_t hashes[2] = {0, 1};
    for (int observe = 0; observe < 2; observe++) {
        cd_message m;
        child c = run_script(source, observe, &m);
        step(&c, 50, NULL);
        for (int i = 0; i < 50; i++)
            hashes[observe] = receive(&c).as.frame.hash;
        CHECK(finish(&c) == 0);
    }
    CHECK(hashes[0] == hashes[1]);
}

/// The runner limits what would keep a viewer busy: texts are cut between two code points, lists of
/// points and drawings are cut and the rest is counted. Printed texts stay whole.
static void test_limits(void) {
    static const char source[] =
        "local s = { budget = 20, title = ('\xe5\xb9\xb3'):rep(2000) }\n"
        "function s.load() print(('x'):rep(9000)) return {} end\n"
        "function s.draw(_, draw)\n"
        "  local list = {} for i = 1, 1000 do list[i] = { i, 0 } end\n"
        "  for i = 1, 250 do draw.line(list) end\n"
        "  draw.arrow({ 0, 0 }, { 1, 0 }) draw.text({ 0, 0 }, ('y'):rep(9000))\n"
        "  for i = 1, 100000 do draw.text({ i, 0 }, 'label ' .. i) end\n"
        "end return s";
    child c = start_script(source, true);
    cd_message m = receive(&c);
    CHECK(m.type == CD_MSG_LOADED && strlen(m.as.loaded.title) == 4095);
    m = receive(&c);
    CHECK(m.type == CD_MSG_FRAME && strlen(m.as.frame.prints[0]) == 9000);
    CHECK(m.as.frame.drawing_count == 20000 && m.as.frame.omitted == 50000 + 80252);
    CHECK(m.as.frame.drawings[199].point_count == 1000);
    CHECK(m.as.frame.drawings[200].point_count == 0);
    CHECK(m.as.frame.drawings[250].point_count == 2);
    CHECK(m.as.frame.drawings[251].point_count == 1);
    CHECK(strlen(m.as.frame.drawings[251].text) == 4096);
    CHECK(finish(&c) == 0);
}

/// Of more shapes than a frame takes the rest is counted.
static void test_many_shapes(void) {
    static const char source[] =
        "local collide = require 'collide'\n"
        "local s = { budget = 60 }\n"
        "function s.update(t) for i = 1, 100003 do t[i] = collide.point { i, 0 } end end\n"
        "function s.draw(t, draw) if t[1] then draw.style(t[100003], { hidden = true }) end end\n"
        "return s";
    cd_message m;
    child c = run_script(source, true, &m);
    m = step_once(&c, (cd_step){0});
    CHECK(m.as.frame.shape_count == 100000 && m.as.frame.omitted == 3);
    CHECK(finish(&c) == 0);
}

/// A script asks for a module while steps wait in the pipe, before and after the answer.
static void test_require_between_steps(void) {
    static const char source[] =
        "local s = {} function s.load() return { n = 0 } end\n"
        "function s.update(t) t.n = t.n + 1\n"
        "  if t.n == 2 then print(require 'other') print(pcall(require, 'none')) end\n"
        "end return s";
    cd_message m;
    child c = run_script(source, false, &m);
    step(&c, 2, NULL);
    step(&c, 1, NULL);
    CHECK(receive(&c).as.frame.frame == 1);
    m = receive(&c);
    CHECK(m.type == CD_MSG_REQUIRE && strcmp(m.as.require.name, "other") == 0);
    step(&c, 2, NULL);
    send_message(&c, &(cd_message){.type = CD_MSG_MODULE,
                                   .as.module = {true, "scripts/other.lua", "return 42", 9}});
    m = receive(&c);
    CHECK(m.type == CD_MSG_REQUIRE && strcmp(m.as.require.name, "none") == 0);
    send_message(&c, &(cd_message){.type = CD_MSG_MODULE, .as.module = {.name = "there is none"}});
    m = receive(&c);
    CHECK(m.as.frame.frame == 2 && m.as.frame.print_count == 2);
    CHECK(strcmp(m.as.frame.prints[0], "42") == 0);
    CHECK(strstr(m.as.frame.prints[1], "there is none") != NULL);
    for (int frame = 3; frame <= 5; frame++)
        CHECK(receive(&c).as.frame.frame == frame);
    CHECK(finish(&c) == 0);

    // A viewer that answers with something else, or goes away, ends the runner.
    for (int answer = 0; answer < 3; answer++) {
        c = start_script("require 'other'", false);
        CHECK(receive(&c).type == CD_MSG_REQUIRE);
        if (answer == 1)
            load(&c, "return {}", false);
        else if (answer == 2) // a module that is neither found nor not
            CHECK(write(c.to, "\2\0\0\0\2\7", 6) == 6);
        CHECK(finish(&c) == 1);
    }
    c = start();
    close(c.from);
    load(&c, "require 'other'", false);
    c.from = open("/dev/null", O_RDONLY);
    CHECK(finish(&c) == 1);
}

/// The runner ends when its viewer goes away or sends rubbish.
static void test_pipe(void) {
    child c = start();
    CHECK(finish(&c) == 0);
    c = start();
    CHECK(write(c.to, "rubbish, not a message", 22) == 22);
    CHECK(finish(&c) == 1);
    c = start();
    step(&c, 1, NULL); // before the script is loaded
    CHECK(finish(&c) == 1);
    c = start_script("return {}", false);
    load(&c, "return {}", false); // once more
    CHECK(finish(&c) == 1);
    c = start_script("return {}", false);
    CHECK(write(c.to, "\5\0\0\0\3\xff\xff\xff\xff", 9) == 9); // a step of -1 frames
    CHECK(finish(&c) == 1);
    c = start_script("return {}", false);
    send_message(&c, &(cd_message){.type = CD_MSG_QUIT});
    while (receive(&c).type != 0) // it ends by itself
        continue;
    CHECK(finish(&c) == 0);
}

/// A trusted script has io and os. A restricted one has not, and its process could not use them.
static void test_trust(void) {
    char source[] = "print(io, os, debug, package, dofile)\n"
                    "if io then\n"
                    "  print((tostring(debug.upvalueid(function() return io end, 1))))\n"
                    "  print(select(2, pcall(pairs, { [io.stdout] = 1 })))\n"
                    "end\n"
                    "return { load = function() return { io and io.stdout, true } end }";
    char *const file = strstr(source, "io.stdout, true");
    uint64_t hashes[3];
    for (int run = 0; run < 3; run++) {
        const bool trusted = run > 0;
        if (run == 2)
            memcpy(file, "io.stderr", 9);
        child c = start();
        send_message(&c, &(cd_message){.type = CD_MSG_LOAD,
                                       .as.load = {.name = "x.lua",
                                                   .source = source,
                                                   .source_size = sizeof source - 1,
                                                   .trusted = trusted}});
        receive(&c);
        cd_message m = receive(&c);
        CHECK(m.type == CD_MSG_FRAME && m.as.frame.print_count == (trusted ? 3 : 1));
        const bool bare = strcmp(m.as.frame.prints[0], "nil\tnil\tnil\tnil\tnil") == 0;
        CHECK(bare == !trusted);
        if (m.as.frame.print_count == 3) { // no addresses
            CHECK(strcmp(m.as.frame.prints[1], "userdata") == 0);
            CHECK(strstr(m.as.frame.prints[2], "'pairs' has no fixed order for keys") != NULL);
        }
        hashes[run] = m.as.frame.hash;
        CHECK(finish(&c) == 0);
    }
    CHECK(hashes[0] != hashes[1] && hashes[1] == hashes[2]); // a file is hashed without its address
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    test_run();
    test_about();
    test_input();
    test_camera();
    test_kept();
    test_first_view();
    test_drag();
    test_settings();
    test_observing();
    test_limits();
    test_many_shapes();
    test_pipe();
    test_trust();
    test_require_between_steps();
    return failures != 0;
}
