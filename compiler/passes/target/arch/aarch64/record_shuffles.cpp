// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ld2 to ld4 and st2 to st4 split and join records as they are moved. LLVM makes them of a load
// with one shuffle for each component, and of a shuffle with a store.
#include "compiler/passes/target/arch/record_shuffles.h"

namespace weft::compiler {

using namespace llvm;

RecordVectors splitRecords(IRBuilder<> &, Value &, RecordLayout, const RecordTarget &) {
  return {};
}

bool joinIntoStores(CallInst &, RecordLayout, const RecordTarget &) { return false; }

Value *joinRecords(IRBuilder<> &, ArrayRef<Value *>, RecordLayout, const RecordTarget &) {
  return nullptr;
}

bool areAccessedInSpaceZero(RecordLayout layout, const RecordTarget &) {
  constexpr unsigned mostComponents = 4;
  return layout.components >= 2 && layout.components <= mostComponents;
}

} // namespace weft::compiler
