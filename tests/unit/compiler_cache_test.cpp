#include "compiler/client/disk_cache.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace weft::compiler {
namespace {

namespace fs = std::filesystem;

class DiskCacheTest : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "weft-cache-XXXXXX").string();
    ASSERT_TRUE(::mkdtemp(pattern.data()));
    folder = pattern;
  }
  void TearDown() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }

  static std::vector<std::byte> program(char content, std::size_t size = 100) {
    return Binary::seal(std::vector<std::byte>(size, static_cast<std::byte>(content)),
                        BinaryKind::Object, 0, hostTarget());
  }

  std::vector<fs::path> files(const std::string &extension) const {
    std::vector<fs::path> found;
    for (const auto &item : fs::directory_iterator(folder))
      if (item.path().extension() == extension)
        found.push_back(item.path());
    return found;
  }

  std::uintmax_t size() const {
    std::uintmax_t total = 0;
    for (const auto &item : fs::directory_iterator(folder))
      total += item.file_size();
    return total;
  }

  std::string folder;
};

void writeText(const fs::path &path, const std::string &text) {
  std::ofstream(path, std::ios::trunc) << text;
}

TEST_F(DiskCacheTest, FindsWhatWasStored) {
  const DiskCache cache(folder + "/deep/er", 1 << 20);
  const Hash key = hashBytes("key");
  EXPECT_FALSE(cache.find(key));
  const std::string path = cache.store(key, program('a'), "a warning\n", {});
  EXPECT_EQ(fs::file_size(path), program('a').size());
  const auto hit = cache.find(key);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->log, "a warning\n");
  EXPECT_EQ(hit->binary->path(), path);
  EXPECT_EQ(hit->binary->payload()[0], std::byte{'a'});
  EXPECT_FALSE(cache.find(hashBytes("another key")));
}

TEST_F(DiskCacheTest, AnotherResultHasAnotherName) {
  const DiskCache cache(folder, 1 << 20);
  const Hash key = hashBytes("key");
  const std::string first = cache.store(key, program('a'), "", {});
  const std::string second = cache.store(key, program('b'), "", {});
  EXPECT_NE(first, second);
  EXPECT_EQ(cache.find(key)->binary->path(), second);
}

TEST_F(DiskCacheTest, ChangedOrMissingHeaderIsAMiss) {
  const DiskCache cache(folder, 1 << 20);
  const fs::path header = fs::path(folder) / "header.h";
  writeText(header, "one");
  const Hash key = hashBytes("key");
  cache.store(key, program('a'), "", {{header.string(), hashBytes("one")}});
  EXPECT_TRUE(cache.find(key));
  writeText(header, "two");
  EXPECT_FALSE(cache.find(key));
  writeText(header, "one");
  EXPECT_TRUE(cache.find(key));
  fs::remove(header);
  EXPECT_FALSE(cache.find(key));
}

TEST_F(DiskCacheTest, DamagedFilesAreMisses) {
  const DiskCache cache(folder, 1 << 20);
  const Hash key = hashBytes("key");
  for (const std::string extension : {".entry", ".weft"}) {
    cache.store(key, program('a'), "log", {{"/etc/hostname", {}}});
    cache.store(key, program('a'), "log", {});
    ASSERT_TRUE(cache.find(key));
    const fs::path file = files(extension).at(0);
    std::ifstream stream(file, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    for (std::size_t length = 0; length < whole.size(); length += 7) {
      writeText(file, whole.substr(0, length));
      EXPECT_FALSE(cache.find(key)) << extension << " of " << length << " bytes";
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
      std::string damaged = whole;
      damaged[i] ^= 1;
      writeText(file, damaged);
      EXPECT_FALSE(cache.find(key)) << extension << ", byte " << i;
    }
    writeText(file, whole);
    EXPECT_TRUE(cache.find(key));
  }
}

TEST_F(DiskCacheTest, AnotherProgramUnderTheNameIsAMiss) {
  const DiskCache cache(folder, 1 << 20);
  const Hash a = hashBytes("a"), b = hashBytes("b");
  const std::string pathA = cache.store(a, program('a'), "", {});
  const std::string pathB = cache.store(b, program('b'), "", {});
  fs::copy_file(pathA, pathB, fs::copy_options::overwrite_existing);
  EXPECT_FALSE(cache.find(b));
  fs::copy_file(folder + "/" + toHex(a) + ".entry", folder + "/" + toHex(b) + ".entry",
                fs::copy_options::overwrite_existing);
  EXPECT_FALSE(cache.find(b));
  EXPECT_TRUE(cache.find(a));
}

TEST_F(DiskCacheTest, FoldersAndPipesUnderTheNamesAreMisses) {
  const DiskCache cache(folder, 1 << 20);
  const Hash key = hashBytes("key");
  const std::string entry = folder + "/" + toHex(key) + ".entry";
  ASSERT_EQ(::mkfifo(entry.c_str(), 0600), 0);
  EXPECT_FALSE(cache.find(key));
  fs::remove(entry);
  fs::create_directory(entry);
  EXPECT_FALSE(cache.find(key));
  cache.store(key, program('a'), "", {});
  EXPECT_FALSE(cache.find(key));
  EXPECT_TRUE(files(".tmp").empty());
}

TEST_F(DiskCacheTest, UnwritableFolderCostsNothingElse) {
  const DiskCache cache("/proc/weft", 1 << 20);
  EXPECT_EQ(cache.store(hashBytes("key"), program('a'), "", {}), "");
  EXPECT_FALSE(cache.find(hashBytes("key")));
  EXPECT_EQ(cache.storeSource("source"), "");
}

/// A limit on the size of files stands in for a full disk: writes fail in the middle.
TEST_F(DiskCacheTest, FullDiskLeavesNothingBehind) {
  rlimit limits;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limits), 0);
  const rlimit small{50, limits.rlim_max};
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &small);
  const DiskCache cache(folder, 1 << 20);
  const std::string path = cache.store(hashBytes("key"), program('a'), "", {});
  ::setrlimit(RLIMIT_FSIZE, &limits);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(path, "");
  EXPECT_FALSE(cache.find(hashBytes("key")));
  EXPECT_TRUE(files(".tmp").empty());
}

TEST_F(DiskCacheTest, StaysBelowItsBoundAndKeepsWhatWasUsedLast) {
  constexpr std::uint64_t bound = 400 << 10;
  const DiskCache cache(folder, bound);
  const Hash used = hashBytes("used");
  const auto markUsed = [&] {
    for (const auto &extension : {".entry", ".weft"})
      for (const fs::path &file : files(extension))
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
    EXPECT_TRUE(cache.find(used));
  };
  cache.store(used, program('u'), "", {});
  for (int i = 0; i < 100; ++i) {
    markUsed();
    cache.store(hashBytes("key " + std::to_string(i)), program(static_cast<char>(i), 10000), "",
                {});
    EXPECT_LE(size(), bound);
  }
  EXPECT_TRUE(cache.find(used));
  EXPECT_TRUE(cache.find(hashBytes("key 99")));
  // The others were marked in the folder's order, which says nothing about which of them went
  // first.
  EXPECT_LT(files(".weft").size(), bound / 10000);
}

TEST_F(DiskCacheTest, CountsWhatLaysThereBefore) {
  constexpr std::uint64_t bound = 100 << 10;
  for (int i = 0; i < 50; ++i)
    writeText(folder + "/" + toHex(hashBytes(std::to_string(i))) + ".weft",
              std::string(10000, 'x'));
  writeText(folder + "/notes.txt", "not the cache's");
  const DiskCache cache(folder, bound);
  cache.store(hashBytes("key"), program('a'), "", {});
  EXPECT_LE(size(), bound);
  EXPECT_TRUE(fs::exists(folder + "/notes.txt"));
}

TEST_F(DiskCacheTest, ManyWritersOfOneKey) {
  const DiskCache cache(folder, 1 << 20);
  const Hash key = hashBytes("key");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < 50; ++round) {
        cache.store(key, program(static_cast<char>('a' + i)), "", {});
        EXPECT_TRUE(cache.find(key));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(files(".tmp").empty());
}

TEST_F(DiskCacheTest, KeepsSources) {
  const DiskCache cache(folder, 1 << 20);
  const std::string path = cache.storeSource("kernel void k() {}");
  EXPECT_EQ(path, cache.storeSource("kernel void k() {}"));
  EXPECT_EQ(fs::file_size(path), 18u);
  EXPECT_TRUE(path.ends_with(".cl"));
}

class CacheEnvironment : public DiskCacheTest {
protected:
  void SetUp() override {
    DiskCacheTest::SetUp();
    for (const char *name : names)
      if (const char *value = std::getenv(name))
        saved.emplace_back(name, value);
    for (const char *name : names)
      ::unsetenv(name);
  }
  void TearDown() override {
    for (const char *name : names)
      ::unsetenv(name);
    for (const auto &[name, value] : saved)
      ::setenv(name.c_str(), value.c_str(), 1);
    DiskCacheTest::TearDown();
  }
  std::string whereStored() {
    const auto cache = DiskCache::of(device::Options::read());
    return cache ? cache->store(hashBytes("key"), program('a'), "", {}) : "off";
  }
  static constexpr const char *names[] = {"WEFT_CACHE", "WEFT_CACHE_DIR", "WEFT_CACHE_SIZE",
                                          "XDG_CACHE_HOME", "HOME"};
  std::vector<std::pair<std::string, std::string>> saved;
};

TEST_F(CacheEnvironment, ChoosesTheFolder) {
  EXPECT_EQ(whereStored(), "off");
  ::setenv("HOME", (folder + "/home").c_str(), 1);
  EXPECT_TRUE(whereStored().starts_with(folder + "/home/.cache/weft/"));
  ::setenv("XDG_CACHE_HOME", (folder + "/xdg").c_str(), 1);
  EXPECT_TRUE(whereStored().starts_with(folder + "/xdg/weft/"));
  ::setenv("WEFT_CACHE_DIR", (folder + "/own").c_str(), 1);
  EXPECT_TRUE(whereStored().starts_with(folder + "/own/"));
  ::setenv("WEFT_CACHE", "0", 1);
  EXPECT_EQ(whereStored(), "off");
}

TEST_F(CacheEnvironment, TakesTheBound) {
  ::setenv("WEFT_CACHE_DIR", folder.c_str(), 1);
  ::setenv("WEFT_CACHE_SIZE", "20K", 1);
  for (int i = 0; i < 20; ++i)
    DiskCache::of(device::Options::read())->store(hashBytes(std::to_string(i)), program(static_cast<char>(i)),
                                        "", {});
  EXPECT_LE(size(), 20u << 10);
}

} // namespace
} // namespace weft::compiler
