// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps shuffles of 64 bytes from those forms for which LLVM's legalisation never ends.
//
//   %b = extractelement <64 x i8> %v, i64 63
//
// The faults: where such a byte goes to all elements of a vector, and the CPU permutes bytes across
// a register of 512 bits, legalisation has two forms for the shuffle and turns each into the other
// for ever. This happens to the upper eight bytes of each block of 16 but the first. So the pass
// takes the word of 64 bits that holds the byte, and shifts it.
// tests/fuzz/kept/byte_of_the_last_lane.cl is a kernel in which it happens.
//
//   %x = xor <64 x i8> %a, %b
//   %r = shufflevector <64 x i8> %x, <64 x i8> poison, <64 x i32> <0, 0, 0, 0, 1, 1, 1, 1, ...
//
// Where bytes are repeated side by side and leave their block of 16, legalisation moves the
// operation behind the shuffle and back for ever: tests/passes/target/llvm_bugs/
// byte_shuffles_fault.ll shows it. A fault of the same kind, in lane-permuting shuffles, is
// https://github.com/llvm/llvm-project/issues/224266. So the pass puts a fence between the two,
// which is no instruction.
//
// Runs after all optimisation, and in code of the first tier: a splat that comes later would be a
// shuffle of the vector again.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool changeByteShuffles(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
