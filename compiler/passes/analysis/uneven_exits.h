// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exits of loops that work-items take in different iterations.
//
// A work-item leaves where the branch that takes it out differs between work-items, or where only
// some of them come to a branch that does not:
//
//   for (;; ++n) if (a[i] == n) { …; if (uniform) break; }
//
// LLVM's uniformity analysis does not see the second kind where the exit is the only one: it takes
// what the loop computes, n here, to be uniform behind it too.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace weft::compiler {

/// On phis behind such exits: metadata that says that they vary.
inline constexpr llvm::StringLiteral unevenExitMetadata = "weft.uneven.exit";

/// Whether only some work-items come to the exiting block in a round: a branch that differs between
/// them lies on a way round the loop that leaves it out.
bool isLeftUnevenly(const llvm::Loop &loop, const llvm::BasicBlock &exiting,
                    llvm::function_ref<bool(const llvm::BasicBlock &)> diverges);

/// The instructions behind loops with such exits that use a value of the loop.
llvm::SmallVector<llvm::Instruction *> usersBehindUnevenExits(const llvm::LoopInfo &loops,
                                                              llvm::UniformityInfo &uniformity);

} // namespace weft::compiler
