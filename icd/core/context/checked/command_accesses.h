// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a command accesses while it runs, in a process that looks for races of commands
// (command_races.h). Operations tell it to the command that their thread runs.
#pragma once

#include "device/checks/copies_in_flight.h"

#include <cstdint>
#include <new>
#include <string>
#include <vector>

namespace weft::icd {

/// Bytes of the process's memory that are accessed in the same way.
struct CommandAccess {
  device::CopySide bytes;
  bool writes = false;
  bool isPlain = true; ///< not atomic
};

/// The accesses of one object.
struct ObjectAccesses {
  std::string object; ///< "a buffer of 256 bytes"
  std::uintptr_t begin = 0;
  std::vector<CommandAccess> accesses;
};

class CommandAccesses {
public:
  /// Those of the command that this thread runs; null if nobody wants to know, or it runs none.
  static CommandAccesses *current() noexcept;

  /// The thread runs the command with these accesses, or one whose are not wanted, if null.
  class Scope {
  public:
    explicit Scope(CommandAccesses *accesses) noexcept;
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    CommandAccesses *const outer;
  };

  /// Without memory for it an object is left out.
  void add(ObjectAccesses object) noexcept;
  /// Forgets what overlaps memory that is released.
  void forget(std::uintptr_t begin, std::size_t bytes) noexcept;
  bool isEmpty() const { return objects.empty(); }

  /// A byte at which two commands race: one of them writes it, and they are not both atomic.
  struct Conflict {
    std::uintptr_t address;
    const ObjectAccesses *object; ///< as this command knows it
    const ObjectAccesses *otherObject;
    bool writes, otherWrites;
  };
  /// Finds one with another command; false if there is none.
  bool findConflict(const CommandAccesses &other, Conflict &found) const noexcept;

private:
  std::vector<ObjectAccesses> objects;
};

/// Tells that the command of this thread accesses these bytes of an object, which begins there.
/// `describe` returns its description. Without memory for it the access is left out.
template <class Describe>
void noteAccess(std::uintptr_t begin, const device::CopySide &bytes, bool writes,
                const Describe &describe) noexcept try {
  if (CommandAccesses *accesses = CommandAccesses::current(); accesses && !bytes.isEmpty())
    accesses->add({describe(), begin, {{bytes, writes}}});
} catch (const std::bad_alloc &) {
  return;
}

/// The same of memory of the host, and of contiguous bytes.
void noteHostAccess(const void *begin, std::size_t bytes, bool writes) noexcept;
void noteHostAccess(const device::CopySide &bytes, bool writes) noexcept;

} // namespace weft::icd
