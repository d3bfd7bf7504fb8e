// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/image_accesses.h"

#include "compiler/passes/support/images/image_access.h"
#include "compiler/passes/support/images/image_words.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-image-accesses"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(accessesOfOne, "Accesses to texels by single work-items");

namespace {

class Lowering {
public:
  explicit Lowering(Function &function) : function(function) {}

  void lower(CallBase &call, const ImageAccess &access) {
    ++accessesOfOne;
    const auto components = componentsOfDirectRead(call, access);
    Value *texelRead =
        components ? readEitherWay(call, access, *components) : callRoutine(call, access, call);
    if (texelRead)
      call.replaceAllUsesWith(texelRead);
    call.eraseFromParent();
  }

private:
  // Null for writes.
  Value *callRoutine(CallBase &call, const ImageAccess &access, Instruction &place) {
    IRBuilder<> builder(&place);
    if (!coordinates) {
      coordinates = createArray("image.coordinates");
      texel = createArray("image.texel");
    }
    builder.CreateAlignedStore(access.coordinates, coordinates, alignment);
    if (access.texel)
      builder.CreateAlignedStore(access.texel, texel, alignment);
    callImageRoutine(builder, access, RoutineLanes::One, builder.getInt64(1), coordinates, texel);
    return access.texel ? nullptr : builder.CreateAlignedLoad(call.getType(), texel, alignment);
  }

  // Without a routine where the image is such. Each component has a value of its own: once
  // functions are inlined, few of them are needed.
  Value *readEitherWay(CallBase &call, const ImageAccess &access,
                       const SmallBitVector &components) {
    IRBuilder<> builder(&call);
    Instruction *direct = nullptr;
    Instruction *indirect = nullptr;
    SplitBlockAndInsertIfThenElse(ImageWords(builder, *access.image).areDirect(*access.routine),
                                  call.getIterator(), &direct, &indirect);
    Value *texelRead = callRoutine(call, access, *indirect);
    builder.SetInsertPoint(direct);
    ImageWords words(builder, *access.image);
    Value *offset = words.offsetAt(componentsOf(builder, access.coordinates));
    Value *result = PoisonValue::get(call.getType());
    for (const unsigned component : components.set_bits()) {
      builder.SetInsertPoint(direct);
      Value *word = builder.CreateAlignedLoad(
          builder.getInt32Ty(), words.addressOf(component, offset), Align(sizeof(std::uint32_t)));
      builder.SetInsertPoint(indirect);
      Value *other = builder.CreateExtractElement(texelRead, component);
      builder.SetInsertPoint(call.getParent(), call.getParent()->begin());
      PHINode *either = builder.CreatePHI(builder.getInt32Ty(), 2);
      either->addIncoming(word, direct->getParent());
      either->addIncoming(other, indirect->getParent());
      builder.SetInsertPoint(&call);
      result = builder.CreateInsertElement(result, either, component);
    }
    return result;
  }

  static SmallVector<Value *> componentsOf(IRBuilder<> &builder, Value *vector) {
    const auto *type = dyn_cast<FixedVectorType>(vector->getType());
    if (!type)
      return {vector};
    SmallVector<Value *> components;
    for (std::uint64_t number = 0; number != type->getNumElements(); ++number)
      components.push_back(builder.CreateExtractElement(vector, number));
    return components;
  }

  const Align alignment{16};

  AllocaInst *createArray(const char *name) {
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    AllocaInst *array =
        builder.CreateAlloca(ArrayType::get(builder.getInt32Ty(), 4), nullptr, name);
    array->setAlignment(alignment);
    return array;
  }

  Function &function;
  AllocaInst *coordinates = nullptr, *texel = nullptr;
};

} // namespace

PreservedAnalyses ImageAccessesPass::run(Function &function, FunctionAnalysisManager &) {
  // Lowering splits blocks.
  SmallVector<CallBase *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      calls.push_back(call);
  bool changed = false;
  Lowering lowering(function);
  // The operands of one may be what another has read.
  for (CallBase *call : calls)
    if (const auto access = ImageAccess::of(*call)) {
      lowering.lower(*call, *access);
      changed = true;
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
