// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files from which programs are loaded. Each stays open while it is checked and loaded, and is
// loaded through its descriptor: what was checked is what runs, even if the name changes.
#pragma once

#include "device/base/files/descriptor.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace weft::device {

/// An open file with a program image, or none.
class ProgramFile {
public:
  /// The file of this path, if it holds exactly these bytes, only the user and root may write to
  /// it, and its pages survive deletion.
  static ProgramFile openShared(const std::string &path, std::span<const std::byte> image);
  /// A new file in the folder, kept for profilers. None with `error` set if it cannot be written.
  static ProgramFile makeKept(const std::string &folder, std::span<const std::byte> image,
                              std::string &error);
  /// A new one in memory, likewise.
  static ProgramFile makeInMemory(std::span<const std::byte> image, std::string &error);
  /// A new one in the folder, likewise, deleted with this object.
  static ProgramFile makeTemporary(const std::string &folder, std::span<const std::byte> image,
                                   std::string &error);

  ProgramFile() = default;
  ProgramFile(ProgramFile &&other) noexcept
      : file(std::move(other.file)), name(std::move(other.name)),
        isTemporary(std::exchange(other.isTemporary, false)) {}
  ProgramFile &operator=(ProgramFile &&other) noexcept;
  ~ProgramFile();

  explicit operator bool() const { return static_cast<bool>(file); }

  /// A path to the open file, for this process and its debugger. Each call's is unique: the dynamic
  /// linker identifies objects by name, however often a descriptor number is reused. Valid as long
  /// as this object lives.
  std::string loadPath() const;
  /// A path that outlives this object and the process, where a debugger finds the program: in a
  /// core file, too. Empty if the file has none, or may have been replaced.
  const std::string &lastingPath() const { return isTemporary ? noPath : name; }

private:
  explicit ProgramFile(Descriptor file, std::string name = {})
      : file(std::move(file)), name(std::move(name)) {}
  static ProgramFile makeIn(const std::string &folder, std::span<const std::byte> image,
                            std::string &error);

  Descriptor file;
  static const std::string noPath;
  std::string name; ///< in a folder; empty: none
  bool isTemporary = false;
};

} // namespace weft::device
