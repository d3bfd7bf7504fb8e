// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/x86/record_blocks.h"

#include "compiler/passes/support/lanes/transposition.h"
#include "compiler/passes/target/arch/x86/shuffle_pieces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned blockBits = 128;

// How records lie in blocks: several in one, or one in several.
struct Layout : RecordLayout {
  Layout(RecordLayout layout, const RecordTarget &target)
      : RecordLayout(layout), width(bits ? std::min(target.registerBits / bits, lanes) : 0) {}

  unsigned width; ///< the lanes of a register, or of fewer that there are

  unsigned ofBlock() const { return blockBits / bits; } ///< components
  unsigned recordsOfBlock() const { return std::max(1u, ofBlock() / components); }
  unsigned blocksOfRecord() const { return std::max(1u, components / ofBlock()); }
  unsigned columns() const { return std::min(components, ofBlock()); } ///< of a block
};

bool takes(const Layout &layout, const TargetFeatures &cpu) {
  switch (layout.bits) {
  case 32:
    return layout.ofBlock() == layout.components;
  case 16:
    return layout.ofBlock() == layout.components ||
           (cpu.permutesSixteenBytes() && !cpu.permutesShorts());
  case 8:
    return cpu.permutesSixteenBytes() && !cpu.permutesBytes();
  default:
    return false;
  }
}

bool suit(const Layout &layout, const TargetFeatures &cpu) {
  return isPowerOf2_32(layout.components) && layout.components >= 4 && layout.components <= 16 &&
         takes(layout, cpu) && layout.lanes % layout.ofBlock() == 0 &&
         layout.lanes % layout.width == 0;
}

// Pairs of registers are permuted by words in one step.
bool onlySeparate(const Layout &layout, const TargetFeatures &cpu) {
  return cpu.permutesPairs() && layout.bits == 32;
}

// Whether each record is a vector of its own.
bool areSeparate(Value &flat, const Layout &layout) {
  for (unsigned lane = 0; lane != layout.lanes; ++lane)
    if (elementsOf(*originOf({&flat, layout.components * lane}, layout.components).vector) !=
        layout.components)
      return false;
  return true;
}

Value *asTuples(IRBuilder<> &builder, Value *components, const Layout &layout) {
  const unsigned count = layout.recordsOfBlock();
  Type *tuple = builder.getIntNTy(layout.bits * count);
  return count == 1 ? components
                    : builder.CreateBitCast(
                          components, FixedVectorType::get(tuple, elementsOf(*components) / count));
}

Value *asComponents(IRBuilder<> &builder, Value *tuples, const Layout &layout, Type *element) {
  const unsigned count = layout.recordsOfBlock();
  return count == 1 ? tuples
                    : builder.CreateBitCast(
                          tuples, FixedVectorType::get(element, elementsOf(*tuples) * count));
}

// Turns a block's records into one of tuples: the first components of all, the second ones and so
// on. A tuple becomes an element.
Value *tuplesOf(IRBuilder<> &builder, Value *records, const Layout &layout) {
  const unsigned count = layout.recordsOfBlock();
  if (count == 1)
    return records;
  SmallVector<int> picks;
  for (unsigned block = 0; block != elementsOf(*records); block += layout.ofBlock())
    for (unsigned component = 0; component != layout.components; ++component)
      for (unsigned record = 0; record != count; ++record)
        picks.push_back(static_cast<int>(block + record * layout.components + component));
  return asTuples(builder, builder.CreateShuffleVector(records, picks), layout);
}

Value *recordsOf(IRBuilder<> &builder, Value *tuples, const Layout &layout, Type *element) {
  const unsigned count = layout.recordsOfBlock();
  if (count == 1)
    return tuples;
  Value *components = asComponents(builder, tuples, layout, element);
  SmallVector<int> picks;
  for (unsigned block = 0; block != elementsOf(*components); block += layout.ofBlock())
    for (unsigned record = 0; record != count; ++record)
      for (unsigned component = 0; component != layout.components; ++component)
        picks.push_back(static_cast<int>(block + component * count + record));
  return builder.CreateShuffleVector(components, picks);
}

// The vectors with the records of lanes [first, first + width), of which they hold one block if
// there are several.
RecordVectors rowsOfRecords(IRBuilder<> &builder, Value &flat, const Layout &layout, unsigned first,
                            unsigned blockOfRecord) {
  const unsigned count = layout.recordsOfBlock(), rowCount = layout.columns();
  RecordVectors rows;
  for (unsigned row = 0; row != rowCount; ++row) {
    RecordVectors blocks;
    for (unsigned lane = first + row * count; lane < first + layout.width;
         lane += rowCount * count) {
      const unsigned start = layout.components * lane + layout.ofBlock() * blockOfRecord;
      blocks.push_back(extractPiece(builder, {&flat, start}, layout.ofBlock()));
    }
    rows.push_back(tuplesOf(builder, concatenateVectors(builder, blocks), layout));
  }
  return rows;
}

// The blocks of memory, in sequence, that hold the joined records.
RecordVectors blocksOf(IRBuilder<> &builder, const CallInst &join, const Layout &layout) {
  const unsigned count = layout.recordsOfBlock(), ofRecord = layout.blocksOfRecord();
  Type *element = join.getType()->getScalarType();
  RecordVectors blocks(layout.components * layout.lanes / layout.ofBlock());
  for (unsigned first = 0; first != layout.lanes; first += layout.width)
    for (unsigned block = 0; block != ofRecord; ++block) {
      RecordVectors columns;
      for (unsigned number = 0; number != layout.columns(); ++number) {
        Value *component = join.getArgOperand(block * layout.columns() + number);
        Value *column = extractPiece(builder, {component, first}, layout.width);
        columns.push_back(asTuples(builder, column, layout));
      }
      for (auto [row, tuples] : enumerate(interleaved(builder, columns, layout.columns()))) {
        Value *records = recordsOf(builder, tuples, layout, element);
        for (unsigned start = 0; start != layout.width; start += layout.ofBlock()) {
          const unsigned lane = first + start + static_cast<unsigned>(row) * count;
          blocks[lane / count * ofRecord + block] =
              extractPiece(builder, {records, start}, layout.ofBlock());
        }
      }
    }
  return blocks;
}

bool isWholeStore(const User &user, const Value &records) {
  const auto *store = dyn_cast<StoreInst>(&user);
  return store && store->getValueOperand() == &records && store->isSimple() &&
         !store->hasMetadata(LLVMContext::MD_nontemporal);
}

// The number of the one record that a user extracts of all.
std::optional<unsigned> recordExtracted(const User &user, const Value &records,
                                        const Layout &layout) {
  const auto *shuffle = dyn_cast<ShuffleVectorInst>(&user);
  const unsigned components = layout.components;
  if (!shuffle || shuffle->getOperand(0) != &records || elementsOf(*shuffle) != components)
    return std::nullopt;
  const auto start = static_cast<unsigned>(shuffle->getShuffleMask()[0]); // large where it is -1
  if (start % components != 0 || start >= elementsOf(records) ||
      shuffle->getShuffleMask() != ArrayRef(createSequentialMask(start, components, 0)))
    return std::nullopt;
  return start / components;
}

// In place of the store.
void storeBlocks(StoreInst &store, ArrayRef<Value *> blocks) {
  IRBuilder<> builder(&store);
  for (auto [number, block] : enumerate(blocks)) {
    const std::uint64_t offset = number * (blockBits / 8);
    StoreInst *part =
        builder.CreateAlignedStore(block, offsetAddress(builder, store.getPointerOperand(), offset),
                                   commonAlignment(store.getAlign(), offset));
    part->copyMetadata(store);
  }
  store.eraseFromParent();
}

} // namespace

RecordVectors splitInBlocks(IRBuilder<> &builder, Value &flat, RecordLayout records,
                            const RecordTarget &target) {
  const Layout layout(records, target);
  if (!suit(layout, target.cpu) || (onlySeparate(layout, target.cpu) && !areSeparate(flat, layout)))
    return {};
  Type *element = flat.getType()->getScalarType();
  SmallVector<RecordVectors> parts(layout.components);
  for (unsigned first = 0; first != layout.lanes; first += layout.width)
    for (unsigned block = 0; block != layout.blocksOfRecord(); ++block) {
      const RecordVectors rows = rowsOfRecords(builder, flat, layout, first, block);
      for (auto [number, tuples] : enumerate(interleaved(builder, rows, layout.columns())))
        parts[block * layout.columns() + number].push_back(
            asComponents(builder, tuples, layout, element));
    }
  RecordVectors components;
  for (const RecordVectors &part : parts)
    components.push_back(concatenateVectors(builder, part));
  return components;
}

bool joinInBlocks(CallInst &join, RecordLayout records, const RecordTarget &target) {
  const Layout layout(records, target);
  if (!suit(layout, target.cpu) || onlySeparate(layout, target.cpu) ||
      !all_of(join.users(), [&](const User *user) {
        return isWholeStore(*user, join) || recordExtracted(*user, join, layout);
      }))
    return false;
  IRBuilder<> builder(&join);
  const RecordVectors blocks = blocksOf(builder, join, layout);
  const unsigned count = layout.recordsOfBlock(), ofRecord = layout.blocksOfRecord();
  for (User *user : make_early_inc_range(join.users())) {
    const auto record = recordExtracted(*user, join, layout);
    if (!record) {
      storeBlocks(cast<StoreInst>(*user), blocks);
      continue;
    }
    Value *whole =
        concatenateVectors(builder, ArrayRef(blocks).slice(*record / count * ofRecord, ofRecord));
    user->replaceAllUsesWith(
        extractPiece(builder, {whole, *record % count * layout.components}, layout.components));
    cast<Instruction>(user)->eraseFromParent();
  }
  return true;
}

} // namespace weft::compiler
