// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of random kernels that read and write one place in memory again and again, as sums without
// a variable do: what a compiler keeps in a register if nothing else in the loop meets the place.
//
// Each work-item has a few elements of global, local and private memory of its own, side by side or
// between those of its neighbours. A loop works on some of them at indices that stay, rise or fall,
// through pointers that may be equal, overlap, or go to bytes of the same elements.
#pragma once

#include "tests/fuzz/expressions.h"

namespace weft::test {

class MemoryFolds {
public:
  MemoryFolds(RandomSource &random, Expressions &expressions)
      : random(random), expressions(expressions) {}

  /// Declares the memory, at the kernel's beginning.
  std::string declare();
  /// A whole loop. `counter` is a name that nothing else has.
  std::string statement(const std::string &counter);

private:
  /// Elements of the work-item, from a pointer on.
  struct Area {
    ClType type;
    std::string space; ///< the address space, and perhaps `volatile`
    std::string begin;
    unsigned distance; ///< of one element from the next
    unsigned elements; ///< a power of two
  };

  ClType elementType();
  Area anyArea();
  std::string fill() const;
  std::string head();
  std::string body();
  std::string step();
  std::string at(const std::string &pointer, const std::string &index) const;
  std::string place();
  std::string fixedIndex();
  std::string movingIndex();
  std::string byte();
  std::string operand();
  std::string update(const std::string &place);

  RandomSource &random;
  Expressions &expressions;
  ClType globalType, localType;
  /// The elements of a work-item are neighbours. All loops of a kernel agree, for what one
  /// work-item has the others must not touch.
  bool isGlobalInRows = false, isLocalInRows = false;
  // Of the loop that is being written.
  Area area;
  std::string counter;
  bool isPlain = false; ///< no branches, and as many rounds in all work-items of a group
};

} // namespace weft::test
