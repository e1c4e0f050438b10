// The runner process as its viewer sees it: a child that runs cd_runner_main between two pipes.
// Honest scripts get their frames; each hostile script (endless loops, memory, files, deep
// recursion) ends within its budget with an error that names the phase and the line. A viewer that
// goes away or sends rubbish ends the runner.
#include "check.h"

#include "record/record.h"
#include "run/runner.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct child {
    pid_t pid;
    int to, from;
    cd_bytes in;
    size_t used;
    cd_arena arena;
} child;

static child start(void) {
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0)
        exit(1);
    child c = {.pid = fork(), .to = down[1], .from = up[0]};
    if (c.pid == 0) {
        close(down[1]);
        close(up[0]);
        exit(cd_runner_main(down[0], up[1]));
    }
    close(down[0]);
    close(up[1]);
    return c;
}

static double finished_cpu; ///< seconds of processor time that the last finished runner has used

static int finish(child *c) {
    int status = 0;
    struct rusage before, after;
    close(c->to);
    getrusage(RUSAGE_CHILDREN, &before);
    waitpid(c->pid, &status, 0);
    getrusage(RUSAGE_CHILDREN, &after);
    finished_cpu = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
                   (double)(after.ru_stime.tv_sec - before.ru_stime.tv_sec) +
                   1e-6 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec) +
                   1e-6 * (double)(after.ru_stime.tv_usec - before.ru_stime.tv_usec);
    close(c->from);
    cd_bytes_free(&c->in);
    cd_arena_free(&c->arena);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void send_message(child *c, const cd_message *message) {
    cd_bytes bytes = {0};
    cd_message_encode(&bytes, message);
    size_t sent = 0;
    while (sent < bytes.size) {
        ssize_t written = write(c->to, bytes.data + sent, bytes.size - sent);
        if (written <= 0)
            break;
        sent += (size_t)written;
    }
    cd_bytes_free(&bytes);
}

/// Reads the next message of the runner; its type is 0 at the end of the pipe.
static cd_message receive(child *c) {
    cd_message message = {0};
    if (c->used > 0) {
        memmove(c->in.data, c->in.data + c->used, c->in.size - c->used);
        c->in.size -= c->used;
        c->used = 0;
    }
    for (;;) {
        size_t size = cd_message_size(c->in.data, c->in.size);
        if (size > 0 && size <= c->in.size) {
            CHECK(cd_message_decode(c->in.data, size, &c->arena, &message));
            c->used = size;
            return message;
        }
        cd_bytes_reserve(&c->in, 65536);
        ssize_t got = read(c->from, c->in.data + c->in.size, c->in.capacity - c->in.size);
        if (size == SIZE_MAX || got <= 0)
            return (cd_message){0};
        c->in.size += (size_t)got;
    }
}

static cd_detail detail; ///< the detail of steps that load has asked for

static void load(child *c, const char *source, bool observe) {
    detail = observe ? CD_DETAIL_FULL : CD_DETAIL_NONE;
    send_message(c, &(cd_message){.type = CD_MSG_LOAD,
                                  .as.load = {.name = "scripts/x.lua",
                                              .source = source,
                                              .source_size = strlen(source),
                                              .detail = detail}});
}

/// A runner that loads a script.
static child start_script(const char *source, bool observe) {
    child c = start();
    load(&c, source, observe);
    return c;
}

static void step(child *c, int count, const char *key) {
    const char *keys[] = {key};
    send_message(
        c,
        &(cd_message){
            .type = CD_MSG_STEP,
            .as.step = {.count = count, .detail = detail, .key_count = key != NULL, .keys = keys}});
}

/// Seconds on the wall clock.
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/// The most memory that a process has taken, in MB; -1 where the system does not say, or where a
/// sanitizer takes its own.
static long peak_megabytes(pid_t pid) {
    char path[64], line[256];
    long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
#ifdef __SANITIZE_ADDRESS__
    return -1;
#endif
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            kilobytes = strtol(line + 6, NULL, 10);
    if (file != NULL)
        fclose(file);
    return kilobytes < 0 ? -1 : kilobytes / 1024;
}

// ----------------------------------------------------------------------------------------- honest

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
    CHECK(m.as.loaded.params[1].boolean && m.as.loaded.params[2].max == 9);
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
    child c = start_script(source, true);
    receive(&c);
    cd_message m = receive(&c);
    CHECK(m.type == CD_MSG_FRAME && m.as.frame.shape_count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK(strcmp(m.as.frame.shapes[i].key, keys[i]) == 0);
        CHECK(m.as.frame.shapes[i].style.unnamed == (i == 1));
        CHECK(i == 0 || m.as.frame.shapes[i].shape.as.center.x == i - 1);
    }
    const cd_message drag = {
        .type = CD_MSG_STEP,
        .as.step = {.count = 1, .detail = CD_DETAIL_FULL, .drag = {"list[2]", {5, 6, 0}}}};
    send_message(&c, &drag);
    m = receive(&c);
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
    child c = start_script(source, true);
    receive(&c);
    const cd_message m = receive(&c);
    CHECK(m.type == CD_MSG_FRAME && m.as.frame.shape_count == COUNT);
    for (int i = 0; i < m.as.frame.shape_count; i++) {
        const int x = (int)m.as.frame.shapes[i].shape.as.center.x;
        CHECK(x >= 1 && x <= COUNT && strcmp(m.as.frame.shapes[i].key, keys[x - 1]) == 0);
    }
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
    child c = start_script(source, false);
    CHECK(receive(&c).type == CD_MSG_LOADED && receive(&c).type == CD_MSG_FRAME);
    send_message(
        &c, &(cd_message){
                .type = CD_MSG_STEP,
                .as.step = {.count = 2,
                            .mouse = {.known = true, .inside = true, .at = {1, 2, 0}, .wheel = 3},
                            .pad = {.connected = true, .axes = {0, 0.5f}},
                            .text = "hi"}});
    for (int i = 0; i < 2; i++) {
        const cd_message m = receive(&c);
        CHECK(m.type == CD_MSG_FRAME && m.as.frame.print_count == 1);
        CHECK(m.type == CD_MSG_FRAME && strcmp(m.as.frame.prints[0], lines[i]) == 0);
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
        m = receive(&c);
        CHECK(m.type == CD_MSG_FRAME && m.as.frame.print_count == 1);
        CHECK(m.type == CD_MSG_FRAME && strcmp(m.as.frame.prints[0], cases_of_views[i].view) == 0);
        if (getenv("VERBOSE"))
            fprintf(stderr, "view: %s\n", m.as.frame.prints[0]);
        CHECK(finish(&c) == 0);
    }
}

/// A shape is moved to where a person drags it, unless the way there is no number; no other moves.
static void test_drag(void) {
    static const char source[] =
        "local collide = require 'collide'\n"
        "local s = {} function s.load()\n"
        "  local world = collide.world { dim = 2 }\n"
        "  world:add(collide.circle({ 0, 0 }, 1)) world:add(collide.circle({ 1, 0 }, 1))\n"
        "  return { far = collide.circle({ -1.7e308, 0 }, 1), near = collide.circle({ 2, 0 }, 1),\n"
        "    world = world }\n"
        "end return s";
    static const struct {
        const char *key;
        double to, after[4]; ///< where it goes; the middles of far, near and both bodies then
    } drags[] = {{"far", 1.7e308, {-1.7e308, 2, 0, 1}},
                 {"near", 7, {-1.7e308, 7, 0, 1}},
                 {"world[2]", 8, {-1.7e308, 7, 0, 8}}};
    child c = start_script(source, true);
    CHECK(receive(&c).type == CD_MSG_LOADED && receive(&c).type == CD_MSG_FRAME);
    for (size_t i = 0; i < sizeof drags / sizeof *drags; i++) {
        send_message(&c, &(cd_message){.type = CD_MSG_STEP,
                                       .as.step = {.count = 1,
                                                   .detail = CD_DETAIL_FULL,
                                                   .drag = {drags[i].key, {drags[i].to, 0, 0}}}});
        const cd_message m = receive(&c);
        CHECK(m.type == CD_MSG_FRAME && m.as.frame.shape_count == 4);
        for (int k = 0; k < m.as.frame.shape_count; k++)
            CHECK(m.as.frame.shapes[k].shape.as.center.x == drags[i].after[k]);
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
        child c = start_script(source, observe);
        receive(&c);
        receive(&c);
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

// ----------------------------------------------------------------------------------------- hostile

typedef struct hostile {
    const char *body;   ///< the body of update, or a whole script if it starts with "--"
    const char *phase;  ///< expected
    int line;           ///< expected; 0: any
    const char *needle; ///< in the message
} hostile;

static const hostile cases[] = {
    {"error('boom')", "update", 2, "boom"},
    {"local t = nil; t.x = 1", "update", 2, "attempt to index a nil value"},
    {"while true do end", "time", 2, "update took longer than 0.5 s"},
    {"while true do pcall(function() while true do end end) end", "time", 2, "took longer"},
    {"xpcall(function() while true do end end, function() while true do end end)", "time", 2, ""},
    {"coroutine.wrap(function() while true do end end)()", "time", 2, "took longer"},
    {"local co = coroutine.create(function() pcall(function() while true do end end) end)\n"
     "while true do coroutine.resume(co) end",
     "time", 0, "took longer"},
    {"local x <close> = setmetatable({}, { __close = function() while true do end end })\n"
     "while true do end",
     "time", 0, "took longer"},
    {"local co = coroutine.wrap(function() local x <close> = setmetatable({},\n"
     "{ __close = function() while true do end end }) error('x') end) pcall(co)",
     "time", 0, "took longer"},
    {"load(function() while true do end end)", "time", 2, "took longer"},
    {"table.sort({ 1, 2, 3 }, function() while true do end end)", "time", 2, "took longer"},
    {"string.find(string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 40) .. 'b')", "time",
     2, "took longer"},
    {"--memory\nreturn { budget = 60, update = function() string.rep('x', 1 << 30) end }", "memory",
     2, "memory"},
    {"--memory\nreturn { budget = 60, update = function() local t = {} while true do\n"
     "t[#t + 1] = string.rep('x', 1 << 20) .. #t end end }",
     "memory", 3, "memory"},
    {"--memory\nreturn { budget = 60, update = function() local t = {} while true do "
     "pcall(function()\n"
     "t[#t + 1] = string.rep('x', 1 << 20) .. #t end) end end }",
     "memory", 3, "memory"},
    {"--memory\nreturn { budget = 60, update = function() local s = 'x' while true do\n"
     "s = coroutine.wrap(function() return s .. s end)() end end }",
     "memory", 3, "memory"},
    {"--memory\nreturn { budget = 60, update = function() local s = ' ' while true do s = s .. s\n"
     "load(s) end end }",
     "memory", 0, "memory"},
    {"local function f() return f() + 1 end f()", "update", 2, "stack overflow"},
    {"setmetatable({}, { __gc = function() while true do end end })", "update", 2, "__gc"},
    {"error({})", "update", 2, "the error is a table"},
    {"error(setmetatable({}, { __tostring = function() while true do end end }))", "time", 0, ""},
    {"require 'none'", "update", 2, "module 'none' not found"},
    {"while true do pcall(require, 'none') end", "time", 0, "took longer"},
    {"local i = 0 while true do i = i + 1 pcall(require, 'm' .. i) end", "time", 2, "took longer"},
    {"local text = 'local function f(n) if n > 150000 then while true do end end '\n"
     ".. 'return 1 + f(n + 1) end return f'\n"
     "local f = load(text, '=deep')() f(0)",
     "time", 4, "took longer"},
    {"--state\nreturn { budget = 0.02, load = function() local t = {} for i = 1, 4e5 do t[i] = {} "
     "end\n"
     "return t end }",
     "time", 0, "update and recording the state took longer than 0.02 s"},
    {"--keys\nreturn { budget = 0.02, load = function() local t = {} for i = 1, 4e5 do t[i * 0.7] "
     "= i end\n"
     "return t end }",
     "time", 0, "update and recording the state took longer than 0.02 s"},
    {"--syntax\nreturn {", "load", 2, "expected"},
    {"-- no table\nreturn 5", "load", 0, "a scenario must return a table, got 5"},
    {"--endless\nwhile true do end", "time", 2, "load took longer than 2 s"},
    {"--draw\nreturn { draw = function(s, draw) while true do end end }", "time", 2, "draw took"},
    {"--draw\nreturn { draw = function(s, draw) s.x = 1 end }", "draw", 0,
     "draw changed the state"},
    {"--draw\nreturn { draw = function(s, draw)\n draw.line(1) end }", "draw", 3, "list of points"},
    {"--draw\nlocal collide = require 'collide'\nreturn { draw = function(s, draw)\n"
     "draw.style(collide.point { 0, 0 }, { hidden = true }) end }",
     "draw", 4, "state"},
    {"--large\nlocal text = ('x'):rep(30 << 20)\nreturn { budget = 60, update = function()\n"
     "for _ = 1, 9 do print(text) end end }",
     "update", 0, "the frame does not fit in a message of 256 MB"},
    {"--large\nreturn { budget = 60, load = function() return { 0 } end, update = function(t)\n"
     "repeat table.move(t, 1, #t, #t + 1) until #t >= 1 << 24 end }",
     "memory", 0, "the script uses too much memory (over 512 MB)"},
    {"--check\nreturn { checks = { a = function() while true do end end } }", "time", 2, "took"},
    {"--binary\n", "load", 0, "return a table"},
    {"\x1bLua", "load", 1, "binary"},
    {"", "load", 1, "empty"},
};

static void test_hostile(const hostile *test) {
    char source[4096];
    if (strncmp(test->body, "--", 2) == 0 || test->body[0] == '\x1b' || test->body[0] == '\0')
        snprintf(source, sizeof source, "%s", test->body);
    else // the budget is the least where it is to end the script; else it must not, on any machine
        snprintf(source, sizeof source, "return { budget = %s, update = function()\n%s\nend }",
                 strcmp(test->phase, "time") == 0 ? "0.5" : "60", test->body);
    const int before = failures;
    const double begin = now();
    child c = start_script(source, true);
    step(&c, 2, NULL);
    cd_message m = receive(&c);
    int questions = 0;
    while (m.type != 0 && m.type != CD_MSG_ERROR) {
        questions += m.type == CD_MSG_REQUIRE;
        if (m.type == CD_MSG_REQUIRE)
            send_message(&c, &(cd_message){.type = CD_MSG_MODULE,
                                           .as.module = {.name = "module 'none' not found"}});
        m = receive(&c);
    }
    const double seconds = now() - begin;
    CHECK(m.type == CD_MSG_ERROR);
    if (m.type == CD_MSG_ERROR) {
        CHECK(strcmp(m.as.error.phase, test->phase) == 0);
        CHECK(strcmp(m.as.error.file, "scripts/x.lua") == 0);
        CHECK(test->line == 0 || m.as.error.line == test->line);
        CHECK(strstr(m.as.error.message, test->needle) != NULL);
        const char *last = strrchr(m.as.error.traceback, '\n'); // the last line is in the script
        CHECK(strstr(m.as.error.traceback, "[collide]") == NULL);
        CHECK(last == NULL || strncmp(last, "\n\t[C]:", 6) != 0);
    }
    if (getenv("VERBOSE") || failures > before)
        fprintf(stderr, "%.2f s: %s\n    %s %s:%d: %s\n", seconds, source, m.as.error.phase,
                m.as.error.file, m.as.error.line, m.as.error.message);
    const int status = finish(&c);
    CHECK(status == 0 || status == 3);
    CHECK(questions <= CD_MODULES_MAX);
    CHECK(strcmp(test->phase, "time") != 0 || finished_cpu < 5);
}

/// A script asks for a module while steps wait in the pipe, before and after the answer.
static void test_require_between_steps(void) {
    static const char source[] =
        "local s = {} function s.load() return { n = 0 } end\n"
        "function s.update(t) t.n = t.n + 1\n"
        "  if t.n == 2 then print(require 'other') print(pcall(require, 'none')) end\n"
        "end return s";
    child c = start_script(source, false);
    CHECK(receive(&c).type == CD_MSG_LOADED && receive(&c).type == CD_MSG_FRAME);
    step(&c, 2, NULL);
    step(&c, 1, NULL);
    CHECK(receive(&c).as.frame.frame == 1);
    cd_message m = receive(&c);
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

/// The memory that the process takes, not what the script has asked for, stays near the limit.
static void test_real_memory(void) {
    static const char *const fillers[] = {"{ #t }", "string.rep('x', 100 + #t % 64)"};
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
        char source[300];
        snprintf(source, sizeof source,
                 "return { budget = 60, update = function() local t = {} while true do\n"
                 "t[#t + 1] = %s end end }",
                 fillers[i]);
        child c = start_script(source, false);
        step(&c, 1, NULL);
        cd_message m = receive(&c);
        while (m.type != 0 && m.type != CD_MSG_ERROR)
            m = receive(&c);
        CHECK(m.type == CD_MSG_ERROR && strcmp(m.as.error.phase, "memory") == 0);
        const long megabytes = peak_megabytes(c.pid);
        CHECK(megabytes < 0 || megabytes < 512 * 5 / 4);
        CHECK(finish(&c) == 0);
    }
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
    test_bodies();
    test_names();
    test_input();
    test_camera();
    test_first_view();
    test_drag();
    test_observing();
    test_limits();
    test_pipe();
    test_trust();
    test_require_between_steps();
    test_real_memory();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        test_hostile(&cases[i]);
    if (failures == 0)
        printf("runner: all passed\n");
    return failures != 0;
}
