// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which drivers a loader reads: the .icd files of a folder, and those named by the environment.
// ocl-icd and Khronos's loader interpret variables differently.
#pragma once

#include <string>
#include <vector>

namespace weft::command {

struct LoaderKind {
  std::string name;
  bool isKhronos = false;
  bool readsFileNames = false; ///< whether it knows the variable OCL_ICD_FILENAMES
};

/// By the loader's own name, which may be empty, and its file.
LoaderKind kindOfLoader(const std::string &name, const std::string &library);

struct Driver {
  std::string from;    ///< the .icd file, or the variable that names the library
  std::string library; ///< as passed to the loader
  std::string problem; ///< why there is no library, or empty
};

struct Drivers {
  std::string origin;         ///< the folder, or its replacement, and why
  std::vector<Driver> read;   ///< those that the loader loads, by name
  std::vector<Driver> unread; ///< installed ones that it does not load, as a variable names others
};

/// For this process's environment.
Drivers findDrivers(const LoaderKind &loader);

} // namespace weft::command
