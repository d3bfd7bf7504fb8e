// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/sub_group_sizes.h"

#include "compiler/passes/analysis/cost_model.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/sub_groups.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

namespace weft::compiler {

using namespace llvm;

namespace {

std::optional<std::uint64_t> requiredSubGroupSize(const Function &kernel) {
  const MDNode *required = kernel.getMetadata(requiredSubGroupSizeMetadata);
  return required
             ? std::optional(mdconst::extract<ConstantInt>(required->getOperand(0))->getZExtValue())
             : std::nullopt;
}

unsigned usualSize(const CostModel &costs) {
  return std::clamp<unsigned>(bit_floor(costs.registerBits() / 32), leastSubGroupSize, 16);
}

} // namespace

PreservedAnalyses SubGroupSizesPass::run(Module &module, ModuleAnalysisManager &analyses) {
  assert(isRetargeted(module));
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  const auto users = findSubGroupUsers(module);
  for (Function &kernel : module) {
    if (!isKernel(kernel))
      continue;
    const auto required = requiredSubGroupSize(kernel);
    if (required && (!isPowerOf2_64(*required) || *required < leastSubGroupSize ||
                     *required > mostSubGroupSize))
      module.getContext().diagnose(
          DiagnosticInfoGeneric("kernel '" + kernel.getName() + "' requires sub-groups of " +
                                    Twine(*required) + " work-items; sizes are 8, 16, 32 and 64",
                                DS_Error));
    const std::uint64_t size =
        required.value_or(usualSize(functions.getResult<CostModelAnalysis>(kernel)));
    kernel.addFnAttr(subGroupSizeAttribute, std::to_string(size));
    if (required || users.contains(&kernel))
      kernel.addFnAttr(usesSubGroupsAttribute);
  }
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
