// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scalar version of a kernel whose gangs may be slower than single work-items.
//
// How long gathers and branches take depends on data: on what the caches hold, and on whether the
// CPU foresees the branches of single work-items. Where the estimate is near (isDoubtful in
// cost_model.h), or accesses wait for what has just been stored (dependence_chains.h,
// overlapping_stores.h), the kernel also gets a work-group function without lanes. The executor
// times both on a few groups of a launch, and keeps to the faster one
// (device/launch/version_trial.h). For any group it may call either: they agree in every bit, in
// the layout of the context array, and in what they need of the launch.
//
// Kernels have none where their results depend on the order of work-items: they could differ from
// one run to the next, by the time that a few groups took.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Has a scalar version (WEFT_KERNEL_HAS_SCALAR_VERSION).
inline constexpr llvm::StringLiteral scalarVersionAttribute = "weft-scalar-version";

/// Whether the work-items of a kernel, before its regions, may run in any order without any effect
/// on its results: they take no values from atomic updates, print nothing, and call nobody who
/// might. The same holds for the functions that the kernel calls.
bool hasAnyOrder(const llvm::Function &kernel);

/// A work-group function that calls `scalar` where the launch asks for it, otherwise `lanes`
/// (launch_versions.h).
llvm::Function &chooseScalarByLaunch(llvm::Function &lanes, llvm::Function &scalar);

} // namespace weft::compiler
