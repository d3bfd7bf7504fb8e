// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/x86/lane_addresses.h"

#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/x86/vector_fence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-lane-addresses"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(vectorsReplaced, "Vectors of addresses replaced by pairs of numbers");

namespace {

// A lane's address of a vector, and two of them in one block.
using LaneAddress = ExtractElementInst;
using PairOfBlock = std::pair<BasicBlock *, std::uint64_t>;

std::uint64_t laneOf(const LaneAddress &address) {
  return cast<ConstantInt>(address.getIndexOperand())->getZExtValue();
}

PairOfBlock pairOf(LaneAddress &address) { return {address.getParent(), laneOf(address) / 2}; }

// Addresses of elements of one array, by numbers of 32 bits that were extended.
class AddressVector {
public:
  // Whether it is one, and is used for nothing but the address of one lane each.
  static bool is(const GetElementPtrInst &vector) {
    if (!isa<FixedVectorType>(vector.getType()) || vector.getNumIndices() != 1 ||
        vector.getPointerOperand()->getType()->isVectorTy() || elementsOf(vector) % 4)
      return false;
    const auto *extended = dyn_cast<CastInst>(vector.getOperand(1));
    return extended && isa<SExtInst, ZExtInst>(extended) &&
           extended->getDestTy()->getScalarType()->isIntegerTy(64) &&
           extended->getSrcTy()->getScalarType()->isIntegerTy(32) &&
           all_of(vector.users(), [](const User *user) {
             const auto *lane = dyn_cast<LaneAddress>(user);
             return lane && isa<ConstantInt>(lane->getIndexOperand());
           });
  }

  explicit AddressVector(GetElementPtrInst &vector)
      : vector(vector), extended(*cast<CastInst>(vector.getOperand(1))) {
    for (User *user : vector.users()) {
      auto *lane = cast<LaneAddress>(user);
      lanes.push_back(lane);
      present[pairOf(*lane)] |= laneOf(*lane) % 2 ? 2 : 1;
    }
    // In the order of their block, whose first one moves the pair.
    sort(lanes, [](const LaneAddress *a, const LaneAddress *b) {
      return a->getParent() == b->getParent() ? a->comesBefore(b) : a->getParent() < b->getParent();
    });
  }

  // Whether most lanes lie in pairs, so that it pays.
  bool pays() const {
    const auto pairs = count_if(present, [](const auto &entry) { return entry.second == 3; });
    return 4 * static_cast<unsigned>(pairs) > elementsOf(vector);
  }

  void replace() {
    IRBuilder<> builder(&vector);
    halves = builder.CreateBitCast(
        opaqueNumbers(builder), FixedVectorType::get(builder.getInt64Ty(), elementsOf(vector) / 2));
    for (LaneAddress *lane : lanes) {
      builder.SetInsertPoint(lane);
      Value *number = present[pairOf(*lane)] == 3 ? ofPair(builder, *lane) : alone(builder, *lane);
      Value *address = builder.CreateGEP(vector.getSourceElementType(), vector.getPointerOperand(),
                                         number, "", vector.getNoWrapFlags());
      address->takeName(lane);
      lane->replaceAllUsesWith(address);
      lane->eraseFromParent();
    }
    vector.eraseFromParent();
    if (extended.use_empty())
      extended.eraseFromParent();
  }

private:
  bool isSigned() const { return isa<SExtInst>(extended); }

  Value *alone(IRBuilder<> &builder, LaneAddress &lane) {
    return builder.CreateCast(
        extended.getOpcode(),
        builder.CreateExtractElement(extended.getOperand(0), lane.getIndexOperand()),
        builder.getInt64Ty());
  }

  // They are frozen, so that a lane's undefined number leaves its neighbour's alone. The fence
  // costs nothing. Without it, where instruction selection knows that the upper bits of an even
  // lane's number are zero, it takes the whole pair for that number.
  Value *opaqueNumbers(IRBuilder<> &builder) {
    return fenced(builder, builder.CreateFreeze(extended.getOperand(0)));
  }

  // A half of its pair.
  Value *ofPair(IRBuilder<> &builder, LaneAddress &lane) {
    Value *&pair = pairs[pairOf(lane)];
    if (!pair)
      pair = builder.CreateExtractElement(halves, laneOf(lane) / 2);
    if (laneOf(lane) % 2)
      return isSigned() ? builder.CreateAShr(pair, 32) : builder.CreateLShr(pair, 32);
    return builder.CreateCast(extended.getOpcode(), builder.CreateTrunc(pair, builder.getInt32Ty()),
                              builder.getInt64Ty());
  }

  GetElementPtrInst &vector;
  CastInst &extended;
  SmallVector<LaneAddress *> lanes;
  DenseMap<PairOfBlock, unsigned> present; ///< bit 0: the even lane, bit 1: the odd one
  DenseMap<PairOfBlock, Value *> pairs;
  Value *halves = nullptr;
};

} // namespace

PreservedAnalyses LaneAddressesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<GetElementPtrInst *> vectors;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *vector = dyn_cast<GetElementPtrInst>(&instruction);
          vector && AddressVector::is(*vector))
        vectors.push_back(vector);
  bool changed = false;
  for (GetElementPtrInst *vector : vectors)
    if (AddressVector addresses(*vector); addresses.pays()) {
      addresses.replace();
      changed = true;
      ++vectorsReplaced;
    }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
