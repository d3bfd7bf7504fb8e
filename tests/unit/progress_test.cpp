// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/progress.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace weft::test {
namespace {

/// A terminal, as a program sees it, and what appears on it.
class Terminal {
public:
  Terminal() : master(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
      return;
    const char *name = ptsname(master);
    screen = name ? std::fopen(name, "w") : nullptr;
  }
  ~Terminal() {
    if (screen)
      std::fclose(screen);
    close(master);
  }

  explicit operator bool() const { return screen; }

  /// What came since the last call.
  std::string text() const {
    std::string result;
    char part[256];
    for (pollfd ready{master, POLLIN, 0}; poll(&ready, 1, 0) > 0 && ready.revents & POLLIN;) {
      const ssize_t count = read(master, part, sizeof part);
      if (count <= 0)
        break;
      result.append(part, static_cast<std::size_t>(count));
    }
    return result;
  }

  void setColumns(unsigned short columns) const {
    const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    ioctl(master, TIOCSWINSZ, &size);
  }

  std::FILE *screen = nullptr;

private:
  int master;
};

class ProgressTest : public testing::Test {
protected:
  void SetUp() override {
    setenv("TERM", "xterm", 1);
    if (!terminal)
      GTEST_SKIP() << "no pseudo terminal";
  }

  const Terminal terminal;
};

TEST(ProgressText, EstimatesTheRest) {
  EXPECT_EQ(progressText(0.25, 60, "stencil", 80), " 25 %  1:00, about 3:00 left  stencil");
  EXPECT_EQ(progressText(0.5, 7200, "", 80), " 50 %  2:00:00, about 2:00:00 left  ");
}

TEST(ProgressText, EstimatesNothingOfTooLittle) {
  EXPECT_EQ(progressText(0, 60, "stencil", 80), "  0 %  1:00  stencil");
  EXPECT_EQ(progressText(0.5, 0.1, "stencil", 80), " 50 %  0:00  stencil");
}

TEST(ProgressText, FitsTheLine) { EXPECT_EQ(progressText(1, 0, "stencil", 15).size(), 15u); }

TEST_F(ProgressTest, ShowsStepsOnATerminal) {
  Progress progress(4, terminal.screen);
  progress.step("saxpy");
  EXPECT_EQ(terminal.text(), "\r  0 %  0:00  1 of 4: saxpy\x1b[K");
  progress.step("stencil");
  EXPECT_EQ(terminal.text(), "\r 25 %  0:00  2 of 4: stencil\x1b[K");
}

TEST_F(ProgressTest, TakesItsLineAway) {
  {
    Progress progress(1, terminal.screen);
    progress.clear();
    EXPECT_EQ(terminal.text(), "") << "there was none";
    progress.step("saxpy");
    terminal.text();
    progress.clear();
    EXPECT_EQ(terminal.text(), "\r\x1b[K");
    progress.step("saxpy");
    terminal.text();
  }
  EXPECT_EQ(terminal.text(), "\r\x1b[K");
}

TEST_F(ProgressTest, KeepsToTheWidthOfTheTerminal) {
  terminal.setColumns(20);
  Progress progress(1, terminal.screen);
  progress.step("a name that is far too long");
  EXPECT_EQ(terminal.text(), "\r  0 %  0:00  1 of 1\x1b[K");
}

TEST_F(ProgressTest, LeavesOutWhatNobodyCanRead) {
  Progress progress(0, terminal.screen);
  progress.show(0.1, "first");
  progress.show(0.2, "at once");
  EXPECT_EQ(terminal.text(), "\r 10 %  0:00  first\x1b[K");
}

TEST_F(ProgressTest, IsSilentInADumbTerminal) {
  setenv("TERM", "dumb", 1);
  Progress progress(1, terminal.screen);
  progress.step("saxpy");
  EXPECT_EQ(terminal.text(), "");
}

TEST(Progress, IsSilentInAFile) {
  std::FILE *file = std::tmpfile();
  ASSERT_TRUE(file);
  {
    Progress progress(1, file);
    progress.step("saxpy");
    progress.show(0.5, "saxpy");
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

} // namespace
} // namespace weft::test
