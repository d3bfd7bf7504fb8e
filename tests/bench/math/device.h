// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device, and how long things take on one thread.
#pragma once

#include <CL/cl.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <new>
#include <string>
#include <vector>

namespace weft::bench {

/// Ends the program with a message where something does not hold.
void require(bool holds, const char *what);

/// Memory that begins at a page, as the buffers do that a device allocates.
template <class T> struct PageAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{4096};
  PageAllocator() = default;
  template <class Other> PageAllocator(const PageAllocator<Other> &) {}
  T *allocate(std::size_t count) {
    return static_cast<T *>(::operator new(count * sizeof(T), alignment));
  }
  void deallocate(T *data, std::size_t) { ::operator delete(data, alignment); }
  bool operator==(const PageAllocator &) const = default;
};
template <class T> using Vector = std::vector<T, PageAllocator<T>>;

/// What an array is filled with: the first values, again and again.
template <class T, class Make> Vector<T> repeated(std::size_t count, Make &&make) {
  Vector<T> values(count);
  const std::size_t period = std::min(count, std::size_t{1} << 20);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = i < period ? static_cast<T>(make()) : values[i - period];
  return values;
}

/// An array that the first-level cache holds and one that no cache does: their elements, how often
/// each is gone over, and in how many of the rounds' parts.
struct Size {
  std::size_t count, repetitions;
  int part;
};
inline constexpr Size small = {2048, 256, 1}, large = {std::size_t{1} << 25, 1, 4};

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
std::vector<double> minSeconds(const std::vector<std::function<void()>> &competitors, int rounds);

} // namespace weft::bench
