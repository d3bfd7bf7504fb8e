// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random loops by which a group copies between global and local memory: both directions, counters
// of all types, ids of one dimension and linear ones, in branches, in both arms, in loops, next to
// other accesses, behind and before barriers.
//
// All of it works on areas of local memory that nothing else uses. A section of the kernel begins
// and ends with a barrier; between two barriers each area is either read, or written by one loop,
// in which each element has one work-item that writes it, or several that write the same.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

class CopyLoops {
public:
  CopyLoops(RandomSource &random, Expressions &expressions, std::string &text)
      : random(random), expressions(expressions), text(text) {}

  /// What the group copies out lies so many bytes behind `begin` in `out`, `stretch` for each
  /// group.
  void declare(unsigned begin, unsigned stretch);
  /// A line for a place where control is uniform.
  void section();

private:
  struct Counter {
    std::string type, name, begin, step;
    bool isLinear = false;
    bool isSigned() const { return type == "int" || type == "long"; }
  };

  Counter newCounter(bool mustBeLinear = false);
  std::string newName() { return "c" + std::to_string(names++); }
  std::string anyArea();
  std::string number(unsigned mask);
  std::string bound(const Counter &counter);
  std::string globalIndex(const std::string &counter);
  std::string localIndex(const std::string &counter);
  std::string loop(const Counter &counter, const std::string &body);
  std::string copyIn(const std::string &area);
  std::string copyOut(const std::string &area);
  std::string almostCopy(const std::string &area);
  std::string fill(const std::string &area);
  std::string writing(const std::string &area);
  std::string branching(const std::string &area, std::string *later);
  std::string phase(std::string *later);
  std::string read(const std::string &area);
  std::string reads();
  std::string assignment();
  std::string repeated();

  RandomSource &random;
  Expressions &expressions;
  std::string &text;
  ClType type;
  unsigned names = 0;
  /// Areas that something of the phase uses.
  std::vector<std::string> taken;
};

} // namespace weft::test
