#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""That page_commands.py finds what is wrong with a page: pages and a table of the test's own."""

import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import page_commands


class PageCommands(unittest.TestCase):
    def problems(self, text, table=""):
        with tempfile.TemporaryDirectory() as name:
            source, build = Path(name) / "source", Path(name) / "build"
            (source / "docs").mkdir(parents=True)
            (source / "tests").mkdir()
            build.mkdir()
            (source / "README.md").write_text(text)
            (source / "CMakePresets.json").write_text('{"name": "release"}')
            (source / "CMakeLists.txt").write_text("option(WEFT_SANITIZER)")
            program = source / "tests/program"
            program.write_text("#!/bin/bash\n# --known\nwhile getopts ab: option; do :; done\n")
            program.chmod(0o755)
            (source / "not_run.tsv").write_text(table.replace("|", "\t"))
            return page_commands.run(source, build, "README.md", source / "not_run.tsv")

    def assertProblem(self, part, *arguments):
        found = self.problems(*arguments)
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def testRunsCommands(self):
        self.assertEqual(self.problems("```sh\ntrue\n```\ntext\n```c\nfalse\n```\n"), [])

    def testFindsACommandThatFails(self):
        self.assertProblem("README.md:4: ended with code 1", "text\n\n```sh\nfalse\ntrue\n```\n")

    def testFindsACommandThatFailsInAPipe(self):
        self.assertProblem("ended with code", "```sh\nfalse | true\n```\n")

    def testKeepsVariablesWithinABlock(self):
        self.assertEqual(self.problems('```sh\nexport NAME=1\ntest "$NAME" = 1\n```\n'), [])

    def testKeepsFilesForLaterBlocks(self):
        self.assertEqual(self.problems("```sh\necho >file\n```\n```sh\ncat file\n```\n"), [])

    def testTakesCommandsOfSeveralLines(self):
        text = "```sh\necho 'one\ntwo' \\\n  three\nfalse\n```\n"
        self.assertEqual(self.problems(text, "README.md|false|never|it fails\n"), [])
        self.assertProblem("code 1", text, "")

    def testLeavesOutWhatTheTableSays(self):
        self.assertEqual(self.problems("```sh\nfalse --now\n```\n", "README.md|false|never|it fails\n"), [])

    def testRunsWhereTheConditionHolds(self):
        self.assertProblem("code 1", "```sh\nfalse\n```\n", "README.md|false|true|it fails\n")
        self.assertEqual(self.problems("```sh\nfalse\n```\n", "README.md|false|false|it fails\n"), [])

    def testFindsAnEntryWithoutItsCommand(self):
        self.assertProblem("no command false", "text\n", "README.md|false|never|it fails\n")

    def testChecksWhatDoesNotRun(self):
        for command, problem in [("tests/program <a b>", "syntax error"),
                                 ("tests/none", "no program"),
                                 ("A=1 no-such-program", "no program no-such-program"),
                                 ("cat tests/none", "no file tests/none"),
                                 ("tests/program --unknown=1", "no option --unknown"),
                                 ("tests/program -c", "no option -c"),
                                 ("cmake --preset none", "no preset none"),
                                 ("cmake -DWEFT_NONE=1", "no variable WEFT_NONE")]:
            with self.subTest(command):
                name = command.split()[0]
                self.assertProblem(problem, f"```sh\n{command}\n```\n", f"README.md|{name}|never|a test\n")

    def testAcceptsMissingProgramsOfPackages(self):
        with unittest.mock.patch.object(page_commands, "PACKAGED", {"no-such-program"}):
            self.assertEqual(
                self.problems("```sh\nno-such-program --now\n```\n", "README.md|no-such-program|never|a test\n"), [])

    def testAcceptsWhatIsThere(self):
        for command in ["sudo tests/program --known -a -b 1 tests/program", "cmake --preset release",
                        "cmake -DWEFT_SANITIZER=thread && tests/program", "cat tests/*.none > file"]:
            with self.subTest(command):
                name = command.split()[0]
                self.assertEqual(
                    self.problems(f"```sh\n{command}\n```\n", f"README.md|{name}|never|a test\n"), [])


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    unittest.main()
