// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/llvm_options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {

using namespace llvm;

#ifdef NDEBUG
static constexpr bool hasDebugOutput = false;
#else
static constexpr bool hasDebugOutput = true;
#endif

LlvmOptions::LlvmOptions(ArrayRef<const char *> words, StringRef overview) {
  const auto &known = cl::getRegisteredOptions();
  if (!known.contains("verify-each"))
    verifyEach.emplace("verify-each", cl::desc("Verify the IR after each pass"));
  if (hasDebugOutput && !known.contains("debug-only"))
    debugOnly.emplace("debug-only", cl::CommaSeparated, cl::value_desc("passes"),
                      cl::desc("Print the debug output of these passes of Weft"));
  cl::ParseCommandLineOptions(static_cast<int>(words.size()), words.data(), overview);
  verifies = verifyEach && *verifyEach;
  takeStatistics();
  takeDebugTypes();
}

// A release build of LLVM would only print that it has no statistics. Weft's passes have some.
void LlvmOptions::takeStatistics() {
  cl::Option *option = cl::getRegisteredOptions().lookup("stats");
  if (!option || option->getNumOccurrences() == 0)
    return;
  printsStatistics = true;
  option->setDefault();
  EnableStatistics(/*DoPrintOnExit=*/false);
}

void LlvmOptions::takeDebugTypes() {
#ifndef NDEBUG
  if (!debugOnly || debugOnly->empty())
    return;
  SmallVector<const char *> types;
  for (const std::string &type : *debugOnly)
    types.push_back(type.c_str());
  DebugFlag = true;
  setCurrentDebugTypes(types.data(), types.size());
#endif
}

LlvmOptions::~LlvmOptions() {
  if (printsStatistics)
    PrintStatistics(errs());
  if (verifyEach)
    verifyEach->removeArgument();
  if (debugOnly)
    debugOnly->removeArgument();
  llvm_shutdown();
}

} // namespace weft::compiler
