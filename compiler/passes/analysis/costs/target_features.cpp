// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

using namespace llvm;

TargetFeatures::TargetFeatures(const MCSubtargetInfo &cpu)
    : hasFusedOperations(cpu.checkFeatures("+fma") || cpu.checkFeatures("+fma4")),
      hasHalfArithmetic(cpu.checkFeatures("+avx512fp16")),
      hasRootEstimate(cpu.checkFeatures("+avx512vl")), hasBroadcasts(cpu.checkFeatures("+avx2")),
      hasEmbeddedBroadcasts(cpu.checkFeatures("+avx512vl")),
      hasFoundation(cpu.checkFeatures("+avx512f")), hasByteShuffle(cpu.checkFeatures("+ssse3")),
      hasShortPermutation(cpu.checkFeatures("+avx512bw,+avx512vl")),
      hasBytePermutation(cpu.checkFeatures("+avx512vbmi,+avx512vl")),
      hasWideExchange(cpu.checkFeatures("+cx16")),
      hasFastDivider(cpu.getCPU() == "znver3" || cpu.getCPU() == "znver5"),
      hasLongConversions(cpu.checkFeatures("+avx512dq")),
      hasVectorMasks(cpu.checkFeatures("+avx")) {}

AnalysisKey TargetFeaturesAnalysis::Key;

TargetFeatures TargetFeaturesAnalysis::run(Function &function, FunctionAnalysisManager &) {
  return TargetFeatures(*machine.getSubtargetImpl(function));
}

} // namespace weft::compiler
