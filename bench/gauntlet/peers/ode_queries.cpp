// ODE: dCollide of a dGeomRay with a trimesh; a vertex against a face is such a ray of the relative
// motion at one triangle. It has no casts of edges, and rays need a length.
#include "queries.hpp"

#include <ode/ode.h>

#include <cmath>
#include <vector>

class Engine {
  public:
    explicit Engine(const gauntlet_solid &solid)
        : vertices(&solid.vertices[0][0], &solid.vertices[solid.vertex_count - 1][0] + 3),
          indices(&solid.triangles[0][0], &solid.triangles[solid.triangle_count - 1][0] + 3),
          data(dGeomTriMeshDataCreate()) {
        dGeomTriMeshDataBuildDouble(data, vertices.data(), 3 * sizeof(double), solid.vertex_count,
                                    indices.data(), static_cast<int>(indices.size()),
                                    3 * sizeof(dTriIndex));
        mesh = dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
        ray = dCreateRay(nullptr, 1);
        dGeomRaySetBackfaceCull(ray, 0);
    }

    ~Engine() {
        dGeomDestroy(ray);
        dGeomDestroy(mesh);
        dGeomTriMeshDataDestroy(data);
    }

    bool hits(const double from[3], const double to[3]) {
        double d[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
        dGeomRaySet(ray, from[0], from[1], from[2], d[0], d[1], d[2]);
        dGeomRaySetLength(ray, std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
        dContactGeom contact;
        return dCollide(ray, mesh, 1, &contact, sizeof contact) > 0;
    }

    static int touch(const gauntlet_case &c) {
        double to[3];
        bool moves = false;
        for (int i = 0; i < 3; i++) {
            to[i] = c.points[0][i] + (c.motions[0][i] - c.motions[1][i]);
            moves = moves || to[i] != c.points[0][i];
        }
        if (c.edges || !moves)
            return -1;
        static gauntlet_solid triangle;
        triangle.vertex_count = 3;
        triangle.triangle_count = 1;
        for (int i = 0; i < 3; i++) {
            triangle.triangles[0][i] = i;
            for (int k = 0; k < 3; k++)
                triangle.vertices[i][k] = c.points[i + 1][k];
        }
        return Engine(triangle).hits(c.points[0], to);
    }

  private:
    std::vector<double> vertices;
    std::vector<dTriIndex> indices;
    dTriMeshDataID data;
    dGeomID mesh, ray;
};

int main(int argc, char **argv) {
    dInitODE2(0);
    int status = answer_all<Engine>(argc, argv);
    dCloseODE();
    return status;
}
