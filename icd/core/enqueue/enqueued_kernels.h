// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels that one launch enqueues, and those that these enqueue, and so on.
//
// A command begins when its parent has ended, whatever its flags say (the specification permits
// that), and its wait list is complete. So a launch collects the commands that its kernel enqueues.
// Then its thread runs ready commands, helped by other threads of the arena if there are several,
// until no command of the family is left: a command is complete when it has ended and all its
// children are complete, and so is the launch. This involves no host thread, wake-up or host event.
#pragma once

#include "icd/core/context/queue.h"
#include "icd/core/enqueue/launch_checks.h"
#include "icd/core/program/executable.h"
#include "icd/core/program/kernel.h"

#include "device/kernel_abi_enqueue.h"

#include <memory>

namespace weft::icd {

class DeviceEvents;

/// One command: a kernel of a block, a marker, or the launch itself. Guarded by DeviceEvents::mutex
/// except for the state of the running kernel.
struct EnqueuedCommand {
  EnqueuedCommand() = default;
  EnqueuedCommand(const EnqueuedCommand &) = delete;
  EnqueuedCommand &operator=(const EnqueuedCommand &) = delete;
  ~EnqueuedCommand() {
    if (queueBytes)
      queue->giveSpace(queueBytes);
  }

  class EnqueuedKernels *family = nullptr;
  EnqueuedCommand *parent = nullptr;
  EnqueuedCommand *children = nullptr; ///< waiting for the end of this one
  EnqueuedCommand *next = nullptr;     ///< child of the same parent, or ready command
  KernelCode *code = nullptr;          ///< null for markers and for the launch
  device::NdRange range;
  bool isEmpty = false;
  CapturedArguments arguments;
  std::unique_ptr<LaunchChecks> checks; ///< of checked kernels
  Ref<Queue> queue;
  std::uint64_t queueBytes = 0; ///< used in the queue
  std::uint64_t event = 0;
  std::uint32_t pending = 1; ///< the parent's end, and events
  std::uint32_t open = 1;    ///< its own end, and incomplete children
  cl_int status = CL_SUCCESS;
  std::uint64_t started = 0, ended = 0;

  static void *operator new(std::size_t bytes) { return allocateObject(bytes); }
  static void operator delete(void *memory, std::size_t bytes) noexcept {
    recycleObject(memory, bytes);
  }
};

class EnqueuedKernels {
public:
  /// For a launch of a kernel of that program.
  EnqueuedKernels(Context &context, Executable &executable, device::Arena &arena)
      : context(context), executable(executable), arena(arena) {
    launch.family = this;
  }
  EnqueuedKernels(const EnqueuedKernels &) = delete;
  EnqueuedKernels &operator=(const EnqueuedKernels &) = delete;

  /// Gives a launch of the family's first kernel the means to enqueue.
  void addTo(device::Launch &prepared) noexcept {
    prepared.enqueue = ask;
    prepared.enqueueContext = &launch;
  }
  /// Runs the enqueued commands after the launch, which ended with that status. Returns the status
  /// of the whole family.
  cl_int finish(cl_int status) noexcept;
  /// When the launch itself had ended (monotonicNanoseconds()).
  std::uint64_t endOfLaunch() const noexcept { return launch.ended; }

private:
  static std::uint64_t ask(void *asking, const weft_enqueue_request *request) noexcept;
  std::uint64_t answer(EnqueuedCommand &asking, const weft_enqueue_request &request);
  std::uint64_t answerOfKernel(const weft_enqueue_request &request);
  std::uint64_t defaultQueueNumber();
  /// The result reported to the program: exact if it was built with -g.
  cl_int reported(cl_int result) const noexcept;
  cl_int enqueue(EnqueuedCommand &parent, const weft_enqueue_request &request);
  cl_int prepareKernel(EnqueuedCommand &command, const weft_enqueue_request &request);
  cl_int prepareArguments(EnqueuedCommand &command, const weft_kernel_description &description,
                          const weft_enqueue_request &request);
  cl_int run(EnqueuedCommand &command) noexcept;
  void runReady() noexcept;
  // These require the mutex.
  cl_int link(EnqueuedCommand &command, const weft_enqueue_request &request);
  static void release(EnqueuedCommand &command) noexcept;
  void end(EnqueuedCommand &command, cl_int status) noexcept;
  void closePart(EnqueuedCommand *command) noexcept;
  void complete(std::uint64_t event, cl_int status) noexcept;
  DeviceEvents &events() const noexcept;

  Context &context;
  Executable &executable;
  device::Arena &arena;
  EnqueuedCommand launch;
  EnqueuedCommand *firstReady = nullptr, *lastReady = nullptr;
  std::size_t readyCount = 0;
  std::condition_variable arrived; ///< a command is ready
  Ref<Queue> defaultQueue;         ///< kept once a kernel has queried it
};

} // namespace weft::icd
