// What counts as a change of a watched file, for every way in which editors save: in place, by a
// rename over it, deleted and made again, a folder in its place. Saving the same bytes is no
// change. Also the lines of the text that was loaded, which error messages show.
#include "files.h"
#include "view/system/watch.h"

#include <string.h>
#include <sys/stat.h>

/// A watch that has loaded the text and seen the file once.
static void load(cd_watch *watch, const char *path, const char *text) {
    cd_watch_free(watch);
    write_text(path, text);
    cd_watch_add(watch, path, NULL, NULL, text, strlen(text));
    CHECK(!cd_watch_changed(watch));
}

static void test_watch(void) {
    char folder[] = "/tmp/collide-view-test-XXXXXX", path[64], other[64], line[32];
    cd_watch watch = {0};
    make_folder(folder);
    snprintf(path, sizeof path, "%s/a.lua", folder);
    snprintf(other, sizeof other, "%s/b.lua", folder);

    load(&watch, path, "return 1");
    write_text(path, "return 2"); // in place, of the same length
    CHECK(cd_watch_changed(&watch));
    load(&watch, path, "return 1");
    write_text(path, "return 1"); // saved without a change
    CHECK(!cd_watch_changed(&watch));
    write_text(other, "return 3"); // renamed over it
    CHECK(rename(other, path) == 0 && cd_watch_changed(&watch));
    load(&watch, path, "return 1");
    unlink(path);
    CHECK(cd_watch_changed(&watch)); // deleted
    cd_watch_free(&watch);
    cd_watch_add(&watch, path, NULL, NULL, "return 1", 8);
    CHECK(cd_watch_changed(&watch)); // between reading and the first look
    cd_watch_free(&watch);
    cd_watch_add(&watch, path, NULL, "no such file", NULL, 0);
    CHECK(!cd_watch_changed(&watch));
    CHECK(mkdir(path, 0777) == 0 && cd_watch_changed(&watch)); // a folder in its place
    CHECK(rmdir(path) == 0);
    write_text(path, ""); // and made again
    CHECK(cd_watch_changed(&watch));

    load(&watch, path, "one\n\tthree\r\nlast");
    CHECK(cd_watch_line(&watch, path, 1, line, sizeof line) && strcmp(line, "one") == 0);
    CHECK(cd_watch_line(&watch, path, 2, line, sizeof line) && strcmp(line, "\tthree") == 0);
    CHECK(cd_watch_line(&watch, path, 3, line, 3) && strcmp(line, "la") == 0);
    CHECK(!cd_watch_line(&watch, path, 4, line, sizeof line));
    CHECK(!cd_watch_line(&watch, path, 0, line, sizeof line));
    cd_watch_free(&watch);
    remove_folder(folder);
}

int main(void) {
    test_watch();
    return failures > 0;
}
