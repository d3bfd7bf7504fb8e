// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/cache/cached_build.h"

#include "compiler/cache/disk_cache.h"

namespace weft::compiler {

std::optional<Hash> keyOfResult(const CacheOrder &order, bool isRepeatable, const Hash &compiler,
                                const std::vector<ObservedFile> &files,
                                const std::string &workingFolder) {
  // A server that runs while its files are replaced is not the compiler in those files.
  if (order.folder.empty() || !isRepeatable || compiler != order.compiler)
    return std::nullopt;
  bool usesFolder = order.namesFolder;
  for (const ObservedFile &file : files) {
    if (file.isRelative() && workingFolder.empty())
      return std::nullopt;
    usesFolder |= file.isRelative() && file.isFile();
  }
  return usesFolder ? order.keyInFolder : order.key;
}

std::string keepResult(const CacheOrder &order, const CacheableResult &result,
                       const std::string &workingFolder) {
  const auto key =
      keyOfResult(order, result.isRepeatable, result.compiler, result.files, workingFolder);
  if (!key)
    return {};
  return DiskCache(order.folder, order.bytes).store(*key, result.binary, result.log, result.files);
}

Hash keyOfIntermediate(std::span<const std::byte> binary, const Hash &compiler) {
  return Hasher()
      .add("intermediate")
      .add(compiler.data(), compiler.size())
      .add(binary.data(), binary.size())
      .finish();
}

} // namespace weft::compiler
