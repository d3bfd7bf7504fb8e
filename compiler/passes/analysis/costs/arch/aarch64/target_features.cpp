// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/target_features.h"

#include "llvm/MC/MCSubtargetInfo.h"

namespace weft::compiler {

using namespace llvm;

TargetFeatures::TargetFeatures(const MCSubtargetInfo &cpu) {
  hasFusedOperations = true;
  hasHalfArithmetic = cpu.checkFeatures("+fullfp16");
  hasRootEstimate = true;
  // Conversions from and to 64-bit integers, and look-ups of bytes in up to four registers, are
  // part of the base.
  hasLongConversions = true;
  hasByteShuffle = true;
  hasWideExchange = cpu.checkFeatures("+lse");
  hasByteProducts = cpu.checkFeatures("+dotprod");
  hasMixedByteProducts = cpu.checkFeatures("+i8mm");
  hasBFloat16Conversion = cpu.checkFeatures("+bf16");
  hasMasks = cpu.checkFeatures("+sve");
}

} // namespace weft::compiler
