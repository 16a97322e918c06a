import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CHAIN_FILE } from '@jadegate/contract/session/evidence/chain-format';

import { newId } from '../kernel/id.ts';
import type { SigningService } from '../platform/signing/signing.service.ts';
import { DesktopWriter } from '../recorders/desktop/writer.ts';
import { ChainKeeper } from '../recorders/evidence/chain-keeper.ts';
import { filesIn } from '../recorders/recording-files.ts';
import { TerminalWriter } from '../recorders/terminal/writer.ts';
import type { TestServer } from './test-server.ts';

interface Printed {
  at: number;
  text: string;
}

interface Past {
  printed?: readonly Printed[];
  commands?: readonly { at: number; shownAt?: number; text: string; by?: string }[];
  files?: readonly { at: number; name: string }[];
  assetName?: string;
  userName?: string;
  clientIp?: string;
  /** Milliseconds before now at which it began. */
  ago?: number;
  status?: 'connected' | 'disconnected';
}

interface SeedServer extends Pick<TestServer, 'db' | 'dataDir' | 'now'> {
  services: { processes: { id: string } };
}

interface Signer {
  processes: { id: string };
  signing: Pick<SigningService, 'pair'>;
}

/** The row of a session that has not happened. */
async function seedRow(server: SeedServer, past: Past, kind: { protocol: 'ssh' | 'vnc' }) {
  const startedAt = server.now() - (past.ago ?? 3_600_000);
  const id = newId(startedAt);
  const names = { asset_name: past.assetName ?? 'web-01', user_name: past.userName ?? '王小明' };
  const ids = { asset_id: newId(), user_id: newId() };
  await server.db
    .insertInto('session')
    .values({
      id,
      ...kind,
      mode: kind.protocol === 'vnc' ? 'guacd' : 'native',
      ...ids,
      ...names,
      ip: '10.0.0.9',
      port: 22,
      username: 'root',
      access_gateway_id: '',
      login_id: null,
      client_ip: past.clientIp ?? '192.0.2.7',
      width: 80,
      height: 24,
      status: past.status ?? 'disconnected',
      end_reason: '',
      flags: '{}',
      storage_id: '',
      recording: 'kept',
      recording_bytes: 0,
      reviewed: 0,
      command_count: 0,
      // The patrol ends what a dead process left alive.
      process_id: past.status === 'connected' ? server.services.processes.id : 'gone',
      created_at: startedAt,
      connected_at: startedAt,
      disconnected_at: past.status === 'connected' ? null : startedAt + 600_000,
    })
    .execute();
  return { id, startedAt, names, ids };
}

/** A terminal as it is in the database and on disk, without having happened. */
export async function seedRecording(
  server: TestServer,
  past: Past,
): Promise<{ id: string; startedAt: number }> {
  const { id, startedAt, names, ids } = await seedRow(server, past, { protocol: 'ssh' });
  let now = startedAt;
  const writer = await TerminalWriter.open({
    folder: join(server.dataDir, 'recordings', id),
    size: { cols: 80, rows: 24 },
    clock: { now: () => now },
    onFailure: (error) => {
      throw error;
    },
  });
  for (const { at, text } of past.printed ?? []) {
    now = startedAt + at;
    writer.output(Buffer.from(text));
  }
  await writer.close();
  for (const { at, shownAt = 0, text, by = '' } of past.commands ?? []) {
    const shown = { offset_ms: at, shown_ms: shownAt };
    const row = { command: text, risk_level: 0, action: 'allow', ...shown } as const;
    await server.db
      .insertInto('session_command')
      .values({
        id: newId(startedAt + at),
        session_id: id,
        user_id: ids.user_id,
        ...row,
        created_at: startedAt + at,
        typed_by: by,
      })
      .execute();
  }
  for (const { at, name } of past.files ?? []) {
    const row = { action: 'upload', file_name: name, result: 'success', bytes: 1, checksum: '' } as const;
    await server.db
      .insertInto('storage_log')
      .values({
        id: newId(startedAt + at),
        session_id: id,
        ...ids,
        ...names,
        ...row,
        created_at: startedAt + at,
      })
      .execute();
  }
  return { id, startedAt };
}

/** The same for a desktop. `write` tells what it showed; `at` sets the time. */
export async function seedDesktop(
  server: TestServer,
  write: (writer: DesktopWriter, at: (ms: number) => void) => Promise<void>,
): Promise<{ id: string; folder: string }> {
  const { id, startedAt } = await seedRow(server, {}, { protocol: 'vnc' });
  const folder = join(server.dataDir, 'recordings', id);
  let now = startedAt;
  const writer = await DesktopWriter.open({
    folder,
    size: { width: 1024, height: 768 },
    clock: { now: () => now },
    saveFile: (name, bytes) => filesIn(folder).save(name, bytes),
    onFailure: (error) => {
      throw error;
    },
  });
  await write(writer, (ms) => (now = startedAt + ms));
  await writer.close();
  return { id, folder };
}

interface SignedPast {
  kind?: 'terminal' | 'desktop';
  segments?: number;
  isClosed?: boolean;
  /** Milliseconds before now at which it began. */
  ago?: number;
}

/** A recording that was signed while it was made, in segments of a few kilobytes, with its row. */
export async function seedSigned(
  server: Pick<TestServer, 'db' | 'dataDir' | 'now'> & { services: Signer },
  { kind = 'terminal', segments = 4, isClosed = true, ago = 3_600_000 }: SignedPast = {},
): Promise<{ id: string; folder: string; ids: { asset_id: string; user_id: string } }> {
  const protocol = kind === 'terminal' ? 'ssh' : 'vnc';
  const { id, startedAt, names, ids } = await seedRow(server, { ago }, { protocol });
  const folder = join(server.dataDir, 'recordings', id);
  const clock = { at: startedAt, now: () => clock.at };
  const { id: keyId, privateKey } = await server.services.signing.pair();
  const keeper = new ChainKeeper();
  const begin = {
    session: id,
    kind,
    protocol,
    door: 'web',
    user: { id: ids.user_id, name: names.user_name },
    asset: { id: ids.asset_id, name: names.asset_name, address: '10.0.0.9:22' },
    vm: '',
    account: 'root',
    client: '192.0.2.7',
    server: 'gate-1',
  };
  const options = {
    folder,
    clock,
    segmentBytes: 2000,
    onFailure: (error: unknown) => {
      throw error;
    },
    beginChain: (_kind: unknown, onFailure: (error: unknown) => void) =>
      keeper.open({ folder, begin, clock, wall: clock, onFailure }, { id: keyId, privateKey }),
  };
  const writer =
    kind === 'terminal'
      ? await TerminalWriter.open({ ...options, size: { cols: 80, rows: 24 } })
      : await DesktopWriter.open({
          ...options,
          size: { width: 640, height: 480 },
          saveFile: (name, bytes) => filesIn(folder).save(name, bytes),
        });
  for (let number = 0; number < segments; number++) {
    clock.at += 5000;
    const shown = kind === 'terminal' ? `line ${number}: ${'x'.repeat(70)}\r\n` : '4.sync,1.1;';
    writer.output(Buffer.from(shown.repeat(Math.ceil(2100 / shown.length))));
    await (writer instanceof TerminalWriter ? writer.settle() : writer.keyframe(Buffer.from(shown)));
  }
  const chain = join(folder, CHAIN_FILE);
  const atDeath = isClosed ? undefined : { head: writer.signed, lines: await readFile(chain) };
  await writer.close();
  if (atDeath) {
    // Its process died: the end that was just signed is not there. The file is closed all the same, or Node fails one day.
    await writeFile(chain, atDeath.lines);
  }
  const { links = 0, hash = '' } = (atDeath ? atDeath.head : writer.signed) ?? {};
  await server.db
    .insertInto('session_evidence')
    .values({ session_id: id, key_id: keyId, links, head: hash, verdict: '', finding: '', checked_at: 0 })
    .execute();
  await keeper.close();
  return { id, folder, ids };
}
