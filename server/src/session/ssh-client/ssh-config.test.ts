import { expect, it } from 'vitest';

import { writeSshConfig } from './ssh-config.ts';

const id = (end: string) => `01a2b3c4-0000-7000-8000-00${end.padStart(10, '0')}`;
const written = (assets: { id: string; name: string }[], person = 'mei') =>
  writeSshConfig({
    person,
    door: { host: 'gate.example', port: 2222 },
    assets,
    hasMore: false,
    language: 'en',
  });

it('names each asset by a word that needs no quotes, and none twice', () => {
  const text = written([
    { id: id('1'), name: 'web-1' },
    { id: id('2'), name: '資料庫 主機' },
    { id: id('3'), name: 'twin' },
    { id: id('4'), name: 'Twin' },
    { id: id('5'), name: 'jadegate' },
  ]);
  expect([...text.matchAll(/^Host (.*)$/gm)].map(([, alias]) => alias)).toEqual([
    'jadegate',
    'web-1',
    '0000000002',
    '0000000003',
    '0000000004',
    '0000000005',
  ]);
  expect(text).toContain('# 資料庫 主機\nHost 0000000002\n  HostName gate.example\n  Port 2222\n');
  expect(text).toContain('User mei@web-1\n');
});

it('lets no name say an option of its own', () => {
  const text = written(
    [
      { id: id('1'), name: 'x\n  ProxyCommand sh' },
      { id: id('2'), name: '*' },
    ],
    'a "b" \\c',
  );
  expect(text.split('\n').filter((line) => line.includes('ProxyCommand'))).toEqual(['# x ProxyCommand sh']);
  expect(text).not.toContain('Host *');
  expect(text).toContain(String.raw`User "a \"b\" \\c@0000000001"`);
});
