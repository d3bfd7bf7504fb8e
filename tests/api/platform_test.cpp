// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 4.1 and 4.2: platforms, and which devices they have.
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace weft::test {
namespace {

class PlatformApi : public Api {
protected:
  std::string text(cl_platform_info name) const {
    return infoString([&](auto... rest) { return clGetPlatformInfo(platform(), name, rest...); });
  }
};

std::set<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

TEST_F(PlatformApi, DescribesItself) {
  EXPECT_EQ(text(CL_PLATFORM_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(text(CL_PLATFORM_VERSION).substr(0, 11), "OpenCL 3.1 ");
  EXPECT_FALSE(text(CL_PLATFORM_VENDOR).empty());
  EXPECT_FALSE(text(CL_PLATFORM_ICD_SUFFIX_KHR).empty());
  auto version = queried<cl_version>([&](auto... rest) {
    return clGetPlatformInfo(platform(), CL_PLATFORM_NUMERIC_VERSION, rest...);
  });
  EXPECT_EQ(CL_VERSION_MAJOR(version), 3u);
  EXPECT_EQ(CL_VERSION_MINOR(version), 1u);
  EXPECT_GT(queried<cl_ulong>([&](auto... rest) {
              return clGetPlatformInfo(platform(), CL_PLATFORM_HOST_TIMER_RESOLUTION, rest...);
            }),
            0u);
}

TEST_F(PlatformApi, ListsItsExtensionsTwiceTheSame) {
  size_t bytes = 0;
  ASSERT_EQ(clGetPlatformInfo(platform(), CL_PLATFORM_EXTENSIONS_WITH_VERSION, 0, nullptr, &bytes),
            CL_SUCCESS);
  std::vector<cl_name_version> versions(bytes / sizeof(cl_name_version));
  ASSERT_EQ(clGetPlatformInfo(platform(), CL_PLATFORM_EXTENSIONS_WITH_VERSION, bytes,
                              versions.data(), nullptr),
            CL_SUCCESS);
  std::set<std::string> names;
  for (const cl_name_version &version : versions)
    names.insert(version.name);
  EXPECT_EQ(names, words(text(CL_PLATFORM_EXTENSIONS)));
  EXPECT_TRUE(names.count("cl_khr_icd"));
}

TEST_F(PlatformApi, HasTheExtensionsOfItsDevices) {
  const std::string ofDevice = infoString(
      [&](auto... rest) { return clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, rest...); });
  EXPECT_EQ(words(ofDevice), words(text(CL_PLATFORM_EXTENSIONS)));
}

TEST_F(PlatformApi, InfoErrors) {
  expectQueryErrors(
      "clGetPlatformInfo", [&](auto... rest) { return clGetPlatformInfo(platform(), rest...); },
      CL_PLATFORM_NUMERIC_VERSION, sizeof(cl_version));
  EXPECT_EQ(clGetPlatformInfo(wrong<cl_platform_id>(), CL_PLATFORM_NAME, 0, nullptr, nullptr),
            CL_INVALID_PLATFORM);
}

TEST_F(PlatformApi, DevicesOfEachType) {
  auto count = [](cl_device_type type) {
    cl_uint devices = 0;
    cl_int error = clGetDeviceIDs(platform(), type, 0, nullptr, &devices);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_DEVICE_NOT_FOUND) << errorName(error);
    return error == CL_SUCCESS ? devices : 0;
  };
  EXPECT_GE(count(CL_DEVICE_TYPE_ALL), 1u);
  EXPECT_GE(count(CL_DEVICE_TYPE_CPU), 1u);
  EXPECT_EQ(count(CL_DEVICE_TYPE_DEFAULT), 1u);
  EXPECT_EQ(count(CL_DEVICE_TYPE_GPU), 0u);
  EXPECT_EQ(count(CL_DEVICE_TYPE_ACCELERATOR), 0u);
  EXPECT_EQ(count(CL_DEVICE_TYPE_CUSTOM), 0u);
  EXPECT_GE(count(CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU), 1u);
}

TEST_F(PlatformApi, DeviceErrors) {
  cl_device_id id = nullptr;
  cl_uint count = 0;
  expectErrors({
      {"another type", CL_INVALID_PLATFORM,
       [&] { return clGetDeviceIDs(wrong<cl_platform_id>(), CL_DEVICE_TYPE_ALL, 1, &id, &count); }},
      {"no type", CL_INVALID_DEVICE_TYPE,
       [&] { return clGetDeviceIDs(platform(), 0, 1, &id, &count); }},
      {"an unknown type", CL_INVALID_DEVICE_TYPE,
       [&] { return clGetDeviceIDs(platform(), 1u << 20, 1, &id, &count); }},
      {"room for none", CL_INVALID_VALUE,
       [&] { return clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, &id, nullptr); }},
      {"nowhere to answer", CL_INVALID_VALUE,
       [&] { return clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr); }},
      {"no such device", CL_DEVICE_NOT_FOUND,
       [&] { return clGetDeviceIDs(platform(), CL_DEVICE_TYPE_GPU, 1, &id, &count); }},
  });
}

TEST_F(PlatformApi, ExtensionFunctions) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform(), "clNoSuchFunctionKHR"), nullptr);
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform(), "clCreateBuffer"), nullptr)
      << "a core function is no extension";
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform(), "clIcdGetPlatformIDsKHR"),
            nullptr);
}

// Programs of earlier runs must not answer for those of this one (tests/CMakeLists.txt).
TEST(TestEnvironment, HasACacheOfItsOwn) {
  const char *cache = std::getenv("WEFT_CACHE_DIR");
  ASSERT_NE(cache, nullptr);
  const std::filesystem::path vendors = std::getenv("OCL_ICD_VENDORS");
  EXPECT_EQ(std::filesystem::path(cache), vendors.parent_path() / "tests/cache");
}

TEST_F(PlatformApi, IcdEntryPoints) {
  const char *vendors = std::getenv("OCL_ICD_VENDORS");
  ASSERT_NE(vendors, nullptr);
  std::filesystem::path icd = vendors;
  if (std::filesystem::is_directory(icd))
    icd /= "weft.icd";
  std::string path;
  std::getline(std::ifstream(icd), path);
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  auto addressOf =
      reinterpret_cast<void *(*)(const char *)>(dlsym(library, "clGetExtensionFunctionAddress"));
  ASSERT_NE(addressOf, nullptr);
  EXPECT_NE(dlsym(library, "clGetPlatformInfo"), nullptr);
  auto getIds = reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(addressOf("clIcdGetPlatformIDsKHR"));
  ASSERT_NE(getIds, nullptr);
  cl_platform_id id = nullptr;
  cl_uint count = 0;
  EXPECT_EQ(getIds(1, &id, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(id, platform());
  expectErrors({
      {"room for none", CL_INVALID_VALUE, [&] { return getIds(0, &id, nullptr); }},
      {"nowhere to answer", CL_INVALID_VALUE, [&] { return getIds(1, nullptr, nullptr); }},
      {"the count alone", CL_SUCCESS, [&] { return getIds(0, nullptr, &count); }},
  });
}

TEST_F(PlatformApi, UnloadCompiler) {
  EXPECT_EQ(clUnloadPlatformCompiler(platform()), CL_SUCCESS);
  EXPECT_EQ(clUnloadPlatformCompiler(wrong<cl_platform_id>()), CL_INVALID_PLATFORM);
  session.build("kernel void still_builds() {}");
}

} // namespace
} // namespace weft::test
