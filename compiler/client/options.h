// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Build options of OpenCL 3.0, sections 5.8.6 and 5.8.7: one parser, used by the ICD to refuse bad
// options at once and by weftc to act on good ones.
#pragma once

#include "compiler/client/compiler_client.h"

#include <string>
#include <utility>
#include <vector>

namespace weft::compiler {

/// Options::vectorLanes for `auto`.
inline constexpr unsigned automaticLanes = 255;

struct Options {
  std::vector<std::string> macros;       ///< "-DNAME", "-DNAME=VALUE" or "-UNAME", in order
  std::vector<std::string> includePaths; ///< unquoted
  std::string languageStandard;          ///< "CL1.0" … "CL3.0", or empty when not given
  bool inhibitWarnings = false;          ///< -w
  bool warningsAreErrors = false;        ///< -Werror, and no -Wno-error after it
  std::vector<std::string> warnings;     ///< "-Wall", "-Wno-error=…" and the like, in order
  std::vector<std::string> meaningless;  ///< other platforms' options, which change nothing here
  bool debugInfo = false;                ///< -g
  bool optimizationsDisabled = false;    ///< -cl-opt-disable
  bool kernelArgInfo = false;            ///< -cl-kernel-arg-info
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
  bool noSubgroupForwardProgress = false;
  /// -cl-weft-vectorise=off|auto|2|4|8|16|32: work-items that run as the lanes of vectors; `auto`
  /// takes what suits the CPU where that looks worthwhile, a number overrules the estimate. 1 for
  /// off; 0, not given, means `auto`.
  unsigned vectorLanes = 0;
  std::string cpu; ///< -cl-weft-cpu=NAME: no instruction that this CPU lacks; empty: the host
  /// No option: another CPU whose instructions are not to be exceeded, the one that the program
  /// will run on as its host process sees it; empty: the host.
  std::string hostCpu;
  /// -cl-weft-without=STAGE,…: stages of vectorisation to do without, with commas between; which
  /// there are is weftc's to say.
  std::string withoutStages;
  unsigned chaos = 0;   ///< -cl-weft-chaos=N: each region draws such stages and lanes; 0: none does
  bool remarks = false; ///< -cl-weft-remarks: the log tells what was vectorised, and why not
  bool verifies = false; ///< -cl-weft-verify: stop with an error after the pass that breaks the IR
  bool createLibrary = false;     ///< -create-library
  bool enableLinkOptions = false; ///< -enable-link-options
};

/// Parses as the specification and the peers' users expect: blanks separate, quotes and backslashes
/// protect, `-D NAME` and `-DNAME` are the same. Options that only other platforms know are set
/// aside as meaningless. False with `error` set on an unknown or malformed option.
bool parseOptions(const std::string &text, BuildKind kind, Options &options, std::string &error);

/// The same for options that are words already, as a command line has them.
bool parseOptions(const std::vector<std::string> &words, BuildKind kind, Options &options,
                  std::string &error);

} // namespace weft::compiler
