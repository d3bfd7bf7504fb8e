// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/races/cell_bases.h"

#include "device/base/address_spaces.h"

namespace weft::compiler {

using namespace llvm;

// Whole granules lie before an access, which is aligned.
Value *CellBases::distance(IRBuilderBase &builder, Value *offset, bool isLocal, unsigned granule) {
  const unsigned bytes = isLocal ? 2 : 3; // log2 of a cell's
  return bytes >= granule ? builder.CreateShl(offset, bytes - granule)
                          : builder.CreateLShr(offset, granule - bytes, "", /*isExact=*/true);
}

Value *CellBases::ofLocal(Value &root) {
  Value *begin = reports.ofChecks(offsetof(weft_checks, local_cells), "local.cells");
  Value *memory = reports.localMemory();
  IRBuilder<> builder = reports.atEntry();
  Type *number = builder.getInt64Ty();
  Value *distance = builder.CreateSub(builder.CreatePtrToInt(&root, number),
                                      builder.CreatePtrToInt(memory, number));
  return builder.CreateAdd(begin,
                           CellBases::distance(builder, distance, /*isLocal=*/true, granule));
}

Value *CellBases::ofRoot(Value &root) {
  Type *number = Type::getInt64Ty(root.getContext());
  if (auto *argument = dyn_cast<Argument>(&root)) {
    if (argument->getType()->getPointerAddressSpace() == localSpace)
      return ofLocal(root);
    return reports.ofArgument(argument->getArgNo(), offsetof(weft_extent, cells));
  }
  if (isa<GlobalVariable>(root) && root.getType()->getPointerAddressSpace() == localSpace)
    return ofLocal(root);
  auto *instruction = dyn_cast<Instruction>(&root);
  const auto behind = instruction ? instruction->getInsertionPointAfterDef() : std::nullopt;
  if (!behind)
    return ConstantInt::get(number, 0);
  IRBuilder<> builder(&**behind);
  return reports.lookUp(builder, builder.CreatePtrToInt(&root, number), WEFT_LOOK_UP_CELLS);
}

} // namespace weft::compiler
