// A face of a box and an edge or a face of another one that lies along it (box_faces.c).
#ifndef COLLIDE_NARROW_BOX_BOX_FACES_H
#define COLLIDE_NARROW_BOX_BOX_FACES_H

#include "collide/collide.h"

/// Box `other` touches a face of box `face`, whose outward normal n is along axis k, by an edge or
/// a face that is parallel to it. *middle: the middle of that, from the centre of `other`; *shift:
/// from there to the middle of what its projection along n has in common with the face. False where
/// that is nothing, where `other` is flat, and where it touches by a corner, or its edges lean by
/// no more than `doubt`.
bool cd_box_shared_face(const cd_shape *face, int k, cd_vec n, const cd_shape *other, double doubt,
                        cd_vec *middle, cd_vec *shift);

#endif
