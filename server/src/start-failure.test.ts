import { mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { readConfig } from './config.ts';
import { explainStartFailure } from './start-failure.ts';

/** What `work` fails with. */
function failure(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

it('says in both languages that the port is taken', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => void first.once('listening', resolve));
  const { port } = first.address() as AddressInfo;
  const second = createServer().listen(port, '127.0.0.1');
  const error = await new Promise((resolve) => void second.once('error', resolve));
  expect(explainStartFailure(error)).toBe(
    'Jadegate 無法啟動：連接埠已被其他程式使用。請停止該程式，或以 JADEGATE_PORT 指定其他連接埠。\n' +
      'Jadegate did not start: the port is taken by another program; stop it or set JADEGATE_PORT.',
  );
  first.close();
});

it('says in both languages which folder cannot be made', () => {
  const told = explainStartFailure(failure(() => mkdirSync('/dev/null/data', { recursive: true })));
  expect(told).toMatch(/無法啟動（ENOTDIR.*\/dev\/null\/data.*請確認.*JADEGATE_DATA_DIR/);
  expect(told).toMatch(/did not start: ENOTDIR.*Check that JADEGATE_DATA_DIR/);
});

it('leads over to reasons that are told in one language', () => {
  const told = explainStartFailure(failure(() => readConfig({ JADEGATE_PROT: '1' })));
  expect(told).toMatch(
    /^Jadegate 無法啟動，原因如下：\nJadegate did not start: [^]*do you mean JADEGATE_PORT\?/,
  );
  expect(told).not.toContain('    at ');
});
