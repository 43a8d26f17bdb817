#include "support/sha256.h"

#include <string>

#include "catch_amalgamated.hpp"

using namespace vt;

TEST_CASE("sha256 gives the values of FIPS 180-4", "[support]") {
  CHECK(sha256("abc") == std::array<uint32_t, 8>{0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c,
                                                 0xb410ff61, 0xf20015ad});
  CHECK(sha256("")[0] == 0xe3b0c442);
  // 56 bytes: the length needs a block of its own.
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")[7] == 0x19db06c1);
  CHECK(sha256_modulo("L['x'].size()[0]", 100) == 77);
}
