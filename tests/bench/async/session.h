// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rows of the async bench share: Weft's device, memory, a clock, and threads for C.
#pragma once

#include "tests/bench/async/report.h"

#include <CL/cl.h>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace weft::bench {

inline constexpr std::size_t megabyte = 1 << 20;
inline constexpr std::size_t localBytes = 32 << 10; ///< of a group's tiles, and of C's

/// Ends the program with a message unless `error` is CL_SUCCESS.
void check(cl_int error, const char *what);

template <class Work> double seconds(Work &&work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// A context and a queue on the first device of the only platform, and `bytes` of memory each to
/// read from and to write to, in buffers and for C. Lives as long as the process.
class Session {
public:
  /// `tiles`: the only sizes of tiles to measure, or empty.
  Session(int rounds, std::size_t bytes, std::vector<std::size_t> tiles);

  /// Ends the program if the source does not build.
  cl_program build(const char *source, const char *options = "-cl-std=CL3.0") const;
  cl_kernel kernel(cl_program program, const char *name) const;
  /// Launches groups of 64 work-items and waits for them.
  void launch(cl_kernel kernel, std::size_t groups) const;

  /// Calls part(number) for each number below `parts`, on as many threads as the device has;
  /// threads claim parts, so that none waits long for one that was interrupted.
  template <class Part> void share(std::size_t parts, const Part &part) const {
    arena.execute([&] {
      tbb::parallel_for(
          std::size_t{0}, parts, [&](std::size_t number) { part(number); },
          tbb::simple_partitioner());
    });
  }

  /// Runs the alternatives by turns, once without counting.
  template <class... Alternatives> Times measure(const Alternatives &...alternatives) const {
    Times times;
    for (int round = 0; round <= rounds; ++round) {
      const std::vector<double> turn{seconds(alternatives)...};
      if (round)
        times.add(turn);
    }
    return times;
  }

  /// A sub-buffer of the first bytes, which the caller releases.
  cl_mem part(cl_mem whole, std::size_t size) const;

  bool takesTile(std::size_t tile) const {
    return tiles.empty() || std::ranges::find(tiles, tile) != tiles.end();
  }

  const int rounds;
  const std::size_t bytes;
  unsigned char *const from, *const to;
  /// Whether the platform is Weft, with options and extensions that others lack.
  bool isWeft = false;
  cl_uint threads = 1;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem fromBuffer = nullptr, toBuffer = nullptr;

private:
  cl_device_id device = nullptr;
  const std::vector<std::size_t> tiles;
  mutable tbb::task_arena arena;
};

/// The sections: each prints its rows. Before them how many these are.
std::size_t rowsOfContiguous(const Session &session);
std::size_t rowsOfIdiom(const Session &session);
std::size_t rowsOfLines(const Session &session);
std::size_t rowsOfStrided(const Session &session);
std::size_t rowsOfBuffering(const Session &session);
void benchContiguous(const Session &session, Report &report);
void benchIdiom(const Session &session, Report &report);
void benchLines(const Session &session, Report &report);
void benchGather(const Session &session, Report &report);
void benchScatter(const Session &session, Report &report);
void benchBuffering(const Session &session, Report &report);
void benchPrefetch(const Session &session, Report &report);
void benchDot(const Session &session, Report &report);

} // namespace weft::bench
