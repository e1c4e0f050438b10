// The loop of the runner: it takes a message and sends the answer.
#include "run/runner/runner.h"

#include "record/recording.h"
#include "run/runner/process.h"
#include "run/runner/worker.h"
#include "run/scenario.h"
#include "run/scenario/arithmetic.h"
#include "run/state/build_frame.h"
#include "run/state/fields.h"
#include "run/state/recorded_input.h"
#include "run/state/state_hash.h"
#include "run/state/state_shapes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct runner {
    cd_process process;
    bool loaded, lenient;
    double update_budget;
    double dt;
    cd_framing framing;  ///< of the run so far
    cd_hash_trace trace; ///< of the state before draw
} runner;

/// The runner of a Lua state: the process is its first field.
static runner *runner_of(lua_State *L) { return (runner *)(void *)cd_process_of(L); }

_Static_assert(offsetof(runner, process) == 0, "so that the one is found by the other");

// ---------------------------------------------------------------------------------------- loading

/// Pushes the simulation; nil before it was made.
static void push_simulation(lua_State *L) {
    cd_push_runtime(L);
    lua_getfield(L, -1, "simulation");
    lua_remove(L, -2);
}

/// Pushes a method of the simulation at index 1, and the simulation.
static void push_method(lua_State *L, const char *name) {
    lua_getfield(L, 1, name);
    lua_pushvalue(L, 1);
}

/// Makes the simulation that a LOAD asks for, and pushes it.
static void new_simulation(lua_State *L, const cd_load *load) {
    cd_push_runtime(L);
    lua_getfield(L, -1, "new_simulation");
    lua_newtable(L);
    lua_pushstring(L, load->name);
    lua_setfield(L, -2, "name");
    lua_pushlstring(L, load->source, load->source_size);
    lua_setfield(L, -2, "source");
    lua_pushcfunction(L, cd_process_find);
    lua_setfield(L, -2, "find");
    if (load->has_seed) {
        lua_pushinteger(L, load->seed);
        lua_setfield(L, -2, "seed");
    }
    cd_push_settings(L, load->settings, load->setting_count);
    lua_setfield(L, -2, "settings");
    lua_pushboolean(L, load->trusted);
    lua_setfield(L, -2, "trusted");
    lua_pushboolean(L, load->lenient);
    lua_setfield(L, -2, "lenient");
    lua_pushboolean(L, load->detail >= CD_DETAIL_FULL);
    lua_setfield(L, -2, "watched");
    lua_pushinteger(L, CD_QUERY_LIMIT);
    lua_setfield(L, -2, "query_limit");
    cd_push_drag(L, &load->drag);
    lua_setfield(L, -2, "drag");
    cd_push_lines(L, load->lines, load->line_count);
    lua_setfield(L, -2, "console");
    lua_call(L, 1, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "simulation");
    lua_remove(L, -2);
}

/// Calls a method of the simulation: the stack is the method, the simulation and the `arguments`
/// values above them.
static void call_script(const runner *r, lua_State *L, int arguments, int results) {
    lua_call(L, arguments + 1, results);
    cd_guard_check(L, r->process.budget.guard);
}

/// Pushes the list of what the scenario draws, and returns its index. Raises if drawing changed the
/// state, which is at index 2 and had the hash `before`.
static int draw(runner *r, lua_State *L, uint64_t before) {
    cd_budget_arm(&r->process.budget, "draw", (int)cd_number_field(L, 1, "frame", 0),
                  r->update_budget);
    push_method(L, "draw");
    call_script(r, L, 0, 1);
    const int drawings = lua_gettop(L);
    lua_getfield(L, 1, "definition");
    const bool by_script = lua_getfield(L, -1, "draw") != LUA_TNIL;
    lua_settop(L, drawings);
    if (by_script && cd_hash_state(L, 2, NULL, NULL, NULL) != before) {
        push_method(L, "refuse_change");
        lua_pushliteral(L, "draw");
        lua_getfield(L, 1, "definition");
        lua_getfield(L, -1, "draw");
        lua_replace(L, -2);
        lua_pushliteral(L, "draw");
        cd_push_changed(L, 2, &r->trace);
        lua_call(L, 5, 0);
    }
    cd_budget_disarm(&r->process.budget);
    return drawings;
}

/// Sends the frame that the simulation at index 1 has made, in a detail, within what is left of the
/// time for making it. more: another frame follows soon, so that this one may wait to be sent with
/// it.
static void send_frame(runner *r, lua_State *L, cd_detail detail, bool more) {
    static const char recording[] = " and recording the state"; // for the message of the budget
    cd_message message = {.type = CD_MSG_FRAME};
    cd_frame *frame = &message.as.frame;
    int drawings = 0;
    frame->detail = detail;
    cd_budget_go_on(&r->process.budget, recording);
    lua_getfield(L, 1, "state");
    unsigned odd;
    cd_framing_begin(&r->framing);
    frame->hash = cd_hash_state(L, lua_gettop(L), &r->framing, &odd,
                                detail >= CD_DETAIL_FULL ? &r->trace : NULL);
    cd_framing_end(&r->framing, (int)cd_number_field(L, 1, "frame", 0), r->dt);
    frame->kept = r->framing.kept;
    if (odd != 0) {
        push_method(L, "note_odd");
        lua_pushinteger(L, odd);
        call_script(r, L, 1, 0);
    }
    if (detail >= CD_DETAIL_FULL) {
        const cd_allowance rest = cd_budget_pause(&r->process.budget);
        drawings = draw(r, L, frame->hash);
        cd_budget_resume(&r->process.budget, rest);
    }
    cd_build_frame(L, 1, drawings, &r->process.answer, frame);
    cd_budget_disarm(&r->process.budget); // also because a last message must not fall into this one
    if (!cd_wire_queue(&r->process.wire, &message, more))
        luaL_error(L, "the frame does not fit in memory, or in a message of 256 MB");
    cd_arena_free(&r->process.answer);
    lua_settop(L, 1);
}

/// The list at a field of the table on the top: of strings, or of tables with a string at the key
/// `name`.
static const char **read_strings(lua_State *L, const char *field, const char *name, int *count,
                                 cd_arena *arena) {
    lua_getfield(L, -1, field);
    *count = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
    const char **strings = cd_field_memory(L, arena, sizeof *strings * (size_t)*count);
    for (int i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, i + 1);
        strings[i] = name ? cd_string_field(L, lua_gettop(L), name, arena)
                          : cd_keep_string(L, -1, arena, SIZE_MAX);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return strings;
}

/// Reads the param on the top, one of the definition's; its present value is at index `value`.
static cd_param read_param(lua_State *L, int value, cd_arena *arena) {
    const int index = lua_gettop(L);
    const char *kind = cd_string_field(L, index, "kind", arena);
    cd_param param = {.name = cd_string_field(L, index, "name", arena),
                      .kind = kind[0] == 'n'   ? CD_PARAM_NUMBER
                              : kind[0] == 'b' ? CD_PARAM_BOOLEAN
                                               : CD_PARAM_CHOICE,
                      .range = {cd_number_field(L, index, "min", -INFINITY),
                                cd_number_field(L, index, "max", INFINITY),
                                cd_number_field(L, index, "step", 0)},
                      .number = lua_tonumber(L, value),
                      .boolean = lua_toboolean(L, value)};
    param.original = cd_string_field(L, index, "original", arena);
    param.choices = read_strings(L, "choices", NULL, &param.choice_count, arena);
    const char *chosen = param.kind == CD_PARAM_CHOICE ? lua_tostring(L, value) : "";
    for (int i = 0; i < param.choice_count; i++)
        if (strcmp(param.choices[i], chosen) == 0)
            param.choice = i;
    if (param.kind == CD_PARAM_NUMBER)
        param.boolean = false;
    return param;
}

/// Reads the params of the definition on the top; the simulation is at index 1.
static void read_params(lua_State *L, cd_loaded *loaded, cd_arena *arena) {
    lua_getfield(L, 1, "values");
    const int values = lua_gettop(L);
    lua_getfield(L, values - 1, "params");
    loaded->param_count = (int)lua_rawlen(L, -1);
    loaded->params =
        cd_field_memory(L, arena, sizeof *loaded->params * (size_t)loaded->param_count);
    for (int i = 0; i < loaded->param_count; i++) {
        lua_rawgeti(L, values + 1, i + 1);
        lua_getfield(L, -1, "name");
        lua_rawget(L, values);
        lua_insert(L, -2);
        loaded->params[i] = read_param(L, lua_gettop(L) - 1, arena);
        lua_settop(L, values + 1);
    }
    lua_settop(L, values - 1);
}

/// The phrase { en =, ja = } at an index.
static cd_phrase read_phrase(lua_State *L, int index, cd_arena *arena) {
    return (cd_phrase){cd_string_field(L, index, "en", arena),
                       cd_string_field(L, index, "ja", arena)};
}

/// Reads what the definition on the top says of itself.
static void read_about(lua_State *L, cd_loaded *loaded, cd_arena *arena) {
    const int definition = lua_gettop(L);
    lua_getfield(L, definition, "about");
    loaded->about = read_phrase(L, definition + 1, arena);
    lua_getfield(L, definition, "controls");
    loaded->control_count = (int)lua_rawlen(L, -1);
    loaded->controls =
        cd_field_memory(L, arena, sizeof *loaded->controls * (size_t)loaded->control_count);
    for (int i = 0; i < loaded->control_count; i++) {
        lua_rawgeti(L, definition + 2, i + 1);
        loaded->controls[i] = (cd_control){cd_string_field(L, definition + 3, "keys", arena),
                                           read_phrase(L, definition + 3, arena)};
        lua_pop(L, 1);
    }
    lua_settop(L, definition);
}

/// 3 if the state has a 3D shape, or no shape at all but a view that only 3D has; else 2.
static int state_dimension(lua_State *L, const char *view, cd_arena *arena) {
    cd_frame frame = {0};
    lua_getfield(L, 1, "state");
    cd_collect_shapes(L, lua_gettop(L), 0, arena, &frame);
    lua_pop(L, 1);
    for (int i = 0; i < frame.shape_count; i++)
        if (frame.shapes[i].shape.dim == 3)
            return 3;
    const bool is_3d_view = view[0] != '\0' && strcmp(view, "front") != 0;
    return frame.shape_count == 0 && is_3d_view ? 3 : 2;
}

/// Has the frames from now on plot the numbers at these paths, in the simulation at index 1.
static void plot(lua_State *L, const char *const *paths, int count) {
    cd_push_lines(L, paths, count < CD_PLOTS_MAX ? count : CD_PLOTS_MAX);
    lua_setfield(L, 1, "plotted");
}

static int handle_load(lua_State *L) {
    runner *r = runner_of(L);
    const cd_load *load = &r->process.message.as.load;
    r->lenient = load->lenient;
    new_simulation(L, load);
    lua_replace(L, 1);
    lua_settop(L, 1);
    plot(L, load->plotted, load->plotted_count);
    cd_budget_arm(&r->process.budget, "load", 0, CD_LOAD_BUDGET);
    push_method(L, "start");
    call_script(r, L, 0, 0);
    cd_message message = {.type = CD_MSG_LOADED};
    cd_loaded *loaded = &message.as.loaded;
    lua_getfield(L, 1, "definition");
    const int definition = lua_gettop(L);
    loaded->title = cd_string_field(L, definition, "title", &r->process.answer);
    loaded->dt = r->dt = cd_number_field(L, definition, "dt", 1);
    r->framing = (cd_framing){0};
    lua_getfield(L, 1, "seed");
    loaded->seed = lua_tointeger(L, -1);
    lua_pop(L, 1);
    loaded->budget = r->update_budget = cd_number_field(L, definition, "budget", 0.5);
    loaded->view = cd_string_field(L, definition, "view", &r->process.answer);
    loaded->checks = read_strings(L, "checks", "name", &loaded->check_count, &r->process.answer);
    read_params(L, loaded, &r->process.answer);
    loaded->dim = state_dimension(L, loaded->view, &r->process.answer);
    loaded->arithmetic = cd_arithmetic_version(L);
    lua_settop(L, definition);
    read_about(L, loaded, &r->process.answer);
    loaded->keys = read_strings(L, "keys", NULL, &loaded->key_count, &r->process.answer);
    loaded->shown = read_strings(L, "shown", NULL, &loaded->shown_count, &r->process.answer);
    loaded->hidden = read_strings(L, "hidden", NULL, &loaded->hidden_count, &r->process.answer);
    const cd_allowance rest = cd_budget_pause(&r->process.budget);
    const bool fits = cd_wire_queue(&r->process.wire, &message, false);
    cd_budget_resume(&r->process.budget, rest);
    if (!fits)
        luaL_error(L, "params and checks do not fit in memory, or in a message of 256 MB");
    lua_settop(L, 1);
    send_frame(r, L, load->detail, false);
    return 0;
}

// --------------------------------------------------------------------------------------- stepping

static void set_params(const runner *r, lua_State *L, const cd_step *step) {
    push_method(L, "set_params");
    cd_push_settings(L, step->settings, step->setting_count);
    lua_pushboolean(L, 1);
    lua_pushboolean(L, r->lenient);
    lua_call(L, 4, 0);
}

static int handle_step(lua_State *L) {
    runner *r = runner_of(L);
    const cd_step *step = &r->process.message.as.step;
    push_simulation(L);
    lua_replace(L, 1);
    lua_settop(L, 1);
    if (step->setting_count > 0)
        set_params(r, L, step);
    plot(L, step->plotted, step->plotted_count);
    for (int i = 0; i < step->count; i++) {
        const int frame = (int)cd_number_field(L, 1, "frame", 0) + 1;
        cd_budget_arm(&r->process.budget, "update", frame, r->update_budget);
        push_method(L, "update");
        cd_push_input(L, step, i == 0);
        lua_pushboolean(L, step->detail >= CD_DETAIL_FULL);
        cd_push_drag(L, &step->drag);
        cd_push_lines(L, step->lines, i == 0 ? step->line_count : 0);
        call_script(r, L, 4, 0);
        send_frame(r, L, step->detail, i + 1 < step->count);
    }
    return 0;
}

/// Handles a message of the viewer; returns whether the run goes on. *status: the exit status
/// where not.
static bool handle(runner *r, int *status) {
    cd_process *p = &r->process;
    *status = 0;
    if (p->message.type == CD_MSG_LOAD && !r->loaded) {
        r->loaded = true;
        if (!cd_process_name(p, p->message.as.load.name)) {
            *status = 1;
            return false;
        }
        if (!p->message.as.load.trusted)
            cd_process_contain(p);
        return cd_process_handle(p, handle_load);
    }
    if (p->message.type == CD_MSG_STEP && r->loaded)
        return cd_process_handle(p, handle_step);
    if (p->message.type == CD_MSG_JOB && !r->loaded)
        return cd_worker_handle(p);
    *status = p->message.type != CD_MSG_QUIT;
    return false;
}

/// Handles the messages of the viewer; returns the exit status.
static int serve(runner *r) {
    cd_process *p = &r->process;
    int status;
    while (cd_wire_receive(&p->wire, &p->arena, &p->message)) {
        const bool running = handle(r, &status);
        cd_arena_free(&p->arena);
        cd_arena_free(&p->answer);
        if (!running)
            return status;
    }
    return p->wire.in.size > 0 || p->wire.in.failed;
}

int cd_runner_main(int input_fd, int output_fd) {
    runner r = {.process.wire = {.input = input_fd, .output = output_fd}};
    const int status = cd_process_open(&r.process) ? serve(&r) : 1;
    cd_process_close(&r.process);
    free(r.trace.words);
    return status;
}
