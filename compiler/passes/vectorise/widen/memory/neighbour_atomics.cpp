// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/memory/neighbour_atomics.h"

#include "compiler/passes/vectorise/widen/lanes/replication.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(neighboursUpdated, "Atomic updates of gangs in blocks of words");

namespace {

constexpr unsigned blockBytes = 16;

unsigned bytesOf(const AtomicRMWInst &update) { return update.getType()->getIntegerBitWidth() / 8; }

class BlockUpdates {
public:
  BlockUpdates(GangBuilder &gang, const AtomicRMWInst &update, Constant *neutral)
      : gang(gang), update(update), neutral(neutral),
        blockType(FixedVectorType::get(update.getType(), blockBytes / bytesOf(update))) {}

  void emit(Value *first, Value *operands) {
    Value *misplaced = gang.CreateAnd(gang.CreatePtrToInt(first, gang.getInt64Ty()),
                                      gang.getInt64(blockBytes - 1));
    Value *start = gang.CreateGEP(gang.getInt8Ty(), first, gang.CreateNeg(misplaced));
    AllocaInst *blocks = placeOperands(operands, misplaced);
    forEachBlock([&](Value *offset, BasicBlock *next) {
      Value *address = gang.CreateGEP(gang.getInt8Ty(), start, offset);
      updateBlock(address, gang.CreateGEP(gang.getInt8Ty(), blocks, offset), next);
    });
  }

private:
  /// The operands in the layout of the blocks, with one more block than whole ones need.
  AllocaInst *placeOperands(Value *operands, Value *misplaced) {
    const std::uint64_t bytes = std::uint64_t{gang.lanes} * bytesOf(update);
    AllocaInst *blocks = gang.createEntryAlloca(
        ArrayType::get(gang.getInt8Ty(), bytes + blockBytes), "blocks", Align(64));
    Constant *nothing = ConstantVector::getSplat(blockType->getElementCount(), neutral);
    gang.CreateAlignedStore(nothing, blocks, Align(blockBytes));
    gang.CreateAlignedStore(nothing, gang.CreateConstGEP1_64(gang.getInt8Ty(), blocks, bytes),
                            Align(blockBytes));
    gang.CreateAlignedStore(operands, gang.CreateGEP(gang.getInt8Ty(), blocks, misplaced),
                            Align(bytesOf(update)));
    return blocks;
  }

  /// Emits a body that ends with a branch to `next`.
  void forEachBlock(function_ref<void(Value *offset, BasicBlock *next)> body) {
    BasicBlock *before = gang.GetInsertBlock();
    BasicBlock *loop = gang.createBlock("block");
    BasicBlock *next = gang.createBlock("block.next");
    BasicBlock *after = gang.createBlock("blocks.end");
    gang.CreateBr(loop);
    gang.SetInsertPoint(loop);
    PHINode *offset = gang.CreatePHI(gang.getInt64Ty(), 2);
    offset->addIncoming(gang.getInt64(0), before);
    body(offset, next);
    gang.SetInsertPoint(next);
    Value *further = gang.CreateAdd(offset, gang.getInt64(blockBytes));
    offset->addIncoming(further, next);
    const std::uint64_t end = std::uint64_t{gang.lanes} * bytesOf(update) + blockBytes;
    BranchInst *branch =
        gang.CreateCondBr(gang.CreateICmpEQ(further, gang.getInt64(end)), after, loop);
    branch->setMetadata(LLVMContext::MD_loop, laneLoopProperties(gang.getContext()));
    gang.SetInsertPoint(after);
  }

  void updateBlock(Value *address, Value *operandsAt, BasicBlock *next) {
    Type *number = gang.getIntNTy(8 * blockBytes);
    Value *operands = gang.CreateAlignedLoad(blockType, operandsAt, Align(blockBytes));
    Constant *nothing = ConstantExpr::getBitCast(
        ConstantVector::getSplat(blockType->getElementCount(), neutral), number);
    BasicBlock *some = gang.createBlock("block.some");
    BasicBlock *attempt = gang.createBlock("block.try");
    gang.CreateCondBr(gang.CreateICmpEQ(gang.CreateBitCast(operands, number), nothing), next, some);
    gang.SetInsertPoint(some);
    Value *expected = gang.CreateBitCast(loadHalves(address), number);
    gang.CreateBr(attempt);
    gang.SetInsertPoint(attempt);
    PHINode *old = gang.CreatePHI(number, 2);
    old->addIncoming(expected, some);
    Value *wanted = buildAtomicRMWValue(update.getOperation(), gang,
                                        gang.CreateBitCast(old, blockType), operands);
    AtomicCmpXchgInst *exchange = gang.CreateAtomicCmpXchg(
        address, old, gang.CreateBitCast(wanted, number), Align(blockBytes), update.getOrdering(),
        update.getOrdering(), update.getSyncScopeID());
    exchange->setVolatile(update.isVolatile());
    exchange->setWeak(true);
    old->addIncoming(gang.CreateExtractValue(exchange, 0), attempt);
    gang.CreateCondBr(gang.CreateExtractValue(exchange, 1), next, attempt);
  }

  /// The probable value. Two reads cost less than one of the whole, and the exchange detects
  /// inconsistent ones.
  Value *loadHalves(Value *address) {
    Value *halves = PoisonValue::get(FixedVectorType::get(gang.getInt64Ty(), 2));
    for (unsigned half = 0; half != 2; ++half) {
      LoadInst *load = gang.CreateAlignedLoad(
          gang.getInt64Ty(), gang.CreateConstGEP1_64(gang.getInt64Ty(), address, half), Align(8));
      load->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
      halves = gang.CreateInsertElement(halves, load, half);
    }
    return halves;
  }

  GangBuilder &gang;
  const AtomicRMWInst &update;
  Constant *neutral;
  FixedVectorType *blockType;
};

} // namespace

bool canShareBlocks(const AtomicRMWInst &update, unsigned lanes) {
  const auto *type = dyn_cast<IntegerType>(update.getType());
  // Stronger orders would also order the words.
  return type && (type->getBitWidth() == 32 || type->getBitWidth() == 64) && update.use_empty() &&
         update.getOrdering() == AtomicOrdering::Monotonic &&
         update.getPointerAddressSpace() == globalSpace &&
         lanes * bytesOf(update) >= 2 * blockBytes;
}

void updateNeighbours(GangBuilder &gang, const AtomicRMWInst &update, Value *first, Value *operands,
                      Constant *neutral) {
  BlockUpdates(gang, update, neutral).emit(first, operands);
  ++neighboursUpdated;
}

} // namespace weft::compiler
