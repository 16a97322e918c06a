import { isIP, type Socket } from 'node:net';

/** What a load balancer says before the bytes of its client, in either version of the PROXY protocol of HAProxy. */
type ProxyHeader =
  /** More bytes are needed to tell. */
  | { kind: 'incomplete' }
  /** The client speaks for itself. */
  | { kind: 'none' }
  | { kind: 'broken' }
  /** `address` is absent where the balancer speaks for itself, such as to see whether somebody is there. */
  | { kind: 'header'; length: number; address: string | undefined };

const V1_START = Buffer.from('PROXY ');
/** The longest line that version 1 has, with its end. */
const V1_LONGEST = 107;
const V2_START = Buffer.from('\r\n\r\n\u0000\r\nQUIT\n', 'latin1');
const V2_HEAD = 16;
/** Far more than addresses take; the rest are remarks of the balancer. */
const V2_LONGEST = 4096;
const IPV4 = { family: 1, bytes: 4, ports: 4 };
const IPV6 = { family: 2, bytes: 16, ports: 4 };

export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (begins(bytes, V1_START)) {
    return bytes.length < V1_START.length ? { kind: 'incomplete' } : readText(bytes);
  }
  if (begins(bytes, V2_START)) {
    return bytes.length < V2_HEAD ? { kind: 'incomplete' } : readBinary(bytes);
  }
  return { kind: 'none' };
}

/** As far as there are bytes: an empty one may become anything. */
function begins(bytes: Buffer, start: Buffer): boolean {
  const length = Math.min(bytes.length, start.length);
  return bytes.subarray(0, length).equals(start.subarray(0, length));
}

function readText(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, V1_LONGEST).indexOf('\r\n');
  if (end < 0) {
    return { kind: bytes.length < V1_LONGEST ? 'incomplete' : 'broken' };
  }
  const length = end + 2;
  const [, family, source = '', destination = '', ...ports] = bytes.toString('latin1', 0, end).split(' ');
  if (family === 'UNKNOWN') {
    return { kind: 'header', length, address: undefined };
  }
  const wanted = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : undefined;
  const isRight = isIP(source) === wanted && isIP(destination) === wanted && ports.length === 2;
  const address = isRight && ports.every(isPort) ? oneSpelling(source) : undefined;
  return address === undefined ? { kind: 'broken' } : { kind: 'header', length, address };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function readBinary(bytes: Buffer): ProxyHeader {
  const version = (bytes[12] ?? 0) >> 4;
  const command = (bytes[12] ?? 0) & 0xf;
  const length = V2_HEAD + bytes.readUInt16BE(14);
  if (version !== 2 || command > 1 || length > V2_LONGEST) {
    return { kind: 'broken' };
  }
  if (bytes.length < length) {
    return { kind: 'incomplete' };
  }
  const family = (bytes[13] ?? 0) >> 4;
  const form = [IPV4, IPV6].find((one) => one.family === family);
  if (command === 0 || !form) {
    return { kind: 'header', length, address: undefined };
  }
  if (length < V2_HEAD + 2 * form.bytes + form.ports) {
    return { kind: 'broken' };
  }
  const source = bytes.subarray(V2_HEAD, V2_HEAD + form.bytes);
  const address = oneSpelling(form === IPV4 ? source.join('.') : ipv6Text(source));
  return { kind: 'header', length, address };
}

function ipv6Text(bytes: Buffer): string {
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':');
}

/**
 * Rules, limits and the log know an address by one spelling. A balancer that listens on both families says `::ffff:` before
 * those of the old one, which would all count as one neighbourhood. Undefined for one that means something on its machine
 * only, such as `fe80::1%eth0`.
 */
function oneSpelling(address: string): string | undefined {
  if (isIP(address) === 4) {
    return address;
  }
  // The URL parser writes every IPv6 address in one form.
  const host = URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname : undefined;
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(host ?? '') ?? [];
  if (high === undefined || low === undefined) {
    return host?.slice(1, -1);
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16BE(Number.parseInt(high, 16), 0);
  bytes.writeUInt16BE(Number.parseInt(low, 16), 2);
  return bytes.join('.');
}

/**
 * The address of the client behind a balancer, which is the balancer's own where it says nothing. Undefined when what it
 * says makes no sense, or does not come. What follows stays in the socket.
 */
export function addressBehindProxy(socket: Socket, waitMs: number): Promise<string | undefined> {
  const own = socket.remoteAddress;
  return new Promise((resolve) => {
    let read = Buffer.alloc(0);
    const settle = (address: string | undefined, rest: Buffer) => {
      clearTimeout(timer);
      socket.off('data', onData);
      socket.off('close', onClose);
      socket.pause();
      if (rest.length > 0) {
        socket.unshift(rest);
      }
      resolve(address);
    };
    const onClose = () => settle(undefined, Buffer.alloc(0));
    // Some clients wait for us to speak first: whoever has said nothing at all may be one.
    const timer = setTimeout(() => settle(read.length === 0 ? own : undefined, read), waitMs);
    const onData = (bytes: Buffer) => {
      read = Buffer.concat([read, bytes]);
      const header = readProxyHeader(read);
      if (header.kind === 'none') {
        settle(own, read);
      } else if (header.kind === 'broken') {
        settle(undefined, read);
      } else if (header.kind === 'header') {
        settle(header.address ?? own, read.subarray(header.length));
      }
    };
    socket.on('data', onData);
    socket.once('close', onClose);
    socket.resume();
  });
}
