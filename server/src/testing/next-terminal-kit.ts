import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NextTerminalReport } from '@jadegate/contract/operations/next-terminal-import';
import type { NextTerminalSection } from '@jadegate/contract/operations/next-terminal-import.words';

import { OPERATOR } from '../cli/operator.ts';
import { AppError } from '../kernel/app-error.ts';
import { Secret } from '../kernel/secret.ts';
import { writeOldSqlite } from './next-terminal-database.ts';
import { OLD, oldContent } from './next-terminal-fixture.ts';
import type { TestServer } from './test-server.ts';

const KEY = '我們自己的 key';

interface Run {
  path?: string;
  key?: string;
  isDryRun?: boolean;
  recordings?: string;
}

/** An `nt.db` with one of everything in a folder of its own, what is brought from there, and what became of it. */
export class NextTerminalKit {
  readonly #server: { readonly current: TestServer };
  readonly folder = mkdtempSync(join(tmpdir(), 'jadegate-old-'));
  readonly file = join(this.folder, 'nt.db');
  readonly content = oldContent(KEY);

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
    writeOldSqlite(this.file, this.content);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  bring({
    path = this.file,
    key = KEY,
    isDryRun = false,
    recordings,
  }: Run = {}): Promise<NextTerminalReport> {
    return this.#server.current.services.nextTerminalImports.run(
      OPERATOR,
      { kind: 'file', path },
      { encryptionKey: new Secret(key), isDryRun, makesAdministrators: false, recordings },
    );
  }

  /** Why it is refused: the code with what it is about. Undefined when it is not. */
  refusal(run: Run): Promise<unknown> {
    return this.bring(run).then(
      () => undefined,
      (error: unknown) => (error instanceof AppError ? { code: error.code, ...error.params } : error),
    );
  }

  byId(
    table: 'asset' | 'credential' | 'user' | 'session' | 'access_gateway' | 'strategy' | 'job',
    id: string,
  ) {
    return this.#server.current.db
      .selectFrom(table as 'asset')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async secret(owner: string, name: string): Promise<string | undefined> {
    return (await this.#server.current.services.vault.get(owner, name))?.expose();
  }

  /** How much there is of what an import writes. */
  async counts(): Promise<Record<string, number>> {
    const { db } = this.#server.current;
    const tables = [
      'user',
      'role',
      'asset',
      'credential',
      'session',
      'login_log',
      'imported_thing',
      'vault_secret',
    ] as const;
    const found: Record<string, number> = {};
    for (const table of tables) {
      const { count } = await db
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      found[table] = count;
    }
    return found;
  }

  /** A folder of recordings: a terminal that was cut off, and a desktop. */
  writeRecordings(name: string): string {
    const root = join(this.folder, name);
    mkdirSync(join(root, OLD.terminal), { recursive: true });
    mkdirSync(join(root, OLD.desktop));
    const header = { title: '', version: 2, height: 24, width: 80, env: {}, Timestamp: 1_683_328_089 };
    const events = [
      [0.5, 'o', '早安\r\n'],
      [3.25, 'o', '$ whoami\r\nroot\r\n'],
    ].map((one) => JSON.stringify(one));
    writeFileSync(
      join(root, OLD.terminal, 'recording.cast'),
      `${[JSON.stringify(header), ...events].join('\n')}\n[4.5, "o", "hal`,
    );
    writeFileSync(
      join(root, OLD.desktop, 'recording'),
      '4.size,1.0,3.640,3.480;4.sync,4.1000;4.name,12.4.sync,1.9;x;4.sync,4.3500;',
    );
    return root;
  }
}

export function sectionOf(report: NextTerminalReport, section: NextTerminalSection) {
  const found = report.sections.find((one) => one.section === section);
  if (!found) {
    throw new Error(`there is no ${section}`);
  }
  return found;
}
