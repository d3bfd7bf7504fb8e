// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/sub_group_sizes.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/sub_group_recurrences.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/passes/replaced_instructions.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <optional>

namespace weft::compiler {

using namespace llvm;

namespace {

std::optional<std::uint64_t> requiredSubGroupSize(const Function &kernel) {
  const auto required = numbersOf(kernel, requiredSubGroupSizeMetadata);
  return required ? std::optional<std::uint64_t>((*required)[0]) : std::nullopt;
}

// The functions that a kernel runs and that use sub-groups.
SmallSetVector<Function *, 8> usersOf(Function &kernel, const SubGroupUsers &users) {
  SmallSetVector<Function *, 8> found;
  found.insert(&kernel);
  for (unsigned index = 0; index != found.size(); ++index)
    for (const Instruction &instruction : instructions(*found[index]))
      if (Function *callee = calleeOf(instruction); callee && users.contains(callee))
        found.insert(callee);
  return found;
}

// The number of work-items per work-group, if the kernel requires one.
std::optional<std::uint64_t> requiredGroupItems(const Function &kernel) {
  const auto required = requiredGroupSize(kernel);
  if (!required)
    return std::nullopt;
  std::uint64_t items = 1;
  for (const std::uint32_t size : *required)
    items *= size;
  return items;
}

// Chooses the sizes of kernels that require none.
class SizeChoice {
public:
  explicit SizeChoice(const SubGroupUsers &users) : users(users) {}

  unsigned of(Function &kernel, const CostModel &costs) {
    const unsigned numbers = bit_floor(costs.registerBits() / 32);
    unsigned size = numbers * registersFor(kernel, costs);
    // Lanes without work-items are wasted.
    if (const auto items = requiredGroupItems(kernel))
      while (size > numbers && size / 2 >= *items)
        size /= 2;
    return std::clamp(size, minSubGroupSize, maxSubGroupSize);
  }

private:
  // As many registers of lanes as overlap in an operation's steps, if the values carried by the
  // loop leave half of all registers for the rest.
  unsigned registersFor(Function &kernel, const CostModel &costs) {
    unsigned words = 0;
    if (users.contains(&kernel))
      for (Function *user : usersOf(kernel, users))
        words = std::max(words, wordsOf(*user));
    if (words == 0)
      return 1;
    return 4 * words <= costs.registerCount() / 2 ? 4 : 2;
  }

  unsigned wordsOf(Function &user) {
    const auto [place, isNew] = known.try_emplace(&user, 0);
    if (isNew)
      place->second = subGroupRecurrenceWords(user, users);
    return place->second;
  }

  const SubGroupUsers &users;
  std::map<const Function *, unsigned> known;
};

} // namespace

PreservedAnalyses SubGroupSizesPass::run(Module &module, ModuleAnalysisManager &analyses) {
  assert(isRetargeted(module));
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  const SubGroupUsers users = findSubGroupUsers(module);
  SizeChoice choice(users);
  for (Function &kernel : module) {
    if (!isKernel(kernel))
      continue;
    const auto required = requiredSubGroupSize(kernel);
    if (required &&
        (!isPowerOf2_64(*required) || *required < minSubGroupSize || *required > maxSubGroupSize))
      module.getContext().diagnose(
          DiagnosticInfoGeneric("kernel '" + kernel.getName() + "' requires sub-groups of " +
                                    Twine(*required) + " work-items; sizes are 8, 16, 32 and 64",
                                DS_Error));
    const std::uint64_t size =
        required ? *required : choice.of(kernel, functions.getResult<CostModelAnalysis>(kernel));
    kernel.addFnAttr(subGroupSizeAttribute, std::to_string(size));
    if (required || users.contains(&kernel))
      kernel.addFnAttr(usesSubGroupsAttribute);
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses FoldSubGroupSizePass::run(Function &function, FunctionAnalysisManager &) {
  if (!usesSubGroups(function))
    return PreservedAnalyses::all();
  return preservedControlFlow(replaceInstructions(function, [&](Instruction &instruction) {
    const auto asked = findSubGroupFunction(instruction);
    return asked && asked->action == SubGroupAction::MaxSize
               ? ConstantInt::get(instruction.getType(), subGroupSize(function))
               : nullptr;
  }));
}

} // namespace weft::compiler
