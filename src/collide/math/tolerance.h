// What "touch", "the same normal" and "sliding" mean to rounding: each once, as a part of the size
// or of the length that it is compared with. No other constant of the core says one of these.
#ifndef COLLIDE_MATH_TOLERANCE_H
#define COLLIDE_MATH_TOLERANCE_H

/// Shapes touch if their distance is at most this part of the largest coordinate, size or distance
/// travelled: 8 DBL_EPSILON. A point of a cast is a product and a sum of rounded numbers, 3 half
/// ulps of each of them, and so is what it is compared with.
#define CD_TOUCH 0x1p-49

/// The same of what several queries and moves have brought to a touch, each of which rounds:
/// corners of a manifold, the way of a character.
#define CD_TOUCH_OF_MANY (16 * CD_TOUCH)

/// The same with a curved core, whose distances are known to 1e-9 of the size; and in a world,
/// where many hits and slides add up their rounding.
#define CD_TOUCH_CURVED 0x1p-30

/// A closed form is certain of a sum of products, a height or an area, beyond this part of the
/// factors: 64 DBL_EPSILON, for some 16 products and sums. What lies within is left to the generic
/// path.
#define CD_CLOSED_FORM_DOUBT 0x1p-46

/// By how much rounding may turn a unit normal, and what it may add to a height along it, as a part
/// of the size: 4 DBL_EPSILON, for a product of three components and their division by the length.
#define CD_NORMAL_ROUNDING 0x1p-50

/// Unit normals are the same if none of their components differs by more than this. A normal is
/// known to the rounding over the length of the feature that it belongs to: 2^-52 of features down
/// to a few thousandths of the size.
#define CD_SAME_NORMAL 0x1p-40

/// A motion slides along a surface if the sine of the angle between them is at most this: each
/// component of either is off by some half ulps of the largest.
#define CD_SLIDING 0x1p-46

#endif
