// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/context.h"

#include "compiler/client/compiler_client.h"
#include "device/base/threads/futex.h"
#include "icd/core/background.h"
#include "icd/core/context/queue.h"
#include "icd/core/fork_local.h"
#include "icd/core/platform/device.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <atomic>

namespace weft::icd {
namespace {

/// Starting a process takes milliseconds on a busy machine. However many contexts are created
/// meanwhile, one thread does it.
void prepareCompilerAside() {
  compiler::keepEnvironment();
  const auto prepare = [] {
    forkLocal<std::atomic<bool>>().store(false);
    compiler::prepareCompiler();
  };
  if (!forkLocal<std::atomic<bool>>().exchange(true) && !runInBackground(prepare))
    prepare();
}

} // namespace

Context::Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
                 Notify notify, void *notifyData)
    : members(std::move(devices)), propertyList(std::move(properties)), notify(notify),
      notifyData(notifyData) {
  for (std::size_t i = 0; i + 1 < propertyList.size(); i += 2) {
    if (propertyList[i] == CL_CONTEXT_MEMORY_INITIALIZE_KHR)
      initialized = static_cast<cl_bitfield>(propertyList[i + 1]);
    if (propertyList[i] == CL_CONTEXT_TERMINATE_KHR && propertyList[i + 1])
      end = std::make_unique<Termination>();
  }
  prepareCompilerAside();
  // Concurrently with the compiler's start: arenas read the environment in calls of the host.
  for (const Ref<Device> &member : members)
    member->arena();
}

Context::~Context() {
  for (auto entry = destructors.rbegin(); entry != destructors.rend(); ++entry)
    entry->callback(handle(), entry->data);
}

bool Context::contains(const Device &device) const {
  return std::any_of(members.begin(), members.end(),
                     [&](const Ref<Device> &member) { return member.get() == &device; });
}

void Context::addQueue(Queue &queue) {
  const std::lock_guard lock(queueMutex);
  queues.push_back(&queue);
}

void Context::removeQueue(Queue &queue) noexcept {
  const std::lock_guard lock(queueMutex);
  std::erase(queues, &queue);
  std::erase(defaultQueues, &queue);
}

Ref<Queue> Context::defaultQueueOn(const device::Arena &arena) {
  const std::lock_guard lock(queueMutex);
  for (Queue *queue : defaultQueues)
    if (&queue->device().arena() == &arena && queue->tryAddOwner())
      return Ref<Queue>::adopt(queue);
  return {};
}

std::size_t Context::queuesOn(const Device &device) {
  const std::lock_guard lock(queueMutex);
  return static_cast<std::size_t>(std::ranges::count_if(queues, [&](const Queue *queue) {
    return queue->isOnDevice() && !(queue->properties() & CL_QUEUE_ON_DEVICE_DEFAULT) &&
           &queue->device() == &device;
  }));
}

void Context::setDefaultQueue(Queue &queue) {
  const std::lock_guard lock(queueMutex);
  defaultQueues.reserve(defaultQueues.size() + 1);
  std::erase_if(defaultQueues,
                [&](const Queue *other) { return &other->device() == &queue.device(); });
  defaultQueues.push_back(&queue);
}

std::vector<Ref<Queue>> Context::liveQueues() {
  std::vector<Ref<Queue>> live;
  const std::lock_guard lock(queueMutex);
  live.reserve(queues.size());
  for (Queue *queue : queues)
    if (queue->tryAddOwner())
      live.push_back(Ref<Queue>::adopt(queue));
  return live;
}

bool Context::terminate() {
  const std::vector<Ref<Queue>> live = liveQueues();
  if (!end->begin())
    return false;
  // Unflushed commands end too.
  for (const Ref<Queue> &queue : live)
    queue->flush();
  end->closeEvents();
  report("the context has been terminated");
  return true;
}

void Context::finish() {
  for (const Ref<Queue> &queue : liveQueues())
    queue->finish();
  while (const std::uint32_t leaving = drainingQueues.load(std::memory_order_acquire))
    device::futexWait(drainingQueues, leaving);
}

void Context::report(const char *message) const noexcept {
  if (notify)
    notify(message, nullptr, 0, notifyData);
}

void Context::addDestructor(Destructor callback, void *data) {
  std::lock_guard lock(destructorMutex);
  destructors.push_back({callback, data});
}

} // namespace weft::icd
