// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits and joins records by transposing blocks of 128 bits: four words, and on CPUs that cannot
// pick any elements of two registers 4 to 16 shorts or bytes.
//
// LLVM creates each component by itself, with permutations across the whole register, of which the
// CPU does one a cycle. Instead, there are vectors whose 128-bit blocks each hold one record:
// vector k of n holds record k of the n records of each block. Unpack instructions, which stay
// within blocks, transpose each block in log2(n) steps (transposition.h); loads and stores of 16
// bytes move the records without a shuffle. The result is all components.
//
// Where a block has room for several records, such as pixels of four bytes, a shuffle within blocks
// makes tuples of them: the first components of all, the second ones and so on. From there on a
// tuple is a component. Where a record fills two blocks, each is transposed by itself.
//
// Where the CPU permutes pairs of registers by words, this is for records of words alone that each
// come from a load of their own: those have to be put together in any case. The others are split
// and joined in stages (record_stages.h).
#pragma once

#include "compiler/passes/target/arch/record_layout.h"

namespace weft::compiler {

/// The components of the records in `flat`; empty if blocks do not suit them.
RecordVectors splitInBlocks(llvm::IRBuilder<> &builder, llvm::Value &flat, RecordLayout layout,
                            const RecordTarget &target);

/// Replaces the users of a call that joins these components, if they are stores of all records or
/// of single ones, and if blocks suit them.
bool joinInBlocks(llvm::CallInst &join, RecordLayout layout, const RecordTarget &target);

} // namespace weft::compiler
