// The types that the parts of the world share. Bodies lie in arrays in the order in which they were
// added; a removed one leaves a hole until half of the arrays are holes, then all move down. A body
// has an *index* in these arrays, which changes, and a *slot*, which the caller knows and which
// does not. A body is *static* if its mass is infinite and its velocity zero; every other body is
// *dynamic* during a step, also one of infinite mass that moves.
#ifndef COLLIDE_WORLD_BODY_STATE_H
#define COLLIDE_WORLD_BODY_STATE_H

#include "collide/shape/wide_bvh.h"
#include "collide/world.h"
#include "collide/world/body/spatial_hash.h"

#include <assert.h>
#include <stddef.h>

enum { CD_CACHE_LINE = 64 };

/// Memory that grows and begins at the start of a cache line.
typedef struct cd_buffer {
    void *memory;
    size_t size, before; ///< before: bytes between the allocated block and the memory
} cd_buffer;

/// A body and its bounding box, in whole cache lines: moving a sphere touches one.
typedef struct cd_stored_body {
    _Alignas(CD_CACHE_LINE) cd_body body;
    cd_bounds box; ///< not kept for a sphere or point, whose bounding sphere suffices
    double skin;   ///< in this step (thin.h)
} cd_stored_body;

/// The bounding sphere of a body; of a sphere or point the shape itself. bounding_radius: its
/// radius, INFINITY of a line or plane, -1 of a hole. The broad phase reads this array most.
typedef struct cd_body_sphere {
    cd_vec middle;
    double bounding_radius;
} cd_body_sphere;

enum { CD_MOST_LEVELS = 24 };

/// The bodies of the last search for pairs, and those near each other (verlet_list.h).
typedef struct cd_verlet_list {
    cd_buffer spheres; ///< the bounding spheres of all bodies
    cd_buffer pairs;   ///< by index, in order
    size_t count;      ///< of pairs
    int bodies;        ///< holes included; -1: the search ended without memory
    int served;        ///< searches that the pairs have saved
    bool has_pairs;
} cd_verlet_list;

/// The memory of the search for pairs (pair_grid.c, pairs.c).
typedef struct cd_pair_grid {
    cd_spatial_hash hashes[CD_MOST_LEVELS][2]; ///< of each level, when it was made last
    cd_buffer size_classes, buckets, counts, starts, order, sorted, candidates, pairs;
    cd_verlet_list list;
} cd_pair_grid;

/// What a node of a tree that changes has besides: its parent, the room of its blocks of children,
/// and the sum of the areas of their boxes.
typedef struct cd_tree_seat {
    double area;
    int parent;
    unsigned char node_room, item_room;
} cd_tree_seat;

/// A tree over bodies (body_tree.h).
typedef struct cd_body_tree {
    cd_buffer nodes, links, boxes, seats; ///< by node
    cd_buffer spheres, bodies, owners;    ///< by item; owners: the nodes
    int count, item_count;                ///< of nodes and items, blocks that are free counted in
    int bodies_held, depth;               ///< depth: of the deepest node, at most
    int free_nodes[CD_WIDE_CHILDREN + 1]; ///< by room, the first block that is free; 0: none
    int free_items[CD_WIDE_CHILDREN + 1]; ///< the same, + 1
    bool stale;                           ///< it has to be built anew
    bool moved;                           ///< it holds these bodies, but many have moved or changed
    cd_wide_frame frame;
    double area;      ///< of all boxes
    double made_area; ///< the same when it was built,
    float made_extent;
    int made_held; ///< as are these
} cd_body_tree;

/// A body that moves, during a step. At its own time t the center of its bounding sphere was at x
/// and its velocity v; it moves on a parabola, with the acceleration a. It has up to three events:
/// it leaves its cell, it hits a static body, it hits another dynamic body. All hits up to
/// `horizon` are known; the earliest event is in the heap. Where all fall alike, other dynamic
/// bodies read only the first 64 bytes, one cache line.
typedef struct cd_dynamic_body {
    cd_vec x, v;
    double t, bounding_radius;                   ///< bounding_radius: radius of the bounding sphere
    double cell_time, static_time, dynamic_time; ///< of the three events, INFINITY: none
    double horizon, inverse_mass;
    cd_vec a;     ///< gravity where nothing supports it
    double since; ///< when its path began
    int index;    ///< of the body
    int static_body,
        partner;      ///< the static body that it hits, by index; the dynamic body that it hits
    unsigned version; ///< counts the changes of its path
    unsigned partner_version; ///< of the partner when that hit was predicted
    int previous_in_bucket;   ///< in the list of its bucket, -1: the first
    int bucket, cell[3];
    unsigned island_mark;        ///< of the island that it was last found in (island.c)
    int island_body;             ///< its place there
    signed char axis, direction; ///< through which it leaves its cell; axis -1: only predict anew
    bool is_sphere : 1, oversized : 1, has_passed : 1;
    bool held : 1; ///< it moves otherwise than at its velocity, which its body has, until the step
                   ///< ends
    bool in_pile : 1; ///< in this step (pile.h)
    bool stalled : 1; ///< it is held where it is
    bool spins : 1;   ///< it turns (spin.h)
} cd_dynamic_body;

enum { CD_DYNAMIC_STRIDE = 192 };

static_assert(sizeof(cd_dynamic_body) <= CD_DYNAMIC_STRIDE,
              "dynamic_bodies lie in whole cache lines");
static_assert(offsetof(cd_dynamic_body, cell_time) == CD_CACHE_LINE, "others read one cache line");

/// A body is taken along by so many that turn, as in the corner of two blades; of more by those
/// that were noted last.
enum { CD_MOST_RIDDEN = 4 };
enum { CD_MOST_LOOSE = 64 }; ///< cells are looked through where more bodies are in no pile

/// What a step seldom reads of a dynamic body: where its hits touch.
typedef struct cd_dynamic_contact {
    cd_vec static_normal, static_point, dynamic_normal, dynamic_point;
    unsigned pile; ///< in which it is, if it is in one
    bool goes_on;  ///< of one that the piles are solved anew with (constraint.c)
    /// The dynamic bodies that turn, + 1, which it does not hit in this step; 0: none.
    int rides[CD_MOST_RIDDEN];
} cd_dynamic_contact;

/// A dynamic body in the heap, by the time of its earliest event.
typedef struct cd_heap_entry {
    double time;
    int dynamic_body;
} cd_heap_entry;

enum { CD_BUCKET_ROOM = 4 };

/// The dynamic bodies in the cells that share a bucket; what has no room here is in a list.
typedef struct cd_bucket {
    int count, dynamic_bodies[CD_BUCKET_ROOM], more;
} cd_bucket;

/// Two bodies by slot.
typedef struct cd_slot_pair {
    int a, b;
} cd_slot_pair;

/// A hit of a dynamic body with a static body (by index) or with another dynamic body; the one that
/// it is not is -1.
typedef struct cd_collision {
    int dynamic_body, static_body, other;
    int decider;          ///< the body, by index, whose callback decides the response; -1: none
    cd_vec point, normal; ///< of the static body or the other dynamic body; normal away from it
    double approach;
    bool swapped; ///< the event tells the other body as its first
} cd_collision;

/// The impulses of contacts (contact_memory.h).
typedef struct cd_contact_table {
    cd_buffer entries;
    int size;      ///< of the table
    bool is_empty; ///< all its entries are free
} cd_contact_table;

/// The state of a step (step.c). Time runs on from step to step while nothing but steps changes the
/// world: then predictions stay valid.
typedef struct cd_step_state {
    cd_buffer dynamic_bodies, dynamic_contacts, dynamic_of, buckets, next_in_bucket, heap,
        heap_place;
    cd_buffer oversized, hit_counts, events, initial_overlaps, passed_pairs, pressed_pairs;
    cd_contact_table contact_tables[2]; ///< of this step, and of the last one
    cd_buffer held, fixed_contacts, island_contacts, island_bodies, island_members, island_order,
        answered_pairs, sides, side_table;
    cd_buffer pose;    ///< scratch (spin.c)
    cd_buffer reaches; ///< spheres by dynamic body, while contact_span > 0; without bounds of what
                       ///< sleeps (island.c)
    cd_buffer awake;   ///< dynamic bodies
    cd_buffer touches, last_touches, touch_pairs, touch_keys, touch_events, near_pairs;
    double dt, begun, now, end;
    double prediction_span;     ///< how long predictions reach
    double contact_span;        ///< contacts that may close within this time count
    double contact_speed;       ///< the largest that a body may get in it
    unsigned pile_count;        ///< numbers the piles
    int loose[CD_MOST_LOOSE];   ///< the dynamic bodies that are in no pile, or held where they are
    int loose_count;            ///< of these, -1 where they are more or not known
    bool active;                ///< between cd_world_begin_step and the end of the step
    bool asked;                 ///< a callback has to decide about `collision`
    bool has_turned;            ///< it has given a body another velocity
    bool restart;               ///< bodies have changed: gather the dynamic bodies again
    bool failed;                ///< memory ran out
    bool has_pile_events;       ///< the events are not in the order of time yet
    bool predicts_ahead;        ///< predictions reach beyond this step
    bool predictions_hold;      ///< those of the last step are still valid
    unsigned steps_since_start; ///< since the dynamic bodies were gathered
    int hit_counts_size, dynamic_count, heap_count, oversized_count, event_count;
    int initial_overlap_count, passed_count, pressed_count, stalled_count, hit_limit;
    int side_count, side_table_size; ///< of thin bodies that have met (side.c)
    int touch_count, last_touch_count, touch_pair_count, touch_event_count,
        near_count;      ///< touches.c
    int nonsphere_count; ///< dynamic bodies that are no spheres
    int awake_count;
    bool awake_sorted;
    int fixed_count;       ///< dynamic bodies of infinite mass
    int constrained_count; ///< dynamic bodies whose acceleration is not gravity
    int island_contact_count, island_body_count; ///< of the present island
    int held_count;                              ///< bodies held in this step
    int solved_anew;       ///< how often the piles have been solved anew in this step
    bool solve_anew;       ///< they are to be
    int answered_count;    ///< pairs about which a callback has decided in this step
    int64_t solver_visits; ///< contacts that the solver has visited in this step
    unsigned island_mark;  ///< twice the number of islands since the dynamic bodies were gathered
    cd_spatial_hash hash;
    int neighbour_offsets[27], neighbour_count; ///< from a bucket to those of the cells around
    double cell_width;
    cd_vec origin; ///< the low corner of cell (0, 0, 0)
    cd_collision collision;
} cd_step_state;

struct cd_world {
    cd_allocator allocator;
    int dim;
    cd_vec gravity;
    int count, holes;  ///< of entries: bodies and holes together
    int slot_count;    ///< slots ever used
    int free_slot;     ///< the first of the list of free slots, -1: none
    int reserved_slot; ///< the first of those freed since the last step began
    int ended_slot;    ///< the first of those freed before: the ends of their touches name them
    size_t memory;
    cd_body_tree trees[2]; ///< over static and over moving bodies
    cd_buffer unbounded;   ///< the indices of the bodies that are in no tree, in order
    int unbounded_count;
    cd_buffer places;  ///< of bodies, by index: where the trees hold them (body_tree.c)
    cd_buffer changed; ///< the indices of bodies that the trees have to look at
    int changed_count;
    cd_buffer entries, balls, slots, slot_of, traits;
    cd_buffer turners, turner_of; ///< turner_of: by slot (turner.h)
    int turner_count, turner_slots;
    bool reordered;                             ///< there may be a body whose index is not its slot
    bool has_teleported;                        ///< there may be a body of CD_TRAIT_TELEPORTED
    double largest_radius, largest_thin_radius; ///< of bounding spheres; of thin bodies (thin.c)
    int filtered_count; ///< bodies with a group or mask other than the default
    cd_pair_grid grid;
    cd_step_state step;
};

#endif
