// See frame.h. Before the first direction it is that of the world.
#include "frame.h"

frame frame_of(int dim) {
    frame f = {.across_count = dim, .stable = true};
    f.across[0].x = f.across[1].y = 1;
    if (dim == 3)
        f.across[2].z = 1;
    return f;
}

qvec frame_vector(const frame *f, qvec v) {
    if (f->along_count == 0)
        return v;
    quad c[3] = {0, 0, 0};
    for (int i = 0; i < f->across_count; i++)
        c[i] = q_dot(v, f->across[i]);
    return (qvec){c[0], c[1], c[2]};
}

qvec frame_back(const frame *f, qvec v) {
    if (f->along_count == 0)
        return v;
    const quad c[3] = {v.x, v.y, v.z};
    qvec sum = {0, 0, 0};
    for (int i = 0; i < f->across_count; i++)
        sum = q_add_scaled(sum, c[i], f->across[i]);
    return sum;
}

// Directions are doubles, so known to about 1e-16: what is left of one across the others is zero,
// or too small to be sure, or a direction. The basis that is left is found by taking the new
// direction out of the old vectors, without the one that has most of it.
void frame_add(frame *f, qvec direction) {
    qvec u = q_unit(direction);
    if (f->across_count == 0 || !(q_max_abs(direction) > 0))
        return;
    qvec left = frame_back(f, frame_vector(f, u));
    quad length = q_length(left);
    if (length > 1e-30 && length < 4e-15)
        f->stable = false;
    if (length < 4e-15)
        return;
    f->along[f->along_count++] = u;
    left = q_unit(left);
    int most = 0;
    for (int i = 1; i < f->across_count; i++)
        if (q_abs(q_dot(left, f->across[i])) > q_abs(q_dot(left, f->across[most])))
            most = i;
    f->across[most] = left;
    f->across[most] = f->across[0];
    f->across[0] = left;
    for (int i = 1; i < f->across_count; i++)
        for (int twice = 0; twice < 2; twice++) {
            for (int k = 0; k < i; k++)
                f->across[i] =
                    q_add_scaled(f->across[i], -q_dot(f->across[i], f->across[k]), f->across[k]);
            f->across[i] = q_unit(f->across[i]);
        }
    f->across_count--;
    for (int i = 0; i < f->across_count; i++)
        f->across[i] = f->across[i + 1];
}

body frame_shadow(const frame *f, const body *b) {
    body shadow = *b;
    shadow.sort = BODY_POLYTOPE;
    shadow.dim = f->across_count;
    for (int i = 0; i < b->vertex_count && f->along_count; i++)
        shadow.vertex[i] = frame_vector(f, b->vertex[i]);
    if (shadow.dim < 3)
        shadow.face_count = shadow.face_axes = 0;
    return shadow;
}

// Gram-Schmidt keeps along = (unit, upper triangular): by elimination from the last.
void frame_solve(const frame *f, qvec w, quad c[3]) {
    qvec q[3];
    quad r[3][3], d[3];
    for (int i = 0; i < f->along_count; i++) {
        qvec v = f->along[i];
        for (int k = 0; k < i; k++) {
            r[k][i] = q_dot(q[k], v);
            v = q_add_scaled(v, -r[k][i], q[k]);
        }
        r[i][i] = q_length(v);
        q[i] = q_unit(v);
        d[i] = q_dot(q[i], w);
    }
    for (int i = f->along_count - 1; i >= 0; i--) {
        c[i] = d[i];
        for (int k = i + 1; k < f->along_count; k++)
            c[i] -= r[i][k] * c[k];
        c[i] /= r[i][i];
    }
}
