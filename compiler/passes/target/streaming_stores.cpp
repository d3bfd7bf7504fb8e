// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/streaming_stores.h"

#include "compiler/passes/normalise/kernel_arguments.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/loop_marks.h"
#include "compiler/passes/target/memory_walks.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <optional>

#define DEBUG_TYPE "weft-streaming-stores"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsVersioned, "Loops with a non-temporal version");
ALWAYS_ENABLED_STATISTIC(storesStreamed, "Non-temporal stores");

namespace {

/// Bits of weft_launch::stream_arguments.
constexpr unsigned maxArguments = 32;

// Stores of one loop that write [begin, begin + step) of a buffer in one iteration, and the next
// `step` bytes in the next one.
struct Stream {
  unsigned argument;
  const SCEV *begin; ///< at the loop's entry
  std::uint64_t alignment;
  SmallVector<StoreInst *> stores;
};

// Finds the kernel arguments from which pointers are derived.
class ArgumentMap {
public:
  explicit ArgumentMap(const Function &function)
      : function(function), layout(function.getDataLayout()),
        arguments(attachedArguments(function)) {}

  bool isEmpty() const { return arguments.list.empty() || !hasLaunch(function); }

  // The kernel argument to whose buffer a pointer points.
  std::optional<unsigned> of(const Value *pointer) const {
    const auto *load = dyn_cast<LoadInst>(getUnderlyingObject(pointer, /*MaxLookup=*/0));
    if (!load)
      return std::nullopt;
    std::uint64_t offset, blockOffset;
    const auto *block = dyn_cast<LoadInst>(baseOf(load->getPointerOperand(), offset));
    if (!block || baseOf(block->getPointerOperand(), blockOffset) != function.getArg(0) ||
        blockOffset != offsetof(weft_launch, arguments))
      return std::nullopt;
    for (auto [index, argument] : enumerate(arguments.list))
      if (argument.offset == offset && (argument.kind == WEFT_ARGUMENT_GLOBAL_POINTER ||
                                        argument.kind == WEFT_ARGUMENT_CONSTANT_POINTER))
        return index;
    return std::nullopt;
  }

private:
  const Value *baseOf(const Value *pointer, std::uint64_t &offset) const {
    APInt bytes(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    pointer = pointer->stripAndAccumulateConstantOffsets(layout, bytes, true);
    offset = bytes.getZExtValue();
    return pointer;
  }

  const Function &function;
  const DataLayout &layout;
  const KernelArguments arguments;
};

// Whether a pointer can only point to the thread's memory: its stack, local memory, the launch.
bool isOwnMemory(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer, /*MaxLookup=*/0);
  if (isa<AllocaInst, GlobalVariable, Argument>(object))
    return true;
  const auto *load = dyn_cast<LoadInst>(object);
  return load && isa<Argument>(getUnderlyingObject(load->getPointerOperand(), /*MaxLookup=*/0));
}

// Collects the pointers through which an instruction reads; false if it may do more than read and
// write through them. For a call, the callee's attributes describe its accesses.
bool findReads(const Instruction &instruction, SmallVectorImpl<const Value *> &pointers) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
    pointers.push_back(load->getPointerOperand());
    return !load->isVolatile() && !load->isAtomic();
  }
  const auto *call = dyn_cast<CallInst>(&instruction);
  if (const auto *gather = dyn_cast_or_null<IntrinsicInst>(call);
      gather && gather->getIntrinsicID() == Intrinsic::masked_gather) {
    pointers.push_back(gather->getArgOperand(0));
    return true;
  }
  if (!call || !call->onlyAccessesArgMemory() || !call->hasFnAttr(Attribute::NoSync))
    return false;
  for (unsigned index = 0; index != call->arg_size(); ++index)
    if (call->getArgOperand(index)->getType()->isPtrOrPtrVectorTy() &&
        !call->onlyWritesMemory(index))
      pointers.push_back(call->getArgOperand(index));
  return true;
}

// Whether it only writes, or accesses no memory, whatever LLVM must assume (group_loops.cpp).
bool isPlainWrite(const Instruction &instruction) {
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isUnordered() && !store->isAtomic();
  if (const auto *assembly = dyn_cast<CallInst>(&instruction); assembly && assembly->isInlineAsm())
    return assembly->onlyAccessesInaccessibleMemory();
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call &&
         (call->isAssumeLikeIntrinsic() || call->getIntrinsicID() == Intrinsic::masked_store ||
          call->getIntrinsicID() == Intrinsic::masked_scatter);
}

// The arguments that the function writes and never reads; none if the function relies on ordered
// stores.
SmallBitVector findWrittenOnly(const Function &function, const ArgumentMap &map) {
  SmallBitVector candidates(maxArguments);
  SmallBitVector read(maxArguments);
  for (const Instruction &instruction : instructions(function)) {
    if (!instruction.mayReadOrWriteMemory() || isPlainWrite(instruction)) {
      if (const auto *store = dyn_cast<StoreInst>(&instruction))
        if (const auto argument = map.of(store->getPointerOperand());
            argument && *argument < maxArguments)
          candidates.set(*argument);
      continue;
    }
    SmallVector<const Value *, 4> pointers;
    if (!findReads(instruction, pointers))
      return {};
    for (const Value *pointer : pointers) {
      if (const auto argument = map.of(pointer)) {
        if (*argument < maxArguments)
          read.set(*argument);
      } else if (!isOwnMemory(pointer)) {
        return {};
      }
    }
  }
  return candidates.reset(read);
}

// Whether the loop contains only rare, out-of-line loops: over lanes that need another function.
// For other inner loops, a second version would cost compile time without gain.
bool isInnermostButForRare(const Loop &loop) {
  return all_of(loop.getSubLoops(), [](const Loop *inner) {
    return any_of(inner->blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &instruction) {
        const auto *call = dyn_cast<CallInst>(&instruction);
        return call && call->hasFnAttr(Attribute::Cold);
      });
    });
  });
}

class LoopStreams {
public:
  LoopStreams(Loop &loop, const ArgumentMap &map, const SmallBitVector &writtenOnly,
              DominatorTree &dominators, ScalarEvolution &evolution)
      : loop(loop), map(map), writtenOnly(writtenOnly), dominators(dominators),
        evolution(evolution) {}

  // The streams of the loop; none if one of them has gaps.
  SmallVector<Stream> find() {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (auto *store = dyn_cast<StoreInst>(&instruction); store && !isInInnerLoop(*block))
          add(*store);
    SmallVector<Stream> streams;
    for (Piece &piece : pieces)
      if (auto stream = complete(piece))
        streams.push_back(std::move(*stream));
    return streams;
  }

private:
  struct Part {
    StoreInst *store;
    const SCEV *begin;
    std::int64_t offset; ///< from the part's first store
  };
  struct Piece {
    unsigned argument;
    std::uint64_t step, storeBytes;
    SmallVector<Part> parts;
  };

  bool isInInnerLoop(const BasicBlock &block) const {
    return any_of(loop.getSubLoops(), [&](const Loop *inner) { return inner->contains(&block); });
  }

  void add(StoreInst &store) {
    const auto *type = dyn_cast<FixedVectorType>(store.getValueOperand()->getType());
    const auto argument = map.of(store.getPointerOperand());
    if (!type || !argument || *argument >= maxArguments || !writtenOnly.test(*argument) ||
        !dominators.dominates(store.getParent(), loop.getLoopLatch()))
      return;
    const std::uint64_t bytes =
        evolution.getDataLayout().getTypeStoreSize(const_cast<FixedVectorType *>(type));
    const auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(store.getPointerOperand()));
    if (!isPowerOf2_64(bytes) || bytes < limits::streamedStore || !address ||
        address->getLoop() != &loop || !address->isAffine())
      return;
    const auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
    if (!step || !step->getAPInt().isStrictlyPositive())
      return;
    join(store, *argument, step->getAPInt().getZExtValue(), bytes, address->getStart());
  }

  // Adds a store to the part whose start is at a constant distance.
  void join(StoreInst &store, unsigned argument, std::uint64_t step, std::uint64_t bytes,
            const SCEV *begin) {
    for (Piece &piece : pieces) {
      if (piece.argument != argument || piece.step != step || piece.storeBytes != bytes)
        continue;
      const auto *distance =
          dyn_cast<SCEVConstant>(evolution.getMinusSCEV(begin, piece.parts.front().begin));
      if (!distance)
        continue;
      piece.parts.push_back({&store, begin, distance->getAPInt().getSExtValue()});
      return;
    }
    pieces.push_back({argument, step, bytes, {{&store, begin, 0}}});
  }

  std::optional<Stream> complete(Piece &piece) {
    llvm::sort(piece.parts, [](const Part &a, const Part &b) { return a.offset < b.offset; });
    std::int64_t next = piece.parts.front().offset;
    const std::int64_t end = next + static_cast<std::int64_t>(piece.step);
    Stream stream{piece.argument, piece.parts.front().begin, piece.storeBytes, {}};
    for (const Part &part : piece.parts) {
      if (part.offset != next)
        return std::nullopt;
      next += static_cast<std::int64_t>(piece.storeBytes);
      stream.stores.push_back(part.store);
    }
    if (next != end || piece.step < limits::streamedLoop)
      return std::nullopt;
    return stream;
  }

  Loop &loop;
  const ArgumentMap &map;
  const SmallBitVector &writtenOnly;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  SmallVector<Piece> pieces;
};

// Whether a load advances by a constant step.
bool walksForwards(const SCEVAddRecExpr &address, ScalarEvolution &evolution) {
  const auto *step = dyn_cast<SCEVConstant>(address.getStepRecurrence(evolution));
  return step && step->getAPInt().isStrictlyPositive();
}

// The vectors that the loop reads while it traverses memory other than local memory.
MemoryWalks findWalks(const Loop &loop, ScalarEvolution &evolution) {
  MemoryWalks walks(loop, evolution);
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load && load->getType()->isVectorTy() && load->getPointerAddressSpace() != localSpace)
        if (const SCEVAddRecExpr *address = walks.recurrenceOf(*load->getPointerOperand());
            address && walksForwards(*address, evolution))
          walks.add(*load, *address,
                    evolution.getDataLayout().getTypeStoreSize(load->getType()).getFixedValue());
  return walks;
}

// Prefetches later data of the copies of loads.
void readAhead(MemoryWalks &walks, const ValueToValueMapTy &copies) {
  walks.forEachLine([&](const Instruction &access, std::int64_t offset, const SCEV *) {
    auto &load = *cast<LoadInst>(static_cast<Value *>(copies.lookup(&access)));
    IRBuilder<> builder(&load);
    Value *ahead = builder.CreateConstGEP1_64(builder.getInt8Ty(), load.getPointerOperand(),
                                              offset + limits::readAheadBytes);
    prefetch(*ahead, CacheLevel::Second, load);
  });
}

// Creates the second version of a loop and selects one of the two at its entry.
class Versioner {
public:
  Versioner(Function &function, LoopInfo &loops, DominatorTree &dominators,
            ScalarEvolution &evolution)
      : function(function), loops(loops), dominators(dominators), evolution(evolution) {}

  void run(Loop &loop, ArrayRef<Stream> streams) {
    BasicBlock *entry = loop.getLoopPreheader(), *exit = loop.getUniqueExitBlock();
    Value *condition = makeCondition(streams, *entry->getTerminator());
    if (!condition)
      return;
    ++loopsVersioned;
    MemoryWalks reads = findWalks(loop, evolution);
    evolution.forgetLoop(&loop);
    BasicBlock *preheader = SplitBlock(entry, entry->getTerminator(), &dominators, &loops);
    ValueToValueMapTy map;
    SmallVector<BasicBlock *, 8> blocks;
    const Loop *copy = cloneLoopWithPreheader(preheader, entry, &loop, map, ".streaming", &loops,
                                              &dominators, blocks);
    remapInstructionsInBlocks(blocks, map);
    for (const Stream &stream : streams)
      for (const StoreInst *store : stream.stores)
        makeNonTemporal(*cast<StoreInst>(map[store]), stream.alignment);
    for (const Stream &stream : streams)
      storesStreamed += stream.stores.size();
    readAhead(reads, map);
    Instruction *jump = entry->getTerminator();
    IRBuilder<>(jump).CreateCondBr(condition, copy->getLoopPreheader(), preheader);
    jump->eraseFromParent();
    // Both versions exit to the same block, and all its values come through phis.
    for (PHINode &phi : exit->phis())
      for (unsigned index = 0, count = phi.getNumIncomingValues(); index != count; ++index) {
        Value *value = phi.getIncomingValue(index);
        auto mapped = map.find(value);
        phi.addIncoming(mapped == map.end() ? value : static_cast<Value *>(mapped->second),
                        cast<BasicBlock>(map[phi.getIncomingBlock(index)]));
      }
    dominators.changeImmediateDominator(exit, entry);
  }

private:
  // Null if an address cannot be computed there.
  Value *makeCondition(ArrayRef<Stream> streams, Instruction &place) {
    SCEVExpander expander(evolution, "stream");
    for (const Stream &stream : streams)
      if (!expander.isSafeToExpandAt(stream.begin, &place))
        return nullptr;
    std::uint32_t wanted = 0;
    Value *misaligned = nullptr;
    IRBuilder<> builder(&place);
    for (const Stream &stream : streams) {
      wanted |= 1u << stream.argument;
      Value *begin = expander.expandCodeFor(stream.begin, stream.begin->getType(), &place);
      Value *low = builder.CreateAnd(builder.CreatePtrToInt(begin, builder.getInt64Ty()),
                                     stream.alignment - 1);
      misaligned = misaligned ? builder.CreateOr(misaligned, low) : low;
    }
    Value *missing = builder.CreateAnd(builder.CreateNot(streamArguments()), wanted);
    return builder.CreateIsNull(
        builder.CreateOr(misaligned, builder.CreateZExt(missing, builder.getInt64Ty())));
  }

  // weft_launch::stream_arguments, loaded once for the function.
  Value *streamArguments() {
    if (requested)
      return requested;
    assert(hasLaunch(function) && "others have no arguments in the map");
    IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *field = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), function.getArg(0),
                                                      offsetof(weft_launch, stream_arguments));
    LoadInst *load =
        builder.CreateAlignedLoad(builder.getInt32Ty(), field, Align(4), "stream.arguments");
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(load->getContext(), {}));
    return requested = load;
  }

  // A conversion to narrower elements and a store would become one instruction, which is not
  // non-temporal. The arithmetic fence separates them; it requires floating-point types.
  static void makeNonTemporal(StoreInst &store, std::uint64_t alignment) {
    LLVMContext &context = store.getContext();
    IRBuilder<> builder(&store);
    Value *value = store.getValueOperand();
    const auto bits = value->getType()->getPrimitiveSizeInBits().getFixedValue();
    auto *type = FixedVectorType::get(builder.getFloatTy(), bits / 32);
    store.setOperand(0, builder.CreateArithmeticFence(builder.CreateBitCast(value, type), type));
    auto *one = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1));
    store.setMetadata(LLVMContext::MD_nontemporal, MDNode::get(context, {one}));
    store.setAlignment(std::max(store.getAlign(), Align(alignment)));
  }

  Function &function;
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  Value *requested = nullptr;
};

} // namespace

PreservedAnalyses StreamingStoresPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const ArgumentMap map(function);
  if (function.isDeclaration() || map.isEmpty())
    return PreservedAnalyses::all();
  const SmallBitVector writtenOnly = findWrittenOnly(function, map);
  if (writtenOnly.none())
    return PreservedAnalyses::all();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  SmallVector<Loop *> innermost;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (isInnermostButForRare(*loop) && !findOptionMDForLoop(loop, remainderLoopMark))
      innermost.push_back(loop);
  Versioner versioner(function, loops, dominators, evolution);
  for (Loop *loop : innermost) {
    simplifyLoop(loop, &dominators, &loops, &evolution, nullptr, nullptr, /*PreserveLCSSA=*/false);
    if (!loop->isLoopSimplifyForm() || !loop->getUniqueExitBlock() || !loop->isSafeToClone())
      continue;
    const auto streams = LoopStreams(*loop, map, writtenOnly, dominators, evolution).find();
    if (streams.empty())
      continue;
    LLVM_DEBUG(dbgs() << function.getName() << ": " << loop->getHeader()->getName() << " writes "
                      << streams.size() << " streams\n");
    formLCSSARecursively(*loop, dominators, &loops, &evolution);
    versioner.run(*loop, streams);
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
