// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds loops that carry a value through a sub-group operation:
//
//   for (…) x = f(x, sub_group_reduce_add(x));
//
// Each iteration waits for the previous one's operation, which takes several steps between lanes.
// Several registers of lanes then take hardly longer than one.
#pragma once

#include "compiler/passes/support/lanes/sub_groups.h"

namespace weft::compiler {

/// The maximum number of 32-bit words per work-item that such a loop of a function carries from one
/// iteration to the next, counting values that depend on the operation; 0 if there is no such loop.
/// `users` are the functions that use sub-groups directly or indirectly (findSubGroupUsers); a call
/// of one counts as an operation. Variables may still be in memory. Does not modify the function:
/// it analyses a temporary copy in registers.
unsigned subGroupRecurrenceWords(llvm::Function &function, const SubGroupUsers &users);

} // namespace weft::compiler
