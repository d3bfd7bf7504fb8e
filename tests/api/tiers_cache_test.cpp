// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that comes after the build, and the cache that keeps it.
#include "tests/api/tiers_fixture.h"
#include "tests/support/compiler_processes.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace weft::test {
namespace {

namespace fs = std::filesystem;

/// The disk is full when the code is there that the cache should keep.
TEST_F(Tiers, CacheFoldersThatFillUpCostSpeedOnly) {
  if (geteuid() != 0)
    GTEST_SKIP() << "needs root to mount a small disk";
  // The process that begins this test again finds the same.
  const std::string folder = testing::TempDir() + "weft-tiers-small";
  fs::create_directories(folder);
  constexpr int noDisk = 77;
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [&] {
    alarm(100);
    if (unshare(CLONE_NEWNS) != 0 ||
        mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", folder.c_str(), "tmpfs", 0, "size=256k,mode=700") != 0)
      _exit(noDisk);
    setenv("WEFT_CACHE", "1", 1);
    setenv("WEFT_CACHE_DIR", folder.c_str(), 1);
    const Session own;
    Program program = own.build(longSource() + mixedSource);
    std::ofstream filler(folder + "/filler");
    while (filler << std::string(4096, 'x') << std::flush) {
    }
    filler.close();
    std::vector<float> x(1024);
    own.run(program, "scale", {{x.size()}, {64}}, inOut(x), 1.75f);
    if (binaryBytes(program) == 0)
      _exit(2);
    for (const auto &item : fs::directory_iterator(folder))
      if (item.path().extension() == ".tmp" || item.path().extension() == ".entry")
        _exit(3);
    fs::remove(folder + "/filler");
    Program again = own.build(longSource() + mixedSource);
    std::vector<float> y(1024);
    own.run(again, "scale", {{y.size()}, {64}}, inOut(y), 1.75f);
    _exit(testing::Test::HasFailure() || !sameBits(x, y) || binaryBytes(again) == 0);
  };
  const auto isWell = [](int status) {
    return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == noDisk);
  };
  EXPECT_EXIT(run(), isWell, "");
  fs::remove_all(folder);
}

/// Hosts that end while code is made complete the program for the cache, and for nothing else.
TEST_F(Tiers, TheCacheGetsWholeProgramsOnly) {
  std::string cache = testing::TempDir() + "weft-tiers-XXXXXX";
  ASSERT_TRUE(mkdtemp(cache.data()));
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("WEFT_CACHE", "1", 1);
        setenv("WEFT_CACHE_DIR", cache.c_str(), 1);
        const Session own;
        Program program = own.build(mixedSource);
        _exit(0);
      },
      testing::ExitedWithCode(0), "");
  const auto programs = [&] {
    std::vector<fs::path> found;
    for (const auto &item : fs::recursive_directory_iterator(cache))
      if (item.path().extension() == ".weft")
        found.push_back(item.path());
    return found;
  };
  setenv("WEFT_CACHE", "1", 1);
  setenv("WEFT_CACHE_DIR", cache.c_str(), 1);
  Program program = session.build(mixedSource);
  const std::vector<float> expected = results(program);
  const size_t bytes = binaryBytes(program);
  ASSERT_EQ(programs().size(), 1u);
  EXPECT_EQ(fs::file_size(programs().front()), bytes);
  Program cached = session.build(mixedSource);
  EXPECT_TRUE(sameBits(results(cached), expected));
  fs::remove_all(cache);
}

/// Code of other builds may still come into it.
void removeCache(const std::string &folder) {
  std::error_code error;
  do {
    fs::remove_all(folder, error);
  } while (error);
}

/// The cache gets the code of a binary without code under the binary's name too.
TEST_F(Tiers, TheCacheHasTheCodeOfBinariesWithout) {
  std::string cache = testing::TempDir() + "weft-tiers-XXXXXX";
  ASSERT_TRUE(mkdtemp(cache.data()));
  setenv("WEFT_CACHE", "1", 1);
  setenv("WEFT_CACHE_DIR", cache.c_str(), 1);
  unsetenv("WEFT_BINARIES");
  std::string source = mixedSource;
  std::vector<unsigned char> binary;
  Program program;
  do { // until it is asked for before all code is there
    source += "\n";
    program = session.build(source);
    binary = binaryOf(program);
  } while (isElf(binary));
  const std::vector<float> expected = results(program);
  setenv("WEFT_BINARIES", "code", 1);
  const std::vector<unsigned char> code = binaryOf(session.build(source));
  EXPECT_TRUE(isElf(code));
  unsetenv("WEFT_BINARIES");
  while (!testing::Test::HasFailure()) {
    Program again = session.buildBinary(binary);
    EXPECT_TRUE(sameBits(results(again), expected));
    if (binaryOf(again) == code)
      break;
  }
  removeCache(cache);
  unsetenv("WEFT_CACHE_DIR");
}

} // namespace
} // namespace weft::test
