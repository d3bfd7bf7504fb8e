// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/lanes/lane_functions.h"

#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/region_parameters.h"

namespace weft::compiler {

using namespace llvm;

Value *callLaneNumber(IRBuilderBase &builder) {
  CallInst *number = callUndefined(builder, laneNumberFunction, builder.getInt64Ty());
  number->getCalledFunction()->addFnAttr(laneParameterAttribute);
  return number;
}

Value *callVf(IRBuilderBase &builder) {
  return callUndefined(builder, vfFunction, builder.getInt64Ty());
}

Value *callAllLanes(IRBuilderBase &builder, Value *condition) {
  return callUndefined(builder, allLanesFunction, builder.getInt1Ty(), condition);
}

Value *callFirstLane(IRBuilderBase &builder, Value *value) {
  Type *type = value->getType();
  return callUndefined(builder, firstLaneFunction + "i" + Twine(type->getIntegerBitWidth()), type,
                       value);
}

} // namespace weft::compiler
