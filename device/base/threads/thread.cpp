// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/threads/thread.h"

#include "device/base/threads/fork.h"
#include "device/base/threads/futex.h"

#include <csignal>
#include <cstddef>
#include <memory>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft::device {
namespace {

/// Kernels run on these stacks, so they have at least this size, whatever `ulimit -s` says.
constexpr std::size_t minStackBytes = std::size_t{4} << 20;

struct Start {
  const char *name;
  void (*function)(void *);
  void *data;
};

sigset_t signalsOfTheHost() noexcept {
  sigset_t signals;
  sigfillset(&signals);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS})
    sigdelset(&signals, fault);
  return signals;
}

/// Blocks signals from the first instruction on. False if out of memory.
bool setAttributes(pthread_attr_t &attributes) noexcept {
  const sigset_t blocked = signalsOfTheHost();
  std::size_t stackBytes = 0;
  return !pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) &&
         !pthread_attr_setsigmask_np(&attributes, &blocked) &&
         !pthread_attr_getstacksize(&attributes, &stackBytes) &&
         (stackBytes >= minStackBytes || !pthread_attr_setstacksize(&attributes, minStackBytes));
}

void *begin(void *argument) {
  const Start start = *static_cast<Start *>(argument);
  delete static_cast<Start *>(argument);
  pthread_setname_np(pthread_self(), start.name);
  start.function(start.data);
  return nullptr;
}

constinit std::mutex startMutex;
const ForkHandler startForkHandler(
    ForkOrder::Threads, [] { startMutex.lock(); }, [] { startMutex.unlock(); },
    [] { startMutex.unlock(); });

/// A thread that lives until told to end.
struct Candidate {
  pthread_t thread;
  std::atomic<pid_t> number{0};
  std::atomic<int> *isOver;
  void (*call)() noexcept;

  static void *live(void *data) {
    auto &self = *static_cast<Candidate *>(data);
    self.number.store(gettid(), std::memory_order_relaxed);
    if (self.call)
      self.call();
    while (!self.isOver->load(std::memory_order_acquire))
      futexWait(*self.isOver, 0);
    return nullptr;
  }
  /// Returns when the system no longer counts the thread, shortly after it has ended.
  void awaitEnd() const {
    constexpr int maxLooks = 10'000;
    pthread_join(thread, nullptr);
    for (int i = 0; i < maxLooks && !syscall(SYS_tgkill, getpid(), number.load(), 0); ++i)
      sched_yield();
  }
};

} // namespace

ThreadStartLock::ThreadStartLock() : lock(startMutex) {}

sigset_t blockHostSignals() noexcept {
  const sigset_t blocked = signalsOfTheHost();
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  return before;
}

std::size_t grantedThreads(std::size_t wanted, void (*inFirst)() noexcept) noexcept {
  std::atomic<int> isOver{0};
  const std::unique_ptr<Candidate[]> candidates(new (std::nothrow) Candidate[wanted]);
  std::size_t granted = 0;
  if (!candidates)
    return 0;
  {
    const HostSignalsBlocked blocked;
    for (; granted < wanted; ++granted) {
      Candidate &next = candidates[granted];
      next.isOver = &isOver;
      next.call = granted == 0 ? inFirst : nullptr;
      if (pthread_create(&next.thread, nullptr, Candidate::live, &next))
        break;
    }
  }
  isOver.store(1, std::memory_order_release);
  futexWakeAll(isOver);
  for (std::size_t i = 0; i < granted; ++i)
    candidates[i].awaitEnd();
  return granted;
}

bool startThread(const char *name, void (*function)(void *), void *data) noexcept {
  const ThreadStartLock lock;
  std::unique_ptr<Start> start(new (std::nothrow) Start{name, function, data});
  pthread_attr_t attributes;
  if (!start || pthread_attr_init(&attributes))
    return false;
  pthread_t thread;
  const bool started =
      setAttributes(attributes) && !pthread_create(&thread, &attributes, begin, start.get());
  pthread_attr_destroy(&attributes);
  if (started)
    static_cast<void>(start.release());
  return started;
}

} // namespace weft::device
