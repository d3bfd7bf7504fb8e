// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/program/binary.h"
#include "compiler/interface/target/host_target.h"
#include "device/kernel_abi.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace weft::compiler {
namespace {

std::vector<std::byte> payload(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<std::byte>(i * 7);
  return bytes;
}

std::vector<std::byte> sealed(BinaryKind kind = BinaryKind::Object) {
  return Binary::seal(payload(1000), kind, binaryHasMutableGlobals, hostTarget());
}

TEST(Binary, KeepsWhatItWasGiven) {
  for (const BinaryKind kind : {BinaryKind::Object, BinaryKind::Library}) {
    const auto bytes = sealed(kind);
    const auto binary = Binary::parse(bytes, "/some/path");
    ASSERT_TRUE(binary);
    EXPECT_EQ(binary->kind(), kind);
    EXPECT_EQ(binary->flags(), binaryHasMutableGlobals);
    EXPECT_EQ(binary->path(), "/some/path");
    EXPECT_TRUE(std::ranges::equal(binary->bytes(), bytes));
    EXPECT_TRUE(std::ranges::equal(binary->payload(), payload(1000)));
  }
}

TEST(Binary, DriverVersionTellsWhatIsRefused) {
  const std::string other = hostTarget() + "+other";
  EXPECT_FALSE(Binary::parse(Binary::seal(payload(10), BinaryKind::Executable, 0, other)));
  EXPECT_NE(driverVersion(other), driverVersion(hostTarget()));
  const std::string same(hostTarget());
  EXPECT_EQ(driverVersion(same), driverVersion(hostTarget()));
  EXPECT_TRUE(driverVersion(same).starts_with(WEFT_VERSION " (binaries " +
                                              std::to_string(WEFT_KERNEL_ABI_VERSION) + "-"));
}

TEST(Binary, EveryDamagedByteIsSeen) {
  const auto bytes = sealed();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] ^= std::byte{0x10};
    EXPECT_FALSE(Binary::parse(damaged)) << "byte " << i;
  }
}

TEST(Binary, EveryTruncationIsSeen) {
  const auto bytes = sealed();
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(Binary::parse({bytes.begin(), bytes.begin() + size})) << size << " bytes";
}

TEST(Binary, MoreBytesAreSeen) {
  auto bytes = sealed();
  bytes.push_back({});
  EXPECT_FALSE(Binary::parse(bytes));
}

TEST(Binary, AnotherCpuIsForeignToCodeOnly) {
  EXPECT_FALSE(Binary::parse(Binary::seal(payload(10), BinaryKind::Executable, 0, "another")));
  EXPECT_TRUE(Binary::parse(Binary::seal(payload(10), BinaryKind::Object, 0, "another")));
}

TEST(Binary, EmptyPayload) {
  EXPECT_TRUE(Binary::parse(Binary::seal({}, BinaryKind::Object, 0, hostTarget())));
}

TEST(HostTarget, IsStable) {
  EXPECT_FALSE(hostTarget().empty());
  EXPECT_EQ(&hostTarget(), &hostTarget());
}

} // namespace
} // namespace weft::compiler
