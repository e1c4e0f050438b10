// Shapes to bodies, lines to their shadows, half-spaces by their lowest vertex; balls by the
// theorem; and conditions to first order: the derivative of a distance n . (p - q) with regard to
// any number of the input is that of n . p or n . q with the nearest points held in place.
#include "problem.h"

#include <float.h>

problem problem_of(const subject *a, const subject *b) {
    cd_vec about =
        subject_reference(cd_is_unbounded(&b->shape) && a->shape.kind != CD_PLANE ? a : b);
    problem p = {.of_a = a, .of_b = b, .reference = exactly(about)};
    p.a = body_of(a, about);
    p.b = body_of(b, about);
    p.lines = frame_of(a->shape.dim);
    if (p.a.sort == BODY_LINE)
        frame_add(&p.lines, p.a.direction);
    if (p.b.sort == BODY_LINE)
        frame_add(&p.lines, p.b.direction);
    return p;
}

level problem_level(const problem *p, const frame *f, const nearest *near, qvec motion,
                    qvec normal) {
    level l = {0};
    qvec pa = {0, 0, 0}, pb = {0, 0, 0};
    bool half_a = p->a.sort == BODY_HALFSPACE, half_b = p->b.sort == BODY_HALFSPACE;
    if (!half_a)
        pa = q_add(body_point(&p->a, &near->a), motion);
    pb = half_b ? q_add_scaled(pa, -near->distance, normal) : body_point(&p->b, &near->b);
    if (half_a && !half_b)
        pa = q_add_scaled(pb, near->distance, normal);
    quad c[3] = {0, 0, 0}, along_a = 0, along_b = 0;
    int used = 0;
    if (f->along_count)
        frame_solve(f, q_sub(q_scale(normal, near->distance), q_sub(pa, pb)), c);
    if (p->a.sort == BODY_LINE && f->along_count)
        along_a = c[used++];
    if (p->b.sort == BODY_LINE && used < p->lines.along_count)
        along_b = -c[used++];
    l.time = used < f->along_count ? c[used] : 0;
    const qvec all = {1, 1, 1};
    qvec at_a = q_add(p->reference, q_sub(pa, motion)), at_b = q_add(p->reference, pb);
    l.distance = condition_sum(body_condition(p->of_a, &near->a, along_a, at_a, normal),
                               body_condition(p->of_b, &near->b, along_b, at_b, normal));
    l.spread = condition_sum(body_condition(p->of_a, &near->a, along_a, at_a, all),
                             body_condition(p->of_b, &near->b, along_b, at_b, all))
                   .points;
    if (near->distance == 0 && near->flat) // no direction that counts alone
        l.distance = (condition){l.spread, l.spread};
    return l;
}

// Two half-spaces part only where they face each other exactly.
static nearest between_halfspaces(const problem *p, bool *inseparable, bool *stable) {
    nearest n = {.proved = true, .normal = p->b.normal};
    quad across = q_length(q_cross(p->a.normal, p->b.normal));
    bool facing = q_dot(p->a.normal, p->b.normal) < 0;
    *stable = !facing || across <= 1e-30 || across > 4e-15;
    *inseparable = !facing || across > 4e-15;
    n.distance = -p->a.level - p->b.level;
    return n;
}

static nearest above_halfspace(const body *a, const body *half, bool *inseparable, bool *stable) {
    nearest n = {.proved = true, .normal = half->normal, .a = {1, {0, 0, 0}, {1, 0, 0}}};
    for (int i = 1; i < a->vertex_count; i++)
        if (q_dot(a->vertex[i], half->normal) < q_dot(a->vertex[n.a.index[0]], half->normal))
            n.a.index[0] = i;
    n.distance = q_dot(a->vertex[n.a.index[0]], half->normal) - half->level;
    if (a->sort == BODY_LINE) {
        quad slope = q_abs(q_dot(a->direction, half->normal));
        *stable = slope <= 1e-30 || slope > 4e-15;
        *inseparable = slope > 4e-15;
    }
    return n;
}

nearest problem_nearest(const problem *p, qvec hint, bool *inseparable, bool *stable) {
    *inseparable = false;
    *stable = p->lines.stable;
    if (p->a.sort == BODY_HALFSPACE && p->b.sort == BODY_HALFSPACE)
        return between_halfspaces(p, inseparable, stable);
    if (p->b.sort == BODY_HALFSPACE)
        return above_halfspace(&p->a, &p->b, inseparable, stable);
    if (p->a.sort == BODY_HALFSPACE) {
        nearest n = above_halfspace(&p->b, &p->a, inseparable, stable);
        n.normal = q_scale(n.normal, -1);
        n.b = n.a;
        return n;
    }
    if (p->lines.across_count == 0) {
        *inseparable = true;
        return (nearest){.proved = true};
    }
    body a = frame_shadow(&p->lines, &p->a), b = frame_shadow(&p->lines, &p->b);
    nearest n = nearest_of(&a, &b, frame_vector(&p->lines, hint));
    n.normal = frame_back(&p->lines, n.normal);
    return n;
}

oracle_separation oracle_separate(const subject *a, const subject *b, qvec hint) {
    problem p = problem_of(a, b);
    oracle_separation r = {0};
    nearest n = problem_nearest(&p, hint, &r.inseparable, &r.stable);
    r.proved = n.proved;
    r.gap = n.distance;
    r.distance = n.distance - subject_radius(a) - subject_radius(b);
    r.normal = n.normal;
    if (!r.inseparable) {
        level l = problem_level(&p, &p.lines, &n, (qvec){0, 0, 0}, n.normal);
        r.condition = l.distance;
        r.spread = l.spread;
        bool half = p.a.sort == BODY_HALFSPACE || p.b.sort == BODY_HALFSPACE;
        r.normal_condition = n.distance > 0 && !half ? l.spread / (double)n.distance : 0;
    }
    return r;
}

double oracle_extent(const subject *a, const subject *b) {
    problem p = problem_of(a, b);
    return nearest_size(&p.a, &p.b);
}

quad oracle_slab_error(const subject *a, quad time, qvec motion, const subject *b, qvec n,
                       quad distance) {
    problem p = problem_of(a, b);
    if (p.lines.across_count == 0)
        return 0;
    body sa = frame_shadow(&p.lines, &p.a), sb = frame_shadow(&p.lines, &p.b);
    sa = body_moved(&sa, q_scale(frame_vector(&p.lines, motion), time));
    qvec across = frame_vector(&p.lines, n);
    quad tilt = q_sqrt(q_abs(q_dot(n, n) - q_dot(across, across)));
    quad error = q_abs(slab_width(&sa, &sb, q_unit(across)) - distance);
    return q_max(error, tilt > 1e-15 ? tilt * nearest_size(&sa, &sb) : 0);
}
