// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binary semaphores (cl_khr_semaphore), signalled by one queue and waited for by another.
//
// Each signal is one user event, which the signal command completes and the wait command has in its
// wait list. The two meet when both are enqueued, in either order: the n-th wait is for the n-th
// signal. So a semaphore may be reused as soon as the calls have returned, no call blocks, and to
// the queue engine a semaphore is an edge of its graph.
#pragma once

#include "device/base/files/descriptor.h"
#include "icd/core/context/context.h"
#include "icd/core/context/event.h"
#include "icd/core/object.h"

#include <CL/cl_ext.h>

#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

struct _cl_semaphore_khr : weft::icd::ObjectHeader {};

namespace weft::icd {

class Semaphore final : public Object<Semaphore, _cl_semaphore_khr, ObjectType::Semaphore> {
public:
  /// `properties` is the host's list with its terminating 0. Unsignalled. Throws bad_alloc.
  Semaphore(Context &context, std::vector<Ref<Device>> devices,
            std::vector<cl_semaphore_properties_khr> properties, bool isExportable,
            bool isImported);

  Context &context() const { return *owner; }
  std::span<const Ref<Device>> devices() const { return deviceList; }
  bool isUsableOn(const Device &device) const;
  std::span<const cl_semaphore_properties_khr> properties() const { return propertyList; }
  bool isExportable() const { return exportable; }
  /// It was created from a sync file, so it may get another one.
  bool isImported() const { return imported; }
  /// CL_SEMAPHORE_PAYLOAD_KHR. Thread-safe.
  cl_semaphore_payload_khr payload() const;

  /// The event of the next signal, or of the next wait. Thread-safe. Throws bad_alloc.
  ApiRef<Event> forSignal();
  ApiRef<Event> forWait();
  /// Report that a signal, or a wait, is complete. Thread-safe.
  void signalled() noexcept { balance.fetch_add(1, std::memory_order_relaxed); }
  void waited() noexcept { balance.fetch_sub(1, std::memory_order_relaxed); }

  /// Adopts a sync file in place of all signals and waits so far; none means already signalled.
  /// CL_SUCCESS or CL_OUT_OF_RESOURCES. Throws bad_alloc. Thread-safe.
  cl_int importSyncFile(Descriptor file);
  /// Has the effect of a wait, and returns when it is complete: its sync file is a signalled one.
  /// CL_INVALID_OPERATION if no signal has been enqueued, or CL_OUT_OF_RESOURCES if it failed.
  /// Thread-safe.
  cl_int exportSignalled();

private:
  friend class Object<Semaphore, _cl_semaphore_khr, ObjectType::Semaphore>;
  ~Semaphore() = default;
  using Events = std::deque<ApiRef<Event>>;
  ApiRef<Event> pair(Events &others, Events &own);

  Ref<Context> owner;
  const std::vector<Ref<Device>> deviceList;
  const std::vector<cl_semaphore_properties_khr> propertyList;
  const bool exportable, imported;
  /// Complete signals minus complete waits. Waits end after their signals.
  std::atomic<int> balance{0};
  std::mutex mutex;      ///< guards what follows
  Events signals, waits; ///< those waiting for their counterpart to be enqueued; one list is empty
  unsigned imports = 0;
};

/// The operation of a signalling command: for each semaphore the event of its forSignal().
struct SemaphoreSignal {
  Ref<Semaphore> semaphore;
  ApiRef<Event> event;
};
/// Completes the events, with an error if the command does not run. Throws bad_alloc.
std::unique_ptr<Operation> makeSignal(std::vector<SemaphoreSignal> signals);
/// The operation of a command after its wait. Throws bad_alloc.
std::unique_ptr<Operation> makeWaited(std::vector<Ref<Semaphore>> semaphores);

} // namespace weft::icd
