// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contexts: a set of devices that share objects.
#pragma once

#include "device/base/threads/futex.h"
#include "device/launch/printf.h"
#include "icd/core/context/allocation_table.h"
#include "icd/core/context/device_events.h"
#include "icd/core/context/termination.h"
#include "icd/core/object.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace weft::device {
class Arena;
}

namespace weft::icd {

class Device;
class Queue;

class Context final : public Object<Context, _cl_context, ObjectType::Context> {
public:
  using Notify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);
  using Destructor = void(CL_CALLBACK *)(cl_context, void *);

  /// `devices` is not empty and free of duplicates; `properties` is the host's list with its
  /// terminating 0, or empty. Starts the compiler in advance. Throws bad_alloc.
  Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
          Notify notify, void *notifyData);
  /// Calls the destructor callbacks, the last registered first.
  ~Context();

  std::size_t deviceCount() const { return members.size(); }
  Device &device(std::size_t index) const { return *members[index]; }
  bool contains(const Device &device) const;
  /// Where kernels print to. Set before anyone else knows the context.
  const device::PrintfOutput &printfOutput() const { return printsTo; }
  void setPrintfOutput(const device::PrintfOutput &output) { printsTo = output; }
  std::span<const cl_context_properties> properties() const { return propertyList; }
  /// Values of CL_CONTEXT_MEMORY_INITIALIZE_KHR, which the headers of Debian 12 do not name.
  static constexpr cl_bitfield localMemory = 1 << 0, privateMemory = 1 << 1;
  /// Whether this kind of memory is zero-initialised.
  bool initializes(cl_bitfield memory) const { return (initialized & memory) != 0; }

  /// The host's allocations in this context.
  AllocationTable &allocations() { return allocationTable; }
  const AllocationTable &allocations() const { return allocationTable; }

  /// Events of kernels enqueued by kernels.
  DeviceEvents &deviceEvents() { return deviceEventTable; }
  /// The default on-device queue for those threads, or none. Thread-safe.
  Ref<Queue> defaultQueueOn(const device::Arena &arena);
  /// The number of on-device queues apart from the default one. Thread-safe.
  std::size_t queuesOn(const Device &device);
  /// Makes it the default, replacing any other one. Throws bad_alloc. Thread-safe.
  void setDefaultQueue(Queue &queue);

  /// Null if the host may not terminate the context.
  Termination *termination() const noexcept { return end.get(); }
  const std::atomic<bool> *isCancelled() const noexcept { return end ? &end->flag() : nullptr; }
  bool isTerminated() const noexcept { return end && end->isOver(); }
  /// Ends everything enqueued (clTerminateContextKHR); false if already terminated. Requires
  /// termination(). If it throws bad_alloc, it has had no effect. Thread-safe.
  bool terminate();

  /// Returns when everything enqueued in this context is complete; helps to run it. Throws
  /// bad_alloc. Thread-safe.
  void finish();

  /// Reports a run-time error to the host (pfn_notify of clCreateContext). Must not be called under
  /// a lock. Thread-safe.
  void report(const char *message) const noexcept;
  /// clSetContextDestructorCallback. Throws bad_alloc.
  void addDestructor(Destructor callback, void *data);

private:
  friend class Queue;
  /// Throws bad_alloc.
  std::vector<Ref<Queue>> liveQueues();
  /// Queues register and unregister themselves.
  void addQueue(Queue &queue);
  void removeQueue(Queue &queue) noexcept;
  /// The host has released a queue with pending commands; and they are complete.
  void beginDraining() noexcept { drainingQueues.fetch_add(1, std::memory_order_relaxed); }
  void endDraining() noexcept {
    if (drainingQueues.fetch_sub(1, std::memory_order_acq_rel) == 1)
      device::futexWakeAll(drainingQueues);
  }

  struct DestructorEntry {
    Destructor callback;
    void *data;
  };
  std::vector<Ref<Device>> members;
  std::vector<cl_context_properties> propertyList;
  cl_bitfield initialized = 0;
  std::unique_ptr<Termination> end;
  Notify notify;
  void *notifyData;
  device::PrintfOutput printsTo;
  AllocationTable allocationTable;
  DeviceEvents deviceEventTable;
  std::mutex queueMutex;
  std::vector<Queue *> queues;        ///< guarded by queueMutex
  std::vector<Queue *> defaultQueues; ///< on-device, at most one per device; likewise
  std::atomic<std::uint32_t> drainingQueues{0};
  std::mutex destructorMutex;
  std::vector<DestructorEntry> destructors;
};

} // namespace weft::icd
