#include "compiler/client/compiler_process.h"

#include "compiler/client/protocol.h"
#include "device/once.h"
#include "device/options.h"

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/// glibc's clone by its other name. Thread sanitizers put their own in the place of the usual one,
/// which takes the new process for a forked one and declares the threads dead in the memory that
/// both share.
extern "C" int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...);

namespace weft::compiler {
namespace {

/// How often a build looks for a server that takes it over before it gives up.
constexpr int attempts = 3;

/// Moves a descriptor off the standard streams' numbers, which a host that closed them may still
/// write to.
Descriptor aboveStandardStreams(int descriptor) {
  Descriptor original(descriptor);
  if (descriptor < 0 || descriptor > STDERR_FILENO)
    return original;
  return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

struct SocketPair {
  Descriptor ours, theirs;
};

std::optional<SocketPair> makeSocketPair(int type) {
  int ends[2];
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0)
    return std::nullopt;
  SocketPair pair{aboveStandardStreams(ends[0]), aboveStandardStreams(ends[1])};
  if (!pair.ours || !pair.theirs)
    return std::nullopt;
  return pair;
}

struct SpawnTask {
  const char *program;
  char *const *arguments;
  const posix_spawn_file_actions_t *actions;
  const posix_spawnattr_t *attributes;
  char *const *environment;
  int error;
};

/// Runs in the process between, which shares this one's memory while its parent waits.
int spawnServer(void *argument) {
  auto *task = static_cast<SpawnTask *>(argument);
  pid_t server;
  task->error = ::posix_spawn(&server, task->program, task->actions, task->attributes,
                              task->arguments, task->environment);
  return 0;
}

/// Runs the task in a process of its own that has ended on return. With no exit signal that process
/// is visible neither to the host's SIGCHLD handlers nor to its wait().
bool runBetween(SpawnTask &task) {
  constexpr std::size_t stackBytes = std::size_t{256} << 10;
  void *stack = ::mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED)
    return false;
  // A handler of the host that ran in the shared memory would run twice.
  sigset_t all, previous;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &previous);
  const pid_t between = ::__clone(spawnServer, static_cast<char *>(stack) + stackBytes,
                                  CLONE_VM | CLONE_VFORK, &task);
  ::pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  while (between > 0 && ::waitpid(between, nullptr, __WALL) < 0 && errno == EINTR) {
  }
  ::munmap(stack, stackBytes);
  return between > 0 && task.error == 0;
}

/// Starts the server with `channel` as its only descriptor besides /dev/null.
bool spawnDetached(const std::string &program, const Environment &environment, int channel) {
  std::string option = std::string(serveOption) + std::to_string(::getpid());
  std::string name = "weftc";
  const std::array<char *, 3> arguments = {name.data(), option.data(), nullptr};

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&actions) != 0)
    return false;
  if (::posix_spawnattr_init(&attributes) != 0) {
    ::posix_spawn_file_actions_destroy(&actions);
    return false;
  }
  ::posix_spawn_file_actions_adddup2(&actions, channel, serverChannel);
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, serverChannel + 1);
  sigset_t signals;
  ::sigfillset(&signals);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  ::posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);

  SpawnTask task{program.c_str(), arguments.data(),       &actions,
                 &attributes,     environment.pointers(), ENOMEM};
  const bool spawned = runBetween(task);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return spawned;
}

std::string folderOf(const std::string &path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

/// Where the path leads when its links are followed, as far as that can be told.
std::string resolved(const std::string &path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? real.get() : path;
}

CompilerLocation locateCompiler() {
  std::string program;
  Dl_info info;
  if (const std::string &chosen = device::Options::ofProcess().compiler; !chosen.empty())
    program = chosen;
  else if (::dladdr(reinterpret_cast<const void *>(&locateCompiler), &info) && info.dli_fname)
    program = folderOf(resolved(info.dli_fname)) + "/weftc";
  return {program, folderOf(resolved(program)) + "/weft-kernel-lib.bc"};
}

} // namespace

const CompilerLocation &CompilerLocation::get() {
  return device::once([] { return new CompilerLocation(locateCompiler()); });
}

CompilerProcess &CompilerProcess::instance() {
  return device::once([] {
    auto *made = new CompilerProcess;
    ofThisProcess.store(made, std::memory_order_release);
    return made;
  });
}

void CompilerProcess::afterForkInChild() {
  if (CompilerProcess *inherited = ofThisProcess.load(std::memory_order_acquire))
    inherited->channel.reset();
  mutex.unlock();
}

const device::ForkHandler CompilerProcess::forkHandler(
    device::ForkOrder::Compiler, [] { mutex.lock(); }, [] { mutex.unlock(); }, afterForkInChild);

/// Requires the mutex.
bool CompilerProcess::start() {
  ++generation;
  channel.reset();
  auto sockets = makeSocketPair(SOCK_SEQPACKET);
  if (!sockets ||
      !spawnDetached(CompilerLocation::get().program, environment, sockets->theirs.get()))
    return false;
  channel = std::move(sockets->ours);
  return true;
}

void CompilerProcess::prepare() noexcept {
  try {
    const std::lock_guard lock(mutex);
    if (!channel)
      start();
  } catch (...) {
    // The first build will try again, and tell.
  }
}

/// Gives the descriptor to a server, which is started where there is none or a dead one.
bool CompilerProcess::pass(int descriptor, unsigned &usedGeneration) {
  const std::lock_guard lock(mutex);
  bool sent = channel && sendHello(channel.get(), descriptor);
  if (!sent)
    sent = start() && sendHello(channel.get(), descriptor);
  usedGeneration = generation;
  return sent;
}

void CompilerProcess::abandon(unsigned usedGeneration) {
  const std::lock_guard lock(mutex);
  if (usedGeneration == generation)
    channel.reset();
}

CompilerProcess::Outcome CompilerProcess::run(std::string_view request, std::string &response) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    auto sockets = makeSocketPair(SOCK_STREAM);
    unsigned usedGeneration;
    if (!sockets || !pass(sockets->theirs.get(), usedGeneration))
      return Outcome::Unavailable;
    sockets->theirs.reset();
    const int socket = sockets->ours.get();
    char taken;
    if (!receiveAll(socket, &taken, 1)) {
      abandon(usedGeneration);
      continue;
    }
    // Where a child died before it read all of it, the server's answer is on its way nevertheless.
    // Where the request did not get through for want of memory here, the child must not wait for
    // more.
    if (!sendMessage(socket, request))
      ::shutdown(socket, SHUT_WR);
    auto answer = receiveMessage(socket);
    if (!answer)
      return Outcome::Died;
    response = std::move(*answer);
    return Outcome::Answered;
  }
  return Outcome::Unavailable;
}

} // namespace weft::compiler
