// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faulty kernels as SPIR-V modules, in which LLVM's back end writes no lines.
#pragma once

#include "tests/support/opencl.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <unistd.h>

namespace weft::test {

/// The program of a module that weftc makes of a source, built with these options.
inline Program buildSpirvOf(const Session &session, const std::string &source,
                            const std::string &options) {
  const auto stem =
      std::filesystem::temp_directory_path() / ("weft-fault-" + std::to_string(::getpid()));
  const std::string input = stem.string() + ".cl", output = stem.string() + ".spv";
  std::ofstream(input) << source;
  const std::string command = "'" WEFT_TEST_COMPILER "' --emit=spirv -w -cl-std=CL3.0 "
                              "-cl-opt-disable -o '" +
                              output + "' '" + input + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream file(output, std::ios::binary);
  const std::string words{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(input);
  std::filesystem::remove(output);
  cl_int error = CL_SUCCESS;
  Program program = clCreateProgramWithIL(session.context, words.data(), words.size(), &error);
  EXPECT_EQ(error, CL_SUCCESS);
  cl_device_id ofSession = device();
  EXPECT_EQ(clBuildProgram(program, 1, &ofSession, options.c_str(), nullptr, nullptr), CL_SUCCESS)
      << session.buildLog(program);
  return program;
}

/// A report without the places that it names.
inline std::string withoutLines(const std::string &report) {
  return std::regex_replace(report, std::regex("(,| at) k\\.cl:[0-9]+:[0-9]+"), "");
}

} // namespace weft::test
