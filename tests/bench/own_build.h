// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The build that a benchmark belongs to.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace weft::bench {

/// What OCL_ICD_VENDORS names, and otherwise the vendors folder of the build that the program lies
/// in, which it is set to for the loader. Empty if there is neither. To be called before any other
/// thread runs, and before the loader.
inline std::string weftVendors() {
  if (const char *vendors = std::getenv("OCL_ICD_VENDORS"))
    return vendors;
  std::error_code error;
  std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error);
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    if (std::filesystem::exists(folder / "vendors" / "weft.icd", error)) {
      setenv("OCL_ICD_VENDORS", (folder / "vendors").c_str(), 1);
      return folder / "vendors";
    }
  }
  return {};
}

} // namespace weft::bench
