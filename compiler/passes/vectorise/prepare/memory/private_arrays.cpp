// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/memory/private_arrays.h"

#include "compiler/passes/support/lanes/lane_arrays.h"

#include "compiler/passes/vectorise/prepare/canonical_form.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <vector>

#define DEBUG_TYPE "weft-private-arrays"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(arraysInterleaved, "Private arrays laid out for lanes");

namespace {

constexpr std::uint64_t unrolledElements = 64;

// A private array with all its users.
struct Candidate {
  explicit Candidate(AllocaInst *array) : array(array) {}

  AllocaInst *array;
  std::uint64_t bytes = 0;
  Type *element = nullptr; ///< of the first access; all have its size
  SmallVector<GetElementPtrInst *> addresses;
  SmallVector<Instruction *> accesses;
  SmallVector<MemIntrinsic *> fills;
  SmallVector<Instruction *> lifetimes;
};

Type *accessedType(Instruction &access) {
  return isa<LoadInst>(access) ? access.getType()
                               : cast<StoreInst>(access).getValueOperand()->getType();
}

// Collects the uses of the array and of addresses in it; false if one is of an unknown kind.
bool collectUses(Candidate &candidate, Value &pointer) {
  for (Use &use : pointer.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *address = dyn_cast<GetElementPtrInst>(user)) {
      candidate.addresses.push_back(address);
      if (address->getType()->isVectorTy() || !collectUses(candidate, *address))
        return false;
    } else if (auto *load = dyn_cast<LoadInst>(user); load && load->isSimple()) {
      candidate.accesses.push_back(load);
    } else if (auto *store = dyn_cast<StoreInst>(user);
               store && store->isSimple() && use.getOperandNo() == 1) {
      candidate.accesses.push_back(store);
    } else if (auto *fill = dyn_cast<MemIntrinsic>(user);
               fill && !fill->isVolatile() && use.getOperandNo() == 0) {
      candidate.fills.push_back(fill);
    } else if (user->isLifetimeStartOrEnd()) {
      candidate.lifetimes.push_back(user);
    } else {
      return false;
    }
  }
  return true;
}

// Whether stores of elements can replace a fill: of zeros, or of a constant's content.
bool isExpandable(const MemIntrinsic &fill, std::uint64_t elementBytes) {
  const auto *length = dyn_cast<ConstantInt>(fill.getLength());
  if (!length || length->getValue().uge(unrolledElements * elementBytes) ||
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

bool isCandidate(Candidate &candidate) {
  const DataLayout &layout = candidate.array->getDataLayout();
  const auto size = candidate.array->getAllocationSize(layout);
  if (!size || !candidate.array->isStaticAlloca() || !collectUses(candidate, *candidate.array) ||
      candidate.accesses.empty())
    return false;
  candidate.bytes = size->getFixedValue();
  candidate.element = accessedType(*candidate.accesses[0]);
  const std::uint64_t bytes = layout.getTypeAllocSize(candidate.element);
  return isPowerOf2_64(bytes) && candidate.bytes % bytes == 0 &&
         all_of(candidate.accesses,
                [&](Instruction *access) {
                  Type *type = accessedType(*access);
                  return layout.getTypeAllocSize(type) == bytes &&
                         layout.getTypeStoreSize(type) == bytes && !type->isIntegerTy(1) &&
                         !type->isAggregateType();
                }) &&
         all_of(candidate.addresses,
                [&](auto *address) { return isWholeElements(*address, layout, bytes); }) &&
         all_of(candidate.fills, [&](auto *fill) { return isExpandable(*fill, bytes); });
}

class Interleaver {
public:
  Interleaver(Function &function, Candidate &candidate)
      : function(function), candidate(candidate), layout(function.getDataLayout()),
        builder(candidate.array), elementBytes(layout.getTypeAllocSize(candidate.element)) {}

  void run() {
    for (Instruction *lifetime : candidate.lifetimes)
      lifetime->eraseFromParent();
    for (MemIntrinsic *fill : candidate.fills)
      expand(*fill);
    array = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), candidate.bytes),
                                 candidate.array->getAddressSpace(), nullptr,
                                 candidate.array->getName());
    // Aligned for vectors of any type.
    array->setAlignment(std::max(candidate.array->getAlign(), Align(64)));
    array->setMetadata(laneArrayMetadata, MDNode::get(function.getContext(), {}));
    count = call(vfFunction, /*varies=*/false);
    lane = builder.CreateMul(call(laneNumberFunction, /*varies=*/true),
                             builder.getInt64(elementBytes));
    offsets[candidate.array] = builder.getInt64(0);
    place(*candidate.array);
    for (Instruction *address : reverse(candidate.addresses))
      address->eraseFromParent();
    candidate.array->eraseFromParent();
  }

private:
  Value *call(StringRef name, bool varies) {
    FunctionCallee callee = function.getParent()->getOrInsertFunction(name, builder.getInt64Ty());
    auto &declaration = *cast<Function>(callee.getCallee());
    declaration.setDoesNotAccessMemory();
    declaration.setDoesNotThrow();
    declaration.setWillReturn();
    if (varies)
      declaration.addFnAttr(laneParameterAttribute);
    return builder.CreateCall(callee);
  }

  void expand(MemIntrinsic &fill) {
    IRBuilder<> inserter(&fill);
    const std::uint64_t length = cast<ConstantInt>(fill.getLength())->getZExtValue();
    for (std::uint64_t offset = 0; offset != length; offset += elementBytes) {
      const auto at = [&](Value *pointer) {
        return inserter.CreateConstGEP1_64(inserter.getInt8Ty(), pointer, offset);
      };
      Value *value = Constant::getNullValue(candidate.element);
      if (auto *copy = dyn_cast<MemCpyInst>(&fill))
        value = inserter.CreateAlignedLoad(
            candidate.element, at(copy->getSource()),
            commonAlignment(copy->getSourceAlign().valueOrOne(), offset));
      Value *target = at(fill.getRawDest());
      if (auto *address = dyn_cast<GetElementPtrInst>(target);
          address && address != fill.getRawDest())
        candidate.addresses.push_back(address);
      candidate.accesses.push_back(inserter.CreateAlignedStore(value, target, Align(1)));
    }
    fill.eraseFromParent();
  }

  // Moves the accesses through a pointer, and through addresses made from it.
  void place(Value &pointer) {
    Value *offset = offsets.lookup(&pointer);
    for (User *user : make_early_inc_range(pointer.users())) {
      auto *instruction = cast<Instruction>(user);
      builder.SetInsertPoint(instruction);
      if (auto *address = dyn_cast<GetElementPtrInst>(instruction)) {
        Value *step = emitGEPOffset(&builder, layout, address, /*NoAssumptions=*/true);
        offsets[address] = builder.CreateAdd(offset, step);
        place(*address);
        continue;
      }
      Value *position = builder.CreateAdd(builder.CreateMul(offset, count), lane);
      Value *moved = builder.CreateGEP(builder.getInt8Ty(), array, position);
      const unsigned operand = isa<LoadInst>(instruction) ? 0 : 1;
      instruction->setOperand(operand, moved);
      if (auto *load = dyn_cast<LoadInst>(instruction))
        load->setAlignment(Align(elementBytes));
      else
        cast<StoreInst>(instruction)->setAlignment(Align(elementBytes));
    }
  }

  Function &function;
  Candidate &candidate;
  const DataLayout &layout;
  IRBuilder<> builder;
  std::uint64_t elementBytes;
  AllocaInst *array = nullptr;
  Value *count = nullptr;
  Value *lane = nullptr;
  DenseMap<Value *, Value *> offsets;
};

} // namespace

bool interleavePrivateArrays(Function &function) {
  std::vector<Candidate> candidates;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *array = dyn_cast<AllocaInst>(&instruction)) {
      Candidate candidate(array);
      if (isCandidate(candidate))
        candidates.push_back(std::move(candidate));
    }
  for (Candidate &candidate : candidates)
    Interleaver(function, candidate).run();
  arraysInterleaved += candidates.size();
  return !candidates.empty();
}

} // namespace weft::compiler
