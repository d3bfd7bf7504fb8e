// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/region_printer.h"

#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/AssemblyAnnotationWriter.h"
#include "llvm/Support/FormattedStream.h"

namespace weft::compiler {

using namespace llvm;

namespace {

class UniformityWriter final : public AssemblyAnnotationWriter {
public:
  void emitFunctionAnnot(const Function *function, formatted_raw_ostream &stream) override {
    if (function->hasFnAttribute(regionAttribute))
      stream << "; what one work-item does in a region\n";
  }

  void printInfoComment(const Value &value, formatted_raw_ostream &stream) override {
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !instruction->getFunction()->hasFnAttribute(regionAttribute))
      return;
    const bool isBranch = instruction->isTerminator();
    auto &uniformity = gang.manager().getResult<UniformityInfoAnalysis>(
        const_cast<Function &>(*instruction->getFunction()));
    if (isBranch ? uniformity.hasDivergentTerminator(*instruction->getParent())
                 : uniformity.isDivergent(instruction))
      stream << (isBranch ? " ; work-items part" : " ; varies");
  }

private:
  GangAnalyses gang;
};

} // namespace

void printRegions(Module &module, raw_ostream &stream) {
  UniformityWriter writer;
  module.print(stream, &writer);
}

} // namespace weft::compiler
