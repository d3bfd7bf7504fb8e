// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/plan_choice.h"

#include "compiler/passes/analysis/costs/dependence_chains.h"
#include "compiler/passes/analysis/costs/overlapping_stores.h"
#include "compiler/passes/support/limits.h"

#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

static PlanChoice scalar(std::string reason, const DebugLoc &place = {}) {
  PlanChoice choice;
  choice.whyScalar = std::move(reason);
  choice.place = place;
  return choice;
}

static PlanChoice impossible(const VersionPrice &price) {
  return scalar(price.problem.text, price.problem.place);
}

// Whether some lanes may leave a loop before others.
static bool hasDivergentLoop(const WideningSource &source) {
  return any_of(source.loops.getLoopsInPreorder(), [&](const Loop *loop) {
    SmallVector<BasicBlock *> exiting;
    loop->getExitingBlocks(exiting);
    return any_of(exiting, [&](const BasicBlock *block) {
      return source.uniformity.hasDivergentTerminator(*block);
    });
  });
}

// Whether lanes compute high halves of 64-bit products, for which a single work-item has one
// instruction (wide_products.h).
static bool hasWideProducts(const WideningSource &source) {
  constexpr unsigned width = 64;
  return any_of(instructions(source.function), [&](const Instruction &instruction) {
    const Type *type = instruction.getType();
    const bool isDivision = instruction.isIntDivRem() && type->isIntegerTy(width);
    const bool isProduct =
        instruction.getOpcode() == Instruction::Mul && type->getScalarSizeInBits() > width;
    return (isDivision || isProduct) && source.uniformity.isDivergent(&instruction);
  });
}

// The reason if gangs would take about as long as single work-items. Where a trial can find out,
// gangs are worth one if they win once gathers are quick, as chains of loads in several lanes
// overlap, or if single work-items mostly wait for what they have stored.
std::string PlanChooser::whyNotWorthwhile(const WideningSource &source, const VersionPrice &price,
                                          unsigned lanes) const {
  if (conditions.isRequired || CostModel::isWorthwhile(price.varying, price.slow, lanes))
    return {};
  if (conditions.mayTry) {
    const std::uint64_t waiting =
        waitingOperations(source.function, source.uniformity, source.costs);
    if (CostModel::isWorthTrying(price.varying, price.slow, waiting, lanes) ||
        CostModel::isWorthwhile(price.varying, price.slow - price.lookUps, lanes, price.lookUps))
      return {};
  }
  return ("too much would be replicated for each lane (" +
          Twine(100 * price.slow / std::max<std::uint64_t>(price.varying, 1)) +
          " % of what varies, by estimate)")
      .str();
}

bool PlanChooser::isDoubtful(const WideningSource &source, const VersionPrice &price,
                             unsigned lanes) const {
  return !conditions.isRequired &&
         (price.scattered || hasDivergentLoop(source) || hasWideProducts(source) ||
          CostModel::isDoubtful(price.varying, price.slow, lanes) ||
          hasOverlappingStores(source.function, source.strides, lanes));
}

std::optional<PlanChoice> PlanChooser::allVersions(const WideningSource &whole,
                                                   const WideningSource *interior) const {
  const VectorisationFactors &factors = conditions.factors;
  const WideningSource &inside = interior ? *interior : whole;
  const VersionPrice unmasked = priceVersion(inside, factors.vf, /*takesMask=*/false);
  if (!unmasked.isPossible())
    return impossible(unmasked);
  // The predicated version is hardly ever smaller.
  if (unmasked.size > conditions.limit / 2)
    return std::nullopt;
  const VersionPrice predicated = priceVersion(whole, factors.vf, /*takesMask=*/true);
  const bool weighsInside = !interior || conditions.isMostlyInside;
  const WideningSource &weighed = weighsInside ? inside : whole;
  PlanChoice choice;
  choice.price = weighsInside ? unmasked : predicated;
  if (std::string reason = whyNotWorthwhile(weighed, choice.price, factors.vf); !reason.empty())
    return scalar(std::move(reason));
  if (!predicated.isPossible())
    return impossible(predicated);
  // Instruction selection may make many instructions of shuffles.
  if (unmasked.codeSize() + predicated.codeSize() > conditions.limit)
    return std::nullopt;
  choice.left = conditions.limit - unmasked.size - predicated.size;
  GangPlan &plan = choice.plan;
  plan.isDoubtful = isDoubtful(weighed, choice.price, factors.vf);
  const std::uint64_t costOfRest = predicated.cost(factors.vf);
  if (interior)
    plan.add(SegmentKind::Outside, factors.vf, costOfRest);
  if (factors.wide > factors.vf && conditions.mayHaveWide) {
    const VersionPrice wide = priceVersion(inside, factors.wide, /*takesMask=*/false);
    if (wide.size <= std::min<std::uint64_t>(choice.left, CostModel::versionLimit)) {
      plan.add(SegmentKind::Interior, factors.wide, wide.cost(factors.wide));
      choice.left -= wide.size;
    }
  }
  plan.add(SegmentKind::Interior, factors.vf, unmasked.cost(factors.vf));
  plan.add(SegmentKind::Remainder, factors.vf, costOfRest);
  return choice;
}

// Nothing if the version would exceed the limit.
std::optional<PlanChoice> PlanChooser::oneVersion(const WideningSource &source, unsigned lanes,
                                                  std::uint64_t limit) const {
  PlanChoice choice;
  choice.price = priceVersion(source, lanes, /*takesMask=*/true);
  if (!choice.price.isPossible())
    return impossible(choice.price);
  if (choice.price.size > limit)
    return std::nullopt;
  if (std::string reason = whyNotWorthwhile(source, choice.price, lanes); !reason.empty())
    return scalar(std::move(reason));
  choice.plan.add(SegmentKind::Remainder, lanes, choice.price.cost(lanes));
  choice.plan.isDoubtful = isDoubtful(source, choice.price, lanes);
  return choice;
}

PlanChoice PlanChooser::oneVersion(const WideningSource &source) const {
  const VectorisationFactors &factors = conditions.factors;
  // Fewer lanes take more time, and only replicated code gets much smaller by them.
  for (unsigned lanes = factors.sole; lanes >= factors.vf; lanes /= 2)
    if (auto choice = oneVersion(source, lanes, conditions.limitOfOne))
      return *std::move(choice);
  if (factors.vf > limits::fewestLanes && conditions.limitOfFew != 0)
    if (auto choice = oneVersion(source, limits::fewestLanes, conditions.limitOfFew))
      return *std::move(choice);
  return scalar("the code for all lanes would be too large");
}

} // namespace weft::compiler
