// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/image_accesses.h"

#include "compiler/passes/support/image_access.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

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
    IRBuilder<> builder(&call);
    if (!coordinates) {
      coordinates = createArray("image.coordinates");
      texel = createArray("image.texel");
    }
    builder.CreateAlignedStore(access.coordinates, coordinates, alignment);
    if (access.texel)
      builder.CreateAlignedStore(access.texel, texel, alignment);
    callImageRoutine(builder, access, RoutineLanes::One, builder.getInt64(1), coordinates, texel);
    if (!access.texel)
      call.replaceAllUsesWith(builder.CreateAlignedLoad(call.getType(), texel, alignment));
    call.eraseFromParent();
  }

private:
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
  bool changed = false;
  Lowering lowering(function);
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (const auto access = ImageAccess::of(*call)) {
        lowering.lower(*call, *access);
        changed = true;
      }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
