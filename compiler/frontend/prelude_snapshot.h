// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A snapshot of the front end after it has parsed the prelude of one language standard: an AST file
// of Clang's (a precompiled header) that was made when Weft was built.
//
// A compile may use it if parsing the prelude would give the same result. Options reach the prelude
// by macros alone, as its functions have no bodies. All macros that exist before the first line of
// a program are one text, the predefines: Clang's own, those of the command line, and the prelude
// as an #include. A snapshot serves a compile whose predefines are those of the snapshot and other
// definitions of names that occur neither there nor in the headers; these follow the prelude then.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace weft::compiler {

class PreludeSnapshot {
public:
  /// The snapshot of a language standard in a folder; none if the file is absent or damaged, or
  /// another version of Weft or Clang made it. An empty standard is the default; an empty folder
  /// has none.
  static std::optional<PreludeSnapshot> read(const std::string &folder, llvm::StringRef standard);

  /// Clang's AST file. Its identifier is the snapshot's name.
  const llvm::MemoryBufferRef &ast() const { return astFile; }

  /// What is left of a compile's predefines after the snapshot; none if the snapshot cannot serve
  /// it.
  std::optional<std::string> remainderOf(llvm::StringRef predefines) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> file;
  llvm::StringRef predefines;
  llvm::MemoryBufferRef astFile;
};

/// Makes the snapshots of all language standards in a folder. False, with a message in the log, if
/// Clang or the file system fails.
bool writePreludeSnapshots(const std::string &folder, std::string &log);

} // namespace weft::compiler
