#include "device/module.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
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
  const auto first = Module::load(program(), WEFT_TEST_PROGRAM, false, error);
  const auto second = Module::load(program(), WEFT_TEST_PROGRAM, false, error);
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
  std::filesystem::resize_file(path, 100);
  EXPECT_TRUE(Module::load(program(), path, false, error)) << error;
  std::filesystem::remove(path);
  EXPECT_TRUE(Module::load(program(), path, false, error)) << error;
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
