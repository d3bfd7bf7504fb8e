// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the sign of zeros that AArch64's code generation of LLVM 22 loses.
//
//   %sum = call double @llvm.fma.f64(double %a, double %b, double %c)
//   %r = fneg double %sum
//
// The bug: instruction selection makes `fnmadd` of both, which computes -a * b - c. If the sum is
// zero, that is +0 where the negation gives -0, such as for a * b = -0 and c = 0.
// tests/passes/target/llvm_bugs/negated_sums_fault.ll shows it. Only numbers outside of vectors
// have the instruction.
//
// So the pass puts a fence between the two, which emits no instruction. Runs after all
// optimisation, and in first-tier code.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool fenceNegatedSums(llvm::Function &function);

} // namespace weft::compiler
