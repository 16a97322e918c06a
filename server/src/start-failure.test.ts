import { mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';

import pg from 'pg';
import { expect, it } from 'vitest';

import { readConfig } from './config.ts';
import { expectDemoDirectory } from './data-directory.ts';
import { openDatabase } from './db/database.ts';
import { createLogger } from './kernel/logger.ts';
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

it('says in both languages what is wrong with the directory of a demo', () => {
  const told = explainStartFailure(failure(() => expectDemoDirectory('/usr')));
  expect(told).toBe(
    'Jadegate 無法啟動：/usr 內有不屬於展示環境的檔案。請以 JADEGATE_DATA_DIR 指定其他資料目錄。\n' +
      'Jadegate did not start: /usr holds something that is no demo. Name another data directory with JADEGATE_DATA_DIR.',
  );
});

it('says in both languages that the database does not answer, or refuses', async () => {
  const databaseUrl = 'postgres://gate@127.0.0.1:1/gate';
  const logger = createLogger('silent');
  const away = await openDatabase({ dataDir: '/nowhere', databaseUrl, logger, version: '1.4.0' }).catch(
    (error: unknown) => error,
  );
  expect(explainStartFailure(away).split('\n')).toEqual([
    expect.stringMatching(/^Jadegate 無法啟動：資料庫無法使用（.*ECONNREFUSED.*）。請檢查 DATABASE_URL/),
    expect.stringMatching(
      /^Jadegate did not start: the database cannot be used \(.*ECONNREFUSED.*\)\. Check DATABASE_URL/,
    ),
  ]);
  const refused = new pg.DatabaseError('no password for "gate"', 0, 'error');
  refused.code = '28P01';
  expect(explainStartFailure(refused)).toBe(
    'Jadegate 無法啟動：PostgreSQL 拒絕登入（no password for "gate"）。請檢查 DATABASE_URL 的帳號與密碼，以及 pg_hba.conf。\n' +
      'Jadegate did not start: PostgreSQL refuses the login (no password for "gate"). Check user and password in DATABASE_URL, and pg_hba.conf.',
  );
});

it('leads over to reasons that are told in one language', () => {
  const told = explainStartFailure(failure(() => readConfig({ JADEGATE_PROT: '1' })));
  expect(told).toMatch(
    /^Jadegate 無法啟動，原因如下：\nJadegate did not start: [^]*do you mean JADEGATE_PORT\?/,
  );
  expect(told).not.toContain('    at ');
});
