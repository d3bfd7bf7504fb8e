// What the rows of the async bench share: Weft's device, memory, a clock, and threads for C.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <thread>
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
  Session(int rounds, std::size_t bytes);

  cl_program build(const char *source, const char *options) const;
  cl_kernel kernel(cl_program program, const char *name) const;
  /// Launches groups of 64 work-items, `passes` times, and waits for them.
  void launch(cl_kernel kernel, std::size_t groups, std::size_t passes = 1) const;

  /// Calls part(number) for each number below `parts`, on as many threads as the device has;
  /// threads claim parts, so that none waits long for one that was interrupted.
  template <class Part> void share(std::size_t parts, Part &&part) const {
    std::atomic<std::size_t> claimed{0};
    const auto work = [&] {
      for (std::size_t next; (next = claimed.fetch_add(1)) < parts;)
        part(next);
    };
    std::vector<std::thread> others;
    for (std::size_t thread = 1; thread < threads; ++thread)
      others.emplace_back(work);
    work();
    for (std::thread &thread : others)
      thread.join();
  }

  const int rounds;
  const std::size_t bytes;
  unsigned char *const from, *const to;
  cl_uint threads = 1;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem fromBuffer = nullptr, toBuffer = nullptr;
};

/// Prints the rows of movements alone, and of movements beside computing.
void benchMovements(const Session &session);
void benchPipelines(const Session &session);

} // namespace weft::bench
