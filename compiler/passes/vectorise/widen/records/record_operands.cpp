// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/records/record_operands.h"

#include "llvm/Analysis/VectorUtils.h"

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
    const RecordGroup *group = records.outsideOf(use);
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

void sortEndOfRecords(const InterleavedRecords &records, LaneValues &values, GangBuilder &gang,
                      const Instruction &last) {
  const RecordGroup *end = records.endAt(last);
  if (!end || gang.hasFailed())
    return;
  Parts parts;
  for (Value *member : *end)
    parts.push_back(values.vectorOf(member));
  const unsigned count = parts.size();
  parts = gang.deinterleaved(concatenateVectors(gang, parts), count);
  for (auto [member, part] : zip_equal(*end, parts))
    values.setVector(*member, part);
}

} // namespace weft::compiler
