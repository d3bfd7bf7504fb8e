// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of a gang to texels of one image: a routine of the image for all lanes, or several for
// as many lanes as it takes.
//
// Coordinates and texels go through arrays, component by component, a lane being an element.
// Where lanes are neighbours in a row, the routine gets the first one's coordinates instead, and
// one call does all reads of a block whose coordinates are known (image_coordinates.h).
// Inactive lanes are told to the routine; what they leave in the arrays is not looked at.
#pragma once

#include "compiler/passes/support/image_access.h"
#include "compiler/passes/vectorise/widen/lanes/lane_values.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

class ImageWidener {
public:
  ImageWidener(LaneValues &values, GangBuilder &gang) : values(values), gang(gang) {}

  /// False if the call is no access to texels, or lanes may have different images or samplers. Sets
  /// the components of what is read.
  bool widen(llvm::CallInst &call);

private:
  llvm::Value *arrayFor(llvm::AllocaInst *&array, const char *name);
  llvm::Value *componentAt(llvm::Value *array, unsigned component);
  void put(llvm::Value *array, const Parts &parts, unsigned firstLane, unsigned count);
  Parts take(llvm::Value *array, unsigned count);
  /// A read whose lanes are neighbours in a row, and the coordinates of the first.
  struct RowRead {
    llvm::CallInst *call;
    Parts row;
  };
  Parts rowOf(const Parts &coordinates);
  Parts placesOf(const ImageAccess &access);
  llvm::SmallVector<RowRead> readsWith(llvm::CallInst &call, const ImageAccess &access);
  void readRows(llvm::ArrayRef<RowRead> reads, const ImageAccess &access);
  bool takeKnown(llvm::CallInst &call);
  void widenAlone(llvm::CallInst &call, const ImageAccess &access, const Parts &places,
                  const Parts &row, const Parts &written);
  void callFor(const ImageAccess &access, const Parts &places, const Parts &row, unsigned firstLane,
               unsigned count);
  llvm::Value *activeLanes(unsigned firstLane, unsigned count);

  LaneValues &values;
  GangBuilder &gang;
  llvm::AllocaInst *coordinateArray = nullptr, *texelArray = nullptr;
  /// Reads whose texels an array has: which, and how many texels of a gang are before.
  llvm::DenseMap<const llvm::CallInst *, std::pair<llvm::AllocaInst *, unsigned>> known;
};

} // namespace weft::compiler
