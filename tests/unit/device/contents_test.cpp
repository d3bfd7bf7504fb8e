// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/contents.h"

#include <gtest/gtest.h>

#include <cstring>

namespace weft::device {
namespace {

constexpr std::size_t size = 10'000;

TEST(Contents, BeginWithoutAny) {
  Contents contents(size);
  const unsigned char *begin = contents.begin();
  ASSERT_TRUE(begin);
  for (std::size_t index = 0; index != size; ++index)
    EXPECT_EQ(begin[index], 0);
}

TEST(Contents, AreThoseThatWereWritten) {
  Contents contents(size);
  contents.noteWrite(100, 50);
  const unsigned char *begin = contents.begin();
  ASSERT_TRUE(begin);
  EXPECT_EQ(begin[99], 0);
  EXPECT_EQ(begin[100], 0xff);
  EXPECT_EQ(begin[149], 0xff);
  EXPECT_EQ(begin[150], 0);
}

TEST(Contents, AreNoLongerKeptWhenAllIsWritten) {
  Contents contents(size);
  contents.noteWrite(0, size / 2);
  EXPECT_TRUE(contents.begin());
  contents.noteWrite(size / 2, size - size / 2);
  EXPECT_FALSE(contents.begin());
  EXPECT_FALSE(contents.begin());
}

TEST(Contents, CountAsWholeAfterAnUnknownWrite) {
  Contents contents(size);
  contents.noteAll();
  EXPECT_FALSE(contents.begin());
}

TEST(Contents, AreWholeIfAKernelWritesAll) {
  Contents contents(1);
  std::memset(contents.begin(), 0xff, 1);
  EXPECT_FALSE(contents.begin());
}

TEST(Contents, CountAsWholeWithoutMemory) {
  Contents contents(std::size_t{1} << 62);
  EXPECT_FALSE(contents.begin());
  contents.noteWrite(0, 100);
}

} // namespace
} // namespace weft::device
