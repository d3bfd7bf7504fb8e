// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that several processes make at the same time, each part of it once.
//
// A part is the best code of one kernel, or the program as a whole. The processes meet in the
// folder of the cache. Who makes a part holds a lock on its byte of a file, which the system
// releases when that process ends, however it ends. All programs share that file, far beyond the
// end of its content: one for each program would have to be made and removed, and file systems are
// slow to make files where many were removed. The code of a kernel is left in a file for the
// others, which goes when the whole program is an entry of the cache.
//
// Nobody depends on another: who finds a part locked may wait, and may make it as well. Where the
// folder cannot be used, or its file system knows no locks, each process works alone.
#pragma once

#include "compiler/cache/cached_build.h"
#include "compiler/cache/disk_cache.h"
#include "device/base/files/descriptor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// What one kernel's code is to a program.
struct KernelPart {
  std::string object; ///< an ELF object file
  std::string binary; ///< sealed, of the kernel alone
};

/// For one thread; children that it forks may find and store parts, and share its locks.
class SharedWork {
public:
  /// `key`: under which the program will be kept (keyOfResult). `files`: what was found for it.
  SharedWork(const CacheOrder &order, const Hash &key, const std::vector<ObservedFile> &files,
             std::string workingFolder);

  /// Whether the caller may make a part now: no other process is making it, as far as can be known.
  /// A part is a kernel's position, or wholeProgram. Until release(), others may not.
  bool claim(std::uint32_t part) const;
  void release(std::uint32_t part) const;

  std::optional<KernelPart> findKernel(std::uint32_t kernel) const;
  void storeKernel(std::uint32_t kernel, const KernelPart &part) const;
  /// The program that the cache keeps, if it is of what was found for this one.
  std::optional<DiskCache::Hit> findWhole() const;
  /// Removes what is of no use once the whole program is kept.
  void finish(std::uint32_t kernels) const;

private:
  std::string partName(std::uint32_t kernel) const;
  bool setLock(short type, std::uint32_t part) const;

  const DiskCache cache;
  const Hash key;
  const std::vector<ObservedFile> &files;
  const std::string workingFolder;
  std::string name; ///< of all that depends on the key and the files
  Descriptor locks;
  std::int64_t firstByte = 0; ///< of those to lock
};

} // namespace weft::compiler
