// On both engines: statements of its own for what is old.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import type { Page } from '@jadegate/contract/paging';
import type { AuditArchive, AuditLogRow } from '@jadegate/contract/platform/audit-log';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Caller } from '../../kernel/actor.ts';
import { DAY_MS } from '../../kernel/clock.ts';
import { TestServer } from '../../testing/test-server.ts';
import { DiskArchiveFiles } from './archive-files.ts';
import { AuditArchiveRepository } from './audit-archive.repository.ts';
import { AuditArchiveService } from './audit-archive.service.ts';

const someone: Caller = { address: '127.0.0.1', userAgent: '', language: 'zh-TW', requestId: 'r' };
const PART = 4;

let server: TestServer;
let archives: AuditArchiveService;
beforeEach(async () => {
  server = await TestServer.start();
  archives = serviceOf(server);
  for (let index = 0; index < 10; index++) {
    const object = { type: 'credential', id: `c${index}`, name: `thing ${index}\u2028 玉` };
    await server.services.audit.writeAlone(someone, { action: 'credential.created', object });
  }
  server.passTime(100 * DAY_MS);
  return async () => {
    vi.restoreAllMocks();
    await server.stop();
  };
});

/** As the server has it, with small parts. */
function serviceOf({ services, dataDir }: TestServer): AuditArchiveService {
  const ownFiles = new DiskArchiveFiles(path.join(dataDir, 'archive'));
  const clock = { now: () => Date.now() + 100 * DAY_MS };
  const checkpoints = services.auditCheckpoints;
  return new AuditArchiveService({
    ...services,
    checkpoints,
    clock,
    ownFiles,
    storedFiles: undefined,
    partEntries: PART,
  });
}

const before = () => Date.now() + 60 * DAY_MS;
const archivePart = () => archives.archivePart(someone, before());
const folder = () => path.join(server.dataDir, 'archive');
const files = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const rows = () => server.db.selectFrom('audit_log').select(['seq', 'object_name']).orderBy('seq').execute();
const seqs = async () => (await rows()).map(({ seq }) => seq);
const headSeq = async () =>
  (await server.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq;

describe('archiving the audit log', () => {
  it('moves the oldest entries into files; the chain stays one, and goes on', async () => {
    const all = await headSeq();
    expect(await archivePart()).toBe(PART);
    expect(await archivePart()).toBe(PART);
    expect(files()).toEqual([
      'audit-000000000001-000000000004.jsonl.gz',
      'audit-000000000005-000000000008.jsonl.gz',
    ]);
    expect((await seqs())[0]).toBe(9);
    expect(await archives.verify()).toEqual({ entries: all + 2, archived: 8, unread: 0, checkpoints: 0 });
    expect(await server.services.auditArchives.verify()).toEqual({
      entries: all + 2,
      archived: 8,
      unread: 0,
      checkpoints: 0,
    });
    const { detail } = await server.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'audit-log.archived')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(detail)).toMatchObject({ first: 1, last: 4 });
  });

  it('takes nothing that is young, and nothing when that is not enough', async () => {
    await expect(archives.archivePart(someone, Date.now() + 71 * DAY_MS)).rejects.toMatchObject({
      code: 'audit.archive_too_young',
    });
    expect(await archives.archivePart(someone, Date.now() - DAY_MS)).toBe(0);
    expect(await archives.archivePart(someone, before(), { atLeast: PART + 1 })).toBe(0);
    expect(files()).toEqual([]);
  });

  it('is one server’s work at a time', async () => {
    const other = serviceOf(server);
    const both = await Promise.allSettled([archivePart(), other.archivePart(someone, before())]);
    const counts = both.map((one) => (one.status === 'fulfilled' ? one.value : 'busy'));
    expect(counts.filter((count) => count === PART).length).toBeGreaterThanOrEqual(1);
    expect(await archives.verify()).not.toHaveProperty('brokenAt');
  });

  it('shows what was archived, with the same filters, page by page', async () => {
    await archivePart();
    await archivePart();
    const token = await server.login();
    const list = (await server.call<AuditArchive[]>('GET', '/audit-logs/archives', { token })).data;
    expect(list).toMatchObject([
      { id: '5', firstSeq: 5, lastSeq: 8, isHere: true },
      { id: '1', firstSeq: 1, lastSeq: 4, isHere: true },
    ]);
    const read = async (query: Record<string, string>) =>
      (await server.call<Page<AuditLogRow>>('GET', '/audit-logs/paging', { token, query })).data;
    const whole = await read({ archive: '5' });
    expect(whole.items.map(({ seq }) => seq)).toEqual([8, 7, 6, 5]);
    expect(
      (await read({ archive: '5', order: 'ascend', pageSize: '3', pageIndex: '2' })).items,
    ).toMatchObject([{ seq: 8 }]);
    expect((await read({ archive: '5', pageSize: '3', pageIndex: '2' })).items).toMatchObject([{ seq: 5 }]);
    const name = whole.items[0]?.objectName ?? '';
    expect(await read({ archive: '5', object: name.toUpperCase() })).toMatchObject({
      total: 1,
      items: [{ seq: 8 }],
    });
    expect(await read({ archive: '5', result: 'failure' })).toEqual({ total: 0, items: [] });
    const exported = await server.inject('GET', '/audit-logs/export', {
      token,
      query: { format: 'jsonl', archive: '5' },
    });
    expect(exported.body.trimEnd().split('\n')).toHaveLength(4);
    expect(await server.call('GET', '/audit-logs/paging', { token, query: { archive: '2' } })).toMatchObject({
      error: 'audit.archive_not_found',
    });
  });
});

describe('an archive that breaks off', () => {
  it.each<[string, () => void]>([
    [
      'while the file is written',
      () => vi.spyOn(DiskArchiveFiles.prototype, 'put').mockRejectedValueOnce(new Error('gone')),
    ],
    [
      'before the file is read back',
      () => vi.spyOn(DiskArchiveFiles.prototype, 'read').mockRejectedValueOnce(new Error('gone')),
    ],
    [
      'before it is said that the entries are there',
      () => vi.spyOn(AuditArchiveRepository.prototype, 'insert').mockRejectedValueOnce(new Error('gone')),
    ],
    [
      'before the entries go',
      () => vi.spyOn(AuditArchiveRepository.prototype, 'removeUpTo').mockRejectedValueOnce(new Error('gone')),
    ],
  ])('%s loses nothing, and is finished the next time', async (_when, breakOff) => {
    const all = await headSeq();
    breakOff();
    expect(await archivePart().catch(() => 'broke off')).toBe('broke off');
    expect(await archives.verify()).not.toHaveProperty('brokenAt');
    while ((await archivePart()) > 0) {
      // Until nothing is left.
    }
    const report = await archives.verify();
    expect(report).not.toHaveProperty('brokenAt');
    expect(report.archived).toBe(all);
    expect((await seqs())[0]).toBe(all + 1);
    expect(files().every((name) => name.endsWith('.jsonl.gz'))).toBe(true);
  });

  it('is put right when only half of the entries went, and one that was left was changed', async () => {
    await archivePart();
    const [archive] = await server.db.selectFrom('audit_archive').selectAll().execute();
    const kept = gunzipSync(readFileSync(path.join(folder(), archive?.name ?? '')));
    const last = JSON.parse(kept.toString().trimEnd().split('\n').at(-1) ?? '') as Record<string, string>;
    const left = { ...last, seq: 4, at: Number(last['at']), result: 'success' as const };
    await server.db
      .insertInto('audit_log')
      .values(left as never)
      .execute();
    expect(await archives.verify()).not.toHaveProperty('brokenAt');
    await server.db.updateTable('audit_log').set({ actor_name: 'forged' }).where('seq', '=', 4).execute();
    expect(await archives.verify()).toMatchObject({ brokenAt: 4 });
    await archivePart();
    expect((await seqs()).includes(4)).toBe(false);
    expect(await archives.verify()).not.toHaveProperty('brokenAt');
  });
});

describe('whoever touches an archive', () => {
  const file = () => path.join(folder(), 'audit-000000000001-000000000004.jsonl.gz');
  const changed = (change: (text: string) => string) =>
    writeFileSync(file(), gzipSync(change(gunzipSync(readFileSync(file())).toString())));
  const db = () => server.db;

  const TOUCHES: [string, () => unknown, number][] = [
    ['an entry', () => changed((text) => text.replace('"seq":3,', '"seq":33,')), 3],
    ['the text of an entry', () => changed((text) => text.replace(/("seq":2,.*?"address":")/, '$1x')), 2],
    ['the end of a file', () => changed((text) => `${text.split('\n').slice(0, 3).join('\n')}\n`), 4],
    ['the bytes', () => writeFileSync(file(), 'nothing of the kind'), 1],
    ['the file', () => rmSync(file()), 1],
    ['the row', () => db().deleteFrom('audit_archive').where('first_seq', '=', 5).execute(), 5],
    ['the first row', () => db().deleteFrom('audit_archive').where('first_seq', '=', 1).execute(), 1],
    [
      'what the row says',
      () => db().updateTable('audit_archive').set({ last_seq: 9 }).where('first_seq', '=', 5).execute(),
      5,
    ],
    ['what comes after', () => db().deleteFrom('audit_log').where('seq', '=', 9).execute(), 9],
  ];

  it('is found, and the first entry that is not as it was is named', async () => {
    await archivePart();
    await archivePart();
    const bytes = readFileSync(file());
    const told = await db().selectFrom('audit_archive').selectAll().execute();
    const next = await db().selectFrom('audit_log').selectAll().where('seq', '=', 9).execute();
    for (const [what, touch, seq] of TOUCHES) {
      await touch();
      expect([what, await archives.verify()]).toMatchObject([what, { brokenAt: seq, entries: seq - 1 }]);
      writeFileSync(file(), bytes);
      await db().deleteFrom('audit_archive').execute();
      await db().insertInto('audit_archive').values(told).execute();
      await db().deleteFrom('audit_log').where('seq', '=', 9).execute();
      await db().insertInto('audit_log').values(next).execute();
      expect([what, await archives.verify()]).not.toHaveProperty('1.brokenAt');
    }
  });

  it('cannot have a broken chain archived', async () => {
    await archivePart();
    await archivePart();
    await db().updateTable('audit_log').set({ address: 'forged' }).where('seq', '=', 10).execute();
    await expect(archivePart()).rejects.toMatchObject({ code: 'audit.chain_broken', params: { seq: 10 } });
    expect(files().filter((name) => name.endsWith('.gz'))).toHaveLength(2);
    expect((await seqs()).slice(0, 2)).toEqual([9, 10]);
  });
});

it('happens by itself where the setting says so', async () => {
  const token = await server.login();
  const { retention, database } = server.services;
  const keep = (days: number | '') =>
    server.call('PUT', '/properties', { token, body: { 'audit-log-saved-limit': days } });
  expect((await retention.sweep()).auditLogs).toBeUndefined();
  expect(await keep(29)).toMatchObject({ code: 400 });
  expect(await keep(30)).toMatchObject({ code: 1 });
  expect((await retention.sweep()).auditLogs).toBeUndefined();
  await database.transact(async (tx) => {
    const object = { type: 'credential', id: '', name: '' };
    const entries = Array.from({ length: 1000 }, () => ({ action: 'credential.created' as const, object }));
    await server.services.audit.writeMany(someone, entries, tx);
  });
  server.passTime(40 * DAY_MS);
  expect((await retention.sweep()).auditLogs).toBeGreaterThanOrEqual(1000);
  expect(await server.services.auditArchives.verify()).not.toHaveProperty('brokenAt');
});
