import { expect, it } from 'vitest';

import { splitAddress } from './split-address.ts';

it.each([
  ['deploy@10.0.0.5:2222', { host: '10.0.0.5', port: 2222, username: 'deploy' }],
  [' deploy@db-01.corp ', { host: 'db-01.corp', username: 'deploy' }],
  ['db-01:2222', { host: 'db-01', port: 2222 }],
  ['ssh deploy@db-01', { host: 'db-01', username: 'deploy' }],
  ['ssh://deploy@db-01:22/', { host: 'db-01', port: 22, username: 'deploy' }],
  ['root@[2001:db8::1]:22', { host: '2001:db8::1', port: 22, username: 'root' }],
])('%s belongs into several fields', (text, parts) => {
  expect(splitAddress(text)).toEqual(parts);
});

it.each(['10.0.0.5', 'db-01.corp', '2001:db8::1', 'db-01:99999', 'two words', 'http://db-01/path', ''])(
  '%s stays as it is',
  (text) => {
    expect(splitAddress(text)).toBeUndefined();
  },
);
