// Of a NUMBER, with VECTOR and NAME of vectors.h: the distance of solids that are apart. Included
// once for each kind of number.
typedef struct {
    int count;
    VECTOR vertex[MOST_VERTICES];
    bool curved;
    VECTOR axis;
    NUMBER rim[2];
} SOLID;

typedef struct {
    NUMBER low, high;
    VECTOR normal;
} SPAN;

static VECTOR NAME(negative)(VECTOR v) { return (VECTOR){-v.x, -v.y, -v.z}; }

static SOLID NAME(solid_of)(const solid *s) {
    SOLID r = {
        .count = s->count, .curved = s->curved, .rim = {(NUMBER)s->rim[0], (NUMBER)s->rim[1]}};
    for (int i = 0; i < s->count; i++)
        r.vertex[i] = NAME(of)(s->vertex[i]);
    r.axis = NAME(of)(s->axis);
    return r;
}

// Twice, so that what is left along the axis is rounding of the result, not of n.
static VECTOR NAME(off_axis)(const SOLID *s, VECTOR n) {
    n = NAME(add_scaled)(n, -NAME(dot)(n, s->axis), s->axis);
    return NAME(add_scaled)(n, -NAME(dot)(n, s->axis), s->axis);
}

static VECTOR NAME(support)(const SOLID *s, VECTOR n) {
    VECTOR best = s->vertex[0], across = NAME(off_axis)(s, n);
    bool level = !(NAME(max_abs)(across) > 100 * EPS * NAME(max_abs)(n));
    across = level ? (VECTOR){0, 0, 0} : NAME(unit)(across);
    for (int i = 0; i < s->count; i++) {
        VECTOR p = s->curved ? NAME(add_scaled)(s->vertex[i], s->rim[i], across) : s->vertex[i];
        if (i == 0 || NAME(dot)(p, n) > NAME(dot)(best, n))
            best = p;
    }
    return best;
}

// Of the cores: the corner of a + shift - b farthest against n.
static VECTOR NAME(corner)(const SOLID *a, VECTOR shift, const SOLID *b, VECTOR n) {
    return NAME(add)(shift, NAME(sub)(NAME(support)(a, NAME(negative)(n)), NAME(support)(b, n)));
}

// The point nearest to the origin of up to four corners' hull: the nearest of the feet inside its
// vertices, edges and triangles.
typedef struct {
    NUMBER square;
    VECTOR v;
    int count, index[3];
} FOOT;

// `v` towards it, `at` of the hull: where it is sure to lie.
static void NAME(offer)(FOOT *best, VECTOR v, VECTOR at, int count, int i, int j, int k) {
    NUMBER square = NAME(dot)(at, at);
    if (best->count == 0 || square < best->square)
        *best = (FOOT){square, v, count, {i, j, k}};
}

static void NAME(try_edge)(FOOT *best, const VECTOR *w, int i, int j) {
    VECTOR e = NAME(sub)(w[j], w[i]);
    NUMBER ee = NAME(dot)(e, e), t = -NAME(dot)(w[i], e);
    if (!(t > 0 && t < ee))
        return;
    VECTOR v = NAME(add_scaled)(w[i], t / ee, e);
    NAME(offer)(best, v, v, 2, i, j, 0);
}

static void NAME(try_triangle)(FOOT *best, const VECTOR *w, int i, int j, int k) {
    VECTOR e = NAME(sub)(w[j], w[i]), g = NAME(sub)(w[k], w[i]), n = NAME(cross)(e, g);
    NUMBER nn = NAME(dot)(n, n), u = -NAME(dot)(NAME(cross)(w[i], g), n),
           v = -NAME(dot)(NAME(cross)(e, w[i]), n);
    if (!(nn > 0 && u > 0 && v > 0 && u + v < nn))
        return;
    VECTOR at = NAME(add_scaled)(NAME(add_scaled)(w[i], u / nn, e), v / nn, g);
    NAME(offer)(best, NAME(scale)(n, NAME(dot)(w[i], n) / nn), at, 3, i, j, k);
}

static bool NAME(encloses)(const VECTOR *w) {
    bool inside = true;
    for (int i = 0; i < 4; i++) {
        VECTOR p = w[i],
               n = NAME(cross)(NAME(sub)(w[(i + 1) % 4], p), NAME(sub)(w[(i + 2) % 4], p));
        NUMBER origin = -NAME(dot)(n, p), fourth = NAME(dot)(n, NAME(sub)(w[(i + 3) % 4], p));
        inside = inside && fourth != 0 && (origin > 0) == (fourth > 0);
    }
    return inside;
}

static FOOT NAME(nearest_foot)(const VECTOR *w, int count) {
    FOOT best = {.count = 0};
    for (int i = 0; i < count; i++)
        NAME(offer)(&best, w[i], w[i], 1, i, 0, 0);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            NAME(try_edge)(&best, w, i, j);
            for (int k = j + 1; k < count; k++)
                NAME(try_triangle)(&best, w, i, j, k);
        }
    return best;
}

// False where the cores overlap or touch: `low` may be far from the truth then.
static bool NAME(apart)(const SOLID *a, VECTOR shift, const SOLID *b, double size, VECTOR hint,
                        SPAN *r) {
    VECTOR first = NAME(max_abs)(hint) > 0 ? NAME(unit)(hint) : (VECTOR){1, 0, 0};
    VECTOR w[4] = {NAME(corner)(a, shift, b, first)};
    int count = 1, since = 0;
    NUMBER open = (NUMBER)INFINITY;
    *r = (SPAN){NAME(dot)(w[0], first), (NUMBER)INFINITY, first};
    for (int step = 0; step < 300; step++) {
        FOOT f = NAME(nearest_foot)(w, count);
        NUMBER distance = NAME(sqrt)(f.square);
        // With a positive bound a hull that encloses the origin is flat, and does by rounding.
        if (distance <= TOUCH * size || !(NAME(max_abs)(f.v) > 0) ||
            (count == 4 && !(r->low > 0) && NAME(encloses)(w))) {
            r->high = 0;
            return false;
        }
        r->high = NAME(min)(r->high, distance);
        VECTOR n = NAME(unit)(f.v), c = NAME(corner)(a, shift, b, n);
        if (NAME(dot)(c, n) > r->low) {
            r->low = NAME(dot)(c, n);
            r->normal = n;
        }
        NUMBER left = r->high - r->low;
        if (left <= CLOSE * size)
            break;
        if (left < 0.9 * open) {
            open = left;
            since = step;
        }
        if (step - since > PATIENCE) // rounding
            break;
        VECTOR kept[4];
        for (int i = 0; i < f.count; i++)
            kept[i] = w[f.index[i]];
        count = f.count;
        kept[count++] = c;
        for (int i = 0; i < count; i++)
            w[i] = kept[i];
    }
    return true;
}

#undef NUMBER
#undef VECTOR
#undef NAME
#undef SOLID
#undef SPAN
#undef FOOT
#undef EPS
#undef TOUCH
#undef CLOSE
#undef PATIENCE
