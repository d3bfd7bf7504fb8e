// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the async bench prints: rows, and at the end how each kind of row stands to its limit.
#pragma once

#include "tests/bench/table_file.h"
#include "tests/support/progress.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace weft::bench {

/// Seconds of alternatives that ran by turns.
class Times {
public:
  void add(const std::vector<double> &round) { rounds.push_back(round); }
  /// The shortest of an alternative.
  double best(std::size_t alternative) const;
  /// How many times as fast one was as the other: the median of the rounds, as the machine's speed
  /// changes from round to round.
  double speed(std::size_t alternative, std::size_t other) const;

private:
  std::vector<std::vector<double>> rounds;
};

class Report {
public:
  /// `rows`: how many there will be. `table`: a file for plot that gets the rows of rates, or
  /// empty.
  Report(std::size_t rows, const std::string &table);

  /// A heading over rows.
  void head(const char *title, const char *ours = "GB/s", const char *theirs = "C");
  /// The next row is being measured.
  void begin(const std::string &what) { progress.step(what); }
  /// To be called before printing otherwise.
  void clear() { progress.clear(); }
  /// Prints a row of rates, "name  bytes B  stride  ours theirs ratio". Rows of one `kind` share a
  /// limit, which their ratio has to reach; 0 is none.
  void row(const std::string &kind, double limit, const std::string &name, std::size_t bytes,
           std::size_t stride, double ours, double theirs, double ratio, bool isLarge);
  /// Counts a ratio that was printed otherwise.
  void add(const std::string &kind, double limit, double ratio);
  /// Prints for each kind its limit, how many rows reach it, the lowest and the mean ratio.
  void summary();

private:
  struct Kind {
    double limit, lowest, sumOfLogarithms;
    unsigned rows, reached;
  };
  std::map<std::string, Kind> kinds;
  const std::size_t rows;
  test::Progress progress;
  const TableFile table;
};

} // namespace weft::bench
