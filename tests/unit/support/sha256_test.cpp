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

TEST_CASE("hmac_sha256 gives the values of RFC 4231", "[support]") {
  CHECK(hmac_sha256(std::string(20, '\x0b'), "Hi There") ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(hmac_sha256("Jefe", "what do ya want for nothing?") ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}
