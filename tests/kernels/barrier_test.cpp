// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers in every place where the specification allows them. Each kernel is checked against a
// plain loop on the host, for several local sizes, so that a wrong order or a lost value shows.
#include "tests/support/opencl.h"

#include <numeric>

namespace weft::test {
namespace {

class Barrier : public testing::TestWithParam<size_t> {
protected:
  static constexpr size_t items = 480;
  Session session;

  size_t localSize() const { return GetParam(); }
  static std::vector<int> numbers() {
    std::vector<int> result(items);
    for (size_t i = 0; i < items; ++i)
      result[i] = static_cast<int>(i * 7919 % 1009);
    return result;
  }
  /// Runs `kernel(global const int *in, global int *out, local int *shared)`, with one int of local
  /// memory for each work-item.
  std::vector<int> run(const char *source) {
    Program program = session.build(source);
    std::vector<int> out(items, -1);
    session.run(program, "test", {{items}, {localSize()}}, in(numbers()), inOut(out),
                local(localSize() * sizeof(int)));
    return out;
  }
  /// The first item of the work-group of item i.
  size_t groupStart(size_t i) const { return i / localSize() * localSize(); }
};

TEST_P(Barrier, ExchangesThroughLocalMemory) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0);
      shared[l] = in[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = shared[n - 1 - l];
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i)
    ASSERT_EQ(out[i], data[groupStart(i) + localSize() - 1 - (i - groupStart(i))]) << i;
}

TEST_P(Barrier, SeveralInARow) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int keep = in[g] * 3;
      shared[l] = in[g];
      barrier(CLK_LOCAL_MEM_FENCE);
      barrier(CLK_LOCAL_MEM_FENCE);
      int right = shared[(l + 1) % n];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      shared[l] = right * 2;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = shared[(l + 1) % n] + keep;
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (l == 0)
        out[g] += 1;
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), l = i - start, n = localSize();
    ASSERT_EQ(out[i], data[start + (l + 2) % n] * 2 + data[i] * 3 + (l == 0)) << i;
  }
}

// So many regions that each becomes a function of its own: a value that lives across all of them, a
// loop around some, and work-items that return before the last ones.
TEST_P(Barrier, ManyInALargeKernel) {
  constexpr int steps = 60;
  std::string source = R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      uint value = in[g], keep = value;
      for (int round = 0; round < 2; ++round) {)";
  for (int i = 0; i < steps; ++i)
    source += "shared[l] = value + round;\nbarrier(CLK_LOCAL_MEM_FENCE);\nvalue += shared[(l + " +
              std::to_string(i) + ") % n];\nbarrier(CLK_LOCAL_MEM_FENCE);\n";
  source += R"(
      }
      out[g] = value ^ keep;
      if ((int)value < 0)
        return;
      barrier(CLK_GLOBAL_MEM_FENCE);
      out[g] += 1;
    })";
  std::vector<int> out = run(source.c_str());
  const size_t n = localSize();
  const std::vector<int> data = numbers();
  std::vector<unsigned> values(data.begin(), data.end()), before(items);
  for (int step = 0; step < 2 * steps; ++step) {
    before = values;
    for (size_t i = 0; i < items; ++i)
      values[i] += before[groupStart(i) + (i - groupStart(i) + step % steps) % n] + step / steps;
  }
  for (size_t i = 0; i < items; ++i) {
    const int value = static_cast<int>(values[i]);
    ASSERT_EQ(out[i], (value ^ data[i]) + (value >= 0)) << i;
  }
}

TEST_P(Barrier, InUniformLoop) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      shared[l] = in[g];
      int sum = 0;
      for (size_t step = 0; step < n; ++step) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[(l + step) % n] * (int)(step + 1);
      }
      out[g] = sum;
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), l = i - start, n = localSize();
    int sum = 0;
    for (size_t step = 0; step < n; ++step)
      sum += data[start + (l + step) % n] * static_cast<int>(step + 1);
    ASSERT_EQ(out[i], sum) << i;
  }
}

TEST_P(Barrier, LoopOfTwoBarriersReduces) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      shared[l] = in[g];
      for (size_t rest = n; rest > 1;) {
        size_t middle = (rest + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        int other = l + middle < rest ? shared[l + middle] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < middle)
          shared[l] += other;
        rest = middle;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = shared[0];
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    auto first = data.begin() + groupStart(i);
    ASSERT_EQ(out[i], std::accumulate(first, first + localSize(), 0)) << i;
  }
}

TEST_P(Barrier, NestedLoopsWithBreakAndContinue) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int value = in[g];
      for (int outer = 0; outer < 5; ++outer) {
        if (outer == 1)
          continue;
        shared[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int inner = 0; inner <= outer; ++inner) {
          int next = shared[(l + inner + 1) % n];
          barrier(CLK_LOCAL_MEM_FENCE);
          value = value * 3 + next;
          shared[l] = value;
          if (inner == 2)
            break;
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[g] = value;
    })");
  std::vector<int> data = numbers();
  size_t n = localSize();
  for (size_t start = 0; start < items; start += n) {
    std::vector<unsigned> value(data.begin() + start, data.begin() + start + n);
    std::vector<unsigned> shared(n);
    for (int outer : {0, 2, 3, 4}) {
      shared = value;
      for (int inner = 0; inner <= outer && inner <= 2; ++inner) {
        for (size_t l = 0; l < n; ++l)
          value[l] = value[l] * 3 + shared[(l + inner + 1) % n];
        shared = value;
      }
    }
    for (size_t l = 0; l < n; ++l)
      ASSERT_EQ(static_cast<unsigned>(out[start + l]), value[l]) << start + l;
  }
}

TEST_P(Barrier, InUniformConditional) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int value = in[g];
      if (get_group_id(0) % 2) {
        shared[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += shared[(l + 1) % n];
      } else if (get_group_id(0) % 3) {
        shared[l] = value + 5;
        barrier(CLK_LOCAL_MEM_FENCE);
        value -= shared[(l + n - 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[g] = value;
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), l = i - start, n = localSize(), group = start / n;
    int value = data[i];
    if (group % 2)
      value += data[start + (l + 1) % n];
    else if (group % 3)
      value -= data[start + (l + n - 1) % n] + 5;
    ASSERT_EQ(out[i], value) << i;
  }
}

TEST_P(Barrier, InUniformSwitchWithFallThrough) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int value = in[g];
      switch (get_group_id(0) % 4) {
      case 0:
        shared[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = shared[n - 1 - l];
        break;
      case 1:
        value += 100;
      case 2:
        shared[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += shared[0];
        break;
      default:
        value = -value;
      }
      out[g] = value;
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), l = i - start, n = localSize();
    int expected[] = {data[start + n - 1 - l], data[i] + data[start] + 200, data[i] + data[start],
                      -data[i]};
    ASSERT_EQ(out[i], expected[start / n % 4]) << i;
  }
}

TEST_P(Barrier, InCalledFunctions) {
  std::vector<int> out = run(R"(
    int rotate_by(local int *shared, int value, size_t by) {
      size_t l = get_local_id(0), n = get_local_size(0);
      barrier(CLK_LOCAL_MEM_FENCE);
      shared[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      return shared[(l + by) % n];
    }
    __attribute__((noinline)) int rotate_twice(local int *shared, int value) {
      int once = rotate_by(shared, value, 1);
      return once * 2 + rotate_by(shared, once, 2);
    }
    kernel void test(global const int *in, global int *out, local int *shared) {
      int value = in[get_global_id(0)];
      for (int i = 0; i < 3; ++i)
        value = rotate_twice(shared, value) & 0xffff;
      out[get_global_id(0)] = value;
    })");
  std::vector<int> data = numbers();
  size_t n = localSize();
  for (size_t start = 0; start < items; start += n) {
    std::vector<int> value(data.begin() + start, data.begin() + start + n), next(n);
    for (int round = 0; round < 3; ++round) {
      for (size_t l = 0; l < n; ++l)
        next[l] = (value[(l + 1) % n] * 2 + value[(l + 3) % n]) & 0xffff;
      value = next;
    }
    for (size_t l = 0; l < n; ++l)
      ASSERT_EQ(out[start + l], value[l]) << start + l;
  }
}

TEST_P(Barrier, PrivateArraysLiveAcross) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int history[17];
      for (int i = 0; i < 17; ++i)
        history[i] = in[g] + i * (int)l;
      shared[l] = history[l % 17];
      barrier(CLK_LOCAL_MEM_FENCE);
      history[(l + 3) % 17] = shared[(l + 1) % n];
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = 0;
      for (int i = 0; i < 17; ++i)
        sum = sum * 3 + history[i];
      out[g] = sum;
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), l = i - start, n = localSize();
    auto history = [&](size_t item, size_t k) {
      return static_cast<unsigned>(data[start + item] + static_cast<int>(k * item));
    };
    size_t other = (l + 1) % n;
    unsigned sum = 0;
    for (size_t k = 0; k < 17; ++k)
      sum = sum * 3 + (k == (l + 3) % 17 ? history(other, other % 17) : history(l, k));
    ASSERT_EQ(static_cast<unsigned>(out[i]), sum) << i;
  }
}

TEST_P(Barrier, PointersToPrivateVariablesLiveAcross) {
  std::vector<int> out = run(R"(
    void add(private int *where, int what) { *where += what; }
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int a = in[g], b = (int)l;
      private int *chosen = l % 2 ? &a : &b;
      shared[l] = a;
      barrier(CLK_LOCAL_MEM_FENCE);
      add(chosen, shared[(l + 1) % n]);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = a * 1000 + b;
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), l = i - start, n = localSize();
    int a = data[i], b = static_cast<int>(l);
    (l % 2 ? a : b) += data[start + (l + 1) % n];
    ASSERT_EQ(out[i], a * 1000 + b) << i;
  }
}

TEST_P(Barrier, ValuesOfEveryKindLiveAcross) {
  std::vector<int> out = run(R"(
    typedef struct { char c; short3 s; double d; } Mixed;
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int x = in[g];
      char c = (char)x;
      bool odd = x & 1;
      long8 wide = (long8)(x) + (long8)(0, 1, 2, 3, 4, 5, 6, 7);
      float3 three = (float3)(x, x + 1, x + 2);
      Mixed mixed = {(char)(x + 1), (short3)(x, x + 1, x + 2), x * 0.5};
      global const int *pointer = in + g;
      shared[l] = x;
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = shared[(l + 1) % n];
      sum += c + (odd ? 1000 : 0) + (int)(wide.s7 - wide.s0) + (int)three.z + mixed.c + mixed.s.z +
             (int)(mixed.d * 2) + *pointer;
      out[g] = sum;
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), l = i - start;
    int x = data[i];
    int sum = data[start + (l + 1) % localSize()] + static_cast<signed char>(x) +
              (x & 1 ? 1000 : 0) + 7 + x + 2 + static_cast<signed char>(x + 1) +
              static_cast<short>(x + 2) + x + x;
    ASSERT_EQ(out[i], sum) << i;
  }
}

TEST_P(Barrier, EarlyReturnOfWholeGroups) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      if (get_group_id(0) % 3 == 1)
        return;
      shared[l] = in[g];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = shared[(l + 1) % n];
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), n = localSize();
    ASSERT_EQ(out[i], start / n % 3 == 1 ? -1 : data[start + (i - start + 1) % n]) << i;
  }
}

TEST_P(Barrier, EarlyReturnOfSomeItemsIsTolerated) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), g = get_global_id(0);
      shared[l] = in[g];
      if (l % 4 == 3)
        return;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = shared[0] + shared[l];
    })");
  std::vector<int> data = numbers();
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i);
    ASSERT_EQ(out[i], (i - start) % 4 == 3 ? -1 : data[start] + data[i]) << i;
  }
}

TEST_P(Barrier, LoopBoundReadFromLocalMemory) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      local int rounds;
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      if (l == 0)
        rounds = (int)get_group_id(0) % 5;
      barrier(CLK_LOCAL_MEM_FENCE);
      int value = in[g];
      while (true) {
        if (rounds == 0)
          break;
        shared[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += shared[(l + 1) % n];
        if (l == 0)
          --rounds;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[g] = value;
    })");
  std::vector<int> data = numbers();
  size_t n = localSize();
  for (size_t start = 0; start < items; start += n) {
    std::vector<int> value(data.begin() + start, data.begin() + start + n), next(n);
    for (size_t round = 0; round < start / n % 5; ++round) {
      for (size_t l = 0; l < n; ++l)
        next[l] = value[l] + value[(l + 1) % n];
      value = next;
    }
    for (size_t l = 0; l < n; ++l)
      ASSERT_EQ(out[start + l], value[l]) << start + l;
  }
}

TEST_P(Barrier, DivergentCodeBetween) {
  std::vector<int> out = run(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      int value = in[g];
      int steps = 0;
      while (value > 1 && steps < 40) {
        value = value & 1 ? 3 * value + 1 : value >> 1;
        ++steps;
      }
      shared[l] = steps;
      barrier(CLK_LOCAL_MEM_FENCE);
      int result = 0;
      if (l & 1) {
        for (size_t i = 0; i <= l; ++i)
          result += shared[i];
      } else if (n > 1) {
        result = shared[l + 1 < n ? l + 1 : 0];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      shared[l] = result;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = shared[n - 1 - l];
    })");
  std::vector<int> data = numbers(), steps(items), result(items);
  size_t n = localSize();
  for (size_t i = 0; i < items; ++i)
    for (int value = data[i]; value > 1 && steps[i] < 40; ++steps[i])
      value = value & 1 ? 3 * value + 1 : value >> 1;
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), l = i - start;
    if (l & 1)
      result[i] = std::accumulate(steps.begin() + start, steps.begin() + i + 1, 0);
    else if (n > 1)
      result[i] = steps[start + (l + 1 < n ? l + 1 : 0)];
  }
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), l = i - start;
    ASSERT_EQ(out[i], result[start + n - 1 - l]) << i;
  }
}

TEST_P(Barrier, WorkGroupBarrierOfOpenCl2) {
  Program program = session.build(R"(
    kernel void test(global const int *in, global int *out, local int *shared) {
      size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
      shared[l] = in[g];
      work_group_barrier(CLK_LOCAL_MEM_FENCE);
      int left = shared[(l + n - 1) % n];
      work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_device);
      out[g] = left;
    })",
                                  "-cl-std=CL3.0");
  std::vector<int> data = numbers(), out(items);
  session.run(program, "test", {{items}, {localSize()}}, in(data), inOut(out),
              local(localSize() * sizeof(int)));
  for (size_t i = 0; i < items; ++i) {
    size_t start = groupStart(i), n = localSize();
    ASSERT_EQ(out[i], data[start + (i - start + n - 1) % n]) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(LocalSize, Barrier, testing::Values(1, 2, 3, 8, 16, 30, 160, 480),
                         testing::PrintToStringParamName());

TEST(Barriers, InTwoAndThreeDimensions) {
  Session session;
  Program program = session.build(R"(
    kernel void test(global int *out) {
      local int tile[4][3][8];
      size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
      tile[z][y][x] = (int)(get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2));
      barrier(CLK_LOCAL_MEM_FENCE);
      size_t at = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +
                  get_global_id(0);
      out[at] = tile[3 - z][2 - y][7 - x];
    })");
  std::vector<int> out(24 * 9 * 8);
  session.run(program, "test", {{24, 9, 8}, {8, 3, 4}}, inOut(out));
  for (int z = 0; z < 8; ++z)
    for (int y = 0; y < 9; ++y)
      for (int x = 0; x < 24; ++x) {
        int expected = (x / 8 * 8 + 7 - x % 8) + 100 * (y / 3 * 3 + 2 - y % 3) +
                       10000 * (z / 4 * 4 + 3 - z % 4);
        ASSERT_EQ(out[(z * 9 + y) * 24 + x], expected) << x << ' ' << y << ' ' << z;
      }
}

TEST(Barriers, PrivateMemoryLargerThanAStackLivesAcross) {
  Session session;
  Program program = session.build(R"(
    kernel void test(global int *out) {
      int big[4096];
      size_t l = get_local_id(0);
      for (int i = 0; i < 4096; ++i)
        big[i] = i * (int)(l + 1);
      barrier(CLK_GLOBAL_MEM_FENCE);
      int sum = 0;
      for (int i = 0; i < 4096; ++i)
        sum += big[(i * 13 + l) & 4095] ^ i;
      out[get_global_id(0)] = sum;
    })");
  std::vector<int> out(1024);
  session.run(program, "test", {{1024}, {512}}, inOut(out));
  for (unsigned item = 0; item < 1024; ++item) {
    unsigned l = item % 512, sum = 0;
    for (unsigned i = 0; i < 4096; ++i)
      sum += ((i * 13 + l) & 4095) * (l + 1) ^ i;
    ASSERT_EQ(static_cast<unsigned>(out[item]), sum) << item;
  }
}

TEST(Barriers, MatrixProductThroughTiles) {
  constexpr int n = 48;
  Session session;
  Program program = session.build(R"(
    #define T 16
    kernel __attribute__((reqd_work_group_size(T, T, 1)))
    void multiply(global const float *a, global const float *b, global float *c, int n) {
      local float at[T][T], bt[T][T];
      int x = get_local_id(0), y = get_local_id(1);
      int column = get_global_id(0), row = get_global_id(1);
      float sum = 0;
      for (int tile = 0; tile < n; tile += T) {
        at[y][x] = a[row * n + tile + x];
        bt[y][x] = b[(tile + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < T; ++k)
          sum += at[y][k] * bt[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      c[row * n + column] = sum;
    })");
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 13);
    b[i] = static_cast<float>(i % 7) - 3;
  }
  session.run(program, "multiply", {{n, n}, {16, 16}}, in(a), in(b), inOut(c), n);
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
      ASSERT_EQ(c[row * n + column], sum) << row << ' ' << column;
    }
}

} // namespace
} // namespace weft::test
