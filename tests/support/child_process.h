// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Child processes of tests.
#pragma once

#include <cerrno>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::test {

/// Whether a child of a process whose other threads allocate may allocate. GCC's address sanitizer
/// keeps the locks of its allocator over fork().
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool childrenMayAllocate = false;
#else
inline constexpr bool childrenMayAllocate = true;
#endif
inline constexpr char allocatorOfChildrenText[] =
    "the address sanitizer's allocator may be locked in children of busy processes";

/// Whether a child of a process with other threads may start threads. GCC's thread sanitizer still
/// knows the parent's, and ends the child where a new one gets the address of one of them.
#ifdef __SANITIZE_THREAD__
inline constexpr bool childrenMayStartThreads = false;
#else
inline constexpr bool childrenMayStartThreads = true;
#endif
inline constexpr char threadsOfChildrenText[] =
    "the thread sanitizer takes threads of children for those of the parent";

/// The exit code of a child process; -1 if it ended otherwise.
inline int exitCodeOf(pid_t child) {
  int status = -1;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Runs a function in a child process. Returns its result, which is the exit code; -1 for a signal.
/// The child runs no exit handlers.
inline int inChild(const std::function<int()> &function) {
  const pid_t child = ::fork();
  if (child == 0)
    ::_exit(function());
  return exitCodeOf(child);
}

} // namespace weft::test
