// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A gang's accesses to texels of one image: a routine of the image for all lanes, or several for as
// many lanes as it supports.
//
// Coordinates and texels are passed in arrays, component by component, one element per lane. If
// lanes are neighbours in a row, the routine gets the first one's coordinates instead, and one call
// performs all reads of a block whose coordinates are known (image_coordinates.h). Interleaved
// texels (interleaved_records.h) have routines for rows too; otherwise they are deinterleaved after
// the read, and interleaved before the write. Single components of texels that are 32-bit words are
// gathered without a routine if lanes are not such neighbours (image_words.h). The routine gets the
// mask of active lanes; inactive lanes' array elements are ignored.
#pragma once

#include "compiler/passes/support/images/image_access.h"
#include "compiler/passes/support/images/image_words.h"
#include "compiler/passes/vectorise/widen/lanes/lane_values.h"
#include "compiler/passes/vectorise/widen/records/interleaved_records.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

class ImageWidener {
public:
  ImageWidener(const InterleavedRecords &interleaved, LaneValues &values, GangBuilder &gang)
      : interleaved(interleaved), values(values), gang(gang) {}

  /// False if the call is not a texel access, or lanes may have different images or samplers. Sets
  /// the components of a read.
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
  llvm::AllocaInst *callForRows(llvm::ArrayRef<RowRead> reads, const ImageAccess &access,
                                bool areInterleaved, unsigned firstLane);
  bool takeKnown(llvm::CallInst &call);
  Parts widenAlone(const ImageAccess &access, const Parts &places, const Parts &row,
                   const Parts &written);
  Parts readWords(ImageWords &words, const Parts &places, const llvm::SmallBitVector &components);
  void widenInterleaved(llvm::CallInst &call, const ImageAccess &access, const Parts &row,
                        const Parts &written);
  unsigned chunkLanes() const;
  Parts takeInterleaved(llvm::ArrayRef<llvm::Value *> chunks);
  Parts interleave(const Parts &components);
  Parts sort(const Parts &texels);
  void callFor(const ImageAccess &access, const Parts &places, const Parts &row, unsigned firstLane,
               unsigned count);
  llvm::Value *activeLanes(unsigned firstLane, unsigned count);

  const InterleavedRecords &interleaved;
  LaneValues &values;
  GangBuilder &gang;
  llvm::AllocaInst *coordinateArray = nullptr, *texelArray = nullptr;
  /// Reads whose texels are in an array, or in an array of pointers to them: which, and the number
  /// of preceding texels of a gang, or pointers.
  llvm::DenseMap<const llvm::CallInst *, std::pair<llvm::AllocaInst *, unsigned>> known;
};

} // namespace weft::compiler
