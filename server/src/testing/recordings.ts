import { join } from 'node:path';

import { newId } from '../kernel/id.ts';
import { DesktopWriter } from '../recorders/desktop/writer.ts';
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

/** The row of a session that has not happened. */
async function seedRow(server: TestServer, past: Past, kind: { protocol: 'ssh' | 'vnc' }) {
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
