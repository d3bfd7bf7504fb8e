// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The doctor's findings: one line for each check.
#pragma once

#include <string>

namespace weft::command {

enum class Health { Ok, Warning, Problem };

/// Prints findings immediately.
class Findings {
public:
  void ok(const std::string &subject, const std::string &text) {
    add(Health::Ok, subject, text, "");
  }
  /// `remedy`: suggested fix.
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

// Each checks its part of the machine and of the installation.
void examineMachine(Findings &findings);
void examineScheduler(Findings &findings);
void examineVariables(Findings &findings);
void examineCompiler(Findings &findings);
void examineCache(Findings &findings);
/// The loader, its drivers, and a build and a launch through it.
void examineLoader(Findings &findings);

} // namespace weft::command
