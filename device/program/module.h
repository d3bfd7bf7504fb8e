// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A built program in memory: an ELF shared object loaded with dlopen, and its kernels'
// descriptions.
#pragma once

#include "device/kernel_abi.h"
#include "device/program/loaded_code.h"
#include "device/program/program_file.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace weft::device {

class Module {
public:
  /// Loads a validated program image (compiler/interface/program/binary.h). `path` names a file
  /// that should hold exactly these bytes, or is empty. Otherwise, or if the program has variables
  /// that must not be shared between two loads, a private copy is loaded. A descriptor stays open
  /// only if debuggers read the program through it.
  /// Null with `error` set if it cannot be loaded or describes another ABI version. Thread-safe.
  static std::shared_ptr<const Module> load(std::span<const std::byte> image,
                                            const std::string &path, bool hasMutableGlobals,
                                            std::string &error);
  ~Module();
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  const weft_program_description &description() const { return *program; }
  std::span<const weft_kernel_description> kernels() const;
  /// The kernel of this name, or null.
  const weft_kernel_description *find(std::string_view name) const;
  /// For fault messages; null if nothing is logged.
  const LoadedCode *code() const { return loadedCode ? &*loadedCode : nullptr; }

private:
  Module(void *handle, const weft_program_description *program, ProgramFile file);
  const ProgramFile file; ///< if debuggers read it
  void *handle;
  const weft_program_description *program;
  std::optional<LoadedCode> loadedCode;
};

} // namespace weft::device
