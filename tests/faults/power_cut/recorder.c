/* Records writes and syncs of SQLite's files, in their order, to the file that RECORD names.
 *
 * Loaded by LD_PRELOAD. An entry is one append: kind, length of the name, offset, length of the
 * data, name, data. A write or sync is recorded after it was done, so that the record never says
 * that something is on disk before it is.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int record = -1;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("RECORD");
  if (path) record = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static void note(char kind, int fd, uint64_t offset, const void *data, uint64_t length) {
  char link[64], path[4096];
  if (record < 0) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path);
  const char *slash = size > 0 ? memrchr(path, '/', size) : NULL;
  if (!slash || !memmem(slash, path + size - slash, ".sqlite3", 8)) return;
  uint64_t name = path + size - slash - 1;
  uint64_t head[4] = {kind, name, offset, length};
  struct iovec parts[] = {
      {head, sizeof head}, {(void *)(slash + 1), name}, {(void *)data, data ? length : 0}};
  if (writev(record, parts, 3) < 0) abort();
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define RECORDED_WRITE(name, off)                                            \
  ssize_t name(int fd, const void *data, size_t length, off offset) {        \
    ssize_t done = REAL(name)(fd, data, length, offset);                     \
    if (done > 0) note('W', fd, offset, data, done);                         \
    return done;                                                             \
  }

#define RECORDED_SYNC(name)              \
  int name(int fd) {                     \
    int failed = REAL(name)(fd);         \
    if (!failed) note('S', fd, 0, 0, 0); \
    return failed;                       \
  }

#define RECORDED_TRUNCATE(name, off)          \
  int name(int fd, off length) {              \
    int failed = REAL(name)(fd, length);      \
    if (!failed) note('T', fd, length, 0, 0); \
    return failed;                            \
  }

RECORDED_WRITE(pwrite, off_t)
RECORDED_WRITE(pwrite64, off64_t)
RECORDED_SYNC(fsync)
RECORDED_SYNC(fdatasync)
RECORDED_TRUNCATE(ftruncate, off_t)
RECORDED_TRUNCATE(ftruncate64, off64_t)
