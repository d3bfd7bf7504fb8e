// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/semantics.h"

namespace weft::compiler::spirv {

using namespace llvm;

AtomicOrdering orderingOf(Translation &translation, Id semantics) {
  const auto mask = translation.number(semantics);
  if (!mask || *mask & spv::MemorySemanticsSequentiallyConsistentMask)
    return AtomicOrdering::SequentiallyConsistent;
  const bool acquires =
      *mask & (spv::MemorySemanticsAcquireMask | spv::MemorySemanticsAcquireReleaseMask);
  const bool releases =
      *mask & (spv::MemorySemanticsReleaseMask | spv::MemorySemanticsAcquireReleaseMask);
  if (acquires && releases)
    return AtomicOrdering::AcquireRelease;
  return acquires   ? AtomicOrdering::Acquire
         : releases ? AtomicOrdering::Release
                    : AtomicOrdering::Monotonic;
}

AtomicOrdering loadOrdering(AtomicOrdering ordering) {
  if (ordering == AtomicOrdering::AcquireRelease)
    return AtomicOrdering::Acquire;
  return ordering == AtomicOrdering::Release ? AtomicOrdering::Monotonic : ordering;
}

AtomicOrdering storeOrdering(AtomicOrdering ordering) {
  if (ordering == AtomicOrdering::AcquireRelease)
    return AtomicOrdering::Release;
  return ordering == AtomicOrdering::Acquire ? AtomicOrdering::Monotonic : ordering;
}

Value *fenceFlags(Translation &translation, Id semantics) {
  constexpr std::uint32_t local = 1, global = 2, image = 4;
  const auto mask = translation.number(semantics);
  std::uint32_t flags = 0;
  if (!mask || *mask & spv::MemorySemanticsWorkgroupMemoryMask)
    flags |= local;
  if (!mask || *mask & spv::MemorySemanticsCrossWorkgroupMemoryMask)
    flags |= global;
  if (!mask || *mask & spv::MemorySemanticsImageMemoryMask)
    flags |= image;
  return translation.builder.getInt32(flags);
}

// The values of Clang's memory_order are those of C11.
Value *memoryOrder(Translation &translation, Id semantics) {
  return translation.builder.getInt32(
      static_cast<std::uint32_t>(toCABI(orderingOf(translation, semantics))));
}

Value *memoryScope(Translation &translation, Id scope) {
  enum : std::uint32_t { workItem, workGroup, device, allDevices, subGroup };
  switch (translation.number(scope).value_or(spv::ScopeCrossDevice)) {
  case spv::ScopeDevice:
    return translation.builder.getInt32(device);
  case spv::ScopeWorkgroup:
    return translation.builder.getInt32(workGroup);
  case spv::ScopeSubgroup:
    return translation.builder.getInt32(subGroup);
  case spv::ScopeInvocation:
    return translation.builder.getInt32(workItem);
  default:
    return translation.builder.getInt32(allDevices);
  }
}

} // namespace weft::compiler::spirv
