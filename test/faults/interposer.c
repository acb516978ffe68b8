/*
 * Preloaded (LD_PRELOAD) into the host by the fault tests. It wraps the file functions of the C library, only for files
 * below one folder, and does two things:
 *
 *   - it records every change, fsync and HTTP answer in order, so that a test can compute what a disk may hold after
 *     a power loss at any moment (TRACE_LOG);
 *   - it makes selected calls fail, as a test requests in a small shared file (FAULT_CONTROL).
 *
 * SQLite and Node both call these functions through the dynamic linker, so neither needs changes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Kinds of records; read by test/faults/interposer.ts. */
enum { CREATE = 1, WRITE, TRUNCATE, SYNC_BEGIN, SYNC_END, RENAME, LINK, UNLINK, MKDIR, ANSWER };

/* Kinds of calls that can fail, as bits. */
enum { F_WRITE = 1, F_SYNC = 2, F_OPEN = 4, F_RENAME = 8, F_UNLINK = 16, F_LINK = 32, F_MKDIR = 64, F_TRUNCATE = 128, F_READ = 256 };

/*
 * The fault requested by a test: of the armed calls, `skip` succeed, then `fail` fail with `error`; 0 writes half of
 * the bytes.
 */
struct control {
  volatile uint32_t armed;
  volatile int32_t skip;
  volatile int32_t fail;
  volatile int32_t error;
  volatile uint32_t failed;
};

struct record {
  uint32_t kind;
  uint32_t length; /* of the data after this header */
  uint64_t file;   /* inode */
  int64_t offset;  /* of a write; the new size for a truncation; the number of a sync */
};

#define FILES 65536
#define SHORT_WRITE (-1)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct { uint64_t device, inode; } tracked[FILES];
static char root[PATH_MAX];
static size_t root_length;
static int trace = -1;
static struct control *control;
static int64_t syncs;

#define NEXT(name) \
  static __typeof__(name) *next; \
  if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("TRACE_ROOT"), *log = getenv("TRACE_LOG"), *faults = getenv("FAULT_CONTROL");
  if (!folder || !realpath(folder, root)) return;
  root_length = strlen(root);
  if (log) trace = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (faults) {
    int fd = (int)syscall(SYS_openat, AT_FDCWD, faults, O_RDWR | O_CLOEXEC, 0);
    void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED) control = shared;
    syscall(SYS_close, fd);
  }
}

/* ---- which files ---- */

static int is_below(const char *path) {
  return root_length && !strncmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length]);
}

/*
 * Not every close can be intercepted (libuv calls the kernel directly), so the descriptor may belong to another file by
 * now.
 */
static int is_tracked(int fd) {
  struct stat found;
  if (fd < 0 || fd >= FILES || !tracked[fd].inode) return 0;
  if (!fstat(fd, &found) && found.st_dev == tracked[fd].device && found.st_ino == tracked[fd].inode) return 1;
  tracked[fd].inode = 0;
  return 0;
}

static void track(int fd) {
  struct stat found;
  if (fd >= FILES || fstat(fd, &found)) return;
  tracked[fd].device = found.st_dev;
  tracked[fd].inode = found.st_ino;
}

/* Returns the absolute path of a path relative to an open folder. */
static const char *resolve(int folder, const char *path, char *buffer) {
  if (path[0] == '/' || folder == AT_FDCWD) return path;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  ssize_t length = readlink(link, buffer, PATH_MAX - 1);
  if (length < 0) return path;
  snprintf(buffer + length, PATH_MAX - (size_t)length, "/%s", path);
  return buffer;
}

static uint64_t inode_of(int fd) {
  struct stat found;
  return fstat(fd, &found) ? 0 : found.st_ino;
}

static uint64_t inode_at(const char *path) {
  struct stat found;
  return lstat(path, &found) ? 0 : found.st_ino;
}

/* ---- recording ---- */

/* One writev, so that a process killed meanwhile leaves complete records and at most a torn last one. */
static void note(uint32_t kind, uint64_t file, int64_t offset, const void *data, size_t length, const void *more, size_t more_length) {
  if (trace < 0) return;
  int kept = errno;
  struct record head = {kind, (uint32_t)(length + more_length), file, offset};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)data, length}, {(void *)more, more_length}};
  syscall(SYS_writev, trace, parts, 3);
  errno = kept;
}

static void note_path(uint32_t kind, uint64_t file, const char *path) { note(kind, file, 0, path, strlen(path), NULL, 0); }

static void note_paths(uint32_t kind, const char *from, const char *to) {
  note(kind, 0, 0, from, strlen(from) + 1, to, strlen(to));
}

/* An answer is one part, or its head and its body. */
static void note_answer(const struct iovec *parts, int count) {
  if (trace < 0 || count == 0 || parts[0].iov_len < 10 || memcmp(parts[0].iov_base, "HTTP/1.1 2", 10)) return;
  struct iovec body = {NULL, 0};
  if (count > 1) body = parts[1];
  note(ANSWER, 0, 0, parts[0].iov_base, parts[0].iov_len, body.iov_base, body.iov_len);
}

/* ---- failing ---- */

/* Returns the error that a call fails with; 0 for none. Must be called with the lock held. */
static int fault(uint32_t kind) {
  if (!control || !(control->armed & kind)) return 0;
  if (control->skip > 0) {
    control->skip--;
    return 0;
  }
  if (control->fail <= 0) return 0;
  if (control->error == 0 && kind != F_WRITE) return 0;
  control->fail--;
  control->failed++;
  return control->error ? control->error : SHORT_WRITE;
}

/* Takes the lock for a call. If the call must fail, releases the lock, sets errno and returns 1. */
static int refuse(uint32_t kind) {
  pthread_mutex_lock(&lock);
  int error = fault(kind);
  if (!error || error == SHORT_WRITE) return 0;
  pthread_mutex_unlock(&lock);
  errno = error;
  return 1;
}

static void done(void) {
  int kept = errno;
  pthread_mutex_unlock(&lock);
  errno = kept;
}

/* ---- opening and closing ---- */

static int open_file(int folder, const char *given, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  const char *path = resolve(folder, given, buffer);
  if (!is_below(path)) return (int)syscall(SYS_openat, folder, given, flags, mode);
  if (refuse(F_OPEN)) return -1;
  int is_new = (flags & O_CREAT) && !inode_at(path);
  int fd = (int)syscall(SYS_openat, folder, given, flags, mode);
  if (fd >= 0) {
    track(fd);
    if (is_new) note_path(CREATE, inode_of(fd), path);
    else if (flags & O_TRUNC) note(TRUNCATE, inode_of(fd), 0, NULL, 0, NULL, 0);
  }
  done();
  return fd;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    return open_file(AT_FDCWD, path, flags, mode); \
  }
#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    return open_file(folder, path, flags, mode); \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
  if (fd >= 0 && fd < FILES) tracked[fd].inode = 0;
  return (int)syscall(SYS_close, fd);
}

/* ---- reading ---- */

#define READ(name, parameters, given) \
  ssize_t name parameters { \
    NEXT(name); \
    if (control && is_tracked(fd)) { \
      if (refuse(F_READ)) return -1; \
      done(); \
    } \
    return next given; \
  }
READ(read, (int fd, void *data, size_t size), (fd, data, size))
READ(pread, (int fd, void *data, size_t size, off_t offset), (fd, data, size, offset))
READ(pread64, (int fd, void *data, size_t size, off64_t offset), (fd, data, size, offset))
READ(readv, (int fd, const struct iovec *parts, int count), (fd, parts, count))

/* ---- writing ---- */

/* Writes to a tracked file at an offset; -1 is the current position. */
static ssize_t write_file(int fd, const void *data, size_t size, int64_t at) {
  pthread_mutex_lock(&lock);
  int error = fault(F_WRITE);
  if (error == SHORT_WRITE && size > 1) size /= 2;
  ssize_t written;
  if (error > 0) {
    errno = error;
    written = -1;
  } else if (at >= 0) {
    written = syscall(SYS_pwrite64, fd, data, size, at);
  } else {
    written = syscall(SYS_write, fd, data, size);
    at = lseek(fd, 0, SEEK_CUR) - written;
  }
  if (written > 0) note(WRITE, inode_of(fd), at, data, (size_t)written, NULL, 0);
  done();
  return written;
}

/* Writes only the first non-empty part of a vectored write: a short write, which callers continue. */
static ssize_t write_parts(int fd, const struct iovec *parts, int count, int64_t at) {
  for (int index = 0; index < count; index++)
    if (parts[index].iov_len > 0) return write_file(fd, parts[index].iov_base, parts[index].iov_len, at);
  return 0;
}

ssize_t write(int fd, const void *data, size_t size) {
  if (is_tracked(fd)) return write_file(fd, data, size, -1);
  note_answer(&(struct iovec){(void *)data, size}, 1);
  return syscall(SYS_write, fd, data, size);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (is_tracked(fd)) return write_parts(fd, parts, count, -1);
  note_answer(parts, count);
  return syscall(SYS_writev, fd, parts, count);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
  return is_tracked(fd) ? write_file(fd, data, size, offset) : syscall(SYS_pwrite64, fd, data, size, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) { return pwrite(fd, data, size, offset); }

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  NEXT(pwritev);
  return is_tracked(fd) ? write_parts(fd, parts, count, offset) : next(fd, parts, count, offset);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) { return pwritev(fd, parts, count, offset); }

int ftruncate(int fd, off_t size) {
  if (!is_tracked(fd)) return (int)syscall(SYS_ftruncate, fd, size);
  if (refuse(F_TRUNCATE)) return -1;
  int result = (int)syscall(SYS_ftruncate, fd, size);
  if (!result) note(TRUNCATE, inode_of(fd), size, NULL, 0, NULL, 0);
  done();
  return result;
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

int truncate(const char *path, off_t size) {
  if (!is_below(path)) return (int)syscall(SYS_truncate, path, size);
  if (refuse(F_TRUNCATE)) return -1;
  int result = (int)syscall(SYS_truncate, path, size);
  if (!result) note(TRUNCATE, inode_at(path), size, NULL, 0, NULL, 0);
  done();
  return result;
}

int truncate64(const char *path, off64_t size) { return truncate(path, size); }

/* Data written before the sync began is on the disk once it has ended; the lock is not held during the sync. */
static int sync_file(int fd, long call) {
  if (!is_tracked(fd)) return (int)syscall(call, fd);
  if (refuse(F_SYNC)) return -1;
  int64_t number = ++syncs;
  uint64_t file = inode_of(fd);
  note(SYNC_BEGIN, file, number, NULL, 0, NULL, 0);
  done();
  int result = (int)syscall(call, fd);
  pthread_mutex_lock(&lock);
  if (!result) note(SYNC_END, file, number, NULL, 0, NULL, 0);
  done();
  return result;
}

int fsync(int fd) { return sync_file(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_file(fd, SYS_fdatasync); }

/* ---- names ---- */

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags) {
  char from_buffer[PATH_MAX], to_buffer[PATH_MAX];
  const char *old = resolve(from_folder, from, from_buffer), *new = resolve(to_folder, to, to_buffer);
  if (!is_below(old)) return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  if (refuse(F_RENAME)) return -1;
  int result = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  if (!result) note_paths(RENAME, old, new);
  done();
  return result;
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return renameat2(from_folder, from, to_folder, to, 0);
}

int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  char from_buffer[PATH_MAX], to_buffer[PATH_MAX];
  const char *old = resolve(from_folder, from, from_buffer), *new = resolve(to_folder, to, to_buffer);
  if (!is_below(new)) return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
  if (refuse(F_LINK)) return -1;
  int result = (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
  if (!result) note_paths(LINK, old, new);
  done();
  return result;
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int folder, const char *given, int flags) {
  char buffer[PATH_MAX];
  const char *path = resolve(folder, given, buffer);
  if (!is_below(path)) return (int)syscall(SYS_unlinkat, folder, given, flags);
  if (refuse(F_UNLINK)) return -1;
  int result = (int)syscall(SYS_unlinkat, folder, given, flags);
  if (!result) note_path(UNLINK, 0, path);
  done();
  return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
  struct stat found;
  if (lstat(path, &found)) return -1;
  return S_ISDIR(found.st_mode) ? rmdir(path) : unlink(path);
}

int mkdirat(int folder, const char *given, mode_t mode) {
  char buffer[PATH_MAX];
  const char *path = resolve(folder, given, buffer);
  if (!is_below(path)) return (int)syscall(SYS_mkdirat, folder, given, mode);
  if (refuse(F_MKDIR)) return -1;
  int result = (int)syscall(SYS_mkdirat, folder, given, mode);
  if (!result) note_path(MKDIR, inode_at(path), path);
  done();
  return result;
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
