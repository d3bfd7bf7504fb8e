// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler dies and files rot while a program uses OpenCL: builds take longer, the program goes
// on.
#include "tests/api/fixture.h"
#include "tests/support/compiler_processes.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

namespace weft::test {
namespace {

namespace fs = std::filesystem;

class Robustness : public Api {
protected:
  Robustness() {
    fs::create_directories(cache);
    fs::permissions(cache, fs::perms::owner_all);
    setenv("WEFT_CACHE_DIR", cache.c_str(), 1);
  }
  ~Robustness() override { fs::remove_all(cache); }

  cl_int build(const std::string &source) const {
    return clBuildProgram(session.create(source), 0, nullptr, "", nullptr, nullptr);
  }
  /// Builds and runs a program that no cache knows unless `number` was used before.
  int roundTrip(int number) const {
    Program program =
        session.build("kernel void test(global int *x) { *x = " + std::to_string(number) + "; }");
    std::vector<int> x = {-1};
    session.run(program, "test", {{1}}, inOut(x));
    return x[0];
  }
  /// Files with content in the cache.
  std::vector<fs::path> cachedFiles() const {
    std::vector<fs::path> found;
    for (const auto &entry : fs::recursive_directory_iterator(cache))
      if (std::error_code gone; entry.is_regular_file(gone) && entry.file_size(gone) > 0 && !gone)
        found.push_back(entry.path());
    return found;
  }
  const fs::path cache = fs::temp_directory_path() / ("weft-cache-" + std::to_string(getpid()));
};

TEST_F(Robustness, KilledCompilerCostsNothing) {
  ASSERT_EQ(roundTrip(1), 1);
  const auto before = servers();
  ASSERT_FALSE(before.empty());
  cl_int result = 1;
  std::atomic<bool> built{false};
  Program program = session.create(longSource(40));
  std::thread builder([&] {
    result = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
    built = true;
  });
  while (!built && compilingProcesses().empty())
    std::this_thread::yield();
  for (pid_t server : servers())
    kill(server, SIGKILL);
  builder.join();
  EXPECT_EQ(errorName(result), "CL_SUCCESS") << session.buildLog(program);
  EXPECT_EQ(roundTrip(2), 2);
}

TEST_F(Robustness, CompilerKilledWhileIdleCostsNothing) {
  ASSERT_EQ(roundTrip(1), 1);
  for (pid_t server : servers())
    kill(server, SIGKILL);
  EXPECT_EQ(roundTrip(2), 2);
}

TEST_F(Robustness, DamagedCacheEntriesAreBuiltAgain) {
  ASSERT_EQ(roundTrip(1), 1);
  const auto damages = {
      +[](const fs::path &file) { fs::resize_file(file, fs::file_size(file) / 2); },
      +[](const fs::path &file) { fs::resize_file(file, 0); },
      +[](const fs::path &file) {
        std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(static_cast<std::streamoff>(fs::file_size(file) / 2));
        stream.write("damaged!", 8);
      },
      +[](const fs::path &file) {
        fs::remove(file);
        fs::copy_file("/proc/self/exe", file);
      },
  };
  for (auto damage : damages) {
    // Best code is stored when it has been made, which a busy machine delays.
    for (int tries = 600; tries > 0 && cachedFiles().empty(); --tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const std::vector<fs::path> files = cachedFiles();
    EXPECT_FALSE(files.empty()) << "the build was cached";
    for (const fs::path &file : files) {
      // A new file under the old name: the program that runs keeps the one it has opened.
      const fs::path copy = file.string() + ".tmp";
      fs::copy_file(file, copy);
      damage(copy);
      fs::rename(copy, file);
    }
    EXPECT_EQ(roundTrip(1), 1);
  }
}

TEST_F(Robustness, UnusableCacheFolderCostsSpeedOnly) {
  setenv("WEFT_CACHE_DIR", "/dev/null/nowhere", 1);
  EXPECT_EQ(roundTrip(3), 3);
  EXPECT_EQ(roundTrip(3), 3);
}

TEST_F(Robustness, CacheFolderThatOthersMayWriteToIsNotUsed) {
  ASSERT_EQ(roundTrip(1), 1);
  ASSERT_FALSE(fs::is_empty(cache));
  fs::remove_all(cache);
  fs::create_directory(cache);
  fs::permissions(cache, fs::perms::all);
  EXPECT_EQ(roundTrip(1), 1);
  EXPECT_TRUE(fs::is_empty(cache));
  std::ifstream maps("/proc/self/maps");
  std::stringstream text;
  text << maps.rdbuf();
  EXPECT_EQ(text.str().find(cache.string()), std::string::npos);
}

TEST_F(Robustness, LivePrograms) {
  const cl_device_id id = device();
  Program built = session.build("global int calls;\n"
                                "kernel void test(global int *x) { *x = ++calls; }\n",
                                "-cl-std=CL3.0");
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(built, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> binary(size);
  unsigned char *bytes = binary.data();
  ASSERT_EQ(clGetProgramInfo(built, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr),
            CL_SUCCESS);
  rlimit limits;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limits), 0);
  const rlimit few{64, limits.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<Program> programs;
  for (int i = 0; i < 200 && !HasFailure(); ++i) {
    const unsigned char *image = binary.data();
    cl_int error = 1;
    programs.emplace_back(
        clCreateProgramWithBinary(context, 1, &id, &size, &image, nullptr, &error));
    EXPECT_EQ(errorName(error), "CL_SUCCESS");
    error = clBuildProgram(programs.back(), 0, nullptr, "", nullptr, nullptr);
    EXPECT_EQ(errorName(error), "CL_SUCCESS") << session.buildLog(programs.back());
    std::vector<int> x = {0};
    session.run(programs.back(), "test", {{1}}, inOut(x));
    EXPECT_EQ(x[0], 1);
  }
  setrlimit(RLIMIT_NOFILE, &limits);
}

TEST_F(Robustness, LaunchesOfOtherSizesCompileNothing) {
  Program program =
      session.build("kernel void test(global int *x) { x[get_global_id(0)] = get_local_size(0); }");
  std::vector<int> x(4096);
  session.run(program, "test", {{4096}, {64}}, inOut(x));
  for (pid_t server : servers())
    kill(server, SIGKILL);
  setenv("WEFT_COMPILER", "/bin/false", 1);
  for (size_t local : {1, 2, 16, 128, 1024, 4096}) {
    session.run(program, "test", {{4096}, {local}}, inOut(x));
    EXPECT_EQ(x, std::vector<int>(4096, static_cast<int>(local)));
  }
  unsetenv("WEFT_COMPILER");
}

TEST_F(Robustness, AllocationsBeyondMemoryGiveAnError) {
  // More than the machine has, in buffers that are each within the limit.
  auto limit = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  auto total = deviceInfo<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  std::vector<Memory> buffers;
  cl_int error = CL_SUCCESS;
  for (cl_ulong sum = 0; sum < 4 * total && error == CL_SUCCESS; sum += limit) {
    Memory buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, limit, nullptr, &error);
    if (error == CL_SUCCESS)
      buffers.push_back(std::move(buffer));
  }
  EXPECT_EQ(error, CL_MEM_OBJECT_ALLOCATION_FAILURE) << errorName(error);
  EXPECT_LE(buffers.size() * limit, total);
  buffers.clear();
  EXPECT_EQ(roundTrip(4), 4);
}

} // namespace
} // namespace weft::test
