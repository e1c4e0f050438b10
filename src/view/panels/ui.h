// The immediate-mode kit: a widget is a call that draws it and says what the person did to it.
//
// One pass (cd_ui_begin .. cd_ui_end) takes in one event and lays out everything; the kit keeps
// only what outlasts a pass: which widget is held, focused or being written in, and how far lists
// are scrolled. A pass over a canvas with an empty clip takes in an event without drawing. Widgets
// are told apart by names, so a name is used once in a pass ("Speed##2": what follows ## is not
// shown). Keyboard: NEXT and PREVIOUS move the focus, as do arrows that the focused widget does not
// use.
#ifndef VIEW_PANELS_UI_H
#define VIEW_PANELS_UI_H

#include "view/raster/pen.h"

#define CD_UI_WIDGETS_MAX 256
#define CD_UI_SCROLLS_MAX 8
#define CD_UI_TEXT_MAX 512

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
    CD_KEY_NEXT,
    CD_KEY_PREVIOUS
} cd_ui_key;

/// One event, and where the mouse is. {.pointer = {-1, -1}}: nothing has happened.
typedef struct cd_ui_input {
    cd_point2 pointer;
    bool pressed, released, twice; ///< the left button went down (a second time), or up
    bool shift;
    double wheel; ///< notches, up positive
    cd_ui_key key;
    const char *text; ///< typed, or NULL
} cd_ui_input;

typedef struct cd_ui {
    cd_pen *pen;
    cd_ui_input input;
    double now;     ///< seconds, for tooltips
    uint32_t held;  ///< the widget with the button down on it; 0: none
    uint32_t focus; ///< the widget with the keyboard; 0: none
    bool blocked;   ///< set while drawing what lies below an overlay: it hears nothing
    cd_rect area;   ///< what lies outside of it cannot be clicked
    double reveal;  ///< how far the focused widget lies below the area (above: negative)

    uint32_t edited; ///< the widget that is being written in
    char text[CD_UI_TEXT_MAX];
    int cursor, mark; ///< bytes; what lies between them is selected

    struct {
        uint32_t id;
        cd_rect rect;
    } widgets[CD_UI_WIDGETS_MAX]; ///< of this pass, in order of the focus
    int widget_count;
    struct {
        uint32_t id;
        double offset, height, room; ///< height of what is in it, and of its place
    } scrolls[CD_UI_SCROLLS_MAX];
    int scroll_count;

    uint32_t tipped; ///< the widget under the mouse, and since when
    double tipped_since;
    const char *tip; ///< of this pass
    cd_rect tip_rect;
    double wake; ///< the time at which another pass is due; 0: none
} cd_ui;

void cd_ui_begin(cd_ui *ui, cd_pen *pen, const cd_ui_input *input, double now);
/// Moves the focus and draws the tooltip.
void cd_ui_end(cd_ui *ui);

/// Whether the focused widget is to have this key rather than the sandbox's actions.
bool cd_ui_takes_key(const cd_ui *ui, cd_ui_key key);
/// Whether typed text goes to a widget.
bool cd_ui_types(const cd_ui *ui);
void cd_ui_blur(cd_ui *ui);
/// Gives the keyboard to a text field before it is drawn; all of its text is selected.
void cd_ui_write_in(cd_ui *ui, const char *name, const char *text);

/// What the person does to a widget in this pass.
typedef struct cd_ui_response {
    uint32_t id;
    bool over;    ///< the mouse is on it (and nothing else is held)
    bool held;    ///< the button went down on it and is still down
    bool pressed; ///< the button went down on it now
    bool clicked; ///< it was released on it, or Enter or Space was pressed with the focus here
    bool twice;   ///< pressed a second time
    bool focused;
    cd_ui_key key; ///< of the focused widget; use it and set it to NONE with cd_ui_use_key
} cd_ui_response;

/// The base of every widget: registers its place and tells what happens to it. tip: NULL for none.
cd_ui_response cd_ui_touch(cd_ui *ui, cd_rect rect, const char *name, const char *tip);
void cd_ui_use_key(cd_ui *ui);
/// The frame around what has the focus.
void cd_ui_ring(cd_ui *ui, cd_rect rect);

typedef enum cd_face { CD_FACE_PLAIN, CD_FACE_ON, CD_FACE_QUIET } cd_face;

/// The ground of a button, as the mouse is on it or not.
void cd_ui_face(cd_ui *ui, cd_rect rect, const cd_ui_response *touch, cd_face face);
bool cd_ui_button(cd_ui *ui, cd_rect rect, const char *name, cd_face face, const char *tip);
int cd_ui_button_width(const cd_ui *ui, const char *name);
bool cd_ui_checkbox(cd_ui *ui, cd_rect rect, const char *name, bool *value);
/// Steps through the choices with clicks on the arrows at its ends, with the wheel and arrow keys.
bool cd_ui_choice(cd_ui *ui, cd_rect rect, const char *name, const char *const *choices, int count,
                  int *choice);
/// Name, value and a track; a click on the value or Enter lets it be typed; twice: `initial` again.
/// Infinite bounds: no track. Two rows high (CD_ROW each).
bool cd_ui_slider(cd_ui *ui, cd_rect rect, const char *name, double *value, double min, double max,
                  double initial);
/// Text that is written in place; true on Enter. The caller's text changes as it is typed.
bool cd_ui_field(cd_ui *ui, cd_rect rect, const char *name, char *text, int size, const char *hint);

/// A column that may be higher than its place: returns how far it is scrolled, after the wheel, and
/// draws the bar. What is touched up to cd_ui_scroll_end counts only inside.
double cd_ui_scroll(cd_ui *ui, cd_rect rect, const char *name);
/// Asks, in between, for what lies at `top` of it, before scrolling, to come into sight.
void cd_ui_scroll_to(cd_ui *ui, const char *name, double top, double height);
/// height: of all that is in it. sticky: where its end is in sight it stays so.
void cd_ui_scroll_end(cd_ui *ui, const char *name, double height, bool sticky);

/// One line of text in the middle of a rectangle's height, cut with an ellipsis; its width.
int cd_ui_text(cd_ui *ui, cd_rect rect, cd_text_style style, cd_text_align align, uint32_t color,
               const char *text);
bool cd_ui_inside(cd_rect rect, cd_point2 point);
cd_rect cd_ui_rect(double x, double y, double width, double height);

// ------------------------------------------------------------------- ui_text.c, for widgets in
// ui.c

uint32_t cd_ui_id(const char *name);
void cd_ui_start_writing(cd_ui *ui, uint32_t id, const char *text);
/// Typing and the keys that move in a text. size: of the text with its end. True on Enter.
bool cd_ui_write_keys(cd_ui *ui, int size);
/// The text being written, its selection and its cursor, the cursor always in sight.
void cd_ui_draw_written(cd_ui *ui, cd_rect rect);

extern const cd_text_style cd_plain, cd_bold, cd_small, cd_mono;

#endif
