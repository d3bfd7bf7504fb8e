// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/object_options.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler {

using namespace llvm;

// Named metadata: each operand has the options of one object, serialised.
static constexpr StringLiteral metadataName = "weft.options";

void keepOptions(Module &module, const CompileOptions &options) {
  LLVMContext &context = module.getContext();
  NamedMDNode *kept = module.getOrInsertNamedMetadata(metadataName);
  kept->clearOperands();
  kept->addOperand(
      MDNode::get(context, MDString::get(context, serialise(optionsForLink(options)))));
}

bool takeKeptOptions(Module &module, CompileOptions &options, std::string &log) {
  NamedMDNode *kept = module.getNamedMetadata(metadataName);
  if (!kept)
    return true;
  std::vector<CompileOptions> objects;
  for (const MDNode *node : kept->operands()) {
    const auto *text =
        node->getNumOperands() == 1 ? dyn_cast<MDString>(node->getOperand(0)) : nullptr;
    auto object = text ? deserialise(text->getString()) : std::nullopt;
    if (!object) {
      log += "error: the metadata 'weft.options' is damaged\n";
      return false;
    }
    objects.push_back(std::move(*object));
  }
  kept->eraseFromParent();
  std::string error;
  if (inheritOptions(options, objects, error))
    return true;
  log += "error: " + error + "\n";
  return false;
}

} // namespace weft::compiler
