// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Avoids 64-byte shuffles for which LLVM's legalisation never ends.
//
//   %x = xor <64 x i8> %a, %b
//   %r = shufflevector <64 x i8> %x, <64 x i8> poison, <64 x i32> splat (i32 63)
//
// The bug: if such a byte is broadcast to all elements of a vector, and the CPU permutes bytes
// across a 512-bit register, legalisation has two forms for the shuffle and forever turns each into
// the other: tests/passes/target/llvm_bugs/byte_splats_fault.ll shows it. This happens to the upper
// eight bytes of each block of 16 except the first. So the pass extracts the 64-bit word that
// contains the byte, and shifts it. tests/fuzz/kept/byte_of_the_last_lane.cl is a kernel in which
// it happens.
//
//   %x = xor <64 x i8> %a, %b
//   %r = shufflevector <64 x i8> %x, <64 x i8> poison, <64 x i32> <0, 0, 0, 0, 1, 1, 1, 1, ...
//
// If adjacent bytes are repeated and leave their block of 16, legalisation forever moves the
// operation after the shuffle and back: tests/passes/target/llvm_bugs/byte_shuffles_fault.ll shows
// it. A bug of the same kind, in lane-permuting shuffles, is
// https://github.com/llvm/llvm-project/issues/224266. So the pass puts a fence between the two,
// which emits no instruction.
//
// Runs after all optimisation, and in first-tier code: a later splat would be a shuffle of the
// vector again.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool changeByteShuffles(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
