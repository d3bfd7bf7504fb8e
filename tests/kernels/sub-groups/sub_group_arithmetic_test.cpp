// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans of sub-groups, of every type and operation, over all and over some of the
// work-items. Floating-point operands are such that every order has the same, exact result.
#include "tests/kernels/sub-groups/sub_group_model.h"

#include <limits>
#include <type_traits>

namespace weft::test {
namespace {

struct Half {}; ///< computed as double, which is exact here

template <class T> struct Traits;
#define TRAITS(TYPE, NAME, ROW)                                                                    \
  template <> struct Traits<TYPE> {                                                                \
    static constexpr const char *name = NAME;                                                      \
    static constexpr size_t row = ROW; /* for isTaken */                                           \
  };
TRAITS(cl_char, "char", 0)
TRAITS(cl_uchar, "uchar", 1)
TRAITS(cl_short, "short", 2)
TRAITS(cl_ushort, "ushort", 3)
TRAITS(cl_int, "int", 4)
TRAITS(cl_uint, "uint", 5)
TRAITS(cl_long, "long", 6)
TRAITS(cl_ulong, "ulong", 7)
TRAITS(Half, "half", 8)
TRAITS(cl_float, "float", 9)
TRAITS(cl_double, "double", 10)
#undef TRAITS

/// One operation on numbers of type T, which travel as Wide: a double, or 64 bits of an integer.
template <class T> struct Numbers {
  static constexpr bool isInteger = std::is_integral_v<T>;
  using Wide = std::conditional_t<isInteger, cl_long, cl_double>;

  static Wide narrowed(Wide value) {
    if constexpr (isInteger)
      return static_cast<Wide>(static_cast<T>(value));
    else
      return value;
  }

  static Wide identity(const std::string &operation) {
    if constexpr (isInteger) {
      using Limits = std::numeric_limits<T>;
      return operation == "min"   ? static_cast<Wide>(Limits::max())
             : operation == "max" ? static_cast<Wide>(Limits::min())
             : operation == "mul" ? 1
             : operation == "and" ? narrowed(-1)
                                  : 0;
    } else {
      const double infinity = std::numeric_limits<double>::infinity();
      return operation == "min"   ? infinity
             : operation == "max" ? -infinity
             : operation == "mul" ? 1
                                  : 0;
    }
  }

  static Wide apply(const std::string &operation, Wide a, Wide b) {
    if constexpr (isInteger) {
      const auto x = static_cast<cl_ulong>(a), y = static_cast<cl_ulong>(b);
      if (operation == "and")
        return a & b;
      if (operation == "or")
        return a | b;
      if (operation == "xor")
        return a ^ b;
      if (operation == "min")
        return static_cast<T>(a) < static_cast<T>(b) ? a : b;
      if (operation == "max")
        return static_cast<T>(a) < static_cast<T>(b) ? b : a;
      return narrowed(static_cast<Wide>(operation == "add" ? x + y : x * y));
    } else {
      return operation == "min"   ? std::min(a, b)
             : operation == "max" ? std::max(a, b)
             : operation == "add" ? a + b
                                  : a * b;
    }
  }

  static std::vector<std::string> operations() {
    std::vector<std::string> list{"add", "mul", "min", "max"};
    if (isInteger)
      list.insert(list.end(), {"and", "or", "xor"});
    return list;
  }
};

/// Small integers, and for products halves, wholes and doubles that nearly cancel each other; for
/// integers any bits.
template <class T> std::vector<cl_double> floatingInputs(size_t items, bool forProducts) {
  std::vector<cl_double> list(items);
  for (size_t i = 0; i < items; ++i)
    list[i] = forProducts ? (i % 16 == 3   ? 2
                             : i % 16 == 7 ? 0.5
                             : i % 3 == 0  ? -1
                                           : 1)
                          : static_cast<double>(scrambled(i) % 33) - 16;
  return list;
}

template <class T> std::vector<typename Numbers<T>::Wide> inputs(size_t items, bool forProducts) {
  if constexpr (Numbers<T>::isInteger) {
    std::vector<cl_long> list(items);
    for (size_t i = 0; i < items; ++i)
      list[i] = Numbers<T>::narrowed(
          static_cast<cl_long>(scrambled(i + 1000 * forProducts) | forProducts));
    return list;
  } else {
    return floatingInputs<T>(items, forProducts);
  }
}

constexpr size_t clusterSizes[] = {1, 2, 4, 8, 16, 32, 64};
/// Results of one operation: reduction, scans, clusters of the sizes above.
constexpr size_t resultCount = 3 + std::size(clusterSizes);

/// Clusters that are larger than sub-groups are left out.
std::string clusters(const std::string &operation, size_t size) {
  std::string text;
  for (size_t k = 0; k < std::size(clusterSizes); ++k)
    if (clusterSizes[k] <= size)
      text += "mine[" + std::to_string(3 + k) + "] = (WIDE)sub_group_clustered_reduce_" +
              operation + "(x, " + std::to_string(clusterSizes[k]) + ");\n";
  return text;
}

std::string kernelOf(const std::string &operation, size_t size) {
  return "kernel SIZED void test_" + operation +
         R"((global const uchar *active, global const WIDE *in, global WIDE *out) {
           size_t i = get_global_linear_id();
           T x = (T)in[i];
           global WIDE *mine = out + i * RESULTS;
           if (active[i]) {
             mine[0] = (WIDE)sub_group_non_uniform_reduce_)" +
         operation + "(x);\n mine[1] = (WIDE)sub_group_non_uniform_scan_inclusive_" + operation +
         "(x);\n mine[2] = (WIDE)sub_group_non_uniform_scan_exclusive_" + operation + "(x);\n" +
         clusters(operation, size) + "}}\n";
}

template <class T> class SubGroupArithmetic : public testing::Test {
protected:
  using Wide = typename Numbers<T>::Wide;

  std::string options(size_t required) const {
    return "-cl-std=CL3.0 -DT=" + std::string(Traits<T>::name) +
           " -DWIDE=" + (Numbers<T>::isInteger ? "long" : "double") +
           " -DRESULTS=" + std::to_string(resultCount) + sizeOption(required);
  }

  /// Combines the values of the active lanes of [first, last).
  static Wide combined(const std::string &operation, const SubGroup &lanes, const Activity &active,
                       const std::vector<Wide> &input, size_t first, size_t last) {
    Wide result = Numbers<T>::identity(operation);
    for (size_t lane = first; lane < std::min(last, lanes.size()); ++lane)
      if (active[lanes[lane]])
        result = Numbers<T>::apply(operation, result, input[lanes[lane]]);
    return result;
  }

  void check(cl_program program, const std::string &operation, const Shape &shape,
             const Activity &active, size_t size, size_t largestCluster) {
    const std::vector<Wide> input = inputs<T>(shape.items(), operation == "mul");
    std::vector<Wide> out(shape.items() * resultCount, 99);
    session.run(program, ("test_" + operation).c_str(), shape.range(), in(active), in(input),
                inOut(out));
    for (const SubGroup &lanes : subGroupsOf(shape, size)) {
      const auto over = [&](size_t first, size_t last) {
        return combined(operation, lanes, active, input, first, last);
      };
      for (size_t lane = 0; lane < lanes.size(); ++lane) {
        std::vector<Wide> expected(resultCount, 99);
        if (active[lanes[lane]]) {
          expected[0] = over(0, size);
          expected[1] = over(0, lane + 1);
          expected[2] = over(0, lane);
          for (size_t k = 0; k < std::size(clusterSizes); ++k)
            if (const size_t n = clusterSizes[k]; n <= largestCluster)
              expected[3 + k] = over(lane / n * n, lane / n * n + n);
        }
        const Wide *mine = &out[lanes[lane] * resultCount];
        ASSERT_EQ(std::vector<Wide>(mine, mine + resultCount), expected)
            << operation << ", lane " << lane << " of " << lanes.size() << ", item " << lanes[lane];
      }
    }
  }

  Session session;
};

using Types = testing::Types<cl_char, cl_uchar, cl_short, cl_ushort, cl_int, cl_uint, cl_long,
                             cl_ulong, Half, cl_float, cl_double>;
TYPED_TEST_SUITE(SubGroupArithmetic, Types);

TYPED_TEST(SubGroupArithmetic, OfActiveWorkItems) {
  for (const size_t required : requiredSizes) {
    SCOPED_TRACE(required);
    std::string source;
    std::vector<std::string> operations;
    size_t row = 0;
    for (const std::string &operation : Numbers<TypeParam>::operations())
      if (isTaken(4, Traits<TypeParam>::row, row++, placeOf(required))) {
        operations.push_back(operation);
        source += kernelOf(operation, required ? required : 8);
      }
    const Program program = this->session.build(source, this->options(required));
    const size_t size = sizeOf(this->session, program, ("test_" + operations.front()).c_str());
    for (const std::string &operation : operations)
      for (const Shape &shape : shapes())
        for (const Activity &active : activities(shape.items())) {
          SCOPED_TRACE(shape);
          this->check(program, operation, shape, active, size, required ? required : 8);
          if (this->HasFatalFailure())
            return;
        }
  }
}

// Sums that all work-items take part in; those of Intel have the same result.
TYPED_TEST(SubGroupArithmetic, OfAllWorkItems) {
  using Wide = typename Numbers<TypeParam>::Wide;
  const bool hasIntels = sizeof(TypeParam) <= 2 && Numbers<TypeParam>::isInteger;
  std::string source;
  for (const char *name : {"add", "min", "max"}) {
    source += std::string("kernel SIZED void test_") + name +
              "(global const WIDE *in, global WIDE *out) {\n"
              "size_t i = get_global_linear_id(); T x = (T)in[i];\n";
    size_t result = 0;
    for (const char *prefix : {"", "intel_"})
      for (const char *form : {"reduce_", "scan_inclusive_", "scan_exclusive_"}) {
        const bool isThere = !*prefix || hasIntels;
        source += "out[i * 6 + " + std::to_string(result++) + "] = (WIDE)" +
                  (isThere ? prefix : "") + "sub_group_" + form + name + "(x);\n";
      }
    source += "}\n";
  }
  const Program program = this->session.build(source, this->options(0));
  const size_t size = sizeOf(this->session, program, "test_add");
  for (const std::string operation : {"add", "min", "max"})
    for (const Shape &shape : shapes()) {
      SCOPED_TRACE(shape);
      const std::vector<Wide> input = inputs<TypeParam>(shape.items(), false);
      const Activity active(shape.items(), 1);
      std::vector<Wide> out(shape.items() * 6);
      this->session.run(program, ("test_" + operation).c_str(), shape.range(), in(input),
                        inOut(out));
      for (const SubGroup &lanes : subGroupsOf(shape, size))
        for (size_t lane = 0; lane < lanes.size(); ++lane) {
          const auto over = [&](size_t last) {
            return this->combined(operation, lanes, active, input, 0, last);
          };
          std::vector<Wide> expected{over(size), over(lane + 1), over(lane)};
          expected.insert(expected.end(), {expected[0], expected[1], expected[2]});
          const Wide *mine = &out[lanes[lane] * 6];
          ASSERT_EQ(std::vector<Wide>(mine, mine + 6), expected) << operation << ", " << lane;
        }
    }
}

class SubGroupLogic : public testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(Sizes, SubGroupLogic, testing::Values(8, 16, 32, 64));

TEST_P(SubGroupLogic, OfActiveWorkItems) {
  const size_t size = GetParam();
  Session session;
  const std::vector<std::string> operations{"and", "or", "xor"};
  std::string source;
  for (const std::string &operation : operations) {
    const std::string name = "logical_" + operation;
    source +=
        "kernel SIZED void test_" + operation +
        "(global const uchar *active, global const int *in, global int *out) {\n"
        "size_t i = get_global_linear_id(); global int *mine = out + i * RESULTS; int x = in[i];\n"
        "if (active[i]) {\n"
        "mine[0] = sub_group_non_uniform_reduce_" +
        name +
        "(x) != 0;\n"
        "mine[1] = sub_group_non_uniform_scan_inclusive_" +
        name +
        "(x) != 0;\n"
        "mine[2] = sub_group_non_uniform_scan_exclusive_" +
        name + "(x) != 0;\n";
    for (size_t k = 0; k < std::size(clusterSizes); ++k)
      if (clusterSizes[k] <= size)
        source += "mine[" + std::to_string(3 + k) + "] = sub_group_clustered_reduce_" + name +
                  "(x, " + std::to_string(clusterSizes[k]) + ") != 0;\n";
    source += "}}\n";
  }
  const Program program = session.build(
      source, "-cl-std=CL3.0 -DRESULTS=" + std::to_string(resultCount) + sizeOption(size));
  for (const std::string &operation : operations)
    for (const Shape &shape : shapes())
      for (const Activity &active : activities(shape.items())) {
        SCOPED_TRACE(shape);
        std::vector<cl_int> input(shape.items()), out(shape.items() * resultCount, -1);
        for (size_t i = 0; i < input.size(); ++i)
          input[i] = scrambled(i * 5) % 4 == 0 ? 0 : 1 << i % 32;
        session.run(program, ("test_" + operation).c_str(), shape.range(), in(active), in(input),
                    inOut(out));
        for (const SubGroup &lanes : subGroupsOf(shape, size)) {
          const auto over = [&](size_t first, size_t last) {
            cl_int result = operation == "and";
            for (size_t lane = first; lane < std::min(last, lanes.size()); ++lane)
              if (active[lanes[lane]]) {
                const cl_int value = input[lanes[lane]] != 0;
                result = operation == "and"  ? result && value
                         : operation == "or" ? result || value
                                             : result != value;
              }
            return result;
          };
          for (size_t lane = 0; lane < lanes.size(); ++lane) {
            std::vector<cl_int> expected(resultCount, -1);
            if (active[lanes[lane]]) {
              expected[0] = over(0, size);
              expected[1] = over(0, lane + 1);
              expected[2] = over(0, lane);
              for (size_t k = 0; k < std::size(clusterSizes); ++k)
                if (const size_t n = clusterSizes[k]; n <= size)
                  expected[3 + k] = over(lane / n * n, lane / n * n + n);
            }
            const cl_int *mine = &out[lanes[lane] * resultCount];
            ASSERT_EQ(std::vector<cl_int>(mine, mine + resultCount), expected)
                << operation << ", item " << lanes[lane];
          }
        }
      }
}

} // namespace
} // namespace weft::test
