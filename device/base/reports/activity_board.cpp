// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/reports/activity_board.h"

#include "device/base/clock.h"
#include "device/base/files/descriptor.h"
#include "device/base/threads/fork.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace weft {
namespace {

/// Never unmapped: other threads may be writing.
constinit std::atomic<ActivityBoard *> boardOfProcess{nullptr};
/// Open as long as the process lives, so that the listener notices its end.
constinit int connection = -1;

const ForkHandler forkHandler(
    ForkOrder::Queues, [] {}, [] {},
    [] {
      // The board and the connection belong to the parent.
      if (boardOfProcess.exchange(nullptr, std::memory_order_acquire))
        ::close(connection);
    });

struct ThreadState {
  ActivityBoard::Thread *thread = nullptr;
  bool isKnown = false;
  unsigned depth = 0;
};
constinit thread_local ThreadState threadState;

void add(ActivityBoard::Count &count, std::uint64_t more = 1) noexcept {
  count.fetch_add(more, std::memory_order_relaxed);
}

/// A socket connected to the path; none, with errno set, if nobody listens there or its backlog is
/// full.
Descriptor connectTo(std::string_view path) noexcept {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return {};
  }
  path.copy(address.sun_path, path.size());
  Descriptor socket =
      aboveStandardStreams(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket ||
      ::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
    return {};
  return socket;
}

/// Memory whose size is sealed, so that it cannot crash its readers.
Descriptor makeSharedMemory() noexcept {
  Descriptor memory(::memfd_create("weft-activity", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!memory || ::ftruncate(memory.get(), sizeof(ActivityBoard)) != 0 ||
      ::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0)
    return {};
  return memory;
}

bool sendDescriptor(int socket, int descriptor) noexcept {
  std::uint32_t layout = ActivityBoard::layout;
  iovec content{&layout, sizeof layout};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
  msghdr message{};
  message.msg_iov = &content;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr *const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  return ::sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) == sizeof layout;
}

} // namespace

bool ActivityBoard::offer(const std::string &path) noexcept {
  Descriptor socket = connectTo(path);
  if (!socket)
    return false;
  const Descriptor memory = makeSharedMemory();
  if (!memory)
    return false;
  // Zeros are free slots.
  void *const address =
      ::mmap(nullptr, sizeof(ActivityBoard), PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
  if (address == MAP_FAILED)
    return false;
  if (!sendDescriptor(socket.get(), memory.get())) {
    ::munmap(address, sizeof(ActivityBoard));
    return false;
  }
  connection = socket.release();
  boardOfProcess.store(static_cast<ActivityBoard *>(address), std::memory_order_release);
  return true;
}

ActivityBoard *ActivityBoard::ofProcess() noexcept {
  return boardOfProcess.load(std::memory_order_acquire);
}

ActivityBoard::Command &ActivityBoard::command(std::string_view name) noexcept {
  using enum Command::State;
  name = name.substr(0, sizeof Command::name - 1);
  const std::size_t hash = std::hash<std::string_view>{}(name);
  constexpr std::size_t room = maxCommands - 1;
  for (std::size_t probe = 0; probe < room; ++probe) {
    Command &slot = commands[(hash + probe) % room];
    Command::State state = slot.state.load(std::memory_order_acquire);
    if (state == Free && slot.state.compare_exchange_strong(state, Claimed)) {
      name.copy(slot.name, name.size());
      slot.state.store(Named, std::memory_order_release);
      return slot;
    }
    while ((state = slot.state.load(std::memory_order_acquire)) == Claimed)
      ::sched_yield();
    if (name == slot.name)
      return slot;
  }
  Command &last = commands[room];
  Command::State state = Free;
  if (last.state.compare_exchange_strong(state, Claimed)) {
    std::memcpy(last.name, others, sizeof others);
    last.state.store(Named, std::memory_order_release);
  }
  return last;
}

ActivityBoard::Queue &ActivityBoard::queue(const void *identity) noexcept {
  const auto id = reinterpret_cast<std::uintptr_t>(identity);
  for (Queue &slot : queues) {
    std::uint64_t found = slot.id.load(std::memory_order_relaxed);
    if (found == id || (found == 0 && slot.id.compare_exchange_strong(found, id)) || found == id)
      return slot;
  }
  return queues[maxQueues - 1];
}

ActivityBoard::Thread *ActivityBoard::addThread() noexcept {
  for (Thread &thread : threads) {
    std::uint32_t isNamed = 0;
    constexpr std::uint32_t claimed = 2;
    if (thread.isNamed.load(std::memory_order_relaxed) == 0 &&
        thread.isNamed.compare_exchange_strong(isNamed, claimed)) {
      pthread_getname_np(pthread_self(), thread.name, sizeof thread.name);
      thread.isNamed.store(1, std::memory_order_release);
      return &thread;
    }
  }
  return nullptr;
}

BusyScope::BusyScope() noexcept {
  ActivityBoard *const board = ActivityBoard::ofProcess();
  if (!board)
    return;
  ThreadState &state = threadState;
  if (!state.isKnown) {
    state.isKnown = true;
    state.thread = board->addThread();
  }
  thread = state.thread;
  if (thread && state.depth++ == 0)
    thread->since.store(monotonicNanoseconds(), std::memory_order_relaxed);
}

BusyScope::~BusyScope() {
  // A forked child has none.
  if (!thread || --threadState.depth != 0 || !ActivityBoard::ofProcess())
    return;
  const std::uint64_t since = thread->since.exchange(0, std::memory_order_relaxed);
  add(thread->nanoseconds, monotonicNanoseconds() - since);
}

CommandScope::CommandScope(const char *name, const void *queue) noexcept : queue(queue) {
  if (!board)
    return;
  command = &board->command(name);
  begin = monotonicNanoseconds();
  command->begun.store(begin, std::memory_order_relaxed);
  add(command->running);
}

void CommandScope::end(std::int32_t result) noexcept {
  if (!command || !ActivityBoard::ofProcess())
    return;
  const std::uint64_t duration = monotonicNanoseconds() - begin;
  command->running.fetch_sub(1, std::memory_order_relaxed);
  add(command->nanoseconds, duration);
  add(command->ended);
  add(command->failed, result != 0);
  for (std::uint64_t longest = command->longest.load(std::memory_order_relaxed);
       longest < duration &&
       !command->longest.compare_exchange_weak(longest, duration, std::memory_order_relaxed);)
    ;
  if (!queue)
    return;
  ActivityBoard::Queue &slot = board->queue(queue);
  add(slot.ended);
  add(slot.failed, result != 0);
  slot.last.store(static_cast<std::uint32_t>(command - board->commands) + 1,
                  std::memory_order_relaxed);
}

void noteEnqueued(const void *queue) noexcept {
  if (ActivityBoard *const board = ActivityBoard::ofProcess())
    add(board->queue(queue).enqueued);
}

void noteBuild(std::uint64_t nanoseconds, bool isFailed) noexcept {
  ActivityBoard *const board = ActivityBoard::ofProcess();
  if (!board)
    return;
  add(board->builds.count);
  add(board->builds.failed, isFailed);
  add(board->builds.nanoseconds, nanoseconds);
}

void noteCompilation(std::uint64_t nanoseconds, bool isKernel) noexcept {
  ActivityBoard *const board = ActivityBoard::ofProcess();
  if (!board)
    return;
  add(board->builds.kernels, isKernel);
  add(board->builds.compilerNanoseconds, nanoseconds);
}

void noteTrial(const char *kernel, std::size_t kind, ActivityBoard::Trial::State state,
               float gain) noexcept {
  ActivityBoard *const board = ActivityBoard::ofProcess();
  if (!board)
    return;
  ActivityBoard::Command &command = board->command(kernel);
  // What has no slot of its own has no verdict in common.
  if (&command == &board->commands[ActivityBoard::maxCommands - 1])
    return;
  command.trials[kind].gain.store(gain, std::memory_order_relaxed);
  // Before the caller looks whether trials have been refused (device/launch/version_trials.cpp).
  command.trials[kind].state.store(state, std::memory_order_seq_cst);
}

} // namespace weft
