import { describe, expect, it } from 'vitest';

import {
  ALL_CHANNELS,
  CHANNEL_SWITCHES,
  channelRights,
  ForwardTarget,
  mayForwardTo,
  mayListenOn,
  NO_CHANNELS,
  parseForwardTarget,
} from './channel-rights.ts';

describe('a place to forward to', () => {
  it.each([
    ['db.internal:5432', { host: 'db.internal', port: 5432 }],
    ['10.0.0.5:*', { host: '10.0.0.5', port: '*' }],
    ['*:443', { host: '*', port: 443 }],
    ['[fd00::1]:22', { host: 'fd00::1', port: 22 }],
  ])('is %s', (text, parts) => {
    expect(parseForwardTarget(text)).toEqual(parts);
    expect(ForwardTarget.parse(` ${text.toUpperCase()} `)).toBe(text);
  });

  it.each(['db', 'db:', ':22', 'db:0', 'db:65536', 'db:22:22', 'a b:22', 'fd00::1:22', 'db-:22', '-x:22'])(
    'is not %s',
    (text) => {
      expect(ForwardTarget.safeParse(text).success).toBe(false);
    },
  );
});

describe('rights of channels', () => {
  it('follow from an IDE: commands, and forwards to the asset itself', () => {
    const rights = channelRights(['ide'], ['db:5432']);
    expect(CHANNEL_SWITCHES.filter((name) => rights[name])).toEqual([
      'exec',
      'localForward',
      'socketForward',
      'ide',
    ]);
    expect(mayForwardTo(rights, '127.0.0.1', 40_000)).toBe(true);
    expect(mayForwardTo(rights, 'db', 5432)).toBe(false);
  });

  it('let an asset listen on its loopback, and elsewhere with gateway ports', () => {
    const own = channelRights(['remoteForward']);
    const any = channelRights(['remoteForward', 'gatewayPorts']);
    const places = ['localhost', '127.0.0.1', '::1', '0.0.0.0', '', '*', '10.0.0.1'];
    expect(places.filter((host) => mayListenOn(own, host))).toEqual(['localhost', '127.0.0.1', '::1']);
    expect(places.filter((host) => mayListenOn(any, host))).toEqual(places);
    expect(places.some((host) => mayListenOn(channelRights(['gatewayPorts']), host))).toBe(false);
  });

  it('let forwards lead to loopback and to what is listed', () => {
    const rights = channelRights(['localForward'], ['db:5432', '*:443', '[fd00::1]:22']);
    const may = (host: string, port: number) => mayForwardTo(rights, host, port);
    expect([
      may('localhost', 1),
      may('::1', 1),
      may('DB', 5432),
      may('any', 443),
      may('fd00::1', 22),
    ]).toEqual([true, true, true, true, true]);
    expect([may('db', 22), may('10.0.0.1', 80), may('0177.0.0.1', 22), may('127.1', 22)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(mayForwardTo(NO_CHANNELS, 'localhost', 22)).toBe(false);
    expect(mayForwardTo(ALL_CHANNELS, '10.0.0.1', 80)).toBe(true);
  });
});
