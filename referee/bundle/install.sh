#!/bin/sh
# Installs the referee beside this file, on Linux and macOS, with the Python that the bundle was made for.
set -eu
cd "$(dirname "$0")"
read -r _ version <made-for.txt
for python in "python$version" python3; do
  if command -v "$python" >/dev/null && "$python" -c '' 2>/dev/null; then exec "$python" install.py; fi
done
echo "Python $version is needed. / Python $version が必要です。 / 需要 Python $version。" >&2
exit 1
