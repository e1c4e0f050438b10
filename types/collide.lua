---@meta collide
-- The API of the Lua module `collide`, for editors (lua-language-server) and for readers: what is
-- written here is its documentation. A test compares it with what the module holds.

--- Exact collision queries between convex shapes and sets of them, in 2D and 3D, in double
--- precision.
---
---     local collide = require "collide"
---     local vec = collide.vec
---     local ball = collide.sphere(vec(0, 3, 0), 0.5)
---     local floor = collide.plane(vec(0, 1, 0), 0)
---     print(ball:distance(floor))                       --> 2.5
---     local hit = ball:shapecast(vec(0, -10, 0), floor) -- hit.t == 0.25
---
--- Rules for every query and every valid input:
--- 1. Sets are closed: touching is overlapping. `overlap(a, b)` is `distance(a, b) <= 0`.
--- 2. No result is NaN, and every normal is a unit vector, also for concentric or crossing shapes.
--- 3. A normal is the outward normal of the *second* shape, pointing to the first: the direction
---    that pushes `a` out of `b`.
--- 4. `point_a - point_b == distance * normal`. A negative distance is minus the shortest translation
---    that separates. Where none does (crossing planes, a line through a plane, crossing 2D lines) it
---    is `-math.huge`, and the equation does not apply. The depth of two meshes (or compounds that hold
---    one) is not defined: where they overlap, `distance`, `closest`, `contact` and `manifold` raise;
---    `overlap` and casts answer.
--- 5. Swapping the shapes swaps the points and negates the normal (where it is unique).
--- 6. There is no absolute tolerance: scaling the input scales the answer.
--- 7. Invalid input raises where a shape is made; the message names the argument, what was wanted and
---    what came. Zero *sizes* are valid: a flat box, a segment of no length. Numbers are numbers: a
---    string of digits is not one; an integer may be a float without a fraction. Arguments beyond
---    the last are ignored, as in Lua's own functions.
--- 8. Ties are broken by fixed rules. Coincident points: +y. A point on an axis: a fixed unit vector
---    perpendicular to it.
--- 9. A miss is nil and never raises.
---
--- A shape made of 2-component vectors is 2D, one of 3-component vectors 3D; a query takes shapes of
--- one dimension. y is up, frames are right-handed, angles are in radians.
---@class collide
local collide = {}

--- What is accepted wherever a vector is wanted: a vec or a plain `{ x, y[, z] }`, which is read
--- without metamethods.
---@alias collide.Vector collide.Vec | number[]

--- What is accepted as a rotation: an angle (counter-clockwise) in 2D, a quat in 3D.
---@alias collide.Rotation number | collide.Quat

--- 9 or 16 numbers, or 3 rows of 3, or 4 rows of 4. Vectors are rows, as in Direct3D: the first three
--- rows are the images of the x, y and z axis, the fourth is the translation; the fourth column must
--- be 0, 0, 0, 1.
---@alias collide.Matrix number[] | number[][]

---@alias collide.Kind "point" | "sphere" | "segment" | "capsule" | "line" | "plane" | "box" | "triangle" | "polygon" | "hull" | "cylinder" | "cone" | "mesh" | "compound"

-- ---------------------------------------------------------------------------------------- vectors

--- An immutable vector of 2 or 3 numbers: assigning to a field raises. Reading a field that does not
--- exist gives nil, and so does `z` in 2D. Vectors may hold infinities and NaN, as numbers do; shapes
--- and queries refuse them.
---
--- `v + w`, `v - w`, `-v`, `s * v`, `v * s`, `v / s`, `v == w`, `#v` (2 or 3). `v * w` of two vectors
--- raises: use `dot` or `cross`. `tostring(v)` is `vec(1, 2.5)`, with as many digits as read back as
--- the same number.
---@class collide.Vec
---@field x number
---@field y number
---@field z number? nil in 2D
---@operator add(collide.Vector): collide.Vec
---@operator sub(collide.Vector): collide.Vec
---@operator mul(number): collide.Vec
---@operator div(number): collide.Vec
---@operator unm: collide.Vec
---@operator len: integer
local Vec = {}

--- A vector. It has two or three numbers; more raise.
---@param x number
---@param y number
---@param z? number
---@return collide.Vec
function collide.vec(x, y, z) end

--- v . w
---@param w collide.Vector
---@return number
function Vec:dot(w) end

--- v x w: in 2D the number `v.x * w.y - v.y * w.x`, accurate also for nearly parallel vectors.
---@param w collide.Vector
---@return collide.Vec|number
function Vec:cross(w) end

--- The length, without overflow or underflow on the way.
---@return number
function Vec:length() end

--- The squared length, v . v.
---@return number
function Vec:length2() end

--- The distance of two points, |v - w|.
---@param w collide.Vector
---@return number
function Vec:distance(w) end

--- `(1 - t) * v + t * w`, exact at both ends.
---@param w collide.Vector
---@param t number any, also outside [0, 1]
---@return collide.Vec
function Vec:lerp(w, t) end

--- The part of v along `onto`; zero where `onto` is zero.
---@param onto collide.Vector of any length
---@return collide.Vec
function Vec:project(onto) end

--- v / |v|. A zero vector gives the fallback (as it is), or raises where there is none. Raises where
--- v is not finite.
---@param fallback? collide.Vector
---@return collide.Vec
function Vec:normalized(fallback) end

--- `v - (1 + restitution) * (v . n) n / (n . n)`: v mirrored at a surface. It acts whatever the sign
--- of `v . n`; `hit.approach` tells whether to.
---@param n collide.Vector the surface's normal, of any length but zero
---@param restitution? number 1 (the default) keeps the speed, 0 slides
---@return collide.Vec
function Vec:reflect(n, restitution) end

--- `v - (v . n) n / (n . n)`: the part of v along the surface.
---@param n collide.Vector the surface's normal, of any length but zero
---@return collide.Vec
function Vec:slide(n) end

--- v turned a quarter counter-clockwise: `vec(-v.y, v.x)`. Raises in 3D.
---@return collide.Vec
function Vec:perp() end

--- The components.
---@return number x
---@return number y
---@return number? z only in 3D
function Vec:unpack() end

-- -------------------------------------------------------------------------------------- rotations

--- An immutable rotation in 3D: a unit quaternion x i + y j + z k + w. `q * v` turns a vector, `q * r`
--- is first r, then q. `==` compares the four numbers (q and -q are the same rotation, but not equal).
--- `tostring(q)` is `quat(x, y, z, w)`, which reads back as the same rotation bit for bit.
---@class collide.Quat
---@field x number
---@field y number
---@field z number
---@field w number
---@operator mul(collide.Quat): collide.Quat
---@operator mul(collide.Vector): collide.Vec
local Quat = {}

--- The rotation by an angle about an axis (right-handed), or of four components, which must have
--- length 1 to within 1e-5 and are normalised.
---@param axis collide.Vector of any length but zero
---@param angle number radians
---@return collide.Quat
---@overload fun(x: number, y: number, z: number, w: number): collide.Quat
function collide.quat(axis, angle) end

--- The rotation that takes the unit axes to x, y, z. Raises unless these are of length 1,
--- perpendicular and right-handed, to within 1e-5.
---@param x collide.Vector
---@param y collide.Vector
---@param z collide.Vector
---@return collide.Quat
function collide.quat_from_axes(x, y, z) end

--- The rotation of a matrix; a translation is not read. Raises unless its rows are of length 1,
--- perpendicular and right-handed, to within 1e-5 (a scale is taken out by `box_from_matrix`).
---@param m collide.Matrix
---@return collide.Quat
function collide.quat_from_matrix(m) end

--- The inverse rotation.
---@return collide.Quat
function Quat:conjugate() end

--- The shortest arc from q (t = 0) to r (t = 1) at constant speed.
---@param r collide.Quat
---@param t number
---@return collide.Quat
function Quat:slerp(r, t) end

--- The images of the unit axes.
---@return collide.Vec x
---@return collide.Vec y
---@return collide.Vec z
function Quat:axes() end

-- ----------------------------------------------------------------------------------------- shapes

--- A convex shape: a core and a rounding radius around it; or a set of such shapes (mesh, compound),
--- which touches what one of its parts touches. A shape is a mutable value: `move` and assigning
--- change it in place, `clone`, `moved` and `rotated` make another; `==` is identity.
---
--- Fields that a kind does not have read as nil. Assignable are `center`, `half` and `rotation`
--- (where they apply), `a`, `b`, `c`, `base`, `apex`, and `radius` (not of a point, segment or
--- plane), checked as in the constructor; assigning to any other name raises and leaves the shape as
--- it was.
---
--- `tostring(shape)` is a constructor call that makes the same shape, bit for bit, where `collide` is
--- this module: `collide.sphere({0, 1}, 0.5)`.
---@class collide.Shape
---@field kind collide.Kind an aabb is a "box", a circle a "sphere"
---@field dim integer 2 or 3
---@field radius number the rounding radius, 0 where none was given; of a cylinder's caps, a cone's base
---@field center collide.Vec point, sphere, box
---@field a collide.Vec segment, capsule, triangle, cylinder; of a cone the base
---@field b collide.Vec segment, capsule, triangle, cylinder; of a cone the apex
---@field c collide.Vec triangle
---@field base collide.Vec cone: the centre of its base
---@field apex collide.Vec cone
---@field half collide.Vec box: half extents along its own axes
---@field rotation collide.Rotation box: an angle in 2D, a quat in 3D
---@field min collide.Vec box that is not rotated: the lowest corner of its core
---@field max collide.Vec box that is not rotated: the highest corner of its core
---@field normal collide.Vec plane: unit, out of the solid
---@field offset number plane: solid where `normal . x <= offset`
---@field point collide.Vec line: a point on it
---@field direction collide.Vec line: unit
---@field vertices collide.Vec[] box, triangle, polygon (counter-clockwise), hull: the core's corners;
--- mesh: as given
---@field triangles integer[][] mesh: three indices of vertices each
---@field shapes collide.Shape[] compound: copies of its parts
local Shape = {}

--- A point. `center` is its position.
---@param p collide.Vector
---@return collide.Shape
function collide.point(p) end

--- A ball; in 2D a disc.
---@param center collide.Vector
---@param radius number >= 0
---@return collide.Shape
function collide.sphere(center, radius) end

--- Another name of `sphere`.
---@param center collide.Vector
---@param radius number >= 0
---@return collide.Shape
function collide.circle(center, radius) end

--- The segment from a to b; `a == b` is a point.
---@param a collide.Vector
---@param b collide.Vector
---@return collide.Shape
function collide.segment(a, b) end

--- A segment with a radius around it; `a == b` is a sphere.
---@param a collide.Vector
---@param b collide.Vector
---@param radius number >= 0
---@return collide.Shape
function collide.capsule(a, b, radius) end

--- An infinite line; with a radius an infinite cylinder (in 2D a strip).
---@param p collide.Vector a point on it
---@param direction collide.Vector of any length but zero
---@param radius? number >= 0
---@return collide.Shape
function collide.line(p, direction, radius) end

--- A half-space: solid where `normal . x <= offset`, or the one with a point on its surface. The
--- normal is made unit, and an offset is scaled with it.
---@param normal collide.Vector of any length but zero
---@param offset number|collide.Vector
---@return collide.Shape
function collide.plane(normal, offset) end

--- A box without rotation, between two corners. Its `min` and `max` are kept exactly.
---@param min collide.Vector
---@param max collide.Vector >= min in every component
---@param radius? number >= 0, around the box
---@return collide.Shape
function collide.aabb(min, max, radius) end

--- An oriented box; half extents may be zero (a flat box is a bounded rectangle).
---@param center collide.Vector
---@param half_extents collide.Vector >= 0
---@param rotation? collide.Rotation an angle in 2D, a quat in 3D
---@param radius? number >= 0, around the box
---@return collide.Shape
function collide.box(center, half_extents, rotation, radius) end

--- The oriented box that a matrix makes of the box around the origin: the matrix may scale (which
--- goes into the half extents), flatten and mirror; a shear raises. The centre is its translation.
---@param half_extents collide.Vector of 3 numbers, >= 0
---@param m collide.Matrix
---@return collide.Shape
function collide.box_from_matrix(half_extents, m) end

--- A triangle; corners may coincide or lie on a line.
---@param a collide.Vector
---@param b collide.Vector
---@param c collide.Vector
---@param radius? number >= 0, around the triangle
---@return collide.Shape
function collide.triangle(a, b, c, radius) end

--- The convex hull of 2D points: at least one; duplicates and collinear points are fine.
---@param points collide.Vector[]
---@param radius? number >= 0, around the polygon
---@return collide.Shape
function collide.polygon(points, radius) end

--- The convex hull of 3D points: at least one; duplicates, collinear and coplanar points are fine.
---@param points collide.Vector[]
---@param radius? number >= 0, around the hull
---@return collide.Shape
function collide.hull(points, radius) end

--- The solid between two flat caps, in 3D. `a == b` raises, since there is no axis; with radius 0 it
--- is a segment.
---@param a collide.Vector of 3 numbers: the middle of one cap
---@param b collide.Vector of 3 numbers: the middle of the other
---@param radius number >= 0
---@return collide.Shape
function collide.cylinder(a, b, radius) end

--- The cone over a flat base, in 3D. `base == apex` raises, since there is no axis; with radius 0
--- it is a segment.
---@param base collide.Vector of 3 numbers: the middle of the base
---@param apex collide.Vector of 3 numbers
---@param radius number >= 0, of the base
---@return collide.Shape
function collide.cone(base, apex, radius) end
--- A surface of triangles; in 2D the triangles are filled. It is hollow: a ball inside a closed mesh
--- touches it nowhere. Triangles may be degenerate (segments, points). It is built with a tree of
--- boxes, so that queries take logarithmic time.
---
---     collide.mesh({ {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1} }, { {1, 2, 3}, {2, 4, 3} })
---@param vertices collide.Vector[] at least one
---@param triangles integer[][]|integer[] at least one: `{ i, j, k }` each, indices of vertices from 1;
--- or one flat list of 3 indices a triangle
---@return collide.Shape
function collide.mesh(vertices, triangles) end

--- The union of some shapes of one dimension, at least one; lines, planes, meshes and compounds, too.
--- It holds copies: changing a shape afterwards does not change it. The parts of a compound become
--- its own parts, so compounds nest to any depth.
---
--- Where it overlaps another shape, the way out leads out of all parts at once. It is the shortest one
--- (to within a millionth where parts are round or curved), unless that takes too long to find out: of
--- sharp parts it visits at most 1,024 places, of others it asks at most 8,000 times how far a
--- direction leads through two of them, and the best way found is the answer. A gap between parts that
--- is narrower than 2^-42 of the largest coordinate counts as closed there.
---@param shapes collide.Shape[]
---@return collide.Shape
function collide.compound(shapes) end

--- The smallest sphere around some points, as a shape.
---@param points collide.Vector[] at least one
---@return collide.Shape
function collide.bounding_sphere(points) end

--- The smallest aabb around some points, as a shape.
---@param points collide.Vector[] at least one
---@return collide.Shape
function collide.bounding_box(points) end

--- Adds v to every point of the shape, in place.
---@param v collide.Vector
---@return collide.Shape self
function Shape:move(v) end

--- A copy, moved.
---@param v collide.Vector
---@return collide.Shape
function Shape:moved(v) end

--- A copy that changes independently.
---@return collide.Shape
function Shape:clone() end

--- A copy, turned about a point: by default about its own middle (centre, middle of the ends, mean of
--- the vertices; a line's point, the foot of the origin on a plane; of a compound, the mean of its
--- parts' middles).
---@param rotation collide.Rotation an angle in 2D, a quat in 3D
---@param about? collide.Vector
---@return collide.Shape
function Shape:rotated(rotation, about) end

--- The smallest aabb around the shape. nil for a line or a plane, which have none, and for a compound
--- that holds one.
---@return collide.Shape?
function Shape:bounds() end

--- A point of the shape farthest along a direction. Along a line or a plane the point is at infinity:
--- components may be infinite (never NaN).
---@param direction collide.Vector of any length; zero counts as +y
---@return collide.Vec
function Shape:support(direction) end

--- Whether a point lies in the shape or on its surface: `overlap(point(p), shape)`.
---@param p collide.Vector
---@return boolean
function Shape:contains(p) end

-- ---------------------------------------------------------------------------------------- queries

--- How two shapes touch, overlap or nearly do. Immutable.
---@class collide.Contact
---@field distance number signed; negative in overlap, `-math.huge` where no translation separates
---@field depth number `max(0, -distance)`
---@field normal collide.Vec unit, out of b towards a
---@field point_a collide.Vec on a's surface
---@field point_b collide.Vec on b's surface
---@field points collide.ContactPoint[] of a manifold: see `collide.manifold`; else nil
local Contact = {}

--- One of the points of a manifold: `point_a - point_b == distance * normal` with the contact's
--- normal.
---@alias collide.ContactPoint { point_a: collide.Vec, point_b: collide.Vec, distance: number }

--- distance, normal, point_a, point_b
---@return number distance
---@return collide.Vec normal
---@return collide.Vec point_a
---@return collide.Vec point_b
function Contact:unpack() end

--- Where a ray or a moving shape touches a shape b. Immutable. With `motion_b`, every point is where b
--- has moved to.
---
--- A mesh or compound may be touched in several intervals of the motion: `enter` and `exit` are of the
--- one that holds `t`. The intervals of parts that adjoin are one; a ray from outside through a mesh
--- enters and exits at its first triangle.
---@class collide.Hit
---@field t number first time of touch in the allowed range, in units of the direction or motion
---@field point collide.Vec the touched point of b then; for a ray `origin + t * direction`
---@field normal collide.Vec unit, out of b; where `inside` the way out, as in `contact`
--- (of two meshes, which have none: +y)
---@field enter number where the touch begins on the unbounded line of motion: negative is past
---@field exit number where it ends; both may be infinite
---@field exit_point collide.Vec? the touched point of b at `exit`; nil where `exit` is infinite
---@field exit_normal collide.Vec? b's outward normal there; nil where `exit` is infinite
---@field inside boolean `enter <= 0`: they touch or overlap at t = 0; then `t == 0`
---@field approach number minus the relative motion along the normal; <= 0: sliding or separating
---@field index integer? of `raycast_all`: which of the shapes it is; else nil
local Hit = {}

--- t, point, normal, enter, exit
---@return number t
---@return collide.Vec point
---@return collide.Vec normal
---@return number enter
---@return number exit
function Hit:unpack() end

--- Whether two shapes share a point: `distance(a, b) <= 0`.
---@param a collide.Shape
---@param b collide.Shape
---@return boolean
function collide.overlap(a, b) end

--- The signed distance: the gap, or minus the shortest translation that separates.
---@param a collide.Shape
---@param b collide.Shape
---@return number
function collide.distance(a, b) end

--- The points that realise the distance: `point_a - point_b == distance * normal`.
---@param a collide.Shape
---@param b collide.Shape
---@return collide.Vec point_a on a's surface
---@return collide.Vec point_b on b's surface
---@return number distance signed
---@return collide.Vec normal unit, out of b towards a
function collide.closest(a, b) end

--- A contact where `distance <= margin`, else nil.
---@param a collide.Shape
---@param b collide.Shape
---@param margin? number 0 by default; may be negative or infinite
---@return collide.Contact?
function collide.contact(a, b, margin) end

--- A contact with the points that span it, where `distance <= margin`, else nil: what a body rests
--- on. `points` holds up to 4 of them, in 2D up to 2, each with a distance from the contact's to the
--- margin. The first is the deepest and has the contact's distance.
---
---     local box = collide.box(vec(0, 0, 1), vec(1, 1, 1))
---     #box:manifold(collide.plane(vec(0, 0, 1), 0)).points --> 4
---
--- Each shape faces the other with a face, an edge or a vertex: that of its farthest points along the
--- normal, or, where that is no face, the adjoining face that is turned to the other the most, if by
--- at most 60 degrees. The corners of the area where one lies over the other are the points; the
--- contact's own point is among them where no corner is as deep. Of more than four are chosen the
--- deepest, the farthest from it, the farthest from the line of both and the one that adds the most
--- area; of equals the farthest in a fixed direction.
---
--- A cylinder or cone faces with a cap, of which 32 points of the rim count, or with one straight line
--- of its side. A ball, two half-spaces, a line along a plane, and shapes that nothing separates
--- touch in one point. Of a mesh or compound the corners of all parts count that are on the outside of
--- the whole (of at most 4,096 pairs of parts), with the one normal of the contact.
---@param a collide.Shape
---@param b collide.Shape
---@param margin? number 0 by default; may be negative or infinite
---@return collide.Contact?
function collide.manifold(a, b, margin) end

--- The ray `origin + t * direction`, 0 <= t <= tmax, against a shape. The segment from p to q is
--- `raycast(p, q - p, shape, 1)`.
---@param origin collide.Vector
---@param direction collide.Vector of any length, also zero; t is in units of it
---@param shape collide.Shape
---@param tmax? number >= 0; infinite by default
---@return collide.Hit?
function collide.raycast(origin, direction, shape, tmax) end

--- Shape a moving by `t * motion` against b moving by `t * motion_b`, 0 <= t <= 1.
---@param a collide.Shape
---@param motion collide.Vector
---@param b collide.Shape
---@param motion_b? collide.Vector zero by default
---@return collide.Hit?
function collide.shapecast(a, motion, b, motion_b) end

--- Shapes prepared for `raycast_all` and `overlap_all`: `#batch` of them, `batch[i]`. It holds the
--- shapes themselves, so it sees them move and change; it cannot get other ones.
---@class collide.Batch
---@field dim integer 2 or 3
---@field [integer] collide.Shape
---@operator len: integer
local Batch = {}

--- Prepares some shapes. `raycast_all` and `overlap_all` take a plain table, too, and remember it from
--- call to call; but they have to look whether it still holds the same shapes, which a batch spares
--- them.
---@param shapes collide.Shape[] of one dimension, at least one
---@return collide.Batch
function collide.batch(shapes) end

--- The ray `origin + t * direction`, 0 <= t <= tmax, against each of many shapes: what a loop over
--- `raycast` finds, many times faster, as most shapes are rejected by their boxes. The hits come by
--- t, of equals in the order of the shapes; `hit.index` tells which one it is.
---
---     for _, hit in ipairs(collide.raycast_all(origin, direction, shapes)) do
---         print(shapes[hit.index].kind, hit.t)
---     end
---@param origin collide.Vector
---@param direction collide.Vector of any length, also zero
---@param shapes collide.Shape[]|collide.Batch of the ray's dimension; may be empty
---@param tmax? number >= 0; infinite by default
---@return collide.Hit[]
function collide.raycast_all(origin, direction, shapes, tmax) end

--- The indices of those of many shapes that overlap with a shape, in order: what a loop over `overlap`
--- finds, many times faster.
---@param shape collide.Shape
---@param shapes collide.Shape[]|collide.Batch of the shape's dimension; may be empty
---@return integer[]
function collide.overlap_all(shape, shapes) end

--- A query's results, and how they came about: the query is called with the arguments after its
--- name, and after its results comes a table:
---     query      the name
---     path       "closed form"; "gjk" (apart) or "axes" (overlapping, or sharp cores that move);
---                "half-space"; "lines" (that cross); "newton" (rounded cores that move);
---                "still" (no motion)
---     margin     how far the verdict is from the other one: the least signed distance, of a cast
---                along its whole line, as a positive number; nil where that has no end
---     feature_a, feature_b   what touches or comes nearest, of sets in the parts that decide:
---                { kind = "vertex", "edge", "face", "line" or "half-space", points = { vec, ... } of
---                the core, next = how much farther along the normal it is than every other vertex,
---                nil where there are none: the least change that makes another feature decide }; of
---                a cylinder or cone a point of a rim, a line of the side, three points of a cap
---     steps      of the iteration, up to 64, empty where there was none; `omitted` counts the rest.
---                GJK: { kind = "simplex", points_a, points_b = { vec, ... } (corners of the simplex
---                are their differences), nearest = its point nearest to the origin, distance = how
---                far that is, gain = how much nearer the next support could bring it }
---                A cast, forwards to enter, then backwards to exit: { kind = "newton", t, distance
---                of the cores then, gap = distance less both radii, normal }
---@param query "overlap" | "distance" | "closest" | "contact" | "manifold" | "raycast" | "shapecast"
---@param ... any the query's arguments
---@return any ... the query's results, then the table
function collide.explain(query, ...) end

--- `collide.overlap(self, b)`
---@param b collide.Shape
---@return boolean
function Shape:overlap(b) end

--- `collide.distance(self, b)`
---@param b collide.Shape
---@return number
function Shape:distance(b) end

--- `collide.closest(self, b)`
---@param b collide.Shape
---@return collide.Vec point_a
---@return collide.Vec point_b
---@return number distance
---@return collide.Vec normal
function Shape:closest(b) end

--- `collide.contact(self, b, margin)`
---@param b collide.Shape
---@param margin? number
---@return collide.Contact?
function Shape:contact(b, margin) end

--- `collide.manifold(self, b, margin)`
---@param b collide.Shape
---@param margin? number
---@return collide.Contact?
function Shape:manifold(b, margin) end

--- `collide.raycast(origin, direction, self, tmax)`
---@param origin collide.Vector
---@param direction collide.Vector
---@param tmax? number
---@return collide.Hit?
function Shape:raycast(origin, direction, tmax) end

--- `collide.shapecast(self, motion, b, motion_b)`
---@param motion collide.Vector
---@param b collide.Shape
---@param motion_b? collide.Vector
---@return collide.Hit?
function Shape:shapecast(motion, b, motion_b) end

-- ----------------------------------------------------------------------------------------- worlds

--- Many bodies, their pairs, queries among them, and steps in which nothing tunnels. All results come
--- in the order of bodies, that in which they were added, unless said otherwise.
---
---     local world = collide.world { dim = 3, gravity = vec(0, -9.8, 0) }
---     local ball = world:add(collide.sphere(vec(0, 3, 0), 0.5), { mass = 1, restitution = 0.8 })
---     world:add(collide.plane(vec(0, 1, 0), 0))
---     for _ = 1, 60 do
---       world:step(1 / 60)
---       for event in world:events() do print(event.a == ball, event.point) end
---     end
---
--- `#world` is the number of bodies. In a scenario's picture those that its state holds show their
--- names, `ball` or `balls[2]`; the others are a crowd.
---@class collide.World
---@field dim integer 2 or 3, of every shape in it
---@field gravity collide.Vec what a step adds to velocities in a unit of time; assignable
---@field hit_limit integer the most hits of one body in a step, at first 100; assignable
---@operator len: integer
local World = {}

--- `dim`: 2 or 3, that of gravity or 3 where not given; `gravity`: zero where not given.
---@alias collide.WorldOptions { dim?: integer, gravity?: collide.Vector }

--- A world without bodies.
---@param options? collide.WorldOptions
---@return collide.World
function collide.world(options) end

--- What a body does when it hits another: `"bounce"` off it, with restitution; `"slide"` along it for
--- the rest of the step; `"stop"`, which sets its velocity to zero; `"pass"`, which changes nothing
--- (the hit is an event where it begins); or a function that decides. Between two bodies that move
--- and bounce or slide momentum is kept; they bounce where both do. Where one passes, both pass.
---
--- A function gets the body, the other one and a hit (`t` since the step began), at that moment of
--- the step, and returns one of the names, or nothing where it has changed velocities itself; where
--- nothing has turned the body away, it passes. Of two functions that of the earlier body is called,
--- but a moving body's before a still one's. It may add, change and remove bodies, itself too, and
--- yield. If it raises, the step ends there, with bodies where they are; so does a step begun inside
--- another end the outer one, which then raises.
---@alias collide.Response "bounce" | "slide" | "stop" | "pass" | fun(body: collide.Body, other: collide.Body, hit: collide.Hit): string?

--- `velocity`: zero where not given. `mass`: > 0; `math.huge`, as where not given: no hit moves it.
--- `restitution`: 0 to 1, at first 1; of two bodies the smaller one counts. `response`: at first
--- "bounce". `group` (at first 1) and `mask` (at first all): 32 bits each, where `~n` is all but n;
--- bodies meet where the group of each shares a bit with the mask of the other. `data`: whatever a
--- script keeps with it.
---@alias collide.BodyOptions { velocity?: collide.Vector, mass?: number, restitution?: number, response?: collide.Response, group?: integer, mask?: integer, data?: any }

--- Adds a body with a copy of the shape.
---@param shape collide.Shape of the world's dimension
---@param options? collide.BodyOptions
---@return collide.Body
function World:add(shape, options) end

--- Removes a body; its handle is of no more use.
---@param body collide.Body
function World:remove(body) end

--- Iterates over the bodies that there are now, but those that are removed on the way:
--- `for body in world:bodies() do`.
---@return fun(): collide.Body?
function World:bodies() end

--- Iterates over all pairs of bodies that overlap now, by groups and masks, the earlier body first:
--- `for a, b in world:pairs() do`.
---@return fun(): collide.Body?, collide.Body?
function World:pairs() end

--- The first body that a ray hits, as `collide.raycast` tells.
---@param origin collide.Vector
---@param direction collide.Vector of any length
---@param tmax? number at most this t; `math.huge` where not given
---@param mask? integer only bodies whose group shares a bit with it
---@return collide.Hit? hit nil where there is none
---@return collide.Body? body
function World:raycast(origin, direction, tmax, mask) end

--- Iterates over all hits of a ray, by t: `for hit, body in world:raycast_all(o, d) do`.
---@param origin collide.Vector
---@param direction collide.Vector
---@param tmax? number
---@param mask? integer
---@return fun(): collide.Hit?, collide.Body?
function World:raycast_all(origin, direction, tmax, mask) end

--- The first body that a shape hits as it moves, as `collide.shapecast` tells.
---@param shape collide.Shape
---@param motion collide.Vector
---@param mask? integer
---@return collide.Hit? hit nil where there is none
---@return collide.Body? body
function World:shapecast(shape, motion, mask) end

--- The bodies that overlap a shape.
---@param shape collide.Shape
---@param mask? integer
---@return collide.Body[]
function World:overlap(shape, mask) end

--- The k bodies nearest to a point, the nearest first, and their signed distances.
---@param point collide.Vector
---@param k? integer 1 where not given
---@param mask? integer
---@return collide.Body[] bodies
---@return number[] distances
function World:nearest(point, k, mask) end

--- Adds gravity to velocities, then moves everything along straight lines for dt; hits on the way are
--- found exactly and answered in the order of time (see collide.Response), so that nothing tunnels at
--- any speed. Bodies do not turn. Bodies that overlap are pushed apart, without a gain in velocity; a
--- hit no faster than gravity makes in a step does not bounce, so that things come to rest: a stack
--- stands, and the contacts of a pile are answered together, with those that would be as slow later
--- in the step. A body of infinite mass with a velocity moves through everything and pushes what it
--- hits. What `stalled` counts keeps its velocity, but one that was hardly faster than gravity makes
--- comes to rest.
---@param dt number >= 0
---@return integer hits the number of events
---@return integer stalled how many bodies met `hit_limit` hits and stopped there for the rest of the step
function World:step(dt) end

--- Iterates over the hits of the last step, in the order of time. It is one event that goes on: copy
--- what is wanted of it.
---@return fun(): collide.Event?
function World:events() end

--- A body in a world, until it is removed: then any use of it raises, but reading `world`.
---@class collide.Body
---@field shape collide.Shape a copy, where the body is now; assign one to change it
---@field position collide.Vec the shape's own middle; assignable
---@field velocity collide.Vec assignable
---@field mass number assignable; `math.huge` where no hit moves it
---@field restitution number assignable
---@field response collide.Response assignable
---@field group integer assignable
---@field mask integer assignable
---@field data any whatever a script keeps with it; assignable
---@field world collide.World? nil where it was removed

--- A hit of two bodies in the last step.
---@class collide.Event
---@field a collide.Body? the body that was asked, else the one that moved, of two the earlier; nil where it was removed since
---@field b collide.Body? what it hit
---@field t number when, since the step began
---@field point collide.Vec the touched point of b
---@field normal collide.Vec b's outward unit normal there
---@field approach number the speed along the normal before

return collide
