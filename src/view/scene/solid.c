// See stage.h. The points of the core are projected once; all else is two-dimensional.
#include "view/scene/stage.h"

#include "view/raster/convex.h"

#include <assert.h>

static const double full_turn = 6.28318530717958647692;

/// The cosine of the angle between a face and the view at which the face is seen edge-on, but for
/// rounding.
static const double facing_slop = 1e-9;

/// Opacity of edges that look at the viewer, and of hidden ones.
static const double front_edge = 0.85, hidden_edge = 0.22;

/// The hull of the projected core, and the radius, in canvas pixels.
typedef struct silhouette {
    cd_point2 *points;
    int count;
    double radius;
} silhouette;

/// Vertices of a rim: at a radius of 1,000 pixels their polygon is 0.3 pixels off at most.
enum { RIM = 128 };

/// The point of the rim around `center` at an angle.
static cd_vec rim_point(const cd_shape *shape, cd_vec center, double angle) {
    cd_vec axis = cd_sub(shape->as.curved.b, shape->as.curved.a);
    axis = cd_normalized(axis, (cd_vec){0, 1, 0});
    cd_vec u = cd_perpendicular(axis, 3), v = cd_cross(axis, u);
    double r = shape->as.curved.radius;
    return cd_add_scaled(cd_add_scaled(center, r * cos(angle), u), r * sin(angle), v);
}

/// The number of points whose hull is drawn: vertices of the core, or points of its rims and apex.
static int drawn_count(const cd_shape *shape) {
    return shape->kind == CD_CYLINDER ? 2 * RIM
           : shape->kind == CD_CONE   ? RIM + 1
                                      : cd_shape_vertex_count(shape);
}

static cd_vec drawn_point(const cd_shape *shape, int i) {
    if (!cd_is_curved(shape))
        return cd_shape_vertex(shape, i);
    if (shape->kind == CD_CONE && i == RIM)
        return shape->as.curved.b;
    return rim_point(shape, i < RIM ? shape->as.curved.a : shape->as.curved.b, full_turn * i / RIM);
}

static silhouette silhouette_of(const cd_stage *stage, const cd_shape *shape) {
    silhouette s = {.radius = shape->radius * stage->camera.zoom};
    int count = drawn_count(shape);
    s.points = cd_arena_alloc(stage->scratch, (size_t)count * sizeof(cd_point2));
    if (s.points == NULL)
        return s;
    for (int i = 0; i < count; i++)
        s.points[i] = cd_stage_project(stage, drawn_point(shape, i));
    s.count = cd_convex_hull2(s.points, count, s.points);
    return s;
}

/// The bounds of a silhouette, `margin` canvas pixels larger; false where it has no points.
static bool silhouette_bounds(const silhouette *s, double margin, cd_point2 *min, cd_point2 *max) {
    if (s->count == 0)
        return false;
    *min = *max = s->points[0];
    for (int i = 1; i < s->count; i++) {
        min->x = fmin(min->x, s->points[i].x), min->y = fmin(min->y, s->points[i].y);
        max->x = fmax(max->x, s->points[i].x), max->y = fmax(max->y, s->points[i].y);
    }
    double r = s->radius + margin;
    min->x -= r, min->y -= r, max->x += r, max->y += r;
    return true;
}

static bool is_visible(const cd_stage *stage, const silhouette *s, double margin) {
    cd_rect clip = stage->pen->canvas.clip;
    cd_point2 min, max;
    return silhouette_bounds(s, margin, &min, &max) && max.x >= clip.x &&
           min.x <= clip.x + clip.width && max.y >= clip.y && min.y <= clip.y + clip.height;
}

/// The bounds of all parts that have some.
static bool compound_bounds(const cd_stage *stage, const cd_shape *compound, cd_point2 *min,
                            cd_point2 *max) {
    bool some = false;
    for (int i = 0; i < cd_shape_part_count(compound); i++) {
        cd_shape part = cd_shape_part(compound, i);
        cd_point2 low, high;
        if (!cd_solid_bounds(stage, &part, &low, &high))
            continue;
        *min = some ? (cd_point2){fmin(min->x, low.x), fmin(min->y, low.y)} : low;
        *max = some ? (cd_point2){fmax(max->x, high.x), fmax(max->y, high.y)} : high;
        some = true;
    }
    return some;
}

bool cd_solid_bounds(const cd_stage *stage, const cd_shape *shape, cd_point2 *min, cd_point2 *max) {
    if (shape->kind == CD_COMPOUND)
        return compound_bounds(stage, shape, min, max);
    if (cd_is_unbounded(shape))
        return false;
    silhouette s = silhouette_of(stage, shape);
    return silhouette_bounds(&s, 0, min, max);
}

// ---------------------------------------------------------------------------------------- outline

/// Writes the rounded outline as a closed polyline, with `steps` vertices for a full turn; returns
/// their number. The hull has its interior at the left of its edges, were y to go up.
static int trace_outline(const silhouette *s, cd_point2 *out, int room, int steps) {
    int n = 0;
    for (int i = 0; i < s->count; i++) {
        cd_point2 p = s->points[i], before = s->points[(i + s->count - 1) % s->count],
                  after = s->points[(i + 1) % s->count];
        // The directions of the outward normals of the two edges at p; a single point has a circle.
        double from = atan2(-(p.x - before.x), p.y - before.y);
        double to = atan2(-(after.x - p.x), after.y - p.y);
        if (s->count == 1)
            from = 0, to = full_turn;
        double sweep = to - from;
        while (sweep < 0)
            sweep += full_turn;
        while (sweep > full_turn)
            sweep -= full_turn;
        int parts = s->radius > 0 ? 1 + (int)(sweep / full_turn * steps) : 0;
        for (int k = 0; k <= parts && n < room; k++) {
            double angle = from + (parts > 0 ? sweep * k / parts : 0);
            out[n++] = (cd_point2){p.x + s->radius * cos(angle), p.y + s->radius * sin(angle)};
        }
    }
    if (n > 0 && n < room)
        out[n++] = out[0];
    return n;
}

static void draw_outline(const cd_stage *stage, const silhouette *s, double width, bool dashed,
                         uint32_t color) {
    if (!dashed) {
        cd_stroke_polygon(&stage->pen->canvas, s->points, s->count, s->radius,
                          width * stage->pen->scale, cd_paint_flat(color));
        return;
    }
    int steps = (int)fmin(fmax(s->radius * 2, 12), 400);
    int room = s->count * 3 + steps + 8;
    cd_point2 *points = cd_arena_alloc(stage->scratch, (size_t)room * sizeof *points);
    if (points != NULL)
        cd_stage_polyline(stage, points, trace_outline(s, points, room, steps), width, true, color);
}

void cd_solid_outline(const cd_stage *stage, const cd_shape *shape, double width, bool dashed,
                      uint32_t color) {
    if (cd_is_unbounded(shape)) {
        cd_unbounded_outline(stage, shape, width, dashed, color);
        return;
    }
    for (int i = 0; shape->kind == CD_COMPOUND && i < cd_shape_part_count(shape); i++) {
        cd_shape part = cd_shape_part(shape, i);
        cd_solid_outline(stage, &part, width, dashed, color);
    }
    silhouette s = silhouette_of(stage, shape);
    if (is_visible(stage, &s, width * stage->pen->scale))
        draw_outline(stage, &s, width, dashed, color);
}

// ---------------------------------------------------------------------------------------- faces

/// Draws a face that looks at the viewer: the hull of its vertices, moved out by the radius. room:
/// for `count` points.
static void draw_face(const cd_stage *stage, const cd_look *look, const cd_vec *vertices, int count,
                      cd_vec normal, double radius, cd_point2 *room) {
    for (int i = 0; i < count; i++)
        room[i] = cd_stage_project(stage, cd_add_scaled(vertices[i], radius, normal));
    int corners = cd_convex_hull2(room, count, room);
    if (corners < 3)
        return;
    cd_fill_polygon(&stage->pen->canvas, room, corners, 0,
                    cd_paint_flat(cd_surface_color(stage, look, normal)));
}

static void draw_edge(const cd_stage *stage, const cd_look *look, cd_vec a, cd_vec b, bool front) {
    double opacity = look->line * (front ? front_edge : hidden_edge);
    cd_stage_line(stage, a, b, look->width, cd_color_fade(look->color, opacity));
}

static cd_vec box_corner(const cd_shape *box, int bits) {
    cd_vec p = box->as.box.center;
    p = cd_add_scaled(p, bits & 1 ? box->as.box.half.x : -box->as.box.half.x, box->as.box.axes[0]);
    p = cd_add_scaled(p, bits & 2 ? box->as.box.half.y : -box->as.box.half.y, box->as.box.axes[1]);
    return cd_add_scaled(p, bits & 4 ? box->as.box.half.z : -box->as.box.half.z,
                         box->as.box.axes[2]);
}

/// Draws edge `k` of 12 if it is in front, or if it is hidden. The edge runs along axis k / 4; the
/// low bits of k are its sides on the other two axes. It is in front where one of its two faces
/// looks at the viewer.
static void draw_box_edge(const cd_stage *stage, const cd_shape *box, const cd_look *look, int k,
                          bool front) {
    int axis = k / 4, u = (axis + 1) % 3, v = (axis + 2) % 3;
    int bits = (k & 1 ? 1 << u : 0) | (k & 2 ? 1 << v : 0);
    double facing_u = cd_dot(box->as.box.axes[u], stage->camera.toward) * (k & 1 ? 1 : -1);
    double facing_v = cd_dot(box->as.box.axes[v], stage->camera.toward) * (k & 2 ? 1 : -1);
    bool seen = facing_u > facing_slop || facing_v > facing_slop;
    if (seen == front)
        draw_edge(stage, look, box_corner(box, bits), box_corner(box, bits | 1 << axis), front);
}

static void draw_box_faces(const cd_stage *stage, const cd_shape *box, const cd_look *look) {
    for (int axis = 0; axis < 3; axis++) {
        cd_vec normal = box->as.box.axes[axis];
        double facing = cd_dot(normal, stage->camera.toward);
        if (fabs(facing) < facing_slop)
            continue;
        int side = facing > 0 ? 1 << axis : 0, u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
        cd_vec corners[4] = {box_corner(box, side), box_corner(box, side | u),
                             box_corner(box, side | u | v), box_corner(box, side | v)};
        cd_point2 room[4];
        if (facing < 0)
            normal = cd_negate(normal);
        draw_face(stage, look, corners, 4, normal, box->radius, room);
    }
}

/// The vertices of each face: the ends of its edges, each twice. Those of face i begin at starts[i]
/// and end where the next ones begin.
typedef struct face_lists {
    int *starts;
    cd_vec *corners;
} face_lists;

/// The lists of a solid hull; false without memory. They take no longer than there are edges.
static bool list_faces(const cd_stage *stage, const cd_shape *hull, face_lists *lists) {
    const cd_polytope *core = hull->as.polytope.core;
    const size_t room = (size_t)core->face_count + 2, ends = 4 * (size_t)core->edge_count;
    lists->starts = cd_arena_alloc(stage->scratch, room * sizeof *lists->starts);
    lists->corners = cd_arena_alloc(stage->scratch, ends * sizeof *lists->corners);
    if (lists->starts == NULL || lists->corners == NULL)
        return false;
    int *next = lists->starts + 1; // where the next corner of each face goes; last where it ends
    for (int i = 0; i < core->edge_count; i++)
        for (int side = 0; side < 2; side++)
            next[core->edge_faces[i][side] + 1] += 2;
    for (int i = 0; i < core->face_count; i++)
        next[i + 1] += next[i];
    for (int i = 0; i < core->edge_count; i++)
        for (int side = 0; side < 2; side++)
            for (int end = 0; end < 2; end++)
                lists->corners[next[core->edge_faces[i][side]]++] =
                    cd_add(core->vertices[core->edges[i][end]], hull->as.polytope.offset);
    return true;
}

static void draw_solid_faces(const cd_stage *stage, const cd_shape *hull, const cd_look *look) {
    const cd_polytope *core = hull->as.polytope.core;
    face_lists lists;
    cd_point2 *room = cd_arena_alloc(stage->scratch, 4 * (size_t)core->edge_count * sizeof *room);
    if (room == NULL || !list_faces(stage, hull, &lists))
        return;
    for (int i = 0; i < core->face_count && cd_draw_budget_left(stage->budget, CD_DRAW_FACES);
         i++) {
        const cd_vec normal = core->face_normals[i];
        const int from = lists.starts[i], count = lists.starts[i + 1] - from;
        if (cd_dot(normal, stage->camera.toward) >= facing_slop)
            draw_face(stage, look, lists.corners + from, count, normal, hull->radius, room);
    }
}

/// Draws the only face of a flat hull, from both sides.
static void draw_flat_face(const cd_stage *stage, const cd_shape *hull, const cd_look *look) {
    const cd_polytope *core = hull->as.polytope.core;
    const size_t count = (size_t)core->vertex_count;
    cd_vec *corners = cd_arena_alloc(stage->scratch, count * sizeof *corners);
    cd_point2 *room = cd_arena_alloc(stage->scratch, count * sizeof *room);
    const double facing = cd_dot(core->face_normals[0], stage->camera.toward);
    if (corners == NULL || room == NULL || fabs(facing) < facing_slop)
        return;
    for (size_t i = 0; i < count; i++)
        corners[i] = cd_add(core->vertices[i], hull->as.polytope.offset);
    const cd_vec normal = core->face_normals[0];
    draw_face(stage, look, corners, core->vertex_count, facing < 0 ? cd_negate(normal) : normal,
              hull->radius, room);
}

/// Whether an edge is in front: one of its two faces looks at the viewer, or there is no solid that
/// could hide it.
static bool edge_in_front(const cd_stage *stage, const cd_polytope *core, int edge) {
    bool seen = core->edge_faces == NULL || core->face_count < 2;
    for (int side = 0; side < 2 && !seen; side++)
        seen = cd_dot(core->face_normals[core->edge_faces[edge][side]], stage->camera.toward) >
               facing_slop;
    return seen;
}

static void draw_hull_edges(const cd_stage *stage, const cd_shape *hull, const cd_look *look) {
    const cd_polytope *polytope = hull->as.polytope.core;
    cd_look thin = *look;
    thin.width *= 0.75;
    for (int i = 0; i < polytope->edge_count; i++) {
        cd_vec a = cd_add(polytope->vertices[polytope->edges[i][0]], hull->as.polytope.offset);
        cd_vec b = cd_add(polytope->vertices[polytope->edges[i][1]], hull->as.polytope.offset);
        draw_edge(stage, &thin, a, b, edge_in_front(stage, polytope, i));
    }
}

// ---------------------------------------------------------------------------------------- solids

static void fill(const cd_stage *stage, const silhouette *s, cd_paint paint) {
    cd_fill_polygon(&stage->pen->canvas, s->points, s->count, s->radius, paint);
}

/// Fills what the faces of a rounded polytope leave open.
static void fill_under(const cd_stage *stage, const silhouette *s, const cd_look *look) {
    fill(stage, s, cd_paint_flat(cd_color_fade(look->color, 0.6 * look->fill)));
}

static void draw_box(const cd_stage *stage, const cd_shape *box, const cd_look *look,
                     const silhouette *s) {
    for (int k = 0; k < 12 && look->line > 0; k++)
        draw_box_edge(stage, box, look, k, false);
    if (look->fill > 0) {
        if (box->radius > 0)
            fill_under(stage, s, look);
        draw_box_faces(stage, box, look);
    }
    cd_look edges = *look;
    edges.line *= box->radius > 0 ? 0.4 : 1; // of a rounded box they only end its flat parts
    for (int k = 0; k < 12 && look->line > 0; k++)
        draw_box_edge(stage, box, &edges, k, true);
}

static void draw_hull(const cd_stage *stage, const cd_shape *hull, const cd_look *look,
                      silhouette *s) {
    const cd_polytope *core = hull->as.polytope.core;
    const bool solid = core->face_count > 1 && core->edge_faces != NULL;
    if (look->fill > 0) {
        if (hull->radius > 0 || core->face_count == 0)
            fill_under(stage, s, look);
        if (solid)
            draw_solid_faces(stage, hull, look);
        else if (core->face_count == 1)
            draw_flat_face(stage, hull, look);
    }
    if (look->line > 0 && core->face_count <= CD_FACES_MAX)
        draw_hull_edges(stage, hull, look);
    else if (look->line > 0)
        draw_outline(stage, s, look->width, false, cd_color_fade(look->color, look->line));
}

/// Draws the cap around `center` with its outward normal: whole where it looks at the viewer, else
/// the half of its rim that lies behind the body.
static void draw_cap(const cd_stage *stage, const cd_shape *shape, const cd_look *look,
                     cd_vec center, cd_vec normal) {
    double facing = cd_dot(normal, stage->camera.toward);
    cd_vec corners[RIM];
    cd_point2 room[RIM + 1];
    // `behind` is the angle of the rim's rearmost point; a quarter of the rim to each side is
    // hidden.
    cd_vec from = rim_point(shape, center, 0), quarter = rim_point(shape, center, full_turn / 4);
    double behind = atan2(-cd_dot(cd_sub(quarter, center), stage->camera.toward),
                          -cd_dot(cd_sub(from, center), stage->camera.toward));
    int count = facing > 0 ? RIM : RIM / 2;
    for (int i = 0; i <= count; i++) {
        cd_vec p = rim_point(shape, center, behind - full_turn / 4 + full_turn * i / RIM);
        room[i] = cd_stage_project(stage, p);
        if (i < RIM)
            corners[i] = p;
    }
    if (look->line > 0 && fabs(facing) > facing_slop) {
        double opacity = look->line * (facing > 0 ? front_edge : hidden_edge);
        cd_stage_polyline(stage, room, count + 1, look->width, false,
                          cd_color_fade(look->color, opacity));
    }
    if (look->fill > 0 && facing > facing_slop)
        draw_face(stage, look, corners, RIM, normal, 0, room);
}

static void draw_curved(const cd_stage *stage, const cd_shape *shape, const cd_look *look,
                        const silhouette *s) {
    cd_vec a = shape->as.curved.a, b = shape->as.curved.b;
    cd_vec axis = cd_normalized(cd_sub(b, a), (cd_vec){0, 1, 0});
    cd_paint paint =
        cd_paint_capsule(cd_color_fade(look->color, look->fill), cd_stage_project(stage, a),
                         cd_stage_project(stage, b), shape->as.curved.radius * stage->camera.zoom);
    if (look->fill > 0)
        fill(stage, s, paint);
    draw_cap(stage, shape, look, a, cd_negate(axis));
    if (shape->kind == CD_CYLINDER)
        draw_cap(stage, shape, look, b, axis);
}

/// Draws a core without an area and a radius: a point as a dot, a segment as a line.
static void draw_thin(const cd_stage *stage, const cd_look *look, const silhouette *s) {
    double unit = stage->pen->scale;
    uint32_t color = cd_color_fade(look->color, fmax(look->line, look->fill));
    if (s->count == 1)
        cd_fill_disc(&stage->pen->canvas, s->points[0], 3.5 * unit, color);
    else
        cd_stroke_line(&stage->pen->canvas, s->points[0], s->points[1], (look->width + 0.5) * unit,
                       color);
}

/// Fills a rounded shape: spheres and capsules are lit in 3D, all others flat.
static void draw_round(const cd_stage *stage, const cd_shape *shape, const cd_look *look,
                       const silhouette *s) {
    uint32_t color = cd_color_fade(look->color, look->fill);
    cd_paint paint = cd_paint_flat(color);
    if (shape->dim == 3 && s->count == 1)
        paint = cd_paint_sphere(color, s->points[0], s->radius);
    else if (shape->dim == 3 && s->count == 2)
        paint = cd_paint_capsule(color, s->points[0], s->points[1], s->radius);
    if (look->fill > 0)
        fill(stage, s, paint);
}

cd_drawn_sphere cd_solid_sphere(const cd_stage *stage, const cd_shape *shape, const cd_look *look) {
    if (shape->kind > CD_SPHERE || !(shape->radius > 0) || look->line > 0 || look->fill <= 0)
        return (cd_drawn_sphere){0};
    return (cd_drawn_sphere){cd_stage_project(stage, cd_shape_vertex(shape, 0)),
                             shape->radius * stage->camera.zoom, shape->dim == 2};
}

void cd_solid_draw_sphere(const cd_stage *stage, const cd_drawn_sphere *sphere,
                          const cd_look *look) {
    uint32_t color = cd_color_fade(look->color, look->fill);
    cd_paint paint = sphere->flat ? cd_paint_flat(color)
                                  : cd_paint_sphere(color, sphere->center, sphere->radius);
    cd_fill_polygon(&stage->pen->canvas, &sphere->center, 1, sphere->radius, paint);
}

void cd_solid_draw(const cd_stage *stage, const cd_shape *shape, const cd_look *look) {
    assert(cd_shape_error(shape) == NULL && shape->kind != CD_COMPOUND);
    if (cd_is_unbounded(shape)) {
        cd_unbounded_draw(stage, shape, look);
        return;
    }
    if (cd_is_mesh(shape)) {
        cd_surface_draw(stage, shape, look);
        return;
    }
    silhouette s = silhouette_of(stage, shape);
    if (!is_visible(stage, &s, 4 * stage->pen->scale))
        return;
    if (s.count <= 2 && s.radius == 0) {
        draw_thin(stage, look, &s);
        return;
    }
    cd_kind kind = shape->kind;
    if (kind == CD_BOX && shape->dim == 3)
        draw_box(stage, shape, look, &s);
    else if (kind == CD_HULL)
        draw_hull(stage, shape, look, &s);
    else if (cd_is_curved(shape))
        draw_curved(stage, shape, look, &s);
    else
        draw_round(stage, shape, look, &s);
    if (look->line > 0)
        draw_outline(stage, &s, look->width, look->dashed, cd_color_fade(look->color, look->line));
}
