// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library for LD_PRELOAD that makes the N-th call of a kind fail, or all from the N-th on.
//
// WEFT_FAULTS="memory:once:17": the kind ("memory": allocations, "calls": what asks the system for
// something else, "writes": to files and streams), how long ("once" or "always"), and N from 1.
// Counting begins with weft_faults_arm() and takes in every thread.
//
// The calls of all libraries count, not of libweft.so alone: most memory that Weft uses is taken by
// the C++ library on its behalf (strings), or by the C library (streams, threads, loaded objects),
// and a failure there must be as harmless.
#include "tests/faults/shim.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

// glibc's own names for its allocator: looking for it with dlsym would allocate.
extern "C" void *__libc_malloc(std::size_t);
extern "C" void *__libc_calloc(std::size_t, std::size_t);
extern "C" void *__libc_realloc(void *, std::size_t);
extern "C" void *__libc_memalign(std::size_t, std::size_t);

namespace {

enum class Kind { None, Memory, Calls, Writes };

struct Plan {
  Kind kind = Kind::None;
  bool isForEver = false;
  unsigned long number = 0;
};

constinit Plan plan;
constinit std::atomic<bool> isArmed{false};
constinit std::atomic<unsigned long> count{0};
constinit thread_local bool hasFreedSet = false;

/// Counts a call of this kind: true if it is to fail.
bool fails(Kind kind) noexcept {
  if (kind != plan.kind || !isArmed.load(std::memory_order_relaxed))
    return false;
  const unsigned long number = count.fetch_add(1, std::memory_order_relaxed) + 1;
  return plan.isForEver ? number >= plan.number : number == plan.number;
}

template <class Result> Result failure(int error, Result result) noexcept {
  errno = error;
  return result;
}

template <std::size_t size> struct Name {
  consteval Name(const char (&from)[size]) { std::copy_n(from, size, text); }
  char text[size];
};

/// Calls the function of this name that would be called without this library.
template <Name name, class Function, class... Arguments> auto otherwise(Arguments... arguments) {
  static const auto call = reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name.text));
  return call(arguments...);
}

__attribute__((constructor)) void readPlan() {
  const char *text = std::getenv("WEFT_FAULTS");
  char kind[16] = "", duration[16] = "";
  if (!text || std::sscanf(text, "%15[a-z]:%15[a-z]:%lu", kind, duration, &plan.number) != 3)
    return;
  plan.kind = !std::strcmp(kind, "memory")   ? Kind::Memory
              : !std::strcmp(kind, "calls")  ? Kind::Calls
              : !std::strcmp(kind, "writes") ? Kind::Writes
                                             : Kind::None;
  plan.isForEver = !std::strcmp(duration, "always");
}

} // namespace

extern "C" {

void weft_faults_arm() { isArmed = true; }
int weft_faults_reached() { return count >= plan.number; }

// ---- Memory

void *malloc(std::size_t bytes) {
  return fails(Kind::Memory) ? failure<void *>(ENOMEM, nullptr) : __libc_malloc(bytes);
}
void *calloc(std::size_t number, std::size_t bytes) {
  return fails(Kind::Memory) ? failure<void *>(ENOMEM, nullptr) : __libc_calloc(number, bytes);
}
void *realloc(void *memory, std::size_t bytes) {
  return fails(Kind::Memory) ? failure<void *>(ENOMEM, nullptr) : __libc_realloc(memory, bytes);
}
void *aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return fails(Kind::Memory) ? failure<void *>(ENOMEM, nullptr) : __libc_memalign(alignment, bytes);
}
int posix_memalign(void **memory, std::size_t alignment, std::size_t bytes) {
  if (fails(Kind::Memory))
    return ENOMEM;
  *memory = __libc_memalign(alignment, bytes);
  return *memory ? 0 : ENOMEM;
}
// A thread gets the set again that it has just freed, as from glibc; hwloc relies on that
// (device/machine/affinity.cpp).
cpu_set_t *__sched_cpualloc(std::size_t count) noexcept {
  if (!std::exchange(hasFreedSet, false) && fails(Kind::Memory))
    return failure<cpu_set_t *>(ENOMEM, nullptr);
  return static_cast<cpu_set_t *>(__libc_malloc(CPU_ALLOC_SIZE(count)));
}
void __sched_cpufree(cpu_set_t *set) noexcept {
  hasFreedSet = set;
  std::free(set);
}
void *mmap(void *address, std::size_t bytes, int protection, int flags, int file,
           off_t offset) noexcept {
  if (fails(Kind::Memory))
    return failure(ENOMEM, MAP_FAILED);
  return otherwise<"mmap", decltype(mmap)>(address, bytes, protection, flags, file, offset);
}

// ---- Calls: one line each, with the error and what the function returns then.

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return fails(Kind::Calls) ? failure(EMFILE, -1)
                            : otherwise<"open", decltype(open)>(path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return fails(Kind::Calls) ? failure(EMFILE, -1)
                            : otherwise<"openat", decltype(openat)>(folder, path, flags, mode);
}
FILE *fopen(const char *path, const char *mode) {
  return fails(Kind::Calls) ? failure(EMFILE, static_cast<FILE *>(nullptr))
                            : otherwise<"fopen", decltype(fopen)>(path, mode);
}
ssize_t read(int file, void *bytes, std::size_t size) {
  return fails(Kind::Calls) ? failure(EIO, ssize_t{-1})
                            : otherwise<"read", decltype(read)>(file, bytes, size);
}
ssize_t pread(int file, void *bytes, std::size_t size, off_t offset) {
  return fails(Kind::Calls) ? failure(EIO, ssize_t{-1})
                            : otherwise<"pread", decltype(pread)>(file, bytes, size, offset);
}
ssize_t recv(int socket, void *bytes, std::size_t size, int flags) {
  return fails(Kind::Calls) ? failure(ECONNRESET, ssize_t{-1})
                            : otherwise<"recv", decltype(recv)>(socket, bytes, size, flags);
}
ssize_t recvmsg(int socket, msghdr *message, int flags) {
  return fails(Kind::Calls) ? failure(ECONNRESET, ssize_t{-1})
                            : otherwise<"recvmsg", decltype(recvmsg)>(socket, message, flags);
}
int socketpair(int domain, int type, int protocol, int *ends) noexcept {
  return fails(Kind::Calls)
             ? failure(EMFILE, -1)
             : otherwise<"socketpair", decltype(socketpair)>(domain, type, protocol, ends);
}
int pipe2(int *ends, int flags) noexcept {
  return fails(Kind::Calls) ? failure(EMFILE, -1)
                            : otherwise<"pipe2", decltype(pipe2)>(ends, flags);
}
int memfd_create(const char *name, unsigned flags) noexcept {
  return fails(Kind::Calls) ? failure(EMFILE, -1)
                            : otherwise<"memfd_create", decltype(memfd_create)>(name, flags);
}
int mkostemp(char *name, int flags) {
  return fails(Kind::Calls) ? failure(EACCES, -1)
                            : otherwise<"mkostemp", decltype(mkostemp)>(name, flags);
}
int mkdir(const char *path, mode_t mode) noexcept {
  return fails(Kind::Calls) ? failure(EACCES, -1) : otherwise<"mkdir", decltype(mkdir)>(path, mode);
}
int rename(const char *from, const char *to) noexcept {
  return fails(Kind::Calls) ? failure(EACCES, -1) : otherwise<"rename", decltype(rename)>(from, to);
}
int fstat(int file, struct stat *status) noexcept {
  return fails(Kind::Calls) ? failure(EIO, -1) : otherwise<"fstat", decltype(fstat)>(file, status);
}
int stat(const char *path, struct stat *status) noexcept {
  return fails(Kind::Calls) ? failure(EACCES, -1) : otherwise<"stat", decltype(stat)>(path, status);
}
char *getcwd(char *path, std::size_t size) noexcept {
  return fails(Kind::Calls) ? failure(EACCES, static_cast<char *>(nullptr))
                            : otherwise<"getcwd", decltype(getcwd)>(path, size);
}
char *realpath(const char *path, char *resolved) noexcept {
  return fails(Kind::Calls) ? failure(EACCES, static_cast<char *>(nullptr))
                            : otherwise<"realpath", decltype(realpath)>(path, resolved);
}
// Not sched_getaffinity: hwloc repeats it until it succeeds.
int sched_setaffinity(pid_t thread, std::size_t size, const cpu_set_t *set) noexcept {
  return fails(Kind::Calls)
             ? failure(EPERM, -1)
             : otherwise<"sched_setaffinity", decltype(sched_setaffinity)>(thread, size, set);
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                   void *argument) noexcept {
  if (fails(Kind::Calls))
    return EAGAIN;
  return otherwise<"pthread_create", decltype(pthread_create)>(thread, attributes, function,
                                                               argument);
}
int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *arguments,
                char *const *environment) {
  if (fails(Kind::Calls))
    return EAGAIN;
  return otherwise<"posix_spawn", decltype(posix_spawn)>(child, path, actions, attributes,
                                                         arguments, environment);
}
int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...) noexcept {
  return fails(Kind::Calls)
             ? failure(EAGAIN, -1)
             : otherwise<"__clone", decltype(__clone)>(function, stack, flags, argument);
}
void *dlopen(const char *path, int flags) noexcept {
  return fails(Kind::Calls) ? failure(ENOMEM, static_cast<void *>(nullptr))
                            : otherwise<"dlopen", decltype(dlopen)>(path, flags);
}

// ---- Writes

ssize_t write(int file, const void *bytes, std::size_t size) {
  return fails(Kind::Writes) ? failure(ENOSPC, ssize_t{-1})
                             : otherwise<"write", decltype(write)>(file, bytes, size);
}
ssize_t send(int socket, const void *bytes, std::size_t size, int flags) {
  return fails(Kind::Writes) ? failure(EPIPE, ssize_t{-1})
                             : otherwise<"send", decltype(send)>(socket, bytes, size, flags);
}
ssize_t sendmsg(int socket, const msghdr *message, int flags) {
  return fails(Kind::Writes) ? failure(EPIPE, ssize_t{-1})
                             : otherwise<"sendmsg", decltype(sendmsg)>(socket, message, flags);
}
std::size_t fwrite(const void *bytes, std::size_t size, std::size_t number, FILE *stream) {
  return fails(Kind::Writes) ? failure(ENOSPC, std::size_t{0})
                             : otherwise<"fwrite", decltype(fwrite)>(bytes, size, number, stream);
}
int fputs(const char *text, FILE *stream) {
  return fails(Kind::Writes) ? failure(ENOSPC, EOF)
                             : otherwise<"fputs", decltype(fputs)>(text, stream);
}
int fflush(FILE *stream) {
  return fails(Kind::Writes) ? failure(ENOSPC, EOF) : otherwise<"fflush", decltype(fflush)>(stream);
}
int ftruncate(int file, off_t size) noexcept {
  return fails(Kind::Writes) ? failure(ENOSPC, -1)
                             : otherwise<"ftruncate", decltype(ftruncate)>(file, size);
}

} // extern "C"
