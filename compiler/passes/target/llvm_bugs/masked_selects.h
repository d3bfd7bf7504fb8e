// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps selections of lanes from being merged with what they select where LLVM does that wrongly.
//
//   %x = and <16 x i32> %a, splat (i32 4)
//   %y = and <16 x i32> %b, splat (i32 -5)
//   %bits = or disjoint <16 x i32> %x, %y
//   %r = select <16 x i1> %mask, <16 x i32> %bits, <16 x i32> %a
//
// The fault: AVX-512 has one instruction for this, and LLVM's instruction selection exchanges its
// operands without adapting its table of truth, so lanes get other bits.
// tests/passes/target/llvm_bugs/masked_selects_fault.ll shows it. It is
// https://github.com/llvm/llvm-project/issues/157929, mended upstream, but not in LLVM 22.1.8, by
// https://github.com/llvm/llvm-project/pull/209782.
//
//   %active = select <16 x i1> %mask, <16 x i32> %a, <16 x i32> zeroinitializer
//   %moved = shufflevector <16 x i32> %active, <16 x i32> poison, <16 x i32> <1, 0, 3, 2, ...
//   %r = select <16 x i1> %mask, <16 x i32> %moved, <16 x i32> %b
//
// Here it may leave the first selection out, as if each lane of the shuffle had its own element.
// Random kernels have shown that; this function by itself is right in LLVM 22.1.8.
//
// So the pass puts a fence between the two, which is no instruction. The lanes are selected by
// another one then. Runs after all optimisation, and in code of the first tier.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool fenceMaskedSelects(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
