// Runs the inputs of files and folders through a fuzz target, where there is no libFuzzer: so that
// what it once found stays found. The other half of a program of tests/fuzz.
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int inputs;

static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    const long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1); // as long as the input, for ASan
    if (data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size)
        exit(1);
    fclose(file);
    fprintf(stderr, "%s\n", path); // the last one is what it stops at
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    inputs++;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (folder == NULL) {
            run_file(argv[i]);
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.')
                run_file(path);
        }
        closedir(folder);
    }
    printf("%d inputs\n", inputs);
    return inputs == 0;
}
