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
export async function listenerUid({ host, port }: GuacdAddress): Promise<number | undefined> {
  const suffix = `:${hexPort(port)}`;
  const sockets = [...(await listSockets('tcp')), ...(await listSockets('tcp6'))];
  const there = sockets.filter(({ local, isListening }) => isListening && local.endsWith(suffix));
  // Others may have the same port of another address of loopback.
  const exact = isIPv4(host)
    ? there.find(({ local }) => local === `${hexAddress(host)}${suffix}`)
    : undefined;
  return (exact ?? there[0])?.uid;
}

/** Whose program is at the other end of a connection within this machine; undefined when that cannot be known. */
export async function peerUid(peerPort: number, ownPort: number): Promise<number | undefined> {
  const [theirs, ours] = [loopbackEnd(peerPort), loopbackEnd(ownPort)];
  const sockets = await listSockets('tcp');
  return sockets.find(({ local, remote }) => local === theirs && remote === ours)?.uid;
}

function loopbackEnd(port: number): string {
  return `${hexAddress('127.0.0.1')}:${hexPort(port)}`;
}

/** Of the numbers of an address, the system writes the last first. */
function hexAddress(host: string): string {
  const bytes = host.split('.').map((part) => Number(part).toString(16).toUpperCase().padStart(2, '0'));
  return bytes.toReversed().join('');
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
