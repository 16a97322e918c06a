// What is crafted, large or slow keeps nobody waiting.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { OPERATOR } from '../../cli/operator.ts';
import { Secret } from '../../kernel/secret.ts';
import { writeOldSqlite, type OldContent } from '../../testing/next-terminal-database.ts';
import { oldContent } from '../../testing/next-terminal-fixture.ts';
import { useTestServer } from '../../testing/test-server.ts';
import type { ImportOptions } from './next-terminal-import.service.ts';

const server = useTestServer();
const folder = mkdtempSync(join(tmpdir(), 'jadegate-old-bounds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bring = (path: string, options: Partial<ImportOptions> = {}) =>
  server.current.services.nextTerminalImports.run(
    OPERATOR,
    { kind: 'file', path },
    { encryptionKey: new Secret('next-terminal'), isDryRun: false, makesAdministrators: false, ...options },
  );

it('a pipe in place of a file is refused, not waited for', async () => {
  const path = join(folder, 'pipe.db');
  execFileSync('mkfifo', [path]);
  await expect(bring(path)).rejects.toMatchObject({ code: 'next_terminal.unreadable' });
});

it('a backup that would take far more memory than it has bytes is not taken apart', async () => {
  const path = join(folder, 'deep.json');
  const empty = '"users":[],"assets":[],"credentials":[]';
  writeFileSync(path, `{${empty},"other":${'['.repeat(20)}"[[[[\\"[[[["${']'.repeat(20)}}`);
  expect((await bring(path, { isDryRun: true })).origin).toBe('export');
  for (const other of ['['.repeat(40) + ']'.repeat(40), `[${'[],'.repeat(2_000_000)}0]`]) {
    writeFileSync(path, `{${empty},"other":${other}}`);
    await expect(bring(path)).rejects.toMatchObject({ code: 'next_terminal.unreadable' });
  }
});

it('others write while it reads, and between the portions of what may be much', async () => {
  const path = join(folder, 'nt.db');
  const content = oldContent('next-terminal');
  const uuid = (n: number) => `e${String(n).padStart(7, '0')}-0000-4000-8000-000000000000`;
  const many = ([like]: OldContent[string], count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...like, id: uuid(n) }));
  writeOldSqlite(path, {
    ...content,
    assets: many(content.assets, 150),
    login_logs: many(content.login_logs, 1200),
  });
  const { database } = server.current.services;
  /** How much of it was written when somebody else had their turn to write. */
  const written: Partial<Record<string, number>> = {};
  const turns: Promise<void>[] = [];
  const takeTurn = (kind: string) =>
    database.transact(async (tx) => {
      const { count } = await tx
        .selectFrom('imported_thing')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow();
      written[kind] = count;
    });
  let [section, looks] = ['', 0];
  const report = await bring(path, {
    onSection: (one) => {
      [section, looks] = [one, 0];
    },
    onProgress: () => {
      looks += 1;
      if (section === 'assets' && looks === 1) {
        turns.push(takeTurn('asset'));
      }
      if (section === 'login-logs' && looks === 7) {
        turns.push(takeTurn('login-log'));
      }
    },
  });
  await Promise.all(turns);
  expect(written).toEqual({ asset: 0, 'login-log': 500 });
  expect(report.sections.find((one) => one.section === 'login-logs')).toMatchObject({ brought: 1200 });
});
