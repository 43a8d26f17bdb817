#include "support/sandbox.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace vt {
namespace {

// --- files: Landlock ----------------------------------------------------------------------------
// Version 3 (Linux 6.2) controls truncation as well; before it a program could empty any file.
constexpr int kLeastLandlock = 3;
constexpr uint64_t kTruncate = uint64_t{1} << 14, kDeviceControl = uint64_t{1} << 15;  // absent from older headers
constexpr uint64_t kReadFile = LANDLOCK_ACCESS_FS_READ_FILE;
constexpr uint64_t kWriteFile = LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
constexpr uint64_t kAllRights = (uint64_t{1} << 15) - 1;  // of version 3
// Rights to create devices, sockets and pipes are not granted.
constexpr uint64_t kWriteFolder = kWriteFile | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                                  LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER;

int landlock_version() {
  return static_cast<int>(syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

// Grants rights on a folder with everything below it, or on one file. A missing path is skipped.
bool allow(int ruleset, const std::string& path, bool write, uint64_t more) {
  const int file = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (file < 0) return true;
  struct stat facts {};
  const bool is_folder = fstat(file, &facts) == 0 && S_ISDIR(facts.st_mode);
  landlock_path_beneath_attr rule{};
  rule.parent_fd = file;
  rule.allowed_access = kReadFile | (is_folder ? uint64_t{LANDLOCK_ACCESS_FS_READ_DIR} : 0);
  if (write) rule.allowed_access |= (is_folder ? kWriteFolder : kWriteFile) | more;
  const bool done = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  close(file);
  return done;
}

bool restrict_files(const SandboxRules& rules) {
  const int version = landlock_version();
  const uint64_t device_control = version >= 5 ? kDeviceControl : 0;
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = kAllRights | device_control;
  const int ruleset =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, sizeof handled.handled_access_fs, 0));
  if (ruleset < 0) return false;
  bool done = true;
  for (const std::string& path : rules.readable) done = done && allow(ruleset, path, false, 0);
  for (const std::string& path : rules.writable) done = done && allow(ruleset, path, true, device_control);
  done = done && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return done;
}

// --- calls: seccomp -----------------------------------------------------------------------------
#ifdef __x86_64__
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#else
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif
constexpr uint32_t kRefused = SECCOMP_RET_ERRNO | EPERM;

// System calls that a program does not need: network, starting programs, access to other processes, file changes that
// Landlock does not control, and ways around this filter.
constexpr int kForbidden[] = {SYS_socket,
                              SYS_socketpair,
                              SYS_connect,
                              SYS_bind,
                              SYS_listen,
                              SYS_accept,
                              SYS_accept4,
                              SYS_sendmmsg,
                              SYS_execve,
                              SYS_execveat,
                              SYS_ptrace,
                              SYS_tkill,
                              SYS_process_vm_readv,
                              SYS_process_vm_writev,
                              SYS_pidfd_open,
                              SYS_pidfd_getfd,
                              SYS_pidfd_send_signal,
                              SYS_kcmp,
                              SYS_fchmod,
                              SYS_fchmodat,
                              SYS_fchown,
                              SYS_fchownat,
                              SYS_utimensat,
                              SYS_setxattr,
                              SYS_lsetxattr,
                              SYS_fsetxattr,
                              SYS_removexattr,
                              SYS_lremovexattr,
                              SYS_fremovexattr,
#ifdef __x86_64__
                              SYS_chmod,
                              SYS_chown,
                              SYS_lchown,
                              SYS_utime,
                              SYS_utimes,
                              SYS_futimesat,
                              SYS_uselib,
#endif
                              SYS_io_uring_setup,
                              SYS_io_uring_enter,
                              SYS_io_uring_register,
                              SYS_bpf,
                              SYS_perf_event_open,
                              SYS_userfaultfd,
                              SYS_mount,
                              SYS_umount2,
                              SYS_pivot_root,
                              SYS_chroot,
                              SYS_setns,
                              SYS_unshare,
                              SYS_open_by_handle_at,
                              SYS_name_to_handle_at,
                              SYS_add_key,
                              SYS_request_key,
                              SYS_keyctl,
                              SYS_init_module,
                              SYS_finit_module,
                              SYS_delete_module,
                              SYS_kexec_load,
                              SYS_reboot,
                              SYS_swapon,
                              SYS_swapoff,
                              SYS_acct,
                              SYS_quotactl,
                              SYS_personality,
                              SYS_open_tree,
                              SYS_move_mount,
                              SYS_fsopen,
                              SYS_fsconfig,
                              SYS_fsmount,
                              SYS_fspick,
                              452 /* fchmodat2 */};

sock_filter load(size_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset)); }
sock_filter answer(uint32_t value) { return BPF_STMT(BPF_RET | BPF_K, value); }
// Skips the next `count` instructions of the filter if the loaded word differs from `value`.
sock_filter unless_equal(uint32_t value, uint8_t count) { return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count); }

std::vector<sock_filter> call_filter() {
  std::vector<sock_filter> steps = {load(offsetof(seccomp_data, arch)), unless_equal(kArchitecture, 1),
                                    BPF_STMT(BPF_JMP | BPF_JA, 1), answer(SECCOMP_RET_KILL_PROCESS),
                                    load(offsetof(seccomp_data, nr))};
#ifdef __x86_64__
  steps.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));  // system calls of the x32 ABI
  steps.push_back(answer(SECCOMP_RET_KILL_PROCESS));
#endif
  for (int call : kForbidden) {
    steps.push_back(unless_equal(static_cast<uint32_t>(call), 1));
    steps.push_back(answer(kRefused));
  }
  // Allow signals to this process only, and no input into the terminal (TIOCSTI).
  const auto argument = [](size_t index) { return offsetof(seccomp_data, args) + 8 * index; };
  for (int call : {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo})
    steps.insert(steps.end(),
                 {unless_equal(static_cast<uint32_t>(call), 4), load(argument(0)),
                  unless_equal(static_cast<uint32_t>(getpid()), 1), answer(SECCOMP_RET_ALLOW), answer(kRefused)});
  steps.insert(steps.end(), {unless_equal(SYS_ioctl, 4), load(argument(1)), unless_equal(TIOCSTI, 1), answer(kRefused),
                             answer(SECCOMP_RET_ALLOW)});
  steps.push_back(answer(SECCOMP_RET_ALLOW));
  return steps;
}

bool has_seccomp() {
  const uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool restrict_calls() {
  std::vector<sock_filter> steps = call_filter();
  sock_fprog program{static_cast<unsigned short>(steps.size()), steps.data()};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

}  // namespace

std::string sandbox_lack() {
  std::string lack;
  if (const int version = landlock_version(); version < 0) lack = "this kernel has no Landlock";
  else if (version < kLeastLandlock)
    lack = "this kernel's Landlock is of version " + std::to_string(version) + ", older than 3";
  if (!has_seccomp()) lack += std::string(lack.empty() ? "" : ", and ") + "this kernel has no seccomp filters";
  return lack;
}

std::string enter_sandbox(const SandboxRules& rules) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return std::string("no_new_privs: ") + std::strerror(errno);
  if (landlock_version() >= kLeastLandlock && !restrict_files(rules))
    return std::string("Landlock: ") + std::strerror(errno);
  if (has_seccomp() && !restrict_calls()) return std::string("seccomp: ") + std::strerror(errno);
  return {};
}

}  // namespace vt
#else
namespace vt {

std::string sandbox_lack() { return "this system has neither Landlock nor seccomp"; }
std::string enter_sandbox(const SandboxRules&) { return {}; }

}  // namespace vt
#endif
