// The device, and how long things take on one thread.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace weft::bench {

/// Ends the program with a message where something does not hold.
void require(bool holds, const char *what);

/// Host memory that a kernel reads or writes.
struct Array {
  void *data;
  std::size_t bytes;
};

/// A kernel with its arguments. It goes over `count` elements `repetitions` times, which are the
/// second dimension of its range.
class Work {
public:
  Work(cl_context context, cl_command_queue queue, cl_kernel kernel,
       std::initializer_list<Array> arrays);
  ~Work();
  Work(const Work &) = delete;

  void run(std::size_t count, std::size_t repetitions) const;

private:
  cl_command_queue queue;
  cl_kernel kernel;
  std::vector<cl_mem> buffers;
};

class Device {
public:
  Device();

  /// The kernel `run` of `source`, vectorised where it pays, on `arrays` in the order of its
  /// parameters. The arrays stay the caller's and must outlive the result.
  Work work(const std::string &source, std::initializer_list<Array> arrays) const;

private:
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

/// For each competitor the least seconds of the process's CPU time, which others that use the
/// machine do not add to; 0 for an empty one. They take turns, `rounds` times after a warm-up.
std::vector<double> leastSeconds(const std::vector<std::function<void()>> &competitors, int rounds);

} // namespace weft::bench
