// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/lanes/interleaved_array.h"

#include "compiler/passes/support/limits.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Operator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

Type *accessedType(Instruction &access) {
  return isa<LoadInst>(access) ? access.getType()
                               : cast<StoreInst>(access).getValueOperand()->getType();
}

unsigned addressOperand(const Instruction &access) { return isa<StoreInst>(access) ? 1 : 0; }

// Whether element stores can replace a fill: with zeros, or a constant's content.
bool isExpandable(const MemIntrinsic &fill, std::uint64_t elementBytes) {
  const auto *length = dyn_cast<ConstantInt>(fill.getLength());
  if (!length || length->getValue().uge(limits::unrolledElements * elementBytes) ||
      length->getZExtValue() % elementBytes != 0)
    return false;
  if (const auto *set = dyn_cast<MemSetInst>(&fill)) {
    const auto *value = dyn_cast<ConstantInt>(set->getValue());
    return value && value->isZero();
  }
  const auto *copy = dyn_cast<MemCpyInst>(&fill);
  return copy && isa<GlobalVariable>(copy->getSource()->stripPointerCasts());
}

bool isWholeElements(const GetElementPtrInst &address, const DataLayout &layout,
                     std::uint64_t bytes) {
  SmallMapVector<Value *, APInt, 4> variables;
  APInt constant(64, 0);
  if (!cast<GEPOperator>(address).collectOffset(layout, 64, variables, constant))
    return false;
  return constant.urem(bytes) == 0 &&
         all_of(variables, [&](const auto &variable) { return variable.second.urem(bytes) == 0; });
}

} // namespace

std::optional<InterleavedArray> InterleavedArray::find(AllocaInst &array,
                                                       std::uint64_t elementBytes) {
  InterleavedArray result;
  result.array = &array;
  if (!array.isStaticAlloca() || !result.collectUses(array) || !result.qualifies(elementBytes))
    return std::nullopt;
  return result;
}

// Collects the uses of the array and of addresses in it; false if one is unsupported.
bool InterleavedArray::collectUses(Value &pointer) {
  for (Use &use : pointer.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *address = dyn_cast<GetElementPtrInst>(user)) {
      addresses.push_back(address);
      if (address->getType()->isVectorTy() || !collectUses(*address))
        return false;
    } else if (auto *load = dyn_cast<LoadInst>(user); load && load->isSimple()) {
      accesses.push_back(load);
    } else if (auto *store = dyn_cast<StoreInst>(user);
               store && store->isSimple() && use.getOperandNo() == 1) {
      accesses.push_back(store);
    } else if (auto *fill = dyn_cast<MemIntrinsic>(user);
               fill && !fill->isVolatile() && use.getOperandNo() == 0) {
      fills.push_back(fill);
    } else if (user->isLifetimeStartOrEnd()) {
      lifetimes.push_back(user);
    } else {
      return false;
    }
  }
  return true;
}

bool InterleavedArray::qualifies(std::uint64_t elementBytes) {
  const DataLayout &layout = array->getDataLayout();
  const auto size = array->getAllocationSize(layout);
  if (!size || (accesses.empty() && elementBytes == 0))
    return false;
  allBytes = size->getFixedValue();
  element = accesses.empty()
                ? IntegerType::get(array->getContext(), static_cast<unsigned>(8 * elementBytes))
                : accessedType(*accesses[0]);
  bytesOfElement = layout.getTypeAllocSize(element);
  const std::uint64_t bytes = bytesOfElement;
  return isPowerOf2_64(bytes) && allBytes % bytes == 0 &&
         all_of(accesses,
                [&](Instruction *access) {
                  Type *type = accessedType(*access);
                  return layout.getTypeAllocSize(type) == bytes &&
                         layout.getTypeStoreSize(type) == bytes && !type->isIntegerTy(1) &&
                         !type->isAggregateType();
                }) &&
         all_of(addresses,
                [&](auto *address) { return isWholeElements(*address, layout, bytes); }) &&
         all_of(fills, [&](auto *fill) { return isExpandable(*fill, bytes); });
}

Value *InterleavedArray::copyOfAddress(Value &address, Instruction &access) {
  if (&address == array)
    return array;
  Instruction *copy = cast<GetElementPtrInst>(address).clone();
  copy->setOperand(0, copyOfAddress(*copy->getOperand(0), access));
  copy->insertBefore(access.getIterator());
  return copy;
}

void InterleavedArray::keepAddressesBesideAccesses() {
  const auto keepBeside = [&](Instruction &access) {
    const unsigned operand = addressOperand(access);
    access.setOperand(operand, copyOfAddress(*access.getOperand(operand), access));
  };
  for (Instruction *access : accesses)
    keepBeside(*access);
  for (MemIntrinsic *fill : fills)
    keepBeside(*fill);
  for (GetElementPtrInst *address : reverse(addresses))
    address->eraseFromParent();
}

void InterleavedArray::expand(MemIntrinsic &fill) {
  IRBuilder<> inserter(&fill);
  const std::uint64_t length = cast<ConstantInt>(fill.getLength())->getZExtValue();
  for (std::uint64_t offset = 0; offset != length; offset += bytesOfElement) {
    const auto at = [&](Value *pointer) {
      return inserter.CreateConstGEP1_64(inserter.getInt8Ty(), pointer, offset);
    };
    Value *value = Constant::getNullValue(element);
    if (auto *copy = dyn_cast<MemCpyInst>(&fill))
      value =
          inserter.CreateAlignedLoad(element, at(copy->getSource()),
                                     commonAlignment(copy->getSourceAlign().valueOrOne(), offset));
    Value *target = at(fill.getRawDest());
    if (auto *address = dyn_cast<GetElementPtrInst>(target);
        address && address != fill.getRawDest())
      addresses.push_back(address);
    accesses.push_back(inserter.CreateAlignedStore(value, target, Align(1)));
  }
  fill.eraseFromParent();
}

// Moves the accesses through a pointer, and through addresses made from it.
void InterleavedArray::place(Value &pointer, Value &offset) {
  for (User *user : make_early_inc_range(pointer.users())) {
    auto *instruction = cast<Instruction>(user);
    IRBuilder<> builder(instruction);
    if (auto *address = dyn_cast<GetElementPtrInst>(instruction)) {
      Value *step =
          emitGEPOffset(&builder, array->getDataLayout(), address, /*NoAssumptions=*/true);
      place(*address, *builder.CreateAdd(&offset, step));
      continue;
    }
    Value *position = builder.CreateAdd(builder.CreateMul(&offset, newCount), newLane);
    instruction->setOperand(addressOperand(*instruction),
                            builder.CreateGEP(builder.getInt8Ty(), newStart, position));
    if (auto *load = dyn_cast<LoadInst>(instruction))
      load->setAlignment(Align(bytesOfElement));
    else
      cast<StoreInst>(instruction)->setAlignment(Align(bytesOfElement));
  }
}

void InterleavedArray::moveTo(Value &start, Value &count, Value &lane) {
  newStart = &start;
  newCount = &count;
  newLane = &lane;
  for (Instruction *lifetime : lifetimes)
    lifetime->eraseFromParent();
  for (MemIntrinsic *fill : fills)
    expand(*fill);
  place(*array, *ConstantInt::get(Type::getInt64Ty(array->getContext()), 0));
  for (Instruction *address : reverse(addresses))
    address->eraseFromParent();
  array->eraseFromParent();
}

} // namespace weft::compiler
