// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random statements that follow pointers which the kernel finds in memory (GeneratedNode), as those
// with shared virtual memory do.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

/// The declaration of `struct node`, as kernels see GeneratedNode.
extern const char *const nodeDeclaration;

/// A line that changes v0 or v1, or the word that the work-item's own node points to.
std::string nodeStatement(RandomSource &random, Expressions &expressions);

} // namespace weft::test
