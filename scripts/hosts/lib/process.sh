# Starting, waiting for and stopping one process of a test host. Sourced by up.sh and down.sh; needs $R, the run folder.
# A pid file holds "pid start-time": a pid alone could by now belong to a stranger.

start_time() { sed 's/.*) //' "/proc/$1/stat" 2> /dev/null | cut -d' ' -f20; }

# Runs the process of this pid file? A zombie counts as gone: orphans may stay zombies for a while, and kill -0 finds them.
alive() {
  local pid started
  [ -s "$1" ] && read -r pid started < "$1" || return 1
  [ -r "/proc/$pid/stat" ] && [ "$(start_time "$pid")" = "$started" ] || return 1
  [ "$(sed 's/.*) //' "/proc/$pid/stat" 2> /dev/null | cut -c1)" != Z ]
}

# start NAME COMMAND...: runs it in the background unless it already runs.
# setsid and setpriv replace themselves by the command, so the pid is the server's own.
start() {
  local name=$1 pid
  shift
  ! alive "$R/pids/$name" || return 0
  setsid "$@" > "$R/log/$name.log" 2>&1 < /dev/null &
  pid=$!
  echo "$pid $(start_time $pid)" > "$R/pids/$name"
}

# as USER: the words that run a command as that user, with a clean environment
as() { echo "setpriv --reuid=$1 --regid=$1 --init-groups --reset-env"; }

# port_free PORT NAME: fails with a clear sentence when a stranger listens on the port that process NAME is about to use.
port_free() {
  local port=$1 name=$2 owner
  ! alive "$R/pids/$name" || return 0
  [ -n "$(ss -Hltn "sport = :$port")" ] || return 0
  owner=$(ss -Hltnp "sport = :$port" | sed -n 's/.*users:((\(.*\)))/\1/p' | head -n 1)
  echo "test hosts: port $port, needed by $name, is in use by ${owner:-an unknown process}; stop that and try again" >&2
  return 1
}

# ready NAME COMMAND...: waits until the command succeeds, at most 30 seconds.
ready() {
  local name=$1 until=$((SECONDS + 30))
  shift
  until "$@" > /dev/null 2>&1; do
    if [ $SECONDS -ge $until ]; then
      echo "test hosts: $name is not ready after 30 s; the end of its logs in $R/log:" >&2
      tail -n 15 "$R/log/"*"$name"*.log >&2 || true
      return 1
    fi
    sleep 0.02
  done
  printf '%6d ms  %s\n' "$(elapsed)" "$name"
}

listens() { (exec 3<> "/dev/tcp/$1/$2") 2> /dev/null; }

# stop TENTHS PIDFILE...: asks all to end, waits that long for each, then kills what is left.
stop() {
  local patience=$1 file pid rest i
  shift
  for file in "$@"; do
    ! alive "$file" || { read -r pid rest < "$file" && kill "$pid" 2> /dev/null; }
  done
  for file in "$@"; do
    for ((i = 0; i < patience * 2; i++)); do
      alive "$file" || break
      sleep 0.05
    done
    ! alive "$file" || { read -r pid rest < "$file" && kill -9 "$pid" 2> /dev/null; }
    rm -f "$file"
  done
  return 0
}
