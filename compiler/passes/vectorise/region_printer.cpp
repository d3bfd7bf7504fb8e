// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/region_printer.h"

#include "compiler/passes/analysis/value_ranges.h"
#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/vectorise/prepare/canonical_form.h"

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/AssemblyAnnotationWriter.h"
#include "llvm/Support/FormattedStream.h"

namespace weft::compiler {

using namespace llvm;

namespace {

class UniformityWriter final : public AssemblyAnnotationWriter {
public:
  explicit UniformityWriter(Module &module) {
    for (Function &function : module)
      if (function.hasFnAttribute(regionAttribute))
        markLanes(function);
  }

  void emitFunctionAnnot(const Function *function, formatted_raw_ostream &stream) override {
    if (function->hasFnAttribute(regionAttribute))
      stream << "; what one work-item does in a region\n";
  }

  void printInfoComment(const Value &value, formatted_raw_ostream &stream) override {
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !instruction->getFunction()->hasFnAttribute(regionAttribute))
      return;
    const bool isBranch = instruction->isTerminator();
    auto &uniformity = form.analyses().getResult<UniformityInfoAnalysis>(
        const_cast<Function &>(*instruction->getFunction()));
    if (isBranch ? uniformity.hasDivergentTerminator(*instruction->getParent())
                 : uniformity.isDivergent(instruction))
      stream << (isBranch ? " ; work-items part" : " ; varies");
  }

private:
  static void markLanes(Function &region) {
    for (Argument &parameter : region.args())
      if (const auto index = regionParameter(parameter);
          index == unsigned{RegionParameters::LocalId} ||
          index == unsigned{RegionParameters::ContextLane})
        parameter.addAttr(Attribute::get(region.getContext(), laneParameterAttribute));
  }

  CanonicalForm form;
};

} // namespace

void printRegions(Module &module, raw_ostream &stream) {
  UniformityWriter writer(module);
  module.print(stream, &writer);
}

} // namespace weft::compiler
