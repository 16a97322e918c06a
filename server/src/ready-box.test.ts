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

it('names no administrator when it made none', () => {
  expect(readyBox({ address, publicUrls: [] })).not.toContain('administrator');
});
