// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/memory/widen_images.h"

#include "compiler/passes/analysis/affine/affine_form.h"
#include "compiler/passes/support/limits.h"
#include "device/kernel_abi_image.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(imageAccessesWidened, "Accesses to texels by whole gangs");

// The maximum number of components of a coordinate or texel.
constexpr unsigned maxComponents = 4;
// The words of 16 texels.
constexpr unsigned texelWords = maxComponents * WEFT_IMAGE_LANES;

Value *ImageWidener::arrayFor(AllocaInst *&array, const char *name) {
  if (!array)
    array = gang.createEntryAlloca(ArrayType::get(gang.getInt32Ty(), texelWords), name,
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
  for (unsigned component = 0; component != maxComponents; ++component)
    parts.push_back(gang.CreateLoad(FixedVectorType::get(gang.getInt32Ty(), count),
                                    componentAt(array, component)));
  return parts;
}

// An i64 with one bit for each lane of a chunk.
Value *ImageWidener::activeLanes(unsigned firstLane, unsigned count) {
  const std::uint64_t all = (std::uint64_t{1} << count) - 1;
  if (!gang.mask)
    return gang.getInt64(all);
  Value *bits = gang.CreateZExt(gang.activeBits(), gang.getInt64Ty());
  return gang.CreateAnd(gang.CreateLShr(bits, firstLane), all);
}

// The first lane of each coordinate if the lanes are neighbours in a row; otherwise nothing.
Parts ImageWidener::rowOf(const Parts &coordinates) {
  // Coordinates are components of vectors, so they exist only here: strides do not tell of them.
  AffineForms forms(WrapPolicy::Modular, gang.GetInsertBlock()->getDataLayout(),
                    [](const Value &) { return false; });
  SmallVector<AffineForm, 3> found;
  for (Value *lanes : coordinates) {
    found.push_back(forms.of(*lanes));
    if (found.back().factorOf(nullptr) != (found.size() == 1 ? 1 : 0) ||
        any_of(found.back().terms, [](const AffineForm::Term &term) {
          return term.value && term.value->getType()->isVectorTy();
        }))
      return {};
  }
  Parts first;
  for (const auto &[lanes, form] : zip(coordinates, found))
    first.push_back(form.emit(gang, *lanes->getType()->getScalarType(),
                              [](const auto &term) { return term.value; }));
  return first;
}

Parts ImageWidener::placesOf(const ImageAccess &access) {
  return access.coordinates->getType()->isVectorTy() ? values.componentsOf(access.coordinates)
                                                     : Parts{values.vectorOf(access.coordinates)};
}

// The other reads of the block whose rows are known here, and their rows. They come later, but
// nothing modifies their data.
SmallVector<ImageWidener::RowRead> ImageWidener::readsWith(CallInst &call,
                                                           const ImageAccess &access) {
  SmallVector<RowRead> reads;
  for (Instruction *next = call.getNextNode(); next && reads.size() + 1 < limits::imageReads;
       next = next->getNextNode()) {
    auto *other = dyn_cast<CallInst>(next);
    const auto one = other ? ImageAccess::of(*other) : std::nullopt;
    if (!one || !areReadsOfOneKind(access, *one) ||
        interleaved.contains(call) != interleaved.contains(*other))
      continue;
    const auto *coordinates = dyn_cast<Instruction>(one->coordinates);
    if (coordinates && coordinates->getParent() == call.getParent() &&
        !coordinates->comesBefore(&call))
      continue;
    if (Parts row = rowOf(placesOf(*one)); !row.empty())
      reads.push_back({other, std::move(row)});
  }
  return reads;
}

// Calls a routine for several rows of lanes, starting at one. It fills the array of texels, or of
// pointers to them if they are interleaved.
AllocaInst *ImageWidener::callForRows(ArrayRef<RowRead> reads, const ImageAccess &access,
                                      bool areInterleaved, unsigned firstLane) {
  Type *word = gang.getInt32Ty();
  AllocaInst *texels =
      gang.createEntryAlloca(ArrayType::get(word, reads.size() * texelWords), "image.rows.texels",
                             Align(WEFT_IMAGE_LANES * sizeof(std::uint32_t)));
  constexpr unsigned coordinates = 3;
  Value *first = gang.createEntryAlloca(ArrayType::get(word, reads.size() * coordinates),
                                        "image.rows", Align(sizeof(std::uint32_t)));
  for (auto [number, read] : enumerate(reads))
    for (unsigned index = 0; index != coordinates; ++index) {
      Value *coordinate = index < read.row.size() ? read.row[index] : gang.getInt32(0);
      if (index == 0 && firstLane != 0)
        coordinate = gang.CreateAdd(coordinate, gang.getInt32(firstLane));
      gang.CreateStore(coordinate,
                       gang.CreateConstInBoundsGEP1_64(word, first, number * coordinates + index));
    }
  Value *active = activeLanes(firstLane, chunkLanes());
  if (!areInterleaved) {
    callImageRowsRoutine(gang, access, active, reads.size(), first, texels);
    return texels;
  }
  Type *pointer = gang.getPtrTy();
  AllocaInst *where = gang.createEntryAlloca(ArrayType::get(pointer, reads.size()), "image.where",
                                             gang.layout().getPrefTypeAlign(pointer));
  callImageTexelsRoutine(gang, access, active, reads.size(), first, where, texels);
  return where;
}

// All reads together. Each one's texels are taken from the array at its own position.
void ImageWidener::readRows(ArrayRef<RowRead> reads, const ImageAccess &access) {
  AllocaInst *array =
      callForRows(reads, access, interleaved.contains(*reads.front().call), /*firstLane=*/0);
  for (auto [number, read] : enumerate(reads))
    known[read.call] = {array, static_cast<unsigned>(number)};
}

// False if the texels of the read are not yet in an array.
bool ImageWidener::takeKnown(CallInst &call) {
  const auto place = known.find(&call);
  if (place == known.end())
    return false;
  const auto [array, number] = place->second;
  if (interleaved.contains(call)) {
    Value *where = gang.CreateConstInBoundsGEP1_64(gang.getPtrTy(), array, number);
    values.setComponents(call, takeInterleaved({gang.CreateLoad(gang.getPtrTy(), where)}));
  } else {
    values.setComponents(call, take(componentAt(array, number * maxComponents), gang.lanes));
  }
  return true;
}

unsigned ImageWidener::chunkLanes() const {
  return std::min<unsigned>(gang.lanes, WEFT_IMAGE_LANES);
}

// The start of each chunk's texels, which need not be aligned.
Parts ImageWidener::takeInterleaved(ArrayRef<Value *> chunks) {
  Parts parts;
  for (unsigned number = 0; number != maxComponents; ++number) {
    const unsigned word = number * gang.lanes, chunkWords = maxComponents * chunkLanes();
    Value *from = gang.CreateConstInBoundsGEP1_64(gang.getInt32Ty(), chunks[word / chunkWords],
                                                  word % chunkWords);
    parts.push_back(gang.CreateAlignedLoad(gang.wideType(gang.getInt32Ty()), from, Align(1)));
  }
  return parts;
}

Parts ImageWidener::interleave(const Parts &components) {
  return partsInOrder(gang, gang.interleaved(components), maxComponents);
}

Parts ImageWidener::sort(const Parts &texels) {
  return gang.deinterleaved(concatenateVectors(gang, texels), maxComponents);
}

// A row, whose texels are interleaved.
void ImageWidener::widenInterleaved(CallInst &call, const ImageAccess &access, const Parts &row,
                                    const Parts &written) {
  const unsigned lanes = chunkLanes(), chunkWords = maxComponents * lanes;
  SmallVector<Value *> chunks;
  for (unsigned firstLane = 0; firstLane != gang.lanes; firstLane += lanes) {
    if (!access.texel) {
      AllocaInst *where = callForRows({{&call, row}}, access, /*areInterleaved=*/true, firstLane);
      chunks.push_back(gang.CreateLoad(gang.getPtrTy(), where));
      continue;
    }
    Value *texels = arrayFor(texelArray, "image.texels");
    for (unsigned word = 0; word != chunkWords; word += std::min(gang.lanes, chunkWords))
      gang.CreateStore(written[(firstLane * maxComponents + word) / gang.lanes],
                       gang.CreateConstInBoundsGEP1_64(gang.getInt32Ty(), texels, word));
    Parts first = row;
    if (firstLane != 0)
      first[0] = gang.CreateAdd(first[0], gang.getInt32(firstLane));
    callImageWriteTexelsRoutine(gang, access, activeLanes(firstLane, lanes), first, texels);
  }
  if (!access.texel)
    values.setComponents(call, takeInterleaved(chunks));
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

// Two consecutive components are read as one 64-bit element if they are adjacent in memory too: a
// gather's time depends on the number of its elements.
static std::optional<unsigned> firstOfTwo(const SmallBitVector &components) {
  const int first = components.find_first();
  if (components.count() != 2 || components.find_next(first) != first + 1)
    return std::nullopt;
  return static_cast<unsigned>(first);
}

bool ImageWidener::widen(CallInst &call) {
  const auto found = ImageAccess::of(call);
  if (!found || !values.isUniform(*found->image) || !values.isUniform(*found->sampler) ||
      !values.isUniform(*found->routine))
    return false;
  ++imageAccessesWidened;
  if (takeKnown(call))
    return true;
  ImageAccess access = *found;
  for (Value **operand : {&access.image, &access.sampler, &access.routine})
    *operand = values.scalarOf(*operand);
  const Parts places = placesOf(access);
  const Parts written = access.texel ? values.componentsOf(access.texel) : Parts();
  if (gang.hasFailed())
    return true;
  const Parts row = hasRowRoutine(*found->routine) ? rowOf(places) : Parts();
  if (!row.empty() && gang.lanes <= WEFT_IMAGE_LANES) {
    SmallVector<RowRead> reads = readsWith(call, *found);
    if (!reads.empty()) {
      reads.insert(reads.begin(), {&call, row});
      readRows(reads, access);
      return takeKnown(call);
    }
  }
  const bool isInterleaved = interleaved.contains(call);
  if (isInterleaved && !row.empty()) {
    widenInterleaved(call, access, row, written);
    return true;
  }
  const auto components = componentsOfDirectRead(call, *found);
  if (row.empty() && !isInterleaved && components && components->count() <= limits::directWords) {
    ImageWords words(gang, *access.image);
    Value *isDirect = words.areDirect(*access.routine);
    if (const auto first = firstOfTwo(*components))
      isDirect = gang.CreateAnd(isDirect, words.isBeforeNext(*first));
    values.setComponents(call, gang.eitherWay(
                                   isDirect, [&] { return readWords(words, places, *components); },
                                   [&] { return widenAlone(access, places, row, {}); }));
    return true;
  }
  Parts read =
      widenAlone(access, places, row, isInterleaved && access.texel ? sort(written) : written);
  if (!access.texel)
    values.setComponents(call, isInterleaved ? interleave(read) : read);
  return true;
}

// Inactive lanes read some texel, too.
Parts ImageWidener::readWords(ImageWords &words, const Parts &places,
                              const SmallBitVector &components) {
  Value *offset = words.offsetAt(places);
  const Align wordAlign(sizeof(std::uint32_t));
  Type *lanes = gang.wideType(gang.getInt32Ty());
  Parts read(maxComponents, PoisonValue::get(lanes));
  if (const auto first = firstOfTwo(components)) {
    Value *both = gang.CreateMaskedGather(gang.wideType(gang.getInt64Ty()),
                                          words.addressOf(*first, offset), wordAlign);
    read[*first] = gang.CreateTrunc(both, lanes);
    read[*first + 1] = gang.CreateTrunc(gang.CreateLShr(both, 32), lanes);
    return read;
  }
  for (const unsigned component : components.set_bits())
    read[component] = gang.CreateMaskedGather(lanes, words.addressOf(component, offset), wordAlign);
  return read;
}

// Empty for writes.
Parts ImageWidener::widenAlone(const ImageAccess &access, const Parts &places, const Parts &row,
                               const Parts &written) {
  Value *texels = arrayFor(texelArray, "image.texels");
  SmallVector<Parts> chunks;
  const unsigned chunk = chunkLanes();
  for (unsigned firstLane = 0; firstLane != gang.lanes; firstLane += chunk) {
    put(texels, written, firstLane, chunk);
    callFor(access, places, row, firstLane, chunk);
    if (!access.texel)
      chunks.push_back(take(texels, chunk));
  }
  if (access.texel)
    return {};
  Parts read;
  for (unsigned component = 0; component != maxComponents; ++component) {
    SmallVector<Value *> vectors;
    for (const Parts &lanes : chunks)
      vectors.push_back(lanes[component]);
    read.push_back(concatenateVectors(gang, vectors));
  }
  return read;
}

} // namespace weft::compiler
