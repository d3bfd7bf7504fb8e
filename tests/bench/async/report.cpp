// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/async/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace weft::bench {

double Times::best(std::size_t alternative) const {
  double least = rounds.front()[alternative];
  for (const std::vector<double> &round : rounds)
    least = std::min(least, round[alternative]);
  return least;
}

double Times::speed(std::size_t alternative, std::size_t other) const {
  std::vector<double> ratios;
  for (const std::vector<double> &round : rounds)
    ratios.push_back(round[other] / round[alternative]);
  std::ranges::sort(ratios);
  return (ratios[(ratios.size() - 1) / 2] + ratios[ratios.size() / 2]) / 2;
}

Report::Report(std::size_t rows, const std::string &table)
    : rows(rows), progress(rows), table(table) {
  this->table.names({"movement", "tile", "stride", "OpenCL", "C", "data in memory"});
}

void Report::head(const char *title, const char *ours, const char *theirs) {
  clear();
  std::printf("\n%-34s %8s %8s %6s\n", title, ours, theirs, "ratio");
}

void Report::row(const std::string &kind, double limit, const std::string &name, std::size_t bytes,
                 std::size_t stride, double ours, double theirs, double ratio, bool isLarge) {
  clear();
  std::printf("%-22s %5zu B %4zu %8.2f %8.2f %6.2f%s\n", name.c_str(), bytes, stride, ours, theirs,
              ratio, isLarge ? "  large" : "");
  std::fflush(stdout);
  table.row(name, {static_cast<double>(bytes), static_cast<double>(stride), ours, theirs,
                   static_cast<double>(isLarge)});
  add(kind, limit, ratio);
}

void Report::add(const std::string &kind, double limit, double ratio) {
  Kind &entry = kinds.try_emplace(kind, Kind{limit, ratio, 0, 0, 0}).first->second;
  entry.lowest = std::min(entry.lowest, ratio);
  entry.sumOfLogarithms += std::log(ratio);
  ++entry.rows;
  // As printed, with two digits.
  entry.reached += std::round(100 * ratio) >= std::round(100 * limit);
}

void Report::summary() {
  clear();
  std::printf("\n%-40s %6s %9s %7s %6s\n", "ratios", "limit", "reach it", "lowest", "mean");
  for (const auto &[name, kind] : kinds)
    std::printf("%-40s %6.2f %4u / %-3u %6.2f %6.2f\n", name.c_str(), kind.limit, kind.reached,
                kind.rows, kind.lowest, std::exp(kind.sumOfLogarithms / kind.rows));
  std::printf("%zu rows in %s\n", rows, test::clockText(progress.seconds()).c_str());
}

} // namespace weft::bench
