// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

using namespace llvm;

AnalysisKey TargetFeaturesAnalysis::Key;

TargetFeatures TargetFeaturesAnalysis::run(Function &function, FunctionAnalysisManager &) {
  return TargetFeatures(*machine.getSubtargetImpl(function));
}

} // namespace weft::compiler
