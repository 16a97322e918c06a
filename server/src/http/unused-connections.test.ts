import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

import fastify from 'fastify';
import { expect, it } from 'vitest';

import { closeUnusedConnections } from './unused-connections.ts';

async function listening() {
  const app = fastify();
  closeUnusedConnections(app);
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    app.get('/', async () => {
      resolve();
      await new Promise<void>((release) => (answer = release));
      return 'answered';
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
  return { app, socket, asked, answer: () => answer() };
}

it('does not wait for a connection on which nothing was ever asked', async () => {
  const { app, socket } = await listening();
  const closed = once(socket, 'close');
  await app.close();
  await closed;
  expect(socket.destroyed).toBe(true);
});

it('lets a request under way finish', async () => {
  const { app, socket, asked, answer } = await listening();
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await asked;
  const closing = app.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const ended = once(socket, 'close');
  answer();
  await Promise.all([closing, ended]);
  expect(text).toContain('answered');
});
