// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes minima and maxima take signaling NaNs for quiet ones on AArch64.
//
//   %isLess = fcmp olt double %x, 2.550000e+02
//   %r = select i1 %isLess, double %x, double 2.550000e+02
//
// This is 255 for each NaN. The bug: LLVM selects `fminnm`, which is NaN if an operand is a
// signaling NaN. tests/passes/target/llvm_bugs/signaling_nans_fault.ll shows it;
// https://github.com/llvm/llvm-project/issues/119792 is of the same kind. A fence between the
// comparison's operand and the selection, which emits no instruction, keeps both.
//
//   %isLeft = fcmp olt float %x, 0.000000e+00
//   %isBelow = fcmp olt float %y, 0.000000e+00
//   %isOutside = or i1 %isLeft, %isBelow
//
// Here it compares `fminnm` of both with 0, which loses one if the other is a signaling NaN. So the
// operands of such comparisons become quiet before.
//
// `llvm.maxnum`, OpenCL's fmax, is the same instruction. OpenCL C 6.15.2 lets signaling NaNs behave
// as quiet ones, as they do on other CPUs, so its operands become quiet, too. Values that
// arithmetic has made are never signaling.
//
// Runs after all optimisation, and in first-tier code.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool quietSignalingNaNs(llvm::Function &function);

} // namespace weft::compiler
