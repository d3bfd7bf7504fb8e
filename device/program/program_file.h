// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files that programs are loaded from. Each is open while it is checked and loaded, and is
// loaded by its descriptor: what has been checked is what runs, whatever becomes of its name.
#pragma once

#include "device/base/files/descriptor.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace weft::device {

/// An open file with an image of a program, or none.
class ProgramFile {
public:
  /// The file of this path, if it holds exactly these bytes, nobody but the user and root may write
  /// to it, and it stays while it is mapped.
  static ProgramFile openShared(const std::string &path, std::span<const std::byte> image);
  /// A new file in the folder, which stays there for profilers. None with `error` set when it
  /// cannot be written.
  static ProgramFile makeKept(const std::string &folder, std::span<const std::byte> image,
                              std::string &error);
  /// A new one in memory, likewise.
  static ProgramFile makeInMemory(std::span<const std::byte> image, std::string &error);
  /// A new one in the folder, likewise, that goes with this object.
  static ProgramFile makeTemporary(const std::string &folder, std::span<const std::byte> image,
                                   std::string &error);

  ProgramFile() = default;
  ProgramFile(ProgramFile &&other) noexcept
      : file(std::move(other.file)), name(std::move(other.name)),
        isTemporary(std::exchange(other.isTemporary, false)) {}
  ProgramFile &operator=(ProgramFile &&) = delete;
  ~ProgramFile();

  explicit operator bool() const { return static_cast<bool>(file); }

  /// A path that leads to the open file, for this process and for its debugger. No other call gives
  /// the same: the dynamic linker takes two objects of one name for one, however often a descriptor
  /// is closed and its number used again. Good as long as this object lives.
  std::string loadPath() const;

private:
  explicit ProgramFile(Descriptor file, std::string name = {})
      : file(std::move(file)), name(std::move(name)) {}
  static ProgramFile makeIn(const std::string &folder, std::span<const std::byte> image,
                            std::string &error);

  Descriptor file;
  std::string name; ///< of a file that this object made in a folder
  bool isTemporary = false;
};

} // namespace weft::device
