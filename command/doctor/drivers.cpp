// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/doctor/drivers.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace weft::command {
namespace {

namespace fs = std::filesystem;

const std::string systemFolder = "/etc/OpenCL/vendors";

std::string variable(const char *name) {
  const char *value = ::secure_getenv(name);
  return value ? value : "";
}

/// The library named by a file: its first line, or for Khronos's loader its whole content.
Driver readIcdFile(const std::string &path, const LoaderKind &loader) {
  Driver driver{path, {}, {}};
  errno = 0;
  std::ifstream file(path);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) {
    driver.problem = std::strerror(errno ? errno : EIO);
    return driver;
  }
  if (loader.isKhronos && content.ends_with('\n'))
    content.pop_back();
  else if (!loader.isKhronos)
    content = content.substr(0, content.find('\n'));
  if (content.empty())
    driver.problem = "the file is empty";
  else
    driver.library = content;
  return driver;
}

std::vector<Driver> readFolder(const std::string &folder, const LoaderKind &loader) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".icd")
      paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  std::vector<Driver> drivers;
  drivers.reserve(paths.size());
  for (const std::string &path : paths)
    drivers.push_back(readIcdFile(path, loader));
  return drivers;
}

void addFileNames(Drivers &drivers) {
  const std::string names = variable("OCL_ICD_FILENAMES");
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(':', begin), names.size());
    if (end > begin)
      drivers.read.push_back({"OCL_ICD_FILENAMES", names.substr(begin, end - begin), {}});
    begin = end + 1;
  }
}

void append(std::vector<Driver> &list, std::vector<Driver> more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

/// A path other than a folder: an .icd file, possibly by name in the usual folder, or a library.
void addNamed(Drivers &drivers, const std::string &name, const std::string &folder,
              const LoaderKind &loader) {
  if (!name.ends_with(".icd")) {
    drivers.read.push_back({"OCL_ICD_VENDORS", name, {}});
    return;
  }
  const std::string inFolder = folder + "/" + name;
  const bool isInFolder = name.find('/') == name.npos && fs::exists(inFolder);
  drivers.read.push_back(readIcdFile(isInFolder ? inFolder : name, loader));
}

} // namespace

LoaderKind kindOfLoader(const std::string &name, const std::string &library) {
  std::ifstream file(library, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  const auto has = [&](const char *text) { return content.find(text) != content.npos; };
  const bool isKhronos = name.find("Khronos") != name.npos || has("Khronos OpenCL ICD Loader");
  const char *known = isKhronos                         ? "Khronos's ICD loader"
                      : has("OCL_ICD_DEFAULT_PLATFORM") ? "ocl-icd"
                                                        : "an unknown loader";
  return {.name = known, .isKhronos = isKhronos, .readsFileNames = has("OCL_ICD_FILENAMES")};
}

Drivers findDrivers(const LoaderKind &loader) {
  Drivers drivers;
  const std::string vendors = variable("OCL_ICD_VENDORS");
  const std::string path = loader.isKhronos ? "" : variable("OPENCL_VENDOR_PATH");
  const std::string usual = path.empty() ? systemFolder : path;
  if (loader.readsFileNames)
    addFileNames(drivers);
  std::error_code error;
  std::string folder = usual;
  if (!vendors.empty() && (loader.isKhronos || fs::is_directory(vendors, error)))
    folder = vendors;
  if (vendors.empty() || folder == vendors)
    append(drivers.read, readFolder(folder, loader));
  else
    addNamed(drivers, vendors, usual, loader);
  drivers.origin = !vendors.empty() ? "OCL_ICD_VENDORS=" + vendors
                   : !path.empty()  ? "OPENCL_VENDOR_PATH=" + path
                                    : systemFolder;
  if (drivers.origin != systemFolder && !fs::equivalent(folder, systemFolder, error))
    drivers.unread = readFolder(systemFolder, loader);
  std::erase_if(drivers.unread, [&](const Driver &driver) {
    return std::ranges::find(drivers.read, driver.from, &Driver::from) != drivers.read.end();
  });
  return drivers;
}

} // namespace weft::command
