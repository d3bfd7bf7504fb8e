// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which drivers a loader reads: the .icd files of a folder, and what the environment names. ocl-icd
// and Khronos's loader differ in what their variables mean.
#pragma once

#include <string>
#include <vector>

namespace weft::command {

struct LoaderKind {
  std::string name;
  bool isKhronos = false;
  bool readsFileNames = false; ///< whether it knows the variable OCL_ICD_FILENAMES
};

/// By the name that a loader gives itself, which may be empty, and its file.
LoaderKind kindOfLoader(const std::string &name, const std::string &library);

struct Driver {
  std::string from;    ///< the .icd file, or the variable that names the library
  std::string library; ///< as the loader loads it
  std::string problem; ///< why there is no library, or empty
};

struct Drivers {
  std::string origin;         ///< the folder, or what takes its place, and why
  std::vector<Driver> read;   ///< those that the loader loads, by name
  std::vector<Driver> unread; ///< those of the system that it does not, as a variable names others
};

/// As the environment of this process has it.
Drivers findDrivers(const LoaderKind &loader);

} // namespace weft::command
