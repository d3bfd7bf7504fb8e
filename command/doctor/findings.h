// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the doctor says: one line for each thing that it looked at.
#pragma once

#include <string>

namespace weft::command {

enum class Health { Ok, Warning, Problem };

/// Prints findings as they come.
class Findings {
public:
  void ok(const std::string &subject, const std::string &text) {
    add(Health::Ok, subject, text, "");
  }
  /// `remedy`: what to do.
  void warn(const std::string &subject, const std::string &text, const std::string &remedy) {
    add(Health::Warning, subject, text, remedy);
  }
  void problem(const std::string &subject, const std::string &text, const std::string &remedy) {
    add(Health::Problem, subject, text, remedy);
  }
  void add(Health health, const std::string &subject, const std::string &text,
           const std::string &remedy);

  unsigned warnings() const { return warningCount; }
  unsigned problems() const { return problemCount; }

private:
  unsigned warningCount = 0, problemCount = 0;
};

// Each looks at its part of the machine and of the installation.
void examineMachine(Findings &findings);
void examineScheduler(Findings &findings);
void examineVariables(Findings &findings);
void examineCompiler(Findings &findings);
void examineCache(Findings &findings);
/// The loader, the drivers that it reads, and a build and a launch through it.
void examineLoader(Findings &findings);

} // namespace weft::command
