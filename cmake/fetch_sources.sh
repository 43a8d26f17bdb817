#!/usr/bin/env bash
# Fetches the upstream sources of Catch2, Dear ImGui and SDL2 from Debian's source
# packages into DIR, checked by sha256, without root and without touching apt's
# configuration. Usage: cmake/fetch_sources.sh DIR
set -euo pipefail
target=${1:?usage: fetch_sources.sh DIR}
mkdir -p "$target"
target=$(cd "$target" && pwd)

# name, version directory made by the tarball, sha256 of the orig tarball
wanted="imgui imgui-1.90.1 ecce377df0f90b292f15dcbd83d438bddc162b2388c881132bde18c787572a1c
libsdl2 SDL2-2.32.4 d364cded8bf41f3f503014d3fb6473f1a7077ff468da1638dae4a6bec6ef2277
catch2 Catch2-3.7.1 c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c"

ready=1
while read -r name _ sum; do [ "$(cat "$target/$name/.sha256" 2>/dev/null)" = "$sum" ] || ready=0; done <<<"$wanted"
[ "$ready" = 1 ] && exit 0

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
apt-get "${options[@]}" source --download-only -qq imgui libsdl2 catch2 >/dev/null
while read -r name _ sum; do
  file=$(sha256sum ./*.orig.tar.* | awk -v s="$sum" '$1 == s {print $2; exit}')
  [ -n "$file" ] || { echo "fetch_sources: no tarball of $name has the expected sha256 $sum" >&2; exit 1; }
  rm -rf "$name" && mkdir "$name" && tar -xf "$file" -C "$name" --strip-components=1
  echo "$sum" >"$name/.sha256"
done <<<"$wanted"
rm -f ./*.dsc ./*.tar.*
