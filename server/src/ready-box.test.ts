import { expect, it } from 'vitest';

import { readyBox } from './ready-box.ts';

const address = 'http://127.0.0.1:8088';

it('says the address, the account, the password and how to stop, each value at the end of its line', () => {
  const box = readyBox({
    address,
    publicUrls: ['https://gate.example.com'],
    administrator: { username: 'admin', password: 'pass-word' },
  });
  expect(box.split('\n')).toEqual([
    expect.stringMatching(/^┌─+$/),
    `│ 網址 Jadegate is ready: ${address}`,
    '│ 對外網址 reached at: https://gate.example.com',
    '│ 管理員帳號 administrator account: admin',
    '│ 管理員密碼（僅顯示這一次） administrator password (shown once): pass-word',
    '│ 停止：按 Ctrl+C to stop: press Ctrl+C',
    expect.stringMatching(/^└─+$/),
    '',
  ]);
});

it('says of a demo that it is one, who to sign in as, and where its data lie', () => {
  const demo = {
    dataDir: 'data-demo',
    accounts: ['admin', 'junjie'],
    password: 'abcd-efgh',
    hasDesktops: true,
  };
  const [, first = '', ...rest] = readyBox({ address, publicUrls: [], demo }).split('\n');
  expect(first).toContain('展示環境');
  expect(rest.map((line) => line.split(': ').at(-1))).toEqual(
    expect.arrayContaining(['admin, junjie', 'abcd-efgh', 'data-demo']),
  );
  expect(rest.join()).not.toContain('guacd');
  const without = readyBox({ address, publicUrls: [], demo: { ...demo, hasDesktops: false } });
  expect(without).toContain('無法開啟遠端桌面');
});

it('says how an SSH client comes in, or that its port is taken', () => {
  const ssh = { isListening: true, host: '127.0.0.1', port: 2222, account: 'admin' };
  expect(readyBox({ address, publicUrls: [], ssh })).toContain(': ssh -p 2222 admin@127.0.0.1\n');
  const taken = readyBox({ address, publicUrls: [], ssh: { ...ssh, isListening: false } });
  expect(taken).toMatch(/SSH 入口未開啟.*: 127\.0\.0\.1:2222\n/);
});

it('names no administrator when it made none', () => {
  expect(readyBox({ address, publicUrls: [] })).not.toContain('administrator');
});
