// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/contents/content_checks.h"

#include "compiler/passes/checked/bounds_checks.h"
#include "compiler/passes/checked/checked_accesses.h"
#include "compiler/passes/checked/contents/shadow_memory.h"
#include "compiler/passes/checked/contents/shadow_values.h"
#include "compiler/passes/checked/contents/unset_variables.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-content-checks"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(decisionsChecked, "Decisions whose values must be initialised");

namespace {

using Place = ShadowMemory::Place;

/// Something that a value decides.
struct Decision {
  Instruction *instruction;
  Value *value;
  weft_mistake mistake;
};

bool endsSegment(const Instruction &instruction) {
  return instruction.isTerminator() || isSplit(instruction);
}

class Checker {
public:
  explicit Checker(Function &kernel)
      : kernel(kernel), reports(kernel), provenance(kernel, reports),
        memory(kernel, reports, provenance) {}

  bool run() {
    collect();
    if (sources.empty() && stores.empty() && copies.empty() && updates.empty())
      return false;
    kernel.addFnAttr(tracksContentsAttribute);
    ShadowValues shadows(kernel, sources);
    findDecisions(shadows);
    for (Instruction *source : sources)
      shadows.set(*source, *shadowOf(*source));
    shadows.emit();
    for (StoreInst *store : stores)
      emitStore(*store, shadows);
    for (MemIntrinsic *copy : copies)
      emitCopy(*copy);
    for (Instruction *update : updates)
      emitWritten(*update, *update->getOperand(0),
                  kernel.getDataLayout().getTypeStoreSize(update->getOperand(1)->getType()));
    for (auto [call, pointer] : escapes)
      emitEscape(*call, *pointer);
    for (auto &[end, list] : segments)
      emitChecks(end, list, shadows);
    memory.beginArrays();
    return true;
  }

private:
  // Other checks do not concern the bits themselves.
  void mark(Instruction &access) {
    access.setMetadata(checkMetadata, MDNode::get(kernel.getContext(), {}));
  }

  static bool hasShadow(Type &type, const DataLayout &layout) {
    Type *shadow = shadowType(type);
    return shadow && layout.typeSizeEqualsStoreSize(&type);
  }

  void collect() {
    const DataLayout &layout = kernel.getDataLayout();
    for (Instruction &instruction : instructions(kernel)) {
      if (isUnsetValue(instruction))
        sources.insert(&instruction);
      if (instruction.hasMetadata(checkMetadata))
        continue;
      const auto isTracked = [&](Value &pointer) {
        return memory.placeOf(pointer).kind != Place::Kind::None;
      };
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        if (load->isSimple() && hasShadow(*load->getType(), layout) &&
            isTracked(*load->getPointerOperand()))
          sources.insert(load);
      } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        if (isTracked(*store->getPointerOperand()))
          stores.push_back(store);
      } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
        if (!isTracked(*update->getPointerOperand()))
          continue;
        updates.push_back(update);
        if (update->getOperation() != AtomicRMWInst::Xchg && hasShadow(*update->getType(), layout))
          sources.insert(update);
      } else if (auto *copy = dyn_cast<MemIntrinsic>(&instruction)) {
        if (isTracked(*copy->getRawDest()))
          copies.push_back(copy);
      } else if (auto *call = dyn_cast<CallBase>(&instruction)) {
        collectEscapes(*call);
      } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        if (isTracked(*exchange->getPointerOperand()))
          updates.push_back(exchange);
      }
    }
  }

  // Functions that get pointers write what these point to.
  void collectEscapes(CallBase &call) {
    if (isa<IntrinsicInst>(call) || !call.mayWriteToMemory())
      return;
    for (Value *operand : call.args())
      if (operand->getType()->isPointerTy() && memory.placeOf(*operand).kind != Place::Kind::None)
        escapes.emplace_back(&call, operand);
  }

  void findDecisions(const ShadowValues &shadows) {
    for (BasicBlock &block : kernel) {
      SmallVector<Decision> list;
      for (Instruction &instruction : block) {
        collectDecisions(instruction, shadows, list);
        if (endsSegment(instruction) && !list.empty())
          segments.emplace_back(&instruction, std::exchange(list, {}));
      }
    }
  }

  bool isOutput(StoreInst &store) {
    return store.isAtomic() || memory.isGlobal(*store.getPointerOperand());
  }

  // Of operands that may be unset.
  void collectDecisions(Instruction &instruction, const ShadowValues &shadows,
                        SmallVectorImpl<Decision> &list) {
    const auto add = [&](Value *value, weft_mistake mistake) {
      const bool isKnown = any_of(list, [&](const Decision &one) { return one.value == value; });
      if (shadows.mayBeUnset(*value) && shadowType(*value->getType()) && !isKnown)
        list.push_back({&instruction, value, mistake});
    };
    if (instruction.hasMetadata(checkMetadata))
      return;
    if (auto *branch = dyn_cast<BranchInst>(&instruction); branch && branch->isConditional())
      return add(branch->getCondition(), WEFT_MISTAKE_UNSET_BRANCH);
    if (auto *choice = dyn_cast<SwitchInst>(&instruction))
      return add(choice->getCondition(), WEFT_MISTAKE_UNSET_BRANCH);
    for (const CheckedAccess &access : accessesOf(instruction))
      add(access.pointer, WEFT_MISTAKE_UNSET_ADDRESS);
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      if (isOutput(*store))
        add(store->getValueOperand(), WEFT_MISTAKE_UNSET_OUTPUT);
    } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
      for (Value *operand : drop_begin(instruction.operand_values()))
        add(operand, WEFT_MISTAKE_UNSET_OUTPUT);
      add(&instruction, WEFT_MISTAKE_UNSET_OUTPUT); // what it changes
    } else if (auto *call = dyn_cast<CallBase>(&instruction);
               call && call->getCalledFunction() &&
               call->getCalledFunction()->getName() == "printf") {
      for (Value *operand : call->args())
        add(operand, WEFT_MISTAKE_UNSET_OUTPUT);
    }
  }

  // Of a source.
  Value *shadowOf(Instruction &source) {
    Type *type = shadowType(*source.getType());
    if (isUnsetValue(source))
      return type ? Constant::getAllOnesValue(type) : UndefValue::get(source.getType());
    Value &pointer = *source.getOperand(0);
    const Place place = memory.placeOf(pointer);
    // What an atomic operation finds is read before.
    auto *load = dyn_cast<LoadInst>(&source);
    Instruction *next = load ? load->getNextNode() : &source;
    IRBuilder<> before(next);
    Value *condition = memory.condition(before, pointer, place);
    const Align align = load ? load->getAlign() : cast<AtomicRMWInst>(source).getAlign();
    BasicBlock *from = next->getParent();
    Instruction *at =
        condition ? SplitBlockAndInsertIfThen(condition, next, /*Unreachable=*/false) : next;
    IRBuilder<> builder(at);
    LoadInst *bits =
        builder.CreateAlignedLoad(type, memory.address(builder, pointer, place), align, "contents");
    mark(*bits);
    Value *shadow = builder.CreateNot(bits);
    if (!condition)
      return shadow;
    builder.SetInsertPoint(&*next->getParent()->getFirstInsertionPt());
    PHINode *joined = builder.CreatePHI(type, 2, "shadow");
    joined->addIncoming(Constant::getNullValue(type), from);
    joined->addIncoming(shadow, at->getParent());
    return joined;
  }

  // Memory behind an access that need not be there.
  IRBuilder<> builderFor(Instruction &instruction, Value &pointer, const Place &place) {
    IRBuilder<> before(&instruction);
    Value *condition = memory.condition(before, pointer, place);
    return IRBuilder<>(condition ? SplitBlockAndInsertIfThen(condition, &instruction,
                                                             /*Unreachable=*/false)
                                 : &instruction);
  }

  void emitStore(StoreInst &store, const ShadowValues &shadows) {
    Value &pointer = *store.getPointerOperand(), &value = *store.getValueOperand();
    const Place place = memory.placeOf(pointer);
    const DataLayout &layout = kernel.getDataLayout();
    IRBuilder<> builder = builderFor(store, pointer, place);
    Value *address = memory.address(builder, pointer, place);
    if (!hasShadow(*value.getType(), layout)) {
      mark(*builder.CreateMemSet(
          address,
          builder.getInt8(isa<Instruction>(value) && isUnsetValue(cast<Instruction>(value)) ? 0
                                                                                            : 0xff),
          layout.getTypeStoreSize(value.getType()), store.getAlign()));
      return;
    }
    // What is reported as output is not reported again where it is read.
    Value *shadow =
        isOutput(store) ? Constant::getNullValue(shadowType(*value.getType())) : shadows.of(value);
    mark(*builder.CreateAlignedStore(builder.CreateNot(shadow), address, store.getAlign()));
  }

  void emitCopy(MemIntrinsic &copy) {
    const Place to = memory.placeOf(*copy.getRawDest());
    auto *transfer = dyn_cast<MemTransferInst>(&copy);
    const Place from = transfer ? memory.placeOf(*transfer->getRawSource()) : Place();
    IRBuilder<> builder = builderFor(copy, *copy.getRawDest(), to);
    Value *address = memory.address(builder, *copy.getRawDest(), to);
    const MaybeAlign align = copy.getDestAlign();
    Value *condition =
        transfer ? memory.condition(builder, *transfer->getRawSource(), from) : nullptr;
    // Of an object without these bits, everything is initialised.
    if (from.kind == Place::Kind::None || condition)
      mark(*builder.CreateMemSet(address, builder.getInt8(0xff), copy.getLength(), align));
    if (from.kind == Place::Kind::None)
      return;
    if (condition)
      builder.SetInsertPoint(SplitBlockAndInsertIfThen(condition, &*builder.GetInsertPoint(),
                                                       /*Unreachable=*/false));
    mark(*builder.CreateMemMove(address, align,
                                memory.address(builder, *transfer->getRawSource(), from),
                                transfer->getSourceAlign(), copy.getLength()));
  }

  void emitWritten(Instruction &instruction, Value &pointer, std::uint64_t bytes) {
    const Place place = memory.placeOf(pointer);
    IRBuilder<> builder = builderFor(instruction, pointer, place);
    mark(*builder.CreateMemSet(memory.address(builder, pointer, place), builder.getInt8(0xff),
                               bytes, MaybeAlign()));
  }

  // All of the object: how much is written is not known.
  void emitEscape(CallBase &call, Value &pointer) {
    for (Value *root : provenance.rootsOf(pointer)) {
      const Place place = memory.placeOf(*root);
      if (place.kind == Place::Kind::None)
        continue;
      IRBuilder<> builder = builderFor(call, *root, place);
      const ShadowMemory::Bits bits = memory.ofObject(builder, *root, place);
      mark(*builder.CreateMemSet(bits.begin, builder.getInt8(0xff), bits.bytes, MaybeAlign()));
    }
  }

  void emitChecks(Instruction *end, ArrayRef<Decision> list, const ShadowValues &shadows) {
    IRBuilder<> builder(end);
    SmallVector<Value *> unset;
    Value *any = nullptr;
    for (const Decision &decision : list) {
      ++decisionsChecked;
      unset.push_back(hasAny(builder, shadows.of(*decision.value)));
      any = any ? builder.CreateOr(any, unset.back()) : unset.back();
    }
    Value *none = callAllLanes(builder, builder.CreateNot(any));
    Instruction *cold =
        SplitBlockAndInsertIfThen(builder.CreateNot(none), end, /*Unreachable=*/false,
                                  MDBuilder(kernel.getContext()).createUnlikelyBranchWeights());
    for (auto [decision, isUnset] : zip(list, unset))
      report(SplitBlockAndInsertIfThen(isUnset, cold, /*Unreachable=*/false), decision, shadows);
  }

  // With the place of the only read that the value comes from.
  void report(Instruction *before, const Decision &decision, const ShadowValues &shadows) {
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(decision.instruction->getDebugLoc());
    CheckSite site{};
    Value *size = builder.getInt64(0);
    const auto from = shadows.sourcesOf(*decision.value);
    // A checked access has two copies.
    const bool haveOnePlace = !from.empty() && all_of(from, [&](const Instruction *one) {
      return one->getDebugLoc() == from[0]->getDebugLoc();
    });
    const auto *load = haveOnePlace ? dyn_cast<LoadInst>(from[0]) : nullptr;
    if (load) {
      if (const auto origin = provenance.originOf(*load->getOperand(0)))
        site = *origin;
      site.related = load->getDebugLoc();
      size = sizeOf(*load->getOperand(0));
    } else {
      site.origin =
          from.empty() || !all_of(from, [](Instruction *one) { return isUnsetValue(*one); })
              ? WEFT_ORIGIN_SEVERAL
              : WEFT_ORIGIN_PRIVATE;
    }
    site.mistake = decision.mistake;
    reports.report(builder, site, builder.getInt64(0), size);
  }

  Value *sizeOf(Value &pointer) {
    const Place place = memory.placeOf(pointer);
    Type *number = Type::getInt64Ty(kernel.getContext());
    return place.kind != Place::Kind::None && provenance.originOf(pointer)
               ? provenance.placeOf(place.root ? *place.root : pointer).size
               : ConstantInt::get(number, 0);
  }

  Function &kernel;
  CheckReports reports;
  Provenance provenance;
  ShadowMemory memory;
  ShadowValues::Sources sources;
  SmallVector<StoreInst *> stores;
  SmallVector<MemIntrinsic *> copies;
  SmallVector<Instruction *> updates; ///< atomic
  SmallVector<std::pair<CallBase *, Value *>> escapes;
  std::vector<std::pair<Instruction *, SmallVector<Decision>>> segments;
};

} // namespace

PreservedAnalyses ContentChecksPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  if (isKernel(function) && isUserCode(function)) {
    changed = Checker(function).run();
    removeUnsetValues(function);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
