// The layout of a query: its name, where it was asked, its arguments and its results.
#include "record/query_layout.h"

#include "record/shape_layout.h"

/// The fewest bytes of a value: its kind.
enum { LEAST_VALUE = 1 };

static void code_hit(cd_codec *c, cd_hit *hit, int dim) {
    cd_code_double(c, &hit->t);
    cd_code_vec(c, &hit->point, dim);
    cd_code_vec(c, &hit->normal, dim);
    cd_code_double(c, &hit->enter);
    cd_code_double(c, &hit->exit);
    cd_code_vec(c, &hit->exit_point, dim);
    cd_code_vec(c, &hit->exit_normal, dim);
    cd_code_bool(c, &hit->inside);
    cd_code_double(c, &hit->approach);
}

static void code_contact(cd_codec *c, cd_separation *contact, int dim) {
    cd_code_double(c, &contact->distance);
    cd_code_vec(c, &contact->normal, dim);
    cd_code_vec(c, &contact->point_a, dim);
    cd_code_vec(c, &contact->point_b, dim);
}

static void code_manifold(cd_codec *c, cd_contact_points *manifold, int dim) {
    code_contact(c, &manifold->contact, dim);
    cd_code_int(c, &manifold->count);
    cd_code_require(c, manifold->count >= 1 && manifold->count <= 4);
    for (int i = 0; i < manifold->count && !c->failed; i++) {
        cd_code_vec(c, &manifold->points[i].point_a, dim);
        cd_code_vec(c, &manifold->points[i].point_b, dim);
        cd_code_double(c, &manifold->points[i].distance);
    }
}

static void code_value(cd_codec *c, cd_value *value) {
    value->kind = (cd_value_kind)cd_code_kind(c, (int)value->kind, CD_VALUE_MANIFOLD + 1);
    if (value->kind == CD_VALUE_VECTOR || value->kind == CD_VALUE_CONTACT ||
        value->kind == CD_VALUE_HIT || value->kind == CD_VALUE_MANIFOLD)
        cd_code_dim(c, &value->dim);
    if (c->failed)
        return;
    switch (value->kind) {
    case CD_VALUE_BOOLEAN:
        cd_code_bool(c, &value->as.boolean);
        break;
    case CD_VALUE_NUMBER:
        cd_code_double(c, &value->as.number);
        break;
    case CD_VALUE_STRING:
        cd_code_string(c, &value->as.string);
        break;
    case CD_VALUE_VECTOR:
        cd_code_vec(c, &value->as.vector, value->dim);
        break;
    case CD_VALUE_SHAPE:
        cd_code_shape(c, &value->as.shape);
        if (c->references) {
            cd_code_reference(c, CD_REFERENCE_SHAPE, &value->id);
        } else {
            cd_code_int(c, &value->which);
            cd_code_require(c, value->which >= -1 && value->which < c->shape_count);
        }
        value->dim = value->as.shape.dim;
        break;
    case CD_VALUE_CONTACT:
        code_contact(c, &value->as.contact, value->dim);
        break;
    case CD_VALUE_HIT:
        code_hit(c, &value->as.hit, value->dim);
        if (c->references)
            cd_code_reference(c, CD_REFERENCE_INDEX, &value->id);
        break;
    case CD_VALUE_MANIFOLD:
        code_manifold(c, &value->as.manifold, value->dim);
        break;
    case CD_VALUE_NIL:
        break;
    }
}

static cd_value *code_values(cd_codec *c, cd_value *values, int *count) {
    values = cd_code_array(c, values, count, sizeof *values, LEAST_VALUE);
    for (int i = 0; i < *count && !c->failed; i++)
        code_value(c, &values[i]);
    return values;
}

void cd_code_query(cd_codec *c, cd_query *query) {
    cd_code_string(c, &query->name);
    cd_code_string(c, &query->file);
    cd_code_int(c, &query->line);
    query->arguments = code_values(c, query->arguments, &query->argument_count);
    query->results = code_values(c, query->results, &query->result_count);
}
