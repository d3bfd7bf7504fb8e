// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gang's own memory that replaces the program's for inactive lanes.
//
// Lanes access neighbouring elements with a few wide loads and stores, which include inactive
// lanes' elements. If that is not allowed, the same loads and stores access a buffer, and a loop
// copies active lanes' elements into it before, or out of it after. That takes a fraction of the
// code of separate accesses. The copies of inactive lanes are arbitrary.
//
// Lanes that access memory one after another need no copies: inactive ones store to the buffer, and
// load from constant zeros.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"

namespace weft::compiler {

class BounceBuffer {
public:
  explicit BounceBuffer(GangBuilder &gang) : gang(gang) {}

  /// Each lane's access: a value of this type, `step` bytes after the previous lane's.
  struct Elements {
    llvm::Type *type;
    std::uint64_t step;
    llvm::Align alignment;
  };

  /// Its address in a pointer's address space. Has space for all lanes, until the next call.
  llvm::Value *addressLike(const llvm::Value &pointer, const Elements &elements);

  /// The address of constant zeros, as many as any type has, in a pointer's address space.
  llvm::Value *zerosLike(const llvm::Value &pointer);

  /// Copies the elements of active lanes. The bits of the mask are in memory order.
  void copyActive(llvm::Value *from, llvm::Value *to, llvm::Value *mask, const Elements &elements);

private:
  GangBuilder &gang;
  llvm::AllocaInst *buffer = nullptr;
};

} // namespace weft::compiler
