# Run inside the container of guacd by check.sh, by bash, which is all that is there: waits for guacd, then asks it as the
# server does. Ends with 1 and a sentence.
set -u

require() {
  what=$1
  shift
  if "$@"; then echo "  $what"; else echo "not so: $what" >&2; exit 1; fi
}
listens() { (: <> /dev/tcp/127.0.0.1/4822) 2> /dev/null; }
has() { grep -qE "$1" /proc/self/status; }
cannot_write() { ! (: > "$1") 2> /dev/null; }

# The first question of every connection: guacd loads the plug-in and answers what it wants to know, or hangs up.
has_plug_in() {
  local answer=
  exec 3<> /dev/tcp/127.0.0.1/4822
  printf '6.select,3.%s;' "$1" >&3
  IFS= read -r -t 10 -d ';' answer <&3
  exec 3>&-
  [[ $answer == 4.args,* ]]
}

for _ in {1..100}; do
  ! listens || break
  sleep 0.1
done
require 'guacd listens' listens
require 'it has the plug-in for VNC' has_plug_in vnc
require 'it has the plug-in for RDP' has_plug_in rdp
require 'it runs as uid 10002' [ "$(id -u)" = 10002 ]
require 'it has no capability' has '^CapBnd:[[:space:]]+0+$'
require 'and no way to one' has '^NoNewPrivs:[[:space:]]+1$'
for file in /x /etc/x /usr/bin/x; do
  require "$file cannot be written" cannot_write $file
done
require 'temporary files can' touch /tmp/x
