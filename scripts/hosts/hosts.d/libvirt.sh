# libvirt's test driver, shared by all connections of user tgt: a plain `virsh list` by that user sees it.
dir=$R/libvirt
socket=$dir/run/libvirt/libvirt-sock
user="$(as $TARGET_USER) env HOME=$TARGET_HOME"
install -d -o $TARGET_USER -g $TARGET_USER -m 700 "$dir" "$dir/run"
install -d -o $TARGET_USER -g $TARGET_USER $TARGET_HOME/.config $TARGET_HOME/.config/libvirt
echo "uri_default = \"test+unix:///default?socket=$socket\"" > $TARGET_HOME/.config/libvirt/libvirt.conf
# Its QEMU is the one of the account's session, where nobody names another socket.
install -d -o $TARGET_USER -g $TARGET_USER $TARGET_HOME/.cache $TARGET_HOME/.cache/libvirt
ln -sfn "$socket" $TARGET_HOME/.cache/libvirt/libvirt-sock
alive "$R/pids/libvirtd" || rm -f "$socket"
start libvirtd $user XDG_RUNTIME_DIR="$dir/run" PATH=/usr/sbin:/usr/bin:/bin /usr/sbin/libvirtd
ready libvirtd test -S "$socket"
# The state of the driver lives while a connection is open: keep one. Its output is a log of events, too.
start libvirt-keep $user virsh event --all --loop
ready libvirt $user virsh list --all
