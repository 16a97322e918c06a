#!/bin/sh
# Commands of the operator work on the data of the service, and as its user: it could not read what root wrote there.
set -eu
export JADEGATE_COMMAND=jadegate
# installs packages of the system, which only root can
if [ "$(id -u)" = 0 ] && [ "${1-}" != guacd ]; then
  exec runuser -u jadegate -- /usr/lib/jadegate/jadegate "$@"
fi
exec /usr/lib/jadegate/jadegate "$@"
