// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/lane_addresses.h"

#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/llvm_bugs/vector_fence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-lane-addresses"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(vectorsReplaced, "Vectors of addresses replaced by words of indices");

namespace {

// A lane's address of a vector, and a word of several of them in one block.
using LaneAddress = ExtractElementInst;
using WordOfBlock = std::pair<BasicBlock *, std::uint64_t>;

std::uint64_t laneOf(const LaneAddress &address) {
  return cast<ConstantInt>(address.getIndexOperand())->getZExtValue();
}

// Addresses of elements of one array, with indices extended to 64 bits.
class AddressVector {
public:
  // Whether it is one, and used only for the addresses of single lanes.
  static bool is(const GetElementPtrInst &vector) {
    if (!isa<FixedVectorType>(vector.getType()) || vector.getNumIndices() != 1 ||
        vector.getPointerOperand()->getType()->isVectorTy())
      return false;
    const auto *extended = dyn_cast<CastInst>(vector.getOperand(1));
    return extended && isa<SExtInst, ZExtInst>(extended) &&
           extended->getDestTy()->getScalarType()->isIntegerTy(64) &&
           areNumbers(*extended->getOperand(0)) && all_of(vector.users(), [](const User *user) {
             const auto *lane = dyn_cast<LaneAddress>(user);
             return lane && isa<ConstantInt>(lane->getIndexOperand());
           });
  }

  explicit AddressVector(GetElementPtrInst &vector)
      : vector(vector), extended(*cast<CastInst>(vector.getOperand(1))),
        numbers(*extended.getOperand(0)), bits(numbers.getType()->getScalarSizeInBits()),
        wordBits(std::min(64u, elementsOf(vector) * bits)) {
    for (User *user : vector.users()) {
      auto *lane = cast<LaneAddress>(user);
      assert(laneOf(*lane) < elementsOf(vector) && "what is behind the last lane is poison");
      lanes.push_back(lane);
      ++present[wordOf(*lane)];
    }
    // In block order; the first one moves the word.
    sort(lanes, [](const LaneAddress *a, const LaneAddress *b) {
      return a->getParent() == b->getParent() ? a->comesBefore(b) : a->getParent() < b->getParent();
    });
  }

  // Whether most lanes share words, so that it pays.
  bool pays() const {
    const auto sharing = count_if(lanes, [&](LaneAddress *lane) { return shares(*lane); });
    return 2 * static_cast<unsigned>(sharing) > elementsOf(vector);
  }

  void replace() {
    makeWords();
    for (LaneAddress *lane : lanes) {
      IRBuilder<> builder(lane);
      Value *number = shares(*lane) ? ofWord(builder, *lane) : alone(builder, *lane);
      Value *address = builder.CreateGEP(vector.getSourceElementType(), vector.getPointerOperand(),
                                         number, "", vector.getNoWrapFlags());
      address->takeName(lane);
      lane->replaceAllUsesWith(address);
      lane->eraseFromParent();
    }
    vector.eraseFromParent();
    if (extended.use_empty())
      extended.eraseFromParent();
    if (auto *load = dyn_cast<LoadInst>(&numbers); load && load->use_empty())
      load->eraseFromParent();
  }

private:
  // Whether they fill words. Narrow ones are loaded from memory: in registers they would not fill
  // vectors.
  static bool areNumbers(const Value &numbers) {
    const auto elements = cast<FixedVectorType>(numbers.getType())->getNumElements();
    switch (const unsigned bits = numbers.getType()->getScalarSizeInBits()) {
    case 32:
      return elements % 4 == 0;
    case 8:
    case 16: {
      const auto *load = dyn_cast<LoadInst>(&numbers);
      return load && load->isSimple() && !load->hasMetadata(LLVMContext::MD_nontemporal) &&
             (elements * bits == 32 || elements * bits % 64 == 0);
    }
    default:
      return false;
    }
  }

  bool areNarrow() const { return bits < 32; }
  bool isSigned() const { return isa<SExtInst>(extended); }
  unsigned numbersOfWord() const { return wordBits / bits; }

  WordOfBlock wordOf(LaneAddress &address) const {
    return {address.getParent(), laneOf(address) / numbersOfWord()};
  }
  bool shares(LaneAddress &lane) const { return present.lookup(wordOf(lane)) > 1; }

  Value *alone(IRBuilder<> &builder, LaneAddress &lane) {
    return builder.CreateCast(extended.getOpcode(),
                              builder.CreateExtractElement(&numbers, lane.getIndexOperand()),
                              builder.getInt64Ty());
  }

  void makeWords() {
    if (areNarrow())
      return loadWords(cast<LoadInst>(numbers));
    IRBuilder<> builder(&vector);
    words = builder.CreateBitCast(
        opaqueNumbers(builder),
        FixedVectorType::get(builder.getInt64Ty(), elementsOf(vector) / numbersOfWord()));
  }

  // No later pass knows the contents of memory, so an undefined index does not affect its
  // neighbours.
  void loadWords(LoadInst &load) {
    IRBuilder<> builder(&load);
    for (unsigned first = 0; first < elementsOf(vector); first += numbersOfWord()) {
      const unsigned offset = first * bits / 8;
      LoadInst *word = builder.CreateAlignedLoad(
          builder.getIntNTy(wordBits),
          builder.CreateConstGEP1_64(builder.getInt8Ty(), load.getPointerOperand(), offset),
          commonAlignment(load.getAlign(), offset));
      word->setAAMetadata(load.getAAMetadata());
      loaded.push_back(word);
    }
  }

  // They are frozen, so that a lane's undefined index does not affect its neighbour's. The fence is
  // free. Without it, if instruction selection knows that the upper bits of an even lane's index
  // are zero, it takes the whole pair for that index.
  Value *opaqueNumbers(IRBuilder<> &builder) {
    return fenced(builder, builder.CreateFreeze(&numbers));
  }

  // A part of its word.
  Value *ofWord(IRBuilder<> &builder, LaneAddress &lane) {
    const auto place = wordOf(lane);
    Value *&word = moved[place];
    if (!word)
      word = areNarrow() ? loaded[place.second] : builder.CreateExtractElement(words, place.second);
    const unsigned shift = laneOf(lane) % numbersOfWord() * bits;
    if (shift + bits == wordBits)
      return builder.CreateIntCast(isSigned() ? builder.CreateAShr(word, shift)
                                              : builder.CreateLShr(word, shift),
                                   builder.getInt64Ty(), isSigned());
    Value *low = shift ? builder.CreateLShr(word, shift) : word;
    return builder.CreateCast(extended.getOpcode(),
                              builder.CreateTrunc(low, builder.getIntNTy(bits)),
                              builder.getInt64Ty());
  }

  GetElementPtrInst &vector;
  CastInst &extended;
  Value &numbers;
  const unsigned bits;     ///< of an index
  const unsigned wordBits; ///< 32 or 64
  SmallVector<LaneAddress *> lanes;
  DenseMap<WordOfBlock, unsigned> present; ///< lanes
  DenseMap<WordOfBlock, Value *> moved;    ///< to a register
  Value *words = nullptr;                  ///< a vector
  SmallVector<Value *, 8> loaded;          ///< words
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
