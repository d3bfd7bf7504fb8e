// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random expressions of a kernel, of any type. They have no effects, no undefined behaviour, and no
// not-a-number whose bits could show.
#pragma once

#include "tests/fuzz/random_source.h"

namespace weft::test {

struct Variable {
  std::string name;
  ClType type;
};

class Expressions {
public:
  explicit Expressions(RandomSource &random) : random(random) {}

  /// What leaves may name. Uniform ones are equal in all work-items of a group wherever a uniform
  /// statement reads them.
  std::vector<Variable> variables, uniforms;
  /// Private arrays of 8 elements.
  std::vector<Variable> arrays;
  /// Whether every index of an array is a constant in each round of its loops.
  bool hasKnownIndices = false;
  /// Global ids may be anything: they are no places without a mask.
  bool hasFarIds = false;
  /// Vector types are used besides scalar ones.
  bool hasVectors = true;

  std::string value(ClType type, unsigned depth);
  /// An int that can be tested.
  std::string condition(unsigned depth);
  /// Of type int, and the same in all work-items of the group.
  std::string uniformValue(unsigned depth);
  std::string uniformCondition();
  /// The same value with not-a-numbers replaced by zero.
  std::string withoutNan(ClType type, const std::string &text) const;
  /// An operation on integers that wraps.
  std::string unsignedOperation(ClType type, const char *operation, const std::string &left,
                                const std::string &right) const;
  ClType anyType();

private:
  std::string leaf(ClType type);
  std::string constant(ClType type);
  std::string load(ClType type);
  std::string index(unsigned limit);
  std::string rowIndex();
  std::string maskedId(const std::string &mask);
  std::string converted(ClType type, const Variable &from);
  std::string integer(ClType type, unsigned depth);
  std::string multiplyAdd(ClType type, const std::string &left, const std::string &right,
                          const std::string &last);
  std::string upsampled(ClType type, unsigned depth);
  std::string real(ClType type, unsigned depth);
  std::string chosen(ClType type, unsigned depth);
  std::string composed(ClType type, unsigned depth);

  RandomSource &random;
};

} // namespace weft::test
