// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFT_TRACE: the file is what the trace-event format asks for, and tells what ran.
#include "command/json.h"
#include "tests/support/comma_locale.h"

#include <CL/cl.h>

#include <gtest/gtest.h>

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

using weft::Json;
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
    const auto parsed = Json::parse(json);
    ASSERT_TRUE(parsed) << json;
    ASSERT_EQ(parsed->kind, Json::Kind::Array);
    events = parsed->elements;
    std::remove(path.c_str());
  }

  std::vector<Json> spans(const std::string &category) const {
    std::vector<Json> found;
    for (const Json &event : events)
      if (event["ph"].string == "X" && event["cat"].string == category)
        found.push_back(event);
    return found;
  }
  static std::ptrdiff_t countOf(const std::vector<Json> &spans, const std::string &name) {
    return std::count_if(spans.begin(), spans.end(),
                         [&](const Json &span) { return span["name"].string == name; });
  }
  /// The span that begins first on a thread at `time` or later.
  Json spanFrom(double thread, double time) const {
    Json found;
    for (const Json &event : events)
      if (event["ph"].string == "X" && event["tid"].number == thread &&
          event["ts"].number >= time &&
          (found.kind == Json::Kind::Null || event["ts"].number < found["ts"].number))
        found = event;
    return found;
  }
  std::vector<Json> events;
};

TEST_F(Trace, EventsHaveTheFieldsOfTheirPhase) {
  std::map<double, int> named;
  for (const Json &event : events) {
    ASSERT_EQ(event.kind, Json::Kind::Object);
    for (const char *field : {"pid", "tid"})
      ASSERT_EQ(event[field].kind, Json::Kind::Number) << field;
    ASSERT_EQ(event["name"].kind, Json::Kind::String);
    if (event["ph"].string == "s" || event["ph"].string == "f") {
      EXPECT_EQ(event["cat"].string, "order");
      EXPECT_EQ(event["id"].kind, Json::Kind::Number);
      EXPECT_EQ(event["ts"].kind, Json::Kind::Number);
      continue;
    }
    ASSERT_EQ(event["args"].kind, Json::Kind::Object);
    if (event["ph"].string == "M") {
      EXPECT_EQ(event["name"].string, "thread_name");
      EXPECT_EQ(event["args"]["name"].kind, Json::Kind::String);
      ++named[event["tid"].number];
      continue;
    }
    ASSERT_EQ(event["ph"].string, "X");
    ASSERT_EQ(event["cat"].kind, Json::Kind::String);
    ASSERT_EQ(event["ts"].kind, Json::Kind::Number);
    ASSERT_EQ(event["dur"].kind, Json::Kind::Number);
    EXPECT_GT(event["ts"].number, 0);
    EXPECT_GE(event["dur"].number, 0);
    if (event["cat"].string != "compile") {
      EXPECT_EQ(event["args"]["pu"].kind, Json::Kind::Number);
    }
    EXPECT_EQ(named[event["tid"].number], 1) << "a track has a name, once";
    EXPECT_EQ(event["pid"].number, events.front()["pid"].number);
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
    if (event["ph"].string != "M") {
      EXPECT_EQ(event["ts"].kind, Json::Kind::Number);
    }
}

TEST_F(Trace, SpansOfAThreadNest) {
  std::map<double, std::vector<std::pair<double, double>>> threads;
  for (const Json &event : events)
    if (event["ph"].string == "X")
      threads[event["tid"].number].emplace_back(event["ts"].number,
                                                event["ts"].number + event["dur"].number);
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
    if (event["ph"].string == "s") {
      EXPECT_TRUE(begins.emplace(event["id"].number, event).second);
    }
  for (const Json &end : events) {
    if (end["ph"].string != "f")
      continue;
    ASSERT_TRUE(begins.contains(end["id"].number));
    const Json begin = begins[end["id"].number];
    const std::string name = end["name"].string;
    EXPECT_EQ(begin["name"].string, name);
    EXPECT_LE(begin["ts"].number, end["ts"].number);
    ++arrows[name];
    const Json to = spanFrom(end["tid"].number, end["ts"].number);
    if (name == "spread") {
      // A thread that was called may find nothing left to do.
      EXPECT_NE(begin["tid"].number, end["tid"].number);
      continue;
    }
    const Json from = spanFrom(begin["tid"].number, begin["ts"].number);
    EXPECT_EQ(from["cat"].string, "enqueue");
    EXPECT_EQ(from["ts"].number, begin["ts"].number);
    EXPECT_EQ(to["cat"].string, name == "build" ? "build" : "command");
    EXPECT_EQ(to["name"].string, from["name"].string);
    EXPECT_EQ(to["args"]["queue"].string, from["args"]["queue"].string);
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
    EXPECT_EQ(command["args"]["queue"].string, commands.front()["args"]["queue"].string);
    EXPECT_EQ(command["args"]["result"].number, 0);
  }
  // A launch that spreads shows its ranges; together they are whole launches.
  double covered = 0;
  for (const Json &range : groups) {
    EXPECT_EQ(range["name"].string, "twice");
    covered += range["args"]["count"].number;
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
      threads.insert(span["tid"].number);
  for (const Json &span : compiled) {
    EXPECT_FALSE(threads.contains(span["tid"].number));
    if (span["name"].string == "twice") {
      const std::string tier = span["args"]["tier"].string;
      EXPECT_TRUE(tier == "first" || tier == "best") << tier;
      EXPECT_EQ(span["args"]["failed"].kind, Json::Kind::Boolean);
      EXPECT_EQ(span["args"]["failed"].number, 0);
    }
  }
}

} // namespace
