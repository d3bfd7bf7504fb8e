// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/recording_file_system.h"

#include "llvm/Support/MemoryBuffer.h"

namespace weft::compiler {

using llvm::ErrorOr;
using llvm::StringRef;
using llvm::Twine;
using llvm::vfs::File;
using llvm::vfs::Status;

namespace {

FileState stateOf(const ErrorOr<Status> &status) {
  if (!status)
    return FileState::Absent;
  if (status->isDirectory())
    return FileState::Folder;
  return status->isRegularFile() ? FileState::Regular : FileState::Other;
}

class NotRegularCategory : public std::error_category {
public:
  const char *name() const noexcept override { return "weft"; }
  std::string message(int) const override { return "not a regular file"; }
};

std::error_code notRegular() {
  static const auto &category = *new NotRegularCategory;
  return {1, category};
}

} // namespace

/// A file whose content is recorded when it is read.
class RecordingFileSystem::RecordedFile : public File {
public:
  RecordedFile(RecordingFileSystem &files, std::string path, std::unique_ptr<File> file)
      : files(files), path(std::move(path)), file(std::move(file)) {}

  ErrorOr<Status> status() override { return file->status(); }
  ErrorOr<std::string> getName() override { return file->getName(); }
  ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const Twine &name, std::int64_t size,
                                                         bool terminated, bool) override {
    // Copies the content instead of mapping it, as for volatile files: the compile sees what was
    // recorded.
    auto buffer = file->getBuffer(name, size, terminated, /*IsVolatile=*/true);
    if (buffer)
      files.noteRead(path, (*buffer)->getBuffer());
    return buffer;
  }
  std::error_code close() override { return file->close(); }

private:
  RecordingFileSystem &files;
  const std::string path;
  const std::unique_ptr<File> file;
};

RecordingFileSystem::Observation &RecordingFileSystem::note(const std::string &path,
                                                            FileState state) {
  const auto [entry, isNew] = observations.try_emplace(path);
  ObservedFile &file = entry->second.file;
  if (isNew) {
    file.path = path;
    file.state = state;
  } else if (file.state != state && !(file.isFile() && state == FileState::Regular)) {
    complete = false;
  }
  return entry->second;
}

void RecordingFileSystem::noteRead(const std::string &path, StringRef content) {
  ObservedFile &file = note(path, FileState::Regular).file;
  const Hash hash = hashBytes(content.data(), content.size());
  if (file.state == FileState::Read && file.hash != hash)
    complete = false;
  file.state = FileState::Read;
  file.size = content.size();
  file.hash = hash;
}

std::vector<ObservedFile> RecordingFileSystem::observedFiles() const {
  std::vector<ObservedFile> files;
  for (const auto &[path, observation] : observations)
    if (observation.file.state != FileState::Folder || observation.wasOpened)
      files.push_back(observation.file);
  return files;
}

ErrorOr<Status> RecordingFileSystem::status(const Twine &twine) {
  const std::string path = twine.str();
  if (isInMemory(path))
    return std::make_error_code(std::errc::no_such_file_or_directory);
  auto status = ProxyFileSystem::status(path);
  note(path, stateOf(status));
  return status;
}

bool RecordingFileSystem::exists(const Twine &path) {
  const auto found = status(path);
  return found && found->exists();
}

ErrorOr<std::unique_ptr<File>> RecordingFileSystem::openFileForRead(const Twine &twine) {
  const std::string path = twine.str();
  const auto before = status(path);
  if (!before)
    return before.getError();
  note(path, stateOf(before)).wasOpened = true;
  if (before->isDirectory())
    return std::make_error_code(std::errc::is_a_directory);
  // Opening a pipe or a device may block forever, or have side effects.
  if (!before->isRegularFile())
    return notRegular();
  auto file = ProxyFileSystem::openFileForRead(path);
  if (!file) {
    // The file exists but is unreadable, which this record cannot express.
    complete = false;
    return file.getError();
  }
  return std::unique_ptr<File>(std::make_unique<RecordedFile>(*this, path, std::move(*file)));
}

llvm::vfs::directory_iterator RecordingFileSystem::dir_begin(const Twine &folder,
                                                             std::error_code &error) {
  complete = false;
  return ProxyFileSystem::dir_begin(folder, error);
}

} // namespace weft::compiler
