#ifndef __EMSCRIPTEN__
#include "runtime/kernel_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "catch.h"
#include "runtime/cache_folder.h"

using namespace vt;
namespace fs = std::filesystem;

namespace {

// A folder that VITRINE_CACHE names for the time of a test.
struct CacheFolder {
  CacheFolder() {
    std::string name = "/tmp/vitrine-cache-test-XXXXXX";
    path = mkdtemp(name.data());
    if (const char* before = std::getenv("VITRINE_CACHE")) before_ = before;
    setenv("VITRINE_CACHE", path.c_str(), 1);
  }
  ~CacheFolder() {
    fs::remove_all(path);
    if (before_.empty()) unsetenv("VITRINE_CACHE");
    else setenv("VITRINE_CACHE", before_.c_str(), 1);
  }
  std::string path;

 private:
  std::string before_;
};

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

TEST_CASE("an entry of the cache is read back as it was written, or not at all", "[runtime]") {
  const CacheFolder cache;
  const std::string name = "0123abcd.tune", bytes = "1.5\tchosen\ta\n2.5\t\tb\n";
  write_cached(name, bytes);
  std::string found;
  REQUIRE(read_cached(name, found));
  CHECK(found == bytes);
  const std::string sound = content_of(cache.path + "/" + name);
  std::mt19937_64 random(1);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string changed = sound;
    const size_t at = random() % sound.size();
    switch (random() % 4) {
      case 0: changed[at] = static_cast<char>(changed[at] ^ (1 << random() % 8)); break;
      case 1: changed.resize(at); break;
      case 2: changed.insert(at, 1, static_cast<char>(random())); break;
      default: changed.erase(at, 1 + random() % 9); break;
    }
    std::ofstream(cache.path + "/" + name, std::ios::binary | std::ios::trunc) << changed;
    accepted += changed != sound && read_cached(name, found);
  }
  CHECK(accepted == 0);
}

TEST_CASE("an entry does not stand for another name, and a folder's key makes no entries of another folder",
          "[runtime]") {
  const CacheFolder cache;
  write_cached("0a.so", "library a");
  write_cached("0b.so", "library b");
  fs::copy_file(cache.path + "/0a.so", cache.path + "/0b.so", fs::copy_options::overwrite_existing);
  std::string found;
  CHECK(read_cached("0a.so", found));
  CHECK_FALSE(read_cached("0b.so", found));
  const std::string entry = content_of(cache.path + "/0a.so");
  const CacheFolder other;
  write_cached("0b.so", "library b");
  std::ofstream(other.path + "/0a.so", std::ios::binary) << entry;
  CHECK_FALSE(read_cached("0a.so", found));
}

TEST_CASE("a folder is trusted only if nobody else can change it or replace it", "[runtime]") {
  const CacheFolder base;
  const std::string inner = base.path + "/inner/cache";
  fs::create_directories(inner);
  const auto open_to = [](const std::string& path, mode_t mode) { REQUIRE(chmod(path.c_str(), mode) == 0); };
  open_to(inner, 0755);
  CHECK(distrust_of_folder(inner).empty());
  for (mode_t mode : {0777, 0775, 0757, 01777}) {
    open_to(inner, mode);
    CHECK(distrust_of_folder(inner) == "other users can write " + inner);
  }
  open_to(inner, 0700);
  open_to(base.path + "/inner", 0777);
  CHECK(distrust_of_folder(inner) == "other users can write " + base.path + "/inner");
  open_to(base.path + "/inner", 01777);
  CHECK(distrust_of_folder(inner).empty());
  fs::create_directory_symlink(inner, base.path + "/link");
  open_to(base.path + "/inner", 0777);
  CHECK_FALSE(distrust_of_folder(base.path + "/link").empty());
  CHECK(distrust_of_folder(base.path + "/none") == "it is not there");
}

TEST_CASE("a key that is a link, that others may read or that is cut short gives way to a new one", "[runtime]") {
  const CacheFolder cache;
  const std::string key = cache_key(cache.path), path = cache.path + "/key";
  REQUIRE(key.size() == 32);
  CHECK(cache_key(cache.path) == key);
  chmod(path.c_str(), 0640);
  const std::string second = cache_key(cache.path);
  CHECK((second.size() == 32 && second != key));
  fs::resize_file(path, 7);
  const std::string third = cache_key(cache.path);
  CHECK((third.size() == 32 && third != second));
  fs::rename(path, cache.path + "/elsewhere");
  fs::create_symlink(cache.path + "/elsewhere", path);
  const std::string fourth = cache_key(cache.path);
  CHECK((fourth.size() == 32 && fourth != third));
  CHECK_FALSE(fs::is_symlink(path));
}
#endif
