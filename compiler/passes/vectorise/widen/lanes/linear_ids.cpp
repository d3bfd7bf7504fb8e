// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/linear_ids.h"

namespace weft::compiler {

using namespace llvm;

LinearIds::Planes LinearIds::planes() const {
  if (gangs.size[2] == 1 || gangs.plane() % gang.lanes == 0)
    return Planes::One;
  return gang.lanes % gangs.plane() == 0 ? Planes::Several : Planes::Any;
}

// A gang of whole pieces, or of whole planes, starts at the beginning of one.
bool LinearIds::isZeroInFirstLane(unsigned dimension) const {
  return (dimension == 0 && gang.lanes >= gangs.size[0]) ||
         (dimension == 1 && planes() == Planes::Several);
}

// The difference of the id to lane 0's, unless gangs start anywhere in a plane.
std::uint64_t LinearIds::stepOf(unsigned dimension, unsigned lane) const {
  const std::uint64_t row = lane / gangs.size[0];
  const bool leavesPlane = planes() == Planes::Several;
  switch (dimension) {
  case 0:
    return lane % gangs.size[0];
  case 1:
    return leavesPlane ? row % gangs.size[1] : row;
  default:
    return leavesPlane ? row / gangs.size[1] : 0;
  }
}

// The row of each lane, relative to the beginning of lane 0's plane. 32 bits suffice, and vectors
// of them are divided quickly.
Value *LinearIds::rowOf(Value *firstRow) {
  Type *number = gang.getInt32Ty();
  SmallVector<Constant *> rows;
  for (unsigned lane = 0; lane != gang.lanes; ++lane)
    rows.push_back(ConstantInt::get(number, lane / gangs.size[0]));
  return gang.CreateAdd(gang.CreateVectorSplat(gang.lanes, gang.CreateTrunc(firstRow, number)),
                        ConstantVector::get(rows), "row", true, true);
}

Value *LinearIds::vectorOf(unsigned dimension, const std::array<Value *, 3> &firstIds) {
  Value *first = isZeroInFirstLane(dimension) ? gang.getInt64(0) : firstIds[dimension];
  if (dimension != 0 && planes() == Planes::Any) {
    Value *row = rowOf(firstIds[1]);
    Value *rows = ConstantInt::get(row->getType(), gangs.size[1]);
    Type *wide = gang.wideType(first->getType());
    if (dimension == 1)
      return gang.CreateZExt(gang.CreateURem(row, rows), wide);
    Value *firsts = gang.CreateVectorSplat(gang.lanes, first);
    return gang.CreateAdd(firsts, gang.CreateZExt(gang.CreateUDiv(row, rows), wide), "", true,
                          true);
  }
  SmallVector<Constant *> steps;
  for (unsigned lane = 0; lane != gang.lanes; ++lane)
    steps.push_back(ConstantInt::get(first->getType(), stepOf(dimension, lane)));
  return gang.CreateAdd(gang.CreateVectorSplat(gang.lanes, first), ConstantVector::get(steps), "",
                        true, true);
}

Value *LinearIds::laneOf(unsigned dimension, const std::array<Value *, 3> &firstIds,
                         unsigned lane) {
  if (dimension != 0 && planes() == Planes::Any)
    return nullptr;
  Value *step = gang.getInt64(stepOf(dimension, lane));
  return isZeroInFirstLane(dimension) ? step
                                      : gang.CreateAdd(firstIds[dimension], step, "", true, true);
}

} // namespace weft::compiler
