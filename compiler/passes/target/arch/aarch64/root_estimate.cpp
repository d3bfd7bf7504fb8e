// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The estimate has 8 bits, and one step of Newton's makes them 16.
#include "compiler/passes/target/arch/root_estimate.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/IR/IntrinsicsAArch64.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned registerLanes = 4;

// For a scalar or a full register.
Value *estimateOf(IRBuilder<> &builder, Value *x) {
  Type *type = x->getType();
  Value *rough = builder.CreateIntrinsic(Intrinsic::aarch64_neon_frsqrte, {type}, {x});
  Value *step = builder.CreateIntrinsic(Intrinsic::aarch64_neon_frsqrts, {type},
                                        {builder.CreateFMul(x, rough), rough});
  // 0 and infinity have the product NaN; their estimates are right as they are.
  Value *isNumber = builder.CreateFCmpORD(step, step);
  step = builder.CreateSelect(isNumber, step, ConstantFP::get(type, 1));
  return builder.CreateFMul(rough, step);
}

} // namespace

Value *estimateRoot(IRBuilder<> &builder, Value *x) {
  if (!x->getType()->isVectorTy())
    return estimateOf(builder, x);
  return inPieces(builder, x, registerLanes,
                  [&](ArrayRef<Value *> pieces) { return estimateOf(builder, pieces.front()); });
}

} // namespace weft::compiler
