// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges that the work-items of a group share out among them: each begins at a number of its own
// and goes on in steps of as many as there are work-items.
//
//   for (i = get_local_id(0); i < n; i += get_local_size(0))
//
// The ids and sizes may have any integer type of 32 bits or more, as none of these numbers needs
// as many; in two and three dimensions they may be the linear ids and the product of the sizes.
#pragma once

#include "llvm/IR/Value.h"

namespace weft::compiler {

/// The same number before it was made wider or narrower. For numbers below 2^31.
const llvm::Value &withoutCasts(const llvm::Value &value);

/// Whether the work-items of a group begin with each number below `step`, and no other one.
bool isGroupStrideRange(const llvm::Value &begin, const llvm::Value &step);

} // namespace weft::compiler
