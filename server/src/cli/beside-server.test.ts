// A command of the operator beside a running server changes nothing that it does not name (SEC-42).
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { HOUR_MS } from '../kernel/clock.ts';
import { SessionKit } from '../testing/session-kit.ts';
import { useTestServer } from '../testing/test-server.ts';
import { runCli, VERB_NAMES } from './main.ts';

const PATIENT = { timeout: 10_000, interval: 20 };
const server = useTestServer();
const kit = new SessionKit(server);
let live: Awaited<ReturnType<SessionKit['opened']>>;
let prepared = '';

const file = () => join(server.current.dataDir, 'configuration.backup');

/** Each verb as it is called, and what it puts on record. In this order: one needs the file of another. */
const VERBS: Record<string, { args?: () => string[]; audits?: string[]; code?: number }> = {
  'reset-admin': { audits: ['user.password-reset'] },
  'audit verify': {},
  // Nothing here is that old.
  'audit archive': { args: () => ['--before', '2020-01-01'] },
  'vault rotate': { audits: ['vault.rotated'] },
  'evidence verify': { args: () => ['--all'] },
  'evidence rotate-key': { audits: ['signing-key.added', 'signing-key.rotated'] },
  'evidence fingerprint': {},
  'search rebuild': {},
  'ssh host-key rotate': { audits: ['ssh-door.host-keys-rotated'] },
  // There is no S3 here: it says so. With one, e2e/src/session/recordings-s3.spec.ts has it beside a live session.
  'storage move': { code: 1 },
  // Nobody is locked out here: there is no such thing.
  'rescue off': { args: () => ['1'], code: 2 },
  'rescue list': {},
  rescue: {},
  backup: { args: () => [file()], audits: ['backup.exported'] },
  restore: { args: () => [file()], audits: ['backup.restored'] },
  'full-backup create': {
    args: () => [`${server.current.dataDir}-whole`],
    audits: ['backup.exported', 'backup.whole'],
  },
  // Nothing is there to be brought: it says so. What it writes is tried in operations/next-terminal-import.
  'import next-terminal': { code: 2 },
};

beforeAll(async () => {
  await kit.start();
  const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
  live = await kit.opened(person.token);
  prepared = (await kit.create(await kit.machine(), person.token)).data.id;
  // So that it does not grow too old while a slow machine is at work.
  const created_at = Date.now() + HOUR_MS;
  await server.current.db.updateTable('session').set({ created_at }).where('id', '=', prepared).execute();
  const { dataDir, databaseUrl } = server.current.database;
  vi.stubEnv('JADEGATE_DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', databaseUrl ?? '');
  vi.stubEnv('JADEGATE_BACKUP_PASSPHRASE', 'seven quiet herons');
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  rmSync(`${server.current.dataDir}-whole`, { recursive: true, force: true });
  vi.unstubAllEnvs();
  await kit.stop();
});

const sessions = () => server.current.db.selectFrom('session').selectAll().orderBy('id').execute();
const processes = async () =>
  (await server.current.db.selectFrom('server_process').select(['id', 'ended_at']).execute()).map(
    ({ id, ended_at }) => [id, ended_at],
  );
const actions = async () =>
  (await server.current.db.selectFrom('audit_log').select(['action', 'seq']).orderBy('seq').execute()).map(
    ({ action }) => action,
  );

it('every command is tried here', () => {
  expect(Object.keys(VERBS)).toEqual(VERB_NAMES);
});

it.each(Object.keys(VERBS))('%s leaves a live session as it is', async (name) => {
  const { args, audits = [], code: expected = 0 } = VERBS[name] ?? {};
  const before = { sessions: await sessions(), processes: await processes(), actions: await actions() };
  const printed = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  );
  const code = await runCli([...name.split(' '), ...(args?.() ?? [])]);
  printed.forEach((spy) => spy.mockRestore());
  expect(code).toBe(expected);
  expect(await sessions()).toEqual(before.sessions);
  expect(await processes()).toEqual(before.processes);
  expect((await actions()).slice(before.actions.length)).toEqual(audits);
  expect(before.sessions.map(({ id, status }) => [id, status])).toEqual([
    [live.id, 'connected'],
    [prepared, 'no_connect'],
  ]);
  const text = `after ${name}`;
  live.client.type(text);
  await expect.poll(() => live.client.shown, PATIENT).toContain(text);
});
