// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The server as a host process meets it: what it builds, and what it remembers.
#include "compiler/client/process/compiler_process.h"
#include "tests/unit/compiler_server_fixture.h"

#include <sys/stat.h>

namespace weft::compiler {
namespace {

TEST_F(CompilerServer, CompilesAndRemembers) {
  const std::string source = freshSource();
  const BuildResult first = compile(source);
  ASSERT_EQ(first.status, BuildStatus::Success) << first.log;
  EXPECT_EQ(first.binary->kind(), BinaryKind::Object);
  EXPECT_TRUE(fs::exists(first.binary->path()));
  const BuildResult second = compile(source);
  EXPECT_EQ(second.status, BuildStatus::Success);
  EXPECT_EQ(second.binary->path(), first.binary->path());
}

TEST_F(CompilerServer, LogHasLineAndCaret) {
  const BuildResult result = compile("kernel void k(global int *p) {\n  *p = missing;\n}\n");
  EXPECT_EQ(result.status, BuildStatus::Failure);
  EXPECT_FALSE(result.binary);
  EXPECT_NE(result.log.find("<source>:2:8: error: use of undeclared identifier 'missing'"),
            std::string::npos)
      << result.log;
  EXPECT_NE(result.log.find("*p = missing;"), std::string::npos) << result.log;
  EXPECT_NE(result.log.find("       ^~~~~~~"), std::string::npos) << result.log;
}

TEST_F(CompilerServer, WarningsComeFromTheCacheToo) {
  const std::string source = freshSource() + "#warning look here\n";
  const BuildResult first = compile(source), second = compile(source);
  EXPECT_EQ(first.status, BuildStatus::Success);
  EXPECT_NE(first.log.find("look here"), std::string::npos);
  EXPECT_EQ(first.log, second.log);
  EXPECT_EQ(compile(source, "-w").log, "");
  EXPECT_EQ(compile(source, "-Werror").status, BuildStatus::Failure);
}

TEST_F(CompilerServer, UsersOptionsComeAfterTheHosts) {
  const char *const source = "#if VALUE != 2 || !defined(__FAST_RELAXED_MATH__)\n#error\n#endif\n";
  EXPECT_EQ(compile(source, "-D VALUE=1").status, BuildStatus::Failure);
  ::setenv("WEFT_BUILD_OPTIONS", "-U VALUE -D VALUE=2 -cl-fast-relaxed-math", 1);
  const BuildResult result = compile(source, "-D VALUE=1");
  EXPECT_EQ(result.status, BuildStatus::Success) << result.log;
  ::setenv("WEFT_BUILD_OPTIONS", "-cl-unheard-of", 1);
  const BuildResult refused = compile(source, "-D VALUE=1");
  EXPECT_EQ(refused.status, BuildStatus::InvalidOptions);
  EXPECT_NE(refused.log.find("-cl-unheard-of"), std::string::npos);
}

TEST_F(CompilerServer, MacrosOfTheLanguage) {
  const std::string source = R"(
#if __OPENCL_VERSION__ != 310 || __OPENCL_C_VERSION__ != EXPECTED
#error version
#endif
#if !defined(__ENDIAN_LITTLE__) || !defined(__IMAGE_SUPPORT__) || defined(__SPIR__)
#error device
#endif
#if !defined(cl_khr_fp64) || !defined(cl_khr_int64_base_atomics) || !defined(cl_khr_fp16)
#error extensions
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
__kernel_exec(1, float4) void k(global double *p) { *p *= 2.0; })";
  const std::pair<const char *, const char *> versions[] = {{"", "120"},
                                                            {"-cl-std=CL1.0", "100"},
                                                            {"-cl-std=CL1.1", "110"},
                                                            {"-cl-std=CL1.2", "120"},
                                                            {"-cl-std=CL2.0", "200"},
                                                            {"-cl-std=CL3.0", "300"},
                                                            {"-cl-std=CL3.1", "310"}};
  for (const auto &[standard, version] : versions) {
    const BuildResult result =
        compile(source, std::string(standard) + " -Werror -DEXPECTED=" + version);
    EXPECT_EQ(result.status, BuildStatus::Success) << standard << "\n" << result.log;
    EXPECT_EQ(result.log, "") << standard;
  }
}

TEST_F(CompilerServer, EveryFlagCompiles) {
  for (const char *option :
       {"-g", "-cl-opt-disable", "-cl-kernel-arg-info", "-cl-single-precision-constant",
        "-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-strict-aliasing",
        "-cl-mad-enable", "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations",
        "-cl-finite-math-only", "-cl-uniform-work-group-size", "-cl-no-subgroup-ifp",
        "-cl-weft-verify"}) {
    const BuildResult result = compile("kernel void k(global float *p) { *p = sqrt(*p) / 3.0f; }",
                                       std::string(option) + " -Werror -cl-std=CL3.0");
    EXPECT_EQ(result.status, BuildStatus::Success) << option << "\n" << result.log;
  }
  EXPECT_EQ(
      compile("#ifndef __FAST_RELAXED_MATH__\n#error macro\n#endif\n", "-cl-fast-relaxed-math")
          .status,
      BuildStatus::Success);
}

TEST_F(CompilerServer, HeadersInMemory) {
  const std::string source = "#include \"a/b.h\"\n#include <c.h>\n"
                             "kernel void k(global int *p) { *p = B + C; }\n";
  const std::vector<Header> headers = {{"a/b.h", "#include \"d.h\"\n#define B D\n"},
                                       {"a/d.h", "#define D 1\n"},
                                       {"c.h", "#define C 2\n"}};
  write("c.h", "#error the header on disk\n");
  EXPECT_EQ(compile(source, "-I" + folder, headers).status, BuildStatus::Success);
  EXPECT_EQ(compile(source).status, BuildStatus::Failure);
}

TEST_F(CompilerServer, HeadersOnDisk) {
  write("one two/three.h", "#define THREE 3\n");
  write("four.h", "#define FOUR 4\n");
  const std::string source = "#include \"three.h\"\n#include \"" + folder +
                             "/four.h\"\nkernel void k(global int *p) { *p = THREE + FOUR; }\n";
  const std::string options = "-I \"" + folder + "/one two\"";
  const BuildResult first = compile(source, options);
  ASSERT_EQ(first.status, BuildStatus::Success) << first.log;
  EXPECT_EQ(compile(source, options).binary->path(), first.binary->path());
  write("four.h", "#define FOUR 5\n");
  const BuildResult changed = compile(source, options);
  ASSERT_EQ(changed.status, BuildStatus::Success) << changed.log;
  EXPECT_NE(changed.binary->path(), first.binary->path());
  write("four.h", "#define FIVE 5\n");
  EXPECT_EQ(compile(source, options).status, BuildStatus::Failure);
}

TEST_F(CompilerServer, RelativeIncludesBeginInTheHostsFolder) {
  write("here/near.h", "#define NEAR 1\n");
  write("there/near.h", "#error not here\n");
  const std::string source = "#include <near.h>\n" + freshSource();
  const fs::path before = fs::current_path();
  fs::current_path(folder + "/here");
  EXPECT_EQ(compile(source, "-I.").status, BuildStatus::Success);
  fs::current_path(folder + "/there");
  EXPECT_EQ(compile(source, "-I .").status, BuildStatus::Failure);
  EXPECT_EQ(compile(source, "-I.").status, BuildStatus::Failure);
  fs::current_path(before);
}

/// A constant that depends on what is found, and on what is not.
std::string valueOf(const BuildResult &result) {
  EXPECT_EQ(result.status, BuildStatus::Success) << result.log;
  const std::size_t at = result.log.find("VALUE ");
  return at == std::string::npos ? "" : result.log.substr(at + 6, 1);
}

/// Tells the value in a warning, which cached results repeat.
const std::string tellValue =
    "#define TEXT(x) #x\n#define MESSAGE(x) TEXT(message(\"VALUE \" #x))\n"
    "#define TELL(x) _Pragma(MESSAGE(x))\n#define TELLVALUE(x) TELL(x)\n"
    "TELLVALUE(VALUE)\n";

TEST_F(CompilerServer, FilesThatAppearCount) {
  struct Case {
    const char *name, *source;
    std::vector<std::string> appear;
  };
  // Two folders are on the include path; the value is 1 with what lies in the second one.
  const Case cases[] = {
      {"__has_include",
       "#if __has_include(<new.h>)\n#define VALUE 2\n#else\n#define VALUE 1\n#endif\n",
       {"one/new.h"}},
      {"__has_include in quotes",
       "#if __has_include(\"new.h\")\n#define VALUE 2\n#else\n"
       "#define VALUE 1\n#endif\n",
       {"here/new.h"}},
      {"__has_include of a name that is put together",
       "#define NAME <new.h>\n#if __has_\\\ninclude(NAME)\n#define VALUE 2\n#else\n#define VALUE "
       "1\n#endif\n",
       {"two/new.h"}},
      {"earlier on the path", "#include <value.h>\n", {"one/value.h"}},
      {"in the working folder", "#include \"value.h\"\n", {"here/value.h"}},
      {"in a folder that appears", "#include \"value.h\"\n", {"here/late/value.h"}},
      {"beside the header that includes it", "#include <outer.h>\n", {"two/inner.h"}},
      {"#import", "#import <value.h>\n", {"one/value.h"}},
      {"a continued line", "#inc\\\nlude <value.h>\n", {"one/value.h"}},
      {"a digraph", "%:include <value.h>\n", {"one/value.h"}},
      {"#include_next", "#include <next.h>\n", {"two/next.h"}},
  };
  const fs::path before = fs::current_path();
  for (const Case &each : cases) {
    for (const char *sub : {"here", "one", "two", "three"}) {
      fs::remove_all(folder + "/" + sub);
      fs::create_directory(folder + "/" + sub);
    }
    write("three/value.h", "#define VALUE 1\n");
    write("three/inner.h", "#define VALUE 1\n");
    write("two/outer.h", "#include \"inner.h\"\n");
    write("one/next.h", "#include_next <next.h>\n");
    write("three/next.h", "#define VALUE 1\n");
    fs::current_path(folder + "/here");
    const std::string options =
        "-Ilate -I" + folder + "/one -I" + folder + "/two -I" + folder + "/three";
    const std::string source = each.source + tellValue + freshSource();
    const BuildResult first = compile(source, options);
    EXPECT_EQ(valueOf(first), "1") << each.name;
    EXPECT_EQ(compile(source, options).binary->path(), first.binary->path()) << each.name;
    for (const std::string &file : each.appear)
      write(file, "#define VALUE 2\n");
    EXPECT_EQ(valueOf(compile(source, options)), "2") << each.name;
    EXPECT_EQ(valueOf(compile(source, options)), "2") << each.name;
    for (const std::string &file : each.appear)
      fs::remove(folder + "/" + file);
    EXPECT_EQ(valueOf(compile(source, options)), "1") << each.name;
  }
  fs::current_path(before);
}

TEST_F(CompilerServer, WorkingFoldersShareWhatTheyDoNotChange) {
  write("here/near.h", "#define VALUE 1\n");
  write("there/near.h", "#define VALUE 2\n");
  fs::create_directory(folder + "/elsewhere");
  const std::string plain = freshSource(), source = "#include \"near.h\"\n" + tellValue + plain;
  const fs::path before = fs::current_path();
  fs::current_path(folder + "/here");
  const std::string path = compile(plain).binary->path();
  EXPECT_NE(path, "");
  const std::string near = compile(source).binary->path();
  fs::current_path(folder + "/there");
  EXPECT_EQ(valueOf(compile(source)), "2");
  // None of them pushes another out.
  for (const auto &[name, value] : {std::pair{"here", "1"}, {"there", "2"}, {"here", "1"}}) {
    fs::current_path(folder + "/" + name);
    EXPECT_EQ(valueOf(compile(source)), value);
  }
  EXPECT_EQ(compile(source).binary->path(), near);
  // No server is needed where the cache has the answer.
  fs::current_path(folder + "/elsewhere");
  const pid_t server = serverOf(::getpid());
  ASSERT_NE(server, 0);
  sendSignal(server, SIGKILL);
  EXPECT_TRUE(soon([] { return serverOf(::getpid()) == 0; }));
  EXPECT_EQ(compile(plain).binary->path(), path);
  EXPECT_EQ(serverOf(::getpid()), 0);
  fs::current_path(before);
}

TEST_F(CompilerServer, WhatDependsOnTheTimeIsNotRemembered) {
  const char *const sources[] = {
      "constant char t[] = __TIME__;\n",
      "constant char t[] = __DATE__;\n",
      "constant char t[] = __TIMESTAMP__;\n",
      "#define PASTE(a, b) a##b\nconstant char t[] = PASTE(__TI, ME__);\n",
      "#define PASTE(a, b) a##b\nconstant char t[] = PASTE(__DA, TE__);\n",
      "#define PASTE(a, b) a##b\nconstant char t[] = PASTE(__TIME, STAMP__);\n",
      "constant char t[] = __TI\\\nME__;\n"};
  for (const char *source : sources) {
    const BuildResult result = compile(source + freshSource());
    ASSERT_EQ(result.status, BuildStatus::Success) << result.log;
    EXPECT_EQ(result.binary->path(), "") << source;
  }
  // What only mentions it is.
  const BuildResult result =
      compile("#ifndef __TIME__\n#error\n#endif\n// __DATE__\n" + freshSource());
  EXPECT_NE(result.binary->path(), "") << result.log;
}

TEST_F(CompilerServer, OnlyRegularFilesAreIncluded) {
  ASSERT_EQ(::mkfifo((folder + "/pipe.h").c_str(), 0600), 0);
  fs::create_directory(folder + "/folder.h");
  const std::pair<std::string, std::string> files[] = {
      {"pipe.h", "not a regular file"},
      {"../../../../../../../../dev/zero", "not a regular file"},
      {"folder.h", "file not found"}};
  for (const auto &[name, expected] : files) {
    const BuildResult result = compile("#include \"" + name + "\"\n", "-I" + folder);
    EXPECT_EQ(result.status, BuildStatus::Failure) << name;
    EXPECT_NE(result.log.find(expected), std::string::npos) << result.log;
  }
  // A folder hides no file of its name further down the path.
  write("other/folder.h", "");
  EXPECT_EQ(compile("#include <folder.h>\n", "-I" + folder + " -I" + folder + "/other").status,
            BuildStatus::Success);
}

TEST_F(CompilerServer, TellsWhyTheCacheIsNotUsed) {
  const BuildResult first = compile(freshSource());
  EXPECT_EQ(first.cacheProblem, "");
  fs::permissions(folder + "/cache", fs::perms::all);
  const BuildResult second = compile(freshSource());
  EXPECT_EQ(second.status, BuildStatus::Success);
  EXPECT_EQ(second.binary->path(), "");
  EXPECT_NE(second.cacheProblem.find("is writable by other users"), std::string::npos);
}

TEST_F(CompilerServer, BuildsRunAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([] {
      for (int round = 0; round < 4; ++round)
        EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(CompilerServer, DebugInformationNamesAFileWithTheSource) {
  const std::string source = freshSource();
  ASSERT_EQ(compile(source, "-g").status, BuildStatus::Success);
  std::vector<fs::path> sources;
  for (const auto &item : fs::directory_iterator(folder + "/cache"))
    if (item.path().extension() == ".cl")
      sources.push_back(item.path());
  ASSERT_EQ(sources.size(), 1u);
  std::ifstream file(sources[0]);
  EXPECT_EQ(source, std::string(std::istreambuf_iterator<char>(file), {}));
}

TEST_F(CompilerServer, ObjectsLinkIntoALibrary) {
  BuildRequest link;
  link.kind = BuildKind::Link;
  link.options.createLibrary = true;
  link.inputs.push_back(compile("int twice(int x) { return 2 * x; }").binary);
  link.inputs.push_back(
      compile("int twice(int x);\nkernel void k(global int *p) { *p = twice(*p); }").binary);
  const BuildResult library = build(link, HostState::capture());
  ASSERT_EQ(library.status, BuildStatus::Success) << library.log;
  EXPECT_EQ(library.binary->kind(), BinaryKind::Library);
  link.inputs.push_back(link.inputs[0]);
  const BuildResult twice = build(link, HostState::capture());
  EXPECT_EQ(twice.status, BuildStatus::Failure);
  EXPECT_NE(twice.log.find("twice"), std::string::npos) << twice.log;
}

} // namespace
} // namespace weft::compiler
