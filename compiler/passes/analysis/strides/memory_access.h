// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the lanes of a gang access memory together, by the strides of their addresses.
#pragma once

#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// A load or store of one element, or of a vector of several, in each lane.
struct MemoryAccess {
  enum class Kind {
    Uniform,     ///< all lanes access one address
    Contiguous,  ///< what neighbouring lanes access lies side by side
    Reversed,    ///< likewise, but lanes go down; of single elements only
    Interleaved, ///< other elements lie between, few enough to be read as well
    Overlapping, ///< neighbouring lanes share elements
    Scattered,   ///< anything else
    Unsupported, ///< no vector holds elements of this type
  };
  Kind kind = Kind::Unsupported;
  llvm::Type *element = nullptr;
  std::int64_t bytes = 0; ///< of an element
  unsigned count = 1;     ///< of elements in each lane
  unsigned pitch = 0;     ///< from lane to lane, in elements; 0: not known, or none
};

/// How a gang loads or stores a value of this type.
MemoryAccess classifyAccess(const StrideInfo &strides, const llvm::DataLayout &layout,
                            const llvm::Value &address, llvm::Type &type);

/// How a gang performs a load or a store.
MemoryAccess classifyAccess(const StrideInfo &strides, const llvm::Instruction &access);
/// Whether the lanes of a gang have the object to themselves: what inactive lanes would access may
/// be read and written back.
bool isOfLanesAlone(const llvm::Value &object);
/// Whether a value of the type is a vector that fills a word of 32 bits, such as uchar4 and short2.
/// Gangs may access it as that.
bool isWordOfComponents(const llvm::Type &type);

/// What a printer calls a kind.
llvm::StringRef nameOf(MemoryAccess::Kind kind);

} // namespace weft::compiler
