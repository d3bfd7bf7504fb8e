// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the mathematical functions return for special values: one row for each of OpenCL C 3.0,
// 7.5.1, and of the sections of C99's Annex F (F.9) that 7.5 refers to.
#pragma once

#include <string>
#include <vector>

namespace weft::test {

/// Operands and the result. All are numbers of the type in question, or rounded to it.
struct EdgeCase {
  double x, y; ///< `y` where the function has two operands
  double result;
};

struct EdgeRow {
  const char *function; ///< a built-in, or one of twoResultFunctions
  const char *rule;     ///< what the row says
  std::vector<EdgeCase> cases;
};

/// Numbers that depend on the type.
struct NumberLimits {
  double least;    ///< subnormal
  double greatest; ///< finite
  double below1;   ///< the number next to 1
};

/// Of one operand; of two; of an operand and an integer `y`; with integer results of one and of
/// two.
std::vector<EdgeRow> unaryEdges(const NumberLimits &limits);
std::vector<EdgeRow> binaryEdges(const NumberLimits &limits);
std::vector<EdgeRow> integerOperandEdges(const NumberLimits &limits);
std::vector<EdgeRow> integerResultEdges();
std::vector<EdgeRow> quotientEdges();

} // namespace weft::test
