#!/bin/bash
# Stops what up.sh started, each process by its own id.   down.sh [--dir FOLDER]
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib/run-folder.sh"
. "$here/lib/process.sh"

folder=$default_run_folder
[ "${1:-}" != --dir ] || folder=$2
R=$(cd "$folder" 2> /dev/null && pwd -P) || exit 0
rm -f "$R/holder"
[ -d "$R/pids" ] || exit 0

# PostgreSQL waits for its clients on TERM; INT is its fast shutdown.
! alive "$R/pids/pg" || kill -INT "$(cut -d' ' -f1 "$R/pids/pg")"

# The last client of each remote desktop: sesman then ends its Xorg. Ending sesman first would leave them behind.
shopt -s nullglob
desktops=(/home/{tgt,desk-*}/rdp-session*.pid)
[ ${#desktops[@]} -eq 0 ] || { stop 20 "${desktops[@]}" && sleep 0.3; }

# radosgw takes 10 s on TERM, and all it holds is in memory: little patience.
stop 5 "$R/pids/s3-rgw"
stop 10 "$R/pids/s3-osd"
stop 20 "$R/pids/s3-mon"

# The rest in two rounds: sesman, the X server and libvirtd outlive their clients.
servers=()
clients=()
for file in "$R"/pids/*; do
  case ${file##*/} in
    sesman | vnc | libvirtd) servers+=("$file") ;;
    *) clients+=("$file") ;;
  esac
done
stop 50 "${clients[@]}"
stop 50 "${servers[@]}"
[ "$(cat "$CURRENT" 2> /dev/null)" != "$R" ] || rm -f "$CURRENT"
echo 'test hosts: down'
