---@meta collide
-- The API of the Lua module `collide`: its only reference, for editors (lua-language-server) and for
-- readers. A test compares the names with those of the module.

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
--- 2. No result is NaN, and every normal is a unit vector, also where shapes are concentric or cross.
--- 3. A normal is the outward normal of the *second* shape, pointing to the first: the direction
---    that pushes `a` out of `b`.
--- 4. `point_a - point_b == distance * normal`. A negative distance is minus the length of the
---    shortest translation that separates the shapes. Where no translation does (crossing planes, a
---    line through a plane, crossing 2D lines) the distance is `-math.huge` and the equation does not
---    apply. The depth of two meshes or solids, or of compounds that contain them, is not defined: if
---    they overlap, `distance`, `closest`, `contact` and `manifold` raise; `overlap` and casts still work.
--- 5. Swapping the shapes swaps the points and negates the normal (where it is unique).
--- 6. There is no absolute tolerance: scaling the input scales the result, within the range of
---    numbers. No coordinate, offset, size or motion is larger than 2^64 (1.8e19): what is raises
---    where it is given, and a body that would leave the range stalls there. Sizes and motions
---    below 2^-64 (5e-20) count as 0; coordinates may be as small as they like.
--- 7. Invalid input raises where a shape is made; the message names the argument, what it must be and
---    what it was. Zero *sizes* are valid: a flat box, a segment without length. A string of digits
---    is not a number; a float without a fraction is accepted as an integer. Arguments beyond the
---    last are ignored, as in Lua's own functions.
--- 8. Where several normals are equally good, a fixed rule chooses one: +y for coincident points, a
---    fixed unit vector perpendicular to the axis for a point on an axis.
--- 9. A miss is nil and never raises.
---
--- A shape made of 2-component vectors is 2D, one of 3-component vectors 3D; a query takes shapes of
--- one dimension. y is up, frames are right-handed, angles are in radians.
--- A name that does not exist is nil, as in any table, unless it is a misspelling or another
--- library's word for something here: then reading it raises and says which is meant
--- (`v.lenght`, `collide.newWorld`, `body:getPosition()`).
---@class collide
---@field numbers collide.Numbers the queries with numbers for results
---@field version string "0.1.0"
local collide = {}

--- Every function that takes a vector accepts a vec or a plain `{ x, y[, z] }`, which it reads
--- without metamethods.
---@alias collide.Vector collide.Vec | number[]

--- A rotation: an angle (counter-clockwise) in 2D, a quat in 3D.
---@alias collide.Rotation number | collide.Quat

--- 9 or 16 numbers, or 3 rows of 3, or 4 rows of 4. Vectors are rows, as in Direct3D: the first three
--- rows are the images of the x, y and z axis, the fourth is the translation; the fourth column must
--- be 0, 0, 0, 1.
---@alias collide.Matrix number[] | number[][]

---@alias collide.Kind "point" | "sphere" | "segment" | "capsule" | "line" | "plane" | "box" | "triangle" | "polygon" | "hull" | "cylinder" | "cone" | "mesh" | "solid" | "compound"

--- What this reference says, as text: about a function (`collide.help(collide.raycast)`), a value (of
--- its type), or a name ("raycast", "vec:dot", "shape.position", "draw.text"); without an
--- argument, an overview. The console has it as `help`.
---@param what? any
---@return string
function collide.help(what) end

-- ---------------------------------------------------------------------------------------- vectors

--- An immutable vector of 2 or 3 numbers: assigning to a field raises; `v:with { x = 3 }` makes
--- another. `v[1]` is `v.x`, so `ipairs(v)` works. Reading a field that does not exist gives nil (see
--- collide), and so does `z` in 2D. Like numbers, components may be infinite or NaN; shapes and
--- queries refuse such vectors.
---
--- Operators: `v + w`, `v - w`, `-v`, `s * v`, `v * s`, `v / s`, `v == w`, `#v` (2 or 3). `v * w` of
--- two vectors raises: use `dot` or `cross`. `tostring(v)` is `vec(1, 2.5)`, with enough digits to
--- read back as the same numbers.
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

--- Makes a vector of two or three numbers; a fourth raises.
---@param x number
---@param y number
---@param z? number
---@return collide.Vec
function collide.vec(x, y, z) end

--- v . w
---@param w collide.Vector
---@return number
function Vec:dot(w) end

--- v x w, a vector; in 2D the number `v.x * w.y - v.y * w.x`. Accurate also for nearly parallel
--- vectors.
---@param w collide.Vector
---@return collide.Vec|number
function Vec:cross(w) end

--- The length, the root of v . v.
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
---@param t number any number, also outside [0, 1]
---@return collide.Vec
function Vec:lerp(w, t) end

--- The part of v along `onto`; zero where `onto` is zero.
---@param onto collide.Vector of any length
---@return collide.Vec
function Vec:project(onto) end

--- v / |v|. A zero vector gives the fallback, unchanged, or raises if there is none. Raises if v is
--- not finite.
---@param fallback? collide.Vector
---@return collide.Vec
function Vec:normalized(fallback) end

--- `v - (1 + restitution) * (v . n) n / (n . n)`: v reflected at a surface, whatever the sign of
--- `v . n`. To reflect only what moves into the surface, test `hit.approach > 0` first.
---@param n collide.Vector the surface's normal, of any length but zero
---@param restitution? number 1 (the default) keeps the speed, 0 slides
---@return collide.Vec
function Vec:reflect(n, restitution) end

--- `v - (v . n) n / (n . n)`: the part of v along the surface.
---@param n collide.Vector the surface's normal, of any length but zero
---@return collide.Vec
function Vec:slide(n) end

--- v rotated by a quarter turn counter-clockwise: `vec(-v.y, v.x)`. Raises in 3D.
---@return collide.Vec
function Vec:perp() end

--- In 2D the angle of v, counter-clockwise from the x axis, in (-pi, pi]; given another vector, the
--- angle from v to w, positive counter-clockwise. In 3D the angle between v and w, in [0, pi]; w must
--- be given. 0 where a vector is zero.
---@param w? collide.Vector
---@return number radians
function Vec:angle(w) end

--- v rotated about the origin, or about another point.
---@param rotation collide.Rotation an angle in 2D, a quat in 3D
---@param about? collide.Vector
---@return collide.Vec
function Vec:rotated(rotation, about) end

--- The smaller of both in each component.
---@param w collide.Vector
---@return collide.Vec
function Vec:min(w) end

--- The larger of both in each component.
---@param w collide.Vector
---@return collide.Vec
function Vec:max(w) end

--- v with each component kept between those of two vectors. To limit the length:
--- `v * math.min(1, most / v:length())`.
---@param min collide.Vector
---@param max collide.Vector >= min in every component
---@return collide.Vec
function Vec:clamp(min, max) end

--- v with other values for some components: `v:with { y = 0 }`.
---@param components { x?: number, y?: number, z?: number }
---@return collide.Vec
function Vec:with(components) end

--- The components.
---@return number x
---@return number y
---@return number? z only in 3D
function Vec:unpack() end

-- -------------------------------------------------------------------------------------- rotations

--- An immutable rotation in 3D: a unit quaternion x i + y j + z k + w. `q * v` rotates a vector,
--- `q * r` rotates first by r, then by q. `==` compares the four numbers: q and -q are the same
--- rotation, but not equal.
--- `tostring(q)` is `quat(x, y, z, w)`, which reads back as the same rotation bit for bit.
---@class collide.Quat
---@field x number
---@field y number
---@field z number
---@field w number
---@operator mul(collide.Quat): collide.Quat
---@operator mul(collide.Vector): collide.Vec
local Quat = {}

--- Makes the right-handed rotation by an angle about an axis; or, of four components, the quaternion
--- x, y, z, w, whose length must be 1 to within 1e-5 and is made 1.
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

--- The rotation of a matrix; its translation is ignored. Raises unless its rows are of length 1,
--- perpendicular and right-handed, to within 1e-5. `box_from_matrix` accepts a matrix that scales.
---@param m collide.Matrix
---@return collide.Quat
function collide.quat_from_matrix(m) end

--- The inverse rotation.
---@return collide.Quat
function Quat:conjugate() end

--- The rotation at t on the shortest arc from q (t = 0) to r (t = 1), at constant angular speed.
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

--- A convex shape: a core with a rounding radius around it; or a set of such shapes (mesh, solid, compound),
--- which touches whatever one of its parts touches. A shape is mutable: `move` and assignments change
--- it in place; `clone`, `moved` and `rotated` make another. `==` is identity.
---
--- A field that the shape's kind does not have is nil. A script may assign, where they apply,
--- `position`, `center`, `half`, `rotation`, `a`, `b`, `c`, `base`, `apex`, and `radius` (except in
--- points, segments, planes, meshes, solids and compounds). The value is checked as in the constructor.
--- Assigning to any other name raises and leaves the shape unchanged.
---
--- `body.shape` and `compound.shapes` are copies. A change of them would be lost, so assignments, `move`
--- and `move_to` raise and say what to do instead. Everything else works, and `clone` gives a copy
--- that can be changed.
---
--- `tostring(shape)` is a constructor call that makes the same shape, bit for bit:
--- `collide.sphere({0, 1}, 0.5)`.
---@class collide.Shape
---@field kind collide.Kind an aabb is a "box", a circle a "sphere"
---@field dim integer 2 or 3
---@field radius number the rounding radius, 0 if none was given; of a cylinder or cone the radius of its caps or base
---@field center collide.Vec of a point, sphere or box
---@field a collide.Vec of a segment, capsule, triangle or cylinder; of a cone the base
---@field b collide.Vec of a segment, capsule, triangle or cylinder; of a cone the apex
---@field c collide.Vec of a triangle
---@field base collide.Vec of a cone: the centre of its base
---@field apex collide.Vec of a cone
---@field half collide.Vec of a box: half extents along its own axes
---@field position collide.Vec the middle of any shape: its center; the midpoint of its ends or axis; the mean of its vertices, or of the middles of its parts; of a line its point; of a plane its point nearest to the origin. Assigning it is `move_to`
---@field rotation collide.Rotation of a box: an angle in 2D, a quat in 3D. Of a segment, capsule, cylinder or cone: that which takes the x axis to the direction from a to b (in 3D by the shortest arc); assigning it turns the shape about its middle
---@field min collide.Vec of a box that is not rotated: the lowest corner of its core
---@field max collide.Vec of a box that is not rotated: the highest corner of its core
---@field normal collide.Vec of a plane: a unit vector, out of the solid
---@field offset number of a plane: it is solid where `normal . x <= offset`
---@field point collide.Vec of a line: a point on it
---@field direction collide.Vec of a line: a unit vector
---@field vertices collide.Vec[] of a box, triangle, polygon (counter-clockwise) or hull: the vertices
--- of the core; of a mesh: those it was made of
---@field edges integer[][] of a triangle, polygon or hull: the two vertices of each edge, as indices
--- of `vertices`; what the `feature_index` of an answer counts
---@field faces integer[][] of a triangle or hull in 3D: the vertices of each face in order,
--- counter-clockwise as seen from outside; a flat one has one face
---@field triangles integer[][] of a mesh or solid: three indices of vertices each
---@field shapes collide.Shape[] of a compound: copies of its parts
local Shape = {}

--- A single point; its field `center` is p.
---@param p collide.Vector
---@return collide.Shape
function collide.point(p) end

--- A solid sphere; in 2D a disc.
---@param center collide.Vector
---@param radius number >= 0
---@return collide.Shape
function collide.sphere(center, radius) end

--- Another name of `sphere`.
---@param center collide.Vector
---@param radius number >= 0
---@return collide.Shape
function collide.circle(center, radius) end

--- The segment from a to b. If `a == b` it is a point.
---@param a collide.Vector
---@param b collide.Vector
---@return collide.Shape
function collide.segment(a, b) end

--- A segment with a radius around it. If `a == b` it is a sphere.
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

--- A half-space: solid where `normal . x <= offset`; or, given a point instead of the offset, the
--- half-space with that point on its surface. The normal is scaled to length 1, and the offset with
--- it.
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

--- An oriented box. Half extents may be zero: a flat box is a rectangle.
---@param center collide.Vector
---@param half_extents collide.Vector >= 0
---@param rotation? collide.Rotation an angle in 2D, a quat in 3D
---@param radius? number >= 0, around the box
---@return collide.Shape
function collide.box(center, half_extents, rotation, radius) end

--- The image of a box around the origin under a matrix. The matrix may scale (which multiplies the
--- half extents), flatten to zero and mirror; a shear raises. The center is its translation.
---@param half_extents collide.Vector of 3 numbers, >= 0
---@param m collide.Matrix
---@return collide.Shape
function collide.box_from_matrix(half_extents, m) end

--- A triangle. Its vertices may coincide or lie on a line.
---@param a collide.Vector
---@param b collide.Vector
---@param c collide.Vector
---@param radius? number >= 0, around the triangle
---@return collide.Shape
function collide.triangle(a, b, c, radius) end

--- The convex hull of 2D points: at least one; duplicates and collinear points are fine. Points inside
--- it, as those of a concave outline, are left out; `collide.help(polygon)` and the inspector then say
--- "the hull of 9 of 14 points".
---@param points collide.Vector[]
---@param radius? number >= 0, around the polygon
---@return collide.Shape
function collide.polygon(points, radius) end

--- The convex hull of 3D points: at least one; duplicates, collinear and coplanar points are fine.
---@param points collide.Vector[]
---@param radius? number >= 0, around the hull
---@return collide.Shape
function collide.hull(points, radius) end

--- A solid cylinder with flat caps, in 3D. `a == b` raises, since there is no axis; with radius 0 it
--- is a segment.
---@param a collide.Vector of 3 numbers: the middle of one cap
---@param b collide.Vector of 3 numbers: the middle of the other
---@param radius number >= 0
---@return collide.Shape
function collide.cylinder(a, b, radius) end

--- A solid cone with a flat base, in 3D. `base == apex` raises, since there is no axis; with radius 0
--- it is a segment.
---@param base collide.Vector of 3 numbers: the middle of the base
---@param apex collide.Vector of 3 numbers
---@param radius number >= 0, of the base
---@return collide.Shape
function collide.cone(base, apex, radius) end

--- A surface of triangles; in 2D the triangles are filled. It is hollow: a sphere inside a closed mesh
--- does not touch it; `solid` fills it. Triangles may be degenerate (segments, points). A bounding volume hierarchy of
--- boxes is built with it, so queries take logarithmic time.
---
---     collide.mesh({ {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1} }, { {1, 2, 3}, {2, 4, 3} })
---@param vertices collide.Vector[] at least one
---@param triangles integer[][]|integer[] at least one: `{ i, j, k }` each, indices of vertices from 1;
--- or one flat list of 3 indices a triangle
---@return collide.Shape
function collide.mesh(vertices, triangles) end

--- The inside of a closed mesh in 3D, with its surface: `contains`, signed `distance`, and rays and casts
--- that enter and exit. Every edge has to run as often one way as the other (two boxes may share one),
--- where vertices at one place count as one; else it raises and names the first edge that is wrong, by
--- its triangle and vertices. A mesh that is inside out as a whole is turned.
---
---     local room = collide.mesh({ {0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4} },
---       { {1, 3, 2}, {1, 2, 4}, {1, 4, 3}, {2, 3, 4} })
---     collide.solid(room):contains { 1, 1, 1 }     --> true
---     room:contains { 1, 1, 1 }                    --> false
---
--- Inside is what a ray leaves through an odd number of triangles, whatever their sense: a shell within
--- another one bounds a cavity, and where two shells overlap, both their surfaces count and the part
--- that they share is outside. That is decided by exact signs, for the vertices as they are where the
--- shape is (moving and rotating rounds them). A box of a million triangles takes a quarter of a second
--- to check, and microseconds a query.
---
--- The depth of a point, and of nearly every ball, is exact. Of another shape that is partly or all
--- inside it is the way out of the surface where that leads out of the solid; else the shortest of many
--- ways that were tried, which may be longer than the shortest there is: of random shapes inside convex
--- solids in one of 250 cases, by up to 7 %. `raycast_all` and `shapecast_all` of one solid give the
--- hits of its triangles, as of a mesh. For `world:step` and `move_and_slide` it is its surface: what
--- starts inside is not pushed out.
---@param mesh collide.Shape a mesh in 3D
---@return collide.Shape
function collide.solid(mesh) end

--- The union of at least one shape, all of one dimension; also of lines, planes, meshes, solids and compounds.
--- It holds copies: changing a shape afterwards does not change the compound. The parts of a compound
--- become its own parts, so compounds nest to any depth.
---
--- The penetration depth of a compound and another shape is the length of the shortest translation
--- that separates all parts at once: exactly where few sharp parts are in the way, else to a
--- millionth of it, as long as the search ends in time. It computes at most 12,000 extents of two
--- parts along a direction. Beyond that the depth
--- is that of the best translation found. In this search a gap between parts narrower than 2^-42
--- of the largest coordinate counts as closed.
---@param shapes (collide.Shape|collide.Body)[]
---@return collide.Shape
function collide.compound(shapes) end

--- A simple polygon in the plane, concave too, with holes: a compound of convex pieces that share no
--- interior, at most four times as many as need be. All points may run in either direction; points that
--- repeat the one before them or lie within a straight edge are left out. Every decision is exact, and
--- 100,000 points take about a third of a second.
---
---     #collide.outline({ {0, 0}, {9, 0}, {9, 1}, {1, 1}, {1, 9}, {0, 9} }).shapes --> 2
---
--- It raises where edges cross, overlap or touch, naming both, for a loop without area, and for a hole
--- that is not inside the outline or is in another hole.
---@param points collide.Vector[] of the outline, at least three; 2D
---@param holes? collide.Vector[][] the points of each hole
---@return collide.Shape
function collide.outline(points, holes) end

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

--- A copy of the shape, moved by v.
---@param v collide.Vector
---@return collide.Shape
function Shape:moved(v) end

--- Moves the shape in place so that `position` is p, and returns it. Points and spheres are put there
--- exactly; other shapes are moved by the difference, which rounds.
---@param p collide.Vector
---@return collide.Shape self
function Shape:move_to(p) end

--- A copy of the shape.
---@return collide.Shape
function Shape:clone() end

--- A copy of the shape, rotated about a point, by default the middle of the shape: its
--- center, the midpoint of its ends, the mean of its vertices, the point of a line, the point of a
--- plane nearest to the origin, or the mean of the middles of a compound's parts.
---@param rotation collide.Rotation an angle in 2D, a quat in 3D
---@param about? collide.Vector
---@return collide.Shape
function Shape:rotated(rotation, about) end

--- The smallest aabb around the shape; nil for a line, a plane, and a compound that contains one, as
--- they are unbounded.
---@return collide.Shape?
function Shape:bounds() end

--- The support point: a point of the shape farthest along a direction. Where the shape extends to
--- infinity in that direction, components are infinite (never NaN).
---@param direction collide.Vector of any length; zero is taken as +y
---@return collide.Vec
function Shape:support(direction) end

--- Whether a point lies in the shape or on its surface: `overlap(point(p), shape)`.
---@param p collide.Vector
---@return boolean
function Shape:contains(p) end

-- ---------------------------------------------------------------------------------------- queries

--- Where an answer lies: which part of a mesh, solid or compound it was, and where on it. All of it is found
--- when it is read, so it costs nothing where it is not. The names without a suffix are those of b, or
--- of a where a is the only one of the two that is a mesh or compound (or, of two convex shapes, the
--- only triangle, polygon or hull); with `_a` and `_b` either can be asked for.
---
---     local floor = collide.mesh({ {0, 0, 0}, {0, 0, 4}, {4, 0, 0}, {4, 0, 4} }, { {1, 2, 3}, {2, 4, 3} })
---     local hit = floor:raycast({ 3, 9, 2 }, { 0, -1, 0 })
---     hit.part                                 --> 2
---     table.concat(hit.barycentric, " ")       --> 0.25 0.25 0.5
---
--- `closest` of sets gives it as its last result.
---@class collide.Located
---@field part integer? of a mesh or solid the triangle, of a compound the index in its `shapes`, of a hit of
--- `raycast_all` or `shapecast_all` at a list the index in the list; of several parts on whose surfaces the point lies, to
--- within rounding, the smallest. Of sets that overlap it is the part that is left last on the shortest
--- way out. nil of one convex shape
---@field parts integer[]? the same with what it holds: `{ 3, 12 }` is triangle 12 of a mesh that is
--- part 3 of a compound
---@field barycentric number[]? of a triangle: the weights of its three vertices at the point, >= 0 and
--- 1 together; for materials, texture coordinates and smooth normals
---@field feature "vertex"|"edge"|"face"|nil of a triangle, polygon or hull (or of such a part): its
--- support feature along the normal, the largest that is at a right angle to it to within 1e-6; nil of
--- other kinds
---@field feature_index integer? of that feature in the `vertices`, `edges` or `faces` of the shape or
--- part; of a triangle edge i is from vertex i to the next one
---@field part_a integer? the same of a
---@field parts_a integer[]?
---@field barycentric_a number[]?
---@field feature_a "vertex"|"edge"|"face"|nil
---@field feature_index_a integer?
---@field part_b integer? the same of b
---@field parts_b integer[]?
---@field barycentric_b number[]?
---@field feature_b "vertex"|"edge"|"face"|nil
---@field feature_index_b integer?
---@field part_normal collide.Vec? of sets: the normal of the same query of the two parts alone, where
--- `normal` is outward for all parts that touch there. nil in hits of `move_and_slide`,
--- `time_of_impact` and a world's step
local Located = {}

--- The nearest points of two shapes, or their penetration. Immutable.
---@class collide.Contact : collide.Located
---@field distance number signed; negative if they overlap, `-math.huge` if no translation separates them
---@field depth number `max(0, -distance)`
---@field normal collide.Vec a unit vector, out of b towards a
---@field point_a collide.Vec on a's surface
---@field point_b collide.Vec on b's surface
---@field points collide.ContactPoint[] of a manifold (see `collide.manifold`); nil in a plain contact
local Contact = {}

--- One of the points of a manifold: `point_a - point_b == distance * normal` with the contact's
--- normal.
---@class collide.ContactPoint : collide.Located
---@field point_a collide.Vec
---@field point_b collide.Vec
---@field distance number
local ContactPoint = {}

--- distance, normal, point_a, point_b
---@return number distance
---@return collide.Vec normal
---@return collide.Vec point_a
---@return collide.Vec point_b
function Contact:unpack() end

--- Where and when a ray or a moving shape touches a shape b. Immutable. With `motion_b`, every point is
--- where b has moved to by then.
---
--- A motion may touch a mesh or compound in several intervals: `enter` and `exit` are those of the
--- interval that contains `t`. The intervals of touching parts are merged. A ray from outside through
--- a mesh enters and exits at its first triangle.
---@class collide.Hit : collide.Located
---@field t number first time of touch in the allowed range, in units of the direction or motion
---@field point collide.Vec the touched point of b at that time; for a ray `origin + t * direction`
---@field normal collide.Vec a unit vector, out of b. Of several outward normals at the touched point it
--- is the one of least `approach`, also where they just touch at t = 0; where they overlap at t = 0 it
--- is the normal of `contact` (+y for two meshes, whose depth is not defined)
---@field enter number when the touch begins on the unbounded line of motion; negative if in the past
---@field exit number when it ends; both may be infinite
---@field exit_point collide.Vec? the touched point of b at `exit`; nil if `exit` is infinite
---@field exit_normal collide.Vec? b's outward normal there; nil if `exit` is infinite
---@field inside boolean `enter <= 0`: they touch or overlap at t = 0; then `t == 0`
---@field approach number minus the relative motion along the normal; <= 0 if it slides along b or
--- separates. It is exactly 0 within rounding, so `hit.approach > 0` is the test for moving in
---@field index integer? in `raycast_all` and `shapecast_all` the index of the shape or part; else nil
local Hit = {}

--- t, point, normal, enter, exit
---@return number t
---@return collide.Vec point
---@return collide.Vec normal
---@return number enter
---@return number exit
function Hit:unpack() end

--- Whether two shapes touch or overlap: `distance(a, b) <= 0`.
---@param a collide.Shape|collide.Body
---@param b collide.Shape|collide.Body
---@return boolean
function collide.overlap(a, b) end

--- The signed distance: the gap, or minus the length of the shortest translation that separates the
--- shapes; `-math.huge` if none does.
---@param a collide.Shape|collide.Body
---@param b collide.Shape|collide.Body
---@return number
function collide.distance(a, b) end

--- The points that realise the signed distance: `point_a - point_b == distance * normal` (unless the
--- distance is `-math.huge`).
---@param a collide.Shape|collide.Body
---@param b collide.Shape|collide.Body
---@param located? boolean whether it also gives the contact, which knows the parts and features; by default of sets
---@return collide.Vec point_a on a's surface
---@return collide.Vec point_b on b's surface
---@return number distance signed
---@return collide.Vec normal unit, out of b towards a
---@return collide.Contact? contact of sets, or if `located`: the same, as of `contact(a, b, math.huge)`
function collide.closest(a, b, located) end

--- A contact if `distance <= margin`, else nil.
---@param a collide.Shape|collide.Body
---@param b collide.Shape|collide.Body
---@param margin? number 0 by default; may be negative or infinite
---@return collide.Contact?
function collide.contact(a, b, margin) end

--- A contact manifold if `distance <= margin`, else nil: a contact with the points on which a body
--- can rest. `points` has up to 4 of them, in 2D up to 2, each with a distance between the contact's
--- and the margin. The first is the deepest and has the distance of the contact.
---
---     local box = collide.box(vec(0, 0, 1), vec(1, 1, 1))
---     #box:manifold(collide.plane(vec(0, 0, 1), 0)).points --> 4
---
--- Each shape contributes a contact feature: the face, edge or vertex of its farthest points along the
--- normal; if that is no face, then the adjoining face whose normal is nearest to the contact's, if
--- within 60 degrees. The incident feature is clipped against the reference feature; the vertices of
--- the result are the points. The contact's own point is added if no vertex is as deep. From more
--- than four points these are chosen: the deepest, the farthest from it, the farthest from the line
--- through both, and the one that adds the most area; among equals the farthest in a fixed direction.
---
--- The feature of a cylinder or cone is a cap, as a polygon of 32 points of its rim, or a straight line
--- of its side. A sphere, two half-spaces, a line along a plane, and shapes that no translation
--- separates have one point. For a mesh or compound the vertices of all parts count that lie on the
--- outside of the whole (of at most 4,096 pairs of parts), with the one normal of the contact.
---@param a collide.Shape|collide.Body
---@param b collide.Shape|collide.Body
---@param margin? number 0 by default; may be negative or infinite
---@return collide.Contact?
function collide.manifold(a, b, margin) end

--- The ray `origin + t * direction`, 0 <= t <= tmax, against a shape. The segment from p to q is
--- `raycast(p, q - p, shape, 1)`.
---@param origin collide.Vector
---@param direction collide.Vector of any length, also zero; t is in units of it
---@param shape collide.Shape|collide.Body
---@param tmax? number >= 0; infinite by default
---@return collide.Hit?
function collide.raycast(origin, direction, shape, tmax) end

--- Whether anything is in the way of a ray: `raycast(origin, direction, obstacles, tmax) ~= nil`, and of
--- many obstacles whether that is so for any of them. It looks for no time, point or normal and ends
--- with the first that is in the way, which takes a half to a tenth of the time. From p, q is in sight
--- where `not collide.occluded(p, q - p, obstacles, 1)`.
---
---     local wall = collide.aabb({ 1, 0 }, { 2, 5 })
---     collide.occluded({ 0, 1 }, { 3, 0 }, wall, 1) --> true
---@param origin collide.Vector
---@param direction collide.Vector of any length, also zero
---@param obstacles collide.Shape|collide.Body|(collide.Shape|collide.Body)[]|collide.Batch|collide.World of the ray's dimension
---@param tmax? number >= 0; infinite by default
---@param mask? integer of a world, the groups that are seen; all by default
---@return boolean
function collide.occluded(origin, direction, obstacles, tmax, mask) end

--- Shape a moving by `t * motion` against b moving by `t * motion_b`, 0 <= t <= 1.
---@param a collide.Shape|collide.Body
---@param motion collide.Vector
---@param b collide.Shape|collide.Body
---@param motion_b? collide.Vector zero by default
---@return collide.Hit?
function collide.shapecast(a, motion, b, motion_b) end

--- How a shape moves and turns at constant velocities, for `time_of_impact`: at time t, from 0 to 1, it
--- has been turned by `t * rotation` about the point `about`, which has moved by `t * motion`.
--- `motion`: zero by default. `rotation`: an angle in 2D; in 3D a vector along the axis, as long as the
--- angle; up to 2^20 radians, so any number of turns. `about`: by default the middle of the shape, as of
--- `Shape:rotated`.
---@alias collide.Path { motion?: collide.Vector, rotation?: number | collide.Vector, about?: collide.Vector }

--- The first time from 0 to 1 at which two shapes touch that move and turn.
---
---     local hand, peg = collide.capsule({ 0, 0 }, { 5, 0 }, 1), collide.point({ 0, 2 })
---     hand:time_of_impact({ rotation = 3, about = { 0, 0 } }, peg).t * 180 / math.pi * 3 --> 60.0
---
--- It is never late: before `hit.t` they do not overlap by more than rounding, however thin they are and
--- however fast they turn; at `hit.t` they touch to within 2^-44 of their coordinates. `point`, `normal`
--- and `inside` are as for `shapecast`, `approach` is that of the touched point. `enter` is `t`; `exit` is
--- not looked for, so it is infinite. Where nothing turns the hit is that of `shapecast`.
--- One of two that turn must be bounded: lines and planes cannot turn beside each other.
---@param a collide.Shape|collide.Body
---@param path_a collide.Path
---@param b collide.Shape|collide.Body
---@param path_b? collide.Path b stays where it is by default
---@return collide.Hit?
function collide.time_of_impact(a, path_a, b, path_b) end

--- One of the surfaces that a move met, a table `{ hit =, other = }`. `hit.t` (and `enter`) is the part
--- of the motion that was used up by then, 0 to 1; `point` lies on `other`; `normal` is its outward
--- normal; `approach` is minus the whole motion along it; `inside` says that they touched from the
--- start; `exit` is unknown, so it is infinite.
---@alias collide.MoveHit { hit: collide.Hit, other: collide.Shape | collide.Body }

--- `up`: any length but zero; by default against gravity in a world, else +y. `max_slope`: 0 to pi/2,
--- by default pi/4; a steeper surface is no ground. `step_height`: the highest step that is climbed, by
--- default 0. `snap`: how far down the ground is followed, by default 0. `mask`: in a world, only
--- bodies whose group shares a bit with it; by default all, for a body its own mask. `filter`: called
--- for each shape that is met or overlapped; if it returns false (or nil), that shape is no obstacle
--- for the rest of the call. It sees the moving shape where that began. `max_hits`: 1 to 1000, by default 16: the move
--- ends at the hit after so many.
---@alias collide.MoveOptions { up?: collide.Vector, max_slope?: number, step_height?: number, snap?: number, mask?: integer, filter?: (fun(other: collide.Shape | collide.Body, hit: collide.Hit): boolean?), max_hits?: integer }

--- Moves a shape in place by `motion`, as far as it can go, and slides it along what it meets: what
--- other engines call a character controller, for any shape.
---
--- - It never ends deeper in anything than it began. First it leaves what it overlaps, if it can do so
---   within the diagonal of its own bounds and without entering anything else. If it cannot, it may
---   move, but not deeper.
--- - All that touches it turns the motion at once, to the nearest free one. So seams between tiles are
---   no edges, and it neither sticks nor trembles in creases and corners.
--- - On ground (no steeper than `max_slope`) it keeps its heading and goes as far along the ground as
---   it would have gone on the level; gravity moves it no further. On steeper surfaces it slides down
---   and never climbs.
--- - From the ground, unless the motion leads up, it climbs a step no higher than `step_height`, whatever
---   its own shape. A step has ground beyond its edge: a wall that leans is none. If a round shape meets
---   the edge, that is a step, too; while the shape climbs over it, `ground` has the normal of the edge,
---   which may be steeper than `max_slope`. It ends on ground again.
--- - If it stood on ground, and the motion does not lead up, it is put down on ground no farther than
---   `snap` below. So it stays on the ground down slopes, and down stairs whose steps are no higher
---   than `snap`. When a round shape comes down over the edge of such a step, `ground` has the normal
---   of the edge, as when it climbs.
---
--- It stops some ulps before an obstacle. In a world, bodies with the response "pass" are sensors and
--- stop nothing. If `shape` itself is among the obstacles, it does not count.
---
---     local hero, velocity = collide.capsule({ 0, 1 }, { 0, 2 }, 0.5), vec(2, -9)
---     local walls = { collide.aabb({ -5, -1 }, { 5, 0 }), collide.aabb({ 2, 0 }, { 3, 4 }) }
---     local moved, rest, hits, ground = collide.move_and_slide(hero, velocity * (1 / 60), walls)
---     if ground then velocity = vec(velocity.x, 0) end
---@param shape collide.Shape is moved
---@param motion collide.Vector how far it wants to go
---@param obstacles collide.Shape | (collide.Shape|collide.Body)[] | collide.Batch | collide.World | collide.Body may be an empty list
---@param options? collide.MoveOptions
---@return collide.Vec moved what it travelled
---@return collide.Vec rest what is left of the motion, slid along what stopped it; zero unless it met more than `max_hits`
---@return collide.MoveHit[] hits one for each surface that turned it, in order
---@return collide.Hit? ground what it stands on, nil in the air
---@return collide.Shape | collide.Body | nil floor whose surface that is
function collide.move_and_slide(shape, motion, obstacles, options) end

--- The queries for loops that must be fast: the same names, arguments, answers and errors, but each
--- vector is 2 or 3 results (x, y and in 3D z), and a contact or hit is the numbers of its `unpack`.
--- They make no garbage and need no look-up of fields: a ray of which `t` and `normal` are read costs
--- a third.
---
---     local raycast = collide.numbers.raycast
---     local ball = collide.sphere({ 0, 9, 0 }, 1)
---     local t, x, y, z, nx, ny, nz = raycast({ 0, 0, 0 }, { 0, 1, 0 }, ball)
---     t --> 8.0
---     ny --> -1.0
---
--- Results are the one form that costs nothing if nobody wants them: Lua drops those beyond the
--- variables that take them. A table to be filled would be written and read field by field.
---@class collide.Numbers

--- As `collide.overlap`.
---@param a collide.Shape
---@param b collide.Shape
---@return boolean
function collide.numbers.overlap(a, b) end

--- As `collide.distance`.
---@param a collide.Shape
---@param b collide.Shape
---@return number
function collide.numbers.distance(a, b) end

--- point_a, point_b, distance, normal
---@param a collide.Shape
---@param b collide.Shape
---@return number ...
function collide.numbers.closest(a, b) end

--- distance, normal, point_a, point_b; or nil
---@param a collide.Shape
---@param b collide.Shape
---@param margin? number 0 by default; may be negative or infinite
---@return number? distance
---@return number ...
function collide.numbers.contact(a, b, margin) end

--- distance, normal, point_a, point_b; then of each point of the manifold point_a, point_b, distance;
--- or nil
---@param a collide.Shape
---@param b collide.Shape
---@param margin? number 0 by default; may be negative or infinite
---@return number? distance
---@return number ...
function collide.numbers.manifold(a, b, margin) end

--- t, point, normal, enter, exit, approach; or nil
---@param origin collide.Vector
---@param direction collide.Vector of any length, also zero; t is in units of it
---@param shape collide.Shape
---@param tmax? number >= 0; infinite by default
---@return number? t
---@return number ...
function collide.numbers.raycast(origin, direction, shape, tmax) end

--- As `collide.occluded`.
---@param origin collide.Vector
---@param direction collide.Vector
---@param obstacles collide.Shape|collide.Body|(collide.Shape|collide.Body)[]|collide.Batch|collide.World
---@param tmax? number >= 0; infinite by default
---@param mask? integer of a world, the groups that are seen; all by default
---@return boolean
function collide.numbers.occluded(origin, direction, obstacles, tmax, mask) end

--- t, point, normal, enter, exit, approach; or nil
---@param a collide.Shape
---@param motion collide.Vector
---@param b collide.Shape
---@param motion_b? collide.Vector zero by default
---@return number? t
---@return number ...
function collide.numbers.shapecast(a, motion, b, motion_b) end

--- Shapes and bodies prepared for `raycast_all` and `overlap_all`: there are `#batch` of them,
--- `batch[i]`. A batch holds the shapes themselves, so it follows their changes. It follows bodies,
--- too, but compares each with its world in every query: for many bodies, ask the world. Its elements
--- cannot be assigned.
---@class collide.Batch
---@field dim integer 2 or 3
---@field [integer] collide.Shape|collide.Body
---@operator len: integer
local Batch = {}

--- Prepares some shapes. `raycast_all` and `overlap_all` also accept a plain table and cache its
--- batch; but each call must then check whether the table still holds the same shapes.
---@param shapes (collide.Shape|collide.Body)[] of one dimension, at least one
---@return collide.Batch
function collide.batch(shapes) end

--- The ray `origin + t * direction`, 0 <= t <= tmax, against each of many shapes, or each part of one:
--- the same hits as a loop over `raycast`, but many times faster, since bounding boxes reject most. They
--- are sorted by t, hits with equal t by the order of the shapes; `hit.part` (and `hit.index`) is the
--- index of the shape in the list or, of one mesh or compound, of its triangle or shape. Of a mesh in a
--- compound each triangle has its own hit, with `parts`. A convex shape has one hit at most.
---
---     for _, hit in ipairs(collide.raycast_all(origin, direction, shapes)) do
---         print(shapes[hit.index].kind, hit.t)
---     end
---
---     local wall = collide.compound { collide.aabb({ 1, 0 }, { 2, 9 }), collide.aabb({ 4, 0 }, { 5, 9 }) }
---     local hits = collide.raycast_all({ 0, 1 }, { 1, 0 }, wall)
---     hits[2].part .. ": " .. hits[2].enter .. " to " .. hits[2].exit --> 2: 4.0 to 5.0
---@param origin collide.Vector
---@param direction collide.Vector of any length, also zero
---@param shapes (collide.Shape|collide.Body)[]|collide.Batch|collide.Shape|collide.Body of the ray's dimension; a list may be empty
---@param tmax? number >= 0; infinite by default
---@return collide.Hit[]
function collide.raycast_all(origin, direction, shapes, tmax) end

--- Shape a moving by `t * motion`, 0 <= t <= 1, against each of many shapes, or each part of one, all of
--- which move by `t * motion_b`: the hits of `shapecast`, in the order and with the fields of those of
--- `raycast_all`.
---@param a collide.Shape|collide.Body
---@param motion collide.Vector
---@param shapes (collide.Shape|collide.Body)[]|collide.Batch|collide.Shape|collide.Body of a's dimension; a list may be empty
---@param motion_b? collide.Vector zero by default
---@return collide.Hit[]
function collide.shapecast_all(a, motion, shapes, motion_b) end

--- The indices, in order, of the shapes that touch or overlap a shape: the same as of a loop over
--- `overlap`, but many times faster.
---@param shape collide.Shape|collide.Body
---@param shapes (collide.Shape|collide.Body)[]|collide.Batch of the shape's dimension; may be empty
---@return integer[]
function collide.overlap_all(shape, shapes) end

--- Calls a query with the arguments after its name, and returns its results, followed by a table that
--- describes how they came about:
---     query      the name
---     path       the method that decided: "closed form"; "half-space"; "lines" (that cross); "gjk" (apart),
---                "axes" or "epa" (overlapping), "ways out" (of a solid: the shortest of those that were
---                tried, where there may be a shorter one); of casts "newton", "portal", "swept axes", "bisection",
---                "still" (no motion); "advancement" (what turns); "slide" (a character)
---     margin     how far the answer is from changing between yes and no, hit and miss: the absolute
---                signed distance; for a cast, of the smallest one along its whole line; nil if it is
---                infinite
---     feature_a, feature_b   the features that touch or are nearest, for sets those of the parts that
---                decide: { kind = "vertex", "edge", "face", "line" or "half-space", points = { vec,
---                ... } of the core, next = how much farther along the normal the feature is than
---                every other vertex (the smallest change that makes another feature decide), nil if
---                there is no other }; for a cylinder or cone a point of a rim, a line of the side, or
---                three points of a cap; none of a character and of what turns
---     steps      what the query did, in order, up to 128 (`omitted` counts the rest, of which the last is
---                kept). Each has a `kind`:
---
--- - "formula": a closed form. name; runner_up = how far the next feature or axis is behind
--- - "simplex", of GJK: points_a, points_b (their differences are the vertices of the simplex), nearest =
---   its point nearest to the origin, distance, gain = how much nearer the next support point can bring
---   it. With a name, "boolean", the distance is that of a plane across `nearest` that no point is before
--- - "features", which ends GJK: distance, normal, point_a, point_b of the cores
--- - "face", of EPA: points_a, points_b, distance, normal, gain = how far the support point is beyond
--- - "axis", of the separating axis test: the cores are moved apart by distance along normal
--- - "separation": the distance query at the start of a cast: distance, normal, point_a, point_b
--- - "newton", of a cast, first forwards to enter, then backwards to exit: t, distance = that of the cores at
---   t, gap = distance minus both radii, slope = of the gap over t, normal
--- - "bisection", of a cast that grazes: t, distance, normal
--- - "portal", of a cast of sharp polytopes: points_a, points_b, normal, and at its end, t
--- - "swept axis", of a cast, across its motion: normal, distance (below 0: the projections overlap)
--- - "advance", of what turns: t, distance, normal, gain = how long they certainly do not touch
--- - "node", of a mesh or compound: a box that is opened: min, max, part_a or part_b = its number
--- - "parts": two parts are asked: part_a, part_b, distance or t, better = than all before. The steps of the
---   parts that decide come after
--- - "translation", of the depth of a set: translation, distance, free
--- - "slide", of a character: t = the part of the motion that is used up, motion = what is left, turned by
---   what touches there, normal = of the first of that
--- - "result", the last: query, verdict, and what the query answers, bit for bit: distance, normal, point_a,
---   point_b; t, enter, exit, normal, point; count (of points, or hits); moved
---@param query "overlap" | "distance" | "closest" | "contact" | "manifold" | "contains" | "raycast" | "raycast_all" | "occluded" | "shapecast" | "time_of_impact" | "move_and_slide"
---@param ... any the query's arguments
---@return any ... the query's results, then the table
function collide.explain(query, ...) end

--- Asks a query and `mine`, somebody's own function with the same arguments, the same in many cases (on a
--- lattice, touching, on a line, random, huge, tiny) and shrinks the first in which `mine` is wrong. What
--- differs by rounding does not count, nor does another of several equal answers, nor a touch or graze.
--- `mine` answers as the query does: a boolean, a distance, of a contact nil or a table with `distance`
--- (or `depth`) and `normal`, of a cast nil, `t`, or a table with `t`. What raises or answers something
--- else is wrong. docs/cases.md has an example.
---
--- `kinds` has the kind of each shape, such as { "capsule", "box" }. Options: `cases` (20000), `dim` (2, or
--- what the kinds need), `seed` (1), `tolerance` (1e-9 of the largest number of a case).
---
--- The table has `cases`, `wrong`, `ties` (touches and grazes in which the two differ), `share` (wrong /
--- cases), `by_family`, and, if any is wrong, `first`: the first, shrunk, with `number`, `arguments`, `a`, `b`
--- (its shapes), `mine` and `exact` (both answers), `text` (in words) and `case` (as text). `tostring` of it
--- says how many are wrong, and the smallest.
---@param query "overlap" | "distance" | "contact" | "closest" | "contains" | "raycast" | "shapecast"
---@param mine function
---@param kinds string | string[]
---@param options? { cases?: integer, dim?: 2 | 3, seed?: integer, tolerance?: number }
---@return table
function collide.duel(query, mine, kinds, options) end

--- `collide.overlap(self, b)`
---@param b collide.Shape|collide.Body
---@return boolean
function Shape:overlap(b) end

--- `collide.distance(self, b)`
---@param b collide.Shape|collide.Body
---@return number
function Shape:distance(b) end

--- `collide.closest(self, b, located)`
---@param b collide.Shape|collide.Body
---@param located? boolean
---@return collide.Vec point_a
---@return collide.Vec point_b
---@return number distance
---@return collide.Vec normal
---@return collide.Contact? contact
function Shape:closest(b, located) end

--- `collide.contact(self, b, margin)`
---@param b collide.Shape|collide.Body
---@param margin? number
---@return collide.Contact?
function Shape:contact(b, margin) end

--- `collide.manifold(self, b, margin)`
---@param b collide.Shape|collide.Body
---@param margin? number
---@return collide.Contact?
function Shape:manifold(b, margin) end

--- `collide.raycast(origin, direction, self, tmax)`
---@param origin collide.Vector
---@param direction collide.Vector
---@param tmax? number
---@return collide.Hit?
function Shape:raycast(origin, direction, tmax) end

--- `collide.occluded(origin, direction, self, tmax)`
---@param origin collide.Vector
---@param direction collide.Vector
---@param tmax? number
---@return boolean
function Shape:occluded(origin, direction, tmax) end

--- `collide.shapecast(self, motion, b, motion_b)`
---@param motion collide.Vector
---@param b collide.Shape|collide.Body
---@param motion_b? collide.Vector
---@return collide.Hit?
function Shape:shapecast(motion, b, motion_b) end

--- `collide.time_of_impact(self, path, b, path_b)`
---@param path collide.Path
---@param b collide.Shape|collide.Body
---@param path_b? collide.Path
---@return collide.Hit?
function Shape:time_of_impact(path, b, path_b) end

-- ----------------------------------------------------------------------------------------- worlds

--- Many bodies, with queries of pairs, rays and shapes, and with steps in which nothing tunnels. Unless
--- said otherwise, results are in the order in which the bodies were added.
---
---     local world = collide.world { dim = 3, gravity = vec(0, -9.8, 0) }
---     local ball = world:add(collide.sphere(vec(0, 3, 0), 0.5), { mass = 1, restitution = 0.8 })
---     world:add(collide.plane(vec(0, 1, 0), 0))
---     for _ = 1, 60 do
---       world:step(1 / 60)
---       for event in world:events() do print(event.a == ball, event.point) end
---     end
---
--- `#world` is the number of bodies. In the picture of a scenario, bodies that the state refers to show
--- their names, `ball` or `balls[2]`; the others have no name.
---@class collide.World
---@field dim integer 2 or 3, of every shape in it
---@field gravity collide.Vec the acceleration of bodies of finite mass; assignable
---@field hit_limit integer the most hits of one body in a step, by default 100; assignable
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
--- (an event reports when the overlap begins); or a function that decides. Two moving bodies that
--- bounce or slide keep their total momentum; they bounce if both do. If one passes, both pass.
---
--- A function gets the body, the other body and a hit (`t` since the start of the step), at that
--- moment of the step. It returns one of the names, or nothing if it has changed velocities itself. If
--- these still move the body into the other, the body passes. Once it has turned the two away from each
--- other, it is not asked in the same step about bounces lower than the gap at which bodies rest. If
--- both bodies have functions, that of the moving body is called; if both move, that of the body that
--- was added first. A function may yield, and may add, change and remove bodies, also its own. If it
--- raises, the step ends and the bodies stay where they are. If it begins another step, the outer step
--- ends and raises.
---@alias collide.Response "bounce" | "slide" | "stop" | "pass" | fun(body: collide.Body, other: collide.Body, hit: collide.Hit): string?

--- `velocity`: by default zero. `mass`: > 0, with a finite inverse, by default `math.huge`; a body of
--- infinite mass is not moved by hits. `restitution`: 0 to 1, by default 1; of two bodies the smaller value counts.
--- `friction`: Coulomb's, >= 0, by default 0; of two bodies the geometric mean counts. What presses on
--- another with a force F is braked along the surface by at most friction * F; on a slope whose tangent is
--- less than that it holds. Friction acts where gravity presses, and in hits. Bodies do not turn, so that
--- what is round slides as well. `surface_velocity`: the surface moves so beside the body, as that of a
--- conveyor belt; friction takes along what lies on it.
--- `spin`: a body of infinite mass turns at so many radians a second (2D a number, 3D a vector along the
--- axis), counterclockwise, about `pivot` (a point that moves with it, by default the middle of its shape):
--- continuously, also within a step. What it touches meets the velocity of the point that it touches.
--- All shapes can turn but lines and planes, and compounds of those; a mesh is turned triangle by triangle
--- in each step. Bodies with a mass do not turn.
--- `one_way`: what moves along this direction relative to the body, or overlaps it, passes through it,
--- without a hit; what comes against it is stopped by the face on that side: a ledge to jump up
--- through, also one that moves. `response`: by default "bounce". `group` (by default 1) and `mask` (by default all bits): 32 bits
--- each, `~n` is all but n; two bodies interact if the group of each shares a bit with the mask of the
--- other. `data`: any value of the script's own.
---@alias collide.BodyOptions { velocity?: collide.Vector, mass?: number, restitution?: number, friction?: number, surface_velocity?: collide.Vector, spin?: number|collide.Vector, pivot?: collide.Vector, response?: collide.Response, group?: integer, mask?: integer, one_way?: collide.Vector, data?: any }

--- Adds a body with a copy of the shape.
---@param shape collide.Shape of the world's dimension
---@param options? collide.BodyOptions
---@return collide.Body
function World:add(shape, options) end

--- Removes a body; using it afterwards raises.
---@param body collide.Body
function World:remove(body) end

--- Iterates over the present bodies: `for body in world:bodies() do`. Skips bodies that are removed
--- during the iteration.
---@return fun(): collide.Body?
function World:bodies() end

--- Iterates over the pairs of bodies that overlap now and interact by groups and masks, each with the
--- body first that was added first: `for a, b in world:pairs() do`.
---@return fun(): collide.Body?, collide.Body?
function World:pairs() end

--- The first body that a ray hits, with the hit of `collide.raycast`.
---@param origin collide.Vector
---@param direction collide.Vector of any length
---@param tmax? number the largest t; by default `math.huge`
---@param mask? integer only bodies whose group shares a bit with it; by default all
---@return collide.Hit? hit nil if there is none
---@return collide.Body? body
function World:raycast(origin, direction, tmax, mask) end

--- Iterates over all hits of a ray, sorted by t, the first that of `world:raycast`:
--- `for hit, body in world:raycast_all(o, d) do`.
---@param origin collide.Vector
---@param direction collide.Vector
---@param tmax? number
---@param mask? integer
---@return fun(): collide.Hit?, collide.Body?
function World:raycast_all(origin, direction, tmax, mask) end

--- Whether a ray meets any body: `world:raycast(origin, direction, tmax, mask) ~= nil`, but faster.
---@param origin collide.Vector
---@param direction collide.Vector
---@param tmax? number
---@param mask? integer
---@return boolean
function World:occluded(origin, direction, tmax, mask) end

--- The first body that a moving shape hits, with the hit of `collide.shapecast`.
---@param shape collide.Shape|collide.Body a body of this world does not meet itself
---@param motion collide.Vector
---@param mask? integer
---@return collide.Hit? hit nil if there is none
---@return collide.Body? body
function World:shapecast(shape, motion, mask) end

--- The bodies that touch or overlap a shape.
---@param shape collide.Shape|collide.Body a body of this world is left out
---@param mask? integer
---@return collide.Body[]
function World:overlap(shape, mask) end

--- The k bodies nearest to a point or shape, the nearest first, and their signed distances.
---@param point collide.Vector|collide.Shape|collide.Body a body of this world is left out
---@param k? integer by default 1; fewer bodies are returned if there are fewer
---@param mask? integer
---@return collide.Body[] bodies
---@return number[] distances
function World:nearest(point, k, mask) end

--- Moves a body as `collide.move_and_slide` moves a shape, among the bodies that it collides with (by
--- groups and masks). If its ground has moved since the last call, by a step or otherwise, the body
--- first moves with it, until something is in the way; `moved` includes that. Ground that turns by its
--- `spin` takes it along the arc about the pivot; the body itself does not turn. It does not move along
--- if something else has moved it meanwhile.
---
---     local world = collide.world { gravity = vec(0, -9.8) }
---     local lift = world:add(collide.aabb({ -1, -1 }, { 1, 0 }), { velocity = vec(0, 1) })
---     local hero = world:add(collide.circle({ 0, 0.5 }, 0.5), { response = "pass" })
---     for frame = 1, 10 do
---         world:step(1 / 60)
---         local moved, rest, hits, ground, floor = world:move_and_slide(hero, vec(0, -0.01))
---         assert(floor == lift)
---     end
---@param body collide.Body is moved; its own velocity plays no part
---@param motion collide.Vector
---@param options? collide.MoveOptions
---@return collide.Vec moved
---@return collide.Vec rest
---@return collide.MoveHit[] hits
---@return collide.Hit? ground
---@return collide.Body? floor the body it stands on
function World:move_and_slide(body, motion, options) end

--- Moves all bodies for dt: under gravity on parabolas, whatever dt is. Hits are found exactly and
--- handled in the order of time (see collide.Response), those of one time together, so nothing
--- tunnels at any speed. Bodies do not rotate. Bodies that overlap are pushed apart without gaining
--- velocity. With restitution 1 energy is kept. What bounces ever lower rests when the series of its
--- bounces ends, and then lies still, up to 1e-6 of its size above what it lies on; stacks stand. Four
--- bodies or more that lie on each other, or may meet within the step, are a pile: what happens there is
--- solved once a step, and of its hits those are told that are faster than gravity makes it in a step.
--- It rests where all of it is slower than a 128th of that, as do fewer bodies that do not lie on one plane: on
--- a slope, a pile begins to slide only half a degree beyond the angle at which friction stops holding it.
--- A body of infinite mass with a velocity moves through everything and pushes what it hits. A body that
--- reaches `hit_limit` hits stalls: it stays where it is for the rest of the step and keeps its velocity.
---@param dt number >= 0, at most 2^64
---@return integer hits the number of hits
---@return integer stalled the number of bodies that stalled
function World:step(dt) end

--- Iterates over the events of the last step: the hits in the order of time, then the touches that
--- have begun or ended, in the order of bodies. The iterator gives the same event object each time,
--- set to the next event: copy the fields that you need.
---@return fun(): collide.Event?
function World:events() end

--- Iterates over the bodies that touch or overlap a body now, in the order in which they were
--- added, and may collide with it; gaps up to 1e-6 of the smaller one's size are touches.
---@param body collide.Body
---@return fun(): collide.Body?
function World:touching(body) end

--- A body in a world. After it is removed any use raises, except reading `world` and `tostring`.
--- Queries take bodies where they take shapes, also in lists, and are methods of bodies as they are
--- of shapes.
---
--- A body does not have the fields of its shape, such as `radius`: reading one raises and says where
--- it is. Other names are nil.
---
--- To assign `shape` or `position`, and to call `move_to`, is to teleport the body: it meets nothing
--- on the way, and what it then overlaps it leaves in the next step, by the shortest way and on
--- whichever side that is, also of what has no thickness. What moves by its velocity stays on its
--- side.
---@class collide.Body
---@field shape collide.Shape a copy, where the body is now, which cannot be changed in place: assign a shape to change it
---@field position collide.Vec the middle of the shape (see collide.Shape); assignable
---@field velocity collide.Vec assignable
---@field mass number `math.huge` if no hit moves it; assignable
---@field restitution number assignable
---@field friction number >= 0, Coulomb's; of two bodies the geometric mean counts; assignable
---@field surface_velocity collide.Vec how its surface moves beside the body, as that of a belt does; only friction feels it; assignable
---@field spin number|collide.Vec radians a second, 2D a number, 3D a vector along the axis; of bodies of infinite mass; assignable
---@field pivot collide.Vec the point about which it turns; assignable, nil: the middle of its shape
---@field response collide.Response assignable
---@field group integer assignable
---@field mask integer assignable
---@field one_way collide.Vec? the body blocks only what comes against this direction's face of it; assignable, nil: it blocks all
---@field data any any value of the script's own; assignable
---@field world collide.World? nil once it is removed

local Body = {}

--- Puts the body where its `position` is p, whatever is in the way, and returns it. What has no
--- thickness and has gone through something else without any comes back in the next step, as after
--- an assignment of its shape or position, unless it has gone farther than its own diameter.
---@param p collide.Vector
---@return collide.Body self
function Body:move_to(p) end

--- `collide.overlap(self, b)`
---@param b collide.Shape|collide.Body
---@return boolean
function Body:overlap(b) end

--- `collide.distance(self, b)`
---@param b collide.Shape|collide.Body
---@return number
function Body:distance(b) end

--- `collide.closest(self, b, located)`
---@param b collide.Shape|collide.Body
---@param located? boolean
---@return collide.Vec point_a
---@return collide.Vec point_b
---@return number distance
---@return collide.Vec normal
---@return collide.Contact? contact
function Body:closest(b, located) end

--- `collide.contact(self, b, margin)`
---@param b collide.Shape|collide.Body
---@param margin? number
---@return collide.Contact?
function Body:contact(b, margin) end

--- `collide.manifold(self, b, margin)`
---@param b collide.Shape|collide.Body
---@param margin? number
---@return collide.Contact?
function Body:manifold(b, margin) end

--- Whether a point is in the body's shape, or on its surface.
---@param p collide.Vector
---@return boolean
function Body:contains(p) end

--- `collide.raycast(origin, direction, self, tmax)`
---@param origin collide.Vector
---@param direction collide.Vector
---@param tmax? number
---@return collide.Hit?
function Body:raycast(origin, direction, tmax) end

--- `collide.occluded(origin, direction, self, tmax)`
---@param origin collide.Vector
---@param direction collide.Vector
---@param tmax? number
---@return boolean
function Body:occluded(origin, direction, tmax) end

--- `collide.shapecast(self, motion, b, motion_b)`
---@param motion collide.Vector
---@param b collide.Shape|collide.Body
---@param motion_b? collide.Vector
---@return collide.Hit?
function Body:shapecast(motion, b, motion_b) end

--- `collide.time_of_impact(self, path, b, path_b)`
---@param path collide.Path
---@param b collide.Shape|collide.Body
---@param path_b? collide.Path
---@return collide.Hit?
function Body:time_of_impact(path, b, path_b) end

--- A hit of two bodies in the last step.
--- An event also says which part of its bodies' shapes it is about: of a hit where the bodies were then,
--- of another event where they are now; nil of a body that was removed, or that turns. Without a suffix
--- the names are those of b, or of a where it is the only one of several parts.
---@class collide.Event : collide.Located
---@field kind "hit"|"begin"|"end" `"hit"`: two bodies hit each other. `"begin"`: two bodies touch or overlap after the step and did not before it, or one let the other pass; `t` is that of their first hit, or the length of the step. `"end"`: two bodies touch no longer, or have passed each other within this step; `t` is its length. Two that only bounce off have neither. Of two of infinite mass they tell where one has moved, by its velocity or by hand, and the two not as one; of what is moved by hand where it ends. The touches of a removed body end, in the step in which it is removed or at the start (`t` 0) of the next one
---@field a collide.Body the body whose response function was called; else the moving one, of two the one added first; it may have been removed since
---@field b collide.Body the body that a hit; it may have been removed since
---@field t number the time since the start of the step
---@field point collide.Vec the touched point of b. A `"begin"` or `"end"` has that of their last hit during this touch or, without a hit, where the touch began
---@field normal collide.Vec b's outward unit normal there; it is outward for everything that touches a there, so a seam between tiles is no edge
---@field approach number the speed along the normal before the hit

return collide
