// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/record_shuffles.h"

#include "compiler/passes/target/arch/x86/record_blocks.h"
#include "compiler/passes/target/arch/x86/record_stages.h"

namespace weft::compiler {

using namespace llvm;

RecordVectors splitRecords(IRBuilder<> &builder, Value &flat, RecordLayout layout,
                           const RecordTarget &target) {
  RecordVectors vectors = splitInBlocks(builder, flat, layout, target);
  return vectors.empty() ? splitInStages(builder, flat, layout, target) : vectors;
}

bool joinIntoStores(CallInst &join, RecordLayout layout, const RecordTarget &target) {
  return joinInBlocks(join, layout, target);
}

Value *joinRecords(IRBuilder<> &builder, ArrayRef<Value *> components, RecordLayout layout,
                   const RecordTarget &target) {
  return joinInStages(builder, components, layout, target);
}

// Records of three bytes.
bool areAccessedInSpaceZero(RecordLayout layout, const RecordTarget &target) {
  return layout.components == 3 && layout.bits == 8 && isPowerOf2_32(layout.lanes) &&
         layout.lanes >= 16 && layout.lanes <= 64 && target.cpu.permutesSixteenBytes() &&
         !target.cpu.permutesBytes();
}

} // namespace weft::compiler
