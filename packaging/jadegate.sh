#!/bin/sh
# Starts the server, or runs a command of the operator, with the Node that lies beside it.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
# Node needs libatomic, which small systems do not have
export LD_LIBRARY_PATH="$here/node/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
# what commands call themselves: with a bundle there is no npx, and where there is one it asks a registry for that name
export JADEGATE_COMMAND="${JADEGATE_COMMAND:-$0}"
case "${1-}" in
  '' | --demo | --demo=*) program=server/dist/main.js ;;
  *) program=server/bin/command.mjs ;;
esac
exec "$here/node/bin/node" "$here/$program" "$@"
