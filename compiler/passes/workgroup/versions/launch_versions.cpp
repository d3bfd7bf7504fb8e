// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/versions/launch_versions.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/kernel_attributes.h"

#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

static void takeLarger(Function &function, const Function &other, StringRef attribute) {
  const auto value = [&](const Function &of) {
    std::uint64_t number = 0;
    of.getFnAttribute(attribute).getValueAsString().getAsInteger(10, number);
    return number;
  };
  function.addFnAttr(attribute, std::to_string(std::max(value(function), value(other))));
}

Function &chooseByLaunch(LaunchVersion first, LaunchVersion second,
                         function_ref<Value *(IRBuilder<> &, Value *)> emitCondition) {
  Function &model = first.function;
  LLVMContext &context = model.getContext();
  Function &result = *Function::Create(model.getFunctionType(), GlobalValue::InternalLinkage, "",
                                       model.getParent());
  result.copyAttributesFrom(&model);
  result.copyMetadata(&model, 0);
  result.setSubprogram(nullptr);
  for (const StringRef attribute :
       {contextFixedAttribute, contextItemAttribute, privateBytesAttribute})
    takeLarger(result, second.function, attribute);
  result.takeName(&model);

  IRBuilder<> builder(BasicBlock::Create(context, "entry", &result));
  Value *isFirst = emitCondition(builder, result.getArg(0));
  SmallVector<Value *> operands(make_pointer_range(result.args()));
  const auto emitCall = [&](LaunchVersion version) {
    version.function.setName(result.getName() + version.suffix);
    version.function.removeFnAttr(kernelAttribute);
    version.function.addFnAttr(Attribute::NoInline);
    BasicBlock *block = BasicBlock::Create(context, version.function.getName(), &result);
    IRBuilder<> inBlock(block);
    inBlock.CreateCall(&version.function, operands);
    inBlock.CreateRetVoid();
    return block;
  };
  BasicBlock *callsFirst = emitCall(first), *callsSecond = emitCall(second);
  builder.CreateCondBr(isFirst, callsFirst, callsSecond);
  return result;
}

} // namespace weft::compiler
