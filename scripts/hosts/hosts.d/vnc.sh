# TigerVNC on 127.0.0.1:5931, display :31, password vncsecret (VNC uses its first 8 characters)
dir=$R/vnc
user="$(as $TARGET_USER) env HOME=$TARGET_HOME"
install -d -o $TARGET_USER -g $TARGET_USER "$dir"
printf 'vncsecret\n' | tigervncpasswd -f > "$dir/passwd"
chown $TARGET_USER "$dir/passwd"
chmod 600 "$dir/passwd"
port_free 5931 vnc
# every connection without a login counts as a failure, and tests make many
start vnc $user Xvnc :31 -geometry 1024x768 -depth 24 -localhost -rfbport 5931 -SecurityTypes VncAuth \
  -PasswordFile "$dir/passwd" -AlwaysShared -AcceptSetDesktopSize=1 -desktop vnc-target -ac -UseBlacklist=0
ready vnc listens 127.0.0.1 5931
# twm waits for a click to place a window that has no position
start vnc-twm $user DISPLAY=:31 twm
start vnc-eyes $user DISPLAY=:31 xeyes -geometry 200x150+700+50
start vnc-term $user DISPLAY=:31 xterm -geometry 90x30+20+40
# something must move: the NLA host sends only what changes
start vnc-clock $user DISPLAY=:31 xclock -update 1 -geometry 120x120+850+300
