import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { Host, hostAndPort, readNetworkSearch } from '../host.ts';
import { check } from '../validation.ts';
import {
  ATTRIBUTE_NAMES,
  attributeSchema,
  attributeSpec,
  attributeText,
  PROTOCOL_ATTRIBUTES,
  PROTOCOLS,
  type AttributeName,
} from './asset-attributes.ts';
import { Asset, AssetInput, tagList } from './asset.ts';

const read = (name: AttributeName, value: unknown) => {
  const result = attributeSchema(name).safeParse(value);
  return result.success ? attributeText(result.data) : undefined;
};

describe('a host', () => {
  it.each([
    ['web-01.example.com', 'web-01.example.com'],
    ['db_1', 'db_1'],
    ['主機.台灣', '主機.台灣'],
    [' 10.0.0.5 ', '10.0.0.5'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['localhost', 'localhost'],
  ])('may be %j', (text, kept) => {
    expect(Host.parse(text)).toBe(kept);
  });

  it.each([
    '',
    'a b',
    'http://example.com',
    'example.com/path',
    'example.com:22',
    '10.0.0.256',
    '10.0.0',
    '[10.0.0.1]x',
    '2001:::1',
    '-bad-.example',
    'a..b',
    'user@host',
    'x'.repeat(254),
  ])('may not be %j', (text) => {
    expect(Host.safeParse(text).success).toBe(false);
  });

  it('is shown with its port, IPv6 in brackets', () => {
    expect(hostAndPort('10.0.0.1', 22)).toBe('10.0.0.1:22');
    expect(hostAndPort('::1', 22)).toBe('[::1]:22');
  });

  it.each([
    ['10.0.0', '10.0.0', ''],
    ['10.0.0.5:22', '10.0.0.5', '22'],
    [':22', '', '22'],
    ['2001:db8::1', '2001:db8::1', ''],
    ['[2001:db8::1]:22', '2001:db8::1', '22'],
    ['[2001:db8', '2001:db8', ''],
    ['web', 'web', ''],
    ['', '', ''],
  ])('is searched by %j', (text, ip, port) => {
    expect(readNetworkSearch(text)).toEqual({ ip, port });
  });
});

describe('the attributes', () => {
  it('belong to a protocol each, and need only flags of the same protocol', () => {
    for (const name of ATTRIBUTE_NAMES) {
      expect(PROTOCOLS.some((protocol) => PROTOCOL_ATTRIBUTES[protocol].includes(name))).toBe(true);
    }
    const strays = PROTOCOLS.flatMap((protocol) =>
      PROTOCOL_ATTRIBUTES[protocol].filter((name) => {
        const needs = attributeSpec(name).needs;
        return needs !== undefined && !PROTOCOL_ATTRIBUTES[protocol].some((other) => other === needs);
      }),
    );
    expect(strays).toEqual([]);
  });

  it.each([
    ['use-ssl', true, 'true'],
    ['use-ssl', 'false', 'false'],
    ['font-size', 14, '14'],
    ['font-size', '14', '14'],
    ['color-depth', 16, '16'],
    ['color-depth', '', ''],
    ['color-depth', '-', ''],
    ['font-size', null, ''],
    ['domain', ' CORP ', 'CORP'],
    ['preconnection-id', 4_294_967_295, '4294967295'],
    ['ssh-mode', 'naive', 'native'],
    ['socks-proxy-host', '[::1]', '::1'],
    ['socks-proxy-password', ' blanks count ', ' blanks count '],
    ['client-cert', '-----BEGIN\nx\n', '-----BEGIN\nx'],
    ['username-regex', '[Ll]ogin:', '[Ll]ogin:'],
  ] as const)('%s takes %j', (name, value, text) => {
    expect(read(name, value)).toBe(text);
  });

  it.each([
    ['use-ssl', 'yes'],
    ['use-ssl', 1],
    ['font-size', 7],
    ['font-size', 97],
    ['font-size', 12.5],
    ['font-size', 'big'],
    ['dest-port', 0],
    ['dest-port', 65_536],
    ['color-depth', '12'],
    ['charset', 'klingon'],
    ['domain', 'a\nb'],
    ['domain', 'x'.repeat(257)],
    ['domain', { a: 1 }],
    ['socks-proxy-host', 'http://proxy'],
    ['socks-proxy-port', -1],
    ['username-regex', '('],
    ['namespace', 'x'.repeat(254)],
    ['socks-proxy-password', 'x'.repeat(1025)],
    ['client-key', 'x'.repeat(65_537)],
  ] as const)('%s refuses %j', (name, value) => {
    expect(read(name, value)).toBeUndefined();
  });

  it('say which bounds a number has', () => {
    const { fields } = check(
      AssetInput,
      { name: 'a', protocol: 'telnet', ip: 'a', port: 23, 'font-size': 200 },
      'zh-TW',
    );
    expect(fields).toEqual([{ path: 'font-size', rule: 'number.range', message: '必須介於 8 到 96' }]);
  });

  it('are not in a read model when they are secret', () => {
    const shape = z.toJSONSchema(Asset).properties as Record<string, object>;
    for (const name of ['socks-proxy-password', 'client-key', 'password', 'privateKey', 'passphrase']) {
      expect(shape[name]).toMatchObject({ const: '' });
    }
  });
});

describe('tags', () => {
  it('are trimmed, without blanks and doubles, with their case', () => {
    expect(tagList(' 正式, prod ,,Prod,prod,-')).toEqual(['正式', 'prod', 'Prod']);
  });

  it.each([
    ['too long', 'x'.repeat(65)],
    ['too many', Array.from({ length: 51 }, (_, index) => `t${index}`).join(',')],
    ['with a control character', 'a\u0007b'],
  ])('are refused when %s', (_what, tags) => {
    const { fields } = check(AssetInput, { name: 'a', protocol: 'ssh', ip: 'a', port: 22, tags }, 'zh-TW');
    expect(fields).toEqual([{ path: 'tags', rule: 'tags', message: '標籤最多 50 個，每個最多 64 個字元' }]);
  });
});

describe('a body', () => {
  it('may hold what the family sends back, and nothing that nobody knows', () => {
    const body = { name: 'a', protocol: 'ssh', ip: 'a', port: '22' };
    expect(check(AssetInput, { ...body, owner: 'x', created: 'y', 'color-depth': '16' }, 'en').fields).toBe(
      undefined,
    );
    expect(check(AssetInput, { ...body, surprise: 1 }, 'en').fields).toMatchObject([{ rule: 'unknown' }]);
  });
});
