// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft top: what it says of a program, and that the program does not depend on it.
#include "tests/command/fixture.h"

#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

using weft::test::expectContains;
using weft::test::Outcome;

class Top : public weft::test::CommandTest {
protected:
  std::string socketPath() const { return folder + "/socket"; }
  /// A socket that listens, and never reads.
  int listenSilently() const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, socketPath().c_str());
    const int socket = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    EXPECT_EQ(::bind(socket, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(socket, 1), 0);
    return socket;
  }
  Outcome run(int launches, const std::string &trace) const {
    return shell("env WEFT_CACHE=0 WEFT_TRACE='" + trace + "' '" WEFT_TEST_PROGRAM "' " +
                 std::to_string(launches));
  }
};

TEST_F(Top, SumsUpWhatAProgramDid) {
  const Outcome run = weft("top -- '" WEFT_TEST_PROGRAM "' 5", "WEFT_CACHE=0");
  EXPECT_EQ(run.code, 7) << run.output;
  expectContains(run.output, "all is done\n");
  expectContains(run.output, " 5 commands, 0 failed, ");
  expectContains(run.output, "  twice ");
  expectContains(run.output, "  builds: 1 in ");
}

// However many there are, each is counted.
TEST_F(Top, CountsEveryLaunch) {
  const Outcome run = weft("top -- '" WEFT_TEST_PROGRAM "' 100000", "WEFT_CACHE=0");
  EXPECT_EQ(run.code, 7) << run.output;
  expectContains(run.output, " 100000 commands, 0 failed, ");
  EXPECT_EQ(run.output.find("lost"), std::string::npos) << run.output;
}

// The program waits within a command until its file is there.
TEST_F(Top, ShowsACommandThatRuns) {
  const Outcome run =
      shell("( '" WEFT_TEST_COMMAND "' top -- '" WEFT_TEST_PROGRAM "' wait > lines 2>&1 & top=$!; "
            "for look in $(seq 400); do "
            "grep -q 'most time in native kernel' lines && break; sleep 0.05; done; "
            "touch go; wait $top; cat lines )");
  expectContains(run.output, "1 waiting, ");
  expectContains(run.output, "most time in native kernel");
  expectContains(run.output, " 1 commands, 0 failed, ");
}

TEST_F(Top, WaitsAtASocket) {
  const Outcome run =
      shell("( '" WEFT_TEST_COMMAND "' top --seconds 3 socket & top=$!; "
            "while [ ! -S socket ]; do sleep 0.01; done; "
            "WEFT_TRACE=unix:socket '" WEFT_TEST_PROGRAM "' 3; wait $top; [ ! -e socket ] )");
  EXPECT_EQ(run.code, 0) << run.output;
  expectContains(run.output, " 3 commands, 0 failed, ");
}

// Nobody accepts the connection, and its few packets are soon all there is room for.
TEST_F(Top, ProgramsDoNotWaitForAListenerThatStalls) {
  const int socket = listenSilently();
  const Outcome outcome = run(20000, "unix:" + socketPath());
  EXPECT_EQ(outcome.code, 7) << outcome.output;
  ::close(socket);
}

TEST_F(Top, ProgramsOutliveTheirListener) {
  const int socket = listenSilently();
  const std::string command = "WEFT_CACHE=0 WEFT_TRACE='unix:" + socketPath() +
                              "' '" WEFT_TEST_PROGRAM "' 100000 > out; echo $? > code";
  FILE *program = ::popen(("cd '" + folder + "' && " + command).c_str(), "r");
  const int connection = ::accept(socket, nullptr, nullptr);
  ASSERT_GE(connection, 0);
  char first;
  EXPECT_EQ(::recv(connection, &first, 1, 0), 1);
  ::close(connection);
  ::close(socket);
  ::pclose(program);
  EXPECT_EQ(read("code"), "7\n");
}

TEST_F(Top, ProgramsDoNotNeedAListener) {
  EXPECT_EQ(run(3, "unix:" + socketPath()).code, 7);
  const Outcome tooLong = run(3, "unix:/" + std::string(200, 'x'));
  EXPECT_EQ(tooLong.code, 7);
  expectContains(tooLong.output, "is ignored: expected a file, or unix: and a socket");
}

TEST_F(Top, TellsOfMistakes) {
  for (const char *words : {"top", "top --", "top --seconds", "top --seconds x s", "top a b",
                            "top --seconds 3 -- true", "top -- /nowhere/program"})
    EXPECT_EQ(weft(words).code, 2) << words;
}

} // namespace
