# PostgreSQL on 127.0.0.1:55432, superuser postgres / pgpass. Durability is off: the data are for tests only.
dir=$R/pg
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
user=$(as postgres)
install -d -m 700 -o postgres -g postgres "$dir"
if [ ! -f "$dir/data/ready" ]; then
  rm -rf "$dir/data" # an initdb that was interrupted leaves half a cluster
  echo pgpass > "$dir/password"
  chown postgres "$dir/password"
  $user "$bin/initdb" -D "$dir/data" -U postgres -A scram-sha-256 --pwfile="$dir/password" -E UTF8 --locale=C.UTF-8 --no-sync > "$R/log/initdb.log"
  cat >> "$dir/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = 55432
unix_socket_directories = '$dir'
fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 200
CONF
  touch "$dir/data/ready"
fi
port_free 55432 pg
start pg $user "$bin/postgres" -D "$dir/data"
ready pg pg_isready -q -h 127.0.0.1 -p 55432
