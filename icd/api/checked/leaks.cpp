// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/checked/leaks.h"

#include "device/base/settings.h"
#include "device/checks/report.h"
#include "icd/api/checked/object_history.h"

#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace weft::icd {
namespace {

std::size_t bytesOf(const ObjectHeader *handle) {
  size_t bytes = 0;
  auto *memory = static_cast<cl_mem>(const_cast<ObjectHeader *>(handle));
  dispatchTable.known.clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
  return bytes;
}

/// Objects that one call of the host has created.
struct Leak {
  ObjectRecord first;
  std::size_t count = 0;
  std::size_t bytes = 0; ///< of memory objects
};

void report(const Leak &leak) {
  const bool isOne = leak.count == 1;
  device::CheckReport report;
  report.check = Check::Leaks;
  report.call = leak.first.created.name;
  report.message = std::to_string(leak.count) + ' ' + wordOf(leak.first.type) + (isOne ? "" : "s");
  if (leak.bytes != 0)
    report.message += " of " + std::to_string(leak.bytes) + " bytes";
  report.message += isOne ? " is not released" : " are not released";
  report.site = leak.first.created.site.address();
  report.notes = leak.first.created.site.lines();
  device::deliver(report);
}

/// In the order of creation.
std::vector<Leak> findLeaks() {
  std::vector<Leak> leaks;
  std::map<std::pair<std::string, std::uintptr_t>, std::size_t> known;
  for (const auto &[handle, record] : ObjectHistory::get().live()) {
    const auto [entry, isNew] =
        known.try_emplace({record.created.name, record.created.site.address()}, leaks.size());
    if (isNew)
      leaks.push_back({.first = record});
    Leak &leak = leaks[entry->second];
    ++leak.count;
    if (record.type == ObjectType::Memory)
      leak.bytes += bytesOf(handle);
  }
  return leaks;
}

} // namespace

void reportLeaks() noexcept try {
  if (!Settings::ofProcess().checks.has(Check::Leaks))
    return;
  for (const Leak &leak : findLeaks())
    report(leak);
} catch (const std::bad_alloc &) {
  return;
}

} // namespace weft::icd
