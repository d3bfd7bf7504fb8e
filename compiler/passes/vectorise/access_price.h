// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the loads and stores of a gang cost, before they are written (widen_memory.h).
#pragma once

#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/vectorise/widen/widening_source.h"

namespace weft::compiler {

struct AccessPrice {
  std::uint64_t size = 0;      ///< instructions
  std::uint64_t shuffling = 0; ///< what instruction selection makes of shuffles in addition
  bool isSlow = false;         ///< a gather, a scatter or one access after another
  bool isReplicated = false;   ///< one lane after another, as no vector holds the elements
};

/// Whether the value is uniform, or lies at the same distances from lane 0's in all gangs.
bool isExact(const StrideInfo &strides, const llvm::Value &value);

/// Of an access from addresses of the lanes' own. `hasMask`: its block has one.
AccessPrice priceLoad(const WideningSource &source, const llvm::LoadInst &load, unsigned lanes,
                      bool hasMask);
AccessPrice priceStore(const WideningSource &source, const llvm::StoreInst &store, unsigned lanes,
                       bool hasMask);

} // namespace weft::compiler
