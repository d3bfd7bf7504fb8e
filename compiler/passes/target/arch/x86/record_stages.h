// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits and joins records of 4, 8 or 16 components in stages of shuffles of two registers.
//
// LLVM makes each component of such records by itself, of as many registers as a record has
// components: for n components that takes n * (n - 1) shuffles and many copies of registers. In
// stages it takes n * log2(n): a stage parts each pair of neighbouring registers into their even
// and odd elements, and the next one does the same with all even ones, and with all odd ones. The
// components of records are joined by the opposite stages, which interleave the lower or the upper
// halves of two registers. All shuffles of a kind have one mask, so its register is loaded once.
//
// That needs a CPU that picks any elements of two registers. Where a record fills whole registers,
// the components are the columns of a square instead (transposition.h), on each CPU: its shuffles
// stay within blocks of 128 bits, or move whole blocks.
#pragma once

#include "compiler/passes/target/arch/record_layout.h"

namespace weft::compiler {

/// The components of the records in `flat`; empty if stages do not suit them.
RecordVectors splitInStages(llvm::IRBuilder<> &builder, llvm::Value &flat, RecordLayout layout,
                            const RecordTarget &target);

/// The records of these components in sequence; null if stages do not suit them.
llvm::Value *joinInStages(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> components,
                          RecordLayout layout, const RecordTarget &target);

} // namespace weft::compiler
