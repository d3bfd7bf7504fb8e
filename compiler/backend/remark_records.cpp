// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/remark_records.h"

#include "compiler/passes/support/remarks.h"

#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {

using namespace llvm;

namespace {

RemarkRecord recordOf(const Remark &remark) {
  RemarkRecord record{remark.function(), remark.kind().str(), remark.message(), {}, 0, 0, {}};
  if (const DILocation *location = remark.place().get()) {
    record.file = location->getFilename().str();
    record.line = location->getLine();
    record.column = location->getColumn();
  }
  for (const auto &[name, value] : remark.numbers())
    record.numbers.emplace_back(name.str(), value);
  return record;
}

RemarkRecord recordOf(const DiagnosticInfoStackSize &frame) {
  return {frame.getFunction().getName().str(),
          "frame",
          std::to_string(frame.getStackSize()) + " bytes of stack",
          {},
          0,
          0,
          {{"bytes", frame.getStackSize()}}};
}

// Register spills, of a loop or of a whole function.
RemarkRecord recordOf(const DiagnosticInfoMIROptimization &spills) {
  RemarkRecord record{spills.getFunction().getName().str(),
                      spills.getRemarkName() == "SpillReloadCopies" ? "spills" : "loop spills",
                      spills.getMsg(),
                      {},
                      0,
                      0,
                      {}};
  if (spills.isLocationAvailable()) {
    StringRef file;
    spills.getLocation(file, record.line, record.column);
    record.file = file.str();
  }
  for (const auto &argument : spills.getArgs())
    if (std::uint64_t value; !StringRef(argument.Val).getAsInteger(10, value))
      record.numbers.emplace_back(argument.Key, value);
  return record;
}

} // namespace

void recordRemark(const DiagnosticInfo &info, std::vector<RemarkRecord> &records) {
  if (const auto *remark = dyn_cast<Remark>(&info))
    records.push_back(recordOf(*remark));
  else if (const auto *frame = dyn_cast<DiagnosticInfoStackSize>(&info))
    records.push_back(recordOf(*frame));
  else if (const auto *missed = dyn_cast<DiagnosticInfoMIROptimization>(&info);
           missed && missed->getPassName() == "regalloc")
    records.push_back(recordOf(*missed));
}

std::string printRecords(const std::vector<RemarkRecord> &records) {
  std::string text;
  raw_string_ostream stream(text);
  json::OStream json(stream, /*IndentSize=*/1);
  json.object([&] {
    json.attributeArray("remarks", [&] {
      for (const RemarkRecord &record : records)
        json.object([&] {
          json.attribute("function", record.function);
          json.attribute("kind", record.kind);
          json.attribute("text", record.text);
          if (record.line) {
            json.attribute("file", json::fixUTF8(record.file));
            json.attribute("line", record.line);
            json.attribute("column", record.column);
          }
          json.attributeObject("numbers", [&] {
            for (const auto &[name, value] : record.numbers)
              json.attribute(name, value);
          });
        });
    });
  });
  stream << "\n";
  return text;
}

} // namespace weft::compiler
