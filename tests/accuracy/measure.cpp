// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands come in blocks. The device computes a block, then the host's threads compare a part of
// it each.
#include "tests/accuracy/measure.h"
#include "tests/accuracy/screening.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <thread>

namespace weft::test {
namespace {

constexpr size_t blockSize = size_t{1} << 20;

template <class T> std::string show(T value) {
  if constexpr (std::integral<T>)
    return std::to_string(value);
  char text[64];
  std::snprintf(text, sizeof text, "%a", static_cast<double>(value));
  return text;
}

void takeWorse(Accuracy &worst, const Accuracy &other) {
  if (other.error > worst.error) {
    worst.error = other.error;
    worst.where = other.where;
  }
  worst.operands += other.operands;
}

/// Calls check(begin, end) for a part of [0, count) on each of the host's threads.
template <class Check> Accuracy inParallel(size_t count, Check check) {
  const size_t threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<Accuracy> found(threads);
  std::vector<std::thread> workers;
  for (size_t index = 0; index < threads; ++index)
    workers.emplace_back([&, index] {
      found[index] = check(count * index / threads, count * (index + 1) / threads);
    });
  Accuracy worst;
  for (size_t index = 0; index < threads; ++index) {
    workers[index].join();
    takeWorse(worst, found[index]);
  }
  return worst;
}

/// One function's kernel, and the comparison of what it computes.
template <class T, class... Operands> class Measurement {
public:
  Measurement(Session &session, const std::string &name, const Effort &effort) : session(session) {
    static const char *const arguments[] = {"", "a", "a, b"};
    program =
        session.build(twoResultFunctions(clName<T>(), 1) +
                          elementKernel(name, 1, name + "(" + arguments[sizeof...(Operands)] + ")",
                                        clName<T>(), {clName<Operands>()...}),
                      effort.options);
    kernelName = name + "_1";
    screen = findScreen<T>(name);
  }

  template <class Test> Accuracy run(const Test &test, const std::vector<Operands> &...operands) {
    const size_t count = std::get<0>(std::tie(operands...)).size();
    results.resize(count);
    session.run(program, kernelName.c_str(), {{count}}, in(operands)..., inOut(results));
    Accuracy found = inParallel(count, [&](size_t begin, size_t end) {
      Accuracy worst;
      worst.error = error;
      const auto look = [&](size_t i) {
        const auto expected = exact(test, operands[i]...);
        const double error = unitsOff(test, results[i], expected, operands[i]...);
        if (error > worst.error && isSpecified(test, expected, operands[i]...))
          worst = {error, (... + (show(operands[i]) + " "))};
      };
      constexpr size_t chunk = 4096;
      for (size_t first = begin; first < end; first += chunk)
        inspect(first, std::min(first + chunk, end), worst, look, operands...);
      worst.operands = end - begin;
      return worst;
    });
    error = std::max(error, found.error);
    return found;
  }

private:
  template <class Real> static Real exact(const MathCase<T, Real> &test, T x) {
    return test.exact(x, T(), T());
  }
  template <class Real> static Real exact(const MathCase<T, Real> &test, T x, T y) {
    return test.exact(x, y, T());
  }
  template <class Real> static Real exact(const IntegerOperandCase<T, Real> &test, T x, int n) {
    return test.exact(x, n);
  }
  // Looks at the results of a chunk that might be worse than `worst`, or at all.
  template <class Look>
  void inspect(size_t begin, size_t end, const Accuracy &worst, const Look &look,
               const std::vector<Operands> &...operands) const {
    if (!screen.estimate || (end - begin) % 4 != 0) {
      for (size_t i = begin; i < end; ++i)
        look(i);
      return;
    }
    const std::vector<T> copies[] = {
        std::vector<T>(operands.begin() + begin, operands.begin() + end)..., std::vector<T>()};
    std::vector<uint32_t> suspects;
    findSuspects(screen, copies[0].data(), sizeof...(Operands) == 2 ? copies[1].data() : nullptr,
                 results.data() + begin, end - begin, worst.error, suspects);
    for (uint32_t suspect : suspects)
      look(begin + suspect);
  }

  Session &session;
  Program program;
  std::string kernelName;
  Screen<T> screen;
  double error = 0; // the largest of all runs
  std::vector<T> results;
};

// SplitMix64: a counter whose bits are mixed, much faster than std::mt19937_64.
class Random {
public:
  using result_type = uint64_t;
  static constexpr uint64_t min() { return 0; }
  static constexpr uint64_t max() { return UINT64_MAX; }

  uint64_t operator()() {
    uint64_t bits = counter += 0x9e3779b97f4a7c15;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
  }

private:
  uint64_t counter = 20240229;
};

template <class T> T randomOperand(Random &random) { return randomValue<T>(random); }

template <> int randomOperand(Random &random) {
  const uint64_t bits = random();
  return bits % 4 ? static_cast<int>((bits >> 32) % 601) - 300 : static_cast<int>(bits >> 32);
}

// One of four makes a power of any size.
template <class Second, class T> Second randomSecond(Random &random, T first, size_t index) {
  if constexpr (std::is_same_v<Second, T>) {
    constexpr int greatest = std::numeric_limits<T>::max_exponent;
    if (index % 4 == 0)
      return static_cast<T>(static_cast<int64_t>(random())) * T(0x1p-63) * greatest /
             std::log2(std::fabs(first));
  }
  return randomOperand<Second>(random);
}

template <class T, class Second, class Test>
Accuracy measureTwo(Session &session, const Test &test, const Effort &effort,
                    const std::vector<Second> &special) {
  Measurement<T, T, Second> measurement(session, test.name, effort);
  Random random;
  std::vector<T> x;
  std::vector<Second> y;
  for (T first : specialValues<T>())
    for (Second second : special) {
      x.push_back(first);
      y.push_back(second);
    }
  Accuracy worst = measurement.run(test, x, y);
  while (worst.operands < effort.operands) {
    x.resize(std::min<uint64_t>(blockSize, effort.operands - worst.operands));
    y.resize(x.size());
    for (T &value : x)
      value = randomOperand<T>(random);
    for (size_t i = 0; i < y.size(); ++i)
      y[i] = randomSecond<Second>(random, x[i], i);
    takeWorse(worst, measurement.run(test, x, y));
  }
  return worst;
}

// Operand `index` of `count`: representations at equal distances.
template <class T> T operandAt(uint64_t index, uint64_t count) {
  // Odd, so that the low bits take all values.
  const auto between = [](double size, uint64_t count) {
    return 1 | static_cast<uint64_t>(size / static_cast<double>(count));
  };
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<T>(static_cast<uint32_t>(index * between(0x1p32, count)));
  else {
    // Half are of magnitudes from 2^-16 to 2^10, where functions are least simple.
    const uint64_t half = index / 2;
    if (index % 2 == 0)
      return std::bit_cast<T>(half * between(0x1p64, count / 2 + 1));
    constexpr uint64_t exponents = 26, least = 1023 - 16;
    const uint64_t offset = half / 2 * between(0x1p52 * exponents, count / 4 + 1);
    const uint64_t magnitude = (least << 52) + offset % (exponents << 52);
    return std::bit_cast<T>(magnitude | half << 63);
  }
}

} // namespace

template <class T, class Real>
Accuracy measure(Session &session, const MathCase<T, Real> &test, const Effort &effort) {
  Measurement<T, T> measurement(session, test.name, effort);
  Accuracy worst = measurement.run(test, specialValues<T>());
  const uint64_t possible = sizeof(T) == 4 ? uint64_t{1} << 32 : UINT64_MAX;
  const uint64_t count = std::min(effort.operands, possible);
  std::vector<T> x;
  for (uint64_t first = 0; first < count; first += x.size()) {
    x.resize(std::min<uint64_t>(blockSize, count - first));
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = operandAt<T>(first + i, count);
    takeWorse(worst, measurement.run(test, x));
  }
  return worst;
}

template <class T, class Real>
Accuracy measurePairs(Session &session, const MathCase<T, Real> &test, const Effort &effort) {
  return measureTwo<T, T>(session, test, effort, specialValues<T>());
}

template <class T, class Real>
Accuracy measurePairs(Session &session, const IntegerOperandCase<T, Real> &test,
                      const Effort &effort) {
  const std::vector<int> special = {0,    1,    -1,   2,     -2,      3,        -3,
                                    4,    5,    7,    24,    127,     -127,     149,
                                    -150, 1023, 1074, -2098, INT_MAX, -INT_MAX, INT_MIN};
  return measureTwo<T, int>(session, test, effort, special);
}

#define FOR_TYPES(T, Real)                                                                         \
  template Accuracy measure(Session &, const MathCase<T, Real> &, const Effort &);                 \
  template Accuracy measurePairs(Session &, const MathCase<T, Real> &, const Effort &);            \
  template Accuracy measurePairs(Session &, const IntegerOperandCase<T, Real> &, const Effort &);
FOR_TYPES(float, double)
FOR_TYPES(double, long double)

} // namespace weft::test
