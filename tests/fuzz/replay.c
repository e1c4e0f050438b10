// Runs the inputs of files and folders through a fuzz target, where there is no libFuzzer: so that
// what it once found stays found. With --mutate it then changes them at random, the same way in
// every run, for some seconds of processor time. The other half of a program of tests/fuzz.
#include "fuzz.h"
#include "random.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <time.h>

enum { INPUTS_MAX = 4096, BLOCK_MAX = 32, CHANGES_MAX = 4 };

typedef struct {
    uint8_t *data;
    size_t size;
} bytes;

static bytes inputs[INPUTS_MAX];
static int input_count;
static int mutation = -1; // the one that runs

// ------------------------------------------------------------------------------------------ inputs

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// A copy that is as long as the input, for ASan.
static bytes copy_of(const uint8_t *data, size_t size) {
    bytes copy = {malloc(size > 0 ? size : 1), size};
    if (copy.data == NULL)
        fail("memory");
    memcpy(copy.data, data, size);
    return copy;
}

static void run_input(bytes input) {
    const bytes copy = copy_of(input.data, input.size);
    LLVMFuzzerTestOneInput(copy.data, copy.size);
    free(copy.data);
}

static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || input_count == INPUTS_MAX || fseek(file, 0, SEEK_END) != 0)
        fail(path);
    const long size = ftell(file);
    rewind(file);
    bytes *input = &inputs[input_count++];
    *input = (bytes){malloc(size > 0 ? (size_t)size : 1), (size_t)size};
    if (input->data == NULL || fread(input->data, 1, input->size, file) != input->size)
        fail(path);
    fclose(file);
    fprintf(stderr, "%s\n", path); // the last one is what it stops at
    run_input(*input);
}

static void run_all(const char *path) {
    struct dirent **entries;
    const int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        run_file(path);
    for (int i = 0; i < count; i++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            run_file(file);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

// --------------------------------------------------------------------------------------- mutations

static size_t below(size_t count) { return (size_t)(unit() * (double)count); }

static bytes any_input(void) { return inputs[below((size_t)input_count)]; }

// Puts `size` bytes into the place of `replaced` others at `at`.
static void splice(bytes *input, size_t at, size_t replaced, const uint8_t *data, size_t size) {
    const bytes old = *input;
    *input = (bytes){malloc(old.size - replaced + size + 1), old.size - replaced + size};
    if (input->data == NULL)
        fail("memory");
    memcpy(input->data, old.data, at);
    memcpy(input->data + at, data, size);
    memcpy(input->data + at + size, old.data + at + replaced, old.size - at - replaced);
    free(old.data);
}

// The bytes of a number on which code breaks, as take_bits reads them.
static void write_number(uint8_t out[8]) {
    static const double numbers[] = {0,   -0.0,    1,        -1,        INFINITY, NAN,
                                     0.5, 0x1p-52, 0x1p-600, 0x1p-1074, 1e300,    1.79e308};
    uint64_t bits;
    memcpy(&bits, &numbers[below(sizeof numbers / sizeof *numbers)], sizeof bits);
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(bits >> (56 - 8 * i));
}

static void change(bytes *input) {
    const bytes other = any_input();
    const size_t at = below(input->size + 1), left = input->size - at;
    const size_t from = below(other.size + 1), block = 1 + below(BLOCK_MAX);
    const size_t taken = block < other.size - from ? block : other.size - from;
    uint8_t number[8], byte = (uint8_t)below(256);
    write_number(number);
    switch (below(6)) {
    case 0:
        if (left > 0)
            input->data[at] ^= (uint8_t)(1 << below(8));
        break;
    case 1:
        splice(input, at, left > 0, &byte, 1);
        break;
    case 2:
        splice(input, at, left < 8 ? left : 8, number, 8);
        break;
    case 3:
        splice(input, at, left < taken ? left : taken, other.data + from, taken);
        break;
    case 4:
        splice(input, at, 0, other.data + from, taken);
        break;
    default:
        splice(input, at, left < block ? left : block, other.data, 0);
    }
}

static void run_mutation(int n) {
    mutation = n;
    seed(n);
    const bytes input = any_input();
    bytes changed = copy_of(input.data, input.size);
    for (size_t i = 1 + below(CHANGES_MAX); i > 0; i--)
        change(&changed);
    run_input(changed);
    free(changed.data);
}

// A sanitizer ends the process by itself, a broken rule by abort.
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void tell(void) {
    if (mutation >= 0)
        fprintf(stderr, "it was mutation %d: --mutation %d runs it again\n", mutation, mutation);
}

static void tell_abort(int number) {
    tell();
    signal(number, SIG_DFL);
    raise(number);
}

static void run_mutations(double seconds) {
    const clock_t start = clock();
    while ((double)(clock() - start) < seconds * CLOCKS_PER_SEC)
        run_mutation(mutation + 1);
    printf("%d mutations\n", mutation + 1);
}

// [--mutate <seconds> | --mutation <number>] <file or folder>...
int main(int argc, char **argv) {
    const bool mutates = argc > 2 && strcmp(argv[1], "--mutate") == 0;
    const bool has_option = mutates || (argc > 2 && strcmp(argv[1], "--mutation") == 0);
    for (int i = has_option ? 3 : 1; i < argc; i++)
        run_all(argv[i]);
    printf("%d inputs\n", input_count);
    if (input_count == 0)
        return 1;
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(tell);
    signal(SIGABRT, tell_abort);
    if (mutates)
        run_mutations(atof(argv[2]));
    else if (has_option)
        run_mutation(atoi(argv[2]));
    for (int i = 0; i < input_count; i++)
        free(inputs[i].data);
    return 0;
}
