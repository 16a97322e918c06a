# RDP with NLA, as Windows asks for it, on 127.0.0.1:3391, user nlauser / Nla-pass1. Shares the screen of the VNC host.
dir=$R/nla
install -d -o $TARGET_USER -g $TARGET_USER "$dir"
winpr-hash -u nlauser -p Nla-pass1 -f sam > "$dir/sam"
port_free 3391 nla
start nla $(as $TARGET_USER) env HOME="$dir" DISPLAY=:31 \
  freerdp-shadow-cli /bind-address:127.0.0.1 /port:3391 /sec:nla +auth /sam-file:"$dir/sam"
ready nla listens 127.0.0.1 3391
