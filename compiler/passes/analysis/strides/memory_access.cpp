// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/strides/memory_access.h"

#include "compiler/passes/support/lanes/lane_arrays.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/region_parameters.h"
#include "device/base/address_spaces.h"

namespace weft::compiler {

using namespace llvm;

// Wide loads of which less than a quarter is used lose against lane by lane.
constexpr std::int64_t widestPitch = 4;

MemoryAccess classifyAccess(const StrideInfo &strides, const DataLayout &layout,
                            const Value &address, Type &type) {
  using Kind = MemoryAccess::Kind;
  MemoryAccess access;
  const auto *vector = dyn_cast<FixedVectorType>(&type);
  access.element = vector ? vector->getElementType() : &type;
  access.count = vector ? vector->getNumElements() : 1;
  access.bytes = layout.getTypeAllocSize(access.element);
  if (strides.isUniform(address)) {
    access.kind = Kind::Uniform;
    return access;
  }
  // Vectors of bits are packed.
  if (!isVectorElement(*access.element) || access.element->isIntegerTy(1))
    return access;
  access.kind = Kind::Scattered;
  const Stride *stride = strides.strideOf(address);
  if (!stride || stride->step == 0 || stride->step % access.bytes != 0)
    return access;
  const std::int64_t pitch = std::abs(stride->step) / access.bytes;
  if (stride->step < 0) {
    if (pitch != 1 || access.count != 1)
      return access;
    access.kind = Kind::Reversed;
  } else if (pitch <= access.count) {
    access.kind = pitch == access.count ? Kind::Contiguous : Kind::Overlapping;
  } else if (pitch <= widestPitch) {
    access.kind = Kind::Interleaved;
  } else {
    return access;
  }
  access.pitch = pitch;
  return access;
}

MemoryAccess classifyAccess(const StrideInfo &strides, const Instruction &access) {
  return classifyAccess(strides, access.getDataLayout(), *getLoadStorePointerOperand(&access),
                        *getLoadStoreType(&access));
}

bool isOfLanesAlone(const Value &object) {
  // The copies of an array's element for all lanes.
  if (const auto *array = dyn_cast<AllocaInst>(&object))
    return isLaneArray(*array);
  return regionParameter(object) == unsigned{RegionParameters::ContextBlock} ||
         object.getType()->getPointerAddressSpace() == localSpace;
}

bool isWordOfComponents(const Type &type) {
  const auto *vector = dyn_cast<FixedVectorType>(&type);
  return vector && vector->getPrimitiveSizeInBits() == 32 && vector->getScalarSizeInBits() % 8 == 0;
}

StringRef nameOf(MemoryAccess::Kind kind) {
  switch (kind) {
  case MemoryAccess::Kind::Uniform:
    return "uniform";
  case MemoryAccess::Kind::Contiguous:
    return "contiguous";
  case MemoryAccess::Kind::Reversed:
    return "contiguous, reversed";
  case MemoryAccess::Kind::Interleaved:
    return "interleaved";
  case MemoryAccess::Kind::Overlapping:
    return "overlapping";
  case MemoryAccess::Kind::Scattered:
    return "scattered";
  case MemoryAccess::Kind::Unsupported:
    return "one per lane";
  }
  llvm_unreachable("all kinds have a name");
}

} // namespace weft::compiler
