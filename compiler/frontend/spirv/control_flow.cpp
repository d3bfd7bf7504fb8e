// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control-flow instructions (SPIR-V specification, section 3.3.17).
//
// Structured and unstructured control flow become the same branches. When the whole function is
// translated, phis get their values, since these may come later in the module, and the blocks of
// loops are ordered.
#include "compiler/frontend/spirv/translation.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Metadata.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

Value *phi(Translation &translation, const Instruction &instruction) {
  Type *type = translation.resultType(instruction);
  if (!type)
    return nullptr;
  if (!type->isFirstClassType())
    return translation.fail(instruction, "a phi cannot have this type");
  PHINode *made = PHINode::Create(type, static_cast<unsigned>(instruction.size() / 2), "",
                                  translation.builder.GetInsertBlock()->getFirstNonPHIIt());
  translation.addPhi(*made, instruction);
  return made;
}

// The hint of the OpLoopMerge or OpLoopControlINTEL before a branch, as metadata of that branch.
MDNode *loopMetadata(Translation &translation, std::uint32_t control, const Instruction &merge,
                     std::size_t operand) {
  LLVMContext &context = translation.context;
  SmallVector<Metadata *> hints{nullptr};
  const auto add = [&](StringRef name, std::optional<std::uint32_t> number) {
    SmallVector<Metadata *> parts{MDString::get(context, name)};
    if (number)
      parts.push_back(ConstantAsMetadata::get(translation.builder.getInt32(*number)));
    hints.push_back(MDNode::get(context, parts));
  };
  if (control & spv::LoopControlDontUnrollMask)
    add("llvm.loop.unroll.disable", std::nullopt);
  // The parameters of lower bits come first.
  for (const std::uint32_t bit :
       {spv::LoopControlDependencyLengthMask, spv::LoopControlMinIterationsMask,
        spv::LoopControlMaxIterationsMask, spv::LoopControlIterationMultipleMask,
        spv::LoopControlPeelCountMask})
    operand += (control & bit) != 0;
  if (control & spv::LoopControlPartialCountMask)
    add("llvm.loop.unroll.count", merge[operand]);
  else if (control & spv::LoopControlUnrollMask)
    add("llvm.loop.unroll.enable", std::nullopt);
  if (hints.size() == 1)
    return nullptr;
  MDNode *node = MDNode::getDistinct(context, hints);
  node->replaceOperandWith(0, node);
  return node;
}

// Producers may have other instructions between a merge and the branch of its block.
const Instruction *loopControlBefore(const Instruction &branch) {
  for (const Instruction *before = &branch - 1;
       before->op != spv::OpLabel && before->op != spv::OpFunction; --before)
    if (before->op == spv::OpLoopMerge || before->op == spv::OpLoopControlINTEL)
      return before;
  return nullptr;
}

// LLVM looks for the hints on back edges: all branches to the header from within the loop.
void setLoopHints(Translation &translation, llvm::Instruction &branch,
                  const Instruction &instruction) {
  const Instruction *control = loopControlBefore(instruction);
  if (!control)
    return;
  const std::size_t mask = control->op == spv::OpLoopMerge ? 2 : 0;
  if (MDNode *hints = loopMetadata(translation, (*control)[mask], *control, mask + 1))
    branch.setMetadata(LLVMContext::MD_loop, hints);
}

Value *label(Translation &translation, const Instruction &instruction) {
  translation.builder.SetInsertPoint(translation.block(instruction.result));
  return nullptr;
}

Value *branch(Translation &translation, const Instruction &instruction) {
  BasicBlock *target = translation.block(instruction[0]);
  if (target)
    setLoopHints(translation, *translation.builder.CreateBr(target), instruction);
  return nullptr;
}

Value *conditionalBranch(Translation &translation, const Instruction &instruction) {
  Value *condition = translation.operand(instruction, 0);
  BasicBlock *yes = translation.block(instruction[1]);
  BasicBlock *no = translation.block(instruction[2]);
  if (!condition || !yes || !no)
    return nullptr;
  if (!condition->getType()->isIntegerTy(1))
    return translation.fail(instruction, "the condition is not boolean");
  BranchInst *made = translation.builder.CreateCondBr(condition, yes, no);
  if (instruction.size() >= 5)
    made->setMetadata(
        LLVMContext::MD_prof,
        MDNode::get(translation.context,
                    {MDString::get(translation.context, "branch_weights"),
                     ConstantAsMetadata::get(translation.builder.getInt32(instruction[3])),
                     ConstantAsMetadata::get(translation.builder.getInt32(instruction[4]))}));
  setLoopHints(translation, *made, instruction);
  return nullptr;
}

Value *switchOf(Translation &translation, const Instruction &instruction) {
  Value *selector = translation.operand(instruction, 0);
  BasicBlock *fallback = translation.block(instruction[1]);
  if (!selector || !fallback)
    return nullptr;
  auto *type = dyn_cast<IntegerType>(selector->getType());
  if (!type)
    return translation.fail(instruction, "the selector is not an integer");
  const std::size_t words = type->getBitWidth() > 32 ? 2 : 1;
  SwitchInst *made = translation.builder.CreateSwitch(
      selector, fallback, static_cast<unsigned>(instruction.size() / (words + 1)));
  for (std::size_t operand = 2; operand + words < instruction.size(); operand += words + 1) {
    std::uint64_t literal = instruction[operand];
    if (words == 2)
      literal |= std::uint64_t{instruction[operand + 1]} << 32;
    BasicBlock *target = translation.block(instruction[operand + words]);
    if (!target)
      return nullptr;
    auto *value =
        ConstantInt::get(translation.context, APInt(64, literal).zextOrTrunc(type->getBitWidth()));
    if (made->findCaseValue(value) == made->case_default())
      made->addCase(value, target);
  }
  return nullptr;
}

Value *returnNothing(Translation &translation, const Instruction &instruction) {
  if (!translation.currentFunction->getReturnType()->isVoidTy())
    return translation.fail(instruction, "the function returns a value");
  translation.builder.CreateRetVoid();
  return nullptr;
}

Value *returnValue(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  if (!value)
    return nullptr;
  if (translation.currentFunction->getReturnType() != value->getType())
    return translation.fail(instruction, "the function has another return type");
  translation.builder.CreateRet(value);
  return nullptr;
}

Value *unreachable(Translation &translation, const Instruction &) {
  translation.builder.CreateUnreachable();
  return nullptr;
}

// Irrelevant to LLVM's control flow, or only to the branch after it.
Value *nothing(Translation &, const Instruction &) { return nullptr; }

constexpr Handler handlers[] = {
    {spv::OpPhi, phi},
    {spv::OpLabel, label},
    {spv::OpBranch, branch},
    {spv::OpBranchConditional, conditionalBranch},
    {spv::OpSwitch, switchOf},
    {spv::OpReturn, returnNothing},
    {spv::OpReturnValue, returnValue},
    {spv::OpUnreachable, unreachable},
    {spv::OpLoopMerge, nothing},
    {spv::OpSelectionMerge, nothing},
    {spv::OpLoopControlINTEL, nothing},
};

} // namespace

ArrayRef<Handler> controlFlowHandlers() { return handlers; }

BasicBlock *Translation::block(Id label) {
  if (BasicBlock *known = blocks.lookup(label))
    return known;
  if (!failed) {
    log += ("error: SPIR-V id " + Twine(label) + " is not a block of this function\n").str();
    failed = true;
  }
  return nullptr;
}

// A block may have several edges from one predecessor; LLVM requires the value for each.
void Translation::completePhis() {
  for (const auto &[phi, instruction] : phis) {
    for (std::size_t operand = 0; operand + 1 < instruction->size(); operand += 2) {
      Value *incoming = value((*instruction)[operand]);
      BasicBlock *from = block((*instruction)[operand + 1]);
      if (!incoming || !from)
        return;
      if (incoming->getType() != phi->getType()) {
        fail(*instruction, "the value has another type");
        return;
      }
      for (const BasicBlock *successor : successors(from))
        if (successor == phi->getParent())
          phi->addIncoming(incoming, from);
    }
  }
  phis.clear();
}

void Translation::arrangeLoops(Function &function) {
  if (any_of(function, [](const BasicBlock &block) { return !block.getTerminator(); }))
    return;
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  const ReversePostOrderTraversal<Function *> traversal(&function);
  SmallVector<BasicBlock *> order(traversal.begin(), traversal.end());
  // A header precedes all blocks of its loop; outer loops precede inner ones.
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const auto isOutside = [&](const BasicBlock *block) { return !loop->contains(block); };
    auto *begin = find(order, loop->getHeader());
    SmallVector<BasicBlock *> outside;
    std::copy_if(begin, order.end(), std::back_inserter(outside), isOutside);
    copy(outside, std::remove_if(begin, order.end(), isOutside));
  }
  for (std::size_t index = 1; index != order.size(); ++index)
    order[index]->moveAfter(order[index - 1]);
}

} // namespace weft::compiler::spirv
