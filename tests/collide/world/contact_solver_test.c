// The contact solver over random chains, heaps and squeezed bodies: no contact approaches faster
// than its slack, no impulse pulls or acts on a contact that parts, no energy is gained, and a
// solution takes few rounds.
#include "check.h"
#include "collide/world/contact/contact_solver.h"
#include "random.h"

#include <string.h>

enum { MOST = 400 };
static cd_island_body bodies[MOST];
static cd_island_contact contacts[4 * MOST];
static int body_count, contact_count;

static int add_body(double inverse_mass, cd_vec v) {
    bodies[body_count] = (cd_island_body){.inverse_mass = inverse_mass, .v = v};
    return body_count++;
}

static void add_contact(int a, int b, cd_vec normal, double slack) {
    contacts[contact_count++] = (cd_island_contact){
        .of_a = a,
        .of_b = b,
        .normal = normal,
        .slack = slack,
        .mass = 1 / (bodies[a].inverse_mass + bodies[b].inverse_mass),
    };
}

static void clear(void) {
    body_count = contact_count = 0;
    add_body(0, (cd_vec){0, 0, 0}); // CD_GROUND
}

static double energy(void) {
    double sum = 0;
    for (int i = 1; i < body_count; i++)
        sum += cd_length2(bodies[i].v) / bodies[i].inverse_mass / 2;
    return sum;
}

static bool solve(double enough, int rounds) {
    int members[MOST];
    for (int i = 0; i < body_count; i++)
        members[i] = i;
    const cd_island_contacts island = {.contacts = contacts,
                                       .count = contact_count,
                                       .bodies = bodies,
                                       .members = members,
                                       .member_count = body_count,
                                       .enough = enough,
                                       .rounds = rounds};
    return cd_solve_contacts(&island) == CD_SOLVED;
}

static void check_solution(double before) {
    CHECK(energy() <= before * (1 + 1e-8));
    for (int i = 0; i < contact_count; i++) {
        double speed = cd_separating_speed(bodies, &contacts[i]) + contacts[i].slack;
        CHECK(contacts[i].impulse >= 0 && speed >= -1e-8);
        CHECK(contacts[i].impulse < 1e-6 || speed < 1e-6);
    }
}

// Body on body, with masses that differ by orders of magnitude.
static void stacks_stand(void) {
    for (int n = 0; n < 200; n++) {
        seed(n);
        clear();
        int count = 2 + n % 60;
        double decades = n / 60;
        for (int i = 0; i < count; i++) {
            add_body(pow(10, decades * range(-0.5, 0.5)), (cd_vec){0, -1, 0});
            add_contact(i + 1, i, (cd_vec){0, 1, 0}, 0);
        }
        CHECK(solve(1e-10, 3000)); // without the acceleration, or the sweep back, some 20,000
        for (int i = 1; i < body_count; i++)
            CHECK(cd_max_abs(bodies[i].v) < 1e-8);
    }
}

// A grid of bodies, each on two others, with random normals near the vertical and random slack.
static void heaps_settle(void) {
    for (int n = 0; n < 100; n++) {
        enum { WIDE = 12 };
        seed(n + 1000);
        clear();
        double before = 0;
        for (int i = 0; i < 15 * WIDE; i++) {
            add_body(pow(10, range(-1, 1)), vector(3, 2));
            for (int k = 0; k < 2; k++) {
                int below = i < WIDE ? CD_GROUND : i - WIDE + (k && i % WIDE + 1 < WIDE) + 1;
                cd_vec normal = {range(-1, 1), 1, n % 2 ? range(-1, 1) : 0};
                add_contact(i + 1, below, cd_normalized(normal, normal),
                            unit() < 0.3 ? range(0, 1) : 0);
            }
        }
        before = energy();
        CHECK(solve(1e-10, 1000));
        check_solution(before);
    }
}

// Bodies at random velocities whose masses differ by up to twelve decades. `along`: the normals of
// their contacts, some of which are there twice.
static void add_random_island(int n, cd_vec (*along)(void)) {
    seed(n);
    clear();
    double decades = range(0, 12);
    int count = 2 + (int)range(0, 30);
    for (int i = 0; i < count; i++)
        add_body(pow(10, decades * range(-0.5, 0.5)), vector(3, 1));
    while (contact_count < 2 * count) {
        int a = 1 + (int)range(0, count), b = (int)range(0, a);
        cd_vec normal = along();
        for (int twice = unit() < 0.2; twice >= 0; twice--)
            add_contact(a, b, normal, 0);
    }
}

static cd_vec nearly_up(void) {
    cd_vec normal = {1e-2 * range(-1, 1), 1, 1e-2 * range(-1, 1)};
    return cd_normalized(normal, normal);
}

// Two directions of the acceleration are hardly independent, and their minimum is mostly rounding.
static void near_parallel_contacts_are_solved(void) {
    for (int n = 0; n < 1000; n++) {
        add_random_island(n, nearly_up);
        double before = energy();
        solve(1e-10, 3000);
        CHECK(energy() <= before * (1 + 1e-8));
    }
}

static cd_vec along_an_axis(void) {
    return unit() < 0.5 ? (cd_vec){1, 0, 0} : (cd_vec){0, unit() < 0.5 ? -1 : 1, 0};
}

// Contacts that press bodies on each other from both sides may have impulses without bound, that
// cancel but for rounding.
static void no_solution_gains_energy(void) {
    int solved = 0;
    for (int n = 0; n < 1000; n++) {
        add_random_island(n, along_an_axis);
        double before = energy();
        solved += solve(1e-10, 300);
        CHECK(energy() <= before * (1 + 1e-8));
    }
    CHECK(solved > 800);
}

// Two walls that move by themselves close on a body: there is no solution, and the solver ends.
static void a_squeezed_body_ends(void) {
    clear();
    int left = add_body(0, (cd_vec){1, 0, 0}), right = add_body(0, (cd_vec){-1, 0, 0});
    int middle = add_body(1, (cd_vec){0, 0, 0});
    add_contact(middle, left, (cd_vec){1, 0, 0}, 0);
    add_contact(middle, right, (cd_vec){-1, 0, 0}, 0);
    CHECK(!solve(1e-10, 5000));
    CHECK(cd_is_finite(bodies[middle].v));
}

// The same, and the normals are parallel but for rounding: the body is not shot out sideways.
static void rounding_is_no_wedge(void) {
    for (int n = 0; n < 100; n++) {
        seed(n);
        clear();
        int left = add_body(0, (cd_vec){1, 0, 0}), right = add_body(0, (cd_vec){-1, 0, 0});
        int middle = add_body(1, (cd_vec){0, 0, 0});
        add_contact(middle, left, (cd_vec){1, 1e-9 * range(-1, 1), 0}, 0);
        add_contact(middle, right, (cd_vec){-1, 0, 0}, 0);
        CHECK(!solve(1e-10, 5000));
        CHECK(cd_max_abs(bodies[middle].v) <= 16);
    }
}

int main(void) {
    stacks_stand();
    heaps_settle();
    near_parallel_contacts_are_solved();
    no_solution_gains_energy();
    a_squeezed_body_ends();
    rounding_is_no_wedge();
    if (failures == 0)
        printf("contact_solver: all passed\n");
    return failures != 0;
}
