// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random calls of functions that work-items of a sub-group or of a work-group call together.
//
// What the specification leaves open is not used: a value of another lane only where that lane is
// active, sums of integers alone, indices in range. A line calls in an order that is the same for
// all work-items that come to it, so that the oracle knows who meets whom
// (tests/oracle/host_group.h).
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

class GroupFunctions {
public:
  GroupFunctions(RandomSource &random, Expressions &expressions)
      : random(random), expressions(expressions) {}

  /// Chooses a size of sub-groups, and gives the attribute of the kernel that requires it, if any.
  std::string chooseSize();

  // Each is a line that changes the variable, which is an int.

  /// For any place: the active work-items of the sub-group take part.
  std::string amongActive(const std::string &variable);
  /// For places where all work-items of the sub-group come.
  std::string inSubGroup(const std::string &variable);
  /// For places where all work-items of the work-group come.
  std::string inWorkGroup(const std::string &variable);

private:
  ClType integer();
  std::string uniformIndex(const std::string &count);
  std::string result(const std::string &variable, const std::string &value);
  std::string vote(const std::string &prefix);
  std::string ofBallot();
  std::string shuffle(const std::string &variable);
  std::string arithmetic(const std::string &prefix);
  std::string clustered();

  RandomSource &random;
  Expressions &expressions;
  /// The smallest size that sub-groups of the kernel may have.
  unsigned minSize = 8;
};

} // namespace weft::test
