// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built programs on disk, found again by content.
//
// A key is the hash of everything that a build's result depends on and that is known in advance.
// Its entry (`<key>.entry`) lists what the build found in the file system with the hash of each
// file that it read, the log, and the hash of the result; the result is in `<hash of the
// result>.weft`, a file that is loaded directly. An entry is valid only while a build would find
// the same again, including failed look-ups.
//
// While a program is being compiled, the code of its kernels is stored here too
// (`<key>-<kernel>.part`), until the program is complete. Its compilers hold locks on bytes of the
// file `locks`: shared_work.h. Such parts are also what launches have found out about a program's
// code (BuildNotes).
//
// The folder belongs to the user alone: one that others may write to, or may replace, is not used.
// Files appear by rename and are checked by hash when read: damaged, foreign or partially evicted
// ones are misses. The least recently used files are evicted when the folder exceeds its bound.
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

/// A folder of cached programs. Stateless apart from its settings: any number of threads and
/// processes may use a folder concurrently.
class DiskCache {
public:
  /// The cache named by the options, or nothing if they name none. Accesses no file.
  static std::optional<DiskCache> of(const Settings &settings);

  DiskCache(std::string folder, std::uint64_t sizeBound)
      : folder(std::move(folder)), sizeBound(sizeBound) {}

  struct Hit {
    std::shared_ptr<const Binary> binary;
    std::string log;
    std::vector<ObservedFile> files; ///< its dependencies besides the key
  };
  /// `workingFolder`: the base of relative paths, absolute, or empty if there is none.
  std::optional<Hit> find(const Hash &key, const std::string &workingFolder) const;

  /// Stores a result and evicts excess files. Returns the path of the file that now holds exactly
  /// the binary's bytes, or empty if it could not be written.
  std::string store(const Hash &key, std::span<const std::byte> binary, std::string_view log,
                    const std::vector<ObservedFile> &files) const;

  /// Stores a source for debuggers to show, under a name that ends with .cl and without a slash:
  /// returns its path, or empty if it could not be written.
  std::string storeSource(const std::string &name, std::string_view source) const;

  /// A part of an incomplete program, or a note, under a name without a slash. Nothing if it is
  /// missing or damaged.
  std::optional<std::string> findPart(const std::string &name) const;
  void storePart(const std::string &name, std::string_view content) const;
  void removeParts(const std::vector<std::string> &names) const;

  /// Opens the file whose bytes can be locked, and creates it if missing. None if the folder cannot
  /// be used.
  Descriptor openLocks() const;

  /// Why the folder is not used, or empty.
  std::string problem() const;

  // For user queries. An untrusted folder is neither read nor changed.

  /// A file of the cache: a program's entry or result, a source, a part, or an internal one.
  struct File {
    std::string name;
    timespec used;
    std::uint64_t bytes; ///< on disk
  };
  /// A program, consisting of an entry and a result.
  struct Program {
    std::string key; ///< in hexadecimal digits
    timespec used;
    std::uint64_t bytes;             ///< on disk, including the entry
    std::vector<std::byte> result;   ///< the binary; empty if missing or damaged
    std::vector<ObservedFile> files; ///< its dependencies
  };
  /// All cache files, and no others in the folder.
  std::vector<File> files() const;
  /// All programs, most recently used first.
  std::vector<Program> programs() const;
  struct Clearing {
    std::vector<File> removed, kept; ///< kept: could not be removed
  };
  /// Removes all files. Concurrent builds are not disturbed: they miss removed files, and recreate
  /// them.
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
