// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/linking/object_options.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// Named metadata: each operand has the serialised options of one object, or of the program.
constexpr StringLiteral metadataName = "weft.options";
constexpr StringLiteral preparedName = "weft.prepared";

void keep(Module &module, StringRef name, const CompileOptions &options) {
  LLVMContext &context = module.getContext();
  NamedMDNode *kept = module.getOrInsertNamedMetadata(name);
  kept->clearOperands();
  kept->addOperand(MDNode::get(context, MDString::get(context, serialise(options))));
}

// Nothing, with an error in the log, if the node is of another kind.
std::optional<CompileOptions> read(const MDNode &node, StringRef name, std::string &log) {
  const auto *text = node.getNumOperands() == 1 ? dyn_cast<MDString>(node.getOperand(0)) : nullptr;
  auto options = text ? deserialise(text->getString()) : std::nullopt;
  if (!options)
    log += "error: the metadata '" + name.str() + "' is damaged\n";
  return options;
}

} // namespace

void keepOptions(Module &module, const CompileOptions &options) {
  keep(module, metadataName, optionsForLink(options));
}

bool takeKeptOptions(Module &module, CompileOptions &options, std::string &log) {
  NamedMDNode *kept = module.getNamedMetadata(metadataName);
  if (!kept)
    return true;
  std::vector<CompileOptions> objects;
  for (const MDNode *node : kept->operands()) {
    auto object = read(*node, metadataName, log);
    if (!object)
      return false;
    objects.push_back(std::move(*object));
  }
  kept->eraseFromParent();
  std::string error;
  if (inheritOptions(options, objects, error))
    return true;
  log += "error: " + error + "\n";
  return false;
}

void markPrepared(Module &module, const CompileOptions &options) {
  keep(module, preparedName, options);
}

bool isPrepared(const Module &module) { return module.getNamedMetadata(preparedName); }

bool takePrepared(Module &module, CompileOptions &options, std::string &log) {
  NamedMDNode *kept = module.getNamedMetadata(preparedName);
  if (!kept || kept->getNumOperands() == 0)
    return false;
  auto prepared = read(*kept->getOperand(0), preparedName, log);
  kept->eraseFromParent();
  if (!prepared)
    return false;
  if (!options.onlyKernel.empty())
    prepared->onlyKernel = std::move(options.onlyKernel);
  if (options.localSize.isGiven())
    prepared->localSize = options.localSize;
  options = std::move(*prepared);
  return true;
}

} // namespace weft::compiler
