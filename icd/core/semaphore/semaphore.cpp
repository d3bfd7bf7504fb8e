// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/semaphore/semaphore.h"

#include "icd/core/context/checked/command_races.h"
#include "icd/core/context/function_operation.h"
#include "icd/core/context/scheduler.h"
#include "icd/core/platform/device.h"
#include "icd/core/semaphore/sync_file_watch.h"

#include <algorithm>
#include <utility>

namespace weft::icd {
namespace {

class SignalOperation final : public Operation {
public:
  explicit SignalOperation(std::vector<SemaphoreSignal> signals) : signals(std::move(signals)) {}
  ~SignalOperation() override {
    // Waiters must not wait forever.
    for (const SemaphoreSignal &signal : signals)
      signal.event->setUserStatus(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  SignalOperation(const SignalOperation &) = delete;
  SignalOperation &operator=(const SignalOperation &) = delete;

  cl_int execute(device::Arena &) noexcept override {
    for (const SemaphoreSignal &signal : signals) {
      signal.semaphore->signalled();
      signal.event->setUserStatus(CL_COMPLETE);
    }
    return CL_SUCCESS;
  }

private:
  std::vector<SemaphoreSignal> signals;
};

} // namespace

Semaphore::Semaphore(Context &context, std::vector<Ref<Device>> devices,
                     std::vector<cl_semaphore_properties_khr> properties, bool isExportable,
                     bool isImported)
    : owner(&context), deviceList(std::move(devices)), propertyList(std::move(properties)),
      exportable(isExportable), imported(isImported) {}

bool Semaphore::isUsableOn(const Device &device) const {
  return std::ranges::any_of(deviceList,
                             [&](const Ref<Device> &one) { return one.get() == &device; });
}

cl_semaphore_payload_khr Semaphore::payload() const {
  noteThatHostMayHaveSeenAll();
  return balance.load(std::memory_order_relaxed) > 0;
}

ApiRef<Event> Semaphore::pair(Events &others, Events &own) {
  const std::lock_guard lock(mutex);
  if (others.empty())
    return own.emplace_back(ApiRef<Event>::adopt(new Event(*owner)));
  ApiRef<Event> event = std::move(others.front());
  others.pop_front();
  return event;
}

ApiRef<Event> Semaphore::forSignal() { return pair(waits, signals); }
ApiRef<Event> Semaphore::forWait() { return pair(signals, waits); }

cl_int Semaphore::importSyncFile(Descriptor file) {
  auto event = ApiRef<Event>::adopt(new Event(*owner));
  unsigned number = 0;
  {
    const std::lock_guard lock(mutex);
    number = ++imports;
    signals.clear();
    waits.clear();
    signals.push_back(event);
    balance.store(0, std::memory_order_relaxed);
  }
  auto arrive = [self = Ref(this), event, number] {
    {
      const std::lock_guard lock(self->mutex);
      if (self->imports == number) // no other file has replaced it
        self->signalled();
    }
    event->setUserStatus(CL_COMPLETE);
  };
  if (!file) {
    arrive();
    return CL_SUCCESS;
  }
  return watchSyncFile(std::move(file), std::move(arrive)) ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

cl_int Semaphore::exportSignalled() {
  ApiRef<Event> event;
  {
    const std::lock_guard lock(mutex);
    if (signals.empty())
      return CL_INVALID_OPERATION;
    event = std::move(signals.front());
    signals.pop_front();
  }
  if (Scheduler::wait(*event, nullptr) < 0)
    return CL_OUT_OF_RESOURCES;
  waited();
  return CL_SUCCESS;
}

std::unique_ptr<Operation> makeSignal(std::vector<SemaphoreSignal> signals) {
  return std::make_unique<SignalOperation>(std::move(signals));
}

std::unique_ptr<Operation> makeWaited(std::vector<Ref<Semaphore>> semaphores) {
  return makeOperation([semaphores = std::move(semaphores)](device::Arena &) {
    for (const Ref<Semaphore> &semaphore : semaphores)
      semaphore->waited();
    return CL_SUCCESS;
  });
}

} // namespace weft::icd
