// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of the server share: its place, and a folder.
#pragma once

#include "tests/unit/compiler_builds.h"

#include <gtest/gtest.h>

namespace weft::compiler {

class CompilerServer : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "weft-server-XXXXXX").string();
    ASSERT_TRUE(::mkdtemp(pattern.data()));
    folder = pattern;
    ::setenv("WEFT_COMPILER", WEFT_TEST_COMPILER, 1);
    ::setenv("WEFT_CACHE_DIR", (folder + "/cache").c_str(), 1);
  }
  void TearDown() override {
    for (const char *name :
         {"WEFT_BUILD_OPTIONS", "WEFT_CACHE", "WEFT_COMPILE_SECONDS", "WEFT_COMPILE_MEGABYTES"})
      ::unsetenv(name);
    fs::remove_all(folder);
  }
  void write(const std::string &name, const std::string &text) const {
    fs::create_directories(fs::path(folder + "/" + name).parent_path());
    std::ofstream(folder + "/" + name, std::ios::trunc) << text;
  }
  /// Takes a copy of the compiler that every user can run, if its own folder is below a private
  /// one, such as root's home.
  void letOthersCompile() const {
    fs::permissions(folder, fs::perms(0755));
    const fs::path compiler(WEFT_TEST_COMPILER);
    if (isOpenToAll(compiler.parent_path()))
      return;
    const fs::path copy = folder + "/compiler";
    fs::copy(compiler.parent_path(), copy, fs::copy_options::recursive);
    fs::permissions(copy, fs::perms(0755));
    ::setenv("WEFT_COMPILER", (copy / compiler.filename()).c_str(), 1);
  }
  std::string folder;

private:
  static bool isOpenToAll(fs::path path) {
    for (; path != path.root_path(); path = path.parent_path())
      if ((fs::status(path).permissions() & fs::perms::others_exec) == fs::perms::none)
        return false;
    return true;
  }
};

} // namespace weft::compiler
