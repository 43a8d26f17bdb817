#!/usr/bin/env bash
# Builds the fuzzers with sanitizers and runs each for SECONDS (default 60), two at a time:
#   tests/fuzz/run.sh [SECONDS] [NAME...]
# PRESET=release leaves the sanitizers out, where building everything with them takes too long.
# Fuzzers are NAME_fuzz.cpp (a row in CMakeLists.txt; driver.cpp has their options) and
# NAME_fuzz.py, called with the same options and VITRINE set to the command line that was
# built. SEED fixes the inputs; without it every run has new ones. What ends a fuzzer
# is kept as build/fuzz/NAME.input; run it again by  build/PRESET/tests/fuzz/fuzz_NAME FILE.
set -uo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
seconds=${1:-60}
[ $# -gt 0 ] && shift
seed=${SEED:-$(date +%s)}
preset=${PRESET:-debug}
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
  mapfile -t names < <(ls tests/fuzz | sed -n 's/_fuzz\.\(cpp\|py\)$//p' | sort)
fi

targets=()
for name in "${names[@]}"; do
  if [ -f "tests/fuzz/${name}_fuzz.cpp" ]; then
    targets+=("fuzz_$name")
  elif [ -f "tests/fuzz/${name}_fuzz.py" ]; then
    targets+=(vitrine)
  else
    echo "there is no fuzzer '$name'"
    exit 2
  fi
done
mkdir -p build/fuzz build/logs
options=(-DVT_TESTS=ON -DVT_UNITY="$(cat build/unity 2>/dev/null || echo OFF)")  # ./dev decides
[ -d build/sources/catch2/extras ] && options+=("-DVT_CATCH2_DIR=$root/build/sources/catch2/extras")
if ! { cmake --preset "$preset" "${options[@]}" && cmake --build "build/$preset" --target "${targets[@]}"; } \
  >"build/logs/fuzz-$preset.log" 2>&1; then
  tail -n 25 build/logs/fuzz-$preset.log
  echo "the fuzzers do not build; the whole log is in build/logs/fuzz-$preset.log"
  exit 1
fi

usual=detect_stack_use_after_return=0:allocator_may_return_null=1:max_allocation_size_mb=4096:intercept_tls_get_addr=0
export ASAN_OPTIONS=${ASAN_OPTIONS:-$usual}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1:halt_on_error=1}
export VITRINE="$root/build/$preset/vitrine" VT_SOURCE_DIR="$root"
# The outcome goes to NAME.outcome, for fuzzers end in any order.
fuzz() {
  local name=$1 last="$root/build/fuzz/$1.input" command
  if [ -f "tests/fuzz/${name}_fuzz.py" ]; then
    command=(python3 "$root/tests/fuzz/${name}_fuzz.py")
  else
    command=("$root/build/$preset/tests/fuzz/fuzz_$name")
  fi
  mkdir -p "build/fuzz/scratch/$name"
  rm -f "$last"
  if (cd "build/fuzz/scratch/$name" &&
    "${command[@]}" --seconds "$seconds" --seed "$seed" --last "$last" --corpus "$root/tests/programs") \
    >"build/fuzz/$name.log" 2>&1; then
    echo "ok $name (seed $seed): $(tail -n 1 "build/fuzz/$name.log")"
  else
    echo "not ok $name (seed $seed): input in build/fuzz/$name.input, log in build/fuzz/$name.log"
    grep -m1 -A12 -E 'ERROR: |runtime error|fuzz: |Error' "build/fuzz/$name.log" || tail -n 20 "build/fuzz/$name.log"
  fi >"build/fuzz/$name.outcome"
}

for name in "${names[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
  fuzz "$name" &
done
wait
status=0
for name in "${names[@]}"; do
  cat "build/fuzz/$name.outcome"
  grep -q '^ok ' "build/fuzz/$name.outcome" || status=1
done
exit $status
