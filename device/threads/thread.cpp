// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/thread.h"

#include <csignal>
#include <cstddef>
#include <memory>
#include <new>
#include <pthread.h>

namespace weft::device {
namespace {

/// Kernels run on these stacks, so they are no smaller than this, whatever `ulimit -s` says.
constexpr std::size_t leastStackBytes = std::size_t{4} << 20;

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

/// Blocks signals from the first instruction on. False when there is no memory.
bool setAttributes(pthread_attr_t &attributes) noexcept {
  const sigset_t blocked = signalsOfTheHost();
  std::size_t stackBytes = 0;
  return !pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) &&
         !pthread_attr_setsigmask_np(&attributes, &blocked) &&
         !pthread_attr_getstacksize(&attributes, &stackBytes) &&
         (stackBytes >= leastStackBytes ||
          !pthread_attr_setstacksize(&attributes, leastStackBytes));
}

void *begin(void *argument) {
  const Start start = *static_cast<Start *>(argument);
  delete static_cast<Start *>(argument);
  pthread_setname_np(pthread_self(), start.name);
  start.function(start.data);
  return nullptr;
}

} // namespace

bool startThread(const char *name, void (*function)(void *), void *data) noexcept {
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
