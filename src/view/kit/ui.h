// The immediate-mode kit: a widget is a call that draws it and returns what the person did to it.
//
// One pass (cd_ui_begin to cd_ui_end) takes one event and lays out everything. Between passes the
// kit keeps only which widget is held, focused or edited, and how far lists are scrolled. With an
// empty clip a pass takes an event without drawing. A widget is known by its name, which is used
// once in a pass; of "Speed##2" only what stands before ## is shown. The keys NEXT and PREVIOUS
// move the focus, as do the arrow keys that the focused widget does not use. The face of ui*.c.
#ifndef VIEW_KIT_UI_H
#define VIEW_KIT_UI_H

#include "record/range.h"
#include "view/raster/pen.h"

#define CD_UI_WIDGETS_MAX 256 ///< in a pass; more are drawn but cannot be touched by keys
#define CD_UI_SCROLLS_MAX 8   ///< lists that can be scrolled
#define CD_UI_TEXT_MAX 512    ///< bytes of an edited text or a label with their end

typedef enum cd_ui_key {
    CD_KEY_NONE,
    CD_KEY_LEFT,
    CD_KEY_RIGHT,
    CD_KEY_UP,
    CD_KEY_DOWN,
    CD_KEY_HOME,
    CD_KEY_END,
    CD_KEY_PAGE_UP,
    CD_KEY_PAGE_DOWN,
    CD_KEY_ENTER,
    CD_KEY_SPACE,
    CD_KEY_ESCAPE,
    CD_KEY_BACKSPACE,
    CD_KEY_DELETE,
    CD_KEY_COMPLETE,
    CD_KEY_NEXT,
    CD_KEY_PREVIOUS
} cd_ui_key;

/// One event, and where the mouse is. {.pointer = {-1, -1}}: no event.
typedef struct cd_ui_input {
    cd_point2 pointer;
    bool pressed, released; ///< the left button went down, or up
    bool secondary;         ///< the right one went down
    bool twice;             ///< it went down for the second time of a double click
    bool shift;
    double wheel; ///< notches, up positive
    cd_ui_key key;
    const char *text; ///< typed, or NULL
} cd_ui_input;

/// A widget of this pass; what is scrolled out of sight has an empty rect.
typedef struct cd_ui_widget {
    uint32_t id;
    cd_rect rect;
} cd_ui_widget;

typedef struct cd_ui_list {
    uint32_t id;
    double offset; ///< how far it is scrolled
    double height; ///< of what is in it
    double room;   ///< of its place
} cd_ui_list;

typedef struct cd_ui {
    cd_pen *pen;
    cd_ui_input input;
    double now;          ///< seconds, for tooltips
    uint32_t held;       ///< the widget on which the button went down; 0: none
    uint32_t focus;      ///< the widget that has the keyboard; 0: none
    bool blocked;        ///< set while what lies below an overlay is drawn: it gets no events
    cd_rect area;        ///< what lies outside cannot be clicked
    cd_rect clip_before; ///< the clip outside of the list that is being laid out
    double reveal;       ///< how far the focused widget lies below `area` (negative: above)

    uint32_t edited; ///< the widget whose text is edited; 0: none
    char text[CD_UI_TEXT_MAX];
    int cursor, mark; ///< bytes, at the start of code points; between them text is selected

    cd_ui_widget widgets[CD_UI_WIDGETS_MAX]; ///< of this pass, in the order of the focus
    int widget_count;
    cd_ui_list lists[CD_UI_SCROLLS_MAX];
    int list_count;

    uint32_t tipped; ///< the widget under the mouse, and since when
    double tipped_since;
    char tip[CD_UI_TEXT_MAX]; ///< of this pass; "": none
    cd_rect tip_rect;
    double wake; ///< when another pass is due without an event; 0: never
} cd_ui;

void cd_ui_begin(cd_ui *ui, cd_pen *pen, const cd_ui_input *input, double now);
/// Moves the focus and draws the tooltip.
void cd_ui_end(cd_ui *ui);

/// Whether the focused widget wants this key, rather than the sandbox.
bool cd_ui_takes_key(const cd_ui *ui, cd_ui_key key);
/// Whether typed text goes to a widget.
bool cd_ui_types(const cd_ui *ui);
/// Takes the keyboard from all widgets.
void cd_ui_blur(cd_ui *ui);

/// What the person does to a widget in this pass.
typedef struct cd_ui_response {
    uint32_t id;
    bool over;    ///< the mouse is on it, and the button is not down on another one
    bool held;    ///< the button went down on it and is still down
    bool pressed; ///< the button went down on it now
    bool clicked; ///< it was released on it, or Enter or Space was pressed with the focus here
    bool twice;   ///< pressed a second time
    bool focused;
    cd_ui_key key; ///< for the focused widget; if it uses the key it calls cd_ui_use_key
} cd_ui_response;

uint32_t cd_ui_id(const char *name);
/// Copies what is shown of a name, without ## and what follows; returns `out`.
const char *cd_ui_label(const char *name, char out[CD_UI_TEXT_MAX]);
/// The base of every widget: registers its place and returns what happens to it. tip: NULL for
/// none.
cd_ui_response cd_ui_touch(cd_ui *ui, cd_rect rect, const char *name, const char *tip);
/// Hides the key of this pass from what comes after.
void cd_ui_use_key(cd_ui *ui);

extern const cd_text_style cd_plain, cd_bold, cd_small, cd_small_bold, cd_mono;

bool cd_ui_inside(cd_rect rect, cd_point2 point);
/// The rectangle with its numbers rounded down to whole pixels.
cd_rect cd_ui_rect(double x, double y, double width, double height);
double cd_ui_line_height(const cd_ui *ui, cd_text_style style);
/// Draws one line of text in the middle of a rectangle's height, cut with an ellipsis; returns its
/// width.
int cd_ui_text(cd_ui *ui, cd_rect rect, cd_text_style style, cd_text_align align, uint32_t color,
               const char *text);
/// Draws the frame around what has the focus.
void cd_ui_ring(cd_ui *ui, cd_rect rect);
/// Draws a box with round corners and an edge of one unit; radius in units.
void cd_ui_box(cd_ui *ui, double x, double y, double width, double height, double radius,
               uint32_t fill, uint32_t edge);
/// Draws the ground of a panel with an edge along its top.
void cd_ui_panel(cd_ui *ui, cd_rect rect);

// ----------------------------------------------------------------------------------- ui_widgets.c
//
// Widgets: buttons, checkboxes, choices, sliders. Each returns whether the person has changed it.

typedef enum cd_face { CD_FACE_PLAIN, CD_FACE_ON, CD_FACE_QUIET } cd_face;

/// Draws the ground of a button, brighter with the mouse on it.
void cd_ui_face(cd_ui *ui, cd_rect rect, const cd_ui_response *touch, cd_face face);
bool cd_ui_button(cd_ui *ui, cd_rect rect, const char *name, cd_face face, const char *tip);
int cd_ui_button_width(const cd_ui *ui, const char *name);
bool cd_ui_checkbox(cd_ui *ui, cd_rect rect, const char *name, bool *value);
/// Whether the name of a choice and the longest of its choices have no room in one row so wide.
bool cd_ui_choice_is_wide(const cd_ui *ui, int width, const char *name, const char *const *choices,
                          int count);
/// Steps through `count` choices, and around, by clicks on the arrows at its ends and arrow keys.
/// One row high, or two, of which the name has the first.
bool cd_ui_choice(cd_ui *ui, cd_rect rect, const char *name, const char *const *choices, int count,
                  int *choice);
/// Name, value and a track, two rows high (CD_ROW each). A click on the value lets it be typed; a
/// double click on the track sets `initial`. With infinite bounds the track has no ends.
bool cd_ui_slider(cd_ui *ui, cd_rect rect, const char *name, double *value, cd_range range,
                  double initial);

// -------------------------------------------------------------------------------------- ui_edit.c
//
// Editing a text: one widget at a time, in ui->text, with a cursor and a selection.

/// A line of text that is edited in place; true on Enter. The caller's `text` of `size` bytes
/// changes while it is typed; where it is empty, `hint` is shown.
bool cd_ui_field(cd_ui *ui, cd_rect rect, const char *name, char *text, int size, const char *hint);
/// Gives the keyboard to the field `name` before it is drawn, with all of its text selected.
void cd_ui_focus_field(cd_ui *ui, const char *name, const char *text);

/// Begins to edit the text of a widget, all of it selected.
void cd_ui_edit_start(cd_ui *ui, uint32_t id, const char *text);
/// Handles typed text and the editing keys; true on Enter. size: the most bytes with the end.
bool cd_ui_edit_keys(cd_ui *ui, int size);
/// Draws the edited text with its selection and cursor, which is always in sight.
void cd_ui_edit_draw(cd_ui *ui, cd_rect rect);

// ------------------------------------------------------------------------------------ ui_scroll.c
//
// Lists that may be higher than their place and scroll in it.

/// Begins a list: handles the wheel, draws the scroll bar and returns how far it is scrolled. Up to
/// cd_ui_scroll_end only what lies inside `rect` is drawn and can be touched.
double cd_ui_scroll(cd_ui *ui, cd_rect rect, const char *name);
/// In between: scrolls so that what lies at `top` in the list, before scrolling, is in sight.
void cd_ui_scroll_to(cd_ui *ui, const char *name, double top, double height);
/// height: of all that is in the list. sticky: a list that shows its end goes on showing it.
void cd_ui_scroll_end(cd_ui *ui, const char *name, double height, bool sticky);

#endif
