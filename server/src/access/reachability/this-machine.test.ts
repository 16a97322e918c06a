import net, { type AddressInfo } from 'node:net';

import { afterEach, expect, it } from 'vitest';

import { registerOwnPart } from '../../kernel/own-parts.ts';
import { ThisMachineService } from './this-machine.service.ts';

let server: net.Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function listening(greeting: string): Promise<number> {
  server = net.createServer((socket) => socket.on('error', () => undefined).end(greeting));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

it('is there where SSH greets', async () => {
  expect(await new ThisMachineService(await listening('SSH-2.0-any\r\n')).isThere()).toBe(true);
});

it('is not where something else answers, where nobody does, or where a part of the product listens', async () => {
  expect(await new ThisMachineService(await listening('220 mail ready\r\n')).isThere()).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  const port = await listening('SSH-2.0-any\r\n');
  const giveBack = registerOwnPart(() => [{ host: '127.0.0.1', port }]);
  expect(await new ThisMachineService(port).isThere()).toBe(false);
  giveBack();
  expect(await new ThisMachineService(1).isThere()).toBe(false);
});
