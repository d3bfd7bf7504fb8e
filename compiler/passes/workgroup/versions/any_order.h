// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels may run in lanes or as single work-items, whichever is faster.
//
// How long gathers and branches take depends on data: on what the caches hold, and on whether the
// CPU foresees the branches of single work-items. So the executor times the code with lanes beside
// code without them (device/launch/version_trials.h) where the vectoriser says that lanes may lose
// (GangPlan::isDoubtful), and where groups have too few work-items to fill gangs.
//
// Kernels whose results depend on the order of work-items are exempt: they could differ from one
// run to the next, by the time that a few groups took.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// WEFT_KERNEL_ANY_ORDER and WEFT_KERNEL_LANES_MAY_LOSE, of a work-group function.
inline constexpr llvm::StringLiteral anyOrderAttribute = "weft-any-order";
inline constexpr llvm::StringLiteral lanesMayLoseAttribute = "weft-lanes-may-lose";

/// Whether the work-items of a kernel, before its regions, may run in any order without any effect
/// on its results: they take no values from atomic updates, print nothing, and call nobody who
/// might. The same holds for the functions that the kernel calls.
bool hasAnyOrder(const llvm::Function &kernel);

} // namespace weft::compiler
