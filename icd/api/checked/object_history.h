// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which call created each object, and which released it: for reports on leaks and on objects that
// are used after their release.
#pragma once

#include "device/checks/call_site.h"
#include "icd/core/object.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weft::icd {

/// What the host did with a handle. Names of calls are literals.
struct ObjectRecord {
  ObjectType type = ObjectType::Dead;
  device::HostCall created;
  device::HostCall released; ///< without a name while the host has references

  /// "created by clCreateBuffer" and the lines of that call; the same for its release.
  std::vector<std::string> describe() const;
};

/// Thread-safe. Everything throws bad_alloc.
class ObjectHistory {
public:
  /// The calling process's: a forked child begins without records, as its parent's handles are
  /// invalid there.
  static ObjectHistory &get();

  /// A new object of this handle, which may have been another's.
  void addCreation(const ObjectHeader *handle, ObjectType type, const char *call);
  /// The host is about to give up its last reference.
  void addRelease(const ObjectHeader *handle, const char *call);
  /// The record of a handle that the host has released and that is invalid; no type if there is
  /// none. Any address may be given.
  ObjectRecord findReleased(const ObjectHeader *handle);
  /// The handles to which the host has references, in the order of creation.
  std::vector<std::pair<const ObjectHeader *, ObjectRecord>> live();

private:
  struct Entry {
    ObjectRecord record;
    std::uint64_t number; ///< in the order of creation
  };
  std::mutex mutex;
  std::unordered_map<const ObjectHeader *, Entry> entries;
  std::uint64_t count = 0;
};

/// "memory object", "command queue".
const char *wordOf(ObjectType type);

} // namespace weft::icd
