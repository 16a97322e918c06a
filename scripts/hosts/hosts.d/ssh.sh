# OpenSSH on 127.0.0.1:2201: password, keyboard-interactive, and the public key $R/ssh/user_key; SFTP
dir=$R/ssh
install -d -m 755 /run/sshd "$dir" "$dir/authorized"
for type in ed25519 rsa ecdsa; do
  [ -f "$dir/host_$type" ] || ssh-keygen -q -t $type -N '' -C host -f "$dir/host_$type"
done
[ -f "$dir/user_key" ] || ssh-keygen -q -t ed25519 -N '' -C user -f "$dir/user_key"
install -m 644 "$dir/user_key.pub" "$dir/authorized/$TARGET_USER"
# StrictModes: the keys are outside the user's home. MaxStartups: tests log in many times at once.
cat > "$dir/sshd_config" <<CONF
Port 2201
ListenAddress 127.0.0.1
HostKey $dir/host_ed25519
HostKey $dir/host_rsa
HostKey $dir/host_ecdsa
PidFile none
AuthorizedKeysFile $dir/authorized/%u
StrictModes no
UsePAM yes
PasswordAuthentication yes
KbdInteractiveAuthentication yes
PermitRootLogin no
AllowUsers $TARGET_USER
MaxStartups 200
MaxSessions 100
UseDNS no
AcceptEnv LANG LC_*
Subsystem sftp internal-sftp
LogLevel VERBOSE
CONF
port_free 2201 ssh
start ssh /usr/sbin/sshd -D -e -f "$dir/sshd_config"
ready ssh listens 127.0.0.1 2201
