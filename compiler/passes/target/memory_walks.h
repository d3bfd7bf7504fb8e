// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accesses by which a loop traverses memory, and prefetching of their later data.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace llvm {
class Instruction;
class Loop;
class SCEV;
class SCEVAddRecExpr;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Accesses of one loop whose addresses advance by the same step in each iteration, and start at
/// constant distances, form a walk. Each line of a walk belongs to the first access that touches
/// it, so that a line is prefetched once.
class MemoryWalks {
public:
  MemoryWalks(const llvm::Loop &loop, llvm::ScalarEvolution &evolution)
      : loop(loop), evolution(evolution) {}

  /// The address as a recurrence of the loop with an invariant step; null if it is not one.
  const llvm::SCEVAddRecExpr *recurrenceOf(llvm::Value &address) const;

  /// Adds an access of this many bytes from an address for which recurrenceOf() succeeds.
  void add(llvm::Instruction &access, const llvm::SCEVAddRecExpr &address, std::uint64_t bytes);

  /// Calls a function for each line that the walks touch in an iteration: with the access to which
  /// it belongs, the line's offset from the access's address in bytes, and the walk's step.
  void forEachLine(llvm::function_ref<void(llvm::Instruction &access, std::int64_t offset,
                                           const llvm::SCEV *step)>
                       visit);

private:
  struct Access {
    llvm::Instruction *instruction;
    std::int64_t offset, bytes; ///< the offset is from the first one found
  };
  struct Walk {
    const llvm::SCEV *begin, *step;
    llvm::SmallVector<Access> accesses;
  };

  const llvm::Loop &loop;
  llvm::ScalarEvolution &evolution;
  llvm::SmallVector<Walk> walks;
};

enum class CacheLevel : std::uint8_t { First = 3, Second = 2 }; ///< as in llvm.prefetch

/// Prefetches data at an address for reading, before an instruction.
void prefetch(llvm::Value &address, CacheLevel level, llvm::Instruction &place);

} // namespace weft::compiler
