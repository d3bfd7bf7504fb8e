// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/permutations.h"

#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/target/arch/register_permutation.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"

#define DEBUG_TYPE "weft-lane-shuffles"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(permutationsInRegisters, "Permutations in registers");
ALWAYS_ENABLED_STATISTIC(permutationsInMemory, "Permutations through memory");

namespace {

class PermutationWriter {
public:
  PermutationWriter(CallInst &call, const TargetFeatures &features)
      : builder(&call), features(features), function(*call.getFunction()) {}

  // Null if it needs too many registers, or if there is no instruction.
  Value *inRegisters(Value *vector, Value *lanes);
  Value *inMemory(Value *vector, Value *lanes);

private:
  Value *asWords(Value *vector, Value *lanes);
  Value *asParts(Value *vector, Value *lanes, unsigned bits);
  Value *oneRegister(Value *vector, Value *lanes, unsigned width);
  Value *severalRegisters(Value *vector, Value *lanes, unsigned width);
  Value *slice(Value *vector, unsigned begin, unsigned width) {
    return builder.CreateShuffleVector(vector, createSequentialMask(begin, width, 0));
  }
  FixedVectorType *vectorOf(unsigned bits, unsigned count) {
    return FixedVectorType::get(builder.getIntNTy(bits), count);
  }
  static Constant *repeated(const Value *like, std::uint64_t number) {
    return ConstantInt::get(like->getType(), number);
  }

  IRBuilder<> builder;
  const TargetFeatures &features;
  Function &function;
};

Value *PermutationWriter::inRegisters(Value *vector, Value *lanes) {
  const unsigned bits = vector->getType()->getScalarSizeInBits(), count = elementsOf(*vector);
  if (const unsigned width = lanesOfPermutation(features, bits, count))
    return count <= width ? oneRegister(vector, lanes, width)
                          : severalRegisters(vector, lanes, width);
  if (bits == 64)
    return asParts(vector, lanes, 32);
  if (bits < 32 && lanesOfPermutation(features, 32, count))
    return asWords(vector, lanes);
  return bits > 8 && lanesOfPermutation(features, 8, count) ? asParts(vector, lanes, 8) : nullptr;
}

// Elements of fewer bits extended to 32.
Value *PermutationWriter::asWords(Value *vector, Value *lanes) {
  Value *words = builder.CreateZExt(vector, vectorOf(32, elementsOf(*vector)));
  Value *result = inRegisters(words, lanes);
  return result ? builder.CreateTrunc(result, vector->getType()) : nullptr;
}

// Each element as several of `bits`.
Value *PermutationWriter::asParts(Value *vector, Value *lanes, unsigned bits) {
  const unsigned parts = vector->getType()->getScalarSizeInBits() / bits;
  const unsigned count = elementsOf(*vector);
  SmallVector<int> owners;
  SmallVector<Constant *> numbers;
  for (unsigned part = 0; part != parts * count; ++part) {
    owners.push_back(static_cast<int>(part / parts));
    numbers.push_back(builder.getInt32(part % parts));
  }
  Value *first = builder.CreateMul(lanes, repeated(lanes, parts));
  Value *each =
      builder.CreateAdd(builder.CreateShuffleVector(first, owners), ConstantVector::get(numbers));
  Value *result = inRegisters(builder.CreateBitCast(vector, vectorOf(bits, parts * count)), each);
  return result ? builder.CreateBitCast(result, vector->getType()) : nullptr;
}

// The rest of the register is ignored.
Value *PermutationWriter::oneRegister(Value *vector, Value *lanes, unsigned width) {
  const unsigned count = elementsOf(*vector);
  lanes = builder.CreateZExtOrTrunc(lanes, vector->getType());
  if (count != width) {
    const auto filled = createSequentialMask(0, count, width - count);
    vector = builder.CreateShuffleVector(vector, filled);
    lanes = builder.CreateShuffleVector(lanes, filled);
  }
  Value *result = permuteRegister(builder, features, vector, lanes);
  return count == width ? result : slice(result, 0, count);
}

Value *PermutationWriter::severalRegisters(Value *vector, Value *lanes, unsigned width) {
  const unsigned registers = elementsOf(*vector) / width;
  if (registers > limits::permutedRegisters)
    return nullptr;
  lanes = builder.CreateZExtOrTrunc(lanes, vector->getType());
  SmallVector<Value *> results;
  for (unsigned number = 0; number != registers; ++number) {
    Value *wanted = slice(lanes, number * width, width);
    Value *inside = builder.CreateAnd(wanted, repeated(wanted, width - 1));
    Value *from = builder.CreateLShr(wanted, repeated(wanted, Log2_32(width)));
    Value *chosen = nullptr;
    for (unsigned source = 0; source != registers; ++source) {
      Value *taken =
          permuteRegister(builder, features, slice(vector, source * width, width), inside);
      chosen = chosen ? builder.CreateSelect(builder.CreateICmpEQ(from, repeated(from, source)),
                                             taken, chosen)
                      : taken;
    }
    results.push_back(chosen);
  }
  return concatenateVectors(builder, results);
}

Value *PermutationWriter::inMemory(Value *vector, Value *lanes) {
  Type *element = vector->getType()->getScalarType();
  const DataLayout &layout = function.getDataLayout();
  auto *place = new AllocaInst(vector->getType(), layout.getAllocaAddrSpace(), nullptr,
                               layout.getPrefTypeAlign(vector->getType()), "permutation",
                               function.getEntryBlock().begin());
  builder.CreateStore(vector, place);
  // Inactive lanes' indices may be poison, but addresses stay within the vector.
  lanes = builder.CreateAnd(builder.CreateFreeze(lanes), repeated(lanes, elementsOf(*vector) - 1));
  Value *result = PoisonValue::get(vector->getType());
  for (unsigned lane = 0; lane != elementsOf(*vector); ++lane) {
    Value *index =
        builder.CreateZExt(builder.CreateExtractElement(lanes, lane), builder.getInt64Ty());
    result = builder.CreateInsertElement(
        result, builder.CreateLoad(element, builder.CreateInBoundsGEP(element, place, index)),
        lane);
  }
  return result;
}

} // namespace

void replacePermutation(CallInst &call, const TargetFeatures &features) {
  PermutationWriter writer(call, features);
  Value *vector = call.getArgOperand(0), *lanes = call.getArgOperand(1);
  Value *result = writer.inRegisters(vector, lanes);
  ++(result ? permutationsInRegisters : permutationsInMemory);
  call.replaceAllUsesWith(result ? result : writer.inMemory(vector, lanes));
  call.eraseFromParent();
}

} // namespace weft::compiler
