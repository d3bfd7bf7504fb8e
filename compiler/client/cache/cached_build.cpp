// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/cache/cached_build.h"

#include "compiler/client/cache/disk_cache.h"

namespace weft::compiler {

std::string keepResult(const CacheOrder &order, const CacheableResult &result,
                       const std::string &workingFolder) {
  // A server that runs while its files are replaced is another compiler than they are.
  if (order.folder.empty() || !result.isRepeatable || result.compiler != order.compiler)
    return {};
  bool usesFolder = order.namesFolder;
  for (const ObservedFile &file : result.files) {
    if (file.isRelative() && workingFolder.empty())
      return {};
    usesFolder |= file.isRelative() && file.isFile();
  }
  return DiskCache(order.folder, order.bytes)
      .store(usesFolder ? order.keyInFolder : order.key, result.binary, result.log, result.files);
}

} // namespace weft::compiler
