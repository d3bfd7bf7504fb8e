// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/cache/disk_cache.h"
#include "compiler/interface/target/host_target.h"
#include "tests/support/child_process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace weft::compiler {
namespace {

namespace fs = std::filesystem;
using test::inChild;

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
      if (item.is_regular_file())
        total += item.file_size();
    return total;
  }

  /// A look-up in a build whose working folder is the test's.
  std::optional<DiskCache::Hit> find(const DiskCache &cache, const Hash &key) const {
    return cache.find(key, folder);
  }

  /// That a folder is neither read nor written, and why.
  void expectRefused(const DiskCache &cache, const std::string &reason) const {
    EXPECT_FALSE(find(cache, hashBytes("key")));
    EXPECT_EQ(cache.store(hashBytes("key"), program('b'), "", {}), "");
    EXPECT_EQ(cache.storeSource("a.cl", "source"), "");
    EXPECT_NE(cache.problem().find(reason), std::string::npos) << cache.problem();
  }

  std::string folder;
};

void writeText(const fs::path &path, const std::string &text) {
  std::ofstream(path, std::ios::trunc) << text;
}

ObservedFile readFile(const fs::path &path, const std::string &text) {
  return {path.string(), FileState::Read, text.size(), hashBytes(text)};
}

TEST_F(DiskCacheTest, FindsWhatWasStored) {
  const DiskCache cache(folder + "/deep/er", 1 << 20);
  const Hash key = hashBytes("key");
  EXPECT_FALSE(find(cache, key));
  const std::string path = cache.store(key, program('a'), "a warning\n", {});
  EXPECT_EQ(fs::file_size(path), program('a').size());
  const auto hit = find(cache, key);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->log, "a warning\n");
  EXPECT_EQ(hit->binary->path(), path);
  EXPECT_EQ(hit->binary->payload()[0], std::byte{'a'});
  EXPECT_FALSE(find(cache, hashBytes("another key")));
}

TEST_F(DiskCacheTest, AnotherResultHasAnotherName) {
  const DiskCache cache(folder, 1 << 20);
  const Hash key = hashBytes("key");
  const std::string first = cache.store(key, program('a'), "", {});
  const std::string second = cache.store(key, program('b'), "", {});
  EXPECT_NE(first, second);
  EXPECT_EQ(find(cache, key)->binary->path(), second);
}

TEST_F(DiskCacheTest, ChangedOrMissingHeaderIsAMiss) {
  const DiskCache cache(folder, 1 << 20);
  const fs::path header = fs::path(folder) / "header.h";
  writeText(header, "one");
  const Hash key = hashBytes("key");
  cache.store(key, program('a'), "", {readFile(header, "one")});
  EXPECT_TRUE(find(cache, key));
  for (const std::string other : {"two", "one ", ""}) {
    writeText(header, other);
    EXPECT_FALSE(find(cache, key)) << other;
  }
  writeText(header, "one");
  EXPECT_TRUE(find(cache, key));
  fs::remove(header);
  EXPECT_FALSE(find(cache, key));
}

TEST_F(DiskCacheTest, WhatWasNotThereBelongsToTheEntry) {
  const DiskCache cache(folder + "/cache", 1 << 20);
  const fs::path missing = fs::path(folder) / "missing.h";
  const Hash key = hashBytes("key");
  cache.store(key, program('a'), "", {{missing, FileState::Absent, 0, {}}});
  EXPECT_TRUE(find(cache, key));
  writeText(missing, "");
  EXPECT_FALSE(find(cache, key));
  fs::remove(missing);
  fs::create_directory(missing);
  EXPECT_FALSE(find(cache, key));
  fs::remove(missing);
  EXPECT_TRUE(find(cache, key));
}

TEST_F(DiskCacheTest, WhatKindOfFileItWasBelongsToTheEntry) {
  const DiskCache cache(folder + "/cache", 1 << 20);
  const std::string path = folder + "/thing";
  const std::pair<FileState, std::function<void()>> kinds[] = {
      {FileState::Absent, [] {}},
      {FileState::Regular, [&] { writeText(path, "any text"); }},
      {FileState::Folder, [&] { fs::create_directory(path); }},
      {FileState::Other, [&] { ::mkfifo(path.c_str(), 0600); }},
      // Sparse: only its size is looked at.
      {FileState::Regular, [&] {
         writeText(path, "");
         ASSERT_EQ(::truncate(path.c_str(), off_t{1} << 40), 0);
       }}};
  for (const auto &[state, make] : kinds) {
    const Hash key = hashBytes("key " + std::to_string(static_cast<int>(state)));
    cache.store(key, program('a'), "", {{path, state, 0, {}}});
    const Hash readKey = hashBytes("read");
    cache.store(readKey, program('b'), "", {readFile(path, "the text")});
    for (const auto &[other, makeOther] : kinds) {
      fs::remove(path);
      makeOther();
      EXPECT_EQ(bool(find(cache, key)), state == other);
      EXPECT_FALSE(find(cache, readKey));
    }
  }
}

TEST_F(DiskCacheTest, RelativePathsBeginInTheWorkingFolder) {
  const DiskCache cache(folder + "/cache", 1 << 20);
  const std::string here = folder + "/here", there = folder + "/there";
  fs::create_directory(here);
  fs::create_directory(there);
  writeText(here + "/near.h", "near");
  const Hash a = hashBytes("a"), b = hashBytes("b");
  cache.store(a, program('a'), "", {readFile("./near.h", "near")});
  cache.store(b, program('b'), "", {{"./near.h", FileState::Absent, 0, {}}});
  EXPECT_TRUE(cache.find(a, here));
  EXPECT_FALSE(cache.find(a, there));
  EXPECT_FALSE(cache.find(a, ""));
  EXPECT_FALSE(cache.find(b, here));
  EXPECT_TRUE(cache.find(b, there));
  EXPECT_FALSE(cache.find(b, ""));
}

/// XXH3 gives both contents one hash: at these places they hold its secret, which makes its
/// products zero and leaves sums, in which the words that follow may change places.
TEST_F(DiskCacheTest, NobodyCanMakeTwoContentsOfOneName) {
  std::string first(512, ' '), second;
  first.replace(0, 8,
                "\xb8\xfe\x6c\x39"
                "+1; ");
  first.replace(64, 8,
                "\x7c\x01\x81\x2c"
                "-22;");
  second = first;
  second.replace(4, 4, "-22;");
  second.replace(68, 4, "+1; ");
  EXPECT_NE(hashBytes(first), hashBytes(second));
  const DiskCache cache(folder, 1 << 20);
  EXPECT_NE(cache.storeSource("a.cl", first), cache.storeSource("b.cl", second));
  EXPECT_EQ(toHex(hashBytes("")),
            "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
}

TEST_F(DiskCacheTest, FoldersThatOthersMayWriteToAreNotUsed) {
  const DiskCache cache(folder, 1 << 20);
  ASSERT_NE(cache.store(hashBytes("key"), program('a'), "", {}), "");
  for (const mode_t mode : {0777, 0770, 0720, 0702, 01777}) {
    ASSERT_EQ(::chmod(folder.c_str(), mode), 0);
    expectRefused(cache, "'" + folder + "' is writable by other users");
  }
  ASSERT_EQ(::chmod(folder.c_str(), 0755), 0);
  EXPECT_TRUE(find(cache, hashBytes("key")));
  EXPECT_EQ(cache.problem(), "");
}

TEST_F(DiskCacheTest, FoldersWithinThoseAreNotUsed) {
  const std::string inner = folder + "/one/two";
  const DiskCache cache(inner, 1 << 20);
  ASSERT_NE(cache.store(hashBytes("key"), program('a'), "", {}), "");
  for (const mode_t mode : {0777, 0770}) {
    ASSERT_EQ(::chmod(folder.c_str(), mode), 0);
    expectRefused(cache, "'" + folder + "' is writable by other users");
  }
  // With the sticky bit nobody else can put another folder in the place of the next one.
  ASSERT_EQ(::chmod(folder.c_str(), 01777), 0);
  EXPECT_TRUE(find(cache, hashBytes("key")));
}

TEST_F(DiskCacheTest, LinksAreFollowedWhereNobodyElseCanChangeThem) {
  const std::string open = folder + "/open", link = open + "/link", inner = folder + "/inner";
  fs::create_directory(open);
  fs::create_directory_symlink("../inner", link);
  fs::create_directory_symlink(inner, folder + "/straight");
  fs::create_directory_symlink("loop", folder + "/loop");
  const DiskCache cache(link + "/cache", 1 << 20);
  fs::create_directory(inner);
  const std::string stored = cache.store(hashBytes("key"), program('a'), "", {});
  EXPECT_TRUE(fs::exists(stored));
  EXPECT_TRUE(find(cache, hashBytes("key")));
  EXPECT_TRUE(find(DiskCache(folder + "/straight/./../inner/cache/", 1 << 20), hashBytes("key")));
  expectRefused(DiskCache(folder + "/loop", 1 << 20), "is a dangling link");
  ASSERT_EQ(::chmod(open.c_str(), 0777), 0);
  expectRefused(cache, "'" + open + "' is writable by other users");
  ASSERT_EQ(::chmod(open.c_str(), 0700), 0);
  ASSERT_EQ(::chmod(inner.c_str(), 0777), 0);
  expectRefused(cache, "inner' is writable by other users");
}

TEST_F(DiskCacheTest, WhatBelongsToOthersIsNotUsed) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "needs root";
  constexpr uid_t other = 65534;
  const std::string link = folder + "/link", inner = folder + "/inner";
  fs::create_directory_symlink("inner", link);
  const DiskCache cache(link, 1 << 20);
  fs::create_directory(inner);
  const std::string stored = cache.store(hashBytes("key"), program('a'), "", {});
  ASSERT_TRUE(find(cache, hashBytes("key")));
  ASSERT_EQ(::chown(stored.c_str(), other, other), 0);
  EXPECT_FALSE(find(cache, hashBytes("key")));
  ASSERT_EQ(::chown(stored.c_str(), 0, 0), 0);
  ASSERT_EQ(::lchown(link.c_str(), other, other), 0);
  expectRefused(cache, "link' belongs to another user");
  ASSERT_EQ(::lchown(link.c_str(), 0, 0), 0);
  ASSERT_EQ(::chown(folder.c_str(), other, other), 0);
  expectRefused(cache, "'" + folder + "' belongs to another user");
  ASSERT_EQ(::chown(folder.c_str(), 0, 0), 0);
  EXPECT_TRUE(find(cache, hashBytes("key")));
}

TEST_F(DiskCacheTest, FilesThatOthersMayWriteToAreMisses) {
  const DiskCache cache(folder, 1 << 20);
  const Hash key = hashBytes("key");
  cache.store(key, program('a'), "", {});
  for (const std::string extension : {".entry", ".weft"}) {
    const fs::path file = files(extension).at(0);
    for (const mode_t mode : {0620, 0602}) {
      ASSERT_EQ(::chmod(file.c_str(), mode), 0);
      EXPECT_FALSE(find(cache, key));
    }
    ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
    EXPECT_TRUE(find(cache, key));
  }
}

TEST_F(DiskCacheTest, DamagedFilesAreMisses) {
  const DiskCache cache(folder, 1 << 20);
  const Hash key = hashBytes("key");
  for (const std::string extension : {".entry", ".weft"}) {
    cache.store(key, program('a'), "log", {readFile("/etc/hostname", "")});
    cache.store(key, program('a'), "log", {});
    ASSERT_TRUE(find(cache, key));
    const fs::path file = files(extension).at(0);
    std::ifstream stream(file, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    for (std::size_t length = 0; length < whole.size(); length += 7) {
      writeText(file, whole.substr(0, length));
      EXPECT_FALSE(find(cache, key)) << extension << " of " << length << " bytes";
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
      std::string damaged = whole;
      damaged[i] ^= 1;
      writeText(file, damaged);
      EXPECT_FALSE(find(cache, key)) << extension << ", byte " << i;
    }
    writeText(file, whole);
    EXPECT_TRUE(find(cache, key));
  }
}

TEST_F(DiskCacheTest, AnotherProgramUnderTheNameIsAMiss) {
  const DiskCache cache(folder, 1 << 20);
  const Hash a = hashBytes("a"), b = hashBytes("b");
  const std::string pathA = cache.store(a, program('a'), "", {});
  const std::string pathB = cache.store(b, program('b'), "", {});
  fs::copy_file(pathA, pathB, fs::copy_options::overwrite_existing);
  EXPECT_FALSE(find(cache, b));
  fs::copy_file(folder + "/" + toHex(a) + ".entry", folder + "/" + toHex(b) + ".entry",
                fs::copy_options::overwrite_existing);
  EXPECT_FALSE(find(cache, b));
  EXPECT_TRUE(find(cache, a));
}

TEST_F(DiskCacheTest, FoldersAndPipesUnderTheNamesAreMisses) {
  const DiskCache cache(folder, 1 << 20);
  const Hash key = hashBytes("key");
  const std::string entry = folder + "/" + toHex(key) + ".entry";
  ASSERT_EQ(::mkfifo(entry.c_str(), 0600), 0);
  EXPECT_FALSE(find(cache, key));
  fs::remove(entry);
  fs::create_directory(entry);
  EXPECT_FALSE(find(cache, key));
  cache.store(key, program('a'), "", {});
  EXPECT_FALSE(find(cache, key));
  EXPECT_TRUE(files(".tmp").empty());
}

TEST_F(DiskCacheTest, HugeFilesAreMisses) {
  const DiskCache cache(folder, std::uint64_t{1} << 50);
  const Hash key = hashBytes("key");
  for (const std::string extension : {".entry", ".weft"}) {
    cache.store(key, program('a'), "", {});
    ASSERT_TRUE(find(cache, key));
    ASSERT_EQ(::truncate(files(extension).at(0).c_str(), off_t{1} << 40), 0);
    EXPECT_FALSE(find(cache, key));
  }
}

TEST_F(DiskCacheTest, LinksAndDevicesUnderTheNamesAreMisses) {
  const DiskCache cache(folder, 1 << 20);
  const Hash key = hashBytes("key");
  cache.store(key, program('a'), "", {});
  for (const std::string extension : {".entry", ".weft"}) {
    const fs::path file = files(extension).at(0), moved = folder + "/moved";
    fs::rename(file, moved);
    for (const fs::path &target : {moved, file, fs::path("/dev/zero"), fs::path("/nowhere")}) {
      fs::create_symlink(target, file);
      EXPECT_FALSE(find(cache, key)) << target;
      fs::remove(file);
    }
    fs::rename(moved, file);
    EXPECT_TRUE(find(cache, key));
  }
}

/// Whatever stands in the place of the list of sizes, the folder keeps its bound.
TEST_F(DiskCacheTest, EvictsWithoutItsListOfSizes) {
  constexpr std::uint64_t bound = 200 << 10;
  const std::string usage = folder + "/usage";
  const std::function<void()> obstacles[] = {[&] { ::mkfifo(usage.c_str(), 0600); },
                                             [&] { fs::create_directories(usage + "/occupied"); },
                                             [&] { fs::create_symlink("/dev/full", usage); },
                                             [&] { writeText(usage, "12345"); },
                                             [&] {
                                               writeText(usage, "");
                                               ::chmod(usage.c_str(), 0);
                                             },
                                             [&] {
                                               writeText(usage, "");
                                               ASSERT_EQ(::truncate(usage.c_str(), off_t{1} << 40),
                                                         0);
                                             }};
  for (const auto &obstruct : obstacles) {
    const DiskCache cache(folder, bound);
    fs::remove_all(usage);
    obstruct();
    for (int i = 0; i < 50; ++i)
      cache.store(hashBytes(std::to_string(i)), program(static_cast<char>(i), 10000), "", {});
    EXPECT_LE(size(), bound);
    EXPECT_TRUE(find(cache, hashBytes("49")));
  }
}

TEST_F(DiskCacheTest, EvictsWhatIsLargerThanAllMayBe) {
  const DiskCache cache(folder, 100 << 10);
  writeText(folder + "/foreign.weft", "");
  ASSERT_EQ(::truncate((folder + "/foreign.weft").c_str(), off_t{1} << 40), 0);
  cache.store(hashBytes("key"), program('a'), "", {});
  EXPECT_FALSE(fs::exists(folder + "/foreign.weft"));
  EXPECT_TRUE(find(cache, hashBytes("key")));
}

TEST_F(DiskCacheTest, UnwritableFolderCostsNothingElse) {
  const DiskCache cache("/proc/weft", 1 << 20);
  EXPECT_EQ(cache.store(hashBytes("key"), program('a'), "", {}), "");
  EXPECT_FALSE(find(cache, hashBytes("key")));
  EXPECT_EQ(cache.storeSource("a.cl", "source"), "");
}

/// The limit on the size of files ends a process that writes beyond it, unless the signal is
/// ignored.
TEST_F(DiskCacheTest, LimitOnTheSizeOfFilesCostsSpeedOnly) {
  const DiskCache cache(folder, 1 << 20);
  for (const rlim_t bytes : {0, 50, 230}) {
    EXPECT_EQ(inChild([&] {
                const rlimit small{bytes, bytes};
                ::signal(SIGXFSZ, SIG_DFL);
                ::setrlimit(RLIMIT_FSIZE, &small);
                const bool stored = !cache.store(hashBytes("key"), program('a'), "", {}).empty();
                cache.storeSource("a.cl", std::string(1000, ' '));
                return stored ? 1 : 0;
              }),
              bytes == 230 ? 1 : 0);
    EXPECT_FALSE(find(cache, hashBytes("key")) && bytes < 230);
    EXPECT_TRUE(files(".tmp").empty());
  }
  EXPECT_EQ(inChild([&] {
              const rlimit small{4096, 4096};
              ::setrlimit(RLIMIT_FSIZE, &small);
              for (int i = 0; i < 1000; ++i)
                cache.store(hashBytes(std::to_string(i)), program('a'), "", {});
              return 0;
            }),
            0);
}

TEST_F(DiskCacheTest, FullDiskLeavesNothingBehind) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "needs root to mount a small disk";
  enum : int { Good, NoDisk, Stored, Found, LeftFiles };
  const int outcome = inChild([&]() -> int {
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", folder.c_str(), "tmpfs", 0, "size=64k,mode=700") != 0)
      return NoDisk;
    const DiskCache cache(folder, 1 << 20);
    if (!cache.store(hashBytes("key"), program('a', 100000), "", {}).empty() ||
        !cache.storeSource("a.cl", std::string(100000, ' ')).empty())
      return Stored;
    if (find(cache, hashBytes("key")))
      return Found;
    return fs::is_empty(folder) ? Good : LeftFiles;
  });
  if (outcome == NoDisk)
    GTEST_SKIP() << "this system lets nobody mount";
  EXPECT_EQ(outcome, Good);
}

TEST_F(DiskCacheTest, StaysBelowItsBoundAndKeepsWhatWasUsedLast) {
  constexpr std::uint64_t bound = 400 << 10;
  const DiskCache cache(folder, bound);
  const Hash used = hashBytes("used");
  const auto markUsed = [&] {
    for (const auto &extension : {".entry", ".weft"})
      for (const fs::path &file : files(extension))
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
    EXPECT_TRUE(find(cache, used));
  };
  cache.store(used, program('u'), "", {});
  for (int i = 0; i < 100; ++i) {
    markUsed();
    cache.store(hashBytes("key " + std::to_string(i)), program(static_cast<char>(i), 10000), "",
                {});
    EXPECT_LE(size(), bound);
  }
  EXPECT_TRUE(find(cache, used));
  EXPECT_TRUE(find(cache, hashBytes("key 99")));
  // The others were marked in the folder's order, which says nothing about which of them went
  // first.
  EXPECT_LT(files(".weft").size(), bound / 10000);
}

TEST_F(DiskCacheTest, EvictsPartsAndNoLocks) {
  constexpr std::uint64_t bound = 100 << 10;
  const DiskCache cache(folder, bound);
  ASSERT_TRUE(cache.openLocks());
  fs::last_write_time(folder + "/locks", fs::file_time_type::clock::now() - std::chrono::hours(2));
  for (int i = 0; i < 50; ++i)
    cache.storePart(std::to_string(i), std::string(10000, 'x'));
  EXPECT_LE(size(), bound);
  EXPECT_TRUE(cache.findPart("49"));
  EXPECT_TRUE(fs::exists(folder + "/locks"));
  EXPECT_TRUE(files(".tmp").empty());
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
        EXPECT_TRUE(find(cache, key));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(files(".tmp").empty());
}

TEST_F(DiskCacheTest, KeepsSources) {
  const DiskCache cache(folder, 1 << 20);
  const std::string path = cache.storeSource("k.cl", "kernel void k() {}");
  EXPECT_EQ(path, cache.storeSource("k.cl", "kernel void k() {}"));
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
    const auto cache = DiskCache::of(Settings::read());
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
    DiskCache::of(Settings::read())
        ->store(hashBytes(std::to_string(i)), program(static_cast<char>(i)), "", {});
  EXPECT_LE(size(), 20u << 10);
}

} // namespace
} // namespace weft::compiler
