// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/callback_thread.h"

#include "device/base/threads/thread.h"
#include "icd/core/fork_local.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>

namespace weft::icd {
namespace {

struct Call {
  Ref<Event> event;
  EventCallback::Function function;
  cl_int status;
  void *data;

  void perform() noexcept {
    event->noteSeen(status);
    function(event->handle(), status, data);
    event->callbackReturned();
  }
};

class CallbackThread {
public:
  /// False if no memory or thread is available for it; `call` is then unchanged.
  bool post(Call &call) noexcept {
    try {
      std::lock_guard lock(mutex);
      const auto serveThis = [](void *self) { static_cast<CallbackThread *>(self)->serve(); };
      isStarted = isStarted || device::startThread("weft callback", serveThis, this);
      if (!isStarted)
        return false;
      calls.push_back(call);
    } catch (const std::bad_alloc &) {
      return false;
    }
    arrived.notify_one();
    return true;
  }

private:
  [[noreturn]] void serve() noexcept {
    for (;;) {
      std::unique_lock lock(mutex);
      arrived.wait(lock, [this] { return !calls.empty(); });
      Call call = std::move(calls.front());
      calls.pop_front();
      lock.unlock();
      call.perform();
    }
  }

  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<Call> calls;
  bool isStarted = false;
};

} // namespace

void postEventCallback(Ref<Event> event, EventCallback::Function function, cl_int status,
                       void *data) noexcept {
  Call call{std::move(event), function, status, data};
  bool posted = false;
  try {
    posted = forkLocal<CallbackThread>().post(call);
  } catch (const std::bad_alloc &) {
  }
  if (!posted)
    call.perform();
}

} // namespace weft::icd
