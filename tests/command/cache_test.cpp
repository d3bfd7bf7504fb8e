// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft cache: what it lists is what a program has left, and what it clears is the cache's alone.
#include "tests/command/fixture.h"

#include <algorithm>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using weft::test::expectContains;
using weft::test::Outcome;

class Cache : public weft::test::CommandTest {
protected:
  std::string environment() const { return "WEFT_CACHE_DIR='" + folder + "/cache' "; }
  /// The cache's files of a kind.
  std::ptrdiff_t count(const char *extension) const {
    const fs::directory_iterator files(folder + "/cache");
    return std::count_if(fs::begin(files), fs::end(files), [&](const fs::directory_entry &file) {
      return file.path().extension() == extension;
    });
  }
  /// The host waits for the whole program, which is in the cache then. After the host's end the
  /// compiler would complete it only on an idle machine.
  void fill() const {
    EXPECT_EQ(shell("env " + environment() + "WEFT_TIERS=best '" WEFT_TEST_PROGRAM "' binary").code,
              7);
    EXPECT_EQ(count(".entry"), 1);
  }
};

TEST_F(Cache, ListsProgramsByTheirKernels) {
  EXPECT_EQ(weft("cache list", environment()).output, "no programs\n");
  fill();
  const Outcome list = weft("cache list", environment());
  EXPECT_EQ(list.code, 0) << list.output;
  expectContains(list.output, "  tried, twice\n");
  expectContains(weft("cache stats", environment()).output, "programs   1\n");
}

TEST_F(Cache, ClearsWhatIsItsOwn) {
  fill();
  write("cache/mine.txt", "not the cache's");
  const Outcome clear = weft("cache clear", environment());
  EXPECT_EQ(clear.code, 0) << clear.output;
  expectContains(clear.output, "removed 1 programs, ");
  EXPECT_EQ(weft("cache list", environment()).output, "no programs\n");
  EXPECT_EQ(count(".entry") + count(".weft") + count(".cl"), 0);
  EXPECT_EQ(read("cache/mine.txt"), "not the cache's");
  fill();
}

TEST_F(Cache, TouchesNothingThatOthersMayWrite) {
  fill();
  fs::permissions(folder + "/cache", fs::perms::all);
  for (const char *command : {"cache list", "cache stats", "cache clear"}) {
    const Outcome run = weft(command, environment());
    EXPECT_EQ(run.code, 1) << run.output;
    expectContains(run.output, "is writable by other users");
  }
  EXPECT_FALSE(fs::is_empty(folder + "/cache"));
}

TEST_F(Cache, TellsOfMistakes) {
  EXPECT_EQ(weft("cache").code, 2);
  EXPECT_EQ(weft("cache burn").code, 2);
  EXPECT_EQ(weft("cache list all").code, 2);
  expectContains(weft("cache list", "WEFT_CACHE=0").output, "there is no cache");
}

} // namespace
