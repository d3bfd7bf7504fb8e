// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built programs on disk, found again by content.
//
// A key is the hash of everything that a build's result depends on and that is known beforehand.
// Its entry (`<key>.entry`) lists what the build found in the file system with the hash of each
// file that it read, the log, and the hash of the result; the result lies in `<hash of the
// result>.weft`, a file that is loaded as it is. An entry holds only while a build would find the
// same again, look-ups that failed included.
//
// While a program is made, the code of its kernels lies there too (`<key>-<kernel>.part`), until
// the program is whole. Who makes it holds locks on bytes of the file `locks`: shared_work.h.
//
// The folder is the user's alone: one that others may write to, or may put another in the place of,
// is not used. Files appear by rename and are checked by hash when read: what is damaged, foreign
// or half-evicted is a miss. The least recently used files go when the folder outgrows its bound.
#pragma once

#include "compiler/interface/encoding/hash.h"
#include "compiler/interface/messages/observed_file.h"
#include "compiler/interface/program/binary.h"
#include "device/base/files/files.h"
#include "device/base/settings.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// A folder of cached programs. Stateless but for its settings: any number of threads and processes
/// may use a folder at once.
class DiskCache {
public:
  /// The cache that the options name, or nothing when they name none. Touches no file.
  static std::optional<DiskCache> of(const Settings &settings);

  DiskCache(std::string folder, std::uint64_t sizeBound)
      : folder(std::move(folder)), sizeBound(sizeBound) {}

  struct Hit {
    std::shared_ptr<const Binary> binary;
    std::string log;
    std::vector<ObservedFile> files; ///< what it depends on besides its key
  };
  /// `workingFolder`: where relative paths begin, absolute, or empty where there is none.
  std::optional<Hit> find(const Hash &key, const std::string &workingFolder) const;

  /// Keeps a result and evicts what is too much. The path of the file that now holds exactly the
  /// binary's bytes, or empty when it could not be written.
  std::string store(const Hash &key, std::span<const std::byte> binary, std::string_view log,
                    const std::vector<ObservedFile> &files) const;

  /// Keeps a source for debuggers to show: its path, or empty when it could not be written.
  std::string storeSource(std::string_view source) const;

  /// A part of a program that is not whole yet, under a name without a slash. Nothing when it is
  /// not there, or damaged.
  std::optional<std::string> findPart(const std::string &name) const;
  void storePart(const std::string &name, std::string_view content) const;
  void removeParts(const std::vector<std::string> &names) const;

  /// Opens the file whose bytes can be locked, and makes it where it is missing. None where the
  /// folder cannot be used.
  Descriptor openLocks() const;

  /// Why the folder is not used, or empty.
  std::string problem() const;

  // What a user asks for. A folder that is not trusted is neither read nor changed.

  /// A file of the cache: a program's entry or result, a source, a part, or one of its own.
  struct File {
    std::string name;
    timespec used;
    std::uint64_t bytes; ///< on disk
  };
  /// A program, which an entry and a result make.
  struct Program {
    std::string key; ///< in hexadecimal digits
    timespec used;
    std::uint64_t bytes;             ///< on disk, with the entry's
    std::vector<std::byte> result;   ///< the binary; empty where it is missing or damaged
    std::vector<ObservedFile> files; ///< what it depends on
  };
  /// All files, and no others that lie in the folder.
  std::vector<File> files() const;
  /// All programs, the last used first.
  std::vector<Program> programs() const;
  struct Clearing {
    std::vector<File> removed, kept; ///< kept: what cannot be removed
  };
  /// Removes all files. Processes that build meanwhile are not disturbed: they miss what was
  /// removed, and make it again.
  Clearing clear() const;

  const std::string &path() const { return folder; }
  std::uint64_t bound() const { return sizeBound; }

private:
  Descriptor openToRead() const;
  Descriptor openToWrite() const;
  void account(int directory, std::uint64_t addedBytes) const;
  void evict(int directory) const;

  std::string folder;
  std::uint64_t sizeBound;
};

} // namespace weft::compiler
