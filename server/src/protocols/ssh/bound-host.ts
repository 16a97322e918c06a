import type { Client } from 'ssh2';

import { protocolOf, type ChannelWish } from '../ssh2-internals.ts';

/** ssh2 cuts what it sends into packets of the size that a host asks for. Of none it would make them for ever. */
const LEAST_PACKET_BYTES = 512;

/** Leaves a host that would hold everybody up. To be called when the connection begins. */
export function boundHost(client: Client): void {
  const { _handlers: handlers } = protocolOf(client);
  for (const name of ['CHANNEL_OPEN', 'CHANNEL_OPEN_CONFIRMATION'] as const) {
    const take = handlers[name];
    handlers[name] = (self, wish: ChannelWish) => {
      if ((wish.packetSize ?? 0) < LEAST_PACKET_BYTES) {
        client.destroy();
      } else {
        take(self, wish);
      }
    };
  }
}
