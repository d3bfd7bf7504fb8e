// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/checked_accesses.h"

#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

static CheckedAccess ofLength(MemIntrinsic &copy, Value *pointer, weft_mistake mistake) {
  CheckedAccess access{&copy, pointer, mistake, 0, copy.getLength()};
  if (const auto *known = dyn_cast<ConstantInt>(access.length)) {
    access.bytes = known->getZExtValue();
    access.length = nullptr;
  }
  return access;
}

SmallVector<CheckedAccess, 2> accessesOf(Instruction &instruction) {
  const DataLayout &layout = instruction.getDataLayout();
  const auto bytesOf = [&](Type *type) { return layout.getTypeStoreSize(type).getFixedValue(); };
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return {{load, load->getPointerOperand(),
             load->isAtomic() ? WEFT_MISTAKE_ATOMIC : WEFT_MISTAKE_READ, bytesOf(load->getType())}};
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return {{store, store->getPointerOperand(),
             store->isAtomic() ? WEFT_MISTAKE_ATOMIC : WEFT_MISTAKE_WRITE,
             bytesOf(store->getValueOperand()->getType())}};
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return {{update, update->getPointerOperand(), WEFT_MISTAKE_ATOMIC, bytesOf(update->getType())}};
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return {{exchange, exchange->getPointerOperand(), WEFT_MISTAKE_ATOMIC,
             bytesOf(exchange->getNewValOperand()->getType())}};
  SmallVector<CheckedAccess, 2> found;
  auto *memory = dyn_cast<MemIntrinsic>(&instruction);
  if (!memory)
    return found;
  if (auto *copy = dyn_cast<MemTransferInst>(memory))
    found.push_back(ofLength(*memory, copy->getRawSource(), WEFT_MISTAKE_READ));
  found.push_back(ofLength(*memory, memory->getRawDest(), WEFT_MISTAKE_WRITE));
  erase_if(found, [](const CheckedAccess &access) { return !access.length && !access.bytes; });
  return found;
}

std::optional<std::uint64_t> sizeOfObject(const Value &object) {
  if (const auto *array = dyn_cast<AllocaInst>(&object)) {
    const auto size = array->getAllocationSize(array->getDataLayout());
    return size ? std::optional(size->getFixedValue()) : std::nullopt;
  }
  if (const auto *variable = dyn_cast<GlobalVariable>(&object))
    return variable->getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue();
  const auto *argument = dyn_cast<Argument>(&object);
  Type *structure = argument ? argument->getParamByValType() : nullptr;
  return structure ? std::optional(argument->getParent()
                                       ->getDataLayout()
                                       .getTypeAllocSize(structure)
                                       .getFixedValue())
                   : std::nullopt;
}

bool isKnownInside(const CheckedAccess &access) {
  const DataLayout &layout = access.instruction->getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(access.pointer->getType()), 0);
  const Value *object =
      access.pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  const auto size = sizeOfObject(*object);
  return size && !access.length && access.bytes <= *size && offset.ule(*size - access.bytes);
}

} // namespace weft::compiler
