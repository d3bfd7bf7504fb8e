// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/report_formats.h"

#include <cstdio>
#include <string_view>

namespace weft::device {
namespace {

/// A JSON string with its quotes.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char character : text) {
    constexpr unsigned char firstPrintable = 0x20;
    if (character == '"' || character == '\\')
      result += '\\';
    if (static_cast<unsigned char>(character) >= firstPrintable) {
      result += character;
      continue;
    }
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(character));
    result += escaped;
  }
  return result + '"';
}

std::string member(std::string_view name, std::string_view value) {
  return quoted(name) + ':' + quoted(value);
}

std::string member(std::string_view name, unsigned value) {
  return quoted(name) + ':' + std::to_string(value);
}

std::string_view ruleOf(const CheckReport &report) {
  return report.finding.empty() ? nameOf(report.check) : report.finding;
}

/// Who makes the mistake: "kernel 'demo', k.cl:13:7: " or "clSetKernelArg: ".
std::string prefixOf(const CheckReport &report) {
  std::string prefix = report.call;
  const auto add = [&](const std::string &part) { prefix += (prefix.empty() ? "" : ", ") + part; };
  if (!report.kernel.empty())
    add("kernel '" + report.kernel + "'");
  if (report.where.line != 0)
    add(textOf(report.where));
  return prefix.empty() ? prefix : prefix + ": ";
}

} // namespace

std::string textOf(const SourceLocation &where) {
  if (where.line == 0)
    return "";
  return where.file + ':' + std::to_string(where.line) + ':' + std::to_string(where.column);
}

std::string textOf(const CheckReport &report, bool isColoured) {
  const std::string_view boldRed = isColoured ? "\x1b[1;31m" : "";
  const std::string_view plain = isColoured ? "\x1b[0m" : "";
  std::string text = "weft: ";
  text += boldRed;
  text += ruleOf(report);
  text += plain;
  text += ": " + prefixOf(report) + report.message;
  for (const std::string &note : report.notes)
    text += "\n  " + note;
  return text;
}

std::string jsonOf(const CheckReport &report) {
  std::string json = '{' + member("check", ruleOf(report));
  if (!report.kernel.empty())
    json += ',' + member("kernel", report.kernel);
  if (!report.call.empty())
    json += ',' + member("call", report.call);
  if (report.where.line != 0)
    json += ',' + member("file", report.where.file) + ',' + member("line", report.where.line) +
            ',' + member("column", report.where.column);
  json += ',' + member("message", report.message) + ",\"notes\":[";
  for (const std::string &note : report.notes)
    json += (&note == report.notes.data() ? "" : ",") + quoted(note);
  return json + "]}";
}

std::string sarifResultOf(const CheckReport &report) {
  CheckReport whole = report;
  whole.where.line = 0; // has a member of its own
  std::string text = prefixOf(whole) + report.message;
  for (const std::string &note : report.notes)
    text += "\n" + note;
  std::string json = '{' + member("ruleId", ruleOf(report)) + ',' +
                     member("level", report.finding.empty() ? "error" : "warning") +
                     ",\"message\":{" + member("text", text) + '}';
  if (report.where.line != 0)
    json += ",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{" +
            member("uri", report.where.file) + "},\"region\":{" +
            member("startLine", report.where.line) + ',' +
            member("startColumn", report.where.column == 0 ? 1 : report.where.column) + "}}}]";
  return json + '}';
}

std::string sarifBegin() {
  std::string rules;
  for (const std::string_view name : checkNames)
    rules += (rules.empty() ? "{" : ",{") + member("id", name) + '}';
  return '{' + member("$schema", "https://json.schemastore.org/sarif-2.1.0.json") + ',' +
         member("version", "2.1.0") + ",\"runs\":[{\"tool\":{\"driver\":{" +
         member("name", "Weft") + ',' + member("version", WEFT_VERSION) + ",\"rules\":[" + rules +
         "]}},\"results\":[\n";
}

std::string sarifEnd() { return "\n]}]}\n"; }

} // namespace weft::device
