// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/widen_images.h"

#include "compiler/passes/vectorise/widen/lane_sequence.h"
#include "device/kernel_abi_image.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(imageAccessesWidened, "Accesses to texels by whole gangs");

// How many components a coordinate or a texel has at most.
constexpr unsigned mostComponents = 4;

Value *ImageWidener::arrayFor(AllocaInst *&array, const char *name) {
  constexpr unsigned words = mostComponents * WEFT_IMAGE_LANES;
  if (!array)
    array = gang.createEntryAlloca(ArrayType::get(gang.getInt32Ty(), words), name,
                                   Align(WEFT_IMAGE_LANES * sizeof(std::uint32_t)));
  return array;
}

Value *ImageWidener::componentAt(Value *array, unsigned component) {
  return component == 0
             ? array
             : gang.CreateConstInBoundsGEP1_64(gang.getInt32Ty(), array,
                                               std::uint64_t{component} * WEFT_IMAGE_LANES);
}

void ImageWidener::put(Value *array, const Parts &parts, unsigned firstLane, unsigned count) {
  SmallVector<int> lanes;
  for (unsigned lane = 0; lane != count; ++lane)
    lanes.push_back(static_cast<int>(firstLane + lane));
  for (auto [component, part] : enumerate(parts)) {
    Value *vector = count == gang.lanes ? part : gang.CreateShuffleVector(part, lanes);
    gang.CreateStore(vector, componentAt(array, component));
  }
}

Parts ImageWidener::take(Value *array, unsigned count) {
  Parts parts;
  for (unsigned component = 0; component != mostComponents; ++component)
    parts.push_back(gang.CreateLoad(FixedVectorType::get(gang.getInt32Ty(), count),
                                    componentAt(array, component)));
  return parts;
}

// An i64 with a bit for each lane of a chunk.
Value *ImageWidener::activeLanes(unsigned firstLane, unsigned count) {
  const std::uint64_t all = (std::uint64_t{1} << count) - 1;
  if (!gang.mask)
    return gang.getInt64(all);
  Value *bits = gang.CreateZExt(gang.activeBits(), gang.getInt64Ty());
  return gang.CreateAnd(gang.CreateLShr(bits, firstLane), all);
}

// The first lane of each coordinate if the lanes are neighbours in a row; otherwise nothing.
Parts ImageWidener::rowOf(const Parts &coordinates) {
  SmallVector<LaneSequence, 3> sequences;
  for (Value *lanes : coordinates) {
    const auto sequence = LaneSequence::of(*lanes);
    if (!sequence || sequence->step != (sequences.empty() ? 1 : 0))
      return {};
    sequences.push_back(*sequence);
  }
  Parts first;
  for (const LaneSequence &sequence : sequences)
    first.push_back(sequence.emitFirst(gang));
  return first;
}

// Calls a routine for some lanes, whose texels are in the array.
void ImageWidener::callFor(const ImageAccess &access, const Parts &places, const Parts &row,
                           unsigned firstLane, unsigned count) {
  Value *active = activeLanes(firstLane, count);
  if (row.empty()) {
    Value *coordinates = arrayFor(coordinateArray, "image.coordinates");
    put(coordinates, places, firstLane, count);
    callImageRoutine(gang, access, RoutineLanes::All, active, coordinates, texelArray);
    return;
  }
  Parts first = row;
  if (firstLane != 0)
    first[0] = gang.CreateAdd(first[0], gang.getInt32(firstLane));
  callImageRowRoutine(gang, access, active, first, texelArray);
}

bool ImageWidener::widen(CallInst &call) {
  auto access = ImageAccess::of(call);
  if (!access || !values.isUniform(*access->image) || !values.isUniform(*access->sampler) ||
      !values.isUniform(*access->routine))
    return false;
  ++imageAccessesWidened;
  const bool mayBeRow = hasRowRoutine(*access->routine);
  for (Value **operand : {&access->image, &access->sampler, &access->routine})
    *operand = values.scalarOf(*operand);
  Value *texels = arrayFor(texelArray, "image.texels");
  const Parts places = access->coordinates->getType()->isVectorTy()
                           ? values.componentsOf(access->coordinates)
                           : Parts{values.vectorOf(access->coordinates)};
  const Parts written = access->texel ? values.componentsOf(access->texel) : Parts();
  SmallVector<Parts> chunks;
  if (gang.hasFailed())
    return true;
  const Parts row = mayBeRow ? rowOf(places) : Parts();
  const unsigned chunk = std::min<unsigned>(gang.lanes, WEFT_IMAGE_LANES);
  for (unsigned firstLane = 0; firstLane != gang.lanes; firstLane += chunk) {
    put(texels, written, firstLane, chunk);
    callFor(*access, places, row, firstLane, chunk);
    if (!access->texel)
      chunks.push_back(take(texels, chunk));
  }
  if (access->texel)
    return true;
  Parts read;
  for (unsigned component = 0; component != mostComponents; ++component) {
    SmallVector<Value *> vectors;
    for (const Parts &lanes : chunks)
      vectors.push_back(lanes[component]);
    read.push_back(concatenateVectors(gang, vectors));
  }
  values.setComponents(call, read);
  return true;
}

} // namespace weft::compiler
