// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the command in a folder of its own, as a user at a shell does.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <system_error>

namespace weft::test {

struct Outcome {
  int code;
  std::string output; ///< standard output and error
};

class CommandTest : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "weft-people-XXXXXX").string();
    ASSERT_TRUE(::mkdtemp(pattern.data()));
    folder = pattern;
  }
  /// A compiler that outlives its host may still be adding to a cache in the folder, for seconds.
  void TearDown() override {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    std::error_code error;
    do
      std::filesystem::remove_all(folder, error);
    while (error && std::chrono::steady_clock::now() < end);
    EXPECT_FALSE(error) << error.message();
  }

  void write(const std::string &name, const std::string &text) const {
    std::ofstream(folder + "/" + name) << text;
  }
  std::string read(const std::string &name) const {
    std::ifstream file(folder + "/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Outcome shell(const std::string &words) const {
    FILE *pipe = ::popen(("cd '" + folder + "' && " + words + " 2>&1").c_str(), "r");
    Outcome run{-1, {}};
    char buffer[4096];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe))
      run.output.append(buffer, count);
    const int status = ::pclose(pipe);
    run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return run;
  }
  /// `environment`: assignments before the command.
  Outcome weft(const std::string &words, const std::string &environment = "") const {
    return shell("env " + environment + " '" WEFT_TEST_COMMAND "' " + words);
  }

  std::string folder;
};

inline void expectContains(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << "expected " << part << "\nin " << text;
}

} // namespace weft::test
