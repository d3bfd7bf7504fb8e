// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with one race each, and the same with an order. Which of two accesses comes second
// depends on the code, so reports are compared by their places.
#pragma once

#include "tests/checked/faults/forms.h"

#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace weft::test {

/// `out` and `in` have 64 numbers, in[i] is i, `tile` has 16 in local memory; l is the local id.
struct RaceFault {
  const char *name;
  const char *wrong, *right;   ///< the body of the kernel; its first line is line 3
  std::set<std::string> pairs; ///< two places, as "3:8 4:10"; all that occur are among them
  const char *reason;          ///< the end of each report's message; null: any
  const char *before = "";

  friend std::ostream &operator<<(std::ostream &stream, const RaceFault &fault) {
    return stream << fault.name;
  }
};

/// The places of a report's two accesses, in order, and the reason.
inline std::pair<std::string, std::string> partsOfRace(const std::string &report) {
  const auto placeFrom = [&](std::size_t at) -> std::string {
    const std::size_t file = report.find("k.cl:", at);
    if (file == std::string::npos)
      return "unknown";
    const std::size_t begin = file + 5;
    return report.substr(begin, report.find_first_of(": ", report.find(':', begin) + 1) - begin);
  };
  const std::size_t other = report.find(" races with ");
  if (!report.starts_with("weft: races: kernel 'k', ") || other == std::string::npos)
    return {"no race: " + report, ""};
  std::string first = placeFrom(0), second = placeFrom(other);
  if (second < first)
    std::swap(first, second);
  const std::size_t end = report.rfind("; work-item "), reason = report.rfind(": ", end) + 2;
  return {first + " " + second, report.substr(reason, end - reason)};
}

/// The reports of a kernel.
inline std::vector<std::string> racesOf(const Session &session, const RaceFault &fault,
                                        const char *body, const char *form) {
  return reportsOfKernel(session, fault.before, body, "-cl-weft-check=races " + std::string(form));
}

inline void expectRaces(const Session &session, const RaceFault &fault) {
  for (const char *form : formsFor(fault.name)) {
    SCOPED_TRACE(form);
    const std::vector<std::string> reports = racesOf(session, fault, fault.wrong, form);
    EXPECT_FALSE(reports.empty());
    for (const std::string &report : reports) {
      const auto [pair, reason] = partsOfRace(report);
      EXPECT_TRUE(fault.pairs.contains(pair)) << pair << " in " << report;
      if (fault.reason) {
        EXPECT_EQ(reason, fault.reason) << report;
      }
    }
  }
}

inline void expectNoRaces(const Session &session, const RaceFault &fault) {
  for (const char *form : formsFor(fault.name)) {
    SCOPED_TRACE(form);
    EXPECT_EQ(racesOf(session, fault, fault.right, form), std::vector<std::string>());
  }
}

} // namespace weft::test
