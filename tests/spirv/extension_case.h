// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One use of an extension of SPIR-V, as the lines that it adds to a module whose kernel gives each
// work-item a number:
//
//   kernel void test(global uint *in, global uint *out, global uint *shared) {
//     const ulong i = get_global_id(0); const uint x = in[i]; … out[i] = r; }
//
// Ids of the body that all cases have: %in %out %shared %i %lid %x, and %from and %to, the
// addresses of in[i] and out[i]. What the assembler has no name for stands there as numbers of
// words (!6115).
#pragma once

#include "tests/support/opencl.h"

#include <CL/cl.h>

#include <functional>
#include <string>
#include <vector>

namespace weft::test {

using Words = std::vector<cl_uint>;

struct ExtensionCase {
  std::string extension = {};    ///< by its name; empty where SPIR-V itself has it since
  std::string what = {};         ///< which use of it
  std::string capabilities = {}; ///< "Name" or "!number", separated by blanks
  std::string imports = {};      ///< before the memory model
  std::string modes = {};        ///< behind the entry point
  std::string decorations = {};
  std::string declarations = {}; ///< types, constants, variables of the module
  std::string functions = {};    ///< before the kernel
  std::string body = {};         ///< gives %r
  /// What a work-item must write: of all inputs, and its number.
  std::function<cl_uint(const Words &in, size_t i)> expected = {};
  /// What `shared` must hold at its beginning; it is zero before.
  Words shared = {};
};

void PrintTo(const ExtensionCase &one, std::ostream *stream);

inline constexpr size_t extensionItems = 128, extensionGroup = 32;

/// The inputs of all cases, which look random.
Words extensionInputs();

std::string moduleOf(const ExtensionCase &one);

/// The program of the module, built. Fails the test, and gives none, where that fails.
Program buildExtension(const Session &session, const ExtensionCase &one);

/// Builds the module and runs its kernel; the device must list the extension.
void checkExtension(const ExtensionCase &one);

/// The bits of a float, and the reverse.
cl_uint bitsOf(float value);
float floatOf(cl_uint bits);

} // namespace weft::test
