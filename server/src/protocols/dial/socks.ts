import { isIPv4, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';

import { readBytes } from '../../kernel/read-bytes.ts';
import { DialError, type DialReason } from './dial-error.ts';
import { endsHere, judgeOnward, noteOnward } from './onward.ts';
import type { Endpoint, SocksProxy } from './target.ts';
import { connectTcp } from './tcp.ts';

/**
 * SOCKS5 (RFC 1928, passwords by RFC 1929), CONNECT only. Written here because the host behind the proxy may speak in
 * the same packet as the proxy's last answer, and those bytes must stay in the stream.
 */
const VERSION = 5;
const NO_AUTH = 0;
const PASSWORD = 2;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;
const ADDRESS_BYTES: Record<number, number> = { [IPV4]: 4, [IPV6]: 16 };

const REFUSALS: Record<number, DialReason> = {
  2: 'not_allowed',
  3: 'unreachable',
  4: 'unreachable',
  5: 'refused',
  6: 'timeout',
};

export async function connectSocks(
  proxy: SocksProxy,
  target: Endpoint,
  signal: AbortSignal,
): Promise<Duplex> {
  const stream = await reachProxy(proxy, signal);
  try {
    const addresses = await judgeOnward(endsHere(stream), target);
    await login(stream, proxy, signal);
    await ask(stream, target, signal);
    return noteOnward(stream, stream, addresses);
  } catch (error) {
    stream.destroy();
    if (signal.aborted || error instanceof DialError) {
      throw error;
    }
    throw new DialError('socks_connect', { reason: 'closed', cause: error });
  }
}

async function reachProxy(proxy: SocksProxy, signal: AbortSignal): Promise<Duplex> {
  try {
    return await connectTcp(proxy, signal);
  } catch (error) {
    if (error instanceof DialError) {
      throw new DialError('socks_connect', { reason: error.kind as DialReason, cause: error.cause });
    }
    throw error;
  }
}

async function login(stream: Duplex, { username, password }: SocksProxy, signal: AbortSignal): Promise<void> {
  const hasLogin = username !== undefined && username !== '';
  stream.write(Buffer.from(hasLogin ? [VERSION, 2, NO_AUTH, PASSWORD] : [VERSION, 1, NO_AUTH]));
  const [version, method] = await readBytes(stream, 2, signal);
  if (version !== VERSION) {
    throw new DialError('socks_connect', { reason: 'not_socks' });
  }
  if (method === NO_AUTH) {
    return;
  }
  if (method !== PASSWORD || !hasLogin) {
    throw new DialError('socks_auth');
  }
  const name = Buffer.from(username);
  const secret = Buffer.from(password?.expose() ?? '');
  if (name.length > 255 || secret.length > 255) {
    throw new DialError('socks_auth');
  }
  stream.write(Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([secret.length]), secret]));
  const [, status] = await readBytes(stream, 2, signal);
  if (status !== 0) {
    throw new DialError('socks_auth');
  }
}

async function ask(stream: Duplex, target: Endpoint, signal: AbortSignal): Promise<void> {
  const port = Buffer.alloc(2);
  port.writeUInt16BE(target.port);
  stream.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), address(target.host), port]));
  const [version, reply = 1, , kind = 0] = await readBytes(stream, 4, signal);
  if (version !== VERSION) {
    throw new DialError('socks_connect', { reason: 'not_socks' });
  }
  if (reply !== 0) {
    throw new DialError('socks_refused', { reason: REFUSALS[reply] });
  }
  const length = kind === NAME ? ((await readBytes(stream, 1, signal))[0] ?? 0) : ADDRESS_BYTES[kind];
  if (length === undefined) {
    throw new DialError('socks_connect', { reason: 'not_socks' });
  }
  await readBytes(stream, length + 2, signal);
}

/** Names are left to the proxy, which may know names that we do not. */
function address(host: string): Buffer {
  if (isIPv4(host)) {
    return Buffer.from([IPV4, ...host.split('.').map(Number)]);
  }
  if (isIPv6(host)) {
    return Buffer.concat([Buffer.from([IPV6]), ipv6Bytes(host)]);
  }
  const name = Buffer.from(host);
  if (name.length > 255) {
    throw new DialError('dns');
  }
  return Buffer.concat([Buffer.from([NAME, name.length]), name]);
}

function ipv6Bytes(text: string): Buffer {
  // The URL parser writes every IPv6 address in one form: hexadecimal groups, at most one gap.
  const plain = new URL(`http://[${text.split('%')[0] ?? ''}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  const gap = Array.from({ length: 8 - front.length - back.length }, () => 0);
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...front, ...gap, ...back].entries()) {
    bytes.writeUInt16BE(group, index * 2);
  }
  return bytes;
}
