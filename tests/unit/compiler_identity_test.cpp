// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/cache/compiler_identity.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace weft::compiler {
namespace {

namespace fs = std::filesystem;

void writeText(const fs::path &path, const std::string &text) {
  std::ofstream(path, std::ios::trunc) << text;
}

TEST(CompilerIdentity, IsThatOfTheContent) {
  std::string pattern = (fs::temp_directory_path() / "weft-identity-XXXXXX").string();
  ASSERT_TRUE(::mkdtemp(pattern.data()));
  const std::string program = pattern + "/weftc", library = pattern + "/weft-kernel-lib.a",
                    helpers = pattern + "/weft-helpers.a";
  for (const std::string &file : {program, library, helpers})
    writeText(file, "text of " + file);
  const auto identity = [&] { return compilerIdentity(program, library); };
  const Hash before = identity();
  for (const std::string &file : {program, library, helpers}) {
    // Neither time nor size tell.
    const auto time = fs::last_write_time(file);
    writeText(file, "TEXT of " + file);
    fs::last_write_time(file, time);
    EXPECT_NE(identity(), before) << file;
    writeText(file, "text of " + file);
    fs::last_write_time(file, time - std::chrono::hours(1));
    EXPECT_EQ(identity(), before) << file;
  }
  fs::remove_all(pattern);
}

} // namespace
} // namespace weft::compiler
