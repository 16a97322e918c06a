import { expect, it } from 'vitest';

import { AddressRefused } from '../../protocols/dial/dial-error.ts';
import { refusingTargets } from './event-target.policy.ts';

const target = { host: 'collector.example', port: 6514 };
const refuses = (address: string, allowed: string[] = []) => {
  try {
    refusingTargets(allowed)(address, target);
    return false;
  } catch (error) {
    return error instanceof AddressRefused;
  }
};

it.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  'ff02::1',
])('events do not go to %s', (address) => {
  expect(refuses(address)).toBe(true);
});

it.each(['10.0.0.5', '172.16.9.1', '192.168.1.9', '100.64.0.1', '203.0.113.7', 'fd12::9', '2001:db8::9'])(
  'events may go to %s, where collectors are',
  (address) => {
    expect(refuses(address)).toBe(false);
  },
);

it('the operator may allow an address or a range, and nothing beside it', () => {
  expect(refuses('127.0.0.1', ['127.0.0.1'])).toBe(false);
  expect(refuses('::ffff:127.0.0.1', ['127.0.0.1'])).toBe(false);
  expect(refuses('127.0.0.2', ['127.0.0.1'])).toBe(true);
  expect(refuses('169.254.9.9', ['169.254.9.0/24', '::1'])).toBe(false);
  expect(refuses('::1', ['::1'])).toBe(false);
});
