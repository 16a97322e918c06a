// On both engines: sorting and searching.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '../../db/database.ts';
import { newId } from '../../kernel/id.ts';
import { createLogger } from '../../kernel/logger.ts';
import type { EventOutbox } from '../../platform/event/event-outbox.service.ts';
import { CommandKit, type FilteredSession } from '../../testing/command-kit.ts';
import { outageOf } from '../../testing/database-outage.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { CommandLogService, type CommandEntry } from './command-log.service.ts';

const server = useTestServer();
const kit = new CommandKit(server);

let session: FilteredSession;
let lines: string[] = [];
/** Fails instead of the next transactions, for as long as it is set. */
let fault: Error | undefined;
let log: CommandLogService;

beforeAll(() => kit.start());
beforeEach(async () => {
  session = await kit.filtered([]);
  lines = [];
  fault = undefined;
  const { database, audit, eventOutbox: outbox } = server.current.services;
  const failing: Database = {
    ...database,
    transact: (work) => (fault ? Promise.reject(fault) : database.transact(work)),
  };
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  log = new CommandLogService({ database: failing, audit, outbox, logger });
});
afterEach(() => kit.leave());
afterAll(() => kit.stop());

function entry(text: string, given: Partial<CommandEntry> = {}): CommandEntry {
  const live = server.current.services.liveSessions.find(session.id);
  if (!live) {
    throw new Error('the session is over');
  }
  return {
    session: live.record,
    actor: live.actor,
    time: live.clock.now(),
    text,
    isHidden: false,
    isUnchecked: false,
    by: 'lin',
    at: 0,
    shownAt: 0,
    action: 'allow',
    wasSent: true,
    ...given,
  };
}

const written = async () => (await kit.rowsOf(session.id)).map(({ command }) => command);
const outage = () => outageOf(server.current);

describe('a command that cannot be written down', () => {
  it('is put aside and named without its text; all others are written', async () => {
    const good = Array.from({ length: 40 }, (_, at) => `echo ${at}`);
    const bad = { session: { id: newId(), user_id: newId(), asset_id: '', asset_name: 'gone' } };
    for (const [at, text] of good.entries()) {
      log.note(entry(text));
      if (at % 13 === 0) {
        log.note(entry('secret of nobody', bad));
      }
    }
    await log.settle();
    expect((await written()).toSorted()).toEqual(good.toSorted());
    log.note(entry('and on'));
    await log.settle();
    await log.settle();
    expect(await written()).toContain('and on');
    const aside = lines.filter((line) => line.includes('put aside'));
    expect(aside).toHaveLength(4);
    expect(lines.join('')).not.toContain('secret of nobody');
    // Nothing is left to be tried.
    lines = [];
    await log.settle();
    expect(lines).toEqual([]);
  });

  it('is made one that can be, where only its characters are wrong', async () => {
    log.note(entry('echo a\u0000b'));
    log.note(entry(`echo ${'x'.repeat(4090)}😀`));
    log.note(entry('half \uD83D', { action: 'deny', wasSent: false }));
    await log.settle();
    const rows = await written();
    expect(rows).toHaveLength(3);
    expect(rows).toContain('echo ab');
    expect(rows.every((text) => text.isWellFormed())).toBe(true);
  });
});

describe('while the database is away', () => {
  it('everything is kept, and written once when it is back', async () => {
    fault = outage();
    const texts = Array.from({ length: 1200 }, (_, at) => `echo ${at}`);
    texts.forEach((text) => log.note(entry(text)));
    await log.settle();
    await log.settle();
    expect(await written()).toEqual([]);
    fault = undefined;
    await log.settle();
    expect((await written()).toSorted()).toEqual(texts.toSorted());
    expect(lines.join('')).not.toContain('put aside');
  });

  it('a fault nobody knows is not taken for that of each entry', async () => {
    fault = new Error('something else is wrong');
    const texts = Array.from({ length: 100 }, (_, at) => `echo ${at}`);
    texts.forEach((text) => log.note(entry(text)));
    for (let time = 0; time < 5; time++) {
      await log.settle();
    }
    fault = undefined;
    await log.settle();
    expect(await written()).toHaveLength(100);
  });

  it('the oldest beyond the bound are given up and counted, but not what is on its way', async () => {
    const { audit } = server.current.services;
    // The real one asks the database every two seconds what is wanted, and the one below answers nothing.
    const outbox = { addMany: async () => undefined } as unknown as EventOutbox;
    const stored: string[] = [];
    let goOn = () => undefined as void;
    let begin = () => undefined as void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const update = { set: () => ({ where: () => ({ execute: async () => [] }) }) };
    const insert = {
      values: (rows: readonly { command: string }[]) => ({
        execute: async () => void stored.push(...rows.map(({ command }) => command)),
      }),
    };
    const tx = { insertInto: () => insert, updateTable: () => update };
    const database = {
      db: {},
      engine: server.current.services.database.engine,
      transact: async (work: (one: unknown) => Promise<unknown>) => {
        begin();
        await held;
        return work(tx);
      },
    } as unknown as Database;
    const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
    const slow = new CommandLogService({ database, audit, outbox, logger });
    slow.note(entry('the first'));
    const settled = slow.settle();
    await begun;
    const one = entry('');
    for (let at = 0; at < 20_010; at++) {
      slow.note({ ...one, text: String(at) });
    }
    goOn();
    await settled;
    expect(stored[0]).toBe('the first');
    expect(stored).toHaveLength(1 + 20_010 - 501);
    expect(stored[1]).toBe('501');
    expect(lines.filter((line) => line.includes('"sinceStart":501'))).toHaveLength(1);
  });
});
