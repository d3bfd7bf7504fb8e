// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the gang's own that stands in for the program's where lanes are inactive.
//
// Lanes that access neighbouring elements do so with a few wide loads and stores, which touch
// inactive lanes' elements as well. Where that is not allowed, the same loads and stores access a
// buffer, and a loop copies active lanes' elements into it before, or out of it after. That takes a
// fraction of the code of an access for each lane. The copies of inactive lanes hold anything.
//
// Lanes that access memory one after the other need no copies: inactive ones store to the buffer,
// and load from constant zeros.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"

namespace weft::compiler {

class BounceBuffer {
public:
  explicit BounceBuffer(GangBuilder &gang) : gang(gang) {}

  /// What each lane accesses: a value of this type, `step` bytes from that of the lane before.
  struct Elements {
    llvm::Type *type;
    std::uint64_t step;
    llvm::Align alignment;
  };

  /// Its address in the address space of a pointer. Has room for all lanes, until the next call.
  llvm::Value *addressLike(const llvm::Value &pointer, const Elements &elements);

  /// The address of constant zeros, as many as any type has, in the address space of a pointer.
  llvm::Value *zerosLike(const llvm::Value &pointer);

  /// Copies the elements of active lanes. The bits of the mask are in the order of memory.
  void copyActive(llvm::Value *from, llvm::Value *to, llvm::Value *mask, const Elements &elements);

private:
  GangBuilder &gang;
  llvm::AllocaInst *buffer = nullptr;
};

} // namespace weft::compiler
