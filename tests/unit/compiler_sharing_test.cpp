// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes that make the same program at the same time: each kernel's best code is made once, and
// nobody is held up by another that stops or ends.
#include "compiler/cache/shared_work.h"
#include "compiler/interface/target/host_target.h"
#include "tests/support/compiler_processes.h"
#include "tests/unit/compiler_server_fixture.h"

#include <algorithm>
#include <map>

namespace weft::compiler {
namespace {

constexpr int kernelCount = 6;

std::string sourceOfKernels() {
  std::string source;
  for (int kernel = 0; kernel < kernelCount; ++kernel)
    source += "kernel void k" + std::to_string(kernel) + "(global float *x) { x[" +
              std::to_string(kernel) + "] = exp(x[get_global_id(0)]); }\n";
  return source;
}

BuildResult start(const std::string &source) {
  BuildRequest request;
  request.source = source;
  return build(std::move(request), HostState::capture());
}

/// What has become of a program.
struct Made {
  std::map<CodeRecord::Origin, int> bestCodeCount; ///< of kernels
  std::shared_ptr<const Binary> whole;
};

/// Waits for the whole program. Asks for it where it should come soon.
Made finish(BuildResult result, bool asks) {
  Made made;
  made.whole = result.binary;
  if (!result.code)
    return made;
  if (asks)
    result.code->request(wholeProgram, Tier::Best);
  ProgramCode::Arrival arrival;
  for (arrival.kernel = noCode; arrival.kernel != wholeProgram;) {
    if (result.code->receive(arrival, /*waits=*/true) != Passage::Done)
      return made;
    for (const CodeRecord &record : arrival.records)
      made.bestCodeCount[record.origin] +=
          record.kernel != wholeProgram && record.tier == Tier::Best;
  }
  made.whole = arrival.binary;
  return made;
}

class SharedPrograms : public CompilerServer {
protected:
  void SetUp() override {
    CompilerServer::SetUp();
    ::setenv("WEFT_TIERS", "auto", 1);
  }
  void TearDown() override {
    endHost();
    CompilerServer::TearDown();
  }

  /// A host that begins to build, and then does nothing more. Returns when its compiler has begun.
  void startHost(const std::string &source) {
    host = ::fork();
    if (host == 0) {
      const BuildResult result = start(source);
      for (;;)
        ::pause();
    }
    EXPECT_TRUE(soon([&] { return fs::exists(locks()); }));
  }
  /// Made by the first compiler that begins.
  std::string locks() const { return folder + "/cache/locks"; }
  /// The processes that compile for it.
  std::vector<pid_t> compilers() const {
    const std::string wanted = "--serve=" + std::to_string(host);
    return processesWhere([&](const fs::path &process) {
      return commandLine(process).find(wanted) != std::string::npos;
    });
  }
  void strike(int signal) const {
    sendSignal(host, signal);
    for (const pid_t process : compilers())
      sendSignal(process, signal);
  }
  void endHost() {
    if (host <= 0)
      return;
    strike(SIGKILL);
    ::waitpid(host, nullptr, 0);
    soon([&] { return compilers().empty(); });
    host = 0;
  }
  void endHostAlone() const {
    sendSignal(host, SIGKILL);
    siginfo_t end{}; // its number stays taken
    ::waitid(P_PID, static_cast<id_t>(host), &end, WEXITED | WNOWAIT);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> found;
    std::error_code missing;
    for (const auto &item : fs::directory_iterator(folder + "/cache", missing))
      found.push_back(item.path());
    return found;
  }
  std::vector<std::string> filesOf(const std::string &extension) const {
    std::vector<std::string> found = files();
    std::erase_if(found, [&](const fs::path &file) { return file.extension() != extension; });
    return found;
  }

private:
  pid_t host = 0;
};

TEST_F(SharedPrograms, TwoOfOneProcessMakeEachKernelOnce) {
  const std::string source = sourceOfKernels();
  BuildResult one = start(source), other = start(source);
  Made first = finish(std::move(one), false), second = finish(std::move(other), false);
  using enum CodeRecord::Origin;
  EXPECT_EQ(first.bestCodeCount[Made] + second.bestCodeCount[Made], kernelCount);
  ASSERT_TRUE(first.whole && second.whole);
  EXPECT_TRUE(std::ranges::equal(first.whole->bytes(), second.whole->bytes()));
  EXPECT_TRUE(soon([&] { return filesOf(".part").empty(); }));
  EXPECT_EQ(filesOf(".weft").size(), 1u);
}

TEST_F(SharedPrograms, TwoProcessesMakeEachKernelOnce) {
  const std::string source = sourceOfKernels();
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const pid_t child = ::fork();
  const auto build = [&] { return finish(start(source), false); };
  if (child == 0) {
    Made made = build();
    const int count = made.whole ? made.bestCodeCount[CodeRecord::Origin::Made] : -1000;
    ::_exit(::write(pipe[1], &count, sizeof count) == sizeof count ? 0 : 1);
  }
  Made made = build();
  int ofChild = 0;
  EXPECT_EQ(::read(pipe[0], &ofChild, sizeof ofChild), static_cast<ssize_t>(sizeof ofChild));
  EXPECT_EQ(test::exitCodeOf(child), 0);
  EXPECT_TRUE(made.whole);
  EXPECT_EQ(made.bestCodeCount[CodeRecord::Origin::Made] + ofChild, kernelCount);
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST_F(SharedPrograms, StoppedProcessesHoldNobodyUp) {
  const std::string source = sourceOfKernels();
  startHost(source);
  strike(SIGSTOP);
  const Made made = finish(start(source), true);
  EXPECT_TRUE(made.whole);
  EXPECT_EQ(filesOf(".weft").size(), 1u);
}

/// The compiler of a host that has ended goes on for the cache alone. It waits for two kernels of
/// ours when it gets the whole program.
TEST_F(SharedPrograms, NothingStaysWhenOthersHaveMadeTheWhole) {
  const std::string source = sourceOfKernels();
  BuildResult result = start(source);
  std::vector<pid_t> ours;
  EXPECT_TRUE(soon([&] { return !(ours = test::codeProcesses()).empty(); }));
  for (const pid_t process : ours)
    sendSignal(process, SIGSTOP);
  startHost(source);
  const auto isElsewhere = [&] {
    return filesOf(".part").size() + ours.size() >= kernelCount || !filesOf(".weft").empty();
  };
  EXPECT_TRUE(soon(isElsewhere));
  endHostAlone();
  for (const pid_t process : ours)
    sendSignal(process, SIGCONT);
  EXPECT_TRUE(finish(std::move(result), false).whole);
  EXPECT_TRUE(soon([&] { return compilers().empty(); }));
}

TEST_F(SharedPrograms, KilledProcessesLeaveWhatTheyHaveMade) {
  const std::string source = sourceOfKernels();
  startHost(source);
  EXPECT_TRUE(soon([&] { return !filesOf(".part").empty() || !filesOf(".weft").empty(); }));
  strike(SIGKILL);
  EXPECT_TRUE(soon([&] { return compilers().empty(); }));
  Made made = finish(start(source), false);
  EXPECT_TRUE(made.whole);
  EXPECT_LT(made.bestCodeCount[CodeRecord::Origin::Made], kernelCount);
}

TEST_F(SharedPrograms, FoldersThatCannotBeSharedCostSpeedOnly) {
  const std::string source = sourceOfKernels();
  const std::string cache = folder + "/cache";
  const std::function<void()> obstacles[] = {[&] { fs::create_directories(locks() + "/occupied"); },
                                             [&] { ::mkfifo(locks().c_str(), 0600); },
                                             [&] { fs::create_symlink("/dev/full", locks()); },
                                             [&] {
                                               std::ofstream stream(locks());
                                               ::chmod(locks().c_str(), 0666);
                                             }};
  for (const auto &obstruct : obstacles) {
    fs::remove_all(cache);
    fs::create_directory(cache);
    fs::permissions(cache, fs::perms::owner_all);
    obstruct();
    Made made = finish(start(source), true);
    EXPECT_TRUE(made.whole);
    EXPECT_EQ(made.bestCodeCount[CodeRecord::Origin::Made], kernelCount);
    EXPECT_EQ(filesOf(".weft").size(), 1u);
  }
}

class SharedParts : public SharedPrograms {
protected:
  SharedWork work(const std::vector<ObservedFile> &files) const {
    return {order(), hashBytes("key"), files, "/"};
  }
  CacheOrder order() const {
    CacheOrder result;
    result.folder = folder + "/cache";
    result.bytes = 1 << 20;
    return result;
  }
  const std::vector<ObservedFile> none;
};

TEST_F(SharedParts, OneAtATimeMayMakeAPart) {
  const SharedWork one = work(none);
  const std::vector<ObservedFile> absent{{"/nowhere", FileState::Absent, 0, {}}};
  const SharedWork unlike = work(absent);
  EXPECT_TRUE(one.claim(3));
  EXPECT_TRUE(unlike.claim(3)) << "another program, as it has read other files";
  {
    const SharedWork other = work(none);
    EXPECT_FALSE(other.claim(3));
    EXPECT_TRUE(other.claim(4));
    EXPECT_TRUE(other.claim(wholeProgram));
    EXPECT_FALSE(one.claim(wholeProgram));
  }
  EXPECT_TRUE(one.claim(4)) << "the other is gone";
  const SharedWork third = work(none);
  one.release(3);
  EXPECT_TRUE(third.claim(3));
}

TEST_F(SharedParts, WhoEndsReleasesAll) {
  const pid_t child = ::fork();
  if (child == 0) {
    const SharedWork own = work(none);
    if (!own.claim(1))
      ::_exit(1);
    ::raise(SIGKILL);
  }
  EXPECT_EQ(test::exitCodeOf(child), -1);
  EXPECT_TRUE(work(none).claim(1));
}

TEST_F(SharedParts, AreFoundUntilTheProgramIsWhole) {
  const SharedWork one = work(none), other = work(none);
  EXPECT_FALSE(other.findKernel(2));
  one.storeKernel(2, {"object", "binary"});
  const auto part = other.findKernel(2);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->object, "object");
  EXPECT_EQ(part->binary, "binary");
  EXPECT_FALSE(other.findKernel(1));
  one.finish(3);
  EXPECT_FALSE(other.findKernel(2));
  EXPECT_TRUE(filesOf(".part").empty());
  EXPECT_EQ(files().size(), 2u) << "what was added to the folder, and the locks of all programs";
}

TEST_F(SharedParts, DamagedOnesAreNotUsed) {
  const SharedWork one = work(none);
  one.storeKernel(0, {"object", "binary"});
  const std::string file = filesOf(".part").at(0);
  std::ifstream stream(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(stream), {}};
  const auto put = [&](const std::string &content) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
  };
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] ^= 1;
    put(damaged);
    EXPECT_FALSE(one.findKernel(0)) << "byte " << i;
    put(whole.substr(0, i));
    EXPECT_FALSE(one.findKernel(0)) << i << " bytes";
  }
  put(whole);
  EXPECT_TRUE(one.findKernel(0));
  fs::copy_file(file, file.substr(0, file.rfind('-')) + "-1.part");
  EXPECT_FALSE(one.findKernel(1)) << "another kernel's";
}

TEST_F(SharedParts, UnusableFoldersAreUsedByNobody) {
  CacheOrder order;
  order.folder = "/proc/weft";
  order.bytes = 1 << 20;
  const SharedWork one(order, hashBytes("key"), none, "/"),
      other(order, hashBytes("key"), none, "/");
  EXPECT_TRUE(one.claim(0));
  EXPECT_TRUE(other.claim(0));
  one.storeKernel(0, {"object", "binary"});
  EXPECT_FALSE(other.findKernel(0));
  EXPECT_FALSE(other.findWhole());
  one.finish(1);
}

TEST_F(SharedParts, WholeProgramsAreOfTheSameFiles) {
  const DiskCache cache(order().folder, order().bytes);
  std::vector<std::byte> content(100);
  const auto sealed = Binary::seal(std::move(content), BinaryKind::Object, 0, hostTarget());
  const std::vector<ObservedFile> absent{{"/nowhere", FileState::Absent, 0, {}}};
  cache.store(hashBytes("key"), sealed, "", absent);
  EXPECT_TRUE(work(absent).findWhole());
  EXPECT_FALSE(work(none).findWhole());
}

} // namespace
} // namespace weft::compiler
