// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/target_arithmetic.h"

#include "compiler/passes/target/arithmetic/bfloat16_conversions.h"
#include "compiler/passes/target/arithmetic/dot_products.h"
#include "compiler/passes/target/arithmetic/fused_operations.h"
#include "compiler/passes/target/arithmetic/half_operations.h"
#include "compiler/passes/target/arithmetic/invariant_divisors.h"
#include "compiler/passes/target/arithmetic/long_conversions.h"
#include "compiler/passes/target/arithmetic/reciprocal_roots.h"
#include "compiler/passes/target/arithmetic/wide_products.h"

namespace weft::compiler {

using namespace llvm;

PreservedAnalyses TargetArithmeticPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const TargetFeatures &features = analyses.getResult<TargetFeaturesAnalysis>(function);
  bool changed = replaceReciprocalRoots(function, features);
  changed |= replaceDotProducts(function, features);
  changed |= expandFusedOperations(function, features);
  changed |= rewriteHalfOperations(function, features);
  changed |= replaceBFloat16Conversions(function, features);
  changed |= expandWideProducts(function);
  changed |= multiplyByInverses(function);
  changed |= expandLongConversions(function, features);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
