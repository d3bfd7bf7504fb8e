// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/versions/launch_fields.h"

#include "device/kernel_abi.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Metadata.h"

namespace weft::compiler {

using namespace llvm;

Value *LaunchFields::load(std::size_t field, unsigned dimension) {
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), launch,
                                                      field + dimension * sizeof(std::uint64_t));
  LoadInst *loaded = builder.CreateAlignedLoad(builder.getInt64Ty(), address, Align(8));
  loaded->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return loaded;
}

Value *LaunchFields::globalOffset(unsigned dimension) {
  return load(offsetof(weft_launch, global_offset), dimension);
}

Value *LaunchFields::globalSize(unsigned dimension) {
  return load(offsetof(weft_launch, global_size), dimension);
}

Value *LaunchFields::localSize(unsigned dimension) {
  return load(offsetof(weft_launch, local_size), dimension);
}

Value *LaunchFields::isSmall(std::uint64_t limit) {
  Value *isSmall = builder.getTrue();
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    Value *offset = globalOffset(dimension);
    // Saturates, so that a sum that does not fit is large.
    Value *end = builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, offset, globalSize(dimension));
    isSmall = builder.CreateAnd(isSmall, builder.CreateICmpULE(end, builder.getInt64(limit)),
                                "launch.is.small");
  }
  return isSmall;
}

} // namespace weft::compiler
