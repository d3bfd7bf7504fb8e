// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of the kernel benchmark. A case is an OpenCL kernel, the same work by hand in C++ (built
// with Clang, -O3 and for this CPU), a plain reference that says what must come out, and what the
// kernel is to reach. Each file of cases holds one family of kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

namespace weft::bench {

/// What a kernel and its native version read and write: bytes aligned for every vector.
class Buffer {
public:
  /// How outputs are compared. Inputs are not.
  enum class Role { Input, Exact, Float };

  template <class T> static Buffer input(const std::vector<T> &values) {
    Buffer buffer(values.size() * sizeof(T), Role::Input);
    std::memcpy(buffer.data(), values.data(), buffer.size);
    return buffer;
  }
  template <class T> static Buffer output(std::size_t count) {
    return Buffer(count * sizeof(T), std::is_same_v<T, float> ? Role::Float : Role::Exact);
  }

  void *data() { return lines.data(); }
  const void *data() const { return lines.data(); }
  template <class T> T *as() { return reinterpret_cast<T *>(lines.data()); }
  template <class T> const T *as() const { return reinterpret_cast<const T *>(lines.data()); }
  template <class T> std::span<T> all() { return {as<T>(), size / sizeof(T)}; }

  std::size_t size;
  Role role;

private:
  struct alignas(64) Line {
    unsigned char bytes[64];
  };
  Buffer(std::size_t size, Role role) : size(size), role(role), lines(size / sizeof(Line) + 1) {}

  std::vector<Line> lines;
};

using Buffers = std::vector<Buffer>;
using Value = std::variant<std::uint32_t, std::int32_t, float>;

/// One launch's worth of work. The kernel's arguments are the buffers, then the values.
struct Workload {
  Buffers buffers;
  std::vector<Value> values;
  std::vector<std::size_t> global;
  std::vector<std::size_t> local; ///< empty: the platform chooses
  /// The native version of the units [first, last); threads share the units out.
  std::function<void(Buffers &, std::size_t first, std::size_t last)> native;
  std::size_t units;
  /// Fills the outputs with what must come out.
  std::function<void(Buffers &)> reference;

  /// Of Role::Float: the relative error, against max(1, |expected|), that is accepted.
  double tolerance = 1e-5;
  /// The share of elements that may differ, where a rounding decides between far results.
  double mismatches = 0;
  /// The buffer of counters that each launch adds to: it is cleared before, as part of the launch.
  std::optional<std::size_t> counters = std::nullopt;
  /// Brings outputs whose order is not defined into one, before they are compared.
  std::function<void(Buffers &)> normalise = nullptr;
};

struct Case {
  const char *name;
  const char *source;
  const char *kernel;
  std::function<Workload()> workload;
  /// The least multiples of the scalar kernel's and of the native version's speed.
  double overScalar, overNative;
  /// Of the same source: what the scalar column runs where it is not the kernel itself.
  const char *scalarKernel = nullptr;
};

std::vector<Case> streamCases();
std::vector<Case> imageCases();
std::vector<Case> loopCases();
std::vector<Case> hashCases();
std::vector<Case> mathsCases();
std::vector<Case> groupCases();
std::vector<Case> divergenceCases();
std::vector<Case> rowCases();
std::vector<Case> orderCases();

/// Repeatable inputs in [low, high). Different counts give independent values.
template <class T> std::vector<T> randomValues(std::size_t count, double low, double high) {
  std::mt19937 engine(static_cast<unsigned>(count));
  std::vector<T> values(count);
  for (T &value : values)
    value = static_cast<T>(low + (high - low) * (engine() / 4294967296.0));
  return values;
}

inline std::size_t roundUp(std::size_t count, std::size_t multiple) {
  return (count + multiple - 1) / multiple * multiple;
}

} // namespace weft::bench
