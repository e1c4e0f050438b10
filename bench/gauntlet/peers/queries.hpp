// What the peers share that answer single queries: rays through the edges and vertices of closed
// meshes (solids.h), and the cases with exact verdicts (case.h). An engine is a class with
//     Engine(const gauntlet_solid &)                        makes the mesh
//     bool hits(const double from[3], const double to[3])   whether the segment hits it
//     static int touch(const gauntlet_case &)               its verdict; -1 where it has none
// The program prints, for <cases>, a line for each family: name, cases, missed, invented; and a
// line "rays": rays, leaks.
#ifndef GAUNTLET_QUERIES_HPP
#define GAUNTLET_QUERIES_HPP

extern "C" {
#include "../case.h"
#include "../solids.h"
}

#include <cstdlib>
#include <map>
#include <string>

struct Tally {
    int cases = 0, missed = 0, invented = 0;
};

template <class Engine> int answer_all(int argc, char **argv) {
    std::FILE *file = argc == 3 ? std::fopen(argv[1], "r") : nullptr;
    if (!file)
        return 2;
    std::map<std::string, Tally> families;
    for (gauntlet_case c; gauntlet_read(file, &c);) {
        int verdict = Engine::touch(c);
        if (verdict < 0)
            continue;
        std::string name = c.name;
        Tally &tally = families[name.substr(0, name.find_first_of(":-#"))];
        tally.cases++;
        tally.missed += c.touch && !verdict;
        tally.invented += !c.touch && verdict;
    }
    std::fclose(file);
    for (const auto &family : families)
        std::printf("%s %d %d %d\n", family.first.c_str(), family.second.cases,
                    family.second.missed, family.second.invented);
    static gauntlet_solid solid;
    long each = std::atol(argv[2]) / SOLID_COUNT, leaks = 0;
    for (int index = 0; index < SOLID_COUNT; index++) {
        gauntlet_make_solid(index, &solid);
        Engine engine(solid);
        for (long i = index * each; i < (index + 1) * each; i++) {
            gauntlet_ray ray;
            gauntlet_make_ray(&solid, i, &ray);
            double to[3];
            for (int k = 0; k < 3; k++)
                to[k] = ray.origin[k] + ray.direction[k];
            leaks += !engine.hits(ray.origin, to);
        }
    }
    std::printf("rays %ld %ld\n", each * SOLID_COUNT, leaks);
    return 0;
}

#endif
