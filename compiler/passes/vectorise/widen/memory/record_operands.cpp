// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/memory/record_operands.h"

namespace weft::compiler {

using namespace llvm;

RecordOperands::RecordOperands(const InterleavedRecords &records, LaneValues &values,
                               GangBuilder &gang, const Instruction &user,
                               iterator_range<const Use *> operands)
    : values(values) {
  const auto part = records.partOf(user);
  if (!part)
    return;
  SmallVector<std::pair<Value *, Value *>, 4> replacements;
  for (const Use &use : operands) {
    const InterleavedRecords::Group *group = records.outsideOf(use);
    if (!group)
      continue;
    if (!values.isUniform(*use)) {
      replacements.emplace_back(use.get(), spreadInOrder(gang, values.vectorOf(use), *part));
      continue;
    }
    SmallVector<Value *, 4> scalars;
    for (Value *value : *group)
      scalars.push_back(values.scalarOf(value));
    replacements.emplace_back(use.get(), tiledInOrder(gang, scalars, *part));
  }
  for (const auto &[value, vector] : replacements)
    values.replace(*value, vector);
}

} // namespace weft::compiler
