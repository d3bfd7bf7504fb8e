// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/x86/record_stages.h"

#include "compiler/passes/support/lanes/transposition.h"
#include "compiler/passes/target/arch/x86/shuffle_pieces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"

namespace weft::compiler {

using namespace llvm;

namespace {

bool permutesPairs(unsigned bits, const TargetFeatures &cpu) {
  return cpu.permutesPairs() && (bits == 32 || bits == 64 || (bits == 16 && cpu.permutesShorts()));
}

// The lanes of a register, or of fewer that there are; 0 where there are no shuffles for them.
unsigned widthOf(RecordLayout layout, const RecordTarget &target) {
  return layout.bits == 32 || permutesPairs(layout.bits, target.cpu)
             ? std::min(target.registerBits / layout.bits, layout.lanes)
             : 0;
}

bool isSquare(RecordLayout layout, unsigned width) {
  return layout.bits == 32 && width >= 4 && layout.components % width == 0;
}

bool suit(RecordLayout layout, const RecordTarget &target) {
  const unsigned width = widthOf(layout, target);
  return isPowerOf2_32(layout.components) && layout.components >= 4 && layout.components <= 16 &&
         width > 1 && isPowerOf2_32(width) && layout.lanes % width == 0 &&
         (permutesPairs(layout.bits, target.cpu) || isSquare(layout, width));
}

// Records of whole registers: each register of a record is a row of a square of its own.
RecordVectors splitBySquares(IRBuilder<> &builder, ArrayRef<Value *> registers, unsigned width) {
  const unsigned ofRecord = registers.size() / width;
  RecordVectors components;
  for (unsigned square = 0; square != ofRecord; ++square) {
    RecordVectors rows;
    for (unsigned row = 0; row != width; ++row)
      rows.push_back(registers[row * ofRecord + square]);
    append_range(components, transposed(builder, rows));
  }
  return components;
}

RecordVectors joinBySquares(IRBuilder<> &builder, ArrayRef<Value *> components, unsigned width) {
  const unsigned ofRecord = components.size() / width;
  RecordVectors registers(components.size());
  for (unsigned square = 0; square != ofRecord; ++square)
    for (auto [row, record] :
         enumerate(transposed(builder, components.slice(square * width, width))))
      registers[row * ofRecord + square] = record;
  return registers;
}

} // namespace

RecordVectors splitInStages(IRBuilder<> &builder, Value &flat, RecordLayout layout,
                            const RecordTarget &target) {
  if (!suit(layout, target))
    return {};
  const unsigned width = widthOf(layout, target);
  SmallVector<RecordVectors> parts(layout.components);
  for (unsigned first = 0; first != layout.lanes; first += width) {
    RecordVectors registers;
    for (unsigned number = 0; number != layout.components; ++number)
      registers.push_back(
          extractPiece(builder, {&flat, first * layout.components + number * width}, width));
    for (auto [part, column] :
         zip(parts, isSquare(layout, width) ? splitBySquares(builder, registers, width)
                                            : deinterleaved(builder, registers)))
      part.push_back(column);
  }
  RecordVectors components;
  for (const RecordVectors &part : parts)
    components.push_back(concatenateVectors(builder, part));
  return components;
}

Value *joinInStages(IRBuilder<> &builder, ArrayRef<Value *> components, RecordLayout layout,
                    const RecordTarget &target) {
  if (!suit(layout, target))
    return nullptr;
  const unsigned width = widthOf(layout, target);
  RecordVectors records;
  for (unsigned first = 0; first != layout.lanes; first += width) {
    RecordVectors columns;
    for (Value *component : components)
      columns.push_back(extractPiece(builder, {component, first}, width));
    append_range(records, isSquare(layout, width) ? joinBySquares(builder, columns, width)
                                                  : interleaved(builder, columns, width));
  }
  return concatenateVectors(builder, records);
}

} // namespace weft::compiler
