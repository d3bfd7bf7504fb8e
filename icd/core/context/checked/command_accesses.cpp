// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/checked/command_accesses.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

namespace weft::icd {
namespace {

/// Accesses of more lines are not compared.
constexpr std::uint64_t mostLines = 1 << 16;

thread_local CommandAccesses *ofThread = nullptr;

// The first byte of a range that another access has, too: that it has one is known.
std::uintptr_t firstIn(const device::CopySide &other, std::uint64_t begin, std::uint64_t bytes) {
  while (bytes > 1) {
    const std::uint64_t half = bytes / 2;
    const bool isInFirst = other.overlaps(begin, half);
    begin += isInFirst ? 0 : half;
    bytes = isInFirst ? half : bytes - half;
  }
  return begin;
}

std::optional<std::uintptr_t> commonByte(const device::CopySide &first,
                                         const device::CopySide &second) {
  const weft_bytes one = first.hull(), other = second.hull();
  if (one.begin >= other.begin + other.size || other.begin >= one.begin + one.size)
    return std::nullopt;
  if (first.lines * first.planes > second.lines * second.planes)
    return commonByte(second, first);
  if (first.lines * first.planes > mostLines)
    return std::nullopt;
  for (std::uint64_t plane = 0; plane != first.planes; ++plane)
    for (std::uint64_t line = 0; line != first.lines; ++line) {
      const std::uint64_t begin = first.begin + plane * first.plane + line * first.line;
      if (second.overlaps(begin, first.bytes))
        return firstIn(second, begin, first.bytes);
    }
  return std::nullopt;
}

bool mayRace(const CommandAccess &one, const CommandAccess &other) {
  return (one.writes && other.isPlain) || (one.isPlain && other.writes);
}

} // namespace

CommandAccesses *CommandAccesses::current() noexcept { return ofThread; }

CommandAccesses::Scope::Scope(CommandAccesses *accesses) noexcept
    : outer(std::exchange(ofThread, accesses)) {}

CommandAccesses::Scope::~Scope() { ofThread = outer; }

void CommandAccesses::add(ObjectAccesses object) noexcept try {
  objects.push_back(std::move(object));
} catch (const std::bad_alloc &) {
  return;
}

void CommandAccesses::forget(std::uintptr_t begin, std::size_t bytes) noexcept {
  for (ObjectAccesses &object : objects)
    std::erase_if(object.accesses, [&](const CommandAccess &access) {
      const weft_bytes hull = access.bytes.hull();
      return hull.begin < begin + bytes && begin < hull.begin + hull.size;
    });
}

bool CommandAccesses::findConflict(const CommandAccesses &other, Conflict &found) const noexcept {
  for (const ObjectAccesses &object : objects)
    for (const CommandAccess &access : object.accesses)
      for (const ObjectAccesses &otherObject : other.objects)
        for (const CommandAccess &otherAccess : otherObject.accesses) {
          if (!mayRace(access, otherAccess))
            continue;
          if (const auto address = commonByte(access.bytes, otherAccess.bytes)) {
            found = {*address, &object, &otherObject, access.writes, otherAccess.writes};
            return true;
          }
        }
  return false;
}

void noteHostAccess(const void *begin, std::size_t bytes, bool writes) noexcept {
  noteHostAccess({reinterpret_cast<std::uintptr_t>(begin), bytes, 1, 0, 1, 0}, writes);
}

void noteHostAccess(const device::CopySide &bytes, bool writes) noexcept {
  noteAccess(bytes.begin, bytes, writes, [] { return std::string("memory of the host"); });
}

} // namespace weft::icd
