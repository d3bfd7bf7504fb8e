// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting on and signalling semaphores (cl_khr_semaphore).
#include "icd/api/queue/command.h"
#include "icd/core/platform/device.h"
#include "icd/core/semaphore/semaphore.h"

#include <algorithm>

using namespace weft;
using namespace weft::icd;

namespace {

cl_int findSemaphores(const CommandSlot &slot, cl_uint count, const cl_semaphore_khr *handles,
                      std::vector<Semaphore *> &found) {
  if (count == 0 || !handles)
    return CL_INVALID_VALUE;
  for (cl_semaphore_khr handle : std::span(handles, count)) {
    Semaphore *semaphore = Semaphore::fromHandle(handle);
    if (!semaphore)
      return CL_INVALID_SEMAPHORE_KHR;
    found.push_back(semaphore);
  }
  const Device &device = slot.queue.device();
  for (const Semaphore *semaphore : found) {
    if (!semaphore->context().contains(device))
      return CL_INVALID_COMMAND_QUEUE;
    if (&semaphore->context() != &slot.queue.context())
      return CL_INVALID_CONTEXT;
    if (!semaphore->isUsableOn(device))
      return CL_INVALID_COMMAND_QUEUE;
  }
  const auto hasFailed = [](cl_event event) { return Event::fromHandle(event)->status() < 0; };
  return std::ranges::any_of(slot.waitList, hasFailed)
             ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
             : CL_SUCCESS;
}

cl_int enqueueWait(const CommandSlot &slot, const std::vector<Semaphore *> &semaphores) {
  std::vector<Ref<Semaphore>> owned(semaphores.size());
  std::ranges::transform(semaphores, owned.begin(), [](Semaphore *one) { return Ref(one); });
  std::unique_ptr<Operation> operation = makeWaited(std::move(owned));
  std::vector<ApiRef<Event>> signals;
  signals.reserve(semaphores.size());
  std::vector<cl_event> awaited(slot.waitList.begin(), slot.waitList.end());
  awaited.reserve(awaited.size() + semaphores.size());
  for (Semaphore *semaphore : semaphores) {
    signals.push_back(semaphore->forWait());
    awaited.push_back(signals.back()->handle());
  }
  return slot.queue.enqueue(CL_COMMAND_SEMAPHORE_WAIT_KHR, std::move(operation), awaited,
                            slot.event);
}

cl_int enqueueSignal(const CommandSlot &slot, const std::vector<Semaphore *> &semaphores) {
  std::vector<SemaphoreSignal> signals;
  signals.reserve(semaphores.size());
  for (Semaphore *semaphore : semaphores)
    signals.push_back({Ref(semaphore), semaphore->forSignal()});
  const cl_int status = slot.queue.enqueue(
      CL_COMMAND_SEMAPHORE_SIGNAL_KHR, makeSignal(std::move(signals)), slot.waitList, slot.event);
  // Waiters in other queues do not know about this one.
  slot.queue.flush();
  return status;
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(
    cl_command_queue command_queue, cl_uint num_sema_objects, const cl_semaphore_khr *sema_objects,
    const cl_semaphore_payload_khr *, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      std::vector<Semaphore *> found;
                      if (cl_int status =
                              findSemaphores(slot, num_sema_objects, sema_objects, found))
                        return status;
                      return enqueueWait(slot, found);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(
    cl_command_queue command_queue, cl_uint num_sema_objects, const cl_semaphore_khr *sema_objects,
    const cl_semaphore_payload_khr *, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      std::vector<Semaphore *> found;
                      if (cl_int status =
                              findSemaphores(slot, num_sema_objects, sema_objects, found))
                        return status;
                      return enqueueSignal(slot, found);
                    });
}
