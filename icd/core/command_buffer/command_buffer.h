// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command buffers (section 5.17): commands that are recorded once and replayed many times.
//
// Recording creates each command's operation; finalising computes the order of all (replay_plan.h).
// A replay is then one command of its queue, or a few for several queues. It shares operations and
// order with the command buffer: an update creates new operations and a new list of them, so
// replays enqueued earlier run what was recorded then, even concurrently.
#pragma once

#include "icd/core/command_buffer/replay_plan.h"
#include "icd/core/context/queue.h"
#include "icd/core/enqueue/kernel_launch.h"
#include "icd/core/object.h"

#include <CL/cl_ext.h>

#include <mutex>
#include <optional>
#include <span>
#include <vector>

struct _cl_command_buffer_khr : weft::icd::ObjectHeader {};
struct _cl_mutable_command_khr : weft::icd::ObjectHeader {};

namespace weft::icd {

class CommandBuffer;

/// The launch of a recorded kernel, with the parts that the host may change.
struct RecordedLaunch {
  ApiRef<Kernel> kernel; ///< as given by the host
  /// Its arguments when recorded, plus those of later updates.
  ApiRef<Kernel> arguments;
  device::NdRange range;
  bool isEmpty = false;
  bool hasLocalSize = false; ///< given by the host
  cl_mutable_dispatch_fields_khr updatableFields = 0;
};

/// One command of a command buffer, and the host's handle to it.
class RecordedCommand final
    : public Object<RecordedCommand, _cl_mutable_command_khr, ObjectType::RecordedCommand> {
public:
  CommandBuffer &commandBuffer() const { return *owner; }
  std::uint32_t index() const { return position; }
  std::uint32_t queueIndex() const { return planned.queue; }
  cl_command_type type() const { return commandType; }
  /// The host's list with its terminating 0, or empty.
  std::span<const cl_properties> properties() const { return propertyList; }
  /// Null for commands other than kernels.
  const RecordedLaunch *launch() const { return recordedLaunch ? &*recordedLaunch : nullptr; }

private:
  friend class CommandBuffer;
  CommandBuffer *owner = nullptr; ///< outlives this
  std::uint32_t position = 0;
  cl_command_type commandType = 0;
  PlannedCommand planned;
  std::vector<cl_properties> propertyList;
  std::optional<RecordedLaunch> recordedLaunch;
};

class CommandBuffer final
    : public Object<CommandBuffer, _cl_command_buffer_khr, ObjectType::CommandBuffer> {
public:
  /// `queues` is not empty and of one context. `properties` is the host's list with its terminating
  /// 0, or empty. Throws bad_alloc.
  CommandBuffer(std::span<Queue *const> queues, cl_command_buffer_flags_khr flags, bool keepsGroups,
                std::vector<cl_properties> properties);
  ~CommandBuffer();

  Context &context() const { return queues.front()->context(); }
  std::size_t queueCount() const { return queues.size(); }
  Queue &queue(std::size_t index) const { return *queues[index]; }
  std::span<const cl_properties> properties() const { return propertyList; }
  bool isMutable() const { return flags & CL_COMMAND_BUFFER_MUTABLE_KHR; }
  /// The host promises never to add work-groups to a recorded kernel.
  bool keepsGroups() const { return hasFixedGroups; }
  enum class State { Recording, Finalised, Executable };
  /// Thread-safe.
  State state() const;

  /// A command to record. Without operation and launch it is a barrier; a launch without operation
  /// still lacks arguments.
  struct Recording {
    std::uint32_t queue = 0;
    cl_command_type type = 0;
    std::shared_ptr<Operation> operation;
    std::optional<RecordedLaunch> launch;
    std::span<const cl_sync_point_khr> waitList;
    std::vector<cl_properties> properties;
  };
  /// Appends a command and returns its synchronisation point, and its handle on request:
  /// CL_SUCCESS, CL_INVALID_OPERATION after finalising, or CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  /// Throws bad_alloc. Thread-safe.
  cl_int record(Recording recording, cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle);

  /// CL_SUCCESS, or CL_INVALID_OPERATION if already finalised. Throws bad_alloc.
  cl_int finalise();
  /// Enqueues a replay on queues compatible with its own: CL_SUCCESS, or CL_INVALID_OPERATION if it
  /// is not executable. `waitList` has been validated. Throws bad_alloc. Thread-safe.
  cl_int enqueue(std::span<Queue *const> on, std::span<const cl_event> waitList, cl_event *event);

  /// A recorded kernel's new state; the old one is released once all are replaced.
  struct Update {
    RecordedCommand *command;
    RecordedLaunch launch;
    std::shared_ptr<Operation> operation;
  };
  /// Replaces launches of commands of this buffer, for later replays. If it throws bad_alloc,
  /// nothing has changed. Like finalise, not for concurrent calls.
  void update(std::vector<Update> updates);

  /// A copy for other queues of the same context, as many as its own (clRemapCommandBufferKHR):
  /// null with the error of a command that the new device cannot run. Throws bad_alloc.
  /// Thread-safe.
  CommandBuffer *remap(std::span<Queue *const> on, cl_int &error);
  /// The handle of the corresponding command in a copy.
  cl_mutable_command_khr handleOf(std::uint32_t index) { return commands[index]->handle(); }

private:
  friend class Object<CommandBuffer, _cl_command_buffer_khr, ObjectType::CommandBuffer>;
  /// The dependencies of a new command. The mutex is held.
  void findDependencies(const Recording &recording, RecordedCommand &command) const;
  void append(ApiRef<RecordedCommand> command, std::shared_ptr<Operation> operation);
  cl_int enqueueSegments(std::span<Queue *const> on, std::span<const cl_event> waitList,
                         cl_event *event, const std::shared_ptr<const ReplayOrder> &plan,
                         const std::shared_ptr<const OperationList> &run);

  std::vector<ApiRef<Queue>> queues;
  const cl_command_buffer_flags_khr flags;
  const bool hasFixedGroups;
  const std::vector<cl_properties> propertyList;

  mutable std::mutex mutex; ///< guards the following
  std::vector<ApiRef<RecordedCommand>> commands;
  std::shared_ptr<OperationList> operations = std::make_shared<OperationList>();
  std::shared_ptr<const ReplayOrder> order; ///< after finalising
  std::uint32_t incomplete = 0;             ///< launches that lack arguments
  std::optional<std::uint32_t> lastBarrier;
  std::vector<std::optional<std::uint32_t>> lastOnQueue;
};

} // namespace weft::icd
