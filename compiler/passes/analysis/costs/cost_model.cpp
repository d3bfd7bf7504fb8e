// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/cost_model.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/reachable_blocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

namespace {

// TTI expects a vector type, and answers for its element type.
constexpr unsigned anyLanes = 4;

bool isIntrinsic(const Instruction &instruction, Intrinsic::ID id) {
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == id;
}

// Integer divisions and floating-point remainders.
bool isSlowDivision(const Instruction &instruction) {
  return instruction.isIntDivRem() || instruction.getOpcode() == Instruction::FRem;
}

// The kernel library's elementwise functions have no bodies for TTI to price.
StringRef nameOfCallee(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() ? call->getCalledFunction()->getName() : StringRef();
}

bool isRootCall(const Instruction &instruction) {
  return isReciprocalRoot(nameOfCallee(instruction));
}

bool isDotProduct(const Instruction &instruction) {
  return dotProductSigns(nameOfCallee(instruction)).has_value();
}

struct PreferredWidth {
  StringLiteral cpu;
  unsigned bits;
};

constexpr PreferredWidth preferredWidths[] = {
    {"icelake-server", 512}, {"sapphirerapids", 512},  {"emeraldrapids", 512},
    {"graniterapids", 512},  {"graniterapids-d", 512}, {"diamondrapids", 512},
};

} // namespace

unsigned preferredVectorBits(StringRef cpu) {
  const auto *known = find_if(
      preferredWidths, [&](const PreferredWidth &preferred) { return preferred.cpu == cpu; });
  return known == std::end(preferredWidths) ? 0 : known->bits;
}

bool CostModel::hasMaskedAccess(Type &element) const {
  auto *vector = FixedVectorType::get(&element, anyLanes);
  return target.isLegalMaskedLoad(vector, Align(1), /*AddressSpace=*/0) &&
         target.isLegalMaskedStore(vector, Align(1), /*AddressSpace=*/0);
}

bool CostModel::hasCheapMaskedStores(Type &element) const {
  constexpr unsigned factor = 2; // AVX2's cost 8 times as much as unmasked ones, AVX-512's the same
  auto *vector = FixedVectorType::get(&element, anyLanes);
  const auto kind = TargetTransformInfo::TCK_RecipThroughput;
  return hasMaskedAccess(element) &&
         target.getMemIntrinsicInstrCost({Intrinsic::masked_store, vector, Align(1), 0}, kind) <=
             factor * target.getMemoryOpCost(Instruction::Store, vector, Align(1), 0, kind);
}

// AVX-512 has scatters and AVX2 has none, so this excludes AVX2's gathers.
bool CostModel::hasGather(Type &element) const {
  return hasScatter(element) &&
         target.isLegalMaskedGather(FixedVectorType::get(&element, anyLanes), Align(1));
}

bool CostModel::hasScatter(Type &element) const {
  return target.isLegalMaskedScatter(FixedVectorType::get(&element, anyLanes), Align(1));
}

unsigned CostModel::registerBits() const {
  return target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
}

unsigned CostModel::registerCount() const {
  return target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true));
}

unsigned CostModel::ask(const Instruction &instruction,
                        TargetTransformInfo::TargetCostKind kind) const {
  constexpr unsigned unknown = TargetTransformInfo::TCC_Expensive;
  const InstructionCost cost = target.getInstructionCost(&instruction, kind);
  return cost.isValid() ? cost.getValue() : unknown;
}

std::optional<unsigned> CostModel::speculationCost(const Instruction &instruction) const {
  constexpr unsigned integerDivisionCost = 40, floatDivisionCost = 6, loadCost = 3,
                     intrinsicCost = 2, dotProductCost = 4;
  if (!isSafeToSpeculativelyExecute(&instruction) || instruction.getType()->isTokenTy() ||
      isa<PHINode, AllocaInst>(instruction))
    return std::nullopt;
  if (isRootCall(instruction) || isIntrinsic(instruction, Intrinsic::sqrt))
    return floatDivisionCost;
  if (isDotProduct(instruction))
    return dotProductCost;
  if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
    return std::nullopt;
  if (isSlowDivision(instruction))
    return integerDivisionCost;
  if (isIntrinsic(instruction, Intrinsic::ldexp))
    return intrinsicCost;
  switch (instruction.getOpcode()) {
  case Instruction::FDiv:
    return floatDivisionCost;
  case Instruction::Load:
    return loadCost;
  default:
    return std::max(isa<IntrinsicInst>(instruction) ? intrinsicCost : 1u,
                    ask(instruction, TargetTransformInfo::TCK_RecipThroughput));
  }
}

std::optional<unsigned> CostModel::speculationCost(const BasicBlock &block) const {
  unsigned sum = 0;
  for (const Instruction &instruction : block.instructionsWithoutDebug()) {
    if (instruction.isTerminator() || isa<PHINode>(instruction))
      continue;
    const auto cost = speculationCost(instruction);
    if (!cost)
      return std::nullopt;
    sum += *cost;
  }
  return sum;
}

unsigned CostModel::loopWeight(const BasicBlock &block, const LoopInfo &loops) {
  constexpr unsigned log2Iterations = 3, deepest = 4;
  return 1u << log2Iterations * std::min(loops.getLoopDepth(&block), deepest);
}

std::size_t CostModel::sideWeight(BasicBlock &side, BasicBlock &other) {
  const auto excluded = reachableFrom(other);
  std::size_t weight = 0;
  for (const BasicBlock *block : reachableFrom(side))
    if (!excluded.contains(block))
      weight += block->size();
  return weight;
}

unsigned CostModel::latencyOf(const Instruction &instruction) const {
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return 6;
  case Instruction::FAdd:
  case Instruction::FSub:
    return 4;
  default:
    return ask(instruction, TargetTransformInfo::TCK_Latency);
  }
}

CostModel::Timing CostModel::timingOf(const Instruction &instruction) const {
  constexpr Timing integerDivision{12, 12}, integerProduct{8, 2}, fusedOperation{4, 1},
      conversionAndScaling{8, 2}, sumOfProducts{10, 4};
  if (isRootCall(instruction) || isIntrinsic(instruction, Intrinsic::fma))
    return fusedOperation;
  if (isDotProduct(instruction))
    return sumOfProducts;
  if (isIntrinsic(instruction, Intrinsic::ldexp))
    return conversionAndScaling;
  if (isSlowDivision(instruction))
    return integerDivision;
  switch (instruction.getOpcode()) {
  case Instruction::Mul:
    return integerProduct;
  case Instruction::GetElementPtr:
  case Instruction::PHI:
    return {0, 0};
  default:
    return {std::max(1u, latencyOf(instruction)),
            std::max(1u, ask(instruction, TargetTransformInfo::TCK_RecipThroughput))};
  }
}

// One shuffle of all records for each component. Constants and placeholders would cost nothing, so
// the operand is an instruction.
std::uint64_t CostModel::splitGrowth(Type &element, unsigned components, unsigned lanes) const {
  Value *nothing = PoisonValue::get(FixedVectorType::get(&element, components * lanes));
  auto *records = new FreezeInst(nothing);
  std::uint64_t size = 0;
  for (unsigned component = 0; component != components; ++component) {
    auto *shuffle =
        new ShuffleVectorInst(records, nothing, createStrideMask(component, components, lanes));
    const InstructionCost cost =
        target.getInstructionCost(shuffle, TargetTransformInfo::TCK_CodeSize);
    shuffle->deleteValue();
    if (cost.isValid() && cost > 1)
      size += static_cast<std::uint64_t>(cost.getValue()) - 1;
  }
  records->deleteValue();
  return size;
}

// Stages of shuffles of two registers (lane_shuffles.h).
std::uint64_t CostModel::joinGrowth(Type &element, unsigned components, unsigned lanes) const {
  const unsigned bits = lanes * std::max<unsigned>(element.getPrimitiveSizeInBits(), 8);
  return std::uint64_t{components} * Log2_32_Ceil(components) * divideCeil(bits, registerBits()) -
         1;
}

std::uint64_t CostModel::gangCost(std::uint64_t all, std::uint64_t replicated, unsigned vf) {
  const std::uint64_t slow = std::min(all, replicated);
  return all - slow + slow * vf * laneCost;
}

bool CostModel::isWorthwhile(std::uint64_t all, std::uint64_t replicated, unsigned vf,
                             std::uint64_t quick) {
  return (gangCost(all, replicated, vf) + quick * (vf - 1)) * 5 < all * vf * 4;
}

bool CostModel::isWorthTrying(std::uint64_t all, std::uint64_t replicated, std::uint64_t waiting,
                              unsigned vf) {
  return gangCost(all, replicated, vf) * 2 < (all + waiting) * vf;
}

std::uint64_t VersionsBudget::limitOf(std::uint64_t scalarInstructions) const {
  return CostModel::versionGrowth * scalarInstructions +
         std::min<std::uint64_t>(CostModel::regionAllowance, allowance);
}

std::uint64_t VersionsBudget::limitOfOne(std::uint64_t scalarInstructions,
                                         bool isLatencyBound) const {
  const std::uint64_t usual = limitOf(scalarInstructions);
  const std::uint64_t left =
      allowance - std::min<std::uint64_t>(CostModel::regionAllowance, allowance);
  const std::uint64_t more =
      isLatencyBound ? std::min<std::uint64_t>(CostModel::regionAllowance, left) : 0;
  return usual + usual / 4 + more;
}

void VersionsBudget::take(std::uint64_t scalarInstructions, std::uint64_t versionInstructions) {
  const std::uint64_t grown = CostModel::versionGrowth * scalarInstructions;
  if (versionInstructions > grown)
    allowance -= std::min(allowance, versionInstructions - grown);
}

AnalysisKey CostModelAnalysis::Key;

CostModel CostModelAnalysis::run(Function &function, FunctionAnalysisManager &analyses) {
  return {analyses.getResult<TargetIRAnalysis>(function),
          analyses.getResult<TargetFeaturesAnalysis>(function)};
}

PreservedAnalyses CostModelPrinterPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const CostModel &costs = analyses.getResult<CostModelAnalysis>(function);
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  LLVMContext &context = function.getContext();
  stream << "Costs in function '" << function.getName() << "':\n";
  stream << "registers: " << costs.registerBits() << " bits\n";
  stream << "vector versions: up to " << VersionsBudget().limitOf(function.getInstructionCount())
         << " instructions\n";
  Type *const elements[] = {Type::getInt8Ty(context), Type::getInt32Ty(context),
                            Type::getDoubleTy(context)};
  for (Type *element : elements)
    stream << *element << ":" << (costs.hasMaskedAccess(*element) ? " masked access" : "")
           << (costs.hasCheapMaskedStores(*element) ? ", cheap masked stores" : "")
           << (costs.hasGather(*element) ? ", gather" : "")
           << (costs.hasScatter(*element) ? ", scatter" : "") << '\n';
  for (const BasicBlock &block : function) {
    block.printAsOperand(stream, /*PrintType=*/false);
    stream << ": weight " << CostModel::loopWeight(block, loops);
    if (const auto cost = costs.speculationCost(block))
      stream << ", speculated " << *cost << '\n';
    else
      stream << ", never speculated\n";
    for (const Instruction &instruction : block) {
      const auto cost = costs.speculationCost(instruction);
      const auto [latency, work] = costs.timingOf(instruction);
      stream << "  " << (cost ? std::to_string(*cost) : "-") << ", latency " << latency << ", work "
             << work << ":" << instruction << '\n';
    }
  }
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
