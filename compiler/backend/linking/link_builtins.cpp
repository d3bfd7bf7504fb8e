// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/linking/link_builtins.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/images/image_access.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// Whether the function may stay undefined, because the passes define its meaning.
bool isKnownExternal(const Function &function) {
  const StringRef name = function.getName();
  const auto primitive = findPrimitive(name);
  if (primitive && primitive->kind == PrimitiveKind::Collective)
    return parseCollective(name).has_value();
  if (primitive && primitive->kind == PrimitiveKind::GroupStep)
    return false;
  return primitive || function.isIntrinsic() || name == "printf" || isOpaqueConversion(name) ||
         isElementwise(name) || name == scalesQuestion || imageAccessKind(name);
}

// The functions that reference a value.
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

// The names that the library must define.
StringSet<> missingFunctions(const Module &module) {
  StringSet<> names;
  for (const Function &function : module)
    if (function.isDeclaration() && !isKnownExternal(function) && !function.use_empty())
      names.insert(function.getName());
  return names;
}

// Replaces aliases by their targets: only a linker needs them.
void resolveAliases(Module &module) {
  for (GlobalAlias &alias : make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
}

// Removes functions unreachable from kernels, as their callees may be missing.
void eraseUnreachable(Module &module) {
  SmallPtrSet<const Value *, 32> reached;
  SmallVector<const User *> work;
  const auto reach = [&](const User &user) {
    if (!isa<ConstantData>(user) && reached.insert(&user).second)
      work.push_back(&user);
  };
  for (const Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration())
      reach(function);
  for (const GlobalVariable &variable : module.globals())
    reach(variable);
  while (!work.empty()) {
    const User *user = work.pop_back_val();
    const auto reachOperands = [&](const User &from) {
      for (const Use &operand : from.operands())
        if (isa<Constant>(operand.get()))
          reach(*cast<User>(operand.get()));
    };
    reachOperands(*user);
    if (const auto *function = dyn_cast<Function>(user))
      for (const Instruction &instruction : instructions(*function))
        reachOperands(instruction);
  }
  SmallVector<Function *> unreached;
  for (Function &function : module)
    if (!function.isDeclaration() && !reached.contains(&function))
      unreached.push_back(&function);
  for (Function *function : unreached)
    function->deleteBody();
  for (Function *function : unreached) {
    function->removeDeadConstantUsers();
    if (function->use_empty())
      function->eraseFromParent();
  }
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

// The symbols of the library. Its table is an unsorted list of thousands of names, and a link
// searches it several times. So each name is read once, and represented by its hash.
class LibrarySymbols {
public:
  static Expected<LibrarySymbols> read(const object::Archive &library) {
    LibrarySymbols symbols(library);
    // System V's archive symbol table: the number of symbols and their members' offsets, four bytes
    // each; then the names, null-terminated.
    const StringRef table = library.getSymbolTable();
    const std::uint64_t count = table.size() < 4 ? 0 : support::endian::read32be(table.data());
    std::size_t begin = 4 * (count + 1);
    if (library.kind() != object::Archive::K_GNU || begin > table.size())
      return createStringError("it has no symbol table");
    symbols.entries.reserve(count);
    for (std::uint64_t index = 0; index != count; ++index) {
      const std::size_t end = table.find('\0', begin);
      if (end == StringRef::npos)
        return createStringError("its symbol table is damaged");
      symbols.entries.push_back(
          {hashOf(table.slice(begin, end)), static_cast<std::uint32_t>(begin)});
      begin = end + 1;
    }
    return symbols;
  }

  // The members that define any of the names, without duplicates.
  Expected<SmallVector<MemoryBufferRef, 4>> membersThatDefine(const StringSet<> &names) const {
    DenseSet<std::uint32_t> wanted;
    for (const auto &name : names)
      wanted.insert(hashOf(name.getKey()));
    SmallVector<MemoryBufferRef, 4> members;
    for (const auto &[index, entry] : enumerate(entries)) {
      if (!wanted.contains(entry.hash))
        continue;
      const object::Archive::Symbol symbol(&library, index, entry.name);
      if (!names.contains(symbol.getName()))
        continue;
      auto member = symbol.getMember();
      if (!member)
        return member.takeError();
      auto buffer = member->getMemoryBufferRef();
      if (!buffer)
        return buffer.takeError();
      if (none_of(members, [&](const MemoryBufferRef &other) {
            return other.getBufferStart() == buffer->getBufferStart();
          }))
        members.push_back(*buffer);
    }
    return members;
  }

private:
  struct Entry {
    std::uint32_t hash, name; // the name's offset in the table
  };

  explicit LibrarySymbols(const object::Archive &library) : library(library) {}

  // Not the largest number, which DenseSet reserves.
  static std::uint32_t hashOf(StringRef name) { return xxh3_64bits(name) & 0x7fffffff; }

  const object::Archive &library;
  std::vector<Entry> entries;
};

// Links the needed functions of the members that define a missing function, until no member adds a
// requirement that another one meets.
Error linkMembers(Module &module, const object::Archive &library) {
  auto symbols = LibrarySymbols::read(library);
  if (!symbols)
    return symbols.takeError();
  StringSet<> tried;
  for (;;) {
    StringSet<> names;
    for (const auto &name : missingFunctions(module))
      if (tried.insert(name.getKey()).second)
        names.insert(name.getKey());
    if (names.empty())
      return Error::success();
    auto members = symbols->membersThatDefine(names);
    if (!members)
      return members.takeError();
    for (const MemoryBufferRef &member : *members) {
      auto part = getLazyBitcodeModule(member, module.getContext(),
                                       /*ShouldLazyLoadMetadata=*/true);
      if (!part)
        return part.takeError();
      (*part)->setTargetTriple(module.getTargetTriple());
      (*part)->setDataLayout(module.getDataLayout());
      if (Linker::linkModules(module, std::move(*part), Linker::LinkOnlyNeeded))
        return createStringError("it is incompatible with this program");
    }
  }
}

Error linkLibrary(Module &module, const std::string &path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return errorCodeToError(buffer.getError());
  auto library = object::Archive::create(**buffer);
  if (!library)
    return library.takeError();
  return linkMembers(module, **library);
}

} // namespace

bool linkBuiltins(Module &module, const std::string &libraryPath, std::string &log) {
  resolveAliases(module);
  eraseUnreachable(module);
  // Links the program's functions first, so that the library's calls do not bind to a function of
  // the program with a built-in's name.
  makeInternal(module);
  if (!missingFunctions(module).empty())
    if (Error error = linkLibrary(module, libraryPath)) {
      log += "error: the kernel library '" + libraryPath +
             "' cannot be used: " + toString(std::move(error)) + "\n";
      return false;
    }
  if (!reportUndefined(module, log))
    return false;
  makeInternal(module);
  return true;
}

} // namespace weft::compiler
