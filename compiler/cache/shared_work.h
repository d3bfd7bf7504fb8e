// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that several processes build concurrently, compiling each part of it once.
//
// A part is the best code of one kernel, or the program as a whole. The processes meet in the cache
// folder. The process that compiles a part holds a lock on its byte of a file, which the system
// releases when that process ends, however it ends. All programs share that file, far beyond the
// end of its content: one for each program would have to be created and removed, and file systems
// are slow to create files where many were removed. The code of a kernel is stored in a file for
// the others, which is removed when the whole program becomes a cache entry.
//
// No process depends on another: if a part is locked, a process may wait, and may compile it as
// well. If the folder cannot be used, or its file system does not support locks, each process works
// alone.
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

/// The code of one kernel.
struct KernelPart {
  std::string object; ///< an ELF object file
  std::string binary; ///< sealed, of the kernel alone
};

/// For one thread; forked children may find and store parts, and share its locks.
class SharedWork {
public:
  /// `key`: the program's cache key (keyOfResult). `files`: its dependencies.
  SharedWork(const CacheOrder &order, const Hash &key, const std::vector<ObservedFile> &files,
             std::string workingFolder);

  /// Whether the caller may compile a part now: no other process is known to be doing so. A part is
  /// a kernel's position, or wholeProgram. Until release(), others may not.
  bool claim(std::uint32_t part) const;
  void release(std::uint32_t part) const;

  std::optional<KernelPart> findKernel(std::uint32_t kernel) const;
  void storeKernel(std::uint32_t kernel, const KernelPart &part) const;
  /// The cached program, if it has the same dependencies as this one.
  std::optional<DiskCache::Hit> findWhole() const;
  /// Removes files that are useless once the whole program is cached.
  void finish(std::uint32_t kernels) const;

private:
  std::string partName(std::uint32_t kernel) const;
  bool setLock(short type, std::uint32_t part) const;

  const DiskCache cache;
  const Hash key;
  const std::vector<ObservedFile> &files;
  const std::string workingFolder;
  std::string name; ///< derived from the key and all files
  Descriptor locks;
  std::int64_t firstByte = 0; ///< of those to lock
};

} // namespace weft::compiler
