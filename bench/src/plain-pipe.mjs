// What plain Node takes to carry bytes from a socket to a browser: each piece becomes a text frame. Prints its port.
import { connect } from 'node:net';

import { WebSocketServer } from 'ws';

const WINDOW_BYTES = 1024 * 1024;
const [, , port] = process.argv;
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (browser) => {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => browser.close());
  socket.on('data', (bytes) => {
    browser.send(bytes, { binary: false }, () => socket.resume());
    if (browser.bufferedAmount > WINDOW_BYTES) {
      socket.pause();
    }
  });
  browser.on('message', (bytes) => socket.write(bytes));
  browser.on('close', () => socket.destroy());
});
server.on('listening', () => console.log(server.address().port));
