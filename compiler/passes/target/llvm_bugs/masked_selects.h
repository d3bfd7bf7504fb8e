// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prevents LLVM from merging lane selections with their operands where it does so incorrectly.
//
//   %x = and <16 x i32> %a, splat (i32 4)
//   %y = and <16 x i32> %b, splat (i32 -5)
//   %bits = or disjoint <16 x i32> %x, %y
//   %r = select <16 x i1> %mask, <16 x i32> %bits, <16 x i32> %a
//
// The bug: AVX-512 has one instruction for this, and LLVM's instruction selection swaps its
// operands without adapting its truth table, so lanes get wrong bits.
// tests/passes/target/llvm_bugs/masked_selects_fault.ll shows it. It is
// https://github.com/llvm/llvm-project/issues/157929, fixed upstream, but not in LLVM 22.1.8, by
// https://github.com/llvm/llvm-project/pull/209782.
//
//   %a = load <16 x i32>, ptr %p
//   %active = select <16 x i1> %mask, <16 x i32> %a, <16 x i32> zeroinitializer
//   %moved = shufflevector <16 x i32> %active, <16 x i32> poison, <16 x i32> <1, 0, 3, 2, ...
//   %r = select <16 x i1> %mask, <16 x i32> %moved, <16 x i32> %b
//
// Here it omits the first selection, as if each lane of the shuffle had its own element: the
// shuffle takes its operand from memory. The second function of that test shows it. The same
// happens if one element is extracted, and broadcast.
//
// So the pass puts a fence between the two, which emits no instruction. The lanes are then selected
// by another one. Runs after all optimisation, and in first-tier code.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool fenceMaskedSelects(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
