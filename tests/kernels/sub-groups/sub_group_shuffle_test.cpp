// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Broadcasts, shuffles and rotations of every type. Elements travel as bytes, so that each type has
// any bits; results whose source is no active lane are not specified and not compared.
#include "tests/kernels/sub-groups/sub_group_model.h"

#include <cstring>
#include <functional>
#include <optional>

namespace weft::test {
namespace {

struct Type {
  std::string name;
  size_t bytes; ///< in memory, where three components take the place of four
  size_t row;   ///< of the scalar and of the width together, for isTaken
};

std::vector<Type> typesOf(const std::vector<std::pair<const char *, size_t>> &scalars,
                          const std::vector<size_t> &widths) {
  std::vector<Type> list;
  for (size_t scalar = 0; scalar < scalars.size(); ++scalar)
    for (size_t k = 0; k < widths.size(); ++k) {
      const auto &[name, bytes] = scalars[scalar];
      const size_t width = widths[k];
      list.push_back({name + (width == 1 ? "" : std::to_string(width)),
                      bytes * (width == 3 ? 4 : width), scalar + k});
    }
  return list;
}

const std::vector<std::pair<const char *, size_t>> allScalars{
    {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},   {"uint", 4},
    {"long", 8}, {"ulong", 8}, {"half", 2},  {"float", 4},  {"double", 8}};
const std::vector<size_t> allWidths{1, 2, 3, 4, 8, 16};

/// One function: how the kernel calls it, with `x` and for some `y`, `d` and SIZE; and the lane
/// that a lane's result comes from, if the call is right for it.
struct Function {
  const char *name, *call;
  struct Source {
    size_t lane;
    bool isSecond = false; ///< of y instead of x
  };
  std::function<std::optional<Source>(size_t lane, cl_uint d, size_t size)> source;
};

/// Where `d` varies from item to item; elsewhere it is 5.
cl_uint deltaOf(size_t item, size_t size) { return static_cast<cl_uint>(scrambled(item) % size); }

using Source = std::optional<Function::Source>;

const Function broadcast{"broadcast", "sub_group_broadcast(x, 3)",
                         [](size_t, cl_uint, size_t) { return Source{{3}}; }};

const std::vector<Function> shuffles{
    {"shuffle", "sub_group_shuffle(x, d)", [](size_t, cl_uint d, size_t) { return Source{{d}}; }},
    {"xor", "sub_group_shuffle_xor(x, d)",
     [](size_t lane, cl_uint d, size_t) { return Source{{lane ^ d}}; }},
    {"xor by a constant", "sub_group_shuffle_xor(x, 1)",
     [](size_t lane, cl_uint, size_t) { return Source{{lane ^ 1}}; }},
    {"up", "sub_group_shuffle_up(x, d)",
     [](size_t lane, cl_uint d, size_t) { return lane < d ? Source{} : Source{{lane - d}}; }},
    {"down", "sub_group_shuffle_down(x, d)",
     [](size_t lane, cl_uint d, size_t size) {
       return lane + d < size ? Source{{lane + d}} : Source{};
     }},
    {"down by a constant", "sub_group_shuffle_down(x, 2)",
     [](size_t lane, cl_uint, size_t size) {
       return lane + 2 < size ? Source{{lane + 2}} : Source{};
     }},
    {"rotate", "sub_group_rotate(x, 5)",
     [](size_t lane, cl_uint, size_t size) { return Source{{(lane + 5) % size}}; }},
    {"rotate back", "sub_group_rotate(x, -3)",
     [](size_t lane, cl_uint, size_t size) { return Source{{(lane + size - 3) % size}}; }},
    {"rotate by an argument", "sub_group_rotate(x, delta)",
     [](size_t lane, cl_uint, size_t size) { return Source{{(lane + size - 6) % size}}; }},
    {"clustered rotate", "sub_group_clustered_rotate(x, 3, 4)",
     [](size_t lane, cl_uint, size_t) { return Source{{lane / 4 * 4 + (lane + 3) % 4}}; }},
    {"clustered rotate by an argument", "sub_group_clustered_rotate(x, delta, 8)",
     [](size_t lane, cl_uint, size_t) { return Source{{lane / 8 * 8 + (lane + 2) % 8}}; }},
};

const std::vector<Function> intelShuffles{
    {"shuffle", "intel_sub_group_shuffle(x, d)",
     [](size_t, cl_uint d, size_t) { return Source{{d}}; }},
    {"xor", "intel_sub_group_shuffle_xor(x, d)",
     [](size_t lane, cl_uint d, size_t) { return Source{{lane ^ d}}; }},
    {"down", "intel_sub_group_shuffle_down(x, y, d)",
     [](size_t lane, cl_uint d, size_t size) {
       return Source{{(lane + d) % size, lane + d >= size}};
     }},
    {"up", "intel_sub_group_shuffle_up(y, x, d)",
     [](size_t lane, cl_uint d, size_t size) {
       return Source{{(lane + size - d) % size, lane < d}};
     }},
    {"down by a constant", "intel_sub_group_shuffle_down(x, y, 1)",
     [](size_t lane, cl_uint, size_t size) {
       return Source{{(lane + 1) % size, lane + 1 >= size}};
     }},
};

class SubGroupShuffles : public testing::TestWithParam<size_t> {
protected:
  /// Runs the functions on the types, of which every two meet at one of the sizes; `functions` have
  /// kernels test0, test1 …
  void check(const std::vector<Function> &functions, const std::vector<Type> &types,
             const std::vector<Shape> &launches, bool isForSome) {
    for (const Type &type : types) {
      SCOPED_TRACE(type.name);
      std::vector<size_t> taken;
      for (size_t k = 0; k < functions.size(); ++k)
        if (isTaken(std::size(requiredSizes), type.row, k, placeOf(GetParam())))
          taken.push_back(k);
      if (taken.empty())
        continue;
      std::string source;
      for (const size_t k : taken)
        source += "kernel SIZED void test" + std::to_string(k) + R"((
            global const uchar *active, global const uint *deltas, global const T *xs,
            global const T *ys, global T *out, int delta) {
          size_t i = get_global_linear_id();
          T x = xs[i], y = ys[i];
          uint d = deltas[i];
          if (active[i])
            out[i] = )" +
                  functions[k].call + ";\n}\n";
      const Program program =
          session.build(source, "-cl-std=CL3.0 -DT=" + type.name + sizeOption(GetParam()));
      const std::string first = "test" + std::to_string(taken.front());
      const size_t size = sizeOf(session, program, first.c_str());
      for (const size_t k : taken)
        for (const Shape &shape : launches)
          for (const Activity &active : activities(shape.items())) {
            run(program, k, functions[k], type, shape, active, size);
            if (HasFatalFailure() || !isForSome)
              break;
          }
    }
  }

  void run(cl_program program, size_t k, const Function &function, const Type &type,
           const Shape &shape, const Activity &active, size_t size) {
    SCOPED_TRACE(function.name);
    SCOPED_TRACE(shape);
    const size_t items = shape.items();
    std::vector<cl_uint> deltas(items);
    std::vector<cl_uchar> x(items * type.bytes), y(x.size()), out(x.size());
    for (size_t i = 0; i < items; ++i)
      deltas[i] = deltaOf(i, size);
    for (size_t i = 0; i < x.size(); ++i) {
      // No exponent is all ones: NaNs may lose bits.
      x[i] = static_cast<cl_uchar>(scrambled(i) & 0xbb);
      y[i] = static_cast<cl_uchar>(scrambled(~i) & 0xbb);
    }
    session.run(program, ("test" + std::to_string(k)).c_str(), shape.range(), in(active),
                in(deltas), in(x), in(y), inOut(out), cl_int{-6});
    const bool hasGap = type.name.ends_with("3");
    const size_t compared = hasGap ? type.bytes / 4 * 3 : type.bytes;
    for (const SubGroup &lanes : subGroupsOf(shape, size))
      for (size_t lane = 0; lane < lanes.size(); ++lane) {
        const size_t item = lanes[lane];
        const auto from = function.source(lane, deltas[item], size);
        if (!active[item] || !from || from->lane >= lanes.size() || !active[lanes[from->lane]])
          continue;
        const auto *expected = (from->isSecond ? y : x).data() + lanes[from->lane] * type.bytes;
        ASSERT_EQ(std::memcmp(out.data() + item * type.bytes, expected, compared), 0)
            << "lane " << lane << " of " << lanes.size() << ", item " << item << ", from lane "
            << from->lane;
      }
  }

  Session session;
};

INSTANTIATE_TEST_SUITE_P(Sizes, SubGroupShuffles, testing::ValuesIn(requiredSizes));

TEST_P(SubGroupShuffles, Shuffles) { check(shuffles, typesOf(allScalars, {1}), shapes(), true); }

TEST_P(SubGroupShuffles, Broadcasts) {
  check({broadcast}, typesOf(allScalars, allWidths), {shapes()[2], shapes()[6]}, false);
}

TEST_P(SubGroupShuffles, NonUniformBroadcasts) {
  const std::vector<Shape> launches{shapes()[0], shapes()[3]};
  // Work-group g of these launches takes lane g % 8.
  for (const Shape &shape : launches) {
    Function function{"non-uniform broadcast", "", {}};
    const size_t perGroup = shape.local[0];
    for (const Type &type : typesOf(allScalars, allWidths)) {
      if (!isTaken(std::size(requiredSizes), type.row, placeOf(GetParam())))
        continue;
      const Program program = session.build(
          R"(kernel SIZED void test0(global const uchar *active, global const uint *deltas,
               global const T *xs, global const T *ys, global T *out, int delta) {
            size_t i = get_global_linear_id();
            if (active[i])
              out[i] = sub_group_non_uniform_broadcast(xs[i], get_group_id(0) % 8);
          })",
          "-cl-std=CL3.0 -DT=" + type.name + sizeOption(GetParam()));
      const size_t size = sizeOf(session, program, "test0");
      for (const Activity &active : activities(shape.items())) {
        // The model asks by lane alone, so one group is compared at a time.
        for (size_t group = 0; group * perGroup < shape.items(); ++group) {
          Activity some = active;
          for (size_t i = 0; i < some.size(); ++i)
            some[i] = some[i] && i / perGroup == group;
          function.source = [group](size_t, cl_uint, size_t) { return Source{{group % 8}}; };
          run(program, 0, function, type, shape, some, size);
        }
      }
    }
  }
}

// Vectors of all types at one size; elsewhere some are enough.
TEST_P(SubGroupShuffles, OfIntel) {
  const std::vector<Shape> launches{shapes()[0], shapes()[4], shapes()[6], shapes()[9]};
  std::vector<Type> types = typesOf({{"char", 1},
                                     {"uchar", 1},
                                     {"short", 2},
                                     {"ushort", 2},
                                     {"int", 4},
                                     {"uint", 4},
                                     {"float", 4}},
                                    GetParam() ? std::vector<size_t>{1, 2} : allWidths);
  for (const Type &type : typesOf({{"long", 8}, {"ulong", 8}, {"half", 2}, {"double", 8}}, {1}))
    types.push_back(type);
  check(intelShuffles, types, launches, true);
}

TEST_P(SubGroupShuffles, BroadcastsOfIntel) {
  check({{"broadcast", "intel_sub_group_broadcast(x, 2)",
          [](size_t, cl_uint, size_t) { return Source{{2}}; }}},
        typesOf({{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}}, allWidths),
        {shapes()[0], shapes()[2]}, false);
}

} // namespace
} // namespace weft::test
