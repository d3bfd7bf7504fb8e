#include "compiler/backend/link_builtins.h"

#include "compiler/passes/builtin_traits.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// What may stay undefined: the passes give it its meaning.
bool isKnownExternal(const Function &function) {
  const StringRef name = function.getName();
  const auto primitive = findPrimitive(name);
  if (primitive && primitive->kind == PrimitiveKind::Collective)
    return parseCollective(name).has_value();
  if (primitive && primitive->kind == PrimitiveKind::GroupStep)
    return false;
  return primitive || function.isIntrinsic() || name == "printf" || isEventConversion(name) ||
         !mathLibraryName(name).empty();
}

// The functions that mention a value.
void collectMentions(const Value &value, SmallSetVector<const Function *, 4> &functions) {
  for (const User *user : value.users()) {
    if (const auto *instruction = dyn_cast<Instruction>(user))
      functions.insert(instruction->getFunction());
    else
      collectMentions(*user, functions);
  }
}

StringRef sourceName(const Function &function) {
  StringRef name = function.getName();
  name.consume_front("__clang_ocl_kern_imp_");
  return name;
}

bool reportUndefined(const Module &module, std::string &log) {
  bool complete = true;
  for (const Function &function : module) {
    if (!function.isDeclaration() || isKnownExternal(function))
      continue;
    SmallSetVector<const Function *, 4> mentions;
    collectMentions(function, mentions);
    if (mentions.empty())
      continue;
    complete = false;
    log += ("error: undefined reference to '" + function.getName() + "'").str();
    SmallSetVector<StringRef, 4> names;
    for (const Function *mention : mentions)
      names.insert(sourceName(*mention));
    for (auto [index, name] : enumerate(names))
      log += (index == 0 ? " in function '" : ", '") + name.str() + "'";
    log += '\n';
  }
  for (const GlobalVariable &variable : module.globals()) {
    if (!variable.isDeclaration() || variable.use_empty())
      continue;
    complete = false;
    log += ("error: undefined reference to variable '" + variable.getName() + "'\n").str();
  }
  return complete;
}

bool needsLibrary(const Module &module) {
  return any_of(module, [](const Function &function) {
    return function.isDeclaration() && !isKnownExternal(function) && !function.use_empty();
  });
}

void makeInternal(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.getCallingConv() != CallingConv::SPIR_KERNEL) {
      function.setLinkage(GlobalValue::InternalLinkage);
      function.setVisibility(GlobalValue::DefaultVisibility);
      function.setComdat(nullptr);
    }
  for (GlobalVariable &variable : module.globals())
    if (!variable.isDeclaration() && !variable.hasAppendingLinkage()) {
      variable.setLinkage(GlobalValue::InternalLinkage);
      variable.setVisibility(GlobalValue::DefaultVisibility);
      variable.setComdat(nullptr);
    }
}

} // namespace

bool linkBuiltins(Module &module, const std::string &libraryPath, std::string &log) {
  if (needsLibrary(module)) {
    auto buffer = MemoryBuffer::getFile(libraryPath, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
    if (!buffer) {
      log += "error: cannot read the kernel library '" + libraryPath +
             "': " + buffer.getError().message() + "\n";
      return false;
    }
    auto library = getOwningLazyBitcodeModule(std::move(*buffer), module.getContext(),
                                              /*ShouldLazyLoadMetadata=*/true);
    if (!library) {
      log += "error: the kernel library '" + libraryPath +
             "' is damaged: " + toString(library.takeError()) + "\n";
      return false;
    }
    (*library)->setTargetTriple(module.getTargetTriple());
    (*library)->setDataLayout(module.getDataLayout());
    if (Linker::linkModules(module, std::move(*library), Linker::LinkOnlyNeeded)) {
      log += "error: the kernel library does not fit this program\n";
      return false;
    }
  }
  if (!reportUndefined(module, log))
    return false;
  makeInternal(module);
  return true;
}

} // namespace weft::compiler
