// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Details of a vectorised region, for reports: what its lanes do not do together.
//
// Each is a remark with its place in the source (support/remarks.h):
// - `gather`, `scatter`: lanes access memory that no common access reaches;
// - `interleaved`: an access in which other elements lie between those of neighbouring lanes;
// - `divergent branch`, `divergent loop`: lanes go different ways, or leave a loop at different
// times;
// - `masks`: how many blocks of the region run under masks;
// - `lane by lane`: an instruction that runs once for each lane;
// - `cost`: what a gang costs by the cost model, beside single work-items;
// - `plan`: the segments of an x range, and what runs them (gang_plan.h).
#pragma once

#include "compiler/passes/vectorise/gang_plan.h"
#include "compiler/passes/vectorise/version_price.h"

namespace weft::compiler {

/// Tells of the branches and memory accesses of a region function, of which `copy` is the canonical
/// form. Does nothing where nobody wants details.
void remarkDivergence(const llvm::Function &region, const WideningSource &copy);

/// Tells what a version with `vf` lanes costs, and what runs lane by lane in it. Likewise.
void remarkCosts(const llvm::Function &region, const VersionPrice &price, unsigned vf);

/// Tells the plan of a region that has vector versions. Likewise.
void remarkPlan(const llvm::Function &region, const GangPlan &plan);

} // namespace weft::compiler
