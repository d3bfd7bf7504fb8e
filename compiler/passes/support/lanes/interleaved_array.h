// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private arrays in which neighbouring lanes' copies of an element are adjacent.
//
// An array qualifies if code only reads and writes whole elements of one size, and if its address
// does not escape. Its accesses can then be moved to any memory in which element j of a lane is at
// j * count * bytes + lane * bytes: in a gang's memory (private_arrays.h), and in a block of the
// context array (context_layout.h). So an access with a uniform index is contiguous over lanes.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

namespace weft::compiler {

/// An array that qualifies, with all its users. Valid until one of them changes.
class InterleavedArray {
public:
  /// Nothing if the array does not qualify. `elementBytes`: the element size, for arrays that may
  /// only be filled; 0: that of the accesses, of which there is at least one.
  static std::optional<InterleavedArray> find(llvm::AllocaInst &array,
                                              std::uint64_t elementBytes = 0);

  llvm::AllocaInst &alloca() const { return *array; }
  std::uint64_t bytes() const { return allBytes; }
  std::uint64_t elementBytes() const { return bytesOfElement; }

  /// Computes each access's address immediately before it, so that no address lives longer.
  void keepAddressesBesideAccesses();

  /// Moves all accesses to `start` + offset * `count` + `lane`, where offset is the byte offset of
  /// an access in the array, and erases the array. The three values dominate all accesses; `lane`
  /// is in bytes.
  void moveTo(llvm::Value &start, llvm::Value &count, llvm::Value &lane);

private:
  bool collectUses(llvm::Value &pointer);
  bool qualifies(std::uint64_t elementBytes);
  void expand(llvm::MemIntrinsic &fill);
  void place(llvm::Value &pointer, llvm::Value &offset);
  llvm::Value *copyOfAddress(llvm::Value &address, llvm::Instruction &access);

  llvm::AllocaInst *array = nullptr;
  std::uint64_t allBytes = 0, bytesOfElement = 0;
  llvm::Type *element = nullptr; ///< of the first access, or an integer; all have its size
  llvm::SmallVector<llvm::GetElementPtrInst *> addresses;
  llvm::SmallVector<llvm::Instruction *> accesses;
  llvm::SmallVector<llvm::MemIntrinsic *> fills;
  llvm::SmallVector<llvm::Instruction *> lifetimes;
  llvm::Value *newStart = nullptr, *newCount = nullptr, *newLane = nullptr;
};

} // namespace weft::compiler
