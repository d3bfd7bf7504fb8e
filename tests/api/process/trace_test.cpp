// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFT_TRACE: the file is what the trace-event format asks for, and tells what ran.
#include "tests/support/comma_locale.h"

#include <CL/cl.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Json = nlohmann::json;
using weft::test::CommaLocale;

void require(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "failed: %s\n", what);
  _exit(1);
}

/// Builds in the background.
void buildAside(cl_context context) {
  const char *source = "kernel void aside(global uint *x) { x[get_global_id(0)] += 2; }";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  static std::atomic<bool> isBuilt{false};
  const auto notify = [](cl_program, void *) { isBuilt.store(true); };
  require(clBuildProgram(program, 0, nullptr, "", notify, nullptr) == CL_SUCCESS, "clBuildProgram");
  while (!isBuilt.load())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Builds, launches, fills and calls; then a forked child ends, which must write nothing of its
/// parent's.
void traced() {
  cl_platform_id platform;
  cl_device_id device;
  require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
          "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  constexpr size_t items = size_t{1} << 20, local = 64;
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr, nullptr);
  // It asks for its group's size, so a launch has the groups that were enqueued.
  const char *source = "kernel void twice(global uint *x) {\n"
                       "  x[get_global_id(0)] *= get_local_size(0) == 63 ? 3 : 2;\n"
                       "}";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  require(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS,
          "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "twice", nullptr);
  require(kernel && clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS, "a kernel");
  const cl_uint pattern = 7;
  require(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, items * sizeof(cl_uint),
                              0, nullptr, nullptr) == CL_SUCCESS,
          "clEnqueueFillBuffer");
  for (int i = 0; i < 3; ++i)
    require(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr,
                                   nullptr) == CL_SUCCESS,
            "clEnqueueNDRangeKernel");
  require(clEnqueueNativeKernel(
              queue, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr) ==
              CL_SUCCESS,
          "clEnqueueNativeKernel");
  require(clFinish(queue) == CL_SUCCESS, "clFinish");
  buildAside(context);
  const pid_t child = fork();
  if (child == 0)
    std::exit(0);
  int status = 0;
  require(waitpid(child, &status, 0) == child && status == 0, "the child's end");
}

class Trace : public testing::Test {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    record([] {});
  }

  /// Has a process write a trace after `prepare`, and reads it.
  template <class Prepare> void record(Prepare prepare) {
    const testing::TestInfo &test = *testing::UnitTest::GetInstance()->current_test_info();
    const std::string path =
        testing::TempDir() + "weft-trace-" + test.test_suite_name() + "-" + test.name() + ".json";
    setenv("WEFT_TRACE", path.c_str(), 1);
    EXPECT_EXIT(
        {
          alarm(60);
          setenv("WEFT_CACHE", "0", 1);
          prepare();
          traced();
          std::exit(0);
        },
        testing::ExitedWithCode(0), "^$");
    unsetenv("WEFT_TRACE");
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    // The format lets the closing bracket, and the last comma with it, be missing or not.
    std::string json = text.str();
    ASSERT_TRUE(json.ends_with(",\n"));
    json.replace(json.size() - 2, 2, "]");
    const auto parsed = Json::parse(json, nullptr, /*allow_exceptions=*/false);
    ASSERT_TRUE(parsed.is_array()) << json;
    events = parsed.get<std::vector<Json>>();
    std::remove(path.c_str());
  }

  std::vector<Json> spans(const std::string &category) const {
    std::vector<Json> found;
    for (const Json &event : events)
      if (event["ph"] == "X" && event["cat"] == category)
        found.push_back(event);
    return found;
  }
  static std::ptrdiff_t countOf(const std::vector<Json> &spans, const std::string &name) {
    return std::count_if(spans.begin(), spans.end(),
                         [&](const Json &span) { return span["name"] == name; });
  }
  /// The span that begins first on a thread at `time` or later.
  Json spanFrom(double thread, double time) const {
    Json found;
    for (const Json &event : events)
      if (event["ph"] == "X" && event["tid"] == thread && event["ts"] >= time &&
          (found.is_null() || event["ts"] < found["ts"]))
        found = event;
    return found;
  }
  std::vector<Json> events;
};

TEST_F(Trace, EventsHaveTheFieldsOfTheirPhase) {
  std::map<double, int> named;
  for (const Json &event : events) {
    ASSERT_TRUE(event.is_object());
    for (const char *field : {"pid", "tid"})
      ASSERT_TRUE(event[field].is_number()) << field;
    ASSERT_TRUE(event["name"].is_string());
    if (event["ph"] == "s" || event["ph"] == "f") {
      EXPECT_EQ(event["cat"], "order");
      EXPECT_TRUE(event["id"].is_number());
      EXPECT_TRUE(event["ts"].is_number());
      continue;
    }
    ASSERT_TRUE(event["args"].is_object());
    if (event["ph"] == "M") {
      EXPECT_EQ(event["name"], "thread_name");
      EXPECT_TRUE(event["args"]["name"].is_string());
      ++named[event["tid"]];
      continue;
    }
    ASSERT_EQ(event["ph"], "X");
    ASSERT_TRUE(event["cat"].is_string());
    ASSERT_TRUE(event["ts"].is_number());
    ASSERT_TRUE(event["dur"].is_number());
    EXPECT_GT(event["ts"], 0);
    EXPECT_GE(event["dur"], 0);
    if (event["cat"] != "compile") {
      EXPECT_TRUE(event["args"]["pu"].is_number());
    }
    EXPECT_EQ(named[event["tid"]], 1) << "a track has a name, once";
    EXPECT_EQ(event["pid"], events.front()["pid"]);
  }
}

class TraceInAnotherLocale : public Trace {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    if (!CommaLocale())
      GTEST_SKIP() << "localedef is missing";
    record([] { static const CommaLocale locale; });
  }
};

TEST_F(TraceInAnotherLocale, NumbersHaveAPoint) {
  for (const Json &event : events)
    if (event["ph"] != "M") {
      EXPECT_TRUE(event["ts"].is_number());
    }
}

TEST_F(Trace, SpansOfAThreadNest) {
  std::map<double, std::vector<std::pair<double, double>>> threads;
  for (const Json &event : events)
    if (event["ph"] == "X") {
      const double begin = event["ts"], duration = event["dur"];
      threads[event["tid"]].emplace_back(begin, begin + duration);
    }
  for (auto &[thread, spans] : threads) {
    std::sort(spans.begin(), spans.end(), [](const auto &a, const auto &b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    std::vector<double> ends;
    for (const auto &[begin, end] : spans) {
      // Times are written in thousandths of a microsecond.
      while (!ends.empty() && ends.back() <= begin + 0.001)
        ends.pop_back();
      if (!ends.empty()) {
        EXPECT_LE(end, ends.back() + 0.001) << "spans of one thread overlap in part";
      }
      ends.push_back(end);
    }
  }
}

TEST_F(Trace, ArrowsLeadFromOrderToWork) {
  std::map<double, Json> begins;
  std::map<std::string, int> arrows;
  for (const Json &event : events)
    if (event["ph"] == "s") {
      EXPECT_TRUE(begins.emplace(event["id"].get<double>(), event).second);
    }
  for (const Json &end : events) {
    if (end["ph"] != "f")
      continue;
    ASSERT_TRUE(begins.contains(end["id"]));
    const Json begin = begins[end["id"]];
    const std::string name = end["name"];
    EXPECT_EQ(begin["name"], name);
    EXPECT_LE(begin["ts"], end["ts"]);
    ++arrows[name];
    Json to = spanFrom(end["tid"], end["ts"]);
    if (name == "spread") {
      // A thread that was called may find nothing left to do.
      EXPECT_NE(begin["tid"], end["tid"]);
      continue;
    }
    Json from = spanFrom(begin["tid"], begin["ts"]);
    EXPECT_EQ(from["cat"], "enqueue");
    EXPECT_EQ(from["ts"], begin["ts"]);
    EXPECT_EQ(to["cat"], name == "build" ? "build" : "command");
    EXPECT_EQ(to["name"], from["name"]);
    EXPECT_EQ(to["args"]["queue"], from["args"]["queue"]);
  }
  EXPECT_EQ(arrows["run"], 5);
  EXPECT_EQ(arrows["build"], 1);
}

TEST_F(Trace, TellsWhatRanWhere) {
  const auto commands = spans("command"), groups = spans("groups"), builds = spans("build");
  EXPECT_EQ(countOf(commands, "fill"), 1);
  EXPECT_EQ(countOf(commands, "native kernel"), 1);
  EXPECT_EQ(countOf(commands, "twice"), 3);
  EXPECT_EQ(builds.size(), 2u);
  for (const Json &command : commands) {
    EXPECT_EQ(command["args"]["queue"], commands.front()["args"]["queue"]);
    EXPECT_EQ(command["args"]["result"], 0);
  }
  // A launch that spreads shows its ranges; together they are whole launches.
  double covered = 0;
  for (const Json &range : groups) {
    EXPECT_EQ(range["name"], "twice");
    covered += range["args"]["count"].get<double>();
  }
  constexpr double groupsOfALaunch = (1 << 20) / 64;
  EXPECT_GE(covered, groupsOfALaunch - 1);
  EXPECT_LE(covered, 3 * groupsOfALaunch);
}

/// What the compiler's processes did, on tracks of its own.
TEST_F(Trace, TellsWhatWasCompiled) {
  const auto compiled = spans("compile");
  EXPECT_EQ(countOf(compiled, "front end"), 2);
  EXPECT_EQ(countOf(compiled, "link"), 2);
  EXPECT_GE(countOf(compiled, "twice"), 1);
  std::set<double> threads;
  for (const char *category : {"command", "groups", "build", "enqueue"})
    for (const Json &span : spans(category))
      threads.insert(span["tid"].get<double>());
  for (const Json &span : compiled) {
    EXPECT_FALSE(threads.contains(span["tid"]));
    if (span["name"] == "twice") {
      const std::string tier = span["args"]["tier"];
      EXPECT_TRUE(tier == "first" || tier == "best") << tier;
      EXPECT_TRUE(span["args"]["failed"].is_boolean());
      EXPECT_FALSE(span["args"]["failed"]);
    }
  }
}

} // namespace
