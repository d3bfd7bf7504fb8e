// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/process/detached_process.h"

#include "compiler/client/process/arch/system_call.h"
#include "device/base/files/descriptor.h"
#include "device/base/files/memory_file.h"
#include "device/base/files/transfer.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

/// glibc's clone by its other name. Thread sanitizers intercept the usual one, mistake the new
/// process for a forked one and declare the threads dead in the memory that both share.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...);

namespace weft::compiler {
namespace {

constexpr std::size_t stackBytes = std::size_t{256} << 10;
/// The number of a started program's descriptor.
constexpr int givenDescriptor = 3;

/// The report of the intermediate process to the host.
struct Report {
  int error;
  Identity identity;
};

struct Task {
  const char *program;
  char *const *arguments;
  const posix_spawn_file_actions_t *actions;
  const posix_spawnattr_t *attributes;
  char *const *environment;
  std::span<gid_t> room;
  int report; ///< the end of a pipe
  bool stays;
};

/// Makes the intermediate process permanent: it leaves the host's session and folder and closes its
/// copies of the host's files. Then it waits for the program, and for orphans of that.
[[gnu::no_sanitize("address", "thread", "undefined")]] void stayAsParent() {
  systemCall(SYS_setsid);
  systemCall(SYS_prctl, PR_SET_NAME, reinterpret_cast<long>("weftc-parent"));
  systemCall(SYS_chdir, reinterpret_cast<long>("/"));
  if (systemCall(SYS_close_range, 0, UINT_MAX, 0) != 0) { // Linux before 5.9
    rlimit limit{};
    systemCall(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, reinterpret_cast<long>(&limit));
    const long count = static_cast<long>(std::min<rlim_t>(limit.rlim_cur, rlim_t{1} << 20));
    for (long file = 0; file < count; ++file)
      systemCall(SYS_close, file);
  }
  while (systemCall(SYS_wait4, -1, 0, __WALL, 0) > 0) {
  }
}

/// Runs in the intermediate process, while the thread that created it waits. Until it has reported,
/// it may use that thread's C library state; afterwards, only system calls.
[[gnu::no_sanitize("address", "thread", "undefined")]] int runBetween(void *argument) {
  const Task &task = *static_cast<Task *>(argument);
  const bool stays = task.stays;
  Report report{0, Identity::ofThread(task.room)};
  keepPrivilegesLow();
  if (stays)
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  pid_t program;
  report.error = ::posix_spawn(&program, task.program, task.actions, task.attributes,
                               task.arguments, task.environment);
  const bool started = report.error == 0;
  systemCall(SYS_write, task.report, reinterpret_cast<long>(&report), sizeof report);
  if (stays && started)
    stayAsParent();
  systemCall(SYS_exit_group, 0);
  return 0;
}

bool takesOrphans() {
  int isReaper = 0;
  return ::getpid() == 1 || (::prctl(PR_GET_CHILD_SUBREAPER, &isReaper, 0, 0, 0) == 0 && isReaper);
}

void *newStack() {
  void *stack = ::mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  return stack == MAP_FAILED ? nullptr : stack;
}

pid_t cloneBetween(Task &task, void *stack) {
  // A handler of the host that ran in the shared memory would run twice.
  sigset_t all, previous;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &previous);
  // Valgrind supports only the flags of vfork, and copies the memory: hence a pipe for the report.
  void *top = static_cast<char *>(stack) + stackBytes;
  pid_t between = ::__clone(runBetween, top, CLONE_VM | (task.stays ? 0 : CLONE_VFORK), &task);
  // Emulators of another architecture know threads, and processes whose parents get SIGCHLD.
  if (between < 0 && errno == EINVAL)
    between = ::__clone(runBetween, top, SIGCHLD, &task);
  ::pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  return between;
}

void waitFor(pid_t between) {
  while (::waitpid(between, nullptr, __WALL) < 0 && errno == EINTR) {
  }
}

bool readReport(int file, Report &report) {
  return readAll(file, &report, sizeof report) && report.error == 0;
}

/// The null device for a program's standard streams. An in-memory file if there is no /dev.
Descriptor openNothing() {
  Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nothing)
    nothing = makeMemoryFile("weft-null");
  return nothing ? aboveStandardStreams(nothing.release()) : Descriptor();
}

/// The attributes of a program to start, released with this.
class SpawnSettings {
public:
  SpawnSettings(int descriptor, int nothing) {
    hasActions = ::posix_spawn_file_actions_init(&actions) == 0;
    hasAttributes = ::posix_spawnattr_init(&attributes) == 0;
    if (!*this)
      return;
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
      ::posix_spawn_file_actions_adddup2(&actions, nothing, stream);
    // Last: `nothing` may have that number.
    ::posix_spawn_file_actions_adddup2(&actions, descriptor, givenDescriptor);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, givenDescriptor + 1);
    sigset_t signals;
    ::sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes, &signals);
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes, &signals);
    ::posix_spawnattr_setflags(&attributes,
                               POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  }
  ~SpawnSettings() {
    if (hasActions)
      ::posix_spawn_file_actions_destroy(&actions);
    if (hasAttributes)
      ::posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings &) = delete;
  SpawnSettings &operator=(const SpawnSettings &) = delete;
  explicit operator bool() const { return hasActions && hasAttributes; }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

private:
  bool hasActions, hasAttributes;
};

} // namespace

void DetachedProcesses::cleanUp() {
  std::erase_if(staying, [](const Between &between) {
    const pid_t ended = ::waitpid(between.process, nullptr, __WALL | WNOHANG);
    if (ended == 0 || (ended < 0 && errno != ECHILD))
      return false;
    ::munmap(between.stack, stackBytes);
    return true;
  });
}

bool DetachedProcesses::start(const std::string &program, std::vector<std::string> arguments,
                              const Environment &environment, int descriptor, Identity &identity) {
  cleanUp();
  std::vector<char *> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const auto room = std::make_unique_for_overwrite<gid_t[]>(Identity::maxGroups);
  staying.reserve(staying.size() + 1);
  const Descriptor nothing = openNothing();
  const SpawnSettings settings(descriptor, nothing.get());
  int ends[2];
  if (!nothing || !settings || ::pipe2(ends, O_CLOEXEC) != 0)
    return false;
  const Descriptor reading = aboveStandardStreams(ends[0]);
  Descriptor writing = aboveStandardStreams(ends[1]);
  void *stack = reading && writing ? newStack() : nullptr;
  if (!stack)
    return false;

  Task task{program.c_str(),      pointers.data(),        &settings.actions,
            &settings.attributes, environment.pointers(), {room.get(), Identity::maxGroups},
            writing.get(),        takesOrphans()};
  pid_t between = cloneBetween(task, stack);
  if (between < 0 && std::exchange(task.stays, false))
    between = cloneBetween(task, stack);
  writing.reset();
  Report report;
  const bool started = between > 0 && readReport(reading.get(), report);
  if (started)
    identity = report.identity;
  if (started && task.stays) {
    staying.push_back({between, stack});
    return true;
  }
  if (between > 0)
    waitFor(between);
  ::munmap(stack, stackBytes);
  return started;
}

} // namespace weft::compiler
