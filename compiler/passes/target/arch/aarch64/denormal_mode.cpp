// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/denormal_mode.h"

#include "llvm/IR/IntrinsicsAArch64.h"

namespace weft::compiler {

using namespace llvm;

// FPCR.FZ is for operands and results alike.
Value *flushDenormals(IRBuilder<> &builder) {
  constexpr std::uint64_t flushToZero = 1u << 24;
  Value *mode = builder.CreateIntrinsic(builder.getInt64Ty(), Intrinsic::aarch64_get_fpcr, {});
  builder.CreateIntrinsic(Intrinsic::aarch64_set_fpcr, {builder.CreateOr(mode, flushToZero)});
  return mode;
}

void restoreDenormals(IRBuilder<> &builder, Value *mode) {
  builder.CreateIntrinsic(Intrinsic::aarch64_set_fpcr, {mode});
}

} // namespace weft::compiler
