// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/copies/copy_shapes.h"

#include "compiler/passes/support/library_calls.h"

namespace weft::compiler {

using namespace llvm;
using namespace copy_operand;

namespace {
constexpr StringLiteral prefix = "__weft_group_step_";
} // namespace

bool isCopyStep(const Instruction &instruction) {
  StringRef name = calleeName(instruction);
  return name.consume_front(prefix) &&
         (name.starts_with("copy_to_") || name.starts_with("planes_to_") ||
          name.starts_with("gather_") || name.starts_with("scatter_"));
}

unsigned stridedSizeOf(const CallInst &step, bool &gathers) {
  StringRef name = calleeName(step);
  unsigned bytes = 0;
  if (!name.consume_front(prefix))
    return 0;
  gathers = name.consume_front("gather_");
  if ((!gathers && !name.consume_front("scatter_")) || name.getAsInteger(10, bytes))
    return 0;
  return bytes;
}

std::optional<SmallVector<Value *, 7>> copyShapeOf(const CallInst &step, IRBuilderBase &builder) {
  StringRef name = calleeName(step);
  if (!name.consume_front(prefix))
    return std::nullopt;
  const auto operand = [&](unsigned index) { return step.getArgOperand(index); };
  Value *none = builder.getInt64(0), *one = builder.getInt64(1);
  if (name == "copy_to_local" || name == "copy_to_global")
    return {{operand(Bytes), one, one, none, none, none, none}};
  if (name.starts_with("planes_to_"))
    return {{operand(Bytes), operand(Lines), operand(Planes), operand(SourceLine),
             operand(SourcePlane), operand(DestinationLine), operand(DestinationPlane)}};
  bool gathers = false;
  const unsigned bytes = stridedSizeOf(step, gathers);
  if (!bytes)
    return std::nullopt;
  Value *size = builder.getInt64(bytes), *apart = builder.CreateMul(operand(Stride), size);
  return {{size, operand(Count), one, gathers ? apart : size, none, gathers ? size : apart, none}};
}

} // namespace weft::compiler
