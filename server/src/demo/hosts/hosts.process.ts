// A process of its own, and none of the product's: the hosts of the demo. It ends with the one that started it.
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

import { Desktop } from './desktop.ts';
import { DESK, HOSTS, type HostPlace, type HostsAnswer, type HostsOrder } from './host-profile.ts';
import { createSshHost } from './ssh-host.ts';
import { createVncHost } from './vnc-host.ts';

const answer = (message: HostsAnswer) => process.send?.(message);

process.once('disconnect', () => process.exit());
// Ctrl+C reaches everybody at the terminal; the product says goodbye to its sessions first.
process.on('SIGINT', () => undefined);
process.once('message', (order: HostsOrder) => {
  listenAll(order).then(
    (places) => answer({ places }),
    (error: unknown) => answer({ failure: error instanceof Error ? error.message : String(error) }),
  );
});

async function listenAll({ places, keys }: HostsOrder): Promise<HostPlace[]> {
  const open: HostPlace[] = [];
  for (const profile of HOSTS) {
    const place = places.find(({ name }) => name === profile.name);
    const key = keys[profile.name];
    if (place && key !== undefined) {
      open.push(await listen(place, () => createSshHost(profile, key)));
    }
  }
  const desk = places.find(({ name }) => name === DESK.name);
  if (desk) {
    open.push(await listen(desk, () => createVncHost(new Desktop())));
  }
  return open;
}

/** What both kinds have in common. */
type Host = Pick<Server, 'listen' | 'address'> & NodeJS.EventEmitter;

/** Where the system has no other loopback address than the first, all of them are there, on ports of their own. */
async function listen(place: HostPlace, create: () => Host): Promise<HostPlace> {
  try {
    return await listenAt(place, create());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRNOTAVAIL') {
      throw error;
    }
    return listenAt({ ...place, address: '127.0.0.1', port: 0 }, create());
  }
}

async function listenAt(place: HostPlace, server: Host): Promise<HostPlace> {
  server.listen(place.port, place.address);
  await once(server, 'listening');
  return { ...place, port: (server.address() as AddressInfo).port };
}
