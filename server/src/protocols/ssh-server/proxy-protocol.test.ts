import fc from 'fast-check';
import { expect, it } from 'vitest';

import { readProxyHeader } from './proxy-protocol.ts';

const V2 = '\r\n\r\n\u0000\r\nQUIT\n';

function binary(command: number, family: number, body: readonly number[]): Buffer {
  const head = [0x20 | command, (family << 4) | 1, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from(V2, 'latin1'), Buffer.from([...head, ...body])]);
}

const FROM_IPV4 = binary(1, 1, [192, 0, 2, 7, 10, 0, 0, 1, 200, 1, 8, 174]);
const FROM_IPV6 = binary(1, 2, [
  0x20,
  1,
  0xd,
  0xb8,
  ...Array<number>(11).fill(0),
  9,
  ...Array<number>(16).fill(1),
  0,
  22,
  0,
  22,
]);

const MAPPED = [...Array<number>(10).fill(0), 0xff, 0xff, 192, 0, 2, 7];

it.each([
  [Buffer.from('PROXY TCP4 192.0.2.7 10.0.0.1 51201 2222\r\nSSH-2.0-x'), '192.0.2.7'],
  [Buffer.from('PROXY TCP6 2001:db8::9 2001:db8::1 51201 2222\r\n'), '2001:db8::9'],
  [Buffer.from('PROXY UNKNOWN\r\nSSH-2.0-x'), undefined],
  [FROM_IPV4, '192.0.2.7'],
  [FROM_IPV6, '2001:db8::9'],
  [binary(0, 0, []), undefined],
  // All of these are one neighbour, and not the whole of the old internet.
  [Buffer.from('PROXY TCP6 ::ffff:192.0.2.7 ::1 51201 2222\r\n'), '192.0.2.7'],
  [Buffer.from('PROXY TCP6 0:0:0:0:0:FFFF:C000:0207 ::1 51201 2222\r\n'), '192.0.2.7'],
  [binary(1, 2, [...MAPPED, ...MAPPED, 0, 22, 0, 22]), '192.0.2.7'],
  [Buffer.from('PROXY TCP6 2001:DB8:0::09 ::1 51201 2222\r\n'), '2001:db8::9'],
  // With remarks behind the addresses.
  [binary(1, 1, [192, 0, 2, 7, 10, 0, 0, 1, 200, 1, 8, 174, 3, 0, 1, 9]), '192.0.2.7'],
])('finds the client behind a balancer (%#)', (bytes, address) => {
  const header = readProxyHeader(bytes);
  expect(header).toMatchObject({ kind: 'header', address });
  const length = header.kind === 'header' ? header.length : 0;
  expect(['', 'SSH-2.0-x']).toContain(bytes.subarray(length).toString());
  // However it is cut into pieces, nothing else is taken for it.
  for (let cut = 0; cut < length; cut++) {
    expect(readProxyHeader(bytes.subarray(0, cut))).toEqual({ kind: 'incomplete' });
  }
});

it.each([
  'PROXY TCP4 192.0.2.7 10.0.0.1 51201\r\n',
  'PROXY TCP4 2001:db8::9 10.0.0.1 1 2\r\n',
  'PROXY TCP4 192.0.2.700 10.0.0.1 1 2\r\n',
  'PROXY TCP4 192.0.2.7 10.0.0.1 1 70000\r\n',
  'PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n',
  `PROXY TCP4 ${'1'.repeat(200)}`,
  `${V2}\u0031\u0011\u0000\u000c`,
  `${V2}\u0021\u0011\u0000\u0001\u0000`,
  `${V2}\u0021\u0011\u00ff\u00ff`,
])('refuses what makes no sense (%#)', (text) => {
  expect(readProxyHeader(Buffer.from(text, 'latin1'))).toEqual({ kind: 'broken' });
});

it('never takes what a client says for it, and never fails', () => {
  expect(readProxyHeader(Buffer.from('SSH-2.0-OpenSSH_9.9\r\n'))).toEqual({ kind: 'none' });
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom('', 'PROXY TCP4 ', V2), (tail, start) => {
      readProxyHeader(Buffer.concat([Buffer.from(start, 'latin1'), tail]));
    }),
  );
});
