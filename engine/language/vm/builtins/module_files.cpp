// _files: the files and folders a program may reach. What fails is an OSError with the number
// that Linux gives it, on every system; without Host::files there is nothing, and nothing is kept.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"
#include "vm/state.h"

namespace vt::vm {
namespace {
// Emscripten numbers errors in its own way.
int linux_number(int code) {
  static constexpr std::pair<int, int> kNumbers[] = {{EPERM, 1},   {ENOENT, 2},        {EIO, 5},        {EACCES, 13},
                                                     {EBUSY, 16},  {EEXIST, 17},       {EXDEV, 18},     {ENOTDIR, 20},
                                                     {EISDIR, 21}, {EINVAL, 22},       {EMFILE, 24},    {ENOSPC, 28},
                                                     {EROFS, 30},  {ENAMETOOLONG, 36}, {ENOTEMPTY, 39}, {ELOOP, 40}};
  for (const auto& [ours, linux_one] : kNumbers)
    if (ours == code) return linux_one;
  return code;
}

[[noreturn]] void fail(Interpreter& vm, int code, const Value& path, const Value& target = {}) {
  std::vector<Value> given{Value::integer(linux_number(code)), make_str(std::strerror(code)), path};
  if (!target.is_null()) given.insert(given.end(), {Value::none(), target});
  raise_value(vm.call(Value::of(types().OSError), Arguments{given.data(), given.size(), nullptr, 0}));
}

std::string path_of(const Value& v) {
  const std::string path(expect_str(v, "path"));
  if (path.find('\0') != std::string::npos) raise(types().ValueError, "embedded null byte");
  return path;
}

// Does a thing to a path by a function of the system that gives -1 where it fails.
template <class Function>
Value change(Interpreter& vm, const Arguments& a, const char* name, Function function) {
  exactly_one(a, name);
  const std::string path = path_of(a[0]);
  if (!vm.host().files) fail(vm, EROFS, a[0]);
  if (function(path.c_str()) != 0) fail(vm, errno, a[0]);
  return Value::none();
}

// A descriptor that closes itself.
struct Opened {
  explicit Opened(int given) : number(given) {}
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened() {
    if (number >= 0) close(number);
  }
  int number;
};

// The content of a file. Of a device there is none: /dev/null is empty, others never end.
Value read_file(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "_files.read");
  const std::string path = path_of(a[0]);
  if (!vm.host().files) fail(vm, ENOENT, a[0]);
  const Opened file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (file.number < 0 || fstat(file.number, &status) != 0) fail(vm, errno, a[0]);
  if (S_ISDIR(status.st_mode)) fail(vm, EISDIR, a[0]);
  std::string content;
  if (!S_ISREG(status.st_mode)) return make<Bytes>(content);
  content.resize(static_cast<size_t>(status.st_size));
  size_t size = 0;
  while (size < content.size()) {
    const ssize_t got = read(file.number, content.data() + size, content.size() - size);
    if (got < 0) fail(vm, errno, a[0]);
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  content.resize(size);
  return make<Bytes>(std::move(content));
}

Value write_file(Interpreter& vm, const Arguments& a) {
  if (a.positional != 2 || !a[1].as<Bytes>()) raise(types().TypeError, "_files.write() takes a path and bytes");
  const std::string path = path_of(a[0]);
  const std::string& content = a[1].as<Bytes>()->data;
  if (!vm.host().files) fail(vm, EROFS, a[0]);
  const Opened file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.number < 0) fail(vm, errno, a[0]);
  for (size_t size = 0; size < content.size();) {
    const ssize_t put = write(file.number, content.data() + size, content.size() - size);
    if (put < 0) fail(vm, errno, a[0]);
    size += static_cast<size_t>(put);
  }
  return Value::none();
}

// Whether the system lets this process do with a path what the number asks: 4 read, 2 write, 1 run, 0 find.
Value allowed(Interpreter& vm, const Arguments& a) {
  if (a.positional != 2 || !is_small_integer(a[1]))
    raise(types().TypeError, "_files.allowed() takes a path and a mode");
  const std::string path = path_of(a[0]);
  return Value::boolean(vm.host().files && access(path.c_str(), static_cast<int>(small_integer(a[1]))) == 0);
}

// (mode, size, seconds of the last change) of what lies at a path.
Value status_of(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "_files.status");
  const std::string path = path_of(a[0]);
  if (!vm.host().files) fail(vm, ENOENT, a[0]);
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) fail(vm, errno, a[0]);
  const double changed =
      static_cast<double>(status.st_mtim.tv_sec) + 1e-9 * static_cast<double>(status.st_mtim.tv_nsec);
  return make_tuple({Value::integer(status.st_mode), Value::integer(status.st_size), Value::real(changed)});
}

Value names_in(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "_files.names");
  const std::string path = path_of(a[0]);
  if (!vm.host().files) fail(vm, ENOENT, a[0]);
  DIR* folder = opendir(path.c_str());
  if (!folder) fail(vm, errno, a[0]);
  std::vector<Value> names;
  while (const dirent* entry = readdir(folder)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(make_str(name));
  }
  closedir(folder);
  return make_list(std::move(names));
}

Value make_folder(Interpreter& vm, const Arguments& a) {
  return change(vm, a, "_files.make_folder", [](const char* path) { return mkdir(path, 0777); });
}
Value remove_folder(Interpreter& vm, const Arguments& a) { return change(vm, a, "_files.remove_folder", rmdir); }
Value remove_file(Interpreter& vm, const Arguments& a) { return change(vm, a, "_files.remove", unlink); }
Value enter_folder(Interpreter& vm, const Arguments& a) { return change(vm, a, "_files.enter", chdir); }

Value rename_file(Interpreter& vm, const Arguments& a) {
  if (a.positional != 2) raise(types().TypeError, "_files.rename() takes two paths");
  const std::string from = path_of(a[0]), to = path_of(a[1]);
  if (!vm.host().files) fail(vm, EROFS, a[0], a[1]);
  if (std::rename(from.c_str(), to.c_str()) != 0) fail(vm, errno, a[0], a[1]);
  return Value::none();
}

Value current_folder(Interpreter& vm, const Arguments&) {
  char path[4096];
  return make_str(vm.host().files && getcwd(path, sizeof path) ? path : "/");
}

Value error_text(Interpreter&, const Arguments& a) {
  exactly_one(a, "_files.error_text");
  const int64_t wanted = small_integer(a[0]);
  for (int code = 1; code < 200; ++code)
    if (linux_number(code) == wanted) return make_str(std::strerror(code));
  return make_str("Unknown error " + std::to_string(wanted));
}

Value environment(Interpreter& vm, const Arguments&) {
  Value variables = make<Dict>();
  for (const auto& [name, value] : vm.host().environment) vm.set_item(variables, make_str(name), make_str(value));
  return variables;
}
}  // namespace

void load_file_natives(Interpreter&, Module& module) {
  define_function(module, "read", read_file);
  define_function(module, "write", write_file);
  define_function(module, "status", status_of);
  define_function(module, "allowed", allowed);
  define_function(module, "names", names_in);
  define_function(module, "make_folder", make_folder);
  define_function(module, "remove_folder", remove_folder);
  define_function(module, "remove", remove_file);
  define_function(module, "rename", rename_file);
  define_function(module, "enter", enter_folder);
  define_function(module, "current", current_folder);
  define_function(module, "error_text", error_text);
  define_function(module, "environment", environment);
}

}  // namespace vt::vm
