// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Table look-ups of bytes in one to four registers: all permutations are of bytes.
#include "compiler/passes/target/arch/register_permutation.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsAArch64.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned registerBytes = 16;
constexpr Intrinsic::ID tables[] = {Intrinsic::not_intrinsic, Intrinsic::aarch64_neon_tbl1,
                                    Intrinsic::aarch64_neon_tbl2, Intrinsic::not_intrinsic,
                                    Intrinsic::aarch64_neon_tbl4};

} // namespace

unsigned lanesOfPermutation(const TargetFeatures &, unsigned bits, unsigned count) {
  if (bits != 8)
    return 0;
  return count <= registerBytes ? registerBytes : count <= 2 * registerBytes ? 32 : 64;
}

Value *permuteRegister(IRBuilder<> &builder, const TargetFeatures &, Value *vector, Value *lanes) {
  const unsigned registers = elementsOf(*vector) / registerBytes;
  const auto part = [&](Value *whole, unsigned number) {
    return builder.CreateShuffleVector(
        whole, createSequentialMask(number * registerBytes, registerBytes, 0));
  };
  SmallVector<Value *> operands;
  for (unsigned number = 0; number != registers; ++number)
    operands.push_back(part(vector, number));
  SmallVector<Value *> results;
  for (unsigned number = 0; number != registers; ++number) {
    operands.push_back(part(lanes, number));
    results.push_back(
        builder.CreateIntrinsic(tables[registers], {operands.back()->getType()}, operands));
    operands.pop_back();
  }
  return concatenateVectors(builder, results);
}

} // namespace weft::compiler
