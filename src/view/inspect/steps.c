// See steps.h. Words are in the order of what a person asks: what this step looked at, what it
// found, and what that means for the answer.
#include "view/inspect/steps.h"

#include "view/inspect/describe.h"
#include "view/inspect/text_out.h"

#include <math.h>
#include <stdio.h>

// ----------------------------------------------------------------------------------------- asking

static const cd_shape *shape_at(const cd_query *q, int i) {
    const cd_value *v = cd_query_argument(q, i, CD_VALUE_SHAPE);
    return v != NULL ? &v->as.shape : NULL;
}

static cd_vec vector_at(const cd_query *q, int i) {
    const cd_value *v = cd_query_argument(q, i, CD_VALUE_VECTOR);
    return v != NULL ? v->as.vector : (cd_vec){0, 0, 0};
}

static double number_at(const cd_query *q, int i, double absent) {
    const cd_value *v = cd_query_argument(q, i, CD_VALUE_NUMBER);
    return v != NULL ? v->as.number : absent;
}

static bool ask_ray(const cd_query *q, cd_steps *s) {
    const cd_shape *shape = shape_at(q, 2);
    cd_hit hit;
    if (shape == NULL)
        return false;
    const cd_vec origin = vector_at(q, 0), direction = vector_at(q, 1);
    s->a = cd_point(shape->dim, origin);
    s->b = *shape;
    s->motion = direction;
    s->limit = number_at(q, 3, INFINITY);
    if (cd_query_is(q, "raycast"))
        cd_explain_raycast(origin, direction, shape, s->limit, &hit, &s->how);
    else
        cd_explain_occluded(origin, direction, shape, s->limit, &s->how);
    return true;
}

static bool ask_shapecast(const cd_query *q, cd_steps *s) {
    const cd_shape *a = shape_at(q, 0), *b = shape_at(q, 2);
    cd_hit hit;
    if (a == NULL || b == NULL)
        return false;
    s->a = *a;
    s->b = *b;
    s->motion = cd_sub(vector_at(q, 1), vector_at(q, 3));
    cd_explain_shapecast(a, vector_at(q, 1), b, vector_at(q, 3), &hit, &s->how);
    return true;
}

static bool ask_contains(const cd_query *q, cd_steps *s) {
    const cd_shape *shape = shape_at(q, 0);
    if (shape == NULL)
        return false;
    s->a = cd_point(shape->dim, vector_at(q, 1));
    s->b = *shape;
    cd_explain_contains(shape, vector_at(q, 1), &s->how);
    return true;
}

static bool ask_pair(const cd_query *q, cd_steps *s) {
    const cd_shape *a = shape_at(q, 0), *b = shape_at(q, 1);
    if (a == NULL || b == NULL || a->dim != b->dim)
        return false;
    cd_separation contact;
    cd_contact_points manifold;
    s->a = *a;
    s->b = *b;
    if (cd_query_is(q, "overlap"))
        cd_explain_overlap(a, b, &s->how);
    else if (cd_query_is(q, "distance"))
        cd_explain_distance(a, b, &s->how);
    else if (cd_query_is(q, "contact"))
        cd_explain_contact(a, b, number_at(q, 2, 0), &contact, &s->how);
    else if (cd_query_is(q, "manifold"))
        cd_explain_manifold(a, b, number_at(q, 2, 0), &manifold, &s->how);
    else
        cd_explain_separation(a, b, &s->how);
    if (cd_query_signature_of(q)->required == 0) // which was met on a way that is not recorded
        s->note = "The way is not recorded: these are the steps of closest, of the shapes as they "
                  "were then. collide.explain in the script has all.";
    return true;
}

bool cd_steps_of(const cd_query *q, cd_steps *s) {
    s->motion = (cd_vec){0, 0, 0};
    s->limit = 1;
    s->note = NULL;
    if (cd_query_is_ray(q))
        return ask_ray(q, s);
    if (cd_query_is(q, "shapecast"))
        return ask_shapecast(q, s);
    if (cd_query_is(q, "contains") ? !ask_contains(q, s) : !ask_pair(q, s))
        return false;
    s->apart = cd_separate(&s->a, &s->b);
    return true;
}

double cd_steps_distance_at(const cd_steps *s, double t) {
    cd_shape moved = s->a;
    cd_shape_move(&moved, cd_scale(s->motion, t));
    return cd_distance(&moved, &s->b);
}

// ------------------------------------------------------------------------------------------ kinds

bool cd_step_is_in_time(const cd_trace_step *step) {
    return step->kind == CD_STEP_NEWTON || step->kind == CD_STEP_BISECTION ||
           step->kind == CD_STEP_ADVANCE;
}

bool cd_step_is_axis(const cd_trace_step *step) {
    return step->kind == CD_STEP_AXIS || step->kind == CD_STEP_SWEPT_AXIS;
}

bool cd_step_is_of_tree(const cd_trace_step *step) {
    return step->kind == CD_STEP_NODE || step->kind == CD_STEP_PARTS;
}

// ------------------------------------------------------------------------------------------ words

static void say_vector(cd_text_out *w, const cd_steps *s, cd_vec v) {
    if (s->b.dim == 2)
        cd_append(w, "(%.4g, %.4g)", v.x, v.y);
    else
        cd_append(w, "(%.4g, %.4g, %.4g)", v.x, v.y, v.z);
}

static const char *figure_of(int count) {
    static const char *const figures[] = {"nothing", "a point", "a segment", "a triangle",
                                          "a tetrahedron"};
    return figures[count >= 0 && count <= 4 ? count : 0];
}

/// The axis of the least depth before step i; -1: none.
static int least_axis_before(const cd_trace *trace, int i) {
    int least = -1;
    for (int k = i - 1; k >= 0 && trace->steps[k].kind == CD_STEP_AXIS; k--)
        if (least < 0 || trace->steps[k].distance < trace->steps[least].distance)
            least = k;
    return least;
}

static void say_simplex(cd_text_out *w, const cd_trace_step *s) {
    if (s->name != NULL) {
        cd_append(w, "GJK in single precision: %s. ", figure_of(s->count));
        if (s->distance > 0)
            cd_append(w, "A plane across the arrow leaves %.6g of room.", s->distance);
        else if (s->count == 4)
            cd_append(w, "It holds the origin: the shapes overlap.");
        else
            cd_append(w, "The next corner is %.6g farther along.", s->gain);
        return;
    }
    cd_append(w, "GJK: the origin is %.9g from %s of the difference. ", s->distance,
              figure_of(s->count));
    if (s->gain > 1e-12 * s->distance)
        cd_append(w, "The next corner comes nearer by %.6g at most.", s->gain);
    else
        cd_append(w, "No corner is nearer: it ends here.");
}

static void say_axis(cd_text_out *w, const cd_steps *s, int i) {
    const cd_trace_step *step = &s->how.trace.steps[i];
    const int before = least_axis_before(&s->how.trace, i);
    cd_append(w, "Along ");
    say_vector(w, s, step->normal);
    if (step->distance < 0)
        cd_append(w, " the shadows of the cores are %.6g apart: it separates them.",
                  -step->distance);
    else
        cd_append(w, " they overlap by %.6g%s", step->distance,
                  before < 0 || step->distance < s->how.trace.steps[before].distance
                      ? ", the least so far."
                      : ".");
    if (before >= 0 && step->distance >= s->how.trace.steps[before].distance)
        cd_append(w, " The least so far is %.6g.", s->how.trace.steps[before].distance);
}

static void say_time(cd_text_out *w, const cd_trace_step *s) {
    if (s->kind == CD_STEP_NEWTON) {
        cd_append(w, "Newton: at t = %.9g the gap is %.6g. ", s->t, s->gap);
        if (s->slope < 0)
            cd_append(w, "It falls by %.6g a unit of t: the tangent is 0 at t = %.9g.", -s->slope,
                      s->t - s->gap / s->slope);
        else
            cd_append(w, "It grows by %.6g a unit of t.", s->slope);
    } else if (s->kind == CD_STEP_BISECTION) {
        cd_append(w, "Bisection: at t = %.9g the cores are %.6g apart.", s->t, s->distance);
    } else {
        cd_append(w, "At t = %.9g they are %.6g apart. ", s->t, s->distance);
        if (s->gain > 0)
            cd_append(w, "A plane between them stays clear for %.6g more.", s->gain);
    }
}

static void say_tree(cd_text_out *w, const cd_trace_step *s, bool is_cast) {
    if (s->kind == CD_STEP_NODE) {
        cd_append(w, "Node %d of the tree of %s is opened.",
                  (s->part_a >= 0 ? s->part_a : s->part_b) + 1, s->part_a >= 0 ? "a" : "b");
        return;
    }
    if (s->part_a >= 0)
        cd_append(w, "Part %d of a", s->part_a + 1);
    if (s->part_a >= 0 && s->part_b >= 0)
        cd_append(w, " and part %d of b", s->part_b + 1);
    else if (s->part_b >= 0)
        cd_append(w, "Part %d of b", s->part_b + 1);
    if (is_cast && isfinite(s->t) && (s->verdict || s->t != 0))
        cd_append(w, ": touched at t = %.9g", s->t);
    else if (is_cast)
        cd_append(w, s->verdict ? ": in the way" : ": not touched");
    else
        cd_append(w, ": distance %.6g", s->distance);
    cd_append(w, s->verdict ? ", better than all before." : ".");
}

static void say_result(cd_text_out *w, const cd_steps *s, const cd_trace_step *step, bool is_cast) {
    cd_append(w, "%s: ", step->name);
    if (is_cast && step->verdict && !cd_is_zero(step->normal)) {
        cd_append(w, "hit at t = %.12g, normal ", step->t);
        say_vector(w, s, step->normal);
    } else if (!cd_is_zero(step->normal) || step->distance != 0) {
        cd_append(w, "%s %.12g", step->distance < 0 ? "deep by" : "distance", fabs(step->distance));
    } else {
        cd_append(w, "%s",
                  is_cast         ? (step->verdict ? "yes" : "a miss")
                  : step->verdict ? "yes"
                                  : "no");
    }
    cd_append(w, ".");
}

void cd_step_words(const cd_steps *s, int i, char *out, size_t size) {
    const cd_trace_step *step = &s->how.trace.steps[i];
    const bool is_cast = !cd_is_zero(s->motion);
    cd_text_out w = {out, size, 0};
    out[0] = '\0';
    switch (step->kind) {
    case CD_STEP_FORMULA:
        cd_append(&w, "A closed form: %s.", step->name);
        if (isfinite(step->runner_up))
            cd_append(&w, " The next feature is %.6g behind.", step->runner_up);
        return;
    case CD_STEP_SIMPLEX:
        say_simplex(&w, step);
        return;
    case CD_STEP_FEATURES:
        cd_append(&w, "The nearest points of these features: the cores are %.12g apart.",
                  step->distance);
        return;
    case CD_STEP_FACE:
        cd_append(&w, "EPA: the nearest face is %.9g from the origin. ", step->distance);
        if (step->gain > 1e-12 * step->distance)
            cd_append(&w, "The difference reaches %.6g beyond it.", step->gain);
        else
            cd_append(&w, "Nothing lies beyond: it is the depth.");
        return;
    case CD_STEP_AXIS:
        say_axis(&w, s, i);
        return;
    case CD_STEP_SWEPT_AXIS:
        cd_append(&w, "Across the motion, along ");
        say_vector(&w, s, step->normal);
        cd_append(&w, ", the shadows %s by %.6g.", step->distance > 0 ? "are apart" : "overlap",
                  fabs(step->distance));
        return;
    case CD_STEP_SEPARATION:
        cd_append(&w, "At the start they are %s %.9g.", step->distance < 0 ? "deep by" : "apart by",
                  fabs(step->distance));
        return;
    case CD_STEP_NEWTON:
    case CD_STEP_BISECTION:
    case CD_STEP_ADVANCE:
        say_time(&w, step);
        return;
    case CD_STEP_PORTAL:
        if (step->gain != 0)
            cd_append(
                &w, "The line of motion passes this portal; the difference reaches %.6g beyond it.",
                step->gain);
        else
            cd_append(&w, "This is a facet: the line passes it at t = %.12g.", step->t);
        return;
    case CD_STEP_NODE:
    case CD_STEP_PARTS:
        say_tree(&w, step, is_cast);
        return;
    case CD_STEP_TRANSLATION:
        cd_append(&w, "A way out, %.9g long: %s.", step->distance,
                  step->verdict ? "it frees all parts" : "parts still overlap there");
        return;
    case CD_STEP_SLIDE:
        cd_append(&w, "At %.4g of the way %d surfaces turn the motion.", step->t, step->count);
        return;
    case CD_STEP_RESULT:
        say_result(&w, s, step, is_cast);
        return;
    }
}

static void say_feature(cd_text_out *w, const char *whose, const cd_feature *f) {
    cd_append(w, "%s %s", f->kind, whose);
    if (isfinite(f->next))
        cd_append(w, " (the next is %.6g behind)", f->next);
}

void cd_steps_verdict(const cd_steps *s, char *out, size_t size) {
    cd_text_out w = {out, size, 0};
    out[0] = '\0';
    if (s->how.a.count > 0) {
        cd_append(&w, "Decided by the ");
        say_feature(&w, "of a", &s->how.a);
        cd_append(&w, " at the ");
        say_feature(&w, "of b", &s->how.b);
        cd_append(&w, ". ");
    }
    if (isfinite(s->how.margin))
        cd_append(&w, "The answer is %.6g from flipping.", s->how.margin);
    else
        cd_append(&w, "No small change flips the answer.");
}
