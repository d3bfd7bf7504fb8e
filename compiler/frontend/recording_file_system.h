// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The real file system as seen by a compile, with a record of every answer: the files that it read
// and the files that it did not find. A later build has the same result if and only if it gets the
// same answers.
#pragma once

#include "compiler/interface/messages/observed_file.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <string>
#include <vector>

namespace weft::compiler {

class RecordingFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  /// Files below `memoryRoot` are never looked up on disk.
  explicit RecordingFileSystem(llvm::StringRef memoryRoot)
      : ProxyFileSystem(llvm::vfs::getRealFileSystem()), memoryRoot(memoryRoot) {}

  /// The answers, one entry per path. Existing folders are omitted: their files have their own
  /// entries.
  std::vector<ObservedFile> observedFiles() const;
  /// Whether the record is complete, and no path changed during the compile.
  bool isComplete() const { return complete; }

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  bool exists(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &folder,
                                          std::error_code &error) override;

private:
  class RecordedFile;
  struct Observation {
    ObservedFile file;
    bool wasOpened = false;
  };

  bool isInMemory(llvm::StringRef path) const { return path.starts_with(memoryRoot); }
  Observation &note(const std::string &path, FileState state);
  void noteRead(const std::string &path, llvm::StringRef content);

  const std::string memoryRoot;
  std::map<std::string, Observation> observations;
  bool complete = true;
};

} // namespace weft::compiler
