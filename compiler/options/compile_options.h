// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options of a build: one structure from the API to the passes, one table of options
// (compile_options.cpp), and one text form for the pipe to the compiler and for objects.
//
// OpenCL 3.0, sections 5.8.6 and 5.8.7, defines the options; those that begin with -cl-weft- are
// Weft's own. The driver parses once, in the entry point, and rejects invalid options there.
#pragma once

#include "compiler/options/lane_dimension.h"
#include "compiler/options/local_size.h"
#include "compiler/options/vector_stage.h"
#include "device/base/checks.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// The call to which options are given.
enum class BuildKind {
  Build,   ///< source → executable (clBuildProgram)
  Compile, ///< source and headers → object (clCompileProgram)
  Link,    ///< objects and libraries → executable or library (clLinkProgram)
};

/// CompileOptions::vectorFactor for `auto`, and for `off`.
inline constexpr unsigned automaticFactor = 0;
inline constexpr unsigned scalarFactor = 1;

/// Values of -cl-std: versions of OpenCL C and of C++ for OpenCL. Without it the language is the
/// newest OpenCL C 1.x (OpenCL 3.0, 5.8.6.5).
inline constexpr std::string_view languageStandards[] = {
    "CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1", "CLC++", "CLC++1.0", "CLC++2021"};

/// The version selected by -cl-std=; an empty text stands for no option.
constexpr std::string_view versionOf(std::string_view standard) {
  if (standard.empty())
    return "CL1.2";
  return standard == "CLC++" ? "CLC++1.0" : standard;
}

constexpr bool isCxx(std::string_view standard) { return standard.starts_with("CLC++"); }

struct CompileOptions {
  // Lists in the order given, of whole words.
  std::vector<std::string> macros;       ///< "-DNAME", "-DNAME=VALUE" or "-UNAME"
  std::vector<std::string> includePaths; ///< "-IFOLDER"
  std::vector<std::string> warnings;     ///< Clang's: "-Wall", "-Wno-error=…"
  std::vector<std::string> ignored;      ///< other platforms' options, with their arguments

  std::string sourcePath;       ///< -s: where a debugger finds the source; empty: not given
  std::string languageStandard; ///< empty: not given
  bool inhibitWarnings = false; ///< -w
  bool debugInfo = false;       ///< -g
  bool kernelArgInfo = false;   ///< -cl-kernel-arg-info; programs always carry it

  bool optimizationsDisabled = false; ///< -cl-opt-disable
  bool singlePrecisionConstant = false;
  bool denormsAreZero = false;
  bool correctlyRoundedDivideSqrt = false;
  bool strictAliasing = false;
  bool madEnable = false;
  bool noSignedZeros = false;
  bool unsafeMathOptimizations = false;
  bool finiteMathOnly = false;
  bool fastRelaxedMath = false;
  bool uniformWorkGroupSize = false;
  bool noSubgroupForwardProgress = false; ///< -cl-no-subgroup-ifp, which always holds

  bool createLibrary = false;     ///< -create-library: a Link creates a library
  bool enableLinkOptions = false; ///< -enable-link-options

  /// -cl-weft-vectorise=: this many work-items run as lanes of vectors wherever possible;
  /// automaticFactor: according to cost estimates; scalarFactor: none. Default: automatic.
  std::optional<unsigned> vectorFactor;
  /// -cl-weft-lane-dimension=: the dimension of the range along which lanes run.
  LaneDimension laneDimension = LaneDimension::Automatic;
  /// -cl-weft-local-size=: kernels that require no local size require this one, for whole groups.
  LocalSize localSize;
  /// -cl-weft-wide-launches: kernels are for launches with ids of 2^31 and more.
  bool wideLaunches = false;
  /// -cl-weft-kernel=: the only kernel of the program; empty: all kernels.
  std::string onlyKernel;
  /// -cl-weft-cpu=: LLVM's name of a CPU; only its instructions are used. Empty: the host's.
  std::string cpu;
  VectorStageSet withoutStages; ///< -cl-weft-without=: disabled stages of vectorisation
  unsigned chaos = 0;           ///< -cl-weft-chaos=: the seed for random stages and lanes; 0: none
  bool zeroPrivate = false;     ///< -cl-weft-zero-private: private memory is zero-initialised
  CheckSet checks;              ///< -cl-weft-check=: mistakes that kernels report
  bool runsBackwards = false;   ///< -cl-weft-backwards: work-items run in another order
  bool remarks = false;         ///< -cl-weft-remarks
  bool verifies = false;        ///< -cl-weft-verify

  // Combinations of options.

  /// -Werror without a later -Wno-error.
  bool warningsAreErrors() const;
  /// Built-in functions may be less exact (OpenCL C 3.0, 7.4.4).
  bool usesRelaxedFunctions() const { return unsafeMathOptimizations || fastRelaxedMath; }
  /// Implied by relaxed mathematics (OpenCL 3.0, 5.8.6.4).
  bool flushesDenormals() const { return denormsAreZero || usesRelaxedFunctions(); }
  /// Code is for debuggers: every variable is in memory (passes/support/debug/debugged.h).
  bool isDebugged() const { return debugInfo && optimizationsDisabled && checks.isEmpty(); }
  /// Passes need source lines.
  bool needsLines() const { return debugInfo || remarks || !checks.isEmpty(); }

  bool operator==(const CompileOptions &) const = default;
};

/// Adds the options of a text, in the API's syntax, to `options`; later ones override conflicting
/// earlier ones. Spaces separate, quotes and backslashes protect, `-D NAME` and `-DNAME` are the
/// same. Options known only to other platforms are set aside. False with `error` set for an option
/// that is unknown, malformed or not for this call. Throws bad_alloc.
bool parseOptions(std::string_view text, BuildKind kind, CompileOptions &options,
                  std::string &error);

/// The same for one command-line option, whichever call takes it: words[index], which starts with
/// '-'. `index` moves to its last word.
bool parseOption(std::span<const std::string> words, std::size_t &index, CompileOptions &options,
                 std::string &error);

/// The same for an option that starts with -cl- or -cl-weft-, without that prefix: "cpu=haswell",
/// "fast-relaxed-math".
bool parseShortOption(std::string_view word, CompileOptions &options, std::string &error);

/// The options as a text that parseOptions accepts, and back; nothing for a damaged text.
std::string serialise(const CompileOptions &options);
std::optional<CompileOptions> deserialise(std::string_view text);

/// Those that matter when an object is linked.
CompileOptions optionsForLink(const CompileOptions &options);

/// Adds to the options of a link those with which its objects were compiled (optionsForLink). The
/// link's own options override them. False with `error` set if the objects conflict.
bool inheritOptions(CompileOptions &link, std::span<const CompileOptions> objects,
                    std::string &error);

/// One or more lines for each option, as help text, at most 100 columns wide.
std::string describeOptions();

} // namespace weft::compiler
