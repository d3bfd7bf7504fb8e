// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/copies/touched_memory.h"

#include "compiler/passes/checked/checked_accesses.h"
#include "compiler/passes/checked/copies/copies_in_flight.h"
#include "compiler/passes/checked/copies/copy_shapes.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-touched-memory"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(accessesCompared, "Accesses that are compared with copies");
ALWAYS_ENABLED_STATISTIC(writesWatched, "Writes that are compared with watched memory");

namespace {

/// The ranges that an access is compared with: their places in weft_copies.
using Ranges = SmallVector<std::size_t, 2>;

struct Touch {
  CheckedAccess access{};
  CheckSite site{};
  Ranges ofCopies;
  bool isWatched = false;
  Provenance::Place at{};
};

struct Segment {
  Instruction *end; ///< the instruction behind it
  SmallVector<Touch, 4> touches;
};

class Comparer {
public:
  Comparer(Function &kernel, bool watches)
      : kernel(kernel), watches(watches), reports(kernel), provenance(kernel, reports) {}

  bool run() {
    findCopies();
    findAccesses();
    for (Segment &segment : segments)
      for (Touch &touch : segment.touches)
        touch.at = provenance.placeOf(*touch.access.pointer);
    for (CallInst *begin : begins)
      connect(*begin);
    for (Segment &segment : segments)
      compare(segment);
    return !segments.empty() || !begins.empty();
  }

private:
  void findCopies() {
    for (Instruction &instruction : instructions(kernel))
      if (calleeName(instruction) == beginCopyStep) {
        auto &begin = cast<CallInst>(instruction);
        begins.push_back(&begin);
        const auto *flags = cast<ConstantInt>(begin.getArgOperand(BeginCopyFlags));
        (flags->getZExtValue() & WEFT_COPY_IS_TO_LOCAL ? copyToLocal : copyToGlobal) = true;
        SmallVector<BasicBlock *> pending(successors(begin.getParent()));
        while (!pending.empty())
          if (BasicBlock *block = pending.pop_back_val(); behindCopies.insert(block).second)
            append_range(pending, successors(block));
      }
  }

  void findAccesses() {
    for (BasicBlock &block : kernel) {
      bool isBehind = behindCopies.contains(&block);
      Segment segment{nullptr, {}};
      for (Instruction &instruction : block) {
        if (isSplit(instruction) || instruction.isTerminator()) {
          segment.end = &instruction;
          if (!segment.touches.empty())
            segments.push_back(std::exchange(segment, {nullptr, {}}));
        }
        isBehind |= calleeName(instruction) == beginCopyStep;
        if (instruction.hasMetadata(checkMetadata))
          continue;
        for (const CheckedAccess &access : accessesOf(instruction))
          if (std::optional<Touch> touch = touchOf(access, isBehind))
            add(segment, *touch);
      }
    }
  }

  std::optional<Touch> touchOf(const CheckedAccess &access, bool isBehindCopies) {
    const auto site = provenance.originOf(*access.pointer);
    const auto space = site ? provenance.sharedSpaceOf(*access.pointer) : std::nullopt;
    if (!space)
      return std::nullopt;
    Touch touch;
    touch.access = access;
    touch.site = *site;
    touch.site.mistake = access.mistake;
    touch.site.bytes = access.length ? 0 : access.bytes;
    const bool isLocal = *space == localSpace;
    const bool writes = access.mistake != WEFT_MISTAKE_READ && !isa<LoadInst>(access.instruction);
    if (isBehindCopies && (isLocal ? copyToLocal : copyToGlobal))
      touch.ofCopies.push_back(isLocal ? offsetof(weft_copies, local_written)
                                       : offsetof(weft_copies, global_written));
    if (isBehindCopies && writes && (isLocal ? copyToGlobal : copyToLocal))
      touch.ofCopies.push_back(isLocal ? offsetof(weft_copies, local_read)
                                       : offsetof(weft_copies, global_read));
    touch.isWatched = watches && writes && !isLocal;
    return touch.ofCopies.empty() && !touch.isWatched ? std::nullopt : std::optional(touch);
  }

  // Of accesses by one pointer, one that writes stands for those that read.
  static void add(Segment &segment, const Touch &touch) {
    for (Touch &other : segment.touches)
      if (other.access.pointer == touch.access.pointer && !other.access.length &&
          !touch.access.length && other.access.bytes == touch.access.bytes) {
        if (other.ofCopies.size() < touch.ofCopies.size() || (touch.isWatched && !other.isWatched))
          other = touch;
        return;
      }
    segment.touches.push_back(touch);
  }

  // A copy that the bounds checks leave out is none for the driver, which makes those that are
  // delayed.
  void connect(CallInst &begin) {
    CallInst &step = *copyOf(begin);
    bool gathers = false;
    begin.setArgOperand(stridedSizeOf(step, gathers) ? BeginCopyLines : BeginCopyBytes,
                        step.getArgOperand(copy_operand::Bytes));
    Value *delays = reports.ofChecks(offsetof(weft_checks, delays_copies), "delays");
    IRBuilder<> builder(&step);
    Value *isMade = builder.CreateICmpEQ(delays, builder.getInt64(0));
    step.setArgOperand(
        copy_operand::Bytes,
        builder.CreateSelect(isMade, step.getArgOperand(copy_operand::Bytes), builder.getInt64(0)));
    copies = begin.getArgOperand(2);
  }

  LoadInst *loadOfCopies(IRBuilder<> &builder, std::size_t offset) {
    Value *address = builder.CreateConstGEP1_64(builder.getInt8Ty(), copies, offset);
    LoadInst *load = builder.CreateAlignedLoad(builder.getInt64Ty(), address, Align(8));
    load->setMetadata(checkMetadata, MDNode::get(kernel.getContext(), {}));
    return load;
  }

  static Value *either(IRBuilder<> &builder, Value *left, Value *right) {
    return left ? builder.CreateOr(left, right) : right;
  }

  Value *watched(std::size_t member) {
    return reports.ofChecks(offsetof(weft_checks, watched) + member, "watched");
  }

  MDNode *unlikely() { return MDBuilder(kernel.getContext()).createUnlikelyBranchWeights(); }

  void compare(Segment &segment) {
    Value *condition = nullptr;
    const bool isWatched = any_of(segment.touches, [](const Touch &one) { return one.isWatched; });
    if (isWatched) {
      Value *size = watched(offsetof(weft_bytes, size));
      IRBuilder<> builder(segment.end);
      condition = builder.CreateICmpNE(size, builder.getInt64(0));
    }
    IRBuilder<> builder(segment.end);
    if (any_of(segment.touches, [](const Touch &one) { return !one.ofCopies.empty(); }))
      condition = either(builder, condition,
                         builder.CreateICmpNE(loadOfCopies(builder, offsetof(weft_copies, count)),
                                              builder.getInt64(0)));
    Instruction *look =
        SplitBlockAndInsertIfThen(condition, segment.end, /*Unreachable=*/false, unlikely());
    markBranchBefore(*look);
    builder.SetInsertPoint(look);
    SmallVector<Value *> each;
    Value *any = nullptr;
    for (const Touch &touch : segment.touches) {
      each.push_back(overlaps(builder, touch));
      any = either(builder, any, each.back());
    }
    Value *none = callAllLanes(builder, builder.CreateNot(any));
    Instruction *cold = SplitBlockAndInsertIfThen(builder.CreateNot(none), look,
                                                  /*Unreachable=*/false, unlikely());
    markBranchBefore(*cold);
    for (const auto &[touch, overlap] : zip(segment.touches, each))
      tell(*cold, touch, *overlap);
  }

  static void markBranchBefore(Instruction &inThen) {
    markCheckBranch(*cast<BranchInst>(inThen.getParent()->getSinglePredecessor()->getTerminator()));
  }

  static Value *bytesOf(IRBuilder<> &builder, const Touch &touch) {
    return touch.access.length
               ? builder.CreateZExtOrTrunc(touch.access.length, builder.getInt64Ty())
               : builder.getInt64(touch.access.bytes);
  }

  // Whether the last byte of the access comes behind the begin of a range, and its first one before
  // the end. No address is in an empty range, which begins at 0.
  Value *overlaps(IRBuilder<> &builder, const Touch &touch) {
    Value *address = builder.CreatePtrToInt(touch.access.pointer, builder.getInt64Ty());
    Value *more = builder.CreateSub(bytesOf(builder, touch), builder.getInt64(1));
    Value *any = nullptr;
    const auto compareWith = [&](Value *begin, Value *size) {
      Value *distance = builder.CreateSub(address, builder.CreateSub(begin, more));
      any = either(builder, any, builder.CreateICmpULT(distance, builder.CreateAdd(size, more)));
    };
    for (const std::size_t range : touch.ofCopies) {
      ++accessesCompared;
      compareWith(loadOfCopies(builder, range + offsetof(weft_bytes, begin)),
                  loadOfCopies(builder, range + offsetof(weft_bytes, size)));
    }
    if (touch.isWatched) {
      ++writesWatched;
      compareWith(watched(offsetof(weft_bytes, begin)), watched(offsetof(weft_bytes, size)));
    }
    return any;
  }

  void tell(Instruction &before, const Touch &touch, Value &overlap) {
    Instruction *own = SplitBlockAndInsertIfThen(&overlap, &before, /*Unreachable=*/false);
    markBranchBefore(*own);
    IRBuilder<> builder(own);
    builder.SetCurrentDebugLocation(touch.access.instruction->getDebugLoc());
    Value *list =
        touch.ofCopies.empty() ? ConstantPointerNull::get(builder.getPtrTy(localSpace)) : copies;
    reports.call(builder, "__weft_rare_touch", offsetof(weft_checks, touch),
                 {list, reports.siteConstant(touch.site, touch.access.instruction->getDebugLoc()),
                  builder.CreatePtrToInt(touch.access.pointer, builder.getInt64Ty()),
                  bytesOf(builder, touch), touch.at.offset, touch.at.size});
  }

  Function &kernel;
  const bool watches;
  CheckReports reports;
  Provenance provenance;
  SmallVector<CallInst *> begins;
  bool copyToLocal = false, copyToGlobal = false;
  SmallPtrSet<BasicBlock *, 32> behindCopies;
  std::vector<Segment> segments;
  Value *copies = nullptr;
};

} // namespace

PreservedAnalyses TouchedMemoryPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || !isUserCode(function))
    return PreservedAnalyses::all();
  if (watches)
    function.addFnAttr(checksOrderAttribute);
  return Comparer(function, watches).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
