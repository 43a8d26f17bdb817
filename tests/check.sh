#!/usr/bin/env bash
# Formatting, clang-tidy and the module graph: what ./dev check runs.
#
# clang-tidy takes seconds per file, so it looks at what differs from main (or from the
# commit before, on main itself) and ends after a few minutes, saying how far it came.
# CHECK_ALL=1 looks at everything, without a limit.
set -uo pipefail
cd "$(dirname "$0")/.."
limit=${CHECK_SECONDS:-210}
jobs=${CHECK_JOBS:-$(nproc)}
failed=0
mkdir -p build/logs

mapfile -t sources < <(git ls-files '*.cpp' '*.h' | grep -E '^(engine|playground|native|tests)/')

echo "formatting: ${#sources[@]} files"
if ! printf '%s\0' "${sources[@]}" |
  xargs -0 -n 40 -P "$jobs" clang-format --dry-run -Werror 2>build/logs/format.log; then
  grep -E ': error:' build/logs/format.log | cut -d: -f1 | sort | uniq -c | sort -rn | head -20
  echo "formatting: run  git ls-files '*.cpp' '*.h' | xargs clang-format -i"
  failed=1
fi

python3 tests/check_modules.py || failed=1
python3 tests/check_lines.py || failed=1
python3 tests/check_translations.py || failed=1
python3 tests/check_words.py || failed=1
python3 tests/check_course.py || failed=1

# The compile commands of a build that exists, or of one that is only configured where sources are compiled in batches.
database=""
for folder in build/release build/dev build/debug; do
  [ -f "$folder/compile_commands.json" ] && database=$folder && break
done
if [ -z "$database" ]; then
  echo "clang-tidy: no build found; run ./dev build first"
  exit 1
fi
if grep -q /Unity/ "$database/compile_commands.json"; then
  catch2=$(sed -n 's/^VT_CATCH2_DIR:PATH=//p' "$database/CMakeCache.txt")
  cmake --preset release -B build/tidy -DVT_UNITY=OFF -DVT_CATCH2_DIR="$catch2" >build/logs/tidy-configure.log 2>&1 ||
    exit 1
  database=build/tidy
fi

changed() {
  if [ "${CHECK_ALL:-0}" = 1 ]; then
    git ls-files '*.cpp'
    return
  fi
  local base
  base=$(git merge-base HEAD main 2>/dev/null || true)
  [ -n "$base" ] && [ "$base" != "$(git rev-parse HEAD)" ] ||
    base=$(git rev-parse -q --verify HEAD~1 || git rev-parse HEAD)
  { git diff --name-only --diff-filter=d "$base" -- '*.cpp'; git ls-files -o --exclude-standard '*.cpp'; } | sort -u
}

# Only files that the build knows: what belongs to another platform has no flags here.
mapfile -t candidates < <(changed | while read -r file; do
  grep -qF "/$file\"" "$database/compile_commands.json" && echo "$file"
done)
echo "clang-tidy: ${#candidates[@]} files"
start=$SECONDS
done_count=0
while [ $done_count -lt ${#candidates[@]} ]; do
  if [ "${CHECK_ALL:-0}" != 1 ] && [ $((SECONDS - start)) -ge "$limit" ]; then
    echo "clang-tidy: stopped after $done_count of ${#candidates[@]} files (CHECK_SECONDS=$limit);" \
      "CHECK_ALL=1 looks at all"
    break
  fi
  batch=("${candidates[@]:$done_count:$jobs}")
  printf '%s\0' "${batch[@]}" | xargs -0 -n 1 -P "$jobs" clang-tidy --quiet \
    --extra-arg=-Wno-unknown-warning-option -p "$database" 2>build/logs/tidy.log || failed=1
  done_count=$((done_count + ${#batch[@]}))
done

[ $failed = 0 ] && echo "check: all good" || echo "check: failed"
exit $failed
