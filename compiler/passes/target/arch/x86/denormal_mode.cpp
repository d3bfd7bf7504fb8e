// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/denormal_mode.h"

#include "llvm/IR/IntrinsicsX86.h"

namespace weft::compiler {

using namespace llvm;

// MXCSR is stored to memory and loaded from it. The mode is the address of the thread's own.
Value *flushDenormals(IRBuilder<> &builder) {
  constexpr unsigned flushToZero = 1u << 15, denormalsAreZeros = 1u << 6;
  Type *type = builder.getInt32Ty();
  AllocaInst *mode = builder.CreateAlloca(type, nullptr, "mode");
  AllocaInst *flushing = builder.CreateAlloca(type, nullptr, "flushing.mode");
  builder.CreateIntrinsic(Intrinsic::x86_sse_stmxcsr, {mode});
  builder.CreateStore(
      builder.CreateOr(builder.CreateLoad(type, mode), flushToZero | denormalsAreZeros), flushing);
  builder.CreateIntrinsic(Intrinsic::x86_sse_ldmxcsr, {flushing});
  return mode;
}

void restoreDenormals(IRBuilder<> &builder, Value *mode) {
  builder.CreateIntrinsic(Intrinsic::x86_sse_ldmxcsr, {mode});
}

} // namespace weft::compiler
