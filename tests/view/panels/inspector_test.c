// The inspector without a window: its pages have room at all sizes, for few and many queries and
// values, and keys and clicks pick what they should.
#include "panels.h"

#define QUERIES 10000

static cd_query queries[QUERIES];
static cd_named_shape shapes[2];
static cd_value asked[4], found[2];

/// Rays and overlaps at a few lines, about a ball and a hull with a name that is too long.
static cd_frame asking_frame(int count) {
    const cd_vec corners[] = {{0, 0, 0}, {1.0 / 3, 0, 0}, {0, 1e-300, 0}, {0, 0, 1.0 / 7}};
    static _Alignas(double) char memory[1 << 14];
    const cd_polytope *core = cd_polytope_build(3, corners, 4, memory, NULL);
    CHECK(cd_polytope_size(4) <= sizeof memory);
    shapes[0] = (cd_named_shape){.key = "ball", .shape = cd_sphere(3, corners[3], 1)};
    shapes[1] = (cd_named_shape){.key = "a_name.that_is[\"much too long\"].for_any.panel[17]",
                                 .shape = cd_polytope_shape(core, 0.1)};
    for (int i = 0; i < 2; i++)
        asked[i] = (cd_value){.kind = CD_VALUE_VECTOR, .dim = 3, .as.vector = corners[1]};
    for (int i = 0; i < 2; i++)
        asked[2 + i] =
            (cd_value){.kind = CD_VALUE_SHAPE, .dim = 3, .which = i, .as.shape = shapes[i].shape};
    found[0] =
        (cd_value){.kind = CD_VALUE_HIT, .dim = 3, .as.hit = {.t = 1e-300, .exit = INFINITY}};
    found[1] = (cd_value){.kind = CD_VALUE_BOOLEAN};
    for (int i = 0; i < count; i++) {
        const bool ray = i % 3 == 0;
        queries[i] = (cd_query){.name = ray ? "raycast" : "overlap",
                                .file = "scripts/a_file_with_a_long_name_indeed.lua",
                                .line = ray ? 12 : 1234,
                                .argument_count = ray ? 3 : 2,
                                .arguments = ray ? asked : asked + 2,
                                .result_count = 1,
                                .results = ray ? &found[0] : &found[1]};
    }
    return (cd_frame){.shape_count = 2, .shapes = shapes, .query_count = count, .queries = queries};
}

/// The layout of the inspector with nothing, a query or a shape picked, for few and many queries.
static void test_inspector_layout(void) {
    static const int counts[] = {0, 1, 7, 200, QUERIES};
    for (int round = 0; round < 2 * SIZES * 5 * 3; round++) {
        const int scale = 1 + round % 2, size = round / 2 % SIZES, picked = round / 2 / SIZES % 3;
        const int width = sizes[size][0] * scale, height = sizes[size][1] * scale;
        cd_frame asking = asking_frame(counts[round / 2 / SIZES / 3]);
        cd_inspector inspector = {.open = true, .query = -1, .shape = -1};
        cd_screen screen = screen_of();
        screen.scene.frame = &asking;
        screen.inspector = &inspector;
        open_pen(width, height, scale);
        cd_inspector_set_frame(&inspector, &asking);
        if (picked == 1)
            cd_inspector_pick_query(&inspector, asking.query_count - 1);
        else if (picked == 2)
            cd_inspector_pick_shape(&inspector, 1);
        inspector.why = round % 5 < 2;
        show(&screen);
        CHECK(check_places(width, height) > 10);
        CHECK(ui.widget_count < CD_UI_WIDGETS_MAX); // for any number of queries
        CHECK(!inspector.reveal || inspector.query < 0);
        cd_inspector_free(&inspector);
    }
}

/// Keys and clicks in the list.
static void test_inspector_list(void) {
    cd_frame asking = asking_frame(7);
    cd_inspector n = {.open = true, .query = -1, .shape = -1};
    cd_screen screen = screen_of();
    screen.scene.frame = &asking;
    screen.inspector = &n;
    open_pen(1280, 720, 1);
    cd_inspector_set_frame(&n, &asking);
    show(&screen);
    int list = 0;
    while (list < ui.widget_count && ui.widgets[list].id != cd_ui_id("query list"))
        list++;
    CHECK(list < ui.widget_count);
    const cd_rect r = rect_of(list);
    click(&screen, (cd_point2){r.x + 20, r.y + 2.5 * r.height / 7});
    CHECK(n.query == 2 && n.kind == CD_PICK_QUERY);
    key(&screen, CD_KEY_DOWN);
    CHECK(n.query == 3);
    key(&screen, CD_KEY_END);
    key(&screen, CD_KEY_DOWN);
    CHECK(n.query == 6);
    key(&screen, CD_KEY_HOME);
    key(&screen, CD_KEY_UP);
    CHECK(n.query == 0);
    CHECK(key(&screen, CD_KEY_SPACE).action == CD_ACTION_PLAY);
    CHECK(key(&screen, CD_KEY_ESCAPE).action == CD_ACTION_CLOSE && ui.focus == 0);
    cd_inspector_free(&n);

    // A long list is folded by line of the script: Down reaches every query once, line after line.
    asking = asking_frame(100);
    n.open = true;
    cd_inspector_set_frame(&n, &asking);
    pass(&screen, still);
    click(&screen, (cd_point2){r.x + 20, r.y + 10}); // unfolds the first line, picks nothing
    CHECK(n.kind == CD_PICK_NONE && n.unfolded_line == 12);
    bool seen[100] = {false};
    for (int i = 0; i < 100; i++) {
        key(&screen, CD_KEY_DOWN);
        CHECK(n.query >= 0 && !seen[n.query] && (n.query % 3 == 0) == (i < 34));
        seen[n.query >= 0 ? n.query : 0] = true;
    }
    for (int i = 98; i >= 0; i--) {
        const int before = n.query;
        key(&screen, CD_KEY_UP);
        CHECK(n.query != before);
    }
    CHECK(n.query == 0);
    cd_inspector_free(&n);
}

/// The state's page: the layout for few, many and no values, folding, searching, plotting, and the
/// pick of a body with its fields.
static void test_state_page(void) {
    enum { MANY = 100000 };
    cd_state_value *values = calloc(MANY, sizeof *values);
    char(*keys)[12] = calloc(MANY, sizeof *keys);
    cd_plotted plotted = {0};
    cd_frame asking = asking_frame(7);
    cd_inspector n = {.open = true, .shows_state = true, .query = -1, .shape = -1};
    cd_screen screen = screen_of();
    for (int i = 0; i < MANY; i++) {
        snprintf(keys[i], sizeof keys[i], i % 10 == 0 ? "t%d" : ".n%d", i);
        values[i] = (cd_state_value){.key = keys[i],
                                     .depth = i % 10 > 0,
                                     .kind = i % 10 == 0  ? CD_STATE_TABLE
                                             : i % 3 == 0 ? CD_STATE_VECTOR
                                                          : CD_STATE_NUMBER,
                                     .dim = 3,
                                     .which = -1,
                                     .number = {i, 1e300, -1.0 / 3},
                                     .text = ""};
    }
    values[1] = (cd_state_value){.key = ".a_body_with_a_name_that_is_too_long",
                                 .depth = 1,
                                 .kind = CD_STATE_BODY,
                                 .text = ""};
    values[2].depth = 2;
    asking.detail = CD_DETAIL_STATE;
    asking.values = values;
    screen.scene.frame = &asking;
    screen.inspector = &n;
    screen.plotted = &plotted;
    for (int round = 0; round < 4 * SIZES; round++) {
        const int width = sizes[round / 4][0], height = sizes[round / 4][1];
        asking.value_count = round % 4 == 0 ? 0 : round % 4 == 1 ? 10 : MANY;
        asking.frame = round;
        asking.detail = round % 4 == 3 ? CD_DETAIL_FULL : CD_DETAIL_STATE;
        open_pen(width, height, 1);
        cd_inspector_set_frame(&n, &asking);
        show(&screen);
        CHECK(check_places(width, height) > 10 && ui.widget_count < CD_UI_WIDGETS_MAX);
    }
    asking.detail = CD_DETAIL_STATE;
    asking.frame = 100;
    asking.value_count = 30;
    open_pen(1280, 720, 1);
    cd_inspector_set_frame(&n, &asking);
    CHECK(n.tree.row_count == 3);
    show(&screen);
    click(&screen, middle(place_of("value##t0")));
    cd_inspector_set_frame(&n, &asking);
    CHECK(n.tree.row_count > 3 && n.tree.rows[1] == 1);
    strcpy(n.tree.search, "T0.n4");
    cd_inspector_set_frame(&n, &asking);
    show(&screen);
    const cd_point2 button = middle(place_of("plot##t0.n4"));
    press(&screen, button);
    cd_wish wish = pass(&screen, (cd_ui_input){.pointer = button, .released = true});
    CHECK(strcmp(wish.plot, "t0.n4") == 0 && wish.plot_dim >= 1);
    // The picked body shows its fields and those of its table, in place of the queries' own list.
    n.shows_state = false;
    cd_inspector_pick_shape(&n, 0);
    cd_inspector_set_frame(&n, &asking);
    show(&screen);
    CHECK(check_places(1280, 720) > 10);
    CHECK(place_of("plot##t0.a_body_with_a_name_that_is_too_long.n2").width > 0);
    CHECK(place_of("plot##t0.n4").width > 0);
    cd_inspector_free(&n);
    free(values);
    free(keys);
}

/// The page of lines at all sizes: no row is lost, none lies over another, and a click names the
/// place. So do places in the console, in a check and in the banner; a text without one is none.
static void test_places(void) {
    size_t begin, end;
    CHECK(cd_find_place("at folder/a b.lua:12: x", &begin, &end) && begin == 12 && end == 20);
    CHECK(!cd_find_place("a.lua: 12, b.lua:, .lua:3, 3:4", &begin, &end));
    CHECK(cd_find_place("(x.lua:3)", &begin, &end) && begin == 1 && end == 8);
    static char text[200000];
    size_t used = 0;
    for (int i = 0; i < 900; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s:%d%s\n",
                                 i < 300 ? "x.lua" : "folder/y.lua", i + 1,
                                 i % 3 == 0 ? "\tx = { 1, 2 }\tlonger = \"text\"" : "");
    snprintf(text + used, sizeof text - used, "... and more\n! x.lua:3: an error");
    cd_inspector n = {.open = true, .shows_lines = true, .query = -1, .shape = -1};
    cd_frame f = {.frame = 7};
    cd_screen screen = screen_of();
    screen.scene.frame = &f;
    screen.inspector = &n;
    screen.lines = text;
    screen.lines_frame = 7;
    for (int i = 0; i < SIZES; i++) {
        open_pen(sizes[i][0], sizes[i][1], 1);
        show(&screen);
        check_places(sizes[i][0], sizes[i][1]);
    }
    open_pen(1280, 720, 1);
    show(&screen);
    const cd_rect row = place_of("line##1");
    CHECK(row.width > 0);
    const cd_point2 at = {row.x + 4, row.y + 4};
    pass(&screen, (cd_ui_input){.pointer = at, .pressed = true});
    const cd_wish wish = pass(&screen, (cd_ui_input){.pointer = at, .released = true});
    CHECK(strcmp(wish.place, "x.lua:2") == 0);
    screen.lines_frame = 6; // they are of another frame, and not shown
    show(&screen);
    CHECK(place_of("line##1").width == 0);
    cd_inspector_free(&n);
}

int main(void) {
    begin_panels();
    test_inspector_layout();
    test_inspector_list();
    test_state_page();
    test_places();
    return end_panels();
}
