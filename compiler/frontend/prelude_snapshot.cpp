// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/prelude_snapshot.h"

#include "compiler/frontend/builtin_headers.h"
#include "compiler/frontend/invocation.h"

#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cstring>

namespace weft::compiler {

using namespace llvm;

namespace {

/// The header of a snapshot; the predefines and the AST file follow.
struct FileHeader {
  std::uint64_t origin;      ///< the versions and inputs that produced it
  std::uint64_t contentHash; ///< of the following content
  std::uint64_t predefinesSize;
};

std::uint64_t originOf(StringRef standard) {
  std::string text = "weft prelude 1\n" WEFT_VERSION "\n" + clang::getClangFullRepositoryVersion();
  for (const std::string &argument : languageArguments(standard))
    text += "\n" + argument;
  text += openclBaseHeader();
  text += preludeHeader();
  text += subGroupsHeader();
  return xxh3_64bits(text);
}

std::string filePath(const std::string &folder, StringRef standard) {
  SmallString<256> path = StringRef(folder);
  sys::path::append(path, "weft-prelude-" + standard + ".ast");
  return path.str().str();
}

/// Whether a text contains a word.
bool mentions(StringRef text, StringRef word) {
  const auto isPart = [](char character) { return isAlnum(character) || character == '_'; };
  for (std::size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !isPart(text[at - 1])) && (end == text.size() || !isPart(text[end])))
      return true;
  }
  return false;
}

/// A line of the predefines: "#define N…", "#undef N", or another without a name.
struct Line {
  StringRef text, name;
  bool isDefinition;

  explicit Line(StringRef line) : text(line) {
    isDefinition = line.consume_front("#define ");
    if (isDefinition || line.consume_front("#undef "))
      name = line.take_until([](char character) { return character == ' ' || character == '('; });
  }
};

/// Clang's markers of the origin of the following lines: "# 1 "<built-in>" 3".
bool isMark(StringRef line) { return line.starts_with("# "); }

/// Compares the predefines of a compile with those of a snapshot.
class Comparison {
public:
  explicit Comparison(StringRef snapshot) : snapshot(snapshot) {}

  std::optional<std::string> remainderOf(StringRef predefines) {
    StringRef expected = snapshot;
    while (!predefines.empty()) {
      const auto [text, rest] = predefines.split('\n');
      const auto [expectedText, expectedRest] = expected.split('\n');
      ++number;
      if (text == expectedText) {
        if (isMark(text))
          enter(text);
        expected = expectedRest;
      } else if (!takeOther(Line(text), Line(expectedText), expected, expectedRest)) {
        return std::nullopt;
      }
      predefines = rest;
    }
    if (!expected.empty())
      return std::nullopt;
    return std::move(remainder);
  }

private:
  void enter(StringRef text) {
    if (text == commandLine)
      includer = number;
    mark = text;
    number = 0;
    markIsWritten = false;
  }

  /// A line that differs: it must define or remove a name that does not affect the prelude.
  bool takeOther(const Line &line, const Line &expectedLine, StringRef &expected,
                 StringRef expectedRest) {
    if (line.name.empty() || isImportant(line))
      return false;
    // Clang's own macros have one line each, always in the same order.
    const bool replaces = line.isDefinition && line.name == expectedLine.name;
    if (replaces)
      expected = expectedRest;
    write(line, replaces);
    return true;
  }

  bool isImportant(const Line &line) const {
    for (const StringRef header : {openclBaseHeader(), preludeHeader(), subGroupsHeader()})
      if (mentions(header, line.name))
        return true;
    // Clang's own definition replaces the snapshot's, a program's does not.
    return mark == commandLine && mentions(snapshot, line.name);
  }

  /// Writes a line such that messages name its original location.
  void write(const Line &line, bool replaces) {
    if (replaces)
      remainder += ("#undef " + line.name + "\n").str();
    if (mark != commandLine) {
      remainder += "# " + utostr(number) + " \"<built-in>\" 3\n";
    } else if (!markIsWritten) {
      remainder += "# " + utostr(includer) + " \"<built-in>\" 3\n# " + utostr(number) +
                   " \"<command line>\" 1\n";
      markIsWritten = true; // only a program's macros follow the first of them there
    }
    remainder += (line.text + "\n").str();
  }

  static constexpr StringLiteral commandLine = "# 1 \"<command line>\" 1";

  const StringRef snapshot;
  StringRef mark;        ///< the last one
  unsigned number = 0;   ///< of the line, counted from the marker
  unsigned includer = 0; ///< the line of the built-in text that includes that of the command line
  bool markIsWritten = false;
  std::string remainder;
};

/// Parses only the prelude.
class SnapshotAction : public clang::ASTFrontendAction {
public:
  std::string predefines;
  const std::shared_ptr<clang::PCHBuffer> ast = std::make_shared<clang::PCHBuffer>();

protected:
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    predefines = compiler.getPreprocessor().getPredefines();
    return ASTFrontendAction::BeginSourceFileAction(compiler);
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        StringRef) override {
    return std::make_unique<clang::PCHGenerator>(
        compiler.getPreprocessor(), compiler.getModuleCache(), /*OutputFile=*/"", /*isysroot=*/"",
        ast, compiler.getCodeGenOpts(), compiler.getFrontendOpts().ModuleFileExtensions,
        /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false);
  }
};

bool parsePrelude(StringRef standard, SnapshotAction &action, raw_ostream &log) {
  const FileSystemPointer files =
      compilerFiles({}, llvm::makeIntrusiveRefCnt<vfs::InMemoryFileSystem>(), nullptr);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!parseArguments(languageArguments(standard), *files, log, *invocation))
    return false;
  invocation->getFrontendOpts().Inputs = {
      clang::FrontendInputFile(MemoryBufferRef("", (memoryRoot + "nothing.cl").str()),
                               clang::InputKind(clang::Language::OpenCL))};
  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.setVerboseOutputStream(log);
  compiler.createDiagnostics(
      new clang::TextDiagnosticPrinter(log, invocation->getDiagnosticOpts()));
  return compiler.ExecuteAction(action) && action.ast->IsComplete;
}

bool writeSnapshot(const std::string &path, StringRef standard, raw_ostream &log) {
  SnapshotAction action;
  if (!parsePrelude(standard, action, log))
    return false;
  std::string content = action.predefines;
  content.append(action.ast->Data.data(), action.ast->Data.size());
  const FileHeader header{originOf(standard), xxh3_64bits(content), action.predefines.size()};
  // A running compiler keeps its mapped file.
  Error error = writeToOutput(path, [&](raw_ostream &stream) {
    stream.write(reinterpret_cast<const char *>(&header), sizeof header);
    stream << content;
    return Error::success();
  });
  if (!error)
    return true;
  log << "error: " << toString(std::move(error)) << "\n";
  return false;
}

} // namespace

std::optional<PreludeSnapshot> PreludeSnapshot::read(const std::string &folder,
                                                     StringRef standard) {
  standard = versionOf(standard);
  if (folder.empty())
    return std::nullopt;
  PreludeSnapshot snapshot;
  auto file = MemoryBuffer::getFile(filePath(folder, standard), /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  FileHeader header;
  if (!file || (*file)->getBufferSize() < sizeof header)
    return std::nullopt;
  snapshot.file = std::move(*file);
  StringRef content = snapshot.file->getBuffer();
  std::memcpy(&header, content.data(), sizeof header);
  content = content.drop_front(sizeof header);
  if (header.predefinesSize > content.size() || header.contentHash != xxh3_64bits(content) ||
      header.origin != originOf(standard))
    return std::nullopt;
  snapshot.predefines = content.take_front(header.predefinesSize);
  snapshot.astFile = {content.drop_front(header.predefinesSize), "weft-prelude.ast"};
  return snapshot;
}

std::optional<std::string> PreludeSnapshot::remainderOf(StringRef given) const {
  return Comparison(predefines).remainderOf(given);
}

bool writePreludeSnapshots(const std::string &folder, std::string &log) {
  raw_string_ostream stream(log);
  return all_of(languageStandards, [&](StringRef standard) {
    return StringRef(versionOf(standard)) != standard ||
           writeSnapshot(filePath(folder, standard), standard, stream);
  });
}

} // namespace weft::compiler
