// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of named versions as the info queries report them.
#pragma once

#include "compiler/interface/target/device_features.h"

#include <CL/cl.h>

#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace weft::icd {

inline std::vector<cl_name_version> nameVersions(std::span<const compiler::NamedVersion> list) {
  std::vector<cl_name_version> result;
  for (const compiler::NamedVersion &entry : list) {
    cl_name_version item{};
    item.version = entry.version;
    std::strncpy(item.name, entry.name, CL_NAME_VERSION_MAX_NAME_SIZE - 1);
    result.push_back(item);
  }
  return result;
}

/// The names, separated by spaces.
inline std::string joinedNames(std::span<const compiler::NamedVersion> list) {
  std::string result;
  for (const compiler::NamedVersion &entry : list) {
    if (!result.empty())
      result += ' ';
    result += entry.name;
  }
  return result;
}

} // namespace weft::icd
