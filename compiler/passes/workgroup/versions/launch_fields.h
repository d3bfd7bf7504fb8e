// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What work-group functions read of weft_launch (device/kernel_abi.h).
#pragma once

#include "llvm/IR/IRBuilder.h"

#include <cstddef>
#include <cstdint>

namespace weft::compiler {

/// Loads from a launch, by dimension of the range. A launch does not change.
class LaunchFields {
public:
  LaunchFields(llvm::IRBuilder<> &builder, llvm::Value *launch)
      : builder(builder), launch(launch) {}

  llvm::Value *globalOffset(unsigned dimension);
  llvm::Value *globalSize(unsigned dimension);
  llvm::Value *localSize(unsigned dimension);
  /// The condition that vector versions of regions rely on; `limit`: launchLimit(), as in
  /// value_ranges.h.
  llvm::Value *isSmall(std::uint64_t limit);

private:
  llvm::Value *load(std::size_t field, unsigned dimension = 0);

  llvm::IRBuilder<> &builder;
  llvm::Value *launch;
};

} // namespace weft::compiler
