// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/sub_group_runs.h"

#include "compiler/passes/regions/record_fields.h"
#include "compiler/passes/regions/sub_group_meetings.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

static_assert(std::extent_v<decltype(weft_sub_group_meeting::values)> == maxSubGroupSize);

namespace {

// Runs `body` with the numbers from `begin`, if that is less than `end`.
void emitLoop(IRBuilder<> &builder, Value *begin, Value *end, function_ref<void(Value *)> body) {
  Function *function = builder.GetInsertBlock()->getParent();
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *header = BasicBlock::Create(context, "lane", function);
  BasicBlock *inside = BasicBlock::Create(context, "lane.body", function);
  BasicBlock *after = BasicBlock::Create(context, "lane.end", function);
  builder.CreateBr(header);
  builder.SetInsertPoint(header);
  PHINode *number = builder.CreatePHI(builder.getInt64Ty(), 2);
  number->addIncoming(begin, before);
  builder.CreateCondBr(builder.CreateICmpULT(number, end), inside, after);
  builder.SetInsertPoint(inside);
  body(number);
  number->addIncoming(builder.CreateAdd(number, builder.getInt64(1)), builder.GetInsertBlock());
  builder.CreateBr(header);
  builder.SetInsertPoint(after);
}

void emitIf(IRBuilder<> &builder, Value *condition, function_ref<void()> body) {
  Function *function = builder.GetInsertBlock()->getParent();
  BasicBlock *inside = BasicBlock::Create(builder.getContext(), "then", function);
  BasicBlock *after = BasicBlock::Create(builder.getContext(), "after", function);
  builder.CreateCondBr(condition, inside, after);
  builder.SetInsertPoint(inside);
  body();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

// Of two paths of so many bytes: i1 (first, second, bytes), whether the first differs and is less
// or, if `equal`, whether they are the same.
Function *comparison(Module &module, bool equal) {
  const StringRef name = equal ? "weft_is_same_path" : "weft_is_earlier_path";
  if (Function *existing = module.getFunction(name))
    return existing;
  LLVMContext &context = module.getContext();
  IRBuilder<> builder(context);
  Type *pointer = builder.getPtrTy(), *word = builder.getInt64Ty();
  auto *function =
      Function::Create(FunctionType::get(builder.getInt1Ty(), {pointer, pointer, word}, false),
                       GlobalValue::InternalLinkage, name, module);
  function->addFnAttr(Attribute::NoUnwind);
  builder.SetInsertPoint(BasicBlock::Create(context, "entry", function));
  Value *length = builder.CreateLShr(function->getArg(2), 3);
  emitLoop(builder, builder.getInt64(0), length, [&](Value *index) {
    const auto at = [&](unsigned path) {
      return builder.CreateLoad(word, builder.CreateGEP(word, function->getArg(path), index));
    };
    Value *first = at(0), *second = at(1);
    BasicBlock *differs = BasicBlock::Create(context, "differs", function);
    BasicBlock *next = BasicBlock::Create(context, "next", function);
    builder.CreateCondBr(builder.CreateICmpEQ(first, second), next, differs);
    builder.SetInsertPoint(differs);
    builder.CreateRet(equal ? builder.getFalse() : builder.CreateICmpULT(first, second));
    builder.SetInsertPoint(next);
  });
  builder.CreateRet(builder.getInt1(equal));
  return function;
}

// void (first record, lane of the first that runs, count, split, stride, offset and bytes of paths,
// function that switches).
class Runner {
public:
  explicit Runner(Module &module) : module(module), builder(module.getContext()) {}

  Function *function() {
    constexpr StringLiteral name = "weft_run_sub_group";
    if (Function *existing = module.getFunction(name))
      return existing;
    Type *pointer = builder.getPtrTy(), *word = builder.getInt64Ty();
    result = Function::Create(
        FunctionType::get(builder.getVoidTy(),
                          {pointer, word, word, word, word, word, word, pointer}, false),
        GlobalValue::InternalLinkage, name, module);
    result->addFnAttr(Attribute::NoInline);
    result->addFnAttr(Attribute::NoUnwind);
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", result));
    meeting = builder.CreateAlloca(ArrayType::get(word, sizeof(weft_sub_group_meeting) / 8));
    earliest = builder.CreateAlloca(pointer);
    active = builder.CreateAlloca(word);
    forEach([&](Value *, Value &record) {
      emitIf(builder, builder.CreateICmpEQ(load(record, offsetof(weft_work_item, next)), split()),
             [&] {
               set(record, offsetof(weft_work_item, state), WEFT_WORK_ITEM_RUNS);
               set(record, offsetof(weft_work_item, has_run), 1);
             });
    });
    emitRounds();
    builder.CreateRetVoid();
    return result;
  }

private:
  Value *split() const { return result->getArg(3); }
  Value *load(Value &record, std::uint64_t offset) { return loadWord(builder, record, offset); }
  void set(Value &record, std::uint64_t offset, std::uint64_t value) {
    storeField(builder, builder.getInt64(value), record, offset);
  }
  Value *hasState(Value &record, std::uint64_t state) {
    return builder.CreateICmpEQ(load(record, offsetof(weft_work_item, state)),
                                builder.getInt64(state));
  }
  Value *path(Value *record) {
    return builder.CreateGEP(builder.getInt8Ty(), record, result->getArg(5));
  }

  void forEach(function_ref<void(Value *, Value &)> body) {
    emitLoop(builder, result->getArg(1), result->getArg(2), [&](Value *lane) {
      Value *record = builder.CreateGEP(builder.getInt8Ty(), result->getArg(0),
                                        builder.CreateMul(lane, result->getArg(4)));
      body(lane, *record);
    });
  }

  void emitRounds() {
    LLVMContext &context = module.getContext();
    BasicBlock *round = BasicBlock::Create(context, "round", result);
    builder.CreateBr(round);
    builder.SetInsertPoint(round);
    runAll();
    findEarliest();
    Value *nobody = builder.CreateIsNull(builder.CreateLoad(builder.getPtrTy(), earliest));
    BasicBlock *meets = BasicBlock::Create(context, "meets", result);
    BasicBlock *end = BasicBlock::Create(context, "end", result);
    builder.CreateCondBr(nobody, end, meets);
    builder.SetInsertPoint(meets);
    meet();
    builder.CreateBr(round);
    builder.SetInsertPoint(end);
  }

  void runAll() {
    FunctionType *type =
        FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy()}, false);
    forEach([&](Value *, Value &record) {
      emitIf(builder, hasState(record, WEFT_WORK_ITEM_RUNS), [&] {
        builder.CreateCall(type, result->getArg(7),
                           {placeAt(builder, record, offsetof(weft_work_item, group_stack)),
                            loadPointer(builder, record, offsetof(weft_work_item, stack))});
      });
    });
  }

  void findEarliest() {
    Type *pointer = builder.getPtrTy();
    builder.CreateStore(Constant::getNullValue(pointer), earliest);
    forEach([&](Value *, Value &record) {
      emitIf(builder, hasState(record, WEFT_WORK_ITEM_MEETS), [&] {
        Value *known = builder.CreateLoad(pointer, earliest);
        const auto take = [&] { builder.CreateStore(&record, earliest); };
        emitIf(builder, builder.CreateIsNull(known), take);
        emitIf(builder, builder.CreateIsNotNull(known), [&] {
          emitIf(builder,
                 builder.CreateCall(comparison(module, /*equal=*/false),
                                    {path(&record), path(known), result->getArg(6)}),
                 take);
        });
      });
    });
  }

  // Paths stay as they are until their work-items go on.
  void meet() {
    Value *first = builder.CreateLoad(builder.getPtrTy(), earliest);
    builder.CreateStore(builder.getInt64(0), active);
    builder.CreateMemSet(meeting, builder.getInt8(0), sizeof(weft_sub_group_meeting), Align(8));
    forEach([&](Value *lane, Value &record) {
      emitIf(builder, hasState(record, WEFT_WORK_ITEM_MEETS), [&] {
        emitIf(builder,
               builder.CreateCall(comparison(module, /*equal=*/true),
                                  {path(&record), path(first), result->getArg(6)}),
               [&] { takePart(lane, record); });
      });
    });
    storeField(builder, builder.CreateLoad(builder.getInt64Ty(), active), *meeting,
               offsetof(weft_sub_group_meeting, active));
    storeField(builder, load(*first, offsetof(weft_work_item, cluster_size)), *meeting,
               offsetof(weft_sub_group_meeting, cluster_size));
    Value *operation = loadPointer(builder, *first, offsetof(weft_work_item, operation));
    emitIf(builder, builder.CreateIsNotNull(operation), [&] {
      builder.CreateCall(
          FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, /*isVarArg=*/false),
          operation, {meeting});
    });
  }

  void takePart(Value *lane, Value &record) {
    Value *bit = builder.CreateShl(builder.getInt64(1), lane);
    builder.CreateStore(builder.CreateOr(builder.CreateLoad(builder.getInt64Ty(), active), bit),
                        active);
    Value *values = placeAt(builder, *meeting, offsetof(weft_sub_group_meeting, values));
    builder.CreateStore(load(record, offsetof(weft_work_item, given)),
                        builder.CreateGEP(builder.getInt64Ty(), values, lane));
    set(record, offsetof(weft_work_item, state), WEFT_WORK_ITEM_RUNS);
    storeField(builder, meeting, record, offsetof(weft_work_item, meeting));
  }

  Module &module;
  IRBuilder<> builder;
  Function *result = nullptr;
  AllocaInst *meeting = nullptr, *earliest = nullptr, *active = nullptr;
};

} // namespace

void runSubGroup(IRBuilder<> &builder, const SubGroupRecords &records, unsigned split,
                 Function &switching) {
  Value &record = *records.record;
  const auto size = [&](unsigned dimension) {
    return loadWord(builder, record,
                    offsetof(weft_work_item, local_size) + dimension * sizeof(std::uint64_t));
  };
  Value *hasRun = loadWord(builder, record, offsetof(weft_work_item, has_run));
  emitIf(builder, builder.CreateIsNull(hasRun), [&] {
    Value *number = linearLocalId(builder, record);
    Value *lane = builder.CreateAnd(number, std::uint64_t{records.size} - 1);
    Value *items = builder.CreateMul(builder.CreateMul(size(2), size(1)), size(0));
    Value *count =
        builder.CreateBinaryIntrinsic(Intrinsic::umin, builder.getInt64(records.size),
                                      builder.CreateSub(items, builder.CreateSub(number, lane)));
    Value *first = builder.CreateGEP(
        builder.getInt8Ty(), &record,
        builder.CreateNeg(builder.CreateMul(lane, builder.getInt64(records.stride))));
    builder.CreateCall(Runner(*switching.getParent()).function(),
                       {first, lane, count, builder.getInt64(split),
                        builder.getInt64(records.stride), builder.getInt64(records.pathOffset),
                        builder.getInt64(records.pathBytes), &switching});
  });
  storeField(builder, builder.getInt64(0), record, offsetof(weft_work_item, has_run));
}

} // namespace weft::compiler
