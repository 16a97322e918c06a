import { createServer } from 'node:net';

import { LOOPBACK } from '../hosts.ts';

/** A port of loopback that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') {
    throw new Error('the system gave no port');
  }
  return address.port;
}
