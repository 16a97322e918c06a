#!/bin/sh
# Starts an image as it is meant to run and asks it: check.sh <docker|podman|chroot> <image>
# Root of the file system read-only, a user of its own, no capability; then what it is there for, and attempts to write where
# nobody may. `chroot` needs root and buildah, and is for machines on which containers cannot run.
set -eu

[ $# = 2 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
engine=$1
image=$2
here=$(dirname "$(readlink -f "$0")")

# who runs in it, what it is asked with, and where the questions are; what tini starts is what the image itself starts
case ${image##*/} in
  jadegate-guacd | jadegate-guacd:*)
    user=10002 ask='bash -s' questions=$here/check-guacd.sh program='-e 143 -- /usr/sbin/guacd -f -b 0.0.0.0' ;;
  *)
    user=10001 ask='/opt/jadegate/node/bin/node --input-type=module -' questions=$here/check.mjs program='-- /opt/jadegate/jadegate' ;;
esac

# For this check alone; it ends with the container.
JADEGATE_ADMIN_PASSWORD=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
export JADEGATE_ADMIN_PASSWORD

in_container() {
  name=jadegate-check-$$
  trap '"$engine" rm --force --volumes "$name" > /dev/null' EXIT
  "$engine" run --detach --name "$name" --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
    --env JADEGATE_ADMIN_PASSWORD "$image" > /dev/null
  "$engine" exec --interactive "$name" $ask < "$questions"
  "$engine" stop "$name" > /dev/null
  code=$("$engine" inspect --format '{{.State.ExitCode}}' "$name")
  [ "$code" = 0 ] || { "$engine" logs "$name" | tail -20; echo "it ended with $code" >&2; exit 1; }
}

in_chroot() {
  container=$(buildah from --pull-never "$image")
  trap 'buildah umount "$container" > /dev/null; buildah rm "$container" > /dev/null' EXIT
  tree=$(buildah mount "$container")
  # Own mounts, processes and network: nothing of it is left, and its port is nobody else's.
  unshare --mount --pid --net --fork --kill-child sh -eu -s "$tree" "$user" "$program" "$ask" "$questions" << 'INSIDE'
    tree=$1 user=$2 program=$3 ask=$4 questions=$5
    ip link set lo up
    mount --bind "$tree" "$tree"
    mount -t proc proc "$tree/proc"
    mount --rbind /dev "$tree/dev"
    mount -t tmpfs -o mode=1777 tmp "$tree/tmp"
    [ ! -d "$tree/data" ] || mount -t tmpfs -o "mode=0700,uid=$user,gid=$user" data "$tree/data"
    mount -o remount,bind,ro "$tree"
    # in a process of its own: what is sent to it reaches the program
    in_image() {
      exec chroot "$tree" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/tmp JADEGATE_HOST=0.0.0.0 JADEGATE_DATA_DIR=/data \
        JADEGATE_ADMIN_PASSWORD="$JADEGATE_ADMIN_PASSWORD" \
        setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
    }
    cd /
    in_image /usr/bin/tini -s $program > "$tree/tmp/log" 2>&1 &
    server=$!
    (in_image $ask) < "$questions" || { tail -20 "$tree/tmp/log"; exit 1; }
    kill -TERM $server
    code=0
    wait $server || code=$?
    [ $code = 0 ] || { tail -20 "$tree/tmp/log"; echo "it ended with $code" >&2; exit 1; }
INSIDE
}

case $engine in
  docker | podman) in_container ;;
  chroot) in_chroot ;;
  *) echo "check.sh: $engine is none of docker, podman and chroot" >&2; exit 2 ;;
esac
echo "$image: well"
