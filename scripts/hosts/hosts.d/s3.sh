# S3: Ceph's RADOS Gateway on 127.0.0.1:7480, keys AKTEST / SKTEST. Everything is in memory: a start is a new cluster.
# What is overwritten or deleted goes within seconds, not hours: once 4 GiB are full, every write waits without an end.
dir=$R/ceph
conf=$dir/ceph.conf
start_s3() {
  local fsid
  stop 10 "$R/pids/s3-osd" "$R/pids/s3-mon" # left from a start that failed half-way
  port_free 13300 s3-mon
  port_free 7480 s3-rgw
  rm -rf "$dir"
  mkdir -p "$dir"/{mon,osd,rgw,run}
  fsid=$(cat /proc/sys/kernel/random/uuid)
  # Without the three "ms mon" lines radosgw never connects; without the short paxos times the start takes far longer.
  cat > "$conf" <<CONF
[global]
fsid = $fsid
mon host = [v2:127.0.0.1:13300]
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc secure
ms mon service mode = crc secure
ms mon cluster mode = crc secure
ms bind ipv6 = false
ms bind port min = 16800
ms bind port max = 16900
public addr = 127.0.0.1
cluster addr = 127.0.0.1
paxos propose interval = 0.05
paxos min wait = 0.01
mon allow pool size one = true
mon data avail warn = 1
mon data avail crit = 1
mon max pg per osd = 2000
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 4294967296
mon data = $dir/mon
osd data = $dir/osd
rgw data = $dir/rgw
run dir = $dir/run
admin socket = $dir/run/\$name.asok
log file = $R/log/ceph-\$name.log
keyring = /dev/null
rgw frontends = beast endpoint=127.0.0.1:7480
rgw enable usage log = false
rgw gc obj min wait = 5
rgw gc processor period = 5
CONF
  monmaptool --create --clobber --fsid "$fsid" --addv a '[v2:127.0.0.1:13300]' "$dir/monmap" > /dev/null
  ceph-mon -c "$conf" --mkfs -i a --monmap "$dir/monmap" > /dev/null 2>&1
  start s3-mon ceph-mon -c "$conf" -f -i a
  ready s3-mon ceph -c "$conf" --connect-timeout 20 mon stat
  ceph -c "$conf" osd create > /dev/null 2>&1
  ceph-osd -c "$conf" -i 0 --mkfs > /dev/null 2>&1
  start s3-osd ceph-osd -c "$conf" -f -i 0
  ready s3-osd osd_is_up
  start s3-rgw radosgw -c "$conf" -f -n client.rgw
  ready s3-rgw listens 127.0.0.1 7480
  radosgw-admin -c "$conf" -n client.rgw user create --uid=test --display-name=test \
    --access-key=AKTEST --secret-key=SKTEST > "$R/log/s3-user.json" 2> /dev/null
}
osd_is_up() { ceph -c "$conf" osd stat 2> /dev/null | grep -q '1 up'; }
alive "$R/pids/s3-rgw" || start_s3
