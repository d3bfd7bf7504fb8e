// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft doctor: what it says of broken installations, and that nothing foreign takes it along.
#include "tests/command/fixture.h"

#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using weft::test::expectContains;
using weft::test::Outcome;

class Doctor : public weft::test::CommandTest {
protected:
  void SetUp() override {
    CommandTest::SetUp();
    fs::create_directory(folder + "/vendors");
    write("vendors/weft.icd", WEFT_TEST_LIBRARY "\n");
  }
  Outcome examine(const std::string &environment = "") const {
    return weft("doctor", "OCL_ICD_VENDORS='" + folder + "/vendors' WEFT_CACHE_DIR='" + folder +
                              "/cache' " + environment);
  }
};

TEST_F(Doctor, FindsNoProblemInThisBuild) {
  const Outcome run = examine();
  EXPECT_EQ(run.code, 0) << run.output;
  for (const char *subject :
       {"ok       weft: ", "ok       CPU: ", "ok       compiler: ", "ok       cache: ",
        "ok       loader: ", "ok       build: ", "ok       launch: ", "\n0 problems, "})
    expectContains(run.output, subject);
  expectContains(run.output, "ok       oneTBB: 2");
  expectContains(run.output, "/libtbb.so.12");
  expectContains(run.output, folder + "/vendors/weft.icd -> " WEFT_TEST_LIBRARY ": Weft, OpenCL ");
}

// Each says why, and Weft works all the same.
TEST_F(Doctor, TellsWhyDriversDoNotLoad) {
  write("vendors/missing.icd", "/nowhere/libmissing.so\n");
  write("vendors/empty.icd", "");
  write("vendors/none.icd", WEFT_TEST_EMPTY_DRIVER "\n");
  const Outcome run = examine();
  EXPECT_EQ(run.code, 0) << run.output;
  expectContains(run.output, "/vendors/missing.icd -> /nowhere/libmissing.so: ");
  expectContains(run.output, "No such file");
  expectContains(run.output, "/vendors/empty.icd: the file is empty");
  expectContains(run.output, "it has no clGetExtensionFunctionAddress");
  expectContains(run.output, "         -> ");
  expectContains(run.output, "ok       launch: ");
}

TEST_F(Doctor, OutlivesDriversThatCrash) {
  write("vendors/crash.icd", WEFT_TEST_CRASHING_DRIVER "\n");
  const Outcome run = examine();
  EXPECT_EQ(run.code, 1) << run.output;
  expectContains(run.output, "/vendors/crash.icd -> " WEFT_TEST_CRASHING_DRIVER " crashed (");
  expectContains(run.output, "problem  launch: crashed (");
}

TEST_F(Doctor, SaysHowToRegisterWeft) {
  fs::remove(folder + "/vendors/weft.icd");
  const Outcome run = examine();
  EXPECT_EQ(run.code, 1) << run.output;
  expectContains(run.output, "problem  drivers: none in OCL_ICD_VENDORS=");
  expectContains(run.output, "-> export OCL_ICD_VENDORS=");
}

TEST_F(Doctor, TellsOfALoaderThatCannotBeLoaded) {
  fs::create_directory(folder + "/lib");
  write("lib/libOpenCL.so.1", "no library");
  const Outcome run = examine("LD_LIBRARY_PATH='" + folder + "/lib'");
  EXPECT_EQ(run.code, 1) << run.output;
  expectContains(run.output, "problem  loader: libOpenCL.so.1: ");
}

TEST_F(Doctor, SaysWhyTheCacheIsNotUsed) {
  fs::create_directory(folder + "/cache");
  fs::permissions(folder + "/cache", fs::perms::all);
  const Outcome open = examine();
  EXPECT_EQ(open.code, 1) << open.output;
  expectContains(open.output, "/cache is not used: ");
  expectContains(open.output, "is writable by other users");
  fs::remove(folder + "/cache");
  write("cache", "a file");
  expectContains(examine().output, "is not a folder");
}

TEST_F(Doctor, SaysThatTheCacheIsAnotherUsers) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can give folders away";
  fs::create_directory(folder + "/cache");
  ASSERT_EQ(::chown((folder + "/cache").c_str(), 1234, 1234), 0);
  const Outcome run = examine();
  EXPECT_EQ(run.code, 1) << run.output;
  expectContains(run.output, "belongs to another user");
}

TEST_F(Doctor, TellsOfFoldersThatCannotBeRead) {
  // Root reads everything, but for a root without capabilities.
  const std::string asUser = ::geteuid() == 0 ? "setpriv --inh-caps=-all --bounding-set=-all" : "";
  if (shell(asUser + " true").code != 0)
    GTEST_SKIP() << "root cannot give up its capabilities";
  fs::create_directory(folder + "/cache");
  fs::permissions(folder + "/cache", fs::perms::none);
  const Outcome run = examine(asUser);
  EXPECT_EQ(run.code, 1) << run.output;
  expectContains(run.output, "/cache ");
  fs::permissions(folder + "/cache", fs::perms::owner_all);
}

TEST_F(Doctor, TellsOfVariablesThatHaveNoEffect) {
  const Outcome run = examine("WEFT_COLOUR=1 WEFT_SMT=maybe WEFT_LOG=error");
  EXPECT_EQ(run.code, 0) << run.output;
  expectContains(run.output, "warning  variables: WEFT_COLOUR is unknown and ignored");
  expectContains(run.output, "warning  variables: WEFT_SMT=maybe is ignored");
  expectContains(run.output, "WEFT_LOG=error");
}

TEST_F(Doctor, MissesTheCompiler) {
  const Outcome run = examine("WEFT_COMPILER=/nowhere/weftc");
  EXPECT_EQ(run.code, 1) << run.output;
  expectContains(run.output, "problem  compiler: /nowhere/weftc: No such file");
}

TEST_F(Doctor, RefusesWordsThatItDoesNotKnow) {
  EXPECT_EQ(weft("doctor now").code, 2);
  EXPECT_EQ(weft("").code, 2);
  EXPECT_EQ(weft("cure").code, 2);
  const Outcome help = weft("--help");
  EXPECT_EQ(help.code, 0);
  for (const char *name : {"doctor", "cache list", "top", "explain"})
    expectContains(help.output, name);
}

} // namespace
