// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/control_flow/vector_phis.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

#define DEBUG_TYPE "weft-vector-phis"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(phisTakenApart, "Phis of vectors that became phis of components");

namespace {

/// More components do not stay in registers.
constexpr unsigned mostComponents = 8;

std::optional<unsigned> constantIndex(const Value &index, unsigned count) {
  const auto *number = dyn_cast<ConstantInt>(&index);
  return number && number->getValue().ult(count)
             ? std::optional(static_cast<unsigned>(number->getZExtValue()))
             : std::nullopt;
}

class PhiComponents {
public:
  PhiComponents(PHINode &phi, const Loop &loop)
      : phi(phi), loop(loop), count(cast<FixedVectorType>(phi.getType())->getNumElements()) {}

  bool canBeTakenApart() const {
    return count <= mostComponents && usesComponents(phi) &&
           all_of(phi.blocks(), [&](const BasicBlock *block) {
             return !loop.contains(block) || isPutTogether(*phi.getIncomingValueForBlock(block));
           });
  }

  void takeApart() {
    IRBuilder<> builder(&phi);
    Type *element = phi.getType()->getScalarType();
    for (unsigned number = 0; number != count; ++number)
      parts.push_back(builder.CreatePHI(element, phi.getNumIncomingValues(),
                                        phi.getName() + "." + Twine(number)));
    for (BasicBlock *block : phi.blocks()) {
      Value *incoming = phi.getIncomingValueForBlock(block);
      builder.SetInsertPoint(block->getTerminator());
      for (unsigned number = 0; number != count; ++number)
        parts[number]->addIncoming(componentOf(incoming, number, builder), block);
    }
    builder.SetInsertPoint(phi.getParent(), phi.getParent()->getFirstInsertionPt());
    Value *whole = PoisonValue::get(phi.getType());
    for (unsigned number = 0; number != count; ++number)
      whole = builder.CreateInsertElement(whole, parts[number], number);
    phi.replaceAllUsesWith(whole);
    phi.eraseFromParent();
  }

private:
  // Whether the loop uses components of the vector alone, also of what it becomes by insertions.
  bool usesComponents(const Value &vector) const {
    return all_of(vector.users(), [&](const User *user) {
      const auto *instruction = cast<Instruction>(user);
      if (instruction == &phi || !loop.contains(instruction))
        return true;
      if (const auto *taken = dyn_cast<ExtractElementInst>(instruction))
        return constantIndex(*taken->getIndexOperand(), count).has_value();
      const auto *changed = dyn_cast<InsertElementInst>(instruction);
      return changed && changed->getOperand(0) == &vector && usesComponents(*changed);
    });
  }

  // Whether the components are known: those of the phi, constants, or inserted ones.
  bool isPutTogether(const Value &vector) const {
    const Value *current = &vector;
    while (const auto *changed = dyn_cast<InsertElementInst>(current)) {
      if (!constantIndex(*changed->getOperand(2), count) || !usesComponents(*changed))
        return false;
      current = changed->getOperand(0);
    }
    return current == &phi || isa<Constant>(current);
  }

  Value *componentOf(Value *vector, unsigned number, IRBuilder<> &builder) const {
    while (auto *changed = dyn_cast<InsertElementInst>(vector)) {
      const auto index = constantIndex(*changed->getOperand(2), count);
      if (!index)
        break;
      if (*index == number)
        return changed->getOperand(1);
      vector = changed->getOperand(0);
    }
    return vector == &phi ? parts[number] : builder.CreateExtractElement(vector, number);
  }

  PHINode &phi;
  const Loop &loop;
  const unsigned count;
  SmallVector<PHINode *, mostComponents> parts;
};

} // namespace

PreservedAnalyses VectorPhisPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const auto isVector = [](const PHINode &phi) { return isa<FixedVectorType>(phi.getType()); };
  if (none_of(function, [&](BasicBlock &block) { return any_of(block.phis(), isVector); }))
    return PreservedAnalyses::all();
  const auto loops = analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder();
  bool changed = false;
  // Inner loops first: what goes through them is put together behind them.
  for (const Loop *loop : reverse(loops))
    for (PHINode &phi : make_early_inc_range(loop->getHeader()->phis()))
      if (isVector(phi))
        if (PhiComponents components(phi, *loop); components.canBeTakenApart()) {
          components.takeApart();
          ++phisTakenApart;
          changed = true;
        }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
