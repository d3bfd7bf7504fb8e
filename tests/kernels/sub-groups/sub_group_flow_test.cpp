// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-group functions in flow that diverges: they act on exactly the work-items that are there.
// Each kernel is compared with the same steps done for all lanes of a sub-group at once.
#include "tests/kernels/sub-groups/sub_group_model.h"

#include <functional>
#include <map>
#include <set>

namespace weft::test {
namespace {

using Values = std::vector<cl_int>;

class SubGroupFlow : public testing::TestWithParam<size_t> {
protected:
  /// Runs `test(in, out)` for shapes that differ with the size and the kernel, for whose number the
  /// length of its source stands; `model` computes the outputs of one sub-group from its
  /// inputs, by lane.
  template <class Model> void check(const std::string &source, Model model, cl_int range = 23) {
    const Program program = session.build(source, "-cl-std=CL3.0" + sizeOption(GetParam()));
    const size_t size = sizeOf(session, program, "test");
    for (const Shape &shape : shapesFor(source.size(), GetParam())) {
      SCOPED_TRACE(shape);
      Values input(shape.items()), out(shape.items(), -7);
      for (size_t i = 0; i < input.size(); ++i)
        input[i] = static_cast<cl_int>(scrambled(i) % static_cast<cl_uint>(range));
      session.run(program, "test", shape.range(), in(input), inOut(out));
      for (const SubGroup &lanes : subGroupsOf(shape, size)) {
        Values mine, expected, result;
        for (size_t item : lanes) {
          mine.push_back(input[item]);
          result.push_back(out[item]);
        }
        expected.assign(lanes.size(), -7);
        model(mine, expected);
        ASSERT_EQ(result, expected) << "from item " << lanes.front();
      }
    }
  }

  Session session;
};

INSTANTIATE_TEST_SUITE_P(Sizes, SubGroupFlow, testing::ValuesIn(requiredSizes));

cl_int sumWhere(const Values &values, const std::function<bool(size_t)> &isActive) {
  cl_int sum = 0;
  for (size_t lane = 0; lane < values.size(); ++lane)
    if (isActive(lane))
      sum += values[lane];
  return sum;
}

TEST_P(SubGroupFlow, BothSidesOfABranch) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      int x = in[i];
      if (x % 3 == 0)
        out[i] = sub_group_non_uniform_reduce_add(x);
      else
        out[i] = sub_group_non_uniform_reduce_add(x) + 1000;
    })",
        [](const Values &x, Values &out) {
          for (size_t lane = 0; lane < x.size(); ++lane) {
            const bool isThird = x[lane] % 3 == 0;
            out[lane] = sumWhere(x, [&](size_t k) { return (x[k] % 3 == 0) == isThird; }) +
                        (isThird ? 0 : 1000);
          }
        });
}

TEST_P(SubGroupFlow, NestedBranchesAndSwitch) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      int x = in[i], r = 0;
      switch (x % 4) {
      case 0: r = sub_group_non_uniform_reduce_max(x); break;
      case 1:
        if (x > 8)
          r = sub_group_non_uniform_reduce_min(x);
        r += 100 * sub_group_non_uniform_reduce_add(1);
        break;
      case 2: r = sub_group_non_uniform_scan_exclusive_add(x);
      default: r += 10 * sub_group_non_uniform_reduce_add(1);
      }
      out[i] = r;
    })",
        [](const Values &x, Values &out) {
          std::map<cl_int, Values> of;
          for (cl_int value : x)
            of[value % 4].push_back(value);
          cl_int before = 0;
          for (size_t lane = 0; lane < x.size(); ++lane)
            switch (x[lane] % 4) {
            case 0:
              out[lane] = *std::ranges::max_element(of[0]);
              break;
            case 1: {
              Values large;
              std::ranges::copy_if(of[1], std::back_inserter(large), [](int v) { return v > 8; });
              out[lane] = 100 * static_cast<cl_int>(of[1].size()) +
                          (x[lane] > 8 ? *std::ranges::min_element(large) : 0);
              break;
            }
            case 2:
              out[lane] = before + 10 * static_cast<cl_int>(of[2].size() + of[3].size());
              before += x[lane];
              break;
            default:
              out[lane] = 10 * static_cast<cl_int>(of[2].size() + of[3].size());
            }
        });
}

TEST_P(SubGroupFlow, LoopsThatWorkItemsLeaveAtDifferentTimes) {
  check(
      R"(
    kernel SIZED void test(global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      int x = in[i], sum = 0;
      for (int k = 0; k < x; ++k)
        sum = sum * 3 + sub_group_non_uniform_reduce_add(k + 1);
      out[i] = sum;
    })",
      [](const Values &x, Values &out) {
        for (size_t lane = 0; lane < x.size(); ++lane) {
          cl_uint sum = 0;
          for (cl_int k = 0; k < x[lane]; ++k)
            sum = sum * 3 + static_cast<cl_uint>(
                                (k + 1) * std::ranges::count_if(x, [&](int v) { return v > k; }));
          out[lane] = static_cast<cl_int>(sum);
        }
      },
      9);
}

TEST_P(SubGroupFlow, BreaksAndContinues) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      int x = in[i], sum = 0;
      for (int k = 0; k < 12; ++k) {
        if ((x + k) % 5 == 0)
          continue;
        if (k > x)
          break;
        sum += sub_group_non_uniform_reduce_add(1) << (k & 3);
      }
      out[i] = sum + 10000 * sub_group_reduce_add(1);
    })",
        [](const Values &x, Values &out) {
          for (cl_int &result : out)
            result = 10000 * static_cast<cl_int>(x.size());
          std::vector<bool> isIn(x.size(), true);
          for (cl_int k = 0; k < 12; ++k) {
            std::vector<bool> isHere(x.size());
            for (size_t lane = 0; lane < x.size(); ++lane) {
              isHere[lane] = isIn[lane] && (x[lane] + k) % 5 != 0;
              if (isHere[lane] && k > x[lane])
                isIn[lane] = isHere[lane] = false;
            }
            const auto count = std::ranges::count(isHere, true);
            for (size_t lane = 0; lane < x.size(); ++lane)
              if (isHere[lane])
                out[lane] += static_cast<cl_int>(count) << (k & 3);
          }
        });
}

TEST_P(SubGroupFlow, EarlyReturns) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      int x = in[i];
      if (x < 5)
        return;
      out[i] = sub_group_non_uniform_reduce_add(x);
      if (x < 10)
        return;
      out[i] = (int)sub_group_ballot_bit_count(sub_group_ballot(x & 1));
    })",
        [](const Values &x, Values &out) {
          for (size_t lane = 0; lane < x.size(); ++lane)
            if (x[lane] >= 10)
              out[lane] = static_cast<cl_int>(
                  std::ranges::count_if(x, [](int v) { return v >= 10 && v & 1; }));
            else if (x[lane] >= 5)
              out[lane] = sumWhere(x, [&](size_t k) { return x[k] >= 5; });
        });
}

TEST_P(SubGroupFlow, FunctionsThatAreCalledInBranches) {
  check(R"(
    __attribute__((noinline)) int count(int x) {
      if (x & 1)
        return sub_group_non_uniform_reduce_add(x);
      return -1;
    }
    kernel SIZED void test(global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      int x = in[i];
      out[i] = x > 6 ? count(x) : x > 3 ? count(x + 1) : 0;
    })",
        [](const Values &x, Values &out) {
          for (size_t lane = 0; lane < x.size(); ++lane)
            if (x[lane] > 6)
              out[lane] =
                  x[lane] & 1 ? sumWhere(x, [&](size_t k) { return x[k] > 6 && x[k] & 1; }) : -1;
            else if (x[lane] > 3)
              out[lane] =
                  ~x[lane] & 1
                      ? sumWhere(x, [&](size_t k) { return x[k] > 3 && x[k] <= 6 && ~x[k] & 1; }) +
                            static_cast<cl_int>(std::ranges::count_if(
                                x, [](int v) { return v > 3 && v <= 6 && ~v & 1; }))
                      : -1;
            else
              out[lane] = 0;
        });
}

// Equal calls in different flow are different: none may stand for another.
TEST_P(SubGroupFlow, EqualCallsBeforeAndInABranch) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      int x = in[i];
      int all = sub_group_reduce_add(x), some = 0;
      if (x & 2)
        some = sub_group_non_uniform_reduce_add(x);
      int again = sub_group_reduce_add(x);
      out[i] = some + (all == again ? 0 : 5000) + 1000 * all;
    })",
        [](const Values &x, Values &out) {
          const cl_int all = sumWhere(x, [](size_t) { return true; });
          const cl_int some = sumWhere(x, [&](size_t k) { return x[k] & 2; });
          for (size_t lane = 0; lane < x.size(); ++lane)
            out[lane] = 1000 * all + (x[lane] & 2 ? some : 0);
        });
}

// Work-group barriers and collectives split the kernel; sub-groups stay what they were.
TEST_P(SubGroupFlow, AcrossBarriersOfTheWorkGroup) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      local int ids[4096];
      size_t i = get_global_linear_id();
      int x = in[i];
      int sum = sub_group_reduce_add(x);
      uint lane = get_sub_group_local_id();
      ids[get_local_linear_id()] = x;
      barrier(CLK_LOCAL_MEM_FENCE);
      int same = ids[get_sub_group_id() * get_max_sub_group_size() + lane] == x;
      for (int round = 0; round < 3; ++round) {
        sum += sub_group_scan_inclusive_add(same);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[i] = sum + (lane == get_sub_group_local_id() ? 0 : 1 << 20);
    })",
        [](const Values &x, Values &out) {
          const cl_int all = sumWhere(x, [](size_t) { return true; });
          for (size_t lane = 0; lane < x.size(); ++lane)
            out[lane] = all + 3 * static_cast<cl_int>(lane + 1);
        });
}

// What a work-item wrote before the barrier is there for the others of its sub-group behind it.
TEST_P(SubGroupFlow, BarriersOfSubGroups) {
  for (const char *barrier :
       {"sub_group_barrier(CLK_LOCAL_MEM_FENCE)",
        "sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group)",
        "sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_work_group)",
        "sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device)"}) {
    SCOPED_TRACE(barrier);
    std::string source = R"(
      kernel SIZED void test(global const int *in, global int *out) {
        local int shared[4096];
        size_t i = get_global_linear_id();
        local int *mine = shared + get_sub_group_id() * get_max_sub_group_size();
        uint lane = get_sub_group_local_id(), n = get_sub_group_size();
        mine[lane] = in[i];
        for (uint step = 1; step < n; step *= 2) {
          BARRIER;
          int other = lane >= step ? mine[lane - step] : 0;
          BARRIER;
          mine[lane] += other;
        }
        BARRIER;
        out[i] = mine[n - 1 - lane];
      })";
    for (size_t at; (at = source.find("BARRIER;")) != std::string::npos;)
      source.replace(at, 7, barrier);
    check(source, [](const Values &x, Values &out) {
      cl_int sum = 0;
      for (size_t lane = 0; lane < x.size(); ++lane)
        out[x.size() - 1 - lane] = sum += x[lane];
    });
  }
}

// Fences and atomics take the scope; in some branches, where only some are.
TEST_P(SubGroupFlow, AtomicsOfTheirScope) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      local atomic_int counts[512];
      size_t i = get_global_linear_id();
      int x = in[i];
      local atomic_int *mine = counts + get_sub_group_id();
      if (sub_group_elect())
        atomic_store_explicit(mine, 0, memory_order_relaxed, memory_scope_sub_group);
      sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      if (x & 1)
        atomic_fetch_add_explicit(mine, x, memory_order_acq_rel, memory_scope_sub_group);
      atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_sub_group);
      sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = atomic_load_explicit(mine, memory_order_acquire, memory_scope_sub_group);
    })",
        [](const Values &x, Values &out) {
          std::ranges::fill(out, sumWhere(x, [&](size_t k) { return x[k] & 1; }));
        });
}

// The work-items with the value of the first that is left leave together: what a loop does before
// it is left belongs to its round, however the source says it.
TEST_P(SubGroupFlow, LoopsUntilAllHaveHadTheirTurn) {
  const char *const loops[] = {
      "for (int turn = 0;; ++turn) {"
      "  int first = sub_group_broadcast_first(x);"
      "  if (x == first) { out[i] = turn * 1000 + sub_group_non_uniform_reduce_add(1); break; } }",
      "int first, turn = 0, r = 0;"
      "for (;;) {"
      "  first = sub_group_broadcast_first(x);"
      "  if (x == first) { r = turn * 1000 + sub_group_non_uniform_reduce_add(1); break; }"
      "  ++turn; }"
      "out[i] = r;",
      "int turn = 0, r = 0; bool done = false;"
      "while (!done) {"
      "  if (x == sub_group_broadcast_first(x)) {"
      "    r = turn * 1000 + sub_group_non_uniform_reduce_add(1); done = true;"
      "  } else ++turn; }"
      "out[i] = r;",
      "int turn = 0, r = 0;"
      "for (;; ++turn) {"
      "  bool mine = x == sub_group_broadcast_first(x);"
      "  if (mine) r = turn * 1000 + sub_group_non_uniform_reduce_add(1);"
      "  if (mine) break; }"
      "out[i] = r;",
      "for (int again = 0; again < 1; ++again)"
      "  for (int turn = 0; turn < 1000; ++turn)"
      "    if (x == sub_group_broadcast_first(x)) {"
      "      out[i] = turn * 1000 + sub_group_non_uniform_reduce_add(1); return; }"};
  for (const char *loop : loops)
    check(std::string("kernel SIZED void test(global const int *in, global int *out) {"
                      "  size_t i = get_global_linear_id(); int x = in[i];") +
              loop + "}",
          [](const Values &x, Values &out) {
            std::set<cl_int> seen;
            for (const cl_int value : x)
              if (seen.insert(value).second)
                for (size_t lane = 0; lane < x.size(); ++lane)
                  if (x[lane] == value)
                    out[lane] = static_cast<cl_int>(1000 * (seen.size() - 1)) +
                                static_cast<cl_int>(std::ranges::count(x, value));
          });
}

TEST_P(SubGroupFlow, LoopsThatWriteOneEvenPlace) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      uint u = get_global_linear_id();
      int sum = sub_group_non_uniform_reduce_add(in[u]);
      global ushort *halves = (global ushort *)out;
      for (uint t = 0; t < get_work_dim() + 6; ++t)
        halves[u * 2u] = (ushort)sum;
      halves[u * 2u + 1u] = 0;
    })",
        [](const Values &x, Values &out) {
          for (size_t lane = 0; lane < x.size(); ++lane)
            out[lane] = sumWhere(x, [](size_t) { return true; }) & 0xffff;
        });
}

TEST_P(SubGroupFlow, LoopsThatWriteTwoPlaces) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      uint u = get_global_linear_id();
      uint sum = 0;
      out[u] = 0;
      global uchar *bytes = (global uchar *)out;
      for (uint t = 0; t < get_work_dim(); ++t)
        if (in[u] % 3 != 0) {
          for (uint k = 0; k < get_work_dim() + 6; ++k) {
            bytes[(u * 4u + 3u) % 32768u] = 11;
            ((global ushort *)bytes)[u * 2u] = 7;
          }
          sum += sub_group_non_uniform_reduce_add(in[u]);
        }
      bytes[u * 4u + 2u] = (uchar)sum;
    })",
        [](const Values &x, Values &out) {
          const auto goes = [&](size_t lane) { return x[lane] % 3 != 0; };
          for (size_t lane = 0; lane < x.size(); ++lane)
            out[lane] = goes(lane) ? 11 << 24 | (3 * sumWhere(x, goes) & 0xff) << 16 | 7 : 0;
        });
}

// From the barrier on, work-items come into the cycle of both loops behind the inner loop or in it.
TEST_P(SubGroupFlow, LoopsWithBarriersThatMayRunNoRound) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      size_t u = get_global_linear_id();
      int sum = 0;
      for (uint t = 0; t < get_work_dim(); ++t) {
        sum += sub_group_non_uniform_reduce_add(in[u]);
        for (uint k = 0; k < get_work_dim(); ++k) {
          barrier(CLK_LOCAL_MEM_FENCE);
          if (get_num_groups(0) == k)
            break;
        }
      }
      out[u] = sum;
    })",
        [](const Values &x, Values &out) {
          for (size_t lane = 0; lane < x.size(); ++lane)
            out[lane] = 3 * sumWhere(x, [](size_t) { return true; });
        });
}

// Kernels with sub-groups have no scalar code, so lanes must do all that one work-item may.
TEST_P(SubGroupFlow, CompareAndExchangeBesideSubGroups) {
  check(R"(
    kernel SIZED void test(global const int *in, volatile global int *out) {
      size_t i = get_global_linear_id();
      int old = atomic_cmpxchg(out + i, in[i] % 2 ? -7 : 3, 5);
      if (in[i] % 3)
        old = atomic_cmpxchg(out + i, 5, old - sub_group_non_uniform_reduce_add(1));
      out[i] += 10 * old;
    })",
        [](const Values &x, Values &out) {
          const cl_int count =
              -sumWhere(Values(x.size(), -1), [&](size_t k) { return x[k] % 3 != 0; });
          for (size_t lane = 0; lane < x.size(); ++lane) {
            cl_int old = -7;
            out[lane] = x[lane] % 2 ? 5 : -7;
            if (x[lane] % 3) {
              const cl_int next = old - count;
              old = out[lane];
              if (out[lane] == 5)
                out[lane] = next;
            }
            out[lane] += 10 * old;
          }
        });
}

TEST_P(SubGroupFlow, ProductsOf128BitsBesideSubGroups) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      ulong x = (ulong)in[i] << 58, y = (ulong)in[i] << 20;
      if (in[i] % 3)
        x = mul_hi(x, y) + mad_sat(x, 2ul, 1ul) % 1000;
      out[i] = (int)(x % 100003) + sub_group_any(in[i] == 4);
    })",
        [](const Values &x, Values &out) {
          const cl_int any = std::ranges::count(x, 4) != 0;
          for (size_t lane = 0; lane < x.size(); ++lane) {
            const auto wide = [](cl_ulong value) { return static_cast<unsigned __int128>(value); };
            const auto number = static_cast<cl_ulong>(x[lane]);
            cl_ulong left = number << 58, right = number << 20;
            if (x[lane] % 3)
              left = static_cast<cl_ulong>(wide(left) * right >> 64) +
                     static_cast<cl_ulong>(std::min(wide(left) * 2 + 1, wide(~cl_ulong{0}))) % 1000;
            out[lane] = static_cast<cl_int>(left % 100003) + any;
          }
        });
}

TEST_P(SubGroupFlow, VectorsThatLeaveLoops) {
  check(R"(
    kernel SIZED void test(global const int *in, global int *out) {
      size_t i = get_global_linear_id();
      int count = 0;
      uchar2 bytes;
      for (int round = 0; round < 3; ++round) {
        for (int value = 9; --value > 0;) {
          count += sub_group_any(in[i] == value);
          if (in[i] == 100)
            break;
        }
        bytes = vload2(2 * i + (round & 1), (global const uchar *)in);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = bytes.x + count;
    })",
        [](const Values &x, Values &out) {
          const auto has = [&](cl_int value) { return std::ranges::count(x, value) != 0; };
          for (size_t lane = 0; lane < x.size(); ++lane) {
            cl_int count = has(8);
            if (x[lane] != 100)
              for (cl_int value = 1; value < 8; ++value)
                count += has(value);
            out[lane] = (x[lane] & 255) + 3 * count;
          }
        });
}

TEST(SubGroupStores, OfTheOnlyWorkItemWriteItsBytesAlone) {
  const Session session;
  const Program program = session.build(R"(
    __attribute__((reqd_work_group_size(1, 1, 1)))
    kernel void test(global const int *from, global uchar *to) {
      size_t i = get_global_id(0);
      if (sub_group_ballot(1).x != 0)
        to[i] = (uchar)from[i];
    })",
                                        "-cl-std=CL3.0 -cl-uniform-work-group-size");
  Values from(100);
  std::vector<cl_uchar> to(from.size() + 64, 0xa5), expected = to;
  for (size_t i = 0; i < from.size(); ++i) {
    from[i] = static_cast<cl_int>(scrambled(i));
    expected[i] = static_cast<cl_uchar>(from[i]);
  }
  session.run(program, "test", {{from.size()}, {1}}, in(from), inOut(to));
  EXPECT_EQ(to, expected);
}

} // namespace
} // namespace weft::test
