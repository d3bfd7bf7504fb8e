// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/lane_dimension.h"

#include "compiler/passes/analysis/lane_dimension_choice.h"
#include "compiler/passes/normalise/printf_lowering.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/lanes/sub_groups.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-lane-dimension"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(kernelsTurned, "Kernels with lanes along a dimension other than 0");

unsigned LaneDimensionPass::dimensionOf(Function &kernel) const {
  // The order of sub-groups is that of linear ids.
  if (kernel.hasFnAttribute(usesPrintfAttribute) || usesSubGroups(kernel))
    return 0;
  if (given != LaneDimension::Automatic)
    return static_cast<unsigned>(given) - static_cast<unsigned>(LaneDimension::X);
  if (const auto drawn = stages.of(kernel).laneDimension())
    return *drawn;
  return isWanted ? chooseLaneDimension(kernel).dimension : 0;
}

PreservedAnalyses LaneDimensionPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    if (isKernel(function))
      if (const unsigned dimension = dimensionOf(function)) {
        LLVM_DEBUG(dbgs() << function.getName() << ": lanes along dimension " << dimension << '\n');
        function.addFnAttr(laneDimensionAttribute, std::to_string(dimension));
        ++kernelsTurned;
      }
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
