// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of a module before its types and functions (SPIR-V specification, sections 2.4 and 3.3.2
// to 3.3.5): capabilities, entry points, execution modes, names and decorations.
#pragma once

#include "compiler/frontend/spirv/module/instructions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace weft::compiler::spirv {

struct Decoration {
  std::uint32_t kind = 0;
  llvm::ArrayRef<std::uint32_t> operands;
  std::uint32_t operator[](std::size_t index) const {
    return index < operands.size() ? operands[index] : 0;
  }
};

struct MemberDecoration {
  std::uint32_t member = 0;
  Decoration decoration;
};

struct EntryPoint {
  Id function = 0;
  std::string name;
  std::uint32_t model = 0;
};

struct ImportedSet {
  std::string name;
};

class ModuleInfo {
public:
  explicit ModuleInfo(Instructions read);
  ModuleInfo(const ModuleInfo &) = delete;
  ModuleInfo &operator=(const ModuleInfo &) = delete;

  const Instructions &instructions() const { return content; }
  /// The instruction with this result; null without one.
  const Instruction *definition(Id id) const;
  /// The type id of a value; 0 without one.
  Id typeOf(Id value) const;
  llvm::StringRef name(Id id) const;
  llvm::StringRef string(Id id) const;
  llvm::StringRef importedSet(Id id) const;
  llvm::ArrayRef<Decoration> decorations(Id id) const;
  llvm::ArrayRef<MemberDecoration> memberDecorations(Id structure) const;
  /// The first decoration of the kind; null without one.
  const Decoration *find(Id id, std::uint32_t kind) const;
  bool has(Id id, std::uint32_t kind) const { return find(id, kind) != nullptr; }
  llvm::ArrayRef<const Instruction *> executionModes(Id function) const;
  /// The OpBitcast of a variable of a function.
  llvm::ArrayRef<const Instruction *> casts(Id variable) const;

  std::vector<EntryPoint> entryPoints;
  std::vector<std::uint32_t> capabilities;
  std::vector<std::string> extensions;
  std::vector<std::string> strings; ///< all OpString, in order
  std::uint32_t addressingModel = 0, memoryModel = 0;
  std::uint32_t greatestAlignment = 1; ///< that an access to memory claims, in bytes

private:
  void take(const Instruction &instruction);
  void decorate(const Instruction &instruction, std::size_t literals);
  bool isGroup(Id id) const;
  void applyGroup(const Instruction &instruction);
  void applyMemberGroup(const Instruction &instruction);

  const Instructions content;
  std::vector<const Instruction *> definitions;
  IdMap<std::string> names, stringsById, sets;
  IdMap<llvm::SmallVector<Decoration, 2>> decorationsById;
  IdMap<llvm::SmallVector<MemberDecoration, 2>> memberDecorationsById;
  IdMap<llvm::SmallVector<const Instruction *, 2>> modesById, castsById;
};

} // namespace weft::compiler::spirv
