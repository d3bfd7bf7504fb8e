// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/command_buffer/command_buffer.h"

#include "icd/core/context/event.h"
#include "icd/core/platform/device.h"

#include <algorithm>
#include <utility>

namespace weft::icd {
namespace {

/// Events of a replay's segments, released once it is enqueued.
class SegmentEvents {
public:
  explicit SegmentEvents(std::size_t count) { handles.reserve(count); }
  SegmentEvents(const SegmentEvents &) = delete;
  SegmentEvents &operator=(const SegmentEvents &) = delete;
  ~SegmentEvents() {
    for (cl_event handle : handles)
      Event::fromHandle(handle)->releaseApi();
  }
  std::vector<cl_event> handles;
};

} // namespace

CommandBuffer::CommandBuffer(std::span<Queue *const> queueList, cl_command_buffer_flags_khr flags,
                             bool keepsGroups, std::vector<cl_properties> properties)
    : flags(flags), hasFixedGroups(keepsGroups), propertyList(std::move(properties)),
      lastOnQueue(queueList.size()) {
  queues.reserve(queueList.size());
  for (Queue *queue : queueList)
    queues.emplace_back(queue);
}

CommandBuffer::~CommandBuffer() = default;

CommandBuffer::State CommandBuffer::state() const {
  const std::lock_guard lock(mutex);
  if (!order)
    return State::Recording;
  return incomplete ? State::Finalised : State::Executable;
}

void CommandBuffer::findDependencies(const Recording &recording, RecordedCommand &command) const {
  std::vector<std::uint32_t> &earlier = command.planned.waitsFor;
  command.planned.queue = recording.queue;
  command.planned.isBarrier = !recording.operation && !recording.launch;
  if (command.planned.isBarrier && recording.waitList.empty()) {
    // The last barrier represents all earlier commands.
    for (std::uint32_t index = lastBarrier.value_or(0); index < commands.size(); ++index)
      earlier.push_back(index);
    return;
  }
  for (const cl_sync_point_khr point : recording.waitList)
    earlier.push_back(point - 1);
  if (lastBarrier)
    earlier.push_back(*lastBarrier);
  if (const auto &last = lastOnQueue[recording.queue];
      last && !queue(recording.queue).isOutOfOrder())
    earlier.push_back(*last);
}

void CommandBuffer::append(ApiRef<RecordedCommand> command, std::shared_ptr<Operation> operation) {
  // Everything that may throw precedes the first change.
  if (commands.size() == commands.capacity())
    commands.reserve(std::max<std::size_t>(16, 2 * commands.size()));
  operations->push_back(std::move(operation));
  const auto index = static_cast<std::uint32_t>(commands.size());
  command->owner = this;
  command->position = index;
  incomplete += command->launch() && !operations->back();
  if (command->planned.isBarrier)
    lastBarrier = index;
  lastOnQueue[command->planned.queue] = index;
  commands.push_back(std::move(command));
}

cl_int CommandBuffer::record(Recording recording, cl_sync_point_khr *syncPoint,
                             cl_mutable_command_khr *handle) {
  auto command = ApiRef<RecordedCommand>::adopt(new RecordedCommand);
  const std::lock_guard lock(mutex);
  if (order)
    return CL_INVALID_OPERATION;
  for (const cl_sync_point_khr point : recording.waitList)
    if (point == 0 || point > commands.size())
      return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  if (commands.size() == CL_UINT_MAX)
    return CL_OUT_OF_RESOURCES;
  findDependencies(recording, *command);
  command->commandType = recording.type;
  command->propertyList = std::move(recording.properties);
  command->recordedLaunch = std::move(recording.launch);
  append(std::move(command), std::move(recording.operation));
  if (syncPoint)
    *syncPoint = static_cast<cl_sync_point_khr>(commands.size());
  if (handle)
    *handle = commands.back()->handle();
  return CL_SUCCESS;
}

cl_int CommandBuffer::finalise() {
  const std::lock_guard lock(mutex);
  if (order)
    return CL_INVALID_OPERATION;
  std::vector<PlannedCommand> planned;
  planned.reserve(commands.size());
  for (const auto &command : commands)
    planned.push_back(command->planned);
  order = std::make_shared<const ReplayOrder>(planned);
  return CL_SUCCESS;
}

cl_int CommandBuffer::enqueue(std::span<Queue *const> on, std::span<const cl_event> waitList,
                              cl_event *event) {
  std::shared_ptr<const ReplayOrder> plan;
  std::shared_ptr<const OperationList> run;
  {
    const std::lock_guard lock(mutex);
    if (!order || incomplete)
      return CL_INVALID_OPERATION;
    plan = order;
    run = operations;
  }
  if (plan->segments().size() == 1) {
    const ReplayOrder::Segment &segment = plan->segments().front();
    return on[segment.queue]->enqueue(CL_COMMAND_COMMAND_BUFFER_KHR, makeReplay(plan, segment, run),
                                      waitList, event);
  }
  return enqueueSegments(on, waitList, event, plan, run);
}

/// Several segments, or none. The last command, of the first queue, waits for all.
cl_int CommandBuffer::enqueueSegments(std::span<Queue *const> on,
                                      std::span<const cl_event> waitList, cl_event *event,
                                      const std::shared_ptr<const ReplayOrder> &plan,
                                      const std::shared_ptr<const OperationList> &run) {
  SegmentEvents made(plan->segments().size());
  std::vector<cl_event> needed, last(waitList.begin(), waitList.end());
  for (const ReplayOrder::Segment &segment : plan->segments()) {
    needed.assign(waitList.begin(), waitList.end());
    if (!segment.waitsFor.empty())
      needed.clear();
    for (const std::uint32_t earlier : segment.waitsFor)
      needed.push_back(made.handles[earlier]);
    cl_event handle = nullptr;
    const cl_int status = on[segment.queue]->enqueue(
        CL_COMMAND_COMMAND_BUFFER_KHR, makeReplay(plan, segment, run), needed, &handle);
    if (status != CL_SUCCESS)
      return status;
    made.handles.push_back(handle);
    if (!segment.isAwaited)
      last.push_back(handle);
  }
  return on.front()->enqueue(CL_COMMAND_COMMAND_BUFFER_KHR, nullptr, last, event);
}

void CommandBuffer::update(std::vector<Update> updates) {
  const std::lock_guard lock(mutex);
  // Replays already enqueued keep their list.
  auto changed = std::make_shared<OperationList>(*operations);
  for (Update &update : updates) {
    const std::uint32_t index = update.command->position;
    incomplete += !update.operation;
    incomplete -= !(*changed)[index];
    (*changed)[index] = std::move(update.operation);
    update.command->recordedLaunch = std::move(update.launch);
  }
  operations = std::move(changed);
}

CommandBuffer *CommandBuffer::remap(std::span<Queue *const> on, cl_int &error) {
  const std::lock_guard lock(mutex);
  auto copy =
      ApiRef<CommandBuffer>::adopt(new CommandBuffer(on, flags, hasFixedGroups, propertyList));
  for (const auto &command : commands) {
    auto copied = ApiRef<RecordedCommand>::adopt(new RecordedCommand);
    copied->commandType = command->commandType;
    copied->planned = command->planned;
    copied->propertyList = command->propertyList;
    std::shared_ptr<Operation> operation = (*operations)[command->position];
    if (const RecordedLaunch *launch = command->launch()) {
      RecordedLaunch remapped = *launch;
      remapped.arguments = ApiRef<Kernel>::adopt(launch->arguments->clone());
      KernelOnDevice kernel;
      if ((error = KernelOnDevice::find(*remapped.arguments, on[command->planned.queue]->device(),
                                        kernel)))
        return nullptr;
      if (operation) {
        std::unique_ptr<Operation> made;
        if ((error =
                 makeLaunch(kernel, remapped.range, remapped.isEmpty, LaunchUse::Repeated, made)))
          return nullptr;
        operation = std::move(made);
      }
      copied->recordedLaunch = std::move(remapped);
    }
    copy->append(std::move(copied), std::move(operation));
  }
  copy->order = order;
  return copy.leak();
}

} // namespace weft::icd
