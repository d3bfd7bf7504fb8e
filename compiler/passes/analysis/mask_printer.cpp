// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/analysis/mask_analysis.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instruction.h"

namespace weft::compiler {

using namespace llvm;

namespace {

class MaskPrinter {
public:
  MaskPrinter(raw_ostream &stream, const MaskPlan &plan) : stream(stream), plan(plan) {}

  void run() {
    for (const BlockPlan &block : plan.blocks())
      print(block);
    if (!plan.problem().empty())
      stream << "  no plan: " << plan.problem() << "\n";
  }

private:
  void printName(const BasicBlock &block) {
    block.printAsOperand(stream, /*PrintType=*/false, block.getModule());
  }

  void print(ArrayRef<BasicBlock *> blocks) {
    ListSeparator separator;
    for (const BasicBlock *block : blocks) {
      stream << static_cast<StringRef>(separator);
      if (block)
        printName(*block);
    }
  }

  void print(const BlockPlan &block) {
    printName(*block.block);
    stream << ":";
    if (plan.isDivergentLoop(*block.block))
      stream << " header of a divergent loop";
    stream << "\n  mask: ";
    printMask(block);
    if (block.execution == BlockPlan::Execution::Guarded) {
      stream << "\n  guarded: without lanes to ";
      print(block.withoutLanes);
    } else if (block.mayRunWithoutLanes()) {
      stream << "\n  speculated: runs without lanes";
    }
    if (!block.pending.empty()) {
      stream << "\n  pending: ";
      print(block.pending);
    }
    printExit(block);
    stream << "\n";
  }

  void printMask(const BlockPlan &block) {
    switch (block.mask) {
    case BlockPlan::Mask::Entry:
      stream << "entry";
      return;
    case BlockPlan::Mask::Variable:
      stream << "variable";
      return;
    case BlockPlan::Mask::Follows:
    case BlockPlan::Mask::Together:
      stream << "that of ";
      printName(*block.maskOf);
      stream << (block.mask == BlockPlan::Mask::Follows ? ", which it always follows"
                                                        : ", from which all lanes arrive");
      return;
    }
  }

  void printExit(const BlockPlan &block) {
    switch (block.exit) {
    case BlockPlan::Exit::Return:
      stream << "\n  return";
      return;
    case BlockPlan::Exit::Jump:
      stream << "\n  next: ";
      break;
    case BlockPlan::Exit::UniformBranch:
      stream << "\n  uniform branch: ";
      break;
    case BlockPlan::Exit::DivergentBranch:
      stream << "\n  divergent branch, next: ";
      break;
    case BlockPlan::Exit::Latch:
      stream << "\n  latch, loops while any lane is active, then: ";
      break;
    }
    print(block.next);
    if (block.mayRunWithoutLanes() && block.withoutLanes) {
      stream << ", without lanes: ";
      print(block.withoutLanes);
    }
  }

  raw_ostream &stream;
  const MaskPlan &plan;
};

} // namespace

void MaskPlan::print(raw_ostream &stream) const { MaskPrinter(stream, *this).run(); }

PreservedAnalyses MaskPrinterPass::run(Function &function, FunctionAnalysisManager &analyses) {
  GangAnalyses gang(analyses.getResult<CostModelAnalysis>(function));
  stream << "Printing analysis 'weft-masks' for function '" << function.getName() << "':\n";
  gang.manager().getResult<MaskAnalysis>(function).print(stream);
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
