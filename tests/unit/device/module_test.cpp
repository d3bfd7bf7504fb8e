// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/program/module.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace weft::device {
namespace {

using Image = std::vector<std::byte>;

Image read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto *begin = reinterpret_cast<const std::byte *>(text.data());
  return {begin, begin + text.size()};
}

void write(const std::string &path, const Image &image) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(image.data()),
             static_cast<std::streamsize>(image.size()));
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

const Image &program() {
  static const Image &image = *new Image(read(WEFT_TEST_PROGRAM));
  return image;
}

/// Runs the program's kernel over four groups on this thread and returns the program's total.
std::uint64_t addFour(const Module &module) {
  std::uint64_t result = 0;
  std::uint64_t *argument = &result;
  weft_launch launch{};
  launch.arguments = reinterpret_cast<const unsigned char *>(&argument);
  weft_worker worker{};
  module.kernels()[0].function(&launch, 0, 4, &worker);
  return result;
}

class ModuleTest : public testing::Test {
protected:
  std::string error;
  std::string path = testing::TempDir() + "weft_module_test_" + std::to_string(getpid()) + ".so";
  ~ModuleTest() override { std::remove(path.c_str()); }
};

TEST_F(ModuleTest, LoadsFromMemory) {
  const auto module = Module::load(program(), "", false, error);
  ASSERT_TRUE(module) << error;
  EXPECT_EQ(error, "");
  ASSERT_EQ(module->kernels().size(), 1u);
  EXPECT_EQ(module->find("add_groups"), &module->kernels()[0]);
  EXPECT_EQ(module->find("nothing"), nullptr);
  EXPECT_EQ(module->description().global_variable_bytes, 8u);
  EXPECT_EQ(addFour(*module), 4u);
}

TEST_F(ModuleTest, MutableGlobalsAreNotShared) {
  const auto first = Module::load(program(), WEFT_TEST_PROGRAM, true, error);
  const auto second = Module::load(program(), WEFT_TEST_PROGRAM, true, error);
  ASSERT_TRUE(first && second) << error;
  EXPECT_EQ(addFour(*first), 4u);
  EXPECT_EQ(addFour(*first), 8u);
  EXPECT_EQ(addFour(*second), 4u);
}

TEST_F(ModuleTest, ReloadedProgramsStartAfresh) {
  for (int i = 0; i < 50; ++i) {
    auto module = Module::load(program(), "", true, error);
    ASSERT_TRUE(module) << error;
    ASSERT_EQ(addFour(*module), 4u);
  }
}

TEST_F(ModuleTest, OthersAreLoadedOnce) {
  write(path, program());
  const auto first = Module::load(program(), path, false, error);
  const auto second = Module::load(program(), path, false, error);
  ASSERT_TRUE(first && second) << error;
  EXPECT_EQ(first->kernels().data(), second->kernels().data());
}

TEST_F(ModuleTest, TheImageCountsNotTheName) {
  write(path, program());
  const auto first = Module::load(program(), path, false, error);
  ASSERT_TRUE(first) << error;
  Image changed = program();
  const char name[] = "add_groups";
  const auto *begin = reinterpret_cast<const std::byte *>(name);
  const auto found = std::search(changed.begin(), changed.end(), begin, begin + sizeof name);
  ASSERT_NE(found, changed.end());
  *found = std::byte{'A'};
  std::filesystem::rename(path, path + ".old");
  write(path, changed);
  const auto second = Module::load(changed, path, false, error);
  std::filesystem::remove(path + ".old");
  ASSERT_TRUE(second) << error;
  EXPECT_TRUE(second->find("Add_groups"));
  EXPECT_TRUE(first->find("add_groups"));
  // A file that is gone, or holds something else, is no obstacle.
  std::filesystem::remove(path);
  write(path, Image(100));
  EXPECT_TRUE(Module::load(program(), path, false, error)) << error;
  std::filesystem::remove(path);
  EXPECT_TRUE(Module::load(program(), path, false, error)) << error;
}

TEST_F(ModuleTest, NothingOfAnotherFileRuns) {
  Image image = program(), other = read(WEFT_TEST_CONSTRUCTING_PROGRAM);
  const std::size_t size = std::max(image.size(), other.size());
  image.resize(size);
  other.resize(size);
  write(path, other);
  ASSERT_EQ(std::getenv("WEFT_TEST_CONSTRUCTED"), nullptr);
  EXPECT_TRUE(Module::load(image, path, false, error)) << error;
  EXPECT_EQ(std::getenv("WEFT_TEST_CONSTRUCTED"), nullptr);
  // The same file does run where it is what was asked for.
  EXPECT_TRUE(Module::load(other, path, false, error)) << error;
  EXPECT_NE(std::getenv("WEFT_TEST_CONSTRUCTED"), nullptr);
  unsetenv("WEFT_TEST_CONSTRUCTED");
}

/// The names of the files that are mapped as code.
std::string codeMappings() {
  std::ifstream maps("/proc/self/maps");
  std::string text;
  for (std::string line; std::getline(maps, line);)
    if (line.find(" r-xp ") != std::string::npos)
      text += line + "\n";
  return text;
}

TEST_F(ModuleTest, FilesThatOthersMayWriteToAreNotMapped) {
  write(path, program());
  for (const mode_t mode : {0620, 0602, 0777}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    const auto module = Module::load(program(), path, false, error);
    ASSERT_TRUE(module) << error;
    EXPECT_EQ(codeMappings().find(path), std::string::npos);
  }
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  const auto module = Module::load(program(), path, false, error);
  ASSERT_TRUE(module) << error;
  EXPECT_NE(codeMappings().find(path), std::string::npos);
}

std::size_t openDescriptors() {
  const std::filesystem::directory_iterator folder("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(folder), end(folder)));
}

TEST_F(ModuleTest, LoadedProgramsHoldNoDescriptors) {
  write(path, program());
  const std::size_t before = openDescriptors();
  std::vector<std::shared_ptr<const Module>> modules;
  for (int i = 0; i < 300; ++i) {
    const bool shared = i % 3 == 0;
    modules.push_back(Module::load(program(), shared ? path : "", !shared, error));
    ASSERT_TRUE(modules.back()) << error;
    EXPECT_EQ(openDescriptors(), before);
    // Each is the program itself and not one that was loaded under the same number.
    EXPECT_EQ(addFour(*modules.back()), shared ? 4u * static_cast<unsigned>(i / 3 + 1) : 4u);
    if (i % 7 == 6)
      modules.erase(modules.begin() + i % static_cast<int>(modules.size()));
  }
}

TEST_F(ModuleTest, LimitOnTheSizeOfFilesGivesAnError) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit small{1024, 1024};
    signal(SIGXFSZ, SIG_DFL);
    setrlimit(RLIMIT_FSIZE, &small);
    _exit(Module::load(program(), "", false, error) || error.empty() ? 1 : 0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(ModuleTest, WhatIsNoProgramGivesAnError) {
  const char text[] = "This is not an object file, and it is long enough to have had a header.";
  const auto *begin = reinterpret_cast<const std::byte *>(text);
  EXPECT_FALSE(Module::load({begin, sizeof text}, "", false, error));
  EXPECT_NE(error, "");
  error.clear();
  EXPECT_FALSE(Module::load({}, "", false, error));
  EXPECT_NE(error, "");
}

TEST_F(ModuleTest, AnotherAbiIsRefused) {
  EXPECT_FALSE(Module::load(read(WEFT_TEST_FOREIGN_PROGRAM), "", false, error));
  EXPECT_NE(error.find("ABI"), std::string::npos) << error;
}

TEST_F(ModuleTest, ManyAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      std::string error;
      for (int i = 0; i < 25; ++i) {
        const auto module = Module::load(program(), "", true, error);
        ASSERT_TRUE(module) << error;
        ASSERT_EQ(addFour(*module), 4u);
      }
    });
  for (auto &thread : threads)
    thread.join();
}

} // namespace
} // namespace weft::device
