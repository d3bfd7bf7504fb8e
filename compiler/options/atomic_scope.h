// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scope of an atomic instruction, as a SPIR-V module has it: every scope is the same coherent
// memory, but checks tell which work-items another device would order.
#pragma once

#include <cstdint>

namespace weft::compiler {

/// Metadata of atomic instructions: a constant of 32 bits, `memory_scope` of OpenCL C. Without it
/// the scope is at least the device.
inline constexpr char atomicScopeMetadata[] = "weft.scope";

/// Those scopes of `memory_scope` that do not reach all work-items of a device.
enum class NarrowScope : std::uint32_t { WorkItem = 0, WorkGroup = 1, SubGroup = 4 };

constexpr bool isNarrowScope(std::uint64_t scope) {
  return scope == std::uint64_t(NarrowScope::WorkItem) ||
         scope == std::uint64_t(NarrowScope::WorkGroup) ||
         scope == std::uint64_t(NarrowScope::SubGroup);
}

} // namespace weft::compiler
