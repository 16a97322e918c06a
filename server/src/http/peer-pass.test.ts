import { describe, expect, it } from 'vitest';

import { Secret } from '../kernel/secret.ts';
import { PeerPasses, type PeerIdentity } from './peer-pass.ts';

const KEY = new Secret('a key that only the servers know');
const VOUCHED: PeerIdentity = {
  caller: { address: '203.0.113.7', userAgent: 'a browser', language: 'zh-TW', requestId: 'r' },
  who: { userId: 'u', username: 'amy', type: 'user', loginId: 'l' },
};
const REQUEST = { method: 'GET', url: '/sessions/s/ssh?cols=80' };

function servers({ key = KEY } = {}) {
  const time = { now: 1_000_000 as number | undefined };
  const databaseNow = () => time.now;
  return {
    time,
    here: new PeerPasses({ key, processId: 'here', databaseNow }),
    there: new PeerPasses({ key: KEY, processId: 'there', databaseNow }),
  };
}

describe('what one server says to another', () => {
  it('is believed, with who asks and from where', () => {
    const { here, there } = servers();
    expect(there.check(here.issue('there', REQUEST, VOUCHED), REQUEST)).toEqual(VOUCHED);
  });

  it('is believed once', () => {
    const { here, there } = servers();
    const pass = here.issue('there', REQUEST, VOUCHED);
    there.check(pass, REQUEST);
    expect(() => there.check(pass, REQUEST)).toThrow('peer.refused');
  });

  it('is good for that request and that server only', () => {
    const { here, there } = servers();
    const pass = here.issue('there', REQUEST, VOUCHED);
    expect(() => there.check(pass, { ...REQUEST, method: 'POST' })).toThrow('peer.refused');
    expect(() => there.check(pass, { ...REQUEST, url: '/sessions/t/ssh?cols=80' })).toThrow('peer.refused');
    expect(() => here.check(pass, REQUEST)).toThrow('peer.other_process');
  });

  it('is good for a moment, whichever way the clocks differ', () => {
    for (const later of [21_000, -21_000]) {
      const { here, there, time } = servers();
      const pass = here.issue('there', REQUEST, VOUCHED);
      time.now = 1_000_000 + later;
      expect(() => there.check(pass, REQUEST)).toThrow('peer.refused');
    }
    const { here, there, time } = servers();
    const pass = here.issue('there', REQUEST, VOUCHED);
    time.now = 1_019_000;
    expect(there.check(pass, REQUEST)).toEqual(VOUCHED);
  });

  it.each([
    ['nothing', () => ''],
    ['no signature', (pass: string) => pass.split('.')[0] ?? ''],
    ['another one', (pass: string) => `${pass.split('.')[0] ?? ''}.${'A'.repeat(43)}`],
    [
      'another person under the old signature',
      (pass: string) => {
        const [text = '', mark = ''] = pass.split('.');
        const said = Buffer.from(text, 'base64url').toString().replace('amy', 'ann');
        return `${Buffer.from(said).toString('base64url')}.${mark}`;
      },
    ],
  ])('is refused with %s', (_what, forge) => {
    const { here, there } = servers();
    const pass = here.issue('there', REQUEST, VOUCHED);
    expect(() => there.check(forge(pass), REQUEST)).toThrow('peer.refused');
  });

  it('is refused under another key', () => {
    const { here, there } = servers({ key: new Secret('a key of somebody else') });
    expect(() => there.check(here.issue('there', REQUEST, VOUCHED), REQUEST)).toThrow('peer.refused');
  });

  it('waits until the time of the database is known', () => {
    const { here, time } = servers();
    time.now = undefined;
    expect(() => here.issue('there', REQUEST, VOUCHED)).toThrow('peer.time_unknown');
  });

  it('is not remembered for ever', () => {
    const { here, there, time } = servers();
    const first = here.issue('there', REQUEST, VOUCHED);
    there.check(first, REQUEST);
    time.now = 1_030_000;
    const later = here.issue('there', REQUEST, VOUCHED);
    there.check(later, REQUEST);
    expect(() => there.check(first, REQUEST)).toThrow('peer.refused');
    expect(() => there.check(later, REQUEST)).toThrow('peer.refused');
  });
});
