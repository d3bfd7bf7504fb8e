// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// High halves of 64-bit products, and 64-bit divisions by constants, in vectors.
//
// Vector units multiply 32-bit halves. LLVM recognises a high half made of four such products
// (mul_hi), and rewrites it as a 128-bit product, which is one instruction for a single work-item;
// its code generation then multiplies lane by lane. It divides vectors by constants lane by lane
// too, as that takes high halves. Both become four products of halves for all lanes at once
// (long_vectors.h).
//
// Divisions take the numbers of Hacker's Delight, 10-9 and 10-3 (LLVM's DivisionByConstantInfo).
// Hashes, random numbers and dates of several programs divide so.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether anything has changed.
bool expandWideProducts(llvm::Function &function);

} // namespace weft::compiler
