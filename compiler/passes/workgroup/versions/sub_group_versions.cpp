// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/versions/sub_group_versions.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/workgroup/versions/launch_fields.h"
#include "compiler/passes/workgroup/versions/launch_versions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// Ids from the number of a work-item in its group. They are below localSizeLimit, and 32 bits
// divide in vectors.
class IdsOfNumber {
public:
  explicit IdsOfNumber(Function &kernel) : builder(kernel.getContext()) {
    builder.SetInsertPointPastAllocas(&kernel);
    const auto ask = [&](StringRef name) {
      return builder.CreateTrunc(callUndefined(builder, name, builder.getInt64Ty()),
                                 builder.getInt32Ty());
    };
    number = ask("__weft_local_id_x");
    Value *columns = ask("__weft_local_size_x"), *rows = ask("__weft_local_size_y");
    Value *row = builder.CreateUDiv(number, columns);
    ids = {builder.CreateURem(number, columns), builder.CreateURem(row, rows),
           builder.CreateUDiv(row, rows)};
    for (Value *&id : ids)
      id = builder.CreateZExt(id, builder.getInt64Ty());
  }

  Value *id(unsigned dimension) const { return ids[dimension]; }
  // What the ids are made of asks for the number.
  bool isNumber(const Instruction &call) const {
    return &call == cast<TruncInst>(number)->getOperand(0);
  }

private:
  IRBuilder<> builder;
  Value *number = nullptr;
  std::array<Value *, 3> ids{};
};

// Of each group, also of those that are smaller at the end of the range.
Value *emitIsInRows(IRBuilder<> &builder, LaunchFields &fields, unsigned size) {
  const auto isMultiple = [&](Value *length) {
    return builder.CreateIsNull(builder.CreateAnd(length, size - 1));
  };
  Value *rows = fields.localSize(1);
  rows = builder.CreateMul(rows, fields.localSize(2));
  Value *isRow = builder.CreateICmpEQ(rows, builder.getInt64(1));
  Value *isWhole = isMultiple(fields.localSize(0));
  isWhole = builder.CreateAnd(isWhole, isMultiple(fields.globalSize(0)));
  return builder.CreateOr(isRow, isWhole);
}

} // namespace

bool hasSubGroupsInRows(const Function &kernel, const std::array<std::uint64_t, 3> &localSize) {
  return localSize[1] * localSize[2] == 1 || localSize[0] % subGroupSize(kernel) == 0;
}

Function &cloneForLinearSubGroups(Function &kernel) {
  ValueToValueMapTy map;
  Function &copy = *CloneFunction(&kernel, map);
  copy.setName(kernel.getName() + ".linear");
  copy.addFnAttr(linearSubGroupsAttribute);
  const IdsOfNumber ids(copy);
  for (Instruction &instruction : make_early_inc_range(instructions(copy)))
    if (const auto primitive = findPrimitive(instruction);
        primitive && primitive->kind == PrimitiveKind::LocalId && !ids.isNumber(instruction)) {
      instruction.replaceAllUsesWith(ids.id(primitive->dimension));
      instruction.eraseFromParent();
    }
  return copy;
}

Function &chooseByRows(Function &rows, Function &linear, unsigned size) {
  linear.addFnAttr(Attribute::Cold);
  linear.addFnAttr(Attribute::OptimizeForSize);
  return chooseByLaunch({rows, ".rows"}, {linear, ".linear"},
                        [size, limit = launchLimit(rows)](IRBuilder<> &builder, Value *launch) {
                          LaunchFields fields(builder, launch);
                          Value *isSmall = fields.isSmall(limit);
                          return builder.CreateAnd(isSmall, emitIsInRows(builder, fields, size));
                        });
}

} // namespace weft::compiler
