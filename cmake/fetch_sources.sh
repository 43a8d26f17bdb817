#!/usr/bin/env bash
# Fetches the upstream sources of Catch2, Dear ImGui and SDL2, and CPython's library, from
# Debian's source packages into DIR, checked by sha256, without root and without touching
# apt's configuration. Usage: cmake/fetch_sources.sh DIR
set -euo pipefail
target=${1:?usage: fetch_sources.sh DIR}
mkdir -p "$target"
target=$(cd "$target" && pwd)

# name, sha256 of the orig tarball, what is unpacked of it (all, or these)
wanted="imgui ecce377df0f90b292f15dcbd83d438bddc162b2388c881132bde18c787572a1c
libsdl2 d364cded8bf41f3f503014d3fb6473f1a7077ff468da1638dae4a6bec6ef2277
catch2 c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c
python3.13 93e583f243454e6e9e4588ca2c2662206ad961659863277afcdb96801647d640 --wildcards --exclude=test --exclude=idlelib */Lib/*.py */LICENSE"

missing=()
while read -r name sum _; do [ "$(cat "$target/$name/.sha256" 2>/dev/null)" = "$sum" ] || missing+=("$name"); done <<<"$wanted"
[ ${#missing[@]} -eq 0 ] && exit 0

uri=$(apt-get indextargets --no-release-info --format '$(REPO_URI)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages' |
  awk -F'|' '$3 == "main" && $2 !~ /-(updates|security|backports)/ {print $1; exit}')
[ -n "$uri" ] || { echo "fetch_sources: no Debian mirror in apt's sources; add one and run 'apt-get update'" >&2; exit 1; }
state=$target/.apt
mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri trixie main" >"$state/sources.list"
: >"$state/status"
options=(-o "Dir::Etc::SourceList=$state/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State=$state"
  -o "Dir::State::Lists=$state/lists" -o "Dir::State::status=$state/status" -o "Dir::Cache=$state/cache"
  -o Acquire::Languages=none -o "APT::Sandbox::User=$(id -un)")
apt-get "${options[@]}" update -qq
cd "$target"
apt-get "${options[@]}" source --download-only -qq "${missing[@]}" >/dev/null
while read -r name sum parts; do
  [[ " ${missing[*]} " == *" $name "* ]] || continue
  file=$(sha256sum ./*.orig.tar.* | awk -v s="$sum" '$1 == s {print $2; exit}')
  [ -n "$file" ] || { echo "fetch_sources: no tarball of $name has the expected sha256 $sum" >&2; exit 1; }
  rm -rf "$name" && mkdir "$name"
  set -f  # the patterns are tar's
  # shellcheck disable=SC2086
  tar -xf "$file" -C "$name" --strip-components=1 $parts
  set +f
  echo "$sum" >"$name/.sha256"
done <<<"$wanted"
rm -f ./*.dsc ./*.tar.*
