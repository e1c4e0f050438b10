// This library: cd_raycast at a mesh, cd_shapecast of points, segments and triangles.
#include "queries.hpp"

extern "C" {
#include "collide/collide.h"
}

#include <vector>

static cd_vec vector(const double v[3]) { return {v[0], v[1], v[2]}; }

class Engine {
  public:
    explicit Engine(const gauntlet_solid &solid)
        : memory(cd_mesh_size(solid.vertex_count, solid.triangle_count) / sizeof(double) + 1) {
        std::vector<cd_vec> vertices;
        for (int i = 0; i < solid.vertex_count; i++)
            vertices.push_back(vector(solid.vertices[i]));
        mesh = cd_set_shape(cd_mesh_build(3, vertices.data(), solid.vertex_count, solid.triangles,
                                          solid.triangle_count, memory.data(), nullptr));
    }

    bool hits(const double from[3], const double to[3]) {
        cd_hit hit;
        return cd_raycast(vector(from), cd_sub(vector(to), vector(from)), &mesh, 1, &hit);
    }

    static int touch(const gauntlet_case &c) {
        cd_vec p[4];
        for (int i = 0; i < 4; i++)
            p[i] = vector(c.points[i]);
        cd_shape a = c.edges ? cd_segment(3, p[0], p[1]) : cd_point(3, p[0]);
        cd_shape b = c.edges ? cd_segment(3, p[2], p[3]) : cd_triangle(3, p[1], p[2], p[3], 0);
        cd_hit hit;
        return cd_shapecast(&a, vector(c.motions[0]), &b, vector(c.motions[1]), &hit);
    }

  private:
    std::vector<double> memory;
    cd_shape mesh;
};

int main(int argc, char **argv) { return answer_all<Engine>(argc, argv); }
