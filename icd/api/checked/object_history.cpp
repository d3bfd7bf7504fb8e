// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/checked/object_history.h"

#include "icd/core/fork_local.h"

#include <algorithm>

namespace weft::icd {

std::vector<std::string> ObjectRecord::describe() const {
  std::vector<std::string> lines;
  created.append(lines, "created");
  released.append(lines, "released");
  return lines;
}

ObjectHistory &ObjectHistory::get() { return forkLocal<ObjectHistory>(); }

void ObjectHistory::addCreation(const ObjectHeader *handle, ObjectType type, const char *call) {
  const ObjectRecord record{type, device::HostCall::ofCaller(call), {}};
  const std::lock_guard lock(mutex);
  entries.insert_or_assign(handle, Entry{record, count++});
}

void ObjectHistory::addRelease(const ObjectHeader *handle, const char *call) {
  const device::HostCall by = device::HostCall::ofCaller(call);
  const std::lock_guard lock(mutex);
  const auto found = entries.find(handle);
  if (found == entries.end())
    return;
  found->second.record.released = by;
}

ObjectRecord ObjectHistory::findReleased(const ObjectHeader *handle) {
  const std::lock_guard lock(mutex);
  const auto found = entries.find(handle);
  if (found == entries.end() || !found->second.record.released.name ||
      isHandle(handle, found->second.record.type))
    return {};
  return found->second.record;
}

std::vector<std::pair<const ObjectHeader *, ObjectRecord>> ObjectHistory::live() {
  std::vector<std::pair<const ObjectHeader *, Entry>> found;
  {
    const std::lock_guard lock(mutex);
    for (const auto &[handle, entry] : entries)
      if (!entry.record.released.name && isHandle(handle, entry.record.type))
        found.emplace_back(handle, entry);
  }
  std::ranges::sort(found, {}, [](const auto &pair) { return pair.second.number; });
  std::vector<std::pair<const ObjectHeader *, ObjectRecord>> result;
  result.reserve(found.size());
  for (const auto &[handle, entry] : found)
    result.emplace_back(handle, entry.record);
  return result;
}

const char *wordOf(ObjectType type) {
  switch (type) {
  case ObjectType::Device:
    return "device";
  case ObjectType::Context:
    return "context";
  case ObjectType::Queue:
    return "command queue";
  case ObjectType::Memory:
    return "memory object";
  case ObjectType::Sampler:
    return "sampler";
  case ObjectType::Program:
    return "program";
  case ObjectType::Kernel:
    return "kernel";
  case ObjectType::Event:
    return "event";
  default:
    return "object";
  }
}

} // namespace weft::icd
