// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that leave combinations of rows out still take every pair.
#include "tests/support/pairs.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace weft::test {
namespace {

TEST(Pairs, AllMeetInAFractionOfTheCombinations) {
  ::unsetenv("WEFT_TEST_ALL");
  constexpr std::size_t types = 11, functions = 7, sizes = 5;
  std::set<std::pair<std::size_t, std::size_t>> typeFunction, typeSize, functionSize;
  std::size_t count = 0;
  for (std::size_t type = 0; type != types; ++type)
    for (std::size_t function = 0; function != functions; ++function)
      for (std::size_t size = 0; size != sizes; ++size)
        if (isTaken(sizes, type, function, size)) {
          ++count;
          typeFunction.emplace(type, function);
          typeSize.emplace(type, size);
          functionSize.emplace(function, size);
        }
  EXPECT_EQ(count, types * functions);
  EXPECT_EQ(typeFunction.size(), types * functions);
  EXPECT_EQ(typeSize.size(), types * sizes);
  EXPECT_EQ(functionSize.size(), functions * sizes);
}

} // namespace
} // namespace weft::test
