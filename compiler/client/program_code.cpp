// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/program_code.h"

#include "compiler/client/process/compiler_process.h"
#include "device/base/files/files.h"
#include "device/base/files/transfer.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

std::shared_ptr<const Binary> readBinary(const CodeNews &news) {
  struct stat status;
  if (::fstat(news.file.get(), &status) != 0)
    return nullptr;
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  if (readAt(news.file.get(), bytes.data(), bytes.size(), 0) != bytes.size())
    return nullptr;
  return Binary::parse(std::move(bytes), news.text);
}

} // namespace

Passage ProgramCode::receive(Arrival &arrival, bool waits) const {
  CodeNews news;
  const Passage passage = receiveNews(socket.get(), news, waits);
  if (passage != Passage::Done)
    return passage;
  const auto isValid = [this](std::uint32_t kernel) {
    return kernel >= intermediateProgram || kernel < programInterface.kernels.size();
  };
  if (!isValid(news.kernel) || !std::ranges::all_of(news.records, isValid, &CodeRecord::kernel))
    return Passage::Closed;
  arrival = {news.kernel, news.tier, nullptr, {}, std::move(news.records)};
  if (news.success)
    arrival.binary = readBinary(news);
  else
    arrival.log = std::move(news.text);
  return Passage::Done;
}

std::string ProgramCode::keepSource(const std::string &folder, const std::string &wrong) const {
  const auto request = decodeRequest(buildRequest);
  if (!request || request->source.empty())
    return {};
  constexpr std::string_view ending = ".cl";
  std::string path = folder + "/weft-failed-XXXXXX" + std::string(ending);
  const Descriptor file(::mkostemps(path.data(), static_cast<int>(ending.size()), O_CLOEXEC));
  const std::string options = serialise(request->options);
  std::string content;
  for (std::string_view text : {std::string_view(wrong), std::string_view(options)})
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      content.append("// ").append(line).append("\n");
      text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
  content += request->source;
  if (!file)
    return {};
  if (writeContent(file.get(), content))
    return path;
  ::unlink(path.c_str());
  return {};
}

Descriptor ProgramCode::buildAgain() const {
  std::string answer;
  Descriptor code;
  if (CompilerProcess::instance().run(buildRequest, answer, code) !=
      CompilerProcess::Outcome::Answered)
    return {};
  const auto response = decodeResponse(answer);
  if (!response || !response->interface || encode(*response->interface) != encode(programInterface))
    return {};
  return code;
}

} // namespace weft::compiler
