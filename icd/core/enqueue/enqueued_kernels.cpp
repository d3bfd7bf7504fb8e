// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/enqueued_kernels.h"

#include "device/base/clock.h"
#include "device/base/numbers.h"
#include "icd/core/context/context.h"
#include "icd/core/context/device_events.h"
#include "icd/core/enqueue/checked_run.h"
#include "icd/core/platform/device.h"
#include "icd/core/platform/limits.h"
#include "icd/core/program/enqueue_answers.h"
#include "icd/core/program/launch_range.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace weft::icd {
namespace {

// Results of built-in functions (OpenCL C 6.15.18.1). A program built with -g gets the specific
// error; others get enqueueFailure.
constexpr cl_int success = 0, outOfResources = -5, invalidArgumentSize = -51, invalidWaitList = -57,
                 eventAllocationFailure = -100, invalidQueue = -102, invalidRange = -160,
                 queueFull = -161;

/// The on-device queue with this number, or null. Numbers of queues are valid during the launch.
Queue *queueOf(std::uint64_t number, const Context &context) {
  auto *handle = reinterpret_cast<cl_command_queue>(number);
  if (!handle || handle->type.load(std::memory_order_acquire) != tagOf(ObjectType::Queue))
    return nullptr;
  auto *queue = static_cast<Queue *>(handle);
  return queue->isOnDevice() && &queue->context() == &context ? queue : nullptr;
}

/// The first member of a block literal is its size.
std::uint32_t literalBytes(const unsigned char *literal) {
  std::uint32_t bytes;
  std::memcpy(&bytes, literal, sizeof bytes);
  return bytes;
}

cl_int checkChildRange(const weft_ndrange &given, const weft_kernel_description &kernel,
                       const Device &device, CheckedRange &checked) {
  const bool choosesLocal =
      std::ranges::all_of(std::span(given.local_size), [](std::uint64_t size) { return !size; });
  const std::span<const std::uint64_t, 3> offset(given.offset), global(given.global_size),
      local(given.local_size);
  return checkRange(
      {given.dimensions, offset.data(), global.data(), choosesLocal ? nullptr : local.data()},
      kernel, device, checked);
}

} // namespace

DeviceEvents &EnqueuedKernels::events() const noexcept { return context.deviceEvents(); }

std::uint64_t EnqueuedKernels::ask(void *asking, const weft_enqueue_request *request) noexcept {
  auto &command = *static_cast<EnqueuedCommand *>(asking);
  try {
    return command.family->answer(command, *request);
  } catch (const std::bad_alloc &) {
    return hasResult(*request) ? numberOf(command.family->reported(outOfResources)) : 0;
  }
}

std::uint64_t EnqueuedKernels::answer(EnqueuedCommand &asking,
                                      const weft_enqueue_request &request) {
  switch (request.operation) {
  case WEFT_ENQUEUE_KERNEL:
  case WEFT_ENQUEUE_MARKER:
    return numberOf(reported(enqueue(asking, request)));
  case WEFT_ENQUEUE_DEFAULT_QUEUE:
    return defaultQueueNumber();
  case WEFT_ENQUEUE_WORK_GROUP_SIZE:
  case WEFT_ENQUEUE_PREFERRED_MULTIPLE:
  case WEFT_ENQUEUE_SUB_GROUP_SIZE:
  case WEFT_ENQUEUE_SUB_GROUP_COUNT:
  case WEFT_ENQUEUE_MOST_SUB_GROUPS:
  case WEFT_ENQUEUE_SUB_GROUPS_SIZE:
    return answerOfKernel(request);
  default:
    break;
  }
  DeviceEvents &table = events();
  const std::lock_guard lock(table.mutex);
  if (request.operation == WEFT_ENQUEUE_USER_EVENT)
    return table.make(/*isUser=*/true);
  DeviceEvents::Event *event = table.find(request.event);
  if (request.operation == WEFT_ENQUEUE_IS_VALID)
    return event != nullptr;
  if (!event)
    return 0;
  switch (request.operation) {
  case WEFT_ENQUEUE_RETAIN:
    ++event->references;
    break;
  case WEFT_ENQUEUE_RELEASE:
    if (event->references)
      --event->references;
    table.dropIfDone(request.event);
    break;
  case WEFT_ENQUEUE_SET_STATUS:
    if (event->isUser && !event->isComplete() && request.value <= CL_COMPLETE)
      complete(request.event, request.value);
    break;
  case WEFT_ENQUEUE_CAPTURE:
    if (event->isComplete())
      std::ranges::copy(event->times, request.output);
    else
      event->captured = request.output;
    break;
  default:
    break;
  }
  return 0;
}

std::uint64_t EnqueuedKernels::answerOfKernel(const weft_enqueue_request &request) {
  KernelCode *code = executable.kernelOfBlock(request.kernel_number);
  const weft_kernel_description *description = code ? code->description() : nullptr;
  if (!description)
    return 0;
  if (request.operation == WEFT_ENQUEUE_WORK_GROUP_SIZE)
    return largestWorkGroup(*description);
  if (request.operation == WEFT_ENQUEUE_PREFERRED_MULTIPLE)
    return description->sub_group_size;
  if (request.operation == WEFT_ENQUEUE_MOST_SUB_GROUPS)
    return maxSubGroups(*description);
  if (request.operation == WEFT_ENQUEUE_SUB_GROUPS_SIZE)
    return workItemsIn(request.local_count, *description);
  CheckedRange checked;
  if (checkChildRange(*request.range, *description, context.device(0), checked) != CL_SUCCESS)
    return 0;
  const auto &local = checked.range.localSize;
  const std::uint64_t items = local[0] * local[1] * local[2], size = description->sub_group_size;
  return request.operation == WEFT_ENQUEUE_SUB_GROUP_SIZE ? std::min(items, size)
                                                          : (items + size - 1) / size;
}

std::uint64_t EnqueuedKernels::defaultQueueNumber() {
  const std::lock_guard lock(events().mutex);
  if (!defaultQueue)
    defaultQueue = context.defaultQueueOn(arena);
  return defaultQueue ? reinterpret_cast<std::uintptr_t>(defaultQueue->handle()) : 0;
}

cl_int EnqueuedKernels::reported(cl_int result) const noexcept {
  return result == success || executable.hasDebugInfo() ? result : enqueueFailure;
}

cl_int EnqueuedKernels::enqueue(EnqueuedCommand &parent, const weft_enqueue_request &request) {
  Queue *queue = queueOf(request.queue, context);
  if (!queue)
    return invalidQueue;
  // Markers always wait for something.
  if ((request.wait_count != 0) != (request.wait_list != nullptr) ||
      (request.operation == WEFT_ENQUEUE_MARKER && !request.wait_list))
    return invalidWaitList;
  auto command = std::make_unique<EnqueuedCommand>();
  command->family = this;
  command->parent = &parent;
  command->queue = Ref<Queue>(queue);
  if (request.operation == WEFT_ENQUEUE_KERNEL)
    if (const cl_int status = prepareKernel(*command, request))
      return status;
  const std::uint64_t bytes =
      deviceCommandBytes + (request.block ? literalBytes(request.block) : 0);
  if (!queue->takeSpace(bytes))
    return queueFull;
  command->queueBytes = bytes;
  const std::lock_guard lock(events().mutex);
  if (const cl_int status = link(*command, request))
    return status;
  static_cast<void>(command.release()); // owned by the family
  return success;
}

cl_int EnqueuedKernels::prepareKernel(EnqueuedCommand &command,
                                      const weft_enqueue_request &request) {
  command.code = executable.kernelOfBlock(request.kernel_number);
  const weft_kernel_description *description = command.code ? command.code->description() : nullptr;
  if (!description)
    return outOfResources;
  CheckedRange checked;
  if (checkChildRange(*request.range, *description, command.queue->device(), checked) != CL_SUCCESS)
    return invalidRange;
  command.range = checked.range;
  command.isEmpty = checked.isEmpty;
  return fitsPrivateMemory(*description, checked.range.localSize)
             ? prepareArguments(command, *description, request)
             : outOfResources;
}

/// The literal follows the block of arguments.
cl_int EnqueuedKernels::prepareArguments(EnqueuedCommand &command,
                                         const weft_kernel_description &description,
                                         const weft_enqueue_request &request) {
  const std::uint32_t bytes = literalBytes(request.block);
  const std::uint64_t place = roundUp(description.argument_block_bytes, WEFT_BLOCK_ALIGNMENT);
  CapturedArguments &arguments = command.arguments;
  arguments.reserve(place + bytes);
  const unsigned char *literal = arguments.block() + place;
  std::memcpy(arguments.block() + place, request.block, bytes);
  std::memcpy(arguments.block(), &literal, sizeof literal);
  std::uint64_t used = description.local_memory_bytes;
  for (std::uint32_t index = 0; index != request.local_count; ++index) {
    const std::uint64_t size = request.local_sizes[index];
    const std::uint64_t offset = roundUp(used, WEFT_BLOCK_ALIGNMENT);
    if (size == 0)
      return invalidArgumentSize;
    if (size > localMemoryBytes || index + 1 >= description.argument_count)
      return outOfResources;
    std::memcpy(arguments.block() + description.arguments[index + 1].offset, &offset,
                sizeof offset);
    used = offset + size;
  }
  arguments.localBytes = used;
  if (description.flags & WEFT_KERNEL_IS_CHECKED) {
    arguments.setExtent(0, 0, bytes);
    for (std::uint32_t index = 0; index != request.local_count; ++index)
      arguments.setExtent(index + 1, 0, request.local_sizes[index]);
    command.checks = std::make_unique<LaunchChecks>(context, description, command.range, arguments);
  }
  return used <= localMemoryBytes ? success : outOfResources;
}

/// Adds a command to the graph; an error without changes if that is impossible.
cl_int EnqueuedKernels::link(EnqueuedCommand &command, const weft_enqueue_request &request) {
  DeviceEvents &table = events();
  const std::span waitList(request.wait_list, request.wait_count);
  for (const std::uint64_t number : waitList) {
    DeviceEvents::Event *event = table.find(number);
    if (!event)
      return invalidWaitList;
    const std::size_t needed = event->dependents.size() + waitList.size();
    if (needed > event->dependents.capacity())
      event->dependents.reserve(2 * needed);
  }
  if (request.output) {
    command.event = table.make(/*isUser=*/false);
    if (!command.event)
      return eventAllocationFailure;
  }
  for (const std::uint64_t number : waitList) {
    DeviceEvents::Event &event = *table.find(number);
    if (event.isComplete()) {
      if (event.status < 0)
        command.status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
      continue;
    }
    event.dependents.push_back(&command);
    ++command.pending;
  }
  ++command.parent->open;
  command.next = std::exchange(command.parent->children, &command);
  if (request.output)
    *request.output = command.event;
  return success;
}

void EnqueuedKernels::release(EnqueuedCommand &command) noexcept {
  if (--command.pending != 0)
    return;
  EnqueuedKernels &family = *command.family;
  command.next = nullptr;
  (family.lastReady ? family.lastReady->next : family.firstReady) = &command;
  family.lastReady = &command;
  ++family.readyCount;
  family.arrived.notify_one();
}

void EnqueuedKernels::end(EnqueuedCommand &command, cl_int status) noexcept {
  command.ended = monotonicNanoseconds();
  if (command.status == CL_SUCCESS)
    command.status = status;
  // They were listed from last to first.
  EnqueuedCommand *list = std::exchange(command.children, nullptr), *inOrder = nullptr;
  while (list) {
    EnqueuedCommand *next = std::exchange(list->next, inOrder);
    inOrder = std::exchange(list, next);
  }
  while (inOrder)
    release(*std::exchange(inOrder, inOrder->next));
  closePart(&command);
}

/// The command has ended, or one of its children is complete.
void EnqueuedKernels::closePart(EnqueuedCommand *command) noexcept {
  while (--command->open == 0 && command->parent) {
    EnqueuedCommand &parent = *command->parent;
    if (DeviceEvents::Event *event = events().find(command->event)) {
      event->times[0] = command->ended - command->started;
      event->times[1] = monotonicNanoseconds() - command->started;
      complete(command->event, command->status);
    }
    if (command->status < 0 && parent.status == CL_SUCCESS)
      parent.status = command->status;
    delete std::exchange(command, &parent);
  }
}

void EnqueuedKernels::complete(std::uint64_t number, cl_int status) noexcept {
  DeviceEvents &table = events();
  DeviceEvents::Event &event = *table.find(number);
  event.status = status;
  if (event.captured)
    std::ranges::copy(event.times, event.captured);
  for (EnqueuedCommand *dependent : event.dependents) {
    if (status < 0)
      dependent->status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    release(*dependent);
  }
  event.dependents.clear();
  table.dropIfDone(number);
}

cl_int EnqueuedKernels::run(EnqueuedCommand &command) noexcept {
  if (!command.code || command.isEmpty)
    return CL_SUCCESS;
  const KernelCode::Version *version = command.code->launchable(command.range);
  if (!version)
    return CL_OUT_OF_RESOURCES;
  const CapturedArguments &arguments = command.arguments;
  device::Launch prepared{.version = version->loaded,
                          .range = command.range,
                          .arguments = arguments.block(),
                          .localMemoryBytes = arguments.localBytes,
                          .largeBuffers = arguments.largeBuffers,
                          .versions = version->isBest ? nullptr : command.code,
                          .output = context.printfOutput(),
                          .zeroesLocalMemory = context.initializes(Context::localMemory),
                          .isCancelled = context.isCancelled(),
                          .enqueue = ask,
                          .enqueueContext = &command};
  if (!(version->loaded.kernel->flags & WEFT_KERNEL_TRACKS_CONTENTS))
    context.allocations().noteWrites();
  const CheckedRun checked(command.checks.get(), prepared);
  return device::run(arena, prepared) == device::LaunchStatus::Complete ? CL_SUCCESS
                                                                        : CL_OUT_OF_RESOURCES;
}

void EnqueuedKernels::runReady() noexcept {
  std::unique_lock lock(events().mutex);
  while (firstReady) {
    EnqueuedCommand &command = *std::exchange(firstReady, firstReady->next);
    if (!firstReady)
      lastReady = nullptr;
    --readyCount;
    command.started = monotonicNanoseconds();
    cl_int status = command.status;
    if (status == CL_SUCCESS) {
      lock.unlock();
      status = run(command);
      lock.lock();
    }
    end(command, status);
  }
}

cl_int EnqueuedKernels::finish(cl_int status) noexcept {
  std::unique_lock lock(events().mutex);
  end(launch, status);
  while (launch.open != 0) {
    // Events of other launches may be missing.
    if (!firstReady) {
      arrived.wait(lock);
      continue;
    }
    const std::size_t threads = std::min(readyCount, arena.concurrency());
    lock.unlock();
    if (threads == 1)
      runReady();
    else
      arena.parallelFor(threads, 1, [this](std::size_t, std::size_t) { runReady(); });
    lock.lock();
  }
  return launch.status;
}

} // namespace weft::icd
