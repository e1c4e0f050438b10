// rays [count]: rays through the shared edges and vertices of closed meshes (solids.h), answered by
// collide as one mesh, as a compound of triangles, as the cast of a point, and in a world of
// triangles. Every one must hit within the ray's length; prints the leaks, exit 1 if there are any.
// rays --print count: the meshes and rays as text, for those that do not link C:
//     solid <vertices> <triangles>, then a line each; ray <origin> <direction>
#include "solids.h"

#include "collide/collide.h"
#include "collide/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cd_vec vector(const double v[3]) { return (cd_vec){v[0], v[1], v[2]}; }

static void *reallocate(void *user, void *block, size_t old_size, size_t size) {
    (void)user, (void)old_size;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

// A solid in the four forms in which it is asked.
typedef struct forms {
    cd_shape mesh, compound;
    cd_world *world;
    void *memory[2];
} forms;

static void build(const gauntlet_solid *solid, forms *f) {
    static cd_vec vertices[SOLID_MAX_VERTICES];
    static cd_shape triangles[SOLID_MAX_TRIANGLES];
    int n = solid->triangle_count;
    for (int i = 0; i < solid->vertex_count; i++)
        vertices[i] = vector(solid->vertices[i]);
    f->world = cd_world_new(3, (cd_allocator){reallocate, NULL});
    for (int i = 0; i < n; i++) {
        const int *t = solid->triangles[i];
        triangles[i] = cd_triangle(3, vertices[t[0]], vertices[t[1]], vertices[t[2]], 0);
        cd_body body = cd_body_of(&triangles[i]);
        cd_world_add(f->world, &body);
    }
    cd_world_update(f->world);
    f->memory[0] = malloc(cd_mesh_size(solid->vertex_count, n));
    f->memory[1] = malloc(cd_compound_size(triangles, n));
    f->mesh = cd_set_shape(
        cd_mesh_build(3, vertices, solid->vertex_count, solid->triangles, n, f->memory[0], NULL));
    f->compound = cd_set_shape(cd_compound_build(triangles, n, f->memory[1], NULL));
}

static void release(forms *f) {
    cd_world_free(f->world);
    free(f->memory[0]);
    free(f->memory[1]);
}

enum { ASKED = 4 };
static const char *const asked[ASKED] = {"raycast of a mesh", "raycast of a compound",
                                         "cast of a point at a mesh", "raycast of a world"};

static void ask(const forms *f, const gauntlet_ray *ray, bool hits[ASKED]) {
    cd_hit hit;
    cd_vec origin = vector(ray->origin), direction = vector(ray->direction);
    cd_shape point = cd_point(3, origin);
    hits[0] = cd_raycast(origin, direction, &f->mesh, 1, &hit);
    hits[1] = cd_raycast(origin, direction, &f->compound, 1, &hit);
    hits[2] = cd_shapecast(&point, direction, &f->mesh, (cd_vec){0, 0, 0}, &hit);
    hits[3] = cd_world_raycast(f->world, origin, direction, 1, UINT32_MAX, &hit) >= 0;
}

static void print_vector(const double v[3]) { printf(" %.17g %.17g %.17g", v[0], v[1], v[2]); }

static void print(const gauntlet_solid *s, long first, long count) {
    printf("solid %d %d\n", s->vertex_count, s->triangle_count);
    for (int i = 0; i < s->vertex_count; i++) {
        print_vector(s->vertices[i]);
        putchar('\n');
    }
    for (int i = 0; i < s->triangle_count; i++)
        printf("%d %d %d\n", s->triangles[i][0], s->triangles[i][1], s->triangles[i][2]);
    for (long i = first; i < first + count; i++) {
        gauntlet_ray ray;
        gauntlet_make_ray(s, i, &ray);
        printf("ray");
        print_vector(ray.origin);
        print_vector(ray.direction);
        putchar('\n');
    }
}

int main(int argc, char **argv) {
    static gauntlet_solid solid;
    bool printed = argc > 1 && strcmp(argv[1], "--print") == 0;
    long count = argc > 1 + printed ? atol(argv[1 + printed]) : 1000000, leaks[ASKED] = {0};
    long each = (count + SOLID_COUNT - 1) / SOLID_COUNT, through_vertices = 0;
    for (int index = 0; index < SOLID_COUNT; index++) {
        gauntlet_make_solid(index, &solid);
        if (printed) {
            print(&solid, index * each, each);
            continue;
        }
        forms f;
        build(&solid, &f);
        for (long i = index * each; i < (index + 1) * each; i++) {
            gauntlet_ray ray;
            bool hits[ASKED];
            gauntlet_make_ray(&solid, i, &ray);
            through_vertices += ray.vertex;
            ask(&f, &ray, hits);
            for (int k = 0; k < ASKED; k++)
                leaks[k] += !hits[k];
        }
        release(&f);
    }
    if (printed)
        return 0;
    bool leaked = false;
    printf("| asked | rays | through vertices | leaks |\n|---|--:|--:|--:|\n");
    for (int k = 0; k < ASKED; k++) {
        printf("| %s | %ld | %ld | %ld |\n", asked[k], each * SOLID_COUNT, through_vertices,
               leaks[k]);
        leaked = leaked || leaks[k] > 0;
    }
    return leaked;
}
