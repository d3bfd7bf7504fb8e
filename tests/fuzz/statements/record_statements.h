// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random statements that read or write records of 4, 8 or 16 components, which change places.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

/// A line that changes v0 or v1 by some components of a record of `in`.
std::string recordStatement(RandomSource &random, Expressions &expressions);

/// The declaration of `struct member`, whose members have several types of 32 bits.
extern const char *const memberDeclaration;

/// A line that changes v0 or v1 by members of a structure of `in`.
std::string memberStatement(RandomSource &random);

/// A line that changes v0 or v1 by loops of constant rounds over a record of `in` for each
/// work-item.
std::string recordLoop(RandomSource &random);

/// Steps that change a record `r` of that type and a record `s` in the same way for each component,
/// some of them under conditions and in loops; `r` begins as one of `in`.
std::string recordSteps(RandomSource &random, Expressions &expressions, ClType type);

/// A record of twice as many components as `half`, made of two values of that type, which has 4
/// or 8.
std::string recordOfHalves(RandomSource &random, ClType half, const std::string &first,
                           const std::string &second);

} // namespace weft::test
