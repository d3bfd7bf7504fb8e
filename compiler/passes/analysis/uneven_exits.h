// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exits of loops that work-items take in different iterations.
//
// A work-item leaves at a divergent branch, or at a uniform branch that only some work-items reach:
//
//   for (;; ++n) if (a[i] == n) { …; if (uniform) break; }
//
// LLVM's uniformity analysis misses the second kind if it is the only exit: it considers values of
// the loop, n here, uniform after it too.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace weft::compiler {

/// On phis after such exits: metadata that marks them as varying.
inline constexpr llvm::StringLiteral unevenExitMetadata = "weft.uneven.exit";

/// Whether only some work-items reach the exiting block in an iteration: a divergent branch on a
/// path around the loop avoids it.
bool isLeftUnevenly(const llvm::Loop &loop, const llvm::BasicBlock &exiting,
                    llvm::function_ref<bool(const llvm::BasicBlock &)> diverges);

/// The instructions after loops with such exits that use a value of the loop.
llvm::SmallVector<llvm::Instruction *> usersAfterUnevenExits(const llvm::LoopInfo &loops,
                                                             llvm::UniformityInfo &uniformity);

} // namespace weft::compiler
