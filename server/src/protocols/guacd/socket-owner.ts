import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';

import type { GuacdAddress } from './connect-guacd.ts';

/** As the system lists its sockets: both ends, the state, and whose it is. */
interface ListedSocket {
  local: string;
  remote: string;
  isListening: boolean;
  uid: number;
}

const LISTENING = '0A';

/** Whether this is an address of the machine itself, which nobody else can be reached by. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Whose program listens there; undefined when that cannot be known. */
export async function listenerUid({ port }: GuacdAddress): Promise<number | undefined> {
  const suffix = `:${hexPort(port)}`;
  const sockets = [...(await listSockets('tcp')), ...(await listSockets('tcp6'))];
  return sockets.find(({ local, isListening }) => isListening && local.endsWith(suffix))?.uid;
}

/** Whose program is at the other end of a connection within this machine; undefined when that cannot be known. */
export async function peerUid(peerPort: number, ownPort: number): Promise<number | undefined> {
  const [theirs, ours] = [loopbackEnd(peerPort), loopbackEnd(ownPort)];
  const sockets = await listSockets('tcp');
  return sockets.find(({ local, remote }) => local === theirs && remote === ours)?.uid;
}

/** Of the numbers of an address, the system writes the last first. */
function loopbackEnd(port: number): string {
  return `0100007F:${hexPort(port)}`;
}

function hexPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}

async function listSockets(table: 'tcp' | 'tcp6'): Promise<ListedSocket[]> {
  const text = await readFile(`/proc/net/${table}`, 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local, remote, state, , , , uid] = line.trim().split(/\s+/);
      return local && remote && uid
        ? [{ local, remote, isListening: state === LISTENING, uid: Number(uid) }]
        : [];
    });
}
