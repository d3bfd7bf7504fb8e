// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A snapshot of the front end after it has parsed the prelude of one language standard: a Clang AST
// file (a precompiled header) generated when Weft was built.
//
// A compile may use it if parsing the prelude would have the same result. Options affect the
// prelude only through macros, as its functions have no bodies. All macros that exist before the
// first line of a program are one text, the predefines: Clang's own, those of the command line, and
// the prelude as an #include. A snapshot applies to a compile whose predefines are those of the
// snapshot plus definitions of names that occur neither there nor in the headers; these then follow
// the prelude.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace weft::compiler {

class PreludeSnapshot {
public:
  /// The snapshot of a language standard in a folder; none if the file is missing or damaged, or
  /// comes from another version of Weft or Clang. An empty standard is the default; an empty folder
  /// has none.
  static std::optional<PreludeSnapshot> read(const std::string &folder, llvm::StringRef standard);

  /// Clang's AST file. Its identifier is the snapshot's name.
  const llvm::MemoryBufferRef &ast() const { return astFile; }

  /// The rest of a compile's predefines after the snapshot; none if the snapshot does not apply to
  /// it.
  std::optional<std::string> remainderOf(llvm::StringRef predefines) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> file;
  llvm::StringRef predefines;
  llvm::MemoryBufferRef astFile;
};

/// Generates the snapshots of all language standards in a folder. False, with a message in the log,
/// if Clang or the file system fails.
bool writePreludeSnapshots(const std::string &folder, std::string &log);

} // namespace weft::compiler
