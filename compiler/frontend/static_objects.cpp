// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang emits one function that constructs all objects at program scope, and one more for each
// static member of a template, and lists them in llvm.global_ctors. After each construction, also
// of a variable inside a function, it calls atexit with a stub that destroys the object. A stub has
// the name of the object, and passes null for it if the object is not in generic memory.
//
// Here, the stubs get their objects, and each has a number. Instead of atexit, a function appends
// the number to those recorded before. Work-items may reach a variable simultaneously: the first of
// them records the number. One function reads the numbers backwards and calls the stubs.
#include "compiler/frontend/static_objects.h"

#include "device/base/address_spaces.h"
#include "device/program/static_object_lists.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral stubPrefix = "__dtor_";

bool isClangs(const Value *value, StringRef prefix) {
  const auto *function = dyn_cast<Function>(value);
  return function && function->hasLocalLinkage() && function->getName().starts_with(prefix);
}

bool isClangsConstructor(const Constant *value) {
  return isClangs(value, "_GLOBAL__sub_I_") || isClangs(value, "__cxx_global_var_init");
}

/// Passes the object to the destructor that a stub calls. That of an array ignores it.
void completeStub(Function &stub) {
  Constant *object = stub.getParent()->getNamedValue(stub.getName().drop_front(stubPrefix.size()));
  assert(object && "Clang names a stub after its object");
  for (Instruction &instruction : instructions(stub)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *destructor = call ? call->getCalledFunction() : nullptr;
    if (destructor && destructor->arg_size() == 1 &&
        isa<ConstantPointerNull>(call->getArgOperand(0)))
      call->setArgOperand(0, ConstantExpr::getPointerBitCastOrAddrSpaceCast(
                                 object, destructor->getArg(0)->getType()));
  }
}

class Lister {
public:
  explicit Lister(Module &module) : module(module), context(module.getContext()) {}

  void run() {
    takeConstructors();
    takeDestructors();
  }

private:
  void takeConstructors() {
    GlobalVariable *table = module.getNamedGlobal("llvm.global_ctors");
    if (!table || !table->hasInitializer())
      return;
    SmallVector<Constant *> constructors;
    for (Use &entry : table->getInitializer()->operands())
      constructors.push_back(cast<Constant>(cast<Constant>(entry)->getOperand(1)));
    // A program that also has others is rejected.
    if (!all_of(constructors, isClangsConstructor))
      return;
    for (Constant *constructor : constructors) {
      // Clang treats it as a kernel.
      cast<Function>(constructor)->setCallingConv(CallingConv::SPIR_FUNC);
      cast<Function>(constructor)->clearMetadata();
    }
    table->eraseFromParent();
    // Clang keeps the objects that they construct in a section that only linkers read.
    if (GlobalVariable *used = module.getNamedGlobal("llvm.used"))
      used->eraseFromParent();
    addToList(module, constructorList, constructors);
  }

  void takeDestructors() {
    Function *atExit = module.getFunction("atexit");
    if (!atExit || !atExit->isDeclaration())
      return;
    SmallVector<CallInst *> calls;
    for (User *user : atExit->users())
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == atExit &&
                                                 isClangs(call->getArgOperand(0), stubPrefix))
        calls.push_back(call);
    if (calls.empty())
      return;
    for (CallInst *call : calls)
      numbers.insert({cast<Function>(call->getArgOperand(0)), numbers.size()});
    for (const auto &[stub, number] : numbers)
      completeStub(*stub);
    noted = variable("weft.noted", ArrayType::get(integer, numbers.size()));
    order = variable("weft.order", ArrayType::get(integer, numbers.size()));
    count = variable("weft.count", integer);
    Function *note = makeNote();
    for (CallInst *call : calls) {
      IRBuilder<> builder(call);
      const std::size_t number = numbers.lookup(cast<Function>(call->getArgOperand(0)));
      builder.CreateCall(note, builder.getInt32(number))->setCallingConv(CallingConv::SPIR_FUNC);
      call->replaceAllUsesWith(builder.getInt32(0));
      call->eraseFromParent();
    }
    if (atExit->use_empty())
      atExit->eraseFromParent();
    addToList(module, destructorList, makeDestroy());
  }

  GlobalVariable *variable(StringRef name, Type *type) {
    return new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::InternalLinkage,
                              Constant::getNullValue(type), name, /*InsertBefore=*/nullptr,
                              GlobalValue::NotThreadLocal, globalSpace);
  }

  Function *function(StringRef name, ArrayRef<Type *> parameters) {
    auto *made = Function::Create(FunctionType::get(Type::getVoidTy(context), parameters, false),
                                  GlobalValue::InternalLinkage, name, module);
    made->setCallingConv(CallingConv::SPIR_FUNC);
    made->addFnAttr(Attribute::NoUnwind);
    return made;
  }

  BasicBlock *block(StringRef name, Function &owner) {
    return BasicBlock::Create(context, name, &owner);
  }

  Value *elementOf(IRBuilder<> &builder, GlobalVariable *array, Value *index) {
    return builder.CreateInBoundsGEP(array->getValueType(), array, {builder.getInt32(0), index});
  }

  /// void note(number): order[count++] = number, the first time.
  Function *makeNote() {
    Function *note = function("weft.note", {integer});
    BasicBlock *entry = block("entry", *note), *first = block("first", *note),
               *end = block("end", *note);
    Value *number = note->getArg(0);
    IRBuilder<> builder(entry);
    Value *before = builder.CreateAtomicRMW(AtomicRMWInst::Xchg, elementOf(builder, noted, number),
                                            builder.getInt32(1), Align(4),
                                            AtomicOrdering::SequentiallyConsistent);
    builder.CreateCondBr(builder.CreateIsNull(before), first, end);
    builder.SetInsertPoint(first);
    Value *place = builder.CreateAtomicRMW(AtomicRMWInst::Add, count, builder.getInt32(1), Align(4),
                                           AtomicOrdering::SequentiallyConsistent);
    builder.CreateStore(number, elementOf(builder, order, place));
    builder.CreateBr(end);
    builder.SetInsertPoint(end);
    builder.CreateRetVoid();
    return note;
  }

  /// void destroy(): calls the stub of each number, the last one first.
  Function *makeDestroy() {
    Function *destroy = function("weft.destroy", {});
    BasicBlock *entry = block("entry", *destroy), *head = block("head", *destroy),
               *body = block("body", *destroy), *next = block("next", *destroy),
               *end = block("end", *destroy);
    IRBuilder<> builder(entry);
    Value *all = builder.CreateLoad(integer, count);
    builder.CreateBr(head);
    builder.SetInsertPoint(head);
    PHINode *left = builder.CreatePHI(integer, 2);
    left->addIncoming(all, entry);
    builder.CreateCondBr(builder.CreateIsNull(left), end, body);
    builder.SetInsertPoint(body);
    Value *index = builder.CreateSub(left, builder.getInt32(1));
    Value *number = builder.CreateLoad(integer, elementOf(builder, order, index));
    SwitchInst *choice = builder.CreateSwitch(number, next, numbers.size());
    for (const auto &[stub, stubNumber] : numbers) {
      BasicBlock *branch = BasicBlock::Create(context, "destroy", destroy, next);
      choice->addCase(builder.getInt32(stubNumber), branch);
      IRBuilder<> caller(branch);
      caller.CreateCall(stub)->setCallingConv(CallingConv::SPIR_FUNC);
      caller.CreateBr(next);
    }
    builder.SetInsertPoint(next);
    left->addIncoming(index, next);
    builder.CreateBr(head);
    builder.SetInsertPoint(end);
    builder.CreateRetVoid();
    return destroy;
  }

  Module &module;
  LLVMContext &context;
  Type *const integer = Type::getInt32Ty(context);
  MapVector<Function *, std::size_t> numbers; ///< of the stubs
  GlobalVariable *noted = nullptr, *order = nullptr, *count = nullptr;
};

} // namespace

void listStaticObjects(Module &module) { Lister(module).run(); }

void addToList(Module &module, StringRef list, ArrayRef<Constant *> functions) {
  SmallVector<Constant *> all;
  GlobalVariable *const before = module.getNamedGlobal(list);
  if (before)
    for (Use &entry : before->getInitializer()->operands())
      all.push_back(cast<Constant>(entry.get()));
  append_range(all, functions);
  auto *type = ArrayType::get(PointerType::get(module.getContext(), 0), all.size());
  auto *longer = new GlobalVariable(module, type, /*isConstant=*/true,
                                    GlobalValue::AppendingLinkage, ConstantArray::get(type, all));
  if (before)
    before->eraseFromParent();
  longer->setName(list);
}

} // namespace weft::compiler
