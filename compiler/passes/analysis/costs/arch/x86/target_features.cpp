// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/MC/MCSubtargetInfo.h"

namespace weft::compiler {

using namespace llvm;

TargetFeatures::TargetFeatures(const MCSubtargetInfo &cpu) {
  const bool hasFoundation = cpu.checkFeatures("+avx512f"),
             hasAllWidths = cpu.checkFeatures("+avx512vl"), hasAvx2 = cpu.checkFeatures("+avx2");
  hasFusedOperations = cpu.checkFeatures("+fma") || cpu.checkFeatures("+fma4");
  hasHalfArithmetic = cpu.checkFeatures("+avx512fp16");
  hasRootEstimate = hasAllWidths && hasFusedOperations;
  hasPowerScaling = hasFoundation && hasAllWidths;
  hasMasks = hasFoundation;
  hasVectorMasks = cpu.checkFeatures("+avx") && !hasFoundation;
  hasByteShuffle = cpu.checkFeatures("+ssse3");
  hasWordPermutation = hasAvx2;
  hasShortPermutation = cpu.checkFeatures("+avx512bw,+avx512vl");
  hasBytePermutation = cpu.checkFeatures("+avx512vbmi,+avx512vl");
  hasPairPermutation = hasFoundation;
  hasWideExchange = cpu.checkFeatures("+cx16");
  hasFastDivider = cpu.getCPU() == "znver3" || cpu.getCPU() == "znver5";
  hasLongConversions = cpu.checkFeatures("+avx512dq");
  hasWideByteProducts = cpu.checkFeatures("+avx512vnni,+avx512vl");
  hasMixedByteProducts = hasWideByteProducts || cpu.checkFeatures("+avxvnni");
  hasByteProducts = cpu.checkFeatures("+avxvnniint8");
  hasRepeatedConstants = hasAvx2 && !hasAllWidths;
}

} // namespace weft::compiler
