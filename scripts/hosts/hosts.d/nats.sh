# NATS with JetStream on 127.0.0.1:54222, user n / npass; its monitor on 58222
install -d "$R/nats"
port_free 54222 nats
start nats nats-server -a 127.0.0.1 -p 54222 -m 58222 -js -sd "$R/nats" --user n --pass npass
ready nats curl -sf http://127.0.0.1:58222/healthz
