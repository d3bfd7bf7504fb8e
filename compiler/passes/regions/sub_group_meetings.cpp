// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/sub_group_meetings.h"

#include "compiler/passes/regions/record_fields.h"
#include "compiler/passes/support/lanes/sub_group_vectors.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "weft-regions"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(meetingsFound, "Operations of sub-groups between work-items' stacks");

namespace {

CallInst *asMeeting(Instruction &instruction) {
  const auto primitive = findPrimitive(instruction);
  return primitive && primitive->kind == PrimitiveKind::SubGroupOperation
             ? dyn_cast<CallInst>(&instruction)
             : nullptr;
}

Type *bitsOf(Type *type) {
  return IntegerType::get(type->getContext(), type->getScalarSizeInBits());
}

Value *asWord(IRBuilder<> &builder, Value *value) {
  return builder.CreateZExt(builder.CreateBitCast(value, bitsOf(value->getType())),
                            builder.getInt64Ty());
}

Value *fromWord(IRBuilder<> &builder, Value *word, Type *type) {
  return builder.CreateBitCast(builder.CreateTrunc(word, bitsOf(type)), type);
}

// Of a call of one.
SubGroupFunction subGroupFunction(const Instruction &call) {
  const std::optional<SubGroupFunction> function = findSubGroupFunction(call);
  assert(function && "no function of sub-groups");
  return function.value_or(SubGroupFunction{});
}

// Computes the lanes' results, in place of what they give: void (weft_sub_group_meeting *). Null if
// what they give is what they get.
Constant *operationFunction(Module &module, const CallInst &call, unsigned size) {
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::get(context, 0);
  const SubGroupFunction what = subGroupFunction(call);
  if (what.action == SubGroupAction::Barrier || what.action == SubGroupAction::Shuffle)
    return ConstantPointerNull::get(cast<PointerType>(pointer));
  const std::string name =
      ("weft_meeting_" + call.getCalledFunction()->getName() + "." + Twine(size)).str();
  if (Function *existing = module.getFunction(name))
    return existing;
  auto *function = Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer}, false),
                                    GlobalValue::InternalLinkage, name, module);
  function->addFnAttr(Attribute::NoInline);
  function->addFnAttr(Attribute::NoUnwind);
  Value &meeting = *function->getArg(0);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
  auto *words = FixedVectorType::get(builder.getInt64Ty(), size);
  Value *values = placeAt(builder, meeting, offsetof(weft_sub_group_meeting, values));
  Value *given = builder.CreateAlignedLoad(words, values, Align(8));
  Value *active = builder.CreateBitCast(
      builder.CreateTrunc(loadWord(builder, meeting, offsetof(weft_sub_group_meeting, active)),
                          builder.getIntNTy(size)),
      FixedVectorType::get(builder.getInt1Ty(), size));
  Value *results = nullptr;
  if (what.action == SubGroupAction::Ballot) {
    Value *votes = builder.CreateBitCast(builder.CreateIsNotNull(given), builder.getIntNTy(size));
    results = builder.CreateVectorSplat(size, builder.CreateZExt(votes, builder.getInt64Ty()));
  } else {
    Type *type = call.getType();
    Value *bits = builder.CreateTrunc(given, FixedVectorType::get(bitsOf(type), size));
    Value *clusterSize = builder.CreateTrunc(
        loadWord(builder, meeting, offsetof(weft_sub_group_meeting, cluster_size)),
        builder.getInt32Ty());
    results = SubGroupVectors(builder, size, active)
                  .resultOf(what, builder.CreateBitCast(bits, FixedVectorType::get(type, size)),
                            clusterSize);
    if (what.action == SubGroupAction::Reduce)
      results =
          builder.CreateVectorSplat(size, builder.CreateExtractElement(results, std::uint64_t{0}));
    results = builder.CreateZExt(
        builder.CreateBitCast(results, FixedVectorType::get(bitsOf(type), size)), words);
  }
  builder.CreateAlignedStore(results, values, Align(8));
  builder.CreateRetVoid();
  return function;
}

// The loops around a block, the outermost first.
SmallVector<Loop *, 4> loopsAround(const LoopInfo &loops, const BasicBlock &block) {
  SmallVector<Loop *, 4> around;
  for (Loop *loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop())
    around.push_back(loop);
  std::reverse(around.begin(), around.end());
  return around;
}

// A variable with the loop's round while it runs.
AllocaInst *countRounds(const Loop &loop) {
  BasicBlock &header = *loop.getHeader();
  IRBuilder<> builder(header.getContext());
  BasicBlock &entry = header.getParent()->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.begin());
  AllocaInst *round = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "round");
  for (BasicBlock *before : predecessors(&header)) {
    if (loop.contains(before))
      continue;
    builder.SetInsertPoint(before->getTerminator());
    builder.CreateStore(builder.getInt64(0), round);
  }
  builder.SetInsertPoint(&header, header.getFirstInsertionPt());
  for (const Instruction &instruction : header)
    if (const DebugLoc &location = instruction.getDebugLoc()) {
      builder.SetCurrentDebugLocation(location);
      break;
    }
  builder.CreateStore(
      builder.CreateAdd(builder.CreateLoad(builder.getInt64Ty(), round), builder.getInt64(1)),
      round);
  return round;
}

} // namespace

bool haveMeetings(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    return asMeeting(const_cast<Instruction &>(instruction)) != nullptr;
  });
}

void addMeetingStart(Function &kernel) {
  Module &module = *kernel.getParent();
  IRBuilder<> builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  builder.SetCurrentDebugLocation(DebugLoc());
  const FunctionCallee barrier = module.getOrInsertFunction(
      "__weft_barrier", FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false));
  builder.CreateCall(barrier)->setConvergent();
}

SubGroupMeetings::SubGroupMeetings(Function &function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  DenseMap<const BasicBlock *, std::uint64_t> blockNumbers;
  DenseMap<const Loop *, AllocaInst *> rounds;
  const ReversePostOrderTraversal<Function *> order(&function);
  std::uint64_t number = 0;
  for (BasicBlock *block : order) {
    blockNumbers[block] = ++number;
    for (Instruction &instruction : *block) {
      CallInst *call = asMeeting(instruction);
      if (!call)
        continue;
      SmallVector<Step, 4> path;
      for (Loop *loop : loopsAround(loops, *block)) {
        rounds.try_emplace(loop);
        path.push_back({blockNumbers[loop->getHeader()]});
      }
      path.push_back({++number});
      pathLength = std::max<std::uint64_t>(pathLength, 2 * path.size() - 1);
      operations.push_back(call);
      paths.push_back(std::move(path));
    }
  }
  for (auto &[loop, round] : rounds)
    round = countRounds(*loop);
  for (auto [call, path] : zip_equal(operations, paths))
    for (auto [loop, step] : zip_first(loopsAround(loops, *call->getParent()), path))
      step.round = rounds[loop];
  meetingsFound += operations.size();
}

// The rest of a short path is zero: nothing else has its number of the operation.
void SubGroupMeetings::storePath(IRBuilder<> &builder, unsigned index, Value &record,
                                 std::uint64_t offset) const {
  std::uint64_t length = 0;
  const auto add = [&](Value *value) {
    storeField(builder, value, record, offset + sizeof(std::uint64_t) * length++);
  };
  for (const Step &step : paths[index]) {
    add(builder.getInt64(step.number));
    if (step.round)
      add(builder.CreateLoad(builder.getInt64Ty(), step.round));
  }
  while (length != pathLength)
    add(builder.getInt64(0));
}

void SubGroupMeetings::replace(Value &record, std::uint64_t pathOffset, unsigned size,
                               function_ref<void(IRBuilder<> &, unsigned)> wait) {
  for (auto [index, call] : enumerate(operations)) {
    const SubGroupFunction what = subGroupFunction(*call);
    IRBuilder<> builder(call);
    if (call->arg_size() != 0)
      storeField(builder, asWord(builder, call->getArgOperand(0)), record,
                 offsetof(weft_work_item, given));
    if (what.action == SubGroupAction::Clustered)
      storeField(builder, asWord(builder, call->getArgOperand(1)), record,
                 offsetof(weft_work_item, cluster_size));
    storeField(builder, operationFunction(*call->getModule(), *call, size), record,
               offsetof(weft_work_item, operation));
    storePath(builder, index, record, pathOffset);
    wait(builder, index);
    if (!call->getType()->isVoidTy()) {
      Value *lane = what.action == SubGroupAction::Shuffle
                        ? builder.CreateZExt(call->getArgOperand(1), builder.getInt64Ty())
                        : linearLocalId(builder, record);
      Value *results =
          placeAt(builder, *loadPointer(builder, record, offsetof(weft_work_item, meeting)),
                  offsetof(weft_sub_group_meeting, values));
      Value *place = builder.CreateInBoundsGEP(builder.getInt64Ty(), results,
                                               builder.CreateAnd(lane, std::uint64_t{size} - 1));
      call->replaceAllUsesWith(
          fromWord(builder, builder.CreateLoad(builder.getInt64Ty(), place), call->getType()));
    }
    call->eraseFromParent();
  }
}

Value *linearLocalId(IRBuilder<> &builder, Value &record) {
  const auto field = [&](std::uint64_t offset, unsigned dimension) {
    return loadWord(builder, record, offset + dimension * sizeof(std::uint64_t));
  };
  Value *number = builder.getInt64(0);
  for (const unsigned dimension : {2u, 1u, 0u})
    number = builder.CreateAdd(
        builder.CreateMul(number, field(offsetof(weft_work_item, local_size), dimension)),
        field(offsetof(weft_work_item, local_id), dimension));
  return number;
}

void replaceSubGroupValues(Function &function, Value &record, unsigned size) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    const auto primitive = findPrimitive(instruction);
    if (!primitive || primitive->kind != PrimitiveKind::SubGroupValue)
      continue;
    IRBuilder<> builder(&instruction);
    Value *value = builder.getInt64(size);
    const SubGroupAction action = subGroupFunction(instruction).action;
    if (action != SubGroupAction::MaxSize) {
      value = linearLocalId(builder, record);
      value = action == SubGroupAction::Lane
                  ? builder.CreateAnd(value, std::uint64_t{size} - 1)
                  : builder.CreateLShr(value, std::uint64_t{Log2_32(size)});
    }
    instruction.replaceAllUsesWith(builder.CreateTrunc(value, instruction.getType()));
    instruction.eraseFromParent();
  }
}

} // namespace weft::compiler
