// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/alignment_checks.h"

#include "compiler/passes/checked/checked_accesses.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "weft-alignment-checks"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(accessesChecked, "Accesses whose alignment is checked");

namespace {

struct Check {
  CheckedAccess access;
  CheckSite site;
  Align demanded;
  Provenance::Place place;
};

// What address arithmetic keeps of an alignment.
Align alignmentOfOffset(const GEPOperator &address, const DataLayout &layout) {
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  SmallMapVector<Value *, APInt, 4> variables;
  APInt constant(bits, 0);
  if (!address.collectOffset(layout, bits, variables, constant))
    return Align(1);
  const auto zeros = [&](unsigned count) {
    return std::min(count, unsigned{Value::MaxAlignmentExponent});
  };
  unsigned least = zeros(constant.isZero() ? bits : constant.countr_zero());
  for (const auto &[index, scale] : variables)
    least = std::min(least, zeros(scale.countr_zero() +
                                  computeKnownBits(index, layout).countMinTrailingZeros()));
  return Align(std::uint64_t{1} << least);
}

// The alignment that a pointer surely has: that of its roots, as far as the arithmetic between
// keeps it. In a loop that is so for the next round if it is for this one.
Align knownAlignment(Value &pointer, const DataLayout &layout) {
  Align known(std::uint64_t{1} << Value::MaxAlignmentExponent);
  SmallPtrSet<Value *, 8> seen;
  SmallVector<Value *> pending{&pointer};
  while (!pending.empty()) {
    Value *from = pending.pop_back_val();
    if (!seen.insert(from).second)
      continue;
    if (auto *phi = dyn_cast<PHINode>(from)) {
      append_range(pending, phi->incoming_values());
    } else if (auto *select = dyn_cast<SelectInst>(from)) {
      pending.append({select->getTrueValue(), select->getFalseValue()});
    } else if (auto *address = dyn_cast<GEPOperator>(from)) {
      known = std::min(known, alignmentOfOffset(*address, layout));
      pending.push_back(address->getPointerOperand());
    } else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(from)) {
      pending.push_back(cast->getPointerOperand());
    } else {
      known = std::min(known, getKnownAlignment(from, layout));
    }
  }
  return known;
}

void demandOnly(Instruction &access, Align alignment) {
  if (auto *load = dyn_cast<LoadInst>(&access))
    load->setAlignment(alignment);
  else
    cast<StoreInst>(access).setAlignment(alignment);
}

class Checker {
public:
  explicit Checker(Function &kernel)
      : kernel(kernel), reports(kernel), provenance(kernel, reports) {}

  bool run() {
    SmallVector<Check> checks;
    for (Instruction &instruction : instructions(kernel))
      if (isa<LoadInst, StoreInst>(instruction) && !instruction.isAtomic())
        take(accessesOf(instruction)[0], checks);
    // The control flow must still be as it is.
    for (Check &check : checks)
      check.place = provenance.placeOf(*check.access.pointer);
    for (const Check &check : checks)
      emit(check);
    return !checks.empty();
  }

private:
  void take(const CheckedAccess &access, SmallVectorImpl<Check> &checks) {
    const Align demanded = getLoadStoreAlignment(access.instruction);
    const Align known = knownAlignment(*access.pointer, kernel.getDataLayout());
    auto site = demanded > known ? provenance.originOf(*access.pointer) : std::nullopt;
    // Where a private array lies is the compiler's choice: it will be aligned.
    if (!site || site->origin == WEFT_ORIGIN_PRIVATE)
      return;
    site->mistake = WEFT_MISTAKE_ALIGNMENT;
    site->bytes = access.bytes;
    checks.push_back({access, *site, demanded, {}});
    demandOnly(*access.instruction, known);
  }

  void emit(const Check &check) {
    Instruction &access = *check.access.instruction;
    IRBuilder<> builder(&access);
    Value *address = builder.CreatePtrToInt(check.access.pointer, builder.getInt64Ty());
    Value *rest = builder.CreateAnd(address, check.demanded.value() - 1);
    Value *aligned = builder.CreateICmpEQ(rest, builder.getInt64(0), "aligned");
    builder.SetInsertPoint(insertMistake(access, *aligned, access.getDebugLoc(), "misaligned"));
    reports.report(builder, check.site, check.place.offset, check.place.size);
    ++accessesChecked;
  }

  Function &kernel;
  CheckReports reports;
  Provenance provenance;
};

} // namespace

PreservedAnalyses AlignmentChecksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || !isUserCode(function))
    return PreservedAnalyses::all();
  return Checker(function).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
