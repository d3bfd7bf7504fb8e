// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/typical/row.h"

#include "tests/bench/statistics.h"
#include "tests/bench/typical/comparison.h"
#include "tests/bench/typical/kernel_file.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <optional>

namespace weft::bench {
namespace {

using Samples = std::vector<double>;

// By rounds, then by columns. NAN where a process failed.
std::vector<Samples> takeSamples(std::list<ColumnProcess> &processes, unsigned rounds) {
  std::vector<Samples> all(processes.size());
  for (unsigned round = 0; round < rounds; ++round) {
    std::size_t column = 0;
    for (ColumnProcess &process : processes)
      all[column++].push_back(process.sample().value_or(NAN));
  }
  return all;
}

double medianRatio(const Samples &of, const Samples &to) {
  Samples ratios;
  for (std::size_t i = 0; i < of.size(); ++i)
    ratios.push_back(of[i] / to[i]);
  return median(ratios);
}

std::string difference(const KernelFile &file, bool needsBits, const std::vector<char> &first,
                       const std::vector<char> &other) {
  if (first == other)
    return "";
  if (needsBits)
    return "bits";
  return agree(file, first, other) ? "" : "differs";
}

} // namespace

std::vector<Cell> measureRow(const std::filesystem::path &kernelFile,
                             const std::vector<Column> &columns, unsigned rounds,
                             const std::filesystem::path &folder) {
  std::filesystem::remove_all(folder);
  const KernelFile file = readKernelFile(kernelFile);
  std::list<ColumnProcess> processes;
  std::vector<std::vector<char>> results;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    ColumnProcess &process =
        processes.emplace_back(columns[i], kernelFile, folder / std::to_string(i));
    results.push_back(process.waitUntilReady() ? process.results() : std::vector<char>());
  }
  const std::vector<Samples> samples = takeSamples(processes, rounds);
  // The first column's, unless that failed.
  const auto reference =
      std::ranges::find_if(results, [](const std::vector<char> &some) { return !some.empty(); });
  std::vector<Cell> cells;
  std::size_t i = 0;
  for (const ColumnProcess &process : processes) {
    Cell cell = {NAN, NAN, process.failure()};
    if (cell.problem.empty()) {
      cell.seconds = median(samples[i]);
      cell.ratio = medianRatio(samples[i], samples[0]);
      cell.problem = difference(file, columns[i].needsBits, *reference, results[i]);
    }
    cells.push_back(cell);
    ++i;
  }
  return cells;
}

} // namespace weft::bench
